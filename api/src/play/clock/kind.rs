//! The kinds of clocks, as they are asked for and shown.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ambient::{DAY, HOUR};

/// What a bank holds at the most, in hours: 60 days.
const MOST_BANK: u32 = 60 * 24;
/// The longest increment, in hours: 14 days.
const MOST_INCREMENT: u32 = 14 * 24;
/// The most days a turn may take.
const MOST_DAYS: u32 = 14;

/// How long a player has. Whoever runs out of time loses, or is out of a game that the others play on; while the fleets are
/// being placed the game is called off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged, try_from = "Asked")]
#[schema(example = json!({"days_per_turn": 3}))]
pub enum Clock {
    /// So many days for each turn.
    Days(DaysClock),
    /// A bank of time for the whole game, and more after each turn.
    Bank(BankClock),
}

/// So many days for each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DaysClock {
    /// How many days each turn may take, 1 to 14. What is not used is not kept.
    #[schema(minimum = 1, maximum = 14, example = 3)]
    pub days_per_turn: u32,
}

/// A bank of time for the whole game, and more after each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BankClock {
    /// How many hours each player has at the beginning, 1 to 1440 (60 days). The fleets are placed within the same time, and
    /// play begins with a full bank. A bank goes down while its player is to move.
    #[schema(minimum = 1, maximum = 1440, example = 240)]
    pub bank: u32,
    /// How many hours a bank gets at the end of each turn of its player, 0 to 336 (14 days). It never holds more than 1440.
    #[schema(minimum = 0, maximum = 336, example = 24)]
    pub increment: u32,
}

/// A clock as it is written, so that a field which is wrong is named.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    days_per_turn: Option<u32>,
    bank: Option<u32>,
    increment: Option<u32>,
}

impl TryFrom<Asked> for Clock {
    type Error = &'static str;

    fn try_from(asked: Asked) -> Result<Self, Self::Error> {
        match asked {
            Asked { days_per_turn: Some(days_per_turn), bank: None, increment: None } => {
                Ok(Self::Days(DaysClock { days_per_turn }))
            }
            Asked { days_per_turn: None, bank: Some(bank), increment: Some(increment) } => {
                Ok(Self::Bank(BankClock { bank, increment }))
            }
            Asked { days_per_turn: Some(_), .. } => Err(
                "has days for each turn or a bank of time, not both: send `days_per_turn` alone, or `bank` and \
                     `increment`",
            ),
            _ => Err("send `days_per_turn`, or `bank` and `increment`, both in hours; null is no clock"),
        }
    }
}

/// What a clock gives, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// At the beginning of the game.
    pub first: i64,
    /// After each turn; `None` if each turn has all of its time anew.
    pub increment: Option<i64>,
}

impl Clock {
    /// So many days for each turn.
    pub fn days(days_per_turn: u32) -> Self {
        Self::Days(DaysClock { days_per_turn })
    }

    /// The word for its kind.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Days(_) => "days_per_turn",
            Self::Bank(_) => "bank",
        }
    }

    /// How many days each turn may take, if that is what it says.
    pub fn days_per_turn(self) -> Option<u32> {
        match self {
            Self::Days(clock) => Some(clock.days_per_turn),
            Self::Bank(_) => None,
        }
    }

    /// What is wrong with it: which field, and what would be right.
    pub fn fault(self) -> Option<(&'static str, String)> {
        let outside = |value: u32, range: std::ops::RangeInclusive<u32>| !range.contains(&value);
        match self {
            Self::Days(DaysClock { days_per_turn: days }) => outside(days, 1..=MOST_DAYS)
                .then(|| ("days_per_turn", format!("a turn may take 1 to {MOST_DAYS} days, not {days}"))),
            Self::Bank(BankClock { bank, .. }) if outside(bank, 1..=MOST_BANK) => {
                Some(("bank", format!("a bank begins with 1 to {MOST_BANK} hours (60 days), not {bank}")))
            }
            Self::Bank(BankClock { increment, .. }) => outside(increment, 0..=MOST_INCREMENT).then(|| {
                let detail = format!("a turn adds 0 to {MOST_INCREMENT} hours (14 days), not {increment}");
                ("increment", detail)
            }),
        }
    }

    /// What it gives.
    pub fn pace(self) -> Pace {
        match self {
            Self::Days(clock) => Pace { first: i64::from(clock.days_per_turn) * DAY, increment: None },
            Self::Bank(BankClock { bank, increment }) => {
                Pace { first: i64::from(bank) * HOUR, increment: Some(i64::from(increment) * HOUR) }
            }
        }
    }

    /// What a seat has for its next turn, given what it had left at the end of one, in play or while fleets are placed.
    pub(super) fn after_turn(self, left: i64, playing: bool) -> i64 {
        let Pace { first, increment } = self.pace();
        match increment {
            None => first,
            // Nobody who has moved in time is left with less than nothing, whatever the machine's clock does meanwhile.
            Some(increment) if playing => (left.max(0) + increment).min(i64::from(MOST_BANK) * HOUR),
            Some(_) => left.max(0),
        }
    }
}
