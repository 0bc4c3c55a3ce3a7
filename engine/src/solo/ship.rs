//! Classes of ships, and how a ship lies (S2).

use serde::{Deserialize, Serialize};

/// Class of ships.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::Display,
    strum::IntoStaticStr,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[schema(as = SoloClass)]
pub enum ShipClass {
    /// One coin. Each fleet has one; a fleet of wumpuses has six, and no other ships.
    Dinghy,
    /// Two coins. Each fleet has one.
    Submarine,
    /// Three coins. Each fleet has one.
    Cruiser,
}

impl ShipClass {
    /// All classes, the shortest first.
    pub const ALL: [Self; 3] = [Self::Dinghy, Self::Submarine, Self::Cruiser];

    /// Returns the name of the class, as used in the API.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Returns the number of coins of a ship of this class.
    pub fn length(self) -> u8 {
        self as u8 + 1
    }
}

/// Direction in which a ship lies from its leftmost cell, or from its topmost cell if it lies
/// `down`.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    strum::Display,
    strum::IntoStaticStr,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[schema(as = SoloHeading)]
pub enum Heading {
    /// To the right, along a row.
    Across,
    /// Downwards, along a column.
    Down,
    /// To the right and downwards.
    DiagonalDown,
    /// To the right and upwards.
    DiagonalUp,
}

impl Heading {
    /// All directions, in the order in which a random placement tries them.
    pub const ALL: [Self; 4] = [Self::Across, Self::Down, Self::DiagonalDown, Self::DiagonalUp];

    /// Returns the name of the direction, as used in the API.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Returns the rows and columns from one cell to the next.
    pub(super) fn step(self) -> (i8, i8) {
        match self {
            Self::Across => (0, 1),
            Self::Down => (1, 0),
            Self::DiagonalDown => (1, 1),
            Self::DiagonalUp => (-1, 1),
        }
    }
}
