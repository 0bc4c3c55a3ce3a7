//! Bringing SQLite's log into the file beside the writer, which would otherwise stop for it in the middle of a commit.
//!
//! A checkpoint from another connection lets the writer go on, and so never comes to the end of the log by itself. Hence a second
//! one, of what little was written during the first, for which the writer waits; with the next commit the log begins anew.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use tokio::sync::{Mutex, OwnedMutexGuard};

/// After so many changes: some 25 MB of log, half a second at full speed.
const EVERY: usize = 4_000;

const CHECKPOINT: &str = "PRAGMA wal_checkpoint(PASSIVE)";

/// Counts changes, and brings them into the file when there are many.
#[derive(Clone)]
pub(super) struct Checkpoints {
    options: SqliteConnectOptions,
    changes: Arc<AtomicUsize>,
    /// Opened when there is something to do for it; held while it is at work.
    connection: Arc<Mutex<Option<SqliteConnection>>>,
}

impl Checkpoints {
    /// For the file that is opened so.
    pub(super) fn new(options: SqliteConnectOptions) -> Self {
        Self { options, changes: Arc::default(), connection: Arc::default() }
    }

    /// Waits for the one that is under way, and closes the connection; none begins while what is answered is held.
    pub(super) async fn end(&self) -> Result<OwnedMutexGuard<Option<SqliteConnection>>, sqlx::Error> {
        let mut connection = Arc::clone(&self.connection).lock_owned().await;
        if let Some(open) = connection.take() {
            open.close().await?;
        }
        Ok(connection)
    }

    /// Takes note that so many changes were committed, and begins a checkpoint if it is time for one.
    pub(super) fn count(&self, changes: usize, writer: &Arc<Mutex<SqliteConnection>>) {
        if self.changes.fetch_add(changes, Ordering::Relaxed) + changes < EVERY {
            return;
        }
        let Ok(mut connection) = Arc::clone(&self.connection).try_lock_owned() else { return };
        self.changes.store(0, Ordering::Relaxed);
        let (options, writer) = (self.options.clone(), Arc::clone(writer));
        tokio::spawn(async move {
            // The writer makes one by itself when the log has become very long.
            if let Err(error) = checkpoint(&options, &mut connection, &writer).await {
                tracing::warn!(%error, "the log of the database could not be brought into its file");
                *connection = None;
            }
        });
    }
}

async fn checkpoint(
    options: &SqliteConnectOptions,
    connection: &mut Option<SqliteConnection>,
    writer: &Mutex<SqliteConnection>,
) -> Result<(), sqlx::Error> {
    let connection = match connection {
        Some(connection) => connection,
        none => none.insert(SqliteConnection::connect_with(options).await?),
    };
    sqlx::query(CHECKPOINT).execute(&mut *connection).await?;
    let _writes = writer.lock().await;
    sqlx::query(CHECKPOINT).execute(connection).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::SqliteJournalMode;

    use super::*;

    #[tokio::test]
    async fn the_log_begins_anew_after_a_checkpoint() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("database");
        let options = SqliteConnectOptions::new()
            .filename(&file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .pragma("wal_autocheckpoint", "0");
        let mut writer = SqliteConnection::connect_with(&options).await.unwrap();
        sqlx::query("CREATE TABLE pages (body BLOB) STRICT").execute(&mut writer).await.unwrap();
        let writer = Arc::new(Mutex::new(writer));
        let checkpoints = Checkpoints::new(options);
        let write = async |pages: usize| {
            for _ in 0..pages {
                let insert = sqlx::query("INSERT INTO pages VALUES (zeroblob(4096))");
                insert.execute(&mut *writer.lock().await).await.unwrap();
            }
            std::fs::metadata(folder.path().join("database-wal")).unwrap().len()
        };
        let before = write(100).await;
        checkpoints.count(EVERY - 1, &writer);
        assert!(checkpoints.connection.lock().await.is_none(), "it is not yet time");
        checkpoints.count(1, &writer);
        // It has taken the lock already, and lets it go when it is done.
        assert!(checkpoints.connection.lock().await.is_some());
        assert_eq!(write(50).await, before, "the log is written from its beginning");
        assert_eq!(checkpoints.changes.load(Ordering::Relaxed), 0);
    }
}
