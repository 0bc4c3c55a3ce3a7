//! Webhook messages in the document. `broadside_app::webhooks::message` writes them.

use broadside_domain::time::Time;

/// Message to a webhook.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
#[schema(as = WebhookMessage)]
#[serde(tag = "type")]
pub(crate) enum WebhookMessageSchema {
    /// Something happened in one of your games. Get the game, or its events.
    #[serde(rename = "game.changed")]
    GameChanged {
        /// Time when it happened (RFC 3339, UTC).
        timestamp: Time,
        /// Game in which it happened.
        data: WebhookGame,
    },
    /// Your time in a game runs short.
    #[serde(rename = "game.reminder")]
    GameReminder {
        /// Time of the reminder (RFC 3339, UTC).
        timestamp: Time,
        /// Game in which your time runs short.
        data: WebhookGame,
    },
    /// Another player of a game wrote a message to you.
    #[serde(rename = "game.message")]
    GameMessage {
        /// Time when the message was written (RFC 3339, UTC).
        timestamp: Time,
        /// Game in which the message was written.
        data: WebhookGame,
    },
    /// One of your games was restored from a backup. Get the game again: all later events are
    /// undone.
    #[serde(rename = "game.restored")]
    GameRestored {
        /// Time of the restore (RFC 3339, UTC).
        timestamp: Time,
        /// Game that was restored.
        data: WebhookGame,
    },
    /// You asked for a test message.
    #[serde(rename = "webhook.test")]
    WebhookTest {
        /// Time of the request (RFC 3339, UTC).
        timestamp: Time,
        /// Webhook that the test is for.
        data: WebhookItself,
    },
}

/// Game that a message is about.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) struct WebhookGame {
    /// Id of the game.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-000000000001")]
    game: String,
    /// Number of the news in your feed, which is its id in `GET /v1/events`. For several events at
    /// once, it is the number of the last.
    #[schema(minimum = 1, example = 42)]
    number: u64,
}

/// Webhook that a message is about.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) struct WebhookItself {
    /// Id of the webhook.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-000000000003")]
    webhook: String,
}
