//! Carrying out what came in: each sender's letters in the order in which they came, each whole or not at all.
//!
//! What a letter asks for is judged, and then kept with it as a plan, before anything of it is done. Each thing is done as the same is
//! over HTTP, under an idempotency key made of the letter, and noted in the plan. So whoever is killed in the middle leaves to
//! others where to go on, and nothing is done twice: a letter that has a plan is not read anew, for it was about the game as it was
//! before.

mod answer;
mod besides;
mod commands;
mod confirmed;
mod expire;
mod host;
mod invited;
mod judge;
mod letter;
mod perform;
mod plan;
mod tally;

use std::sync::{Arc, Once};
use std::time::Duration;

use async_trait::async_trait;
use futures_util::future::join_all;
pub use plan::Deed;
use serde_json::Value;
use tokio::task::JoinSet;

use super::Postmaster;
use crate::ambient::Time;
use crate::mail::Address;
use crate::mail::read::{Bounce, Incoming, Reader};
use crate::problem::Problem;
use crate::secret::Secret;
use crate::store::{
    Change, CommitError, InboxChange, MailChange, MailInFound, MailInState, MailboxRow, StoreError, Tally,
};
use crate::supervise;
use crate::work::schedule;

/// How often it is looked for mail.
const EVERY: Duration = Duration::from_secs(1);
/// How often it is looked for invitations that have expired.
const EXPIRE_EVERY: Duration = Duration::from_mins(1);
/// How long a message belongs to a node: longer than it can take to carry it out.
const LEASE: i64 = 5 * 60 * 1000;
/// How many messages are carried out at once.
const AT_ONCE: u32 = 8;
/// After so many mails have come back, the first of them so long ago, a mailbox is turned off.
const MOST_BOUNCES: u32 = 3;
const BOUNCING_FOR: i64 = 2 * 24 * 60 * 60 * 1000;
/// Does for a player what can be done over HTTP.
#[async_trait]
pub trait Hands: Send + Sync {
    /// Judges whether all of this would be done in a game, one after the other, from what the player knows alone. Nothing is done.
    ///
    /// # Errors
    /// The first that would not be, and what HTTP would answer.
    async fn judge(&self, player_id: &str, game_id: &str, deeds: &[Deed]) -> Result<(), (usize, Problem)>;

    /// Judges the same of a player who takes the seat of an invitation before, whose code has this hash; the id is empty of one who
    /// has no account yet.
    ///
    /// # Errors
    /// The first that would not be, and what HTTP would answer.
    async fn judge_invited(
        &self,
        player_id: &str,
        game_id: &str,
        code_hash: &str,
        deeds: &[Deed],
    ) -> Result<(), (usize, Problem)>;

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

    /// Sends a code that gives a token to an address whose reader has asked for it, if that is somebody's and has not been sent many;
    /// whether it was sent.
    ///
    /// # Errors
    /// If the store fails.
    async fn send_code(&self, address: &Address) -> Result<bool, Problem>;

    /// The mailbox whose address waits for this code.
    ///
    /// # Errors
    /// If the store fails.
    async fn asked(&self, code: &Secret) -> Result<Option<MailboxRow>, Problem>;

    /// Confirms the address that waits in a mailbox, as `POST /v1/players/me/mailbox/confirm` does; whether it was not another player's.
    ///
    /// # Errors
    /// If the store fails.
    async fn confirm(&self, row: &MailboxRow) -> Result<bool, Problem>;

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

    /// Does it in a game; in this turn or not at all, if one is named. Under the same key it is done once.
    ///
    /// # Errors
    /// What HTTP would answer instead; [`Kind::Stale`](crate::problem::Kind::Stale) if the turn is over.
    async fn perform(
        &self,
        player_id: &str,
        game_id: &str,
        deed: &Deed,
        turn: Option<u32>,
        key: &str,
    ) -> Result<(), Problem>;
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
    tally: Tally,
    /// The invitation that it declines, by the hash of its key.
    declined: Option<String>,
}

impl Done {
    fn ignored(why: &str) -> Self {
        let (state, why) = (MailInState::Ignored, why.to_owned());
        Self { state, why, player_id: None, game_id: None, tally: Tally::Nothing, declined: None }
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

/// Starts the work.
pub fn start(tasks: &mut JoinSet<()>, clerk: Clerk) {
    let ending = clerk.clone();
    supervise::spawn(tasks, "mail invitations", move || {
        let clerk = ending.clone();
        async move {
            loop {
                if let Err(error) = clerk.expire().await {
                    tracing::error!(%error, "expiring invitations by mail failed");
                }
                tokio::time::sleep(EXPIRE_EVERY).await;
            }
        }
    });
    supervise::spawn(tasks, "mail in", move || {
        let clerk = clerk.clone();
        async move {
            loop {
                match clerk.carry_out().await {
                    // There may be more than are taken at once.
                    Ok(found) if found > 0 => continue,
                    Ok(_) => {}
                    Err(error) => tracing::error!(%error, "processing incoming mail failed"),
                }
                tokio::time::sleep(EVERY).await;
            }
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
        // Nobody's waits for that of others.
        let carried = join_all(found.iter().map(|message| self.one(message, &lease))).await;
        carried.into_iter().collect::<Result<Vec<()>, _>>()?;
        Ok(found.len())
    }

    /// Carries a message out, and notes what has become of it.
    async fn one(&self, message: &MailInFound, lease: &str) -> Result<(), StoreError> {
        // By itself: what goes wrong with one is no matter of the others.
        let (clerk, of, by) = (self.clone(), message.clone(), lease.to_owned());
        let carried = tokio::spawn(async move { clerk.message(&of, &by).await }).await;
        let (id, lease) = (message.row.id.clone(), lease.to_owned());
        let change = match carried {
            Ok(Ok(Done { state, why, player_id, game_id, tally, declined })) => {
                tracing::info!(mail = id, state = state.as_str(), why, "a mail was carried out");
                let at = self.postmaster.ambient.now();
                InboxChange::Done { id, lease, state, why, player_id, game_id, tally, declined, at }
            }
            Ok(Err(Undone::Failed(error))) => self.again(message, lease, error),
            // What it says could have words of the letter in it.
            Err(_) => self.again(message, lease, "the work on it panicked".to_owned()),
        };
        match self.postmaster.store.commit(Change::Inbox(Box::new(change))).await {
            Ok(()) | Err(CommitError::Conflict) => Ok(()),
            Err(CommitError::Failed(error)) => Err(error),
        }
    }

    /// It is tried again later, but not for ever.
    fn again(&self, message: &MailInFound, lease: String, why: String) -> InboxChange {
        let (id, at) = (message.row.id.clone(), self.postmaster.ambient.now());
        let [luck] = self.postmaster.ambient.bytes();
        tracing::error!(mail = id, error = why, "a mail could not be carried out");
        match schedule::wait(message.row.attempts + 1, luck, None) {
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

    async fn message(&self, message: &MailInFound, lease: &str) -> Result<Done, Undone> {
        let (reader, raw, recipient) =
            (Arc::clone(&self.reader), message.raw.clone(), message.row.recipient.clone());
        let read = tokio::task::spawn_blocking(move || reader.read(&raw, recipient.as_deref())).await;
        match read.map_err(|_| Undone::Failed("reading it panicked".to_owned()))? {
            Incoming::Ignored(why) => Ok(Done::ignored(why.as_str())),
            Incoming::Bounce(bounce) => self.bounce(&bounce).await,
            Incoming::Letter(letter) => {
                if letter.unchecked {
                    self.warn_of_silence(&message.row.id);
                }
                self.letter(message, lease, &letter).await
            }
        }
    }

    /// A name that no mail server has checks nothing, and nobody would see it.
    fn warn_of_silence(&self, mail: &str) {
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
