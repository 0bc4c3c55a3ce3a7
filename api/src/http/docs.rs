//! What is read about the service, served from the binary: the OpenAPI document, a readable reference, and the rules of the games.

use axum::Router;
use axum::extract::Path;
use axum::http::header;
use axum::response::Redirect;
use axum::routing::get;
use utoipa_swagger_ui::{Config, SwaggerUi};

use broadside_engine::game::RulesetId;

use super::App;
use crate::problem::{Kind, Problem};

/// The document as `broadside openapi --write` has made it; `--check` finds out whether it is still right.
const DOCUMENT: &str = include_str!("../../../openapi/openapi.json");

/// `/openapi.json` and `/docs`, which `/` leads to; and `/rules/…`, which mails lead to.
pub(super) fn router() -> Router<App> {
    let config = Config::new(["/openapi.json"]).try_it_out_enabled(true).default_model_rendering("model");
    Router::from(SwaggerUi::new("/docs").config(config))
        .route("/openapi.json", get(|| async { ([(header::CONTENT_TYPE, "application/json")], DOCUMENT) }))
        .route("/rules/{ruleset}", get(rules))
        .route("/", get(|| async { Redirect::to("/docs/") }))
}

/// The rules of a game, for whoever reads them in a browser: of their Markdown nothing has to be shown otherwise.
async fn rules(
    Path(id): Path<String>,
) -> Result<([(header::HeaderName, &'static str); 1], &'static str), Problem> {
    let id: RulesetId = id.parse().map_err(|error: String| Problem::new(Kind::NotFound, error))?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], id.rules()))
}
