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
    counts: Arc<Mutex<HashMap<HoldScope, usize>>>,
    /// Notified when a hold ends.
    released: Arc<Notify>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum HoldScope {
    Player(String),
    Game(String),
}

/// Guard of a hold, which ends when it is dropped.
pub(super) struct HoldGuard {
    holds: NotificationHold,
    scopes: Vec<HoldScope>,
}

impl NotificationHold {
    /// Holds other mail about these players and games until the guard is dropped.
    pub(super) fn acquire(&self, scopes: Vec<HoldScope>) -> HoldGuard {
        let mut counts = self.lock_counts();
        for scope in &scopes {
            *counts.entry(scope.clone()).or_default() += 1;
        }
        HoldGuard { holds: self.clone(), scopes }
    }

    /// Returns true if mail to this player about these games is held.
    pub(super) fn is_held<'a>(
        &self,
        player_id: &str,
        games: impl IntoIterator<Item = &'a str>,
    ) -> bool {
        let counts = self.lock_counts();
        let mut games = games.into_iter();
        !counts.is_empty()
            && (counts.contains_key(&HoldScope::Player(player_id.to_owned()))
                || games.any(|game_id| counts.contains_key(&HoldScope::Game(game_id.to_owned()))))
    }

    pub(super) async fn released(&self) {
        self.released.notified().await;
    }

    fn lock_counts(&self) -> MutexGuard<'_, HashMap<HoldScope, usize>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for HoldGuard {
    fn drop(&mut self) {
        let mut counts = self.holds.lock_counts();
        for scope in &self.scopes {
            if let Some(count) = counts.get_mut(scope) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(scope);
                    self.holds.released.notify_one();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn one_game() -> Vec<HoldScope> {
        vec![HoldScope::Game("a game".to_owned())]
    }

    #[test]
    fn mail_about_a_game_is_held_until_the_last_hold_on_it_ends() {
        let holds = NotificationHold::default();
        let first = holds.acquire(one_game());
        let second = holds.acquire(one_game());
        assert!(holds.is_held("ada", ["another", "a game"]) && holds.is_held("ben", ["a game"]));
        assert!(!holds.is_held("ada", ["another"]) && !holds.is_held("ada", []));
        drop(first);
        assert!(holds.is_held("ada", ["a game"]) && holds.released().now_or_never().is_none());
        drop(second);
        assert!(!holds.is_held("ada", ["a game"]));
        // The notification is stored for a task that begins to wait later.
        assert!(holds.released().now_or_never().is_some());
    }

    #[test]
    fn all_mail_to_a_player_is_held() {
        let holds = NotificationHold::default();
        let _hold = holds.acquire(vec![HoldScope::Player("ada".to_owned())]);
        assert!(holds.is_held("ada", []) && !holds.is_held("ben", ["another"]));
    }
}
