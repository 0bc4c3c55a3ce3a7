//! Processing of inbound mail. The mails of a sender are processed in order of arrival. The commands of a mail are
//! checked together, so that all of them are executed or none. If a step fails after an earlier one was executed,
//! the reply says so.
//!
//! A plan of the steps is stored with the mail before the first step is executed. Each step does what the same
//! request over HTTP does, under an idempotency key derived from the mail, and is then recorded in the plan. If a
//! node dies, another one continues with the next step, and nothing is done twice. A mail with a plan is not parsed
//! again, because it refers to the game as it was before.

mod answer;
mod commands;
mod confirmed;
mod expire;
mod explain_refusal;
mod invited;
mod notify_inviter;
mod opponents;
mod perform;
mod player_mail;
mod reply_policy;
mod workflow;

use std::sync::{Arc, Once};
use std::time::Duration;

use broadside_app::App;
use broadside_domain::time::Time;
use broadside_mail::read::{Bounce, InboundMail, MailParser};
use broadside_store::{
    Change, CommitError, InboxChange, MailChange, MailInFound, MailInState, StoreError, Tally, supervise,
};
use futures_util::future::join_all;
use tokio::task::JoinSet;

use super::MailService;
use crate::schedule;

/// Poll interval for inbound mail.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Interval between checks for expired invitations.
const EXPIRE_EVERY: Duration = Duration::from_mins(1);
/// Duration of a message's lease, in milliseconds. It is longer than processing can take.
const LEASE: i64 = 5 * 60 * 1000;
/// Maximum number of messages that are processed at once.
const BATCH_SIZE: u32 = 8;
/// Number of bounces, and time since the first of them in milliseconds, after which a mailbox is turned off.
const MAX_BOUNCES: u32 = 3;
const BOUNCE_WINDOW: i64 = 2 * 24 * 60 * 60 * 1000;

/// Processes inbound mail.
#[derive(Clone)]
pub struct InboundProcessor {
    mail_service: MailService,
    reader: Arc<MailParser>,
    app: Arc<App>,
}

/// Result of processing a message.
struct Processed {
    state: MailInState,
    why: String,
    player_id: Option<String>,
    game_id: Option<String>,
    tally: Tally,
    /// Hash of the key of the invitation that the mail declines.
    declined: Option<String>,
}

impl Processed {
    fn ignored(why: &str) -> Self {
        let (state, why) = (MailInState::Ignored, why.to_owned());
        Self { state, why, player_id: None, game_id: None, tally: Tally::Nothing, declined: None }
    }
}

/// Reason why a message could not be processed yet.
enum RetryableError {
    /// The store failed, or another temporary failure occurred.
    Failed(String),
}

impl From<StoreError> for RetryableError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.to_string())
    }
}

/// Starts the tasks.
pub fn start(tasks: &mut JoinSet<()>, processor: InboundProcessor) {
    let ending = processor.clone();
    supervise::spawn(tasks, "mail invitations", move || {
        let processor = ending.clone();
        async move {
            loop {
                if let Err(error) = processor.expire().await {
                    tracing::error!(%error, "expiring invitations by mail failed");
                }
                tokio::time::sleep(EXPIRE_EVERY).await;
            }
        }
    });
    supervise::spawn(tasks, "mail in", move || {
        let processor = processor.clone();
        async move {
            loop {
                match processor.process_due().await {
                    // There may be more than one batch.
                    Ok(found) if found > 0 => continue,
                    Ok(_) => {}
                    Err(error) => tracing::error!(%error, "processing incoming mail failed"),
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        }
    });
}

impl InboundProcessor {
    /// Creates a processor that parses with `reader` and executes commands with `app`.
    pub fn new(mail_service: MailService, reader: Arc<MailParser>, app: Arc<App>) -> Self {
        Self { mail_service, reader, app }
    }

    /// Processes a batch of waiting messages. Returns their number.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn process_due(&self) -> Result<usize, StoreError> {
        let MailService { store, env, .. } = &self.mail_service;
        let lease = data_encoding::HEXLOWER.encode(&env.random_bytes::<16>());
        let now = env.now();
        let found = store.lease_inbox(now, Time(now.0 + LEASE), &lease, BATCH_SIZE).await?;
        // Messages are processed independently.
        let carried = join_all(found.iter().map(|message| self.process(message, &lease))).await;
        carried.into_iter().collect::<Result<Vec<()>, _>>()?;
        Ok(found.len())
    }

    /// Processes a message, and records the result.
    async fn process(&self, message: &MailInFound, lease: &str) -> Result<(), StoreError> {
        // Runs as its own task, so that a panic does not affect other messages.
        let (processor, of, by) = (self.clone(), message.clone(), lease.to_owned());
        let carried = tokio::spawn(async move { processor.process_message(&of, &by).await }).await;
        let (id, lease) = (message.row.id.clone(), lease.to_owned());
        let change = match carried {
            Ok(Ok(Processed { state, why, player_id, game_id, tally, declined })) => {
                tracing::info!(mail = id, state = state.as_str(), why, "a mail was processed");
                let at = self.mail_service.env.now();
                InboxChange::Done { id, lease, state, why, player_id, game_id, tally, declined, at }
            }
            Ok(Err(RetryableError::Failed(error))) => self.schedule_retry(message, lease, error),
            // The text of the panic could contain words of the mail.
            Err(_) => self.schedule_retry(message, lease, "the work on it panicked".to_owned()),
        };
        match self.mail_service.store.commit(Change::Inbox(Box::new(change))).await {
            Ok(()) | Err(CommitError::Conflict) => Ok(()),
            Err(CommitError::Failed(error)) => Err(error),
        }
    }

    /// Schedules a retry, or gives up after the last one.
    fn schedule_retry(&self, message: &MailInFound, lease: String, why: String) -> InboxChange {
        let (id, at) = (message.row.id.clone(), self.mail_service.env.now());
        let [luck] = self.mail_service.env.random_bytes();
        tracing::error!(mail = id, error = why, "processing a mail failed");
        match schedule::retry_delay(message.row.attempts + 1, luck, None) {
            Some(wait) => {
                InboxChange::Again { id, lease, next_at: Time(at.0 + wait.as_millis() as i64), why }
            }
            None => {
                let (state, tally) = (MailInState::Failed, Tally::Nothing);
                let (player_id, game_id, declined) = (None, None, None);
                InboxChange::Done { id, lease, state, why, player_id, game_id, tally, declined, at }
            }
        }
    }

    async fn process_message(&self, message: &MailInFound, lease: &str) -> Result<Processed, RetryableError> {
        let (reader, raw, recipient) =
            (Arc::clone(&self.reader), message.raw.clone(), message.row.recipient.clone());
        let read = tokio::task::spawn_blocking(move || reader.parse(&raw, recipient.as_deref())).await;
        match read.map_err(|_| RetryableError::Failed("the parser panicked".to_owned()))? {
            InboundMail::Ignored(why) => Ok(Processed::ignored(why.as_str())),
            InboundMail::Bounce(bounce) => self.process_bounce(&bounce).await,
            InboundMail::Letter(letter) => {
                if letter.unchecked {
                    self.warn_unauthenticated(&message.row.id);
                }
                self.process_player_mail(message, lease, &letter).await
            }
        }
    }

    /// Warns if no server with the configured name has checked the mail. Otherwise nobody would notice that a wrong
    /// name checks nothing.
    fn warn_unauthenticated(&self, mail: &str) {
        static SAID: Once = Once::new();
        SAID.call_once(|| {
            let trusted = self.reader.authserv_id.as_deref().unwrap_or_default();
            tracing::warn!(
                mail,
                trusted,
                "mail-authserv-id names a server that has not checked this letter: is it the first word of Authentication-Results \
                 in what comes in?"
            );
        });
    }

    /// Processes a bounce. Turns the mailbox off after several permanent bounces.
    async fn process_bounce(&self, bounce: &Bounce) -> Result<Processed, RetryableError> {
        let MailService { store, env, keys, .. } = &self.mail_service;
        let named = bounce.to.key().and_then(|key| Some((key, keys.bounce_player_id(key)?)));
        let Some((key, player_id)) = named else { return Ok(Processed::ignored("bounce")) };
        let mailbox = store.mailbox(&player_id).await?;
        let confirmed = mailbox.and_then(|mailbox| mailbox.confirmed);
        let Some(address) = confirmed.filter(|address| keys.verify_bounce(key, &player_id, &address.normal))
        else {
            return Ok(Processed::ignored("bounce"));
        };
        if bounce.for_good {
            let at = env.now();
            let (most, since) = (MAX_BOUNCES, Time(at.0 - BOUNCE_WINDOW));
            let bounced =
                MailChange::Bounced { player_id: player_id.clone(), normal: address.normal, at, most, since };
            self.commit(bounced).await?;
        }
        Ok(Processed { player_id: Some(player_id), ..Processed::ignored("bounce") })
    }

    /// Commits a change. Ignores a conflict, because what it would change is no longer the same.
    async fn commit(&self, change: MailChange) -> Result<(), RetryableError> {
        match self.mail_service.store.commit(Change::Mail(Box::new(change))).await {
            Ok(()) | Err(CommitError::Conflict) => Ok(()),
            Err(CommitError::Failed(error)) => Err(error.into()),
        }
    }
}
