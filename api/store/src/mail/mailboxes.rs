//! Queries and statements of mailboxes.

use broadside_domain::time::Time;

use super::outbox::insert_mail;
use super::quotas::count_mail;
use super::{
    AddressChange, Confirmed, Frequency, MailboxRow, NextAddress, PendingAddress, UNSENT,
    UpsertMailbox,
};
use crate::decode::parse_json;
use crate::feed_readers::{FeedReader, HAS_NEWS, HEAD};
use crate::jobs::CANCEL_MAIL;
use crate::leases::LeaseQuery;
use crate::players::{player_exists, reschedule_games};
use crate::sql::{Connection, Record, Row, query, query_text};
use crate::{Backend, Done, LeaseTerm, StoreError, feeds};

/// Columns of a mailbox.
const COLUMNS: &str = "player_id, address, address_normalized, confirmed_at, pending_address, \
     pending_address_normalized, code_hash, pending_since, next_address, next_address_normalized, next_address_at, \
     frequency, sheets, lang, state, feed_cursor, next_digest_at, failing_since, strangers, strangers_waiting, \
     strangers_at, revision, reminders";

/// Statements that delete a player's mailbox, by the player's id, with everything that contains its
/// address or gives it access to games.
const ERASE_MAILBOX: [&str; 11] = [
    // Lock the mailbox first, as senders do: a mail is written before the deletion, or not at all.
    "UPDATE mailboxes SET lease = NULL WHERE player_id = $1",
    "DELETE FROM jobs WHERE queue = 'mail_in' AND player_id = $1",
    "DELETE FROM jobs WHERE queue IN ('mail_in', 'recoveries') AND key IN (SELECT address_normalized FROM mailboxes WHERE player_id = $1)",
    "DELETE FROM jobs WHERE queue = 'mail_out' AND player_id = $1",
    "DELETE FROM mail_threads WHERE player_id = $1",
    "DELETE FROM mail_keys WHERE player_id = $1",
    "DELETE FROM mail_codes WHERE player_id = $1",
    // Others may have sent mail to the address before it was known to be the player's.
    "DELETE FROM jobs WHERE queue = 'mail_out' AND player_id IS NULL \
     AND lower(recipient) IN (SELECT address_normalized FROM mailboxes WHERE player_id = $1)",
    "DELETE FROM mail_invitations WHERE address_normalized IN (SELECT address_normalized FROM mailboxes WHERE player_id = $1) \
     AND (player_id IS NOT NULL OR code_hash = '')",
    // Open invitations only lose the address: their seats become free when they expire.
    "UPDATE mail_invitations SET address = '', address_normalized = '', address_hash = 'forgotten ' || key_hash \
     WHERE address_normalized IN (SELECT address_normalized FROM mailboxes WHERE player_id = $1)",
    "DELETE FROM mailboxes WHERE player_id = $1",
];

impl Record for MailboxRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        let text = |name: &str| row.get::<Option<String>>(name);
        let time = |name: &str| row.get::<Option<Time>>(name);
        let confirmed =
            text("address")?.zip(text("address_normalized")?).zip(time("confirmed_at")?);
        let pending = text("pending_address")?.zip(text("pending_address_normalized")?);
        let pending = pending.zip(text("code_hash")?.zip(time("pending_since")?));
        let next_address = text("next_address")?.zip(text("next_address_normalized")?);
        Ok(Self {
            player_id: row.get("player_id")?,
            confirmed: confirmed.map(|((address, address_normalized), confirmed_at)| Confirmed {
                address,
                address_normalized,
                confirmed_at,
            }),
            pending: pending.map(|((address, address_normalized), (code_hash, since))| {
                PendingAddress { address, address_normalized, code_hash, since }
            }),
            next_address: time("next_address_at")?
                .map(|at| NextAddress { address: next_address, at }),
            frequency: row.get("frequency")?,
            sheets: row.get("sheets")?,
            lang: row.get("lang")?,
            state: row.get("state")?,
            feed_cursor: row.get("feed_cursor")?,
            next_digest_at: row.get("next_digest_at")?,
            failing_since: row.get("failing_since")?,
            strangers: row.get("strangers")?,
            strangers_waiting: row.get("strangers_waiting")?,
            strangers_at: row.get("strangers_at")?,
            revision: row.get("revision")?,
            reminders: parse_json("reminders", &row.get::<String>("reminders")?)?,
        })
    }
}

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
        let due = LeaseQuery {
            table: FeedReader::Mailbox.table(),
            id: FeedReader::Mailbox.id(),
            columns: COLUMNS,
            condition: &condition,
            order: "t.leased_until, t.player_id",
        };
        self.lease(&due, term, limit).await
    }

    /// Returns a player's mailbox.
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
    pub async fn mailbox_at(&self, normal: &str) -> Result<Option<MailboxRow>, StoreError> {
        // The address is user input; PostgreSQL text cannot contain NUL.
        if normal.contains('\0') {
            return Ok(None);
        }
        let sql = format!("SELECT {COLUMNS} FROM mailboxes WHERE address_normalized = $1");
        let row = query_text(sql).bind(normal).fetch_optional(self.readers()).await?;
        Ok(row)
    }

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
        .bind(now.0)
        .bind(i64::from(limit))
        .fetch_all(self.readers())
        .await?;
        Ok(rows)
    }
}

/// Creates or changes a mailbox.
pub(super) async fn upsert(
    db: &mut Connection<'_>,
    wish: &UpsertMailbox,
) -> Result<Done, sqlx::Error> {
    let UpsertMailbox {
        player_id,
        frequency,
        sheets,
        strangers,
        reminders,
        lang,
        before,
        pending,
        keeps_next,
        counted,
        mail,
        at,
    } = wish;
    if !player_exists(db, player_id).await? {
        return Ok(Done::Conflict);
    }
    let reminders = serde_json::json!(reminders).to_string();
    let stored: Option<(String,)> = query("SELECT reminders FROM mailboxes WHERE player_id = $1")
        .bind(player_id)
        .fetch_optional(&mut *db)
        .await?;
    // Before the mailbox is locked, since games are locked first.
    if stored.map_or("[]".to_owned(), |(before,)| before) != reminders {
        reschedule_games(db, player_id).await?;
    }
    let wanted = match before {
        // A mailbox that is turned on starts with events from now on.
        Some(_) => format!(
            "UPDATE mailboxes AS t SET feed_cursor = CASE WHEN $2 <> 'off' AND (frequency = 'off' OR state <> 'active') \
             THEN {HEAD} ELSE feed_cursor END, frequency = $2, sheets = $3, lang = $4, pending_address = $5, pending_address_normalized = $6, \
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
    let done = query_text(wanted)
        .bind(player_id)
        .bind(frequency.as_str())
        .bind(*sheets)
        .bind(lang)
        .bind(pending.as_ref().map(|asked| &asked.address))
        .bind(pending.as_ref().map(|asked| &asked.address_normalized))
        .bind(pending.as_ref().map(|asked| &asked.code_hash))
        .bind(pending.as_ref().map(|asked| asked.since.0))
        .bind(at.0)
        .bind(before.map(|before| before.0))
        .bind(*strangers)
        .bind(*keeps_next)
        .bind(&reminders)
        .execute(&mut *db)
        .await?;
    if done == 0 {
        return Ok(Done::Conflict);
    }
    if *frequency == Frequency::Off {
        cancel_mail(db, player_id).await?;
    }
    let may = match counted {
        Some(counted) => count_mail(db, counted, *at).await?,
        None => true,
    };
    if !may {
        // Mark the code as not sent. The player is told, and does not wait for a code that was
        // never sent.
        query("UPDATE mailboxes SET code_hash = $2 WHERE player_id = $1")
            .bind(player_id)
            .bind(format!("{}{player_id}", UNSENT))
            .execute(&mut *db)
            .await?;
    }
    if let Some(mail) = mail.as_ref().filter(|_| may) {
        insert_mail(db, mail, *at).await?;
    }
    Ok(Done::Yes)
}

/// Confirms the address that awaits confirmation with a code.
pub(super) async fn confirm(
    db: &mut Connection<'_>,
    code_hash: &str,
    at: Time,
) -> Result<Done, sqlx::Error> {
    let confirmed: Option<(String, String)> = query(
        "UPDATE mailboxes SET address = pending_address, address_normalized = pending_address_normalized, confirmed_at = $2, \
         pending_address = NULL, pending_address_normalized = NULL, code_hash = NULL, pending_since = NULL, state = 'active', \
         failing_since = NULL, bounce_count = 0, bounced_since = NULL, \
         revision = CASE WHEN revision >= $2 THEN revision + 1 ELSE $2 END \
         WHERE code_hash = $1 AND address_normalized IS NULL AND NOT EXISTS (SELECT 1 FROM mailboxes o \
         WHERE o.address_normalized = mailboxes.pending_address_normalized AND o.player_id <> mailboxes.player_id) \
         RETURNING player_id, address_normalized",
    )
    .bind(code_hash)
    .bind(at.0)
    .fetch_optional(&mut *db)
    .await?;
    let Some((player_id, normal)) = confirmed else { return Ok(Done::Conflict) };
    let number = enable_mail(db, &player_id, &normal).await?;
    query("UPDATE mailboxes SET feed_cursor = $2 WHERE player_id = $1")
        .bind(&player_id)
        .bind(number)
        .execute(&mut *db)
        .await?;
    Ok(Done::Yes)
}

/// Cancels what was meant for the previous address, and enables the player's feed. Returns the
/// number of its last entry.
async fn enable_mail(
    db: &mut Connection<'_>,
    player_id: &str,
    normal: &str,
) -> Result<i64, sqlx::Error> {
    // Codes sent to the previous address become invalid.
    query("DELETE FROM mail_codes WHERE player_id = $1").bind(player_id).execute(&mut *db).await?;
    // Pending mail to the previous address is cancelled, because it contains keys. It is not
    // written again: the reminder repeats that it is the player's turn, and the next mail about a
    // game shows its state, but only the game itself shows the events that the cancelled mail
    // reported.
    query_text(format!(
        "{CANCEL_MAIL} AND player_id = $1 AND (mail_kind = 'code' \
         OR (mail_kind NOT IN ('confirm', 'notice') AND lower(recipient) <> $2))"
    ))
    .bind(player_id)
    .bind(normal)
    .execute(&mut *db)
    .await?;
    // Waits for moves in progress that saw the feed disabled.
    feeds::enable(db, player_id).await
}

/// Begins a change of a confirmed address, or the deletion of a mailbox, and tells the confirmed
/// address.
pub(super) async fn change_address(
    db: &mut Connection<'_>,
    change: &AddressChange,
) -> Result<Done, sqlx::Error> {
    let AddressChange { player_id, from, code_hash, at, takes_effect, counted, notice } = change;
    // Lock the mailbox before counting the notice. A conflict does not roll back earlier writes, so
    // write nothing before all checks.
    let held = query(
        "UPDATE mailboxes SET leased_until = leased_until WHERE player_id = $1 AND address_normalized = $2 \
         AND (CAST($3 AS TEXT) IS NULL OR (code_hash = $3 AND NOT EXISTS (SELECT 1 FROM mailboxes o \
         WHERE o.address_normalized = mailboxes.pending_address_normalized AND o.player_id <> mailboxes.player_id)))",
    )
    .bind(player_id)
    .bind(from)
    .bind(code_hash)
    .execute(&mut *db)
    .await?;
    // The change requires the notice.
    if held == 0 || !count_mail(db, counted, *at).await? {
        return Ok(Done::Conflict);
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
    .bind(takes_effect.0)
    .bind(at.0)
    .execute(&mut *db)
    .await?;
    insert_mail(db, notice, *at).await?;
    Ok(Done::Yes)
}

/// Puts a change of an address into effect when its time has come.
pub(super) async fn take_address(
    db: &mut Connection<'_>,
    player_id: &str,
    removes: bool,
    at: Time,
) -> Result<Done, sqlx::Error> {
    let due: Option<(Option<String>,)> = query(
        "UPDATE mailboxes SET leased_until = leased_until WHERE player_id = $1 AND next_address_at <= $2 RETURNING next_address_normalized",
    )
    .bind(player_id)
    .bind(at.0)
    .fetch_optional(&mut *db)
    .await?;
    let Some((normal,)) = due.filter(|(normal,)| normal.is_none() == removes) else {
        return Ok(Done::Conflict);
    };
    let Some(normal) = normal else {
        remove_mailbox(db, player_id).await?;
        return Ok(Done::Yes);
    };
    let taken = query(
        "UPDATE mailboxes SET address = next_address, address_normalized = next_address_normalized, confirmed_at = $2, state = 'active', \
         failing_since = NULL, bounce_count = 0, bounced_since = NULL \
         WHERE player_id = $1 AND NOT EXISTS (SELECT 1 FROM mailboxes o \
         WHERE o.address_normalized = mailboxes.next_address_normalized AND o.player_id <> mailboxes.player_id)",
    )
    .bind(player_id)
    .bind(at.0)
    .execute(&mut *db)
    .await?;
    query(
        "UPDATE mailboxes SET next_address = NULL, next_address_normalized = NULL, next_address_at = NULL, \
         revision = CASE WHEN revision >= $2 THEN revision + 1 ELSE $2 END WHERE player_id = $1",
    )
    .bind(player_id)
    .bind(at.0)
    .execute(&mut *db)
    .await?;
    if taken > 0 {
        enable_mail(db, player_id, &normal).await?;
    }
    Ok(Done::Yes)
}

/// Deletes a mailbox with everything that belongs to it. Returns the number of mailboxes deleted.
pub(super) async fn remove_mailbox(
    db: &mut Connection<'_>,
    player_id: &str,
) -> Result<u64, sqlx::Error> {
    let mut removed = 0;
    for statement in ERASE_MAILBOX {
        removed = query(statement).bind(player_id).execute(&mut *db).await?;
    }
    Ok(removed)
}

/// Cancels pending mail to a player who wants none, except for confirmations, codes and notices.
pub(super) async fn cancel_mail(
    db: &mut Connection<'_>,
    player_id: &str,
) -> Result<(), sqlx::Error> {
    query_text(cancel_news()).bind(player_id).execute(&mut *db).await?;
    Ok(())
}

/// Returns the statement that cancels a player's pending mail, by the player's id, except for mail
/// that the player has just asked for.
fn cancel_news() -> String {
    format!("{CANCEL_MAIL} AND player_id = $1 AND mail_kind NOT IN ('confirm', 'code', 'notice')")
}
