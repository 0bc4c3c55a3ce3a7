use super::*;
use crate::time::HOUR;

struct NoPauses;

impl PlayerTimes for NoPauses {
    fn pauses(&self, _: Seat) -> Pauses<'_> {
        Pauses::default()
    }

    fn reminders(&self, _: Seat) -> &[u32] {
        &[]
    }
}

/// Players who want reminders at these hours before a deadline.
struct Reminders(&'static [u32]);

impl PlayerTimes for Reminders {
    fn pauses(&self, _: Seat) -> Pauses<'_> {
        Pauses::default()
    }

    fn reminders(&self, _: Seat) -> &[u32] {
        self.0
    }
}

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

fn turn_state(turn: u32, to_move: &[u8], playing: bool) -> TurnState {
    let to_move = to_move.iter().map(|number| seat(*number)).collect();
    TurnState { seats: 2, is_running: true, playing, to_move, turn }
}

fn bank(bank: u32, increment: u32) -> Clock {
    Clock::Bank(BankClock { bank, increment })
}

fn at(hours: i64) -> Time {
    Time(hours * HOUR)
}

/// Returns the hours that each seat has left.
fn left(clocks: &ClockState) -> Vec<i64> {
    clocks.seats.iter().map(|seat| seat.left / HOUR).collect()
}

/// Returns the hour at which the turn of each seat began, if it is to move.
fn runs(clocks: &ClockState) -> Vec<Option<i64>> {
    clocks.seats.iter().map(|seat| seat.runs.map(|run| run.since.0 / HOUR)).collect()
}

#[test]
fn a_bank_goes_down_in_turns_of_its_seat_and_play_begins_with_a_full_one() {
    let clock = bank(10, 2);
    let both = turn_state(1, &[1, 2], false);
    let one = turn_state(1, &[2], false);
    let placing = ClockState::next(clock, None, both, Time(0), &NoPauses).unwrap();
    assert_eq!((left(&placing), runs(&placing)), (vec![10, 10], vec![Some(0), Some(0)]));
    let placed = ClockState::next(clock, Some((&placing, both)), one, at(4), &NoPauses).unwrap();
    assert_eq!((left(&placed), runs(&placed)), (vec![6, 10], vec![None, Some(0)]));
    let first = turn_state(2, &[1], true);
    let began = ClockState::next(clock, Some((&placed, one)), first, at(9), &NoPauses).unwrap();
    assert_eq!((left(&began), runs(&began)), (vec![10, 10], vec![Some(9), None]));
    // A step that ends no turn changes no clock.
    let same = ClockState::next(clock, Some((&began, first)), first, at(11), &NoPauses).unwrap();
    assert_eq!(same, began);
    let second = turn_state(3, &[2], true);
    let moved = ClockState::next(clock, Some((&began, first)), second, at(16), &NoPauses).unwrap();
    assert_eq!((left(&moved), runs(&moved)), (vec![10 - 7 + 2, 10], vec![None, Some(16)]));
    assert_eq!(moved.deadline(&NoPauses), Some(at(26)));
    assert_eq!(moved.next_check_at(&NoPauses), Some(at(24)));
    assert_eq!(moved.timed_out_seats(Time(26 * HOUR - 1), &NoPauses), None);
    assert_eq!(moved.timed_out_seats(at(26), &NoPauses), Some(Seats::only(seat(2))));
    let over = TurnState { is_running: false, ..second };
    assert_eq!(ClockState::next(clock, Some((&moved, second)), over, at(17), &NoPauses), None);
}

#[test]
fn a_seat_that_moves_again_begins_another_turn_and_a_bank_has_a_maximum() {
    let clock = bank(1430, 300);
    let one = turn_state(2, &[1], true);
    let again = turn_state(3, &[1], true);
    let clocks = ClockState::next(clock, None, one, Time(0), &NoPauses).unwrap();
    let clocks =
        ClockState::next(clock, Some((&clocks, one)), again, Time(HOUR), &NoPauses).unwrap();
    assert_eq!((left(&clocks), runs(&clocks)), (vec![1440, 1430], vec![Some(1), None]));
    let days = Clock::days(3);
    let clocks = ClockState::next(days, None, one, Time(0), &NoPauses).unwrap();
    let clocks = ClockState::next(days, Some((&clocks, one)), again, at(50), &NoPauses).unwrap();
    assert_eq!((left(&clocks), runs(&clocks)), (vec![72, 72], vec![Some(50), None]));
}

#[test]
fn a_player_to_move_is_reminded_once_a_turn_at_four_fifths_of_the_time() {
    let both = turn_state(2, &[1, 2], true);
    let mut clocks = ClockState::next(bank(10, 0), None, both, Time(0), &NoPauses).unwrap();
    clocks.seats[1].left = 20 * HOUR;
    assert_eq!(clocks.mark_reminders(Time(8 * HOUR - 1), &NoPauses), []);
    assert_eq!(clocks.mark_reminders(at(8), &NoPauses), [(seat(1), at(10))]);
    assert_eq!(clocks.mark_reminders(at(9), &NoPauses), []);
    assert_eq!(clocks.next_check_at(&NoPauses), Some(at(10)));
    assert_eq!(clocks.mark_reminders(at(16), &NoPauses), [(seat(2), at(20))]);
}

#[test]
fn each_of_several_reminders_is_sent_once() {
    let first = turn_state(1, &[1], true);
    let start = ClockState::next(Clock::days(1), None, first, at(0), &NoPauses).unwrap();
    // 24 hours before the deadline is when the turn begins.
    let mut clocks = start.clone();
    let reminders = Reminders(&[24, 6, 1]);
    assert_eq!(clocks.next_check_at(&reminders), Some(at(18)));
    assert_eq!(clocks.mark_reminders(Time(18 * HOUR - 1), &reminders), []);
    assert_eq!(clocks.mark_reminders(at(18), &reminders), [(seat(1), at(24))]);
    assert_eq!(clocks.mark_reminders(at(22), &reminders), []);
    assert_eq!(clocks.next_check_at(&reminders), Some(at(23)));
    // Another setting repeats no reminder.
    assert_eq!(clocks.mark_reminders(at(22), &Reminders(&[8, 4])), [(seat(1), at(24))]);
    assert_eq!(clocks.mark_reminders(at(23), &reminders), [(seat(1), at(24))]);
    assert_eq!(clocks.mark_reminders(at(23), &NoPauses), []);
    assert_eq!(clocks.next_check_at(&reminders), Some(at(24)));
    // After a time without the server, two reminders are one.
    let mut clocks = start.clone();
    assert_eq!(clocks.mark_reminders(at(23), &reminders), [(seat(1), at(24))]);
    assert_eq!(clocks.mark_reminders(at(23), &reminders), []);
    // The next turn has reminders of its own, and a time that no turn has is the usual one.
    let second = turn_state(2, &[1], true);
    let mut clocks =
        ClockState::next(Clock::days(1), Some((&clocks, first)), second, at(23), &NoPauses)
            .unwrap();
    assert_eq!(clocks.mark_reminders(at(41), &reminders), [(seat(1), at(47))]);
    let mut clocks = start.clone();
    assert_eq!(clocks.mark_reminders(at(19), &Reminders(&[48])), []);
    assert_eq!(clocks.mark_reminders(at(20), &Reminders(&[48])), [(seat(1), at(24))]);
}

#[test]
fn hours_of_reminders_are_bounded_and_ordered() {
    assert_eq!(reminders(&[1, 24, 6]), Ok(vec![24, 6, 1]));
    assert_eq!(reminders(&[1, 24, 24]), Ok(vec![24, 1]));
    // The document limits the length of the list as it is sent.
    assert!(reminders(&[1, 1, 1, 1]).is_err());
    assert_eq!(reminders(&[]), Ok(vec![]));
    for invalid in [&[1, 2, 3, 4][..], &[0], &[337]] {
        assert!(reminders(invalid).is_err(), "{invalid:?}");
    }
}

#[test]
fn a_clock_is_read_in_hours_or_days_and_an_invalid_one_is_refused_by_field() {
    use serde_json::json;
    for value in [json!({"days_per_turn": 3}), json!({"bank": 240, "increment": 0})] {
        let clock: Clock = broadside_engine::shape::read(&value).unwrap();
        assert_eq!((json!(clock), clock.invalid_field()), (value, None));
    }
    for (value, field) in [
        (json!({"days_per_turn": "3"}), "days_per_turn"),
        (json!({"bank": 1.5, "increment": 0}), "bank"),
        (json!({"bank": 1, "increment": -1}), "increment"),
        (json!({"bank": 1, "minutes": 3}), "minutes"),
        (json!({"bank": 1}), ""),
        (json!({"days_per_turn": 3, "bank": 1, "increment": 1}), ""),
        (json!({}), ""),
        (json!(3), ""),
    ] {
        let fault = broadside_engine::shape::read::<Clock>(&value).unwrap_err();
        assert_eq!(fault.field, field, "{value}: {fault}");
    }
    for (clock, field) in [
        (Clock::days(0), "days_per_turn"),
        (Clock::days(15), "days_per_turn"),
        (bank(0, 1), "bank"),
        (bank(1441, 1), "bank"),
        (bank(1, 337), "increment"),
    ] {
        assert_eq!(clock.invalid_field().unwrap().0, field);
    }
}
