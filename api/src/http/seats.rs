//! Taking a seat, and leaving it.

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use broadside_engine::game::Request;
use broadside_engine::ruleset::{Seat, Viewer};
use serde::Deserialize;

use utoipa::ToSchema;

use super::App;
use super::auth::Actor;
use super::body::GameBody;
use super::create::player;
use super::extract::Body;
use super::game::seated;
use super::idempotency::{self, Turn};
use super::reply::Reply;
use crate::play::{self, Decision, Loaded};
use crate::problem::{Kind, Problem};
use crate::secret::{Purpose, Secret};
use crate::store::{PlayerRow, SeatKind};

/// What takes a seat.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub(super) struct SeatRequest {
    /// The code of an invitation. Without one, the seat kept for you is taken, or else an open one.
    #[serde(default)]
    #[schema(example = "bri_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg")]
    code: Option<String>,
}

/// Take a seat
///
/// The one kept for you, which accepts the challenge; the one that a code invites to; or the first open one. When the last seat is taken the game
/// goes on to placing.
#[utoipa::path(post, path = "/v1/games/{id}/seats", tag = "seats", operation_id = "take_seat", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game's id", example = "0196f0a0-0000-7000-8000-000000000001"),
        ("Idempotency-Key" = Option<String>, Header, description = "Repeats the first answer to the same request with this key")),
    request_body = SeatRequest,
    responses((status = 201, description = "The game as you see it now", body = GameBody,
        headers(("Location" = String, description = "The game"), ("ETag" = String, description = "What you see of it")))),
    extensions(("x-problems" = json!(["not_found", "wrong_code", "already_seated", "no_free_seat", "not_now", "game_over",
        "key_reused", "in_flight"]))))]
pub(super) async fn take(
    State(app): State<App>,
    actor: Actor,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body { value: body, hash }: Body<SeatRequest>,
) -> Result<Reply, Problem> {
    let me = actor.player_id;
    let route = (Method::POST, format!("/v1/games/{id}/seats"));
    let (keep, _mark) = match idempotency::begin(&app, &headers, &me, route, hash).await? {
        Turn::Repeat(reply) => return Ok(reply),
        Turn::Answer(keep, mark) => (keep, mark),
    };
    let (player, welcome) = arrival(&app, &id, &me).await?;
    let code = body.code.map(|code| Secret::read(&code, Purpose::Invitation).ok_or(()));
    let location = app.link(&format!("/v1/games/{id}"));
    let shown = app.clone();
    app.play
        .step(
            &id,
            move |loaded| sit(loaded, &player, code.as_ref(), welcome),
            move |loaded, _| {
                let viewer = loaded.viewer(&me).unwrap_or(Viewer::Public);
                let mut reply = shown.show(loaded, &me, viewer).with(header::LOCATION, location.clone());
                reply.status = StatusCode::CREATED;
                let kept = keep.answer(&reply);
                (reply, kept)
            },
        )
        .await
}

/// Whether who made a game lets a player sit down that it keeps no seat for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Welcome {
    /// Any player.
    Yes,
    /// Not this one: it is blocked.
    No,
}

/// Judges who may sit where. What the caller may not know of is 404, whatever else is wrong.
pub(super) fn sit(
    loaded: &Loaded,
    player: &PlayerRow,
    code: Option<&Result<Secret, ()>>,
    welcome: Welcome,
) -> Result<Decision, Problem> {
    let opens = |kind: &SeatKind| match (kind, code) {
        (SeatKind::Invite(hash), Some(Ok(code))) => code.matches(hash),
        _ => false,
    };
    let invited = loaded.seats.iter().find(|seat| opens(&seat.kind));
    let Some(viewer) = loaded.viewer(&player.id).or(invited.map(|_| Viewer::Public)) else {
        return Err(Problem::plain(Kind::NotFound));
    };
    if viewer != Viewer::Public {
        return Err(Problem::plain(Kind::AlreadySeated));
    }
    let kept = |kind: &SeatKind| matches!(kind, SeatKind::Kept(id) if *id == player.id);
    let seat = match (code, invited) {
        (Some(_), None) => return Err(Problem::plain(Kind::WrongCode)),
        (Some(_), Some(seat)) => Some(seat),
        (None, _) => {
            let free = || loaded.seats.iter().filter(|seat| seat.player.is_none());
            free().find(|seat| kept(&seat.kind)).or_else(|| free().find(|seat| seat.kind == SeatKind::Open))
        }
    };
    let Some(seat) = seat.filter(|seat| seat.player.is_none()) else {
        // A game that is over says so first.
        loaded.game.apply(&Request::Join(Seat::new(1).expect("seats are numbered from 1"))).map_err(
            |rejection| {
                let problem = Problem::from(rejection);
                if problem.kind() == Kind::GameOver { problem } else { Problem::plain(Kind::NoFreeSeat) }
            },
        )?;
        return Err(Problem::plain(Kind::NoFreeSeat));
    };
    let mut decision = play::apply(&loaded.game, &Request::Join(seat.seat))?;
    if welcome == Welcome::No && !kept(&seat.kind) {
        let detail = "the player who made this game does not play with you: look for another game";
        return Err(Problem::new(Kind::NoFreeSeat, detail));
    }
    decision.seatings.push((seat.seat, Some(player.clone())));
    Ok(decision)
}

/// Leave your seat
///
/// Before play begins; what you have placed is gone, and the seat is free again for whom it was: if it is kept for
/// you, the challenge is open again. The creator calls the game off instead.
#[utoipa::path(delete, path = "/v1/games/{id}/seats/me", tag = "seats", operation_id = "leave_seat", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game's id", example = "0196f0a0-0000-7000-8000-000000000001"),
        ("Idempotency-Key" = Option<String>, Header, description = "Repeats the first answer to the same request with this key")),
    responses((status = 204, description = "You have left")),
    extensions(("x-problems" = json!(["not_found", "not_seated", "not_now", "game_over", "key_reused", "in_flight"]))))]
pub(super) async fn leave(
    State(app): State<App>,
    actor: Actor,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Reply, Problem> {
    let me = actor.player_id;
    let route = (Method::DELETE, format!("/v1/games/{id}/seats/me"));
    let (keep, _mark) = match idempotency::begin(&app, &headers, &me, route, String::new()).await? {
        Turn::Repeat(reply) => return Ok(reply),
        Turn::Answer(keep, mark) => (keep, mark),
    };
    let decide = move |loaded: &Loaded| leaving(loaded, &me);
    let reply = move |_: &Loaded, _: &[play::Logged]| {
        let reply = Reply { status: StatusCode::NO_CONTENT, headers: Vec::new(), body: Bytes::new() };
        let kept = keep.answer(&reply);
        (reply, kept)
    };
    app.play.step(&id, decide, reply).await
}

/// Judges who may leave.
pub(super) fn leaving(loaded: &Loaded, player_id: &str) -> Result<Decision, Problem> {
    let seat = seated(loaded, player_id)?;
    let mut decision = play::apply(&loaded.game, &Request::Leave(seat))?;
    if loaded.creator() == Some(seat) {
        let detail = "the creator does not leave a game: call it off with `abort` instead";
        return Err(Problem::new(Kind::NotNow, detail));
    }
    decision.seatings.push((seat, None));
    Ok(decision)
}

/// The player that takes a seat, and whether who made the game lets it.
pub(super) async fn arrival(app: &App, id: &str, me: &str) -> Result<(PlayerRow, Welcome), Problem> {
    let player = player(app, me).await?.ok_or_else(|| Problem::plain(Kind::Unauthorized))?;
    // Whom it was made by does not change.
    let made_by = app.play.game(id).await?.map(|loaded| loaded.row.created_by.clone());
    let welcome = match made_by {
        Some(by) if app.store.blocks(&by, me).await.map_err(Problem::from)? => Welcome::No,
        _ => Welcome::Yes,
    };
    Ok((player, welcome))
}
