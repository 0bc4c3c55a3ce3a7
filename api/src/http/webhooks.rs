//! Webhooks: where a player wants to be told that something is new.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::App;
use super::auth::{Owner, Reader};
use super::create::player;
use super::extract::Body;
use super::idempotency;
use super::players;
use super::reply::Reply;
use crate::ambient::{HOUR, Time};
use crate::play::ATTEMPTS;
use crate::problem::{Kind, Problem};
use crate::store::{Change, CommitError, MOST_WEBHOOKS, WebhookChange, WebhookRow, WebhookState};
use crate::work::webhooks::{MessageType, address, message};

/// How long the secret before signs too.
const OVERLAP_HOURS: i64 = 24;
/// The most characters of a description.
const DESCRIBED_IN: usize = 100;

/// Whether a webhook is told anything, and why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WebhookState)]
#[serde(rename_all = "snake_case")]
enum Standing {
    /// It is.
    Active,
    /// You have turned it off.
    Paused,
    /// Its receiver has answered 410.
    Gone,
    /// Nothing has arrived for five days, in which there was always something on its way.
    Failing,
}

impl From<WebhookState> for Standing {
    fn from(state: WebhookState) -> Self {
        match state {
            WebhookState::Active => Self::Active,
            WebhookState::Paused => Self::Paused,
            WebhookState::Gone => Self::Gone,
            WebhookState::Failing => Self::Failing,
        }
    }
}

/// A webhook to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"url": "https://example.org/hooks/broadside", "types": ["game.changed"]}))]
pub(super) struct WebhookRequest {
    /// Where messages are sent: an address of the public internet, over https, without a name, a password or a fragment.
    #[schema(pattern = "^https?://[!-~]+$", max_length = 2048)]
    url: String,
    /// What you call it: 100 characters at most, none of them a control character.
    #[serde(default)]
    #[schema(max_length = 100, default = "", required = false)]
    description: String,
    /// The types of messages that are sent; all of them, those of later versions too, if it is left out or null.
    #[schema(min_items = 1)]
    types: Option<Vec<MessageType>>,
}

/// What is to change of a webhook; what is left out stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"active": false}))]
pub(super) struct WebhookChanges {
    /// Where messages are sent from now on, those that are on their way among them.
    #[schema(pattern = "^https?://[!-~]+$", max_length = 2048)]
    url: Option<String>,
    /// What you call it.
    #[schema(max_length = 100)]
    description: Option<String>,
    /// The types of messages that are sent; null for all of them, those of later versions too.
    #[serde(default, deserialize_with = "named")]
    #[schema(min_items = 1, value_type = Option<Vec<MessageType>>, required = false)]
    types: Option<Option<Vec<MessageType>>>,
    /// False turns it off, and gives up what is on its way. True turns it on: it is told of what happens from then on.
    active: Option<bool>,
}

/// A field that is there: null is a value of its own.
fn named<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// A webhook, without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Webhook)]
pub(super) struct WebhookBody {
    /// Its id.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-000000000003")]
    id: String,
    /// Where messages are sent.
    #[schema(example = "https://example.org/hooks/broadside")]
    url: String,
    /// What you call it; empty if nothing.
    #[schema(example = "")]
    description: String,
    /// The types of messages that are sent.
    types: Vec<MessageType>,
    /// Whether it is told anything, and why not.
    state: Standing,
    /// Since when nothing has arrived (RFC 3339, UTC); null if the last message has, or if none is on its way.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-05-04T10:00:00.000Z")]
    failing_since: Option<Time>,
    /// Until when the secret before signs too (RFC 3339, UTC); null if it does not.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-05-05T10:00:00.000Z")]
    old_secret_until: Option<Time>,
    /// When it was made (RFC 3339, UTC).
    #[schema(value_type = String, format = DateTime, example = "2026-05-01T10:00:00.000Z")]
    created_at: Time,
}

/// A new webhook.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct NewWebhook {
    #[serde(flatten)]
    about: WebhookBody,
    /// What its messages are signed with: base64 after `whsec_`. It is shown this once: keep it.
    #[schema(example = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDOWK3mYfhWyI=")]
    secret: String,
}

/// A new secret.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({"secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDOWK3mYfhWyI=", "old_secret_until": "2026-05-05T10:00:00.000Z"}))]
pub(super) struct NewWebhookSecret {
    /// What messages are signed with. It is shown this once: keep it.
    secret: String,
    /// Until when the secret before signs too (RFC 3339, UTC).
    #[schema(value_type = String, format = DateTime)]
    old_secret_until: Time,
}

/// Your webhooks.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WebhookList {
    /// The webhooks, oldest first.
    webhooks: Vec<WebhookBody>,
}

impl WebhookBody {
    fn of(row: &WebhookRow, now: Time) -> Self {
        let wanted = |kind: &MessageType| {
            row.types.is_empty() || row.types.split(' ').any(|wanted| wanted == kind.as_str())
        };
        Self {
            id: row.id.clone(),
            url: row.url.clone(),
            description: row.description.clone(),
            types: MessageType::ALL.into_iter().filter(wanted).collect(),
            state: row.state.into(),
            failing_since: row.failing_since,
            old_secret_until: row.old_secret.as_ref().map(|(_, until)| *until).filter(|until| *until > now),
            created_at: row.created_at,
        }
    }
}

fn url(app: &App, text: &str) -> Result<String, Problem> {
    let url =
        address::read(text, app.webhook_allow_private).map_err(|detail| Problem::field("url", detail))?;
    Ok(url.into())
}

fn description(text: String) -> Result<String, Problem> {
    if text.chars().count() > DESCRIBED_IN || text.chars().any(char::is_control) {
        let detail = format!("a description has {DESCRIBED_IN} characters at most and no control characters");
        return Err(Problem::field("description", detail));
    }
    Ok(text)
}

/// As they are kept.
fn types(types: Option<&[MessageType]>) -> Result<String, Problem> {
    let Some(types) = types else { return Ok(String::new()) };
    if types.is_empty() {
        return Err(Problem::field("types", "name a type at least, or send null for all of them"));
    }
    let wanted: Vec<_> =
        MessageType::ALL.into_iter().filter(|kind| types.contains(kind)).map(MessageType::as_str).collect();
    Ok(wanted.join(" "))
}

/// Everything that tells a player's programs that something is new.
///
/// # Errors
/// If the store fails.
pub(super) async fn of(app: &App, player_id: &str) -> Result<Vec<WebhookBody>, Problem> {
    let rows = app.store.webhooks_of(player_id).await.map_err(Problem::from)?;
    let now = app.ambient.now();
    Ok(rows.iter().map(|row| WebhookBody::of(row, now)).collect())
}

/// A webhook of this player.
///
/// # Errors
/// If there is none.
pub(super) async fn own(app: &App, id: &str, player_id: &str) -> Result<WebhookRow, Problem> {
    let row = app.store.webhook(id).await.map_err(Problem::from)?;
    row.filter(|row| row.player_id == player_id).ok_or_else(|| Problem::plain(Kind::NotFound))
}

/// Makes a change of a webhook that was there a moment ago; false if something else came first.
pub(super) async fn change(app: &App, change: WebhookChange) -> Result<bool, Problem> {
    match app.store.commit(Change::Webhook(Box::new(change))).await {
        Ok(()) => Ok(true),
        Err(CommitError::Conflict) => Ok(false),
        Err(CommitError::Failed(error)) => Err(Problem::from(error)),
    }
}

/// The same, where it can only be that the webhook is gone.
async fn must_change(app: &App, what: WebhookChange) -> Result<(), Problem> {
    change(app, what).await?.then_some(()).ok_or_else(|| Problem::plain(Kind::NotFound))
}

/// Whether a player may have another webhook.
async fn room(app: &App, player_id: &str) -> Result<(), Problem> {
    let there = app.store.webhooks_of(player_id).await.map_err(Problem::from)?;
    if there.len() >= MOST_WEBHOOKS {
        let detail = format!("you have {MOST_WEBHOOKS} webhooks, which is the most: delete one first");
        return Err(Problem::new(Kind::NotNow, detail));
    }
    Ok(())
}

/// Make a webhook
///
/// From now on, whatever `GET /v1/events` would tell you is also sent to an address of yours, as *Standard Webhooks* have it
/// (standardwebhooks.com): a thin message, which says that there is something new and in which game, but not what. What is sent
/// stands in `webhooks` of this document. What happened in a private game before you left it, which `GET /v1/events` tells you no
/// more, may be sent after. The secret that messages are signed with is shown once, so no `Idempotency-Key` is
/// accepted.
#[utoipa::path(post, path = "/v1/webhooks", tag = "webhooks", operation_id = "create_webhook", security(("token" = ["account"])),
    request_body = WebhookRequest,
    responses((status = 201, description = "The webhook with its secret", body = NewWebhook,
        headers(("Location" = String, description = "The webhook")))),
    extensions(("x-problems" = json!(["key_not_accepted", "not_now"]))))]
pub(super) async fn create(
    State(app): State<App>,
    owner: Owner,
    headers: HeaderMap,
    Body { value: body, .. }: Body<WebhookRequest>,
) -> Result<Reply, Problem> {
    idempotency::refuse(&headers)?;
    let (url, description) = (url(&app, &body.url)?, description(body.description)?);
    let types = types(body.types.as_deref())?;
    let row = WebhookRow {
        id: app.ambient.id(),
        player_id: owner.player_id.clone(),
        url,
        description,
        types,
        state: WebhookState::Active,
        secret: message::new_secret(&app.ambient),
        old_secret: None,
        position: 0,
        failing_since: None,
        created_at: app.ambient.now(),
    };
    let location = app.link(&format!("/v1/webhooks/{}", row.id));
    let reply = NewWebhook { about: WebhookBody::of(&row, row.created_at), secret: row.secret.clone() };
    for _ in 0..ATTEMPTS {
        room(&app, &owner.player_id).await?;
        if change(&app, WebhookChange::New(row.clone())).await? {
            return Ok(Reply::json(StatusCode::CREATED, &reply).with(header::LOCATION, location));
        }
        player(&app, &owner.player_id).await?.ok_or_else(|| players::gone(CommitError::Conflict))?;
    }
    Err(Problem::plain(Kind::Unavailable))
}

/// Your webhooks
///
/// Every webhook of yours, without its secret.
#[utoipa::path(get, path = "/v1/webhooks", tag = "webhooks", operation_id = "list_webhooks", security(("token" = ["read"])),
    responses((status = 200, description = "The webhooks", body = WebhookList)))]
pub(super) async fn list(State(app): State<App>, reader: Reader) -> Result<Reply, Problem> {
    Ok(Reply::ok(&WebhookList { webhooks: of(&app, &reader.player_id).await? }))
}

/// A webhook
///
/// One of yours, without its secret.
#[utoipa::path(get, path = "/v1/webhooks/{id}", tag = "webhooks", operation_id = "get_webhook", security(("token" = ["read"])),
    params(("id" = String, Path, description = "The webhook's id", example = "0196f0a0-0000-7000-8000-000000000003")),
    responses((status = 200, description = "The webhook", body = WebhookBody)),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(super) async fn show(
    State(app): State<App>,
    reader: Reader,
    Path(id): Path<String>,
) -> Result<Reply, Problem> {
    let row = own(&app, &id, &reader.player_id).await?;
    Ok(Reply::ok(&WebhookBody::of(&row, app.ambient.now())))
}

/// Change a webhook
///
/// Its address, what you call it, what it is told of, and whether it is told anything. One that was turned off, by you or
/// because nothing arrived, is turned on with `active`; of what happened meanwhile it is told nothing.
#[utoipa::path(patch, path = "/v1/webhooks/{id}", tag = "webhooks", operation_id = "change_webhook", security(("token" = ["account"])),
    params(("id" = String, Path, description = "The webhook's id", example = "0196f0a0-0000-7000-8000-000000000003")),
    request_body = WebhookChanges, responses((status = 200, description = "The webhook as it is now", body = WebhookBody)),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(super) async fn edit(
    State(app): State<App>,
    owner: Owner,
    Path(id): Path<String>,
    Body { value: body, .. }: Body<WebhookChanges>,
) -> Result<Reply, Problem> {
    own(&app, &id, &owner.player_id).await?;
    let state = |active| if active { WebhookState::Active } else { WebhookState::Paused };
    let edit = WebhookChange::Edit {
        id: id.clone(),
        url: body.url.map(|text| url(&app, &text)).transpose()?,
        description: body.description.map(description).transpose()?,
        types: body.types.as_ref().map(|named| types(named.as_deref())).transpose()?,
        state: body.active.map(state),
    };
    must_change(&app, edit).await?;
    let row = own(&app, &id, &owner.player_id).await.map_err(Problem::after_change)?;
    Ok(Reply::ok(&WebhookBody::of(&row, app.ambient.now())))
}

/// Delete a webhook
///
/// Nothing more is sent to it, and its messages are forgotten.
#[utoipa::path(delete, path = "/v1/webhooks/{id}", tag = "webhooks", operation_id = "delete_webhook", security(("token" = ["account"])),
    params(("id" = String, Path, description = "The webhook's id", example = "0196f0a0-0000-7000-8000-000000000003")),
    responses((status = 204, description = "The webhook is gone")),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(super) async fn delete(
    State(app): State<App>,
    owner: Owner,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    own(&app, &id, &owner.player_id).await?;
    must_change(&app, WebhookChange::Delete(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Give a webhook another secret
///
/// Messages are signed with the new one from now on, and for 24 hours with the one before too: `webhook-signature` has both
/// then, with a space between, and a receiver takes a message that either signs. The secret is shown once, so no
/// `Idempotency-Key` is accepted.
#[utoipa::path(post, path = "/v1/webhooks/{id}/secret", tag = "webhooks", operation_id = "rotate_webhook_secret",
    security(("token" = ["account"])),
    params(("id" = String, Path, description = "The webhook's id", example = "0196f0a0-0000-7000-8000-000000000003")),
    responses((status = 201, description = "The new secret", body = NewWebhookSecret)),
    extensions(("x-problems" = json!(["not_found", "key_not_accepted"]))))]
pub(super) async fn rotate(
    State(app): State<App>,
    owner: Owner,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Reply, Problem> {
    idempotency::refuse(&headers)?;
    own(&app, &id, &owner.player_id).await?;
    let secret = message::new_secret(&app.ambient);
    let until = Time(app.ambient.now().0 + OVERLAP_HOURS * HOUR);
    must_change(&app, WebhookChange::NewSecret { id, secret: secret.clone(), until }).await?;
    Ok(Reply::json(StatusCode::CREATED, &NewWebhookSecret { secret, old_secret_until: until }))
}
