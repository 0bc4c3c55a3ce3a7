//! Calling a game off.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method};
use broadside_engine::game::Request;
use broadside_engine::ruleset::Viewer;
use broadside_engine::table::Status;

use super::App;
use super::auth::Actor;
use super::body::GameBody;
use super::game::seated;
use super::idempotency::{self, Turn};
use super::reply::Reply;
use crate::play::{self, Decision, Loaded};
use crate::problem::{Kind, Problem};

/// Call a game off
///
/// Before anything has been played. While a seat is free only the creator may, which withdraws the
/// challenges that are open; the others leave their seat. A game called off has no outcome and no record.
#[utoipa::path(post, path = "/v1/games/{id}/abort", tag = "play", operation_id = "abort_game", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game's id", example = "0196f0a0-0000-7000-8000-000000000001"),
        ("Idempotency-Key" = Option<String>, Header, description = "Repeats the first answer to the same request with this key")),
    responses((status = 200, description = "The game as you see it now", body = GameBody,
        headers(("ETag" = String, description = "What you see of it")))),
    extensions(("x-problems" = json!(["not_found", "not_seated", "not_now", "game_over", "key_reused", "in_flight"]))))]
pub(super) async fn abort(
    State(app): State<App>,
    actor: Actor,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Reply, Problem> {
    let me = actor.player_id;
    let route = (Method::POST, format!("/v1/games/{id}/abort"));
    let (keep, _mark) = match idempotency::begin(&app, &headers, &me, route, String::new()).await? {
        Turn::Repeat(reply) => return Ok(reply),
        Turn::Answer(keep, mark) => (keep, mark),
    };
    let (player_id, shown) = (me.clone(), app.clone());
    let reply = move |loaded: &Loaded, _: &[play::Logged]| {
        let reply = shown.show(loaded, &me, loaded.viewer(&me).unwrap_or(Viewer::Public));
        let kept = keep.answer(&reply);
        (reply, kept)
    };
    app.play.step(&id, move |loaded| calling_off(loaded, &player_id), reply).await
}

/// Judges who may call a game off.
pub(super) fn calling_off(loaded: &Loaded, player_id: &str) -> Result<Decision, Problem> {
    let seat = seated(loaded, player_id)?;
    if loaded.game.status() == Status::Waiting && loaded.creator() != Some(seat) {
        let detail = "a seat is free, so only the creator calls the game off: leave your seat instead";
        return Err(Problem::new(Kind::NotNow, detail));
    }
    Ok(play::apply(&loaded.game, &Request::Abort(seat))?)
}
