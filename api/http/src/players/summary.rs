//! Counts of the games and challenges that wait for a player.

use axum::extract::State;
use broadside_domain::challenge::Counts;

use crate::SharedState;
use crate::request::auth::ReadAuth;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Get a summary
///
/// Counts the games and challenges that wait for you, and returns your next deadline. This is
/// cheap, so you can ask often.
#[utoipa::path(get, path = "/v1/players/me/summary", tag = "players", operation_id = "get_summary",
    security(("token" = ["read"])),
    responses((status = 200, description = "The counts", body = Counts)))]
pub(crate) async fn summary(
    State(state): State<SharedState>,
    reader: ReadAuth,
) -> Result<JsonResponse, Problem> {
    Ok(JsonResponse::ok(&state.app.store.counts(&reader.player_id).await?))
}
