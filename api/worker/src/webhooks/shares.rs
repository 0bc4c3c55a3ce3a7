//! Shares of destinations and players in the permits of a node: limits of what one of them may hold
//! at once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Maximum number of prompt permits that one destination or one player holds: a sixteenth of all.
pub(super) const MAX_PROMPT_EACH: usize = 4;
/// Maximum number of permits of both kinds for one destination: a sixteenth of the slow ones.
pub(super) const MAX_TO_DESTINATION: usize = 16;
/// Maximum number of permits of both kinds for one player. It is below the number of webhooks that
/// a player can have.
pub(super) const MAX_OF_PLAYER: usize = 8;

/// A destination or a player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Holder {
    /// Host and port.
    Destination(String),
    /// Id of a player.
    Player(String),
}

impl Holder {
    fn limit(&self) -> usize {
        match self {
            Self::Destination(_) => MAX_TO_DESTINATION,
            Self::Player(_) => MAX_OF_PLAYER,
        }
    }
}

/// Number of permits of a holder.
#[derive(Clone, Copy, Default)]
struct Held {
    prompt: usize,
    total: usize,
}

/// Shares of all who hold a permit. There are at most two for each permit.
#[derive(Clone, Default)]
pub(super) struct Shares(Arc<Mutex<HashMap<Holder, Held>>>);

/// Share of a destination and a player in one permit, until it is dropped.
pub(super) struct Share {
    shares: Shares,
    holders: [Holder; 2],
    is_prompt: bool,
}

impl Shares {
    /// Takes a share for a prompt or a slow permit. Returns `None` if the destination or the player
    /// has too many.
    pub(super) fn take(
        &self,
        destination: &str,
        player_id: &str,
        is_prompt: bool,
    ) -> Option<Share> {
        let holders =
            [Holder::Destination(destination.to_owned()), Holder::Player(player_id.to_owned())];
        let mut shares = self.lock();
        let has_room = |holder: &Holder| {
            let held = shares.get(holder).copied().unwrap_or_default();
            held.total < holder.limit() && !(is_prompt && held.prompt >= MAX_PROMPT_EACH)
        };
        if !holders.iter().all(has_room) {
            return None;
        }
        for holder in &holders {
            let held = shares.entry(holder.clone()).or_default();
            held.total += 1;
            held.prompt += usize::from(is_prompt);
        }
        drop(shares);
        Some(Share { shares: self.clone(), holders, is_prompt })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Holder, Held>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Share {
    /// Makes it a share of a slow permit.
    pub(super) fn become_slow(&mut self) {
        if std::mem::take(&mut self.is_prompt) {
            let mut shares = self.shares.lock();
            for holder in &self.holders {
                if let Some(held) = shares.get_mut(holder) {
                    held.prompt -= 1;
                }
            }
        }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.become_slow();
        let mut shares = self.shares.lock();
        for holder in &self.holders {
            if let Some(held) = shares.get_mut(holder) {
                held.total -= 1;
                if held.total == 0 {
                    shares.remove(holder);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_destination_holds_few_permits_however_many_players_use_it() {
        let shares = Shares::default();
        let take = |n: usize, is_prompt| shares.take("example.org:443", &n.to_string(), is_prompt);
        let mut held: Vec<_> = (0..).map_while(|n| take(n, true)).collect();
        assert_eq!(held.len(), MAX_PROMPT_EACH);
        held.iter_mut().for_each(Share::become_slow);
        held.extend((100..).map_while(|n| take(n, false)));
        assert_eq!(held.len(), MAX_TO_DESTINATION);
        assert!(take(200, true).is_none());
        assert!(shares.take("example.org:8443", "200", true).is_some());
        held.clear();
        assert!(shares.lock().is_empty());
    }

    #[test]
    fn a_player_holds_few_permits_however_many_destinations_there_are() {
        let shares = Shares::default();
        let take = |n: usize, is_prompt| shares.take(&n.to_string(), "ada", is_prompt);
        let prompt: Vec<_> = (0..).map_while(|n| take(n, true)).collect();
        let slow: Vec<_> = (100..).map_while(|n| take(n, false)).collect();
        assert_eq!((prompt.len(), prompt.len() + slow.len()), (MAX_PROMPT_EACH, MAX_OF_PLAYER));
        drop(slow);
        assert!(take(200, true).is_none() && take(200, false).is_some());
        assert!(shares.take("0", "ben", true).is_some());
        // Those that were refused hold nothing.
        drop(prompt);
        assert!(shares.lock().is_empty());
    }
}
