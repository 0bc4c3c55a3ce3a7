//! Restores: a backup takes the place of a database, and begins another timeline.
//!
//! Everything that a restore changes inside the database is one transaction ([`mark`]). For SQLite it runs in a private copy
//! of the backup, which then takes the place of the file ([`swap`]); for PostgreSQL, whose own tools bring the database back,
//! in the database itself.

mod connection;
mod copy;
mod erase;
mod in_place;
mod mark;
mod swap;

use std::path::PathBuf;

use broadside_engine::ruleset::Viewer;
use serde::{Deserialize, Serialize};

pub use self::copy::restore_copy;
pub use self::in_place::{is_held, release, restore_in_place};
pub use self::mark::GameBack;
pub(super) use self::swap::{complete, is_ready};
use super::OpenError;
use crate::ambient::{Ambient, Time};

/// The setting with the id of the timeline.
pub const TIMELINE: &str = "timeline";
/// The setting that keeps mail and webhooks back; it holds the time of the restore.
pub(super) const HOLD: &str = "hold";

/// The condition of every query that takes work to be sent: nothing is sent between a restore and its release.
macro_rules! not_held {
    () => {
        "NOT EXISTS (SELECT 1 FROM settings WHERE name = 'hold')"
    };
}
pub(super) use not_held;

/// A new id of a timeline.
pub fn new_timeline(ambient: &Ambient) -> String {
    data_encoding::HEXLOWER.encode(&ambient.bytes::<4>())
}

/// A return of a game to a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restored {
    /// When the backup was restored.
    #[serde(with = "millis")]
    pub at: Time,
    /// The length of the log then.
    pub events: u64,
    /// When the last of these events was decided.
    #[serde(with = "millis")]
    pub last_at: Time,
    /// How many of these events each viewer sees: the public, and the seats in order.
    seen: Vec<u64>,
}

impl Restored {
    /// The number of the last event that the game kept, of those that a viewer can see.
    pub fn version(&self, viewer: Viewer) -> u64 {
        let place = viewer.seat().map_or(0, |seat| usize::from(seat.number()));
        self.seen.get(place).copied().unwrap_or_default()
    }
}

mod millis {
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::ambient::Time;

    pub(super) fn serialize<S: Serializer>(time: &Time, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(time.0)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Time, D::Error> {
        i64::deserialize(deserializer).map(Time)
    }
}

/// A finished restore.
#[derive(Debug)]
pub struct Report {
    /// The id of the new timeline.
    pub timeline: String,
    /// The games that were in progress, oldest first.
    pub games: Vec<GameBack>,
    /// How many erasures and revocations were made again.
    pub erased: u64,
    /// Where the database from before lies now; `None` if there was none.
    pub before: Option<PathBuf>,
}

/// Why nothing was restored.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The database to replace cannot be taken.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database to replace is in use.
    #[error(transparent)]
    Sqlite(#[from] super::sqlite::OpenError),
    /// The copy cannot be used.
    #[error("{} cannot be restored: {}; nothing was changed", .0.display(), .1)]
    Copy(PathBuf, String),
    /// A file cannot be read or written.
    #[error("{} cannot be read or written: {}; run the same command again", .0.display(), .1)]
    Io(PathBuf, std::io::Error),
    /// An erasure log cannot be read.
    #[error("line {} of {} cannot be read; correct or remove it and run the same command again", .1, .0.display())]
    Erasures(PathBuf, usize),
    /// Nodes have the database open.
    #[error("{0} connections of running nodes are open: stop all nodes first; nothing was changed")]
    Nodes(i64),
    /// The database failed.
    #[error("the database failed: {0}; nothing was changed")]
    Database(#[from] sqlx::Error),
}
