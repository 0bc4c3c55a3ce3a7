//! Stored form of a state of `advanced`.

use serde::{Deserialize, Serialize};

use super::event::Fact;
use super::options::Options;
use super::state::{Advanced, Board, Setup, Side};
use super::weapon::Weapon;
use crate::fleet::{ClassName, FleetPlacement, ShipDraft};
use crate::grid::CellSet;
use crate::ruleset::Ruleset;
use crate::ruleset::Withdrawal;
use crate::seat::{Seat, Seats};

/// Stored form of a state.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredBoard {
    first: Option<Seat>,
    to_move: Option<Seat>,
    turns: u32,
    sides: [StoredSide; 2],
    operations: Vec<Fact>,
    withdrawn: Option<(Seats, Withdrawal)>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredSide {
    ships: Option<Vec<ShipDraft>>,
    hit: CellSet,
    weapons: Vec<Weapon>,
    points: u32,
    sunk: Vec<ClassName>,
    passes: u8,
    orders: u8,
}

impl StoredSide {
    fn of(side: &Side, setup: &Setup) -> Self {
        Self {
            ships: side.placement.as_ref().map(|placement| placement.drafts(&setup.fleet)),
            hit: side.hit,
            weapons: side.weapons.clone(),
            points: side.points,
            sunk: side.sunk.clone(),
            passes: side.passes,
            orders: side.orders,
        }
    }

    fn restore(self, setup: &Setup) -> Result<Side, String> {
        let placement = self
            .ships
            .map(|ships| FleetPlacement::read(setup.map.grid(), &setup.fleet, &ships))
            .transpose()
            .map_err(|error| error.to_string())?;
        Ok(Side {
            placement,
            hit: self.hit,
            weapons: self.weapons,
            points: self.points,
            sunk: self.sunk,
            passes: self.passes,
            orders: self.orders,
        })
    }
}

impl StoredBoard {
    pub(super) fn of(state: &Advanced) -> Self {
        let board = &state.board;
        Self {
            first: board.first,
            to_move: board.to_move,
            turns: board.turns,
            sides: board.sides.each_ref().map(|side| StoredSide::of(side, &state.setup)),
            operations: board.operations.clone(),
            withdrawn: board.withdrawn,
        }
    }

    pub(super) fn restore(self, options: &Options) -> Result<Advanced, String> {
        let mut state = Advanced::open(options);
        let [one, two] = self.sides;
        state.board = Board {
            first: self.first,
            to_move: self.to_move,
            turns: self.turns,
            sides: [one.restore(&state.setup)?, two.restore(&state.setup)?],
            operations: self.operations,
            withdrawn: self.withdrawn,
        };
        Ok(state)
    }
}
