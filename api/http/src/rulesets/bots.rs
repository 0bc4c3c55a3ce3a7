//! Bots of the server.

use axum::extract::State;
use broadside_app::BotInfo;
use serde::Serialize;

use crate::SharedState;
use crate::response::stored_response::JsonResponse;

/// Bots of the server.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Bots)]
pub(crate) struct BotList {
    /// Bots, from the weakest to the strongest.
    bots: Vec<BotInfo>,
}

/// List the bots
///
/// Returns the bots that can take seats in games here. Name one in `opponents` of a new game, as in
/// `{"kind": "bot", "level": "strong"}`. The list is empty if the operator has turned bots off.
/// Needs no token.
#[utoipa::path(get, path = "/v1/bots", tag = "rulesets", operation_id = "list_bots",
    responses((status = 200, description = "The bots", body = BotList)))]
pub(crate) async fn list(State(state): State<SharedState>) -> JsonResponse {
    JsonResponse::ok(&BotList { bots: state.app.bots() })
}

/// Returns the example of the document.
#[cfg(test)]
pub(crate) fn example() -> serde_json::Value {
    serde_json::json!(BotList { bots: broadside_app::all_bots() })
}
