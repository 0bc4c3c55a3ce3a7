//! Webhooks and their messages: rows, changes and queries.

mod sql;

use async_trait::async_trait;
use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::time::Time;
use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

use super::StoreError;
use super::decode::{row, words};
pub(super) use sql::{has_work, lease, webhook_columns, webhooks, write_webhook};

/// Maximum number of webhooks of a player.
pub const MOST_WEBHOOKS: usize = 10;
/// Number of pending messages to a webhook at which requests for more messages to it are refused.
pub const MOST_ASKED_FOR: usize = 20;

words! {
    /// State of a webhook, with the reason if it is off.
    WebhookState {
        /// Messages are sent.
        Active "active",
        /// Turned off by its player.
        Paused "paused",
        /// Turned off because the receiver answered 410.
        Gone "gone",
        /// Turned off because nothing was delivered for days.
        Failing "failing",
    }
}

words! {
    /// State of a message.
    DeliveryState {
        /// Waiting to be sent.
        Pending "pending",
        /// Delivered.
        Delivered "delivered",
        /// Given up.
        Failed "failed",
    }
}

/// Row of a webhook. It holds signing keys, so it does not implement `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookRow {
    /// Id of the webhook.
    pub id: String,
    /// Player who owns the webhook.
    pub player_id: String,
    /// URL that messages are sent to.
    pub url: String,
    /// Description by the player.
    pub description: String,
    /// Types of messages to send, separated by spaces; empty for all.
    pub types: String,
    /// State of the webhook.
    pub state: WebhookState,
    /// Signing key.
    pub secret: String,
    /// Previous signing key, which also signs, and the time until which it does.
    pub old_secret: Option<(String, Time)>,
    /// Cursor in the player's feed: number of the last entry that was written as messages. The store sets it for a new
    /// webhook.
    pub position: u64,
    /// Time since which nothing was delivered; `None` if the last message was, or there is nothing left to send.
    pub failing_since: Option<Time>,
    /// Time of creation.
    pub created_at: Time,
}

/// New message to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewDelivery {
    /// Id that the receiver sees.
    pub id: String,
    /// Game that the message is about.
    pub game_id: Option<String>,
    /// Body of the request.
    pub body: String,
}

/// Row of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryRow {
    /// Sequence number within the webhook.
    pub seq: u64,
    /// Id that the receiver sees.
    pub id: String,
    /// Body of the request.
    pub body: String,
    /// State of the message.
    pub state: DeliveryState,
    /// Time of the next attempt.
    pub next_at: Option<Time>,
    /// Number of attempts since the message was created or redelivery was requested.
    pub attempts: u32,
    /// Log of the last attempts, as JSON.
    pub log: String,
    /// Time of creation.
    pub made_at: Time,
}

/// Attempt to send a message, with its consequences.
#[derive(Clone, Debug)]
pub struct Attempted {
    /// Id of the webhook.
    pub webhook_id: String,
    /// Id of the lease.
    pub lease: String,
    /// New end of the lease.
    pub until: Time,
    /// State of the webhook after the attempt.
    pub then: WebhookState,
    /// See [`WebhookRow::failing_since`].
    pub failing_since: Option<Time>,
    /// Sequence number of the message.
    pub seq: u64,
    /// Number of attempts and due time before this attempt. If they have changed by now, redelivery was requested
    /// since, and the message stays pending.
    pub was: (u32, Option<Time>),
    /// New state of the message.
    pub state: DeliveryState,
    /// Time of the next attempt.
    pub next_at: Option<Time>,
    /// See [`DeliveryRow::attempts`].
    pub attempts: u32,
    /// See [`DeliveryRow::log`].
    pub log: String,
}

/// Change of a webhook.
#[derive(Clone)]
pub enum WebhookChange {
    /// Creates a webhook. A conflict if the player is gone, or already has [`MOST_WEBHOOKS`].
    New(WebhookRow),
    /// Replaces the fields that are not `None`. A webhook that is turned on starts with events from now on; one that is
    /// turned off gives up its pending messages.
    Edit {
        /// Id of the webhook.
        id: String,
        /// See [`WebhookRow::url`].
        url: Option<String>,
        /// See [`WebhookRow::description`].
        description: Option<String>,
        /// See [`WebhookRow::types`].
        types: Option<String>,
        /// See [`WebhookRow::state`].
        state: Option<WebhookState>,
    },
    /// Deletes a webhook with all its messages.
    Delete(String),
    /// Replaces the signing key. The previous one also signs until a time.
    NewSecret {
        /// Id of the webhook.
        id: String,
        /// New key.
        secret: String,
        /// Time until which the previous key also signs.
        until: Time,
    },
    /// Adds a message that is about no game, and stores the response. A conflict if [`MOST_ASKED_FOR`] messages are
    /// pending.
    Write {
        /// Id of the webhook.
        id: String,
        /// The message.
        delivery: NewDelivery,
        /// Time when the message was written.
        at: Time,
        /// Response to store.
        answer: Option<IdempotencyRecord>,
    },
    /// Sends a message again. A conflict if it is not pending itself and [`MOST_ASKED_FOR`] others are.
    Redeliver {
        /// Id of the webhook.
        id: String,
        /// Id of the message.
        delivery_id: String,
        /// Time of the request.
        at: Time,
    },
    /// Writes the news in the player's feed as messages, up to a number. A conflict if the lease is lost, the position
    /// has changed, or the webhook is turned off.
    FanOut {
        /// Id of the webhook.
        id: String,
        /// Id of the lease.
        lease: String,
        /// Cursor before: the messages begin after this number of the feed.
        from: u64,
        /// Cursor after: the messages end with this number of the feed.
        to: u64,
        /// The messages.
        deliveries: Vec<NewDelivery>,
        /// Time when they were written.
        at: Time,
    },
    /// Records an attempt to send a message. A conflict if the lease is lost, or the webhook was turned off.
    Attempted(Attempted),
    /// Releases the lease on a webhook.
    Release {
        /// Id of the webhook.
        id: String,
        /// Id of the lease.
        lease: String,
        /// Time of the release.
        at: Time,
    },
    /// Deletes messages from before this time that are not pending.
    Forget(Time),
}

/// Queries of webhooks.
#[async_trait]
pub trait Webhooks: Send + Sync {
    /// Leases webhooks that have something to do, until a time. Those that have waited longest come first.
    async fn lease_webhooks(
        &self,
        now: Time,
        until: Time,
        lease: &str,
        limit: u32,
    ) -> Result<Vec<WebhookRow>, StoreError>;

    /// Returns a webhook.
    async fn webhook(&self, id: &str) -> Result<Option<WebhookRow>, StoreError>;

    /// Returns a player's webhooks, oldest first.
    async fn webhooks_of(&self, player_id: &str) -> Result<Vec<WebhookRow>, StoreError>;

    /// Returns a message of a webhook.
    async fn delivery(&self, webhook_id: &str, id: &str) -> Result<Option<DeliveryRow>, StoreError>;

    /// Returns the messages of a webhook, newest first. `state` restricts them to one state, `before` to lower numbers.
    async fn deliveries(
        &self,
        webhook_id: &str,
        state: Option<DeliveryState>,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<DeliveryRow>, StoreError>;

    /// Returns the messages of a webhook that are due by now: retries and first attempts in turn, each in the order of
    /// their due times.
    async fn due_deliveries(
        &self,
        webhook_id: &str,
        now: Time,
        limit: u32,
    ) -> Result<Vec<DeliveryRow>, StoreError>;
}

row! {
    struct Webhook {
        id: String,
        player_id: String,
        url: String,
        description: String,
        types: String,
        state: String,
        secret: String,
        old_secret: Option<String>,
        old_until: Option<i64>,
        position: i64,
        failing_since: Option<i64>,
        created_at: i64,
    }
}

impl TryFrom<Webhook> for WebhookRow {
    type Error = StoreError;

    fn try_from(row: Webhook) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.id,
            player_id: row.player_id,
            url: row.url,
            description: row.description,
            types: row.types,
            state: WebhookState::read(&row.state)?,
            secret: row.secret,
            old_secret: row.old_secret.zip(row.old_until.map(Time)),
            position: row.position as u64,
            failing_since: row.failing_since.map(Time),
            created_at: Time(row.created_at),
        })
    }
}

row! {
    struct Delivery {
        seq: i64,
        id: String,
        body: String,
        state: String,
        next_at: Option<i64>,
        attempts: i64,
        log: String,
        made_at: i64,
    }
}

impl TryFrom<Delivery> for DeliveryRow {
    type Error = StoreError;

    fn try_from(row: Delivery) -> Result<Self, StoreError> {
        Ok(Self {
            seq: row.seq as u64,
            id: row.id,
            body: row.body,
            state: DeliveryState::read(&row.state)?,
            next_at: row.next_at.map(Time),
            attempts: row.attempts as u32,
            log: row.log,
            made_at: Time(row.made_at),
        })
    }
}

/// Decodes rows.
pub(super) fn read<A, B: TryFrom<A, Error = StoreError>>(
    rows: impl IntoIterator<Item = A>,
) -> Result<Vec<B>, StoreError> {
    rows.into_iter().map(TryInto::try_into).collect()
}
