//! Backoff for messages that could not be taken. They are retried after all others and less and
//! less often, so that they do not block the rest.

use std::collections::BTreeMap;
use std::time::Duration;

use broadside_domain::backoff::Backoff;
use tokio::time::Instant;

/// Delays after the failures of a message. The first failure has none, because the message is
/// usually not the cause.
const BACKOFF: Backoff = Backoff::new(&[
    Duration::ZERO,
    Duration::from_mins(5),
    Duration::from_mins(10),
    Duration::from_mins(20),
    Duration::from_mins(40),
    Duration::from_hours(1),
]);

/// Messages that could not be taken, by their UIDs.
#[derive(Debug, Default)]
pub(super) struct MessageBackoff {
    messages: BTreeMap<u32, Retry>,
}

/// Time of the next attempt at a message, and its number of failures.
#[derive(Debug)]
struct Retry {
    at: Instant,
    failures: u32,
}

impl MessageBackoff {
    /// Returns the messages to take now: first those that have not failed, in order of arrival, and
    /// then those that have.
    pub(super) fn due_messages(&mut self, mut found: Vec<u32>, now: Instant) -> Vec<u32> {
        found.sort_unstable();
        found.dedup();
        // Forget messages that are gone.
        self.messages.retain(|uid, _| found.binary_search(uid).is_ok());
        let (held, mut taken): (Vec<u32>, Vec<u32>) =
            found.into_iter().partition(|uid| self.messages.contains_key(uid));
        taken.extend(held.into_iter().filter(|uid| self.messages[uid].at <= now));
        taken
    }

    /// Records a failure of a message. Returns its backoff.
    pub(super) fn record_failure(&mut self, uid: u32, now: Instant) -> Duration {
        let failures = self.messages.get(&uid).map_or(0, |retry| retry.failures) + 1;
        let wait = BACKOFF.delay_without_end(failures);
        self.messages.insert(uid, Retry { at: now + wait, failures });
        wait
    }

    /// Removes a message that was taken.
    pub(super) fn record_success(&mut self, uid: u32) {
        self.messages.remove(&uid);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_comes_last_and_less_and_less_often() {
        let (mut held, now) = (MessageBackoff::default(), Instant::now());
        assert_eq!(held.due_messages(vec![3, 1, 2], now), [1, 2, 3]);
        assert_eq!(held.record_failure(1, now), Duration::ZERO);
        assert_eq!(held.due_messages(vec![3, 1, 2], now), [2, 3, 1]);
        for (minutes, other) in [(5, 4), (10, 5), (20, 6), (40, 7), (60, 8), (60, 9)] {
            let wait = held.record_failure(1, now);
            assert_eq!(wait, Duration::from_secs(minutes * 60));
            let before = now + wait - Duration::from_secs(1);
            assert_eq!(held.due_messages(vec![1, other], before), [other]);
            assert_eq!(held.due_messages(vec![1, other], now + wait), [other, 1]);
        }
        held.record_success(1);
        assert_eq!(held.due_messages(vec![1, 9], now), [1, 9]);
    }

    #[test]
    fn what_is_gone_is_forgotten() {
        let (mut held, now) = (MessageBackoff::default(), Instant::now());
        held.record_failure(1, now);
        held.record_failure(1, now);
        assert!(held.due_messages(vec![2], now).contains(&2));
        // Another message may have its UID one day.
        assert_eq!(held.due_messages(vec![1, 2], now), [1, 2]);
    }
}
