//! Cancelling a game, as an operator does after a restore.

use std::sync::Arc;

use broadside_engine::game::Request;

use super::{ATTEMPTS, Decision, Play, apply};
use crate::problem::{Kind, Problem};

impl Play {
    /// Cancels a game at any point before its end. Its deadlines are not looked at: they may have passed while it lay in a
    /// backup. Answers whether it was cancelled; a game that is over stays as it is.
    ///
    /// # Errors
    /// 404 if there is no such game, or if the store fails.
    pub async fn cancel(self: &Arc<Self>, id: &str) -> Result<bool, Problem> {
        let slot = self.slot(id);
        let _gate = slot.gate.lock().await;
        for _ in 0..ATTEMPTS {
            slot.set(None);
            let Some(game) = self.load(id, &slot).await? else { return Err(Problem::plain(Kind::NotFound)) };
            if game.game.status().is_over() {
                return Ok(false);
            }
            let cancelled: Decision = apply(&game.game, &Request::Cancel)?;
            let (after, _, step) = self.prepare(&game, cancelled, self.ambient.now(), None);
            if self.commit(&slot, after, step).await? {
                return Ok(true);
            }
        }
        Err(Problem::plain(Kind::Unavailable))
    }
}
