//! Stream tickets.

use axum::extract::State;
use axum::http::StatusCode;
use broadside_domain::time::Time;
use serde::Serialize;

use crate::SharedState;
use crate::request::auth::StreamAuth;
use crate::request::idempotency::RequestKey;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Ticket for a stream.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(example = json!({
    "ticket": "brt_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg", "expires_at": "2026-05-01T10:01:00.000Z"
}))]
pub(crate) struct StreamTicket {
    /// Ticket to send as the query parameter `ticket`. It is shown only this once.
    ticket: String,
    /// Time when the ticket expires (RFC 3339, UTC). The server may accept it up to five minutes
    /// longer, because the clocks of its nodes may differ.
    expires_at: Time,
}

/// Create a stream ticket
///
/// Creates a ticket for browsers, whose `EventSource` cannot send an `Authorization` header. Sent
/// as `?ticket=`, it grants access to one stream, of a game or of all your games. A ticket is valid
/// for a minute and works once. To open the stream again, create another ticket, and send the id of
/// the last message that you have as `after`. A stream ends when the token that its ticket was
/// created with expires or is revoked.
#[utoipa::path(post, path = "/v1/stream-tickets", tag = "play", operation_id = "create_stream_ticket",
    security(("token" = ["read"])),
    responses((status = 201, description = "The ticket", body = StreamTicket)),
    extensions(("x-problems" = json!(["key_not_accepted"]))))]
pub(crate) async fn create(
    State(state): State<SharedState>,
    pass: StreamAuth,
    key: RequestKey,
) -> Result<JsonResponse, Problem> {
    key.reject()?;
    let (secret, expires_at) = state.app.create_ticket(&pass.player_id, &pass.token_hash).await?;
    let ticket = StreamTicket { ticket: secret.reveal().to_owned(), expires_at };
    Ok(JsonResponse::json(StatusCode::CREATED, &ticket))
}
