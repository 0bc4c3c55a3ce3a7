//! The router, with the layers around it, and what happens before and after each operation.

use std::net::IpAddr;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use broadside_app::Creates;
use broadside_domain::error::{AppError, ErrorKind};
use tokio::runtime::Handle;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::cors::{Any, CorsLayer};
use tower_http::timeout::TimeoutLayer;
use tracing::Instrument;

use crate::mailbox::pages;
use crate::request::client::ClientAddress;
use crate::request::{accept, bodies, limits, log, prefer, storing};
use crate::response::problem::{Problem, normalize_errors};
use crate::response::protection;
use crate::state::SharedState;
use crate::{docs, operations, web};

const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

/// Router of the whole service.
pub fn router(state: SharedState) -> Router {
    let router =
        operations::routes().merge(docs::router()).merge(pages::router()).merge(web::router());
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
            prefer::PREFER,
        ])
        .expose_headers([
            header::ETAG,
            header::LINK,
            header::LOCATION,
            header::RETRY_AFTER,
            limits::RATE_LIMIT,
            limits::RATE_LIMIT_POLICY,
            prefer::PREFERENCE_APPLIED,
            request_id,
        ])
        .max_age(Duration::from_secs(60 * 60));
    // Layers from the outermost inwards, in one stack: each separate layer would box everything
    // below it.
    let layers = ServiceBuilder::new()
        .layer(middleware::from_fn_with_state(state.clone(), trace_and_secure))
        .map_response(mark_compressed)
        .layer(cors)
        .layer(CompressionLayer::new().compress_when(worth_compressing()))
        .map_response(|response: Response| normalize_errors(response))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, REQUEST_TIMEOUT))
        .map_response(|response: Response<_>| response.map(Body::new))
        .layer(CatchPanicLayer::new())
        .layer(middleware::from_fn_with_state(state.clone(), gate));
    router.fallback(web::missing).with_state(state).layer(layers)
}

/// Logs each request, and adds protective headers to each answer, including those of no operation.
async fn trace_and_secure(
    State(state): State<SharedState>,
    request: Request,
    next: Next,
) -> Response {
    let is_https = state.public_url.starts_with("https://");
    let mut response = log::log_request(&state.app, request, next).await;
    protection::add_security_headers(response.headers_mut(), is_https);
    response
}

/// Runs the checks before an operation, and completes the headers of its answer. A request is
/// counted before its body is read, so that a body that is slow or malformed counts too.
async fn gate(State(state): State<SharedState>, mut request: Request, next: Next) -> Response {
    let client = state.clients.address(&request);
    let remaining = match state.rates.count(&request, client) {
        Ok(remaining) => remaining,
        Err(too_many) => {
            bodies::discard(request.version(), request.into_body()).await;
            return too_many.into_response();
        }
    };
    request.extensions_mut().insert(ClientAddress(client));
    let is_safe = request.method().is_safe();
    let mut response = match check_and_buffer(&state, request, client).await {
        Ok(request) => set_cache_headers(detach_on_disconnect(request, next).await, is_safe),
        Err(problem) => Problem::from(problem).into_response(),
    };
    if let Some(remaining) = remaining {
        remaining.write_headers(response.headers_mut());
    }
    response
}

/// Reads the body of a request from an address, refuses a request that no operation would accept,
/// and counts what it may store: at once if it creates an account, or else for the account of its
/// token.
async fn check_and_buffer(
    state: &SharedState,
    request: Request,
    client: Option<IpAddr>,
) -> Result<Request, AppError> {
    let mut request = bodies::buffer_body(request, client, &state.bodies).await?;
    refuse_nul(&request)?;
    accept::check_acceptable(&request)?;
    if let Some(storing) = storing::storing(&request, client) {
        if storing.creates == Some(Creates::Account) {
            state.app.daily.count(&storing, None)?;
        } else {
            request.extensions_mut().insert(storing);
        }
    }
    Ok(request)
}

/// Runs a request that changes something to its end, even if the client disconnects or the request
/// times out.
async fn detach_on_disconnect(request: Request, next: Next) -> Response {
    if request.method().is_safe() {
        return next.run(request).await;
    }
    DetachOnDrop(Some(Box::pin(next.run(request)))).await
}

/// Future that goes on in the background when it is dropped.
struct DetachOnDrop<T: Send + 'static>(Option<Pin<Box<dyn Future<Output = T> + Send>>>);

impl<T: Send + 'static> Future for DetachOnDrop<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        let future = self.0.as_mut().expect("a future is not polled after it is ready");
        let output = ready!(future.as_mut().poll(context));
        self.0 = None;
        Poll::Ready(output)
    }
}

impl<T: Send + 'static> Drop for DetachOnDrop<T> {
    fn drop(&mut self) {
        let unfinished = self.0.take().filter(|_| !std::thread::panicking());
        if let Some(future) = unfinished
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(future.in_current_span());
        }
    }
}

/// Adds the cache rules of an answer. The answer to a read is private to its player and validated
/// on each use. The answer to a change may contain a secret and is not stored. Public answers set
/// their own rules.
fn set_cache_headers(mut response: Response, is_safe: bool) -> Response {
    let headers = response.headers_mut();
    let present = headers.get(header::CACHE_CONTROL);
    if present.is_some_and(|value| value.as_bytes().starts_with(b"public")) {
        return response;
    }
    let policy = if is_safe { "private, no-cache" } else { "no-store" };
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static(policy));
    headers.append(header::VARY, HeaderValue::from_static("Authorization"));
    response
}

/// Refuses a path with the character U+0000: ids do not contain it, and PostgreSQL text cannot.
fn refuse_nul(request: &Request) -> Result<(), AppError> {
    if request.uri().path().contains("%00") {
        return Err(AppError::new(
            ErrorKind::NotFound,
            "a path cannot contain the character U+0000 (`%00`): leave it out",
        ));
    }
    Ok(())
}

/// Responses worth compressing: all but PDF files, which are compressed already.
fn worth_compressing() -> impl Predicate {
    DefaultPredicate::new().and(NotForContentType::const_new("application/pdf"))
}

/// Marks the entity tag of a compressed answer: a strong tag identifies bytes, so the compressed
/// body needs its own (RFC 9110, 8.8.3.3). Requests may send either tag.
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
