//! What a player does in `classic`, what a seat may do, and why it may be refused.

use serde::{Deserialize, Serialize};

use crate::fleet::PlacementError;
use crate::grid::{Cell, CellSet};
use crate::ruleset::{CellChoice, Choices, RefusalKind, Refuse, Seat};

/// Calls cells of the opponent's grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ClassicFire))]
#[cfg_attr(feature = "openapi", schema(example = json!({"cells": ["F7"]})))]
pub struct Fire {
    /// The cells called: one in `single`; in `salvo` as many as the round gives shots, all different, none called
    /// before.
    pub cells: Vec<Cell>,
    /// In `salvo` the round it is meant for; a salvo for another round than the current one is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
}

/// An action of `classic`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Action {
    /// Calls cells (C4, C8).
    Fire(Fire),
}

/// What a seat may do now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Legal {
    /// Fire at cells. In `salvo` it stays here for a seat that has written: until the other has, the salvo may be
    /// replaced, up to 20 times a round.
    Fire {
        /// Which cells.
        cells: CellChoice,
        /// The round, in `salvo`.
        #[serde(skip_serializing_if = "Option::is_none")]
        round: Option<u32>,
    },
}

impl Choices for Legal {
    type Action = Action;

    fn accepts(&self, action: &Action) -> bool {
        let (Self::Fire { cells, round }, Action::Fire(fire)) = (self, action);
        let called: CellSet = fire.cells.iter().copied().collect();
        let right_round = match (round, fire.round) {
            (_, None) => true,
            (Some(now), Some(meant)) => *now == meant,
            (None, Some(_)) => false,
        };
        right_round
            && fire.cells.len() == cells.count
            && called.len() == cells.count
            && called.is_subset(&cells.from)
    }
}

/// How often a salvo may be rewritten in a round (C9). Rewrites are hidden, so without a limit a log could grow
/// without end.
pub const MOST_REWRITES: u8 = 20;

/// Why an option, a placement or an action of `classic` is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A setting that is not allowed (C2, C6).
    #[error("{detail}")]
    BadOption {
        /// The rule.
        rule: &'static str,
        /// Which setting.
        field: String,
        /// What is wrong, and what would be right.
        detail: String,
    },
    /// A placement that is none (C2).
    #[error(transparent)]
    BadPlacement(#[from] PlacementError),
    /// It is the other seat's turn (C4).
    #[error("it is {0}'s turn: wait until it has fired")]
    OutOfTurn(Seat),
    /// This seat has rewritten its salvo as often in this round as it may (C9).
    #[error(
        "this round's salvo has been rewritten {MOST_REWRITES} times, which is as often as it may be: wait for the other seat"
    )]
    TooManyRewrites,
    /// A salvo for another round (C8).
    #[error("the salvo is meant for round {meant}, and it is round {now}: look at the view and write again")]
    WrongRound {
        /// The round it names.
        meant: u32,
        /// The round it is.
        now: u32,
    },
    /// A round where there are none.
    #[error("`round` means nothing in mode `single`: leave it out")]
    NoRounds,
    /// Too many cells, or too few (C4, C8).
    #[error("{found} cells are called: it must be exactly {wanted}")]
    WrongCount {
        /// The rule.
        rule: &'static str,
        /// How many are called.
        found: usize,
        /// How many there must be.
        wanted: usize,
    },
    /// A cell that is not on the grid (C1).
    #[error("{cell} is off the grid, which ends at {last}")]
    OffGrid {
        /// Which of the list.
        at: usize,
        /// The cell.
        cell: Cell,
        /// The last cell of the grid.
        last: Cell,
    },
    /// A cell called before (C5, C8).
    #[error("{cell} has been called before: call a cell that has not")]
    CalledBefore {
        /// The rule.
        rule: &'static str,
        /// Which of the list.
        at: usize,
        /// The cell.
        cell: Cell,
    },
    /// A cell twice in one salvo (C8).
    #[error("{cell} is called twice: the cells of a salvo are all different")]
    Twice {
        /// Which of the list.
        at: usize,
        /// The cell.
        cell: Cell,
    },
}

impl Refuse for Refusal {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::OutOfTurn(_) => RefusalKind::OutOfTurn,
            Self::WrongRound { .. } | Self::TooManyRewrites => RefusalKind::NotNow,
            _ => RefusalKind::AgainstRule,
        }
    }

    fn rule(&self) -> Option<&'static str> {
        Some(match self {
            Self::BadOption { rule, .. }
            | Self::WrongCount { rule, .. }
            | Self::CalledBefore { rule, .. } => rule,
            Self::BadPlacement(_) => "C2",
            Self::OutOfTurn(_) | Self::NoRounds => "C4",
            Self::TooManyRewrites => "C9",
            Self::WrongRound { .. } | Self::Twice { .. } => "C8",
            Self::OffGrid { .. } => "C1",
        })
    }

    fn field(&self) -> String {
        match self {
            Self::BadOption { field, .. } => field.clone(),
            Self::BadPlacement(error) => error.field(),
            Self::OutOfTurn(_) | Self::TooManyRewrites => String::new(),
            Self::WrongRound { .. } | Self::NoRounds => "round".to_owned(),
            Self::WrongCount { .. } => "cells".to_owned(),
            Self::OffGrid { at, .. } | Self::CalledBefore { at, .. } | Self::Twice { at, .. } => {
                format!("cells[{at}]")
            }
        }
    }
}
