//! What a viewer may know of a game of `advanced`.

use serde::Serialize;

use super::event::Glimpse;
use super::state::State;
use super::weapon::{Kind, Order, Status, Weapon};
use crate::fleet::{ClassName, Heading, Ship};
use crate::grid::{Cell, CellSet, Grid};
use crate::ruleset::{Seat, Viewer};

/// A game of `advanced` as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedView))]
pub struct View {
    /// The size of the map.
    pub grid: Grid,
    /// The rows of the map from the top: `#` is land, `~` is water.
    pub map: Vec<String>,
    /// The recipe of the map, as in `v1:16x16:herring`; null for a given one.
    pub recipe: Option<String>,
    /// The classes of ships each player has.
    pub fleet: Vec<FleetClass>,
    /// How many points each player had for the placement and has for the game.
    #[cfg_attr(feature = "openapi", schema(example = 40))]
    pub points: u8,
    /// How many points more each own turn begins with.
    #[cfg_attr(feature = "openapi", schema(example = 0))]
    pub resupply: u8,
    /// Who had the first turn; null before play.
    pub first: Option<Seat>,
    /// How many turns have begun, those passed over too.
    pub turn: u32,
    /// Each seat's side, in the order of the seats.
    pub sides: Vec<SideView>,
    /// Everything done since the first turn, oldest first, as its event tells it to this viewer; when the game is over,
    /// as it was. Purchases and orders are not among it.
    pub operations: Vec<Glimpse>,
}

/// A class of ships.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedClass))]
pub struct FleetClass {
    /// Its name.
    pub class: ClassName,
    /// How many squares a ship of it covers.
    pub length: u8,
    /// How many ships of it a player has.
    pub ships: u8,
}

/// A seat's side: what it has, as far as the viewer may know it, and what everybody knows of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedSide))]
pub struct SideView {
    /// Whose side.
    pub seat: Seat,
    /// The ships; null where the viewer may not know them (or none are placed): they are their owner's secret until
    /// the game is finished.
    pub ships: Option<Vec<ShipView>>,
    /// The weapons, in the order in which they were listed and bought, used ones too; null as `ships` is.
    pub weapons: Option<Vec<WeaponView>>,
    /// The points left; null as `ships` is.
    pub points_left: Option<u32>,
    /// The classes of the ships announced as sunk, in the order in which they sank.
    pub sunk: Vec<ClassName>,
    /// How often in a row it has passed or been passed over. Ten of each player end the game.
    pub passes: u8,
}

/// A ship that the viewer may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedShip))]
pub struct ShipView {
    /// Its class.
    pub class: ClassName,
    /// Its leftmost or topmost square.
    pub at: Cell,
    /// Which way it lies from there.
    pub heading: Heading,
    /// The squares it covers.
    pub cells: CellSet,
    /// Those of them that are hit.
    pub hit: CellSet,
    /// Whether all of them are.
    pub sunk: bool,
}

/// A weapon that the viewer may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = AdvancedOwnWeapon))]
pub struct WeaponView {
    /// What it is.
    pub kind: Kind,
    /// Where it stands, or stood.
    pub at: Cell,
    /// What a gun fires at; null for a plane.
    pub order: Option<Order>,
    /// Whether it is still in play.
    pub status: Status,
}

impl State {
    pub(super) fn view(&self, viewer: Viewer, over: bool) -> View {
        let side = |seat: Seat| {
            let side = self.side(seat);
            let known = (viewer.is(seat) || over) && side.placement.is_some();
            let ship = |ship: &Ship| ShipView {
                class: self.setup.class(ship),
                at: ship.at,
                heading: ship.heading,
                cells: ship.cells,
                hit: ship.cells & side.hit,
                sunk: ship.cells.is_subset(&side.hit),
            };
            let weapon = |weapon: &Weapon| WeaponView {
                kind: weapon.kind,
                at: weapon.at,
                order: (weapon.kind == Kind::Gun).then_some(weapon.order),
                status: weapon.status,
            };
            SideView {
                seat,
                ships: known.then(|| side.ships().iter().map(ship).collect()),
                weapons: known.then(|| side.weapons.iter().map(weapon).collect()),
                points_left: known.then_some(side.points),
                sunk: side.sunk.clone(),
                passes: side.passes,
            }
        };
        let class = |class: &crate::fleet::Class| FleetClass {
            class: class.class.clone(),
            length: class.length,
            ships: class.ships,
        };
        let map = &self.setup.map;
        View {
            grid: map.grid(),
            map: map.rows(),
            recipe: map.recipe().map(ToString::to_string),
            fleet: self.setup.fleet.classes().iter().map(class).collect(),
            points: self.setup.options.points,
            resupply: self.setup.options.resupply,
            first: self.board.first,
            turn: self.board.turns,
            sides: Seat::first(2).map(side).collect(),
            operations: self.board.operations.iter().map(|fact| fact.glimpse(viewer, over)).collect(),
        }
    }
}
