//! Declining of challenges.

use axum::extract::{Path, State};
use broadside_app::Call;
use broadside_domain::challenge::DeclineReason;
use broadside_domain::command::GameCommand;
use serde::Deserialize;

use crate::SharedState;
use crate::games::body::ShowGame;
use crate::openapi::parameters::GameId;
use crate::request::auth::WriteAuth;
use crate::request::extract::JsonBody;
use crate::request::idempotency::RequestKey;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Answer that declines a challenge.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"reason": "later", "text": "Ask me again in June"}))]
pub(crate) struct DeclineRequest {
    /// Reason for declining.
    reason: DeclineReason,
    /// Message to the challenger alone: up to 500 characters.
    #[schema(min_length = 1, max_length = 500)]
    text: Option<String>,
}

/// Decline a challenge
///
/// Declines the challenge to you in this game. The seat that is reserved for you stays free, and
/// the game is cancelled. Only the challenger sees your reason and your message.
#[utoipa::path(post, path = "/v1/games/{id}/decline", tag = "seats", operation_id = "decline_challenge",
    security(("token" = ["play"])),
    params(GameId, RequestKey),
    request_body = DeclineRequest,
    responses((status = 200, description = "The game as you see it now", body = crate::games::body::GameBody,
        headers(("ETag" = String, description = "Entity tag of the game as you see it")))),
    extensions(("x-problems" = json!(["not_found", "not_now", "game_over"]))))]
pub(crate) async fn decline(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path(id): Path<String>,
    key: RequestKey,
    JsonBody { value: DeclineRequest { reason, text }, hash }: JsonBody<DeclineRequest>,
) -> Result<JsonResponse, Problem> {
    let call = Call::new(actor.player_id, id, key.with_payload(hash));
    let command = GameCommand::Decline { reason, text };
    Ok(state.app.execute(&call, &command, &ShowGame(&state)).await?)
}
