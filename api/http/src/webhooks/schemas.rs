//! Webhook messages in the document. `broadside_app::webhooks::message` writes them.

/// Type of a webhook message.
#[derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray)]
#[schema(as = WebhookType)]
#[expect(clippy::enum_variant_names, reason = "only its schema is used")]
pub(crate) enum MessageTypeSchema {
    /// A game has events that you can see.
    #[serde(rename = "game.changed")]
    GameChanged,
    /// Your time in a game is running out.
    #[serde(rename = "game.reminder")]
    GameReminder,
    /// Another player of a game has written a message to you.
    #[serde(rename = "game.message")]
    GameMessage,
    /// A game was restored from a backup.
    #[serde(rename = "game.restored")]
    GameRestored,
}

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
        #[schema(format = DateTime, example = "2026-05-01T10:00:00.000Z")]
        timestamp: String,
        /// Game in which it happened.
        data: WebhookGame,
    },
    /// Your time in a game runs short.
    #[serde(rename = "game.reminder")]
    GameReminder {
        /// Time of the reminder (RFC 3339, UTC).
        #[schema(format = DateTime, example = "2026-05-01T10:00:00.000Z")]
        timestamp: String,
        /// Game in which your time runs short.
        data: WebhookGame,
    },
    /// Another player of a game wrote a message to you.
    #[serde(rename = "game.message")]
    GameMessage {
        /// Time when the message was written (RFC 3339, UTC).
        #[schema(format = DateTime, example = "2026-05-01T10:00:00.000Z")]
        timestamp: String,
        /// Game in which the message was written.
        data: WebhookGame,
    },
    /// One of your games was restored from a backup. Get the game again: all later events are
    /// undone.
    #[serde(rename = "game.restored")]
    GameRestored {
        /// Time of the restore (RFC 3339, UTC).
        #[schema(format = DateTime, example = "2026-05-01T10:00:00.000Z")]
        timestamp: String,
        /// Game that was restored.
        data: WebhookGame,
    },
    /// You asked for a test message.
    #[serde(rename = "webhook.test")]
    WebhookTest {
        /// Time of the request (RFC 3339, UTC).
        #[schema(format = DateTime, example = "2026-05-01T10:00:00.000Z")]
        timestamp: String,
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

/// Reason why an attempt got no answer.
#[derive(utoipa::ToSchema, strum::EnumMessage, strum::VariantArray)]
#[schema(as = WebhookFault)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WebhookFaultSchema {
    /// The host name cannot be resolved, or only to addresses that are not allowed.
    NoAddress,
    /// The connection was refused or could not be made.
    NotConnected,
    /// The certificate is not valid for the host name, or TLS failed otherwise.
    Tls,
    /// There was no answer within ten seconds.
    Timeout,
    /// The connection ended before an answer, or the answer was not valid HTTP.
    NoAnswer,
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use utoipa::PartialSchema;

    use super::*;
    use broadside_domain::webhook::MessageType;

    #[test]
    fn the_document_has_every_type_of_message() {
        assert_eq!(json!(MessageTypeSchema::schema())["enum"], json!(MessageType::ALL));
    }
}
