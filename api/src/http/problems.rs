//! The kinds of problems, explained by the server itself.

use axum::extract::Path;
use serde::Serialize;
use utoipa::ToSchema;

use super::reply::Reply;
use crate::problem::{Kind, Problem};

/// A kind of problem.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ProblemKind {
    /// The `type` of such problems.
    #[serde(rename = "type")]
    #[schema(example = "/problems/out_of_turn")]
    type_uri: String,
    /// What it is, in a few words.
    #[schema(example = "It is not your turn")]
    title: &'static str,
    /// The status it is answered with.
    #[schema(minimum = 400, maximum = 599, example = 409)]
    status: u16,
    /// What it means and what to do about it.
    #[schema(example = "Wait until `to_move` holds your seat.")]
    advice: &'static str,
}

/// The kinds of problems.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ProblemKinds {
    /// All of them.
    problems: Vec<ProblemKind>,
}

pub(super) fn explain(kind: Kind) -> ProblemKind {
    ProblemKind {
        type_uri: kind.type_uri(),
        title: kind.title(),
        status: kind.status().as_u16(),
        advice: kind.advice(),
    }
}

/// The kinds of problems
///
/// Everything that an answer can be instead of what was asked for.
#[utoipa::path(get, path = "/problems", tag = "service", operation_id = "list_problems",
    responses((status = 200, description = "The kinds", body = ProblemKinds)))]
pub(super) async fn list() -> Reply {
    Reply::ok(&ProblemKinds { problems: Kind::ALL.iter().copied().map(explain).collect() })
}

/// A kind of problem
///
/// What the `type` of a problem refers to: what it means and what to do about it.
#[utoipa::path(get, path = "/problems/{kind}", tag = "service", operation_id = "get_problem",
    params(("kind" = String, Path, description = "The last part of its `type`", example = "out_of_turn")),
    responses((status = 200, description = "The kind", body = ProblemKind)),
    extensions(("x-problems" = json!(["not_found"]))))]
pub(super) async fn show(Path(name): Path<String>) -> Result<Reply, Problem> {
    let kind = Kind::ALL.iter().copied().find(|kind| kind.name() == name);
    let kind = kind.ok_or_else(|| {
        Problem::new(Kind::NotFound, "there is no such kind of problem: GET /problems lists them all")
    })?;
    Ok(Reply::ok(&explain(kind)))
}
