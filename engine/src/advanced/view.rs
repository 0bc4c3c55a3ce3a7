//! View of a game of `advanced`, as one viewer may know it.

use serde::{Deserialize, Serialize};

use super::event::Glimpse;
use super::state::Advanced;
use super::weapon::{Kind, Order, WeaponStatus};
use crate::fleet::{ClassName, Heading};
use crate::grid::{Cell, CellSet, Grid};
use crate::seat::{Seat, Viewer};

/// Game of `advanced` as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = AdvancedView)]
pub struct View {
    /// Size of the map.
    pub grid: Grid,
    /// Rows of the map from the top: `#` is land, `~` is water.
    pub map: Vec<String>,
    /// Recipe of the map, as in `v1:16x16:herring`; null for a given map.
    pub recipe: Option<String>,
    /// Classes of ships that each player has.
    pub fleet: Vec<FleetClass>,
    /// Points that each player had at the beginning, for the placement and the game.
    #[schema(example = 60)]
    pub points: u8,
    /// Points that each player receives at the beginning of each own turn.
    #[schema(example = 0)]
    pub resupply: u8,
    /// Seat that has the first turn; null before play.
    pub first: Option<Seat>,
    /// Number of turns that have begun, including turns that were passed over.
    pub turn: u32,
    /// Sides of the seats, in the order of the seats.
    pub sides: Vec<SideView>,
    /// Operations since the first turn, oldest first, as their events show them to this viewer.
    /// When the game is over, they are complete. Purchases and orders are not included.
    pub operations: Vec<Glimpse>,
}

/// Class of ships.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = AdvancedClass)]
pub struct FleetClass {
    /// Name of the class.
    pub class: ClassName,
    /// Number of squares that a ship of this class covers.
    pub length: u8,
    /// Number of ships of this class that each player has.
    pub ships: u8,
}

/// Side of a seat: public information, and the secrets that the viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = AdvancedSide)]
pub struct SideView {
    /// Seat of this side.
    pub seat: Seat,
    /// Ships of the seat; null if the viewer may not know them, or if none are placed. Only their
    /// owner may know them until the game is finished.
    pub ships: Option<Vec<ShipView>>,
    /// Weapons of the seat, in the order in which they were listed and bought, including used ones;
    /// null if `ships` is null.
    pub weapons: Option<Vec<WeaponView>>,
    /// Points left; null if `ships` is null.
    #[serde(rename = "remaining_points")]
    pub points_left: Option<u32>,
    /// Classes of the ships announced as sunk, in the order in which they sank.
    pub sunk: Vec<ClassName>,
    /// Number of times in a row that the seat has passed or was passed over. Ten for each player
    /// end the game.
    pub passes: u8,
}

/// Ship that the viewer may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = AdvancedShip)]
pub struct ShipView {
    /// Class of the ship.
    pub class: ClassName,
    /// Leftmost or topmost square of the ship.
    pub at: Cell,
    /// Direction in which the ship lies from `at`.
    pub heading: Heading,
    /// Squares that the ship covers.
    pub cells: CellSet,
    /// Squares of the ship that are hit.
    pub hit: CellSet,
    /// True if all squares of the ship are hit.
    pub sunk: bool,
}

/// Weapon that the viewer may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = AdvancedOwnWeapon)]
pub struct WeaponView {
    /// Kind of the weapon.
    #[serde(rename = "weapon")]
    pub kind: Kind,
    /// Square on which the weapon stands or stood.
    pub at: Cell,
    /// Standing order of a gun; null for a plane.
    pub order: Option<Order>,
    /// Status of the weapon.
    pub status: WeaponStatus,
}

impl Advanced {
    pub(super) fn view_for(&self, viewer: Viewer, over: bool) -> View {
        let map = &self.setup.map;
        let fleet = self.setup.fleet.classes().iter().map(|class| FleetClass {
            class: class.class.clone(),
            length: class.length,
            ships: class.ships,
        });
        View {
            grid: map.grid(),
            map: map.rows(),
            recipe: map.recipe().map(ToString::to_string),
            fleet: fleet.collect(),
            points: self.setup.options.points,
            resupply: self.setup.options.resupply,
            first: self.board.first,
            turn: self.board.turns,
            sides: Seat::first(2)
                .map(|seat| self.side_view(seat, viewer.is(seat) || over))
                .collect(),
            operations: self
                .board
                .operations
                .iter()
                .map(|fact| fact.glimpse(viewer, over))
                .collect(),
        }
    }

    /// Shows the side of a seat, with its secrets if they may be `known`.
    fn side_view(&self, seat: Seat, known: bool) -> SideView {
        let side = self.side(seat);
        let known = known && side.placement.is_some();
        let ships = side.ships().iter().map(|ship| ShipView {
            class: self.setup.class(ship),
            at: ship.at,
            heading: ship.heading,
            cells: ship.cells,
            hit: ship.cells & side.hit,
            sunk: ship.cells.is_subset(&side.hit),
        });
        let weapons = side.weapons.iter().map(|weapon| WeaponView {
            kind: weapon.kind,
            at: weapon.at,
            order: (weapon.kind == Kind::Gun).then_some(weapon.order),
            status: weapon.status,
        });
        SideView {
            seat,
            ships: known.then(|| ships.collect()),
            weapons: known.then(|| weapons.collect()),
            points_left: known.then_some(side.points),
            sunk: side.sunk.clone(),
            passes: side.passes,
        }
    }
}
