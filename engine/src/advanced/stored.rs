//! Stored form of a state of `advanced`.

use serde::{Deserialize, Serialize};

use super::event::Fact;
use super::options::Options;
use super::state::{Advanced, Board, Side};
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

impl StoredBoard {
    pub(super) fn of(state: &Advanced) -> Self {
        let board = &state.board;
        let side = |side: &Side| StoredSide {
            ships: side.placement.as_ref().map(|placement| placement.drafts(&state.setup.fleet)),
            hit: side.hit,
            weapons: side.weapons.clone(),
            points: side.points,
            sunk: side.sunk.clone(),
            passes: side.passes,
            orders: side.orders,
        };
        Self {
            first: board.first,
            to_move: board.to_move,
            turns: board.turns,
            sides: board.sides.each_ref().map(side),
            operations: board.operations.clone(),
            withdrawn: board.withdrawn,
        }
    }

    pub(super) fn restore(self, options: &Options) -> Result<Advanced, String> {
        let mut state = Advanced::open(options);
        let setup = std::sync::Arc::clone(&state.setup);
        let side = |stored: StoredSide| {
            let read = |ships: Vec<ShipDraft>| {
                FleetPlacement::read(setup.map.grid(), &setup.fleet, &ships)
            };
            let placement =
                stored.ships.map(read).transpose().map_err(|error| error.to_string())?;
            Ok::<_, String>(Side {
                placement,
                hit: stored.hit,
                weapons: stored.weapons,
                points: stored.points,
                sunk: stored.sunk,
                passes: stored.passes,
                orders: stored.orders,
            })
        };
        let [one, two] = self.sides;
        state.board = Board {
            first: self.first,
            to_move: self.to_move,
            turns: self.turns,
            sides: [side(one)?, side(two)?],
            operations: self.operations,
            withdrawn: self.withdrawn,
        };
        Ok(state)
    }
}
