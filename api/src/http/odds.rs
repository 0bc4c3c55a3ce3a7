//! The chances of *Solo Salvo*: of a placement that belongs to no game, and of a game's own.

use axum::extract::{Path, State};
use broadside_engine::game::Game;
use broadside_engine::ruleset::{Refuse, Viewer};
use broadside_engine::shape::join;
use broadside_engine::solo::odds::{Layout, MOST_RUNS, Odds};
use broadside_engine::solo::{Draft, Options, Refusal};
use broadside_engine::table::Status;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

use super::App;
use super::admission::Admission;
use super::auth::Onlooker;
use super::extract::{Body, Query};
use super::game::look;
use super::reply::Reply;
use crate::problem::{Kind, Problem};

/// A placement whose chances are asked for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SoloOddsRequest)]
#[schema(example = json!(example()))]
pub(super) struct OddsRequest {
    /// The settings of the game that it is meant for; what is left out has its default.
    #[serde(default)]
    #[schema(required = false)]
    options: Options,
    /// Where the ships lie.
    placement: Draft,
    /// From how many games the chances are to be found; left out, they are reckoned exactly.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 100_000)]
    runs: Option<u32>,
    /// What the dice of those games are made from, 0 if left out: the same number gives the same games. Goes with `runs`.
    #[serde(default)]
    #[schema(format = Int64, minimum = 0, maximum = 4_294_967_295_u64)]
    seed: Option<u32>,
}

/// A request that is right.
pub(super) fn example() -> Value {
    json!({
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

/// How chances are to be come by.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct OddsQuery {
    /// From how many games the chances are to be found; left out, they are reckoned exactly.
    #[serde(default)]
    #[param(minimum = 1, maximum = 100_000)]
    runs: Option<u32>,
    /// What the dice of those games are made from, 0 if left out: the same number gives the same games. Goes with `runs`.
    #[serde(default)]
    #[param(format = Int64, minimum = 0, maximum = 4_294_967_295_u64)]
    seed: Option<u32>,
}

/// How many games, with what dice; `None` if the chances are to be reckoned.
fn method(runs: Option<u32>, seed: Option<u32>) -> Result<Option<(u32, u64)>, Problem> {
    match (runs, seed) {
        (None, None) => Ok(None),
        (None, Some(_)) => {
            let detail = "goes with `runs`: chances that are reckoned have no dice; leave it out, or say how many runs";
            Err(Problem::field("seed", detail.to_owned()))
        }
        (Some(runs), seed) if (1..=MOST_RUNS).contains(&runs) => Ok(Some((runs, seed.unwrap_or(0).into()))),
        (Some(runs), _) => {
            Err(Problem::field("runs", format!("chances are found from 1 to {MOST_RUNS} games, not {runs}")))
        }
    }
}

fn against(refusal: &Refusal) -> Problem {
    let outer = if matches!(refusal, Refusal::BadOption { .. }) { "options" } else { "placement" };
    let rule = refusal.rule().expect("every refusal of a ruleset rests on a rule");
    Problem::against_rule(rule, join(outer, &refusal.field()), refusal.to_string())
}

const BUSY: &str = "too many odds are being reckoned at once: ask again in some seconds";
/// For whoever asks about any placement; that needs no token, so it must not keep players from theirs.
static ANYBODY: Admission = Admission::new(1, 8, BUSY);
/// For those who ask about a game.
static PLAYERS: Admission = Admission::new(2, 16, BUSY);

/// Finds chances. That may take some tenths of a second: it is done on threads that nobody else waits for, not many at
/// once, and a turn ends with the work and not with whoever asked for it.
async fn find_odds(
    admission: &'static Admission,
    layout: Layout,
    method: Option<(u32, u64)>,
) -> Result<Reply, Problem> {
    let turn = admission.place()?.turn().await?;
    let work = move || {
        let _turn = turn;
        match method {
            None => layout.exact(),
            Some((runs, seed)) => layout.simulated(runs, seed),
        }
    };
    Ok(Reply::ok(&tokio::task::spawn_blocking(work).await.map_err(Problem::internal)?))
}

/// The chances of a placement
///
/// What chance each suit of a placement of `solo` has to survive. The placement belongs to no game and is not kept. The
/// chances are reckoned exactly, or with `runs` found by playing so many games. Needs no token.
#[utoipa::path(post, path = "/v1/solo/odds", tag = "odds", operation_id = "reckon_odds", request_body = OddsRequest,
    responses((status = 200, description = "The chances", body = Odds)),
    extensions(("x-problems" = json!(["against_rule"]))))]
pub(super) async fn reckon(Body { value: body, .. }: Body<OddsRequest>) -> Result<Reply, Problem> {
    let method = method(body.runs, body.seed)?;
    let layout = Layout::new(&body.options, &body.placement).map_err(|refusal| against(&refusal))?;
    find_odds(&ANYBODY, layout, method).await
}

/// The chances in a game
///
/// What chance each suit had to survive when a game of `solo` began. Its player is told once the prediction is made,
/// everybody else when the game is finished.
#[utoipa::path(get, path = "/v1/games/{id}/odds", tag = "odds", operation_id = "get_game_odds", security(("token" = ["read"])),
    params(("id" = String, Path, description = "The game's id", example = "0196f0a0-0000-7000-8000-000000000001"),
        OddsQuery),
    responses((status = 200, description = "The chances", body = Odds)),
    extensions(("x-problems" = json!(["not_found", "not_now", "bad_request", "invalid_field"]))))]
pub(super) async fn of_game(
    State(app): State<App>,
    onlooker: Onlooker,
    Path(id): Path<String>,
    Query(query): Query<OddsQuery>,
) -> Result<Reply, Problem> {
    let (loaded, viewer) = look(&app, &onlooker, &id).await?;
    let Game::Solo(table) = &*loaded.game else {
        let ruleset = loaded.game.ruleset();
        let detail = format!("a game of `{ruleset}` has no odds: only games of `solo` have");
        return Err(Problem::new(Kind::NotFound, detail));
    };
    let method = method(query.runs, query.seed)?;
    let layout = table.layout(viewer).ok_or_else(|| {
        let detail = match (viewer, table.status()) {
            (Viewer::Seat(_), Status::Cancelled) => {
                "the game was called off before a suit was predicted: it has no odds"
            }
            (Viewer::Public, Status::Cancelled) => "the game was called off: nothing of it is revealed",
            (Viewer::Seat(_), _) => "the odds are told once you have predicted which suit will survive",
            (Viewer::Public, _) => {
                "the odds are told when the game is finished; until then to its player alone"
            }
        };
        Problem::new(Kind::NotNow, detail)
    })?;
    find_odds(&PLAYERS, layout, method).await
}
