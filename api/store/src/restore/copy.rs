//! Restores a copy of a SQLite database.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use broadside_domain::env::Env;
use broadside_domain::private;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{Connection as _, SqliteConnection};

use super::connection::OperatorConnection;
use super::mark::mark;
use super::swap::{self, beside};
use super::{Report, RestoreError};
use crate::sqlite::{self, Sqlite, lock_beside, lock_existing};
use crate::{OpenError, migrations};

/// Replaces a database by a copy. No server may have the database open. The copy itself is not
/// changed. If this is interrupted at any point, the database is in its old state or in its new
/// one.
///
/// # Errors
/// If a server has the database open, or the copy cannot be used. Then nothing is changed.
pub async fn restore_copy(copy: &Path, file: &Path, env: &Env) -> Result<Report, RestoreError> {
    let unusable = |why: &str| RestoreError::Copy(copy.to_owned(), why.to_owned());
    Sqlite::check_exists(copy).map_err(|error| match error {
        sqlite::SqliteOpenError::NoDatabase(_) => unusable("it is not a SQLite database"),
        sqlite::SqliteOpenError::Io(_, why) => unusable(&why.to_string()),
        other => unusable(&other.to_string()),
    })?;
    let prepared = swap::prepared(file);
    if is_same(copy, &prepared) {
        return Err(unusable("it is what an interrupted restore has left; name the backup itself"));
    }
    let lock = lock_beside(file).map_err(OpenError::from)?;
    let io = |path: &Path| {
        let path = path.to_owned();
        move |error| RestoreError::Io(path, error)
    };
    // Completes an earlier restore that was interrupted: the copy may come from its result.
    swap::complete(file).map_err(io(file))?;
    // Somebody may have removed the lock file while a server was running.
    let database = lock_existing(file).map_err(OpenError::from)?;
    let report = match prepare(copy, file, &prepared, env).await {
        Ok(report) => report,
        Err(error) => {
            let _ = swap::clear(&prepared);
            return Err(error);
        }
    };
    swap::commit(&prepared, file).map_err(io(file))?;
    let before = swap::complete(file).map_err(io(file))?;
    drop((lock, database));
    Ok(Report { before, ..report })
}

/// Returns true if two paths lead to the same file.
fn is_same(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// Makes a private copy, checks it, and marks it as restored.
async fn prepare(
    copy: &Path,
    file: &Path,
    prepared: &Path,
    env: &Env,
) -> Result<Report, RestoreError> {
    let unusable = |why: String| RestoreError::Copy(copy.to_owned(), why);
    let io = |path: PathBuf| move |error| RestoreError::Io(path, error);
    // A copy of an open database can have its log next to it.
    for ending in ["", "-wal", "-journal"] {
        let from = beside(copy, ending);
        if from.exists() {
            copy_bytes(&from, &beside(prepared, ending)).map_err(io(from))?;
        }
    }
    let options = SqliteConnectOptions::new()
        .filename(prepared)
        .journal_mode(SqliteJournalMode::Delete)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(5));
    let mut connection = SqliteConnection::connect_with(&options)
        .await
        .map_err(|error| unusable(error.to_string()))?;
    check(&mut connection).await.map_err(unusable)?;
    let migrated = migrations::sqlite().run(&mut connection).await;
    migrated.map_err(|error| unusable(error.to_string()))?;
    let mut connection = OperatorConnection::Sqlite(connection);
    let report = mark(&mut connection, env).await.map_err(|error| unusable(error.to_string()))?;
    if let OperatorConnection::Sqlite(connection) = connection {
        connection.close().await?;
    }
    private::keep_owner(file, prepared).map_err(io(prepared.to_owned()))?;
    File::open(prepared).and_then(|file| file.sync_all()).map_err(io(prepared.to_owned()))?;
    Ok(report)
}

/// Copies the bytes of a file, but not its permissions: the backup may be read-only, and others
/// must not read the copy.
fn copy_bytes(from: &Path, to: &Path) -> std::io::Result<u64> {
    let mut to = private::open_options().write(true).create_new(true).open(to)?;
    std::io::copy(&mut File::open(from)?, &mut to)
}

/// Checks that a file is undamaged, is a database of this service, and is not newer than this
/// program.
async fn check(connection: &mut SqliteConnection) -> Result<(), String> {
    let failed = |error: sqlx::Error| error.to_string();
    let (found,): (String,) = sqlx::query_as("PRAGMA integrity_check(1)")
        .fetch_one(&mut *connection)
        .await
        .map_err(failed)?;
    if found != "ok" {
        return Err(format!("it is damaged ({found})"));
    }
    let (ours,): (bool,) = sqlx::query_as(
        "SELECT count(*) = 2 FROM sqlite_master WHERE type = 'table' AND name IN ('_sqlx_migrations', 'games')",
    )
    .fetch_one(&mut *connection)
    .await
    .map_err(failed)?;
    if !ours {
        return Err("it is not a database of broadside".to_owned());
    }
    let oldest: Option<(String,)> = sqlx::query_as(migrations::OLDEST)
        .fetch_optional(&mut *connection)
        .await
        .map_err(failed)?;
    migrations::too_old(&migrations::sqlite(), oldest.as_ref().map(|row| &*row.0))
        .map_or(Ok(()), Err)
}
