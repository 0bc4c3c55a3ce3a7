//! Notifications of changes, in this process and between nodes. A notification says that something
//! may have changed, but not what: the subscriber reads that itself. Notifications can be lost, so
//! subscribers must also poll.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{mpsc, watch};

/// Maximum number of notifications that wait for delivery to other nodes. Further notifications are
/// dropped.
const OUTBOUND_QUEUE: usize = 4096;

/// Notification channels of games and players, by their ids. A channel exists only while it has
/// subscribers.
#[derive(Default)]
pub struct Notifier {
    channels: Mutex<HashMap<String, watch::Sender<()>>>,
    /// Channel that gets every notification, even for ids without subscribers.
    all: watch::Sender<()>,
    /// Queue of the notifications sent here, for delivery to other nodes.
    outbound_queue: Mutex<Option<mpsc::Sender<String>>>,
}

impl Notifier {
    pub fn subscribe(self: &Arc<Self>, id: &str) -> Subscription {
        let mut channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        let receiver =
            channels.entry(id.to_owned()).or_insert_with(|| watch::Sender::new(())).subscribe();
        Subscription { notifier: Arc::clone(self), id: id.to_owned(), receiver }
    }

    pub fn subscribe_all(&self) -> watch::Receiver<()> {
        self.all.subscribe()
    }

    /// Notifies the subscribers of a game and of players, here and on other nodes. Call this after
    /// the change was committed.
    pub fn notify<'a>(&self, game_id: &str, players: impl Iterator<Item = &'a str>) {
        let mut ids = game_id.to_owned();
        for player in players {
            ids.push(' ');
            ids.push_str(player);
        }
        self.notify_local(&ids);
        let outbound_queue = self.outbound_queue.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(queue) = &*outbound_queue {
            // If the queue is full, other nodes find the change by polling.
            let _ = queue.try_send(ids);
        }
    }

    /// Notifies subscribers on this node only. `ids` are separated by spaces.
    pub fn notify_local(&self, ids: &str) {
        let channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        for channel in ids.split(' ').filter_map(|id| channels.get(id)) {
            channel.send_replace(());
        }
        self.all.send_replace(());
    }

    /// Notifies all subscribers on this node, because notifications may have been lost.
    pub fn notify_all(&self) {
        let channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        channels.values().for_each(|channel| {
            channel.send_replace(());
        });
        self.all.send_replace(());
    }

    /// Returns the queue of the notifications sent here from now on. Each item contains ids
    /// separated by spaces.
    pub fn outbound(&self) -> mpsc::Receiver<String> {
        let (sender, receiver) = mpsc::channel(OUTBOUND_QUEUE);
        *self.outbound_queue.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
        receiver
    }
}

/// Subscription to the notifications of an id. A notification between two waits is not lost.
pub struct Subscription {
    notifier: Arc<Notifier>,
    id: String,
    receiver: watch::Receiver<()>,
}

impl Subscription {
    /// Waits for a notification since the last wait, or since the subscription began.
    pub async fn notified(&mut self) {
        // The channel exists as long as it has a subscriber.
        let _ = self.receiver.changed().await;
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut channels = self.notifier.channels.lock().unwrap_or_else(PoisonError::into_inner);
        // The count still includes this subscription.
        if channels.get(&self.id).is_some_and(|channel| channel.receiver_count() <= 1) {
            channels.remove(&self.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// True if a notification is there already. It arrives before `notify` returns.
    async fn is_notified(subscription: &mut Subscription) -> bool {
        tokio::time::timeout(Duration::ZERO, subscription.notified()).await.is_ok()
    }

    fn channel_count(notifier: &Notifier) -> usize {
        notifier.channels.lock().unwrap().len()
    }

    #[tokio::test]
    async fn a_notification_wakes_all_subscribers_of_its_id_and_is_not_missed_between_two_waits() {
        let notifier = Arc::new(Notifier::default());
        let mut game = notifier.subscribe("game");
        let mut second = notifier.subscribe("game");
        let mut ada = notifier.subscribe("ada");
        let mut ben = notifier.subscribe("ben");
        notifier.notify("game", ["ada"].into_iter());
        assert!(
            is_notified(&mut game).await
                && is_notified(&mut second).await
                && is_notified(&mut ada).await
        );
        assert!(!is_notified(&mut ben).await && !is_notified(&mut game).await);
        let mut all = notifier.subscribe_all();
        assert!(!all.has_changed().unwrap());
        notifier.notify_local("nobody");
        assert!(all.has_changed().unwrap());
        all.mark_unchanged();
        notifier.notify_all();
        assert!(is_notified(&mut ben).await && is_notified(&mut game).await);
    }

    #[tokio::test]
    async fn a_channel_exists_as_long_as_it_has_subscribers() {
        let notifier = Arc::new(Notifier::default());
        let first = notifier.subscribe("game");
        let mut second = notifier.subscribe("game");
        let other = notifier.subscribe("other");
        assert_eq!(channel_count(&notifier), 2);
        drop((first, other));
        assert_eq!(channel_count(&notifier), 1);
        notifier.notify("game", std::iter::empty());
        assert!(is_notified(&mut second).await);
        drop(second);
        assert_eq!(channel_count(&notifier), 0);
    }

    #[test]
    fn a_notification_is_passed_to_other_nodes() {
        let notifier = Notifier::default();
        notifier.notify("before", std::iter::empty());
        let mut outbound_queue = notifier.outbound();
        notifier.notify("game", ["ada", "ben"].into_iter());
        notifier.notify_local("game");
        assert_eq!(outbound_queue.try_recv().unwrap(), "game ada ben");
        assert!(outbound_queue.try_recv().is_err());
    }
}
