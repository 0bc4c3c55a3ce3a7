//! Catalogue of rulesets.

use axum::extract::{Path, State};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::options_schema::options_schema;
use broadside_engine::game::RulesetId;
use serde::Serialize;
use serde_json::Value;

use crate::SharedState;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Short description of a ruleset.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct RulesetSummary {
    /// Id of the ruleset.
    id: RulesetId,
    /// Name of the game.
    #[schema(example = "Salvo on paper")]
    title: &'static str,
    /// Short description of the game.
    summary: &'static str,
    /// Number of seats in a game.
    seats: SeatRange,
}

/// Range for the number of seats in a game.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct SeatRange {
    /// Minimum number of seats.
    #[schema(example = 2)]
    min: u8,
    /// Maximum number of seats.
    #[schema(example = 2)]
    max: u8,
}

/// Complete description of a ruleset.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Ruleset {
    #[serde(flatten)]
    summary: RulesetSummary,
    /// JSON Schema (2020-12) of the settings.
    #[schema(value_type = std::collections::BTreeMap<String, Value>)]
    options_schema: &'static Value,
    /// Default settings.
    #[schema(value_type = Object)]
    default_options: Value,
    /// Rules in prose, as Markdown.
    rules: &'static str,
    /// Credits: the people who made the game.
    credits: &'static str,
}

/// List of rulesets.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct Rulesets {
    /// All rulesets.
    rulesets: Vec<RulesetSummary>,
}

pub(crate) fn summary(id: RulesetId) -> RulesetSummary {
    let (min, max) = id.seats();
    RulesetSummary { id, title: id.title(), summary: id.summary(), seats: SeatRange { min, max } }
}

/// List the rulesets
///
/// Returns every game that can be played here. Needs no token.
#[utoipa::path(get, path = "/v1/rulesets", tag = "rulesets", operation_id = "list_rulesets",
    responses((status = 200, description = "The rulesets", body = Rulesets)))]
pub(crate) async fn list() -> JsonResponse {
    JsonResponse::ok(&Rulesets { rulesets: RulesetId::ALL.iter().copied().map(summary).collect() })
}

/// Get a ruleset
///
/// Returns the settings of a ruleset with their JSON Schema and defaults, its rules in prose, and
/// its credits. Needs no token.
#[utoipa::path(get, path = "/v1/rulesets/{id}", tag = "rulesets", operation_id = "get_ruleset",
    params(("id" = String, Path, description = "Id of the ruleset", example = "classic")),
    responses((status = 200, description = "The ruleset", body = Ruleset)),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(crate) async fn show(
    State(_): State<SharedState>,
    Path(id): Path<String>,
) -> Result<JsonResponse, Problem> {
    let id: RulesetId =
        id.parse().map_err(|error: String| AppError::new(ErrorKind::NotFound, error))?;
    Ok(JsonResponse::ok(&Ruleset {
        summary: summary(id),
        options_schema: options_schema(id),
        default_options: id.default_options(),
        rules: id.rules(),
        credits: id.credits(),
    }))
}
