//! Events of a game, as a list and as a stream.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::sse::Event;
use axum::response::{IntoResponse, Response};
use broadside_app::play::LiveGame;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_engine::game::RulesetId;
use broadside_engine::seat::Viewer;
use serde::{Deserialize, Serialize};

use crate::SharedState;
use crate::games::body::{EventBody, glimpses};
use crate::games::show::find_game;
use crate::games::step::{self, Include};
use crate::openapi::parameters::GameId;
use crate::request::accept::{self, SSE};
use crate::request::auth::{StreamAuth, StreamOrTicket};
use crate::request::extract::Query;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;
use crate::stream::{self, StreamSource, raw_event};

/// Largest number of events that a stream reads at once.
const BATCH_SIZE: u32 = 100;

/// Parameters of a list or a stream of events.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct EventsQuery {
    /// Only events with a higher number; a list begins with the first if it is left out, and a
    /// stream with a snapshot.
    #[param(minimum = 0)]
    after: Option<u64>,
    /// The timeline that `after` belongs to. If the server has been restored from a backup since, a
    /// list is refused with `timeline_changed`, and a stream begins with a snapshot. Without a
    /// timeline a list takes `after` for a number of the current one; a stream begins with a
    /// snapshot if the server was ever restored, except with `after=0`.
    #[param(example = "9f3a61c2")]
    timeline: Option<String>,
    /// Largest number of events of a page, 1 to 500; a stream ignores it.
    #[serde(default = "default_limit")]
    #[param(minimum = 1, maximum = 500, default = 100)]
    limit: u32,
    /// `game` adds the game to each step of a stream, as you see it after the step, so that a
    /// client needs no second request to draw it. A list does not take this parameter.
    #[param(inline, value_type = Option<Include>)]
    include: Option<Include>,
    /// See [`StreamOrTicket`].
    #[serde(rename = "ticket")]
    #[param(ignore)]
    _ticket: Option<String>,
}

fn default_limit() -> u32 {
    100
}

/// Page of the events of a game.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = EventPage)]
pub(crate) struct EventPage {
    /// Ruleset of the game.
    ruleset: RulesetId,
    /// Events, oldest first.
    events: Vec<EventBody>,
    /// Value of `after` that continues behind this page.
    #[schema(minimum = 0, example = 5)]
    next: u64,
    /// Timeline of `next`.
    #[schema(example = "9f3a61c2")]
    timeline: String,
}

/// Message of the stream of a game: the fields of the server-sent event, with `data` read as JSON.
#[derive(utoipa::ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum GameMessage {
    /// The game as you see it: the first message of a stream without a position or with an unknown
    /// one, and with `include=game` the last message of what you missed.
    Snapshot {
        /// Timeline and `version` of the game, with a dot between.
        #[schema(pattern = "^[0-9a-f]{8}\\.[0-9]+$", example = "9f3a61c2.5")]
        id: String,
        /// The game.
        data: Box<crate::games::body::GameBody>,
    },
    /// A step: events that were decided together.
    Step {
        /// Timeline and `seq` of the last event, with a dot between.
        #[schema(pattern = "^[0-9a-f]{8}\\.[0-9]+$", example = "9f3a61c2.6")]
        id: String,
        /// The step.
        data: Box<step::Step>,
    },
}

/// List events
///
/// Lists the events that you can see, oldest first, with numbers of your own: 1, 2, 3, … without
/// gaps. Events never change. When the game is finished, an event `revealed` shows the secrets. A
/// page holds 100 events, or `limit` of them; `next` is the value of `after` for the next page.
///
/// With `Accept: text/event-stream` the answer is a stream of server-sent events that follows the
/// game. It starts with a message `snapshot`, the game as you see it. Each later message `step` has
/// the events of one step, and with `include=game` the game after it. Send the id of the last
/// message in `Last-Event-ID`, or its two parts as `timeline` and `after`, to continue behind it:
/// nothing is missed and nothing is sent twice. The header takes precedence. With `include=game`,
/// the steps that you missed come without games, and a `snapshot` follows them. Lines that begin
/// with a colon keep the connection alive.
#[utoipa::path(get, path = "/v1/games/{id}/events", tag = "play", operation_id = "list_events",
    security(("token" = ["read"]), ("ticket" = [])),
    params(GameId,
        ("Last-Event-ID" = Option<String>, Header, description = "For a stream: id of the last message that you have", example = "9f3a61c2.5"),
        EventsQuery),
    responses((status = 200, description = "Page of events, or a stream; `GameMessage` describes its messages",
        content((EventPage = "application/json"), (GameMessage = "text/event-stream")))),
    extensions(("x-problems" = json!(["not_found", "timeline_changed", "too_many_streams"]))))]
pub(crate) async fn list(
    State(state): State<SharedState>,
    StreamOrTicket(pass): StreamOrTicket,
    Path(id): Path<String>,
    Query(query): Query<EventsQuery>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let EventsQuery { after, timeline, limit, include, .. } = query;
    if !(1..=500).contains(&limit) {
        return Err(AppError::new(
            ErrorKind::BadRequest,
            format!("limit: 1 to 500 events, not {limit}"),
        )
        .into());
    }
    // Judged also where there is no stream: what is wrong is told either way.
    let position = state.timeline.resume_position(&headers, after, timeline.as_deref())?;
    let mut response = match accept::preferred(&headers, uri.path()) {
        Some(SSE) => {
            let player_id = pass.player_id.clone();
            let source = GameStream {
                state: SharedState::clone(&state),
                id,
                player_id,
                include,
                position,
                is_behind: true,
            };
            stream::open_stream(state, pass, source).await?
        }
        _ => {
            if include.is_some() {
                let detail =
                    "include: only a stream includes the game; send `Accept: text/event-stream`";
                return Err(AppError::new(ErrorKind::BadRequest, detail).into());
            }
            state.timeline.check(timeline.as_deref())?;
            event_page(&state, &pass, &id, after, limit).await?.into_response()
        }
    };
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept"));
    Ok(response)
}

/// Page of the events after a number.
async fn event_page(
    state: &SharedState,
    pass: &StreamAuth,
    id: &str,
    after: Option<u64>,
    limit: u32,
) -> Result<JsonResponse, AppError> {
    let after = after.unwrap_or_default();
    let (loaded, viewer) = find_game(state, id, &pass.player_id).await?;
    let events = glimpses(after, &state.app.events(&loaded, viewer, after, limit).await?, viewer);
    let next = events.last().map_or(after, |event| event.seq);
    let timeline = state.timeline.as_str().to_owned();
    Ok(JsonResponse::ok(&EventPage { ruleset: loaded.game.ruleset(), events, next, timeline }))
}

/// Stream of what happens in a game, as a player sees it.
struct GameStream {
    state: SharedState,
    id: String,
    player_id: String,
    include: Option<Include>,
    /// Number of the last event sent; `None` before a snapshot.
    position: Option<u64>,
    /// True while the stream sends events that happened before it was opened.
    is_behind: bool,
}

impl StreamSource for GameStream {
    fn topic(&self) -> &str {
        &self.id
    }

    async fn next_messages(&mut self) -> Result<Vec<Event>, AppError> {
        let (loaded, viewer) = find_game(&self.state, &self.id, &self.player_id).await?;
        let version = loaded.game.visible(viewer);
        // A number that this player was never given leads to a snapshot.
        let Some(position) = self.position.filter(|position| *position <= version) else {
            self.is_behind = false;
            return Ok(vec![self.snapshot(&loaded, viewer)?]);
        };
        if position == version {
            self.is_behind = false;
            return Ok(Vec::new());
        }
        let logged = self.state.app.events(&loaded, viewer, position, BATCH_SIZE).await?;
        let mut events = glimpses(position, &logged, viewer);
        // Events that were stored since the game was read come with the next look.
        events.retain(|event| event.seq <= version);
        self.position = events.last().map_or(self.position, |event| Some(event.seq));
        let mut messages = Vec::new();
        for step in step::split_steps(&events) {
            let seq = step.last().map_or(position, |event| event.seq);
            let includes_game = self.include.is_some() && !self.is_behind && seq == version;
            let view = includes_game.then(|| self.state.cached_view(&loaded, viewer));
            let text = step::step_json(&self.id, loaded.game.ruleset(), step, view.as_deref());
            messages.push(raw_event("step", &self.state.timeline.format_cursor(seq), &text));
        }
        if self.is_behind && self.position == Some(version) {
            self.is_behind = false;
            if self.include.is_some() {
                messages.push(self.snapshot(&loaded, viewer)?);
            }
        }
        Ok(messages)
    }
}

impl GameStream {
    /// Message with the game as it is now.
    fn snapshot(&mut self, loaded: &LiveGame, viewer: Viewer) -> Result<Event, AppError> {
        let version = loaded.game.visible(viewer);
        self.position = Some(version);
        let view = self.state.cached_view(loaded, viewer);
        let body = std::str::from_utf8(&view.body).map_err(AppError::internal)?;
        Ok(raw_event("snapshot", &self.state.timeline.format_cursor(version), body))
    }
}
