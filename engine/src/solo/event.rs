//! Events of a game of `solo`, and the form in which viewers see them.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::sea::{Cell, Face, Half, Suit};
use crate::seat::Seat;

/// Event of a game. Sealed, like the events of every ruleset.
#[derive(Clone, PartialEq, Eq)]
pub struct Event(pub(super) Fact);

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Event(sealed)")
    }
}

/// Content of an [`Event`], in its stored form.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", content = "body", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Fact {
    Predicted(Predicted),
    Fired(Fired),
}

/// Side on which the coin fell.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = SoloCoin)]
pub enum Coin {
    /// The shots fall in the upper rows.
    Heads,
    /// The shots fall in the lower rows.
    Tails,
}

impl Coin {
    /// Returns the half of the rows in which the shots fall.
    pub fn half(self) -> Half {
        match self {
            Self::Heads => Half::Upper,
            Self::Tails => Half::Lower,
        }
    }
}

/// Die that was rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SoloDie)]
pub struct Die {
    /// Suit of the die. Its shot falls in the rows of this suit.
    pub suit: Suit,
    /// Face of the die. Its shot falls in the column of this face.
    pub face: Face,
}

/// Shot that took effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SoloShot)]
pub struct Shot {
    /// Cell in which the shot fell.
    pub cell: Cell,
    /// Suit of the coin that was hit; null for an empty cell, and for a coin that was hit before.
    pub hit: Option<Suit>,
    /// True if the shot hit the last coin of the suit.
    pub sunk: bool,
}

/// Prediction of the suit that will survive. From now on, the prediction and the fleets are fixed
/// (S4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SoloPredicted)]
pub struct Predicted {
    /// Seat of the player.
    pub seat: Seat,
    /// Suit that was predicted.
    pub suit: Suit,
}

/// Volley (S5, S6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SoloVolley)]
pub struct Fired {
    /// Seat that fired.
    pub seat: Seat,
    /// Number of the volley in the game, from 1.
    #[schema(minimum = 1, example = 1)]
    pub volley: u32,
    /// Side on which the coin fell.
    pub coin: Coin,
    /// All four dice, from the top of the sea to the bottom.
    pub dice: Vec<Die>,
    /// Shots in the order in which they took effect. The volley stops when only one suit is afloat:
    /// the remaining dice have no shot.
    pub shots: Vec<Shot>,
}

/// Event of `solo` as a viewer may know it. Viewers see all of it, because it reveals nothing of
/// the fleets except the coins that were hit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = SoloEvent)]
pub enum Glimpse {
    /// The player predicted the suit that will survive.
    Predicted(Predicted),
    /// A volley was fired.
    Fired(Fired),
}
