//! Stream of all games of a player.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::response::sse::Event;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::feed::{FeedHead, FeedItem, FeedItemKind, NotificationKind};
use broadside_domain::time::Time;
use broadside_engine::seat::Viewer;
use serde::{Deserialize, Serialize};

use crate::SharedState;
use crate::games::body::{GameSummary, glimpses};
use crate::games::show::find_game;
use crate::games::step::{self, Include};
use crate::request::auth::StreamOrTicket;
use crate::request::extract::Query;
use crate::response::problem::Problem;
use crate::stream::{self, StreamSource, json_event, raw_event};

/// Largest number of steps, and of games, that a stream reads at once.
const BATCH_SIZE: u32 = 50;
/// Attempts to read a list of games at one moment.
const SNAPSHOT_ATTEMPTS: usize = 3;

/// Parameters of the stream.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct FeedQuery {
    /// The number in the id of the last message that you have, for a client that cannot send
    /// `Last-Event-ID`, which counts if there are both.
    #[param(minimum = 0)]
    after: Option<u64>,
    /// The timeline in that id. If the server has been restored from a backup since, the stream
    /// begins with a snapshot. Without a timeline it does so if the server was ever restored,
    /// except with `after=0`.
    #[param(example = "9f3a61c2")]
    timeline: Option<String>,
    /// `game` adds the game to each step, as you see it after the step.
    #[param(inline, value_type = Option<Include>)]
    include: Option<Include>,
    /// See [`StreamOrTicket`].
    #[serde(rename = "ticket")]
    #[param(ignore)]
    _ticket: Option<String>,
}

/// Your games that are on.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct CurrentGames {
    /// The games in which you have a seat, or one is kept for you, and which are not over; oldest
    /// first.
    games: Vec<GameSummary>,
}

/// Your time runs short in a game.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Reminder {
    /// The game's id.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-000000000001")]
    game: String,
    /// Deadline of your move.
    deadline_at: Time,
}

/// Another player of a game has written to you.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct MessageOfGame {
    /// The game's id.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-000000000001")]
    game: String,
    /// The number of the message in the game.
    #[schema(minimum = 1, example = 3)]
    number: u64,
}

/// A game of yours went back to a backup: what came later did not happen.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct GameRestored {
    /// The game's id.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-000000000001")]
    game: String,
    /// The number of the last event that it kept, of those that you can see.
    #[schema(minimum = 0, example = 5)]
    version: u64,
}

/// A message of the stream of your games, its fields as they stand in the stream, with `data` read
/// as JSON.
#[derive(utoipa::ToSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum FeedMessage {
    /// Your games: what a stream without a position begins with, or one whose position is not known
    /// any more.
    Snapshot {
        /// The timeline, and the number behind all that has happened so far.
        #[schema(pattern = "^[0-9a-f]{8}\\.[0-9]+$", example = "9f3a61c2.41")]
        id: String,
        /// Your games.
        data: CurrentGames,
    },
    /// A step of a game of yours: events that were decided together.
    Step {
        /// Timeline, and number of the last event among all that this stream has sent you, with a
        /// dot between.
        #[schema(pattern = "^[0-9a-f]{8}\\.[0-9]+$", example = "9f3a61c2.42")]
        id: String,
        /// The step.
        data: Box<step::Step>,
    },
    /// Your time runs short.
    Reminder {
        /// Its number, in the same row as those of the events.
        #[schema(pattern = "^[0-9a-f]{8}\\.[0-9]+$", example = "9f3a61c2.43")]
        id: String,
        /// Game and deadline.
        data: Reminder,
    },
    /// Somebody has written to you.
    Message {
        /// Its number, in the same row as those of the events.
        #[schema(pattern = "^[0-9a-f]{8}\\.[0-9]+$", example = "9f3a61c2.44")]
        id: String,
        /// Game and message.
        data: MessageOfGame,
    },
    /// A game of yours went back to a backup.
    Restored {
        /// Its number, in the same row as those of the events.
        #[schema(pattern = "^[0-9a-f]{8}\\.[0-9]+$", example = "9f3a61c2.45")]
        id: String,
        /// Game, and the last event that it kept.
        data: GameRestored,
    },
}

/// Stream your games
///
/// Streams server-sent events of all your games. The stream starts with a message `snapshot`, your
/// current games. Each later message `step` has the events of one step of a game, and with
/// `include=game` the game after it. The other messages are `reminder` (your time runs short),
/// `message` (another player has written to you) and `restored` (a game went back to a backup). The
/// id of a message is a timeline and a number of your own, with a dot between. Send the last id in
/// `Last-Event-ID` to continue behind it: nothing is missed and nothing is sent twice. If the
/// server no longer knows the id, because it is too old or the server was restored, the stream
/// starts with a `snapshot`. Ignore an event whose `seq` is at most the `version` of the game in a
/// `snapshot`. Lines that begin with a colon keep the connection alive.
#[utoipa::path(get, path = "/v1/events", tag = "play", operation_id = "stream_events",
    security(("token" = ["read"]), ("ticket" = [])),
    params(("Last-Event-ID" = Option<String>, Header, description = "Id of the last message that you have", example = "9f3a61c2.41"), FeedQuery),
    responses((status = 200, description = "The stream; `FeedMessage` describes its messages",
        content_type = "text/event-stream", body = FeedMessage)),
    extensions(("x-problems" = json!(["too_many_streams"]))))]
pub(crate) async fn stream(
    State(state): State<SharedState>,
    StreamOrTicket(pass): StreamOrTicket,
    Query(query): Query<FeedQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let position =
        state.timeline.resume_position(&headers, query.after, query.timeline.as_deref())?;
    let source = FeedStream {
        state: SharedState::clone(&state),
        player_id: pass.player_id.clone(),
        include: query.include,
        position,
        is_behind: true,
        has_missed: false,
    };
    Ok(stream::open_stream(state, pass, source).await?)
}

struct FeedStream {
    state: SharedState,
    player_id: String,
    include: Option<Include>,
    /// Number of the last event sent; `None` before a snapshot.
    position: Option<u64>,
    /// True while the stream sends what happened before it was opened.
    is_behind: bool,
    /// True if there was anything to send that happened before the stream was opened.
    has_missed: bool,
}

impl StreamSource for FeedStream {
    fn topic(&self) -> &str {
        &self.player_id
    }

    async fn next_messages(&mut self) -> Result<Vec<Event>, AppError> {
        let mut messages = Vec::new();
        while messages.is_empty() {
            let FeedHead { last_seq: head, enabled } = self.load_head().await?;
            if !enabled {
                self.state.app.enable_feed(&self.player_id).await?;
                self.position = None;
                continue;
            }
            // A number that has not been given is not one of this player's.
            let Some(position) = self.position.filter(|position| *position <= head) else {
                self.is_behind = false;
                messages.push(self.snapshot(head).await?);
                break;
            };
            if position == head {
                if std::mem::replace(&mut self.is_behind, false)
                    && self.include.is_some()
                    && self.has_missed
                {
                    messages.push(self.snapshot(head).await?);
                }
                break;
            }
            self.has_missed = true;
            let rows = self.state.app.store.feed(&self.player_id, position, BATCH_SIZE).await?;
            if rows.first().is_none_or(|row| row.number - row.numbers() > position) {
                // The store has deleted what comes next.
                self.is_behind = false;
                messages.push(self.snapshot(head).await?);
                break;
            }
            for row in rows {
                self.push_item(position, &row, &mut messages).await?;
                self.position = Some(row.number);
            }
        }
        Ok(messages)
    }
}

/// Message of the stream with a notice.
fn notification_event(id: &str, game: &str, kind: NotificationKind) -> Event {
    let game = game.to_owned();
    match kind {
        NotificationKind::Deadline(deadline) => {
            json_event("reminder", id, &Reminder { game, deadline_at: deadline })
        }
        NotificationKind::Message(number) => {
            json_event("message", id, &MessageOfGame { game, number })
        }
        NotificationKind::Restored(version) => {
            json_event("restored", id, &GameRestored { game, version })
        }
    }
}

impl FeedStream {
    async fn load_head(&self) -> Result<FeedHead, AppError> {
        self.state.app.store.head(&self.player_id).await.map_err(AppError::from)
    }

    /// Sends a step, without the events before a position.
    async fn push_item(
        &self,
        position: u64,
        row: &FeedItem,
        messages: &mut Vec<Event>,
    ) -> Result<(), AppError> {
        let FeedItem { number, game_id, what, at: _ } = row;
        let (loaded, viewer) = match find_game(&self.state, game_id, &self.player_id).await {
            Ok(game) => game,
            // The player has left it, and may not know of it any more.
            Err(problem) if problem.kind() == ErrorKind::NotFound => return Ok(()),
            Err(problem) => return Err(problem),
        };
        let (seq, events) = match *what {
            FeedItemKind::Events { seq, event_count } => (seq, event_count),
            FeedItemKind::Notice(notification) => {
                // Notices are for seated players, but challenged players are told of a restore too.
                if viewer.seat().is_some() || matches!(notification, NotificationKind::Restored(_))
                {
                    messages.push(notification_event(
                        &self.state.timeline.format_cursor(*number),
                        game_id,
                        notification,
                    ));
                }
                return Ok(());
            }
        };
        let before = seq - events;
        let limit = u32::try_from(events).unwrap_or(u32::MAX);
        let logged = self.state.app.events(&loaded, viewer, before, limit).await?;
        let mut glimpses = glimpses(before, &logged, viewer);
        let mut numbers = number - events + 1..;
        glimpses.retain(|_| numbers.next().is_some_and(|number| number > position));
        if glimpses.is_empty() {
            return Ok(());
        }
        // A client that is behind gets the games at the end.
        let includes_game =
            self.include.is_some() && !self.is_behind && loaded.game.visible(viewer) == seq;
        let view = includes_game.then(|| self.state.cached_view(&loaded, viewer));
        let text = step::step_json(game_id, loaded.game.ruleset(), &glimpses, view.as_deref());
        messages.push(raw_event("step", &self.state.timeline.format_cursor(*number), &text));
        Ok(())
    }

    /// The games that are on, as they are at `head` or later. It is tried to have them as they are
    /// at one moment; if the games change during that, some events are told that they show already,
    /// and none is missed.
    async fn snapshot(&mut self, mut head: u64) -> Result<Event, AppError> {
        let mut games = self.current_games().await?;
        for _ in 1..SNAPSHOT_ATTEMPTS {
            let last_seq = self.load_head().await?.last_seq;
            if last_seq == head {
                break;
            }
            head = last_seq;
            games = self.current_games().await?;
        }
        self.position = Some(head);
        Ok(json_event(
            "snapshot",
            &self.state.timeline.format_cursor(head),
            &CurrentGames { games },
        ))
    }

    async fn current_games(&self) -> Result<Vec<GameSummary>, AppError> {
        let mut games = Vec::new();
        let mut after = String::new();
        loop {
            let page =
                self.state.app.store.current_games_of(&self.player_id, &after, BATCH_SIZE).await?;
            let Some(last) = page.last() else { return Ok(games) };
            after.clone_from(last);
            for id in page {
                if let Some(loaded) = self.state.app.play.game(&id).await? {
                    let viewer = loaded.viewer(&self.player_id).unwrap_or(Viewer::Public);
                    games.push(GameSummary::for_viewer(&loaded, viewer, &self.state.timeline));
                }
            }
        }
    }
}
