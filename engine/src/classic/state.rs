//! State of a game of `classic`: the waters of both seats, the cells called in each, and the seat
//! to move.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::event::{AnsweredSalvo, ClassHits, Fired, Salvos, ShotResult};
use super::options::{Mode, Options};
use crate::fleet::{ClassName, Fleet, FleetPlacement, Ship, ShipDraft};
use crate::grid::{Cell, CellSet, Grid};
use crate::ruleset::{Ruleset, Withdrawal};
use crate::seat::{Seat, Seats};

/// Game of `classic` in play. Sealed: it holds the secrets of both seats.
#[derive(Clone)]
pub struct Classic {
    pub(super) setup: Arc<Setup>,
    pub(super) board: Board,
}

impl fmt::Debug for Classic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Classic(sealed)")
    }
}

/// Data that result from the settings and never change during a game.
pub(super) struct Setup {
    pub(super) options: Options,
    pub(super) grid: Grid,
    pub(super) fleet: Fleet,
}

/// Data that change during a game.
#[derive(Clone, PartialEq)]
pub(super) struct Board {
    pub(super) first: Option<Seat>,
    /// Seat to move, in `single`.
    pub(super) to_fire: Option<Seat>,
    /// Number of turns that have begun; in `salvo` the number of rounds.
    pub(super) turns: u32,
    pub(super) sides: [Side; 2],
    pub(super) salvos: Vec<Salvos>,
    pub(super) withdrawn: Option<(Seats, Withdrawal)>,
}

#[derive(Clone, PartialEq)]
pub(super) struct Side {
    pub(super) placement: Option<FleetPlacement>,
    /// Cells of this seat's waters that have not been called.
    pub(super) open: CellSet,
    /// Ship cells that are not hit.
    pub(super) afloat: CellSet,
    /// Shots that fell into this seat's waters.
    pub(super) shots: Vec<Shot>,
    /// Classes of this seat's sunk ships, in the order in which they sank.
    pub(super) sunk: Vec<ClassName>,
    /// Salvo that this seat has written for the current round, with its number of rewrites.
    pub(super) written: Option<Written>,
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Shot {
    pub(super) cell: Cell,
    round: u32,
    pub(super) result: Option<ShotResult>,
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Written {
    pub(super) cells: Vec<Cell>,
    pub(super) rewrites: u8,
}

impl Setup {
    pub(super) fn class(&self, ship: &Ship) -> ClassName {
        self.fleet.classes()[usize::from(ship.class)].class.clone()
    }
}

impl Side {
    pub(super) fn new(grid: Grid) -> Self {
        Self {
            placement: None,
            open: grid.all(),
            afloat: CellSet::EMPTY,
            shots: Vec::new(),
            sunk: Vec::new(),
            written: None,
        }
    }

    pub(super) fn ships(&self) -> &[Ship] {
        self.placement.as_ref().map_or(&[], FleetPlacement::ships)
    }

    pub(super) fn place(&mut self, placement: FleetPlacement) {
        self.afloat = placement.ships().iter().fold(CellSet::EMPTY, |all, ship| all | ship.cells);
        self.placement = Some(placement);
    }

    pub(super) fn lift(&mut self) {
        self.afloat = CellSet::EMPTY;
        self.placement = None;
    }

    pub(super) fn call(&mut self, cell: Cell, round: u32, result: Option<ShotResult>) {
        self.open.remove(cell);
        self.afloat.remove(cell);
        self.shots.push(Shot { cell, round, result });
    }

    /// Returns the numbers of the shots that sank the ships of this side, from 1, in order.
    pub(super) fn sinking_shots(&self) -> Vec<u32> {
        let mut numbers = Vec::new();
        for ship in self.ships().iter().filter(|ship| (ship.cells & self.afloat).is_empty()) {
            let last = self.shots.iter().rposition(|shot| ship.cells.contains(shot.cell));
            numbers.extend(last.map(|last| last as u32 + 1));
        }
        numbers.sort_unstable();
        numbers
    }

    pub(super) fn is_lost(&self) -> bool {
        self.afloat.is_empty()
    }
}

impl Classic {
    pub(super) fn mode(&self) -> Mode {
        self.setup.options.mode
    }

    pub(super) fn side(&self, seat: Seat) -> &Side {
        &self.board.sides[seat.index()]
    }

    /// Counts the shots of a seat (C7, C11): the shots of its ships afloat, limited to the cells
    /// left to call (C8).
    pub(super) fn shots(&self, seat: Seat) -> usize {
        let open = &self.side(seat.opponent()).open;
        if self.mode() == Mode::Single {
            return usize::from(!open.is_empty());
        }
        let side = self.side(seat);
        let shots = side
            .ships()
            .iter()
            .filter(|ship| !(ship.cells & side.afloat).is_empty())
            .map(|ship| usize::from(self.setup.fleet.classes()[usize::from(ship.class)].shots))
            .sum::<usize>();
        open.len().min(shots)
    }

    /// Answers a shot (C4): hit or miss, and the class of the ship if this was its last cell.
    pub(super) fn answer(&self, shooter: Seat, cell: Cell) -> Fired {
        let side = self.side(shooter.opponent());
        let struck = side.ships().iter().find(|ship| ship.cells.contains(cell));
        let sunk = struck.filter(|ship| {
            let afloat = ship.cells & side.afloat;
            afloat.len() == 1 && afloat.contains(cell)
        });
        Fired {
            seat: shooter,
            cell,
            result: if struck.is_some() { ShotResult::Hit } else { ShotResult::Miss },
            sunk: sunk.map(|ship| self.setup.class(ship)),
        }
    }

    /// Answers a salvo with its totals by class (C10).
    pub(super) fn totals(&self, shooter: Seat, cells: &[Cell]) -> AnsweredSalvo {
        let side = self.side(shooter.opponent());
        let called: CellSet = cells.iter().copied().collect();
        let mut hits = vec![0_u8; self.setup.fleet.classes().len()];
        let mut sunk = Vec::new();
        for ship in side.ships() {
            let afloat = ship.cells & side.afloat;
            let struck = (afloat & called).len();
            hits[usize::from(ship.class)] += struck as u8;
            if struck > 0 && struck == afloat.len() {
                sunk.push(self.setup.class(ship));
            }
        }
        let mut class_hits = Vec::new();
        for (class, hits) in self.setup.fleet.classes().iter().zip(hits) {
            if hits > 0 {
                class_hits.push(ClassHits { class: class.class.clone(), hits });
            }
        }
        AnsweredSalvo { seat: shooter, cells: cells.to_vec(), hits: class_hits, sunk }
    }
}

/// Stored form of a [`Board`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredBoard {
    first: Option<Seat>,
    to_fire: Option<Seat>,
    turns: u32,
    sides: [StoredSide; 2],
    salvos: Vec<Salvos>,
    withdrawn: Option<(Seats, Withdrawal)>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredSide {
    ships: Option<Vec<ShipDraft>>,
    shots: Vec<Shot>,
    sunk: Vec<ClassName>,
    written: Option<Written>,
}

impl StoredBoard {
    pub(super) fn of(state: &Classic) -> Self {
        let board = &state.board;
        let fleet = &state.setup.fleet;
        let sides = board.sides.each_ref().map(|side| StoredSide {
            ships: side.placement.as_ref().map(|placement| placement.drafts(fleet)),
            shots: side.shots.clone(),
            sunk: side.sunk.clone(),
            written: side.written.clone(),
        });
        Self {
            first: board.first,
            to_fire: board.to_fire,
            turns: board.turns,
            sides,
            salvos: board.salvos.clone(),
            withdrawn: board.withdrawn,
        }
    }

    pub(super) fn restore(self, options: &Options) -> Result<Classic, String> {
        let mut state = Classic::open(options);
        for (side, stored) in state.board.sides.iter_mut().zip(self.sides) {
            if let Some(ships) = stored.ships {
                let placement = FleetPlacement::read(state.setup.grid, &state.setup.fleet, &ships);
                side.place(placement.map_err(|error| error.to_string())?);
            }
            for shot in stored.shots {
                side.call(shot.cell, shot.round, shot.result);
            }
            side.sunk = stored.sunk;
            side.written = stored.written;
        }
        state.board = Board {
            first: self.first,
            to_fire: self.to_fire,
            turns: self.turns,
            sides: state.board.sides,
            salvos: self.salvos,
            withdrawn: self.withdrawn,
        };
        Ok(state)
    }
}
