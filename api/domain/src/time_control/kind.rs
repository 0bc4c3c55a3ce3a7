//! Kinds of clocks, as they are requested and shown.

use serde::{Deserialize, Serialize};

use crate::time::{DAY, HOUR};

/// Maximum time in a bank, in hours (60 days). A turn then ends within a year even with vacations,
/// and old vacations can be deleted.
const MAX_BANK_HOURS: u32 = 60 * 24;
/// Maximum increment, in hours (14 days).
const MAX_INCREMENT_HOURS: u32 = 14 * 24;
/// Maximum number of days for a turn.
const MAX_DAYS_PER_TURN: u32 = 14;

/// Clock of a game, as its creator chose it: its kind and settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, try_from = "ClockFields")]
pub enum Clock {
    /// Number of days for each turn.
    Days(DaysClock),
    /// Bank of time for the whole game, with an increment after each turn.
    Bank(BankClock),
}

/// Settings of a clock with a number of days for each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DaysClock {
    /// Days for each turn, 1 to 14.
    pub days_per_turn: u32,
}

/// Settings of a clock with a bank of time for the whole game, and an increment after each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BankClock {
    /// Hours that each player has at the start, 1 to 1440.
    pub bank: u32,
    /// Hours added to the bank of a player at the end of each of their turns, 0 to 336.
    pub increment: u32,
}

/// Time control of a game: either `days_per_turn`, or `bank` and `increment` together. A player who
/// runs out of time loses, or is out of the game if others play on. If a player runs out of time
/// while the fleets are placed, the game is cancelled.
// A [`Clock`] is read from these fields, so that errors name the field.
#[derive(Deserialize, utoipa::ToSchema)]
#[schema(as = Clock, example = json!({"days_per_turn": 3}))]
#[serde(deny_unknown_fields)]
pub struct ClockFields {
    /// Days for each turn, 1 to 14. Unused time is lost.
    #[schema(value_type = u32, required = false, minimum = 1, maximum = 14, example = 3)]
    days_per_turn: Option<u32>,
    /// Hours that each player has at the start, 1 to 1440 (60 days). The same time is available for
    /// placing the fleets; play then starts with a full bank. The bank of a player goes down while
    /// they are to move.
    #[schema(value_type = u32, required = false, minimum = 1, maximum = 1440, example = 240)]
    bank: Option<u32>,
    /// Hours added to the bank of a player at the end of each of their turns, 0 to 336 (14 days). A
    /// bank never has more than 1440 hours.
    #[schema(value_type = u32, required = false, minimum = 0, maximum = 336, example = 24)]
    increment: Option<u32>,
}

impl TryFrom<ClockFields> for Clock {
    type Error = &'static str;

    fn try_from(fields: ClockFields) -> Result<Self, Self::Error> {
        match fields {
            ClockFields { days_per_turn: Some(days_per_turn), bank: None, increment: None } => {
                Ok(Self::Days(DaysClock { days_per_turn }))
            }
            ClockFields { days_per_turn: None, bank: Some(bank), increment: Some(increment) } => {
                Ok(Self::Bank(BankClock { bank, increment }))
            }
            ClockFields { days_per_turn: Some(_), .. } => Err(
                "has days for each turn or a bank of time, not both: send `days_per_turn` alone, or `bank` and \
                     `increment`",
            ),
            _ => Err(
                "send `days_per_turn`, or `bank` and `increment` in hours, or null for no clock",
            ),
        }
    }
}

/// Initial time and increment of a clock, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Time at the beginning of the game.
    pub first: i64,
    /// Time added after each turn; `None` if each turn has its full time.
    pub increment: Option<i64>,
}

impl Clock {
    /// Creates a clock with a number of days for each turn.
    pub fn days(days_per_turn: u32) -> Self {
        Self::Days(DaysClock { days_per_turn })
    }

    /// Returns the name of the kind.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Days(_) => "days_per_turn",
            Self::Bank(_) => "bank",
        }
    }

    /// Returns the number of days for each turn; `None` for other kinds.
    pub fn days_per_turn(self) -> Option<u32> {
        match self {
            Self::Days(clock) => Some(clock.days_per_turn),
            Self::Bank(_) => None,
        }
    }

    /// Finds an invalid field. Returns its name and an explanation.
    pub fn invalid_field(self) -> Option<(&'static str, String)> {
        match self {
            Self::Days(DaysClock { days_per_turn: days })
                if !(1..=MAX_DAYS_PER_TURN).contains(&days) =>
            {
                let detail = format!("a turn may take 1 to {MAX_DAYS_PER_TURN} days, not {days}");
                Some(("days_per_turn", detail))
            }
            Self::Bank(BankClock { bank, .. }) if !(1..=MAX_BANK_HOURS).contains(&bank) => {
                let detail =
                    format!("a bank begins with 1 to {MAX_BANK_HOURS} hours (60 days), not {bank}");
                Some(("bank", detail))
            }
            Self::Bank(BankClock { increment, .. }) if increment > MAX_INCREMENT_HOURS => {
                let detail = format!(
                    "a turn adds 0 to {MAX_INCREMENT_HOURS} hours (14 days), not {increment}"
                );
                Some(("increment", detail))
            }
            Self::Days(_) | Self::Bank(_) => None,
        }
    }

    /// Converts the clock to milliseconds.
    pub fn time_control(self) -> TimeControl {
        match self {
            Self::Days(clock) => {
                TimeControl { first: i64::from(clock.days_per_turn) * DAY, increment: None }
            }
            Self::Bank(BankClock { bank, increment }) => TimeControl {
                first: i64::from(bank) * HOUR,
                increment: Some(i64::from(increment) * HOUR),
            },
        }
    }

    /// Computes the time that a seat has for its next turn from the time left at the end of this
    /// one.
    pub(super) fn after_turn(self, left: i64, playing: bool) -> i64 {
        let TimeControl { first, increment } = self.time_control();
        match increment {
            None => first,
            // A player who moved in time never has negative time, even if the system clock jumped.
            Some(increment) if playing => {
                (left.max(0) + increment).min(i64::from(MAX_BANK_HOURS) * HOUR)
            }
            Some(_) => left.max(0),
        }
    }
}
