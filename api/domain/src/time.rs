//! Points in time, and lengths of time in milliseconds.

use std::fmt;

/// Time in milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, utoipa::ToSchema)]
#[schema(value_type = String, format = DateTime, example = "2026-05-01T10:00:00.000Z",
    description = "Time (RFC 3339, UTC).")]
pub struct Time(pub i64);

/// A minute in milliseconds.
pub const MINUTE: i64 = 60 * 1000;
/// An hour in milliseconds.
pub const HOUR: i64 = 60 * MINUTE;
/// A day in milliseconds.
pub const DAY: i64 = 24 * HOUR;

impl Time {
    /// Returns this time, or the first one after another if it is not later. Two changes in the
    /// same millisecond get different times, also if the clock is set back.
    pub fn after(self, other: Option<Self>) -> Self {
        other.map_or(self, |other| self.max(Self(other.0 + 1)))
    }

    /// Returns the time some days later.
    #[must_use]
    pub fn plus_days(self, days: u32) -> Self {
        Self(self.0 + i64::from(days) * DAY)
    }
}

/// Formats the time as RFC 3339 in UTC, to the millisecond.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match jiff::Timestamp::from_millisecond(self.0) {
            Ok(time) => write!(f, "{time:.3}"),
            Err(_) => f.write_str("-"),
        }
    }
}

impl serde::Serialize for Time {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Serialization of times as milliseconds, where they are stored. Elsewhere, they are text.
pub mod millis {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::Time;

    /// Serializes a time.
    ///
    /// # Errors
    /// If the serializer fails.
    pub fn serialize<S: Serializer>(time: &Time, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(time.0)
    }

    /// Deserializes a time.
    ///
    /// # Errors
    /// If it is no number.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Time, D::Error> {
        i64::deserialize(deserializer).map(Time)
    }
}
