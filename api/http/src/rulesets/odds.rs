//! Odds of *Solo Salvo*: of any placement, and of the placement of a game.

use axum::extract::{Path, State};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_engine::game::Game;
use broadside_engine::ruleset::RuleError;
use broadside_engine::seat::Viewer;
use broadside_engine::shape::join;
use broadside_engine::solo::odds::{MAX_RUNS, OddsInput};
use broadside_engine::solo::{Draft, Options, Refusal};
use broadside_engine::table::Status;
use serde::Deserialize;

use crate::SharedState;
use crate::games::show::find_game_for;
use crate::openapi::parameters::GameId;
use crate::request::admission::Admission;
use crate::request::auth::GameReader;
use crate::request::extract::{JsonBody, Query};
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Placement to compute the odds of.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SoloOddsRequest)]
#[schema(example = json!(example()))]
pub(crate) struct OddsRequest {
    /// Settings of the game. A setting that is left out has its default.
    #[serde(default)]
    options: Options,
    /// Placement of the ships.
    placement: Draft,
    /// Number of simulated games to estimate the odds from. Without it, the odds are computed
    /// exactly.
    #[schema(minimum = 1, maximum = 100_000)]
    runs: Option<u32>,
    /// Seed of the dice in the simulated games, 0 if left out. The same seed gives the same games.
    /// Valid only together with `runs`.
    #[schema(format = Int64, minimum = 0, maximum = 4_294_967_295_u64)]
    seed: Option<u32>,
}

/// Valid request, for the documentation.
pub(crate) fn example() -> serde_json::Value {
    serde_json::json!({
        "placement": {"ships": [
            {"suit": "suns", "class": "dinghy", "at": "suns/upper/N", "heading": "across"},
            {"suit": "suns", "class": "submarine", "at": "suns/upper/2", "heading": "diagonal_down"},
            {"suit": "suns", "class": "cruiser", "at": "arms/lower/N", "heading": "across"},
            {"suit": "moons", "class": "dinghy", "at": "moons/upper/5", "heading": "across"},
            {"suit": "moons", "class": "submarine", "at": "moons/upper/A", "heading": "down"},
            {"suit": "moons", "class": "cruiser", "at": "crowns/upper/N", "heading": "diagonal_down"},
            {"suit": "crowns", "class": "dinghy", "at": "suns/upper/5", "heading": "across"},
            {"suit": "crowns", "class": "submarine", "at": "crowns/upper/4", "heading": "across"},
            {"suit": "crowns", "class": "cruiser", "at": "arms/lower/3", "heading": "diagonal_up"}
        ]},
        "runs": 1000
    })
}

/// Method to compute the odds.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct OddsQuery {
    /// Number of simulated games to estimate the odds from. Without it, the odds are computed
    /// exactly.
    #[param(minimum = 1, maximum = 100_000)]
    runs: Option<u32>,
    /// Seed of the dice in the simulated games, 0 if left out. The same seed gives the same games.
    /// Valid only together with `runs`.
    #[param(format = Int64, minimum = 0, maximum = 4_294_967_295_u64)]
    seed: Option<u32>,
}

/// Returns the number of simulated games and their seed, or `None` for exact odds.
fn parse_method(runs: Option<u32>, seed: Option<u32>) -> Result<Option<(u32, u64)>, AppError> {
    match (runs, seed) {
        (None, None) => Ok(None),
        (None, Some(_)) => {
            let detail = "valid only with `runs`, because exact odds use no dice: leave it out, or send `runs`";
            Err(AppError::field("seed", detail.to_owned()))
        }
        (Some(runs), seed) if (1..=MAX_RUNS).contains(&runs) => {
            Ok(Some((runs, seed.unwrap_or(0).into())))
        }
        (Some(runs), _) => Err(AppError::field(
            "runs",
            format!("send 1 to {MAX_RUNS} simulated games, not {runs}"),
        )),
    }
}

fn refusal_problem(refusal: &Refusal) -> AppError {
    let outer = if matches!(refusal, Refusal::BadOption { .. }) { "options" } else { "placement" };
    let rule = refusal.rule().expect("every refusal of a ruleset names a rule");
    AppError::against_rule(rule, join(outer, &refusal.field()), refusal.to_string())
}

const BUSY: &str = "too many odds are being computed at once: try again in a few seconds";
/// Limit for requests about any placement. They need no token, so they must not slow down requests
/// about games.
static PUBLIC_ADMISSION: Admission = Admission::new(1, 8, BUSY);
/// Limit for requests about games.
static GAME_ADMISSION: Admission = Admission::new(2, 16, BUSY);

/// Computes odds. This may take some tenths of a second, so it runs on blocking threads, only a few
/// at once. The permit is held until the computation ends, even if the client disconnects.
async fn odds_response(
    admission: &'static Admission,
    input: OddsInput,
    method: Option<(u32, u64)>,
) -> Result<JsonResponse, AppError> {
    let permit = admission.enter().await?;
    let odds = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        match method {
            None => input.exact(),
            Some((runs, seed)) => input.simulated(runs, seed),
        }
    });
    Ok(JsonResponse::ok(&odds.await.map_err(AppError::internal)?))
}

/// Compute the odds of a placement
///
/// Returns the chance of each suit to survive, for a placement of `solo`. The placement belongs to
/// no game and is not stored. The odds are computed exactly, or estimated from `runs` simulated
/// games. If too many computations are waiting, the answer is 503; try again some seconds later.
/// Needs no token.
#[utoipa::path(post, path = "/v1/solo/odds", tag = "odds", operation_id = "compute_odds", request_body = OddsRequest,
    responses((status = 200, description = "The odds", body = broadside_engine::solo::odds::Odds)),
    extensions(("x-problems" = json!(["against_rule"]))))]
pub(crate) async fn compute_odds(
    JsonBody { value: body, .. }: JsonBody<OddsRequest>,
) -> Result<JsonResponse, Problem> {
    let method = parse_method(body.runs, body.seed)?;
    let input = OddsInput::new(&body.options, &body.placement)
        .map_err(|refusal| refusal_problem(&refusal))?;
    Ok(odds_response(&PUBLIC_ADMISSION, input, method).await?)
}

/// Get the odds of a game
///
/// Returns the chance that each suit had to survive when a game of `solo` began. The player of the
/// game can see the odds once they have made their prediction; everyone else, once the game is
/// finished. If too many computations are waiting, the answer is 503; try again some seconds later.
#[utoipa::path(get, path = "/v1/games/{id}/odds", tag = "odds", operation_id = "get_game_odds",
    security(("token" = ["read"])),
    params(GameId, OddsQuery),
    responses((status = 200, description = "The odds", body = broadside_engine::solo::odds::Odds)),
    extensions(("x-problems" = json!(["not_found", "not_now", "invalid_field"]))))]
pub(crate) async fn of_game(
    State(state): State<SharedState>,
    reader: GameReader,
    Path(id): Path<String>,
    Query(query): Query<OddsQuery>,
) -> Result<JsonResponse, Problem> {
    let (loaded, viewer) = find_game_for(&state, &reader, &id).await?;
    let Game::Solo(table) = &*loaded.game else {
        let ruleset = loaded.game.ruleset();
        let detail = format!("a game of `{ruleset}` has no odds: only games of `solo` have odds");
        return Err(AppError::new(ErrorKind::NotFound, detail).into());
    };
    let method = parse_method(query.runs, query.seed)?;
    let input = table.odds_input(viewer).ok_or_else(|| {
        let detail = match (viewer, table.status()) {
            (Viewer::Seat(_), Status::Cancelled) => {
                "the game was called off before the prediction, so it has no odds"
            }
            (Viewer::Public, Status::Cancelled) => "the game was called off, so nothing of it is revealed",
            (Viewer::Seat(_), _) => "the odds are shown after you have predicted which suit will survive",
            (Viewer::Public, _) => {
                "the odds are public when the game is finished; until then only its player can see them"
            }
        };
        AppError::new(ErrorKind::NotNow, detail)
    })?;
    Ok(odds_response(&GAME_ADMISSION, input, method).await?)
}
