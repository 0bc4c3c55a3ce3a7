//! Intake of mail from all channels. A message is stored before its delivery is acknowledged.

use std::sync::Arc;

use broadside_domain::time::{DAY, Time};
use broadside_store::{Channel, MailOrder, NewInboundMail, StoreError, inbox, retry_conflicts};
use bytes::Bytes;

use crate::Post;
use crate::read::{MessageHead, WritingTime};

/// Maximum length of an address, in characters.
const MAX_ADDRESS_LENGTH: usize = 320;
/// Maximum difference between the `Date` of a message and its acceptance by the receiving server,
/// in milliseconds. A date that differs more is wrong, or the message was delayed.
const MAX_DATE_DIFFERENCE: i64 = 10 * 60 * 1000;
/// Maximum time for which the receiving server may have kept a message, in milliseconds: as long as
/// Postfix tries.
const MAX_DELIVERY_DELAY: i64 = 5 * DAY;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntakeReceipt {
    /// Id under which the message is stored.
    pub id: String,
    /// True if a copy of the message was already stored. This copy is not processed.
    pub repeated: bool,
}

/// Reason why a message was not stored.
#[derive(Clone, Debug, thiserror::Error)]
pub enum IntakeError {
    /// The message is larger than the operator allows. A retry cannot succeed.
    #[error("a message may have {0} bytes at most")]
    TooLarge(usize),
    /// The parser panicked on this message. A retry with the same version cannot succeed.
    #[error("it cannot be read")]
    Unreadable,
    /// The store failed or is overloaded. A retry may succeed.
    #[error(transparent)]
    Failed(#[from] StoreError),
}

impl Post {
    /// Returns the maximum size of a message, in bytes.
    pub fn max_bytes(&self) -> usize {
        self.config.parser.max_bytes
    }

    /// Stores a message. `recipient` is the address to which it was delivered, if known.
    ///
    /// # Errors
    /// If the message is too large or makes the parser panic, or the store fails.
    pub async fn receive(
        &self,
        raw: Bytes,
        recipient: Option<String>,
        channel: Channel,
    ) -> Result<IntakeReceipt, IntakeError> {
        if raw.len() > self.max_bytes() {
            return Err(IntakeError::TooLarge(self.max_bytes()));
        }
        let recipient = recipient.map(|address| clean(&address));
        let recipient = recipient.filter(|address| !address.is_empty());
        let parser = Arc::clone(&self.config.parser);
        let bytes = raw.clone();
        let to = recipient.clone();
        let head =
            tokio::task::spawn_blocking(move || parser.read_head(&bytes, to.as_deref())).await;
        let MessageHead { hash, sender, written } = head.map_err(|_| IntakeError::Unreadable)?;
        retry_conflicts(|| async {
            if let Some(id) = self.app.store.inbound_mail_by_hash(&hash).await? {
                return Ok(Some(IntakeReceipt { id, repeated: true }));
            }
            let id = self.app.env.new_id();
            let received_at = self.app.env.now();
            let mail = NewInboundMail {
                id: id.clone(),
                created_at: received_at,
                run_at: Time(received_at.0 + self.config.limits.delay_seconds as i64 * 1000),
                order: mail_order(&written, received_at),
                channel,
                recipient: recipient.clone(),
                dedup_id: hash.clone(),
                key: sender.clone().unwrap_or_else(|| id.clone()),
                raw: raw.to_vec(),
            };
            // A conflict: a copy, or another message on another node, was stored at the same
            // moment.
            let is_committed = self.app.store.try_commit(inbox::Receive { mail }).await?;
            Ok(is_committed.then_some(IntakeReceipt { id, repeated: false }))
        })
        .await
    }
}

/// Removes control characters and surrounding white space from an address, and truncates it.
fn clean(address: &str) -> String {
    address.trim().chars().filter(|c| !c.is_control()).take(MAX_ADDRESS_LENGTH).collect()
}

/// Returns the sort key of a message among those of its sender. Its date counts if it is near the
/// time at which the receiving server accepted it; otherwise that time counts, or the time of
/// receipt.
fn mail_order(written: &WritingTime, received_at: Time) -> MailOrder {
    let accepted_at = written.accepted_at.filter(|micros| {
        (received_at.0 - MAX_DELIVERY_DELAY..=received_at.0 + MAX_DATE_DIFFERENCE)
            .contains(&(micros / 1000))
    });
    let reference = accepted_at.map_or(received_at, |micros| Time(micros / 1000));
    let date = written.date.filter(|date| (date.0 - reference.0).abs() <= MAX_DATE_DIFFERENCE);
    MailOrder {
        written_at: date.unwrap_or(reference),
        accepted_at: accepted_at.unwrap_or_default(),
        thread_place: written.thread_depth,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: i64 = 1_795_780_800_000;
    const MINUTE: i64 = 60_000;

    fn minutes_after_noon(at: i64) -> i64 {
        (at - NOON) / MINUTE
    }

    /// Returns the order of a message with these times, in minutes after noon, that is received at
    /// noon.
    fn order(date: Option<i64>, accepted: Option<i64>) -> (i64, i64) {
        let written = WritingTime {
            date: date.map(|minutes| Time(NOON + minutes * MINUTE)),
            accepted_at: accepted.map(|minutes| (NOON + minutes * MINUTE) * 1000),
            thread_depth: 3,
        };
        let order = mail_order(&written, Time(NOON));
        assert_eq!(order.thread_place, 3);
        (
            minutes_after_noon(order.written_at.0),
            if order.accepted_at == 0 { 99 } else { minutes_after_noon(order.accepted_at / 1000) },
        )
    }

    #[test]
    fn a_date_counts_near_the_time_of_acceptance() {
        assert_eq!(order(Some(-10), None), (-10, 99));
        assert_eq!(order(Some(10), None), (10, 99));
        for date in [Some(-11), Some(11), None] {
            assert_eq!(order(date, None), (0, 99), "{date:?}");
        }
        // The receiving server has kept it while this one was down.
        assert_eq!(order(Some(-125), Some(-120)), (-125, -120));
        assert_eq!(order(Some(-140), Some(-120)), (-120, -120));
        // Another time zone, or a forged field.
        for accepted in [Some(61), Some(-6 * 24 * 60)] {
            assert_eq!(order(Some(-5), accepted), (-5, 99), "{accepted:?}");
        }
    }
}
