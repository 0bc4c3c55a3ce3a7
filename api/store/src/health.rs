//! Health of the writer: the times of its last write and its last failure.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Times of the writer's last success and last failure.
#[derive(Debug, Default)]
pub struct Health(Mutex<Times>);

#[derive(Clone, Copy, Debug, Default)]
struct Times {
    wrote: Option<Instant>,
    failed: Option<Instant>,
}

impl Health {
    fn times(&self) -> Times {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Times)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Records that a commit was durable now.
    pub(super) fn wrote(&self) {
        self.change(|times| times.wrote = Some(Instant::now()));
    }

    /// Records that the database could not serve now.
    pub fn failed(&self) {
        self.change(|times| times.failed = Some(Instant::now()));
    }

    /// Returns true if nothing was written since the last failure.
    pub fn is_failing(&self) -> bool {
        let Times { wrote, failed } = self.times();
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
        health.failed();
        assert!(
            health.is_failing()
                && health.has_failed_since(begun)
                && !health.has_written_since(begun)
        );
        next_moment();
        health.wrote();
        assert!(!health.is_failing() && health.has_written_since(begun));
    }
}
