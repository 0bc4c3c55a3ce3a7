//! Retry schedule of webhook messages and mails that could not be delivered.

use std::time::Duration;

/// Delays after the first attempt, the second, and so on, as recommended by Standard Webhooks: three days in all.
const RETRY_DELAYS: [Duration; 9] = [
    Duration::from_secs(5),
    Duration::from_mins(5),
    Duration::from_mins(30),
    Duration::from_hours(2),
    Duration::from_hours(5),
    Duration::from_hours(10),
    Duration::from_hours(14),
    Duration::from_hours(20),
    Duration::from_hours(24),
];

/// Maximum delay that a receiver can ask for.
const MAX_DELAY: Duration = Duration::from_hours(24);

/// Returns the delay after this number of attempts, or `None` to give up. `luck` is the jitter: it adds up to a
/// tenth, so that messages that failed together are not retried together. If the receiver has asked for a longer
/// delay, that is used.
pub(super) fn retry_delay(attempts: u32, luck: u8, asked_for: Option<Duration>) -> Option<Duration> {
    let wait = *RETRY_DELAYS.get(usize::try_from(attempts).ok()?.checked_sub(1)?)?;
    let lengthened = wait + wait * u32::from(luck) / (10 * u32::from(u8::MAX));
    Some(lengthened.max(asked_for.unwrap_or_default().min(MAX_DELAY)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_waited_longer_each_time_and_given_up_after_days() {
        let mut total = Duration::ZERO;
        for attempts in 1..=9 {
            let (least, most) =
                (retry_delay(attempts, 0, None).unwrap(), retry_delay(attempts, u8::MAX, None).unwrap());
            assert_eq!(least, RETRY_DELAYS[attempts as usize - 1]);
            assert_eq!(most, least + least / 10);
            total += least;
        }
        assert!(total > Duration::from_hours(3 * 24));
        assert_eq!(retry_delay(10, 0, Some(MAX_DELAY)), None);
    }

    #[test]
    fn a_receiver_may_ask_for_longer_but_not_for_ever() {
        let asked = |seconds| retry_delay(1, 0, Some(Duration::from_secs(seconds))).unwrap().as_secs();
        assert_eq!((asked(1), asked(60), asked(u64::MAX)), (5, 60, 24 * 60 * 60));
    }
}
