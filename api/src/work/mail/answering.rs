//! Which letters are being carried out. The answer to a letter tells how its game stands, and nobody wants to read that twice: as long as
//! it is carried out, no other mail tells of that game, neither its writer what its own move has brought, nor the others, who are to be told
//! in one mail also where it moves and says something. A letter that is about no game, or makes one, is answered with games that are not
//! known before: as long as that is carried out, nothing else is written to its player. Other mail does not wait for it.
//!
//! It is known to this node alone. Where another one writes just then, two mails say what one would.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The players and the games whose letters are being carried out, with how many of each.
#[derive(Clone, Default)]
pub(super) struct Answering {
    all: Arc<Mutex<HashMap<Of, usize>>>,
    /// Something need not wait any more.
    freed: Arc<Notify>,
}

/// What a letter is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Of {
    /// All that is its player's.
    Player(String),
    /// A game, and no other.
    Game(String),
}

/// A letter is being carried out.
pub(super) struct Answered {
    of_all: Answering,
    of: Vec<Of>,
}

impl Answering {
    /// Until the answer is dropped, nothing else is written of these.
    pub(super) fn begin(&self, of: Vec<Of>) -> Answered {
        let mut all = self.all();
        for one in &of {
            *all.entry(one.clone()).or_default() += 1;
        }
        Answered { of_all: self.clone(), of }
    }

    /// Whether this player is to be told nothing of these games yet.
    pub(super) fn holds<'a>(&self, player_id: &str, games: impl IntoIterator<Item = &'a str>) -> bool {
        let all = self.all();
        let mut games = games.into_iter();
        !all.is_empty()
            && (all.contains_key(&Of::Player(player_id.to_owned()))
                || games.any(|game_id| all.contains_key(&Of::Game(game_id.to_owned()))))
    }

    /// Waits until something need not wait any more that had to.
    pub(super) async fn freed(&self) {
        self.freed.notified().await;
    }

    fn all(&self) -> MutexGuard<'_, HashMap<Of, usize>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Answered {
    fn drop(&mut self) {
        let mut all = self.of_all.all();
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
        let answering = Answering::default();
        let of_a_game = || vec![Of::Game("a game".to_owned())];
        let (one, other) = (answering.begin(of_a_game()), answering.begin(of_a_game()));
        assert!(answering.holds("ada", ["another", "a game"]) && answering.holds("ben", ["a game"]));
        assert!(!answering.holds("ada", ["another"]) && !answering.holds("ada", []));
        drop(one);
        assert!(answering.holds("ada", ["a game"]) && answering.freed().now_or_never().is_none());
        drop(other);
        assert!(!answering.holds("ada", ["a game"]));
        // Whoever waits for it is woken, also if it has begun to wait since.
        assert!(answering.freed().now_or_never().is_some());
        let all = answering.begin(vec![Of::Player("ada".to_owned())]);
        assert!(answering.holds("ada", []) && !answering.holds("ben", ["another"]));
        drop(all);
    }
}
