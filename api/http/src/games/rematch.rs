//! Rematches.

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};

use broadside_app::{CreatedGame, RenderCreated};

use crate::SharedState;
use crate::openapi::parameters::GameId;
use crate::request::auth::WriteAuth;
use crate::request::idempotency::RequestKey;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;
use crate::state::AppState;

/// Create a rematch
///
/// Creates a new game with the ruleset, settings, clock and players of a finished game. Each player
/// moves one seat further; with two players, the seats are swapped. You are seated at once. The
/// other seats are reserved for the other players, who each get a challenge. A game has only one
/// rematch: a player who asks after it was created is seated in it, and the answer is 200.
#[utoipa::path(post, path = "/v1/games/{id}/rematch", tag = "games", operation_id = "create_rematch",
    security(("token" = ["play"])),
    params(GameId, RequestKey),
    responses(
        (status = 200, description = "The existing rematch, in which you now have a seat, as you see it",
            body = crate::games::body::GameBody,
            headers(("Location" = String, description = "The new game"),
                ("ETag" = String, description = "Entity tag of the game as you see it"))),
        (status = 201, description = "The new game as you see it", body = crate::games::body::GameBody,
            headers(("Location" = String, description = "The new game"),
                ("ETag" = String, description = "Entity tag of the game as you see it")))),
    extensions(("x-problems" = json!(["not_found", "not_seated", "not_now", "game_over", "too_many_games"]))))]
pub(crate) async fn rematch(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path(id): Path<String>,
    key: RequestKey,
) -> Result<JsonResponse, Problem> {
    let key = key.without_payload();
    Ok(state.app.rematch(&actor.player_id, &id, &key, &ShowRematch(&state)).await?)
}

/// Rendering of a rematch, with 201 if it is new.
struct ShowRematch<'a>(&'a AppState);

impl RenderCreated for ShowRematch<'_> {
    type Response = JsonResponse;

    fn render(&self, created: &CreatedGame<'_>) -> JsonResponse {
        let location = self.0.url_for(&format!("/v1/games/{}", created.game.row.id));
        let response = self
            .0
            .game_response(created.game, created.viewer)
            .with_header(header::LOCATION, location);
        let status = if created.is_new { StatusCode::CREATED } else { StatusCode::OK };
        JsonResponse { status, ..response }
    }
}
