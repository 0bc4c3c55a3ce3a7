//! Health probe. Checks the database files each second. While the database fails, it also writes to the database, to
//! notice when it works again. While the database works, a failure is noticed by requests or by the timekeeper's
//! heartbeats.

use std::time::Duration;

use broadside_domain::env::Env;
use broadside_store::{Change, CommitError, Store, supervise};
use tokio::task::JoinSet;

/// Probe interval.
const PROBE_INTERVAL: Duration = Duration::from_secs(1);

/// Starts the task.
pub(super) fn start(tasks: &mut JoinSet<()>, store: Store, env: Env) {
    supervise::spawn(tasks, "probe", move || run(store.clone(), env.clone()));
}

async fn run(store: Store, env: Env) {
    let mut failing = false;
    loop {
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
                Err(CommitError::Failed(error)) if !failing => {
                    tracing::error!(%error, "the database does not serve: requests are answered with 503 until it does");
                    failing = true;
                }
                _ => {}
            }
        }
        if failing && !store.health().is_failing() {
            tracing::info!("the database serves again");
            failing = false;
        }
        tokio::time::sleep(PROBE_INTERVAL).await;
    }
}
