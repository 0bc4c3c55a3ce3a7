//! Changes that are not writes of their own yet.

use crate::inbox::write_inbox;
use crate::jobs::write_job;
use crate::mail::write_mail;
use crate::sql::Connection;
use crate::webhooks::write_webhook;
use crate::write::{Done, Write};
use crate::{InboxChange, JobUpdate, MailChange, WebhookChange};

/// Change to the database.
pub enum Change {
    /// Changes a webhook.
    Webhook(Box<WebhookChange>),
    /// Changes a mailbox or mail.
    Mail(Box<MailChange>),
    /// Adds inbound mail, or records what became of it.
    Inbox(Box<InboxChange>),
    /// Records the result of an attempt at a job, which changes nothing else. A conflict if the
    /// lease is lost.
    Job(Box<JobUpdate>),
}

impl Write for Change {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<Done, sqlx::Error> {
        match self {
            Self::Webhook(change) => write_webhook(db, change).await,
            Self::Inbox(change) => write_inbox(db, change).await,
            Self::Job(update) => write_job(db, update).await,
            Self::Mail(change) => write_mail(db, change).await,
        }
    }
}
