//! A game as it was after one of its events.

use axum::extract::{Path, State};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_engine::game::{RulesetId, View};
use serde::Serialize;

use crate::SharedState;
use crate::games::show::find_game_for;
use crate::openapi::parameters::GameId;
use crate::request::admission::Admission;
use crate::request::auth::GameReader;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Battle as it was after an event, as the caller may know it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Board {
    /// Ruleset of the game.
    ruleset: RulesetId,
    /// Number of the event, as in the list of events.
    #[schema(minimum = 1, example = 5)]
    seq: u64,
    /// Timeline of `seq`.
    #[schema(example = "9f3a61c2")]
    timeline: String,
    /// Battle as the caller could know it after the event.
    #[schema(value_type = Object)]
    view: View,
}

/// Boards that are made at once, and requests that wait. Each board replays the game up to its
/// event.
static BOARDS: Admission =
    Admission::new(2, 16, "many boards are being made: try again in a moment");

/// Get the board after an event
///
/// Returns the battle as you could know it after an event, with the number that the event has in
/// your list of events. A board never shows more than the game showed you at that time: what was
/// secret then is still secret here, even after the end of the game. Boards begin with the event
/// `began`: before it, a seat may have had another player.
///
/// While many boards are being made, the answer is 503.
#[utoipa::path(get, path = "/v1/games/{id}/boards/{seq}", tag = "play", operation_id = "get_board",
    security(("token" = ["read"])),
    params(GameId,
        ("seq" = u64, Path, description = "Number of the event, from the event `began` on", minimum = 1, example = 5)),
    responses((status = 200, description = "The battle after the event", body = Board)),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(crate) async fn show(
    State(state): State<SharedState>,
    reader: GameReader,
    Path((id, seq)): Path<(String, String)>,
) -> Result<JsonResponse, Problem> {
    let (loaded, viewer) = find_game_for(&state, &reader, &id).await?;
    let seq = seq.parse().map_err(|_| {
        AppError::new(
            ErrorKind::NotFound,
            "seq: send the number of an event, as the list of events has it",
        )
    })?;
    let _permit = BOARDS.enter().await?;
    let game = state.app.require_board(&loaded, viewer, seq).await?;
    Ok(JsonResponse::ok(&Board {
        ruleset: game.ruleset(),
        seq,
        timeline: state.timeline.as_str().to_owned(),
        view: game.view(viewer),
    }))
}
