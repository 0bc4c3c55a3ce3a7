//! State of a game of `advanced`: two fleets and arsenals on one map, the seat to move, and the
//! operations so far.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::berth::{self, Room};
use super::event::{Event, Fact};
use super::map::Map;
use super::options::Options;
use super::weapon::{SALVO_PRICE, Weapon, WeaponStatus};
use crate::fleet::{ClassName, Fleet, FleetPlacement, Ship};
use crate::grid::{Cell, CellSet};
use crate::ruleset::{Ruleset, Withdrawal};
use crate::seat::{Seat, Seats};

/// Game of `advanced` in play. Sealed: it holds the secrets of both seats.
#[derive(Clone)]
pub struct Advanced {
    pub(super) setup: Arc<Setup>,
    pub(super) board: Board,
}

impl fmt::Debug for Advanced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Advanced(sealed)")
    }
}

/// Data that result from the settings and never change during a game.
pub(super) struct Setup {
    pub(super) options: Options,
    pub(super) map: Map,
    pub(super) fleet: Fleet,
    /// Position of the fleet found by the search. It is always the same, and is computed once, if
    /// the random attempts fail.
    pub(super) room: OnceLock<FleetPlacement>,
}

/// Data that change during a game.
#[derive(Clone)]
pub(super) struct Board {
    pub(super) first: Option<Seat>,
    pub(super) to_move: Option<Seat>,
    /// Number of turns that have begun, including turns that were passed over.
    pub(super) turns: u32,
    pub(super) sides: [Side; 2],
    /// Public operations since the first turn.
    pub(super) operations: Vec<Fact>,
    pub(super) withdrawn: Option<(Seats, Withdrawal)>,
}

#[derive(Clone)]
pub(super) struct Side {
    pub(super) placement: Option<FleetPlacement>,
    /// Squares of this seat's ships that are hit.
    pub(super) hit: CellSet,
    /// Weapons of this seat, in the order in which they were listed and bought, including used
    /// ones.
    pub(super) weapons: Vec<Weapon>,
    pub(super) points: u32,
    /// Classes of this seat's sunk ships, in the order in which they sank.
    pub(super) sunk: Vec<ClassName>,
    /// Number of times in a row that this seat has passed or was passed over.
    pub(super) passes: u8,
    /// Number of orders that this seat has given in this turn.
    pub(super) orders: u8,
}

/// Number of passes in a row of each player that ends the game (A5).
pub const MAX_PASSES: u8 = 10;

/// Maximum number of turns of each player, including turns that were passed over (A5). Without a
/// limit, a game with resupply and its stored data could grow without end.
pub const MAX_TURNS: u32 = 200;

impl Setup {
    pub(super) fn class(&self, ship: &Ship) -> ClassName {
        self.fleet.classes()[usize::from(ship.class)].class.clone()
    }

    /// Returns a position of the fleet. It exists, because the settings were checked.
    pub(super) fn room(&self) -> &FleetPlacement {
        self.room.get_or_init(|| match berth::room(&self.map, &self.fleet) {
            Room::Found(placement) => placement,
            Room::None | Room::Unknown => unreachable!("the settings were checked"),
        })
    }
}

impl Side {
    pub(super) fn new(points: u8) -> Self {
        Self {
            placement: None,
            hit: CellSet::EMPTY,
            weapons: Vec::new(),
            points: u32::from(points),
            sunk: Vec::new(),
            passes: 0,
            orders: 0,
        }
    }

    pub(super) fn ships(&self) -> &[Ship] {
        self.placement.as_ref().map_or(&[], FleetPlacement::ships)
    }

    pub(super) fn squares(&self) -> CellSet {
        self.ships().iter().fold(CellSet::EMPTY, |all, ship| all | ship.cells)
    }

    /// Returns the number of squares of this seat's ships that are not hit.
    pub(super) fn afloat(&self) -> usize {
        (self.squares() - self.hit).len()
    }

    /// Returns the weapon in play on a square.
    pub(super) fn weapon(&self, at: Cell) -> Option<&Weapon> {
        self.weapons.iter().find(|weapon| weapon.ready() && weapon.at == at)
    }

    /// Returns the squares on which weapons in play stand.
    pub(super) fn taken(&self) -> CellSet {
        self.weapons.iter().filter(|weapon| weapon.ready()).map(|weapon| weapon.at).collect()
    }

    /// Returns true if this seat has neither points nor planes, so that it can do nothing (A5).
    fn spent(&self) -> bool {
        let has_plane = self.weapons.iter().any(|weapon| weapon.ready() && weapon.kind.is_plane());
        self.points < SALVO_PRICE && !has_plane
    }

    pub(super) fn set(&mut self, at: Cell, status: WeaponStatus) {
        if let Some(weapon) =
            self.weapons.iter_mut().find(|weapon| weapon.ready() && weapon.at == at)
        {
            weapon.status = status;
        }
    }

    /// Applies a hit to these squares: to ship parts and to unused weapons (A7).
    pub(super) fn strike(&mut self, area: CellSet) {
        self.hit = self.hit | self.squares() & area;
        for weapon in &mut self.weapons {
            if weapon.ready() && area.contains(weapon.at) {
                weapon.status = WeaponStatus::Destroyed;
            }
        }
    }
}

impl Advanced {
    pub(super) fn side(&self, seat: Seat) -> &Side {
        &self.board.sides[seat.index()]
    }

    /// Returns true if a seat can do nothing, now or later (A5).
    pub(super) fn is_spent(&self, seat: Seat) -> bool {
        self.setup.options.resupply == 0 && self.side(seat).spent()
    }

    /// Returns the seat to move if it must be passed over while the game continues (A5).
    pub(super) fn passed_over(&self) -> Option<Seat> {
        let seat = self.board.to_move?;
        (self.outcome().is_none() && self.is_spent(seat)).then_some(seat)
    }

    /// Returns the state after an event, with everything that affects further play. It leaves out
    /// the list of operations, which grows with the game.
    pub(super) fn after(&self, event: &Event) -> Self {
        let Board { first, to_move, turns, ref sides, withdrawn, .. } = self.board;
        let board = Board {
            first,
            to_move,
            turns,
            sides: sides.clone(),
            operations: Vec::new(),
            withdrawn,
        };
        let mut after = Self { setup: Arc::clone(&self.setup), board };
        after.evolve(event);
        after
    }

    pub(super) fn end_turn(&mut self, seat: Seat, passed: bool, fact: &Fact) {
        self.board.operations.push(fact.clone());
        let passes = &mut self.board.sides[seat.index()].passes;
        *passes = if passed { passes.saturating_add(1) } else { 0 };
        // Between two turns no seat is to move. When the game is over this remains so, and no seat
        // receives points.
        self.board.to_move = None;
        if self.outcome().is_none() {
            self.begin_turn(seat.opponent());
        }
    }

    pub(super) fn begin_turn(&mut self, seat: Seat) {
        let board = &mut self.board;
        board.to_move = Some(seat);
        board.turns += 1;
        for side in &mut board.sides {
            side.orders = 0;
        }
        let side = &mut board.sides[seat.index()];
        side.points = side.points.saturating_add(u32::from(self.setup.options.resupply));
    }
}
