//! Kinds of problems, with explanations.

use axum::extract::Path;
use broadside_domain::error::{AppError, ErrorKind};
use serde::Serialize;

use crate::response::problem;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Kind of problem.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct ProblemKind {
    /// Value of `type` in such problems.
    #[serde(rename = "type")]
    #[schema(example = "/problems/out_of_turn")]
    type_uri: String,
    /// Short name of the kind.
    #[schema(example = "It is not your turn")]
    title: &'static str,
    /// HTTP status of such problems.
    #[schema(minimum = 400, maximum = 599, example = 409)]
    status: u16,
    /// Explanation of the kind, with advice what to do.
    #[schema(example = "Wait until `to_move` contains your seat.")]
    advice: &'static str,
}

/// List of all kinds of problems.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(crate) struct ProblemKinds {
    /// All kinds of problems.
    problems: Vec<ProblemKind>,
}

pub(crate) fn explain(kind: ErrorKind) -> ProblemKind {
    ProblemKind {
        type_uri: problem::type_uri(kind),
        title: kind.title(),
        status: problem::status(kind).as_u16(),
        advice: kind.advice(),
    }
}

/// List the kinds of problems
///
/// Returns every kind of problem that the API can answer with, each with an explanation and advice.
/// Needs no token.
#[utoipa::path(get, path = "/problems", tag = "service", operation_id = "list_problems",
    responses((status = 200, description = "The kinds", body = ProblemKinds)))]
pub(crate) async fn list() -> JsonResponse {
    JsonResponse::ok(&ProblemKinds {
        problems: ErrorKind::ALL.iter().copied().map(explain).collect(),
    })
}

/// Get a kind of problem
///
/// Explains the kind that the `type` of a problem refers to, with advice what to do. Needs no
/// token.
#[utoipa::path(get, path = "/problems/{kind}", tag = "service", operation_id = "get_problem",
    params(("kind" = String, Path, description = "Last part of the `type` of the problem", example = "out_of_turn")),
    responses((status = 200, description = "The kind", body = ProblemKind)),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(crate) async fn show(Path(name): Path<String>) -> Result<JsonResponse, Problem> {
    let kind = ErrorKind::ALL.iter().copied().find(|kind| kind.name() == name);
    let kind = kind.ok_or_else(|| {
        AppError::new(
            ErrorKind::NotFound,
            "unknown kind of problem: `GET /problems` lists all kinds",
        )
    })?;
    Ok(JsonResponse::ok(&explain(kind)))
}
