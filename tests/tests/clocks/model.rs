//! A model of the clocks, which counts tick by tick. A tick is twelve minutes.

/// Ticks per hour.
pub(crate) const HOUR: i64 = 5;
pub(crate) const DAY: i64 = 24 * HOUR;
/// Maximum content of a bank.
const MAX: i64 = 60 * DAY;

/// A clock, in ticks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Clock {
    Days(i64),
    Bank { bank: i64, increment: i64 },
}

impl Clock {
    pub(crate) fn full(self) -> i64 {
        match self {
            Self::Days(days) => days * DAY,
            Self::Bank { bank, .. } => bank * HOUR,
        }
    }
}

/// A vacation: its id, its first tick, and the tick after its last.
pub(crate) type Vacation = (String, i64, i64);

#[derive(Clone, Debug, Default)]
pub(crate) struct Seat {
    pub(crate) left: i64,
    used: i64,
    /// Start of the turn.
    pub(crate) since: Option<i64>,
    reminded: bool,
    /// Maximum that stays in the bank at the end of the turn, after an outage that has added time.
    keeps: Option<i64>,
    /// Outages that have added time to this turn.
    pub(crate) outages: Vec<(i64, i64)>,
    /// The tick at which the time was used up.
    late_at: Option<i64>,
    pub(crate) out: bool,
    pub(crate) vacations: Vec<Vacation>,
    /// Deadlines of all turns with a reminder.
    pub(crate) reminders: Vec<i64>,
}

impl Seat {
    fn tick(&mut self, at: i64) {
        if self.since.is_none() || self.late_at.is_some() {
            return;
        }
        let on_vacation =
            self.vacations.iter().any(|(_, from, until)| (*from..*until).contains(&at));
        self.used += i64::from(!on_vacation);
        if self.used == self.left {
            self.late_at = Some(at + 1);
        }
    }

    fn begin(&mut self, at: i64) {
        (self.since, self.used, self.reminded, self.keeps) = (Some(at), 0, false, None);
        self.late_at = (self.left == 0).then_some(at);
        self.outages.clear();
    }

    /// The tick at which the time is used up if nothing changes.
    pub(crate) fn due(&self, now: i64) -> Option<i64> {
        self.since?;
        let (mut later, mut at) = (self.clone(), now);
        while later.late_at.is_none() {
            later.tick(at);
            at += 1;
        }
        later.late_at
    }

    /// Applies an outage that begins now.
    fn outage(&mut self, now: i64, until: i64) {
        let mut expected = self.clone();
        expected.vacations.retain(|(_, from, _)| *from < until);
        if expected.due(now).is_some_and(|due| due < until + HOUR) {
            let left = self.left - self.used;
            self.used = self.left - left.max(HOUR);
            self.outages.push((now, until));
            self.keeps = Some(self.keeps.map_or(left, |keeps| keeps.min(left)));
            return;
        }
        (now..until).for_each(|at| self.tick(at));
    }

    fn rest(&self) -> i64 {
        let rest = self.left - self.used;
        self.keeps.map_or(rest, |keeps| keeps.min(rest))
    }

    /// The tick of the reminder if nothing changes.
    pub(crate) fn reminder(&self, now: i64) -> Option<i64> {
        self.since.filter(|_| !self.reminded)?;
        let (mut later, mut at) = (self.clone(), now);
        while later.used * 5 < later.left * 4 {
            later.tick(at);
            at += 1;
        }
        Some(at)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Placing,
    Playing,
    Over,
}

#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) clock: Clock,
    pub(crate) status: Status,
    pub(crate) seats: Vec<Seat>,
    pub(crate) now: i64,
    /// Number of time-outs.
    pub(crate) timeouts: usize,
    /// Number of turns that ended with a move.
    pub(crate) turns: usize,
}

impl Model {
    /// Creates a game whose last seat is taken now.
    pub(crate) fn new(clock: Clock, seats: Vec<Seat>, now: i64) -> Self {
        let mut model = Self { clock, status: Status::Placing, seats, now, timeouts: 0, turns: 0 };
        for seat in &mut model.seats {
            seat.left = clock.full();
            seat.begin(now);
        }
        model
    }

    pub(crate) fn wait(&mut self, to: i64) {
        while self.now < to {
            for seat in &mut self.seats {
                seat.tick(self.now);
            }
            self.now += 1;
        }
    }

    /// Applies an outage until the given tick, in a state in which no seat is late.
    pub(crate) fn outage(&mut self, until: i64) {
        for seat in &mut self.seats {
            seat.outage(self.now, until);
        }
        self.now = until;
    }

    /// The tick at which the first late seat ran out of time.
    pub(crate) fn late_since(&self) -> Option<i64> {
        self.seats.iter().filter_map(|seat| seat.late_at).filter(|at| *at <= self.now).min()
    }

    /// The seats that ran out of time first.
    pub(crate) fn late(&self) -> Vec<usize> {
        let late_at = |seat: &Seat| seat.late_at.filter(|at| *at <= self.now);
        let Some(first) = self.seats.iter().filter_map(late_at).min() else { return Vec::new() };
        (0..self.seats.len()).filter(|n| late_at(&self.seats[*n]) == Some(first)).collect()
    }

    /// Ends the turn of a seat.
    pub(crate) fn end_turn(&mut self, seat: usize) {
        let (now, playing, clock) = (self.now, self.status == Status::Playing, self.clock);
        self.turns += 1;
        let seat = &mut self.seats[seat];
        assert!(seat.since.is_some_and(|since| since <= now), "{seat:?} has no turn");
        seat.since = None;
        seat.outages.clear();
        seat.left = match clock {
            Clock::Days(days) => days * DAY,
            Clock::Bank { increment, .. } if playing => (seat.rest() + increment * HOUR).min(MAX),
            Clock::Bank { .. } => seat.rest(),
        };
    }

    /// Begins the turns of the seats to move that have not begun yet.
    pub(crate) fn begin_turns(&mut self, to_move: &[usize], since: i64) {
        for n in to_move {
            let seat = &mut self.seats[*n];
            if seat.since.is_none() {
                seat.begin(since);
                (since..self.now).for_each(|at| seat.tick(at));
            }
        }
    }

    pub(crate) fn begin_play(&mut self) {
        self.status = Status::Playing;
        for seat in &mut self.seats {
            (seat.left, seat.since) = (self.clock.full(), None);
            seat.outages.clear();
        }
    }

    pub(crate) fn drop_out(&mut self, seats: &[usize]) {
        self.timeouts += 1;
        for n in seats {
            (self.seats[*n].since, self.seats[*n].late_at, self.seats[*n].out) = (None, None, true);
        }
    }

    pub(crate) fn finish(&mut self) {
        self.status = Status::Over;
        for seat in &mut self.seats {
            (seat.since, seat.late_at) = (None, None);
        }
    }

    /// The seats that are due for a reminder.
    pub(crate) fn to_remind(&self) -> Vec<usize> {
        let short =
            |seat: &Seat| seat.since.is_some() && !seat.reminded && seat.used * 5 >= seat.left * 4;
        (0..self.seats.len()).filter(|n| short(&self.seats[*n])).collect()
    }

    pub(crate) fn remind(&mut self, n: usize) {
        let deadline = self.seats[n].due(self.now).expect("whoever is reminded is to move");
        self.seats[n].reminded = true;
        self.seats[n].reminders.push(deadline);
    }

    pub(crate) fn deadline(&self) -> Option<i64> {
        self.seats.iter().filter_map(|seat| seat.due(self.now)).min()
    }
}
