//! Aborting a game.

use axum::extract::{Path, State};
use broadside_app::Call;
use broadside_domain::command::GameCommand;

use crate::SharedState;
use crate::games::body::ShowGame;
use crate::openapi::parameters::GameId;
use crate::request::auth::WriteAuth;
use crate::request::idempotency::RequestKey;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Abort a game
///
/// Cancels a game before its first move. While a seat is free, only the creator may do this; other
/// players can leave their seats instead. Open challenges are withdrawn. A cancelled game has no
/// outcome and no record.
#[utoipa::path(post, path = "/v1/games/{id}/abort", tag = "play", operation_id = "abort_game",
    security(("token" = ["play"])),
    params(GameId, RequestKey),
    responses((status = 200, description = "The game as you see it now", body = crate::games::body::GameBody,
        headers(("ETag" = String, description = "Entity tag of the game as you see it")))),
    extensions(("x-problems" = json!(["not_found", "not_seated", "not_now", "game_over"]))))]
pub(crate) async fn abort(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path(id): Path<String>,
    key: RequestKey,
) -> Result<JsonResponse, Problem> {
    let call = Call::new(actor.player_id, id, key.without_payload());
    Ok(state.app.execute(&call, &GameCommand::Abort, &ShowGame(&state)).await?)
}
