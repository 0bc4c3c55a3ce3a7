//! Expiry of invitations that nobody answers. They stand as long as challenges do. After that their
//! seats are free, and the inviting players are notified.

use crate::compose::Block;
use broadside_domain::time::{DAY, Time};
use broadside_i18n::Lang;
use broadside_store::mail::invitations;
use broadside_store::{InvitationRow, StoreError};

use super::InboundProcessor;
use crate::texts::LetterTexts;
use broadside_worker::jobs::JobError;

/// Maximum number of invitations per batch.
const BATCH_SIZE: u32 = 100;

impl InboundProcessor {
    /// Expires invitations that have stood long enough.
    ///
    /// # Errors
    /// If the store fails.
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
            let days = self.post.app.play.challenge_days.to_string();
            let why = |lang: Lang| {
                // The address may have been erased at the request of its owner.
                let who = if row.address.is_empty() {
                    lang.text("invited-somebody")
                } else {
                    row.address.clone()
                };
                vec![Block::Text(
                    lang.fill("invitation-expired", &[("address", &who), ("n", &days)]),
                )]
            };
            self.notify_inviter(row, "expired", &why).await?;
        }
        self.commit(invitations::Expire { key_hash: row.key_hash.clone() }).await
    }
}
