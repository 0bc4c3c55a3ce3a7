//! A game as its caller may know it.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use broadside_engine::ruleset::{Seat, Viewer};

use super::App;
use super::auth::Onlooker;
use super::body::{GameBody, Weak, names, tags};
use super::decline::challenged;
use super::reply::Reply;
use crate::play::Loaded;
use crate::problem::{Kind, Problem};
use crate::store::Moment;

/// A game, and how a player looks at it.
///
/// # Errors
/// 404 if there is none that the player may know of.
pub(super) async fn find(app: &App, id: &str, player_id: &str) -> Result<(Arc<Loaded>, Viewer), Problem> {
    find_known(app, id, player_id, None).await
}

/// The game of the path, and how whoever asks looks at it.
///
/// # Errors
/// 404 if there is none that the player may know of.
pub(super) async fn look(app: &App, onlooker: &Onlooker, id: &str) -> Result<(Arc<Loaded>, Viewer), Problem> {
    find_known(app, id, &onlooker.player_id, onlooker.moment).await
}

/// The same, where it is known already at which moment the store has the game.
async fn find_known(
    app: &App,
    id: &str,
    player_id: &str,
    known: Option<Moment>,
) -> Result<(Arc<Loaded>, Viewer), Problem> {
    let hidden = || Problem::plain(Kind::NotFound);
    let loaded = app.play.game_known(id, known).await?.ok_or_else(hidden)?;
    let viewer = loaded.viewer(player_id).ok_or_else(hidden)?;
    Ok((loaded, viewer))
}

/// The seat of a player in a game, for something that only a seat can do.
///
/// # Errors
/// 404 if the player may not know of the game, 409 if it only looks on.
pub(super) fn seated(loaded: &Loaded, player_id: &str) -> Result<Seat, Problem> {
    match loaded.viewer(player_id) {
        Some(Viewer::Seat(seat)) => Ok(seat),
        Some(Viewer::Public) => Err(Problem::new(Kind::NotSeated, how_to_sit(loaded, player_id))),
        None => Err(Problem::plain(Kind::NotFound)),
    }
}

/// What somebody can do who has no seat in a game that it may know of.
fn how_to_sit(loaded: &Loaded, player_id: &str) -> &'static str {
    if challenged(loaded, player_id).is_some() {
        "a seat is kept for you: take it with a `POST` to the `seats` of the game, or decline it with one to `decline`"
    } else if loaded.row.course.open {
        "you look on: take a seat first, with a `POST` to the `seats` of the game"
    } else {
        "you look on, and no seat is free: this is for those who sit in the game"
    }
}

/// A game
///
/// Everything that you may know of it: your own ships, what has been called and answered, whose turn it is. Send its
/// `ETag` back in `If-None-Match` to be told cheaply that nothing has changed.
#[utoipa::path(get, path = "/v1/games/{id}", tag = "games", operation_id = "get_game", security(("token" = ["read"])),
    params(("id" = String, Path, description = "The game's id", example = "0196f0a0-0000-7000-8000-000000000001"),
        ("If-None-Match" = Option<String>, Header, description = "Entity tags that you have; 304 if one of them is still right")),
    responses((status = 200, description = "The game as you see it", body = GameBody,
            headers(("ETag" = String, description = "What you see of it"))),
        (status = 304, description = "It is as you have it")),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(super) async fn show(
    State(app): State<App>,
    onlooker: Onlooker,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Reply, Problem> {
    let (loaded, viewer) = look(&app, &onlooker, &id).await?;
    let shown = app.shown(&loaded, &onlooker.player_id, viewer);
    let had = tags(&headers, header::IF_NONE_MATCH);
    let unchanged = had.is_some_and(|had| names(&had, &shown.tag, Weak::Agrees));
    let (status, body) = match unchanged {
        true => (StatusCode::NOT_MODIFIED, Bytes::new()),
        false => (StatusCode::OK, shown.body.clone()),
    };
    Ok(Reply { status, headers: Vec::new(), body }.with(header::ETAG, &*shown.tag))
}
