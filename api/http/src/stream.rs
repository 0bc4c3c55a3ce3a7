//! Streams of server-sent events: the common part of all streams.
//!
//! A stream produces its next message only when the connection to its client has room, so it
//! buffers nothing for slow clients. It ends when the server stops, when the token that it was
//! opened with expires or is revoked, or when the player may no longer see its subject. The client
//! then reconnects with the id of the last message that it has.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use broadside_app::play::Subscription;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::limits::Limits;
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::SharedState;
use crate::request::auth::StreamAuth;
use crate::request::shares::{Held, Holder, Shares};
use crate::server::connections::max_connections;

/// Poll interval of a stream if other nodes may have changed something.
const POLL_INTERVAL: Duration = Duration::from_secs(3);
/// Time that a client should wait before it reconnects.
const RECONNECT_DELAY: Duration = Duration::from_secs(2);

/// Streams of this node. A count over all nodes would be in the database, and wrong after a crash.
pub(super) struct Streams {
    max_per_player: usize,
    heartbeat: Duration,
    shares: Arc<Shares>,
    ending: watch::Sender<bool>,
}

impl Streams {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            max_per_player: limits.streams,
            heartbeat: Duration::from_secs(limits.heartbeat_seconds),
            shares: Shares::new(max_connections(), limits),
            ending: watch::Sender::new(false),
        }
    }

    /// Takes one more stream for a player and a client address, until it is dropped.
    ///
    /// # Errors
    /// If the player, the address or its network has too many streams open.
    pub(super) fn take(&self, player_id: &str, client: Option<IpAddr>) -> Result<Held, AppError> {
        let mut holders = vec![(Holder::Player(player_id.to_owned()), self.max_per_player)];
        holders.extend(self.shares.holders(client));
        self.shares.take(holders, 1).map_err(|holder| {
            let whose = match holder {
                Holder::Player(_) => "you have",
                Holder::Address(_) | Holder::Network(_) => "your network has",
                Holder::Everybody => "this server has",
            };
            let detail = format!(
                "{whose} as many streams open as there may be: close one, or follow all your games with one stream, \
                 `GET /v1/events`"
            );
            AppError::new(ErrorKind::TooManyStreams, detail)
        })
    }

    /// Ends all streams, and refuses new ones.
    pub(super) fn shut_down(&self) {
        self.ending.send_replace(true);
    }

    pub(super) fn is_shutting_down(&self) -> bool {
        *self.ending.borrow()
    }
}

/// Source of the messages of a stream.
pub(super) trait StreamSource: Send + 'static {
    /// Returns the id of the game or player whose notifications wake the stream.
    fn topic(&self) -> &str;

    /// Returns the messages that are due, or none if there is nothing new. Returns each message
    /// only once.
    fn next_messages(&mut self) -> impl Future<Output = Result<Vec<Event>, AppError>> + Send;
}

/// Checks that a number from a request fits into the database.
///
/// # Errors
/// Fails if the number is too large.
pub(super) fn check_sequence(after: u64) -> Result<u64, AppError> {
    match i64::try_from(after) {
        Ok(_) => Ok(after),
        Err(_) => {
            let detail = format!("after: send a number from 0 to {}, not {after}", i64::MAX);
            Err(AppError::new(ErrorKind::BadRequest, detail))
        }
    }
}

pub(super) fn json_event(kind: &str, id: &str, data: &impl Serialize) -> Event {
    raw_event(kind, id, &serde_json::to_string(data).expect("a message is plain data"))
}

pub(super) fn raw_event(kind: &str, id: &str, json: &str) -> Event {
    Event::default().event(kind).id(id).data(json)
}

/// Creates a stream of the values that `next` returns, until it returns `None`. The stream may be
/// polled after its end, as compression does.
pub(super) fn unfold_fused<S, T, F: Future<Output = Option<(T, S)>>>(
    state: S,
    next: impl FnMut(S) -> F,
) -> impl futures_util::Stream<Item = T> {
    #[expect(clippy::disallowed_methods, reason = "the stream is fused")]
    let stream = futures_util::stream::unfold(state, next);
    futures_util::StreamExt::fuse(stream)
}

/// Opens a stream. The first messages are read before the response begins, so that errors are
/// returned as problems.
///
/// # Errors
/// Fails if the source fails, if the player has too many streams open, or if the server is
/// stopping.
pub(super) async fn open_stream(
    state: SharedState,
    pass: StreamAuth,
    mut source: impl StreamSource,
) -> Result<Response, AppError> {
    let ending = state.streams.ending.subscribe();
    if *ending.borrow() {
        return Err(AppError::from_kind(ErrorKind::Unavailable));
    }
    let held = state.streams.take(&pass.player_id, pass.client)?;
    // Subscribe before the first read, so that no later change is missed.
    let subscription = state.app.play.notifier().subscribe(source.topic());
    let mut waiting = VecDeque::from([Event::default().retry(RECONNECT_DELAY)]);
    waiting.extend(source.next_messages().await?);
    let stream = EventStream {
        beat: Instant::now() + state.streams.heartbeat,
        state,
        token_hash: pass.token_hash,
        source: Some(source),
        waiting,
        subscription,
        ending,
        _held: held,
    };
    let messages = unfold_fused(stream, |mut stream| async {
        stream.next().await.map(|event| (Ok::<_, Infallible>(event), stream))
    });
    let mut response = Sse::new(messages).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    // Keeps proxies from buffering the stream.
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(response)
}

struct EventStream<S> {
    state: SharedState,
    token_hash: String,
    /// `None` during a read.
    source: Option<S>,
    waiting: VecDeque<Event>,
    subscription: Subscription,
    ending: watch::Receiver<bool>,
    /// Time of the next heartbeat and the next check of the token.
    beat: Instant,
    _held: Held,
}

impl<S: StreamSource> EventStream<S> {
    /// Returns the next message, or `None` if the stream has ended.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if *self.ending.borrow() {
                return None;
            }
            if self.beat <= Instant::now() {
                // Check the token on every heartbeat, without a cache and even under load.
                if !self.state.app.is_token_valid(&self.token_hash).await.ok()? {
                    return None;
                }
                self.beat = Instant::now() + self.state.streams.heartbeat;
                return Some(Event::default().comment("still here"));
            }
            if let Some(event) = self.waiting.pop_front() {
                return Some(event);
            }
            let more = self.read_source().await?;
            self.waiting.extend(more);
            if self.waiting.is_empty() {
                self.waiting.shrink_to_fit();
                self.wait().await;
            }
        }
    }

    /// Reads new messages; returns `None` if the stream has ended. The read runs in its own task,
    /// so that a client that disconnects does not interrupt a database query.
    async fn read_source(&mut self) -> Option<Vec<Event>> {
        let mut source = self.source.take()?;
        let reading = tokio::spawn(async move {
            let more = source.next_messages().await;
            (source, more)
        });
        let (source, more) = reading.await.ok()?;
        self.source = Some(source);
        more.ok()
    }

    /// Waits until there may be something to do.
    async fn wait(&mut self) {
        let wake_at = if self.state.app.store.shared() {
            self.beat.min(Instant::now() + POLL_INTERVAL)
        } else {
            self.beat
        };
        tokio::select! {
            () = self.subscription.notified() => {}
            _ = self.ending.changed() => {}
            () = sleep_until(wake_at) => {}
        }
    }
}
