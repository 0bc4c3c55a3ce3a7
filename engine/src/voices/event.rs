//! Events of a game of `voices`, and the part of each event that a viewer may see.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::sound::{Column, Row, Voice};
use crate::fleet::ClassName;
use crate::grid::{Cell, CellSet};
use crate::opening::FirstPlayer;
use crate::seat::Seat;

/// Event of a game. Sealed: it can hold information that not every seat may have.
#[derive(Clone, PartialEq, Eq)]
pub struct Event(pub(super) Box<Fact>);

impl Event {
    /// Boxes the content, because shots are large and most entries of a log are small.
    pub(super) fn of(fact: Fact) -> Self {
        Self(Box::new(fact))
    }
}

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Event(sealed)")
    }
}

/// Content of an [`Event`], in its stored form.
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

/// Axis of the map.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = VoicesAxis)]
pub enum Axis {
    /// Letter, which is the column.
    #[default]
    X,
    /// Number, which is the row.
    Y,
}

/// Throw of two ten-sided dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = VoicesDice)]
pub struct Dice {
    /// Face of the first die.
    #[schema(minimum = 1, maximum = 10, example = 4)]
    pub first: u8,
    /// Face of the second die.
    #[schema(minimum = 1, maximum = 10, example = 10)]
    pub second: u8,
}

/// Line of the map along which a shot may be moved (V9).
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = VoicesLine)]
pub enum Line {
    /// Row of the cell rolled.
    Row,
    /// Column of the cell rolled.
    Column,
}

/// Choice that a shooter must make before the shot can fall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "choose", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Due {
    /// Assignment of the dice to the axes (V5).
    Axes {
        /// Cell if the first die is x.
        x: Cell,
        /// Cell if the first die is y.
        y: Cell,
    },
    /// Another cell, because the cell rolled has already been fired at (V9).
    Cell {
        /// Cell rolled.
        rolled: Cell,
        /// Line along which the shot may be moved.
        line: Line,
        /// Cells to choose from.
        from: CellSet,
    },
}

/// Throw that leads to a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rolled {
    /// Seat that rolled.
    pub(super) seat: Seat,
    /// Axis that the shooter has just given to the first die; null if they assigned nothing.
    pub(super) first_die: Option<Axis>,
    /// Throws made now, oldest first. All but the last led to lines without an open cell. Empty if
    /// the dice were already on the table.
    pub(super) throws: Vec<Dice>,
    /// Choice that the shooter must make.
    pub(super) due: Due,
}

/// Result of a shot.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = VoicesResult)]
pub enum ShotResult {
    /// The cell is part of a ship, possibly one that was already hit there.
    Hit,
    /// The cell is not part of a ship.
    Miss,
}

/// Answer of a player to a shot (V7, V8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = VoicesAnswer)]
pub struct Answer {
    /// Seat that answers.
    pub seat: Seat,
    /// Phones of the row.
    pub row: Row,
    /// Phones of the column.
    pub column: Column,
    /// Hit or miss.
    pub result: ShotResult,
    /// Class of the ship that the shot sank; null if it sank none.
    pub sunk: Option<ClassName>,
}

/// Shot and its answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Fired {
    /// Seat that fired.
    pub(super) seat: Seat,
    /// Number of the shot in the game, from 1.
    pub(super) shot: u32,
    /// Round of the shot, from 1.
    pub(super) round: u32,
    /// Axis that the shooter has just given to the first die; null if they assigned nothing.
    pub(super) first_die: Option<Axis>,
    /// Throws made now, oldest first. All but the last led to lines without an open cell. Empty if
    /// the dice were already on the table, and in a game without dice.
    pub(super) throws: Vec<Dice>,
    /// Cell called.
    pub(super) cell: Cell,
    /// Phone of the call.
    pub(super) phone: String,
    /// Answers, in the order of the seats.
    pub(super) answers: Vec<Answer>,
}

/// Shot and its answers as an event shows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = VoicesFired)]
pub struct ShotFired {
    /// Seat that fired.
    pub seat: Seat,
    /// Number of the shot in the game, from 1.
    #[schema(minimum = 1, example = 1)]
    pub shot: u32,
    /// Round of the shot, from 1.
    #[schema(minimum = 1, example = 1)]
    pub round: u32,
    /// Axis that the shooter has just given to the first die; null if they assigned nothing.
    pub first_die: Option<Axis>,
    /// Rolls made now, oldest first. All but the last led to lines without an open cell. Empty if
    /// the dice were already on the table, and in a game without dice.
    pub rolls: Vec<Dice>,
    /// Cell called.
    pub cell: Cell,
    /// Phone of the call.
    #[schema(example = "u")]
    pub phone: String,
    /// Answers, in the order of the seats.
    pub answers: Vec<Answer>,
}

impl From<&Fired> for ShotFired {
    fn from(fired: &Fired) -> Self {
        let Fired { seat, shot, round, first_die, throws, cell, phone, answers } = fired.clone();
        Self { seat, shot, round, first_die, rolls: throws, cell, phone, answers }
    }
}

/// Assignment of the dice to the axes for later throws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = VoicesAxesSet)]
pub struct AxesSet {
    /// Seat that made the assignment.
    pub seat: Seat,
    /// Axis that the first die gives.
    pub first_die: Axis,
}

/// Change of a seat's standing voice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = VoicesVoiceSet)]
pub struct VoiceSet {
    /// Seat that changed its voice.
    pub seat: Seat,
    /// Voice of the seat from now on.
    pub voice: Voice,
}

/// Change of the edges from which an answer sounds. It does not affect the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = VoicesRevoiced)]
pub struct Revoiced {
    /// Seat that changed its answer.
    pub seat: Seat,
    /// Number of the shot.
    #[schema(minimum = 1, example = 1)]
    pub shot: u32,
    /// Voice that the seat asked for.
    pub voice: Voice,
    /// Phones of the row, which replace the earlier ones in the score.
    pub row: Row,
    /// Phones of the column, which replace the earlier ones in the score.
    pub column: Column,
}

/// Part of a shot that a seat sounds.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    strum::EnumString,
    strum::IntoStaticStr,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[schema(as = VoicesPart)]
pub enum Part {
    /// Call, sounded by the shooter.
    Call,
    /// Answer, sounded by an opponent.
    Answer,
}

impl Part {
    /// Returns its name, as in JSON.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Direction of a seat for the performance of its call or answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = VoicesDirected)]
pub struct Directed {
    /// Seat that wrote the direction.
    pub seat: Seat,
    /// Number of the shot.
    #[schema(minimum = 1, example = 1)]
    pub shot: u32,
    /// Part of the shot: the seat's call or the seat's answer.
    pub part: Part,
    /// Direction; empty if an earlier direction is removed.
    #[schema(max_length = 120, example = "falling, very slowly")]
    pub text: String,
}

/// Choice that a shooter must make before the shot can fall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = VoicesPendingChoice)]
pub enum PendingChoice {
    /// Assignment of the dice to the axes (V5). The shooter answers with `choose_axes`.
    Axes {
        /// Cell if the first die is x.
        x: Cell,
        /// Cell if the first die is y.
        y: Cell,
    },
    /// Another cell, because the cell rolled has already been fired at (V9). The shooter answers
    /// with `fire`.
    Cell {
        /// Cell rolled.
        rolled: Cell,
        /// Line along which the shot may be moved.
        line: Line,
        /// Cells to choose from.
        from: CellSet,
    },
}

impl From<&Due> for PendingChoice {
    fn from(due: &Due) -> Self {
        match *due {
            Due::Axes { x, y } => Self::Axes { x, y },
            Due::Cell { rolled, line, from } => Self::Cell { rolled, line, from },
        }
    }
}

/// Event of `voices` as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = VoicesEvent)]
pub enum Glimpse {
    /// The seat with the first turn is known.
    FirstPlayer(FirstPlayer),
    /// A seat rolled, and the dice lead to a choice.
    Rolled {
        /// Seat that rolled.
        seat: Seat,
        /// Axis that the shooter has just given to the first die; null if they assigned nothing.
        first_die: Option<Axis>,
        /// Rolls made now, oldest first. All but the last led to lines without an open cell. Empty
        /// if the dice were already on the table.
        rolls: Vec<Dice>,
        /// Choice that the shooter must make.
        pending_choice: PendingChoice,
    },
    /// A seat fired a shot, and the shot was answered.
    Fired(ShotFired),
    /// A seat assigned the dice to the axes for later throws; shown to that seat alone.
    AxesSet(AxesSet),
    /// A seat changed its standing voice; shown to that seat alone.
    VoiceSet(VoiceSet),
    /// A seat changed the edges from which an answer sounds.
    Revoiced(Revoiced),
    /// A seat wrote a direction for a call or an answer.
    Directed(Directed),
    /// A seat offered to end the game now and count the result.
    EndOffered {
        /// Seat that offered it.
        seat: Seat,
    },
    /// A seat accepted the offer to end the game.
    EndAccepted {
        /// Seat that accepted it.
        seat: Seat,
    },
    /// A seat declined the offer to end the game.
    EndDeclined {
        /// Seat that declined it.
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
            Self::Rolled(Rolled { seat, first_die, throws, due }) => Glimpse::Rolled {
                seat: *seat,
                first_die: *first_die,
                rolls: throws.clone(),
                pending_choice: due.into(),
            },
            Self::Fired(fired) => Glimpse::Fired(fired.into()),
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
