//! Expiry of invitations that nobody answers. They stand as long as challenges do. After that their
//! seats are free, and the inviting players are notified.

use broadside_domain::time::{DAY, Time};
use broadside_i18n::Lang;
use broadside_store::mail::invitations;
use broadside_store::{InvitationRow, StoreError};
use broadside_worker::jobs::JobError;

use super::InboundProcessor;
use crate::compose::Block;
use crate::texts::LetterTexts;

/// Maximum number of invitations per batch.
const BATCH_SIZE: u32 = 100;

impl InboundProcessor {
    /// Expires invitations that have stood long enough.
    ///
    /// # Errors
    /// If the store fails. A failure of a single invitation is logged.
    pub(super) async fn expire(&self) -> Result<(), StoreError> {
        let post = &self.post;
        let days = i64::from(post.app.play.challenge_days);
        let now = post.app.env.age_time();
        let before = Time(now.0 - days * DAY);
        for row in post.app.store.unanswered_invitations(before, BATCH_SIZE).await? {
            if post.app.play.deadline_after_outages(row.created_at, days * DAY) > now {
                continue;
            }
            match self.expire_one(&row).await {
                Ok(()) => {
                    tracing::info!(
                        game = row.game_id,
                        seat = row.seat,
                        "an invitation by mail has expired"
                    )
                }
                // Another change came first.
                Err(JobError::Lost) => {}
                // It is retried with the next batch.
                Err(JobError::Failed(error)) => {
                    tracing::error!(
                        game = row.game_id,
                        error,
                        "expiring an invitation by mail failed"
                    );
                }
            }
        }
        Ok(())
    }

    /// Expires an invitation. Idempotent: after a crash it is repeated from the beginning.
    async fn expire_one(&self, row: &InvitationRow) -> Result<(), JobError> {
        // Revoke the code first, so that nobody can take the seat with it.
        if self.free_seat(row).await? {
            let days = self.post.app.play.challenge_days;
            self.notify_inviter(row, "expired", &|lang| vec![expiry_notice(lang, row, days)])
                .await?;
        }
        self.post
            .app
            .store
            .try_commit(invitations::Expire { key_hash: row.key_hash.clone() })
            .await?;
        Ok(())
    }
}

/// Tells the inviting player that an invitation has expired after so many days.
fn expiry_notice(lang: Lang, row: &InvitationRow, days: u32) -> Block {
    // The address may have been erased at the request of its owner.
    let invitee =
        if row.address.is_empty() { lang.text("invited-somebody") } else { row.address.clone() };
    let values = [("address", &*invitee), ("n", &*days.to_string())];
    Block::Text(lang.fill("invitation-expired", &values))
}
