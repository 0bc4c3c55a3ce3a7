//! Idempotency keys, and the responses stored for them.

use serde::{Deserialize, Serialize};

use super::time::Time;

/// Response stored for an idempotency key. It shows data that only one player may see, so it does
/// not implement `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct IdempotencyRecord {
    pub key: IdempotencyKey,
    /// Hash of the request.
    pub payload_hash: String,
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
    pub created_at: Time,
}

/// Idempotency key with its scope.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct IdempotencyKey {
    pub player_id: String,
    /// Method and path.
    pub route: String,
    /// Key from the client.
    pub key: String,
}
