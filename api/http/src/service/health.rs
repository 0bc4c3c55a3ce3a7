//! Liveness and readiness.

use std::time::{Duration, Instant};

use axum::extract::State;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_store::probe::Probe;
use broadside_store::{CommitError, Health};
use serde::Serialize;
use tokio::sync::Mutex;

use crate::SharedState;
use crate::response::problem::Problem;
use crate::response::stored_response::JsonResponse;

/// Health of the service.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Health)]
pub(crate) struct HealthBody {
    /// Status of the service: always `ok`.
    #[schema(example = "ok")]
    status: &'static str,
    /// Version of the service.
    #[schema(example = "0.1.0")]
    version: &'static str,
}

fn healthy() -> JsonResponse {
    JsonResponse::ok(&HealthBody { status: "ok", version: env!("CARGO_PKG_VERSION") })
}

/// Check that the service is alive
///
/// Answers 200 while the process runs.
#[utoipa::path(get, path = "/healthz", tag = "service", operation_id = "get_health",
    responses((status = 200, description = "The process runs", body = HealthBody)))]
pub(crate) async fn alive() -> JsonResponse {
    healthy()
}

/// Validity of a successful readiness check, unless the writer fails in that time.
const RESULT_TTL: Duration = Duration::from_millis(1_500);
/// Time-out of a check. A lasting fault shows within five seconds: a check may rely on a write that
/// is [`RESULT_TTL`] old, its result is valid for as long, and the next check takes up to this
/// time-out. The end of a fault shows within two seconds, after a check that began before it.
const CHECK_TIMEOUT: Duration = Duration::from_millis(1_500);
/// Minimum time between two checks while the database does not work.
const RETRY_AFTER: Duration = Duration::from_millis(400);

/// Result of the last readiness check. One check at a time serves all requests.
#[derive(Default)]
pub(crate) struct Readiness(Mutex<Option<CheckResult>>);

#[derive(Clone, Copy)]
struct CheckResult {
    at: Instant,
    ready: bool,
}

impl CheckResult {
    /// True if the result is still valid.
    fn is_fresh(self, health: &Health) -> bool {
        if self.ready {
            self.at.elapsed() < RESULT_TTL && !health.has_failed_since(self.at)
        } else {
            self.at.elapsed() < RETRY_AFTER && !health.has_written_since(self.at)
        }
    }
}

impl Readiness {
    /// True if the database reads and writes, by a check that is at most 1.5 seconds old.
    async fn is_ready(&self, state: &SharedState) -> bool {
        let mut last = self.0.lock().await;
        let health = state.app.store.health();
        if let Some(check) = last.filter(|check| check.is_fresh(health)) {
            return check.ready;
        }
        let at = Instant::now();
        let ready = match tokio::time::timeout(CHECK_TIMEOUT, check(state)).await {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                tracing::debug!(%error, "not ready");
                false
            }
            Err(_) => {
                tracing::debug!("not ready: the database does not answer in time");
                health.failed("the database does not answer in time");
                false
            }
        };
        // After a failed check only writes that follow its end count.
        *last = Some(CheckResult { at: if ready { at } else { Instant::now() }, ready });
        ready
    }
}

/// Reads and writes as a request would. A recent write by another request makes the write
/// unnecessary.
async fn check(state: &SharedState) -> Result<(), CommitError> {
    state.app.store.check_files()?;
    state.app.store.ping().await?;
    let health = state.app.store.health();
    let recently = Instant::now().checked_sub(RESULT_TTL);
    if !health.is_failing() && recently.is_some_and(|recently| health.has_written_since(recently)) {
        return Ok(());
    }
    state.app.store.check(Probe { at: state.app.env.now() }).await
}

/// Check that the service is ready
///
/// Answers 200 if the database reads and writes, and 503 if it does not or the server is stopping.
/// The server checks the database on request. A result is valid for 1.5 seconds if the service is
/// ready, and for 0.4 seconds if it is not.
#[utoipa::path(get, path = "/readyz", tag = "service", operation_id = "get_readiness",
    responses((status = 200, description = "The service is ready", body = HealthBody)))]
pub(crate) async fn ready(State(state): State<SharedState>) -> Result<JsonResponse, Problem> {
    if state.is_stopping() {
        return Err(AppError::new(
            ErrorKind::Unavailable,
            "the server is stopping: use another node, or try again after the restart",
        )
        .into());
    }
    if state.readiness.is_ready(&state).await {
        Ok(healthy())
    } else {
        Err(AppError::from_kind(ErrorKind::Unavailable).into())
    }
}
