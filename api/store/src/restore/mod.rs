//! Restores: a backup replaces a database, and begins a new timeline.
//!
//! A restore changes the database in one transaction ([`mark`]). For SQLite, this happens in a
//! private copy of the backup, which then replaces the file ([`sqlite`]). For PostgreSQL, which is
//! restored with its own tools, it happens in the database itself ([`postgres`]).

mod mark;
mod postgres;
mod sqlite;

use std::path::PathBuf;

pub use self::mark::{GameBack, TokenBack};
pub use self::postgres::restore_in_place;
pub use self::sqlite::restore_copy;
use super::OpenError;
use broadside_domain::env::Env;

/// Setting with the id of the timeline.
pub const TIMELINE: &str = "timeline";
/// Setting with the time of the last restore. A database that was never restored does not have it.
pub const RESTORED_AT: &str = "restored_at";
/// Generates the id of a new timeline.
pub fn new_timeline(env: &Env) -> String {
    data_encoding::HEXLOWER.encode(&env.random_bytes::<4>())
}

/// Result of a finished restore.
#[derive(Debug)]
pub struct Report {
    /// Id of the new timeline.
    pub timeline: String,
    /// Games that were in progress, oldest first.
    pub games: Vec<GameBack>,
    /// Tokens that are valid in the backup, and may have been revoked since; oldest first.
    pub tokens: Vec<TokenBack>,
    /// Number of letters that waited to be sent or processed, and were dropped.
    pub letters: u64,
    /// Number of messages to webhooks that waited to be sent, and were dropped.
    pub messages: u64,
    /// Path of the previous database; `None` if there was none.
    pub before: Option<PathBuf>,
}

/// Reason why nothing was restored.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The database to replace cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The copy cannot be used.
    #[error("{} cannot be restored: {}; nothing was changed", .0.display(), .1)]
    Copy(PathBuf, String),
    /// A file cannot be read or written.
    #[error("{} cannot be read or written: {}; run the same command again", .0.display(), .1)]
    Io(PathBuf, std::io::Error),
    /// Nodes have the database open.
    #[error("{0} connections of running nodes are open: stop all nodes first; nothing was changed")]
    Nodes(i64),
    /// The database failed. If it failed at the commit, the outcome is unknown; a second run is
    /// safe in either case.
    #[error("the database failed: {0}; run the same command again")]
    Database(#[from] sqlx::Error),
}
