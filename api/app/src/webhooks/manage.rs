//! Webhooks of players.

use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::time::{HOUR, Time};
use broadside_domain::webhook::MessageType;
use broadside_store::{MAX_WEBHOOKS, WebhookRow, WebhookState, Write, retry_conflicts, webhooks};
use serde::Deserialize;

use super::{address, message};
use crate::App;
use crate::account::account_deleted;
use crate::present;

/// Time that the previous secret still signs messages, in hours.
const SECRET_OVERLAP_HOURS: i64 = 24;
/// Maximum number of characters in a description.
const MAX_DESCRIPTION_CHARS: usize = 100;

/// Properties of a new webhook.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WebhookRequest, example = json!({"url": "https://example.org/hooks/broadside", "types": ["game.changed"]}))]
pub struct NewWebhook {
    /// URL that messages are sent to. It must use https, lead to a public internet address, and
    /// have no user name, password or fragment.
    #[schema(pattern = "^https?://[!-~]+$", max_length = 2048)]
    url: String,
    /// Description for your own use: up to 100 characters, without control characters.
    #[serde(default)]
    #[schema(max_length = 100, default = "")]
    description: String,
    /// Types of messages to send. If left out or null, all types are sent, including those of later
    /// versions.
    #[schema(min_items = 1)]
    types: Option<Vec<MessageType>>,
}

/// Changes of a webhook. Fields that are left out stay unchanged.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WebhookUpdate, example = json!({"active": false}))]
pub struct WebhookPatch {
    /// New URL that messages are sent to, including those that are pending. The rules are those for
    /// a new webhook.
    #[schema(pattern = "^https?://[!-~]+$", max_length = 2048)]
    url: Option<String>,
    /// New description: up to 100 characters, without control characters.
    #[schema(max_length = 100)]
    description: Option<String>,
    /// New types of messages to send. Null means all types, including those of later versions.
    // `Some(None)` for null.
    #[serde(default, deserialize_with = "present")]
    #[schema(min_items = 1)]
    types: Option<Option<Vec<MessageType>>>,
    /// New state. False turns the webhook off and drops its pending messages. True turns it on, and
    /// it is told of everything from then on.
    active: Option<bool>,
}

impl App {
    /// Returns the webhooks of a player, oldest first.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn webhooks(&self, player_id: &str) -> Result<Vec<WebhookRow>, AppError> {
        self.store.webhooks_of(player_id).await.map_err(AppError::from)
    }

    /// Returns a webhook of a player.
    ///
    /// # Errors
    /// If the player has no such webhook, or the store fails.
    pub async fn webhook(&self, player_id: &str, id: &str) -> Result<WebhookRow, AppError> {
        let row = self.store.webhook(id).await?;
        row.filter(|row| row.player_id == player_id)
            .ok_or_else(|| AppError::from_kind(ErrorKind::NotFound))
    }

    /// Creates a webhook of a player. Returns it with its secret.
    ///
    /// # Errors
    /// If a property is not valid, the player has too many webhooks, or the store fails.
    pub async fn create_webhook(
        &self,
        player_id: &str,
        new: NewWebhook,
    ) -> Result<WebhookRow, AppError> {
        let row = WebhookRow {
            url: self.validate_url(&new.url)?,
            description: validate_description(new.description)?,
            types: encode_types(new.types.as_deref())?,
            id: self.env.new_id(),
            player_id: player_id.to_owned(),
            state: WebhookState::Active,
            secret: message::new_secret(&self.env),
            previous_secret: None,
            feed_cursor: 0,
            failing_since: None,
            created_at: self.env.now(),
        };
        retry_conflicts(|| async {
            let count = self.webhooks(player_id).await?.len();
            if count >= MAX_WEBHOOKS {
                let detail = format!(
                    "you have {MAX_WEBHOOKS} webhooks, which is the maximum: delete one first"
                );
                return Err(AppError::new(ErrorKind::NotNow, detail));
            }
            if self.commit_webhook_change(webhooks::Add { webhook: row.clone() }).await? {
                return Ok(Some(()));
            }
            self.find_player(player_id).await?.ok_or_else(account_deleted)?;
            Ok(None)
        })
        .await?;
        Ok(row)
    }

    /// Changes a webhook of a player. Returns it after the change.
    ///
    /// # Errors
    /// If a property is not valid, the player has no such webhook, or the store fails.
    pub async fn update_webhook(
        &self,
        player_id: &str,
        id: &str,
        patch: WebhookPatch,
    ) -> Result<WebhookRow, AppError> {
        self.webhook(player_id, id).await?;
        let state = match patch.active {
            Some(true) => Some(WebhookState::Active),
            Some(false) => Some(WebhookState::Paused),
            None => None,
        };
        let edit = webhooks::Edit {
            id: id.to_owned(),
            url: patch.url.map(|text| self.validate_url(&text)).transpose()?,
            description: patch.description.map(validate_description).transpose()?,
            types: patch.types.as_ref().map(|types| encode_types(types.as_deref())).transpose()?,
            state,
        };
        self.commit_to_existing_webhook(edit).await?;
        self.webhook(player_id, id).await.map_err(AppError::after_change)
    }

    /// Deletes a webhook of a player, with its messages.
    ///
    /// # Errors
    /// If the player has no such webhook, or the store fails.
    pub async fn delete_webhook(&self, player_id: &str, id: &str) -> Result<(), AppError> {
        self.webhook(player_id, id).await?;
        self.commit_to_existing_webhook(webhooks::Delete { id: id.to_owned() }).await
    }

    /// Gives a webhook of a player a new secret. Returns it with the time until which the previous
    /// one signs too.
    ///
    /// # Errors
    /// If the player has no such webhook, or the store fails.
    pub async fn rotate_webhook_secret(
        &self,
        player_id: &str,
        id: &str,
    ) -> Result<(String, Time), AppError> {
        self.webhook(player_id, id).await?;
        let secret = message::new_secret(&self.env);
        let until = Time(self.env.now().0 + SECRET_OVERLAP_HOURS * HOUR);
        let replace = webhooks::ReplaceSecret { id: id.to_owned(), secret: secret.clone(), until };
        self.commit_to_existing_webhook(replace).await?;
        Ok((secret, until))
    }

    /// Commits a change of a webhook. Returns false if another change came first.
    pub(super) async fn commit_webhook_change(&self, change: impl Write) -> Result<bool, AppError> {
        Ok(self.store.try_commit(change).await?)
    }

    /// Commits a change of a webhook; a conflict can only mean that it was deleted.
    async fn commit_to_existing_webhook(&self, change: impl Write) -> Result<(), AppError> {
        if self.commit_webhook_change(change).await? {
            Ok(())
        } else {
            Err(AppError::from_kind(ErrorKind::NotFound))
        }
    }

    fn validate_url(&self, text: &str) -> Result<String, AppError> {
        let url = address::parse(text, self.webhook_allow_private)
            .map_err(|detail| AppError::field("url", detail))?;
        Ok(url.into())
    }
}

fn validate_description(text: String) -> Result<String, AppError> {
    if text.chars().count() > MAX_DESCRIPTION_CHARS || text.chars().any(char::is_control) {
        let detail =
            format!("send at most {MAX_DESCRIPTION_CHARS} characters, without control characters");
        return Err(AppError::field("description", detail));
    }
    Ok(text)
}

/// Validates types and returns them as they are stored; empty for all types.
fn encode_types(types: Option<&[MessageType]>) -> Result<String, AppError> {
    let Some(types) = types else { return Ok(String::new()) };
    if types.is_empty() {
        return Err(AppError::field("types", "send at least one type, or null for all of them"));
    }
    let names: Vec<_> = MessageType::ALL
        .into_iter()
        .filter(|kind| types.contains(kind))
        .map(MessageType::as_str)
        .collect();
    Ok(names.join(" "))
}
