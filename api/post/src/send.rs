//! Delivery of outbound mail, with retries.

use std::sync::Arc;
use std::time::Duration;

use broadside_app::App;
use broadside_domain::env::Env;
use broadside_domain::time::Time;
use broadside_store::mail::outbox;
use broadside_store::{LeaseTerm, MailRow, NewMail, Queue, Store, StoreError};
use broadside_worker::jobs::{Attempt, JobError, JobHandler, append_to_log};
use serde_json::json;
use tokio::time::timeout;

use crate::{OutboundMail, Post, SendOutcome};

/// Maximum duration of an attempt, including all responses of the mail server.
const ATTEMPT_TIMEOUT: Duration = Duration::from_secs(4 * 60);
/// Time without an accepted mail after which a mailbox is turned off, in milliseconds.
const DISABLE_AFTER: i64 = 5 * 24 * 60 * 60 * 1000;

#[derive(Clone)]
pub(super) struct MailSender(pub(super) Arc<Post>);

impl JobHandler for MailSender {
    type Job = MailRow;

    const QUEUE: Queue = Queue::MailOut;
    const NAME: &'static str = "mail sender";
    const LEASE: i64 = 5 * 60 * 1000;
    const MAX_RUNNING: usize = 8;

    fn store(&self) -> &Store {
        &self.0.app.store
    }

    fn env(&self) -> &Env {
        &self.0.app.env
    }

    async fn lease(&self, term: LeaseTerm<'_>, limit: u32) -> Result<Vec<MailRow>, StoreError> {
        self.0.app.store.lease_mail(term, limit).await
    }

    async fn run(&self, row: &MailRow, attempt: &Attempt) -> Result<(), JobError> {
        let App { store, env, .. } = &*self.0.app;
        let job = &row.job;
        let at = env.now();
        let message = self.0.compose_message(&row.mail).await;
        let message = message.map_err(|error| JobError::Failed(error.kind().name().to_owned()))?;
        let NewMail { id, sender, recipient, .. } = row.mail.clone();
        let mail = OutboundMail { id, sender, recipient, message };
        let outcome = timeout(ATTEMPT_TIMEOUT, self.0.transport.send(&mail)).await;
        let outcome = outcome.unwrap_or_else(|_| SendOutcome::Retry {
            reason: "the mail server took too long".to_owned(),
            of_recipient: false,
        });
        let is_about_recipient = !matches!(outcome, SendOutcome::Retry { of_recipient: false, .. });
        let reason = match &outcome {
            SendOutcome::Accepted => None,
            SendOutcome::Rejected(reason) | SendOutcome::Retry { reason, .. } => {
                Some(reason.clone())
            }
        };
        let log = append_to_log(&job.log, json!({"at": at, "error": reason}));
        let now = env.now();
        let update = match outcome {
            SendOutcome::Accepted => attempt.done(job, now, log),
            SendOutcome::Rejected(_) => attempt.failed(job, now, log),
            SendOutcome::Retry { .. } => {
                attempt.retry(job, now, attempt.retry_delay(job, None), log)
            }
        };
        if let Some(reason) = reason {
            let attempts = update.attempts;
            let state: &str = update.state.into();
            tracing::warn!(mail = job.id, attempts, state, why = reason, "a mail was rejected");
        }
        let record = outbox::RecordAttempt {
            player_id: row.mail.player_id.clone(),
            recipient: row.mail.recipient.clone(),
            job: update,
            is_about_recipient,
            disable_before: Time(env.age_time().0 - DISABLE_AFTER),
        };
        Ok(store.commit(record).await?)
    }
}
