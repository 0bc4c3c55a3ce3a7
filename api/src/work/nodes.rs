//! Nodes tell each other what has changed, so that whoever waits on one hears at once of what happened on another. That only
//! shortens waiting: whoever waits looks every few seconds by itself too.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::task::JoinSet;

use crate::play::Bells;
use crate::store::Store;
use crate::supervise;

/// How many bytes are told at once: PostgreSQL takes less than 8,000.
const MOST: usize = 7_000;
/// How many changes are told at once.
const AT_ONCE: usize = 256;
/// How long it is waited from one telling to the next: what happens meanwhile is told together.
const PAUSE: Duration = Duration::from_millis(5);
/// How long it is waited before listening begins anew.
const AGAIN: Duration = Duration::from_secs(1);

/// Starts telling and listening, where there can be other nodes.
pub fn start(tasks: &mut JoinSet<()>, store: Store, bells: &Arc<Bells>) {
    if !store.shared() {
        return;
    }
    let (teller, own) = (store.clone(), Arc::clone(bells));
    supervise::spawn(tasks, "node notifier", move || tell(teller.clone(), own.told()));
    let bells = Arc::clone(bells);
    supervise::spawn(tasks, "node listener", move || listen(store.clone(), Arc::clone(&bells)));
}

/// Listens to other nodes, and connects again when that ends.
async fn listen(store: Store, bells: Arc<Bells>) {
    loop {
        let heard = |told: Option<&str>| match told {
            Some(ids) => bells.ring_here(ids),
            // Whatever was told while nobody listened.
            None => bells.ring_all(),
        };
        if let Err(error) = store.listen(&heard).await {
            tracing::warn!(%error, "LISTEN connection lost, falling back to polling");
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// Tells what is rung here, all that waits in few words.
async fn tell(store: Store, mut told: mpsc::Receiver<String>) {
    let mut waiting = Vec::new();
    while told.recv_many(&mut waiting, AT_ONCE).await > 0 {
        for words in gather(&waiting) {
            if let Err(error) = store.tell(&words).await {
                tracing::warn!(%error, "other nodes were not told");
            }
        }
        waiting.clear();
        tokio::time::sleep(PAUSE).await;
    }
}

/// Puts lists of ids together, as long as may be told at once.
fn gather(lists: &[String]) -> Vec<String> {
    let mut gathered: Vec<String> = Vec::new();
    for list in lists {
        match gathered.last_mut() {
            Some(last) if last.len() + 1 + list.len() <= MOST => {
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
    use super::{MOST, gather};

    #[test]
    fn what_is_told_together_is_whole_and_short_enough() {
        let lists: Vec<String> = (0..1_000).map(|n| format!("game-{n} ada-{n} ben-{n}")).collect();
        let gathered = gather(&lists);
        assert!(gathered.len() > 1 && gathered.iter().all(|words| words.len() <= MOST));
        assert_eq!(gathered.join(" "), lists.join(" "));
    }
}
