//! Checkpoints: move SQLite's log, the -wal, into the database file, so that the log stays short.
//!
//! A checkpoint that runs concurrently with the writer never reaches the end of the log. So a
//! second checkpoint follows, for which the writer waits. It moves only what was written during the
//! first one. It also waits for readers of the old log, so that the next commit restarts the log
//! from its beginning.
//!
//! The size of the log is limited: at [`LIMIT`], or if the disk has no space left for a larger
//! reserve, commits wait for a checkpoint. The reserve is never smaller than the log. Without space
//! for the reserve, nothing is committed. So on a full disk, no matter which program filled it, the
//! log is short and its changes are in the database file.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::reserve::Reserve;
use super::writer::{Writer, WriterGuard};
use crate::StoreError;

/// Number of changes after which a checkpoint is due: some 25 MB of log, half a second at full
/// speed.
const EVERY: usize = 4_000;
/// Size of the log after which a checkpoint is due, even after few changes: 24 MiB.
const DUE: u64 = 24 << 20;
/// Size of the log at which commits wait for a checkpoint: 64 MiB.
pub(super) const LIMIT: u64 = 64 << 20;
/// Maximum time that a checkpoint waits for a reader. Another program may read for a long time, and
/// must not stop the writer.
const WAIT_FOR_READERS: Duration = Duration::from_millis(250);
/// Time without further checkpoints after one that did not reach the start of the log. Commits
/// continue.
const PAUSE: Duration = Duration::from_secs(1);
/// Time that commits are refused before the next attempt to enlarge the reserve.
const REFUSE: Duration = Duration::from_millis(500);
/// SQLite's error code for a full disk (`SQLITE_FULL`).
const FULL: u32 = 13;
/// SQLite's error code for a log index that cannot grow (`SQLITE_IOERR_SHMSIZE`).
const IOERR_SHMSIZE: u32 = 10 | (19 << 8);

/// Counts changes, watches the size of the log, and makes checkpoints.
#[derive(Clone)]
pub(super) struct Checkpointer {
    writer: Writer,
    options: SqliteConnectOptions,
    sizes: Arc<Sizes>,
    work: Arc<Mutex<CheckpointState>>,
}

/// Counters that each commit reads.
#[derive(Default)]
struct Sizes {
    /// Number of changes since the last checkpoint.
    changes: AtomicUsize,
    /// Size of the log in bytes.
    log: AtomicU64,
    /// Size of the log after the last checkpoint. A checkpoint does not always shrink the file.
    log_at_last: AtomicU64,
    /// Size of the reserve in bytes.
    reserve: AtomicU64,
}

impl Sizes {
    fn has_room(&self) -> bool {
        self.reserve.load(Ordering::Relaxed) >= self.log.load(Ordering::Relaxed).max(1)
    }
}

/// State that only one checkpoint at a time uses.
pub(super) struct CheckpointState {
    /// `None` before the first checkpoint and after one that failed.
    connection: Option<SqliteConnection>,
    reserve: Reserve,
    /// Time of the last checkpoint, if that failed or did not reach the start of the log.
    held_up_at: Option<Instant>,
    /// Time and reason of the last failure to enlarge the reserve, if the log needs more.
    refused: Option<(Instant, String)>,
}

impl Checkpointer {
    /// Creates a checkpointer of a file that is opened with these options.
    pub(super) fn new(file: &Path, options: SqliteConnectOptions, writer: Writer) -> Self {
        let options = options.create_if_missing(false).busy_timeout(WAIT_FOR_READERS);
        let work = CheckpointState {
            connection: None,
            reserve: Reserve::new(file),
            held_up_at: None,
            refused: None,
        };
        Self { writer, options, sizes: Arc::default(), work: Arc::new(Mutex::new(work)) }
    }

    /// Moves the log of an earlier run into the database, and creates the reserve.
    pub(super) async fn begin(&self) {
        self.work(Arc::clone(&self.work).lock_owned().await, true).await;
    }

    /// Waits for a running checkpoint, closes the connection, and releases the reserve. No
    /// checkpoint begins while the returned guard is held.
    pub(super) async fn end(&self) -> OwnedMutexGuard<CheckpointState> {
        let mut work = Arc::clone(&self.work).lock_owned().await;
        if let Some(open) = work.connection.take()
            && let Err(error) = open.close().await
        {
            tracing::debug!(%error, "closing the checkpoint connection failed");
        }
        self.release(&mut work);
        work
    }

    /// Takes the writer, once the reserve has room for what it may write.
    pub(super) async fn admit(&self) -> Result<WriterGuard, StoreError> {
        if !self.sizes.has_room() {
            self.make_reserve().await?;
        }
        self.writer.take().await
    }

    /// Makes room in the reserve for another commit.
    async fn make_reserve(&self) -> Result<(), StoreError> {
        self.writer.check()?;
        let work = Arc::clone(&self.work).lock_owned().await;
        let refused = |(_, why): &(Instant, String)| StoreError::Unavailable(why.clone());
        if self.sizes.has_room() {
            return Ok(());
        }
        if let Some(recent) = work.refused.as_ref().filter(|(at, _)| at.elapsed() < REFUSE) {
            return Err(refused(recent));
        }
        let work = self.work(work, true).await;
        match &work {
            Some(work) if !self.sizes.has_room() => {
                work.refused.as_ref().map_or(Ok(()), |why| Err(refused(why)))
            }
            _ => Ok(()),
        }
    }

    /// Counts committed changes. `log` is the size of the log after them. Starts a checkpoint if
    /// one is due, and waits for it if the log must not grow further.
    pub(super) async fn count(&self, changes: usize, log: u64) {
        let sizes = &self.sizes;
        let changes = sizes.changes.fetch_add(changes, Ordering::Relaxed) + changes;
        sizes.log.store(log, Ordering::Relaxed);
        let limit = LIMIT.min(sizes.reserve.load(Ordering::Relaxed));
        let grew = log > sizes.log_at_last.load(Ordering::Relaxed);
        let due = changes >= EVERY || (grew && log >= DUE);
        let at_limit = grew && log >= limit;
        // Starts before the limit, so that commits need not wait for the reserve to grow.
        let near_limit = grew && log + log / 4 >= limit;
        if !due && !near_limit {
            return;
        }
        let Ok(work) = Arc::clone(&self.work).try_lock_owned() else {
            if at_limit {
                // A checkpoint is running. Wait for it, so that the log does not grow further.
                drop(self.work.lock().await);
            }
            return;
        };
        let this = self.clone();
        let task = tokio::spawn(async move { drop(this.work(work, due || at_limit).await) });
        if at_limit {
            let _ = task.await;
        }
    }

    /// Makes a checkpoint at once, for a full disk. Returns true if the log can be restarted from
    /// its beginning.
    pub(super) async fn make_room(&self) -> bool {
        let Ok(work) = Arc::clone(&self.work).try_lock_owned() else { return false };
        let work = self.work(work, true).await;
        work.is_some_and(|work| work.held_up_at.is_none()) && self.sizes.has_room()
    }

    /// Enlarges the reserve for the log, and makes a checkpoint if one is due or there is no space.
    /// Returns the guard, or `None` after a panic.
    async fn work(
        &self,
        work: OwnedMutexGuard<CheckpointState>,
        due: bool,
    ) -> Option<OwnedMutexGuard<CheckpointState>> {
        let (mut work, has_room) = self.grow_reserve(work).await?;
        let is_paused = work.held_up_at.is_some_and(|at| at.elapsed() < PAUSE);
        if is_paused || (!due && has_room) {
            return Some(work);
        }
        self.sizes.changes.store(0, Ordering::Relaxed);
        let mut done = self.checkpoint(&mut work, !has_room).await;
        if done.as_ref().is_err_and(is_full) && work.reserve.size() > 0 {
            tracing::warn!(
                "the disk is full: the space in reserve is used to bring the log into the database"
            );
            self.release(&mut work);
            done = self.checkpoint(&mut work, true).await;
        }
        work.held_up_at = match done {
            Ok(true) => None,
            Ok(false) => Some(Instant::now()),
            Err(error) => {
                tracing::warn!(%error, "the final checkpoint of the database failed");
                work.connection = None;
                Some(Instant::now())
            }
        };
        match work.reserve.size() > 0 && self.sizes.has_room() {
            true => Some(work),
            false => Some(self.grow_reserve(work).await?.0),
        }
    }

    /// Makes the reserve half as large again as the log, up to [`LIMIT`] but never smaller than the
    /// log. Returns true if the disk has room for that, or `None` after a panic.
    async fn grow_reserve(
        &self,
        mut work: OwnedMutexGuard<CheckpointState>,
    ) -> Option<(OwnedMutexGuard<CheckpointState>, bool)> {
        let log = self.writer.check().unwrap_or_default();
        self.sizes.log.store(log, Ordering::Relaxed);
        let wanted = (log + log / 2).min(LIMIT).max(log).max(1);
        let grown = tokio::task::spawn_blocking(move || {
            let grown = work.reserve.grow_to(wanted);
            (work, grown)
        });
        let (mut work, grown) = match grown.await {
            Ok(grown) => grown,
            Err(error) => {
                tracing::error!(%error, "keeping space in reserve failed");
                return None;
            }
        };
        self.sizes.reserve.store(work.reserve.size(), Ordering::Relaxed);
        let is_ok = grown.is_ok();
        // If there is less space than wanted, the log is kept shorter.
        let refused = grown
            .err()
            .filter(|_| !self.sizes.has_room())
            .map(|error| work.reserve.missing(&error));
        if let (Some(why), None) = (&refused, &work.refused) {
            tracing::warn!("{why}");
        }
        work.refused = refused.map(|why| (Instant::now(), why));
        Some((work, is_ok))
    }

    /// Returns the reserved space to the disk.
    fn release(&self, work: &mut CheckpointState) {
        self.sizes.reserve.store(0, Ordering::Relaxed);
        if let Err(error) = work.reserve.release() {
            tracing::warn!(%error, "the reserve file next to the database could not be removed");
        }
    }

    /// Makes a checkpoint. Returns true if the next commit restarts the log from its beginning, and
    /// false if a reader prevents that. Truncates the log if it has become long, or if `shrink` is
    /// true.
    async fn checkpoint(
        &self,
        work: &mut CheckpointState,
        shrink: bool,
    ) -> Result<bool, sqlx::Error> {
        let connection = match &mut work.connection {
            Some(connection) => connection,
            none => none.insert(SqliteConnection::connect_with(&self.options).await?),
        };
        sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&mut *connection).await?;
        let _paused = self.writer.pause().await;
        let shrink = shrink || self.writer.check().unwrap_or_default() >= DUE * 3 / 2;
        let mode = match shrink {
            true => "PRAGMA wal_checkpoint(TRUNCATE)",
            false => "PRAGMA wal_checkpoint(RESTART)",
        };
        let (busy, ..): (i64, i64, i64) = sqlx::query_as(mode).fetch_one(connection).await?;
        let log = self.writer.check().unwrap_or_default();
        self.sizes.log.store(log, Ordering::Relaxed);
        self.sizes.log_at_last.store(log, Ordering::Relaxed);
        Ok(busy == 0)
    }
}

/// Returns true if an error means that the disk is full. SQLite gives no reason when the index of
/// the log, the -shm, cannot grow.
pub(super) fn is_full(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| {
        code.parse().is_ok_and(|code: u32| code == FULL || code == IOERR_SHMSIZE)
    })
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};

    use super::*;
    use crate::sqlite::guard::FileGuard;

    /// Creates a database in a folder, with a table for blobs.
    async fn database(folder: &Path) -> (Writer, Checkpointer) {
        let file = folder.join("db");
        let options = SqliteConnectOptions::new()
            .filename(&file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Off)
            .pragma("wal_autocheckpoint", "0");
        let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
        sqlx::query("CREATE TABLE blobs (body BLOB) STRICT")
            .execute(&mut connection)
            .await
            .unwrap();
        let guard = FileGuard::new(&file).unwrap();
        let writer = Writer::new(connection, options.clone(), Some(Arc::new(guard)));
        (writer.clone(), Checkpointer::new(&file, options, writer))
    }

    /// Writes a blob, and returns the size of the log.
    async fn write(writer: &Writer, checkpointer: &Checkpointer, kib: i64) -> u64 {
        let mut connection = checkpointer.admit().await.unwrap();
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
                sqlx::query("SELECT sum(length(body)) FROM blobs")
                    .execute(&mut reader)
                    .await
                    .unwrap();
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
        assert!(checkpointer.sizes.changes.load(Ordering::Relaxed) < EVERY);
    }

    #[tokio::test]
    async fn a_connection_that_failed_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (writer, checkpointer) = database(folder.path()).await;
        // As in production, one reader stays open. SQLite would delete the log with the last
        // connection.
        let options =
            SqliteConnectOptions::new().filename(folder.path().join("db")).read_only(true);
        let mut reader = SqliteConnection::connect_with(&options).await.unwrap();
        sqlx::query("SELECT body FROM blobs").execute(&mut reader).await.unwrap();
        let mut connection = writer.take().await.unwrap();
        sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await.unwrap();
        // Not put back, in the middle of a transaction.
        drop(connection);
        write(&writer, &checkpointer, 1).await;
    }
}
