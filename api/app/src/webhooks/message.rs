//! Contents of webhook messages. They are thin: they say that there is something new and where, but
//! never what. The receiver asks for it with a token.

use broadside_domain::env::Env;
use broadside_domain::feed::FeedItem;
use broadside_domain::time::Time;
use broadside_domain::webhook::MessageType;
use broadside_store::{NewDelivery, WebhookRow};
use serde::Serialize;
use sha2::{Digest, Sha256};
use standardwebhooks::Webhook as Key;

/// Message to a webhook.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(tag = "type")]
pub enum WebhookMessage {
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
#[derive(Serialize, utoipa::ToSchema)]
pub struct WebhookGame {
    /// Id of the game.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-000000000001")]
    game: String,
    /// Number of the news in your feed, which is its id in `GET /v1/events`. For several events at
    /// once, it is the number of the last.
    #[schema(minimum = 1, example = 42)]
    number: u64,
}

/// Webhook that a message is about.
#[derive(Serialize, utoipa::ToSchema)]
pub struct WebhookItself {
    /// Id of the webhook.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-000000000003")]
    webhook: String,
}

/// Builds the message to a webhook for a row of its player's feed, if the webhook wants this type.
/// The id is derived from the webhook and the row, so it is always the same.
pub fn feed_message(webhook: &WebhookRow, row: &FeedItem) -> Option<NewDelivery> {
    let kind = MessageType::from_feed_item(row);
    if !webhook.types.is_empty() && !webhook.types.split(' ').any(|name| name == kind.as_str()) {
        return None;
    }
    let FeedItem { number, game_id, at: timestamp, .. } = row;
    // After a restore, numbers are assigned again. The time tells the rows apart.
    let digest =
        Sha256::digest(format!("{} {number} {game_id} {kind:?} {}", webhook.id, timestamp.0));
    let timestamp = *timestamp;
    let data = WebhookGame { game: game_id.clone(), number: *number };
    let message = match kind {
        MessageType::GameChanged => WebhookMessage::GameChanged { timestamp, data },
        MessageType::GameReminder => WebhookMessage::GameReminder { timestamp, data },
        MessageType::GameMessage => WebhookMessage::GameMessage { timestamp, data },
        MessageType::GameRestored => WebhookMessage::GameRestored { timestamp, data },
    };
    Some(delivery(&digest[..16], Some(game_id.clone()), &message))
}

pub fn test_message(env: &Env, webhook_id: &str) -> NewDelivery {
    let data = WebhookItself { webhook: webhook_id.to_owned() };
    delivery(
        &env.random_bytes::<16>(),
        None,
        &WebhookMessage::WebhookTest { timestamp: env.now(), data },
    )
}

fn delivery(id: &[u8], game_id: Option<String>, message: &WebhookMessage) -> NewDelivery {
    let body = serde_json::to_string(message).expect("a message is plain data");
    NewDelivery { id: format!("msg_{}", data_encoding::HEXLOWER.encode(id)), game_id, body }
}

/// Creates a signing key in the format of Standard Webhooks.
pub fn new_secret(env: &Env) -> String {
    format!("whsec_{}", data_encoding::BASE64.encode(&env.random_bytes::<32>()))
}

/// Computes the `webhook-signature` of a message sent now, with the key and, while it is valid,
/// with the previous key. Returns `None` if a key is malformed.
pub fn signature(webhook: &WebhookRow, id: &str, now: Time, body: &str) -> Option<String> {
    let mut secrets = vec![&webhook.secret];
    if let Some((previous, until)) = &webhook.previous_secret
        && *until > now
    {
        secrets.push(previous);
    }
    let mut signatures = Vec::new();
    for secret in secrets {
        let key = Key::new(secret).ok()?;
        signatures.push(key.sign(id, now.0.div_euclid(1000), body.as_bytes()).ok()?);
    }
    Some(signatures.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside_domain::feed::{FeedItemKind, NotificationKind};
    use broadside_store::WebhookState;

    fn webhook(types: &str) -> WebhookRow {
        WebhookRow {
            id: "w".to_owned(),
            player_id: "p".to_owned(),
            url: String::new(),
            description: String::new(),
            types: types.to_owned(),
            state: WebhookState::Active,
            secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".to_owned(),
            previous_secret: None,
            feed_cursor: 0,
            failing_since: None,
            created_at: Time(0),
        }
    }

    fn row(number: u64, what: FeedItemKind) -> FeedItem {
        FeedItem { number, game_id: "g".to_owned(), what, at: Time(1_614_265_330_000) }
    }

    #[test]
    fn a_message_is_the_same_each_time_and_differs_from_those_of_other_rows_and_webhooks() {
        let events = FeedItemKind::Events { seq: 3, event_count: 2 };
        let message = feed_message(&webhook(""), &row(7, events)).unwrap();
        assert_eq!(feed_message(&webhook(""), &row(7, events)).unwrap(), message);
        assert_eq!(
            message.body,
            r#"{"type":"game.changed","timestamp":"2021-02-25T15:02:10.000Z","data":{"game":"g","number":7}}"#
        );
        assert!(message.id.starts_with("msg_") && message.id.len() == 36);
        assert_ne!(feed_message(&webhook(""), &row(8, events)).unwrap().id, message.id);
        let other = WebhookRow { id: "v".to_owned(), ..webhook("") };
        assert_ne!(feed_message(&other, &row(7, events)).unwrap().id, message.id);
    }

    #[test]
    fn a_webhook_gets_only_messages_of_its_types() {
        let events = row(1, FeedItemKind::Events { seq: 1, event_count: 1 });
        let reminder = row(1, FeedItemKind::Notice(NotificationKind::Deadline(Time(1))));
        for (types, gets_events, gets_reminder) in [
            ("", true, true),
            ("game.changed game.message", true, false),
            ("game.reminder", false, true),
        ] {
            assert_eq!(feed_message(&webhook(types), &events).is_some(), gets_events, "{types}");
            assert_eq!(
                feed_message(&webhook(types), &reminder).is_some(),
                gets_reminder,
                "{types}"
            );
        }
    }

    /// Example from the documentation of Standard Webhooks.
    #[test]
    fn signatures_are_those_of_standard_webhooks() {
        let id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
        let at = Time(1_614_265_330_999);
        let body = r#"{"test": 2432232314}"#;
        let expected = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        assert_eq!(signature(&webhook(""), id, at, body).unwrap(), expected);
        let mut rotated = WebhookRow {
            secret: new_secret(&Env::new(broadside_domain::env::System)),
            ..webhook("")
        };
        rotated.previous_secret = Some((webhook("").secret, Time(at.0 + 1)));
        let both = signature(&rotated, id, at, body).unwrap();
        assert!(both.starts_with("v1,") && both.ends_with(&format!(" {expected}")), "{both}");
        rotated.previous_secret = Some((webhook("").secret, at));
        assert!(!signature(&rotated, id, at, body).unwrap().contains(' '));
    }
}
