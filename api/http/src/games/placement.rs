//! Placing a fleet.

use axum::extract::{Path, State};
use broadside_app::Call;
use broadside_domain::command::GameCommand;
use broadside_domain::error::AppError;
use broadside_engine::game::RulesetId;
use broadside_engine::table::OwnSeed;
use serde::Deserialize;
use serde_json::Value;

use crate::SharedState;
use crate::games::body::ShowGame;
use crate::openapi::PlacementRequest as Documented;
use crate::openapi::parameters::GameId;
use crate::request::auth::WriteAuth;
use crate::request::extract::JsonBody;
use crate::request::idempotency::RequestKey;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Placement, or a request for a random one.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlacementRequest {
    #[serde(default)]
    ruleset: Option<RulesetId>,
    #[serde(default)]
    placement: Option<Value>,
    #[serde(default)]
    random: bool,
    #[serde(default)]
    seed: Option<String>,
}

/// Submit a placement
///
/// Places your fleet where you choose, or at random. You can replace the placement until play
/// begins, which is when every seat is taken and has placed. Nobody else is told that you replaced
/// it. To be sure that the server could not choose the dice, send a `seed` of your own: it is mixed
/// into every roll, and published when play begins.
#[utoipa::path(put, path = "/v1/games/{id}/seats/me/placement", tag = "seats", operation_id = "submit_placement",
    security(("token" = ["play"])),
    params(GameId, RequestKey),
    request_body = Documented,
    responses((status = 200, description = "The updated game as you see it", body = crate::games::body::GameBody,
        headers(("ETag" = String, description = "Entity tag of the game as you see it")))),
    extensions(("x-problems" = json!(["not_found", "not_seated", "against_rule", "not_now", "game_over"]))))]
pub(crate) async fn place(
    State(state): State<SharedState>,
    actor: WriteAuth,
    Path(id): Path<String>,
    key: RequestKey,
    JsonBody { value: body, hash }: JsonBody<PlacementRequest>,
) -> Result<JsonResponse, Problem> {
    let seed = match &body.seed {
        None => None,
        Some(text) => Some(OwnSeed::new(text).ok_or_else(|| {
            AppError::field("seed", "a seed has 1 to 128 printable ASCII characters")
        })?),
    };
    match (&body.placement, body.random) {
        (Some(_), true) => {
            return Err(AppError::field(
                "random",
                "send either a `placement` or `\"random\": true`, not both",
            )
            .into());
        }
        (None, false) => {
            return Err(AppError::field(
                "placement",
                "send a `placement` with its `ruleset`, or `\"random\": true`",
            )
            .into());
        }
        (Some(_), false) if body.ruleset.is_none() => {
            return Err(
                AppError::field("ruleset", "send the ruleset that the placement is for").into()
            );
        }
        _ => {}
    }
    let idempotency = key.with_payload(hash);
    let PlacementRequest { ruleset, placement, .. } = body;
    let command = GameCommand::Place { ruleset, placement, seed };
    let call = Call::new(actor.player_id, id, idempotency);
    Ok(state.app.execute(&call, &command, &ShowGame(&state)).await?)
}
