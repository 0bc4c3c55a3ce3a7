//! Sending what is written, until it is taken.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::Postmaster;
use crate::ambient::Time;
use crate::mail::Outcome;
use crate::store::{Change, CommitError, MailChange, MailRow, MailState, MailTried, StoreError};
use crate::work::schedule;

/// How many mails are on their way at once.
const AT_ONCE: u32 = 8;
/// How long a mail belongs to a node: longer than an attempt can take.
const LEASE: i64 = 5 * 60 * 1000;
/// How long an attempt may take, all answers of a mail server together.
const ATTEMPT: Duration = Duration::from_secs(4 * 60);
/// After how long without anything being taken a mailbox is turned off.
const PATIENCE: i64 = 5 * 24 * 60 * 60 * 1000;

impl Postmaster {
    /// Tries to send what is due, some of it; how much.
    ///
    /// # Errors
    /// If the store fails.
    pub(super) async fn send_due(&self) -> Result<usize, StoreError> {
        let lease = data_encoding::HEXLOWER.encode(&self.ambient.bytes::<16>());
        let now = self.ambient.now();
        let mails = self.store.lease_mail(now, Time(now.0 + LEASE), &lease, AT_ONCE).await?;
        let tried = join_all(mails.iter().map(|mail| self.attempt(mail, &lease))).await;
        tried.into_iter().collect::<Result<Vec<()>, _>>()?;
        Ok(mails.len())
    }

    async fn attempt(&self, row: &MailRow, lease: &str) -> Result<(), StoreError> {
        let at = self.ambient.now();
        let outcome = timeout(ATTEMPT, self.carrier.send(&row.mail)).await.unwrap_or_else(|_| {
            Outcome::Later { why: "the mail server took too long".to_owned(), of_recipient: false }
        });
        let tells = !matches!(outcome, Outcome::Later { of_recipient: false, .. });
        let attempts = row.attempts + 1;
        let [luck] = self.ambient.bytes();
        let (state, wait, told) = match outcome {
            Outcome::Taken => (MailState::Sent, None, None),
            Outcome::Never(why) => (MailState::Failed, None, Some(why)),
            Outcome::Later { why, .. } => match schedule::wait(attempts, luck, None) {
                Some(wait) => (MailState::Pending, Some(wait), Some(why)),
                None => (MailState::Failed, None, Some(why)),
            },
        };
        if let Some(why) = &told {
            tracing::warn!(mail = row.mail.id, attempts, state = state.as_str(), why, "a mail was not taken");
        }
        let now = self.ambient.now();
        let tried = MailTried {
            id: row.mail.id.clone(),
            lease: lease.to_owned(),
            player_id: row.mail.player_id.clone(),
            recipient: row.mail.recipient.clone(),
            state,
            next_at: wait.map(|wait| Time(now.0 + wait.as_millis() as i64)),
            attempts,
            log: logged(&row.log, at, told),
            at: now,
            tells,
            // While the time is in doubt no mailbox is turned off for it.
            patience: Time(if self.ambient.suspended().is_none() { now.0 - PATIENCE } else { i64::MIN }),
        };
        match self.store.commit(Change::Mail(Box::new(MailChange::Tried(tried)))).await {
            // It was given up meanwhile, or others are at work on it.
            Ok(()) | Err(CommitError::Conflict) => Ok(()),
            Err(CommitError::Failed(error)) => Err(error),
        }
    }
}

/// The log of a mail with another attempt.
fn logged(log: &str, at: Time, error: Option<String>) -> String {
    let mut attempts: Vec<Value> = serde_json::from_str(log).unwrap_or_default();
    attempts.push(json!({"at": at, "error": error}));
    json!(attempts).to_string()
}
