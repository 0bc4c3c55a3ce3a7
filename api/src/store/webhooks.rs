//! Webhooks, and what is on its way to them, as they are kept.

use async_trait::async_trait;
use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

use super::rows::{row, words};
use super::{Answer, StoreError};
use crate::ambient::Time;

/// The most webhooks a player may have.
pub const MOST_WEBHOOKS: usize = 10;
/// While so many messages are on their way to a webhook, no others are sent to it because somebody asks.
pub const MOST_ASKED_FOR: usize = 20;

words! {
    /// Whether a webhook is told anything, and why not.
    WebhookState {
        /// It is.
        Active "active",
        /// Its player has turned it off.
        Paused "paused",
        /// Its receiver has answered 410.
        Gone "gone",
        /// Nothing has arrived for days.
        Failing "failing",
    }
}

words! {
    /// What has become of a message.
    DeliveryState {
        /// It is on its way.
        Pending "pending",
        /// It has arrived.
        Delivered "delivered",
        /// It was given up.
        Failed "failed",
    }
}

/// A webhook. It holds keys, so it cannot be printed.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookRow {
    /// Its id.
    pub id: String,
    /// Whose it is.
    pub player_id: String,
    /// Where messages are sent.
    pub url: String,
    /// What its player calls it.
    pub description: String,
    /// The types of messages that it wants, with a space between; empty for all.
    pub types: String,
    /// Whether it is told anything.
    pub state: WebhookState,
    /// The key of its signatures.
    pub secret: String,
    /// The key before, which signs too, and until when.
    pub old_secret: Option<(String, Time)>,
    /// The number in the player's feed up to which messages have been written. Of a new one the store decides.
    pub position: u64,
    /// Since when nothing has arrived while there was something to send; `None` if the last message has, or none is left.
    pub failing_since: Option<Time>,
    /// When it was made.
    pub created_at: Time,
}

/// A message to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewDelivery {
    /// Its id, as the receiver meets it.
    pub id: String,
    /// The game it is about.
    pub game_id: Option<String>,
    /// What is sent.
    pub body: String,
}

/// A message, and what has become of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryRow {
    /// Its number among those of the webhook.
    pub seq: u64,
    /// Its id, as the receiver meets it.
    pub id: String,
    /// What is sent.
    pub body: String,
    /// What has become of it.
    pub state: DeliveryState,
    /// When it is to be sent.
    pub next_at: Option<Time>,
    /// How often it has been tried since it was made or sent again.
    pub attempts: u32,
    /// The last attempts, as JSON.
    pub log: String,
    /// When it was made.
    pub made_at: Time,
}

/// What was tried with a message, and what follows from it.
#[derive(Clone, Debug)]
pub struct Attempted {
    /// The webhook.
    pub webhook_id: String,
    /// Who was at work on it.
    pub lease: String,
    /// Until when it goes on.
    pub until: Time,
    /// Whether the webhook is told more.
    pub then: WebhookState,
    /// See [`WebhookRow::failing_since`].
    pub failing_since: Option<Time>,
    /// The message.
    pub seq: u64,
    /// What it was when it was tried: how often it had been before, and when it was due. If it is something else by now, it
    /// was asked to be sent again, and is.
    pub was: (u32, Option<Time>),
    /// What has become of it.
    pub state: DeliveryState,
    /// When it is to be sent again.
    pub next_at: Option<Time>,
    /// See [`DeliveryRow::attempts`].
    pub attempts: u32,
    /// See [`DeliveryRow::log`].
    pub log: String,
}

/// Something that changes a webhook.
#[derive(Clone)]
pub enum WebhookChange {
    /// A new one of a player that is still there, and has fewer than [`MOST_WEBHOOKS`].
    New(WebhookRow),
    /// It is another in what is not `None`. One that is turned on begins with what happens from then on; one that is
    /// turned off gives up what is on its way.
    Edit {
        /// Which.
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
    /// It is gone, with all its messages.
    Delete(String),
    /// It has another key; the one before signs too until a time.
    NewSecret {
        /// Which.
        id: String,
        /// The key.
        secret: String,
        /// Until when the one before signs too.
        until: Time,
    },
    /// A message that is about no game, and the answer to keep; a conflict if [`MOST_ASKED_FOR`] are on their way.
    Write {
        /// To which.
        id: String,
        /// The message.
        delivery: NewDelivery,
        /// When it was written.
        at: Time,
        /// The answer to keep.
        answer: Option<Answer>,
    },
    /// A message is sent again; a conflict if it is not on its way, but [`MOST_ASKED_FOR`] others are.
    Redeliver {
        /// To which.
        id: String,
        /// The message.
        delivery_id: String,
        /// When it was asked for.
        at: Time,
    },
    /// What the player's feed says is written as messages, up to a number; a conflict if others have done it.
    FanOut {
        /// To which.
        id: String,
        /// Who is at work on it.
        lease: String,
        /// The number that it begins after.
        from: u64,
        /// The number that it ends with.
        to: u64,
        /// The messages.
        deliveries: Vec<NewDelivery>,
        /// When they were written.
        at: Time,
    },
    /// A message was tried; a conflict if others are at work on the webhook, or it has been turned off.
    Attempted(Attempted),
    /// Nobody is at work on it any more.
    Release {
        /// Which.
        id: String,
        /// Who was.
        lease: String,
        /// When that ended.
        at: Time,
    },
    /// Messages of the time before this that are not on their way are forgotten.
    Forget(Time),
}

/// The part of a database that knows webhooks.
#[async_trait]
pub trait Webhooks: Send + Sync {
    /// Takes webhooks that have something to do for whoever calls itself `lease`, until a time: those first that have
    /// waited longest.
    async fn lease_webhooks(
        &self,
        now: Time,
        until: Time,
        lease: &str,
        limit: u32,
    ) -> Result<Vec<WebhookRow>, StoreError>;

    /// A webhook.
    async fn webhook(&self, id: &str) -> Result<Option<WebhookRow>, StoreError>;

    /// A player's webhooks, oldest first.
    async fn webhooks_of(&self, player_id: &str) -> Result<Vec<WebhookRow>, StoreError>;

    /// A message of a webhook.
    async fn delivery(&self, webhook_id: &str, id: &str) -> Result<Option<DeliveryRow>, StoreError>;

    /// The messages of a webhook, newest first: those in a state, if it is named, with a number below one.
    async fn deliveries(
        &self,
        webhook_id: &str,
        state: Option<DeliveryState>,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<DeliveryRow>, StoreError>;

    /// The messages of a webhook that are to be sent by now, in the order in which they are due.
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

/// Rows as whoever asks for them has them.
pub(super) fn read<A, B: TryFrom<A, Error = StoreError>>(
    rows: impl IntoIterator<Item = A>,
) -> Result<Vec<B>, StoreError> {
    rows.into_iter().map(TryInto::try_into).collect()
}
