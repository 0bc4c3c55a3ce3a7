//! What clocks should do, reckoned in another way: tick by tick, each of twelve minutes.

/// Ticks an hour.
pub(crate) const HOUR: i64 = 5;
pub(crate) const DAY: i64 = 24 * HOUR;
/// What a bank holds at the most.
const MOST: i64 = 60 * DAY;

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

/// A vacation: its id, and the ticks from and until which it lasts.
pub(crate) type Vacation = (String, i64, i64);

#[derive(Clone, Debug, Default)]
pub(crate) struct Seat {
    pub(crate) left: i64,
    used: i64,
    /// Since when it is to move.
    pub(crate) since: Option<i64>,
    reminded: bool,
    /// When its time was used up.
    late_at: Option<i64>,
    pub(crate) out: bool,
    pub(crate) vacations: Vec<Vacation>,
    /// When it was due, of each turn that its player was reminded of.
    pub(crate) reminders: Vec<i64>,
}

impl Seat {
    fn tick(&mut self, at: i64) {
        if self.since.is_none() || self.late_at.is_some() {
            return;
        }
        let away = self.vacations.iter().any(|(_, from, until)| (*from..*until).contains(&at));
        self.used += i64::from(!away);
        if self.used == self.left {
            self.late_at = Some(at + 1);
        }
    }

    fn begin(&mut self, at: i64) {
        (self.since, self.used, self.reminded) = (Some(at), 0, false);
        self.late_at = (self.left == 0).then_some(at);
    }

    /// When its time is used up, if nothing changes.
    pub(crate) fn due(&self, now: i64) -> Option<i64> {
        self.since?;
        let (mut later, mut at) = (self.clone(), now);
        while later.late_at.is_none() {
            later.tick(at);
            at += 1;
        }
        later.late_at
    }

    /// When its player is to be reminded, if nothing changes.
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
    /// How often somebody has run out of time.
    pub(crate) timeouts: usize,
    /// How many turns have ended by a move.
    pub(crate) turns: usize,
}

impl Model {
    /// A game whose last seat is taken now.
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

    /// Those who were the first to be late by now.
    pub(crate) fn late(&self) -> Vec<usize> {
        let late_at = |seat: &Seat| seat.late_at.filter(|at| *at <= self.now);
        let Some(first) = self.seats.iter().filter_map(late_at).min() else { return Vec::new() };
        (0..self.seats.len()).filter(|n| late_at(&self.seats[*n]) == Some(first)).collect()
    }

    /// The turn of a seat ends.
    pub(crate) fn end_turn(&mut self, seat: usize) {
        let (now, playing, clock) = (self.now, self.status == Status::Playing, self.clock);
        self.turns += 1;
        let seat = &mut self.seats[seat];
        assert!(seat.since.is_some_and(|since| since <= now), "{seat:?} has no turn");
        seat.since = None;
        seat.left = match clock {
            Clock::Days(days) => days * DAY,
            Clock::Bank { increment, .. } if playing => (seat.left - seat.used + increment * HOUR).min(MOST),
            Clock::Bank { .. } => seat.left - seat.used,
        };
    }

    /// Those who are to move now, and whose turn does not run, begin theirs.
    pub(crate) fn begin_turns(&mut self, to_move: &[usize]) {
        for n in to_move {
            if self.seats[*n].since.is_none() {
                self.seats[*n].begin(self.now);
            }
        }
    }

    pub(crate) fn begin_play(&mut self) {
        self.status = Status::Playing;
        for seat in &mut self.seats {
            (seat.left, seat.since) = (self.clock.full(), None);
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

    /// Those who are to be reminded now.
    pub(crate) fn to_remind(&self) -> Vec<usize> {
        let short = |seat: &Seat| seat.since.is_some() && !seat.reminded && seat.used * 5 >= seat.left * 4;
        (0..self.seats.len()).filter(|n| short(&self.seats[*n])).collect()
    }

    pub(crate) fn remind(&mut self, n: usize) {
        let due = self.seats[n].due(self.now).expect("whoever is reminded is to move");
        self.seats[n].reminded = true;
        self.seats[n].reminders.push(due);
    }

    pub(crate) fn deadline(&self) -> Option<i64> {
        self.seats.iter().filter_map(|seat| seat.due(self.now)).min()
    }
}
