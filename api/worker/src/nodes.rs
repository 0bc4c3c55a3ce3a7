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
    let (told, own) = (store.clone(), Arc::clone(notifier));
    driver.spawn(tasks, move || NodeNotifier { store: told.clone(), changes: own.outbound() });
    let (store, notifier) = (store.clone(), Arc::clone(notifier));
    driver.spawn(tasks, move || NodeListener {
        store: store.clone(),
        notifier: Arc::clone(&notifier),
    });
}

/// Task that listens to other nodes, and reconnects when the connection is lost.
struct NodeListener {
    store: Store,
    notifier: Arc<Notifier>,
}

impl Task for NodeListener {
    const NAME: &'static str = "node listener";

    async fn run(&mut self) -> Result<Pause, TaskError> {
        let notifier = &self.notifier;
        let on_notification = |told: Option<&str>| match told {
            Some(ids) => notifier.notify_local(ids),
            // Notifications may have been lost while nothing listened.
            None => notifier.notify_all(),
        };
        let listened = self.store.listen(&on_notification).await;
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
        for words in batch_ids(&waiting) {
            let sent = self.store.notify_nodes(&words).await;
            result = sent.map_err(Into::into).and(result);
        }
        result
    }
}

/// Joins lists of ids into notifications of at most [`MOST`] bytes.
fn batch_ids(lists: &[String]) -> Vec<String> {
    let mut gathered: Vec<String> = Vec::new();
    for list in lists {
        match gathered.last_mut() {
            Some(last) if last.len() + 1 + list.len() <= MAX_NOTIFICATION_BYTES => {
                last.push(' ');
                last.push_str(list);
            }
            _ => gathered.push(list.clone()),
        }
    }
    gathered
}

#[cfg(test)]
mod tests {
    use super::{MAX_NOTIFICATION_BYTES, batch_ids};

    #[test]
    fn what_is_told_together_is_whole_and_short_enough() {
        let lists: Vec<String> = (0..1_000).map(|n| format!("game-{n} ada-{n} ben-{n}")).collect();
        let gathered = batch_ids(&lists);
        assert!(
            gathered.len() > 1
                && gathered.iter().all(|words| words.len() <= MAX_NOTIFICATION_BYTES)
        );
        assert_eq!(gathered.join(" "), lists.join(" "));
    }
}
