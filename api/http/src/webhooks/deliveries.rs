//! Messages of a webhook: their list with the attempts to send them, test messages, and redelivery.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use broadside_app::webhooks::message::WebhookMessage;
use broadside_domain::error::AppError;
use broadside_domain::time::Time;
use broadside_domain::webhook::WebhookFault;
use broadside_store::{DeliveryRow, JobState, NewDelivery};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::SharedState;
use crate::openapi::parameters::WebhookId;
use crate::request::auth::{ReadAuth, WriteAuth};
use crate::request::extract::Query;
use crate::request::idempotency::RequestKey;
use crate::request::page::{check_page_size, cut_page, default_limit, page_response};
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// State of a message.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[schema(as = DeliveryState)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DeliveryStateBody {
    /// The server is sending the message, or will send it again.
    Pending,
    /// The receiver has answered 2xx.
    Delivered,
    /// The server has given up.
    Failed,
}

impl DeliveryStateBody {
    const ALL: [(Self, JobState); 3] = [
        (Self::Pending, JobState::Pending),
        (Self::Delivered, JobState::Done),
        (Self::Failed, JobState::Failed),
    ];

    fn from_stored(state: JobState) -> Self {
        Self::ALL
            .into_iter()
            .find(|(_, stored)| *stored == state)
            .map_or(Self::Pending, |(body, _)| body)
    }

    fn to_stored(self) -> Option<JobState> {
        Self::ALL.into_iter().find(|(body, _)| *body == self).map(|(_, stored)| stored)
    }
}

/// Attempt to send a message.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct WebhookAttempt {
    /// Time at which the attempt began (RFC 3339, UTC).
    attempted_at: Time,
    /// HTTP status of the answer; null if there was no answer.
    #[schema(minimum = 100, maximum = 999, example = 503)]
    status: Option<u16>,
    /// Reason why there was no answer; null if there was one.
    error: Option<WebhookFault>,
}

/// Message of a webhook, and its delivery.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = WebhookDelivery)]
pub(crate) struct DeliveryBody {
    /// Id of the message. The receiver gets it as `webhook-id`, the same in every attempt.
    #[schema(example = "msg_2f1c7a5e0b9d4c83a6e1f0d2b7c4958e", pattern = "^msg_[0-9a-f]{32}$")]
    id: String,
    /// Content of the message.
    #[schema(value_type = WebhookMessage)]
    message: Box<RawValue>,
    /// State of the message.
    state: DeliveryStateBody,
    /// Last attempts, at most 20, oldest first.
    #[schema(value_type = Vec<WebhookAttempt>)]
    attempts: Box<RawValue>,
    /// Time of the next attempt (RFC 3339, UTC); null if the server will not send the message
    /// again.
    next_attempt_at: Option<Time>,
    /// Time at which the message was created (RFC 3339, UTC).
    created_at: Time,
}

/// Page of messages of a webhook.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct WebhookDeliveries {
    /// Messages on this page, newest first.
    deliveries: Vec<DeliveryBody>,
    /// Cursor of the next page; null on the last page.
    next: Option<String>,
}

/// Filters and page of a list of messages.
#[derive(Debug, Deserialize, Serialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct DeliveriesQuery {
    /// Only messages in this state.
    #[param(inline)]
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<DeliveryStateBody>,
    /// Number of messages on a page, 1 to 50.
    #[serde(default = "default_limit")]
    #[param(minimum = 1, maximum = 50, default = 20)]
    limit: u32,
    /// Cursor: `next` of the previous page.
    #[param(example = "9f3a61c2.17")]
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
}

fn raw_json(json: String) -> Result<Box<RawValue>, AppError> {
    RawValue::from_string(json).map_err(AppError::internal)
}

impl DeliveryBody {
    fn from_row(row: DeliveryRow) -> Result<Self, AppError> {
        Ok(Self {
            id: row.job.id,
            message: raw_json(row.body)?,
            state: DeliveryStateBody::from_stored(row.job.state),
            attempts: raw_json(row.job.log)?,
            next_attempt_at: row.job.run_at,
            created_at: row.job.created_at,
        })
    }

    fn new(delivery: &NewDelivery, at: Time) -> Result<Self, AppError> {
        Ok(Self {
            id: delivery.id.clone(),
            message: raw_json(delivery.body.clone())?,
            state: DeliveryStateBody::Pending,
            attempts: raw_json("[]".to_owned())?,
            next_attempt_at: Some(at),
            created_at: at,
        })
    }
}

/// Send a test message
///
/// Sends a message of the type `webhook.test`, which is signed and delivered like every other
/// message. The webhook must be active, with fewer than 20 pending messages.
#[utoipa::path(post, path = "/v1/webhooks/{id}/test", tag = "webhooks", operation_id = "test_webhook",
    security(("token" = ["play"])),
    params(WebhookId, RequestKey),
    responses((status = 201, description = "The message, which is pending", body = DeliveryBody)),
    extensions(("x-problems" = json!(["not_found", "not_now"]))))]
pub(crate) async fn test(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path(id): Path<String>,
    key: RequestKey,
) -> Result<JsonResponse, Problem> {
    let key = key.without_payload();
    let response = state
        .app
        .send_test_message(&actor.player_id, &id, &key, |delivery, at| {
            Ok(JsonResponse::json(StatusCode::CREATED, &DeliveryBody::new(delivery, at)?))
        })
        .await?;
    Ok(response)
}

/// List the messages of a webhook
///
/// Returns the messages of the last 30 days, newest first, each with the last 20 attempts to send
/// it. `Link` with `rel="next"` leads to the next page.
#[utoipa::path(get, path = "/v1/webhooks/{id}/deliveries", tag = "webhooks", operation_id = "list_webhook_deliveries",
    security(("token" = ["read"])),
    params(WebhookId, DeliveriesQuery),
    responses((status = 200, description = "Page of messages", body = WebhookDeliveries,
        headers(("Link" = String, description = "Link to the next page, if there is one (RFC 8288)")))),
    extensions(("x-problems" = json!(["not_found", "timeline_changed"]))))]
pub(crate) async fn list(
    State(state): State<SharedState>,
    reader: ReadAuth,
    Path(id): Path<String>,
    Query(query): Query<DeliveriesQuery>,
) -> Result<JsonResponse, Problem> {
    let before = query
        .cursor
        .as_deref()
        .map(|cursor| state.timeline.parse_cursor(cursor, |number| number.parse().ok()))
        .transpose()?;
    let limit = check_page_size(query.limit)?;
    state.app.webhook(&reader.player_id, &id).await?;
    let mut rows = state
        .app
        .store
        .deliveries(&id, query.state.and_then(DeliveryStateBody::to_stored), before, limit + 1)
        .await?;
    let has_next = cut_page(&mut rows, limit);
    let next =
        rows.last().filter(|_| has_next).map(|row| state.timeline.format_cursor(row.job.number));
    let deliveries = rows.into_iter().map(DeliveryBody::from_row).collect::<Result<_, _>>()?;
    let page = WebhookDeliveries { deliveries, next: next.clone() };
    let next_query = has_next.then_some(DeliveriesQuery { cursor: next, ..query });
    page_response(&state, &format!("/v1/webhooks/{id}/deliveries"), &page, next_query)
}

/// Redeliver a message
///
/// Sends the message again at once, with the same id, and retries as often as for a new message. A
/// message that was delivered or has failed can be sent again only while fewer than 20 messages are
/// pending. The webhook must be active.
#[utoipa::path(post, path = "/v1/webhooks/{id}/deliveries/{delivery}/redeliver", tag = "webhooks",
    operation_id = "redeliver_webhook", security(("token" = ["play"])),
    params(WebhookId,
        ("delivery" = String, Path, description = "Id of the message",
            example = "msg_2f1c7a5e0b9d4c83a6e1f0d2b7c4958e")),
    responses((status = 200, description = "The message, which is pending", body = DeliveryBody)),
    extensions(("x-problems" = json!(["not_found", "not_now"]))))]
pub(crate) async fn redeliver(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path((id, delivery)): Path<(String, String)>,
) -> Result<JsonResponse, Problem> {
    let row = state.app.redeliver(&actor.player_id, &id, &delivery).await?;
    Ok(JsonResponse::ok(&DeliveryBody::from_row(row)?))
}
