//! Clocks: the time that a seat has, its deadline, and its reminder. All functions are pure.

mod kind;
mod reminders;
mod running;
mod state;
#[cfg(test)]
mod tests;

use broadside_engine::seat::{Seat, Seats};

use crate::time::{HOUR, Time};

pub use self::running::Pauses;
use self::running::RunningClock;
pub use kind::{BankClock, Clock, ClockFields, DaysClock};
pub use reminders::{MAX_REMINDER_HOURS, MAX_REMINDERS, reminders};
pub use state::{ClockState, Outage, RunningTurn, SeatClockState, Vacation, vacations_text};

/// Time after all outages.
const END_OF_TIME: Time = Time(i64::MAX);
/// Fifths of the time of a seat that pass before its reminder, unless its player has chosen other
/// times.
const FIFTHS_BEFORE_REMINDER: i64 = 4;

/// State of a game that its clocks depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnState {
    pub seats: usize,
    /// True if all seats are taken and the game is not over.
    pub is_running: bool,
    pub playing: bool,
    pub to_move: Seats,
    /// Counter that grows whenever the time of a seat begins to run.
    pub turn: u32,
}

/// Pauses and reminders of the players of a game, which its clocks depend on.
pub trait PlayerTimes {
    fn pauses(&self, seat: Seat) -> Pauses<'_>;

    /// Returns the hours before a deadline at which the player of a seat wants reminders; empty for
    /// the usual time.
    fn reminders(&self, seat: Seat) -> &[u32];
}

impl SeatClockState {
    fn running(&self, pauses: Pauses<'_>) -> Option<RunningClock> {
        let clock = self.runs.map(|run| RunningClock::new(run.since, self.left))?;
        Some(clock.after_outages(pauses, END_OF_TIME).0)
    }

    /// Returns the time at which the time of the seat is used up, if its clock runs.
    pub fn due_at(&self, pauses: Pauses<'_>) -> Option<Time> {
        self.running(pauses).map(|clock| clock.due(pauses.vacations))
    }

    /// Returns the time of the next reminder. `None` if the clock does not run, or if no reminder
    /// is left.
    pub fn reminder_at(&self, pauses: Pauses<'_>, hours: &[u32]) -> Option<Time> {
        self.next_reminder(pauses, hours).map(|(at, _)| at)
    }

    /// Returns the time of the next reminder, and the time that remains to the player then. It is
    /// due at the hours before the deadline that are within the time of the turn; if no hour is,
    /// when four fifths of the time are used.
    fn next_reminder(&self, pauses: Pauses<'_>, hours: &[u32]) -> Option<(Time, i64)> {
        let run = self.runs?;
        let mut remaining_times: Vec<i64> = hours
            .iter()
            .map(|hours| i64::from(*hours) * HOUR)
            .filter(|remaining| *remaining < self.left)
            .collect();
        if remaining_times.is_empty() {
            remaining_times.push(self.left - self.left / 5 * FIFTHS_BEFORE_REMINDER);
        }
        remaining_times.retain(|remaining| run.reminded.is_none_or(|last| *remaining < last));
        let remaining = remaining_times.into_iter().max()?;
        let at = self.running(pauses)?.due_with_remaining(remaining, pauses.vacations);
        Some((at, remaining))
    }

    /// Marks the reminders that are due. Returns true if there was one. After a time without
    /// reminders, several are one.
    fn mark_reminder(&mut self, now: Time, pauses: Pauses<'_>, hours: &[u32]) -> bool {
        let mut is_due = false;
        while let Some((_, remaining)) =
            self.next_reminder(pauses, hours).filter(|(at, _)| *at <= now)
        {
            self.runs = self.runs.map(|run| RunningTurn { reminded: Some(remaining), ..run });
            is_due = true;
        }
        is_due
    }

    /// Returns the outages that have given time back to the seat, if its clock runs.
    pub fn outages<'a>(&self, pauses: Pauses<'a>) -> Vec<&'a Outage> {
        let clock = self.runs.map(|run| RunningClock::new(run.since, self.left));
        clock.map(|clock| clock.after_outages(pauses, END_OF_TIME).1).unwrap_or_default()
    }
}

/// Returns the time at which `left` is used up from `since` on, if no vacation stops the clock.
pub fn due_after_outages(since: Time, left: i64, outages: &[Outage]) -> Time {
    let pauses = Pauses { vacations: &[], outages };
    RunningClock::new(since, left).after_outages(pauses, END_OF_TIME).0.due(&[])
}

impl ClockState {
    /// Computes the clocks after a step at a time; `None` while no clock can run.
    ///
    /// The clock of a seat starts when its turn begins, and does not change until that turn ends.
    /// While fleets are placed, every seat has the full initial time, and play begins with the same
    /// time.
    pub fn next(
        clock: Clock,
        before: Option<(&Self, TurnState)>,
        after: TurnState,
        at: Time,
        players: &impl PlayerTimes,
    ) -> Option<Self> {
        if !after.is_running {
            return None;
        }
        let before = before.filter(|(_, turn)| turn.playing == after.playing);
        let initial = SeatClockState { left: clock.time_control().first, runs: None };
        let is_same_turn = before.is_some_and(|(_, turn)| turn.turn == after.turn);
        let mut seats = Vec::with_capacity(after.seats);
        for seat in Seat::first(after.seats as u8) {
            let seat_before = before
                .and_then(|(clocks, _)| clocks.seats.get(seat.index()).copied())
                .unwrap_or(initial);
            let is_to_move = after.to_move.contains(seat);
            if is_to_move && is_same_turn && seat_before.runs.is_some() {
                seats.push(seat_before);
                continue;
            }
            let mut left = seat_before.left;
            if let Some(run) = seat_before.runs {
                let pauses = players.pauses(seat);
                let (running, _) = RunningClock::new(run.since, left).after_outages(pauses, at);
                left = clock.after_turn(running.remaining_at(at, pauses.vacations), after.playing);
            }
            let runs = is_to_move.then_some(RunningTurn { since: at, reminded: None });
            seats.push(SeatClockState { left, runs });
        }
        Some(Self { version: 0, seats, dues: Vec::new() })
    }

    pub fn seats(&self) -> impl Iterator<Item = (Seat, &SeatClockState)> {
        Seat::first(self.seats.len() as u8).zip(&self.seats)
    }

    /// Returns the earliest deadline of the seats to move.
    pub fn deadline(&self, players: &impl PlayerTimes) -> Option<Time> {
        self.seats().filter_map(|(seat, clock)| clock.due_at(players.pauses(seat))).min()
    }

    /// Returns the time of the next check: the earliest reminder or deadline.
    pub fn next_check_at(&self, players: &impl PlayerTimes) -> Option<Time> {
        let checks = self.seats().filter_map(|(seat, clock)| {
            let due = clock.due_at(players.pauses(seat))?;
            let reminder = clock.reminder_at(players.pauses(seat), players.reminders(seat));
            Some(reminder.map_or(due, |reminder| reminder.min(due)))
        });
        checks.min()
    }

    /// Returns the seats with the earliest deadline, if it has passed. Other seats may have run out
    /// of time after them, but what happens to those depends on how the game ends the time of the
    /// first.
    pub fn timed_out_seats(&self, now: Time, players: &impl PlayerTimes) -> Option<Seats> {
        let deadline = self.deadline(players).filter(|deadline| *deadline <= now)?;
        let timed_out = self.seats().filter(|(seat, clock)| {
            clock.due_at(players.pauses(*seat)).is_some_and(|due| due == deadline)
        });
        Some(timed_out.map(|(seat, _)| seat).collect())
    }

    /// Marks the seats whose reminder is due as reminded. Returns them with their deadlines.
    pub fn mark_reminders(&mut self, now: Time, players: &impl PlayerTimes) -> Vec<(Seat, Time)> {
        let mut reminded = Vec::new();
        for (seat, clock) in Seat::first(self.seats.len() as u8).zip(&mut self.seats) {
            let pauses = players.pauses(seat);
            let due = clock.due_at(pauses);
            if clock.mark_reminder(now, pauses, players.reminders(seat)) {
                reminded.extend(due.map(|due| (seat, due)));
            }
        }
        reminded
    }
}
