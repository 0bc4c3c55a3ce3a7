//! Which letters are being carried out. The answer to a letter tells how its game stands, and nobody wants to read that twice: as long as
//! a letter of a player is carried out, no other mail tells that player what its own move has brought. And what a letter does is told to
//! the others in one mail, also where it moves and says something: so as long as it is carried out, nothing of its game is written to them.
//!
//! It is known to this node alone. Where another one writes just then, two mails say what one would.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The players and the games whose letters are being carried out, with how many of each.
#[derive(Clone, Default)]
pub(super) struct Answering(Arc<Mutex<HashMap<Of, usize>>>);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Of {
    Player(String),
    Game(String),
}

/// A letter of a player is being carried out.
pub(super) struct Answered {
    all: Answering,
    of: Vec<Of>,
}

impl Answering {
    /// Until the answer is dropped, this player is being answered, and the letter is about this game.
    pub(super) fn begin(&self, player_id: &str, game_id: Option<&str>) -> Answered {
        let game = game_id.map(|game_id| Of::Game(game_id.to_owned()));
        let of: Vec<_> = [Of::Player(player_id.to_owned())].into_iter().chain(game).collect();
        let mut all = self.all();
        for one in &of {
            *all.entry(one.clone()).or_default() += 1;
        }
        Answered { all: self.clone(), of }
    }

    /// Whether this player is to be told nothing of these games yet.
    pub(super) fn holds<'a>(&self, player_id: &str, games: impl IntoIterator<Item = &'a str>) -> bool {
        let all = self.all();
        let mut games = games.into_iter();
        !all.is_empty()
            && (all.contains_key(&Of::Player(player_id.to_owned()))
                || games.any(|game_id| all.contains_key(&Of::Game(game_id.to_owned()))))
    }

    fn all(&self) -> MutexGuard<'_, HashMap<Of, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Answered {
    fn drop(&mut self) {
        let mut all = self.all.all();
        for one in &self.of {
            if let Some(letters) = all.get_mut(one) {
                *letters -= 1;
                if *letters == 0 {
                    all.remove(one);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebody_is_answered_as_long_as_any_letter_is_carried_out() {
        let answering = Answering::default();
        let (one, other) = (answering.begin("ada", None), answering.begin("ada", Some("a game")));
        drop(one);
        assert!(answering.holds("ada", []) && !answering.holds("ben", []));
        assert!(answering.holds("ben", ["another", "a game"]) && !answering.holds("ben", ["another"]));
        drop(other);
        assert!(!answering.holds("ada", ["a game"]));
    }
}
