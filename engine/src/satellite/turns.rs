//! Turns, endgames, and the end of a game (T11, T12).

use super::cartridge::Arsenal;
use super::event::TwoDice;
use super::options::Endgame;
use super::state::{Satellite, Stage};
use crate::seat::Seat;

impl Satellite {
    /// Begins the endgame (T12).
    pub(super) fn begin_endgame(
        &mut self,
        endgame: Endgame,
        next: Option<Seat>,
        rolls: Option<&Vec<TwoDice>>,
    ) {
        let Some(seat) = next else {
            self.board.stage = Stage::End;
            return;
        };
        match endgame {
            Endgame::Ceasefire => self.board.stage = Stage::End,
            Endgame::Desperation => self.begin_turn(Stage::Desperation { seat }),
            Endgame::Reloaded => {
                for side in &mut self.board.sides {
                    side.arsenal = Arsenal::FULL;
                    side.wild = false;
                }
                self.begin_turn(Stage::Fire { seat, rolls: 0, dice: None });
            }
            Endgame::SelfDestruct => {
                let rolls = rolls.map(Vec::as_slice).unwrap_or_default();
                let targets = total(rolls, seat);
                let then = Some(total(rolls, seat.opponent()));
                self.begin_turn(Stage::Destruct { seat, targets, then });
            }
        }
    }

    /// Sets the action required next, unless the last building is destroyed (T11).
    pub(super) fn go_on(&mut self, stage: Stage) {
        let is_over = self.board.sides.iter().any(|side| side.standing.is_empty());
        self.board.stage = if is_over { Stage::End } else { stage };
    }

    pub(super) fn begin_turn(&mut self, stage: Stage) {
        self.go_on(stage);
        if self.board.stage != Stage::End {
            self.board.turn += 1;
        }
    }

    pub(super) fn next_turn(&mut self, after: Seat) {
        let seat = after.opponent();
        if self.board.sides.iter().all(|side| side.arsenal.is_empty()) {
            self.go_on(Stage::Endgame { seat });
        } else {
            self.begin_turn(Stage::Fire { seat, rolls: 0, dice: None });
        }
    }

    pub(super) fn seat_to_move(&self) -> Option<Seat> {
        self.board.stage.seat().filter(|_| self.board.withdrawn.is_none())
    }
}

fn total(rolls: &[TwoDice], seat: Seat) -> u8 {
    let roll = rolls.iter().find(|roll| roll.seat == seat);
    roll.map_or(0, |roll| roll.dice.iter().sum())
}
