//! View of a game of `classic`, as one viewer may know it.

use serde::{Deserialize, Serialize};

use super::event::{ShotResult, hit_classes};
use super::options::Mode;
use super::state::Classic;
use crate::fleet::{Class, ClassName};
use crate::grid::{Cell, CellSet, Grid};
use crate::seat::{Seat, Viewer};

/// Game of `classic` as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ClassicView)]
pub struct View {
    /// Size of both grids.
    pub grid: Grid,
    /// Classes of ships that each player has.
    pub fleet: Vec<Class>,
    /// Seat that has the first shot; left out before play.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Seat, required = false)]
    pub first: Option<Seat>,
    /// Current round of a game of `salvo`, from 1; left out in `single` and before play.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u32, required = false, minimum = 1, example = 3)]
    pub round: Option<u32>,
    /// Waters of each seat, in the order of the seats.
    pub waters: Vec<Waters>,
    /// Salvo that the viewer has written for the current round of `salvo`; left out until it is
    /// written.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = CellSet, required = false)]
    pub written: Option<CellSet>,
}

/// Waters of a seat: its ships, and the shots of its opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ClassicWaters)]
pub struct Waters {
    /// Seat whose waters these are.
    pub seat: Seat,
    /// Ships of the seat; left out if the viewer may not know them, or if none are placed. Only
    /// their owner may know them until the game is finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<ShipView>, required = false)]
    pub ships: Option<Vec<ShipView>>,
    /// Cells called in a game of `single`, oldest first; left out in `salvo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<Cell>, required = false)]
    pub shots: Option<Vec<Cell>>,
    /// Cells among `shots` that were hits; left out in `salvo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = CellSet, required = false)]
    pub hits: Option<CellSet>,
    /// Salvos that fell here in a game of `salvo`, one for each round, from round 1; left out in
    /// `single`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<SalvoView>, required = false)]
    pub salvos: Option<Vec<SalvoView>>,
    /// Classes of the ships announced as sunk, in the order in which they sank.
    pub sunk: Vec<ClassName>,
    /// Numbers of the shots that sank them, from 1, in the same order; left out in `salvo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<u32>, required = false)]
    pub sinking_shots: Option<Vec<u32>>,
}

/// Ship that the viewer may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ClassicShip)]
pub struct ShipView {
    /// Class of the ship.
    pub class: ClassName,
    /// Cells that the ship covers, the leftmost or topmost first.
    pub cells: CellSet,
    /// Cells of the ship that are hit. The ship is sunk if these are all its cells.
    pub hit: CellSet,
}

/// Salvo that fell on a seat's waters, and the totals that answered it (C10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = ClassicSalvoReport)]
pub struct SalvoView {
    /// Cells called.
    pub cells: Vec<Cell>,
    /// Class of the ship that was hit, once for each hit, in the order of the fleet; left out if no
    /// shot hit. The answer to a salvo does not tell the shots that hit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub hits: Vec<ClassName>,
    /// Classes of the ships that the salvo sank, once for each ship; left out if it sank none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
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

impl View {
    /// Returns the order of the turns.
    ///
    /// ```
    /// use broadside_engine::{chance::Seed, classic::Mode, game::{Game, RulesetId, View}, seat::Viewer};
    /// let options = serde_json::json!({"mode": "salvo"});
    /// let game = Game::open("a game", Seed::new([7; 32]), RulesetId::Classic, &options)?;
    /// let View::Classic(view) = game.view(Viewer::Public) else { unreachable!() };
    /// assert_eq!(view.mode(), Mode::Salvo);
    /// # Ok::<(), broadside_engine::game::RequestError>(())
    /// ```
    pub fn mode(&self) -> Mode {
        if self.waters.iter().any(|waters| waters.salvos.is_some()) {
            Mode::Salvo
        } else {
            Mode::Single
        }
    }
}

impl ShipView {
    /// Returns true if all cells of the ship are hit.
    ///
    /// ```
    /// use broadside_engine::classic::ShipView;
    /// use broadside_engine::fleet::ClassName;
    /// use broadside_engine::grid::CellSet;
    /// let class = ClassName::new("raft").expect("a valid name");
    /// let cells: CellSet = ["A1".parse()?, "A2".parse()?].into_iter().collect();
    /// assert!(ShipView { class: class.clone(), cells, hit: cells }.is_sunk());
    /// assert!(!ShipView { class, cells, hit: CellSet::default() }.is_sunk());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_sunk(&self) -> bool {
        self.hit.len() == self.cells.len()
    }
}

impl Waters {
    /// Lists the shots that fell here, oldest first.
    ///
    /// ```
    /// use broadside_engine::{chance::Seed, game::{Game, RulesetId, View}, seat::Viewer};
    /// let game = Game::open("a game", Seed::new([7; 32]), RulesetId::Classic, &serde_json::json!({}))?;
    /// let View::Classic(view) = game.view(Viewer::Public) else { unreachable!() };
    /// assert!(view.waters[0].all_shots().is_empty());
    /// # Ok::<(), broadside_engine::game::RequestError>(())
    /// ```
    pub fn all_shots(&self) -> Vec<ShotView> {
        let single = self.shots.iter().flatten().zip(1..).map(|(&cell, round)| {
            let hit = self.hits.as_ref().is_some_and(|hits| hits.contains(cell));
            ShotView {
                cell,
                round,
                result: Some(if hit { ShotResult::Hit } else { ShotResult::Miss }),
            }
        });
        let salvos = self.salvos.iter().flatten().zip(1..).flat_map(|(salvo, round)| {
            salvo.cells.iter().map(move |&cell| ShotView { cell, round, result: None })
        });
        single.chain(salvos).collect()
    }
}

impl Classic {
    pub(super) fn view_for(&self, viewer: Viewer, over: bool) -> View {
        let salvo = self.mode() == Mode::Salvo;
        let written = viewer.seat().and_then(|seat| self.side(seat).written.as_ref());
        View {
            grid: self.setup.grid,
            fleet: self.setup.fleet.classes().to_vec(),
            first: self.board.first,
            round: (salvo && self.board.turns > 0).then_some(self.board.turns),
            waters: Seat::first(2).map(|seat| self.waters(seat, viewer.is(seat) || over)).collect(),
            written: written.map(|written| written.cells.iter().copied().collect()),
        }
    }

    /// Shows the waters of a seat, with its ships if they may be `known`.
    fn waters(&self, seat: Seat, known: bool) -> Waters {
        let side = self.side(seat);
        let salvo = self.mode() == Mode::Salvo;
        let ships = side.ships().iter().map(|ship| ShipView {
            class: self.setup.class(ship),
            cells: ship.cells,
            hit: ship.cells - side.afloat,
        });
        let hits = side.shots.iter().filter(|shot| shot.result == Some(ShotResult::Hit));
        let salvos = self.board.salvos.iter().flat_map(|round| &round.salvos);
        let salvos = salvos.filter(|salvo| salvo.seat != seat).map(|salvo| SalvoView {
            cells: salvo.cells.clone(),
            hits: hit_classes(salvo),
            sunk: salvo.sunk.clone(),
        });
        Waters {
            seat,
            ships: (known && side.placement.is_some()).then(|| ships.collect()),
            shots: (!salvo).then(|| side.shots.iter().map(|shot| shot.cell).collect()),
            hits: (!salvo).then(|| hits.map(|shot| shot.cell).collect()),
            salvos: salvo.then(|| salvos.collect()),
            sunk: side.sunk.clone(),
            sinking_shots: (!salvo).then(|| side.sinking_shots()),
        }
    }
}
