//! Bots of the server.

use axum::extract::State;
use broadside_app::BotInfo;
use broadside_engine::game::RulesetId;
use broadside_engine::table::BotLevel;
use serde::Serialize;

use crate::SharedState;
use crate::response::stored_response::JsonResponse;

/// Bot of a level.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Bot)]
pub(crate) struct BotBody {
    /// Strength of the bot.
    level: BotLevel,
    /// Version of the bot. A version that decides differently has another number.
    #[schema(minimum = 1, example = 1)]
    version: u32,
    /// Way in which the bot plays.
    #[schema(example = "plays like a person at a kitchen table")]
    summary: &'static str,
    /// Rulesets that the bot plays.
    rulesets: Vec<RulesetId>,
}

/// Bots of the server.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Bots)]
pub(crate) struct BotList {
    /// Bots, from the weakest to the strongest.
    bots: Vec<BotBody>,
}

/// List the bots
///
/// Returns the bots that can take seats in games here. Name one in `opponents` of a new game, as in
/// `{"kind": "bot", "level": "strong"}`. The list is empty if the operator has turned bots off.
/// Needs no token.
#[utoipa::path(get, path = "/v1/bots", tag = "rulesets", operation_id = "list_bots",
    responses((status = 200, description = "The bots", body = BotList)))]
pub(crate) async fn list(State(state): State<SharedState>) -> JsonResponse {
    JsonResponse::ok(&BotList { bots: state.app.bots().into_iter().map(BotBody::from).collect() })
}

impl From<BotInfo> for BotBody {
    fn from(BotInfo { level, version, summary, rulesets }: BotInfo) -> Self {
        Self { level, version, summary, rulesets }
    }
}

/// Returns the example of the document.
#[cfg(test)]
pub(crate) fn example() -> serde_json::Value {
    serde_json::json!(BotList {
        bots: broadside_app::all_bots().into_iter().map(BotBody::from).collect()
    })
}
