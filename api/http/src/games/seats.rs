//! Taking and leaving seats.

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use broadside_app::{Call, Executed, Render};
use broadside_domain::command::{GameCommand, SeatClaim};
use serde::Deserialize;

use crate::SharedState;
use crate::openapi::parameters::GameId;
use crate::request::auth::WriteAuth;
use crate::request::extract::JsonBody;
use crate::request::idempotency::RequestKey;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Request for a seat.
#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub(crate) struct SeatRequest {
    /// Invitation code. Without one, you get the seat that is reserved for you, or else an open
    /// one.
    #[schema(example = "bri_w6uq2kqz4nzzkq5ev7t3j4yx2m5c7b6aabcdefg")]
    code: Option<String>,
}

/// Take a seat
///
/// Seats you in a game. With an invitation code, you get the seat that the code is for. Without
/// one, you get the seat that is reserved for you, which accepts the challenge, or else the first
/// open seat. When the last seat is taken, the players place their fleets.
#[utoipa::path(post, path = "/v1/games/{id}/seats", tag = "seats", operation_id = "take_seat",
    security(("token" = ["play"])),
    params(GameId, RequestKey),
    request_body = SeatRequest,
    responses((status = 201, description = "The updated game as you see it", body = crate::games::body::GameBody,
        headers(("Location" = String, description = "The game"),
            ("ETag" = String, description = "Entity tag of the game as you see it")))),
    extensions(("x-problems" = json!(["not_found", "wrong_code", "already_seated", "no_free_seat", "too_many_games", "not_now", "game_over"]))))]
pub(crate) async fn take(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path(id): Path<String>,
    key: RequestKey,
    JsonBody { value: body, hash }: JsonBody<SeatRequest>,
) -> Result<JsonResponse, Problem> {
    let idempotency = key.with_payload(hash);
    let claim = match body.code {
        Some(code) => SeatClaim::Code(code),
        None => SeatClaim::Free,
    };
    let location = state.url_for(&format!("/v1/games/{id}"));
    let call = Call::new(actor.player_id, id, idempotency);
    let render = ShowNewSeat { state: &state, location };
    Ok(state.app.execute(&call, &GameCommand::Join(claim), &render).await?)
}

/// Rendering of the game for a player who has taken a seat.
struct ShowNewSeat<'a> {
    state: &'a SharedState,
    location: String,
}

impl Render for ShowNewSeat<'_> {
    type Response = JsonResponse;

    fn render(&self, executed: Executed<'_>) -> JsonResponse {
        let response = self
            .state
            .game_response(executed.game, executed.viewer)
            .with_header(header::LOCATION, self.location.clone());
        JsonResponse { status: StatusCode::CREATED, ..response }
    }
}

/// Leave your seat
///
/// Leaves a game before play begins. Your placement is discarded, and the seat is free again for
/// the players it was meant for. If the seat is reserved for you, the challenge is open again. The
/// creator cannot leave; they call the game off with `POST /v1/games/{id}/abort`.
#[utoipa::path(delete, path = "/v1/games/{id}/seats/me", tag = "seats", operation_id = "leave_seat",
    security(("token" = ["play"])),
    params(GameId, RequestKey),
    responses((status = 204, description = "You have left the game")),
    extensions(("x-problems" = json!(["not_found", "not_seated", "not_now", "game_over"]))))]
pub(crate) async fn leave(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path(id): Path<String>,
    key: RequestKey,
) -> Result<JsonResponse, Problem> {
    let call = Call::new(actor.player_id, id, key.without_payload());
    Ok(state.app.execute(&call, &GameCommand::Leave, &NoContent).await?)
}

struct NoContent;

impl Render for NoContent {
    type Response = JsonResponse;

    fn render(&self, _: Executed<'_>) -> JsonResponse {
        JsonResponse::no_content()
    }
}
