//! The clocks of a game's seats and the vacations of players, as they are kept.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::ambient::Time;

/// The clocks of a game whose seats have time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    /// The length of the log that they belong to. A node of a version without them leaves them behind.
    pub version: u64,
    /// Those of the seats, in order.
    pub seats: Vec<SeatTime>,
    /// When each of the seats is due, in milliseconds, if its time runs: what follows from its clock and from the vacations of
    /// its player, for lists to go by.
    #[serde(default)]
    pub dues: Vec<Option<i64>>,
}

/// The clock of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatTime {
    /// The time that the seat has, in milliseconds: at the beginning of its turn, or if it is not to move now for its next.
    pub left: i64,
    /// Its turn, if it is to move.
    pub runs: Option<Run>,
}

/// A turn that a seat's time runs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// When it began.
    #[serde(with = "millis")]
    pub since: Time,
    /// Whether its player has been reminded of it.
    pub reminded: bool,
}

/// A time that a player is away for, which stops the player's clocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vacation {
    /// Its id.
    pub id: String,
    /// When it begins.
    #[serde(with = "millis")]
    pub from: Time,
    /// When it has ended.
    #[serde(with = "millis")]
    pub until: Time,
}

/// Vacations as the column of a player has them. The same ones are the same text.
pub(super) fn vacations_text(vacations: &[Vacation]) -> String {
    serde_json::to_string(vacations).expect("vacations are plain data")
}

impl Times {
    /// The clocks as the column of a game has them.
    pub(super) fn text(&self) -> String {
        serde_json::to_string(self).expect("times are plain data")
    }
}

/// Times are kept as milliseconds, and shown as text.
mod millis {
    use super::{Deserialize, Deserializer, Serializer, Time};

    pub(super) fn serialize<S: Serializer>(time: &Time, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(time.0)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Time, D::Error> {
        i64::deserialize(deserializer).map(Time)
    }
}
