//! Change notifications between nodes, so that a client waiting on one node learns at once of a
//! change on another. They only shorten the wait: each waiting task also polls every few seconds.

use std::sync::Arc;
use std::time::Duration;

use broadside_app::play::Notifier;
use broadside_store::Store;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::driver::{Driver, Pause, Task, TaskError};

/// Maximum length of a notification, in bytes. PostgreSQL accepts less than 8,000.
const MAX_NOTIFICATION_BYTES: usize = 7_000;
/// Maximum number of changes that are taken from the queue at once.
const BATCH_SIZE: usize = 256;
/// Pause between batches. Changes in the pause go into the next batch.
const BATCH_PAUSE: Duration = Duration::from_millis(5);
/// Delay before listening again after the connection was lost.
const RECONNECT_DELAY: Duration = Duration::from_secs(1);

/// Starts the notifier and the listener, if the store can be shared with other nodes.
pub fn start(driver: &Driver, tasks: &mut JoinSet<()>, store: &Store, notifier: &Arc<Notifier>) {
    if !store.shared() {
        return;
    }
    let node_store = store.clone();
    let local = Arc::clone(notifier);
    driver.spawn(tasks, move || NodeNotifier {
        store: node_store.clone(),
        changes: local.outbound(),
    });
    let listener = NodeListener { store: store.clone(), notifier: Arc::clone(notifier) };
    driver.spawn(tasks, move || listener.clone());
}

/// Task that listens to other nodes, and reconnects when the connection is lost.
#[derive(Clone)]
struct NodeListener {
    store: Store,
    notifier: Arc<Notifier>,
}

impl Task for NodeListener {
    const NAME: &'static str = "node listener";

    async fn run(&mut self) -> Result<Pause, TaskError> {
        let notifier = &self.notifier;
        let listened = self
            .store
            .listen(&|ids: Option<&str>| match ids {
                Some(ids) => notifier.notify_local(ids),
                // Notifications may have been lost while nothing listened.
                None => notifier.notify_all(),
            })
            .await;
        listened
            .map_err(|error| format!("LISTEN connection lost, falling back to polling: {error}"))?;
        Ok(Pause::Fixed(RECONNECT_DELAY))
    }
}

/// Task that sends local changes to other nodes, in as few notifications as possible.
struct NodeNotifier {
    store: Store,
    changes: mpsc::Receiver<String>,
}

impl Task for NodeNotifier {
    const NAME: &'static str = "node notifier";
    const FAILURE_PAUSE: Duration = BATCH_PAUSE;

    async fn run(&mut self) -> Result<Pause, TaskError> {
        let mut waiting = Vec::new();
        if self.changes.recv_many(&mut waiting, BATCH_SIZE).await == 0 {
            // Nothing will be sent any more: the service is stopping.
            std::future::pending::<()>().await;
        }
        let mut result = Ok(Pause::Fixed(BATCH_PAUSE));
        for ids in batch_ids(&waiting) {
            let sent = self.store.notify_nodes(&ids).await;
            result = sent.map_err(Into::into).and(result);
        }
        result
    }
}

/// Joins lists of ids into notifications of at most [`MAX_NOTIFICATION_BYTES`] bytes.
fn batch_ids(lists: &[String]) -> Vec<String> {
    let mut batches: Vec<String> = Vec::new();
    for list in lists {
        match batches.last_mut() {
            Some(last) if last.len() + 1 + list.len() <= MAX_NOTIFICATION_BYTES => {
                last.push(' ');
                last.push_str(list);
            }
            _ => batches.push(list.clone()),
        }
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::{MAX_NOTIFICATION_BYTES, batch_ids};

    #[test]
    fn batches_have_all_ids_and_are_short_enough() {
        let lists: Vec<String> = (0..1_000).map(|n| format!("game-{n} ada-{n} ben-{n}")).collect();
        let batches = batch_ids(&lists);
        assert!(
            batches.len() > 1 && batches.iter().all(|batch| batch.len() <= MAX_NOTIFICATION_BYTES)
        );
        assert_eq!(batches.join(" "), lists.join(" "));
    }
}
