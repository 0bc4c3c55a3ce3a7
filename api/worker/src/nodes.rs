//! Change notifications between nodes, so that a client waiting on one node learns at once of a change on another.
//! They only shorten the wait: each waiting task also polls every few seconds.

use std::sync::Arc;
use std::time::Duration;

use broadside_app::play::Notifier;
use broadside_store::{Store, supervise};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

/// Maximum length of a notification, in bytes. PostgreSQL accepts less than 8,000.
const MAX_NOTIFICATION_BYTES: usize = 7_000;
/// Maximum number of changes that are taken from the queue at once.
const BATCH_SIZE: usize = 256;
/// Pause between batches. Changes in the pause go into the next batch.
const BATCH_PAUSE: Duration = Duration::from_millis(5);
/// Delay before listening again after the connection was lost.
const RECONNECT_DELAY: Duration = Duration::from_secs(1);

/// Starts the notifier and the listener, if the store can be shared with other nodes.
pub fn start(tasks: &mut JoinSet<()>, store: Store, notifier: &Arc<Notifier>) {
    if !store.shared() {
        return;
    }
    let (sender, own) = (store.clone(), Arc::clone(notifier));
    supervise::spawn(tasks, "node notifier", move || send_notifications(sender.clone(), own.outbound()));
    let notifier = Arc::clone(notifier);
    supervise::spawn(tasks, "node listener", move || listen(store.clone(), Arc::clone(&notifier)));
}

/// Listens to other nodes, and reconnects when the connection is lost.
async fn listen(store: Store, notifier: Arc<Notifier>) {
    loop {
        let on_notification = |told: Option<&str>| match told {
            Some(ids) => notifier.notify_local(ids),
            // Notifications may have been lost while nothing listened.
            None => notifier.notify_all(),
        };
        if let Err(error) = store.listen(&on_notification).await {
            tracing::warn!(%error, "LISTEN connection lost, falling back to polling");
        }
        tokio::time::sleep(RECONNECT_DELAY).await;
    }
}

/// Sends local changes to other nodes, in as few notifications as possible.
async fn send_notifications(store: Store, mut told: mpsc::Receiver<String>) {
    let mut waiting = Vec::new();
    while told.recv_many(&mut waiting, BATCH_SIZE).await > 0 {
        for words in batch_ids(&waiting) {
            if let Err(error) = store.tell(&words).await {
                tracing::warn!(%error, "notifying other nodes failed");
            }
        }
        waiting.clear();
        tokio::time::sleep(BATCH_PAUSE).await;
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
        assert!(gathered.len() > 1 && gathered.iter().all(|words| words.len() <= MAX_NOTIFICATION_BYTES));
        assert_eq!(gathered.join(" "), lists.join(" "));
    }
}
