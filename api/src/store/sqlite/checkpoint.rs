//! Checkpoints: bringing SQLite's log, the -wal, into the database file, so that it stays short.
//!
//! A checkpoint beside the writer lets the writer go on, and so never reaches the end of the log. Hence a second one, of what
//! little was written during the first, for which the writer waits. It also waits for readers of the old log, so that the next
//! commit begins the log from its start.
//!
//! The log is bounded: at [`LIMIT`], or where there is no space left to keep in reserve for it, commits wait for a checkpoint.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::reserve::Reserve;
use super::writer::Writer;
use crate::store::error::sqlite_code;

/// Changes after which a checkpoint is due: some 25 MB of log, half a second at full speed.
const EVERY: usize = 4_000;
/// Size of the log after which a checkpoint is due, however few changes made it: 24 MiB.
const DUE: u64 = 24 << 20;
/// Size of the log at which commits wait for a checkpoint: 64 MiB.
pub(super) const LIMIT: u64 = 64 << 20;
/// How long a checkpoint waits for a reader. Another program may read for long, and must not stop the writer.
const WAIT_FOR_READERS: Duration = Duration::from_millis(250);
/// How long commits go on without a checkpoint after one that did not reach the start of the log.
const PAUSE: Duration = Duration::from_secs(1);
/// The code of SQLite for a full disk (`SQLITE_FULL`).
const FULL: u32 = 13;

/// Counts changes, watches the size of the log, and makes checkpoints.
#[derive(Clone)]
pub(super) struct Checkpointer {
    writer: Writer,
    options: SqliteConnectOptions,
    changes: Arc<AtomicUsize>,
    /// The size of the log at the last checkpoint that reached its end. The file does not shrink by that.
    size_at_last: Arc<AtomicU64>,
    /// The size up to which space is kept in reserve.
    reserved: Arc<AtomicU64>,
    work: Arc<Mutex<Work>>,
}

/// What only one checkpoint at a time uses.
pub(super) struct Work {
    /// `None` before the first checkpoint and after one that failed.
    connection: Option<SqliteConnection>,
    reserve: Reserve,
    /// When a checkpoint did not reach the start of the log, or failed.
    held_up_at: Option<Instant>,
}

impl Checkpointer {
    /// A checkpointer of a file that is opened with these options.
    pub(super) fn new(file: &Path, options: SqliteConnectOptions, writer: Writer) -> Self {
        let options = options.create_if_missing(false).busy_timeout(WAIT_FOR_READERS);
        let work = Work { connection: None, reserve: Reserve::new(file), held_up_at: None };
        Self {
            writer,
            options,
            changes: Arc::default(),
            size_at_last: Arc::default(),
            reserved: Arc::default(),
            work: Arc::new(Mutex::new(work)),
        }
    }

    /// Waits for the checkpoint at work, closes the connection, and gives the reserve back. No other begins while the answer
    /// is held.
    pub(super) async fn end(&self) -> OwnedMutexGuard<Work> {
        let mut work = Arc::clone(&self.work).lock_owned().await;
        if let Some(open) = work.connection.take()
            && let Err(error) = open.close().await
        {
            tracing::debug!(%error, "closing the checkpoint connection failed");
        }
        if let Err(error) = work.reserve.release() {
            tracing::warn!(%error, "the reserve beside the database could not be removed");
        }
        work
    }

    /// Counts changes that were committed, after which the log has this size. Starts a checkpoint if one is due, and waits
    /// for it if the log must not grow further.
    pub(super) async fn count(&self, changes: usize, size: u64) {
        let changes = self.changes.fetch_add(changes, Ordering::Relaxed) + changes;
        let reserved = self.reserved.load(Ordering::Relaxed);
        let grew = size > self.size_at_last.load(Ordering::Relaxed);
        let due = changes >= EVERY || (grew && size >= DUE);
        let at_limit = grew && size >= LIMIT.min(reserved);
        // Ahead of the limit, so that commits need not wait for the reserve to grow.
        let near_limit = grew && size + size / 4 >= LIMIT.min(reserved);
        if !due && !near_limit {
            return;
        }
        let Ok(work) = Arc::clone(&self.work).try_lock_owned() else {
            if at_limit {
                // One is at work: the log grows no further meanwhile.
                drop(self.work.lock().await);
            }
            return;
        };
        let this = self.clone();
        let task = tokio::spawn(async move { this.work(work, size, due).await });
        if at_limit {
            let _ = task.await;
        }
    }

    /// Makes a checkpoint at once, for a disk that is full: the log can then be written from its start again.
    pub(super) async fn make_room(&self) {
        if let Ok(work) = Arc::clone(&self.work).try_lock_owned() {
            self.work(work, u64::MAX, true).await;
        }
    }

    /// Keeps space in reserve for the log, and makes a checkpoint if one is due or there is no space.
    async fn work(&self, mut work: OwnedMutexGuard<Work>, size: u64, due: bool) {
        if work.held_up_at.is_some_and(|at| at.elapsed() < PAUSE) {
            return;
        }
        let mut due = due || size >= LIMIT;
        // Ahead of the log: half as much again as it has.
        let wanted = (size.saturating_add(size / 2)).clamp(1, LIMIT);
        let mut work = match tokio::task::spawn_blocking(move || {
            let grown = work.reserve.grow_to(wanted);
            (work, grown)
        })
        .await
        {
            Ok((work, Ok(()))) => work,
            Ok((work, Err(error))) => {
                tracing::warn!(%error, "there is no space to keep in reserve for the log of the database");
                due = true;
                work
            }
            Err(error) => {
                tracing::error!(%error, "keeping space in reserve failed");
                return;
            }
        };
        self.reserved.store(work.reserve.size(), Ordering::Relaxed);
        if !due {
            return;
        }
        self.changes.store(0, Ordering::Relaxed);
        let done = match self.checkpoint(&mut work).await {
            Err(error) if is_full(&error) => {
                tracing::warn!(
                    "the disk is full: using the space in reserve to bring the log into the database"
                );
                if let Err(error) = work.reserve.release() {
                    tracing::warn!(%error, "the space in reserve could not be released");
                }
                self.reserved.store(0, Ordering::Relaxed);
                self.checkpoint(&mut work).await
            }
            done => done,
        };
        work.held_up_at = match done {
            Ok(true) => None,
            Ok(false) => Some(Instant::now()),
            Err(error) => {
                tracing::warn!(%error, "the log of the database could not be brought into its file");
                work.connection = None;
                Some(Instant::now())
            }
        };
    }

    /// Makes a checkpoint. Returns whether the next commit begins the log from its start; otherwise a reader held it up.
    async fn checkpoint(&self, work: &mut Work) -> Result<bool, sqlx::Error> {
        let connection = match &mut work.connection {
            Some(connection) => connection,
            none => none.insert(SqliteConnection::connect_with(&self.options).await?),
        };
        sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&mut *connection).await?;
        let _paused = self.writer.pause().await;
        let size = self.writer.check().unwrap_or_default();
        // A log that has become long gives its space back.
        let mode = match size >= DUE * 3 / 2 || size >= self.reserved.load(Ordering::Relaxed) {
            true => "PRAGMA wal_checkpoint(TRUNCATE)",
            false => "PRAGMA wal_checkpoint(RESTART)",
        };
        let (busy, ..): (i64, i64, i64) = sqlx::query_as(mode).fetch_one(connection).await?;
        self.size_at_last.store(self.writer.check().unwrap_or_default(), Ordering::Relaxed);
        Ok(busy == 0)
    }
}

/// Whether an error says that the disk is full.
pub(super) fn is_full(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(sqlite_code) == Some(FULL)
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};

    use super::*;
    use crate::store::sqlite::guard::FileGuard;

    /// A database in a folder, with a table for blobs.
    async fn database(folder: &Path) -> (Writer, Checkpointer) {
        let file = folder.join("db");
        let options = SqliteConnectOptions::new()
            .filename(&file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Off)
            .pragma("wal_autocheckpoint", "0");
        let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
        sqlx::query("CREATE TABLE blobs (body BLOB) STRICT").execute(&mut connection).await.unwrap();
        let guard = FileGuard::new(&file).unwrap();
        let writer = Writer::new(connection, options.clone(), Some(Arc::new(guard)));
        (writer.clone(), Checkpointer::new(&file, options, writer))
    }

    /// Writes a blob, and returns the size of the log.
    async fn write(writer: &Writer, checkpointer: &Checkpointer, kib: i64) -> u64 {
        let mut connection = writer.take().await.unwrap();
        let insert = sqlx::query("INSERT INTO blobs VALUES (zeroblob($1 * 1024))").bind(kib);
        insert.execute(&mut *connection).await.unwrap();
        connection.put_back();
        let size = writer.check().unwrap();
        checkpointer.count(1, size).await;
        size
    }

    #[tokio::test]
    async fn the_log_stays_within_its_limit_also_while_others_read() {
        let folder = tempfile::tempdir().unwrap();
        let (writer, checkpointer) = database(folder.path()).await;
        let file = folder.path().join("db");
        let reader = tokio::spawn(async move {
            let options = SqliteConnectOptions::new().filename(file).read_only(true);
            let mut reader = SqliteConnection::connect_with(&options).await.unwrap();
            loop {
                sqlx::query("SELECT sum(length(body)) FROM blobs").execute(&mut reader).await.unwrap();
            }
        });
        let mut written = 0;
        while written < 3 * LIMIT {
            let size = write(&writer, &checkpointer, 512).await;
            assert!(size <= LIMIT + (1 << 20), "{size}");
            written += 512 << 10;
        }
        reader.abort();
        let _work = checkpointer.end().await;
        assert!(!folder.path().join("db.reserve").exists());
    }

    #[tokio::test]
    async fn the_log_begins_from_its_start_after_many_changes() {
        let folder = tempfile::tempdir().unwrap();
        let (writer, checkpointer) = database(folder.path()).await;
        let before = write(&writer, &checkpointer, 400).await;
        checkpointer.count(EVERY, before).await;
        drop(checkpointer.work.lock().await);
        assert_eq!(write(&writer, &checkpointer, 200).await, before);
        assert!(checkpointer.changes.load(Ordering::Relaxed) < EVERY);
    }

    #[tokio::test]
    async fn a_connection_that_failed_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (writer, checkpointer) = database(folder.path()).await;
        let mut connection = writer.take().await.unwrap();
        sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await.unwrap();
        // Not put back, in the middle of a transaction.
        drop(connection);
        write(&writer, &checkpointer, 1).await;
    }
}
