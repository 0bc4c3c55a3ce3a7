//! Renewal and revocation of invitation codes.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use broadside_app::InvitationCode;
use broadside_engine::seat::Seat;
use serde::Serialize;

use crate::SharedState;
use crate::openapi::parameters::{GameId, SeatNumber};
use crate::request::auth::WriteAuth;
use crate::request::idempotency::RequestKey;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Invitation to a seat.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Invitation {
    /// Number of the seat, from 1.
    pub(crate) seat: Seat,
    /// Code that lets its holder take the seat. The server shows it only once: pass it on.
    #[schema(example = "bri_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg")]
    pub(crate) code: String,
}

impl From<&InvitationCode> for Invitation {
    fn from(invitation: &InvitationCode) -> Self {
        Self { seat: invitation.seat, code: invitation.code.reveal().to_owned() }
    }
}

/// Renew an invitation
///
/// Creates a new code for a seat that has an invitation and is still free. The previous code is no
/// longer valid. Only the creator of the game may do this. The code is shown only once, so the
/// server refuses an `Idempotency-Key`.
#[utoipa::path(post, path = "/v1/games/{id}/seats/{seat}/invitation", tag = "seats", operation_id = "create_invitation",
    security(("token" = ["play"])),
    params(GameId, SeatNumber),
    responses((status = 201, description = "The invitation with its new code", body = Invitation)),
    extensions(("x-problems" = json!(["not_found", "not_seated", "not_now", "game_over", "key_not_accepted"]))))]
pub(crate) async fn renew(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path((id, seat)): Path<(String, u8)>,
    key: RequestKey,
) -> Result<JsonResponse, Problem> {
    key.reject()?;
    let InvitationCode { seat, code } =
        state.app.renew_invitation(&actor.player_id, &id, seat).await?;
    Ok(JsonResponse::json(
        StatusCode::CREATED,
        &Invitation { seat, code: code.reveal().to_owned() },
    ))
}

/// Revoke an invitation
///
/// Makes the code of an invitation invalid. The seat stays free until the invitation is renewed.
/// Only the creator of the game may do this.
#[utoipa::path(delete, path = "/v1/games/{id}/seats/{seat}/invitation", tag = "seats",
    operation_id = "revoke_invitation", security(("token" = ["play"])),
    params(GameId, SeatNumber),
    responses((status = 204, description = "The code is no longer valid")),
    extensions(("x-problems" = json!(["not_found", "not_seated", "not_now", "game_over"]))))]
pub(crate) async fn revoke(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path((id, seat)): Path<(String, u8)>,
) -> Result<StatusCode, Problem> {
    state.app.revoke_code(&actor.player_id, &id, seat).await?;
    Ok(StatusCode::NO_CONTENT)
}
