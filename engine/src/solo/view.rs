//! What a viewer may know of a game of `solo`.

use serde::Serialize;

use super::event::Fired;
use super::placement::{Heading, ShipClass};
use super::sea::{Cell, Suit};

/// A game of `solo` as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SoloView))]
pub struct View {
    /// The suits from the top of the sea to the bottom.
    pub order: Vec<Suit>,
    /// The suit that lends its coins to number the columns.
    pub lends: Suit,
    /// Whether dinghies take the place of ships.
    pub wumpuses: bool,
    /// The suit expected to survive; null until it is named.
    pub prediction: Option<Suit>,
    /// The suits that fight, from the top of the sea, and how they stand.
    pub suits: Vec<SuitView>,
    /// The ships; null where the viewer may not know them (or none are placed): they are their player's secret until
    /// the game is finished.
    pub ships: Option<Vec<ShipView>>,
    /// The volleys, oldest first.
    pub volleys: Vec<Fired>,
}

/// How a suit stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SoloSuitView))]
pub struct SuitView {
    /// Which suit.
    pub suit: Suit,
    /// How many coins it has in all.
    #[cfg_attr(feature = "openapi", schema(example = 6))]
    pub coins: u8,
    /// How many of them are hit.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, example = 2))]
    pub hit: u8,
    /// Whether one at least is not.
    pub afloat: bool,
}

/// A ship that the viewer may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SoloShip))]
pub struct ShipView {
    /// For which suit it fights.
    pub suit: Suit,
    /// Its class.
    pub class: ShipClass,
    /// Its leftmost cell, or its topmost if it lies `down`.
    pub at: Cell,
    /// Which way it lies from there.
    pub heading: Heading,
    /// The cells of its coins, row by row from the top of the sea.
    pub cells: Vec<Cell>,
    /// Those of them that are hit.
    pub hit: Vec<Cell>,
    /// Whether all of them are.
    pub sunk: bool,
}
