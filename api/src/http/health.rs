//! Whether the service is well.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::App;
use super::reply::Reply;
use crate::problem::{Kind, Problem};

/// A sign of life.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Health {
    /// `ok`.
    #[schema(example = "ok")]
    status: &'static str,
    /// The version of the service.
    #[schema(example = "0.1.0")]
    version: &'static str,
}

fn well() -> Reply {
    Reply::ok(&Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}

/// Is the service alive?
///
/// Answers as long as the process does.
#[utoipa::path(get, path = "/healthz", tag = "service", operation_id = "get_health",
    responses((status = 200, description = "It is", body = Health)))]
pub(super) async fn alive() -> Reply {
    well()
}

/// Is the service ready?
///
/// Answers when the database does.
#[utoipa::path(get, path = "/readyz", tag = "service", operation_id = "get_readiness",
    responses((status = 200, description = "It is", body = Health)),
    extensions(("x-problems" = json!(["unavailable"]))))]
pub(super) async fn ready(State(app): State<App>) -> Result<Reply, Problem> {
    match app.store.ping().await {
        Ok(()) => Ok(well()),
        Err(error) => {
            tracing::error!(%error, "the database does not answer");
            Err(Problem::plain(Kind::Unavailable))
        }
    }
}
