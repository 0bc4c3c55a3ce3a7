//! The messages of a webhook: what was sent, what became of it, and sending it again.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use super::App;
use super::auth::{Actor, Reader};
use super::extract::Query;
use super::idempotency::{self, Turn};
use super::list::{next_link, page_of, twenty};
use super::reply::Reply;
use super::webhooks::{change, own};
use crate::ambient::Time;
use crate::problem::{Kind, Problem};
use crate::store::{
    DeliveryRow, DeliveryState, MOST_ASKED_FOR, NewDelivery, WebhookChange, WebhookRow, WebhookState,
};
use crate::work::webhooks::{Fault, WebhookMessage, message};

/// What has become of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = DeliveryState)]
#[serde(rename_all = "snake_case")]
pub(super) enum Fate {
    /// It is on its way, or waits to be sent again.
    Pending,
    /// Its receiver has answered 2xx.
    Delivered,
    /// It was given up.
    Failed,
}

impl Fate {
    const ALL: [(Self, DeliveryState); 3] = [
        (Self::Pending, DeliveryState::Pending),
        (Self::Delivered, DeliveryState::Delivered),
        (Self::Failed, DeliveryState::Failed),
    ];

    fn of(state: DeliveryState) -> Self {
        Self::ALL.into_iter().find(|(_, stored)| *stored == state).map_or(Self::Pending, |(fate, _)| fate)
    }

    fn stored(self) -> Option<DeliveryState> {
        Self::ALL.into_iter().find(|(fate, _)| *fate == self).map(|(_, stored)| stored)
    }
}

/// An attempt to send a message.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it is there for its schema")]
struct WebhookAttempt {
    /// When it began (RFC 3339, UTC).
    #[schema(format = DateTime, example = "2026-05-01T10:00:00.000Z")]
    at: String,
    /// The status that it was answered with; null if it was not.
    #[schema(minimum = 100, maximum = 999, example = 503)]
    status: Option<u16>,
    /// Why it was not answered; null if it was.
    error: Option<Fault>,
}

/// A message of a webhook, and what has become of it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookDelivery)]
pub(super) struct DeliveryBody {
    /// The id of the message, which its receiver gets as `webhook-id`: the same however often it is sent.
    #[schema(example = "msg_2f1c7a5e0b9d4c83a6e1f0d2b7c4958e", pattern = "^msg_[0-9a-f]{32}$")]
    id: String,
    /// What is sent.
    #[schema(value_type = WebhookMessage)]
    message: Box<RawValue>,
    /// What has become of it.
    state: Fate,
    /// The last attempts, 20 at most, oldest first.
    #[schema(value_type = Vec<WebhookAttempt>)]
    attempts: Box<RawValue>,
    /// When it is sent again (RFC 3339, UTC); null if it is not.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-05-01T10:05:00.000Z")]
    next_attempt_at: Option<Time>,
    /// When it was written (RFC 3339, UTC).
    #[schema(value_type = String, format = DateTime, example = "2026-05-01T10:00:00.000Z")]
    created_at: Time,
}

/// A page of messages.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WebhookDeliveries {
    /// The messages.
    deliveries: Vec<DeliveryBody>,
    /// The cursor of the next page; null on the last.
    next: Option<String>,
}

/// Which messages, and which page of them.
#[derive(Debug, Deserialize, Serialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct DeliveriesQuery {
    /// Only those of which this has become.
    #[param(inline)]
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<Fate>,
    /// How many a page, 1 to 50.
    #[serde(default = "twenty")]
    #[param(minimum = 1, maximum = 50, default = 20)]
    limit: u32,
    /// Where the page begins: the cursor of the page before.
    #[param(example = "9f3a61c2.17")]
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
}

fn raw(json: String) -> Result<Box<RawValue>, Problem> {
    RawValue::from_string(json).map_err(Problem::internal)
}

impl DeliveryBody {
    fn of(row: DeliveryRow) -> Result<Self, Problem> {
        Ok(Self {
            id: row.id,
            message: raw(row.body)?,
            state: Fate::of(row.state),
            attempts: raw(row.log)?,
            next_attempt_at: row.next_at,
            created_at: row.made_at,
        })
    }

    fn new(delivery: &NewDelivery, at: Time) -> Result<Self, Problem> {
        Ok(Self {
            id: delivery.id.clone(),
            message: raw(delivery.body.clone())?,
            state: Fate::Pending,
            attempts: raw("[]".to_owned())?,
            next_attempt_at: Some(at),
            created_at: at,
        })
    }
}

/// A webhook of this player that is turned on.
async fn active(app: &App, id: &str, player_id: &str) -> Result<WebhookRow, Problem> {
    let row = own(app, id, player_id).await?;
    match row.state {
        WebhookState::Active => Ok(row),
        _ => Err(Problem::new(Kind::NotNow, "the webhook is turned off: turn it on first, with `active`")),
    }
}

/// Says why nothing is sent to a webhook of this player: it is turned off, or too much is on its way to it.
async fn sendable(app: &App, id: &str, player_id: &str) -> Result<(), Problem> {
    active(app, id, player_id).await?;
    let pending = app.store.deliveries(id, Some(DeliveryState::Pending), None, MOST_ASKED_FOR as u32).await;
    if pending.map_err(Problem::from)?.len() >= MOST_ASKED_FOR {
        let detail = format!(
            "{MOST_ASKED_FOR} messages or more are on their way to the webhook: send one of those again (`state=pending` lists \
             them), or wait until they have arrived or failed"
        );
        return Err(Problem::new(Kind::NotNow, detail));
    }
    Ok(())
}

/// Send a test message
///
/// A message of the type `webhook.test`, signed and sent as every other; not while 20 messages or more are on their way.
#[utoipa::path(post, path = "/v1/webhooks/{id}/test", tag = "webhooks", operation_id = "test_webhook", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The webhook's id", example = "0196f0a0-0000-7000-8000-000000000003"),
        ("Idempotency-Key" = Option<String>, Header, description = "Repeats the first answer to the same request with this key")),
    responses((status = 201, description = "The message, which is on its way", body = DeliveryBody)),
    extensions(("x-problems" = json!(["not_found", "not_now", "key_reused", "in_flight"]))))]
pub(super) async fn test(
    State(app): State<App>,
    actor: Actor,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Reply, Problem> {
    let me = &actor.player_id;
    let route = (Method::POST, format!("/v1/webhooks/{id}/test"));
    let (keep, _mark) = match idempotency::begin(&app, &headers, me, route, String::new()).await? {
        Turn::Repeat(reply) => return Ok(reply),
        Turn::Answer(keep, mark) => (keep, mark),
    };
    active(&app, &id, me).await?;
    let (delivery, at) = (message::of_test(&app.ambient, &id), app.ambient.now());
    let reply = Reply::json(StatusCode::CREATED, &DeliveryBody::new(&delivery, at)?);
    let write = WebhookChange::Write { id: id.clone(), delivery, at, answer: keep.answer(&reply) };
    if !change(&app, write).await? {
        // Another node has answered the same request, or it is not to be sent.
        keep.untaken(&app).await?;
        sendable(&app, &id, me).await?;
        return Err(Problem::plain(Kind::Unavailable));
    }
    app.play.bells().ring_here(me);
    Ok(reply)
}

/// List the messages of a webhook
///
/// Those of the last 30 days, newest first, with every attempt to send them. `Link` with `rel="next"` leads to the next page.
#[utoipa::path(get, path = "/v1/webhooks/{id}/deliveries", tag = "webhooks", operation_id = "list_webhook_deliveries",
    security(("token" = ["read"])),
    params(("id" = String, Path, description = "The webhook's id", example = "0196f0a0-0000-7000-8000-000000000003"),
        DeliveriesQuery),
    responses((status = 200, description = "A page of messages", body = WebhookDeliveries,
        headers(("Link" = String, description = "The next page, if there is one (RFC 8288)")))),
    extensions(("x-problems" = json!(["not_found", "bad_request", "timeline_changed"]))))]
pub(super) async fn list(
    State(app): State<App>,
    reader: Reader,
    Path(id): Path<String>,
    Query(query): Query<DeliveriesQuery>,
) -> Result<Reply, Problem> {
    let place = |cursor: &str| app.timeline.cursor(cursor, |place| place.parse().ok());
    let before = query.cursor.as_deref().map(place).transpose()?;
    let limit = page_of(query.limit)?;
    own(&app, &id, &reader.player_id).await?;
    let found = app.store.deliveries(&id, query.state.and_then(Fate::stored), before, limit + 1).await;
    let mut rows = found.map_err(Problem::from)?;
    let more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    let next = rows.last().filter(|_| more).map(|row| app.timeline.tag(row.seq));
    let deliveries = rows.into_iter().map(DeliveryBody::of).collect::<Result<_, _>>()?;
    let reply = Reply::ok(&WebhookDeliveries { deliveries, next: next.clone() });
    let Some(cursor) = next else { return Ok(reply) };
    let path = format!("/v1/webhooks/{id}/deliveries");
    let link = next_link(&app, &path, &DeliveriesQuery { cursor: Some(cursor), ..query })?;
    Ok(reply.with(header::LINK, link))
}

/// Send a message again
///
/// At once, with the same id, and again after that as often as a new one: also one that has arrived, or was given up, but such
/// not while 20 messages or more are on their way.
#[utoipa::path(post, path = "/v1/webhooks/{id}/deliveries/{delivery}/redeliver", tag = "webhooks",
    operation_id = "redeliver_webhook", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The webhook's id", example = "0196f0a0-0000-7000-8000-000000000003"),
        ("delivery" = String, Path, description = "The message's id", example = "msg_2f1c7a5e0b9d4c83a6e1f0d2b7c4958e")),
    responses((status = 200, description = "The message, which is on its way", body = DeliveryBody)),
    extensions(("x-problems" = json!(["not_found", "not_now"]))))]
pub(super) async fn redeliver(
    State(app): State<App>,
    actor: Actor,
    Path((id, delivery)): Path<(String, String)>,
) -> Result<Reply, Problem> {
    let me = &actor.player_id;
    let found = |found: Result<Option<DeliveryRow>, _>| {
        found.map_err(Problem::from)?.ok_or_else(|| Problem::plain(Kind::NotFound))
    };
    own(&app, &id, me).await?;
    found(app.store.delivery(&id, &delivery).await)?;
    let at = app.ambient.now();
    let again = WebhookChange::Redeliver { id: id.clone(), delivery_id: delivery.clone(), at };
    if !change(&app, again).await? {
        sendable(&app, &id, me).await?;
        found(app.store.delivery(&id, &delivery).await)?;
        return Err(Problem::new(Kind::NotNow, "something else came first: ask again"));
    }
    app.play.bells().ring_here(me);
    Ok(Reply::ok(&DeliveryBody::of(found(app.store.delivery(&id, &delivery).await)?)?))
}
