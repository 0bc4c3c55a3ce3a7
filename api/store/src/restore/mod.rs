//! Restores: a backup replaces a database, and begins a new timeline.
//!
//! A restore changes the database in one transaction ([`mark`]). For SQLite, this happens in a
//! private copy of the backup, which then replaces the file ([`sqlite`]). For PostgreSQL, which is
//! restored with its own tools, it happens in the database itself ([`postgres`]).

mod mark;
mod postgres;
mod report;
mod sqlite;
pub(crate) mod timeline;

pub use self::postgres::restore_in_place;
pub use self::report::{Report, RestoreError, RestoredGame, RestoredToken};
pub use self::sqlite::restore_copy;
pub use self::timeline::{RESTORED_AT, TIMELINE, new_timeline};
