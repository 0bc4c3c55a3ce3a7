//! Clocks: how much time a seat has, when it is due, and when it is to be reminded. Pure: times in, times out.

mod kind;
mod running;
#[cfg(test)]
mod tests;

use broadside_engine::ruleset::{Seat, Seats};

use crate::ambient::Time;
use crate::store::{Outage, Run, SeatTime, Times};

pub(super) use self::running::Pauses;
use self::running::Running;
pub use kind::{BankClock, Clock, ClockSchema, DaysClock};

/// After all outages.
const FOREVER: Time = Time(i64::MAX);

/// Where a game is, as far as its clocks mind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// How many seats it has.
    pub seats: usize,
    /// Whether all seats are taken and the game is not over.
    pub on: bool,
    /// Whether play has begun.
    pub playing: bool,
    /// The seats that are to move.
    pub to_move: Seats,
    /// A count that grows whenever somebody's time begins to run.
    pub turn: u32,
}

/// What changes when the clocks of a game are due.
pub trait Away {
    /// What concerns a seat.
    fn of(&self, seat: Seat) -> Pauses<'_>;
}

impl SeatTime {
    fn running(&self, pauses: Pauses<'_>) -> Option<Running> {
        let clock = self.runs.map(|run| Running::since(run.since, self.left))?;
        Some(clock.after_outages(pauses, FOREVER).0)
    }

    /// When its time is used up, if it runs.
    pub fn due(&self, pauses: Pauses<'_>) -> Option<Time> {
        self.running(pauses).map(|clock| clock.due(pauses.vacations))
    }

    /// When its player is to be reminded, if it runs and that has not happened: when four fifths of its time are used.
    pub fn reminder(&self, pauses: Pauses<'_>) -> Option<Time> {
        self.runs.filter(|run| !run.reminded)?;
        let rest = self.left - self.left / 5 * 4;
        self.running(pauses).map(|clock| clock.due_but(rest, pauses.vacations))
    }

    /// The outages that have given it time back, if it runs.
    pub fn outages<'a>(&self, pauses: Pauses<'a>) -> Vec<&'a Outage> {
        let clock = self.runs.map(|run| Running::since(run.since, self.left));
        clock.map(|clock| clock.after_outages(pauses, FOREVER).1).unwrap_or_default()
    }
}

/// When time is used up that runs from some time on, if no vacation stops it.
pub(super) fn due_after_outages(since: Time, left: i64, outages: &[Outage]) -> Time {
    let pauses = Pauses { vacations: &[], outages };
    Running::since(since, left).after_outages(pauses, FOREVER).0.due(&[])
}

impl Times {
    /// The clocks after a step that was taken at a time; `None` while nobody's can run.
    ///
    /// A clock begins to run when its seat's turn does, and runs on untouched until that turn ends. While fleets are placed
    /// everybody has what a turn has at the most, and play begins with the same.
    pub fn next(
        clock: Clock,
        before: Option<(&Self, Stage)>,
        after: Stage,
        at: Time,
        away: &impl Away,
    ) -> Option<Self> {
        if !after.on {
            return None;
        }
        let before = before.filter(|(_, stage)| stage.playing == after.playing);
        let full = SeatTime { left: clock.pace().first, runs: None };
        let next = |seat: Seat| {
            let was = before.and_then(|(times, _)| times.seats.get(seat.index()).copied()).unwrap_or(full);
            let moves = after.to_move.contains(seat);
            let same_turn = before.is_some_and(|(_, stage)| stage.turn == after.turn);
            match was.runs {
                Some(_) if moves && same_turn => was,
                Some(run) => {
                    let pauses = away.of(seat);
                    let (ran, _) = Running::since(run.since, was.left).after_outages(pauses, at);
                    let left = clock.after_turn(ran.rest(at, pauses.vacations), after.playing);
                    SeatTime { left, runs: moves.then_some(Run { since: at, reminded: false }) }
                }
                None => SeatTime { runs: moves.then_some(Run { since: at, reminded: false }), ..was },
            }
        };
        Some(Self { version: 0, seats: Seat::first(after.seats as u8).map(next).collect(), dues: Vec::new() })
    }

    /// The clocks of a game that a version without them has left: what is known is when whoever is to move is due.
    pub fn rebuilt(clock: Clock, stage: Stage, deadline: Option<Time>) -> Option<Self> {
        let left = clock.pace().first;
        let run = deadline.map(|deadline| Run { since: Time(deadline.0 - left), reminded: false });
        let seat = |seat| SeatTime { left, runs: run.filter(|_| stage.to_move.contains(seat)) };
        stage.on.then(|| Self {
            version: 0,
            seats: Seat::first(stage.seats as u8).map(seat).collect(),
            dues: Vec::new(),
        })
    }

    /// The seats with their clocks.
    pub fn seats(&self) -> impl Iterator<Item = (Seat, &SeatTime)> {
        Seat::first(self.seats.len() as u8).zip(&self.seats)
    }

    /// When the first of those who are to move is due.
    pub fn deadline(&self, away: &impl Away) -> Option<Time> {
        self.seats().filter_map(|(seat, time)| time.due(away.of(seat))).min()
    }

    /// When something is to be done next: somebody to be reminded, or out of time.
    pub fn attend_at(&self, away: &impl Away) -> Option<Time> {
        let next = |(seat, time): (Seat, &SeatTime)| {
            let due = time.due(away.of(seat))?;
            Some(time.reminder(away.of(seat)).map_or(due, |reminder| reminder.min(due)))
        };
        self.seats().filter_map(next).min()
    }

    /// The seats that were the first to run out of time, by now. Others may have run out after them: what becomes of those
    /// depends on what the game makes of the first.
    pub fn late(&self, now: Time, away: &impl Away) -> Option<Seats> {
        let first = self.deadline(away).filter(|first| *first <= now)?;
        let late = |(seat, time): (Seat, &SeatTime)| {
            time.due(away.of(seat)).is_some_and(|due| due == first).then_some(seat)
        };
        Some(self.seats().filter_map(late).collect())
    }

    /// Notes that those are reminded who are to be by now; they, and when each is due.
    pub fn remind(&mut self, now: Time, away: &impl Away) -> Vec<(Seat, Time)> {
        let mut reminded = Vec::new();
        for (seat, time) in Seat::first(self.seats.len() as u8).zip(&mut self.seats) {
            let of = away.of(seat);
            let now = time.reminder(of).is_some_and(|reminder| reminder <= now);
            let due = time.due(of);
            if let (true, Some(run), Some(due)) = (now, &mut time.runs, due) {
                run.reminded = true;
                reminded.push((seat, due));
            }
        }
        reminded
    }
}
