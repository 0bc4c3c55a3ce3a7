//! Mailboxes of players. A change of a mailbox locks its row first, so that two changes of one
//! mailbox run one after the other. It locks the emails next, and the player's feed counter last.

use broadside_domain::mail::Frequency;
use broadside_domain::time::Time;

use super::mailbox_row::{COLUMNS, MailboxRow, PendingAddress, UNSENT};
use super::outbox::{NewMail, insert_mail};
use super::quotas::{AddressQuota, count_mail};
use crate::backend::Backend;
use crate::error::StoreError;
use crate::feed_readers::{FeedReader, HAS_NEWS, LAST_NUMBER};
use crate::feeds;
use crate::jobs::CANCEL_MAIL;
use crate::leases::{LeaseQuery, LeaseTerm};
use crate::players::{player_exists, reschedule_games};
use crate::sql::{Connection, query, query_text};
use crate::table::Table;
use crate::write::{Write, WriteResult};

pub(crate) const TABLE: Table = Table {
    left_behind: &["UPDATE mailboxes SET lease = NULL WHERE lease IS NOT NULL"],
    restored: &[
        // A receiver is given up after days of failures. A pause of days does not count as
        // failures.
        "UPDATE mailboxes SET failing_since = NULL WHERE state = 'active' AND failing_since IS NOT NULL",
        // A change of address may have been stopped since.
        "UPDATE mailboxes SET next_address = NULL, next_address_normalized = NULL, next_address_at = NULL",
        // News of moves that are gone, or that were told already.
        "UPDATE mailboxes SET feed_cursor = coalesce((SELECT h.last_seq FROM feed_heads h \
         WHERE h.player_id = mailboxes.player_id), feed_cursor)",
    ],
    erase_player: &["DELETE FROM mailboxes WHERE player_id = $1"],
    erase_mailbox: &["DELETE FROM mailboxes WHERE player_id = $1"],
    due_columns: &["leased_until", "next_digest_at", "strangers_at"],
    age_columns: &["pending_since", "next_address_at", "failing_since", "bounced_since"],
    ..Table::new("mailboxes")
};

/// Returns the condition that there is something to write for mailbox `t` at `$1`. A digest waits
/// for its time, unless the feed has a reminder or a restored game. Nothing is written for a
/// mailbox whose deletion is pending.
fn is_due() -> String {
    format!(
        "{} AND (t.next_address_at IS NULL OR t.next_address_normalized IS NOT NULL) \
         AND ((t.strangers_waiting AND t.strangers_at <= $1) OR ({HAS_NEWS} \
         AND (t.frequency <> 'digest' OR t.next_digest_at <= $1 OR EXISTS (SELECT 1 FROM feed f \
         WHERE f.player_id = t.player_id AND f.number > t.feed_cursor AND f.kind IN ('reminder', 'restored')))))",
        FeedReader::Mailbox.is_active()
    )
}

impl Backend {
    /// Leases mailboxes with something to write.
    pub async fn lease_mailboxes(
        &self,
        term: LeaseTerm<'_>,
        limit: u32,
    ) -> Result<Vec<MailboxRow>, StoreError> {
        let condition = is_due();
        let lease_query = LeaseQuery {
            table: FeedReader::Mailbox.table(),
            id: FeedReader::Mailbox.id(),
            columns: COLUMNS,
            condition: &condition,
            order: "t.leased_until, t.player_id",
        };
        self.lease(&lease_query, term, limit).await
    }

    pub async fn mailbox(&self, player_id: &str) -> Result<Option<MailboxRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM mailboxes WHERE player_id = $1");
        let row = query_text(sql).bind(player_id).fetch_optional(self.readers()).await?;
        Ok(row)
    }

    /// Returns the mailbox that awaits confirmation with a code with this hash.
    pub async fn mailbox_by_code(&self, code_hash: &str) -> Result<Option<MailboxRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM mailboxes WHERE code_hash = $1");
        let row = query_text(sql).bind(code_hash).fetch_optional(self.readers()).await?;
        Ok(row)
    }

    /// Returns the mailbox with this confirmed address, given in normalized form.
    pub async fn mailbox_by_address(
        &self,
        address_normalized: &str,
    ) -> Result<Option<MailboxRow>, StoreError> {
        // The address is user input; PostgreSQL text cannot contain NUL.
        if address_normalized.contains('\0') {
            return Ok(None);
        }
        let sql = format!("SELECT {COLUMNS} FROM mailboxes WHERE address_normalized = $1");
        let row = query_text(sql).bind(address_normalized).fetch_optional(self.readers()).await?;
        Ok(row)
    }
}

/// Creates or changes a mailbox, as its player has asked. A conflict if it has changed since it was
/// read, or the player is gone.
#[derive(Clone, Debug)]
pub struct Save {
    pub player_id: String,
    /// See [`MailboxRow::frequency`].
    pub frequency: Frequency,
    /// See [`MailboxRow::reminders`].
    pub reminders: Vec<u32>,
    /// See [`MailboxRow::sheets`].
    pub sheets: bool,
    /// See [`MailboxRow::strangers`].
    pub strangers: bool,
    /// See [`MailboxRow::lang`].
    pub lang: String,
    /// Revision that the request is based on: the [`revision`](MailboxRow::revision) of the
    /// mailbox, if there was one.
    pub before: Option<Time>,
    /// Address that awaits confirmation from now on, if any.
    pub pending: Option<PendingAddress>,
    /// True to keep a pending change of the address; false to drop it.
    pub keeps_next: bool,
    /// Quota entry, if a new confirmation was requested.
    pub quota: Option<AddressQuota>,
    /// Confirmation mail. It is sent only if the quotas allow it; [`PendingAddress::is_sent`] tells
    /// if they did.
    pub mail: Option<NewMail>,
    /// Time of the change; later than `before`.
    pub at: Time,
}

impl Write for Save {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self {
            player_id,
            frequency,
            sheets,
            strangers,
            reminders,
            lang,
            before,
            pending,
            keeps_next,
            quota,
            mail,
            at,
        } = self;
        if !player_exists(db, player_id).await? {
            return Ok(WriteResult::Conflict);
        }
        let reminders = serde_json::json!(reminders).to_string();
        let stored_reminders: Option<String> =
            query("SELECT reminders FROM mailboxes WHERE player_id = $1")
                .bind(player_id)
                .fetch_optional_value(&mut *db)
                .await?;
        // Before the mailbox is locked, since games are locked first.
        let stored_reminders = stored_reminders.unwrap_or_else(|| "[]".to_owned());
        if stored_reminders != reminders {
            reschedule_games(db, player_id).await?;
        }
        let sql = match before {
            // A mailbox that is turned on starts with events from now on.
            Some(_) => format!(
                "UPDATE mailboxes AS t SET feed_cursor = CASE WHEN $2 <> 'off' AND (frequency = 'off' OR state <> 'active') \
                 THEN {LAST_NUMBER} ELSE feed_cursor END, frequency = $2, sheets = $3, lang = $4, pending_address = $5, pending_address_normalized = $6, \
                 code_hash = $7, pending_since = $8, state = 'active', failing_since = NULL, bounce_count = 0, \
                 bounced_since = NULL, revision = $9, strangers = $11, reminders = $13, \
                 strangers_waiting = (strangers_waiting AND $11), \
                 next_address = CASE WHEN $12 THEN next_address END, \
                 next_address_normalized = CASE WHEN $12 THEN next_address_normalized END, next_address_at = CASE WHEN $12 THEN next_address_at END \
                 WHERE player_id = $1 AND revision = $10"
            ),
            None => {
                "INSERT INTO mailboxes (player_id, frequency, sheets, lang, pending_address, pending_address_normalized, code_hash, \
                 pending_since, revision, state, feed_cursor, next_digest_at, leased_until, bounce_count, strangers, reminders) \
                 SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, 'active', 0, 0, 0, 0, $11, $13 \
                 WHERE CAST($10 AS BIGINT) IS NULL AND NOT $12 ON CONFLICT (player_id) DO NOTHING"
                    .to_owned()
            }
        };
        let saved = query_text(sql)
            .bind(player_id)
            .bind(*frequency)
            .bind(*sheets)
            .bind(lang)
            .bind(pending.as_ref().map(|pending| &pending.address))
            .bind(pending.as_ref().map(|pending| &pending.address_normalized))
            .bind(pending.as_ref().map(|pending| &pending.code_hash))
            .bind(pending.as_ref().map(|pending| pending.since.0))
            .bind(*at)
            .bind(before.map(|before| before.0))
            .bind(*strangers)
            .bind(*keeps_next)
            .bind(&reminders)
            .execute(db)
            .await?;
        if saved == 0 {
            return Ok(WriteResult::Conflict);
        }
        if *frequency == Frequency::Off {
            cancel_mail(db, player_id).await?;
        }
        let is_allowed = match quota {
            Some(quota) => count_mail(db, quota, *at).await?,
            None => true,
        };
        if !is_allowed {
            // Mark the code as not sent. The player is told, and does not wait for a code that was
            // never sent.
            query("UPDATE mailboxes SET code_hash = $2 WHERE player_id = $1")
                .bind(player_id)
                .bind(format!("{UNSENT}{player_id}"))
                .execute(db)
                .await?;
        }
        if let Some(mail) = mail.as_ref().filter(|_| is_allowed) {
            insert_mail(db, mail, *at).await?;
        }
        Ok(WriteResult::Applied)
    }
}

/// Confirms the first address of a mailbox by the code that was sent to it. A conflict if there is
/// no such code, the mailbox already has an address, or another player has this one.
#[derive(Clone, Debug)]
pub struct Confirm {
    pub code_hash: String,
    pub at: Time,
}

impl Write for Confirm {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let confirmed: Option<(String, String)> = query(
            "UPDATE mailboxes SET address = pending_address, address_normalized = pending_address_normalized, confirmed_at = $2, \
             pending_address = NULL, pending_address_normalized = NULL, code_hash = NULL, pending_since = NULL, state = 'active', \
             failing_since = NULL, bounce_count = 0, bounced_since = NULL, \
             revision = CASE WHEN revision >= $2 THEN revision + 1 ELSE $2 END \
             WHERE code_hash = $1 AND address_normalized IS NULL AND NOT EXISTS (SELECT 1 FROM mailboxes o \
             WHERE o.address_normalized = mailboxes.pending_address_normalized AND o.player_id <> mailboxes.player_id) \
             RETURNING player_id, address_normalized",
        )
        .bind(&self.code_hash)
        .bind(self.at)
        .fetch_optional(&mut *db)
        .await?;
        let Some((player_id, address_normalized)) = confirmed else {
            return Ok(WriteResult::Conflict);
        };
        let last_number = enable_mail(db, &player_id, &address_normalized).await?;
        query("UPDATE mailboxes SET feed_cursor = $2 WHERE player_id = $1")
            .bind(&player_id)
            .bind(last_number)
            .execute(db)
            .await?;
        Ok(WriteResult::Applied)
    }
}

/// Stops mail to a player. A conflict if the player does not have this address.
#[derive(Clone, Debug)]
pub struct TurnOff {
    pub player_id: String,
    /// Confirmed address, normalized.
    pub address_normalized: String,
    pub at: Time,
}

impl Write for TurnOff {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let turned_off = query(
            "UPDATE mailboxes SET frequency = 'off', revision = CASE WHEN revision >= $3 \
             THEN revision + 1 ELSE $3 END WHERE player_id = $1 AND address_normalized = $2",
        )
        .bind(&self.player_id)
        .bind(&self.address_normalized)
        .bind(self.at)
        .execute(db)
        .await?;
        if turned_off > 0 {
            cancel_mail(db, &self.player_id).await?;
        }
        Ok(WriteResult::if_any(turned_off))
    }
}

/// Stops reports of challenges by strangers to a player. A conflict if the player does not have
/// this address.
#[derive(Clone, Debug)]
pub struct StopStrangers {
    pub player_id: String,
    /// Confirmed address, normalized.
    pub address_normalized: String,
    pub at: Time,
}

impl Write for StopStrangers {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let turned_off = query(
            "UPDATE mailboxes SET strangers = $4, strangers_waiting = $4, \
             revision = CASE WHEN revision >= $3 THEN revision + 1 ELSE $3 END \
             WHERE player_id = $1 AND address_normalized = $2",
        )
        .bind(&self.player_id)
        .bind(&self.address_normalized)
        .bind(self.at)
        .bind(false)
        .execute(db)
        .await?;
        if turned_off > 0 {
            query_text(format!("{CANCEL_MAIL} AND player_id = $1 AND mail_kind = 'strangers'"))
                .bind(&self.player_id)
                .execute(db)
                .await?;
        }
        Ok(WriteResult::if_any(turned_off))
    }
}

/// Records that an email to this player's address has bounced. After several bounces over some days
/// the mailbox is turned off. A conflict if the player does not have this address.
#[derive(Clone, Debug)]
pub struct CountBounce {
    pub player_id: String,
    /// Confirmed address, normalized.
    pub address_normalized: String,
    pub at: Time,
    /// Number of bounces that turn off the mailbox, if the first one came by `since`.
    pub max: u32,
    /// See `max`.
    pub since: Time,
}

impl Write for CountBounce {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let rows = query(
            "UPDATE mailboxes SET bounce_count = bounce_count + 1, bounced_since = coalesce(bounced_since, $3), \
             state = CASE WHEN bounce_count + 1 >= $4 AND bounced_since <= $5 THEN 'failing' ELSE state END \
             WHERE player_id = $1 AND address_normalized = $2",
        )
        .bind(&self.player_id)
        .bind(&self.address_normalized)
        .bind(self.at)
        .bind(self.max)
        .bind(self.since)
        .execute(db)
        .await?;
        Ok(WriteResult::if_any(rows))
    }
}

/// Clears the bounces of a player: an email has shown that mail to their address is read.
#[derive(Clone, Debug)]
pub struct ResetBounces {
    pub player_id: String,
}

impl Write for ResetBounces {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        query(
            "UPDATE mailboxes SET bounce_count = 0, bounced_since = NULL WHERE player_id = $1 AND bounce_count > 0",
        )
        .bind(&self.player_id)
        .execute(db)
        .await?;
        Ok(WriteResult::Applied)
    }
}

/// Cancels what was meant for the previous address, and enables the player's feed. Returns the
/// number of its last entry.
pub(super) async fn enable_mail(
    db: &mut Connection<'_>,
    player_id: &str,
    address_normalized: &str,
) -> Result<i64, sqlx::Error> {
    // Codes sent to the previous address become invalid.
    query("DELETE FROM mail_codes WHERE player_id = $1").bind(player_id).execute(db).await?;
    // Pending mail to the previous address is cancelled, because it contains keys. It is not
    // written again: the reminder repeats that it is the player's turn, and the next mail about a
    // game shows its state, but only the game itself shows the events that the cancelled mail
    // reported.
    query_text(format!(
        "{CANCEL_MAIL} AND player_id = $1 AND (mail_kind = 'code' \
         OR (mail_kind NOT IN ('confirm', 'notice') AND lower(recipient) <> $2))"
    ))
    .bind(player_id)
    .bind(address_normalized)
    .execute(db)
    .await?;
    // Waits for moves in progress that saw the feed disabled.
    feeds::enable(db, player_id).await
}

/// Cancels pending mail to a player who wants none, except for confirmations, codes and notices.
async fn cancel_mail(db: &mut Connection<'_>, player_id: &str) -> Result<(), sqlx::Error> {
    query_text(format!(
        "{CANCEL_MAIL} AND player_id = $1 AND mail_kind NOT IN ('confirm', 'code', 'notice')"
    ))
    .bind(player_id)
    .execute(db)
    .await?;
    Ok(())
}
