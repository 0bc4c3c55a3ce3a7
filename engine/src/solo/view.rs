//! View of a game of `solo`, as one viewer may know it.

use serde::{Deserialize, Serialize};

use super::event::Fired;
use super::placement::Ship;
use super::sea::{Cell, Squares, Suit};
use super::ship::{Heading, ShipClass};
use super::state::{COINS, Solo, only};
use crate::seat::Viewer;

/// Game of `solo` as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = SoloView)]
pub struct View {
    /// Suits from the top of the sea to the bottom.
    pub order: Vec<Suit>,
    /// Suit that lends its coins to number the columns.
    pub lends: Suit,
    /// True if each fighting suit has six dinghies instead of its three ships.
    pub wumpuses: bool,
    /// Suit that the player predicts to survive; null until the prediction.
    pub prediction: Option<Suit>,
    /// Suits that fight, from the top of the sea to the bottom, with their hits.
    pub suits: Vec<SuitView>,
    /// Ships; null if the viewer may not know them, or if none are placed. Only their player may
    /// know them until the game is finished.
    pub ships: Option<Vec<ShipView>>,
    /// Volleys, oldest first.
    pub volleys: Vec<Fired>,
}

/// Hits of a suit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = SoloSuitView)]
pub struct SuitView {
    /// Suit in question.
    pub suit: Suit,
    /// Number of coins of the suit in total.
    #[schema(example = 6)]
    pub coins: u8,
    /// Number of coins of the suit that are hit.
    #[schema(minimum = 0, example = 2)]
    pub hit: u8,
    /// True if at least one coin of the suit is not hit.
    pub afloat: bool,
}

/// Ship that the viewer may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = SoloShip)]
pub struct ShipView {
    /// Suit that the ship fights for.
    pub suit: Suit,
    /// Class of the ship.
    pub class: ShipClass,
    /// Leftmost cell of the ship, or its topmost cell if it lies `down`.
    pub at: Cell,
    /// Direction in which the ship lies from `at`.
    pub heading: Heading,
    /// Cells of the ship's coins, row by row from the top of the sea.
    pub cells: Vec<Cell>,
    /// Cells of the ship that are hit.
    pub hit: Vec<Cell>,
    /// True if all cells of the ship are hit.
    pub sunk: bool,
}

impl Solo {
    pub(super) fn view_for(&self, viewer: Viewer, over: bool) -> View {
        let suits = self.setup.fighting.map(|suit| {
            let hit = self.hit(suit);
            SuitView { suit, coins: COINS, hit, afloat: hit < COINS }
        });
        let known = self.board.fleets.as_ref().filter(|_| over || viewer.is(only()));
        View {
            order: self.setup.sea.order.to_vec(),
            lends: self.setup.options.lends,
            wumpuses: self.setup.options.wumpuses,
            prediction: self.board.prediction,
            suits: suits.into(),
            ships: known
                .map(|fleets| fleets.ships.iter().map(|ship| self.ship_view(ship)).collect()),
            volleys: self.board.volleys.clone(),
        }
    }

    fn ship_view(&self, ship: &Ship) -> ShipView {
        let hit = ship.squares.both(self.board.hit);
        ShipView {
            suit: ship.suit,
            class: ship.class,
            at: self.setup.sea.cell(ship.at),
            heading: ship.heading,
            cells: self.cells(ship.squares),
            hit: self.cells(hit),
            sunk: hit.len() == ship.class.length(),
        }
    }

    fn cells(&self, squares: Squares) -> Vec<Cell> {
        squares.iter().map(|square| self.setup.sea.cell(square)).collect()
    }
}
