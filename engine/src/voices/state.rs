//! State of a game of `voices`: the waters of all seats, all shots, and the seat to move.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::event::{Axis, Dice, Due, Fired, Part, ShotResult};
use super::options::{Engagement, Options};
use super::placement::Hidden;
use super::sound::{Edges, Voice};
use crate::fleet::{ClassName, Fleet, Ship};
use crate::grid::{Cell, CellSet, Grid};
use crate::ruleset::Reason;
use crate::seat::{Seat, Seats};

/// Game of `voices` in play. Sealed: it holds the secrets of every seat.
#[derive(Clone)]
pub struct Voices {
    pub(super) setup: Arc<Setup>,
    pub(super) board: Board,
}

impl fmt::Debug for Voices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Voices(sealed)")
    }
}

/// Data that result from the settings and never change during a game.
pub(super) struct Setup {
    pub(super) options: Options,
    pub(super) fleet: Fleet,
}

/// Data that change during a game.
#[derive(Clone)]
pub(super) struct Board {
    pub(super) course: Course,
    pub(super) sides: Vec<Side>,
    /// Shots, oldest first.
    pub(super) shots: Vec<Shot>,
}

/// Progress of the game: the current turn, and the open offer.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Course {
    pub(super) first: Option<Seat>,
    /// Current round, from 1.
    pub(super) round: u32,
    /// Number of turns that have begun.
    pub(super) turn: u32,
    pub(super) shooter: Option<Seat>,
    /// Number of shots left in the turn.
    pub(super) left: u8,
    /// Current target of the turn's shots, in `round_robin`.
    pub(super) target: Option<Seat>,
    /// Dice on the table, with the choice that their shooter must make.
    pub(super) pending: Option<Pending>,
    /// Number of shots of each seat in this round: its ships afloat when the round began (V4).
    pub(super) salvos: Vec<u8>,
    pub(super) offer: Option<EndOffer>,
    /// Reason for an end with several fleets afloat (V10).
    pub(super) ended: Option<Reason>,
    /// Reason for the elimination of the last seat that was eliminated.
    pub(super) fell: Reason,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pending {
    pub(super) dice: Dice,
    pub(super) due: Due,
}

/// Offer to end the game and count the result (V10).
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EndOffer {
    pub(super) by: Seat,
    /// Seats that agree, including the seat that made the offer.
    pub(super) agreed: Seats,
}

#[derive(Clone)]
pub(super) struct Side {
    pub(super) placement: Option<Hidden>,
    /// Ship cells that are not hit.
    pub(super) afloat: CellSet,
    /// Classes of this seat's sunk ships, in the order in which they sank.
    pub(super) sunk: Vec<ClassName>,
    /// Cells at which this seat has fired, for each opponent's map. In `simultaneous` they are the
    /// same for all maps.
    pub(super) called: Vec<CellSet>,
    pub(super) choices: SeatChoices,
}

/// Choices of a seat, and counters of them.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeatChoices {
    pub(super) voice: Voice,
    /// Axis that the first die gives (V5).
    pub(super) first_die: Axis,
    /// Number of changes that the seat has made during the current turn.
    pub(super) changes: u32,
    /// Number of own turns that have begun.
    pub(super) turns: u32,
    /// Number of the own turn in which the seat last offered to end the game.
    pub(super) offered: Option<u32>,
    /// True if the seat has left the game.
    pub(super) gone: bool,
}

/// Shot. Its sounds are not stored, but read from the matrices again.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Shot {
    pub(super) seat: Seat,
    pub(super) turn: u32,
    pub(super) round: u32,
    pub(super) cell: Cell,
    pub(super) direction: String,
    pub(super) replies: Vec<Reply>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reply {
    pub(super) seat: Seat,
    pub(super) edges: Edges,
    pub(super) result: ShotResult,
    pub(super) sunk: Option<ClassName>,
    pub(super) direction: String,
}

impl Shot {
    /// Returns true if this seat sounds the part.
    pub(super) fn is_sounded(&self, seat: Seat, part: Part) -> bool {
        match part {
            Part::Call => self.seat == seat,
            Part::Answer => self.replies.iter().any(|reply| reply.seat == seat),
        }
    }
}

impl Side {
    pub(super) fn new(seats: u8) -> Self {
        Self {
            placement: None,
            afloat: CellSet::EMPTY,
            sunk: Vec::new(),
            called: vec![CellSet::EMPTY; usize::from(seats)],
            choices: SeatChoices::default(),
        }
    }

    pub(super) fn ships(&self) -> &[Ship] {
        self.placement.as_ref().map_or(&[], |hidden| hidden.ships.ships())
    }

    pub(super) fn place(&mut self, hidden: Hidden) {
        self.afloat =
            hidden.ships.ships().iter().fold(CellSet::EMPTY, |all, ship| all | ship.cells);
        self.choices.voice = hidden.voice;
        self.placement = Some(hidden);
    }

    pub(super) fn lift(&mut self) {
        *self = Self::new(self.called.len() as u8);
    }

    /// Returns the number of this seat's ships that are afloat.
    pub(super) fn ships_afloat(&self) -> u8 {
        self.ships().iter().filter(|ship| !(ship.cells & self.afloat).is_empty()).count() as u8
    }

    /// Returns what decides when the result is counted (V10): the number of ships afloat, then of
    /// cells that are not hit.
    pub(super) fn strength(&self) -> (u8, usize) {
        (self.ships_afloat(), self.afloat.len())
    }

    /// Returns true if the seat is still in the battle.
    pub(super) fn lives(&self) -> bool {
        !self.choices.gone && !self.afloat.is_empty()
    }
}

impl Voices {
    pub(super) fn side(&self, seat: Seat) -> &Side {
        &self.board.sides[seat.index()]
    }

    pub(super) fn all(&self) -> impl DoubleEndedIterator<Item = Seat> {
        Seat::first(self.setup.options.seats)
    }

    pub(super) fn class(&self, ship: &Ship) -> ClassName {
        self.setup.fleet.classes()[usize::from(ship.class)].class.clone()
    }

    pub(super) fn shot(&self, number: u32) -> Option<&Shot> {
        self.board.shots.get((number as usize).checked_sub(1)?)
    }

    /// Lists the current targets of this seat's shots, in the order of the seats (V11).
    pub(super) fn targets(&self, shooter: Seat) -> Vec<Seat> {
        match self.board.course.target {
            Some(target) => vec![target],
            None => self.all().filter(|&seat| seat != shooter && self.side(seat).lives()).collect(),
        }
    }

    /// Returns the cells at which this seat has not yet fired, by the count of V9.
    pub(super) fn open_cells(&self, shooter: Seat) -> CellSet {
        let map = self.board.course.target.unwrap_or(shooter);
        Grid::TEN.all() - self.side(shooter).called[map.index()]
    }

    pub(super) fn changed(&mut self, seat: Seat) -> &mut SeatChoices {
        let choices = &mut self.board.sides[seat.index()].choices;
        choices.changes += 1;
        choices
    }

    pub(super) fn reply(&mut self, shot: u32, seat: Seat) -> Option<&mut Reply> {
        let shot = self.board.shots.get_mut((shot as usize).checked_sub(1)?)?;
        shot.replies.iter_mut().find(|reply| reply.seat == seat)
    }

    pub(super) fn fall(&mut self, fired: &Fired) {
        let Fired { seat, round, cell, answers, .. } = fired;
        let board = &mut self.board;
        let called = &mut board.sides[seat.index()].called;
        match board.course.target {
            Some(target) => {
                called[target.index()].insert(*cell);
            }
            None => called.iter_mut().for_each(|map| {
                map.insert(*cell);
            }),
        }
        for answer in answers {
            let side = &mut board.sides[answer.seat.index()];
            side.afloat.remove(*cell);
            side.sunk.extend(answer.sunk.clone());
            if side.afloat.is_empty() {
                board.course.fell = Reason::FleetSunk;
            }
        }
        let replies = answers.iter().map(|answer| Reply {
            seat: answer.seat,
            edges: Edges { row: answer.row.from, column: answer.column.from },
            result: answer.result,
            sunk: answer.sunk.clone(),
            direction: String::new(),
        });
        board.shots.push(Shot {
            seat: *seat,
            turn: board.course.turn,
            round: *round,
            cell: *cell,
            direction: String::new(),
            replies: replies.collect(),
        });
        board.course.pending = None;
        board.course.left = board.course.left.saturating_sub(1);
        self.apply_consequences();
    }

    /// Returns true if shots are fired at one opponent at a time.
    pub(super) fn robin(&self) -> bool {
        self.setup.options.engagement == Engagement::RoundRobin
    }
}
