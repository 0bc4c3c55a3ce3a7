//! Health of the writer: the times of its last write and its last failure.

use std::fmt::Display;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Times of the writer's last success and last failure, and the requests that an outage has failed.
#[derive(Debug, Default)]
pub struct Health {
    times: Mutex<Times>,
    cause: Mutex<String>,
    failed_requests: AtomicU64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Times {
    wrote: Option<Instant>,
    failed: Option<Instant>,
    /// Time of the last change that the database did not answer.
    hung: Option<Instant>,
}

impl Health {
    fn times(&self) -> Times {
        *self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Times)) {
        change(&mut self.times.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Records that a commit was durable now.
    pub(super) fn wrote(&self) {
        self.change(|times| times.wrote = Some(Instant::now()));
    }

    /// Records that the database could not serve now, and why.
    pub fn failed(&self, cause: impl Display) {
        *self.cause.lock().unwrap_or_else(PoisonError::into_inner) = cause.to_string();
        self.change(|times| times.failed = Some(Instant::now()));
    }

    /// Records that the database has not answered a change in time.
    pub(super) fn hung(&self) {
        self.failed("the database does not answer");
        self.change(|times| times.hung = times.failed);
    }

    pub fn cause(&self) -> String {
        self.cause.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns true if nothing was written since the database did not answer. Changes then fail at
    /// once, except those that check whether it answers again.
    pub fn is_hanging(&self) -> bool {
        let Times { wrote, hung, .. } = self.times();
        hung > wrote
    }

    /// Counts a request that was answered with 503, if the database is failing.
    pub fn count_failed_request(&self) {
        if self.is_failing() {
            self.failed_requests.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Returns the number of failed requests since the last call.
    pub fn take_failed_requests(&self) -> u64 {
        self.failed_requests.swap(0, Ordering::Relaxed)
    }

    pub fn is_failing(&self) -> bool {
        let Times { wrote, failed, .. } = self.times();
        failed > wrote
    }

    /// Returns true if the writer has failed since a moment.
    pub fn has_failed_since(&self, at: Instant) -> bool {
        self.times().failed.is_some_and(|failed| failed >= at)
    }

    /// Returns true if the writer has written since a moment.
    pub fn has_written_since(&self, at: Instant) -> bool {
        self.times().wrote.is_some_and(|wrote| wrote >= at)
    }
}

/// Returns when the clock shows another time than before.
#[cfg(test)]
pub(crate) fn next_moment() {
    let now = Instant::now();
    while Instant::now() == now {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_after_a_failure_ends_it() {
        let health = Health::default();
        assert!(!health.is_failing());
        let begun = Instant::now();
        health.failed("the disk is full");
        assert!(
            health.is_failing()
                && health.has_failed_since(begun)
                && !health.has_written_since(begun)
        );
        next_moment();
        health.hung();
        health.count_failed_request();
        assert!(health.is_hanging());
        next_moment();
        health.wrote();
        assert!(!health.is_hanging());
        health.count_failed_request();
        assert_eq!((health.take_failed_requests(), health.take_failed_requests()), (1, 0));
        assert!(!health.is_failing() && health.has_written_since(begun));
    }
}
