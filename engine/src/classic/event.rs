//! What happens in a game of `classic`, and what a viewer may know of it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::fleet::ClassName;
use crate::grid::Cell;
use crate::opening::FirstPlayer;
use crate::ruleset::Seat;

/// Something that happened. Sealed: it can hold what not every seat may know.
#[derive(Clone, PartialEq, Eq)]
pub struct Event(pub(super) Fact);

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
    Fired(Fired),
    Written { seat: Seat, round: u32, cells: Vec<Cell>, rewrite: bool },
    Salvos(Salvos),
}

/// Whether a shot met a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ShotResult {
    /// It did.
    Hit,
    /// It did not.
    Miss,
}

/// A shot and its answer (C4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ClassicFired))]
pub struct Fired {
    /// Who fired.
    pub seat: Seat,
    /// The cell called.
    pub cell: Cell,
    /// Hit or miss.
    pub result: ShotResult,
    /// The class of the ship whose last cell this was.
    pub sunk: Option<ClassName>,
}

/// How many hits on the ships of a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ClassicClassHits))]
pub struct ClassHits {
    /// The class.
    pub class: ClassName,
    /// How many hits, over all its ships.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 2))]
    pub hits: u8,
}

/// One seat's salvo of a round and the totals that answer it (C10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ClassicSalvo))]
pub struct Salvo {
    /// Who fired.
    pub seat: Seat,
    /// The cells called.
    pub cells: Vec<Cell>,
    /// The hits by class, in the order of the fleet; classes without a hit are left out.
    pub hits: Vec<ClassHits>,
    /// The classes of the ships it sank, once for each ship.
    pub sunk: Vec<ClassName>,
}

/// The salvos of a round, announced together (C9), the first player's first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ClassicSalvos))]
pub struct Salvos {
    /// The round, from 1.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
    pub round: u32,
    /// Both salvos.
    pub salvos: Vec<Salvo>,
}

/// What a viewer may know of an event of `classic`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ClassicEvent))]
pub enum Glimpse {
    /// Who has the first shot.
    FirstPlayer(FirstPlayer),
    /// A shot and its answer.
    Fired(Fired),
    /// A seat has written its salvo. Its cells are shown to that seat alone, and so is every rewrite.
    Written {
        /// Who has written.
        seat: Seat,
        /// For which round.
        #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
        round: u32,
        /// The cells, for their writer alone.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(value_type = Vec<Cell>, required = false))]
        cells: Option<Vec<Cell>>,
    },
    /// Both salvos of a round and their totals.
    Salvos(Salvos),
}
