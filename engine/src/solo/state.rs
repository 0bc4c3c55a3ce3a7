//! State of a game of `solo`: the fleets, the prediction, and the hits of the volleys.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::event::{Coin, Die, Event, Fact, Fired, Shot};
use super::options::Options;
use super::placement::{Draft, Fleets};
use super::sea::{Cell, Face, Sea, Squares, Suit};
use crate::chance::{DiceStream, Draw};
use crate::ruleset::Ruleset;
use crate::seat::Seat;

/// Number of coins of a suit, in ships or in dinghies.
pub(super) const COINS: u8 = 6;

pub(super) fn only() -> Seat {
    Seat::first(1).next().expect("there is a first seat")
}

/// Game of `solo` in play. Sealed: the positions of the fleets are their player's secret.
#[derive(Clone)]
pub struct Solo {
    pub(super) setup: Arc<Setup>,
    pub(super) board: Board,
}

impl fmt::Debug for Solo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Solo(sealed)")
    }
}

/// Data that result from the settings and never change during a game.
pub(super) struct Setup {
    pub(super) options: Options,
    pub(super) sea: Sea,
    pub(super) fighting: [Suit; 3],
}

/// Data that change during a game.
#[derive(Clone)]
pub(super) struct Board {
    pub(super) fleets: Option<Fleets>,
    pub(super) prediction: Option<Suit>,
    pub(super) volleys: Vec<Fired>,
    /// Squares in which a coin was hit.
    pub(super) hit: Squares,
    /// Number of coins of each suit that were hit, by the results of the shots.
    pub(super) struck: [u8; 4],
    pub(super) timed_out: bool,
}

impl Solo {
    /// Returns the names of the suits that fight, separated by commas.
    pub(super) fn fighting(&self) -> String {
        self.setup.fighting.map(Suit::as_str).join(", ")
    }

    pub(super) fn hit(&self, suit: Suit) -> u8 {
        self.board.struck[suit as usize]
    }

    /// Lists the suits with a coin that is not hit (S7).
    pub(super) fn afloat(&self) -> impl Iterator<Item = Suit> + '_ {
        self.setup.fighting.into_iter().filter(|suit| self.hit(*suit) < COINS)
    }

    /// Rolls the four dice, flips the coin, and fires until one suit is left (S5, S6).
    pub(super) fn volley(&self, seat: Seat, chance: &mut DiceStream) -> Fired {
        let sea = self.setup.sea;
        let dice =
            sea.order.map(|suit| Die { suit, face: Face::ALL[usize::from(chance.die(6) - 1)] });
        let coin = if chance.below(2) == 0 { Coin::Heads } else { Coin::Tails };
        let mut afloat: Vec<(Suit, Squares)> = self
            .setup
            .fighting
            .into_iter()
            .filter_map(|suit| {
                let coins = self.board.fleets.as_ref().map(|fleets| fleets.of(suit))?;
                Some((suit, coins.without(self.board.hit))).filter(|(_, left)| !left.is_empty())
            })
            .collect();
        let mut shots = Vec::with_capacity(dice.len());
        for Die { suit, face } in dice {
            let cell = Cell { suit, half: coin.half(), column: face };
            let mut at = Squares::default();
            at.insert(sea.square(cell));
            let struck = afloat.iter_mut().find(|(_, left)| !left.both(at).is_empty());
            let shot = match struck {
                None => Shot { cell, hit: None, sunk: false },
                Some((struck, left)) => {
                    *left = left.without(at);
                    Shot { cell, hit: Some(*struck), sunk: left.is_empty() }
                }
            };
            afloat.retain(|(_, left)| !left.is_empty());
            shots.push(shot);
            if afloat.len() == 1 {
                break;
            }
        }
        let volley = self.board.volleys.len() as u32 + 1;
        Fired { seat, volley, coin, dice: dice.into(), shots }
    }
}

/// Stored form of a [`Board`]. The hits are computed from the volleys.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredBoard {
    placement: Option<Draft>,
    prediction: Option<Suit>,
    volleys: Vec<Fired>,
    timed_out: bool,
}

impl StoredBoard {
    pub(super) fn of(state: &Solo) -> Self {
        let board = &state.board;
        Self {
            placement: board.fleets.as_ref().map(|fleets| fleets.draft(state.setup.sea)),
            prediction: board.prediction,
            volleys: board.volleys.clone(),
            timed_out: board.timed_out,
        }
    }

    pub(super) fn restore(self, options: &Options) -> Result<Solo, String> {
        let mut state = Solo::open(options);
        if let Some(draft) = self.placement {
            let fleets = Fleets::read(options, &draft.ships).map_err(|error| error.to_string())?;
            state.place(only(), fleets);
        }
        state.board.prediction = self.prediction;
        for volley in self.volleys {
            state.evolve(&Event(Fact::Fired(volley)));
        }
        state.board.timed_out = self.timed_out;
        Ok(state)
    }
}
