//! Memory of the destinations that answered late, or not at all, when they were last called.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

/// Maximum number of destinations to remember. The one that was slow longest ago is forgotten
/// first.
const MAX_REMEMBERED: usize = 1024;

/// Destinations that were slow, each with the time of that.
#[derive(Clone, Default)]
pub(super) struct SlowDestinations(Arc<Mutex<HashMap<String, Instant>>>);

impl SlowDestinations {
    /// Returns true if the destination was slow the last time.
    pub(super) fn contains(&self, destination: &str) -> bool {
        self.lock().contains_key(destination)
    }

    /// Remembers that the destination was slow.
    pub(super) fn insert(&self, destination: &str) {
        let mut slow = self.lock();
        if slow.len() >= MAX_REMEMBERED && !slow.contains_key(destination) {
            let oldest = slow.iter().min_by_key(|(_, at)| **at).map(|(oldest, _)| oldest.clone());
            oldest.map(|oldest| slow.remove(&oldest));
        }
        slow.insert(destination.to_owned(), Instant::now());
    }

    /// Forgets the destination: it has answered promptly.
    pub(super) fn remove(&self, destination: &str) {
        self.lock().remove(destination);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_oldest_is_forgotten_when_there_are_too_many() {
        let slow = SlowDestinations::default();
        for n in 0..=MAX_REMEMBERED {
            slow.insert(&n.to_string());
            advance(Duration::from_millis(1)).await;
        }
        assert_eq!(slow.lock().len(), MAX_REMEMBERED);
        assert!(!slow.contains("0") && slow.contains("1"));
        slow.remove("1");
        assert!(!slow.contains("1"));
    }
}
