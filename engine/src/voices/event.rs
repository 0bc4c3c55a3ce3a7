//! What happens in a game of `voices`, and what a viewer may know of it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::sound::{Column, Row, Voice};
use crate::fleet::ClassName;
use crate::grid::{Cell, CellSet};
use crate::opening::FirstPlayer;
use crate::ruleset::Seat;

/// Something that happened. Sealed: it can hold what not every seat may know.
#[derive(Clone, PartialEq, Eq)]
pub struct Event(pub(super) Box<Fact>);

impl Event {
    /// Boxed, since what a shot sounds is long and most entries of a log are short.
    pub(super) fn of(fact: Fact) -> Self {
        Self(Box::new(fact))
    }
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Event(sealed)")
    }
}

/// What an [`Event`] holds, in its stored form.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", content = "body", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Fact {
    FirstPlayer(FirstPlayer),
    Rolled(Rolled),
    Fired(Fired),
    AxesSet(AxesSet),
    VoiceSet(VoiceSet),
    Revoiced(Revoiced),
    Directed(Directed),
    EndOffered { seat: Seat },
    EndAccepted { seat: Seat },
    EndDeclined { seat: Seat },
}

/// An axis of the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesAxis))]
pub enum Axis {
    /// The letters: which column.
    #[default]
    X,
    /// The numbers: which row.
    Y,
}

/// A throw of two ten-sided dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesDice))]
pub struct Dice {
    /// The face of the first die.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 10, example = 4))]
    pub first: u8,
    /// The face of the second die.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 10, example = 10))]
    pub second: u8,
}

/// A line of the map that a shot may be moved along (V9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesLine))]
pub enum Line {
    /// The row of the cell rolled.
    Row,
    /// Its column.
    Column,
}

/// What a shooter is to say before the shot can fall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "choose", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesDue))]
pub enum Due {
    /// Which die is which (V5).
    Axes {
        /// The cell if the first die is x.
        x: Cell,
        /// The cell if the first die is y.
        y: Cell,
    },
    /// A cell, because the one rolled has been fired at (V9).
    Cell {
        /// The cell rolled.
        rolled: Cell,
        /// The line it may be moved along.
        line: Line,
        /// The cells to choose from.
        from: CellSet,
    },
}

/// A throw that leads to a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesRolled))]
pub struct Rolled {
    /// Who rolled.
    pub seat: Seat,
    /// Which die the shooter has just said is x or y; null where nothing was said.
    pub first_die: Option<Axis>,
    /// The throws made now, oldest first: all but the last led to lines without an open cell. Empty where the dice lay
    /// there already.
    pub throws: Vec<Dice>,
    /// What the shooter is to say.
    pub due: Due,
}

/// Whether a shot met a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesResult))]
pub enum ShotResult {
    /// It did, also where somebody had hit that cell before.
    Hit,
    /// It did not.
    Miss,
}

/// How a player answers a shot (V7, V8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesAnswer))]
pub struct Answer {
    /// Who answers.
    pub seat: Seat,
    /// The phones of the row.
    pub row: Row,
    /// The phones of the column.
    pub column: Column,
    /// Hit or miss.
    pub result: ShotResult,
    /// The class of the ship that this shot sank.
    pub sunk: Option<ClassName>,
}

/// A shot and its answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesFired))]
pub struct Fired {
    /// Who fired.
    pub seat: Seat,
    /// Which shot of the game, from 1.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
    pub shot: u32,
    /// In which round, from 1.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
    pub round: u32,
    /// Which die the shooter has just said is x or y; null where nothing was said.
    pub first_die: Option<Axis>,
    /// The throws made for it just now, oldest first: all but the last led to lines without an open cell. Empty where
    /// the dice lay there already, or there are none.
    pub throws: Vec<Dice>,
    /// The cell called.
    pub cell: Cell,
    /// The phone of the call.
    #[cfg_attr(feature = "openapi", schema(example = "u"))]
    pub phone: String,
    /// The answers, in the order of the seats.
    pub answers: Vec<Answer>,
}

/// A seat has said which die is x, for the throws to come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesAxesSet))]
pub struct AxesSet {
    /// Who.
    pub seat: Seat,
    /// The axis that the first die gives.
    pub first_die: Axis,
}

/// A seat has changed its standing voice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesVoiceSet))]
pub struct VoiceSet {
    /// Who.
    pub seat: Seat,
    /// Its voice from now on.
    pub voice: Voice,
}

/// A seat sounds an answer from other edges than it did. The battle is not changed by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesRevoiced))]
pub struct Revoiced {
    /// Who.
    pub seat: Seat,
    /// Its answer to which shot.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
    pub shot: u32,
    /// What it asked for.
    pub voice: Voice,
    /// The phones of the row, which stand in the score now.
    pub row: Row,
    /// The phones of the column.
    pub column: Column,
}

/// A part of a shot that a seat sounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesPart))]
pub enum Part {
    /// The call, which its shooter sounds.
    Call,
    /// An answer.
    Answer,
}

/// A seat has said how it performs an utterance of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesDirected))]
pub struct Directed {
    /// Who.
    pub seat: Seat,
    /// Of which shot.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
    pub shot: u32,
    /// Its call or its answer.
    pub part: Part,
    /// How; empty where an earlier direction is taken back.
    #[cfg_attr(feature = "openapi", schema(max_length = 120, example = "falling, very slowly"))]
    pub text: String,
}

/// What a viewer may know of an event of `voices`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = VoicesEvent))]
pub enum Glimpse {
    /// Who has the first turn.
    FirstPlayer(FirstPlayer),
    /// Dice that lead to a choice of the shooter's.
    Rolled(Rolled),
    /// A shot, its sounds and what it met.
    Fired(Fired),
    /// The seat's own choice of axes; told to that seat alone.
    AxesSet(AxesSet),
    /// The seat's own voice; told to that seat alone.
    VoiceSet(VoiceSet),
    /// An answer that is sounded from other edges.
    Revoiced(Revoiced),
    /// How somebody performs a call or an answer.
    Directed(Directed),
    /// A seat offered to end the game here and count.
    EndOffered {
        /// Which seat.
        seat: Seat,
    },
    /// A seat agreed to that.
    EndAccepted {
        /// Which seat.
        seat: Seat,
    },
    /// A seat turned it down.
    EndDeclined {
        /// Which seat.
        seat: Seat,
    },
}

impl Fact {
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::FirstPlayer(_) => "first_player",
            Self::Rolled(_) => "rolled",
            Self::Fired(_) => "fired",
            Self::AxesSet(_) => "axes_set",
            Self::VoiceSet(_) => "voice_set",
            Self::Revoiced(_) => "revoiced",
            Self::Directed(_) => "directed",
            Self::EndOffered { .. } => "end_offered",
            Self::EndAccepted { .. } => "end_accepted",
            Self::EndDeclined { .. } => "end_declined",
        }
    }

    pub(super) fn glimpse(&self) -> Glimpse {
        match self {
            Self::FirstPlayer(first) => Glimpse::FirstPlayer(first.clone()),
            Self::Rolled(rolled) => Glimpse::Rolled(rolled.clone()),
            Self::Fired(fired) => Glimpse::Fired(fired.clone()),
            Self::AxesSet(set) => Glimpse::AxesSet(set.clone()),
            Self::VoiceSet(set) => Glimpse::VoiceSet(set.clone()),
            Self::Revoiced(revoiced) => Glimpse::Revoiced(revoiced.clone()),
            Self::Directed(directed) => Glimpse::Directed(directed.clone()),
            &Self::EndOffered { seat } => Glimpse::EndOffered { seat },
            &Self::EndAccepted { seat } => Glimpse::EndAccepted { seat },
            &Self::EndDeclined { seat } => Glimpse::EndDeclined { seat },
        }
    }
}
