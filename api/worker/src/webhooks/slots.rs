//! Slots for the messages that a node sends at once. A host and a player get few of them, so that
//! a slow receiver delays only messages to its own host, or of its own player.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Number of slots of a node.
pub(super) const MAX_RUNNING: usize = 256;
/// Maximum number of slots of one host and port.
const MAX_PER_HOST: usize = 16;
/// Maximum number of slots of one player.
const MAX_PER_PLAYER: usize = 4;

/// Numbers of the slots that hosts and players have.
#[derive(Clone, Default)]
pub(super) struct Slots(Arc<Mutex<HashMap<String, usize>>>);

/// Slot of a message, until it is dropped.
pub(super) struct Slot {
    slots: Slots,
    holders: [String; 2],
}

impl Slots {
    /// Takes a slot for a message to a URL. Returns `None` if its host or its player has as many
    /// as it can have.
    pub(super) fn take(&self, url: &str, player_id: &str) -> Option<Slot> {
        // Nothing is sent to a URL without a host.
        let host = host(url).unwrap_or_default();
        let holders = [host, player_id.to_owned()];
        let mut held = self.lock();
        for (holder, max) in holders.iter().zip([MAX_PER_HOST, MAX_PER_PLAYER]) {
            if held.get(holder) == Some(&max) {
                return None;
            }
        }
        for holder in &holders {
            *held.entry(holder.clone()).or_default() += 1;
        }
        drop(held);
        Some(Slot { slots: self.clone(), holders })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut held = self.slots.lock();
        for holder in &self.holders {
            if let Some(count) = held.get_mut(holder) {
                *count -= 1;
            }
        }
        held.retain(|_, count| *count > 0);
    }
}

/// Returns the host and the port of a URL. The path does not matter, since its owner chooses it.
fn host(url: &str) -> Option<String> {
    let url = url::Url::parse(url).ok()?;
    let host = url.host_str()?.trim_end_matches('.');
    Some(format!("{host}:{}", url.port_or_known_default()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_has_few_slots_however_many_players_use_it() {
        let slots = Slots::default();
        let held: Vec<_> = (0..)
            .map_while(|n| slots.take(&format!("https://Example.org./{n}"), &n.to_string()))
            .collect();
        assert_eq!(held.len(), MAX_PER_HOST);
        assert!(slots.take("https://example.org/", "100").is_none());
        assert!(slots.take("https://example.org:8443/", "100").is_some());
        drop(held);
        assert!(slots.lock().is_empty());
    }

    #[test]
    fn a_player_has_few_slots_however_many_hosts_there_are() {
        let slots = Slots::default();
        let held: Vec<_> =
            (1..).map_while(|n| slots.take(&format!("https://{n}.example/"), "ada")).collect();
        assert_eq!(held.len(), MAX_PER_PLAYER);
        assert!(slots.take("https://1.example/", "ben").is_some());
        drop(held);
        assert!(slots.take("https://100.example/", "ada").is_some());
    }
}
