//! Refusals of `solo`.

use super::sea::{Cell, Suit};
use super::ship::{Heading, ShipClass};
use crate::ruleset::{RefusalKind, RuleError};

/// Reason for refusing a setting, a placement or an action of `solo`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The setting is not allowed (S1).
    #[error("{detail}")]
    BadOption {
        /// Number of the rule.
        rule: &'static str,
        /// Path of the setting.
        field: String,
        /// Description of the fault, with what would be right.
        detail: String,
    },
    /// The placement is invalid (S2, S3, S8).
    #[error(transparent)]
    BadPlacement(#[from] PlacementError),
    /// The predicted suit does not fight (S4).
    #[error("{suit} lends its coins and does not fight: predict one of {fighting}")]
    NotFighting {
        /// Suit in question.
        suit: Suit,
        /// Suits that fight.
        fighting: String,
    },
    /// This suit has already been predicted (S4).
    #[error("{0} is predicted: the prediction stands, and the fleets with it")]
    Predicted(Suit),
    /// No suit has been predicted (S4).
    #[error("no suit is predicted yet: `predict` one, which begins the game")]
    PredictFirst,
}

impl RuleError for Refusal {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::Predicted(_) | Self::PredictFirst => RefusalKind::NotNow,
            _ => RefusalKind::AgainstRule,
        }
    }

    fn rule(&self) -> Option<&'static str> {
        Some(match self {
            Self::BadOption { rule, .. } => rule,
            Self::BadPlacement(error) => error.rule(),
            Self::NotFighting { .. } | Self::Predicted(_) | Self::PredictFirst => "S4",
        })
    }

    fn field(&self) -> String {
        match self {
            Self::BadOption { field, .. } => field.clone(),
            Self::BadPlacement(error) => error.field(),
            Self::NotFighting { .. } => "suit".to_owned(),
            Self::Predicted(_) | Self::PredictFirst => String::new(),
        }
    }
}

/// Reason for rejecting a list of ships as a placement. Ships are counted from 0 in the order of
/// the list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlacementError {
    /// The suit lends its coins and has no ships (S2).
    #[error(
        "{suit} lends its coins to number the columns and has no ships: those that fight are {fighting}"
    )]
    Lends {
        /// Index of the ship in the list.
        ship: usize,
        /// Suit in question.
        suit: Suit,
        /// Suits that fight.
        fighting: String,
    },
    /// The game has only dinghies (S8).
    #[error("with `wumpuses` every suit has six dinghies and no {class}")]
    DinghiesOnly {
        /// Index of the ship in the list.
        ship: usize,
        /// Class of the ship.
        class: ShipClass,
    },
    /// The ship extends beyond the edge of the sea (S3).
    #[error(
        "a {class} of {} does not fit at {at} {heading}: the sea ends at {last}, and a ship is named by its leftmost \
         cell, or by its topmost if it lies down",
        coins(.class)
    )]
    OffSea {
        /// Index of the ship in the list.
        ship: usize,
        /// Class of the ship.
        class: ShipClass,
        /// First cell of the ship.
        at: Cell,
        /// Direction of the ship.
        heading: Heading,
        /// Last cell of the sea.
        last: Cell,
    },
    /// Two ships share a cell (S3).
    #[error(
        "ship {} and ship {} both have a coin at {cell}: there is one coin to a cell, and diagonals may cross between \
         cells alone",
        .other + 1, .ship + 1
    )]
    Overlap {
        /// Index of the ship in the list.
        ship: usize,
        /// Index of the earlier ship that it overlaps.
        other: usize,
        /// Cell that both ships cover.
        cell: Cell,
    },
    /// The list has too many or too few ships of a class (S3, S8).
    #[error("{suit} has {found} of class `{class}` here: it has exactly {wanted}")]
    WrongCount {
        /// Number of the rule.
        rule: &'static str,
        /// Suit of the ships.
        suit: Suit,
        /// Class of the ships.
        class: ShipClass,
        /// Number of such ships in the list.
        found: usize,
        /// Number of such ships in the fleet of the suit.
        wanted: usize,
    },
}

fn coins(class: &ShipClass) -> String {
    format!("{} coin{}", class.length(), if class.length() == 1 { "" } else { "s" })
}

impl PlacementError {
    /// Returns the number of the rule that is broken.
    pub fn rule(&self) -> &'static str {
        match self {
            Self::Lends { .. } => "S2",
            Self::DinghiesOnly { .. } => "S8",
            Self::OffSea { .. } | Self::Overlap { .. } => "S3",
            Self::WrongCount { rule, .. } => rule,
        }
    }

    /// Returns the path of the fault in the placement: `ships` or `ships[2].at`.
    pub fn field(&self) -> String {
        match self {
            Self::Lends { ship, .. } => format!("ships[{ship}].suit"),
            Self::DinghiesOnly { ship, .. } => format!("ships[{ship}].class"),
            Self::OffSea { ship, .. } | Self::Overlap { ship, .. } => format!("ships[{ship}].at"),
            Self::WrongCount { .. } => "ships".to_owned(),
        }
    }
}
