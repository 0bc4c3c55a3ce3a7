//! When a message that did not arrive is sent again, a webhook's or a mail.

use std::time::Duration;

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;

/// How long it is waited after the first attempt, the second, and so on, as Standard Webhooks recommend: three days in all.
const WAITS: [Duration; 9] = [
    Duration::from_secs(5),
    Duration::from_secs(5 * MINUTE),
    Duration::from_secs(30 * MINUTE),
    Duration::from_secs(2 * HOUR),
    Duration::from_secs(5 * HOUR),
    Duration::from_secs(10 * HOUR),
    Duration::from_secs(14 * HOUR),
    Duration::from_secs(20 * HOUR),
    Duration::from_secs(24 * HOUR),
];

/// The longest that a receiver can ask to be left alone.
const LONGEST: Duration = Duration::from_secs(24 * HOUR);

/// How long to wait after so many attempts; `None` to give up. `luck` lengthens it by up to a tenth, so that messages that
/// failed together do not come together; what the receiver has asked for counts if it is longer.
pub(super) fn wait(attempts: u32, luck: u8, asked_for: Option<Duration>) -> Option<Duration> {
    let wait = *WAITS.get(usize::try_from(attempts).ok()?.checked_sub(1)?)?;
    let lengthened = wait + wait * u32::from(luck) / (10 * u32::from(u8::MAX));
    Some(lengthened.max(asked_for.unwrap_or_default().min(LONGEST)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_waited_longer_each_time_and_given_up_after_days() {
        let mut total = Duration::ZERO;
        for attempts in 1..=9 {
            let (least, most) = (wait(attempts, 0, None).unwrap(), wait(attempts, u8::MAX, None).unwrap());
            assert_eq!(least, WAITS[attempts as usize - 1]);
            assert_eq!(most, least + least / 10);
            total += least;
        }
        assert!(total > Duration::from_secs(3 * 24 * HOUR));
        assert_eq!(wait(10, 0, Some(LONGEST)), None);
    }

    #[test]
    fn a_receiver_may_ask_for_longer_but_not_for_ever() {
        let asked = |seconds| wait(1, 0, Some(Duration::from_secs(seconds))).unwrap().as_secs();
        assert_eq!((asked(1), asked(60), asked(u64::MAX)), (5, 60, 24 * HOUR));
    }
}
