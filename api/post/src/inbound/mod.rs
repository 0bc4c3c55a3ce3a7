//! Processing of inbound mail. The mails of a sender are processed in the order in which they were
//! written. The commands of a mail are checked together, so that all of them are executed or none.
//! If a step fails after an earlier one was executed, the reply says so.
//!
//! A plan of the steps is stored with the mail before the first step is executed. Each step does
//! what the same request over HTTP does, under an idempotency key derived from the mail, and is
//! then recorded in the plan. If a node dies, another one continues with the next step, and nothing
//! is done twice. The commands of a mail with a plan are not read again, because they refer to the
//! game as it was before.

mod choose_game;
mod commands;
mod confirmation_reply;
mod context;
mod execute;
mod expire;
mod explain_refusal;
mod invitation_reply;
mod join;
mod notify_inviter;
mod opponents;
mod plan;
mod player_mail;
mod questions;
mod refusal_reply;
mod reply;
mod reply_policy;
mod sign_up;
mod stop;
mod vacation;
mod yes_no;

use std::sync::{Arc, Once};
use std::time::Duration;

use broadside_app::App;
use broadside_domain::env::Env;
use broadside_domain::time::Time;
use broadside_store::mail::mailboxes;
use broadside_store::{
    InboundMailJob, InboundMailState, LeaseTerm, Queue, ReplyClass, Store, StoreError, inbox,
};
use broadside_worker::driver::{Pause, Task, TaskError};
use broadside_worker::jobs::{Attempt, JobError, JobHandler, run_due};

use crate::Post;
use crate::read::{Bounce, InboundMail};

/// Interval between checks for expired invitations.
const EXPIRE_INTERVAL: Duration = Duration::from_mins(1);
/// Number of bounces, and time since the first of them in milliseconds, after which a mailbox is
/// turned off.
const MAX_BOUNCES: u32 = 3;
const BOUNCE_WINDOW: i64 = 2 * 24 * 60 * 60 * 1000;

#[derive(Clone)]
pub(crate) struct InboundProcessor {
    post: Arc<Post>,
}

/// Result of processing a message.
struct Processed {
    state: InboundMailState,
    /// Reason for the state, in a word or two; empty if there is none.
    reason: String,
    player_id: Option<String>,
    game_id: Option<String>,
    reply_class: ReplyClass,
    /// Hash of the key of the invitation that the mail declines.
    declined: Option<String>,
}

impl Processed {
    fn ignored(reason: &str) -> Self {
        Self {
            state: InboundMailState::Ignored,
            reason: reason.to_owned(),
            player_id: None,
            game_id: None,
            reply_class: ReplyClass::Nothing,
            declined: None,
        }
    }
}

/// Task that frees the seats of expired invitations.
#[derive(Clone)]
pub(crate) struct InvitationExpiry(pub(crate) InboundProcessor);

impl Task for InvitationExpiry {
    const NAME: &'static str = "mail invitations";
    const FAILURE_PAUSE: Duration = EXPIRE_INTERVAL;

    async fn run(&mut self) -> Result<Pause, TaskError> {
        self.0.expire().await?;
        Ok(Pause::Fixed(EXPIRE_INTERVAL))
    }
}

impl JobHandler for InboundProcessor {
    type Job = InboundMailJob;

    const QUEUE: Queue = Queue::MailIn;
    const NAME: &'static str = "mail in";
    const LEASE: i64 = 5 * 60 * 1000;
    const MAX_RUNNING: usize = 8;

    fn store(&self) -> &Store {
        &self.post.app.store
    }

    fn env(&self) -> &Env {
        &self.post.app.env
    }

    async fn lease(
        &self,
        term: LeaseTerm<'_>,
        limit: u32,
    ) -> Result<Vec<InboundMailJob>, StoreError> {
        self.post.app.store.lease_inbox(term, limit).await
    }

    async fn run(&self, mail: &InboundMailJob, attempt: &Attempt) -> Result<(), JobError> {
        let App { store, env, .. } = &*self.post.app;
        let Processed { state, reason, player_id, game_id, reply_class, declined } =
            self.process_mail(mail, &attempt.lease).await?;
        let job = &mail.row.job;
        tracing::info!(
            mail = job.id,
            state = <&str>::from(state),
            why = reason,
            "a mail was processed"
        );
        let update = attempt.done(job, env.now(), job.log.clone());
        let finish = inbox::Finish {
            job: update,
            outcome: state,
            reason,
            player_id,
            game_id,
            reply_class,
            declined,
        };
        Ok(store.commit(finish).await?)
    }
}

impl Post {
    /// Processes all messages that wait. Returns their number. For tests.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn process_inbox(self: &Arc<Self>) -> Result<usize, StoreError> {
        run_due(&InboundProcessor::new(Arc::clone(self))).await
    }
}

impl InboundProcessor {
    pub(crate) fn new(post: Arc<Post>) -> Self {
        Self { post }
    }

    async fn process_mail(
        &self,
        mail: &InboundMailJob,
        lease: &str,
    ) -> Result<Processed, JobError> {
        let parser = Arc::clone(&self.post.config.parser);
        let raw = mail.raw.clone();
        let recipient = mail.row.recipient.clone();
        let parsed =
            tokio::task::spawn_blocking(move || parser.parse(&raw, recipient.as_deref())).await;
        match parsed.map_err(|_| JobError::Failed("the parser panicked".to_owned()))? {
            InboundMail::Ignored(reason) => Ok(Processed::ignored(reason.as_str())),
            InboundMail::Bounce(bounce) => self.process_bounce(&bounce).await,
            InboundMail::Message(message) => {
                if message.unchecked {
                    self.warn_unauthenticated(&mail.row.job.id);
                }
                self.process_player_mail(mail, lease, &message).await
            }
        }
    }

    /// Warns if no server with the configured name has checked the mail. Otherwise nobody would
    /// notice that a wrong name checks nothing.
    fn warn_unauthenticated(&self, mail: &str) {
        static WARNED: Once = Once::new();
        WARNED.call_once(|| {
            let trusted = self.post.config.parser.authserv_id.as_deref().unwrap_or_default();
            tracing::warn!(
                mail,
                trusted,
                "mail-authserv-id names a server that has not checked this letter: is it the first word of Authentication-Results \
                 in what comes in?"
            );
        });
    }

    /// Processes a bounce. Turns the mailbox off after several permanent bounces.
    async fn process_bounce(&self, bounce: &Bounce) -> Result<Processed, JobError> {
        let App { store, env, .. } = &*self.post.app;
        let keys = &self.post.keys;
        let key_and_player =
            bounce.to.key().and_then(|key| Some((key, keys.bounce_player_id(key)?)));
        let Some((key, player_id)) = key_and_player else {
            return Ok(Processed::ignored("bounce"));
        };
        let mailbox = store.mailbox(&player_id).await?;
        let confirmed = mailbox.and_then(|mailbox| mailbox.confirmed);
        let Some(address) = confirmed
            .filter(|address| keys.verify_bounce(key, &player_id, &address.address_normalized))
        else {
            return Ok(Processed::ignored("bounce"));
        };
        if bounce.is_permanent {
            let at = env.now();
            let count = mailboxes::CountBounce {
                player_id: player_id.clone(),
                address_normalized: address.address_normalized,
                at,
                max: MAX_BOUNCES,
                since: Time(at.0 - BOUNCE_WINDOW),
            };
            self.post.app.store.try_commit(count).await?;
        }
        Ok(Processed { player_id: Some(player_id), ..Processed::ignored("bounce") })
    }
}
