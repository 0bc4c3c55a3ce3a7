//! Length of SQLite's log, the -wal. SQLite itself moves it into the database after some megabytes,
//! but the log begins from its start again only if nobody reads at that moment. So the writer waits
//! for the readers when the log has become long.

use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use super::writer::Writer;
use crate::error::StoreError;

/// Size from which on the log is shortened: 32 MiB.
pub(super) const MAX_SIZE: u64 = 32 << 20;
/// Time between two attempts while another program reads.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// The log of an open database.
#[derive(Default)]
pub(super) struct Log {
    /// Time of the last attempt to shorten it, if that failed or was held up by a reader.
    held_up_at: Mutex<Option<Instant>>,
}

impl Log {
    /// Moves the log into the database and empties it, if it has this size after a commit and is
    /// long. A failure is logged once: the next commits try again.
    pub(super) async fn shorten(&self, writer: &Writer, size: u64) {
        if size < MAX_SIZE {
            return;
        }
        let mut held_up_at = self.held_up_at.lock().await;
        if held_up_at.is_some_and(|at| at.elapsed() < RETRY_AFTER) {
            return;
        }
        let emptied = empty(writer).await;
        if matches!(emptied, Ok(true)) {
            *held_up_at = None;
            return;
        }
        if held_up_at.is_none() {
            let size = size >> 20;
            match emptied {
                Err(error) => tracing::warn!(%error, size, "the -wal cannot be emptied"),
                Ok(_) => tracing::warn!(
                    "another program reads the database: the -wal has {size} MiB, and grows until that program ends"
                ),
            }
        }
        *held_up_at = Some(Instant::now());
    }
}

/// Moves the log into the database and empties it. Returns false if a reader prevents that.
pub(super) async fn empty(writer: &Writer) -> Result<bool, StoreError> {
    let mut connection = writer.take().await?;
    // Another program may read for a long time, and must not stop the writer.
    sqlx::query("PRAGMA busy_timeout = 250").execute(&mut *connection).await?;
    let (busy, ..): (i64, i64, i64) =
        sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *connection).await?;
    sqlx::query("PRAGMA busy_timeout = 5000").execute(&mut *connection).await?;
    connection.put_back();
    Ok(busy == 0)
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
    use sqlx::{Connection, SqliteConnection};

    use super::*;
    use crate::sqlite::guard::FileGuard;

    /// Creates a database in a folder, with a table for blobs.
    async fn database(folder: &Path) -> Writer {
        let file = folder.join("db");
        let options = SqliteConnectOptions::new()
            .filename(&file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Off);
        let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
        sqlx::query("CREATE TABLE blobs (body BLOB) STRICT")
            .execute(&mut connection)
            .await
            .unwrap();
        let guard = FileGuard::new(&file).unwrap();
        Writer::new(connection, options, Some(Arc::new(guard)))
    }

    /// Writes a blob, and returns the size of the log.
    async fn write(writer: &Writer, kib: i64) -> u64 {
        let mut connection = writer.take().await.unwrap();
        let insert = sqlx::query("INSERT INTO blobs VALUES (zeroblob($1 * 1024))").bind(kib);
        insert.execute(&mut *connection).await.unwrap();
        connection.put_back();
        writer.check().unwrap()
    }

    #[tokio::test]
    async fn the_log_stays_short_also_while_this_program_reads() {
        let folder = tempfile::tempdir().unwrap();
        let writer = database(folder.path()).await;
        let log = Log::default();
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
        for _ in 0..384 {
            let size = write(&writer, 512).await;
            assert!(size <= MAX_SIZE + (2 << 20), "{size}");
            log.shorten(&writer, size).await;
        }
        reader.abort();
    }

    #[tokio::test]
    async fn a_connection_that_failed_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let writer = database(folder.path()).await;
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
        write(&writer, 1).await;
    }
}
