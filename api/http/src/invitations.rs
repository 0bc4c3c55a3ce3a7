//! Renewal and revocation of invitation codes.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use broadside_app::play::LiveGame;
use broadside_app::require_seat;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::game::SeatKind;
use broadside_domain::secret::{Purpose, Secret};
use broadside_engine::seat::Seat;
use broadside_engine::table::Status;

use super::auth::WriteAuth;
use super::create::Invitation;
use super::stored_response::StoredResponse;
use super::{SharedState, idempotency};
use crate::problem::Problem;

/// Seat whose invitation the player may change: a free seat of a game that they created and that is not over.
fn invitation_seat(loaded: &LiveGame, player_id: &str, seat: u8) -> Result<Seat, AppError> {
    let own = require_seat(loaded, player_id)?;
    let found = loaded.seats.iter().find(|row| row.seat.number() == seat);
    let Some(row) = found.filter(|row| matches!(row.kind, SeatKind::Invite(_))) else {
        let detail = "no seat with this number takes an invitation: see `access` in the `seats` of the game";
        return Err(AppError::new(ErrorKind::NotFound, detail));
    };
    if loaded.creator() != Some(own) {
        return Err(AppError::new(
            ErrorKind::NotNow,
            "only the creator of the game can change its invitations",
        ));
    }
    if matches!(loaded.game.status(), Status::Finished | Status::Cancelled) {
        return Err(AppError::from_kind(ErrorKind::GameOver));
    }
    if row.player.is_some() {
        return Err(AppError::new(ErrorKind::NotNow, "the seat is taken: its invitation cannot change"));
    }
    Ok(row.seat)
}

/// Renew an invitation
///
/// Creates a new code for a seat that has an invitation and is still free. The previous code is no longer valid. Only
/// the creator of the game may do this. The code is shown only once, so the server refuses an `Idempotency-Key`.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/v1/games/{id}/seats/{seat}/invitation", tag = "seats", operation_id = "create_invitation",
    security(("token" = ["play"])),
    params(("id" = String, Path, description = "Id of the game", example = "0196f0a0-0000-7000-8000-000000000001"),
        ("seat" = u8, Path, description = "Number of the seat", minimum = 1, maximum = 8, example = 2)),
    responses((status = 201, description = "The invitation with its new code", body = Invitation)),
    extensions(("x-problems" = json!(["not_found", "not_seated", "not_now", "game_over", "key_not_accepted"])))))]
pub(super) async fn renew(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path((id, seat)): Path<(String, u8)>,
    headers: HeaderMap,
) -> Result<StoredResponse, Problem> {
    idempotency::reject_key(&headers)?;
    let code = Secret::generate(&state.app.env, Purpose::Invitation);
    let hash = code.hash();
    let decide =
        move |loaded: &LiveGame| Ok((invitation_seat(loaded, &actor.player_id, seat)?, hash.clone()));
    let seat = state.app.play.replace_invite_code(&id, decide).await?;
    Ok(StoredResponse::json(StatusCode::CREATED, &Invitation { seat, code: code.reveal().to_owned() }))
}

/// Revoke an invitation
///
/// Makes the code of an invitation invalid. The seat stays free until the invitation is renewed. Only the creator of
/// the game may do this.
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "/v1/games/{id}/seats/{seat}/invitation", tag = "seats",
    operation_id = "revoke_invitation", security(("token" = ["play"])),
    params(("id" = String, Path, description = "Id of the game", example = "0196f0a0-0000-7000-8000-000000000001"),
        ("seat" = u8, Path, description = "Number of the seat", minimum = 1, maximum = 8, example = 2)),
    responses((status = 204, description = "The code is no longer valid")),
    extensions(("x-problems" = json!(["not_found", "not_seated", "not_now", "game_over"])))))]
pub(super) async fn revoke(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path((id, seat)): Path<(String, u8)>,
) -> Result<StatusCode, Problem> {
    let decide =
        move |loaded: &LiveGame| Ok((invitation_seat(loaded, &actor.player_id, seat)?, String::new()));
    state.app.play.replace_invite_code(&id, decide).await?;
    Ok(StatusCode::NO_CONTENT)
}
