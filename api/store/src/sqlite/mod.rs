//! SQLite: a file without a server. One process owns it; one connection writes, and a few read.

mod error;
mod file;
mod guard;
mod log;
mod statement_batch;
mod writer;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use broadside_domain::private;
use serde_json::json;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

pub use self::error::SqliteOpenError;
pub use self::file::in_use;
use self::file::{Lock, lock, read_only_options, warn_if_shared};
pub(super) use self::file::{check_header, lock_existing, lock_sibling, sibling};
use self::guard::FileGuard;
use self::log::Log;
pub(crate) use self::statement_batch::StatementBatch;
use self::writer::{Writer, WriterGuard};
use crate::error::StoreError;
use crate::freshness::{self, Freshness, FreshnessKey, FreshnessRow};
use crate::migrations;

/// No limit on the idle time of a connection. A limit starts the maintenance task of sqlx 0.9,
/// which counts idle connections without a lock. The task can read the count while it is below
/// zero, take it for 2^64, and loop endlessly.
const NEVER_IDLE: Option<std::time::Duration> = None;

const MAX_READERS: u32 = 4;

/// Maximum size of the writer's page cache, in SQLite's notation: a negative number of KiB.
const WRITER_KIB: &str = "-16384";

pub struct Sqlite {
    pub(crate) readers: SqlitePool,
    writer: Writer,
    log: Log,
    /// Lock that gives the file to one process. It is the last field, so that it is dropped last.
    _lock: Option<Lock>,
}

impl Sqlite {
    /// Opens a database, creates it if it does not exist, and brings its tables up to date. Runs
    /// statements that clear the state of processes that are gone.
    ///
    /// # Errors
    /// If another process has it open, or it cannot be used.
    pub async fn open(file: &Path, left_behind: &[&'static str]) -> Result<Self, SqliteOpenError> {
        // Before the lock, whose file stays, so that a wrong name leaves nothing behind.
        check_header(file)?;
        let lock = lock(file)?;
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // An acknowledged commit is on disk: every commit is synced.
            .synchronous(SqliteSynchronous::Full)
            // The journals of statements that change many rows stay in memory, instead of a new
            // file each time.
            .pragma("temp_store", "MEMORY")
            .busy_timeout(std::time::Duration::from_secs(5));
        // The next write is usually near the last ones, so the cache is large enough to keep those
        // pages in memory.
        let writer_options = options.clone().pragma("cache_size", WRITER_KIB);
        let mut writer = SqliteConnection::connect_with(&writer_options)
            .await
            .map_err(|error| SqliteOpenError::unusable(file, error))?;
        let (is_foreign,): (bool,) = sqlx::query_as(
            "SELECT EXISTS (SELECT 1 FROM sqlite_master) \
             AND NOT EXISTS (SELECT 1 FROM sqlite_master WHERE name = '_sqlx_migrations')",
        )
        .fetch_one(&mut writer)
        .await
        .map_err(|error| SqliteOpenError::unusable(file, error))?;
        if is_foreign {
            return Err(SqliteOpenError::Foreign(file.to_owned()));
        }
        let migrated = migrations::sqlite().run(&mut writer).await;
        migrated.map_err(|error| SqliteOpenError::unusable(file, error))?;
        refuse_newer(file, &mut writer).await?;
        // This process owns the file, so the others are gone.
        for statement in left_behind {
            sqlx::query(*statement)
                .execute(&mut writer)
                .await
                .map_err(|error| SqliteOpenError::unusable(file, error))?;
        }
        let readers = SqlitePoolOptions::new()
            .max_connections(MAX_READERS)
            // At least one stays open: SQLite would delete the -wal with the last connection.
            .min_connections(1)
            .max_lifetime(None)
            .idle_timeout(NEVER_IDLE)
            .connect_with(options.clone().read_only(true).create_if_missing(false))
            .await
            .map_err(|error| SqliteOpenError::unusable(file, error))?;
        let guard =
            FileGuard::new(file).map_err(|error| SqliteOpenError::Io(file.to_owned(), error))?;
        let mark =
            mark(&mut writer).await.map_err(|error| SqliteOpenError::unusable(file, error))?;
        let guard = match mark {
            Some(mark) => guard.with_mark(Arc::clone(&lock.database), mark),
            None => guard,
        };
        let writer = Writer::new(writer, writer_options, Some(Arc::new(guard)));
        warn_if_shared(file);
        Ok(Self { readers, writer, log: Log::default(), _lock: Some(lock) })
    }

    /// Checks that a database exists.
    ///
    /// # Errors
    /// If the file does not exist, or cannot be a database.
    pub fn check_exists(file: &Path) -> Result<(), SqliteOpenError> {
        check_header(file)?;
        if file.exists() {
            return Ok(());
        }
        let error = std::io::Error::new(std::io::ErrorKind::NotFound, "there is no such file");
        Err(SqliteOpenError::Io(file.to_owned(), error))
    }

    /// Opens a database for reading only, while a server may have it open.
    ///
    /// # Errors
    /// If it cannot be used.
    pub async fn open_read_only(file: &Path) -> Result<Self, SqliteOpenError> {
        Self::check_exists(file)?;
        let options = read_only_options(file);
        let mut writer = SqliteConnection::connect_with(&options)
            .await
            .map_err(|error| SqliteOpenError::unusable(file, error))?;
        refuse_newer(file, &mut writer).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(1)
            .max_lifetime(None)
            .idle_timeout(NEVER_IDLE)
            .connect_with(options.clone())
            .await
            .map_err(|error| SqliteOpenError::unusable(file, error))?;
        let writer = Writer::new(writer, options, None);
        Ok(Self { readers, writer, log: Log::default(), _lock: None })
    }

    /// Copies a database into a new file, as a consistent snapshot. A server may have it open.
    /// Returns the size of the copy in bytes.
    ///
    /// # Errors
    /// If it cannot be used, or the file exists or cannot be written.
    pub async fn copy(file: &Path, to: &Path) -> Result<u64, SqliteOpenError> {
        Self::check_exists(file)?;
        if to.exists() {
            return Err(SqliteOpenError::Exists(to.to_owned()));
        }
        let options = SqliteConnectOptions::new().filename(file).read_only(true);
        let mut connection = SqliteConnection::connect_with(&options)
            .await
            .map_err(|error| SqliteOpenError::unusable(file, error))?;
        // The copy gets its name once it is complete. A partial copy is not mistaken for a backup,
        // and is removed.
        let part = sibling(to, ".part");
        let copied = copy_into(&mut connection, &part, to).await;
        if copied.is_err() {
            let _ = std::fs::remove_file(&part);
        }
        copied.map_err(|error| match SqliteOpenError::unusable(file, &error) {
            // What is wrong with the database is not the fault of the copy.
            damaged @ SqliteOpenError::Damaged(..) => damaged,
            _ => SqliteOpenError::Unwritten(to.to_owned(), error.to_string()),
        })
    }

    /// Returns the migrations that a database still needs. A server may have it open.
    ///
    /// # Errors
    /// If it cannot be used.
    pub async fn pending_migrations(file: &Path) -> Result<Vec<String>, SqliteOpenError> {
        check_header(file)?;
        if !file.exists() {
            return Ok(migrations::pending(&migrations::sqlite(), &[]));
        }
        let applied = applied_migrations(file).await;
        let applied = applied.map_err(|error| SqliteOpenError::unusable(file, error))?;
        Ok(migrations::pending(&migrations::sqlite(), &applied))
    }

    /// Waits until the writer is free, and takes it.
    pub(crate) async fn writer(&self) -> Result<WriterGuard, StoreError> {
        self.writer.take().await
    }

    /// Checks after a commit that nobody has deleted or replaced the files, and shortens the log.
    pub(crate) async fn finish_commit(&self) -> Result<(), StoreError> {
        let size = self.writer.check()?;
        self.log.shorten(&self.writer, size).await;
        Ok(())
    }

    /// Checks that nobody has deleted or replaced the files.
    pub(crate) fn check_files(&self) -> Result<(), StoreError> {
        self.writer.check().map(drop)
    }

    /// Returns the current state of these tokens and games. Every request asks for it: the other
    /// hot path.
    pub(crate) async fn freshness(
        &self,
        keys: &[FreshnessKey],
    ) -> Result<Vec<(FreshnessKey, Freshness)>, StoreError> {
        let rows: Vec<FreshnessRow> = sqlx::query_as(
            "SELECT k.key, t.hash IS NOT NULL, t.ends_at, g.version, g.meta_version \
             FROM json_each(?1) AS k LEFT JOIN tokens t ON t.hash = k.value ->> 0 \
             LEFT JOIN games g ON g.id = k.value ->> 1",
        )
        .bind(json!(keys).to_string())
        .fetch_all(&self.readers)
        .await?;
        Ok(freshness::pair_with_keys(keys, rows))
    }

    /// Flushes all writes and closes the database.
    pub(crate) async fn close(&self) -> Result<(), StoreError> {
        // Readers would prevent the log from being emptied. After that, the file alone has
        // everything.
        self.readers.close().await;
        let mut writer = self.writer.take().await?;
        let (busy, ..): (i64, i64, i64) =
            sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *writer).await?;
        if busy != 0 {
            tracing::warn!("another program has the database open: copy its -wal file with it");
        }
        // The last connection to close removes the log. A dropped connection would close at some
        // later time.
        writer.close().await
    }
}

/// Rejects a database that needs a newer program.
async fn refuse_newer(
    file: &Path,
    connection: &mut SqliteConnection,
) -> Result<(), SqliteOpenError> {
    let oldest: Option<(String,)> = sqlx::query_as(migrations::OLDEST)
        .fetch_optional(connection)
        .await
        .map_err(|error| SqliteOpenError::unusable(file, error))?;
    let oldest = oldest.as_ref().map(|(version,)| &**version);
    match migrations::too_old(&migrations::sqlite(), oldest) {
        Some(reason) => Err(SqliteOpenError::Unusable(file.to_owned(), reason)),
        None => Ok(()),
    }
}

/// Returns the versions of the migrations that a database has.
async fn applied_migrations(file: &Path) -> Result<Vec<(i64,)>, sqlx::Error> {
    let mut connection = SqliteConnection::connect_with(&read_only_options(file)).await?;
    let (exists,): (bool,) = sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = '_sqlx_migrations')",
    )
    .fetch_one(&mut connection)
    .await?;
    if !exists {
        return Ok(Vec::new());
    }
    sqlx::query_as("SELECT version FROM _sqlx_migrations WHERE success")
        .fetch_all(&mut connection)
        .await
}

/// Copies a database into a new file, which gets its name once it is synced. Returns its size.
async fn copy_into(
    connection: &mut SqliteConnection,
    part: &Path,
    to: &Path,
) -> Result<u64, sqlx::Error> {
    let name = part.to_str().ok_or(std::io::Error::from(std::io::ErrorKind::InvalidFilename))?;
    // SQLite writes into an empty file, and keeps its mode.
    private::create_file(part)?;
    sqlx::query("VACUUM INTO ?1").bind(name).execute(connection).await?;
    // The mark of the open file is not that of a copy.
    let mut copied =
        SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(part)).await?;
    sqlx::query("PRAGMA user_version = 0").execute(&mut copied).await?;
    copied.close().await?;
    // A backup must survive a power cut, so its content and its name are both synced.
    let copy = File::open(part)?;
    copy.sync_all()?;
    std::fs::rename(part, to)?;
    let directory =
        to.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(directory)?.sync_all()?;
    Ok(copy.metadata()?.len())
}

/// Marks the file of a database for [`FileGuard`], and empties its log. Returns `None` if another
/// program reads it, so that the mark is not in the file yet.
async fn mark(writer: &mut SqliteConnection) -> Result<Option<u32>, sqlx::Error> {
    let (mark,): (u32,) =
        sqlx::query_as("SELECT abs(random() % 2147483647) + 1").fetch_one(&mut *writer).await?;
    sqlx::query(AssertSqlSafe(format!("PRAGMA user_version = {mark}")))
        .execute(&mut *writer)
        .await?;
    let (busy, ..): (i64, i64, i64) =
        sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *writer).await?;
    Ok((busy == 0).then_some(mark))
}
