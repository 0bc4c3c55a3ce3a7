//! Reading of a game, as its caller may see it.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use broadside_app::play::LiveGame;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::game::Revision;
use broadside_engine::seat::Viewer;

use crate::SharedState;
use crate::openapi::parameters::{GameId, IfNoneMatch};
use crate::request::auth::GameReader;
use crate::response::entity_tags::is_known;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Finds a game, and the viewer that a player is in it.
///
/// # Errors
/// 404 if the player may not know of such a game.
pub(crate) async fn find_game(
    state: &SharedState,
    id: &str,
    player_id: &str,
) -> Result<(Arc<LiveGame>, Viewer), AppError> {
    find_game_at(state, id, player_id, None).await
}

/// Finds the game of the path, and the viewer that the caller is in it.
///
/// # Errors
/// 404 if the caller may not know of such a game.
pub(crate) async fn find_game_for(
    state: &SharedState,
    reader: &GameReader,
    id: &str,
) -> Result<(Arc<LiveGame>, Viewer), AppError> {
    find_game_at(state, id, &reader.player_id, reader.revision).await
}

/// Finds a game whose revision in the store may already be known.
async fn find_game_at(
    state: &SharedState,
    id: &str,
    player_id: &str,
    known: Option<Revision>,
) -> Result<(Arc<LiveGame>, Viewer), AppError> {
    let loaded = state.app.play.game_at_revision(id, known).await?.ok_or_else(not_found)?;
    let viewer = loaded.viewer(player_id).ok_or_else(not_found)?;
    Ok((loaded, viewer))
}

/// Error for a game that does not exist, or that its reader may not know.
fn not_found() -> AppError {
    AppError::from_kind(ErrorKind::NotFound)
}

/// Get a game
///
/// Returns everything that you may know of the game: your own ships, the shots and their results,
/// and the seats to move. Send its `ETag` back in `If-None-Match`, and the answer is an empty 304
/// while nothing has changed.
#[utoipa::path(get, path = "/v1/games/{id}", tag = "games", operation_id = "get_game", security(("token" = ["read"])),
    params(GameId, IfNoneMatch),
    responses((status = 200, description = "The game as you see it", body = crate::games::body::GameBody,
            headers(("ETag" = String, description = "Entity tag of the game as you see it"))),
        (status = 304, description = "Your copy is current")),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(crate) async fn show(
    State(state): State<SharedState>,
    reader: GameReader,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<JsonResponse, Problem> {
    let (loaded, viewer) = find_game_for(&state, &reader, &id).await?;
    let view = state.cached_view(&loaded, viewer);
    let (status, body) = if is_known(&headers, &view.tag) {
        (StatusCode::NOT_MODIFIED, Bytes::new())
    } else {
        (StatusCode::OK, view.body.clone())
    };
    Ok(JsonResponse { status, headers: Vec::new(), body }.with_header(header::ETAG, &*view.tag))
}
