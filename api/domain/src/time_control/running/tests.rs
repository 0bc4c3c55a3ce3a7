use super::*;

fn vacation(from: i64, until: i64) -> Vacation {
    Vacation { id: String::new(), from: Time(from * HOUR), until: Time(until * HOUR) }
}

/// Generator of the same numbers in every run.
struct TestRng(u64);

impl TestRng {
    fn below(&mut self, limit: i64) -> i64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as i64 % limit
    }

    fn vacations(&mut self) -> Vec<Vacation> {
        let mut at = self.below(20);
        let mut all = Vec::new();
        for _ in 0..self.below(5) {
            let from = at + self.below(10);
            at = from + 1 + self.below(30);
            all.push(vacation(from, at));
        }
        all
    }
}

fn at(hours: i64) -> Time {
    Time(hours * HOUR)
}

#[test]
fn no_time_passes_during_vacations() {
    let vacations = [vacation(10, 20), vacation(20, 25), vacation(40, 50)];
    for (since, left, due_at) in [
        (0, 5, 5),
        // Used up when the vacation begins, and an hour later.
        (0, 10, 10),
        (0, 11, 26),
        (12, 3, 28),
        (0, 25, 40),
        (0, 26, 51),
        (60, 7, 67),
    ] {
        assert_eq!(
            due(at(since), left * HOUR, &vacations),
            at(due_at),
            "{left} hours from {since} on"
        );
    }
    assert_eq!(elapsed(at(5), at(30), &vacations), 10 * HOUR);
    assert_eq!(elapsed(at(12), at(22), &vacations), 0);
    // The clock of a machine may be set back.
    assert_eq!(elapsed(at(5), at(3), &[]), 0);
}

#[test]
fn all_time_is_used_at_the_due_time_and_not_before() {
    let mut rng = TestRng(1);
    for _ in 0..5_000 {
        let vacations = rng.vacations();
        let since = Time(rng.below(60) * HOUR);
        let left = (1 + rng.below(80)) * HOUR;
        let due = due(since, left, &vacations);
        assert_eq!(elapsed(since, due, &vacations), left, "{since:?} {left} {vacations:?}");
        let before = Time(due.0 - 1);
        assert!(elapsed(since, before, &vacations) < left, "{since:?} {left} {vacations:?}");
    }
}

#[test]
fn a_late_vacation_changes_nothing_and_the_end_of_one_times_out_nobody() {
    let mut rng = TestRng(2);
    for _ in 0..5_000 {
        let mut vacations = rng.vacations();
        let since = Time(rng.below(60) * HOUR);
        let left = (1 + rng.below(80)) * HOUR;
        let deadline = due(since, left, &vacations);
        let from = deadline.0.max(vacations.last().map_or(0, |last| last.until.0)) / HOUR;
        vacations.push(vacation(from + i64::from(from * HOUR < deadline.0), from + 9));
        assert_eq!(due(since, left, &vacations), deadline);
        // End it at a time before the deadline.
        let now = since.0 + rng.below((deadline.0 - since.0).max(1));
        vacations.retain(|vacation| vacation.from.0 < now);
        if let Some(last) = vacations.last_mut() {
            last.until.0 = last.until.0.min(now);
        }
        assert!(
            due(since, left, &vacations).0 > now || now == since.0,
            "{since:?} {left} {vacations:?} {now}"
        );
    }
}

fn outage(from: i64, until: i64) -> Outage {
    Outage { from_at: Time(from * HOUR), until_at: Time(until * HOUR) }
}

/// Checks a clock that runs from 0 o'clock: its deadline, the number of outages that have moved it,
/// and the time that a bank has left an hour before the deadline.
#[track_caller]
fn assert_due(left: i64, vacations: &[Vacation], outages: &[Outage], expected: (i64, usize)) {
    let pauses = Pauses { vacations, outages };
    let (clock, counted) =
        RunningClock::new(Time(0), left * HOUR).after_outages(pauses, Time(i64::MAX));
    assert_eq!((clock.due(vacations), counted.len()), (Time(expected.0 * HOUR), expected.1));
    let remaining = clock.remaining_at(Time((expected.0 - 1) * HOUR), vacations);
    assert!(remaining <= HOUR && remaining <= left * HOUR, "{remaining}");
}

#[test]
fn an_outage_gives_back_what_was_left_when_it_began_and_at_least_an_hour() {
    // The deadline is during the outage, at its end, an hour after its end, at its start, and
    // before it.
    assert_due(15, &[], &[outage(10, 20)], (25, 1));
    assert_due(20, &[], &[outage(10, 20)], (30, 1));
    assert_due(21, &[], &[outage(10, 20)], (21, 0));
    assert_due(10, &[], &[outage(10, 20)], (21, 1));
    assert_due(9, &[], &[outage(10, 20)], (9, 0));
    let outages = [Outage { from_at: Time(HOUR / 2), until_at: Time(9 * HOUR) }];
    assert_due(1, &[], &outages, (10, 1));
    // Two outages in a row, and a second outage that ends before the time given back by the first
    // is used up.
    assert_due(15, &[], &[outage(10, 20), outage(24, 30)], (31, 2));
    assert_due(15, &[], &[outage(10, 20), outage(22, 23)], (25, 1));
    // Nodes disagree by some minutes about the time of an outage.
    assert_due(15, &[], &[outage(10, 20), outage(11, 21)], (26, 2));
    // A turn that began during the outage has its whole time.
    let began = RunningClock::new(Time(15 * HOUR), 72 * HOUR);
    let outages = [outage(10, 20)];
    let pauses = Pauses { vacations: &[], outages: &outages };
    assert_eq!(began.after_outages(pauses, Time(i64::MAX)).0.due(&[]), Time(92 * HOUR));
    // An outage that was known when the turn ended, by a clock that is some minutes behind.
    let early = Time(20 * HOUR - 1);
    assert_eq!(
        RunningClock::new(Time(0), 15 * HOUR)
            .after_outages(pauses, early)
            .0
            .remaining_at(early, &[]),
        5 * HOUR
    );
}

#[test]
fn an_outage_counts_whenever_vacations_are_taken() {
    // The player is away during the outage: no time is lost.
    assert_due(15, &[vacation(5, 30)], &[outage(10, 20)], (40, 0));
    assert_due(15, &[vacation(12, 16)], &[outage(10, 20)], (25, 1));
    // A vacation that is taken after the outage adds to the time given back.
    assert_due(15, &[vacation(22, 50)], &[outage(10, 20)], (53, 1));
    assert_due(15, &[vacation(20, 50)], &[outage(10, 20)], (55, 1));
}
