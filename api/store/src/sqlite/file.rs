//! The file of a database, and the files next to it.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use broadside_domain::private;
use sqlx::sqlite::SqliteConnectOptions;

use super::error::SqliteOpenError;

/// Checks that a file is a database, or can become one.
pub(crate) fn check_header(file: &Path) -> Result<(), SqliteOpenError> {
    const MAGIC: &[u8] = b"SQLite format 3\0";
    let directory = file.parent().filter(|directory| !directory.as_os_str().is_empty());
    if let Some(missing) = directory.filter(|directory| !directory.exists()) {
        return Err(SqliteOpenError::NoDirectory(missing.to_owned()));
    }
    let mut header = Vec::new();
    let read = match File::open(file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        opened => opened.and_then(|open| open.take(20).read_to_end(&mut header)),
    };
    read.map_err(|error| SqliteOpenError::Io(file.to_owned(), error))?;
    // SQLite turns an empty file into a database.
    if !header.is_empty() && !header.starts_with(MAGIC) {
        return Err(SqliteOpenError::NoDatabase(file.to_owned()));
    }
    // Versions of the format (https://www.sqlite.org/fileformat.html): 2 from before a -wal is
    // created until after it is removed, and 1 in every copy that `broadside backup` makes. SQLite
    // does not compare them, and would apply the -wal.
    let has_log = std::fs::metadata(sibling(file, "-wal")).is_ok_and(|log| log.len() > 0);
    if header.get(18..20) == Some(&[1, 1]) && has_log {
        return Err(SqliteOpenError::ForeignLog(file.to_owned()));
    }
    Ok(())
}

/// Returns the path of the file with this suffix next to a database.
pub(crate) fn sibling(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Returns true if a server has the file open, or has left changes next to it that are not yet in
/// the file.
pub fn in_use(file: &Path) -> bool {
    ["-wal", "-journal"].iter().any(|suffix| sibling(file, suffix).exists())
}

/// Returns options for opening a file read-only, also where nothing can be written. If no server
/// uses the file, it is treated as immutable, so that SQLite does not create files next to it for
/// coordinating readers.
pub(super) fn read_only_options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .read_only(true)
        .immutable(!in_use(file))
        .busy_timeout(std::time::Duration::from_secs(5))
}

/// Lock on a database, held while the process has it open. The system releases it when the process
/// ends.
#[derive(Debug)]
pub(super) struct Lock {
    /// Lock on a file next to the database. Older programs check it, and it can be taken before the
    /// database exists.
    _sibling: File,
    /// Lock on the database itself, because the other file can be removed. SQLite's own locks are
    /// of another kind (`fcntl`). This process would lose them by closing the file, so the file is
    /// closed after SQLite has closed it.
    pub(super) database: Arc<File>,
}

/// Warns if others can read a database or a file next to it. SQLite gives its own files the mode of
/// the database.
pub(super) fn warn_if_shared(file: &Path) {
    let files = ["", "-wal", "-shm", ".lock", ".clock"].map(|suffix| sibling(file, suffix));
    private::warn_if_shared(&files);
}

/// Locks a database for this process. Creates an empty file if there is no file.
pub(super) fn lock(file: &Path) -> Result<Lock, SqliteOpenError> {
    let _sibling = lock_sibling(file)?;
    let database = private::open_options()
        .create(true)
        .read(true)
        .write(true)
        .truncate(false)
        .open(file)
        .map_err(|error| SqliteOpenError::Io(file.to_owned(), error))?;
    Ok(Lock { _sibling, database: Arc::new(try_lock(database, file)?) })
}

/// Takes the lock on the file next to a database.
pub(crate) fn lock_sibling(file: &Path) -> Result<File, SqliteOpenError> {
    let path = sibling(file, ".lock");
    let opened = private::open_options().create(true).write(true).truncate(true).open(&path);
    let opened = opened.map_err(|error| SqliteOpenError::Io(path, error))?;
    try_lock(opened, file)
}

/// Takes the lock on a database itself, if it exists.
pub(crate) fn lock_existing(file: &Path) -> Result<Option<File>, SqliteOpenError> {
    match File::open(file) {
        Ok(database) => try_lock(database, file).map(Some),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(SqliteOpenError::Io(file.to_owned(), error)),
    }
}

fn try_lock(lock: File, file: &Path) -> Result<File, SqliteOpenError> {
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(std::fs::TryLockError::WouldBlock) => Err(SqliteOpenError::Taken(file.to_owned())),
        Err(std::fs::TryLockError::Error(error)) => {
            Err(SqliteOpenError::Io(file.to_owned(), error))
        }
    }
}
