//! Sounds of a shot: the call on the tactical matrix, and the answer on the battle matrix (V6, V7).

use serde::{Deserialize, Serialize};

use super::matrix::Matrix;
use crate::chance::{DiceStream, Draw};
use crate::grid::Cell;
use crate::seat::Seat;

/// Standing choice of the edge from which a player sounds a row.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
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
#[schema(as = VoicesRowVoice)]
pub enum RowVoice {
    /// From the left.
    Left,
    /// From the right.
    Right,
    /// From either edge, as the dice decide for each shot.
    #[default]
    Dice,
}

/// Standing choice of the edge from which a player sounds a column.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
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
#[schema(as = VoicesColumnVoice)]
pub enum ColumnVoice {
    /// From the top.
    Top,
    /// From the bottom.
    Bottom,
    /// From either edge, as the dice decide for each shot.
    #[default]
    Dice,
}

impl RowVoice {
    /// Returns its name, as in JSON.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl ColumnVoice {
    /// Returns its name, as in JSON.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Standing choice of the edges at which a player's answers begin (V7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = VoicesVoice)]
pub struct Voice {
    /// Edge at which the row begins.
    pub row: RowVoice,
    /// Edge at which the column begins.
    pub column: ColumnVoice,
}

impl Voice {
    /// Returns true if the dice choose at least one of the edges.
    pub(super) fn rolls(self) -> bool {
        self.row == RowVoice::Dice || self.column == ColumnVoice::Dice
    }
}

/// Edge at which the phones of a row begin.
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
#[schema(as = VoicesRowEdge)]
pub enum RowEdge {
    /// Left edge.
    Left,
    /// Right edge.
    Right,
}

/// Edge at which the phones of a column begin.
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
#[schema(as = VoicesColumnEdge)]
pub enum ColumnEdge {
    /// Upper edge.
    Top,
    /// Lower edge.
    Bottom,
}

impl RowEdge {
    /// Returns the arrow that leads away from the edge, as scores show it.
    ///
    /// ```
    /// use broadside_engine::voices::{ColumnEdge, RowEdge};
    /// assert_eq!([RowEdge::Left.arrow(), RowEdge::Right.arrow()], ['→', '←']);
    /// assert_eq!([ColumnEdge::Top.arrow(), ColumnEdge::Bottom.arrow()], ['↓', '↑']);
    /// ```
    pub fn arrow(self) -> char {
        match self {
            Self::Left => '→',
            Self::Right => '←',
        }
    }
}

impl ColumnEdge {
    /// Returns the arrow that leads away from the edge, as scores show it.
    pub fn arrow(self) -> char {
        match self {
            Self::Top => '↓',
            Self::Bottom => '↑',
        }
    }
}

/// Edges at which an answer was sounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Edges {
    pub(super) row: RowEdge,
    pub(super) column: ColumnEdge,
}

/// Phones of a row, from an edge up to and including the target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = VoicesRow)]
pub struct Row {
    /// Edge at which the phones begin.
    pub from: RowEdge,
    /// Phones in the order in which they are sounded.
    #[schema(example = json!(["j", "u", "p"]))]
    pub phones: Vec<String>,
}

/// Phones of a column, from an edge up to and including the target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = VoicesColumn)]
pub struct Column {
    /// Edge at which the phones begin.
    pub from: ColumnEdge,
    /// Phones in the order in which they are sounded.
    #[schema(example = json!(["i", "p"]))]
    pub phones: Vec<String>,
}

/// Decides the edges of an answer, by the voice or by the dice of this shot and seat. Each shot has
/// its own draws of the stream `voice`, so the choices of one player do not affect the dice of
/// others.
pub(super) fn edges(voice: Voice, shot: u32, seat: Seat, chance: &DiceStream) -> Edges {
    let draw = 16 * u64::from(shot - 1) + 2 * (u64::from(seat.number()) - 1);
    let row = match voice.row {
        RowVoice::Left => RowEdge::Left,
        RowVoice::Right => RowEdge::Right,
        RowVoice::Dice => match chance.stream("voice", draw).below(2) {
            0 => RowEdge::Left,
            _ => RowEdge::Right,
        },
    };
    let column = match voice.column {
        ColumnVoice::Top => ColumnEdge::Top,
        ColumnVoice::Bottom => ColumnEdge::Bottom,
        ColumnVoice::Dice => match chance.stream("voice", draw + 1).below(2) {
            0 => ColumnEdge::Top,
            _ => ColumnEdge::Bottom,
        },
    };
    Edges { row, column }
}

/// Returns the phone of a call (V6).
pub(super) fn call(tactical: &Matrix, cell: Cell) -> String {
    tactical.phone(cell).unwrap_or_default().to_owned()
}

/// Returns the phones of an answer (V7).
pub(super) fn answer(battle: &Matrix, cell: Cell, edges: Edges) -> (Row, Column) {
    let row = battle.row(cell.row());
    let row = match edges.row {
        RowEdge::Left => owned(row.take(usize::from(cell.column() + 1))),
        RowEdge::Right => owned(row.rev().take(usize::from(battle.size() - cell.column()))),
    };
    let column = battle.column(cell.column());
    let column = match edges.column {
        ColumnEdge::Top => owned(column.take(usize::from(cell.row() + 1))),
        ColumnEdge::Bottom => owned(column.rev().take(usize::from(battle.size() - cell.row()))),
    };
    (Row { from: edges.row, phones: row }, Column { from: edges.column, phones: column })
}

fn owned<'a>(phones: impl Iterator<Item = &'a str>) -> Vec<String> {
    phones.map(str::to_owned).collect()
}
