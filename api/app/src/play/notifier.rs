//! Notifications of changes, in this process and between nodes. A notification says that something may have changed,
//! but not what: the subscriber reads that itself. Notifications can be lost, so subscribers must also poll.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{mpsc, watch};

/// Maximum number of notifications that wait for delivery to other nodes. Further notifications are dropped.
const OUTBOUND_QUEUE: usize = 4096;

/// Notification channels of games and players, by their ids. A channel exists only while it has subscribers.
#[derive(Default)]
pub struct Notifier {
    hung: Mutex<HashMap<String, watch::Sender<()>>>,
    /// Channel that gets every notification, even for ids without subscribers.
    every: watch::Sender<()>,
    /// Queue of the notifications sent here, for delivery to other nodes.
    told: Mutex<Option<mpsc::Sender<String>>>,
}

impl Notifier {
    /// Subscribes to the notifications of an id.
    pub fn subscribe(self: &Arc<Self>, id: &str) -> Subscription {
        let mut hung = self.hung.lock().unwrap_or_else(PoisonError::into_inner);
        let rings = hung.entry(id.to_owned()).or_insert_with(|| watch::Sender::new(())).subscribe();
        Subscription { bells: Arc::clone(self), id: id.to_owned(), rings }
    }

    /// Subscribes to all notifications.
    pub fn subscribe_all(&self) -> watch::Receiver<()> {
        self.every.subscribe()
    }

    /// Notifies the subscribers of a game and of players, here and on other nodes. Call this after the change was
    /// committed.
    pub fn notify<'a>(&self, game_id: &str, players: impl Iterator<Item = &'a str>) {
        let mut ids = game_id.to_owned();
        for player in players {
            ids.push(' ');
            ids.push_str(player);
        }
        self.notify_local(&ids);
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(told) = &*told {
            // If the queue is full, other nodes find the change by polling.
            let _ = told.try_send(ids);
        }
    }

    /// Notifies subscribers on this node only. `ids` are separated by spaces.
    pub fn notify_local(&self, ids: &str) {
        let hung = self.hung.lock().unwrap_or_else(PoisonError::into_inner);
        for bell in ids.split(' ').filter_map(|id| hung.get(id)) {
            bell.send_replace(());
        }
        self.every.send_replace(());
    }

    /// Notifies all subscribers on this node, because notifications may have been lost.
    pub fn notify_all(&self) {
        let hung = self.hung.lock().unwrap_or_else(PoisonError::into_inner);
        hung.values().for_each(|bell| {
            bell.send_replace(());
        });
        self.every.send_replace(());
    }

    /// Returns the queue of the notifications sent here from now on. Each item contains ids separated by spaces.
    pub fn outbound(&self) -> mpsc::Receiver<String> {
        let (teller, told) = mpsc::channel(OUTBOUND_QUEUE);
        *self.told.lock().unwrap_or_else(PoisonError::into_inner) = Some(teller);
        told
    }
}

/// Subscription to the notifications of an id. A notification between two waits is not lost.
pub struct Subscription {
    bells: Arc<Notifier>,
    id: String,
    rings: watch::Receiver<()>,
}

impl Subscription {
    /// Waits for a notification since the last wait, or since the subscription began.
    pub async fn notified(&mut self) {
        // The channel exists as long as it has a subscriber.
        let _ = self.rings.changed().await;
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut hung = self.bells.hung.lock().unwrap_or_else(PoisonError::into_inner);
        // The count still includes this subscription.
        if hung.get(&self.id).is_some_and(|bell| bell.receiver_count() <= 1) {
            hung.remove(&self.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    async fn is_notified(ear: &mut Subscription) -> bool {
        tokio::time::timeout(Duration::from_millis(20), ear.notified()).await.is_ok()
    }

    #[tokio::test]
    async fn a_ring_wakes_all_who_wait_at_that_bell_and_is_not_missed_between_two_waits() {
        let bells = Arc::new(Notifier::default());
        let (mut game, mut again, mut ada, mut ben) = (
            bells.subscribe("game"),
            bells.subscribe("game"),
            bells.subscribe("ada"),
            bells.subscribe("ben"),
        );
        bells.notify("game", ["ada"].into_iter());
        assert!(is_notified(&mut game).await && is_notified(&mut again).await && is_notified(&mut ada).await);
        assert!(!is_notified(&mut ben).await && !is_notified(&mut game).await);
        let mut every = bells.subscribe_all();
        assert!(!every.has_changed().unwrap());
        bells.notify_local("nobody");
        assert!(every.has_changed().unwrap());
        every.mark_unchanged();
        bells.notify_all();
        assert!(is_notified(&mut ben).await && is_notified(&mut game).await);
    }

    #[tokio::test]
    async fn a_bell_hangs_as_long_as_somebody_waits_at_it() {
        let bells = Arc::new(Notifier::default());
        let hung = || bells.hung.lock().unwrap().len();
        let (one, mut two, other) =
            (bells.subscribe("game"), bells.subscribe("game"), bells.subscribe("other"));
        assert_eq!(hung(), 2);
        drop((one, other));
        assert_eq!(hung(), 1);
        bells.notify("game", std::iter::empty());
        assert!(is_notified(&mut two).await);
        drop(two);
        assert_eq!(hung(), 0);
    }

    #[test]
    fn what_is_rung_is_told() {
        let bells = Notifier::default();
        bells.notify("before", std::iter::empty());
        let mut told = bells.outbound();
        bells.notify("game", ["ada", "ben"].into_iter());
        bells.notify_local("game");
        assert_eq!(told.try_recv().unwrap(), "game ada ben");
        assert!(told.try_recv().is_err());
    }
}
