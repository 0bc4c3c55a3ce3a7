//! Stream tickets. A browser's `EventSource` cannot send headers, and a URL that contains a token would be stored in
//! many places. A ticket grants access to one stream, for a short time, and to nothing else.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use broadside_domain::error::AppError;
use broadside_domain::player::TicketRow;
use broadside_domain::secret::{Purpose, Secret};
use broadside_domain::time::{MINUTE, Time};
use broadside_store::{Change, CommitError};
use serde::Serialize;

use super::auth::{StreamAuth, unauthorized};
use super::stored_response::StoredResponse;
use super::{SharedState, idempotency};
use crate::problem::Problem;

/// Validity of a ticket, in seconds.
const VALIDITY_SECONDS: i64 = 60;
/// Tolerance for clocks of other nodes that are ahead of the node that issued a ticket.
const CLOCK_SKEW: i64 = 5 * MINUTE;

/// Ticket for a stream.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(example = json!({
    "ticket": "brt_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg", "expires_at": "2026-05-01T10:01:00.000Z"
})))]
pub(super) struct StreamTicket {
    /// Ticket to send as the query parameter `ticket`. It is shown only this once.
    ticket: String,
    /// Time when the ticket expires (RFC 3339, UTC). The server may accept it up to five minutes longer, because the
    /// clocks of its nodes may differ.
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    expires_at: Time,
}

/// Create a stream ticket
///
/// Creates a ticket for browsers, whose `EventSource` cannot send an `Authorization` header. Sent as `?ticket=`, it
/// grants access to one stream, of a game or of all your games. A ticket is valid for a minute and works once. To open
/// the stream again, create another ticket, and send the id of the last message that you have as `after`. A stream ends
/// when the token that its ticket was created with expires or is revoked.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/v1/stream-tickets", tag = "play", operation_id = "create_stream_ticket",
    security(("token" = ["read"])),
    responses((status = 201, description = "The ticket", body = StreamTicket)),
    extensions(("x-problems" = json!(["key_not_accepted", "in_doubt"])))))]
pub(super) async fn create(
    State(state): State<SharedState>,
    pass: StreamAuth,
    headers: HeaderMap,
) -> Result<StoredResponse, Problem> {
    idempotency::reject_key(&headers)?;
    let secret = Secret::generate(&state.ambient, Purpose::Ticket);
    let expires_at = Time(state.ambient.now().0 + VALIDITY_SECONDS * 1000);
    let StreamAuth { player_id, token_hash } = pass;
    let row = TicketRow { hash: secret.hash(), player_id, token_hash, expires_at };
    state.store.commit(Change::NewTicket(row)).await.map_err(AppError::from)?;
    let ticket = StreamTicket { ticket: secret.reveal().to_owned(), expires_at };
    Ok(StoredResponse::json(StatusCode::CREATED, &ticket))
}

/// Redeems a ticket. The ticket is used up even if the request then fails.
///
/// # Errors
/// Fails if the ticket is not valid.
pub(super) async fn redeem(state: &SharedState, ticket: &str) -> Result<StreamAuth, AppError> {
    let worthless = || unauthorized("this ticket does not exist, has been used, or has expired");
    let secret = Secret::parse(ticket, Purpose::Ticket).ok_or_else(worthless)?;
    let row = state.store.ticket(&secret.hash()).await.map_err(AppError::from)?;
    let row =
        row.filter(|row| secret.matches(&row.hash) && row.expires_at.0 + CLOCK_SKEW > state.ambient.now().0);
    let TicketRow { hash, player_id, token_hash, .. } = row.ok_or_else(worthless)?;
    state.store.commit(Change::SpendTicket(hash)).await.map_err(|error| match error {
        CommitError::Conflict => worthless(),
        CommitError::Failed(error) => AppError::from(error),
    })?;
    match state.is_token_valid(&token_hash).await? {
        true => Ok(StreamAuth { player_id, token_hash }),
        false => Err(worthless()),
    }
}
