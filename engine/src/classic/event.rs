//! Events of a game of `classic`, and the part of each event that a viewer may see.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::fleet::ClassName;
use crate::grid::Cell;
use crate::opening::FirstPlayer;
use crate::seat::Seat;

/// Event of a game. Sealed: it can hold information that not every seat may have.
#[derive(Clone, PartialEq, Eq)]
pub struct Event(pub(super) Fact);

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
    Fired(Fired),
    Written { seat: Seat, round: u32, cells: Vec<Cell>, rewrite: bool },
    Salvos(Salvos),
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
pub enum ShotResult {
    /// The cell is part of a ship.
    Hit,
    /// The cell is not part of a ship.
    Miss,
}

/// Shot and its answer (C4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ClassicFired)]
pub struct Fired {
    /// Seat that fired.
    pub seat: Seat,
    /// Cell called.
    pub cell: Cell,
    /// Hit or miss.
    pub result: ShotResult,
    /// Class of the ship that the shot sank; null if it sank none.
    pub sunk: Option<ClassName>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClassHits {
    pub(super) class: ClassName,
    /// Number of hits on all ships of the class together.
    pub(super) hits: u8,
}

/// Salvo of a seat in a round, and the totals that answer it (C10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnsweredSalvo {
    /// Seat that fired.
    pub(super) seat: Seat,
    /// Cells called.
    pub(super) cells: Vec<Cell>,
    /// Hits by class, in the order of the fleet; classes without a hit are left out.
    pub(super) hits: Vec<ClassHits>,
    /// Classes of the ships that the salvo sank, once for each ship.
    pub(super) sunk: Vec<ClassName>,
}

/// Salvos of a round, announced together (C9). The salvo of the seat with the first shot comes
/// first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Salvos {
    /// Round, from 1.
    pub(super) round: u32,
    /// Salvos of both seats.
    pub(super) salvos: Vec<AnsweredSalvo>,
}

/// Event of `classic` as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = ClassicEvent)]
pub enum Glimpse {
    /// The seat with the first shot is known.
    FirstPlayer(FirstPlayer),
    /// A seat fired a shot, and the shot was answered.
    Fired(Fired),
    /// A seat has written its salvo. The cells are shown to that seat alone, and so is every
    /// rewrite.
    Written {
        /// Seat that has written.
        seat: Seat,
        /// Round of the salvo, from 1.
        #[schema(minimum = 1, example = 1)]
        round: u32,
        /// Cells of the salvo; left out for everybody but their writer.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Vec<Cell>, required = false)]
        cells: Option<Vec<Cell>>,
    },
    /// Both salvos of a round took effect, and were answered with totals.
    Salvos {
        /// Round, from 1.
        #[schema(minimum = 1, example = 1)]
        round: u32,
        /// Salvos of both seats. The salvo of the seat with the first shot comes first.
        salvos: Vec<SeatSalvo>,
    },
}

/// Salvo of a seat and the totals that answered it (C10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = ClassicSalvo)]
pub struct SeatSalvo {
    /// Seat that fired.
    pub seat: Seat,
    /// Cells called.
    pub cells: Vec<Cell>,
    /// Class of the ship that was hit, once for each hit, in the order of the fleet.
    pub hits: Vec<ClassName>,
    /// Classes of the ships that the salvo sank, once for each ship.
    pub sunk: Vec<ClassName>,
}

impl From<&AnsweredSalvo> for SeatSalvo {
    fn from(salvo: &AnsweredSalvo) -> Self {
        let AnsweredSalvo { seat, cells, sunk, .. } = salvo;
        Self { seat: *seat, cells: cells.clone(), hits: hit_classes(salvo), sunk: sunk.clone() }
    }
}

/// Lists the class of the ship once for each hit.
pub(super) fn hit_classes(salvo: &AnsweredSalvo) -> Vec<ClassName> {
    let hits = salvo.hits.iter();
    hits.flat_map(|hit| std::iter::repeat_n(hit.class.clone(), usize::from(hit.hits))).collect()
}
