//! Health probe. Checks the database files each second. While the database fails, it also writes to
//! the database, to notice when it works again. While the database works, a failure is noticed by
//! requests or by the timekeeper's heartbeats.

use std::time::Duration;

use broadside_domain::env::Env;
use broadside_store::{Change, CommitError, Store};

use crate::driver::{Pause, Task, TaskError};

/// Probe interval.
const PROBE_INTERVAL: Duration = Duration::from_secs(1);

/// Task that probes the database.
pub(super) struct Probe {
    store: Store,
    env: Env,
    failing: bool,
}

impl Probe {
    /// Creates the task.
    pub(super) fn new(store: Store, env: Env) -> Self {
        Self { store, env, failing: false }
    }
}

impl Task for Probe {
    const NAME: &'static str = "probe";

    async fn run(&mut self) -> Result<Pause, TaskError> {
        let Self { store, env, failing } = self;
        let checked = store.check_files();
        if checked.is_err() {
            store.health().failed();
        }
        if store.health().is_failing() {
            let probed = match checked {
                Ok(()) => store.commit(Change::Probe(env.now())).await,
                Err(error) => Err(error.into()),
            };
            match probed {
                Err(CommitError::Failed(error)) if !*failing => {
                    tracing::error!(%error, "the database does not serve: requests are answered with 503 until it does");
                    *failing = true;
                }
                _ => {}
            }
        }
        if *failing && !store.health().is_failing() {
            let failed_requests = store.health().take_failed_requests();
            tracing::info!(failed_requests, "the database serves again");
            *failing = false;
        }
        Ok(Pause::Fixed(PROBE_INTERVAL))
    }
}
