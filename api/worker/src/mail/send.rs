//! Delivery of outbound mail, with retries.

use std::time::Duration;

use broadside_domain::time::Time;
use broadside_mail::{OutboundMail, SendOutcome};
use broadside_store::{
    Change, CommitError, DeliveryAttempt, MailChange, MailRow, MailState, NewMail, StoreError,
};
use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::MailService;
use crate::schedule;

/// Maximum number of mails that are sent at once.
const BATCH_SIZE: u32 = 8;
/// Duration of a mail's lease, in milliseconds. It is longer than an attempt can take.
const LEASE: i64 = 5 * 60 * 1000;
/// Maximum duration of an attempt, including all responses of the mail server.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(4 * 60);
/// Time without an accepted mail after which a mailbox is turned off, in milliseconds.
const DISABLE_AFTER: i64 = 5 * 24 * 60 * 60 * 1000;

impl MailService {
    /// Tries to send a batch of due mails. Returns their number.
    ///
    /// # Errors
    /// If the store fails.
    pub(super) async fn send_due(&self) -> Result<usize, StoreError> {
        let lease = data_encoding::HEXLOWER.encode(&self.env.random_bytes::<16>());
        let now = self.env.now();
        let mails = self.store.lease_mail(now, Time(now.0 + LEASE), &lease, BATCH_SIZE).await?;
        let tried = join_all(mails.iter().map(|mail| self.attempt(mail, &lease))).await;
        tried.into_iter().collect::<Result<Vec<()>, _>>()?;
        Ok(mails.len())
    }

    async fn attempt(&self, row: &MailRow, lease: &str) -> Result<(), StoreError> {
        let at = self.env.now();
        let outcome = timeout(ATTEMPT_TIMEOUT, self.transport.send(&outbound_mail(&row.mail)))
            .await
            .unwrap_or_else(|_| SendOutcome::Later {
                why: "the mail server took too long".to_owned(),
                of_recipient: false,
            });
        let tells = !matches!(outcome, SendOutcome::Later { of_recipient: false, .. });
        let attempts = row.attempts + 1;
        let [luck] = self.env.random_bytes();
        let (state, wait, told) = match outcome {
            SendOutcome::Taken => (MailState::Sent, None, None),
            SendOutcome::Never(why) => (MailState::Failed, None, Some(why)),
            SendOutcome::Later { why, .. } => match schedule::retry_delay(attempts, luck, None) {
                Some(wait) => (MailState::Pending, Some(wait), Some(why)),
                None => (MailState::Failed, None, Some(why)),
            },
        };
        if let Some(why) = &told {
            tracing::warn!(mail = row.mail.id, attempts, state = state.as_str(), why, "a mail was rejected");
        }
        let now = self.env.now();
        let tried = DeliveryAttempt {
            id: row.mail.id.clone(),
            lease: lease.to_owned(),
            player_id: row.mail.player_id.clone(),
            recipient: row.mail.recipient.clone(),
            state,
            next_at: wait.map(|wait| Time(now.0 + wait.as_millis() as i64)),
            attempts,
            log: append_to_log(&row.log, at, told),
            at: now,
            tells,
            // No mailbox is turned off while the clock is in doubt.
            patience: Time(if self.env.suspended().is_none() { now.0 - DISABLE_AFTER } else { i64::MIN }),
        };
        match self.store.commit(Change::Mail(Box::new(MailChange::RecordAttempt(tried)))).await {
            // The mail was cancelled, or another node is working on it.
            Ok(()) | Err(CommitError::Conflict) => Ok(()),
            Err(CommitError::Failed(error)) => Err(error),
        }
    }
}

/// Appends an attempt to the log of a mail.
fn append_to_log(log: &str, at: Time, error: Option<String>) -> String {
    let mut attempts: Vec<Value> = serde_json::from_str(log).unwrap_or_default();
    attempts.push(json!({"at": at, "error": error}));
    json!(attempts).to_string()
}

/// Returns what a transport needs of a mail.
fn outbound_mail(mail: &NewMail) -> OutboundMail {
    let NewMail { id, sender, recipient, message, .. } = mail.clone();
    OutboundMail { id, sender, recipient, message }
}
