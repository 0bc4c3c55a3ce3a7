//! Permits for the webhooks that a node works on at once. Slow receivers have permits of their own,
//! so that they do not delay messages to others. One destination or player can hold a small part of
//! the permits only.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};

use super::shares::{Share, Shares};
use super::slow_destinations::SlowDestinations;

/// Maximum number of webhooks that are worked on at once, not counting slow receivers.
const MAX_PROMPT: usize = 64;
/// Maximum number of slow receivers that are waited for at once.
const MAX_SLOW: usize = 256;
/// Maximum number of webhooks that are worked on at once.
pub(super) const MAX_RUNNING: usize = MAX_PROMPT + MAX_SLOW;
/// Response time after which a receiver counts as slow.
const SLOW_AFTER: Duration = Duration::from_secs(1);
/// Minimum pause of a webhook that gets no permit.
const PROMPT_PAUSE: Duration = Duration::from_millis(500);
/// Minimum pause of a webhook of a slow receiver that gets no permit. A slow permit is held for up
/// to ten seconds.
const SLOW_PAUSE: Duration = Duration::from_secs(10);

/// Permits of a node.
#[derive(Clone)]
pub(super) struct Permits {
    prompt: Arc<Semaphore>,
    slow: Arc<Semaphore>,
    shares: Shares,
    slow_destinations: SlowDestinations,
}

/// Receiver that needs a permit.
pub(super) struct Recipient<'r> {
    /// Its URL.
    pub(super) url: &'r str,
    /// Player who owns the webhook.
    pub(super) player_id: &'r str,
    /// True if it did not answer the last attempt in time.
    pub(super) has_timed_out: bool,
}

/// Reason why there is no permit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoPermit {
    /// All permits that the receiver can have are held. Try again after this pause, or up to twice
    /// as long.
    Busy(Duration),
    /// The node stops.
    Closed,
}

/// Permit of a webhook, held until it is dropped.
pub(super) struct Permit {
    permit: OwnedSemaphorePermit,
    share: Share,
    is_slow: bool,
    destination: String,
    permits: Permits,
}

impl Default for Permits {
    fn default() -> Self {
        Self {
            prompt: Arc::new(Semaphore::new(MAX_PROMPT)),
            slow: Arc::new(Semaphore::new(MAX_SLOW)),
            shares: Shares::default(),
            slow_destinations: SlowDestinations::default(),
        }
    }
}

impl Permits {
    /// Number of webhooks that can be taken on now.
    pub(super) fn available(&self) -> usize {
        self.prompt.available_permits()
    }

    /// Takes a permit: a slow one if the destination was slow the last time. Waits only while all
    /// prompt permits are held, which receivers cannot prolong.
    ///
    /// # Errors
    /// If the destination or the player holds its share already, or all slow permits are held.
    pub(super) async fn acquire(&self, recipient: &Recipient<'_>) -> Result<Permit, NoPermit> {
        let destination = destination(recipient.url);
        let is_slow = recipient.has_timed_out || self.slow_destinations.contains(&destination);
        let pause = NoPermit::Busy(if is_slow { SLOW_PAUSE } else { PROMPT_PAUSE });
        let share = self.shares.take(&destination, recipient.player_id, !is_slow).ok_or(pause)?;
        let permit = if is_slow {
            Arc::clone(&self.slow).try_acquire_owned().map_err(|_| pause)?
        } else {
            Arc::clone(&self.prompt).acquire_owned().await.map_err(|_| NoPermit::Closed)?
        };
        Ok(Permit { permit, share, is_slow, destination, permits: self.clone() })
    }
}

impl Permit {
    /// Waits for the answer of a receiver. If the receiver is slow, exchanges the permit for one of
    /// the slow receivers. Returns `None` if none is left, and stops waiting for the answer.
    pub(super) async fn wait_for<T>(&mut self, answer: impl Future<Output = T>) -> Option<T> {
        let (mut answer, begun) = (pin!(answer), Instant::now());
        if !self.is_slow {
            if let Ok(answer) = timeout(SLOW_AFTER, &mut answer).await {
                self.permits.slow_destinations.remove(&self.destination);
                return Some(answer);
            }
            self.permits.slow_destinations.insert(&self.destination);
            self.permit = Arc::clone(&self.permits.slow).try_acquire_owned().ok()?;
            self.share.become_slow();
            self.is_slow = true;
        }
        let answer = answer.await;
        if begun.elapsed() < SLOW_AFTER {
            self.permits.slow_destinations.remove(&self.destination);
        } else {
            self.permits.slow_destinations.insert(&self.destination);
        }
        Some(answer)
    }
}

/// Returns the host and the port of a URL. The path does not matter, since its owner chooses it.
fn destination(url: &str) -> String {
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
    use std::future::{pending, ready};

    use tokio::time::sleep;

    use super::super::shares::{MAX_PROMPT_EACH, MAX_TO_DESTINATION};
    use super::*;

    async fn acquire(permits: &Permits, url: &str, player: usize) -> Result<Permit, NoPermit> {
        let player_id = &player.to_string();
        permits.acquire(&Recipient { url, player_id, has_timed_out: false }).await
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_receiver_leaves_its_place_and_too_many_are_given_up() {
        let permits = Permits::default();
        let mut permit = acquire(&permits, "https://a/", 1).await.unwrap();
        assert_eq!(permit.wait_for(ready(1)).await, Some(1));
        assert_eq!(permits.available(), MAX_PROMPT - 1);
        let late = async {
            sleep(Duration::from_secs(3)).await;
            2
        };
        assert_eq!(permit.wait_for(late).await, Some(2));
        assert_eq!(
            (permits.available(), permits.slow.available_permits()),
            (MAX_PROMPT, MAX_SLOW - 1)
        );
        let _others = Arc::clone(&permits.slow).acquire_many_owned(MAX_SLOW as u32 - 1).await;
        let mut another = acquire(&permits, "https://b/", 2).await.unwrap();
        assert_eq!(another.wait_for(pending::<()>()).await, None);
        // It was slow, so it does not take a prompt permit again.
        assert_eq!(
            acquire(&permits, "https://b/", 2).await.err(),
            Some(NoPermit::Busy(SLOW_PAUSE))
        );
        drop((permit, another));
        assert_eq!((permits.available(), permits.slow.available_permits()), (MAX_PROMPT, 1));
    }

    #[tokio::test(start_paused = true)]
    async fn hanging_webhooks_with_one_destination_leave_permits_to_others() {
        let permits = Permits::default();
        let mut held = Vec::new();
        for n in 0..900 {
            match acquire(&permits, &format!("https://hangs.example/{n}"), n / 10).await {
                Ok(permit) => held.push(permit),
                Err(refused) => assert_eq!(refused, NoPermit::Busy(PROMPT_PAUSE)),
            }
        }
        assert_eq!(
            (held.len(), permits.available()),
            (MAX_PROMPT_EACH, MAX_PROMPT - MAX_PROMPT_EACH)
        );
        assert!(acquire(&permits, "https://quick.example/", 900).await.is_ok());
        // After a second they are known as slow.
        for permit in &mut held {
            assert!(
                timeout(Duration::from_secs(2), permit.wait_for(pending::<()>())).await.is_err()
            );
        }
        assert_eq!(permits.available(), MAX_PROMPT);
        for n in 0..900 {
            held.extend(acquire(&permits, "https://hangs.example/", 1000 + n).await.ok());
        }
        assert_eq!((held.len(), permits.available()), (MAX_TO_DESTINATION, MAX_PROMPT));
        assert_eq!(permits.slow.available_permits(), MAX_SLOW - MAX_TO_DESTINATION);
    }

    #[tokio::test(start_paused = true)]
    async fn a_receiver_that_timed_out_begins_as_a_slow_one_until_it_is_prompt() {
        let permits = Permits::default();
        let timed_out = Recipient { url: "https://a/", player_id: "1", has_timed_out: true };
        let mut permit = permits.acquire(&timed_out).await.unwrap();
        assert_eq!(
            (permits.available(), permits.slow.available_permits()),
            (MAX_PROMPT, MAX_SLOW - 1)
        );
        permit.wait_for(sleep(SLOW_AFTER)).await;
        assert!(acquire(&permits, "https://a/", 2).await.unwrap().is_slow);
        permit.wait_for(ready(())).await;
        assert!(!acquire(&permits, "https://a/", 2).await.unwrap().is_slow);
    }

    #[test]
    fn a_destination_is_a_host_and_a_port() {
        for (url, expected) in [
            ("https://Example.org/a?b", "example.org:443"),
            ("https://example.org.:443/", "example.org:443"),
            ("https://example.org:8443/", "example.org:8443"),
            ("http://[::1]/", "[::1]:80"),
            ("", ""),
        ] {
            assert_eq!(destination(url), expected);
        }
    }
}
