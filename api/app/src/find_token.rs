//! Tokens as requests find them: from the cache, or from the store.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use broadside_domain::error::AppError;
use broadside_domain::game::Revision;
use broadside_domain::player::TokenRow;
use broadside_store::{CommitError, tokens};

use super::App;
use super::token_cache::TokenCache;

impl App {
    /// Returns the token with this hash, which may have expired, from the cache if it is there. If
    /// other nodes share the database, the cached token is checked against it, and the same query
    /// reads the revision of the game; otherwise the revision is `None`.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn find_token(
        &self,
        hash: &str,
        game_id: Option<&str>,
    ) -> Result<(Option<Arc<TokenRow>>, Option<Revision>), AppError> {
        if let Some(token) = self.token_cache.tokens.get(hash) {
            if !self.store.shared() {
                return Ok((Some(token), None));
            }
            let stored = self.store.freshness(Some(hash), game_id).await?;
            // Other changes of a token do not matter here.
            if stored.token && stored.ends_at == token.ends_at {
                return Ok((Some(token), stored.revision));
            }
        }
        Ok((self.load_token(hash).await?, None))
    }

    /// Returns true if the token exists and has not expired.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn is_token_valid(&self, hash: &str) -> Result<bool, AppError> {
        let (token, _) = self.find_token(hash, None).await?;
        Ok(token.is_some_and(|token| !token.has_expired(self.env.now())))
    }

    /// Reads the token with this hash from the store, and caches it.
    async fn load_token(&self, hash: &str) -> Result<Option<Arc<TokenRow>>, AppError> {
        let TokenCache { tokens, revocations } = &self.token_cache;
        let before = revocations.load(Ordering::SeqCst);
        let Some(mut token) = self.store.token(hash).await? else {
            tokens.remove(hash);
            return Ok(None);
        };
        if token.replaces.is_some() {
            let mark =
                tokens::MarkUsed { id: token.id.clone(), player_id: token.player_id.clone() };
            match self.store.commit(mark).await {
                Ok(()) => token.replaces = None,
                // Another token took its place, or the account was deleted.
                Err(CommitError::Conflict) => return Ok(None),
                // The next request tries again.
                Err(CommitError::Failed(_)) => return Ok(Some(Arc::new(token))),
            }
        }
        let token = Arc::new(token);
        tokens.insert(hash.to_owned(), Arc::clone(&token));
        // A token that was read before a revocation is not cached after it.
        if before != revocations.load(Ordering::SeqCst) {
            tokens.remove(hash);
        }
        Ok(Some(token))
    }

    /// Clears the cache of tokens after a revocation, or a step of the clock. If other nodes share
    /// the database, the cache stays: each use of a token checks it against the database.
    pub fn clear_token_cache(&self) {
        if self.store.shared() {
            return;
        }
        self.token_cache.revocations.fetch_add(1, Ordering::SeqCst);
        self.token_cache.tokens.clear();
    }
}
