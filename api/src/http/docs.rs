//! The OpenAPI document and a readable reference, both served from the binary.

use axum::Router;
use axum::http::header;
use axum::response::Redirect;
use axum::routing::get;
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::App;

/// The document as `broadside openapi --write` has made it; `--check` finds out whether it is still right.
const DOCUMENT: &str = include_str!("../../../openapi/openapi.json");

/// `/openapi.json` and `/docs`, which `/` leads to.
pub(super) fn router() -> Router<App> {
    let config = Config::new(["/openapi.json"]).try_it_out_enabled(true).default_model_rendering("model");
    Router::from(SwaggerUi::new("/docs").config(config))
        .route("/openapi.json", get(|| async { ([(header::CONTENT_TYPE, "application/json")], DOCUMENT) }))
        .route("/", get(|| async { Redirect::to("/docs/") }))
}
