//! Aborting a game.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method};
use broadside_engine::game::Request;
use broadside_engine::seat::Viewer;
use broadside_engine::table::Status;

use super::App;
use super::auth::WriteAuth;
use super::body::GameBody;
use super::game::require_seat;
use super::idempotency::{self, Idempotency};
use super::stored_response::StoredResponse;
use crate::domain::error::{AppError, ErrorKind};
use crate::play::{self, CommandOutcome, LiveGame};

/// Abort a game
///
/// Cancels a game before its first move. While a seat is free, only the creator may do this; other players can leave
/// their seats instead. Open challenges are withdrawn. A cancelled game has no outcome and no record.
#[utoipa::path(post, path = "/v1/games/{id}/abort", tag = "play", operation_id = "abort_game",
    security(("token" = ["play"])),
    params(("id" = String, Path, description = "Id of the game", example = "0196f0a0-0000-7000-8000-000000000001"),
        ("Idempotency-Key" = Option<String>, Header,
            description = "Idempotency key: a repeated request with this key gets the first answer again")),
    responses((status = 200, description = "The game as you see it now", body = GameBody,
        headers(("ETag" = String, description = "Entity tag of the game as you see it")))),
    extensions(("x-problems" = json!(["not_found", "not_seated", "not_now", "game_over", "key_reused", "in_flight"]))))]
pub(super) async fn abort(
    State(app): State<App>,
    actor: WriteAuth,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StoredResponse, AppError> {
    let me = actor.player_id;
    let route = (Method::POST, format!("/v1/games/{id}/abort"));
    let (keep, _mark) = match idempotency::begin(&app, &headers, &me, route, String::new()).await? {
        Idempotency::Repeat(reply) => return Ok(reply),
        Idempotency::Answer(keep, mark) => (keep, mark),
    };
    let (player_id, shown) = (me.clone(), app.clone());
    let reply = move |loaded: &LiveGame, _: &[play::TimedEvent]| {
        let reply = shown.game_response(loaded, loaded.viewer(&me).unwrap_or(Viewer::Public));
        let kept = keep.record_of(&reply);
        (reply, kept)
    };
    app.play.step(&id, move |loaded| decide_abort(loaded, &player_id), reply).await
}

/// Decides to cancel a game, if the player may do so.
pub(super) fn decide_abort(loaded: &LiveGame, player_id: &str) -> Result<CommandOutcome, AppError> {
    let seat = require_seat(loaded, player_id)?;
    if loaded.game.status() == Status::Waiting && loaded.creator() != Some(seat) {
        let detail = "while a seat is free, only the creator may abort the game: leave your seat instead";
        return Err(AppError::new(ErrorKind::NotNow, detail));
    }
    Ok(play::apply(&loaded.game, &Request::Abort(seat))?)
}
