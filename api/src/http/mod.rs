//! The HTTP surface: what the service holds, the router, and a file for each endpoint.

mod abort;
mod accept;
mod actions;
mod admission;
mod auth;
mod blocks;
mod body;
mod challenges;
mod confirm;
mod create;
mod decline;
mod deliveries;
mod docs;
mod events;
mod examples;
mod export;
mod extract;
mod feed;
mod game;
mod game_sheets;
mod hands;
mod health;
mod idempotency;
mod invitations;
mod invite;
mod language;
mod legal;
mod limits;
mod list;
mod mail_inbound;
mod mail_pages;
mod mailbox;
mod matrices;
mod messages;
mod notes;
mod odds;
mod operations;
mod placement;
mod players;
mod problems;
mod prose;
mod protection;
mod quotas;
mod record;
mod recovery;
mod rematch;
mod reply;
mod rights;
mod rulesets;
mod score;
mod seats;
mod sheets;
mod shown;
mod stream;
mod summary;
mod tickets;
mod timeline;
mod tokens;
mod vacations;
mod verify;
mod webhooks;

pub use hands::Operations;
pub(crate) use matrices::MatrixBody;
pub use operations::document;
pub(crate) use players::give_up_all;
pub use timeline::Timeline;

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use hmac::{Hmac, KeyInit, Mac};
use quick_cache::sync::Cache;
use sha2::Sha256;
use tokio::runtime::Handle;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::cors::{Any, CorsLayer};
use tower_http::timeout::TimeoutLayer;
use tracing::Instrument;

use self::quotas::Reservation;
use crate::ambient::Ambient;
use crate::config::{self, Config, Quotas};
use crate::mail::Keys;
use crate::play::Play;
use crate::problem::{Kind, Problem, tidy};
use crate::secret::Password;
use crate::store::{Store, StoreError, TokenRow};
use crate::telemetry;
use crate::work;
use crate::work::mail::Ingest;

/// How long a request may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// How many tokens are kept in memory.
const TOKENS_IN_MEMORY: usize = 20_000;

/// What the service holds.
pub struct Service {
    /// The games.
    pub play: Arc<Play>,
    /// Everything that is kept.
    pub store: Store,
    /// The clock and the randomness.
    pub ambient: Ambient,
    /// The timeline that the database was on when the service started.
    pub timeline: Timeline,
    public_url: String,
    /// With its key and the timeline, and nothing else in it.
    etag: Hmac<Sha256>,
    tokens: Cache<String, Arc<TokenRow>>,
    sheets: sheets::Sheets,
    views: shown::Views,
    streams: stream::Streams,
    readiness: health::Readiness,
    limits: Option<limits::Limits>,
    /// How many days of vacation a player may take in a calendar year.
    vacation_days: u32,
    quotas: Quotas,
    /// Whether webhooks may lead to private addresses.
    webhook_allow_private: bool,
    /// What keeps mail that comes in.
    ingest: Ingest,
    /// What whoever hands mail over has to show; `None` if nobody may.
    inbound_secret: Option<Password>,
    /// What mail is written with.
    mail: MailRoom,
    /// How many tokens have been revoked since the start.
    revocations: AtomicU64,
}

/// What mail is written with.
struct MailRoom {
    config: config::Mail,
    keys: Keys,
}

/// The service, as handlers have it.
pub type App = Arc<Service>;

impl Service {
    /// A service over a store.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn new(store: Store, ambient: Ambient, config: &Config) -> Result<App, StoreError> {
        let drawn = data_encoding::HEXLOWER.encode(&ambient.bytes::<32>());
        let etag_key = store.setting("etag_key", &drawn).await?;
        let timeline = Timeline::of(&store, &ambient).await?;
        let mut etag: Hmac<Sha256> =
            Hmac::new_from_slice(etag_key.as_bytes()).expect("HMAC takes a key of any length");
        // No tag from before a restore matches anything after it.
        etag.update(timeline.as_str().as_bytes());
        etag.update(&[0]);
        let reader = Arc::new(config.mail_in.reader.clone());
        let mail = MailRoom { config: config.mail.clone(), keys: work::mail::keys(&store, &ambient).await? };
        let play = Arc::new(Play::new(store.clone(), ambient.clone(), config.challenge_days));
        play.refresh_outages().await?;
        Ok(Arc::new(Self {
            ingest: Ingest::new(store.clone(), ambient.clone(), reader),
            inbound_secret: config.mail_in.secret.clone(),
            play,
            store,
            ambient,
            timeline,
            public_url: config.public_url.clone().unwrap_or_default(),
            etag,
            tokens: Cache::new(TOKENS_IN_MEMORY),
            sheets: sheets::cache(),
            views: shown::cache(),
            streams: stream::Streams::new(config.streams.clone()),
            readiness: health::Readiness::default(),
            vacation_days: config.vacation_days,
            limits: config.limits.as_ref().map(limits::Limits::new),
            quotas: config.quotas.clone(),
            webhook_allow_private: config.webhook_allow_private,
            mail,
            revocations: AtomicU64::new(0),
        }))
    }

    /// Ends all streams, for the process is about to end.
    pub fn end_streams(&self) {
        self.streams.end();
    }

    /// Whether the process is about to end.
    fn is_stopping(&self) -> bool {
        self.streams.are_ending()
    }

    /// The address of one of the service's own paths.
    fn link(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
    }

    /// The entity tag of what a player sees: a keyed hash over the player and the body it is sent, which holds
    /// nothing that the player may not know.
    fn etag(&self, player_id: &str, body: &[u8]) -> String {
        let mut mac = self.etag.clone();
        mac.update(player_id.as_bytes());
        mac.update(&[0]);
        mac.update(body);
        format!("\"{}\"", data_encoding::HEXLOWER.encode(&mac.finalize().into_bytes()[..16]))
    }
}

/// The whole service as a router.
pub fn router(app: App) -> Router {
    let router = operations::routes().merge(docs::router()).merge(mail_pages::router());
    let request_id = HeaderName::from_static("x-request-id");
    let cors = CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE])
        .allow_headers([
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            header::IF_MATCH,
            header::IF_NONE_MATCH,
            HeaderName::from_static("idempotency-key"),
            HeaderName::from_static("last-event-id"),
        ])
        .expose_headers([
            header::ETAG,
            header::LINK,
            header::LOCATION,
            header::RETRY_AFTER,
            limits::FIELD,
            limits::POLICY,
            request_id,
        ])
        .max_age(Duration::from_secs(60 * 60));
    // From the outermost inwards. One stack around each route: a layer by itself would box all that is below it.
    let around = ServiceBuilder::new()
        .layer(middleware::from_fn_with_state(app.clone(), outermost))
        .map_response(mark_compressed)
        .layer(cors)
        .layer(CompressionLayer::new().compress_when(worth_compressing()))
        .map_response(|response: Response| tidy(response))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, PATIENCE))
        .map_response(|response: Response<_>| response.map(Body::new))
        .layer(CatchPanicLayer::new())
        .layer(middleware::from_fn_with_state(app.clone(), in_order));
    router
        .fallback(|| async {
            Problem::new(
                Kind::NotFound,
                "there is no such path: the document at /openapi.json lists all there are",
            )
        })
        .with_state(app)
        .layer(around)
}

/// Logs each request and protects each answer, also those that no operation has given.
async fn outermost(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_https = app.public_url.starts_with("https://");
    let mut response = telemetry::request(&app.ambient, request, next).await;
    protection::protect(response.headers_mut(), is_https);
    response
}

/// What is done with a request before its operation, and with the answer after it.
async fn in_order(State(app): State<App>, request: Request, next: Next) -> Result<Response, Problem> {
    let request = take_in(request).await?;
    let allowed = match app.limits.as_ref().map(|limits| limits.count(&request)) {
        Some(Err(too_many)) => return Ok(too_many.into_response()),
        Some(Ok(allowed)) => Some(allowed),
        None => None,
    };
    let is_safe = request.method().is_safe();
    let mut response = match refuse_nul(&request).and_then(|()| accept::acceptable(&request)) {
        Ok(()) => private(within_quotas(&app, request, next).await, is_safe),
        Err(problem) => problem.into_response(),
    };
    if let Some(allowed) = allowed {
        allowed.tell(&mut response);
    }
    Ok(response)
}

/// Admits a request that changes something if the daily quotas have room for it.
async fn within_quotas(app: &App, request: Request, next: Next) -> Response {
    let admitted = match &app.limits {
        Some(limits) => limits.daily.admit(&request, limits.address(&request), app.ambient.now()),
        None => Ok(None),
    };
    match admitted {
        Ok(reservation) => to_its_end(request, next, reservation).await,
        Err(problem) => problem.into_response(),
    }
}

/// What acts is carried out to its end, and counted: a caller that hangs up, or is told that it took too long, leaves nothing half
/// done.
async fn to_its_end(mut request: Request, next: Next, reservation: Option<Arc<Reservation>>) -> Response {
    if request.method().is_safe() {
        return next.run(request).await;
    }
    let act = async move {
        if let Some(reservation) = &reservation {
            request.extensions_mut().insert(Arc::clone(reservation));
        }
        let response = next.run(request).await;
        if let Some(reservation) = reservation {
            reservation.settle(response.status());
        }
        response
    };
    ToItsEnd(Some(Box::pin(act))).await
}

/// Goes on by itself when nobody waits for it any more.
struct ToItsEnd<T: Send + 'static>(Option<Pin<Box<dyn Future<Output = T> + Send>>>);

impl<T: Send + 'static> Future for ToItsEnd<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        let act = self.0.as_mut().expect("nobody asks again after the answer");
        let answer = ready!(act.as_mut().poll(context));
        self.0 = None;
        Poll::Ready(answer)
    }
}

impl<T: Send + 'static> Drop for ToItsEnd<T> {
    fn drop(&mut self) {
        let goes_on = self.0.take().filter(|_| !std::thread::panicking());
        if let (Some(act), Ok(runtime)) = (goes_on, Handle::try_current()) {
            runtime.spawn(act.in_current_span());
        }
    }
}

/// Says how an answer may be kept. What a player sees is for that player, and is asked for anew each time. What answers a change
/// may hold a secret that is shown once, and is not kept at all. What is the same for everybody says so itself.
fn private(mut response: Response, is_safe: bool) -> Response {
    let headers = response.headers_mut();
    if headers.get(header::CACHE_CONTROL).is_some_and(|of| of.as_bytes().starts_with(b"public")) {
        return response;
    }
    let kept = if is_safe { "private, no-cache" } else { "no-store" };
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static(kept));
    headers.append(header::VARY, HeaderValue::from_static("Authorization"));
    response
}

/// Refuses a path with the character U+0000: no id has it, and PostgreSQL has no text with it.
fn refuse_nul(request: &Request) -> Result<(), Problem> {
    match request.uri().path().contains("%00") {
        true => Err(Problem::new(Kind::NotFound, "no path has the character U+0000 (`%00`): leave it out")),
        false => Ok(()),
    }
}

/// A PDF file is compressed within.
fn worth_compressing() -> impl Predicate {
    DefaultPredicate::new().and(NotForContentType::const_new("application/pdf"))
}

/// A strong entity tag names bytes: a compressed body has one of its own (RFC 9110, 8.8.3.3). Requests may send
/// either back.
fn mark_compressed<B>(mut response: Response<B>) -> Response<B> {
    let compressed = response.headers().contains_key(header::CONTENT_ENCODING);
    let tag = response.headers().get(header::ETAG).and_then(|tag| tag.to_str().ok());
    if let Some(tag) = tag.filter(|_| compressed).and_then(|tag| tag.strip_suffix('"'))
        && let Ok(marked) = HeaderValue::from_str(&format!("{tag}-gzip\""))
    {
        response.headers_mut().insert(header::ETAG, marked);
    }
    response
}

/// Paths of requests whose bodies may be longer than those of all others.
const LONG_BODIES: [&str; 2] = ["/v1/verify", "/v1/mail/inbound"];

/// Takes in a body of ordinary length before anything is decided: were a request refused with its body still on the
/// way, its connection would have to be closed under whatever is sent on it next. Daily quotas depend on its length.
async fn take_in(request: Request) -> Result<Request, Problem> {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length: Option<usize> = length.and_then(|length| length.to_str().ok()?.parse().ok());
    let is_short = match length {
        Some(length) => length <= extract::LIMIT,
        // In chunks, or over HTTP/2.
        None => !LONG_BODIES.contains(&request.uri().path()),
    };
    if !is_short {
        return Ok(request);
    }
    let (head, body) = request.into_parts();
    let body = extract::read_body(body, extract::LIMIT).await?;
    Ok(Request::from_parts(head, body.into()))
}
