//! Outgoing mail.

use broadside_domain::time::Time;

use super::keys::{KeyRow, insert_keys};
use super::threads::{ThreadCursorUpdate, threads_are_unchanged, update_threads};
use crate::backend::Backend;
use crate::error::StoreError;
use crate::feed_readers::{self, FeedReader};
use crate::jobs::{self, JobRow, JobState, JobUpdate, NewJob, Queue, QueueRow};
use crate::leases::LeaseTerm;
use crate::page::LAST;
use crate::sql::{Connection, Record, Row, Value, Word, query, query_text};
use crate::write::{Write, WriteResult};

/// Usual delay of the notice of an address change, in milliseconds. If the notice takes longer, the
/// waiting period starts again when it is sent.
const USUAL_NOTICE_DELAY: i64 = 60_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum MailKind {
    /// Asks the reader to confirm an address.
    Confirm,
    /// Tells a confirmed address that another one will replace it.
    Notice,
    /// Invites to a game.
    Invitation,
    /// Reports challenges by strangers.
    Strangers,
    /// Contains a code that can be redeemed for a token.
    Code,
    /// Reports on one game.
    Game,
    /// Reports on one game with strangers that has not begun.
    Lobby,
    /// Reports on several games.
    Digest,
    /// Answers an incoming email.
    Answer,
}

impl Word for MailKind {}

/// New mail to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMail {
    pub id: String,
    /// Player that the email is for; `None` for a recipient without an account.
    pub player_id: Option<String>,
    pub game_id: Option<String>,
    pub mail_kind: MailKind,
    /// Message-ID, without the angle brackets.
    pub message_id: String,
    pub recipient: String,
    /// Envelope sender, which bounces go to.
    pub sender: String,
    pub message: String,
}

/// Row of an outgoing email.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailRow {
    /// The job of sending the email, which has its id.
    pub job: JobRow,
    /// The email. Its message is deleted once it is sent or given up, because it contains keys.
    pub mail: NewMail,
}

impl QueueRow for MailRow {
    fn job(&self) -> &JobRow {
        &self.job
    }
}

/// Columns of an email that are not those of its job.
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
    /// Leases emails that are due.
    pub async fn lease_mail(
        &self,
        term: LeaseTerm<'_>,
        limit: u32,
    ) -> Result<Vec<MailRow>, StoreError> {
        self.lease_jobs(Queue::MailOut, "TRUE", COLUMNS, term, limit).await
    }

    /// Returns emails, newest first. `player_id` restricts them to one player, `before` to lower
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
            .bind(limit)
            .fetch_all(self.readers())
            .await?)
    }
}

/// Writes the news in a player's feed as emails, up to a number. A conflict if the lease is lost,
/// or the mailbox or the progress of a game has changed.
#[derive(Clone, Debug)]
pub struct Compose {
    pub player_id: String,
    pub lease: String,
    /// Revision of the mailbox that the emails are based on: its
    /// [`revision`](super::mailbox_row::MailboxRow::revision).
    pub revision: Time,
    /// Cursor before: the emails begin after this number of the feed.
    pub from: u64,
    /// Cursor after: the emails end with this number of the feed.
    pub to: u64,
    /// Earliest time of the next digest.
    pub next_digest_at: Time,
    /// True if challenges by strangers are still unreported.
    pub strangers_waiting: bool,
    /// Earliest time of the next mail about them.
    pub strangers_at: Time,
    /// Progress of the games that the emails report on.
    pub threads: Vec<ThreadCursorUpdate>,
    pub keys: Vec<KeyRow>,
    pub mails: Vec<NewMail>,
    pub at: Time,
}

impl Write for Compose {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { player_id, lease, revision, from, to, threads, keys, mails, at, .. } = self;
        let locked = query(
            "UPDATE mailboxes SET revision = revision WHERE player_id = $1 AND revision = $2",
        )
        .bind(player_id)
        .bind(*revision)
        .execute(db)
        .await?;
        if locked == 0
            || !threads_are_unchanged(db, player_id, threads).await?
            || !feed_readers::advance(db, FeedReader::Mailbox, player_id, lease, [*from, *to])
                .await?
        {
            return Ok(WriteResult::Conflict);
        }
        query(
            "UPDATE mailboxes SET next_digest_at = $2, strangers_waiting = $3, strangers_at = $4 WHERE player_id = $1",
        )
        .bind(player_id)
        .bind(self.next_digest_at)
        .bind(self.strangers_waiting)
        .bind(self.strangers_at)
        .execute(db)
        .await?;
        update_threads(db, player_id, threads).await?;
        insert_keys(db, keys).await?;
        for mail in mails {
            insert_mail(db, mail, *at).await?;
        }
        Ok(WriteResult::Applied)
    }
}

/// Adds a single email, such as the answer to an incoming one, with its keys and the progress of
/// the games that it reports on. If it was added before, as its Message-ID shows, nothing changes.
/// A conflict if its player no longer has this address, or other emails have reported on a game
/// since.
#[derive(Clone, Debug)]
pub struct Add {
    pub mail: NewMail,
    pub keys: Vec<KeyRow>,
    /// Progress of the games that the email reports on.
    pub threads: Vec<ThreadCursorUpdate>,
    pub at: Time,
}

impl Write for Add {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { mail, keys, threads, at } = self;
        if let Some(player_id) = &mail.player_id {
            let locked = query(
                "UPDATE mailboxes SET leased_until = leased_until WHERE player_id = $1 AND address = $2",
            )
            .bind(player_id)
            .bind(&mail.recipient)
            .execute(db)
            .await?;
            if locked == 0 {
                return Ok(WriteResult::Conflict);
            }
            if is_written(db, mail).await? {
                return Ok(WriteResult::Applied);
            }
            if !threads_are_unchanged(db, player_id, threads).await? {
                return Ok(WriteResult::Conflict);
            }
            update_threads(db, player_id, threads).await?;
        }
        insert_keys(db, keys).await?;
        insert_mail(db, mail, *at).await?;
        Ok(WriteResult::Applied)
    }
}

/// Records an attempt to send an email, with its consequences for the mailbox. A conflict if the
/// lease is lost, or the email is gone.
#[derive(Clone, Debug)]
pub struct RecordAttempt {
    pub player_id: Option<String>,
    pub recipient: String,
    pub job: JobUpdate,
    /// True if the result is about the mailbox and not the transport: the email was accepted, or a
    /// server refused the recipient.
    pub is_about_recipient: bool,
    /// Turns off the mailbox if it has accepted nothing since before this time.
    pub disable_before: Time,
}

impl Write for RecordAttempt {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { player_id, recipient, job, is_about_recipient, disable_before } = self;
        if let Some(player_id) = player_id {
            // Lock the mailbox first, as every change of it does.
            query("UPDATE mailboxes SET leased_until = leased_until WHERE player_id = $1")
                .bind(player_id)
                .execute(db)
                .await?;
        }
        if !jobs::finish(db, job).await? {
            return Ok(WriteResult::Conflict);
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
            .bind(job.at.0 - USUAL_NOTICE_DELAY)
            .execute(db)
            .await?;
        }
        let Some(player_id) = player_id.as_ref().filter(|_| *is_about_recipient) else {
            return Ok(WriteResult::Applied);
        };
        // Only mail to the current address says something about the mailbox.
        query(
            "UPDATE mailboxes SET failing_since = CASE WHEN $3 = 'done' THEN NULL ELSE coalesce(failing_since, $4) END, \
             state = CASE WHEN $3 <> 'done' AND coalesce(failing_since, $4) <= $5 THEN 'failing' ELSE state END \
             WHERE player_id = $1 AND address = $2",
        )
        .bind(player_id)
        .bind(recipient)
        .bind(job.state)
        .bind(job.at)
        .bind(*disable_before)
        .execute(db)
        .await?;
        Ok(WriteResult::Applied)
    }
}

/// Returns true if an email was added before, as its Message-ID shows.
pub(super) async fn is_written(
    db: &mut Connection<'_>,
    mail: &NewMail,
) -> Result<bool, sqlx::Error> {
    let stored: Option<i64> =
        query("SELECT created_at FROM jobs WHERE queue = 'mail_out' AND dedup_id = $1")
            .bind(&mail.message_id)
            .fetch_optional_value(&mut *db)
            .await?;
    Ok(stored.is_some())
}

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
        ("mail_kind", Value::from(mail.mail_kind)),
    ];
    jobs::insert_job(db, job, &content).await?;
    Ok(())
}
