//! Writes of incoming mail.

use broadside_domain::time::Time;

use super::rows::{InboundMailState, NewInboundMail, ReplyClass};
use crate::jobs::{self, JobUpdate, NewJob, Queue};
use crate::sql::{Connection, Value, query};
use crate::write::{Write, WriteResult};

/// Adds a message. A conflict if a copy of it came before, or another message came at the same
/// moment.
#[derive(Clone)]
pub struct Receive {
    pub mail: NewInboundMail,
}

impl Write for Receive {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let mail = &self.mail;
        let job = NewJob {
            queue: Queue::MailIn,
            id: &mail.id,
            key: &mail.key,
            number: None,
            dedup_id: Some(&mail.dedup_id),
            player_id: None,
            game_id: None,
            payload: &mail.raw,
            at: mail.created_at,
        };
        let content = [
            ("channel", Value::from(mail.channel)),
            ("recipient", Value::from(mail.recipient.as_deref())),
            ("size", Value::from(mail.raw.len() as i64)),
            ("reply_class", Value::from("")),
            ("written_at", Value::from(mail.order.written_at)),
            ("accepted_at", Value::from(mail.order.accepted_at)),
            ("thread_place", Value::from(mail.order.thread_place)),
        ];
        let received = jobs::insert_job(db, job, &content).await?;
        if received > 0 && mail.run_at > mail.created_at {
            postpone(db, mail).await?;
        }
        Ok(WriteResult::if_any(received))
    }
}

/// Sets the time when a new message is due. If a message that was written after it is due earlier,
/// it is due together with that one. Its number shows that all messages with lower numbers are
/// visible here.
async fn postpone(db: &mut Connection<'_>, mail: &NewInboundMail) -> Result<(), sqlx::Error> {
    query(
        "UPDATE jobs SET run_at = coalesce((SELECT min(l.run_at) FROM jobs l WHERE l.queue = 'mail_in' AND l.key = $2 \
         AND l.state = 'pending' AND l.attempts = 0 AND l.run_at > $3 AND l.run_at < $4 \
         AND (l.written_at, l.accepted_at, l.thread_place) > ($5, $6, $7)), $4) WHERE id = $1",
    )
    .bind(&mail.id)
    .bind(&mail.key)
    .bind(mail.created_at)
    .bind(mail.run_at)
    .bind(mail.order.written_at)
    .bind(mail.order.accepted_at)
    .bind(mail.order.thread_place)
    .execute(db)
    .await?;
    Ok(())
}

/// Stores the plan of a message or its progress. A conflict if the lease is lost.
#[derive(Clone)]
pub struct Plan {
    pub id: String,
    pub lease: String,
    /// See [`InboundMailJob::plan`](super::InboundMailJob::plan).
    pub plan: String,
}

impl Write for Plan {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let planned =
            query("UPDATE jobs SET plan = $3 WHERE id = $1 AND lease = $2 AND state = 'pending'")
                .bind(&self.id)
                .bind(&self.lease)
                .bind(&self.plan)
                .execute(db)
                .await?;
        Ok(WriteResult::if_any(planned))
    }
}

/// Ends the processing of a message. A conflict if the lease is lost.
#[derive(Clone)]
pub struct Finish {
    pub job: JobUpdate,
    /// Outcome: taken, refused or ignored.
    pub outcome: InboundMailState,
    /// Reason for the outcome, in a word or two.
    pub reason: String,
    /// Player that the message is from.
    pub player_id: Option<String>,
    pub game_id: Option<String>,
    /// Class of the message for the quotas of its player.
    pub reply_class: ReplyClass,
    /// Invitation that the message declines, by the hash of its key. It is deleted unless a player
    /// has accepted it.
    pub declined: Option<String>,
}

impl Write for Finish {
    /// Keeps the head of the message, which helps to explain what became of it, and drops the rest:
    /// attachments would fill the disk.
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        if !jobs::finish(db, &self.job).await? {
            return Ok(WriteResult::Conflict);
        }
        let finished = query(
            "UPDATE jobs SET outcome = $2, reason = $3, player_id = $4, game_id = $5, reply_class = $6, \
             payload = CASE WHEN size > 16384 THEN substr(payload, 1, 16384) ELSE payload END WHERE id = $1",
        )
        .bind(&self.job.id)
        .bind(self.outcome)
        .bind(&self.reason)
        .bind(&self.player_id)
        .bind(&self.game_id)
        .bind(self.reply_class)
        .execute(db)
        .await?;
        if finished == 0 {
            return Ok(WriteResult::Conflict);
        }
        if let Some(key_hash) = &self.declined {
            query("DELETE FROM mail_invitations WHERE key_hash = $1 AND player_id IS NULL")
                .bind(key_hash)
                .execute(db)
                .await?;
        }
        Ok(WriteResult::Applied)
    }
}

/// Deletes messages from before a time. Waiting messages are kept.
#[derive(Clone)]
pub struct DeleteOld {
    pub before: Time,
    /// Time for ignored messages, and for messages without a key that did not fail.
    pub keyless_before: Time,
}

impl Write for DeleteOld {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        query(
            "DELETE FROM jobs WHERE queue = 'mail_in' AND state <> 'pending' AND created_at < $2 \
             AND created_at < CASE WHEN outcome = 'ignored' OR (state = 'done' AND reply_class IN ('', 'keyless')) \
             THEN $2 ELSE $1 END",
        )
        .bind(self.before)
        .bind(self.keyless_before.max(self.before))
        .execute(db)
        .await?;
        Ok(WriteResult::Applied)
    }
}
