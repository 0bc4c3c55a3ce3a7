//! Cache of tokens, which almost every request needs.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use broadside_domain::player::TokenRow;
use quick_cache::sync::Cache;

/// Maximum number of cached tokens.
const CAPACITY: usize = 20_000;

/// Cache of tokens by their hashes.
pub(super) struct TokenCache {
    pub(super) tokens: Cache<String, Arc<TokenRow>>,
    /// Number of revocations since the start, which invalidates concurrent reads of tokens.
    pub(super) revocations: AtomicU64,
}

impl TokenCache {
    pub(super) fn new() -> Self {
        Self { tokens: Cache::new(CAPACITY), revocations: AtomicU64::new(0) }
    }
}
