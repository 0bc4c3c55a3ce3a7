//! Webhooks and their messages: rows, changes and queries.

mod deliveries;
mod queries;

use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::time::Time;

use crate::jobs::{JobRow, JobUpdate, QueueRow};
use crate::sql::Word;

pub(super) use queries::write_webhook;

/// Maximum number of webhooks of a player.
pub const MOST_WEBHOOKS: usize = 10;
/// Number of pending messages to a webhook at which requests for more messages to it are refused.
pub const MOST_ASKED_FOR: usize = 20;

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

impl WebhookState {
    /// Returns the word that is stored.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl Word for WebhookState {}

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
    pub previous_secret: Option<(String, Time)>,
    /// Cursor in the player's feed: number of the last entry that was written as messages. The
    /// store sets it for a new webhook.
    pub feed_cursor: u64,
    /// Time since which nothing was delivered; `None` if the last message was, or there is nothing
    /// left to send.
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

/// Attempt to send a message, with its consequences.
#[derive(Clone, Debug)]
pub struct DeliveryResult {
    /// Id of the webhook.
    pub webhook_id: String,
    /// State of the webhook after the attempt.
    pub then: WebhookState,
    /// See [`WebhookRow::failing_since`].
    pub failing_since: Option<Time>,
    /// Time until which no other message is sent.
    pub paused_until: Time,
    /// Result for the message.
    pub job: JobUpdate,
}

/// Change of a webhook.
#[derive(Clone)]
pub enum WebhookChange {
    /// Creates a webhook. A conflict if the player is gone, or already has [`MOST_WEBHOOKS`].
    New(WebhookRow),
    /// Replaces the fields that are not `None`. A webhook that is turned on starts with events from
    /// now on; one that is turned off gives up its pending messages.
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
    /// Adds a message that is about no game, and stores the response. A conflict if
    /// [`MOST_ASKED_FOR`] messages are pending.
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
    /// Sends a message again. A conflict if it is not pending itself and [`MOST_ASKED_FOR`] others
    /// are.
    Redeliver {
        /// Id of the webhook.
        id: String,
        /// Id of the message.
        delivery_id: String,
        /// Time of the request.
        at: Time,
    },
    /// Writes the news in the player's feed as messages, up to a number. A conflict if the lease is
    /// lost, the position has changed, or the webhook is turned off.
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
    /// Records an attempt to send a message. A conflict if the lease is lost, or the webhook was
    /// turned off.
    Attempted(DeliveryResult),
    /// Releases a message that was not sent because too many others were, and pauses its webhook.
    /// The webhook goes to the end of the queue. A conflict if the lease is lost, or the webhook
    /// was turned off.
    Deferred {
        /// Id of the webhook.
        id: String,
        /// Id of the message.
        delivery_id: String,
        /// Id of the lease.
        lease: String,
        /// End of the pause.
        paused_until: Time,
        /// Time of the release.
        at: Time,
    },
    /// Deletes messages from before this time that are not pending.
    Forget(Time),
}
