//! Liveness and readiness.

use std::time::{Duration, Instant};

use axum::extract::State;
use serde::Serialize;
use tokio::sync::Mutex;
use utoipa::ToSchema;

use super::App;
use super::reply::Reply;
use crate::problem::{Kind, Problem};
use crate::store::{Change, CommitError, Health};

/// A sign of life.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Health)]
pub(super) struct HealthBody {
    /// `ok`.
    #[schema(example = "ok")]
    status: &'static str,
    /// The version of the service.
    #[schema(example = "0.1.0")]
    version: &'static str,
}

fn well() -> Reply {
    Reply::ok(&HealthBody { status: "ok", version: env!("CARGO_PKG_VERSION") })
}

/// Is the service alive?
///
/// Answers for as long as the process lives.
#[utoipa::path(get, path = "/healthz", tag = "service", operation_id = "get_health",
    responses((status = 200, description = "It is", body = HealthBody)))]
pub(super) async fn alive() -> Reply {
    well()
}

/// How long a check of readiness holds, unless the writer fails or recovers meanwhile.
const HOLDS_FOR: Duration = Duration::from_millis(1_500);
/// Limit for a check. A lasting fault shows within five seconds: the last write may be [`HOLDS_FOR`] old when a check relies on
/// it, the check holds as long, and the next one takes up to this limit. The end of a fault shows within two seconds, after a
/// check that began before it.
const CHECK_TIMEOUT: Duration = Duration::from_millis(1_500);
/// The shortest time between two checks while the database does not serve.
const RETRY_AFTER: Duration = Duration::from_millis(400);

/// The last check of readiness. One check at a time serves all who ask.
#[derive(Default)]
pub(super) struct Readiness(Mutex<Option<Check>>);

#[derive(Clone, Copy)]
struct Check {
    at: Instant,
    ready: bool,
}

impl Check {
    /// Whether it still says how things are.
    fn holds(self, health: &Health) -> bool {
        match self.ready {
            true => self.at.elapsed() < HOLDS_FOR && !health.has_failed_since(self.at),
            false => self.at.elapsed() < RETRY_AFTER && !health.has_written_since(self.at),
        }
    }
}

impl Readiness {
    /// Whether the database reads and writes, by a check that is a second and a half old at most.
    async fn is_ready(&self, app: &App) -> bool {
        let mut last = self.0.lock().await;
        let health = app.store.health();
        if let Some(check) = last.filter(|check| check.holds(health)) {
            return check.ready;
        }
        let at = Instant::now();
        let ready = match tokio::time::timeout(CHECK_TIMEOUT, check(app)).await {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                tracing::warn!(%error, "not ready");
                false
            }
            Err(_) => {
                tracing::warn!("not ready: the database does not answer in time");
                health.failed();
                false
            }
        };
        // After a failed check, what was written before its end counts for nothing.
        *last = Some(Check { at: if ready { at } else { Instant::now() }, ready });
        ready
    }
}

/// Reads and writes, as a player would. What others have just written need not be written again.
async fn check(app: &App) -> Result<(), CommitError> {
    app.store.check_files()?;
    app.store.ping().await?;
    let health = app.store.health();
    let recently = Instant::now().checked_sub(HOLDS_FOR);
    if !health.is_failing() && recently.is_some_and(|recently| health.has_written_since(recently)) {
        return Ok(());
    }
    app.store.commit(Change::Probe(app.ambient.now())).await
}

/// Is the service ready?
///
/// Answers 200 when the database reads and writes, and 503 when it does not or the server is stopping. A check is made when it
/// is asked for, and holds for a second and a half.
#[utoipa::path(get, path = "/readyz", tag = "service", operation_id = "get_readiness",
    responses((status = 200, description = "It is", body = HealthBody)),
    extensions(("x-problems" = json!(["unavailable"]))))]
pub(super) async fn ready(State(app): State<App>) -> Result<Reply, Problem> {
    if app.is_stopping() {
        return Err(Problem::new(
            Kind::Unavailable,
            "the server is stopping: ask another node, or ask again when it has restarted",
        ));
    }
    match app.readiness.is_ready(&app).await {
        true => Ok(well()),
        false => Err(Problem::plain(Kind::Unavailable)),
    }
}
