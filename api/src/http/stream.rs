//! Streams of server-sent events: what each of them does, whatever it tells of.
//!
//! A stream is asked for its next message when there is room for one on the way to its client, so it holds nothing for a
//! client that is slow. It ends when the server is told to stop, when the token that opened it opens nothing any more, or
//! when what it tells of is not to be known any more; its client comes again with the id of the last message that it has.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use super::App;
use super::auth::Pass;
use crate::config;
use crate::play::Ear;
use crate::problem::{Kind, Problem};

/// How often a stream looks by itself where other nodes may have changed something.
const LOOK_EVERY: Duration = Duration::from_secs(3);
/// How long a client should wait before it comes again.
const RETRY: Duration = Duration::from_secs(2);

/// The streams of this node.
pub(super) struct Streams {
    settings: config::Streams,
    /// How many each player has open.
    open: Mutex<HashMap<String, usize>>,
    ending: watch::Sender<bool>,
}

impl Streams {
    pub(super) fn new(settings: config::Streams) -> Self {
        Self { settings, open: Mutex::default(), ending: watch::Sender::new(false) }
    }

    /// Ends them all, and those that are still to be opened.
    pub(super) fn end(&self) {
        self.ending.send_replace(true);
    }

    /// Whether they have been ended.
    pub(super) fn are_ending(&self) -> bool {
        *self.ending.borrow()
    }
}

/// A place among the streams of its player.
pub(super) struct Place {
    app: App,
    player_id: String,
}

impl Place {
    /// Takes one.
    ///
    /// # Errors
    /// If the player has too many streams open.
    pub(super) fn take(app: &App, player_id: &str) -> Result<Self, Problem> {
        let Streams { settings, open, .. } = &app.streams;
        let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(player_id.to_owned()).or_default();
        if *count >= settings.limit {
            let detail = format!(
                "you have {count} streams open, which is the most: close one, or hear of all your games with one stream \
                 at /v1/events"
            );
            return Err(Problem::new(Kind::TooManyStreams, detail));
        }
        *count += 1;
        Ok(Self { app: App::clone(app), player_id: player_id.to_owned() })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.app.streams.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.player_id) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.player_id);
            }
        }
    }
}

/// What a stream tells of.
pub(super) trait Source: Send + 'static {
    /// The id of the game or the player whose bell tells that there may be more.
    fn bell(&self) -> &str;

    /// What there is to tell that has not been told; nothing if that is all for now. What it has once given it does not
    /// give again.
    fn more(&mut self) -> impl Future<Output = Result<Vec<Event>, Problem>> + Send;
}

/// A number that is behind others, if one can be: those of rows are no larger.
///
/// # Errors
/// If none can.
pub(super) fn in_range(after: u64) -> Result<u64, Problem> {
    match i64::try_from(after) {
        Ok(_) => Ok(after),
        Err(_) => Err(Problem::new(Kind::BadRequest, format!("after: 0 to {}, not {after}", i64::MAX))),
    }
}

/// A message of a stream.
pub(super) fn message(kind: &str, id: &str, data: &impl Serialize) -> Event {
    message_of(kind, id, &serde_json::to_string(data).expect("a message is plain data"))
}

/// A message of a stream whose data is JSON already.
pub(super) fn message_of(kind: &str, id: &str, json: &str) -> Event {
    Event::default().event(kind).id(id).data(json)
}

/// Stream of what `next` gives until it gives nothing. It may be polled after its end, as compression does.
pub(super) fn pull<S, T, F: Future<Output = Option<(T, S)>>>(
    state: S,
    next: impl FnMut(S) -> F,
) -> impl futures_util::Stream<Item = T> {
    #[expect(clippy::disallowed_methods, reason = "it is fused")]
    let stream = futures_util::stream::unfold(state, next);
    futures_util::StreamExt::fuse(stream)
}

/// Opens a stream. What there is to tell at once is looked up before it is answered, so that what is wrong is told as a
/// problem.
///
/// # Errors
/// If the source has none, the player has too many streams open, or the server is stopping.
pub(super) async fn open(app: App, pass: Pass, mut source: impl Source) -> Result<Response, Problem> {
    let ending = app.streams.ending.subscribe();
    if *ending.borrow() {
        return Err(Problem::plain(Kind::Unavailable));
    }
    let place = Place::take(&app, &pass.player_id)?;
    // Before the first look: what happens after it rings.
    let ear = app.play.bells().at(source.bell());
    let mut waiting = VecDeque::from([Event::default().retry(RETRY)]);
    waiting.extend(source.more().await?);
    let beat = Instant::now() + app.streams.settings.heartbeat;
    let source = Some(source);
    let stream = Stream { place, token_hash: pass.token_hash, source, waiting, ear, ending, beat };
    let messages = pull(stream, |mut stream| async {
        stream.next().await.map(|event| (Ok::<_, Infallible>(event), stream))
    });
    let mut response = Sse::new(messages).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    // Proxies are not to wait until they have gathered more.
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(response)
}

struct Stream<S> {
    place: Place,
    token_hash: String,
    /// Gone while it is asked.
    source: Option<S>,
    waiting: VecDeque<Event>,
    ear: Ear,
    ending: watch::Receiver<bool>,
    /// When it is looked at the token again, and the client told that the stream is there.
    beat: Instant,
}

impl<S: Source> Stream<S> {
    /// The next message; `None` when the stream has ended.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if *self.ending.borrow() {
                return None;
            }
            if self.beat <= Instant::now() {
                // Not remembered in between, and asked for also while there is much to tell.
                if !self.place.app.opens(&self.token_hash).await.ok()? {
                    return None;
                }
                self.beat = Instant::now() + self.place.app.streams.settings.heartbeat;
                return Some(Event::default().comment("still here"));
            }
            if let Some(event) = self.waiting.pop_front() {
                return Some(event);
            }
            let more = self.look().await?;
            self.waiting.extend(more);
            if self.waiting.is_empty() {
                self.waiting.shrink_to_fit();
                self.wait().await;
            }
        }
    }

    /// What there is to tell; `None` if the stream has ended. It is looked up on a task of its own: whoever stops reading
    /// must not keep a connection to the database in the middle of a question.
    async fn look(&mut self) -> Option<Vec<Event>> {
        let mut source = self.source.take()?;
        let look = tokio::spawn(async move {
            let more = source.more().await;
            (source, more)
        });
        let (source, more) = look.await.ok()?;
        self.source = Some(source);
        more.ok()
    }

    /// Waits until there may be something to do.
    async fn wait(&mut self) {
        let look = match self.place.app.store.shared() {
            true => self.beat.min(Instant::now() + LOOK_EVERY),
            false => self.beat,
        };
        tokio::select! {
            () = self.ear.rung() => {}
            _ = self.ending.changed() => {}
            () = sleep_until(look) => {}
        }
    }
}
