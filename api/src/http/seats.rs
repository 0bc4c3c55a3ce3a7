//! Taking and leaving seats.

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use broadside_engine::game::Request;
use broadside_engine::seat::{Seat, Viewer};
use serde::Deserialize;

use utoipa::ToSchema;

use super::App;
use super::auth::WriteAuth;
use super::body::GameBody;
use super::create::find_player;
use super::extract::JsonBody;
use super::game::require_seat;
use super::idempotency::{self, Idempotency};
use super::stored_response::StoredResponse;
use crate::domain::error::{AppError, ErrorKind};
use crate::domain::game::SeatKind;
use crate::domain::player::PlayerRow;
use crate::domain::secret::{Purpose, Secret};
use crate::play::{self, CommandOutcome, LiveGame};

/// Request for a seat.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub(super) struct SeatRequest {
    /// Invitation code. Without one, you get the seat that is reserved for you, or else an open one.
    #[serde(default)]
    #[schema(example = "bri_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg")]
    code: Option<String>,
}

/// Take a seat
///
/// Seats you in a game. With an invitation code, you get the seat that the code is for. Without one, you get the seat
/// that is reserved for you, which accepts the challenge, or else the first open seat. When the last seat is taken,
/// the players place their fleets.
#[utoipa::path(post, path = "/v1/games/{id}/seats", tag = "seats", operation_id = "take_seat",
    security(("token" = ["play"])),
    params(("id" = String, Path, description = "Id of the game", example = "0196f0a0-0000-7000-8000-000000000001"),
        ("Idempotency-Key" = Option<String>, Header,
            description = "Idempotency key: a repeated request with the same key gets the answer of the first")),
    request_body = SeatRequest,
    responses((status = 201, description = "The updated game as you see it", body = GameBody,
        headers(("Location" = String, description = "The game"),
            ("ETag" = String, description = "Entity tag of the game as you see it")))),
    extensions(("x-problems" = json!(["not_found", "wrong_code", "already_seated", "no_free_seat", "not_now",
        "game_over", "key_reused", "in_flight"]))))]
pub(super) async fn take(
    State(app): State<App>,
    actor: WriteAuth,
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody { value: body, hash }: JsonBody<SeatRequest>,
) -> Result<StoredResponse, AppError> {
    let me = actor.player_id;
    let route = (Method::POST, format!("/v1/games/{id}/seats"));
    let (keep, _mark) = match idempotency::begin(&app, &headers, &me, route, hash).await? {
        Idempotency::Repeat(reply) => return Ok(reply),
        Idempotency::Answer(keep, mark) => (keep, mark),
    };
    let (player, welcome) = load_joining_player(&app, &id, &me).await?;
    let code = body.code.map(|code| Secret::parse(&code, Purpose::Invitation).ok_or(()));
    let location = app.url_for(&format!("/v1/games/{id}"));
    let shown = app.clone();
    app.play
        .step(
            &id,
            move |loaded| decide_join(loaded, &player, code.as_ref(), welcome),
            move |loaded, _| {
                let viewer = loaded.viewer(&me).unwrap_or(Viewer::Public);
                let mut reply =
                    shown.game_response(loaded, viewer).with_header(header::LOCATION, location.clone());
                reply.status = StatusCode::CREATED;
                let kept = keep.record_of(&reply);
                (reply, kept)
            },
        )
        .await
}

/// Consent of the creator of a game to a player without a reserved seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockStatus {
    /// The player may sit down.
    Yes,
    /// The creator blocks the player.
    No,
}

/// Checks that a player may sit down, and decides where. If the player may not know of the game, the answer is always
/// 404, before any other error.
pub(super) fn decide_join(
    loaded: &LiveGame,
    player: &PlayerRow,
    code: Option<&Result<Secret, ()>>,
    welcome: BlockStatus,
) -> Result<CommandOutcome, AppError> {
    let opens = |kind: &SeatKind| match (kind, code) {
        (SeatKind::Invite(hash), Some(Ok(code))) => code.matches(hash),
        _ => false,
    };
    let invited = loaded.seats.iter().find(|seat| opens(&seat.kind));
    let Some(viewer) = loaded.viewer(&player.id).or(invited.map(|_| Viewer::Public)) else {
        return Err(AppError::from_kind(ErrorKind::NotFound));
    };
    if viewer != Viewer::Public {
        return Err(AppError::from_kind(ErrorKind::AlreadySeated));
    }
    let kept = |kind: &SeatKind| matches!(kind, SeatKind::Kept(id) if *id == player.id);
    let seat = match (code, invited) {
        (Some(_), None) => return Err(AppError::from_kind(ErrorKind::WrongCode)),
        (Some(_), Some(seat)) => Some(seat),
        (None, _) => {
            let free = || loaded.seats.iter().filter(|seat| seat.player.is_none());
            free().find(|seat| kept(&seat.kind)).or_else(|| free().find(|seat| seat.kind == SeatKind::Open))
        }
    };
    let Some(seat) = seat.filter(|seat| seat.player.is_none()) else {
        // If the game is over, report that first.
        loaded.game.apply(&Request::Join(Seat::new(1).expect("seats are numbered from 1"))).map_err(
            |rejection| {
                let problem = AppError::from(rejection);
                if problem.kind() == ErrorKind::GameOver {
                    problem
                } else {
                    AppError::from_kind(ErrorKind::NoFreeSeat)
                }
            },
        )?;
        return Err(AppError::from_kind(ErrorKind::NoFreeSeat));
    };
    let mut decision = play::apply(&loaded.game, &Request::Join(seat.seat))?;
    if welcome == BlockStatus::No && !kept(&seat.kind) {
        let detail = "the creator of this game does not accept you as a player: look for another game";
        return Err(AppError::new(ErrorKind::NoFreeSeat, detail));
    }
    decision.seatings.push((seat.seat, Some(player.clone())));
    Ok(decision)
}

/// Leave your seat
///
/// Leaves a game before play begins. Your placement is discarded, and the seat is free again for the players it was
/// meant for. If the seat is reserved for you, the challenge is open again. The creator cannot leave; they call the
/// game off with `POST /v1/games/{id}/abort`.
#[utoipa::path(delete, path = "/v1/games/{id}/seats/me", tag = "seats", operation_id = "leave_seat",
    security(("token" = ["play"])),
    params(("id" = String, Path, description = "Id of the game", example = "0196f0a0-0000-7000-8000-000000000001"),
        ("Idempotency-Key" = Option<String>, Header,
            description = "Idempotency key: a repeated request with the same key gets the answer of the first")),
    responses((status = 204, description = "You have left the game")),
    extensions(("x-problems" = json!(["not_found", "not_seated", "not_now", "game_over", "key_reused", "in_flight"]))))]
pub(super) async fn leave(
    State(app): State<App>,
    actor: WriteAuth,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StoredResponse, AppError> {
    let me = actor.player_id;
    let route = (Method::DELETE, format!("/v1/games/{id}/seats/me"));
    let (keep, _mark) = match idempotency::begin(&app, &headers, &me, route, String::new()).await? {
        Idempotency::Repeat(reply) => return Ok(reply),
        Idempotency::Answer(keep, mark) => (keep, mark),
    };
    let decide = move |loaded: &LiveGame| decide_leave(loaded, &me);
    let reply = move |_: &LiveGame, _: &[play::TimedEvent]| {
        let reply =
            StoredResponse { status: StatusCode::NO_CONTENT, headers: Vec::new(), body: Bytes::new() };
        let kept = keep.record_of(&reply);
        (reply, kept)
    };
    app.play.step(&id, decide, reply).await
}

/// Checks that a player may leave their seat.
pub(super) fn decide_leave(loaded: &LiveGame, player_id: &str) -> Result<CommandOutcome, AppError> {
    let seat = require_seat(loaded, player_id)?;
    let mut decision = play::apply(&loaded.game, &Request::Leave(seat))?;
    if loaded.creator() == Some(seat) {
        let detail = "the creator cannot leave a game: call it off with `abort` instead";
        return Err(AppError::new(ErrorKind::NotNow, detail));
    }
    decision.seatings.push((seat, None));
    Ok(decision)
}

/// Reads the player who takes a seat, and the creator's consent to them.
pub(super) async fn load_joining_player(
    app: &App,
    id: &str,
    me: &str,
) -> Result<(PlayerRow, BlockStatus), AppError> {
    let player = find_player(app, me).await?.ok_or_else(|| AppError::from_kind(ErrorKind::Unauthorized))?;
    // The creator of a game never changes.
    let made_by = app.play.game(id).await?.map(|loaded| loaded.row.created_by.clone());
    let welcome = match made_by {
        Some(by) if app.store.blocks(&by, me).await.map_err(AppError::from)? => BlockStatus::No,
        _ => BlockStatus::Yes,
    };
    Ok((player, welcome))
}
