//! Schemas of the actions and the legal moves of `solo`.

use super::{Legal, Predict, Solo};
use crate::openapi::RulesetSchemas;

impl RulesetSchemas for Solo {
    type Action = SoloAction;
    type Choice = Legal;
}

/// Action in a game of `solo`.
#[derive(utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum SoloAction {
    /// Predict the suit that survives. The prediction begins the game, and locks the fleets.
    Predict(Predict),
    /// Rolls and fires once.
    Volley {},
    /// Fire volleys to the end of the game, or to the next volley whose number is a multiple of 1,000.
    RunOut {},
}
