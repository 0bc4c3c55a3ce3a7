//! What happened in a game.

use axum::extract::{Path, State};
use broadside_engine::game::Entry;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::App;
use super::auth::Reader;
use super::body::{EventBody, glimpses};
use super::extract::Query;
use super::game::find;
use super::reply::Reply;
use crate::play::Logged;
use crate::problem::{Kind, Problem};

/// Which events.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct EventsQuery {
    /// Only events with a higher number.
    #[serde(default)]
    #[param(minimum = 0, default = 0)]
    after: u64,
    /// How many at most, 1 to 500.
    #[serde(default = "hundred")]
    #[param(minimum = 1, maximum = 500, default = 100)]
    limit: u32,
}

fn hundred() -> u32 {
    100
}

/// Events of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Events {
    /// The events, oldest first.
    events: Vec<EventBody>,
    /// What to send as `after` to go on from here.
    #[schema(minimum = 0, example = 5)]
    next: u64,
}

/// What happened
///
/// The events that you can see, oldest first, with numbers of your own: 1, 2, 3, … without gaps. Events never change;
/// when the game is finished, one more of type `revealed` tells what was secret.
#[utoipa::path(get, path = "/v1/games/{id}/events", tag = "play", operation_id = "list_events", security(("token" = [])),
    params(("id" = String, Path, description = "The game's id", example = "0196f0a0-0000-7000-8000-000000000001"),
        EventsQuery),
    responses((status = 200, description = "The events", body = Events)),
    extensions(("x-problems" = json!(["not_found", "bad_request"]))))]
pub(super) async fn list(
    State(app): State<App>,
    reader: Reader,
    Path(id): Path<String>,
    Query(query): Query<EventsQuery>,
) -> Result<Reply, Problem> {
    let EventsQuery { after, limit } = query;
    if !(1..=500).contains(&limit) {
        return Err(Problem::new(Kind::BadRequest, format!("limit: 1 to 500 events, not {limit}")));
    }
    if i64::try_from(after).is_err() {
        return Err(Problem::new(Kind::BadRequest, format!("after: 0 to {}, not {after}", i64::MAX)));
    }
    let (loaded, viewer) = find(&app, &id, &reader.player_id).await?;
    let rows = app.store.events(&id, viewer.into(), after, limit).await.map_err(Problem::internal)?;
    let ruleset = loaded.game.ruleset();
    let read = |row: crate::store::EventRow| {
        Entry::restore(ruleset, &row.body).map(|entry| Logged { at: row.at, entry })
    };
    let logged: Vec<_> = rows.into_iter().map(read).collect::<Result<_, _>>().map_err(Problem::internal)?;
    let events = glimpses(after, &logged, viewer);
    let next = events.last().map_or(after, |event| event.seq);
    Ok(Reply::ok(&Events { events, next }))
}
