//! Steps from dice to a cell, and from a cell to a shot (V5–V9).

use super::event::{Answer, Axis, Dice, Due, Fact, Fired, Line, Rolled, ShotResult};
use super::sound;
use super::state::Voices;
use crate::chance::{DiceStream, Draw};
use crate::grid::{Cell, CellSet, Grid};
use crate::seat::Seat;

/// Result of aiming with dice.
enum Aimed {
    /// The shot falls on this cell.
    At(Cell),
    /// The shooter must make a choice first.
    Due(Due),
    /// The dice lead to no open cell, and are rolled again.
    Again,
}

/// Returns the cell of a throw (V5).
fn cell(dice: Dice, first_die: Axis) -> Cell {
    let (x, y) = match first_die {
        Axis::X => (dice.first, dice.second),
        Axis::Y => (dice.second, dice.first),
    };
    Cell::new(x.saturating_sub(1), y.saturating_sub(1)).expect("a ten-sided die stays on the map")
}

impl Voices {
    /// Moves the shot along the row, or else along the column, if the cell has already been fired
    /// at (V9).
    fn aim(&self, seat: Seat, rolled: Cell) -> Aimed {
        let open = self.open_cells(seat);
        if open.contains(rolled) {
            return Aimed::At(rolled);
        }
        for line in [Line::Row, Line::Column] {
            let on_line: CellSet = Grid::TEN
                .cells()
                .filter(|cell| match line {
                    Line::Row => cell.row() == rolled.row(),
                    Line::Column => cell.column() == rolled.column(),
                })
                .collect();
            let from = open & on_line;
            match (from.nth(0), from.len()) {
                (Some(only), 1) => return Aimed::At(only),
                (Some(_), _) => return Aimed::Due(Due::Cell { rolled, line, from }),
                (None, _) => {}
            }
        }
        Aimed::Again
    }

    /// Rolls the dice until they lead to a shot or to a choice (V5).
    pub(super) fn roll(
        &self,
        seat: Seat,
        first_die: Option<Axis>,
        chance: &mut DiceStream,
    ) -> Fact {
        let mut throws = Vec::new();
        loop {
            let dice = Dice { first: chance.die(10), second: chance.die(10) };
            throws.push(dice);
            // Two equal faces mean the same cell in either assignment.
            let aimed = if self.setup.options.after_roll() && dice.first != dice.second {
                Aimed::Due(Due::Axes { x: cell(dice, Axis::X), y: cell(dice, Axis::Y) })
            } else {
                self.aim(seat, cell(dice, self.side(seat).choices.first_die))
            };
            match aimed {
                Aimed::At(cell) => return self.fire(seat, first_die, throws, cell, chance),
                Aimed::Due(due) => return Fact::Rolled(Rolled { seat, first_die, throws, due }),
                Aimed::Again => {}
            }
        }
    }

    /// Assigns the dice on the table to the axes (V5).
    pub(super) fn choose(
        &self,
        seat: Seat,
        dice: Dice,
        first_die: Axis,
        chance: &mut DiceStream,
    ) -> Fact {
        match self.aim(seat, cell(dice, first_die)) {
            Aimed::At(cell) => self.fire(seat, Some(first_die), Vec::new(), cell, chance),
            Aimed::Due(due) => {
                Fact::Rolled(Rolled { seat, first_die: Some(first_die), throws: Vec::new(), due })
            }
            Aimed::Again => self.roll(seat, Some(first_die), chance),
        }
    }

    /// Creates a shot with its call and its answers (V6–V8).
    pub(super) fn fire(
        &self,
        seat: Seat,
        first_die: Option<Axis>,
        throws: Vec<Dice>,
        cell: Cell,
        chance: &DiceStream,
    ) -> Fact {
        let shot = self.board.shots.len() as u32 + 1;
        let tactical =
            self.side(seat).placement.as_ref().and_then(|hidden| hidden.tactical.as_deref());
        Fact::Fired(Fired {
            seat,
            shot,
            round: self.board.course.round,
            first_die,
            throws,
            cell,
            phone: tactical.map(|matrix| sound::call(matrix, cell)).unwrap_or_default(),
            answers: self
                .targets(seat)
                .into_iter()
                .filter_map(|target| self.answer(target, shot, cell, chance))
                .collect(),
        })
    }

    fn answer(&self, seat: Seat, shot: u32, cell: Cell, chance: &DiceStream) -> Option<Answer> {
        let side = self.side(seat);
        let battle = side.placement.as_ref()?.battle.as_deref()?;
        let edges = sound::edges(side.choices.voice, shot, seat, chance);
        let (row, column) = sound::answer(battle, cell, edges);
        let struck = side.ships().iter().find(|ship| ship.cells.contains(cell));
        let sunk = struck.filter(|ship| {
            let afloat = ship.cells & side.afloat;
            afloat.len() == 1 && afloat.contains(cell)
        });
        Some(Answer {
            seat,
            row,
            column,
            result: if struck.is_some() { ShotResult::Hit } else { ShotResult::Miss },
            sunk: sunk.map(|ship| self.class(ship)),
        })
    }

    /// Creates the event for an answer that sounds from other edges (V7).
    pub(super) fn revoice(
        &self,
        seat: Seat,
        number: u32,
        voice: sound::Voice,
        chance: &DiceStream,
    ) -> Option<Fact> {
        let shot = self.shot(number)?;
        let battle = self.side(seat).placement.as_ref()?.battle.as_deref()?;
        let edges = sound::edges(voice, number, seat, chance);
        let (row, column) = sound::answer(battle, shot.cell, edges);
        Some(Fact::Revoiced(super::event::Revoiced { seat, shot: number, voice, row, column }))
    }
}
