//! Carrying out what came in: each sender's letters in the order in which they came, each whole or not at all.
//!
//! What a letter asks for is done as the same is over HTTP, under an idempotency key made of the letter. So whoever is killed in the
//! middle does it again from the beginning, and nothing is done twice: what was done is answered again, and a letter whose move was
//! made is not read anew, for it was about the game as it was before.

mod answer;
mod besides;
mod invited;
mod judge;
mod letter;
mod plan;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
pub use plan::Deed;

use super::Postmaster;
use serde_json::Value;

use crate::ambient::Time;
use crate::mail::Address;
use crate::mail::read::{Bounce, Incoming, Reader};
use crate::problem::Problem;
use crate::store::{Change, CommitError, InboxChange, MailChange, MailInFound, MailInState, StoreError};
use crate::work::schedule;

/// How often it is looked for mail.
const EVERY: Duration = Duration::from_secs(1);
/// How long a message belongs to a node: longer than it can take to carry it out.
const LEASE: i64 = 5 * 60 * 1000;
/// How many messages are carried out at once.
const AT_ONCE: u32 = 8;
/// After so many mails have come back, the first of them so long ago, a mailbox is turned off.
const MOST_BOUNCES: u32 = 3;
const BOUNCING_FOR: i64 = 2 * 24 * 60 * 60 * 1000;
/// How many letters a day are answered with what is wrong with them. A program that answers, and does not say that it is one, then
/// has nothing to answer.
const MOST_REFUSALS: usize = 30;
const A_DAY: i64 = 24 * 60 * 60 * 1000;

/// Does for a player what can be done over HTTP.
#[async_trait]
pub trait Hands: Send + Sync {
    /// Does it in a game. Under the same key it is done once.
    ///
    /// # Errors
    /// What HTTP would answer instead.
    async fn perform(&self, player_id: &str, game_id: &str, deed: &Deed, key: &str) -> Result<(), Problem>;

    /// Makes a game, as `POST /v1/games` does; its id. Under the same key it is made once.
    ///
    /// # Errors
    /// What HTTP would answer instead.
    async fn create(&self, player_id: &str, request: &Value, key: &str) -> Result<String, Problem>;

    /// Gives a player another name.
    ///
    /// # Errors
    /// If it is no name.
    async fn rename(&self, player_id: &str, name: &str) -> Result<(), Problem>;

    /// Whether it is a name.
    ///
    /// # Errors
    /// If it is none: why.
    fn name(&self, name: &str) -> Result<(), Problem>;

    /// Sends a code that gives a token to an address, if that is somebody's and has not been sent many.
    ///
    /// # Errors
    /// If the store fails.
    async fn send_code(&self, address: &Address) -> Result<(), Problem>;

    /// Seats a player on the seat of an invitation, whose code has this hash; whoever sits in the game already stays there.
    ///
    /// # Errors
    /// If the invitation is good no more.
    async fn take(&self, player_id: &str, game_id: &str, code_hash: &str) -> Result<(), Problem>;

    /// Frees the seat of an invitation for others.
    ///
    /// # Errors
    /// If the invitation is good no more.
    async fn release(&self, game_id: &str, code_hash: &str) -> Result<(), Problem>;

    /// Whether it was done under this key.
    ///
    /// # Errors
    /// If the store fails.
    async fn has_done(&self, player_id: &str, game_id: &str, deed: &Deed, key: &str)
    -> Result<bool, Problem>;
}

/// Who carries letters out.
#[derive(Clone)]
pub struct Clerk {
    postmaster: Postmaster,
    reader: Arc<Reader>,
    hands: Arc<dyn Hands>,
}

/// What became of a message.
struct Done {
    state: MailInState,
    why: String,
    player_id: Option<String>,
    game_id: Option<String>,
}

impl Done {
    fn ignored(why: &str) -> Self {
        Self { state: MailInState::Ignored, why: why.to_owned(), player_id: None, game_id: None }
    }
}

/// Why it is not known what becomes of a message.
enum Undone {
    /// The store failed, or something else that may pass.
    Failed(String),
}

impl From<StoreError> for Undone {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.to_string())
    }
}

/// Starts the work; it ends with the runtime.
pub fn start(clerk: Clerk) {
    tokio::spawn(async move {
        loop {
            match clerk.carry_out().await {
                // There may be more than are taken at once.
                Ok(found) if found > 0 => continue,
                Ok(_) => {}
                Err(error) => tracing::error!(%error, "mail could not be looked at"),
            }
            tokio::time::sleep(EVERY).await;
        }
    });
}

impl Clerk {
    /// One that reads as `reader` does, and does with `hands` what is asked.
    pub fn new(postmaster: Postmaster, reader: Arc<Reader>, hands: Arc<dyn Hands>) -> Self {
        Self { postmaster, reader, hands }
    }

    /// Carries out what waits, some of it; how much.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn carry_out(&self) -> Result<usize, StoreError> {
        let Postmaster { store, ambient, .. } = &self.postmaster;
        let lease = data_encoding::HEXLOWER.encode(&ambient.bytes::<16>());
        let now = ambient.now();
        let found = store.lease_inbox(now, Time(now.0 + LEASE), &lease, AT_ONCE).await?;
        for message in &found {
            // By itself: what goes wrong with one is no matter of the others.
            let (clerk, of) = (self.clone(), message.clone());
            let carried = tokio::spawn(async move { clerk.message(&of).await }).await;
            let id = message.row.id.clone();
            let lease = lease.clone();
            let change = match carried {
                Ok(Ok(Done { state, why, player_id, game_id })) => {
                    tracing::info!(mail = id, state = state.as_str(), why, "a mail was carried out");
                    InboxChange::Done { id, lease, state, why, player_id, game_id, at: ambient.now() }
                }
                Ok(Err(Undone::Failed(error))) => self.again(message, lease, &error),
                Err(panic) => self.again(message, lease, &panic.to_string()),
            };
            match store.commit(Change::Inbox(Box::new(change))).await {
                Ok(()) | Err(CommitError::Conflict) => {}
                Err(CommitError::Failed(error)) => return Err(error),
            }
        }
        Ok(found.len())
    }

    /// It is tried again later, but not for ever.
    fn again(&self, message: &MailInFound, lease: String, error: &str) -> InboxChange {
        let (id, at) = (message.row.id.clone(), self.postmaster.ambient.now());
        let [luck] = self.postmaster.ambient.bytes();
        tracing::error!(mail = id, error, "a mail could not be carried out");
        match schedule::wait(message.row.attempts + 1, luck, None) {
            Some(wait) => InboxChange::Again { id, lease, next_at: Time(at.0 + wait.as_millis() as i64) },
            None => {
                let (state, why) = (MailInState::Failed, "too many attempts".to_owned());
                InboxChange::Done { id, lease, state, why, player_id: None, game_id: None, at }
            }
        }
    }

    async fn message(&self, message: &MailInFound) -> Result<Done, Undone> {
        let (reader, raw, recipient) =
            (Arc::clone(&self.reader), message.raw.clone(), message.row.recipient.clone());
        let read = tokio::task::spawn_blocking(move || reader.read(&raw, recipient.as_deref())).await;
        match read.map_err(|error| Undone::Failed(error.to_string()))? {
            Incoming::Ignored(why) => Ok(Done::ignored(why.as_str())),
            Incoming::Bounce(bounce) => self.bounce(&bounce).await,
            Incoming::Letter(letter) => self.letter(message, &letter).await,
        }
    }

    /// Mail of ours has come back: if it will for good, and again and again, no more is sent.
    async fn bounce(&self, bounce: &Bounce) -> Result<Done, Undone> {
        let Postmaster { store, ambient, keys, .. } = &self.postmaster;
        let named = bounce.to.key().and_then(|key| Some((key, keys.bounced(key)?)));
        let Some((key, player_id)) = named else { return Ok(Done::ignored("bounce")) };
        let mailbox = store.mailbox(&player_id).await?;
        let confirmed = mailbox.and_then(|mailbox| mailbox.confirmed);
        let Some(address) = confirmed.filter(|address| keys.bounce_is(key, &player_id, &address.normal))
        else {
            return Ok(Done::ignored("bounce"));
        };
        if bounce.for_good {
            let at = ambient.now();
            let (most, since) = (MOST_BOUNCES, Time(at.0 - BOUNCING_FOR));
            let bounced =
                MailChange::Bounced { player_id: player_id.clone(), normal: address.normal, at, most, since };
            self.change(bounced).await?;
        }
        Ok(Done { player_id: Some(player_id), ..Done::ignored("bounce") })
    }

    /// A conflict is no matter: what was to be changed is another by now.
    async fn change(&self, change: MailChange) -> Result<(), Undone> {
        match self.postmaster.store.commit(Change::Mail(Box::new(change))).await {
            Ok(()) | Err(CommitError::Conflict) => Ok(()),
            Err(CommitError::Failed(error)) => Err(error.into()),
        }
    }
}
