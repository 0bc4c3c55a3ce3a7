//! Heartbeat: a small durable write now and then, which shows that the server can write, and since when it cannot.

use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::ambient::Ambient;
use crate::store::{Change, CommitError, Store};
use crate::supervise;

/// How often the files and the health of the writer are checked.
const CHECK_EVERY: Duration = Duration::from_secs(1);
/// How often a heartbeat is written while the database serves. While it fails, each check writes one.
const BEAT_EVERY: Duration = Duration::from_secs(15);

/// Starts the heartbeat.
pub(super) fn start(tasks: &mut JoinSet<()>, store: Store, ambient: Ambient) {
    supervise::spawn(tasks, "heartbeat", move || run(store.clone(), ambient.clone()));
}

async fn run(store: Store, ambient: Ambient) {
    let (mut next, mut failing) = (Instant::now(), false);
    loop {
        let checked = store.check_files();
        if checked.is_err() {
            store.health().failed();
        }
        if store.health().is_failing() || Instant::now() >= next {
            let beaten = match checked {
                Ok(()) => store.commit(Change::Heartbeat(ambient.now())).await,
                Err(error) => Err(error.into()),
            };
            match beaten {
                Ok(()) | Err(CommitError::Conflict) => {
                    next = Instant::now() + BEAT_EVERY;
                    if std::mem::take(&mut failing) {
                        tracing::info!("the database serves again");
                    }
                }
                Err(CommitError::Failed(error)) => {
                    if !std::mem::replace(&mut failing, true) {
                        tracing::error!(%error, "the database does not serve: requests are answered with 503 until it does");
                    }
                }
            }
        }
        tokio::time::sleep(CHECK_EVERY).await;
    }
}
