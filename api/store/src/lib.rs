//! Persistent storage, and the single writer through which it changes.
//!
//! A [`Backend`] is a database; nothing above it knows which. All changes go to one [`Store`]. Its writer batches
//! waiting changes: a batch shares one transaction, and each change is answered when it is durable.

mod append;
mod batch_loader;
mod database;
mod decode;
mod erasures;
mod error;
mod filter;
mod game_changes;
mod health;
mod inbox;
mod leases;
mod mail;
mod migrations;
mod newly_seated;
mod outages;
pub mod postgres;
mod reads;
mod restore;
mod retry;
mod scores;
pub mod sqlite;
pub mod supervise;
mod talk;
mod vault;
mod webhooks;
mod writer;
mod writes;

use std::sync::Arc;

use async_trait::async_trait;
use broadside_domain::challenge::{ChallengePlace, ChallengeRow, ChallengeState, Counts, Side};
use broadside_domain::feed::{FeedCursor, FeedItem, Notification};
use broadside_domain::game::{AudienceMask, EventRow, StoredGame};
use broadside_domain::idempotency::{IdempotencyKey, IdempotencyRecord};
use broadside_domain::player::{PlayerRow, TicketRow, TokenRow};
use broadside_domain::time::Time;
use broadside_domain::time_control::Outage;
use broadside_engine::seat::Seat;
pub use database::Database;
pub use erasures::{Erased, Erasure, ErasureLog, erasures_beside};
pub use error::StoreError;
pub use filter::{Filter, ListScope, SearchFacets};
pub use game_changes::{ClockUpdate, Freshness, FreshnessKey, NewGame, SeatUpdate, Step, Vacations};
pub use health::Health;
pub use inbox::{
    Channel, Inbox, InboxChange, MailInFound, MailInRow, MailInState, NewMailIn, ReplyCounts, Tally,
};
pub use leases::Leases;
pub use mail::{
    Acceptance, AddressChange, AddressQuota, Asked, Cadence, CodeAsked, Confirmed, DeliveryAttempt,
    FeedBatch, InvitationRow, KeyRow, Mail, MailChange, MailKind, MailRow, MailState, MailboxRow,
    MailboxState, NewInvitation, NewMail, NextAddress, ThreadCursorUpdate, ThreadRow, UpsertMailbox,
};
pub use outages::{Alive, NodeClock, StoredClocks};
pub use restore::{
    GameBack, RESTORED_AT, Report, RestoreError, TIMELINE, is_held, new_timeline, release, restore_copy,
    restore_in_place,
};
pub use retry::retry_conflicts;
pub use scores::{ScoreAppend, ScoreEntry, ScoreRow, ScoreStore, StoredScoreRow};
pub use talk::{BlockRow, MessageRead, MessageRow, NoteRow, SocialChange, SocialStore};
pub use vault::{EncryptError, Keys, KeysError, LockedOut, Vault, encrypt, looks_encrypted};
pub use webhooks::{
    Attempted, DeliveryRow, DeliveryState, MOST_ASKED_FOR, MOST_WEBHOOKS, NewDelivery, WebhookChange,
    WebhookRow, WebhookState, Webhooks,
};
pub use writer::Store;

/// Change to the database. It is made completely or not at all.
#[derive(Clone)]
pub enum Change {
    /// Creates a player with a first token.
    NewPlayer(PlayerRow, TokenRow),
    /// Renames a player. `None` deletes the account and its tokens, for good. A conflict if the account is already
    /// deleted.
    Rename(String, Option<String>),
    /// Adds a token. A conflict if the account is deleted or already has [`MOST_TOKENS`] tokens.
    NewToken(TokenRow),
    /// Deletes the token with this id.
    RevokeToken(String),
    /// Renames the token with this id. A conflict if there is no such token.
    NameToken(String, String),
    /// Replaces a token, which stays valid until `ends_at`. A conflict if there is no such token, or if the player
    /// already has [`MOST_TOKENS`] tokens.
    RotateToken {
        /// Id of the old token.
        id: String,
        /// Time at which the old token ends.
        ends_at: Time,
        /// The new token.
        next: TokenRow,
    },
    /// Deletes tokens that have expired by this time.
    ForgetTokens(Time),
    /// Creates a game. A conflict if the account of its creator is deleted, if the creator has reached a limit (games
    /// that have not begun, or invitations or challenges in a day), or if the game is the rematch of a game that
    /// already has one.
    NewGame(Box<NewGame>),
    /// Adds a step to a game.
    Step(Box<Step>),
    /// Records that the clocks of a game were processed.
    Attend(Box<ClockUpdate>),
    /// Replaces the vacations of a player. A conflict if they have changed since the decision.
    Vacations(Box<Vacations>),
    /// Replaces the invitation code of a seat. A conflict unless the log of the game still has the length `from`.
    Reinvite {
        /// Id of the game.
        game_id: String,
        /// Length of the log that the change was decided on.
        from: u64,
        /// The seat.
        seat: Seat,
        /// Hash of the new code; empty for no code.
        code_hash: String,
    },
    /// Deletes responses to idempotent requests that were stored before this time.
    ForgetAnswers(Time),
    /// Adds a ticket.
    NewTicket(TicketRow),
    /// Spends the ticket with this hash. A conflict if there is no such ticket.
    SpendTicket(String),
    /// Deletes tickets that have expired by this time.
    ForgetTickets(Time),
    /// Enables the feed of a player: from now on, events of the player's games are written to it. A conflict if the
    /// account is deleted.
    WakeFeed(String),
    /// Marks the account of a player as a bot, or removes the mark.
    MarkBot(String, bool),
    /// Deletes feed entries from before this time, except those that a webhook or a mailbox has yet to read.
    ForgetFeeds(Time),
    /// Records the time of a test write in the setting `probed_at`.
    Probe(Time),
    /// Heartbeat of a node. It advances the clock, or stores why time-outs are suspended. A pause before it is an
    /// outage.
    Alive(Box<Alive>),
    /// Marks some of the games whose deadlines an outage moves, so that they are processed again. A heartbeat has
    /// written the outage. Repeat this until [`Backend::outage_to_move`] returns false.
    MoveGames,
    /// Records that the node with this id stops. It writes nothing after this. If its clock was in doubt, other nodes
    /// do not wait for it.
    Leave(String),
    /// Records that the operator confirms the clock, which shows this time.
    ConfirmClock(Time),
    /// Records in the settings which encryption keys the database needs. From now on, values are encrypted with another
    /// key.
    UseKeys(String),
    /// Adds or changes a message, a note or a block. A conflict if another change came first, or if the account of the
    /// acting player is deleted.
    Social(Box<SocialChange>),
    /// Appends to the changes of a score after the end of its game.
    Score(Box<ScoreAppend>),
    /// Changes a webhook.
    Webhook(Box<WebhookChange>),
    /// Changes a mailbox or mail.
    Mail(Box<MailChange>),
    /// Adds inbound mail, or records what became of it.
    Inbox(Box<InboxChange>),
}

impl Change {
    /// Returns true if the change adds to a game. Such changes are written together.
    fn grows(&self) -> bool {
        matches!(self, Self::NewGame(_) | Self::Step(_))
    }

    /// Returns the notices that players get if the change is made.
    fn notices(&self) -> &[Notification] {
        match self {
            Self::Attend(attention) => &attention.notices,
            Self::Social(change) => change.notices(),
            _ => &[],
        }
    }
}

/// Error of a commit.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CommitError {
    /// Another change came first: read the state again, and decide again.
    #[error("another change came first")]
    Conflict,
    /// The database failed.
    #[error(transparent)]
    Failed(#[from] StoreError),
}

impl CommitError {
    /// Returns `done` if a commit was made, and `None` after a conflict, as an attempt of [`retry_conflicts`] does.
    ///
    /// # Errors
    /// If the database failed.
    pub fn unless_conflict<T>(committed: Result<(), Self>, done: T) -> Result<Option<T>, StoreError> {
        match committed {
            Ok(()) => Ok(Some(done)),
            Err(Self::Conflict) => Ok(None),
            Err(Self::Failed(error)) => Err(error),
        }
    }
}

/// Opens a database, and runs the pending migrations.
///
/// # Errors
/// If the database cannot be opened. The error says why, and what would help.
pub async fn open(database: &Database, vault: &Vault) -> Result<Arc<dyn Backend>, OpenError> {
    let backend: Arc<dyn Backend> = match database {
        Database::Sqlite(file) => Arc::new(sqlite::Sqlite::open(file, vault).await?),
        Database::Postgres(address) => Arc::new(postgres::Postgres::open(address, vault).await?),
    };
    match use_keys(&*backend, vault).await {
        Ok(()) => Ok(backend),
        Err(error) => {
            // Nobody has used it yet, so an error here does not matter.
            let _ = backend.settle().await;
            Err(error)
        }
    }
}

/// Checks that a vault has the keys that a database needs, and records in the database that it needs the vault's first
/// key.
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

/// Opens a database read-only. A server may have it open.
///
/// # Errors
/// If the database cannot be opened, or migrations are pending. The error says why, and what would help.
pub async fn look(database: &Database, vault: &Vault) -> Result<Arc<dyn Backend>, OpenError> {
    // A missing file must not be reported as a database with old tables.
    if let Database::Sqlite(file) = database {
        sqlite::Sqlite::is_there(file)?;
    }
    let missing = to_migrate(database).await?;
    if !missing.is_empty() {
        return Err(OpenError::Old(missing.join(", ")));
    }
    look_at(database, vault).await
}

/// Checks that a vault has all keys that a database needs. Does not change the database.
///
/// # Errors
/// If a key is missing, or the database cannot be opened.
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

/// Returns the pending migrations of a database. Does not change the database.
///
/// # Errors
/// If the database cannot be opened. The error says why, and what would help.
pub async fn to_migrate(database: &Database) -> Result<Vec<String>, OpenError> {
    Ok(match database {
        Database::Sqlite(file) => sqlite::Sqlite::pending(file).await?,
        Database::Postgres(address) => postgres::Postgres::pending(address).await?,
    })
}

/// Error of opening a database.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Error of a SQLite file.
    #[error(transparent)]
    Sqlite(#[from] sqlite::OpenError),
    /// Error of a PostgreSQL database.
    #[error(transparent)]
    Postgres(#[from] postgres::OpenError),
    /// The database is encrypted with a key that is missing.
    #[error(transparent)]
    Locked(#[from] LockedOut),
    /// The database failed.
    #[error(transparent)]
    Failed(#[from] StoreError),
    /// Migrations are pending.
    #[error("the database lacks {0}: run `broadside migrate`, or start the server")]
    Old(String),
}

/// Failure of a commit.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CommitFailed {
    /// Nothing was written.
    #[error(transparent)]
    Nothing(StoreError),
    /// The outcome is unknown: the database did not say whether the changes were written.
    #[error(transparent)]
    Unknown(StoreError),
}

impl From<CommitFailed> for StoreError {
    fn from(failed: CommitFailed) -> Self {
        match failed {
            CommitFailed::Nothing(error) => error,
            CommitFailed::Unknown(error) => Self::InDoubt(error.to_string()),
        }
    }
}

/// Result of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// The change was made.
    Yes,
    /// Another change came first.
    Conflict,
}

/// Page of ids before a cursor, newest first.
#[derive(Clone, Debug)]
pub struct Page {
    /// Exclusive upper bound of the ids.
    pub before: Option<String>,
    /// Maximum number of ids.
    pub limit: u32,
}

/// Game in which a player is to move, in a list sorted by urgency: by deadline, then by id. Games without a deadline
/// come last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MyTurnCursor {
    /// Deadline of the move; [`MyTurnCursor::NEVER`] without a clock.
    pub deadline: Time,
    /// The game's id.
    pub game_id: String,
}

impl MyTurnCursor {
    /// Time that sorts after every deadline.
    pub const NEVER: Time = Time(i64::MAX);
}

/// Maximum number of tokens of a player.
pub const MOST_TOKENS: usize = 50;
/// Maximum number of players that a player may block.
pub const MOST_BLOCKS: usize = 500;

/// Text that sorts after every id.
const LAST: &str = "~";

/// Database. It returns only committed data.
#[async_trait]
pub trait Backend: SocialStore + ScoreStore + Webhooks + Mail + Inbox + Leases {
    /// Returns true if other processes may change the database. Cached data must then be checked against it before use.
    fn shared(&self) -> bool;

    /// Makes all changes in one transaction, and returns for each change whether it was made.
    async fn commit(&self, changes: &[Change]) -> Result<Vec<Done>, CommitFailed>;

    /// Returns the value of a setting. If the setting has no value yet, sets it to `value` first.
    async fn setting(&self, name: &str, value: &str) -> Result<String, StoreError>;

    /// Returns the value of a setting, if it has one.
    async fn setting_now(&self, name: &str) -> Result<Option<String>, StoreError>;

    /// Returns the ids of the games in progress that the last restore took back to a backup and that have not continued
    /// since, in order.
    async fn games_gone_back(&self) -> Result<Vec<String>, StoreError>;

    /// Returns a player.
    async fn player(&self, id: &str) -> Result<Option<PlayerRow>, StoreError>;

    /// Returns the tokens with these hashes. Leaves out unknown hashes.
    async fn tokens(&self, hashes: &[String]) -> Result<Vec<TokenRow>, StoreError>;

    /// Returns the tokens of a player, oldest first.
    async fn tokens_of(&self, player_id: &str) -> Result<Vec<TokenRow>, StoreError>;

    /// Returns the current state of these tokens and games.
    async fn glances(&self, asked: &[FreshnessKey]) -> Result<Vec<(FreshnessKey, Freshness)>, StoreError>;

    /// Returns these games, each with its newest snapshot and the log entries after it. Leaves out unknown ids.
    async fn games(
        &self,
        ids: &[String],
    ) -> Result<Vec<(String, Result<StoredGame, StoreError>)>, StoreError>;

    /// Returns a game with its newest snapshot and the log entries after it.
    async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        self.games(&[id.to_owned()]).await?.pop().map(|(_, game)| game).transpose()
    }

    /// Returns the log entries of a game that these viewers can see, oldest first, without the first `after` of them.
    async fn events(
        &self,
        game_id: &str,
        viewer: AudienceMask,
        after: u64,
        limit: u32,
    ) -> Result<Vec<EventRow>, StoreError>;

    /// Returns the whole log of a game, oldest first.
    async fn log(&self, game_id: &str) -> Result<Vec<EventRow>, StoreError>;

    /// Returns the ids of all games after an id, in order.
    async fn game_ids(&self, after: &str, limit: u32) -> Result<Vec<String>, StoreError>;

    /// Returns the ids of the games in which a player has a seat or a reserved seat, newest first.
    async fn games_of(&self, player_id: &str, page: &Page) -> Result<Vec<String>, StoreError>;

    /// Returns the games in which a player is to move, the most urgent first. With `after`, returns only the games
    /// after that one.
    async fn turns_of(
        &self,
        player_id: &str,
        after: Option<&MyTurnCursor>,
        limit: u32,
    ) -> Result<Vec<MyTurnCursor>, StoreError>;

    /// Returns the ids of the games in a list that match a filter, newest first.
    async fn find(
        &self,
        among: ListScope,
        player_id: &str,
        filter: &Filter,
        page: &Page,
    ) -> Result<Vec<String>, StoreError>;

    /// Returns the id of the rematch of a game.
    async fn rematch_of(&self, game_id: &str) -> Result<Option<String>, StoreError>;

    /// Returns the challenges on one side of a player that are in this state, newest first. With `before`, returns only
    /// the challenges before that place.
    async fn challenges(
        &self,
        player_id: &str,
        side: Side,
        state: ChallengeState,
        before: Option<&ChallengePlace>,
        limit: u32,
    ) -> Result<Vec<ChallengeRow>, StoreError>;

    /// Returns the number of games that a player has created and that have not begun.
    async fn unbegun(&self, player_id: &str) -> Result<u64, StoreError>;

    /// Returns the number of games with bots in which a player has a seat and that are not over.
    async fn bot_games(&self, player_id: &str) -> Result<u64, StoreError>;

    /// Returns the ids of games in which a bot had to act before the first time or has to act after the second, at most
    /// `limit`. A time in the far future comes from a clock that was wrong.
    async fn bot_turns(&self, before: Time, after: Time, limit: u32) -> Result<Vec<String>, StoreError>;

    /// Returns the number of challenges, in any state, that a player has made in games with an id after `since`.
    async fn challenges_made(&self, player_id: &str, since: &str) -> Result<u64, StoreError>;

    /// Returns the number of games against others that a player has finished. Counts at most `most` games.
    async fn games_finished(&self, player_id: &str, most: u32) -> Result<u32, StoreError>;

    /// Returns the numbers of current games and open challenges of a player.
    async fn counts(&self, player_id: &str) -> Result<Counts, StoreError>;

    /// Returns the ids of games that must be processed by now even if nothing else happens in them, at most `limit`.
    async fn due(&self, now: Time, limit: u32) -> Result<Vec<String>, StoreError>;

    /// Returns all outages that may still concern a turn, in chronological order.
    async fn outages(&self) -> Result<Vec<Outage>, StoreError>;

    /// Returns true while an outage moves the deadlines of games that are not marked yet.
    async fn outage_to_move(&self) -> Result<bool, StoreError>;

    /// Returns the outage that a heartbeat of a node whose clock shows this time would end. Returns `None` if the pause
    /// is no outage yet.
    async fn outage_until(&self, now: Time) -> Result<Option<Outage>, StoreError>;

    /// Returns everything that is known of clocks. Finds out whether the database is on another machine only if
    /// `locate` is true, because that takes more queries. Otherwise the clock of the database counts as not
    /// independent.
    async fn clocks(&self, locate: bool) -> Result<StoredClocks, StoreError>;

    /// Returns the positions of these players' feeds. Leaves out players without a feed.
    async fn heads(&self, player_ids: &[String]) -> Result<Vec<(String, FeedCursor)>, StoreError>;

    /// Returns the entries of a player's feed after a number, oldest first. Old entries may be deleted already.
    async fn feed(&self, player_id: &str, after: u64, limit: u32) -> Result<Vec<FeedItem>, StoreError>;

    /// Returns the ids of the current games in which a player has a seat or a reserved seat, oldest first. Returns only
    /// ids after `after`.
    async fn current_games_of(
        &self,
        player_id: &str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<String>, StoreError>;

    /// Returns the ticket with this hash.
    async fn ticket(&self, hash: &str) -> Result<Option<TicketRow>, StoreError>;

    /// Sends a notification to the other nodes, if there can be any. A notification may get lost.
    async fn tell(&self, what: &str) -> Result<(), StoreError>;

    /// Receives the notifications of all nodes, including this one, until the connection ends. Calls `on_notification` with
    /// `None` at the start.
    async fn listen(
        &self,
        on_notification: &(dyn for<'a> Fn(Option<&'a str>) + Send + Sync),
    ) -> Result<(), StoreError>;

    /// Returns the response stored for an idempotency key.
    async fn answer(&self, key: &IdempotencyKey) -> Result<Option<IdempotencyRecord>, StoreError>;

    /// Flushes all writes and closes the database, because the process is about to end.
    async fn settle(&self) -> Result<(), StoreError>;

    /// Checks that nobody has deleted or replaced the files of the database. Checks nothing for a database server.
    fn check_files(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Checks that the database answers.
    async fn ping(&self) -> Result<(), StoreError>;
}
