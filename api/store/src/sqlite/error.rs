//! Errors of opening a SQLite database.

use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum SqliteOpenError {
    #[error(
        "{} belongs to another running broadside: stop that one first, or name another file with --database", .0.display()
    )]
    Taken(PathBuf),
    #[error("the directory {} does not exist: make it, or name another file with --database", .0.display())]
    NoDirectory(PathBuf),
    /// It has the tables of another program.
    #[error("{} is the database of another program: name another file with --database", .0.display())]
    Foreign(PathBuf),
    #[error("{} exists already: name a new file for the copy", .0.display())]
    Exists(PathBuf),
    /// A copy cannot be written.
    #[error("{} cannot be written: {}; make room, or name another file with --output", .0.display(), .1)]
    Unwritten(PathBuf, String),
    #[error("{} is damaged ({}): put a backup in its place with `broadside restore`", .0.display(), .1)]
    Damaged(PathBuf, String),
    #[error("{} cannot be used, because its disk is full: make room there, and start again", .0.display())]
    Full(PathBuf),
    #[error("{} cannot be opened: {}; name another file with --database", .0.display(), .1)]
    Io(PathBuf, std::io::Error),
    #[error(
        "{} is not a SQLite database: name another file with --database, or move this one away", .0.display()
    )]
    NoDatabase(PathBuf),
    /// A copy was put next to the -wal of another database.
    #[error(
        "{file}-wal is the log of another database: {file} was put beside it by hand, and SQLite would apply the log to it. \
         Nothing was changed. Move {file} to another name, and run `broadside restore` with that name: it moves the log out of \
         the way",
        file = .0.display()
    )]
    ForeignLog(PathBuf),
    /// The database does not belong to this service, or it belongs to a newer version.
    #[error(
        "{} cannot be used: {}; if a newer broadside made it, start that one, or name another file with --database",
        .0.display(), .1
    )]
    Unusable(PathBuf, String),
}

impl SqliteOpenError {
    /// Builds the error of a database that SQLite could not use, from SQLite's message
    /// (<https://www.sqlite.org/rescode.html>: `SQLITE_CORRUPT`, `SQLITE_FULL`).
    pub(super) fn unusable(file: &Path, message: impl ToString) -> Self {
        let file = file.to_owned();
        let message = message.to_string();
        if message.contains("malformed") {
            Self::Damaged(file, message)
        } else if message.contains("database or disk is full") {
            Self::Full(file)
        } else {
            Self::Unusable(file, message)
        }
    }
}
