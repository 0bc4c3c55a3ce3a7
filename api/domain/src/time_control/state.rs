//! Clock states of games, vacations of players, and outages, as they are stored.

use serde::{Deserialize, Serialize};

use crate::time::{HOUR, Time};

/// Clock state of a game whose seats have time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockState {
    /// Length of the log that the clock state belongs to. `broadside check` compares it with the
    /// row.
    pub version: u64,
    /// Clock states of the seats, in order.
    pub seats: Vec<SeatClockState>,
    /// Time in milliseconds at which each seat is due, if its time runs. Derived from the seat's
    /// clock and its player's vacations, for use in lists.
    pub dues: Vec<Option<i64>>,
}

/// Clock state of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatClockState {
    /// Time that the seat has left, in milliseconds: at the beginning of its turn or, if it is not
    /// to move now, of its next turn.
    pub left: i64,
    /// Current turn, if the seat is to move.
    pub runs: Option<RunningTurn>,
}

/// Turn in which the time of a seat runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunningTurn {
    #[serde(with = "crate::time::millis")]
    pub since: Time,
    /// Time that was left to the player at the last reminder of the turn, in milliseconds. No
    /// reminder is due for this or more time.
    pub reminded: Option<i64>,
}

/// Vacation of a player, which stops the player's clocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vacation {
    pub id: String,
    #[serde(with = "crate::time::millis")]
    pub from: Time,
    #[serde(with = "crate::time::millis")]
    pub until: Time,
}

/// Serializes vacations as the column of a player holds them. Equal vacations give equal text.
pub fn vacations_text(vacations: &[Vacation]) -> String {
    serde_json::to_string(vacations).expect("vacations are plain data")
}

impl ClockState {
    /// Serializes the clock state as the column of a game holds it.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("times are plain data")
    }
}

/// Time in which no node could accept a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    pub from_at: Time,
    pub until_at: Time,
}

impl Outage {
    /// Returns the time before which the next check of a game must be for the outage to mark the
    /// game: an hour after its end. The deadlines of other games move only if their turn began
    /// during the outage, and they are corrected when they are next processed.
    pub fn marks_until(self) -> Time {
        Time(self.until_at.0 + HOUR)
    }
}
