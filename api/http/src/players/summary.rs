//! Counts of the games and challenges that wait for a player.

use axum::extract::State;
use broadside_domain::challenge::Counts;
use broadside_domain::time::Time;
use serde::Serialize;

use crate::SharedState;
use crate::request::auth::ReadAuth;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Counts of the games and challenges that wait for you.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct PlayerSummary {
    /// Number of games in which you sit and that are not over.
    #[schema(minimum = 0, example = 5)]
    games: u64,
    /// Number of these games in which it is your turn to place or to play.
    /// `GET /v1/games?which=my_turn` lists them.
    #[schema(minimum = 0, example = 2)]
    my_turn: u64,
    /// Earliest deadline among these turns, by your own clocks (RFC 3339, UTC); null without one.
    deadline_at: Option<Time>,
    /// Number of challenges to you that wait for your answer.
    #[schema(minimum = 0, example = 1)]
    challenges_in: u64,
    /// Number of challenges by you that wait for an answer.
    #[schema(minimum = 0, example = 0)]
    challenges_out: u64,
}

impl From<Counts> for PlayerSummary {
    fn from(counts: Counts) -> Self {
        let Counts { games, my_turn, deadline, challenges_in, challenges_out } = counts;
        Self { games, my_turn, deadline_at: deadline, challenges_in, challenges_out }
    }
}

/// Get a summary
///
/// Counts the games and challenges that wait for you, and returns your next deadline. This is
/// cheap, so you can ask often.
#[utoipa::path(get, path = "/v1/players/me/summary", tag = "players", operation_id = "get_summary",
    security(("token" = ["read"])),
    responses((status = 200, description = "The counts", body = PlayerSummary)))]
pub(crate) async fn summary(
    State(state): State<SharedState>,
    reader: ReadAuth,
) -> Result<JsonResponse, Problem> {
    let counts = state.app.store.counts(&reader.player_id).await?;
    Ok(JsonResponse::ok(&PlayerSummary::from(counts)))
}
