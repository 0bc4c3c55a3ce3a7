//! Tickets for streams: a browser's `EventSource` can send no header, and an address with a token in it would be written
//! down in many places. A ticket opens one stream, soon, and nothing else.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::Serialize;
use utoipa::ToSchema;

use super::App;
use super::auth::{Pass, refused};
use super::idempotency;
use super::reply::Reply;
use crate::ambient::{MINUTE, Time};
use crate::problem::Problem;
use crate::secret::{Purpose, Secret};
use crate::store::{Change, CommitError, TicketRow};

/// How long a ticket may be used.
const SECONDS: i64 = 60;
/// How much further ahead than the node that made a ticket the clock of another may be.
const SKEW: i64 = 5 * MINUTE;

/// A ticket for a stream.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "ticket": "brt_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg", "expires_at": "2026-05-01T10:01:00.000Z"
}))]
pub(super) struct StreamTicket {
    /// The ticket, to be sent as `ticket` in the query. It is shown this once.
    ticket: String,
    /// From when on it opens nothing (RFC 3339, UTC).
    #[schema(value_type = String, format = DateTime)]
    expires_at: Time,
}

/// Make a ticket for a stream
///
/// For browsers, whose `EventSource` sends no `Authorization`: `?ticket=` opens one stream of a game, or the stream of all
/// your games, within a minute. To open it again, make another; send the id of the last message that you have as `after`.
/// A stream ends when the token that its ticket was made with is revoked.
#[utoipa::path(post, path = "/v1/stream-tickets", tag = "play", operation_id = "create_stream_ticket",
    security(("token" = ["read"])),
    responses((status = 201, description = "The ticket", body = StreamTicket)),
    extensions(("x-problems" = json!(["key_not_accepted", "in_doubt"]))))]
pub(super) async fn create(State(app): State<App>, pass: Pass, headers: HeaderMap) -> Result<Reply, Problem> {
    idempotency::refuse(&headers)?;
    let secret = Secret::mint(&app.ambient, Purpose::Ticket);
    let expires_at = Time(app.ambient.now().0 + SECONDS * 1000);
    let Pass { player_id, token_hash } = pass;
    let row = TicketRow { hash: secret.hash(), player_id, token_hash, expires_at };
    app.store.commit(Change::NewTicket(row)).await.map_err(Problem::from)?;
    let ticket = StreamTicket { ticket: secret.reveal().to_owned(), expires_at };
    Ok(Reply::json(StatusCode::CREATED, &ticket))
}

/// Spends a ticket, whatever comes of what it is for.
///
/// # Errors
/// If it opens nothing.
pub(super) async fn spend(app: &App, ticket: &str) -> Result<Pass, Problem> {
    let worthless = || refused("this ticket does not exist, has been used, or has expired");
    let secret = Secret::read(ticket, Purpose::Ticket).ok_or_else(worthless)?;
    let row = app.store.ticket(&secret.hash()).await.map_err(Problem::from)?;
    let row = row.filter(|row| secret.matches(&row.hash) && row.expires_at.0 + SKEW > app.ambient.now().0);
    let TicketRow { hash, player_id, token_hash, .. } = row.ok_or_else(worthless)?;
    app.store.commit(Change::SpendTicket(hash)).await.map_err(|error| match error {
        CommitError::Conflict => worthless(),
        CommitError::Failed(error) => Problem::from(error),
    })?;
    match app.opens(&token_hash).await? {
        true => Ok(Pass { player_id, token_hash }),
        false => Err(worthless()),
    }
}
