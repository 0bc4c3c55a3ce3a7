//! Acting in a game.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use broadside_app::play::LiveGame;
use broadside_app::{Call, Executed, Precondition, Render, SeenState};
use broadside_domain::command::GameCommand;
use broadside_domain::error::AppError;
use broadside_engine::game::RulesetId;
use broadside_engine::seat::Viewer;
use serde::Deserialize;
use serde_json::Value;

use crate::SharedState;
use crate::games::body::{EventBody, glimpses};
use crate::openapi::parameters::{GameId, IfMatch};
use crate::request::auth::WriteAuth;
use crate::request::extract::{JsonBody, Query};
use crate::request::idempotency::RequestKey;
use crate::request::prefer;
use crate::response::entity_tags::check_if_match;
use crate::response::problem::Problem;
use crate::response::stored_response::{JsonResponse, append_field, to_json};

/// Actions in a game. The server takes all of them in order, or none.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"ruleset": "classic", "actions": [{"type": "fire", "cells": ["F7"]}]}))]
pub(crate) struct ActionsRequest {
    /// Ruleset of the game.
    ruleset: RulesetId,
    /// Actions, in order.
    #[schema(value_type = Vec<Object>, min_items = 1, max_items = 32)]
    actions: Vec<Value>,
}

/// Options of a request with actions.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct ActQuery {
    /// True to check the actions without taking them. The answer has no events, and the game as it
    /// is.
    #[serde(default)]
    #[param(default = false)]
    preview: bool,
}

/// Result of actions.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "only its schema is used: `render_result` writes it")]
pub(crate) struct ActResult {
    /// Ruleset of the game.
    ruleset: RulesetId,
    /// Events that the actions led to and that you can see, oldest first.
    events: Vec<EventBody>,
    /// The game as you see it now; left out with `Prefer: return=minimal`.
    #[schema(value_type = crate::games::body::GameBody, required = false)]
    game: crate::games::body::GameBody,
}

/// Answer with the events and, unless the client prefers less, the game.
fn render_result(
    state: &SharedState,
    loaded: &LiveGame,
    events: &[EventBody],
    viewer: Viewer,
    is_minimal: bool,
) -> JsonResponse {
    let (game, tag) = state.render_game(loaded, viewer);
    let mut body = to_json(&serde_json::json!({"ruleset": loaded.game.ruleset()}));
    append_field(&mut body, "events", &to_json(&events));
    if !is_minimal {
        append_field(&mut body, "game", &game);
    }
    let response = JsonResponse::from_bytes(StatusCode::OK, body).with_header(header::ETAG, tag);
    if is_minimal {
        response.with_header(prefer::PREFERENCE_APPLIED, prefer::RETURN_MINIMAL)
    } else {
        response
    }
}

/// Submit actions
///
/// Takes a list of actions in order, all of them or none. An action that draws a random result,
/// ends the game or is answered from another player's secret must be the last of its list. With
/// `If-Match` the server takes the actions only if the game is as you last saw it. With an
/// `Idempotency-Key` a repeated request gets the first answer again. With `Prefer: return=minimal`
/// the answer leaves out the game.
///
/// After the end of a game of `voices`, its players can still change their own parts of the score
/// for thirty days, with `direct` and with `set_voice` for a shot. These changes are no events: the
/// answer has none, and the game, its log and its record stay as they are. See the score for its
/// `revision`.
#[utoipa::path(post, path = "/v1/games/{id}/actions", tag = "play", operation_id = "submit_actions", security(("token" = ["play"])),
    params(GameId,
        ActQuery,
        ("Prefer" = Option<String>, Header, description = "`return=minimal` for an answer without the game (RFC 7240)", example = "return=minimal"),
        IfMatch,
        RequestKey),
    request_body = ActionsRequest,
    responses((status = 200, description = "Events, and the game as you see it now", body = ActResult,
        headers(("ETag" = String, description = "Entity tag of the game as you see it"),
            ("Preference-Applied" = Option<String>, description = "`return=minimal`, if the answer has no game (RFC 7240)")))),
    extensions(("x-problems" = json!(["not_found", "not_seated", "out_of_turn", "not_now", "game_over", "stale", "against_rule", "not_last"]))))]
pub(crate) async fn act(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path(id): Path<String>,
    Query(query): Query<ActQuery>,
    headers: HeaderMap,
    key: RequestKey,
    JsonBody { value: body, hash }: JsonBody<ActionsRequest>,
) -> Result<JsonResponse, Problem> {
    let is_minimal = prefer::is_minimal(&headers);
    let if_match = IfMatchHeader { state: &state, headers: &headers };
    let precondition = Precondition::Seen(&if_match);
    let ActionsRequest { ruleset, actions } = body;
    if query.preview {
        let game =
            state.app.preview(&actor.player_id, &id, ruleset, &actions, precondition).await?;
        let viewer = game.viewer(&actor.player_id).unwrap_or(Viewer::Public);
        return Ok(render_result(&state, &game, &[], viewer, is_minimal));
    }
    let call = Call {
        idempotency: key.with_payload(hash),
        player_id: actor.player_id,
        game_id: id,
        precondition,
    };
    let command = GameCommand::Act { ruleset, actions };
    Ok(state.app.execute(&call, &command, &ShowResult { state: &state, is_minimal }).await?)
}

/// State of a game that a client has seen, by its entity tag in `If-Match`.
struct IfMatchHeader<'a> {
    state: &'a SharedState,
    headers: &'a HeaderMap,
}

impl SeenState for IfMatchHeader<'_> {
    fn check_current(&self, game: &LiveGame, viewer: Viewer) -> Result<(), AppError> {
        check_if_match(self.headers, || self.state.render_game(game, viewer).1)
    }
}

/// Rendering of the result of actions.
struct ShowResult<'a> {
    state: &'a SharedState,
    is_minimal: bool,
}

impl Render for ShowResult<'_> {
    type Response = JsonResponse;

    fn render(&self, Executed { game, events, viewer }: Executed<'_>) -> JsonResponse {
        let visible = events.iter().filter(|event| event.entry.audience().includes(viewer));
        let before = game.game.visible(viewer) - visible.count() as u64;
        let events = glimpses(before, events, viewer);
        render_result(self.state, game, &events, viewer, self.is_minimal)
    }
}
