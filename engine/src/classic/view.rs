//! What a viewer may know of a game of `classic`.

use serde::Serialize;

use super::event::{Salvos, ShotResult};
use super::options::Mode;
use crate::fleet::{Class, ClassName, Heading};
use crate::grid::{Cell, CellSet, Grid};
use crate::ruleset::Seat;

/// A game of `classic` as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ClassicView))]
pub struct View {
    /// How turns go.
    pub mode: Mode,
    /// The size of both grids.
    pub grid: Grid,
    /// The classes of ships each player has.
    pub fleet: Vec<Class>,
    /// Who has or had the first shot; null before play.
    pub first: Option<Seat>,
    /// In `salvo` the current round, from 1; null in `single` and before play.
    pub round: Option<u32>,
    /// Each seat's own waters, in the order of the seats.
    pub waters: Vec<Waters>,
    /// In `salvo`, the viewer's own salvo for this round, once written.
    pub written: Option<CellSet>,
    /// In `salvo`, the rounds that are over.
    pub salvos: Vec<Salvos>,
}

/// A seat's waters: where its ships lie, and where its opponent has fired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ClassicWaters))]
pub struct Waters {
    /// Whose waters.
    pub seat: Seat,
    /// The ships; null where the viewer may not know them (or none are placed): they are their owner's secret until
    /// the game is finished.
    pub ships: Option<Vec<ShipView>>,
    /// The shots that fell here, oldest first.
    pub shots: Vec<ShotView>,
    /// The classes of the ships announced as sunk, in the order in which they sank.
    pub sunk: Vec<ClassName>,
}

/// A ship that the viewer may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ClassicShip))]
pub struct ShipView {
    /// Its class.
    pub class: ClassName,
    /// Its leftmost or topmost cell.
    pub at: Cell,
    /// Which way it lies from there.
    pub heading: Heading,
    /// The cells it covers.
    pub cells: CellSet,
    /// Those of them that are hit.
    pub hit: CellSet,
    /// Whether all of them are.
    pub sunk: bool,
}

/// A shot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ClassicShot))]
pub struct ShotView {
    /// The cell called.
    pub cell: Cell,
    /// In `salvo` the round in which it was called; in `single` which shot of its shooter it was, from 1.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
    pub round: u32,
    /// Hit or miss; null in `salvo`, where the answer to a salvo is a total and does not say which shot hit.
    pub result: Option<ShotResult>,
}
