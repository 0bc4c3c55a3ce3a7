//! What happens in a game of `solo`, and what a viewer may know of it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::sea::{Cell, Face, Half, Suit};
use crate::ruleset::Seat;

/// Something that happened. Sealed, as the events of every ruleset are.
#[derive(Clone, PartialEq, Eq)]
pub struct Event(pub(super) Fact);

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Event(sealed)")
    }
}

/// What an [`Event`] holds, in its stored form.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", content = "body", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Fact {
    Predicted(Predicted),
    Fired(Fired),
}

/// The side on which the coin fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SoloCoin))]
pub enum Coin {
    /// The upper rows are fired at.
    Heads,
    /// The lower rows are.
    Tails,
}

impl Coin {
    /// The half that it chooses.
    pub fn half(self) -> Half {
        match self {
            Self::Heads => Half::Upper,
            Self::Tails => Half::Lower,
        }
    }
}

/// A die that has been rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SoloDie))]
pub struct Die {
    /// The suit of the die: in whose rows its shot falls.
    pub suit: Suit,
    /// The face: in which column.
    pub face: Face,
}

/// A shot that took effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SoloShot))]
pub struct Shot {
    /// Where it fell.
    pub cell: Cell,
    /// The suit whose coin it hit; null for an empty cell, and for a coin that was hit before.
    pub hit: Option<Suit>,
    /// Whether that was the last coin of the suit.
    pub sunk: bool,
}

/// The suit expected to survive has been named; it and the fleets are fixed from here on (S4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SoloPredicted))]
pub struct Predicted {
    /// Who.
    pub seat: Seat,
    /// The suit.
    pub suit: Suit,
}

/// A volley (S5, S6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SoloVolley))]
pub struct Fired {
    /// Who fired.
    pub seat: Seat,
    /// Which volley of the game, from 1.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
    pub volley: u32,
    /// How the coin fell.
    pub coin: Coin,
    /// All four dice, from the top of the sea to the bottom.
    pub dice: Vec<Die>,
    /// The shots in the order in which they took effect. With the shot that leaves one suit afloat the volley stops: the
    /// dice behind it have none.
    pub shots: Vec<Shot>,
}

/// What a viewer may know of an event of `solo`: everything, for it tells no more of the fleets than what was hit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SoloEvent))]
pub enum Glimpse {
    /// The suit expected to survive.
    Predicted(Predicted),
    /// A volley and what it hit.
    Fired(Fired),
}
