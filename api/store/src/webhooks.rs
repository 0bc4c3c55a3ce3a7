//! Webhooks. Every change of a webhook locks its row first, so that two changes of one webhook run
//! one after the other.

use broadside_domain::time::Time;

use crate::backend::Backend;
use crate::error::StoreError;
use crate::feed_readers::{FeedReader, HAS_NEWS, LAST_NUMBER};
use crate::feeds;
use crate::leases::{LeaseQuery, LeaseTerm};
use crate::players::player_exists;
use crate::sql::{Connection, Record, Row, Word, query, query_text};
use crate::table::Table;
use crate::write::{Write, WriteResult};

/// Maximum number of webhooks of a player.
pub const MAX_WEBHOOKS: usize = 10;

/// State of a webhook.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    serde::Serialize,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::EnumMessage,
    strum::VariantArray,
    utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WebhookState {
    /// Messages are sent.
    Active,
    /// You have turned the webhook off.
    Paused,
    /// The receiver answered with 410, so the webhook was turned off.
    Gone,
    /// No message arrived for five days although some were always pending, so the webhook was
    /// turned off.
    Failing,
}

impl Word for WebhookState {}

/// Row of a webhook. It holds signing keys, so it does not implement `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookRow {
    pub id: String,
    pub player_id: String,
    pub url: String,
    pub description: String,
    /// Types of messages to send, separated by spaces; empty for all.
    pub types: String,
    pub state: WebhookState,
    /// Signing key.
    pub secret: String,
    /// Previous signing key, which also signs, and the time until which it does.
    pub previous_secret: Option<(String, Time)>,
    /// Cursor in the player's feed: number of the last entry that was written as messages. The
    /// store sets it for a new webhook.
    pub feed_cursor: u64,
    /// Time since which nothing was delivered; `None` if the last message was, or there is nothing
    /// left to send.
    pub failing_since: Option<Time>,
    pub created_at: Time,
}

const COLUMNS: &str = "id, player_id, url, description, types, state, secret, previous_secret, previous_secret_expires_at, feed_cursor, \
                       failing_since, created_at";

pub(crate) const TABLE: Table = Table {
    left_behind: &["UPDATE webhooks SET lease = NULL WHERE lease IS NOT NULL"],
    restored: &[
        // A receiver is given up after days of failures. A pause of days does not count as failures.
        "UPDATE webhooks SET failing_since = NULL WHERE state = 'active' AND failing_since IS NOT NULL",
        // News of moves that are gone, or that were told already.
        "UPDATE webhooks SET feed_cursor = coalesce((SELECT h.last_seq FROM feed_heads h \
         WHERE h.player_id = webhooks.player_id), feed_cursor)",
    ],
    erase_player: &[
        // Lock these rows first, as the sender does: a delivery in progress is recorded before the
        // deletion, or not at all.
        "UPDATE webhooks SET lease = NULL WHERE player_id = $1",
        "DELETE FROM jobs WHERE queue = 'webhooks' AND key IN (SELECT id FROM webhooks WHERE player_id = $1)",
        "DELETE FROM webhooks WHERE player_id = $1",
    ],
    due_columns: &["leased_until", "paused_until"],
    age_columns: &["previous_secret_expires_at", "failing_since"],
    ..Table::new("webhooks")
};

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
        let lease_query = LeaseQuery {
            table: FeedReader::Webhook.table(),
            id: FeedReader::Webhook.id(),
            columns: COLUMNS,
            condition: &condition,
            order: "t.leased_until, t.id",
        };
        self.lease(&lease_query, term, limit).await
    }

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

/// Creates a webhook, and enables its player's feed. A conflict if the player is gone, or already
/// has [`MAX_WEBHOOKS`].
#[derive(Clone)]
pub struct Add {
    pub webhook: WebhookRow,
}

impl Write for Add {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let row = &self.webhook;
        if !player_exists(db, &row.player_id).await? {
            return Ok(WriteResult::Conflict);
        }
        let last_number = feeds::enable(db, &row.player_id).await?;
        // The row of the feed's counter is locked, so no other webhook of the player can be created
        // in between.
        let count: i64 = query("SELECT count(*) FROM webhooks WHERE player_id = $1")
            .bind(&row.player_id)
            .fetch_value(&mut *db)
            .await?;
        if count as usize >= MAX_WEBHOOKS {
            return Ok(WriteResult::Conflict);
        }
        let previous_secret = row.previous_secret.as_ref();
        query_text(format!(
            "INSERT INTO webhooks ({COLUMNS}, last_seq, leased_until) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, 0)"
        ))
        .bind(&row.id)
        .bind(&row.player_id)
        .bind(&row.url)
        .bind(&row.description)
        .bind(&row.types)
        .bind(row.state)
        .bind(&row.secret)
        .bind(previous_secret.map(|(secret, _)| secret))
        .bind(previous_secret.map(|(_, until)| *until))
        .bind(last_number)
        .bind(row.failing_since)
        .bind(row.created_at)
        .execute(db)
        .await?;
        Ok(WriteResult::Applied)
    }
}

/// Replaces the fields of a webhook that are not `None`. A webhook that is turned on starts with
/// events from now on; one that is turned off gives up its pending messages. A conflict if it is
/// gone.
#[derive(Clone)]
pub struct Edit {
    pub id: String,
    /// See [`WebhookRow::url`].
    pub url: Option<String>,
    /// See [`WebhookRow::description`].
    pub description: Option<String>,
    /// See [`WebhookRow::types`].
    pub types: Option<String>,
    /// See [`WebhookRow::state`].
    pub state: Option<WebhookState>,
}

impl Write for Edit {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { id, url, description, types, state } = self;
        let edited = query_text(format!(
            "UPDATE webhooks AS t SET url = coalesce($2, url), description = coalesce($3, description), \
             types = coalesce($4, types), \
             feed_cursor = CASE WHEN $5 = 'active' AND state <> 'active' THEN {LAST_NUMBER} ELSE feed_cursor END, \
             failing_since = CASE WHEN $5 = 'active' AND state <> 'active' THEN NULL ELSE failing_since END, \
             state = coalesce($5, state) WHERE id = $1",
        ))
        .bind(id)
        .bind(url)
        .bind(description)
        .bind(types)
        .bind(state.map(<&str>::from))
        .execute(db)
        .await?;
        if state.is_some_and(|state| state != WebhookState::Active) {
            cancel_deliveries(db, id).await?;
        }
        Ok(WriteResult::if_any(edited))
    }
}

/// Deletes a webhook with all its messages. A conflict if it is gone.
#[derive(Clone)]
pub struct Delete {
    pub id: String,
}

impl Write for Delete {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let deleted =
            query("DELETE FROM webhooks WHERE id = $1").bind(&self.id).execute(db).await?;
        query("DELETE FROM jobs WHERE queue = 'webhooks' AND key = $1")
            .bind(&self.id)
            .execute(db)
            .await?;
        Ok(WriteResult::if_any(deleted))
    }
}

/// Replaces the signing key of a webhook. The previous one also signs until a time. A conflict if
/// the webhook is gone.
#[derive(Clone)]
pub struct ReplaceSecret {
    pub id: String,
    pub secret: String,
    /// Time until which the previous key also signs.
    pub until: Time,
}

impl Write for ReplaceSecret {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let replaced = query(
            "UPDATE webhooks SET previous_secret = secret, previous_secret_expires_at = $3, secret = $2 WHERE id = $1",
        )
        .bind(&self.id)
        .bind(&self.secret)
        .bind(self.until)
        .execute(db)
        .await?;
        Ok(WriteResult::if_any(replaced))
    }
}

/// Locks the row of a webhook. Returns false if it does not exist or is turned off.
pub(crate) async fn lock_webhook(db: &mut Connection<'_>, id: &str) -> Result<bool, sqlx::Error> {
    let locked =
        query("UPDATE webhooks SET last_seq = last_seq WHERE id = $1 AND state = 'active'")
            .bind(id)
            .execute(db)
            .await?;
    Ok(locked == 1)
}

/// Adds to the number of messages of a webhook. Returns the number of the last one.
pub(crate) async fn advance_number(
    db: &mut Connection<'_>,
    id: &str,
    added: usize,
) -> Result<i64, sqlx::Error> {
    query("UPDATE webhooks SET last_seq = last_seq + $2 WHERE id = $1 RETURNING last_seq")
        .bind(id)
        .bind(added as i64)
        .fetch_value(&mut *db)
        .await
}

/// Gives up the pending messages of a webhook that is turned off.
pub(crate) async fn cancel_deliveries(
    db: &mut Connection<'_>,
    webhook_id: &str,
) -> Result<(), sqlx::Error> {
    query("UPDATE webhooks SET lease = NULL, leased_until = 0 WHERE id = $1")
        .bind(webhook_id)
        .execute(db)
        .await?;
    query(
        "UPDATE jobs SET state = 'failed', run_at = NULL WHERE queue = 'webhooks' AND key = $1 AND state = 'pending'",
    )
    .bind(webhook_id)
    .execute(db)
    .await?;
    Ok(())
}

/// Clears `failing_since` if no message is pending, so that the next failure counts as the first.
pub(crate) async fn clear_idle_failure(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<(), sqlx::Error> {
    query(
        "UPDATE webhooks SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL AND NOT EXISTS \
         (SELECT 1 FROM jobs j WHERE j.queue = 'webhooks' AND j.key = $1 AND j.state = 'pending')",
    )
    .bind(id)
    .execute(db)
    .await?;
    Ok(())
}
