//! Types of webhook messages, and reasons for failed deliveries.

use serde::{Deserialize, Serialize};

use super::feed::{FeedItem, FeedItemKind, NotificationKind};

/// Type of a webhook message.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    strum::EnumMessage,
    strum::VariantArray,
    utoipa::ToSchema,
)]
#[schema(as = WebhookType)]
pub enum MessageType {
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

impl MessageType {
    pub const ALL: [Self; 4] =
        [Self::GameChanged, Self::GameReminder, Self::GameMessage, Self::GameRestored];

    /// Returns the name of the type in messages.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::GameChanged => "game.changed",
            Self::GameReminder => "game.reminder",
            Self::GameMessage => "game.message",
            Self::GameRestored => "game.restored",
        }
    }

    /// Returns the type of the message about an entry of a feed.
    pub fn from_feed_item(row: &FeedItem) -> Self {
        match row.what {
            FeedItemKind::Events { .. } => Self::GameChanged,
            FeedItemKind::Notice(NotificationKind::Deadline(_)) => Self::GameReminder,
            FeedItemKind::Notice(NotificationKind::Message(_)) => Self::GameMessage,
            FeedItemKind::Notice(NotificationKind::Restored(_)) => Self::GameRestored,
        }
    }
}

/// Reason why an attempt got no answer.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    strum::EnumMessage,
    strum::VariantArray,
    utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum WebhookFault {
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
