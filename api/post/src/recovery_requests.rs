//! Processing of requests for codes to recover an account.

use std::sync::Arc;

use broadside_domain::env::Env;
use broadside_store::{LeaseTerm, Queue, RecoveryRow, Store, StoreError, jobs};
use broadside_worker::jobs::{Attempt, JobError, JobHandler, run_due};

use crate::Post;

#[derive(Clone)]
pub(crate) struct RecoveryRequests(pub(crate) Arc<Post>);

impl Post {
    /// Processes all pending requests for codes. For tests.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn process_recovery_requests(self: &Arc<Self>) -> Result<usize, StoreError> {
        run_due(&RecoveryRequests(Arc::clone(self))).await
    }
}

impl JobHandler for RecoveryRequests {
    type Job = RecoveryRow;

    const QUEUE: Queue = Queue::Recoveries;
    const NAME: &'static str = "recovery codes";
    const LEASE: i64 = 60_000;
    const MAX_RUNNING: usize = 4;

    fn store(&self) -> &Store {
        &self.0.app.store
    }

    fn env(&self) -> &Env {
        &self.0.app.env
    }

    async fn lease(&self, term: LeaseTerm<'_>, limit: u32) -> Result<Vec<RecoveryRow>, StoreError> {
        self.store().lease_recoveries(term, limit).await
    }

    async fn run(&self, request: &RecoveryRow, attempt: &Attempt) -> Result<(), JobError> {
        let sent = self.0.send_requested_code(&request.address, request.job.created_at).await;
        sent.map_err(|error| JobError::Failed(error.kind().name().to_owned()))?;
        let update = attempt.done(&request.job, self.env().now(), request.job.log.clone());
        Ok(self.store().commit(jobs::Finish { update }).await?)
    }
}
