//! Results of restores.

use std::path::PathBuf;

use broadside_domain::time::Time;

use crate::open_error::OpenError;

/// A game in progress that was reset to a backup.
#[derive(Clone, Debug)]
pub struct RestoredGame {
    pub id: String,
    pub ruleset: String,
    pub status: String,
    /// Names of the players, in the order of the seats.
    pub players: Vec<String>,
    /// Length of the log.
    pub events: u64,
    /// Time when the last event of the log was decided.
    pub last_at: Time,
}

/// A token that is valid in a backup.
#[derive(Clone, Debug)]
pub struct RestoredToken {
    pub id: String,
    pub name: String,
    /// Name of the player.
    pub player: String,
    pub created_at: Time,
}

/// Result of a finished restore.
#[derive(Debug)]
pub struct Report {
    pub timeline: String,
    /// Games that were in progress, oldest first.
    pub games: Vec<RestoredGame>,
    /// Tokens that are valid in the backup, and may have been revoked since; oldest first.
    pub tokens: Vec<RestoredToken>,
    /// Number of emails that waited to be sent or processed, and were dropped.
    pub letters: u64,
    /// Number of messages to webhooks that waited to be sent, and were dropped.
    pub messages: u64,
    /// Path of the previous database; `None` if there was none.
    pub before: Option<PathBuf>,
}

#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The database to replace cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("{} cannot be restored: {}; nothing was changed", .0.display(), .1)]
    Copy(PathBuf, String),
    #[error("{} cannot be read or written: {}; run the same command again", .0.display(), .1)]
    Io(PathBuf, std::io::Error),
    #[error("{0} connections of running nodes are open: stop all nodes first; nothing was changed")]
    Nodes(i64),
    /// The database failed. If it failed at the commit, the outcome is unknown; a second run is
    /// safe in either case.
    #[error("the database failed: {0}; run the same command again")]
    Database(#[from] sqlx::Error),
}
