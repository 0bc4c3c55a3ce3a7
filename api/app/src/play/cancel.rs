//! Cancellation of a game by an operator, after a restore.

use std::sync::Arc;

use broadside_domain::error::{AppError, ErrorKind};
use broadside_engine::game::Request;
use broadside_store::retry_conflicts;

use super::{Play, apply};

impl Play {
    /// Cancels a game at any point before its end. Ignores its deadlines, which may have passed
    /// since the backup was made. Returns true if the game was cancelled. A game that is over does
    /// not change.
    ///
    /// # Errors
    /// If there is no such game (404), or if the store fails.
    pub async fn cancel(self: &Arc<Self>, id: &str) -> Result<bool, AppError> {
        let slot = self.slot(id);
        let _guard = slot.lock.lock().await;
        retry_conflicts(|| async {
            slot.set(None);
            let Some(game) = self.load(id, &slot).await? else {
                return Err(AppError::from_kind(ErrorKind::NotFound));
            };
            if game.game.status().is_over() {
                return Ok(Some(false));
            }
            let outcome = apply(&game.game, &Request::Cancel)?;
            let (after, _, step) = self.prepare(&game, outcome, self.env.now(), None);
            Ok(self.commit(&slot, after, step).await?.then_some(true))
        })
        .await
    }
}
