//! Restores a copy of a SQLite database.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use broadside_domain::env::Env;
use broadside_domain::private;
use broadside_domain::time::Time;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{Connection as _, SqliteConnection};

use super::mark::mark;
use super::report::{Report, RestoreError};
use crate::open_error::OpenError;
use crate::sql::Connection;
use crate::sqlite::{Sqlite, SqliteOpenError, check_header, lock_existing, lock_sibling, sibling};
use crate::{error, migrations};

/// Suffixes of the files that SQLite keeps next to a database.
const SIBLINGS: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Replaces a database by a copy. No server may have the database open. The copy itself is not
/// changed. If this is interrupted at any point, the database is in its old state or in its new
/// one.
///
/// # Errors
/// If a server has the database open, or the copy cannot be used. Then nothing is changed.
pub async fn restore_copy(copy: &Path, file: &Path, env: &Env) -> Result<Report, RestoreError> {
    Sqlite::check_exists(copy).map_err(|error| match error {
        SqliteOpenError::NoDatabase(_) => unusable(copy, "it is not a SQLite database"),
        SqliteOpenError::Io(_, error) => unusable(copy, error),
        error => unusable(copy, error),
    })?;
    // Somebody may have removed the lock file while a server was running.
    let locks = (
        lock_sibling(file).map_err(OpenError::from)?,
        lock_existing(file).map_err(OpenError::from)?,
    );
    let prepared = sibling(file, ".restoring");
    let restored = prepare_and_replace(copy, file, &prepared, env).await;
    if restored.is_err() {
        let _ = clear(&prepared);
    }
    drop(locks);
    restored
}

async fn prepare_and_replace(
    copy: &Path,
    file: &Path,
    prepared: &Path,
    env: &Env,
) -> Result<Report, RestoreError> {
    let report = prepare(copy, file, prepared, env).await?;
    let before = replace(prepared, file, env.now()).await?;
    Ok(Report { before, ..report })
}

fn unusable(copy: &Path, reason: impl ToString) -> RestoreError {
    RestoreError::Copy(copy.to_owned(), reason.to_string())
}

fn io_error(path: &Path, error: std::io::Error) -> RestoreError {
    RestoreError::Io(path.to_owned(), error)
}

/// Removes the files of an interrupted restore.
fn clear(prepared: &Path) -> Result<(), RestoreError> {
    for suffix in ["", "-wal", "-shm", "-journal"] {
        match std::fs::remove_file(sibling(prepared, suffix)) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(io_error(prepared, error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Makes a private copy, checks it, and marks it as restored.
async fn prepare(
    copy: &Path,
    file: &Path,
    prepared: &Path,
    env: &Env,
) -> Result<Report, RestoreError> {
    clear(prepared)?;
    // A copy of an open database can have its log next to it.
    for suffix in ["", "-wal", "-journal"] {
        let from = sibling(copy, suffix);
        if from.exists() {
            copy_bytes(&from, &sibling(prepared, suffix))?;
        }
    }
    let opened = SqliteConnection::connect_with(&without_log(prepared)).await;
    let mut connection = opened.map_err(|error| unusable(copy, error))?;
    let fault = find_fault(&mut connection).await.map_err(|error| unusable(copy, error))?;
    if let Some(fault) = fault {
        return Err(unusable(copy, fault));
    }
    let migrated = migrations::sqlite().run(&mut connection).await;
    migrated.map_err(|error| unusable(copy, error))?;
    let marked = mark(&mut Connection::Sqlite(&mut connection), env).await;
    let report = marked.map_err(|error| unusable(copy, error))?;
    connection.close().await?;
    private::keep_owner(file, prepared).map_err(|error| io_error(prepared, error))?;
    File::open(prepared)
        .and_then(|file| file.sync_all())
        .map_err(|error| io_error(prepared, error))?;
    Ok(report)
}

/// Copies the bytes of a file, but not its permissions: the backup may be read-only, and others
/// must not read the copy.
fn copy_bytes(from: &Path, to: &Path) -> Result<(), RestoreError> {
    let mut source = File::open(from).map_err(|error| io_error(from, error))?;
    let mut copy = private::open_options()
        .write(true)
        .create_new(true)
        .open(to)
        .map_err(|error| io_error(to, error))?;
    std::io::copy(&mut source, &mut copy).map_err(|error| io_error(to, error))?;
    Ok(())
}

/// Returns options that write a log which lies next to a file into the file, and remove the log.
fn without_log(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .journal_mode(SqliteJournalMode::Delete)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(5))
}

/// Returns what is wrong with a database, if it is damaged, is not one of this service, or is newer
/// than this program.
async fn find_fault(connection: &mut SqliteConnection) -> Result<Option<String>, sqlx::Error> {
    let (check,): (String,) =
        sqlx::query_as("PRAGMA integrity_check(1)").fetch_one(&mut *connection).await?;
    if check != "ok" {
        return Ok(Some(format!("it is damaged ({check})")));
    }
    let (has_tables,): (bool,) = sqlx::query_as(
        "SELECT count(*) = 2 FROM sqlite_master WHERE type = 'table' AND name IN ('_sqlx_migrations', 'games')",
    )
    .fetch_one(&mut *connection)
    .await?;
    if !has_tables {
        return Ok(Some("it is not a database of broadside".to_owned()));
    }
    let oldest: Option<(String,)> =
        sqlx::query_as(migrations::OLDEST).fetch_optional(&mut *connection).await?;
    let oldest = oldest.as_ref().map(|(version,)| &**version);
    Ok(migrations::too_old(&migrations::sqlite(), oldest))
}

/// Puts a prepared file in the place of a database, with one rename. Returns the new path of the
/// old database, if there was one.
async fn replace(prepared: &Path, file: &Path, now: Time) -> Result<Option<PathBuf>, RestoreError> {
    let time = now.to_string().replace(['-', ':'], "");
    let before = sibling(file, &format!(".before-{time}"));
    if !checkpoint(file).await? {
        // What is left of a damaged database keeps its log. SQLite would apply it to the new file.
        for suffix in SIBLINGS {
            let renamed = std::fs::rename(sibling(file, suffix), sibling(&before, suffix));
            existed(renamed, file)?;
        }
    }
    let had_database = existed(std::fs::hard_link(file, &before), file)?;
    sync_directory(file).map_err(|error| io_error(file, error))?;
    std::fs::rename(prepared, file).map_err(|error| io_error(file, error))?;
    sync_directory(file).map_err(|error| io_error(file, error))?;
    Ok(had_database.then_some(before))
}

/// Writes the log of a database into its file, and removes the log. Returns false if the file is
/// missing, is damaged, or does not belong to the log.
async fn checkpoint(file: &Path) -> Result<bool, RestoreError> {
    if !file.exists() || check_header(file).is_err() {
        return Ok(false);
    }
    let closed = match SqliteConnection::connect_with(&without_log(file)).await {
        Ok(connection) => connection.close().await,
        Err(error) => Err(error),
    };
    match closed {
        Ok(()) => Ok(true),
        Err(error) if error::is_damage(&error) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Returns false if an operation failed because its file does not exist.
fn existed(result: std::io::Result<()>, file: &Path) -> Result<bool, RestoreError> {
    match result {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(io_error(file, error)),
    }
}

fn sync_directory(file: &Path) -> std::io::Result<()> {
    let directory =
        file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(directory)?.sync_all()
}
