//! Who is being answered. The answer to a letter tells how its game stands, and nobody wants to read that twice: as long as a
//! letter of a player is carried out, no other mail tells that player what its own move has brought.
//!
//! It is known to this node alone. Where another one writes just then, the player has two mails that say the same.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The players whose letters are being carried out, with how many of each.
#[derive(Clone, Default)]
pub(super) struct Answering(Arc<Mutex<HashMap<String, usize>>>);

/// A letter of a player is being carried out.
pub(super) struct Answered {
    all: Answering,
    player_id: String,
}

impl Answering {
    /// Until the answer is dropped, this player is being answered.
    pub(super) fn begin(&self, player_id: &str) -> Answered {
        *self.players().entry(player_id.to_owned()).or_default() += 1;
        Answered { all: self.clone(), player_id: player_id.to_owned() }
    }

    /// Whether this player is being answered.
    pub(super) fn is(&self, player_id: &str) -> bool {
        self.players().contains_key(player_id)
    }

    fn players(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Answered {
    fn drop(&mut self) {
        let mut players = self.all.players();
        if let Some(letters) = players.get_mut(&self.player_id) {
            *letters -= 1;
            if *letters == 0 {
                players.remove(&self.player_id);
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
        let (one, other) = (answering.begin("ada"), answering.begin("ada"));
        drop(one);
        assert!(answering.is("ada") && !answering.is("ben"));
        drop(other);
        assert!(!answering.is("ada"));
    }
}
