//! Queues of jobs: messages to webhooks, outgoing mail, incoming mail, and requests for recovery
//! codes. All have the same states, leases and retries; their content and what their outcomes change
//! is in [`deliveries`](crate::deliveries), [`mail`](crate::mail) and [`inbox`](crate::inbox).

use broadside_domain::time::Time;

use crate::backend::Backend;
use crate::error::StoreError;
use crate::leases::{LeaseQuery, LeaseTerm};
use crate::sql::{Connection, Record, Row, Value, Word, query, query_text};
use crate::table::Table;
use crate::write::{Write, WriteResult};

#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Queue {
    /// Messages to webhooks. The messages of a webhook are sent in the order of their due times.
    Webhooks,
    /// Outgoing mail.
    MailOut,
    /// Incoming mail. The emails of a sender are processed in the order in which they were written.
    MailIn,
    /// Requests for codes to recover an account. A request is deleted once it is processed.
    Recoveries,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum JobState {
    /// Waiting for its next attempt.
    Pending,
    /// Done: delivered, sent or processed.
    Done,
    /// Given up.
    Failed,
}

impl Word for JobState {}

impl Word for Queue {}

/// Row of a job, without its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobRow {
    pub id: String,
    /// Key: of the jobs of a queue with the same key, one runs at a time.
    pub key: String,
    /// Number among the jobs of its webhook, or among all incoming mail.
    pub number: u64,
    pub state: JobState,
    /// Time of the next attempt, while it is pending.
    pub run_at: Option<Time>,
    /// Number of attempts since it was created or requested again.
    pub attempts: u32,
    /// Log of the last attempts, as JSON.
    pub log: String,
    pub created_at: Time,
}

/// Row of a queue: a job with its content.
pub trait QueueRow {
    fn job(&self) -> &JobRow;
}

/// Result of an attempt at a leased job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobUpdate {
    pub id: String,
    pub lease: String,
    /// Number of attempts and due time before this attempt. If they have changed by now, another
    /// attempt was requested, and the job stays pending.
    pub previous: (u32, Option<Time>),
    pub state: JobState,
    /// Time of the next attempt, if it is pending.
    pub run_at: Option<Time>,
    pub attempts: u32,
    pub log: String,
    pub at: Time,
}

/// Columns of a job. The columns of its content follow them.
pub(crate) const COLUMNS: &str = "id, key, number, state, run_at, attempts, log, created_at";

/// Table of jobs. The jobs of webhooks are erased with these.
pub(crate) const TABLE: Table = Table {
    left_behind: &["UPDATE jobs SET lease = NULL WHERE lease IS NOT NULL"],
    restored: &[
        // A code would arrive too late.
        "DELETE FROM jobs WHERE queue = 'recoveries'",
    ],
    erase_player: &[
        // Lock the mailbox first, as senders do.
        "UPDATE mailboxes SET lease = NULL WHERE player_id = $1",
        "DELETE FROM jobs WHERE player_id = $1",
        // Also mail that only claims to be from there, and requests of others.
        "DELETE FROM jobs WHERE queue IN ('mail_in', 'recoveries') AND key IN (SELECT address_normalized FROM mailboxes WHERE player_id = $1)",
        // Mail that others sent to the address before its owner was known, and mail with
        // invitations by the player.
        "DELETE FROM jobs WHERE queue = 'mail_out' AND player_id IS NULL AND lower(recipient) IN (SELECT address_normalized FROM mailboxes WHERE player_id = $1)",
        "DELETE FROM jobs WHERE queue = 'mail_out' AND player_id IS NULL AND mail_kind = 'invitation' \
         AND game_id IN (SELECT game_id FROM mail_invitations WHERE invited_by = $1)",
    ],
    erase_mailbox: &[
        "DELETE FROM jobs WHERE queue = 'mail_in' AND player_id = $1",
        "DELETE FROM jobs WHERE queue IN ('mail_in', 'recoveries') AND key IN (SELECT address_normalized FROM mailboxes WHERE player_id = $1)",
        "DELETE FROM jobs WHERE queue = 'mail_out' AND player_id = $1",
        // Others may have sent mail to the address before it was known to be the player's.
        "DELETE FROM jobs WHERE queue = 'mail_out' AND player_id IS NULL \
         AND lower(recipient) IN (SELECT address_normalized FROM mailboxes WHERE player_id = $1)",
    ],
    due_columns: &["run_at", "leased_until"],
    age_columns: &["created_at"],
    ..Table::new("jobs")
};

impl Record for JobRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.get("id")?,
            key: row.get("key")?,
            number: row.get("number")?,
            state: row.get("state")?,
            run_at: row.get("run_at")?,
            attempts: row.get("attempts")?,
            log: row.get("log")?,
            created_at: row.get("created_at")?,
        })
    }
}

impl Backend {
    /// Leases up to `limit` jobs of a queue that are due by now, until a time. `condition`
    /// restricts them; the job is `t`. `content` names the columns of the content.
    pub(crate) async fn lease_jobs<T: Record + QueueRow>(
        &self,
        queue: Queue,
        condition: &str,
        content: &str,
        term: LeaseTerm<'_>,
        limit: u32,
    ) -> Result<Vec<T>, StoreError> {
        let queue: &str = queue.into();
        let lease_query = LeaseQuery {
            table: "jobs",
            id: "id",
            columns: &format!("{COLUMNS}, {content}"),
            condition: &format!(
                "t.queue = '{queue}' AND t.state = 'pending' AND t.run_at <= $1 AND {condition}"
            ),
            order: "t.run_at, t.number, t.id",
        };
        let mut jobs: Vec<T> = self.lease(&lease_query, term, limit).await?;
        jobs.sort_by_key(|row| row.job().number);
        Ok(jobs)
    }
}

/// New job, without the columns of its content.
pub(crate) struct NewJob<'j> {
    pub(crate) queue: Queue,
    /// See [`JobRow::id`].
    pub(crate) id: &'j str,
    /// See [`JobRow::key`].
    pub(crate) key: &'j str,
    /// See [`JobRow::number`]. `None` for the next number of the queue.
    pub(crate) number: Option<i64>,
    /// Value that all copies of the job have.
    pub(crate) dedup_id: Option<&'j str>,
    pub(crate) player_id: Option<&'j str>,
    pub(crate) game_id: Option<&'j str>,
    pub(crate) payload: &'j [u8],
    /// Time of creation, and of the first attempt.
    pub(crate) at: Time,
}

/// Adds a job, with the columns of its content and their values. Returns the number of jobs added:
/// 0 if there is a copy of it, or another job has its number.
pub(crate) async fn insert_job(
    db: &mut Connection<'_>,
    job: NewJob<'_>,
    content: &[(&'static str, Value<'_>)],
) -> Result<u64, sqlx::Error> {
    let columns: String = content.iter().map(|(column, _)| format!(", {column}")).collect();
    let parameters: String =
        (10..10 + content.len()).map(|number| format!(", ${number}")).collect();
    let insert = format!(
        "INSERT INTO jobs (queue, id, key, number, dedup_id, player_id, game_id, payload, created_at, run_at, state, \
         attempts, log, leased_until{columns}) \
         VALUES ($1, $2, $3, coalesce($4, (SELECT coalesce(max(number), 0) + 1 FROM jobs WHERE queue = '{}')), $5, $6, $7, \
         $8, $9, $9, 'pending', 0, '[]', 0{parameters}) ON CONFLICT DO NOTHING",
        <&str>::from(job.queue)
    );
    let mut insert = query_text(insert)
        .bind(job.queue)
        .bind(job.id)
        .bind(job.key)
        .bind(job.number)
        .bind(job.dedup_id)
        .bind(job.player_id)
        .bind(job.game_id)
        .bind(job.payload)
        .bind(job.at);
    for (_, value) in content {
        insert = insert.bind(value.clone());
    }
    insert.execute(db).await
}

/// Records the result of an attempt, and releases the job. Of an email that is sent or given up,
/// the payload is deleted, because it contains keys. So is the address of a person without an
/// account who was offered one, or answered. Returns false if the lease is lost, or the job was
/// cancelled.
pub(crate) async fn finish(
    db: &mut Connection<'_>,
    update: &JobUpdate,
) -> Result<bool, sqlx::Error> {
    let JobUpdate { id, lease, previous, state, run_at, attempts, log, at } = update;
    let (previous_attempts, previous_run_at) = *previous;
    let recorded = query(
        "UPDATE jobs SET state = $3, run_at = $4, attempts = $5, log = $6, lease = NULL, leased_until = $7, \
         done_at = CASE WHEN $3 <> 'pending' THEN $7 END, \
         recipient = CASE WHEN queue = 'mail_out' AND $3 <> 'pending' AND player_id IS NULL \
         AND game_id IS NULL AND mail_kind IN ('confirm', 'answer') THEN '' ELSE recipient END, \
         payload = CASE WHEN queue = 'mail_out' AND $3 <> 'pending' THEN coalesce(substr(payload, 1, 0), payload) ELSE payload END \
         WHERE id = $1 AND lease = $2 AND state = 'pending' AND attempts = $8 AND run_at = $9",
    )
    .bind(id)
    .bind(lease)
    .bind(*state)
    .bind(*run_at)
    .bind(*attempts)
    .bind(log)
    .bind(*at)
    .bind(previous_attempts)
    .bind(previous_run_at)
    .execute(db)
    .await?;
    if recorded > 0 {
        return Ok(true);
    }
    // Another attempt was requested during this one.
    let released = query(
        "UPDATE jobs SET log = $3, lease = NULL, leased_until = $4 WHERE id = $1 AND lease = $2 AND state = 'pending'",
    )
    .bind(id)
    .bind(lease)
    .bind(log)
    .bind(*at)
    .execute(db)
    .await?;
    Ok(released > 0)
}

/// Records the result of an attempt that changes nothing but the job. Deletes a request that is
/// over, because it has the address of somebody who may have no account. A conflict if the lease is
/// lost.
#[derive(Clone)]
pub struct Finish {
    pub update: JobUpdate,
}

impl Write for Finish {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        if !finish(db, &self.update).await? {
            return Ok(WriteResult::Conflict);
        }
        query("DELETE FROM jobs WHERE id = $1 AND queue = 'recoveries' AND state <> 'pending'")
            .bind(&self.update.id)
            .execute(db)
            .await?;
        Ok(WriteResult::Applied)
    }
}

/// Beginning of a statement that cancels pending mail. Conditions follow.
pub(crate) const CANCEL_MAIL: &str = "UPDATE jobs SET state = 'failed', run_at = NULL, payload = coalesce(substr(payload, 1, 0), payload) \
     WHERE queue = 'mail_out' AND state = 'pending'";

/// Deletes jobs of a queue that are over, and were created before a time. Rows that others have
/// locked are left for the next time: the erasure of a player locks them in another order.
#[derive(Clone)]
pub struct DeleteOld {
    pub queue: Queue,
    pub before: Time,
}

impl Write for DeleteOld {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let skip_locked = db.dialect().skip_locked();
        query_text(format!(
            "DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE queue = $1 AND state <> 'pending' AND created_at < $2 \
             ORDER BY id{skip_locked})"
        ))
        .bind(self.queue)
        .bind(self.before)
        .execute(db)
        .await?;
        Ok(WriteResult::Applied)
    }
}
