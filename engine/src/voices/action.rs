//! What a player does in `voices`, and why it may be refused.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::event::{Axis, Part};
use super::matrix::Matrix;
use super::sound::{ColumnVoice, RowVoice, Voice};
use crate::fleet::PlacementError;
use crate::grid::Cell;
use crate::ruleset::{RefusalKind, Refuse, Seat};
use crate::shape::{self, Misshapen};

/// How often a seat may change standing choices, answers' edges and directions while one turn lasts. They end no turn, so
/// without a limit a log could grow without end.
pub const MOST_CHANGES: u32 = 100;
/// The longest direction, in characters.
pub const LONGEST_DIRECTION: usize = 120;

/// An action without fields.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// Fires at a cell: one of those on offer (V9), or any that is open (V13).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesFire))]
pub struct Fire {
    /// The cell.
    pub cell: Cell,
}

/// Says which die is which: of the dice that lie there, or for the throws to come (V5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesChooseAxes))]
pub struct ChooseAxes {
    /// The axis that the first die gives; the second gives the other.
    pub first_die: Axis,
}

/// Says from which edges answers are sounded: from now on, or for a shot already answered (V7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesSetVoice))]
pub struct SetVoice {
    /// Where the row begins.
    pub row: RowVoice,
    /// Where the column begins.
    pub column: ColumnVoice,
    /// The shot whose answer is meant; from now on if left out. For a shot it is announced, else it is your secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub for_shot: Option<u32>,
}

impl SetVoice {
    pub(super) fn voice(&self) -> Voice {
        Voice { row: self.row, column: self.column }
    }
}

/// Says how an utterance of one's own is performed (V17).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesDirect))]
pub struct Direct {
    /// Of which shot.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub shot: u32,
    /// Your call, or your answer.
    pub part: Part,
    /// How, in up to 120 characters on one line; empty to take a direction back.
    #[cfg_attr(feature = "openapi", schema(max_length = 120, example = "falling, very slowly"))]
    pub text: String,
}

/// An action of `voices`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Action {
    /// Rolls for a shot, and fires it if nothing is to be chosen (V5).
    Roll {},
    /// Rolls for all shots that are left in the turn, and stops where something is to be chosen.
    RollAll {},
    /// Fires at a cell (V9, V13).
    Fire(Fire),
    /// Says which die is which (V5).
    ChooseAxes(ChooseAxes),
    /// Says from which edges answers are sounded (V7).
    SetVoice(SetVoice),
    /// Says how a call or an answer is performed (V17).
    Direct(Direct),
    /// Offers to end the game here and count (V10).
    OfferEnd {},
    /// Agrees to that.
    AcceptEnd {},
    /// Turns it down.
    DeclineEnd {},
}

impl Action {
    /// Their types.
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

    pub(super) fn read(kind: &str, rest: &Value) -> Option<Result<Self, Misshapen>> {
        let plain = |action| shape::read::<Nothing>(rest).map(|Nothing {}| action);
        Some(match kind {
            "roll" => plain(Self::Roll {}),
            "roll_all" => plain(Self::RollAll {}),
            "fire" => shape::read(rest).map(Self::Fire),
            "choose_axes" => shape::read(rest).map(Self::ChooseAxes),
            "set_voice" => shape::read(rest).map(Self::SetVoice),
            "direct" => shape::read(rest).map(Self::Direct),
            "offer_end" => plain(Self::OfferEnd {}),
            "accept_end" => plain(Self::AcceptEnd {}),
            "decline_end" => plain(Self::DeclineEnd {}),
            _ => return None,
        })
    }
}

/// Why an option, a placement or an action of `voices` is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A setting that is not allowed (V10–V13).
    #[error("{detail}")]
    BadOption {
        /// The rule.
        rule: &'static str,
        /// Which setting.
        field: String,
        /// What is wrong, and what would be right.
        detail: String,
    },
    /// A placement that is none (V2).
    #[error(transparent)]
    BadPlacement(#[from] PlacementError),
    /// A number that no matrix has (V1).
    #[error("there is no such matrix: use a number from 1 to {last}, or the recipe of a made one", last = Matrix::NUMBERS)]
    NoSuchMatrix {
        /// Which map.
        field: &'static str,
    },
    /// A made matrix that does not fit the map (V1).
    #[error("the matrix has {size} rows: the map has 10, and so must its matrix")]
    MatrixSize {
        /// Which map.
        field: &'static str,
        /// How many rows it has.
        size: u8,
    },
    /// It is another seat's turn (V4).
    #[error("it is {0}'s turn: wait until it has fired")]
    OutOfTurn(Seat),
    /// Dice where there are none (V13).
    #[error("this game is played without dice: fire at a cell of your choice")]
    NoDice,
    /// A roll while the axes are to be chosen (V5).
    #[error("the dice lie there: say with `choose_axes` which of them is x")]
    AxesDue,
    /// A roll while a cell is to be chosen (V9).
    #[error("the dice lie there: the cell has been fired at already, so `fire` at one of the cells on offer")]
    CellDue,
    /// A cell where the dice say it (V5).
    #[error("the dice say where a shot falls: roll them")]
    RollFirst,
    /// Axes where no dice lie (V5).
    #[error("no dice lie there to choose the axes of: roll them first")]
    NothingRolled,
    /// A cell that is not on the map (V1).
    #[error("{0} is off the map, which ends at J10")]
    OffMap(Cell),
    /// A cell that may not be fired at now (V9, V13).
    #[error("{cell} is not open: fire at one of the cells that are")]
    NotOpen {
        /// The rule.
        rule: &'static str,
        /// The cell.
        cell: Cell,
    },
    /// A shot that this seat did not call or answer (V7, V17).
    #[error(
        "this seat has {} no shot {shot}: name one that it has",
        match .part { Part::Call => "called", Part::Answer => "answered" }
    )]
    NoSuchShot {
        /// The rule.
        rule: &'static str,
        /// What field names it.
        field: &'static str,
        /// What the seat did not do with it.
        part: Part,
        /// Its number.
        shot: u32,
    },
    /// A direction of another form (V17).
    #[error("a direction is a line of up to {LONGEST_DIRECTION} characters, without control characters")]
    BadDirection,
    /// Too many changes that end no turn.
    #[error(
        "voices, axes and directions have been changed {MOST_CHANGES} times in this turn, which is as often as they \
         may be: wait for the next turn"
    )]
    TooManyChanges(&'static str),
    /// A seat without ships has no say in the end (V10).
    #[error("this seat has lost its fleet: whether to end here is for those to say who still play")]
    NoSay,
    /// An end was offered in this turn already (V10).
    #[error("an end may be offered once in each own turn, and it has been: wait for the next own turn")]
    OfferedAlready,
    /// An offer stands (V10).
    #[error("an offer to end stands: accept or decline it, or wait for the answer")]
    OfferStands,
    /// No offer stands (V10).
    #[error("no end is offered")]
    NoOffer,
    /// The own offer (V10).
    #[error("this seat has agreed already: the others are to answer")]
    OwnOffer,
}

impl Refuse for Refusal {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::OutOfTurn(_) => RefusalKind::OutOfTurn,
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
            Self::BadDirection => "V17",
            Self::NoSay | Self::OfferedAlready | Self::OfferStands | Self::NoOffer | Self::OwnOffer => "V10",
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
