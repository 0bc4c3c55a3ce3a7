//! The catalogue of rulesets.

use axum::extract::{Path, State};
use broadside_engine::game::RulesetId;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::App;
use super::reply::Reply;
use crate::openapi::{self, GameOptions};
use crate::problem::{Kind, Problem};

/// A ruleset in a few words.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RulesetSummary {
    /// Its id.
    id: RulesetId,
    /// The name of the game.
    #[schema(example = "Salvo on paper")]
    title: &'static str,
    /// What kind of game it is.
    summary: &'static str,
    /// How many seats a game has.
    seats: SeatRange,
}

/// How many seats a game has.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SeatRange {
    /// The fewest.
    #[schema(example = 2)]
    from: u8,
    /// The most.
    #[schema(example = 2)]
    to: u8,
}

/// Everything about a ruleset.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Ruleset {
    #[serde(flatten)]
    summary: RulesetSummary,
    /// The JSON Schema (2020-12) of its settings.
    #[schema(value_type = std::collections::BTreeMap<String, Value>)]
    options_schema: Value,
    /// The settings of a game for which nothing was chosen.
    #[schema(value_type = GameOptions)]
    default_options: Value,
    /// The rules in prose, as Markdown.
    rules: &'static str,
    /// Whom players have to thank for the game.
    credits: &'static str,
}

/// The rulesets.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Rulesets {
    /// All of them.
    rulesets: Vec<RulesetSummary>,
}

pub(super) fn summary(id: RulesetId) -> RulesetSummary {
    let (from, to) = id.seats();
    RulesetSummary { id, title: id.title(), summary: id.summary(), seats: SeatRange { from, to } }
}

/// The rulesets
///
/// Every game that can be played here. Needs no token.
#[utoipa::path(get, path = "/v1/rulesets", tag = "rulesets", operation_id = "list_rulesets",
    responses((status = 200, description = "The rulesets", body = Rulesets)))]
pub(super) async fn list() -> Reply {
    Reply::ok(&Rulesets { rulesets: RulesetId::ALL.iter().copied().map(summary).collect() })
}

/// A ruleset
///
/// Its settings with their JSON Schema and defaults, its rules in prose, and its credits. Needs no token.
#[utoipa::path(get, path = "/v1/rulesets/{id}", tag = "rulesets", operation_id = "get_ruleset",
    params(("id" = String, Path, description = "The ruleset's id", example = "classic")),
    responses((status = 200, description = "The ruleset", body = Ruleset)),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(super) async fn show(State(_): State<App>, Path(id): Path<String>) -> Result<Reply, Problem> {
    let id: RulesetId = id.parse().map_err(|error: String| Problem::new(Kind::NotFound, error))?;
    Ok(Reply::ok(&Ruleset {
        summary: summary(id),
        options_schema: openapi::options_schema(id),
        default_options: id.default_options(),
        rules: id.rules(),
        credits: id.credits(),
    }))
}
