//! The header `Idempotency-Key`.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use broadside_app::IdempotencyRequest;
use broadside_domain::error::{AppError, ErrorKind};

use crate::SharedState;
use crate::response::problem::Problem;

const HEADER: &str = "idempotency-key";

/// Idempotency key of a request, if it has one, with the operation that it belongs to.
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Header)]
pub(crate) struct RequestKey {
    /// Method and path of the request.
    #[param(ignore)]
    route: String,
    /// Idempotency key: a repeated request with this key gets the first answer again.
    #[param(rename = "Idempotency-Key")]
    key: Option<String>,
}

impl RequestKey {
    /// Reads the key of a request.
    ///
    /// # Errors
    /// If the key is malformed.
    pub(crate) fn read(parts: &Parts) -> Result<Self, AppError> {
        let key = match parts.headers.get(HEADER) {
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
        Ok(Self { route: format!("{} {}", parts.method, parts.uri.path()), key })
    }

    /// Refuses a key for an operation whose answer shows a secret only once.
    ///
    /// # Errors
    /// If there is a key.
    pub(crate) fn reject(&self) -> Result<(), AppError> {
        match self.key {
            Some(_) => Err(AppError::from_kind(ErrorKind::KeyNotAccepted)),
            None => Ok(()),
        }
    }

    /// Returns the key of a request whose body has this hash.
    pub(crate) fn with_payload(self, payload_hash: String) -> IdempotencyRequest {
        IdempotencyRequest { route: self.route, key: self.key, payload_hash }
    }

    /// Returns the key of a request without a body, or whose body does not matter.
    pub(crate) fn without_payload(self) -> IdempotencyRequest {
        self.with_payload(String::new())
    }
}

impl FromRequestParts<SharedState> for RequestKey {
    type Rejection = Problem;

    async fn from_request_parts(
        parts: &mut Parts,
        _: &SharedState,
    ) -> Result<Self, Self::Rejection> {
        Ok(Self::read(parts)?)
    }
}
