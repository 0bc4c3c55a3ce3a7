//! Legal actions of the caller.

use axum::extract::{Path, State};
use broadside_app::require_seat;
use broadside_engine::game::RulesetId;
use serde_json::Value;

use crate::SharedState;
use crate::games::show::find_game_for;
use crate::openapi::parameters::GameId;
use crate::request::auth::GameReader;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Actions that a seat may take now.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) struct LegalActions {
    /// Ruleset of the game.
    ruleset: RulesetId,
    /// Choices of actions; empty if there is nothing to do.
    #[schema(value_type = Vec<Object>)]
    actions: Vec<Value>,
}

/// List your legal actions
///
/// Returns the actions that you may submit now, as choices from which a client can build a form:
/// the type of the action, the number of cells, and the cells to choose from. The list uses only
/// your own knowledge. It is empty if you can do nothing. To see if the game waits for you, use
/// `to_move` of the game and not this list: in `salvo`, `fire` stays in the list until the other
/// seat has written its salvo, since you can rewrite yours (20 times a round). `resign` is always
/// in the list; in a game for one player `leave` is, even before the game has begun. After the end
/// of a game of `voices`, the list has the changes of the score that you can still make.
#[utoipa::path(get, path = "/v1/games/{id}/legal", tag = "play", operation_id = "list_legal_actions",
    security(("token" = ["read"])),
    params(GameId),
    responses((status = 200, description = "Your legal actions", body = LegalActions)),
    extensions(("x-problems" = json!(["not_found", "not_seated"]))))]
pub(crate) async fn legal(
    State(state): State<SharedState>,
    reader: GameReader,
    Path(id): Path<String>,
) -> Result<JsonResponse, Problem> {
    let (loaded, _) = find_game_for(&state, &reader, &id).await?;
    let seat = require_seat(&loaded, &reader.player_id)?;
    // After the end of a game, only its score can still change.
    let score_changes = state.app.play.legal_score_changes(&loaded, seat).await?;
    Ok(JsonResponse::ok(&score_changes.unwrap_or_else(|| loaded.game.legal(seat))))
}
