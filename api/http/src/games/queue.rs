//! Moves that a player writes ahead of time.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use broadside_app::{DroppedMoves, MoveQueue, SeenQueue, require_seat};
use broadside_domain::command::{QueueEdit, QueuedMove};
use broadside_domain::error::AppError;
use broadside_domain::time::Time;
use broadside_engine::game::RulesetId;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::SharedState;
use crate::games::show::find_game_for;
use crate::openapi::parameters::{GameId, IfMatch, IfNoneMatch};
use crate::request::auth::{GameReader, WriteAuth};
use crate::request::extract::JsonBody;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;
use crate::response::tagged::TaggedResponse;

/// Move that you write ahead of time.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveAhead {
    /// Actions that are submitted together, as in the body of `submit_actions`.
    #[schema(value_type = Vec<Object>, min_items = 1, max_items = 32,
        example = json!([{"type": "fire", "cells": ["A5"]}]))]
    actions: Vec<Value>,
}

/// Moves to write ahead of time.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"ruleset": "classic", "moves": [
    {"actions": [{"type": "fire", "cells": ["A5"]}]}, {"actions": [{"type": "fire", "cells": ["C7"]}]}]}))]
pub(crate) struct QueueRequest {
    /// Ruleset of the game.
    ruleset: RulesetId,
    /// All moves of the queue, in order. An empty list deletes the queue.
    #[schema(max_items = 20)]
    moves: Vec<MoveAhead>,
}

/// Your moves in a game that wait for your turn.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Queue {
    /// Moves that wait, in order.
    #[schema(max_items = 20)]
    moves: Vec<MoveAhead>,
    /// Moves that were dropped since you last wrote the queue; null if none was.
    dropped: Option<DroppedQueue>,
    /// Time of the last change (RFC 3339, UTC); null without a queue.
    updated_at: Option<Time>,
}

/// Moves that were dropped, because the first of them did not fit.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct DroppedQueue {
    /// The moves, in order.
    #[schema(min_items = 1, max_items = 20)]
    moves: Vec<MoveAhead>,
    /// Kind of the problem with the first move, as in the `type` of a problem.
    #[schema(example = "against_rule")]
    reason: String,
    /// Explanation of the problem, with what would be right.
    #[schema(example = "A5 has been called before: call a cell that has not")]
    detail: String,
    /// Number of the rule that the first move breaks; null if it breaks none.
    #[schema(example = "C5")]
    rule: Option<String>,
    /// Time at which the moves were dropped (RFC 3339, UTC).
    dropped_at: Time,
}

fn moves_ahead(moves: Vec<QueuedMove>) -> Vec<MoveAhead> {
    moves.into_iter().map(|actions| MoveAhead { actions }).collect()
}

impl From<MoveQueue> for Queue {
    fn from(MoveQueue { moves, dropped, changed_at, tried_turn: _ }: MoveQueue) -> Self {
        Self {
            moves: moves_ahead(moves),
            dropped: dropped.map(DroppedQueue::from),
            updated_at: changed_at,
        }
    }
}

impl From<DroppedMoves> for DroppedQueue {
    fn from(DroppedMoves { moves, kind, detail, rule, at }: DroppedMoves) -> Self {
        Self { moves: moves_ahead(moves), reason: kind, detail, rule, dropped_at: Time(at) }
    }
}

fn queue_response(state: &SharedState, player_id: &str, queue: MoveQueue) -> TaggedResponse {
    TaggedResponse::new(state, player_id, &Queue::from(queue))
}

/// Queue that a request names with `If-Match`.
struct IfMatchQueue<'a> {
    state: &'a SharedState,
    player_id: &'a str,
    headers: &'a HeaderMap,
}

impl SeenQueue for IfMatchQueue<'_> {
    fn check_current(&self, queue: &MoveQueue) -> Result<(), AppError> {
        queue_response(self.state, self.player_id, queue.clone()).check_if_match(self.headers)
    }
}

/// Get your queue of moves
///
/// Returns the moves that you have written ahead of time, and those that were dropped because they
/// did not fit. Nobody else can see that you have a queue. It ends with the game.
#[utoipa::path(get, path = "/v1/games/{id}/queue", tag = "play", operation_id = "get_queue",
    security(("token" = ["read"])),
    params(GameId, IfNoneMatch),
    responses((status = 200, description = "Your queue", body = Queue,
            headers(("ETag" = String, description = "Entity tag of the queue"))),
        (status = 304, description = "The queue has not changed")),
    extensions(("x-problems" = json!(["not_found", "not_seated"]))))]
pub(crate) async fn show(
    State(state): State<SharedState>,
    reader: GameReader,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<JsonResponse, Problem> {
    let (loaded, _) = find_game_for(&state, &reader, &id).await?;
    let me = reader.player_id;
    require_seat(&loaded, &me)?;
    Ok(queue_response(&state, &me, state.app.move_queue(&id, &me).await?).unless_known(&headers))
}

/// Write moves ahead of time
///
/// Replaces your queue of moves. When it is your turn, the server submits the first move, with one
/// move for each turn; if it is your turn already, it does so at once. A move that does not fit the
/// game is dropped with all moves after it, and the turn stays yours. You can write a queue before
/// play begins, but its moves wait until then. With `If-Match`, the queue is replaced only if it is
/// unchanged since you last read it: a move may have been made since. Otherwise the answer is 412.
#[utoipa::path(put, path = "/v1/games/{id}/queue", tag = "play", operation_id = "update_queue",
    security(("token" = ["play"])),
    params(GameId, IfMatch),
    request_body = QueueRequest,
    responses((status = 200, description = "Your queue", body = Queue,
        headers(("ETag" = String, description = "Entity tag of the queue")))),
    extensions(("x-problems" = json!(["not_found", "not_seated", "game_over", "stale"]))))]
pub(crate) async fn put(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody { value: body, .. }: JsonBody<QueueRequest>,
) -> Result<JsonResponse, Problem> {
    let me = &*actor.player_id;
    let moves: Vec<QueuedMove> = body.moves.into_iter().map(|ahead| ahead.actions).collect();
    let edit = QueueEdit { ruleset: Some(body.ruleset), clear: true, moves };
    let seen = IfMatchQueue { state: &state, player_id: me, headers: &headers };
    let queue = state.app.edit_seen_queue(me, &id, &edit, &seen).await?;
    Ok(queue_response(&state, me, queue).into_response())
}

/// Delete your queue of moves
///
/// Once this is answered, no move of the queue is made any more. With `If-Match`, the queue is
/// deleted only if it is unchanged since you last read it. Otherwise the answer is 412.
#[utoipa::path(delete, path = "/v1/games/{id}/queue", tag = "play", operation_id = "delete_queue",
    security(("token" = ["play"])),
    params(GameId, IfMatch),
    responses((status = 204, description = "No move waits")),
    extensions(("x-problems" = json!(["not_found", "not_seated", "stale"]))))]
pub(crate) async fn delete(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    let me = &*actor.player_id;
    let edit = QueueEdit { ruleset: None, clear: true, moves: Vec::new() };
    let seen = IfMatchQueue { state: &state, player_id: me, headers: &headers };
    state.app.edit_seen_queue(me, &id, &edit, &seen).await?;
    Ok(StatusCode::NO_CONTENT)
}
