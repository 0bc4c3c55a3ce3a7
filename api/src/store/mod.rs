//! What is kept, and the one way in which it changes.
//!
//! A [`Backend`] is a database; nothing above it knows which. All changes are handed to one [`Store`], whose writer
//! gathers those that wait into one transaction: they share its commit, and each is answered when it is durable.

mod arrivals;
mod challenge;
mod erasures;
mod error;
mod filter;
mod gather;
mod growth;
mod health;
mod inbox;
mod kept;
mod leases;
mod mail;
mod migrations;
mod outages;
pub mod postgres;
mod reads;
mod restore;
mod rows;
pub mod sqlite;
mod talk;
mod times;
mod vault;
mod webhooks;
mod writer;
mod writes;

use std::sync::Arc;

use async_trait::async_trait;
use broadside_engine::ruleset::Seat;

use crate::ambient::Time;
use crate::config::Database;
pub use challenge::{Challenge, ChallengePlace, ChallengeRow, ChallengeState, Counts, Side};
pub use erasures::{Erased, Erasure, ErasureLog, erasures_beside};
pub use error::StoreError;
pub use filter::{Among, Filter, Traits};
pub use health::Health;
pub use inbox::{Inbox, InboxChange, MailInFound, MailInRow, MailInState, NewMailIn, Tallies, Tally, Way};
pub use kept::{
    About, Answer, AnswerKey, Attention, Course, EventRow, Fed, FeedRow, GameRow, Glance, Glanced, Head,
    Heard, Mask, Moment, NewGame, Notice, PlayerRow, SeatKind, SeatRow, Seating, Step, StoredGame, TicketRow,
    TokenRow, Vacations,
};
pub use leases::Leases;
pub use mail::{
    Acceptance, AddressChange, Asked, Cadence, CodeAsked, Composed, Confirmed, Counted, InvitationRow,
    KeyRow, Mail, MailChange, MailKind, MailRow, MailState, MailTried, MailboxRow, MailboxState, MailboxWish,
    NewInvitation, NewMail, NextAddress, ThreadRow, ThreadStep,
};
pub use outages::{Alive, NodeClock, Outage, StoredClocks};
pub use restore::{
    GameBack, RESTORED_AT, Report, RestoreError, Restored, TIMELINE, is_held, new_timeline, release,
    restore_copy, restore_in_place,
};
pub use talk::{BlockRow, MessageRead, MessageRow, NoteRow, Saying, Talk};
pub use times::{Run, SeatTime, Times, Vacation};
pub use vault::{EncryptError, Keys, KeysError, LockedOut, Vault, encrypt, looks_encrypted};
pub use webhooks::{
    Attempted, DeliveryRow, DeliveryState, MOST_ASKED_FOR, MOST_WEBHOOKS, NewDelivery, WebhookChange,
    WebhookRow, WebhookState, Webhooks,
};
pub use writer::Store;

/// Something that changes what is kept. Taken whole or not at all.
#[derive(Clone)]
pub enum Change {
    /// A new player with its first token.
    NewPlayer(PlayerRow, TokenRow),
    /// A player has another name; without one the account and its tokens are gone, for good.
    Rename(String, Option<String>),
    /// A new token of a player that is still there and has fewer than [`MOST_TOKENS`].
    NewToken(TokenRow),
    /// The token with this id is gone.
    RevokeToken(String),
    /// The token with this id has another name; a conflict if it is not there.
    NameToken(String, String),
    /// A token takes the place of the one with this id, which opens nothing from a time on; a conflict if that is not
    /// there, or there are [`MOST_TOKENS`] already.
    RotateToken {
        /// The id of the one that ends.
        id: String,
        /// When it ends.
        ends_at: Time,
        /// The one that follows it.
        next: TokenRow,
    },
    /// Tokens that have expired by this time are forgotten.
    ForgetTokens(Time),
    /// A new game; a conflict if its player has no room for it or is gone, or has invited or challenged as many as it may in a day,
    /// or if it is the rematch of a game that has one.
    NewGame(Box<NewGame>),
    /// A step of a game.
    Step(Box<Step>),
    /// The clocks of a game have been attended to.
    Attend(Box<Attention>),
    /// A player has other vacations; a conflict if it had others before.
    Vacations(Box<Vacations>),
    /// Another code invites to a seat of a game, which is at this version.
    Reinvite {
        /// The game's id.
        game_id: String,
        /// The length of the log that it was decided on.
        from: u64,
        /// Which seat.
        seat: Seat,
        /// The hash of the code; empty for none.
        code_hash: String,
    },
    /// Answers given before this time are forgotten.
    ForgetAnswers(Time),
    /// A new ticket.
    NewTicket(TicketRow),
    /// The ticket with this hash is spent; a conflict if it is not there.
    SpendTicket(String),
    /// Tickets that have expired by this time are forgotten.
    ForgetTickets(Time),
    /// Somebody listens to what the games of this player bring it: from now on its feed is kept up. A conflict if it is gone.
    WakeFeed(String),
    /// What feeds say of the time before this is forgotten, but for what webhooks and mailboxes are still to be told.
    ForgetFeeds(Time),
    /// A probe wrote at this time. Keeps `probed_at` in the settings.
    Probe(Time),
    /// A node is alive: the clock goes on, or the reason why time-outs are suspended is kept. A pause before it is an outage.
    Alive(Box<Alive>),
    /// Some of the games whose deadline an outage moves are to be looked at again; a heartbeat has written the outage. To be repeated
    /// until [`Backend::outage_to_move`] says that there is none left.
    MoveGames,
    /// The node with this id stops: it writes nothing any more, and if its clock was in doubt, no other node waits for it.
    Leave(String),
    /// The operator confirms that the clock is right, which shows this time.
    ConfirmClock(Time),
    /// Values are encrypted with another key from now on. Keeps which keys the database needs in the settings.
    UseKeys(String),
    /// Something said, noted or blocked; a conflict if something else came first, or whoever does it is gone.
    Say(Box<Saying>),
    /// Something changes a webhook.
    Webhook(Box<WebhookChange>),
    /// Something changes a mailbox, or mail.
    Mail(Box<MailChange>),
    /// Mail has come in, or something has become of it.
    Inbox(Box<InboxChange>),
}

impl Change {
    /// Whether it adds to a game: such changes are written together.
    fn grows(&self) -> bool {
        matches!(self, Self::NewGame(_) | Self::Step(_))
    }

    /// What it tells players, if it is made.
    fn notices(&self) -> &[Notice] {
        match self {
            Self::Attend(attention) => &attention.notices,
            Self::Say(saying) => saying.notices(),
            _ => &[],
        }
    }
}

/// Why a change was not made.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CommitError {
    /// Something else came first: look again and decide anew.
    #[error("another change came first")]
    Conflict,
    /// The database failed.
    #[error(transparent)]
    Failed(#[from] StoreError),
}

/// Opens a database, and brings its tables up to date.
///
/// # Errors
/// If it cannot be opened: why, and what would help.
pub async fn open(database: &Database, vault: &Vault) -> Result<Arc<dyn Backend>, OpenError> {
    let backend: Arc<dyn Backend> = match database {
        Database::Sqlite(file) => Arc::new(sqlite::Sqlite::open(file, vault).await?),
        Database::Postgres(address) => Arc::new(postgres::Postgres::open(address, vault).await?),
    };
    match use_keys(&*backend, vault).await {
        Ok(()) => Ok(backend),
        Err(error) => {
            // Nothing has been done with it.
            let _ = backend.settle().await;
            Err(error)
        }
    }
}

/// Checks that a database can be used with the keys of a vault, and notes in it that it needs the first.
async fn use_keys(backend: &dyn Backend, vault: &Vault) -> Result<(), OpenError> {
    let kept = backend.setting_now(vault::ENCRYPTION).await?;
    if let Some(needed) = vault.register(kept.as_deref())? {
        tracing::info!(
            key = vault.first(),
            "secrets are encrypted with this key from now on; `broadside encrypt` encrypts what is stored already"
        );
        backend.commit(&[Change::UseKeys(needed)]).await.map_err(StoreError::from)?;
    }
    Ok(())
}

/// Opens a database to be looked at alone: nothing of it is changed. A server may have it open.
///
/// # Errors
/// If it cannot be opened, or its tables are not up to date: why, and what would help.
pub async fn look(database: &Database, vault: &Vault) -> Result<Arc<dyn Backend>, OpenError> {
    // Not told as one whose tables are old.
    if let Database::Sqlite(file) = database {
        sqlite::Sqlite::is_there(file)?;
    }
    let missing = to_migrate(database).await?;
    if !missing.is_empty() {
        return Err(OpenError::Old(missing.join(", ")));
    }
    look_at(database, vault).await
}

/// Checks that the keys of a vault are all that a database needs; it stays as it is.
///
/// # Errors
/// If one is missing, or the database cannot be opened.
pub async fn check_keys(database: &Database, vault: &Vault) -> Result<(), OpenError> {
    look_at(database, vault).await.map(drop)
}

async fn look_at(database: &Database, vault: &Vault) -> Result<Arc<dyn Backend>, OpenError> {
    let backend: Arc<dyn Backend> = match database {
        Database::Sqlite(file) => Arc::new(sqlite::Sqlite::look(file, vault).await?),
        Database::Postgres(address) => Arc::new(postgres::Postgres::look(address, vault).await?),
    };
    vault.register(backend.setting_now(vault::ENCRYPTION).await?.as_deref())?;
    Ok(backend)
}

/// What would have to be done to bring the tables of a database up to date; it stays as it is.
///
/// # Errors
/// If it cannot be opened: why, and what would help.
pub async fn to_migrate(database: &Database) -> Result<Vec<String>, OpenError> {
    Ok(match database {
        Database::Sqlite(file) => sqlite::Sqlite::pending(file).await?,
        Database::Postgres(address) => postgres::Postgres::pending(address).await?,
    })
}

/// Why a database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A SQLite file.
    #[error(transparent)]
    Sqlite(#[from] sqlite::OpenError),
    /// A PostgreSQL database.
    #[error(transparent)]
    Postgres(#[from] postgres::OpenError),
    /// It is encrypted with a key that is not there.
    #[error(transparent)]
    Locked(#[from] LockedOut),
    /// It failed.
    #[error(transparent)]
    Failed(#[from] StoreError),
    /// Its tables are not up to date.
    #[error("the database lacks {0}: run `broadside migrate`, or start the server")]
    Old(String),
}

/// A commit that failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Uncommitted {
    /// Nothing of it was written.
    #[error(transparent)]
    Nothing(StoreError),
    /// The database did not say whether it was written.
    #[error(transparent)]
    Unknown(StoreError),
}

impl From<Uncommitted> for StoreError {
    fn from(failed: Uncommitted) -> Self {
        match failed {
            Uncommitted::Nothing(error) => error,
            Uncommitted::Unknown(error) => Self::InDoubt(error.to_string()),
        }
    }
}

/// Which of the two a change met: done, or a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// It was made.
    Yes,
    /// Something else came first.
    Conflict,
}

/// A page of ids, newest first: those before the cursor.
#[derive(Clone, Debug)]
pub struct Page {
    /// Only ids before this one.
    pub before: Option<String>,
    /// How many at most.
    pub limit: u32,
}

/// A game in which somebody is to move, in the order of urgency: by its deadline, those without one last, then by id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// When the move must have been made; [`Turn::NEVER`] without a clock.
    pub deadline: Time,
    /// The game's id.
    pub game_id: String,
}

impl Turn {
    /// After every deadline.
    pub const NEVER: Time = Time(i64::MAX);
}

/// The most tokens a player may have.
pub const MOST_TOKENS: usize = 50;
/// The most players whom a player may block.
pub const MOST_BLOCKS: usize = 500;

/// A text that comes after every id.
const LAST: &str = "~";

/// A database. Everything it answers is committed.
#[async_trait]
pub trait Backend: Talk + Webhooks + Mail + Inbox + Leases {
    /// Whether other processes may change it: what is in memory is then to be compared with it before it is told.
    fn shared(&self) -> bool;

    /// Makes all these changes in one transaction, and says of each whether it was made.
    async fn commit(&self, changes: &[Change]) -> Result<Vec<Done>, Uncommitted>;

    /// The value of a setting, which is set to `value` if there is none yet.
    async fn setting(&self, name: &str, value: &str) -> Result<String, StoreError>;

    /// The value of a setting, if it has one.
    async fn setting_now(&self, name: &str) -> Result<Option<String>, StoreError>;

    /// The ids of the games in progress that went back at the last restore and have not gone on since, in order.
    async fn games_gone_back(&self) -> Result<Vec<String>, StoreError>;

    /// A player.
    async fn player(&self, id: &str) -> Result<Option<PlayerRow>, StoreError>;

    /// The tokens with these hashes, as far as there are such.
    async fn tokens(&self, hashes: &[String]) -> Result<Vec<TokenRow>, StoreError>;

    /// A player's tokens, oldest first.
    async fn tokens_of(&self, player_id: &str) -> Result<Vec<TokenRow>, StoreError>;

    /// How these tokens and games are now.
    async fn glances(&self, asked: &[Glanced]) -> Result<Vec<(Glanced, Glance)>, StoreError>;

    /// These games, as far as there are such, each with its newest snapshot and what the log adds to it.
    async fn games(
        &self,
        ids: &[String],
    ) -> Result<Vec<(String, Result<StoredGame, StoreError>)>, StoreError>;

    /// A game, with its newest snapshot and what the log adds to it.
    async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        self.games(&[id.to_owned()]).await?.pop().map(|(_, game)| game).transpose()
    }

    /// The entries of a game's log that these viewers can see, oldest first, from a number of them on.
    async fn events(
        &self,
        game_id: &str,
        viewer: Mask,
        after: u64,
        limit: u32,
    ) -> Result<Vec<EventRow>, StoreError>;

    /// The whole log of a game, oldest first.
    async fn log(&self, game_id: &str) -> Result<Vec<EventRow>, StoreError>;

    /// The ids of all games, in order, from after one of them on.
    async fn game_ids(&self, after: &str, limit: u32) -> Result<Vec<String>, StoreError>;

    /// The ids of the games in which a player has a seat or one is kept for it, newest first.
    async fn games_of(&self, player_id: &str, page: &Page) -> Result<Vec<String>, StoreError>;

    /// The games in which a player is to move, the most urgent first; only those after one of them, if it is named.
    async fn turns_of(
        &self,
        player_id: &str,
        after: Option<&Turn>,
        limit: u32,
    ) -> Result<Vec<Turn>, StoreError>;

    /// The ids of the games among those of a kind that a filter lets through, newest first.
    async fn find(
        &self,
        among: Among,
        player_id: &str,
        filter: &Filter,
        page: &Page,
    ) -> Result<Vec<String>, StoreError>;

    /// The id of the game that is the rematch of a game.
    async fn rematch_of(&self, game_id: &str) -> Result<Option<String>, StoreError>;

    /// The challenges on one side of a player that are in this state, newest first; only those before a place, if it is
    /// named.
    async fn challenges(
        &self,
        player_id: &str,
        side: Side,
        state: ChallengeState,
        before: Option<&ChallengePlace>,
        limit: u32,
    ) -> Result<Vec<ChallengeRow>, StoreError>;

    /// How many games a player has made that have not begun.
    async fn unbegun(&self, player_id: &str) -> Result<u64, StoreError>;

    /// How many challenges a player has made in games with an id behind this one, whatever has become of them.
    async fn challenges_made(&self, player_id: &str, since: &str) -> Result<u64, StoreError>;

    /// How many games against others a player has finished; no more than so many are counted.
    async fn games_finished(&self, player_id: &str, most: u32) -> Result<u32, StoreError>;

    /// What waits for a player.
    async fn counts(&self, player_id: &str) -> Result<Counts, StoreError>;

    /// Games that must be looked at by now, if for nothing else; at most so many.
    async fn due(&self, now: Time, limit: u32) -> Result<Vec<String>, StoreError>;

    /// All outages that may still concern a turn, in the order of time.
    async fn outages(&self) -> Result<Vec<Outage>, StoreError>;

    /// True while games are to be marked whose deadlines an outage moves.
    async fn outage_to_move(&self) -> Result<bool, StoreError>;

    /// The outage that a heartbeat of a node would end that goes by this time, if it is one by now.
    async fn outage_until(&self, now: Time) -> Result<Option<Outage>, StoreError>;

    /// Everything that is known of clocks. Only on request it says whether the database is on another machine, which takes
    /// more questions; otherwise its clock counts as not independent.
    async fn clocks(&self, locate: bool) -> Result<StoredClocks, StoreError>;

    /// Where the feeds of these players are, as far as there are such.
    async fn heads(&self, player_ids: &[String]) -> Result<Vec<(String, Head)>, StoreError>;

    /// What a player's feed says after a number, as far as it is still there, oldest first.
    async fn feed(&self, player_id: &str, after: u64, limit: u32) -> Result<Vec<FeedRow>, StoreError>;

    /// The ids of the games in which a player has a seat or one is kept for it and which are on, oldest first, from after
    /// one of them on.
    async fn current_games_of(
        &self,
        player_id: &str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<String>, StoreError>;

    /// The ticket with this hash.
    async fn ticket(&self, hash: &str) -> Result<Option<TicketRow>, StoreError>;

    /// Tells other nodes something, if there can be others. What is told may get lost.
    async fn tell(&self, what: &str) -> Result<(), StoreError>;

    /// Hears what nodes tell, this one among them, until the connection breaks. `heard` is given `None` when it begins.
    async fn listen(&self, heard: &(dyn for<'a> Fn(Option<&'a str>) + Send + Sync))
    -> Result<(), StoreError>;

    /// The answer kept for a key.
    async fn answer(&self, key: &AnswerKey) -> Result<Option<Answer>, StoreError>;

    /// Brings what is written into its final place, for the process is about to end.
    async fn settle(&self) -> Result<(), StoreError>;

    /// Checks that nobody has deleted or replaced the files of the database. Of a server's database it checks nothing.
    fn check_files(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Whether the database answers.
    async fn ping(&self) -> Result<(), StoreError>;
}
