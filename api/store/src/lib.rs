//! Persistent storage, and the single writer through which it changes.
//!
//! A [`Backend`] is a database, SQLite or PostgreSQL; nothing above it knows which. All changes go
//! to one [`Store`]. Its writer batches waiting changes: a batch shares one transaction, and each
//! change is answered when it is durable.

pub mod accounts;
mod append;
mod backend;
mod batch;
mod batch_loader;
pub mod blocks;
mod database;
mod decode;
pub mod deliveries;
mod error;
pub mod feed_readers;
pub mod feeds;
mod filter;
mod freshness;
mod game_changes;
pub mod games;
mod health;
pub mod heartbeat;
pub mod idempotency;
pub mod inbox;
pub mod jobs;
mod leases;
pub mod mail;
pub mod messages;
mod migrations;
pub mod move_queues;
pub mod notes;
mod open_error;
pub mod outages;
pub mod players;
pub mod postgres;
pub mod probe;
mod restore;
mod retry;
pub mod scores;
mod settings;
mod sql;
pub mod sqlite;
pub mod supervise;
pub mod tickets;
pub mod tokens;
pub mod webhooks;
pub mod write;
mod writer;

pub use accounts::Farewell;
pub(crate) use backend::Engine;
pub use backend::{Backend, open, open_read_only, pending_migrations};
pub use batch::QueuedWrite;
pub use blocks::{BlockRow, MOST_BLOCKS};
use broadside_domain::time::Time;
pub use database::Database;
pub use deliveries::{DeliveryRow, MOST_ASKED_FOR, NewDelivery};
pub use error::StoreError;
pub use feed_readers::FeedReader;
pub use filter::{Filter, ListScope, SearchFacets};
pub use game_changes::{Freshness, FreshnessKey, NewGame, SeatUpdate, Step};
pub use health::Health;
pub use inbox::{
    Channel, MailInFound, MailInRow, MailInState, MailOrder, NewMailIn, ReplyClass, ReplyCounts,
};
pub use jobs::{JobRow, JobState, JobUpdate, Queue, QueueRow};
pub use leases::LeaseTerm;
pub use mail::codes::RecoveryRow;
pub use mail::invitations::{InvitationRow, NewInvitation};
pub use mail::keys::{KeyGame, KeyRow};
pub use mail::mailbox_row::{
    Confirmed, Frequency, MailboxRow, MailboxState, NextAddress, PendingAddress,
};
pub use mail::outbox::{MailKind, MailRow, NewMail};
pub use mail::quotas::{AddressQuota, OFFERS};
pub use mail::threads::{ThreadCursorUpdate, ThreadRow};
pub use messages::{MessageRead, MessageRow};
pub use move_queues::{MoveQueueRow, QueueUpdate};
pub use notes::NoteRow;
pub use open_error::OpenError;
pub use restore::{
    GameBack, RESTORED_AT, Report, RestoreError, TIMELINE, TokenBack, new_timeline, restore_copy,
    restore_in_place,
};
pub use retry::retry_conflicts;
pub use scores::{ScoreEntry, ScoreRow, StoredScoreRow};
pub use tokens::MOST_TOKENS;
pub use webhooks::{MOST_WEBHOOKS, WebhookRow, WebhookState};
pub use write::{Done, Write};
pub use writer::Store;

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
