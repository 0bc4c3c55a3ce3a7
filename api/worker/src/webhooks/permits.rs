//! Permits for the webhooks that a node works on at once. Slow receivers have permits of their own, so that they do
//! not delay messages to others.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Maximum number of webhooks that are worked on at once, not counting slow receivers.
pub(super) const MAX_PROMPT: usize = 64;
/// Maximum number of slow receivers that are waited for at once.
const MAX_SLOW: usize = 256;
/// Response time after which a receiver counts as slow.
const SLOW_AFTER: Duration = Duration::from_secs(1);

/// Permits of a node.
#[derive(Clone)]
pub(super) struct Permits {
    prompt: Arc<Semaphore>,
    slow: Arc<Semaphore>,
}

/// Permit of a webhook, held until it is dropped.
pub(super) struct Permit {
    permit: OwnedSemaphorePermit,
    is_slow: bool,
    slow: Arc<Semaphore>,
}

impl Default for Permits {
    fn default() -> Self {
        Self { prompt: Arc::new(Semaphore::new(MAX_PROMPT)), slow: Arc::new(Semaphore::new(MAX_SLOW)) }
    }
}

impl Permits {
    /// Number of webhooks that can be taken on now.
    pub(super) fn available(&self) -> usize {
        self.prompt.available_permits()
    }

    /// Waits for a permit. Never returns `None` while the node works.
    pub(super) async fn acquire(&self) -> Option<Permit> {
        let permit = Arc::clone(&self.prompt).acquire_owned().await.ok()?;
        Some(Permit { permit, is_slow: false, slow: Arc::clone(&self.slow) })
    }
}

impl Permit {
    /// Waits for the answer of a receiver. If the receiver is slow, exchanges the permit for one of the slow
    /// receivers. Returns `None` if none is left, and stops waiting for the answer.
    pub(super) async fn wait_for<T>(&mut self, answer: impl Future<Output = T>) -> Option<T> {
        let mut answer = pin!(answer);
        if !self.is_slow {
            if let Ok(answer) = timeout(SLOW_AFTER, &mut answer).await {
                return Some(answer);
            }
            self.permit = Arc::clone(&self.slow).try_acquire_owned().ok()?;
            self.is_slow = true;
        }
        Some(answer.await)
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use tokio::time::sleep;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_slow_receiver_leaves_its_place_and_too_many_are_given_up() {
        let places = Permits::default();
        let mut place = places.acquire().await.unwrap();
        assert_eq!(place.wait_for(async { 1 }).await, Some(1));
        assert_eq!(places.available(), MAX_PROMPT - 1);
        let late = async {
            sleep(Duration::from_secs(3)).await;
            2
        };
        assert_eq!(place.wait_for(late).await, Some(2));
        assert_eq!((places.available(), places.slow.available_permits()), (MAX_PROMPT, MAX_SLOW - 1));
        let _others = Arc::clone(&places.slow).acquire_many_owned(MAX_SLOW as u32 - 1).await;
        let mut another = places.acquire().await.unwrap();
        assert_eq!(another.wait_for(pending::<()>()).await, None);
        drop((place, another));
        assert_eq!((places.available(), places.slow.available_permits()), (MAX_PROMPT, 1));
    }
}
