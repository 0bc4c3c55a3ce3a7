//! Carrying out what came in: each sender's letters in the order in which they came, each whole or not at all.
//!
//! What a letter asks for is done as the same is over HTTP, under an idempotency key made of the letter. So whoever is killed in the
//! middle does it again from the beginning, and nothing is done twice: what was done is answered again, and a letter whose move was
//! made is not read anew, for it was about the game as it was before.

mod answer;
mod judge;
mod plan;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use broadside_engine::notation;
use broadside_engine::ruleset::Viewer;
pub use plan::Deed;
use plan::Plan;

use super::Postmaster;
use crate::ambient::Time;
use crate::mail::read::{Bounce, Incoming, Letter, Reader, SentTo};
use crate::mail::{Address, ReplyKey};
use crate::play::Loaded;
use crate::problem::{Kind, Problem};
use crate::store::{
    Cadence, Change, CommitError, InboxChange, MailChange, MailInFound, MailInState, MailboxRow, MailboxWish,
    StoreError,
};
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

    async fn letter(&self, message: &MailInFound, letter: &Letter) -> Result<Done, Undone> {
        let store = &self.postmaster.store;
        let Ok(address) = Address::read(&letter.from) else { return Ok(Done::ignored("stranger")) };
        let Some(mailbox) = store.mailbox_at(address.normal()).await? else {
            return Ok(Done::ignored("stranger"));
        };
        let player_id = mailbox.player_id.clone();
        self.change(MailChange::Heard(player_id.clone())).await?;
        let writer = Writer { message, letter, mailbox, address };
        let done = match self.game_of(&player_id, &letter.to).await? {
            Meant::Unknown => self.refuse(&writer, None, "unknown key", answer::Answer::UnknownKey).await?,
            Meant::Several => self.refuse(&writer, None, "several keys", answer::Answer::SeveralKeys).await?,
            Meant::NoGame => self.read(&writer, None).await?,
            Meant::Game(game) => self.read(&writer, Some(*game)).await?,
        };
        Ok(Done { player_id: Some(player_id), ..done })
    }

    /// The game that a letter of a player is about.
    async fn game_of(&self, player_id: &str, to: &SentTo) -> Result<Meant, Undone> {
        let key = match to {
            SentTo::SeveralKeys => return Ok(Meant::Several),
            SentTo::Service | SentTo::Elsewhere => return Ok(Meant::NoGame),
            SentTo::Key(key) => key,
        };
        // One that mail comes back to is none to be answered to, but whoever writes there means us.
        if self.postmaster.keys.bounced(key).is_some() {
            return Ok(Meant::NoGame);
        }
        let Some(key) = ReplyKey::read(key) else { return Ok(Meant::Unknown) };
        let row = self.postmaster.store.mail_key(&key.hash()).await?;
        // Whether there is such a key is told to nobody but the one whose it is.
        let Some(row) = row.filter(|row| row.player_id == player_id) else { return Ok(Meant::Unknown) };
        let loaded = self.postmaster.play.game(&row.game_id).await.map_err(passing)?;
        let meant = loaded.and_then(|loaded| {
            let viewer = loaded.viewer(player_id)?;
            Some(Meant::Game(Box::new(About { loaded, viewer, turn: row.turn })))
        });
        Ok(meant.unwrap_or(Meant::Unknown))
    }

    /// Reads what a letter says, and does it.
    async fn read(&self, writer: &Writer<'_>, game: Option<About>) -> Result<Done, Undone> {
        let key = format!("mail {}", writer.message.row.id);
        let player_id = &writer.mailbox.player_id;
        if let Some(game) = &game {
            for deed in Deed::all_kinds() {
                if self.hands.has_done(player_id, &game.loaded.row.id, &deed, &key).await.map_err(passing)?
                    && deed.ends()
                {
                    return self.accept(writer, Some(game), &[]).await;
                }
            }
        }
        if writer.letter.text.trim().is_empty() {
            return self.refuse(writer, game.as_ref(), "nothing said", answer::Answer::Nothing).await;
        }
        let view = game.as_ref().map(|game| game.loaded.game.view(game.viewer));
        let said = match notation::read(&writer.letter.text, view.as_ref()) {
            Ok(said) => said,
            Err(errors) => {
                let errors = errors.iter().map(ToString::to_string).collect();
                return self
                    .refuse(writer, game.as_ref(), "not understood", answer::Answer::Errors(errors))
                    .await;
            }
        };
        let plan = match Plan::of(&said) {
            Ok(plan) => plan,
            Err(why) => {
                return self
                    .refuse(writer, game.as_ref(), "too much at once", answer::Answer::Errors(vec![why]))
                    .await;
            }
        };
        if let Some(game) = &game {
            if plan.is_of_turn() && game.turn != game.loaded.game.turn() {
                return self.refuse(writer, Some(game), "past turn", answer::Answer::TurnIsOver).await;
            }
            if let Err(why) = judge::judge(&game.loaded, player_id, &plan, &said) {
                return self.refuse(writer, Some(game), "refused", answer::Answer::Errors(vec![why])).await;
            }
        }
        if plan.preview {
            return self
                .refuse(writer, game.as_ref(), "preview", answer::Answer::Fine(plan.lines(&said)))
                .await;
        }
        if let Some(game) = &game {
            for deed in &plan.deeds {
                match self.hands.perform(player_id, &game.loaded.row.id, deed, &key).await {
                    Ok(()) => {}
                    Err(problem) if may_pass(&problem) => return Err(passing(problem)),
                    Err(problem) => {
                        let why = vec![problem.detail().to_owned()];
                        return self.refuse(writer, Some(game), "refused", answer::Answer::Errors(why)).await;
                    }
                }
            }
        }
        self.set(writer, &plan).await?;
        if plan.never {
            return Ok(Done {
                state: MailInState::Taken,
                why: "never".to_owned(),
                player_id: None,
                game_id: None,
            });
        }
        if plan.help {
            return self.help(writer, game.as_ref(), &plan, &said).await;
        }
        self.accept(writer, game.as_ref(), &plan.lines(&said)).await
    }

    /// Sets what of the mailbox is to be another.
    async fn set(&self, writer: &Writer<'_>, plan: &Plan) -> Result<(), Undone> {
        let (row, now) = (&writer.mailbox, self.postmaster.ambient.now());
        if plan.never {
            let (player_id, normal) = (row.player_id.clone(), writer.address.normal().to_owned());
            let address_hash = self.postmaster.keys.address_hash(&writer.address);
            self.change(MailChange::TurnOff {
                player_id: player_id.clone(),
                normal: normal.clone(),
                at: now,
            })
            .await?;
            return self
                .change(MailChange::Refuse { address_hash, player_id, normal: Some(normal), at: now })
                .await;
        }
        if plan.settings.is_empty() {
            return Ok(());
        }
        let mut wish = MailboxWish {
            player_id: row.player_id.clone(),
            cadence: row.cadence,
            sheets: row.sheets,
            lang: row.lang.clone(),
            before: Some(row.changed_at),
            asked: row.asked.clone(),
            counted: None,
            mail: None,
            at: now.max(Time(row.changed_at.0 + 1)),
        };
        for setting in &plan.settings {
            match setting {
                notation::Setting::Mail(cadence) => {
                    wish.cadence = match cadence {
                        notation::Cadence::Each => Cadence::Each,
                        notation::Cadence::Digest => Cadence::Digest,
                        notation::Cadence::Reminders => Cadence::Reminders,
                        notation::Cadence::Off => Cadence::Off,
                    }
                }
                notation::Setting::Sheets(sheets) => wish.sheets = *sheets,
                notation::Setting::Language(notation::Language::English) => wish.lang = "en".to_owned(),
                notation::Setting::Language(notation::Language::Italian) => wish.lang = "it".to_owned(),
            }
        }
        match self.postmaster.store.commit(Change::Mail(Box::new(MailChange::Want(wish)))).await {
            Ok(()) => Ok(()),
            // It was changed at the same moment: what it says now is looked at again.
            Err(error) => Err(Undone::Failed(error.to_string())),
        }
    }
}

/// A letter of a player.
struct Writer<'a> {
    message: &'a MailInFound,
    letter: &'a Letter,
    mailbox: MailboxRow,
    address: Address,
}

/// The game that a letter is about.
struct About {
    loaded: Arc<Loaded>,
    viewer: Viewer,
    /// The turn in which the mail that it answers was written.
    turn: u32,
}

/// What a letter is about.
enum Meant {
    /// A game.
    Game(Box<About>),
    /// No game.
    NoGame,
    /// A key that is none of its writer's.
    Unknown,
    /// Several keys.
    Several,
}

/// Whether it may be otherwise another time, whatever the letter says.
fn may_pass(problem: &Problem) -> bool {
    matches!(problem.kind(), Kind::Internal | Kind::Unavailable | Kind::InFlight | Kind::Timeout)
}

fn passing(problem: Problem) -> Undone {
    Undone::Failed(problem.detail().to_owned())
}

/// How many letters of a player were refused within a day.
impl Clerk {
    async fn refused_of_late(&self, player_id: &str) -> Result<usize, Undone> {
        let since = Time(self.postmaster.ambient.now().0 - A_DAY);
        let rows = self.postmaster.store.mails_in(Some(player_id), None, 2 * MOST_REFUSALS as u32).await?;
        let late =
            |row: &&crate::store::MailInRow| row.state == MailInState::Refused && row.received_at > since;
        Ok(rows.iter().filter(late).count())
    }
}
