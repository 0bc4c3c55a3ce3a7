//! Webhooks: URLs of players that are told of news.

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use broadside_app::webhooks::{NewWebhook, WebhookPatch};
use broadside_domain::error::AppError;
use broadside_domain::time::Time;
use broadside_domain::webhook::MessageType;
use broadside_store::{WebhookRow, WebhookState};
use serde::Serialize;

use crate::SharedState;
use crate::openapi::parameters::WebhookId;
use crate::request::auth::{AccountAuth, ReadAuth};
use crate::request::extract::JsonBody;
use crate::request::idempotency::RequestKey;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Webhook, without its secret.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Webhook)]
pub(crate) struct WebhookBody {
    /// Id of the webhook.
    #[schema(format = Uuid, example = "0196f0a0-0000-7000-8000-000000000003")]
    id: String,
    /// URL that messages are sent to.
    #[schema(example = "https://example.org/hooks/broadside")]
    url: String,
    /// Description; empty without one.
    #[schema(example = "")]
    description: String,
    /// Types of messages that are sent.
    types: Vec<MessageType>,
    /// State of the webhook.
    state: WebhookState,
    /// Time since which no message has arrived (RFC 3339, UTC); null if the last message arrived,
    /// or if none is pending.
    first_failed_at: Option<Time>,
    /// Time until which the previous secret also signs messages (RFC 3339, UTC); null if it no
    /// longer does.
    previous_secret_expires_at: Option<Time>,
    /// Time when the webhook was created (RFC 3339, UTC).
    created_at: Time,
}

/// New webhook, with its secret.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct CreatedWebhook {
    #[serde(flatten)]
    about: WebhookBody,
    /// Secret that messages are signed with, in base64 after `whsec_`. It is shown only this once,
    /// so store it.
    #[schema(example = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDOWK3mYfhWyI=")]
    secret: String,
}

/// New secret of a webhook.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(example = json!({"secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDOWK3mYfhWyI=",
    "previous_secret_expires_at": "2026-05-05T10:00:00.000Z"}))]
pub(crate) struct CreatedWebhookSecret {
    /// Secret that messages are signed with. It is shown only this once, so store it.
    secret: String,
    /// Time until which the previous secret also signs messages (RFC 3339, UTC).
    previous_secret_expires_at: Time,
}

/// List of your webhooks.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct WebhookList {
    /// Webhooks, oldest first.
    webhooks: Vec<WebhookBody>,
}

impl WebhookBody {
    fn from_row(row: &WebhookRow, now: Time) -> Self {
        let types = MessageType::ALL.into_iter().filter(|kind| {
            row.types.is_empty() || row.types.split(' ').any(|wanted| wanted == kind.as_str())
        });
        Self {
            id: row.id.clone(),
            url: row.url.clone(),
            description: row.description.clone(),
            types: types.collect(),
            state: row.state,
            first_failed_at: row.failing_since,
            previous_secret_expires_at: row
                .previous_secret
                .as_ref()
                .map(|(_, until)| *until)
                .filter(|until| *until > now),
            created_at: row.created_at,
        }
    }
}

/// Reads the webhooks of a player.
///
/// # Errors
/// Fails if the store fails.
pub(crate) async fn player_webhooks(
    state: &SharedState,
    player_id: &str,
) -> Result<Vec<WebhookBody>, AppError> {
    let rows = state.app.webhooks(player_id).await?;
    let now = state.app.env.now();
    Ok(rows.iter().map(|row| WebhookBody::from_row(row, now)).collect())
}

/// Create a webhook
///
/// Sends a message to your URL for everything new that `GET /v1/events` tells you, from now on. The
/// messages follow *Standard Webhooks* (standardwebhooks.com). They are thin: a message says that
/// there is something new and in which game, but not what. The section `webhooks` of this document
/// describes them. You may also get a late message about events in a private game before you left
/// it, although `GET /v1/events` does not show these any longer.
///
/// A player can have ten webhooks. The secret that messages are signed with is shown only once, so
/// no `Idempotency-Key` is accepted.
#[utoipa::path(post, path = "/v1/webhooks", tag = "webhooks", operation_id = "create_webhook",
    security(("token" = ["account"])),
    request_body = NewWebhook,
    responses((status = 201, description = "The webhook and its secret", body = CreatedWebhook,
        headers(("Location" = String, description = "The webhook")))),
    extensions(("x-problems" = json!(["key_not_accepted", "not_now"]))))]
pub(crate) async fn create(
    State(state): State<SharedState>,
    owner: AccountAuth,
    key: RequestKey,
    JsonBody { value: body, .. }: JsonBody<NewWebhook>,
) -> Result<JsonResponse, Problem> {
    key.reject()?;
    let row = state.app.create_webhook(&owner.player_id, body).await?;
    let location = state.url_for(&format!("/v1/webhooks/{}", row.id));
    let response = CreatedWebhook {
        about: WebhookBody::from_row(&row, row.created_at),
        secret: row.secret.clone(),
    };
    Ok(JsonResponse::json(StatusCode::CREATED, &response).with_header(header::LOCATION, location))
}

/// List your webhooks
///
/// Returns all your webhooks, without their secrets.
#[utoipa::path(get, path = "/v1/webhooks", tag = "webhooks", operation_id = "list_webhooks",
    security(("token" = ["read"])),
    responses((status = 200, description = "The webhooks", body = WebhookList)))]
pub(crate) async fn list(
    State(state): State<SharedState>,
    reader: ReadAuth,
) -> Result<JsonResponse, Problem> {
    Ok(JsonResponse::ok(&WebhookList {
        webhooks: player_webhooks(&state, &reader.player_id).await?,
    }))
}

/// Get a webhook
///
/// Returns one of your webhooks, without its secret.
#[utoipa::path(get, path = "/v1/webhooks/{id}", tag = "webhooks", operation_id = "get_webhook",
    security(("token" = ["read"])),
    params(WebhookId),
    responses((status = 200, description = "The webhook", body = WebhookBody)),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(crate) async fn show(
    State(state): State<SharedState>,
    reader: ReadAuth,
    Path(id): Path<String>,
) -> Result<JsonResponse, Problem> {
    let row = state.app.webhook(&reader.player_id, &id).await?;
    Ok(JsonResponse::ok(&WebhookBody::from_row(&row, state.app.env.now())))
}

/// Update a webhook
///
/// Changes the URL, the description, the types of messages, or the state of a webhook. With
/// `active`, you turn on a webhook that was turned off, by you or because nothing arrived. It is
/// not told of anything that happened while it was off.
#[utoipa::path(patch, path = "/v1/webhooks/{id}", tag = "webhooks", operation_id = "update_webhook",
    security(("token" = ["account"])),
    params(WebhookId),
    request_body = WebhookPatch, responses((status = 200, description = "The updated webhook", body = WebhookBody)),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(crate) async fn edit(
    State(state): State<SharedState>,
    owner: AccountAuth,
    Path(id): Path<String>,
    JsonBody { value: body, .. }: JsonBody<WebhookPatch>,
) -> Result<JsonResponse, Problem> {
    let row = state.app.update_webhook(&owner.player_id, &id, body).await?;
    Ok(JsonResponse::ok(&WebhookBody::from_row(&row, state.app.env.now())))
}

/// Delete a webhook
///
/// Deletes a webhook and its stored messages. Nothing more is sent to it.
#[utoipa::path(delete, path = "/v1/webhooks/{id}", tag = "webhooks", operation_id = "delete_webhook",
    security(("token" = ["account"])),
    params(WebhookId),
    responses((status = 204, description = "The webhook is deleted")),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(crate) async fn delete(
    State(state): State<SharedState>,
    owner: AccountAuth,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    state.app.delete_webhook(&owner.player_id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Rotate the secret of a webhook
///
/// Creates a new secret for a webhook. Messages are signed with it from now on. For 24 hours they
/// are also signed with the previous secret: `webhook-signature` then has both signatures,
/// separated by a space, and a receiver accepts a message if one of them is valid. The secret is
/// shown only once, so no `Idempotency-Key` is accepted.
#[utoipa::path(post, path = "/v1/webhooks/{id}/secret", tag = "webhooks", operation_id = "rotate_webhook_secret",
    security(("token" = ["account"])),
    params(WebhookId),
    responses((status = 201, description = "The new secret", body = CreatedWebhookSecret)),
    extensions(("x-problems" = json!(["not_found", "key_not_accepted"]))))]
pub(crate) async fn rotate(
    State(state): State<SharedState>,
    owner: AccountAuth,
    Path(id): Path<String>,
    key: RequestKey,
) -> Result<JsonResponse, Problem> {
    key.reject()?;
    let (secret, until) = state.app.rotate_webhook_secret(&owner.player_id, &id).await?;
    Ok(JsonResponse::json(
        StatusCode::CREATED,
        &CreatedWebhookSecret { secret, previous_secret_expires_at: until },
    ))
}
