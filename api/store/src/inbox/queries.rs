//! Queries and statements of incoming mail.

use broadside_domain::time::Time;

use super::{InboxChange, MailInFound, MailInRow, MailInState, NewMailIn, ReplyCounts};
use crate::jobs::{self, JobRow, JobState, NewJob, Queue};
use crate::sql::{Connection, Record, Row, Value, query, query_text};
use crate::{Backend, Done, LeaseTerm, StoreError};

/// Columns of a message that are not those of its job, without its bytes and its plan.
const COLUMNS: &str =
    "channel, recipient, size, outcome, reason, player_id, game_id, reply_class, done_at";

impl Record for MailInRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        let job = JobRow::decode(row)?;
        let outcome: Option<MailInState> = row.get("outcome")?;
        let state = match job.state {
            JobState::Pending => MailInState::Waiting,
            JobState::Failed => MailInState::Failed,
            JobState::Done => outcome.unwrap_or(MailInState::Ignored),
        };
        Ok(Self {
            job,
            channel: row.get("channel")?,
            recipient: row.get("recipient")?,
            size: row.get("size")?,
            state,
            reason: row.get::<Option<String>>("reason")?.unwrap_or_default(),
            player_id: row.get("player_id")?,
            game_id: row.get("game_id")?,
            reply_class: row.get("reply_class")?,
            done_at: row.get("done_at")?,
        })
    }
}

impl Record for MailInFound {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            row: MailInRow::decode(row)?,
            raw: row.get("payload")?,
            workflow: row.get("workflow")?,
        })
    }
}

/// Condition that no message of the sender of `t` is being processed, and none that was written
/// before `t` is due or waits after its first failure. A message that has failed twice delays
/// others only while it is due: one bad message would hold up moves for days. On PostgreSQL two
/// nodes may lease at the same time, and see different messages. They then process two messages of
/// a sender at once only if the earlier one became due after the later one was chosen.
const IS_NEXT: &str = "NOT EXISTS (SELECT 1 FROM jobs e WHERE e.queue = 'mail_in' AND e.key = t.key \
     AND e.lease IS NOT NULL AND e.leased_until > $1) \
     AND NOT EXISTS (SELECT 1 FROM jobs e WHERE e.queue = 'mail_in' AND e.key = t.key \
     AND e.state = 'pending' AND (e.run_at <= $1 OR e.attempts = 1) \
     AND (e.written_at, e.accepted_at, e.thread_place, e.number) \
     < (t.written_at, t.accepted_at, t.thread_place, t.number))";

impl Backend {
    /// Leases messages that are due: of each sender the one that was written first.
    pub async fn lease_inbox(
        &self,
        term: LeaseTerm<'_>,
        limit: u32,
    ) -> Result<Vec<MailInFound>, StoreError> {
        let content = format!("{COLUMNS}, payload, workflow");
        self.lease_jobs(Queue::MailIn, IS_NEXT, &content, term, limit).await
    }

    /// Returns a message.
    pub async fn mail_in(&self, id: &str) -> Result<Option<MailInFound>, StoreError> {
        let sql = format!(
            "SELECT {}, {COLUMNS}, payload, workflow FROM jobs WHERE queue = 'mail_in' AND id = $1",
            jobs::COLUMNS
        );
        Ok(query_text(sql).bind(id).fetch_optional(self.readers()).await?)
    }

    /// Returns the id of the message with this fingerprint.
    pub async fn mail_in_like(&self, identity: &str) -> Result<Option<String>, StoreError> {
        let row: Option<(String,)> =
            query("SELECT id FROM jobs WHERE queue = 'mail_in' AND dedup_id = $1")
                .bind(identity)
                .fetch_optional(self.readers())
                .await?;
        Ok(row.map(|row| row.0))
    }

    /// Counts the letters of a player that were processed after a time.
    pub async fn reply_counts(
        &self,
        player_id: &str,
        after: Time,
    ) -> Result<ReplyCounts, StoreError> {
        let (keyed, answered, keyless): (i64, i64, i64) = query(
            "SELECT count(*) FILTER (WHERE reply_class IN ('silent', 'answered', 'moved')), \
             count(*) FILTER (WHERE reply_class = 'answered'), count(*) FILTER (WHERE reply_class = 'keyless') \
             FROM jobs WHERE queue = 'mail_in' AND player_id = $1 AND done_at > $2",
        )
        .bind(player_id)
        .bind(after.0)
        .fetch_one(self.readers())
        .await?;
        Ok(ReplyCounts { keyed: keyed as u64, answered: answered as u64, keyless: keyless as u64 })
    }

    /// Returns messages, newest first. `player_id` restricts them to one player, `before` to lower
    /// numbers.
    pub async fn mails_in(
        &self,
        player_id: Option<&str>,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<MailInRow>, StoreError> {
        Ok(query_text(format!(
            "SELECT {}, {COLUMNS} FROM jobs WHERE queue = 'mail_in' \
             AND (CAST($1 AS TEXT) IS NULL OR player_id = $1) AND number < $2 ORDER BY number DESC LIMIT $3",
            jobs::COLUMNS
        ))
        .bind(player_id)
        .bind(before.and_then(|before| i64::try_from(before).ok()).unwrap_or(i64::MAX))
        .bind(i64::from(limit))
        .fetch_all(self.readers())
        .await?)
    }
}

/// Sets the time when a new message is due. If a message that was written after it is due earlier,
/// it is due together with that one. Its number shows that all messages with lower numbers are
/// visible here.
async fn postpone(db: &mut Connection<'_>, mail: &NewMailIn) -> Result<(), sqlx::Error> {
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
    .bind(i64::from(mail.order.thread_place))
    .execute(&mut *db)
    .await?;
    Ok(())
}

/// Writes a change of incoming mail.
pub(crate) async fn write_inbox(
    db: &mut Connection<'_>,
    change: &InboxChange,
) -> Result<Done, sqlx::Error> {
    let written = match change {
        InboxChange::Receive(mail) => {
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
                ("channel", Value::from(mail.channel.as_str())),
                ("recipient", Value::from(mail.recipient.as_deref())),
                ("size", Value::from(mail.raw.len() as i64)),
                ("reply_class", Value::from("")),
                ("written_at", Value::from(mail.order.written_at)),
                ("accepted_at", Value::from(mail.order.accepted_at)),
                ("thread_place", Value::from(i64::from(mail.order.thread_place))),
            ];
            let received = jobs::insert_job(db, job, &content).await?;
            if received > 0 && mail.run_at > mail.created_at {
                postpone(db, mail).await?;
            }
            received
        }
        InboxChange::Planned { id, lease, workflow } => {
            query(
                "UPDATE jobs SET workflow = $3 WHERE id = $1 AND lease = $2 AND state = 'pending'",
            )
            .bind(id)
            .bind(lease)
            .bind(workflow)
            .execute(&mut *db)
            .await?
        }
        // Keep the head, which helps to explain what became of the letter, and drop the rest:
        // attachments would fill the disk.
        InboxChange::Done { job, outcome, reason, player_id, game_id, reply_class, declined } => {
            if !jobs::finish(db, job).await? {
                return Ok(Done::Conflict);
            }
            let done = query(
                "UPDATE jobs SET outcome = $2, reason = $3, player_id = $4, game_id = $5, reply_class = $6, \
                 payload = CASE WHEN size > 16384 THEN substr(payload, 1, 16384) ELSE payload END WHERE id = $1",
            )
            .bind(&job.id)
            .bind(outcome.as_str())
            .bind(reason)
            .bind(player_id)
            .bind(game_id)
            .bind(reply_class.as_str())
            .execute(&mut *db)
            .await?;
            if let Some(key_hash) = declined.as_ref().filter(|_| done > 0) {
                query("DELETE FROM mail_invitations WHERE key_hash = $1 AND player_id IS NULL")
                    .bind(key_hash)
                    .execute(&mut *db)
                    .await?;
            }
            done
        }
        InboxChange::Forget(before, keyless) => {
            query(
                "DELETE FROM jobs WHERE queue = 'mail_in' AND state <> 'pending' AND created_at < $2 \
                 AND created_at < CASE WHEN outcome = 'ignored' OR (state = 'done' AND reply_class IN ('', 'keyless')) \
                 THEN $2 ELSE $1 END",
            )
            .bind(*before)
            .bind(keyless.0.max(before.0))
            .execute(&mut *db)
            .await?;
            1
        }
    };
    Ok(if written == 0 { Done::Conflict } else { Done::Yes })
}
