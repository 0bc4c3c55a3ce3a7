//! Rates at which each of many keys may do something, counted in memory.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::{Clock, MonotonicClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};

/// Number of counts between two removals of keys that have their whole amount again.
const SWEEP_INTERVAL: u32 = 10_000;

/// Amount for each key, which may be taken at once and comes back evenly.
pub struct Rate<K: Hash + Eq + Clone> {
    max: NonZeroU32,
    window: Duration,
    /// `None` if nothing is limited.
    limiter: Option<Limiter<K>>,
    counted: AtomicU32,
}

type Limiter<K> = RateLimiter<K, HashMapStateStore<K>, MonotonicClock, StateInformationMiddleware>;

/// Rest of the amount of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remaining {
    /// Whole amount.
    pub max: u32,
    /// Rest of it.
    pub left: u32,
    /// Seconds until the whole amount is there again or, if too little remains, until there is
    /// enough.
    pub seconds: u64,
}

impl<K: Hash + Eq + Clone> Rate<K> {
    /// Creates a rate of this amount in a time. The highest number means no limit.
    pub fn new(max: NonZeroU32, window: Duration) -> Self {
        let quota = Quota::with_period(window / max.get()).map(|quota| quota.allow_burst(max));
        let limiter = quota.filter(|_| max < NonZeroU32::MAX).map(|quota| {
            RateLimiter::hashmap_with_clock(quota, MonotonicClock)
                .with_middleware::<StateInformationMiddleware>()
        });
        Self { max, window, limiter, counted: AtomicU32::new(0) }
    }

    /// Takes an amount for a key. Returns what remains; `None` if nothing is limited.
    ///
    /// # Errors
    /// If too little remains. Then nothing is taken.
    pub fn take(&self, key: &K, amount: NonZeroU32) -> Result<Option<Remaining>, Remaining> {
        let Some(limiter) = &self.limiter else { return Ok(None) };
        if self.counted.fetch_add(1, Ordering::Relaxed) % SWEEP_INTERVAL == SWEEP_INTERVAL - 1 {
            limiter.retain_recent();
        }
        let max = self.max.get();
        match limiter.check_key_n(key, amount) {
            Ok(Ok(state)) => {
                let left = state.remaining_burst_capacity();
                let until_whole = state.quota().replenish_interval() * (max - left);
                Ok(Some(Remaining { max, left, seconds: ceil_seconds(until_whole) }))
            }
            Ok(Err(until)) => {
                let wait = until.wait_time_from(MonotonicClock.now());
                Err(Remaining { max, left: 0, seconds: ceil_seconds(wait).max(1) })
            }
            Err(_) => Err(Remaining { max, left: 0, seconds: self.window.as_secs() }),
        }
    }
}

fn ceil_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(number: u32) -> NonZeroU32 {
        NonZeroU32::new(number).unwrap()
    }

    fn take(rate: &Rate<String>, key: &str, amount: u32) -> Result<Option<Remaining>, Remaining> {
        rate.take(&key.to_owned(), number(amount))
    }

    #[test]
    fn each_key_has_an_amount_and_a_refused_request_takes_nothing() {
        let rate = Rate::new(number(4), Duration::from_secs(86_400));
        assert_eq!(take(&rate, "a", 3), Ok(Some(Remaining { max: 4, left: 1, seconds: 64_800 })));
        let refused = take(&rate, "a", 2).unwrap_err();
        assert!((21_590..=21_600).contains(&refused.seconds), "{refused:?}");
        assert_eq!(take(&rate, "a", 5), Err(Remaining { max: 4, left: 0, seconds: 86_400 }));
        assert_eq!(take(&rate, "a", 1).unwrap().unwrap().left, 0);
        assert!(take(&rate, "a", 1).is_err());
        assert!(take(&rate, "b", 4).is_ok());
    }

    #[test]
    fn the_highest_number_is_no_limit() {
        let rate = Rate::new(NonZeroU32::MAX, Duration::from_secs(60));
        assert_eq!(rate.take(&(), NonZeroU32::MAX), Ok(None));
        assert_eq!(rate.take(&(), NonZeroU32::MAX), Ok(None));
    }
}
