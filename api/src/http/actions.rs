//! Acting in a game.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use broadside_engine::game::{Request, RulesetId};
use broadside_engine::seat::Viewer;
use serde::Deserialize;
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::App;
use super::auth::WriteAuth;
use super::body::{EventBody, GameBody, entity_tags, glimpses};
use super::extract::{JsonBody, Query};
use super::game::{find_game, require_seat};
use super::idempotency::{self, Idempotency};
use super::placement::check_ruleset;
use super::prefer;
use super::stored_response::{StoredResponse, append_field, to_json};
use crate::domain::error::{AppError, ErrorKind};
use crate::openapi::ActionsRequest as Documented;
use crate::play::{self, LiveGame, TimedEvent};

/// Actions, in order.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ActionsRequest {
    ruleset: RulesetId,
    actions: Vec<Value>,
}

/// Options of a request with actions.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct ActQuery {
    /// True to check the actions without taking them. The answer has no events, and the game as it is.
    #[serde(default)]
    #[param(default = false)]
    preview: bool,
}

/// Result of actions.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used: `ActResult::reply` writes it")]
pub(super) struct ActResult {
    /// Ruleset of the game.
    ruleset: RulesetId,
    /// Events that the actions led to and that you can see, oldest first.
    events: Vec<EventBody>,
    /// The game as you see it now; left out with `Prefer: return=minimal`.
    #[schema(value_type = GameBody, required = false)]
    game: GameBody,
}

impl ActResult {
    /// Answer with the events and, unless the client prefers less, the game.
    fn render(
        app: &App,
        loaded: &LiveGame,
        events: &[EventBody],
        viewer: Viewer,
        is_minimal: bool,
    ) -> StoredResponse {
        let (game, tag) = app.render_game(loaded, viewer);
        let mut body = to_json(&serde_json::json!({"ruleset": loaded.game.ruleset()}));
        append_field(&mut body, "events", &to_json(&events));
        if !is_minimal {
            append_field(&mut body, "game", &game);
        }
        let reply = StoredResponse::from_bytes(StatusCode::OK, body).with_header(header::ETAG, tag);
        if is_minimal { reply.with_header(prefer::PREFERENCE_APPLIED, prefer::RETURN_MINIMAL) } else { reply }
    }
}

/// Submit actions
///
/// Takes a list of actions in order, all of them or none. An action that draws a random result, ends the game or is
/// answered from another player's secret must be the last of its list. With `If-Match` the server takes the actions only
/// if the game is as you last saw it. With an `Idempotency-Key` a repeated request gets the first answer again. With
/// `Prefer: return=minimal` the answer leaves out the game.
#[utoipa::path(post, path = "/v1/games/{id}/actions", tag = "play", operation_id = "submit_actions", security(("token" = ["play"])),
    params(("id" = String, Path, description = "Id of the game", example = "0196f0a0-0000-7000-8000-000000000001"),
        ActQuery,
        ("Prefer" = Option<String>, Header, description = "`return=minimal` for an answer without the game (RFC 7240)", example = "return=minimal"),
        ("If-Match" = Option<String>, Header, description = "Entity tag of the game as you last saw it"),
        ("Idempotency-Key" = Option<String>, Header, description = "Idempotency key: a repeated request with this key gets the first answer again")),
    request_body = Documented,
    responses((status = 200, description = "Events, and the game as you see it now", body = ActResult,
        headers(("ETag" = String, description = "Entity tag of the game as you see it"),
            ("Preference-Applied" = Option<String>, description = "`return=minimal`, if the answer has no game (RFC 7240)")))),
    extensions(("x-problems" = json!(["not_found", "not_seated", "out_of_turn", "not_now", "game_over", "stale",
        "against_rule", "not_last", "key_reused", "in_flight", "bad_request"]))))]
pub(super) async fn act(
    State(app): State<App>,
    actor: WriteAuth,
    Path(id): Path<String>,
    Query(query): Query<ActQuery>,
    headers: HeaderMap,
    JsonBody { value: body, hash }: JsonBody<ActionsRequest>,
) -> Result<StoredResponse, AppError> {
    let me = actor.player_id;
    if query.preview {
        let expected = entity_tags(&headers, header::IF_MATCH);
        return preview(&app, &id, &me, expected.as_deref(), prefer::is_minimal(&headers), &body).await;
    }
    execute(&app, me, &id, &headers, JsonBody { value: body, hash }, None).await
}

/// Takes actions; in this turn or not at all, if one is named.
pub(super) async fn execute(
    app: &App,
    me: String,
    id: &str,
    headers: &HeaderMap,
    JsonBody { value: body, hash }: JsonBody<ActionsRequest>,
    turn: Option<u32>,
) -> Result<StoredResponse, AppError> {
    let expected = entity_tags(headers, header::IF_MATCH);
    let route = (Method::POST, format!("/v1/games/{id}/actions"));
    let (keep, _mark) = match idempotency::begin(app, headers, &me, route, hash).await? {
        Idempotency::Repeat(reply) => return Ok(reply),
        Idempotency::Answer(keep, mark) => (keep, mark),
    };
    let (player_id, judge, shown) = (me.clone(), app.clone(), app.clone());
    let is_minimal = prefer::is_minimal(headers);
    let decide = move |loaded: &LiveGame| {
        let seat = require_seat(loaded, &player_id)?;
        if turn.is_some_and(|turn| turn != loaded.game.turn()) {
            return Err(AppError::from_kind(ErrorKind::Stale));
        }
        judge.check_if_match(expected.as_deref(), loaded, Viewer::Seat(seat))?;
        check_ruleset(loaded.game.ruleset(), body.ruleset)?;
        Ok(play::apply(&loaded.game, &Request::Act { seat, actions: &body.actions })?)
    };
    let reply = move |loaded: &LiveGame, logged: &[TimedEvent]| {
        let viewer = loaded.viewer(&me).unwrap_or(Viewer::Public);
        let seen = logged.iter().filter(|logged| logged.entry.audience().includes(viewer)).count() as u64;
        let before = loaded.game.visible(viewer) - seen;
        let reply = ActResult::render(&shown, loaded, &glimpses(before, logged, viewer), viewer, is_minimal);
        let kept = keep.record_of(&reply);
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
    is_minimal: bool,
    body: &ActionsRequest,
) -> Result<StoredResponse, AppError> {
    let (loaded, viewer) = find_game(app, id, player_id).await?;
    let seat = require_seat(&loaded, player_id)?;
    app.check_if_match(expected, &loaded, viewer)?;
    check_ruleset(loaded.game.ruleset(), body.ruleset)?;
    loaded.game.preview(seat, &body.actions)?;
    Ok(ActResult::render(app, &loaded, &[], viewer, is_minimal))
}
