//! Legal choices of a seat in `voices`, computed only from what the seat knows.

use serde::{Deserialize, Serialize};

use super::action::{
    Action, ChooseAxes, Direct, Fire, MAX_CHANGES, MAX_DIRECTION_LENGTH, Refusal, SetVoice,
};
use super::event::{Axis, Due, Part};
use super::options::Aim;
use super::sound::{ColumnVoice, RowVoice};
use super::state::Voices;
use crate::grid::{Cell, Grid};
use crate::ruleset::{CellChoice, Choices};
use crate::seat::Seat;

/// Cells that the dice can mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = VoicesAxisCells)]
pub struct AxisCells {
    /// Cell if the first die is x.
    pub x: Cell,
    /// Cell if the first die is y.
    pub y: Cell,
}

/// Legal choice of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = VoicesChoice)]
pub enum Legal {
    /// Rolls for one shot.
    Roll {},
    /// Rolls for all shots that are left in the turn.
    RollAll {},
    /// Fires at a cell.
    Fire {
        /// Cells to choose from, and their number.
        cells: CellChoice,
    },
    /// Assigns the dice to the axes.
    ChooseAxes {
        /// Axes that the first die can have.
        first_die: [Axis; 2],
        /// Cells on offer for the dice on the table; left out if the assignment is for later
        /// throws.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = AxisCells, required = false)]
        cells: Option<AxisCells>,
    },
    /// Sets the edges from which answers sound, from now on or for a shot. After the end, only for
    /// a shot.
    SetVoice {
        /// Edges at which the row can begin.
        row: [RowVoice; 3],
        /// Edges at which the column can begin.
        column: [ColumnVoice; 3],
        /// Numbers of the shots that you have answered.
        for_shot: Vec<u32>,
    },
    /// Sets the performance of a call or an answer of yours.
    Direct {
        /// Numbers of the shots that you have called.
        calls: Vec<u32>,
        /// Numbers of the shots that you have answered.
        answers: Vec<u32>,
        /// Maximum number of characters.
        #[schema(example = 120)]
        max_length: usize,
    },
    /// Offers to end the game now and count the result. Allowed once in each own turn.
    OfferEnd {},
    /// Accepts the offer to end the game.
    AcceptEnd {},
    /// Declines the offer to end the game. Players who have accepted it may also decline it, until
    /// all have accepted.
    DeclineEnd {},
}

/// Returns true if the text is a valid direction: one line of limited length, or an empty text
/// (V17).
pub(super) fn is_direction(text: &str) -> bool {
    text.chars().count() <= MAX_DIRECTION_LENGTH && text.chars().all(is_plain)
}

fn is_plain(c: char) -> bool {
    // Bidirectional control characters would change the display of the rest of a line.
    !c.is_control()
        && !matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
}

/// Returns the choice of a voice, for a seat that has answered these shots.
fn voice_choice(for_shot: Vec<u32>) -> Legal {
    Legal::SetVoice {
        row: [RowVoice::Left, RowVoice::Right, RowVoice::Dice],
        column: [ColumnVoice::Top, ColumnVoice::Bottom, ColumnVoice::Dice],
        for_shot,
    }
}

/// Returns the choice of a direction, for a seat that has called and answered these shots; `None`
/// without shots.
fn direct_choice(calls: Vec<u32>, answers: Vec<u32>) -> Option<Legal> {
    let sounded = !(calls.is_empty() && answers.is_empty());
    sounded.then_some(Legal::Direct { calls, answers, max_length: MAX_DIRECTION_LENGTH })
}

impl Choices for Legal {
    type Action = Action;

    fn accepts(&self, action: &Action) -> bool {
        match (self, action) {
            (Self::Roll {}, Action::Roll {})
            | (Self::RollAll {}, Action::RollAll {})
            | (Self::ChooseAxes { .. }, Action::ChooseAxes(_))
            | (Self::OfferEnd {}, Action::OfferEnd {})
            | (Self::AcceptEnd {}, Action::AcceptEnd {})
            | (Self::DeclineEnd {}, Action::DeclineEnd {}) => true,
            (Self::Fire { cells }, Action::Fire(Fire { cell })) => cells.from.contains(*cell),
            (Self::SetVoice { for_shot, .. }, Action::SetVoice(set)) => {
                set.for_shot.is_none_or(|shot| for_shot.contains(&shot))
            }
            (Self::Direct { calls, answers, .. }, Action::Direct(Direct { shot, part, text })) => {
                let own = match part {
                    Part::Call => calls,
                    Part::Answer => answers,
                };
                own.contains(shot) && is_direction(text)
            }
            _ => false,
        }
    }
}

impl Voices {
    /// Lists the numbers of the shots with this part sounded by the seat.
    fn sounded(&self, seat: Seat, part: Part) -> Vec<u32> {
        (1..)
            .zip(&self.board.shots)
            .filter(|(_, shot)| shot.is_sounded(seat, part))
            .map(|(number, _)| number)
            .collect()
    }

    fn expect_shot(
        &self,
        seat: Seat,
        shot: u32,
        part: Part,
        of: (&'static str, &'static str),
    ) -> Result<(), Refusal> {
        let (rule, field) = of;
        if self.shot(shot).is_some_and(|shot| shot.is_sounded(seat, part)) {
            return Ok(());
        }
        Err(Refusal::NoSuchShot { rule, field, part, shot })
    }

    /// Checks that a seat can change the voice of its answer to a shot (V7).
    pub(super) fn check_voice_of(&self, seat: Seat, shot: u32) -> Result<(), Refusal> {
        self.expect_shot(seat, shot, Part::Answer, ("V7", "for_shot"))
    }

    /// Checks a direction of a seat (V17).
    pub(super) fn check_direct(&self, seat: Seat, direct: &Direct) -> Result<(), Refusal> {
        let Direct { shot, part, text } = direct;
        self.expect_shot(seat, *shot, *part, ("V17", "shot"))?;
        if is_direction(text) { Ok(()) } else { Err(Refusal::BadDirection) }
    }

    fn expect_turn(&self, seat: Seat) -> Result<(), Refusal> {
        match self.board.course.shooter {
            Some(shooter) if shooter != seat => Err(Refusal::OutOfTurn(shooter)),
            _ => Ok(()),
        }
    }

    /// Checks the limit on changes that do not end a turn.
    fn expect_change(&self, seat: Seat, rule: &'static str) -> Result<(), Refusal> {
        let changes = self.side(seat).choices.changes;
        if changes < MAX_CHANGES { Ok(()) } else { Err(Refusal::TooManyChanges(rule)) }
    }

    fn expect_no_choice(&self) -> Result<(), Refusal> {
        match self.board.course.pending.as_ref().map(|pending| &pending.due) {
            None => Ok(()),
            Some(Due::Axes { .. }) => Err(Refusal::AxesDue),
            Some(Due::Cell { .. }) => Err(Refusal::CellDue),
        }
    }

    pub(super) fn check_action(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let aim = self.setup.options.aim;
        match action {
            Action::Roll {} | Action::RollAll {} => {
                self.expect_turn(seat)?;
                if aim == Aim::Choice {
                    return Err(Refusal::NoDice);
                }
                self.expect_no_choice()
            }
            Action::Fire(Fire { cell }) => {
                self.expect_turn(seat)?;
                if !Grid::TEN.contains(*cell) {
                    return Err(Refusal::OffMap(*cell));
                }
                let pending_roll = self.board.course.pending.as_ref().map(|pending| &pending.due);
                let (rule, from) = match (aim, pending_roll) {
                    (Aim::Choice, _) => ("V13", self.open_cells(seat)),
                    (Aim::Dice, Some(Due::Cell { from, .. })) => ("V9", *from),
                    (Aim::Dice, Some(Due::Axes { .. })) => return self.expect_no_choice(),
                    (Aim::Dice, None) => return Err(Refusal::RollFirst),
                };
                if from.contains(*cell) {
                    Ok(())
                } else {
                    Err(Refusal::NotOpen { rule, cell: *cell })
                }
            }
            Action::ChooseAxes(ChooseAxes { .. }) => {
                if aim == Aim::Choice {
                    return Err(Refusal::NoDice);
                }
                if !self.setup.options.after_roll() {
                    return self.expect_change(seat, "V5");
                }
                self.expect_turn(seat)?;
                match self.board.course.pending.as_ref().map(|pending| &pending.due) {
                    Some(Due::Axes { .. }) => Ok(()),
                    Some(Due::Cell { .. }) => self.expect_no_choice(),
                    None => Err(Refusal::NothingRolled),
                }
            }
            Action::SetVoice(SetVoice { for_shot, .. }) => {
                if let Some(shot) = for_shot {
                    self.check_voice_of(seat, *shot)?;
                }
                self.expect_change(seat, "V7")
            }
            Action::Direct(direct) => {
                self.check_direct(seat, direct)?;
                self.expect_change(seat, "V17")
            }
            Action::OfferEnd {} | Action::AcceptEnd {} | Action::DeclineEnd {} => {
                self.check_end(seat, action)
            }
        }
    }

    /// Checks an action about the agreed end, in which only living seats take part (V10).
    fn check_end(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let side = self.side(seat);
        if !side.lives() {
            return Err(Refusal::NoSay);
        }
        match (action, self.board.course.offer) {
            (Action::OfferEnd {}, Some(_)) => Err(Refusal::OfferStands),
            (Action::OfferEnd {}, None) if side.choices.offered == Some(side.choices.turns) => {
                Err(Refusal::OfferedAlready)
            }
            (Action::OfferEnd {}, None) => Ok(()),
            (_, None) => Err(Refusal::NoOffer),
            (Action::AcceptEnd {}, Some(offer)) if offer.agreed.contains(seat) => {
                Err(Refusal::OwnOffer)
            }
            (_, Some(_)) => Ok(()),
        }
    }

    /// Lists the changes of the score that a seat can make after the end: of the shots that it has
    /// sounded.
    pub(super) fn score_choices(&self, seat: Seat) -> Vec<Legal> {
        let answers = self.sounded(seat, Part::Answer);
        let voice = (!answers.is_empty()).then(|| voice_choice(answers.clone()));
        voice.into_iter().chain(direct_choice(self.sounded(seat, Part::Call), answers)).collect()
    }

    pub(super) fn choices(&self, seat: Seat) -> Vec<Legal> {
        let mut legal = Vec::new();
        if self.may(seat, &Action::Roll {}) {
            legal.extend([Legal::Roll {}, Legal::RollAll {}]);
        }
        let pending_roll = self.board.course.pending.as_ref().map(|pending| &pending.due);
        let shooting = self.board.course.shooter == Some(seat);
        let cells = match (self.setup.options.aim, pending_roll) {
            _ if !shooting => None,
            (Aim::Choice, _) => Some(self.open_cells(seat)),
            (Aim::Dice, Some(Due::Cell { from, .. })) => Some(*from),
            (Aim::Dice, _) => None,
        };
        legal.extend(cells.map(|from| Legal::Fire { cells: CellChoice { count: 1, from } }));
        if self.may(seat, &Action::ChooseAxes(ChooseAxes { first_die: Axis::X })) {
            let cells = match pending_roll {
                Some(&Due::Axes { x, y }) => Some(AxisCells { x, y }),
                _ => None,
            };
            legal.push(Legal::ChooseAxes { first_die: [Axis::X, Axis::Y], cells });
        }
        if self.expect_change(seat, "V7").is_ok() {
            let answers = self.sounded(seat, Part::Answer);
            legal.push(voice_choice(answers.clone()));
            legal.extend(direct_choice(self.sounded(seat, Part::Call), answers));
        }
        if self.may(seat, &Action::OfferEnd {}) {
            legal.push(Legal::OfferEnd {});
        }
        if self.may(seat, &Action::AcceptEnd {}) {
            legal.push(Legal::AcceptEnd {});
        }
        if self.may(seat, &Action::DeclineEnd {}) {
            legal.push(Legal::DeclineEnd {});
        }
        legal
    }

    fn may(&self, seat: Seat, action: &Action) -> bool {
        self.check_action(seat, action).is_ok()
    }
}
