//! Changes of the score after the end of a game: directions, and voices of single answers (V7,
//! V17).
//!
//! They are kept outside the log, so that the record of the game stays as it is.
//! [`Table::score_with`] applies them to the score. They draw nothing: `dice` chooses the edges
//! that the dice of that shot gave.

use std::borrow::Cow;

use super::action::{Action, Direct, Refusal, SetVoice};
use super::event::Part;
use super::legal::Legal;
use super::score::Score;
use super::sound::{self, Voice};
use super::state::Voices;
use crate::chance::DiceStream;
use crate::seat::{Seat, Viewer};
use crate::table::{self, Move, Status, Table, TableRefusal};

/// Change of a seat's own part of the score after the end of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScoreChange {
    /// Direction of a call or an answer (V17).
    Direct(Direct),
    /// Voice of an answer (V7).
    Voice {
        /// Number of the shot.
        shot: u32,
        /// Voice of the answer.
        voice: Voice,
    },
}

impl Table<Voices> {
    /// Returns the score with changes that were made after the end, oldest first, as this viewer
    /// may know it.
    pub fn score_with(&self, viewer: Viewer, changes: &[(Seat, ScoreChange)]) -> Score {
        // A cancelled game is over too, but reveals nothing.
        let revealed = self.outcome().is_some();
        let mut state = Cow::Borrowed(self.state());
        for (seat, change) in changes {
            state.to_mut().change_score(*seat, change, &self.battle());
        }
        state.score(self.seated(viewer), self.status().is_over(), revealed)
    }

    /// Returns the change of the score that an action of a seat means after the end of the game.
    /// Changes nothing.
    ///
    /// # Errors
    /// Returns a refusal if the game is not finished, if the action changes more than the score, or
    /// if it is not allowed.
    pub fn score_change(
        &self,
        seat: Seat,
        action: &Move<Action>,
    ) -> Result<ScoreChange, table::Refusal<Voices>> {
        self.expect_seat(seat)?;
        if self.status() != Status::Finished {
            return Err(TableRefusal::Over.into());
        }
        let change = match action {
            Move::Own(Action::Direct(direct)) => ScoreChange::Direct(direct.clone()),
            Move::Own(Action::SetVoice(set @ SetVoice { for_shot: Some(shot), .. })) => {
                ScoreChange::Voice { shot: *shot, voice: set.voice() }
            }
            _ => return Err(table::Refusal::Rules(Refusal::OnlyScore)),
        };
        self.check_score_change(seat, &change).map_err(table::Refusal::Rules)?;
        Ok(change)
    }

    /// Checks a change of the score of a finished game by a seat of it.
    ///
    /// # Errors
    /// Returns a refusal if the change is not of the seat's own part, or if a direction is not
    /// allowed.
    pub fn check_score_change(&self, seat: Seat, change: &ScoreChange) -> Result<(), Refusal> {
        match change {
            ScoreChange::Direct(direct) => self.state().check_direct(seat, direct),
            ScoreChange::Voice { shot, .. } => self.state().check_voice_of(seat, *shot),
        }
    }

    /// Lists the changes of the score that a seat can make after the end of the game.
    pub fn score_choices(&self, seat: Seat) -> Vec<Legal> {
        self.state().score_choices(seat)
    }
}

impl Voices {
    /// Applies a change to the shots. Ignores a part that the seat has not sounded.
    fn change_score(&mut self, seat: Seat, change: &ScoreChange, chance: &DiceStream) {
        match change {
            ScoreChange::Direct(Direct { shot, part, text }) => {
                self.direct(seat, *shot, *part, text)
            }
            ScoreChange::Voice { shot, voice } => {
                if let Some(reply) = self.reply(*shot, seat) {
                    reply.edges = sound::edges(*voice, *shot, seat, chance);
                }
            }
        }
    }

    /// Replaces the direction of a call or an answer of a seat, if the seat has sounded it.
    pub(super) fn direct(&mut self, seat: Seat, shot: u32, part: Part, text: &str) {
        let direction = match part {
            Part::Call => {
                let called =
                    (shot as usize).checked_sub(1).and_then(|at| self.board.shots.get_mut(at));
                called.filter(|called| called.seat == seat).map(|called| &mut called.direction)
            }
            Part::Answer => self.reply(shot, seat).map(|reply| &mut reply.direction),
        };
        if let Some(direction) = direction {
            text.clone_into(direction);
        }
    }
}
