//! Processing of requests for codes to recover an account.

use std::sync::Arc;

use broadside_app::App;
use broadside_domain::env::Env;
use broadside_store::{LeaseTerm, Queue, RecoveryRow, Store, StoreError, jobs};
use tokio::task::JoinSet;

use crate::driver::{Driver, Wake};
use crate::jobs::{Attempt, JobError, JobHandler, JobRunner, run_due};

/// Processes requests for codes.
#[derive(Clone)]
struct RecoveryHandler(Arc<App>);

/// Starts the task.
pub fn start(driver: &Driver, tasks: &mut JoinSet<()>, app: &Arc<App>) {
    let handler = RecoveryHandler(Arc::clone(app));
    driver.spawn(tasks, move || JobRunner::new(handler.clone(), Wake::Never));
}

/// Processes all pending requests. For tests.
///
/// # Errors
/// If the store fails.
pub async fn process_due(app: &Arc<App>) -> Result<usize, StoreError> {
    run_due(&RecoveryHandler(Arc::clone(app))).await
}

impl JobHandler for RecoveryHandler {
    type Job = RecoveryRow;

    const QUEUE: Queue = Queue::Recoveries;
    const NAME: &'static str = "recovery codes";
    const LEASE: i64 = 60_000;
    const MAX_RUNNING: usize = 4;

    fn store(&self) -> &Store {
        &self.0.store
    }

    fn env(&self) -> &Env {
        &self.0.env
    }

    async fn lease(&self, term: LeaseTerm<'_>, limit: u32) -> Result<Vec<RecoveryRow>, StoreError> {
        self.0.store.lease_recoveries(term, limit).await
    }

    async fn run(&self, request: &RecoveryRow, attempt: &Attempt) -> Result<(), JobError> {
        let sent = self.0.send_requested_code(&request.address, request.job.created_at).await;
        sent.map_err(|error| JobError::Failed(error.kind().name().to_owned()))?;
        let update = attempt.done(&request.job, self.0.env.now(), request.job.log.clone());
        Ok(self.0.store.commit(jobs::Finish { update }).await?)
    }
}
