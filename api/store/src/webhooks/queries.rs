//! Queries and statements of webhooks. Every change of a webhook locks its row first, so that two
//! changes of one webhook run one after the other.

use super::deliveries::{
    DELETE_DELIVERIES, cancel_deliveries, count_pending, insert_deliveries, redeliver,
    release_delivery,
};
use super::{
    DeliveryResult, MOST_ASKED_FOR, MOST_WEBHOOKS, WebhookChange, WebhookRow, WebhookState,
};
use crate::feed_readers::{self, FeedReader, HAS_NEWS, HEAD};
use crate::idempotency::{existing_keys, save_response};
use crate::jobs::{self, Queue};
use crate::leases::LeaseQuery;
use crate::players::player_exists;
use crate::sql::{Connection, Record, Row, query, query_text};
use crate::{Backend, Done, LeaseTerm, StoreError, feeds};

/// Columns of a webhook.
const COLUMNS: &str = "id, player_id, url, description, types, state, secret, previous_secret, previous_secret_expires_at, feed_cursor, \
                       failing_since, created_at";

impl Record for WebhookRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        let previous_secret: Option<String> = row.get("previous_secret")?;
        Ok(Self {
            id: row.get("id")?,
            player_id: row.get("player_id")?,
            url: row.get("url")?,
            description: row.get("description")?,
            types: row.get("types")?,
            state: row.get("state")?,
            secret: row.get("secret")?,
            previous_secret: previous_secret.zip(row.get("previous_secret_expires_at")?),
            feed_cursor: row.get("feed_cursor")?,
            failing_since: row.get("failing_since")?,
            created_at: row.get("created_at")?,
        })
    }
}

impl Backend {
    /// Leases webhooks whose feeds have news. Those that have waited longest come first.
    pub async fn lease_webhooks(
        &self,
        term: LeaseTerm<'_>,
        limit: u32,
    ) -> Result<Vec<WebhookRow>, StoreError> {
        let condition = format!("{} AND {HAS_NEWS}", FeedReader::Webhook.is_active());
        let due = LeaseQuery {
            table: FeedReader::Webhook.table(),
            id: FeedReader::Webhook.id(),
            columns: COLUMNS,
            condition: &condition,
            order: "t.leased_until, t.id",
        };
        self.lease(&due, term, limit).await
    }

    /// Returns a webhook.
    pub async fn webhook(&self, id: &str) -> Result<Option<WebhookRow>, StoreError> {
        // The id is user input; PostgreSQL text cannot contain NUL.
        if id.contains('\0') {
            return Ok(None);
        }
        Ok(query_text(format!("SELECT {COLUMNS} FROM webhooks WHERE id = $1"))
            .bind(id)
            .fetch_optional(self.readers())
            .await?)
    }

    /// Returns a player's webhooks, oldest first.
    pub async fn webhooks_of(&self, player_id: &str) -> Result<Vec<WebhookRow>, StoreError> {
        Ok(query_text(format!("SELECT {COLUMNS} FROM webhooks WHERE player_id = $1 ORDER BY id"))
            .bind(player_id)
            .fetch_all(self.readers())
            .await?)
    }
}

/// Writes a change of a webhook.
pub(crate) async fn write_webhook(
    db: &mut Connection<'_>,
    change: &WebhookChange,
) -> Result<Done, sqlx::Error> {
    let done = match change {
        WebhookChange::New(row) => return insert_webhook(db, row).await,
        WebhookChange::Edit { id, url, description, types, state } => {
            let edited = query_text(format!(
                "UPDATE webhooks AS t SET url = coalesce($2, url), description = coalesce($3, description), \
                 types = coalesce($4, types), \
                 feed_cursor = CASE WHEN $5 = 'active' AND state <> 'active' THEN {HEAD} ELSE feed_cursor END, \
                 failing_since = CASE WHEN $5 = 'active' AND state <> 'active' THEN NULL ELSE failing_since END, \
                 state = coalesce($5, state) WHERE id = $1",
            ))
            .bind(id)
            .bind(url)
            .bind(description)
            .bind(types)
            .bind(state.map(WebhookState::as_str))
            .execute(&mut *db)
            .await?;
            if state.is_some_and(|state| state != WebhookState::Active) {
                cancel_deliveries(db, id).await?;
            }
            edited
        }
        WebhookChange::Delete(id) => {
            let deleted = query("DELETE FROM webhooks WHERE id = $1").bind(id).execute(&mut *db).await?;
            query(DELETE_DELIVERIES).bind(id).execute(&mut *db).await?;
            deleted
        }
        WebhookChange::NewSecret { id, secret, until } => {
            query("UPDATE webhooks SET previous_secret = secret, previous_secret_expires_at = $3, secret = $2 WHERE id = $1")
                .bind(id)
                .bind(secret)
                .bind(until.0)
                .execute(&mut *db)
                .await?
        }
        WebhookChange::Write { id, delivery, at, answer } => {
            // Lock the webhook first: if two nodes handle the same request, the second one finds
            // the response of the first.
            if !lock_webhook(db, id).await?
                || !existing_keys(db, answer.iter().collect()).await?.is_empty()
                || count_pending(db, id).await? >= MOST_ASKED_FOR
            {
                return Ok(Done::Conflict);
            }
            let written = advance_number(db, id, 1).await?;
            save_response(db, answer.as_ref()).await?;
            insert_deliveries(db, id, written, std::slice::from_ref(delivery), *at).await?;
            1
        }
        WebhookChange::Redeliver { id, delivery_id, at } => {
            if !lock_webhook(db, id).await? {
                return Ok(Done::Conflict);
            }
            let again = redeliver(db, id, delivery_id, *at).await?;
            clear_idle_failure(db, id).await?;
            again
        }
        WebhookChange::FanOut { id, lease, from, to, deliveries, at } => {
            if !feed_readers::advance(db, FeedReader::Webhook, id, lease, [*from, *to]).await? {
                return Ok(Done::Conflict);
            }
            let written = advance_number(db, id, deliveries.len()).await?;
            insert_deliveries(db, id, written, deliveries, *at).await?;
            1
        }
        WebhookChange::Attempted(attempted) => return write_attempted(db, attempted).await,
        WebhookChange::Deferred { id, delivery_id, lease, paused_until, at } => {
            if !lock_webhook(db, id).await? || !release_delivery(db, delivery_id, lease, *at).await? {
                return Ok(Done::Conflict);
            }
            query("UPDATE webhooks SET paused_until = $2, attempted_at = $3 WHERE id = $1")
                .bind(id)
                .bind(*paused_until)
                .bind(*at)
                .execute(&mut *db)
                .await?
        }
        WebhookChange::Forget(before) => {
            jobs::forget(db, Queue::Webhooks, *before).await?;
            1
        }
    };
    Ok(if done == 0 { Done::Conflict } else { Done::Yes })
}

/// Locks the row of a webhook. Returns false if it does not exist or is turned off.
async fn lock_webhook(db: &mut Connection<'_>, id: &str) -> Result<bool, sqlx::Error> {
    let held = query("UPDATE webhooks SET last_seq = last_seq WHERE id = $1 AND state = 'active'")
        .bind(id)
        .execute(&mut *db)
        .await?;
    Ok(held == 1)
}

/// Adds to the number of messages of a webhook. Returns the number of the last one.
async fn advance_number(
    db: &mut Connection<'_>,
    id: &str,
    added: usize,
) -> Result<i64, sqlx::Error> {
    let (last,): (i64,) =
        query("UPDATE webhooks SET last_seq = last_seq + $2 WHERE id = $1 RETURNING last_seq")
            .bind(id)
            .bind(added as i64)
            .fetch_one(&mut *db)
            .await?;
    Ok(last)
}

/// Adds a webhook, and enables its player's feed.
async fn insert_webhook(db: &mut Connection<'_>, row: &WebhookRow) -> Result<Done, sqlx::Error> {
    if !player_exists(db, &row.player_id).await? {
        return Ok(Done::Conflict);
    }
    let position = feeds::enable(db, &row.player_id).await?;
    // The row of the feed's counter is locked, so no other webhook of the player can be created in
    // between.
    let (others,): (i64,) = query("SELECT count(*) FROM webhooks WHERE player_id = $1")
        .bind(&row.player_id)
        .fetch_one(&mut *db)
        .await?;
    if others as usize >= MOST_WEBHOOKS {
        return Ok(Done::Conflict);
    }
    let old_secret = row.previous_secret.as_ref();
    query_text(format!(
        "INSERT INTO webhooks ({COLUMNS}, last_seq, leased_until) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, 0)"
    ))
    .bind(&row.id)
    .bind(&row.player_id)
    .bind(&row.url)
    .bind(&row.description)
    .bind(&row.types)
    .bind(row.state.as_str())
    .bind(&row.secret)
    .bind(old_secret.map(|(secret, _)| secret))
    .bind(old_secret.map(|(_, until)| *until))
    .bind(position)
    .bind(row.failing_since)
    .bind(row.created_at)
    .execute(&mut *db)
    .await?;
    Ok(Done::Yes)
}

/// Records an attempt to send a message, with its consequences for the webhook.
async fn write_attempted(
    db: &mut Connection<'_>,
    attempted: &DeliveryResult,
) -> Result<Done, sqlx::Error> {
    let DeliveryResult { webhook_id, then, failing_since, paused_until, job } = attempted;
    // A conflict does not roll back earlier writes, so write nothing before all checks.
    if !lock_webhook(db, webhook_id).await? || !jobs::finish(db, job).await? {
        return Ok(Done::Conflict);
    }
    query(
        "UPDATE webhooks SET failing_since = $2, state = $3, paused_until = $4, attempted_at = $5, \
         attempt_count = attempt_count + 1 WHERE id = $1",
    )
    .bind(webhook_id)
    .bind(*failing_since)
    .bind(then.as_str())
    .bind(*paused_until)
    .bind(job.at)
    .execute(&mut *db)
    .await?;
    match then {
        WebhookState::Active => clear_idle_failure(db, webhook_id).await?,
        _ => cancel_deliveries(db, webhook_id).await?,
    }
    Ok(Done::Yes)
}

/// Clears `failing_since` if no message is pending, so that the next failure counts as the first.
async fn clear_idle_failure(db: &mut Connection<'_>, id: &str) -> Result<(), sqlx::Error> {
    query(
        "UPDATE webhooks SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL AND NOT EXISTS \
         (SELECT 1 FROM jobs j WHERE j.queue = 'webhooks' AND j.key = $1 AND j.state = 'pending')",
    )
    .bind(id)
    .execute(&mut *db)
    .await?;
    Ok(())
}
