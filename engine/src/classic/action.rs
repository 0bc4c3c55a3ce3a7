//! Actions of `classic`, the legal choices of a seat, and the reasons for refusing an action.

use serde::{Deserialize, Serialize};

use crate::fleet::PlacementError;
use crate::grid::{Cell, CellSet};
use crate::ruleset::{CellChoice, Choices, RefusalKind, RuleError};
use crate::seat::Seat;

/// Fires at cells of the opponent's grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ClassicFire)]
#[schema(example = json!({"cells": ["F7"]}))]
pub struct Fire {
    /// Cells called: exactly one in `single`; in `salvo` as many as the seat has shots in this
    /// round. They are all different, and none has been called before.
    pub cells: Vec<Cell>,
    /// Round for which a salvo is meant, in `salvo` only. A salvo for another round than the
    /// current one is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
}

/// Action in a game of `classic`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = ClassicAction)]
pub enum Action {
    /// Fires at cells of the opponent's grid.
    // C4, C8.
    Fire(Fire),
}

/// Choice in a game of `classic`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = ClassicChoice)]
pub enum Legal {
    /// Fires at cells of the opponent's grid.
    // In `salvo` this choice remains after the seat has written its salvo: until the other seat has
    // written too, the salvo can be replaced, up to 20 times per round.
    Fire {
        /// Cells to choose from.
        cells: CellChoice,
        /// Number of the round, in `salvo`.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = u32, required = false)]
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

/// Maximum number of rewrites of a salvo in a round (C9). Rewrites are hidden, so without a limit a
/// log could grow without end.
pub const MAX_REWRITES: u8 = 20;

/// Reason for refusing a setting, a placement or an action of `classic`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The setting is not allowed (C2, C6).
    #[error("{detail}")]
    BadOption {
        /// Number of the rule.
        rule: &'static str,
        /// Path of the setting.
        field: String,
        /// Description of the fault, with what would be right.
        detail: String,
    },
    /// The placement is invalid (C2).
    #[error(transparent)]
    BadPlacement(#[from] PlacementError),
    /// It is the turn of this other seat (C4).
    #[error("it is {0}'s turn: wait until it has fired")]
    OutOfTurn(Seat),
    /// The seat has already rewritten its salvo as many times as a round allows (C9).
    #[error(
        "this round's salvo has been rewritten {MAX_REWRITES} times, which is as often as it may be: wait for the other seat"
    )]
    TooManyRewrites,
    /// The salvo is for another round (C8).
    #[error(
        "the salvo is meant for round {meant}, and it is round {now}: look at the view and write again"
    )]
    WrongRound {
        /// Round that the salvo names.
        meant: u32,
        /// Current round.
        now: u32,
    },
    /// The action names a round in a game without rounds.
    #[error("`round` means nothing in mode `single`: leave it out")]
    NoRounds,
    /// The action calls too many cells, or too few (C4, C8).
    #[error("{found} cells are called: it must be exactly {wanted}")]
    WrongCount {
        /// Number of the rule.
        rule: &'static str,
        /// Number of cells called.
        found: usize,
        /// Number of cells required.
        wanted: usize,
    },
    /// The cell is not on the grid (C1).
    #[error("{cell} is off the grid, which ends at {last}")]
    OffGrid {
        /// Index of the cell in the list.
        at: usize,
        /// Cell in question.
        cell: Cell,
        /// Last cell of the grid.
        last: Cell,
    },
    /// The cell has been called before (C5, C8).
    #[error("{cell} has been called before: call a cell that has not")]
    CalledBefore {
        /// Number of the rule.
        rule: &'static str,
        /// Index of the cell in the list.
        at: usize,
        /// Cell in question.
        cell: Cell,
    },
    /// The cell occurs twice in one salvo (C8).
    #[error("{cell} is called twice: the cells of a salvo are all different")]
    Twice {
        /// Index of the cell in the list.
        at: usize,
        /// Cell in question.
        cell: Cell,
    },
}

impl RuleError for Refusal {
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
