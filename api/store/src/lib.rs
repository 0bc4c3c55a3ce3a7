//! Persistent storage, and the single writer through which it changes.
//!
//! A [`Backend`] is a database, SQLite or PostgreSQL; nothing above it knows which. All changes go
//! to one [`Store`]. Its writer batches waiting changes: a batch shares one transaction, and each
//! change is answered when it is durable.

pub mod accounts;
mod backend;
mod batch;
mod batch_loader;
pub mod blocks;
mod clock_step;
mod commit;
mod commit_error;
mod database;
mod decode;
pub mod deliveries;
mod error;
pub mod feed_readers;
pub mod feeds;
mod filter;
mod freshness;
pub mod games;
mod health;
pub mod heartbeat;
pub mod idempotency;
#[cfg(test)]
mod imports;
pub mod inbox;
pub mod jobs;
mod leases;
pub mod mail;
pub mod messages;
mod migrations;
pub mod move_queues;
pub mod notes;
mod open;
mod open_error;
pub mod outages;
mod page;
pub mod players;
pub mod postgres;
pub mod probe;
mod restore;
pub mod retention;
mod retry;
pub mod scores;
mod settings;
mod sql;
pub mod sqlite;
pub mod supervise;
mod table;
mod tables;
pub mod tickets;
pub mod tokens;
pub mod webhooks;
mod write;
mod writer;

pub use backend::Backend;
pub use batch::QueuedWrite;
pub use blocks::{BlockRow, MAX_BLOCKS};
pub use commit_error::{CommitError, CommitFailed};
pub use database::Database;
pub use deliveries::{DeliveryRow, MAX_REQUESTED_DELIVERIES, NewDelivery};
pub use error::StoreError;
pub use feed_readers::FeedReader;
pub use filter::{Filter, ListScope, SearchFacets};
pub use freshness::{Freshness, FreshnessKey};
pub use games::lists::MyTurnCursor;
pub use games::new_game::NewGame;
pub use games::step::{SeatUpdate, Step};
pub use health::Health;
pub use inbox::{
    Channel, InboundMailJob, InboundMailRow, InboundMailState, MailOrder, NewInboundMail,
    ReplyClass, ReplyCounts,
};
pub use jobs::{JobRow, JobState, JobUpdate, Queue, QueueRow};
pub use leases::LeaseTerm;
pub use mail::codes::RecoveryRow;
pub use mail::invitations::{InvitationRow, NewInvitation};
pub use mail::keys::{KeyGame, KeyRow};
pub use mail::mailbox_row::{Confirmed, MailboxRow, MailboxState, NextAddress, PendingAddress};
pub use mail::outbox::{MailKind, MailRow, NewMail};
pub use mail::quotas::{AddressQuota, OFFER_PREFIX};
pub use mail::threads::{ThreadCursorUpdate, ThreadRow};
pub use messages::{MessageRead, MessageRow};
pub use move_queues::{MoveQueueRow, QueueUpdate};
pub use notes::NoteRow;
pub use open::{open, open_read_only, pending_migrations};
pub use open_error::OpenError;
pub use page::Page;
pub use restore::{
    RESTORED_AT, Report, RestoreError, RestoredGame, RestoredToken, TIMELINE, new_timeline,
    restore_copy, restore_in_place,
};
pub use retry::retry_conflicts;
pub use scores::{ScoreEntry, ScoreRow, StoredScoreRow};
pub use tokens::MAX_TOKENS;
pub use webhooks::{MAX_WEBHOOKS, WebhookRow, WebhookState};
pub use write::{AnyWrite, Write, WriteResult};
pub use writer::Store;
