//! Queries and statements of messages to webhooks. A change of a message locks the row of its
//! webhook first.

use broadside_domain::time::Time;

use super::{DeliveryRow, MOST_ASKED_FOR, NewDelivery};
use crate::jobs::{self, JobRow, JobState, NewJob, Queue};
use crate::sql::{Connection, Record, Row, query, query_text};
use crate::{Backend, LeaseTerm, StoreError};

impl Record for DeliveryRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self { job: JobRow::decode(row)?, body: row.text("payload")? })
    }
}

impl Backend {
    /// Leases messages that are due: at most one of each webhook. The webhooks that have waited
    /// longest come first.
    pub async fn lease_deliveries(
        &self,
        term: LeaseTerm<'_>,
        limit: u32,
    ) -> Result<Vec<DeliveryRow>, StoreError> {
        // The first condition reads one entry of an index while nothing is due. The second looks at
        // every webhook.
        let exists = query_text(format!(
            "SELECT EXISTS (SELECT 1 FROM jobs WHERE queue = 'webhooks' AND state = 'pending' AND run_at <= $1) \
             AND EXISTS (SELECT 1 FROM webhooks w WHERE {IS_DUE})"
        ));
        let webhooks = format!(
            "SELECT {HEAD} FROM webhooks w WHERE {IS_DUE} ORDER BY w.attempted_at, w.id LIMIT $4"
        );
        let take = query_text(lease_heads(&webhooks));
        let take = take.bind(term.now).bind(term.until).bind(term.lease).bind(i64::from(limit));
        self.take_leases(exists.bind(term.now), take).await
    }

    /// Leases the next message of a webhook, if it is due.
    pub async fn lease_next_delivery(
        &self,
        term: LeaseTerm<'_>,
        webhook_id: &str,
    ) -> Result<Option<DeliveryRow>, StoreError> {
        let exists = query_text(format!(
            "SELECT EXISTS (SELECT 1 FROM webhooks w WHERE w.id = $2 AND {IS_DUE})"
        ));
        let take = query_text(lease_heads(&format!(
            "SELECT {HEAD} FROM webhooks w WHERE w.id = $4 AND {IS_DUE}"
        )));
        let take = take.bind(term.now).bind(term.until).bind(term.lease).bind(webhook_id);
        Ok(self.take_leases(exists.bind(term.now).bind(webhook_id), take).await?.pop())
    }

    /// Returns a message of a webhook.
    pub async fn delivery(
        &self,
        webhook_id: &str,
        id: &str,
    ) -> Result<Option<DeliveryRow>, StoreError> {
        // The id is user input; PostgreSQL text cannot contain NUL.
        if id.contains('\0') {
            return Ok(None);
        }
        let sql = format!(
            "SELECT {}, payload FROM jobs WHERE queue = 'webhooks' AND key = $1 AND id = $2",
            jobs::COLUMNS
        );
        Ok(query_text(sql).bind(webhook_id).bind(id).fetch_optional(self.readers()).await?)
    }

    /// Returns the messages of a webhook, newest first. `state` restricts them to one state,
    /// `before` to lower numbers.
    pub async fn deliveries(
        &self,
        webhook_id: &str,
        state: Option<JobState>,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<DeliveryRow>, StoreError> {
        let sql = format!(
            "SELECT {}, payload FROM jobs WHERE queue = 'webhooks' AND key = $1 \
             AND (CAST($2 AS TEXT) IS NULL OR state = $2) AND number < $3 ORDER BY number DESC LIMIT $4",
            jobs::COLUMNS
        );
        let rows = query_text(sql)
            .bind(webhook_id)
            .bind(state.map(JobState::as_str))
            .bind(before.and_then(|before| i64::try_from(before).ok()).unwrap_or(i64::MAX))
            .bind(i64::from(limit))
            .fetch_all(self.readers())
            .await?;
        Ok(rows)
    }
}

/// Next message of webhook `w` at `$1`. Retries and first attempts have their turn alternately,
/// each in the order of their due times. SQLite does not find columns of `w` in the order of a
/// subquery, only in its columns.
const HEAD: &str = "(SELECT o.id FROM (SELECT j.id, j.run_at, j.number, \
     CASE WHEN (j.attempts > 0) = (w.attempt_count % 2 = 0) THEN 1 ELSE 0 END AS turn FROM jobs j \
     WHERE j.queue = 'webhooks' AND j.key = w.id AND j.state = 'pending' AND j.run_at <= $1) AS o \
     ORDER BY o.turn, o.run_at, o.number LIMIT 1)";

/// Condition that webhook `w` has a message to send at `$1`, and is sending no other one.
const IS_DUE: &str = "w.state = 'active' AND w.paused_until <= $1 AND EXISTS (SELECT 1 FROM jobs j \
     WHERE j.queue = 'webhooks' AND j.key = w.id AND j.state = 'pending' AND j.run_at <= $1) AND NOT EXISTS \
     (SELECT 1 FROM jobs l WHERE l.queue = 'webhooks' AND l.key = w.id AND l.lease IS NOT NULL AND l.leased_until > $1)";

/// Returns the statement that leases messages, given the query of their ids. `$1` is the current
/// time, `$2` the end of the lease, and `$3` its id.
fn lease_heads(ids: &str) -> String {
    format!(
        "UPDATE jobs SET lease = $3, leased_until = $2 WHERE id IN ({ids}) AND state = 'pending' \
         AND (lease IS NULL OR leased_until <= $1) RETURNING {}, payload",
        jobs::COLUMNS
    )
}

/// Statement that deletes the messages of a webhook, by its id.
pub(super) const DELETE_DELIVERIES: &str = "DELETE FROM jobs WHERE queue = 'webhooks' AND key = $1";

/// Counts the pending messages of a webhook.
pub(super) async fn count_pending(
    db: &mut Connection<'_>,
    webhook_id: &str,
) -> Result<usize, sqlx::Error> {
    let (count,): (i64,) = query(
        "SELECT count(*) FROM jobs WHERE queue = 'webhooks' AND key = $1 AND state = 'pending'",
    )
    .bind(webhook_id)
    .fetch_one(&mut *db)
    .await?;
    Ok(count as usize)
}

/// Adds messages. `last` is the number of the last one.
pub(super) async fn insert_deliveries(
    db: &mut Connection<'_>,
    webhook_id: &str,
    last: i64,
    deliveries: &[NewDelivery],
    at: Time,
) -> Result<(), sqlx::Error> {
    for (number, delivery) in (last - deliveries.len() as i64 + 1..).zip(deliveries) {
        let job = NewJob {
            queue: Queue::Webhooks,
            id: &delivery.id,
            key: webhook_id,
            number: Some(number),
            dedup_id: None,
            player_id: None,
            game_id: delivery.game_id.as_deref(),
            payload: delivery.body.as_bytes(),
            at,
        };
        jobs::insert_job(db, job, &[]).await?;
    }
    Ok(())
}

/// Releases a pending message. Returns false if the lease is lost.
pub(super) async fn release_delivery(
    db: &mut Connection<'_>,
    id: &str,
    lease: &str,
    at: Time,
) -> Result<bool, sqlx::Error> {
    let released = query(
        "UPDATE jobs SET lease = NULL, leased_until = $3 WHERE id = $1 AND lease = $2 AND state = 'pending'",
    )
    .bind(id)
    .bind(lease)
    .bind(at)
    .execute(&mut *db)
    .await?;
    Ok(released > 0)
}

/// Makes a message due now. Returns the number of messages changed: 0 if there is no such message,
/// or it is not pending itself and too many others are.
pub(super) async fn redeliver(
    db: &mut Connection<'_>,
    webhook_id: &str,
    id: &str,
    at: Time,
) -> Result<u64, sqlx::Error> {
    let has_room = count_pending(db, webhook_id).await? < MOST_ASKED_FOR;
    // The player wants it now.
    query("UPDATE webhooks SET paused_until = 0 WHERE id = $1")
        .bind(webhook_id)
        .execute(&mut *db)
        .await?;
    query(
        "UPDATE jobs SET state = 'pending', run_at = $3, attempts = 0, done_at = NULL \
         WHERE queue = 'webhooks' AND key = $1 AND id = $2 AND ($4 OR state = 'pending')",
    )
    .bind(webhook_id)
    .bind(id)
    .bind(at)
    .bind(has_room)
    .execute(&mut *db)
    .await
}

/// Gives up the pending messages of a webhook that is turned off.
pub(super) async fn cancel_deliveries(
    db: &mut Connection<'_>,
    webhook_id: &str,
) -> Result<(), sqlx::Error> {
    query("UPDATE webhooks SET lease = NULL, leased_until = 0 WHERE id = $1")
        .bind(webhook_id)
        .execute(&mut *db)
        .await?;
    query(
        "UPDATE jobs SET state = 'failed', run_at = NULL WHERE queue = 'webhooks' AND key = $1 AND state = 'pending'",
    )
    .bind(webhook_id)
    .execute(&mut *db)
    .await?;
    Ok(())
}
