//! Persistent storage, and the single writer through which it changes.
//!
//! A [`Backend`] is a database, SQLite or PostgreSQL; nothing above it knows which. All changes go
//! to one [`Store`]. Its writer batches waiting changes: a batch shares one transaction, and each
//! change is answered when it is durable.

mod append;
mod backend;
mod batch;
mod batch_loader;
mod database;
mod decode;
mod error;
mod feed_readers;
mod feeds;
mod filter;
mod freshness;
mod game_changes;
mod games;
mod health;
mod idempotency;
mod inbox;
mod jobs;
mod leases;
mod mail;
mod migrations;
mod move_queues;
mod open_error;
mod outages;
mod players;
pub mod postgres;
mod restore;
mod retry;
mod scores;
mod settings;
mod social;
mod sql;
pub mod sqlite;
pub mod supervise;
mod tokens;
mod webhooks;
mod writer;

pub(crate) use backend::Engine;
pub use backend::{Backend, open, open_read_only, pending_migrations};
use broadside_domain::env::Env;
use broadside_domain::feed::Notification;
use broadside_domain::player::{PlayerRow, TicketRow, TokenRow};
use broadside_domain::time::Time;
use broadside_engine::seat::Seat;
pub use database::Database;
pub use error::StoreError;
pub use feed_readers::FeedReader;
pub use filter::{Filter, ListScope, SearchFacets};
pub use game_changes::{
    ClockUpdate, Freshness, FreshnessKey, NewGame, SeatUpdate, Step, Vacations,
};
pub use health::Health;
pub use inbox::{
    Channel, InboxChange, MailInFound, MailInRow, MailInState, MailOrder, NewMailIn, ReplyClass,
    ReplyCounts,
};
pub use jobs::{JobRow, JobState, JobUpdate, Queue, QueueRow};
pub use leases::LeaseTerm;
pub use mail::{
    Acceptance, AddressChange, AddressQuota, CodeAsked, Confirmed, DeliveryAttempt, Farewell,
    FeedBatch, Frequency, InvitationRow, KeyGame, KeyRow, MailChange, MailKind, MailRow,
    MailboxRow, MailboxState, NewInvitation, NewMail, NextAddress, OFFERS, PendingAddress,
    RecoveryRequest, RecoveryRow, SignUp, SignUpOffer, ThreadCursorUpdate, ThreadRow,
    UpsertMailbox,
};
pub use move_queues::{MoveQueueChange, MoveQueueRow, QueueUpdate};
pub use open_error::OpenError;
pub use restore::{
    GameBack, RESTORED_AT, Report, RestoreError, TIMELINE, TokenBack, new_timeline, restore_copy,
    restore_in_place,
};
pub use retry::retry_conflicts;
pub use scores::{ScoreAppend, ScoreEntry, ScoreRow, StoredScoreRow};
pub use social::{BlockRow, MOST_BLOCKS, MessageRead, MessageRow, NoteRow, SocialChange};
pub use tokens::MOST_TOKENS;
pub use webhooks::{
    DeliveryResult, DeliveryRow, MOST_ASKED_FOR, MOST_WEBHOOKS, NewDelivery, WebhookChange,
    WebhookRow, WebhookState,
};
pub use writer::Store;

/// Change to the database. It is made completely or not at all.
#[derive(Clone)]
pub enum Change {
    /// Creates a player with a first token.
    NewPlayer(PlayerRow, TokenRow),
    /// Renames a player. A conflict if the account is deleted.
    Rename(String, String),
    /// Deletes the account of a player and its tokens, for good, and adds the mail that says so, if
    /// any. A conflict if the account is already deleted.
    DeletePlayer(String, Option<Box<Farewell>>),
    /// Adds a token. A conflict if the account is deleted or already has [`MOST_TOKENS`] tokens.
    NewToken(TokenRow),
    /// Deletes the token with this id.
    RevokeToken(String),
    /// Renames the token with this id. A conflict if there is no such token.
    NameToken(String, String),
    /// Records the first use of a token that replaced another one. A conflict if there is no such
    /// token.
    UseToken {
        /// Id of the token.
        id: String,
        /// Id of its player.
        player_id: String,
    },
    /// Replaces a token, which stays valid until `ends_at`. The new token takes the place of an
    /// earlier one that replaced it and was not used. A conflict if there is no such token, if the
    /// earlier one was used, or if the player already has [`MOST_TOKENS`] tokens.
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
    /// Creates a game. A conflict if the account of its creator is deleted, if the creator has
    /// reached a limit (games that have not begun, or invitations or challenges in a day), or if
    /// the game is the rematch of a game that already has one.
    NewGame(Box<NewGame>),
    /// Adds a step to a game.
    Step(Box<Step>),
    /// Records that the clocks of a game were processed.
    ProcessClocks(Box<ClockUpdate>),
    /// Replaces the vacations of a player. A conflict if they have changed since the decision.
    Vacations(Box<Vacations>),
    /// Replaces the invitation code of a seat. A conflict unless the log of the game still has the
    /// length `from`.
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
    /// Enables the feed of a player: from now on, events of the player's games are written to it. A
    /// conflict if the account is deleted.
    WakeFeed(String),
    /// Marks the account of a player as a bot, or removes the mark.
    MarkBot(String, bool),
    /// Deletes feed entries from before this time, except those that a webhook or a mailbox has yet
    /// to read.
    ForgetFeeds(Time),
    /// Releases a reader of a feed. A conflict if the lease is lost.
    ReleaseReader {
        /// Kind of the reader.
        reader: FeedReader,
        /// Id of the reader.
        id: String,
        /// Id of the lease.
        lease: String,
        /// Time of the release.
        at: Time,
    },
    /// Records the time of a test write in the setting `probed_at`.
    Probe(Time),
    /// Heartbeat of a node. A pause before it is an outage, and a wall clock that was set moves what
    /// is due.
    Beat(Env),
    /// Marks some of the games whose deadlines an outage moves, so that they are processed again. A
    /// heartbeat has written the outage. Repeat this until [`Backend::outage_to_move`] returns
    /// false.
    MoveGames,
    /// Adds or changes a message, a note or a block. A conflict if another change came first, or if
    /// the account of the acting player is deleted.
    Social(Box<SocialChange>),
    /// Changes the queue of a player's moves in a game. A conflict if another change came first, or
    /// if the account of the player is deleted.
    MoveQueue(Box<MoveQueueChange>),
    /// Appends to the changes of a score after the end of its game.
    Score(Box<ScoreAppend>),
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

impl Change {
    /// Returns true if the change adds to a game. Such changes are written together.
    fn grows(&self) -> bool {
        matches!(self, Self::NewGame(_) | Self::Step(_))
    }

    /// Returns the notices that players get if the change is made.
    fn notices(&self) -> &[Notification] {
        match self {
            Self::ProcessClocks(update) => &update.notices,
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
    /// Returns `done` if a commit was made, and `None` after a conflict, as an attempt of
    /// [`retry_conflicts`] does.
    ///
    /// # Errors
    /// If the database failed.
    pub fn unless_conflict<T>(
        committed: Result<(), Self>,
        done: T,
    ) -> Result<Option<T>, StoreError> {
        match committed {
            Ok(()) => Ok(Some(done)),
            Err(Self::Conflict) => Ok(None),
            Err(Self::Failed(error)) => Err(error),
        }
    }
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

impl Done {
    /// Returns the result of a statement that changed this number of rows: a conflict if it changed
    /// none.
    pub(crate) fn if_any(rows: u64) -> Self {
        match rows {
            0 => Self::Conflict,
            _ => Self::Yes,
        }
    }
}

/// Page of ids before a cursor, newest first.
#[derive(Clone, Debug)]
pub struct Page {
    /// Exclusive upper bound of the ids.
    pub before: Option<String>,
    /// Maximum number of ids.
    pub limit: u32,
}

/// Game in which a player is to move, in a list sorted by urgency: by deadline, then by id. Games
/// without a deadline come last.
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

/// Text that sorts after every id.
const LAST: &str = "~";
