//! Backoff: delays between attempts at what keeps failing.

use std::time::Duration;

/// Delays after the first failure, the second, and so on.
#[derive(Clone, Copy, Debug)]
pub struct Backoff(&'static [Duration]);

impl Backoff {
    /// Creates a backoff with these delays, at least one.
    pub const fn new(delays: &'static [Duration]) -> Self {
        assert!(!delays.is_empty());
        Self(delays)
    }

    /// Returns the delay after this number of failures in a row, or `None` to give up.
    pub fn delay(&self, failures: u32) -> Option<Duration> {
        self.0.get(usize::try_from(failures).ok()?.checked_sub(1)?).copied()
    }

    /// Returns the delay after this number of failures in a row. The last delay repeats.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use broadside_domain::backoff::Backoff;
    /// const BACKOFF: Backoff = Backoff::new(&[Duration::from_secs(1), Duration::from_secs(5)]);
    /// assert_eq!(BACKOFF.delay_without_end(1), Duration::from_secs(1));
    /// assert_eq!(BACKOFF.delay_without_end(9), Duration::from_secs(5));
    /// ```
    pub fn delay_without_end(&self, failures: u32) -> Duration {
        let last = self.0.len() as u32;
        self.delay(failures.clamp(1, last)).unwrap_or_default()
    }
}

/// Delays of jobs, as recommended by Standard Webhooks: three days in all.
pub const JOBS: Backoff = Backoff::new(&[
    Duration::from_secs(5),
    Duration::from_mins(5),
    Duration::from_mins(30),
    Duration::from_hours(2),
    Duration::from_hours(5),
    Duration::from_hours(10),
    Duration::from_hours(14),
    Duration::from_hours(20),
    Duration::from_hours(24),
]);
