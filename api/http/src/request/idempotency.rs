//! The header `Idempotency-Key`.

use axum::http::{HeaderMap, Method};
use broadside_app::IdempotencyRequest;
use broadside_domain::error::{AppError, ErrorKind};

const HEADER: &str = "idempotency-key";

/// Reads the idempotency key of a request. `payload_hash` is the hash of its body, or empty without one.
///
/// # Errors
/// If the key is malformed.
pub(crate) fn read_key(
    headers: &HeaderMap,
    method: &Method,
    path: &str,
    payload_hash: String,
) -> Result<IdempotencyRequest, AppError> {
    let key = match headers.get(HEADER) {
        None => None,
        Some(value) => {
            let text = value.to_str().unwrap_or_default();
            if !(1..=255).contains(&text.len()) {
                let detail = "Idempotency-Key: use 1 to 255 visible ASCII characters";
                return Err(AppError::new(ErrorKind::BadRequest, detail));
            }
            Some(text.to_owned())
        }
    };
    Ok(IdempotencyRequest { route: format!("{method} {path}"), key, payload_hash })
}

/// Refuses a key for an operation whose answer shows a secret only once.
///
/// # Errors
/// If there is a key.
pub(crate) fn reject_key(headers: &HeaderMap) -> Result<(), AppError> {
    match headers.contains_key(HEADER) {
        true => Err(AppError::from_kind(ErrorKind::KeyNotAccepted)),
        false => Ok(()),
    }
}
