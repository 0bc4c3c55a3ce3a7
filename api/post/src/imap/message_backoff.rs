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
    pub(super) fn due_messages(&mut self, mut uids: Vec<u32>, now: Instant) -> Vec<u32> {
        uids.sort_unstable();
        uids.dedup();
        // Forget messages that are gone.
        self.messages.retain(|uid, _| uids.binary_search(uid).is_ok());
        let (failed, mut due): (Vec<u32>, Vec<u32>) =
            uids.into_iter().partition(|uid| self.messages.contains_key(uid));
        due.extend(failed.into_iter().filter(|uid| self.messages[uid].at <= now));
        due
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
    fn failed_messages_come_last_and_less_and_less_often() {
        let mut backoff = MessageBackoff::default();
        let now = Instant::now();
        assert_eq!(backoff.due_messages(vec![3, 1, 2], now), [1, 2, 3]);
        assert_eq!(backoff.record_failure(1, now), Duration::ZERO);
        assert_eq!(backoff.due_messages(vec![3, 1, 2], now), [2, 3, 1]);
        for (minutes, other) in [(5, 4), (10, 5), (20, 6), (40, 7), (60, 8), (60, 9)] {
            let wait = backoff.record_failure(1, now);
            assert_eq!(wait, Duration::from_secs(minutes * 60));
            let before = now + wait - Duration::from_secs(1);
            assert_eq!(backoff.due_messages(vec![1, other], before), [other]);
            assert_eq!(backoff.due_messages(vec![1, other], now + wait), [other, 1]);
        }
        backoff.record_success(1);
        assert_eq!(backoff.due_messages(vec![1, 9], now), [1, 9]);
    }

    #[test]
    fn messages_that_are_gone_are_forgotten() {
        let mut backoff = MessageBackoff::default();
        let now = Instant::now();
        backoff.record_failure(1, now);
        backoff.record_failure(1, now);
        assert!(backoff.due_messages(vec![2], now).contains(&2));
        // Another message may have its UID one day.
        assert_eq!(backoff.due_messages(vec![1, 2], now), [1, 2]);
    }
}
