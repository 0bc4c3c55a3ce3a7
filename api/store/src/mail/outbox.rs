//! Queries and statements of outgoing mail.

use broadside_domain::time::Time;

use super::keys::insert_keys;
use super::threads::{threads_are_unchanged, update_threads};
use super::{DeliveryAttempt, FeedBatch, MailRow, NOTICE_WITHIN, NewMail};
use crate::feed_readers::{self, FeedReader};
use crate::jobs::{self, JobRow, JobState, NewJob, Queue};
use crate::sql::{Connection, Record, Row, Value, query, query_text};
use crate::{Backend, Done, LAST, LeaseTerm, StoreError};

/// Columns of a mail that are not those of its job.
const COLUMNS: &str = "player_id, game_id, mail_kind, dedup_id, recipient, sender, payload";

impl Record for MailRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        let job = JobRow::decode(row)?;
        let mail = NewMail {
            id: job.id.clone(),
            player_id: row.get("player_id")?,
            game_id: row.get("game_id")?,
            mail_kind: row.get("mail_kind")?,
            message_id: row.get("dedup_id")?,
            recipient: row.get("recipient")?,
            sender: row.get("sender")?,
            message: row.text("payload")?,
        };
        Ok(Self { job, mail })
    }
}

impl Backend {
    /// Leases mails that are due.
    pub async fn lease_mail(
        &self,
        term: LeaseTerm<'_>,
        limit: u32,
    ) -> Result<Vec<MailRow>, StoreError> {
        self.lease_jobs(Queue::MailOut, "TRUE", COLUMNS, term, limit).await
    }

    /// Returns mails, newest first. `player_id` restricts them to one player, `before` to lower
    /// ids.
    pub async fn mails(
        &self,
        player_id: Option<&str>,
        before: Option<&str>,
        limit: u32,
    ) -> Result<Vec<MailRow>, StoreError> {
        let sql = format!(
            "SELECT {}, {COLUMNS} FROM jobs WHERE queue = 'mail_out' \
             AND (CAST($1 AS TEXT) IS NULL OR player_id = $1) AND id < $2 ORDER BY id DESC LIMIT $3",
            jobs::COLUMNS
        );
        Ok(query_text(sql)
            .bind(player_id)
            .bind(before.unwrap_or(LAST))
            .bind(i64::from(limit))
            .fetch_all(self.readers())
            .await?)
    }
}

/// Writes mail about new entries of a feed.
pub(super) async fn write_feed_batch(
    db: &mut Connection<'_>,
    composed: &FeedBatch,
) -> Result<Done, sqlx::Error> {
    let FeedBatch { player_id, lease, revision, from, to, threads, keys, mails, at, .. } = composed;
    // A conflict does not roll back earlier writes, so write nothing before all checks.
    let there =
        query("UPDATE mailboxes SET revision = revision WHERE player_id = $1 AND revision = $2")
            .bind(player_id)
            .bind(*revision)
            .execute(&mut *db)
            .await?;
    if there == 0
        || !threads_are_unchanged(db, player_id, threads).await?
        || !feed_readers::advance(db, FeedReader::Mailbox, player_id, lease, [*from, *to]).await?
    {
        return Ok(Done::Conflict);
    }
    query(
        "UPDATE mailboxes SET next_digest_at = $2, strangers_waiting = $3, strangers_at = $4 WHERE player_id = $1",
    )
    .bind(player_id)
    .bind(composed.next_digest_at.0)
    .bind(composed.strangers_waiting)
    .bind(composed.strangers_at.0)
    .execute(&mut *db)
    .await?;
    update_threads(db, player_id, threads).await?;
    insert_keys(db, keys).await?;
    for mail in mails {
        insert_mail(db, mail, *at).await?;
    }
    Ok(Done::Yes)
}

/// Adds a mail to send.
pub(crate) async fn insert_mail(
    db: &mut Connection<'_>,
    mail: &NewMail,
    at: Time,
) -> Result<(), sqlx::Error> {
    let job = NewJob {
        queue: Queue::MailOut,
        id: &mail.id,
        key: &mail.id,
        number: Some(0),
        dedup_id: Some(&mail.message_id),
        player_id: mail.player_id.as_deref(),
        game_id: mail.game_id.as_deref(),
        payload: mail.message.as_bytes(),
        at,
    };
    let content = [
        ("recipient", Value::from(&mail.recipient)),
        ("sender", Value::from(&mail.sender)),
        ("mail_kind", Value::from(mail.mail_kind.as_str())),
    ];
    jobs::insert_job(db, job, &content).await?;
    Ok(())
}

/// Records an attempt to send a mail, with its consequences for the mailbox.
pub(super) async fn write_attempt(
    db: &mut Connection<'_>,
    tried: &DeliveryAttempt,
) -> Result<Done, sqlx::Error> {
    let DeliveryAttempt { player_id, recipient, job, tells, patience } = tried;
    if let Some(player_id) = player_id {
        // Lock the mailbox first, as every change of it does.
        query("UPDATE mailboxes SET leased_until = leased_until WHERE player_id = $1")
            .bind(player_id)
            .execute(&mut *db)
            .await?;
    }
    if !jobs::finish(db, job).await? {
        return Ok(Done::Conflict);
    }
    if job.state == JobState::Done {
        // The waiting period of an address change begins when the old address is notified.
        query(
            "UPDATE mailboxes SET next_address_at = next_address_at + ($2 - (SELECT created_at FROM jobs WHERE id = $1)) \
             WHERE next_address_at IS NOT NULL AND player_id = (SELECT player_id FROM jobs WHERE id = $1 \
             AND mail_kind = 'notice' AND created_at < $3)",
        )
        .bind(&job.id)
        .bind(job.at)
        .bind(job.at.0 - NOTICE_WITHIN)
        .execute(&mut *db)
        .await?;
    }
    let Some(player_id) = player_id.as_ref().filter(|_| *tells) else { return Ok(Done::Yes) };
    // Only mail to the current address says something about the mailbox.
    query(
        "UPDATE mailboxes SET failing_since = CASE WHEN $3 = 'done' THEN NULL ELSE coalesce(failing_since, $4) END, \
         state = CASE WHEN $3 <> 'done' AND coalesce(failing_since, $4) <= $5 THEN 'failing' ELSE state END \
         WHERE player_id = $1 AND address = $2",
    )
    .bind(player_id)
    .bind(recipient)
    .bind(job.state.as_str())
    .bind(job.at)
    .bind(*patience)
    .execute(&mut *db)
    .await?;
    Ok(Done::Yes)
}
