//! What happened in a game.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::sse::Event;
use axum::response::{IntoResponse, Response};
use broadside_engine::game::Entry;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::App;
use super::accept::{self, SSE};
use super::auth::{Listener, Pass};
use super::body::{EventBody, GameBody, glimpses};
use super::extract::Query;
use super::game::find;
use super::reply::Reply;
use super::stream::{self, Source, message, message_of};
use crate::play::{Loaded, Logged};
use crate::problem::{Kind, Problem};
use crate::store::EventRow;

/// How many events a stream looks up at once.
const AT_ONCE: u32 = 100;

/// Which events.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct EventsQuery {
    /// Only events with a higher number; a list begins with the first if it is left out, and a stream with a snapshot.
    #[param(minimum = 0)]
    after: Option<u64>,
    /// The timeline that `after` belongs to. If the server has been restored from a backup since, a list is refused with
    /// `timeline_changed`, and a stream begins with a snapshot. Without a timeline a list takes `after` for a number of the
    /// current one; a stream begins with a snapshot if the server was ever restored, except with `after=0`.
    #[param(example = "9f3a61c2")]
    timeline: Option<String>,
    /// How many at most, 1 to 500; a stream has no end.
    #[serde(default = "hundred")]
    #[param(minimum = 1, maximum = 500, default = 100)]
    limit: u32,
    /// See [`Listener`].
    #[serde(rename = "ticket")]
    #[param(ignore)]
    _ticket: Option<String>,
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
    /// What to send as `timeline` with it.
    #[schema(example = "9f3a61c2")]
    timeline: String,
}

/// A message of the stream of a game, its fields as they stand in the stream, with `data` read as JSON.
#[derive(ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
#[expect(dead_code, reason = "it is there for its schema")]
pub(super) enum GameMessage {
    /// The game as you see it: what a stream without a position begins with, or one whose position is not known.
    Snapshot {
        /// The `timeline` and the `version` of the game: the number of the newest event that it shows.
        #[schema(pattern = "^[0-9a-f]{8}\\.[0-9]+$", example = "9f3a61c2.5")]
        id: String,
        /// The game.
        data: Box<GameBody>,
    },
    /// Something that happened.
    Event {
        /// The timeline, and its `seq`.
        #[schema(pattern = "^[0-9a-f]{8}\\.[0-9]+$", example = "9f3a61c2.6")]
        id: String,
        /// What happened.
        data: EventBody,
    },
}

/// What happened
///
/// The events that you can see, oldest first, with numbers of your own: 1, 2, 3, … without gaps. Events never change;
/// when the game is finished, one more of type `revealed` tells what was secret.
///
/// With `Accept: text/event-stream` it is a stream of server-sent events, which goes on as the game does. It begins with a
/// message `snapshot`, the game as you see it; from then on each event is a message `event`. Its id, sent back in
/// `Last-Event-ID`, or its two parts as `timeline` and `after`, makes the stream go on behind it, with nothing missed and nothing told twice; the header
/// counts if there are both. Lines that begin with a colon say that the stream is still there.
#[utoipa::path(get, path = "/v1/games/{id}/events", tag = "play", operation_id = "list_events",
    security(("token" = ["read"]), ("ticket" = [])),
    params(("id" = String, Path, description = "The game's id", example = "0196f0a0-0000-7000-8000-000000000001"),
        ("Last-Event-ID" = Option<String>, Header, description = "Of a stream: the id of the last message that you have", example = "9f3a61c2.5"),
        EventsQuery),
    responses((status = 200, description = "The events, or the stream of them; its messages are as `GameMessage` has them",
        content((Events = "application/json"), (GameMessage = "text/event-stream")))),
    extensions(("x-problems" = json!(["not_found", "bad_request", "timeline_changed", "too_many_streams", "in_doubt"]))))]
pub(super) async fn list(
    State(app): State<App>,
    Listener(pass): Listener,
    Path(id): Path<String>,
    Query(query): Query<EventsQuery>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let EventsQuery { after, timeline, limit, .. } = query;
    if !(1..=500).contains(&limit) {
        return Err(Problem::new(Kind::BadRequest, format!("limit: 1 to 500 events, not {limit}")));
    }
    // Judged also where there is no stream: what is wrong is told either way.
    let at = app.timeline.position(&headers, after, timeline.as_deref())?;
    let mut response = match accept::preferred(&headers, uri.path()) {
        Some(SSE) => {
            let source = Happening { app: App::clone(&app), id, player_id: pass.player_id.clone(), at };
            stream::open(app, pass, source).await?
        }
        _ => {
            app.timeline.check(timeline.as_deref())?;
            page(&app, &pass, &id, after, limit).await?.into_response()
        }
    };
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept"));
    Ok(response)
}

/// Some of the events.
async fn page(app: &App, pass: &Pass, id: &str, after: Option<u64>, limit: u32) -> Result<Reply, Problem> {
    let after = after.unwrap_or_default();
    let (loaded, viewer) = find(app, id, &pass.player_id).await?;
    let rows = app.store.events(id, viewer.into(), after, limit).await.map_err(Problem::from)?;
    let events = glimpses(after, &logged(&loaded, rows)?, viewer);
    let next = events.last().map_or(after, |event| event.seq);
    let timeline = app.timeline.as_str().to_owned();
    Ok(Reply::ok(&Events { events, next, timeline }))
}

/// Entries of the log of a game, from their rows.
///
/// # Errors
/// If they cannot be read.
pub(super) fn logged(loaded: &Loaded, rows: Vec<EventRow>) -> Result<Vec<Logged>, Problem> {
    let ruleset = loaded.game.ruleset();
    let read = |row: EventRow| {
        Entry::restore(ruleset, &row.body)
            .map(|entry| Logged { at: row.at, entry })
            .map_err(Problem::internal)
    };
    rows.into_iter().map(read).collect()
}

/// What happens in a game, as a player sees it.
struct Happening {
    app: App,
    id: String,
    player_id: String,
    /// The number of the last event that has been told; `None` before a snapshot.
    at: Option<u64>,
}

impl Source for Happening {
    fn bell(&self) -> &str {
        &self.id
    }

    async fn more(&mut self) -> Result<Vec<Event>, Problem> {
        let (loaded, viewer) = find(&self.app, &self.id, &self.player_id).await?;
        let version = loaded.game.visible(viewer);
        // A number that has not been given is not one of this player's.
        let Some(at) = self.at.filter(|at| *at <= version) else {
            let shown = self.app.shown(&loaded, &self.player_id, viewer);
            self.at = Some(version);
            let body = std::str::from_utf8(&shown.body).map_err(Problem::internal)?;
            return Ok(vec![message_of("snapshot", &self.app.timeline.tag(version), body)]);
        };
        if at == version {
            return Ok(Vec::new());
        }
        let rows = self.app.store.events(&self.id, viewer.into(), at, AT_ONCE).await;
        let events = glimpses(at, &logged(&loaded, rows.map_err(Problem::from)?)?, viewer);
        self.at = events.last().map_or(self.at, |event| Some(event.seq));
        let told = |event: &EventBody| message("event", &self.app.timeline.tag(event.seq), event);
        Ok(events.iter().map(told).collect())
    }
}
