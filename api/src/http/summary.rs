//! What waits for a player, counted.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::App;
use super::auth::Reader;
use super::reply::Reply;
use crate::ambient::Time;
use crate::problem::Problem;
use crate::store::Counts;

/// What waits for you, counted.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Summary {
    /// Games in which you sit and that are not over.
    #[schema(minimum = 0, example = 5)]
    games: u64,
    /// Those of them in which it is your turn, to place or to play: `GET /v1/games?which=my_turn` lists them.
    #[schema(minimum = 0, example = 2)]
    my_turn: u64,
    /// When the first of these is due by your own clock (RFC 3339, UTC); null without one.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-05-04T10:00:00.000Z")]
    deadline: Option<Time>,
    /// Challenges to you that wait for your answer.
    #[schema(minimum = 0, example = 1)]
    challenges_in: u64,
    /// Challenges by you that wait for an answer.
    #[schema(minimum = 0, example = 0)]
    challenges_out: u64,
}

impl From<Counts> for Summary {
    fn from(counts: Counts) -> Self {
        let Counts { games, my_turn, deadline, challenges_in, challenges_out } = counts;
        Self { games, my_turn, deadline, challenges_in, challenges_out }
    }
}

/// What waits for you
///
/// How many games and challenges wait for you, and until when: cheap to ask for often.
#[utoipa::path(get, path = "/v1/players/me/summary", tag = "players", operation_id = "get_summary",
    security(("token" = ["read"])),
    responses((status = 200, description = "The counts", body = Summary)))]
pub(super) async fn summary(State(app): State<App>, reader: Reader) -> Result<Reply, Problem> {
    let counts = app.store.counts(&reader.player_id).await.map_err(Problem::from)?;
    Ok(Reply::ok(&Summary::from(counts)))
}
