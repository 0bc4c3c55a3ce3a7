//! Log of requests. A log line names the operation and its result, but never the caller, their
//! token, or the content of a game.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use broadside_app::App;

/// Gives each request a random id, which its response contains, and logs the result.
pub(crate) async fn log_request(app: &App, request: Request, next: Next) -> Response {
    let id = data_encoding::HEXLOWER.encode(&app.env.random_bytes::<16>());
    let started = Instant::now();
    let method = request.method().clone();
    let path = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let mut response = next.run(request).await;
    let status = response.status().as_u16();
    let micros = started.elapsed().as_micros() as u64;
    let path = path.unwrap_or_else(|| "-".to_owned());
    if response.status() == StatusCode::SERVICE_UNAVAILABLE {
        app.store.health().count_failed_request();
    }
    if response.status() == StatusCode::INTERNAL_SERVER_ERROR {
        tracing::error!(%method, path, status, micros, request = id, "answered");
    } else {
        tracing::debug!(%method, path, status, micros, request = id, "answered");
    }
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HeaderName::from_static("x-request-id"), id);
    }
    response
}
