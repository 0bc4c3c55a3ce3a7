//! View of a game of `classic`, as one viewer may know it.

use serde::Serialize;

use super::event::{Salvo, ShotResult};
use super::options::Mode;
use crate::fleet::{Class, ClassName, Heading};
use crate::grid::{Cell, CellSet, Grid};
use crate::ruleset::Seat;

/// Game of `classic` as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ClassicView))]
pub struct View {
    /// Order of the turns.
    pub mode: Mode,
    /// Size of both grids.
    pub grid: Grid,
    /// Classes of ships that each player has.
    pub fleet: Vec<Class>,
    /// Seat that has the first shot; left out before play.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Seat, required = false))]
    pub first: Option<Seat>,
    /// Current round of a game of `salvo`, from 1; left out in `single` and before play.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = u32, required = false, minimum = 1, example = 3))]
    pub round: Option<u32>,
    /// Waters of each seat, in the order of the seats.
    pub waters: Vec<Waters>,
    /// Salvo that the viewer has written for the current round of `salvo`; left out until it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = CellSet, required = false))]
    pub written: Option<CellSet>,
}

/// Waters of a seat: its ships, and the shots of its opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ClassicWaters))]
pub struct Waters {
    /// Seat whose waters these are.
    pub seat: Seat,
    /// Ships of the seat; left out if the viewer may not know them, or if none are placed. Only their owner may know
    /// them until the game is finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<ShipView>, required = false))]
    pub ships: Option<Vec<ShipView>>,
    /// Cells called in a game of `single`, oldest first; left out in `salvo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Cell>, required = false))]
    pub shots: Option<Vec<Cell>>,
    /// Cells among `shots` that were hits; left out in `salvo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = CellSet, required = false))]
    pub hits: Option<CellSet>,
    /// Salvos that fell here in a game of `salvo`, oldest first; left out in `single`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<SalvoView>, required = false))]
    pub salvos: Option<Vec<SalvoView>>,
    /// Classes of the ships announced as sunk, in the order in which they sank.
    pub sunk: Vec<ClassName>,
}

/// Ship that the viewer may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ClassicShip))]
pub struct ShipView {
    /// Class of the ship.
    pub class: ClassName,
    /// Leftmost or topmost cell of the ship.
    pub at: Cell,
    /// Direction in which the ship lies from `at`.
    pub heading: Heading,
    /// Cells that the ship covers.
    pub cells: CellSet,
    /// Cells of the ship that are hit.
    pub hit: CellSet,
    /// True if all cells of the ship are hit.
    pub sunk: bool,
}

/// Salvo that fell on a seat's waters, and the totals that answered it (C10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ClassicSalvoReport))]
pub struct SalvoView {
    /// Round of the salvo, from 1.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
    pub round: u32,
    /// Cells called.
    pub cells: Vec<Cell>,
    /// Class of the ship that was hit, once for each hit, in the order of the fleet. The answer to a salvo does not
    /// tell the shots that hit.
    pub hits: Vec<ClassName>,
    /// Classes of the ships that the salvo sank, once for each ship.
    pub sunk: Vec<ClassName>,
}

/// Shot in a seat's waters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShotView {
    /// Cell called.
    pub cell: Cell,
    /// Round in which the cell was called, in `salvo`; number of the shot, from 1, in `single`.
    pub round: u32,
    /// Hit or miss; `None` in `salvo`, where the answer is a total.
    pub result: Option<ShotResult>,
}

impl Waters {
    /// Lists the shots that fell here, oldest first.
    ///
    /// ```
    /// use broadside_engine::{chance::Seed, game::{Game, RulesetId, View}, ruleset::Viewer};
    /// let game = Game::open("a game", Seed::new([7; 32]), RulesetId::Classic, &serde_json::json!({}))?;
    /// let View::Classic(view) = game.view(Viewer::Public) else { unreachable!() };
    /// assert!(view.waters[0].all_shots().is_empty());
    /// # Ok::<(), broadside_engine::game::Rejection>(())
    /// ```
    pub fn all_shots(&self) -> Vec<ShotView> {
        let single = self.shots.iter().flatten().zip(1..).map(|(&cell, round)| {
            let hit = self.hits.as_ref().is_some_and(|hits| hits.contains(cell));
            ShotView { cell, round, result: Some(if hit { ShotResult::Hit } else { ShotResult::Miss }) }
        });
        let salvos = self.salvos.iter().flatten().flat_map(|salvo| {
            salvo.cells.iter().map(|&cell| ShotView { cell, round: salvo.round, result: None })
        });
        single.chain(salvos).collect()
    }
}

/// Lists the class of the ship once for each hit.
pub(super) fn hit_classes(salvo: &Salvo) -> Vec<ClassName> {
    let each = salvo.hits.iter();
    each.flat_map(|of| std::iter::repeat_n(of.class.clone(), usize::from(of.hits))).collect()
}
