//! Acting in a game.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use broadside_engine::game::{Request, RulesetId};
use broadside_engine::ruleset::Viewer;
use serde::Deserialize;
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::App;
use super::auth::Actor;
use super::body::{EventBody, GameBody, glimpses, tags};
use super::extract::{Body, Query};
use super::game::{find, seated};
use super::idempotency::{self, Turn};
use super::placement::same_ruleset;
use super::reply::{Reply, json};
use crate::openapi::ActionsRequest as Documented;
use crate::play::{self, Loaded, Logged};
use crate::problem::{Kind, Problem};

/// Actions, in order.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ActionsRequest {
    ruleset: RulesetId,
    actions: Vec<Value>,
}

/// How actions are to be taken.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ActQuery {
    /// Only judge the actions: nothing is done, drawn or told. The answer has no events, and the game as it is.
    #[serde(default)]
    #[param(default = false)]
    preview: bool,
}

/// What came of the actions.
#[derive(ToSchema)]
#[expect(dead_code, reason = "what is sent is written by `Acted::reply`")]
pub(super) struct Acted {
    /// What happened, as far as you may see it.
    events: Vec<EventBody>,
    /// The game as you see it now.
    game: GameBody,
}

impl Acted {
    /// The answer. The game is there as JSON, for its entity tag is one of these bytes.
    fn reply(events: &[EventBody], game: &[u8], tag: String) -> Reply {
        let body = [b"{\"events\":", &*json(&events), b",\"game\":", game, b"}"].concat();
        Reply::written(StatusCode::OK, body).with(header::ETAG, tag)
    }
}

/// Act
///
/// A list of actions, taken whole and in order or not at all. One that draws luck, ends the game or is answered from
/// your opponent's secret must be the last of its list. With `If-Match` they are taken only if the game is as you last
/// saw it; with an `Idempotency-Key` the same request sent again is not carried out again.
#[utoipa::path(post, path = "/v1/games/{id}/actions", tag = "play", operation_id = "act", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The game's id", example = "0196f0a0-0000-7000-8000-000000000001"),
        ActQuery,
        ("If-Match" = Option<String>, Header, description = "The entity tag of the game as you last saw it"),
        ("Idempotency-Key" = Option<String>, Header, description = "Repeats the first answer to the same request with this key")),
    request_body = Documented,
    responses((status = 200, description = "What happened, and the game as you see it now", body = Acted,
        headers(("ETag" = String, description = "What you see of the game")))),
    extensions(("x-problems" = json!(["not_found", "not_seated", "out_of_turn", "not_now", "game_over", "stale",
        "against_rule", "not_last", "key_reused", "in_flight", "bad_request"]))))]
pub(super) async fn act(
    State(app): State<App>,
    actor: Actor,
    Path(id): Path<String>,
    Query(query): Query<ActQuery>,
    headers: HeaderMap,
    Body { value: body, hash }: Body<ActionsRequest>,
) -> Result<Reply, Problem> {
    let me = actor.player_id;
    if query.preview {
        let expected = tags(&headers, header::IF_MATCH);
        return preview(&app, &id, &me, expected.as_deref(), &body).await;
    }
    take(&app, me, &id, &headers, Body { value: body, hash }, None).await
}

/// Takes actions; in this turn or not at all, if one is named.
pub(super) async fn take(
    app: &App,
    me: String,
    id: &str,
    headers: &HeaderMap,
    Body { value: body, hash }: Body<ActionsRequest>,
    turn: Option<u32>,
) -> Result<Reply, Problem> {
    let expected = tags(headers, header::IF_MATCH);
    let route = (Method::POST, format!("/v1/games/{id}/actions"));
    let (keep, _mark) = match idempotency::begin(app, headers, &me, route, hash).await? {
        Turn::Repeat(reply) => return Ok(reply),
        Turn::Answer(keep, mark) => (keep, mark),
    };
    let (player_id, judge, shown) = (me.clone(), app.clone(), app.clone());
    let decide = move |loaded: &Loaded| {
        let seat = seated(loaded, &player_id)?;
        if turn.is_some_and(|turn| turn != loaded.game.turn()) {
            return Err(Problem::plain(Kind::Stale));
        }
        judge.fresh(expected.as_deref(), loaded, &player_id, Viewer::Seat(seat))?;
        same_ruleset(loaded.game.ruleset(), body.ruleset)?;
        Ok(play::apply(&loaded.game, &Request::Act { seat, actions: &body.actions })?)
    };
    let reply = move |loaded: &Loaded, logged: &[Logged]| {
        let viewer = loaded.viewer(&me).unwrap_or(Viewer::Public);
        let seen = logged.iter().filter(|logged| logged.entry.audience().includes(viewer)).count() as u64;
        let before = loaded.game.visible(viewer) - seen;
        let (game, tag) = shown.body(loaded, &me, viewer);
        let reply = Acted::reply(&glimpses(before, logged, viewer), &game, tag);
        let kept = keep.answer(&reply);
        (reply, kept)
    };
    app.play.step(id, decide, reply).await
}

/// Judges actions from the caller's knowledge alone.
async fn preview(
    app: &App,
    id: &str,
    player_id: &str,
    expected: Option<&str>,
    body: &ActionsRequest,
) -> Result<Reply, Problem> {
    let (loaded, viewer) = find(app, id, player_id).await?;
    let seat = seated(&loaded, player_id)?;
    app.fresh(expected, &loaded, player_id, viewer)?;
    same_ruleset(loaded.game.ruleset(), body.ruleset)?;
    loaded.game.preview(seat, &body.actions)?;
    let (game, tag) = app.body(&loaded, player_id, viewer);
    Ok(Acted::reply(&[], &game, tag))
}
