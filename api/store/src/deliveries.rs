//! Messages to webhooks. A change of a message locks the row of its webhook first.

use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::time::Time;

use crate::backend::Backend;
use crate::error::StoreError;
use crate::feed_readers::{self, FeedReader};
use crate::idempotency::{existing_keys, save_response};
use crate::jobs::{self, JobRow, JobState, JobUpdate, NewJob, Queue, QueueRow};
use crate::leases::LeaseTerm;
use crate::sql::{Connection, Record, Row, query, query_text};
use crate::webhooks::{
    WebhookState, advance_number, cancel_deliveries, clear_idle_failure, lock_webhook,
};
use crate::write::{Write, WriteResult};

/// Number of pending messages to a webhook at which requests for more messages to it are refused.
pub const MAX_REQUESTED_DELIVERIES: usize = 20;

/// New message to a webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewDelivery {
    /// Id that the receiver sees.
    pub id: String,
    pub game_id: Option<String>,
    /// Body of the request.
    pub body: String,
}

/// Message to a webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryRow {
    /// The job of sending the message. Its id is the one that the receiver sees, its key that of
    /// the webhook.
    pub job: JobRow,
    /// Body of the request.
    pub body: String,
}

impl QueueRow for DeliveryRow {
    fn job(&self) -> &JobRow {
        &self.job
    }
}

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
        let next_ids = format!(
            "SELECT {NEXT_ID} FROM webhooks w WHERE {IS_DUE} ORDER BY w.attempted_at, w.id LIMIT $4"
        );
        let take = query_text(lease_sql(&next_ids));
        let take = take.bind(term.now).bind(term.until).bind(term.lease).bind(limit);
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
        let take = query_text(lease_sql(&format!(
            "SELECT {NEXT_ID} FROM webhooks w WHERE w.id = $4 AND {IS_DUE}"
        )));
        let take = take.bind(term.now).bind(term.until).bind(term.lease).bind(webhook_id);
        Ok(self.take_leases(exists.bind(term.now).bind(webhook_id), take).await?.pop())
    }

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
            .bind(state.map(<&str>::from))
            .bind(before.and_then(|before| i64::try_from(before).ok()).unwrap_or(i64::MAX))
            .bind(limit)
            .fetch_all(self.readers())
            .await?;
        Ok(rows)
    }
}

/// Id of the next message of webhook `w` at `$1`. Retries and first attempts have their turn
/// alternately, each in the order of their due times. SQLite does not find columns of `w` in the
/// order of a subquery, only in its columns.
const NEXT_ID: &str = "(SELECT o.id FROM (SELECT j.id, j.run_at, j.number, \
     CASE WHEN (j.attempts > 0) = (w.attempt_count % 2 = 0) THEN 1 ELSE 0 END AS turn FROM jobs j \
     WHERE j.queue = 'webhooks' AND j.key = w.id AND j.state = 'pending' AND j.run_at <= $1) AS o \
     ORDER BY o.turn, o.run_at, o.number LIMIT 1)";

/// Condition that webhook `w` has a message to send at `$1`, and is sending no other one.
const IS_DUE: &str = "w.state = 'active' AND w.paused_until <= $1 AND EXISTS (SELECT 1 FROM jobs j \
     WHERE j.queue = 'webhooks' AND j.key = w.id AND j.state = 'pending' AND j.run_at <= $1) AND NOT EXISTS \
     (SELECT 1 FROM jobs l WHERE l.queue = 'webhooks' AND l.key = w.id AND l.lease IS NOT NULL AND l.leased_until > $1)";

/// Returns the statement that leases messages, given the query of their ids. `$1` is the current
/// time, `$2` the end of the lease, and `$3` its id.
fn lease_sql(ids: &str) -> String {
    format!(
        "UPDATE jobs SET lease = $3, leased_until = $2 WHERE id IN ({ids}) AND state = 'pending' \
         AND (lease IS NULL OR leased_until <= $1) RETURNING {}, payload",
        jobs::COLUMNS
    )
}

/// Adds a message that is about no game, and stores the response. A conflict if
/// [`MAX_REQUESTED_DELIVERIES`] messages are pending, or the webhook is gone or turned off.
#[derive(Clone)]
pub struct Add {
    pub webhook_id: String,
    pub delivery: NewDelivery,
    pub at: Time,
    /// Response to store.
    pub response: Option<IdempotencyRecord>,
}

impl Write for Add {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { webhook_id, delivery, at, response } = self;
        // Lock the webhook first: if two nodes handle the same request, the second one finds the
        // response of the first.
        if !lock_webhook(db, webhook_id).await?
            || !existing_keys(db, response.iter().collect()).await?.is_empty()
            || count_pending(db, webhook_id).await? >= MAX_REQUESTED_DELIVERIES
        {
            return Ok(WriteResult::Conflict);
        }
        let last = advance_number(db, webhook_id, 1).await?;
        save_response(db, response.as_ref()).await?;
        insert_deliveries(db, webhook_id, last, std::slice::from_ref(delivery), *at).await?;
        Ok(WriteResult::Applied)
    }
}

/// Sends a message again. A conflict if there is no such message, if it is not pending itself and
/// [`MAX_REQUESTED_DELIVERIES`] others are, or if the webhook is gone or turned off.
#[derive(Clone)]
pub struct Redeliver {
    pub webhook_id: String,
    pub id: String,
    pub at: Time,
}

impl Write for Redeliver {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { webhook_id, id, at } = self;
        if !lock_webhook(db, webhook_id).await? {
            return Ok(WriteResult::Conflict);
        }
        let has_room = count_pending(db, webhook_id).await? < MAX_REQUESTED_DELIVERIES;
        // The player wants it now.
        query("UPDATE webhooks SET paused_until = 0 WHERE id = $1")
            .bind(webhook_id)
            .execute(db)
            .await?;
        let changed = query(
            "UPDATE jobs SET state = 'pending', run_at = $3, attempts = 0, done_at = NULL \
             WHERE queue = 'webhooks' AND key = $1 AND id = $2 AND ($4 OR state = 'pending')",
        )
        .bind(webhook_id)
        .bind(id)
        .bind(*at)
        .bind(has_room)
        .execute(db)
        .await?;
        clear_idle_failure(db, webhook_id).await?;
        Ok(WriteResult::if_any(changed))
    }
}

/// Writes the news in a player's feed as messages, up to a number. A conflict if the lease is lost,
/// the position has changed, or the webhook is turned off.
#[derive(Clone)]
pub struct FanOut {
    pub webhook_id: String,
    pub lease: String,
    /// Cursor before: the messages begin after this number of the feed.
    pub from: u64,
    /// Cursor after: the messages end with this number of the feed.
    pub to: u64,
    pub deliveries: Vec<NewDelivery>,
    pub at: Time,
}

impl Write for FanOut {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { webhook_id, lease, from, to, deliveries, at } = self;
        let reader = FeedReader::Webhook;
        if !feed_readers::advance(db, reader, webhook_id, lease, [*from, *to]).await? {
            return Ok(WriteResult::Conflict);
        }
        let last = advance_number(db, webhook_id, deliveries.len()).await?;
        insert_deliveries(db, webhook_id, last, deliveries, *at).await?;
        Ok(WriteResult::Applied)
    }
}

/// Records an attempt to send a message, with its consequences for the webhook. A conflict if the
/// lease is lost, or the webhook was turned off.
#[derive(Clone, Debug)]
pub struct RecordAttempt {
    pub webhook_id: String,
    /// State of the webhook after the attempt.
    pub then: WebhookState,
    /// See [`WebhookRow::failing_since`](crate::webhooks::WebhookRow::failing_since).
    pub failing_since: Option<Time>,
    /// Time until which no other message is sent.
    pub paused_until: Time,
    pub job: JobUpdate,
}

impl Write for RecordAttempt {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { webhook_id, then, failing_since, paused_until, job } = self;
        if !lock_webhook(db, webhook_id).await? || !jobs::finish(db, job).await? {
            return Ok(WriteResult::Conflict);
        }
        query(
            "UPDATE webhooks SET failing_since = $2, state = $3, paused_until = $4, attempted_at = $5, \
             attempt_count = attempt_count + 1 WHERE id = $1",
        )
        .bind(webhook_id)
        .bind(*failing_since)
        .bind(*then)
        .bind(*paused_until)
        .bind(job.at)
        .execute(db)
        .await?;
        match then {
            WebhookState::Active => clear_idle_failure(db, webhook_id).await?,
            WebhookState::Paused | WebhookState::Gone | WebhookState::Failing => {
                cancel_deliveries(db, webhook_id).await?;
            }
        }
        Ok(WriteResult::Applied)
    }
}

/// Releases a message that was not sent because too many others were, and pauses its webhook. The
/// webhook goes to the end of the queue. A conflict if the lease is lost, or the webhook was turned
/// off.
#[derive(Clone)]
pub struct Defer {
    pub webhook_id: String,
    pub id: String,
    pub lease: String,
    pub paused_until: Time,
    pub at: Time,
}

impl Write for Defer {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { webhook_id, id, lease, paused_until, at } = self;
        if !lock_webhook(db, webhook_id).await? {
            return Ok(WriteResult::Conflict);
        }
        let released = query(
            "UPDATE jobs SET lease = NULL, leased_until = $3 WHERE id = $1 AND lease = $2 AND state = 'pending'",
        )
        .bind(id)
        .bind(lease)
        .bind(*at)
        .execute(db)
        .await?;
        if released == 0 {
            return Ok(WriteResult::Conflict);
        }
        query("UPDATE webhooks SET paused_until = $2, attempted_at = $3 WHERE id = $1")
            .bind(webhook_id)
            .bind(*paused_until)
            .bind(*at)
            .execute(db)
            .await?;
        Ok(WriteResult::Applied)
    }
}

async fn count_pending(db: &mut Connection<'_>, webhook_id: &str) -> Result<usize, sqlx::Error> {
    let count: i64 = query(
        "SELECT count(*) FROM jobs WHERE queue = 'webhooks' AND key = $1 AND state = 'pending'",
    )
    .bind(webhook_id)
    .fetch_value(&mut *db)
    .await?;
    Ok(count as usize)
}

/// Adds messages. `last` is the number of the last one.
async fn insert_deliveries(
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
