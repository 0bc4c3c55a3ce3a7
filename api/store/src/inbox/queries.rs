//! Queries of incoming mail.

use broadside_domain::time::Time;

use super::rows::{COLUMNS, InboundMailJob, InboundMailRow, ReplyCounts};
use crate::backend::Backend;
use crate::error::StoreError;
use crate::jobs::{self, Queue};
use crate::leases::LeaseTerm;
use crate::sql::{query, query_text};

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
    ) -> Result<Vec<InboundMailJob>, StoreError> {
        let content = format!("{COLUMNS}, payload, plan");
        self.lease_jobs(Queue::MailIn, IS_NEXT, &content, term, limit).await
    }

    pub async fn mail_in(&self, id: &str) -> Result<Option<InboundMailJob>, StoreError> {
        let sql = format!(
            "SELECT {}, {COLUMNS}, payload, plan FROM jobs WHERE queue = 'mail_in' AND id = $1",
            jobs::COLUMNS
        );
        Ok(query_text(sql).bind(id).fetch_optional(self.readers()).await?)
    }

    /// Returns the id of the message with this fingerprint.
    pub async fn inbound_mail_by_hash(&self, identity: &str) -> Result<Option<String>, StoreError> {
        Ok(query("SELECT id FROM jobs WHERE queue = 'mail_in' AND dedup_id = $1")
            .bind(identity)
            .fetch_optional_value(self.readers())
            .await?)
    }

    /// Counts the emails of a player that were processed after a time.
    pub async fn reply_counts(
        &self,
        player_id: &str,
        after: Time,
    ) -> Result<ReplyCounts, StoreError> {
        let (keyed, answered, keyless) = query(
            "SELECT count(*) FILTER (WHERE reply_class IN ('silent', 'answered', 'moved')), \
             count(*) FILTER (WHERE reply_class = 'answered'), count(*) FILTER (WHERE reply_class = 'keyless') \
             FROM jobs WHERE queue = 'mail_in' AND player_id = $1 AND done_at > $2",
        )
        .bind(player_id)
        .bind(after)
        .fetch_one(self.readers())
        .await?;
        Ok(ReplyCounts { keyed, answered, keyless })
    }

    /// Returns messages, newest first. `player_id` restricts them to one player, `before` to lower
    /// numbers.
    pub async fn mails_in(
        &self,
        player_id: Option<&str>,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<InboundMailRow>, StoreError> {
        Ok(query_text(format!(
            "SELECT {}, {COLUMNS} FROM jobs WHERE queue = 'mail_in' \
             AND (CAST($1 AS TEXT) IS NULL OR player_id = $1) AND number < $2 ORDER BY number DESC LIMIT $3",
            jobs::COLUMNS
        ))
        .bind(player_id)
        .bind(before.and_then(|before| i64::try_from(before).ok()).unwrap_or(i64::MAX))
        .bind(limit)
        .fetch_all(self.readers())
        .await?)
    }
}
