//! Schemas of the actions and the legal moves of `classic`.

use super::{Classic, Fire};
use crate::openapi::RulesetSchemas;
use crate::ruleset::CellChoice;

impl RulesetSchemas for Classic {
    type Action = ClassicAction;
    type Choice = ClassicChoice;
}

/// Action in a game of `classic`.
#[derive(utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum ClassicAction {
    /// Fires at cells of the opponent's grid.
    Fire(Fire),
}

/// Choice in a game of `classic`.
#[derive(utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum ClassicChoice {
    /// Fires at cells of the opponent's grid.
    Fire {
        /// Cells to choose from.
        cells: CellChoice,
        /// Number of the round, in `salvo`.
        #[schema(value_type = u32, required = false)]
        round: Option<u32>,
    },
}
