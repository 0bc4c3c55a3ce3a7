//! The OpenAPI document and a readable reference, both served from the binary.

use axum::Router;
use axum::response::Redirect;
use axum::routing::get;
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::App;

/// `/openapi.json` and `/docs`, which `/` leads to.
pub(super) fn router(document: serde_json::Value) -> Router<App> {
    let config = Config::new(["/openapi.json"]).try_it_out_enabled(true).default_model_rendering("model");
    Router::from(SwaggerUi::new("/docs").config(config).external_url_unchecked("/openapi.json", document))
        .route("/", get(|| async { Redirect::to("/docs/") }))
}
