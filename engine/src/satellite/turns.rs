//! Turns, endgames, and the end of a game (T11, T12).

use super::cartridge::Arsenal;
use super::event::TwoDice;
use super::options::Endgame;
use super::state::{Stage, State, other};
use crate::ruleset::{Outcome, Reason};
use crate::seat::{Seat, Seats};

impl State {
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
        let total = |of: Seat| {
            let rolled = rolls.into_iter().flatten().find(|roll| roll.seat == of);
            rolled.map_or(0, |roll| roll.dice.iter().sum())
        };
        match endgame {
            Endgame::Ceasefire => self.board.stage = Stage::End,
            Endgame::Desperation => self.begin_turn(Stage::Desperation { seat }),
            Endgame::Reloaded => {
                for side in &mut self.board.sides {
                    (side.arsenal, side.wild) = (Arsenal::FULL, false);
                }
                self.begin_turn(Stage::Fire { seat, rolls: 0, dice: None });
            }
            Endgame::SelfDestruct => {
                let (targets, then) = (total(seat), Some(total(other(seat))));
                self.begin_turn(Stage::Destruct { seat, targets, then });
            }
        }
    }

    /// Sets the action required next, unless the last building is destroyed (T11).
    pub(super) fn go_on(&mut self, stage: Stage) {
        let over = self.board.sides.iter().any(|side| side.standing.is_empty());
        self.board.stage = if over { Stage::End } else { stage };
    }

    pub(super) fn begin_turn(&mut self, stage: Stage) {
        self.go_on(stage);
        if self.board.stage != Stage::End {
            self.board.turn += 1;
        }
    }

    pub(super) fn next_turn(&mut self, after: Seat) {
        let seat = other(after);
        if self.board.sides.iter().all(|side| side.arsenal.is_empty()) {
            self.go_on(Stage::Endgame { seat });
        } else {
            self.begin_turn(Stage::Fire { seat, rolls: 0, dice: None });
        }
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        let [one, two] = [1, 2].map(|n| Seat::new(n).expect("`satellite` has the seats 1 and 2"));
        let win = |seat, reason| Some(Outcome::Win { winners: Seats::only(seat), reason });
        if let Some((out, why)) = self.board.withdrawn {
            return match (out.contains(one), out.contains(two)) {
                (true, true) => Some(Outcome::AllLose { reason: why.reason() }),
                (true, false) => win(two, why.reason()),
                _ => win(one, why.reason()),
            };
        }
        if self.board.stage != Stage::End {
            return None;
        }
        // T11
        let fallen = |seat: Seat| self.side(seat).standing.is_empty();
        if fallen(two) {
            return win(one, Reason::BuildingsDestroyed);
        }
        if fallen(one) {
            return win(two, Reason::BuildingsDestroyed);
        }
        // T12
        if self.setup.endgame == Endgame::SelfDestruct {
            return Some(Outcome::AllLose { reason: Reason::SelfDestruct });
        }
        let worth = |seat: Seat| {
            let struck = self.side(other(seat));
            (struck.destroyed(), std::cmp::Reverse(struck.standing.len()))
        };
        match worth(one).cmp(&worth(two)) {
            std::cmp::Ordering::Greater => win(one, Reason::Ceasefire),
            std::cmp::Ordering::Less => win(two, Reason::Ceasefire),
            std::cmp::Ordering::Equal => Some(Outcome::AllLose { reason: Reason::Ceasefire }),
        }
    }

    /// Applies a cancellation: no seat is to move, and the game has no outcome.
    pub(super) fn call_off(&mut self) {
        self.board.stage = Stage::CalledOff;
    }

    /// Returns the seat that has to move.
    pub(super) fn to_move(&self) -> Option<Seat> {
        self.board.stage.seat().filter(|_| self.board.withdrawn.is_none())
    }
}
