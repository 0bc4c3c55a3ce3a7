//! `Idempotency-Key`: a repeated request is executed once, and gets the first answer again.

use axum::http::{HeaderMap, Method};

use super::App;
use super::stored_response::StoredResponse;
use crate::domain::error::{AppError, ErrorKind};
use crate::domain::idempotency::{IdempotencyKey, IdempotencyRecord};
use crate::domain::time::Time;
use crate::play::InFlightGuard;

const HEADER: &str = "idempotency-key";

/// Idempotency key, hash of the body, and time of a request; empty if the request has no key.
#[derive(Clone)]
pub(super) struct IdempotencyScope(Option<(IdempotencyKey, String, Time)>);

impl IdempotencyScope {
    /// Answer to store, if the request has a key.
    pub(super) fn record_of(&self, reply: &StoredResponse) -> Option<IdempotencyRecord> {
        self.0.as_ref().map(|(key, payload_hash, at)| IdempotencyRecord {
            key: key.clone(),
            payload_hash: payload_hash.clone(),
            status: reply.status.as_u16(),
            headers: reply.headers.clone(),
            body: String::from_utf8(reply.body.to_vec()).expect("an answer is JSON"),
            at: *at,
        })
    }

    /// Checks that no other node has answered the same request.
    ///
    /// # Errors
    /// 409 if one has: the client gets that answer when it sends the request again.
    pub(super) async fn check_unanswered(&self, app: &App) -> Result<(), AppError> {
        let Some((key, ..)) = &self.0 else { return Ok(()) };
        match app.store.answer(key).await.map_err(AppError::from)? {
            Some(_) => Err(AppError::from_kind(ErrorKind::InFlight)),
            None => Ok(()),
        }
    }
}

/// Next step for a request.
pub(super) enum Idempotency {
    /// Repeat the stored answer.
    Repeat(StoredResponse),
    /// Execute the request and store its answer. The caller holds the mark until then.
    Answer(IdempotencyScope, Option<InFlightGuard>),
}

/// Looks up a request by its key.
///
/// # Errors
/// If the key is malformed, belongs to another request, or to a request in progress.
pub(super) async fn begin(
    app: &App,
    headers: &HeaderMap,
    player_id: &str,
    (method, path): (Method, String),
    payload_hash: String,
) -> Result<Idempotency, AppError> {
    let Some(key) = read_key(headers)? else { return Ok(Idempotency::Answer(IdempotencyScope(None), None)) };
    let key = IdempotencyKey { player_id: player_id.to_owned(), route: format!("{method} {path}"), key };
    let mark = app.play.mark_in_flight(&key)?;
    match app.store.answer(&key).await.map_err(AppError::from)? {
        Some(answer) if answer.payload_hash == payload_hash => {
            Ok(Idempotency::Repeat(StoredResponse::from_record(answer)))
        }
        Some(_) => Err(AppError::from_kind(ErrorKind::KeyReused)),
        None => Ok(Idempotency::Answer(
            IdempotencyScope(Some((key, payload_hash, app.ambient.now()))),
            Some(mark),
        )),
    }
}

/// True if a request has a key and is already answered. The answer will be repeated, and nothing more is stored.
///
/// # Errors
/// If the key is malformed, or the store fails.
pub(super) async fn is_answered(
    app: &App,
    headers: &HeaderMap,
    player_id: &str,
    (method, path): (&Method, &str),
) -> Result<bool, AppError> {
    let Some(key) = read_key(headers)? else { return Ok(false) };
    let key = IdempotencyKey { player_id: player_id.to_owned(), route: format!("{method} {path}"), key };
    Ok(app.store.answer(&key).await.map_err(AppError::from)?.is_some())
}

/// Refuses a key for an operation whose answer shows a secret only once.
///
/// # Errors
/// If there is a key.
pub(super) fn reject_key(headers: &HeaderMap) -> Result<(), AppError> {
    match headers.contains_key(HEADER) {
        true => Err(AppError::from_kind(ErrorKind::KeyNotAccepted)),
        false => Ok(()),
    }
}

fn read_key(headers: &HeaderMap) -> Result<Option<String>, AppError> {
    let Some(value) = headers.get(HEADER) else { return Ok(None) };
    let text = value.to_str().unwrap_or_default();
    if !(1..=255).contains(&text.len()) {
        let detail = "Idempotency-Key: use 1 to 255 visible ASCII characters";
        return Err(AppError::new(ErrorKind::BadRequest, detail));
    }
    Ok(Some(text.to_owned()))
}
