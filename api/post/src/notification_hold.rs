//! Holds on outbound mail while an inbound mail is processed. The reply to a mail shows the state
//! of its game, and nobody wants to read that twice. While the mail is processed, no other mail
//! reports on that game: not to the sender about the result of their own move, and not to the other
//! players, who should get a single mail even if the sender both moves and writes a message. The
//! reply to a mail that is about no game, or that creates one, may show games that are not known in
//! advance. While such a mail is processed, nothing else is written to its sender. Other mail waits
//! only for moves that were written ahead of time (`write.rs`).
//!
//! The holds are local to this node. If another node writes mail at that moment, two mails are sent
//! instead of one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// Players and games whose mails are being processed, with the number of mails for each.
#[derive(Clone, Default)]
pub(super) struct NotificationHold {
    all: Arc<Mutex<HashMap<HoldScope, usize>>>,
    /// Notified when a hold ends.
    freed: Arc<Notify>,
}

/// Scope of a hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum HoldScope {
    /// Everything for this player.
    Player(String),
    /// This game only.
    Game(String),
}

/// Guard of a hold, which ends when it is dropped.
pub(super) struct HoldGuard {
    of_all: NotificationHold,
    of: Vec<HoldScope>,
}

impl NotificationHold {
    /// Holds other mail about these players and games until the guard is dropped.
    pub(super) fn acquire(&self, of: Vec<HoldScope>) -> HoldGuard {
        let mut all = self.lock_counts();
        for one in &of {
            *all.entry(one.clone()).or_default() += 1;
        }
        HoldGuard { of_all: self.clone(), of }
    }

    /// Returns true if mail to this player about these games is held.
    pub(super) fn is_held<'a>(
        &self,
        player_id: &str,
        games: impl IntoIterator<Item = &'a str>,
    ) -> bool {
        let all = self.lock_counts();
        let mut games = games.into_iter();
        !all.is_empty()
            && (all.contains_key(&HoldScope::Player(player_id.to_owned()))
                || games.any(|game_id| all.contains_key(&HoldScope::Game(game_id.to_owned()))))
    }

    /// Waits until a hold ends.
    pub(super) async fn released(&self) {
        self.freed.notified().await;
    }

    fn lock_counts(&self) -> MutexGuard<'_, HashMap<HoldScope, usize>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for HoldGuard {
    fn drop(&mut self) {
        let mut all = self.of_all.lock_counts();
        for one in &self.of {
            if let Some(letters) = all.get_mut(one) {
                *letters -= 1;
                if *letters == 0 {
                    all.remove(one);
                    self.of_all.freed.notify_one();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn what_a_letter_is_about_waits_as_long_as_any_is_carried_out_and_nothing_else_does() {
        let answering = NotificationHold::default();
        let of_a_game = || vec![HoldScope::Game("a game".to_owned())];
        let (one, other) = (answering.acquire(of_a_game()), answering.acquire(of_a_game()));
        assert!(
            answering.is_held("ada", ["another", "a game"]) && answering.is_held("ben", ["a game"])
        );
        assert!(!answering.is_held("ada", ["another"]) && !answering.is_held("ada", []));
        drop(one);
        assert!(
            answering.is_held("ada", ["a game"]) && answering.released().now_or_never().is_none()
        );
        drop(other);
        assert!(!answering.is_held("ada", ["a game"]));
        // The notification is stored for a task that begins to wait later.
        assert!(answering.released().now_or_never().is_some());
        let all = answering.acquire(vec![HoldScope::Player("ada".to_owned())]);
        assert!(answering.is_held("ada", []) && !answering.is_held("ben", ["another"]));
        drop(all);
    }
}
