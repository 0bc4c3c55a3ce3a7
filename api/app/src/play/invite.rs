//! Codes of invitations, which the log of a game does not contain.

use broadside_domain::error::{AppError, ErrorKind};
use broadside_engine::seat::Seat;
use broadside_store::games::invitation_codes;
use broadside_store::retry_conflicts;

use super::{LiveGame, Play};

impl Play {
    /// Replaces the invitation code of a seat. The log does not record this. `decide` judges the
    /// current game, and returns the seat and the hash of the code.
    ///
    /// # Errors
    /// If `decide` refuses, if there is no such game (404), or if the store fails.
    pub async fn replace_invite_code(
        &self,
        id: &str,
        decide: impl Fn(&LiveGame) -> Result<(Seat, String), AppError> + Send + Sync,
    ) -> Result<Seat, AppError> {
        if uuid::Uuid::try_parse(id).is_err() {
            return Err(AppError::from_kind(ErrorKind::NotFound));
        }
        let slot = self.slot(id);
        let _guard = slot.lock.lock().await;
        retry_conflicts(|| async {
            let Some(game) = self.load(id, &slot).await? else {
                return Err(AppError::from_kind(ErrorKind::NotFound));
            };
            if !self.is_current(&game).await? {
                slot.set(None);
                return Ok(None);
            }
            let (seat, code_hash) = decide(&game)?;
            let replace = invitation_codes::Replace {
                game_id: id.to_owned(),
                from: game.row.progress.version,
                seat,
                code_hash,
            };
            let replaced = self.store.try_commit(replace).await;
            slot.set(None);
            Ok(replaced?.then_some(seat))
        })
        .await
    }
}
