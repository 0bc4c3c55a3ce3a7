//! Changes of confirmed addresses. The confirmed address is told of a change, and can cancel it
//! until it takes effect.

use broadside_domain::time::Time;

use super::mailboxes::enable_mail;
use super::outbox::{NewMail, insert_mail};
use super::quotas::{AddressQuota, count_mail};
use super::removal::remove_mailbox;
use crate::backend::Backend;
use crate::error::StoreError;
use crate::sql::{Connection, query};
use crate::write::{Write, WriteResult};

impl Backend {
    /// Returns up to `limit` players whose address change is due by now, with true if the change
    /// deletes the mailbox.
    pub async fn due_addresses(
        &self,
        now: Time,
        limit: u32,
    ) -> Result<Vec<(String, bool)>, StoreError> {
        // The old address must have been notified, or all attempts to notify it must have failed.
        let rows = query(
            "SELECT player_id, next_address_normalized IS NULL FROM mailboxes WHERE next_address_at <= $1 \
             AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.queue = 'mail_out' AND j.player_id = mailboxes.player_id \
             AND j.mail_kind = 'notice' AND j.state = 'pending') ORDER BY next_address_at, player_id LIMIT $2",
        )
        .bind(now)
        .bind(limit)
        .fetch_all(self.readers())
        .await?;
        Ok(rows)
    }
}

/// Schedules the replacement of a confirmed address, or the deletion of the mailbox, and tells the
/// confirmed address. A conflict if there is no such code, another player has the new address, or
/// the confirmed address has changed or was notified of too many changes.
#[derive(Clone, Debug)]
pub struct Schedule {
    pub player_id: String,
    /// Confirmed address, normalized.
    pub from: String,
    /// Hash of the code that was sent to the new address; `None` if the change deletes the mailbox.
    pub code_hash: Option<String>,
    pub at: Time,
    /// Time when the change takes effect.
    pub takes_effect: Time,
    /// Quota entry of the notice.
    pub quota: AddressQuota,
    /// Notice to the confirmed address.
    pub notice: NewMail,
}

impl Write for Schedule {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { player_id, from, code_hash, at, takes_effect, quota, notice } = self;
        // Lock the mailbox before counting the notice.
        let locked = query(
            "UPDATE mailboxes SET leased_until = leased_until WHERE player_id = $1 AND address_normalized = $2 \
             AND (CAST($3 AS TEXT) IS NULL OR (code_hash = $3 AND NOT EXISTS (SELECT 1 FROM mailboxes o \
             WHERE o.address_normalized = mailboxes.pending_address_normalized AND o.player_id <> mailboxes.player_id)))",
        )
        .bind(player_id)
        .bind(from)
        .bind(code_hash)
        .execute(db)
        .await?;
        // The change requires the notice.
        if locked == 0 || !count_mail(db, quota, *at).await? {
            return Ok(WriteResult::Conflict);
        }
        // Without a code the change deletes the mailbox. Until then nothing more about games is written
        // to it.
        query(
            "UPDATE mailboxes SET next_address = CASE WHEN CAST($2 AS TEXT) IS NOT NULL THEN pending_address END, \
             next_address_normalized = CASE WHEN CAST($2 AS TEXT) IS NOT NULL THEN pending_address_normalized END, next_address_at = $3, \
             pending_address = NULL, pending_address_normalized = NULL, code_hash = NULL, pending_since = NULL, \
             revision = CASE WHEN revision >= $4 THEN revision + 1 ELSE $4 END WHERE player_id = $1",
        )
        .bind(player_id)
        .bind(code_hash)
        .bind(*takes_effect)
        .bind(*at)
        .execute(db)
        .await?;
        insert_mail(db, notice, *at).await?;
        Ok(WriteResult::Applied)
    }
}

/// Drops a pending change of an address. A conflict if the player does not have this address, or no
/// change is pending.
#[derive(Clone, Debug)]
pub struct Cancel {
    pub player_id: String,
    /// Confirmed address, normalized.
    pub address_normalized: String,
    pub at: Time,
}

impl Write for Cancel {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let cancelled = query(
            "UPDATE mailboxes SET next_address = NULL, next_address_normalized = NULL, next_address_at = NULL, \
             revision = CASE WHEN revision >= $3 THEN revision + 1 ELSE $3 END \
             WHERE player_id = $1 AND address_normalized = $2 AND next_address_at IS NOT NULL",
        )
        .bind(&self.player_id)
        .bind(&self.address_normalized)
        .bind(self.at)
        .execute(db)
        .await?;
        Ok(WriteResult::if_any(cancelled))
    }
}

/// Applies a change of an address that is due by now: codes for tokens that were sent to the old
/// address become invalid, and pending mail to it is cancelled. If another player has taken the new
/// address, the change is dropped. A conflict if no change is pending any longer.
#[derive(Clone, Debug)]
pub struct Apply {
    pub player_id: String,
    /// True if the change deletes the mailbox.
    pub removes: bool,
    pub at: Time,
}

impl Write for Apply {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { player_id, removes, at } = self;
        let next_address: Option<Option<String>> = query(
            "UPDATE mailboxes SET leased_until = leased_until WHERE player_id = $1 AND next_address_at <= $2 RETURNING next_address_normalized",
        )
        .bind(player_id)
        .bind(*at)
        .fetch_optional_value(&mut *db)
        .await?;
        let Some(address_normalized) = next_address.filter(|address| address.is_none() == *removes)
        else {
            return Ok(WriteResult::Conflict);
        };
        let Some(address_normalized) = address_normalized else {
            return remove_mailbox(db, player_id).await;
        };
        let replaced = query(
            "UPDATE mailboxes SET address = next_address, address_normalized = next_address_normalized, confirmed_at = $2, state = 'active', \
             failing_since = NULL, bounce_count = 0, bounced_since = NULL \
             WHERE player_id = $1 AND NOT EXISTS (SELECT 1 FROM mailboxes o \
             WHERE o.address_normalized = mailboxes.next_address_normalized AND o.player_id <> mailboxes.player_id)",
        )
        .bind(player_id)
        .bind(*at)
        .execute(db)
        .await?;
        query(
            "UPDATE mailboxes SET next_address = NULL, next_address_normalized = NULL, next_address_at = NULL, \
             revision = CASE WHEN revision >= $2 THEN revision + 1 ELSE $2 END WHERE player_id = $1",
        )
        .bind(player_id)
        .bind(*at)
        .execute(db)
        .await?;
        if replaced > 0 {
            enable_mail(db, player_id, &address_normalized).await?;
        }
        Ok(WriteResult::Applied)
    }
}
