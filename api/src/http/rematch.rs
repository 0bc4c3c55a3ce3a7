//! Rematches: the same players again, each one seat further.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::table::Status;
use serde_json::to_value;

use super::App;
use super::auth::WriteAuth;
use super::body::GameBody;
use super::create::{self, NewGameSettings};
use super::game::require_seat;
use super::idempotency::{self, Idempotency, IdempotencyScope};
use super::seats::{self, BlockStatus};
use super::stored_response::StoredResponse;
use crate::domain::challenge::Challenge;
use crate::domain::error::{AppError, ErrorKind};
use crate::domain::game::{SeatKind, SeatRow};
use crate::domain::player::PlayerRow;
use crate::play::{LiveGame, MAX_ATTEMPTS};

/// Create a rematch
///
/// Creates a new game with the ruleset, settings, clock and players of a finished game. Each player moves one seat
/// further; with two players, the seats are swapped. You are seated at once. The other seats are reserved for the
/// other players, who each get a challenge. A game has only one rematch: a player who asks after it was created is
/// seated in it, and the answer is 200.
#[utoipa::path(post, path = "/v1/games/{id}/rematch", tag = "games", operation_id = "create_rematch",
    security(("token" = ["play"])),
    params(("id" = String, Path,
        description = "Id of the finished game", example = "0196f0a0-0000-7000-8000-000000000001"),
        ("Idempotency-Key" = Option<String>, Header,
            description = "Idempotency key: a repeated request with the same key gets the answer of the first")),
    responses(
        (status = 200, description = "The existing rematch, in which you now have a seat, as you see it",
            body = GameBody,
            headers(("Location" = String, description = "The new game"),
                ("ETag" = String, description = "Entity tag of the game as you see it"))),
        (status = 201, description = "The new game as you see it", body = GameBody,
            headers(("Location" = String, description = "The new game"),
                ("ETag" = String, description = "Entity tag of the game as you see it")))),
    extensions(("x-problems" = json!(["not_found", "not_seated", "not_now", "game_over", "too_many_games", "key_reused",
        "in_flight"]))))]
pub(super) async fn rematch(
    State(app): State<App>,
    actor: WriteAuth,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StoredResponse, AppError> {
    let me = actor.player_id;
    let route = (Method::POST, format!("/v1/games/{id}/rematch"));
    let (keep, _mark) = match idempotency::begin(&app, &headers, &me, route, String::new()).await? {
        Idempotency::Repeat(reply) => return Ok(reply),
        Idempotency::Answer(keep, mark) => (keep, mark),
    };
    let finished = app.play.game(&id).await?.ok_or_else(|| AppError::from_kind(ErrorKind::NotFound))?;
    check_rematch(&finished, &me)?;
    let find = || async { app.store.rematch_of(&id).await.map_err(AppError::from) };
    for _ in 0..MAX_ATTEMPTS {
        if let Some(there) = find().await? {
            return join_rematch(&app, &there, &me, &keep).await;
        }
        // One at a time on this node. Of several nodes, one commits first, and the others find its rematch.
        let begun = async {
            if find().await?.is_some() {
                return Ok(None);
            }
            match create_rematch(&app, &finished, &me, &keep).await {
                Err(problem)
                    if matches!(problem.kind(), ErrorKind::InFlight | ErrorKind::TooManyGames)
                        && find().await?.is_some() =>
                {
                    Ok(None)
                }
                begun => begun.map(Some),
            }
        };
        if let Some(reply) = app.play.with_lock(&id, begun).await? {
            // The finished game links to its rematch from now on.
            app.play.evict(&id).await;
            return Ok(reply);
        }
    }
    Err(AppError::from_kind(ErrorKind::InFlight))
}

/// Checks that a player can have a rematch of a game.
pub(super) fn check_rematch(finished: &LiveGame, player_id: &str) -> Result<(), AppError> {
    require_seat(finished, player_id)?;
    if finished.game.status() == Status::Finished {
        return Ok(());
    }
    Err(AppError::new(
        ErrorKind::NotNow,
        "only a finished game can have a rematch; a game that was called off cannot",
    ))
}

/// Creates the rematch of a game.
async fn create_rematch(
    app: &App,
    finished: &LiveGame,
    me: &str,
    keep: &IdempotencyScope,
) -> Result<StoredResponse, AppError> {
    create::check_open_games(app, me).await?;
    let count = finished.seats.len();
    let mut rows = Vec::new();
    // The player of the last seat gets the first.
    for (n, seat) in Seat::first(count as u8).enumerate() {
        let player = finished.seats[(n + count - 1) % count].player.as_ref();
        let there = match player {
            Some(player) => create::find_player(app, &player.id).await?,
            None => None,
        };
        let Some(player) = there else {
            return Err(AppError::new(
                ErrorKind::NotNow,
                "a player of this game has deleted their account: create a game with other players",
            ));
        };
        if app.store.blocks(&player.id, me).await.map_err(AppError::from)? {
            let detail =
                "a player of this game does not accept challenges from you: create a game with other players";
            return Err(AppError::new(ErrorKind::NotNow, detail));
        }
        rows.push(seat_row(seat, player, me));
    }
    let table = NewGameSettings {
        ruleset: finished.game.ruleset(),
        options: to_value(finished.game.options()).map_err(AppError::internal)?,
        clock: finished.clock,
        visibility: finished.visibility,
        rematch_of: Some(finished.row.id.clone()),
    };
    let game = table.create_game(app, &app.ambient.new_id())?;
    let new = table.seat_creator(app, game, me, rows)?;
    let location = app.url_for(&format!("/v1/games/{}", new.loaded.row.id));
    let viewer = new.loaded.viewer(me).unwrap_or(Viewer::Public);
    let mut reply = app.game_response(&new.loaded, viewer).with_header(header::LOCATION, location);
    reply.status = StatusCode::CREATED;
    new.commit(app, keep.record_of(&reply)).await?;
    Ok(reply)
}

fn seat_row(seat: Seat, player: PlayerRow, me: &str) -> SeatRow {
    if player.id == me {
        return SeatRow { seat, kind: SeatKind::Open, player: Some(player), challenge: None };
    }
    SeatRow { seat, kind: SeatKind::Kept(player.id), player: None, challenge: Some(Challenge::by(me)) }
}

/// Seats a player in an existing rematch, if they do not sit there yet.
async fn join_rematch(
    app: &App,
    id: &str,
    me: &str,
    keep: &IdempotencyScope,
) -> Result<StoredResponse, AppError> {
    let location = app.url_for(&format!("/v1/games/{id}"));
    let show = |loaded: &LiveGame| {
        let viewer = loaded.viewer(me).unwrap_or(Viewer::Public);
        app.game_response(loaded, viewer).with_header(header::LOCATION, location.clone())
    };
    let player =
        create::find_player(app, me).await?.ok_or_else(|| AppError::from_kind(ErrorKind::Unauthorized))?;
    let answer = |loaded: &LiveGame| {
        let reply = show(loaded);
        let kept = keep.record_of(&reply);
        (reply, kept)
    };
    let seated = app
        .play
        .step(
            id,
            |loaded| seats::decide_join(loaded, &player, None, BlockStatus::Yes),
            |loaded, _| answer(loaded),
        )
        .await;
    match seated {
        Err(problem) if problem.kind() == ErrorKind::AlreadySeated => {
            let loaded = app.play.game(id).await?.ok_or_else(|| AppError::from_kind(ErrorKind::NotFound))?;
            match loaded.game.status() {
                Status::Cancelled => Err(rematch_cancelled()),
                _ => {
                    keep.check_unanswered(app).await?;
                    Ok(show(&loaded))
                }
            }
        }
        Err(problem) if problem.kind() == ErrorKind::GameOver => Err(rematch_cancelled()),
        other => other,
    }
}

fn rematch_cancelled() -> AppError {
    AppError::new(
        ErrorKind::GameOver,
        "the rematch of this game was called off, and a game can have only one: create another game",
    )
}
