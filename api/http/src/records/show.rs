//! Records of finished games.

use axum::extract::{Path, State};
use broadside_domain::error::{AppError, ErrorKind};

use crate::SharedState;
use crate::games::show::find_game_for;
use crate::openapi::parameters::GameId;
use crate::request::auth::GameReader;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Get the record of a game
///
/// Returns the record of a finished game: everything that happened and everything that was secret.
/// With it, anyone can replay the game and check every roll, report and commitment, with
/// `broadside verify`, `POST /v1/verify`, or a program of their own. A game that was called off has
/// no record.
#[utoipa::path(get, path = "/v1/games/{id}/record", tag = "fair play", operation_id = "get_record",
    security(("token" = ["read"])),
    params(GameId),
    responses((status = 200, description = "The record", body = broadside_engine::record::Record)),
    extensions(("x-problems" = json!(["not_found", "not_now"]))))]
pub(crate) async fn record(
    State(state): State<SharedState>,
    reader: GameReader,
    Path(id): Path<String>,
) -> Result<JsonResponse, Problem> {
    let (loaded, _) = find_game_for(&state, &reader, &id).await?;
    let detail = "only a finished game has a record; a game that was called off has none";
    let record = state
        .app
        .play
        .record(&loaded)
        .await?
        .ok_or_else(|| AppError::new(ErrorKind::NotNow, detail))?;
    Ok(JsonResponse::ok(&record))
}
