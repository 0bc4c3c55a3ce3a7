//! Idempotency keys: a repeated request is executed once, and gets the first response again. Only
//! answers that report success are stored: a refusal changes nothing, and may be out of date.

use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::idempotency::{IdempotencyKey, IdempotencyRecord};
use broadside_domain::time::Time;

use super::App;
use crate::play::InFlightGuard;

/// Response of a use case, which can be stored for an idempotency key.
pub trait IdempotentResponse: Sized + Send {
    fn to_stored(&self) -> StoredResponse;

    fn from_stored(stored: StoredResponse) -> Self;
}

/// Stored form of a response.
pub struct StoredResponse {
    /// Status code of HTTP.
    pub status: u16,
    /// Names and values.
    pub headers: Vec<(String, String)>,
    /// Text, or empty.
    pub body: String,
}

/// Empty response, for callers that need to know only that a command was executed.
impl IdempotentResponse for () {
    fn to_stored(&self) -> StoredResponse {
        StoredResponse { status: 204, headers: Vec::new(), body: String::new() }
    }

    fn from_stored(_: StoredResponse) -> Self {}
}

/// Idempotency key of a request, if it has one.
pub struct IdempotencyRequest {
    /// Operation that the key belongs to: the method and path of a request, or the channel of
    /// another caller.
    pub route: String,
    /// Key from the client; `None` without one.
    pub key: Option<String>,
    pub payload_hash: String,
}

impl IdempotencyRequest {
    /// Creates the key of a caller who never uses a key for two requests.
    pub fn unique(route: impl Into<String>, key: String) -> Self {
        Self { route: route.into(), key: Some(key), payload_hash: String::new() }
    }
}

/// Key under which the response of the current request is stored. It is in flight until this is
/// dropped.
pub struct IdempotencyScope(Option<KeyInFlight>);

struct KeyInFlight {
    key: IdempotencyKey,
    payload_hash: String,
    at: Time,
    _guard: InFlightGuard,
}

/// Next step for a request.
pub enum Idempotency<A> {
    /// Repeat the stored response.
    Repeat(A),
    /// Execute the request, and store its response in this scope.
    Execute(IdempotencyScope),
}

impl App {
    /// Looks up a request by its key.
    ///
    /// # Errors
    /// If the key belongs to another request or to a request in progress, or if the store fails.
    pub async fn begin<A: IdempotentResponse>(
        &self,
        player_id: &str,
        request: &IdempotencyRequest,
    ) -> Result<Idempotency<A>, AppError> {
        let Some(key) = request.key_of(player_id) else {
            return Ok(Idempotency::Execute(IdempotencyScope(None)));
        };
        let guard = self.play.mark_in_flight(&key)?;
        match self.store.stored_response(&key).await? {
            Some(record) if record.payload_hash == request.payload_hash => {
                let IdempotencyRecord { status, headers, body, .. } = record;
                Ok(Idempotency::Repeat(A::from_stored(StoredResponse { status, headers, body })))
            }
            Some(_) => Err(AppError::from_kind(ErrorKind::KeyReused)),
            None => Ok(Idempotency::Execute(IdempotencyScope(Some(KeyInFlight {
                key,
                payload_hash: request.payload_hash.clone(),
                at: self.env.now(),
                _guard: guard,
            })))),
        }
    }

    /// Returns true if a request has a key and is already answered: then the response will be
    /// repeated, and nothing more is stored.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn is_answered(
        &self,
        player_id: &str,
        request: &IdempotencyRequest,
    ) -> Result<bool, AppError> {
        match request.key_of(player_id) {
            Some(key) => Ok(self.store.stored_response(&key).await?.is_some()),
            None => Ok(false),
        }
    }

    /// Checks that no other node has answered the same request.
    ///
    /// # Errors
    /// 409 if one has: the client gets that response when it sends the request again.
    pub async fn check_unanswered(&self, scope: &IdempotencyScope) -> Result<(), AppError> {
        let Some(in_flight) = &scope.0 else { return Ok(()) };
        match self.store.stored_response(&in_flight.key).await? {
            Some(_) => Err(AppError::from_kind(ErrorKind::InFlight)),
            None => Ok(()),
        }
    }
}

impl IdempotencyRequest {
    fn key_of(&self, player_id: &str) -> Option<IdempotencyKey> {
        let key = self.key.clone()?;
        Some(IdempotencyKey { player_id: player_id.to_owned(), route: self.route.clone(), key })
    }
}

impl IdempotencyScope {
    /// Scope of a request without a key.
    pub(crate) const NONE: Self = Self(None);

    /// Returns the record of a response to store; `None` if the request has no key.
    pub fn record(&self, response: &impl IdempotentResponse) -> Option<IdempotencyRecord> {
        let KeyInFlight { key, payload_hash, at, .. } = self.0.as_ref()?;
        let StoredResponse { status, headers, body } = response.to_stored();
        Some(IdempotencyRecord {
            key: key.clone(),
            payload_hash: payload_hash.clone(),
            status,
            headers,
            body,
            created_at: *at,
        })
    }
}
