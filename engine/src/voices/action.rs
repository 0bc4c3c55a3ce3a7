//! Actions of `voices`, and the reasons for refusing them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::event::{Axis, Part};
use super::matrix::Matrix;
use super::sound::{ColumnVoice, RowVoice, Voice};
use crate::fleet::PlacementError;
use crate::grid::Cell;
use crate::ruleset::{RefusalKind, RuleError};
use crate::seat::Seat;
use crate::shape::{self, ShapeError};

/// Maximum number of changes of axes, voices and directions by a seat during one turn. Changes do
/// not end a turn, so without a limit a log could grow without end.
pub const MAX_CHANGES: u32 = 100;
/// Maximum length of a direction, in characters.
pub const MAX_DIRECTION_LENGTH: usize = 120;

/// Action without fields.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// Fires at a cell: one of the cells on offer (V9), or any open cell in a game without dice (V13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = VoicesFire)]
pub struct Fire {
    /// Cell to fire at.
    pub cell: Cell,
}

/// Assigns the dice to the axes: for the dice on the table, or for all later throws (V5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = VoicesChooseAxes)]
pub struct ChooseAxes {
    /// Axis that the first die gives. The second die gives the other.
    pub first_die: Axis,
}

/// Sets the edges from which the player's answers sound: from now on, or for a shot already
/// answered (V7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = VoicesSetVoice)]
pub struct SetVoice {
    /// Edge at which the row begins.
    pub row: RowVoice,
    /// Edge at which the column begins.
    pub column: ColumnVoice,
    /// Number of the answered shot to change; if left out, the voice holds from now on. A change
    /// for a shot is announced to everyone; otherwise the voice is secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1)]
    pub for_shot: Option<u32>,
}

impl SetVoice {
    pub(super) fn voice(&self) -> Voice {
        Voice { row: self.row, column: self.column }
    }
}

/// Sets the performance of a call or an answer of the player (V17).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = VoicesDirect)]
pub struct Direct {
    /// Number of the shot.
    #[schema(minimum = 1)]
    pub shot: u32,
    /// Part of the shot: the player's call or the player's answer.
    pub part: Part,
    /// Direction for the performance: up to 120 characters on one line. An empty text removes the
    /// direction.
    #[schema(max_length = 120, example = "falling, very slowly")]
    pub text: String,
}

/// Action in a game of `voices`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = VoicesAction)]
pub enum Action {
    /// Roll for a shot, and fire it if the dice leave no choice.
    // V5.
    Roll {},
    /// Roll for all remaining shots of the turn. Stops at a roll that leaves a choice.
    RollAll {},
    /// Fire at a cell: one of the cells on offer or, in a game without dice, any open cell.
    // V9, V13.
    Fire(Fire),
    /// Assign the two dice to the axes: for the current roll, or for future rolls.
    // V5.
    ChooseAxes(ChooseAxes),
    /// Choose the edges from which your answers are sounded: from now on, or for a shot already
    /// answered.
    // V7.
    SetVoice(SetVoice),
    /// Set the performance of a call or an answer of yours.
    // V17.
    Direct(Direct),
    /// Offer to end the game now, and count.
    // V10.
    OfferEnd {},
    /// Accept the offer to end the game.
    // V10.
    AcceptEnd {},
    /// Decline the offer to end the game.
    // V10.
    DeclineEnd {},
}

impl Action {
    pub(super) const TYPES: &'static [&'static str] = &[
        "roll",
        "roll_all",
        "fire",
        "choose_axes",
        "set_voice",
        "direct",
        "offer_end",
        "accept_end",
        "decline_end",
    ];

    pub(super) fn read(kind: &str, rest: &Value) -> Option<Result<Self, ShapeError>> {
        Some(match kind {
            "roll" => Self::Roll {}.without_fields(rest),
            "roll_all" => Self::RollAll {}.without_fields(rest),
            "fire" => shape::read(rest).map(Self::Fire),
            "choose_axes" => shape::read(rest).map(Self::ChooseAxes),
            "set_voice" => shape::read(rest).map(Self::SetVoice),
            "direct" => shape::read(rest).map(Self::Direct),
            "offer_end" => Self::OfferEnd {}.without_fields(rest),
            "accept_end" => Self::AcceptEnd {}.without_fields(rest),
            "decline_end" => Self::DeclineEnd {}.without_fields(rest),
            _ => return None,
        })
    }

    /// Checks that an action came without fields.
    fn without_fields(self, rest: &Value) -> Result<Self, ShapeError> {
        shape::read(rest).map(|Nothing {}| self)
    }
}

/// Reason for refusing a setting, a placement or an action of `voices`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The setting is not allowed (V10–V13).
    #[error("{detail}")]
    BadOption {
        /// Number of the rule.
        rule: &'static str,
        /// Path of the setting.
        field: String,
        /// Description of the fault, with what would be right.
        detail: String,
    },
    /// The placement is invalid (V2).
    #[error(transparent)]
    BadPlacement(#[from] PlacementError),
    /// The number of the matrix does not exist (V1).
    #[error("there is no such matrix: use a number from 1 to {last}, or the recipe of a made one", last = Matrix::NUMBERS)]
    NoSuchMatrix {
        /// Path of the field that names the matrix.
        field: &'static str,
    },
    /// The generated matrix does not have the size of the map (V1).
    #[error("the matrix has {size} rows: the map has 10, and so must its matrix")]
    MatrixSize {
        /// Path of the field that names the matrix.
        field: &'static str,
        /// Number of rows of the matrix.
        size: u8,
    },
    /// It is the turn of this other seat (V4).
    #[error("it is {0}'s turn: wait until it has fired")]
    OutOfTurn(Seat),
    /// The game is played without dice (V13).
    #[error("this game is played without dice: fire at a cell of your choice")]
    NoDice,
    /// The seat must assign the dice to the axes before it rolls again (V5).
    #[error("the dice lie there: say with `choose_axes` which of them is x")]
    AxesDue,
    /// The seat must choose a cell before it rolls again (V9).
    #[error(
        "the dice lie there: the cell has been fired at already, so `fire` at one of the cells on offer"
    )]
    CellDue,
    /// The dice determine the cell, so the seat must roll first (V5).
    #[error("the dice say where a shot falls: roll them")]
    RollFirst,
    /// There are no dice on the table to assign to the axes (V5).
    #[error("no dice lie there to choose the axes of: roll them first")]
    NothingRolled,
    /// The cell is not on the map (V1).
    #[error("{0} is off the map, which ends at J10")]
    OffMap(Cell),
    /// The cell cannot be fired at now (V9, V13).
    #[error("{cell} is not open: fire at one of the cells that are")]
    NotOpen {
        /// Number of the rule.
        rule: &'static str,
        /// Cell in question.
        cell: Cell,
    },
    /// The seat did not call or answer the shot (V7, V17).
    #[error(
        "this seat has {} no shot {shot}: name one that it has",
        match .part { Part::Call => "called", Part::Answer => "answered" }
    )]
    NoSuchShot {
        /// Number of the rule.
        rule: &'static str,
        /// Path of the field that names the shot.
        field: &'static str,
        /// Part of the shot that the seat did not sound.
        part: Part,
        /// Number of the shot.
        shot: u32,
    },
    /// The direction has the wrong form (V17).
    #[error(
        "a direction is a line of up to {MAX_DIRECTION_LENGTH} characters, without control characters"
    )]
    BadDirection,
    /// The game is over, and the action changes more than the score (V7, V17).
    #[error(
        "the game is over: only its score can still change, with `direct` and with `set_voice` for a shot (`for_shot`)"
    )]
    OnlyScore,
    /// The seat has made too many changes in this turn. Holds the number of the rule.
    #[error(
        "voices, axes and directions have been changed {MAX_CHANGES} times in this turn, which is as often as they \
         may be: wait for the next turn"
    )]
    TooManyChanges(&'static str),
    /// The seat has lost its ships and takes no part in agreements (V10).
    #[error("this seat has lost its fleet: whether to end here is for those to say who still play")]
    NoSay,
    /// The seat has already offered an end in this turn (V10).
    #[error(
        "an end may be offered once in each own turn, and it has been: wait for the next own turn"
    )]
    OfferedAlready,
    /// An offer to end the game is open (V10).
    #[error("an offer to end stands: accept or decline it, or wait for the answer")]
    OfferStands,
    /// No offer to end the game is open (V10).
    #[error("no end is offered")]
    NoOffer,
    /// The seat has already agreed to the offer (V10).
    #[error("this seat has agreed already: wait for the others")]
    OwnOffer,
}

impl RuleError for Refusal {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::OutOfTurn(_) => RefusalKind::OutOfTurn,
            Self::OnlyScore => RefusalKind::Finished,
            Self::AxesDue
            | Self::CellDue
            | Self::RollFirst
            | Self::NothingRolled
            | Self::TooManyChanges(_)
            | Self::NoSay
            | Self::OfferedAlready
            | Self::OfferStands
            | Self::NoOffer
            | Self::OwnOffer => RefusalKind::NotNow,
            _ => RefusalKind::AgainstRule,
        }
    }

    fn rule(&self) -> Option<&'static str> {
        Some(match self {
            Self::BadOption { rule, .. }
            | Self::NotOpen { rule, .. }
            | Self::NoSuchShot { rule, .. }
            | Self::TooManyChanges(rule) => rule,
            Self::BadPlacement(_) => "V2",
            Self::NoSuchMatrix { .. } | Self::MatrixSize { .. } | Self::OffMap(_) => "V1",
            Self::OutOfTurn(_) => "V4",
            Self::AxesDue | Self::RollFirst | Self::NothingRolled => "V5",
            Self::CellDue => "V9",
            Self::NoDice => "V13",
            Self::BadDirection | Self::OnlyScore => "V17",
            Self::NoSay
            | Self::OfferedAlready
            | Self::OfferStands
            | Self::NoOffer
            | Self::OwnOffer => "V10",
        })
    }

    fn field(&self) -> String {
        match self {
            Self::BadOption { field, .. } => field.clone(),
            Self::BadPlacement(error) => error.field(),
            Self::NoSuchMatrix { field }
            | Self::MatrixSize { field, .. }
            | Self::NoSuchShot { field, .. } => (*field).to_owned(),
            Self::OffMap(_) | Self::NotOpen { .. } => "cell".to_owned(),
            Self::BadDirection => "text".to_owned(),
            _ => String::new(),
        }
    }
}
