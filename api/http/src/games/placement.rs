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
use crate::openapi::parameters::GameId;
use crate::request::auth::WriteAuth;
use crate::request::extract::JsonBody;
use crate::request::idempotency::RequestKey;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Placement of a fleet: `placement`, or `random`.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"ruleset": "classic", "random": true, "seed": "blue herring 42"}))]
pub(crate) struct PlacementRequest {
    /// Ruleset of the game. The server also takes `random` without it.
    #[schema(value_type = RulesetId)]
    ruleset: Option<RulesetId>,
    /// Placement of the fleet. Leave it out with `random`.
    #[schema(value_type = Object, required = false)]
    placement: Option<Value>,
    /// True for a random placement.
    #[serde(default)]
    #[schema(default = false)]
    random: bool,
    /// Your own seed: 1 to 128 printable ASCII characters. If you leave it out, a seed that you
    /// sent before stays.
    #[schema(value_type = String, required = false, min_length = 1, max_length = 128, pattern = "^[ -~]+$")]
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
    request_body = PlacementRequest,
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
