//! Places for the messages that a node sends at once. A host and a player get few of them, so that
//! a slow receiver delays only messages to its own host, or of its own player.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Number of places.
pub(super) const MAX_RUNNING: usize = 256;
/// Maximum number of places of one host and port.
const MAX_TO_HOST: usize = 16;
/// Maximum number of places of one player.
const MAX_OF_PLAYER: usize = 4;

/// Numbers of the places that hosts and players have.
#[derive(Clone, Default)]
pub(super) struct Places(Arc<Mutex<HashMap<String, usize>>>);

/// Place of a message, until it is dropped.
pub(super) struct Place {
    places: Places,
    holders: [String; 2],
}

impl Places {
    /// Takes a place for a message to a URL. Returns `None` if its host or its player has as many
    /// as it can have.
    pub(super) fn take(&self, url: &str, player_id: &str) -> Option<Place> {
        let holders = [host(url), player_id.to_owned()];
        let mut held = self.lock();
        for (holder, most) in holders.iter().zip([MAX_TO_HOST, MAX_OF_PLAYER]) {
            if held.get(holder) == Some(&most) {
                return None;
            }
        }
        for holder in &holders {
            *held.entry(holder.clone()).or_default() += 1;
        }
        drop(held);
        Some(Place { places: self.clone(), holders })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut held = self.places.lock();
        for holder in &self.holders {
            if let Some(count) = held.get_mut(holder) {
                *count -= 1;
            }
        }
        held.retain(|_, count| *count > 0);
    }
}

/// Returns the host and the port of a URL. The path does not matter, since its owner chooses it.
fn host(url: &str) -> String {
    let parsed = url::Url::parse(url).ok();
    let of = |url: url::Url| {
        let host = url.host_str()?.trim_end_matches('.').to_owned();
        Some(format!("{host}:{}", url.port_or_known_default()?))
    };
    // Nothing is sent to a URL without a host.
    parsed.and_then(of).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_has_few_places_however_many_players_use_it() {
        let places = Places::default();
        let take = |n: usize| places.take(&format!("https://Example.org./{n}"), &n.to_string());
        let held: Vec<_> = (0..).map_while(take).collect();
        assert_eq!(held.len(), MAX_TO_HOST);
        assert!(places.take("https://example.org/", "100").is_none());
        assert!(places.take("https://example.org:8443/", "100").is_some());
        drop(held);
        assert!(places.lock().is_empty());
    }

    #[test]
    fn a_player_has_few_places_however_many_hosts_there_are() {
        let places = Places::default();
        let take = |n: usize| places.take(&format!("https://{n}.example/"), "ada");
        let held: Vec<_> = (1..).map_while(take).collect();
        assert_eq!(held.len(), MAX_OF_PLAYER);
        assert!(places.take("https://1.example/", "ben").is_some());
        drop(held);
        assert!(take(100).is_some());
    }
}
