//! The single connection that writes.
//!
//! SQLite rolls back a transaction by itself when a write fails, and sqlx does not notice that. The
//! connection is useless afterwards. So a user takes the connection out, and puts it back only if
//! everything on it succeeded. Otherwise it is closed, and the next user opens another.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::guard::FileGuard;
use crate::error::StoreError;

/// Writer of a database, for one user at a time.
#[derive(Clone)]
pub(super) struct Writer {
    options: SqliteConnectOptions,
    /// `None` if the database is only read.
    guard: Option<Arc<FileGuard>>,
    connection: Arc<Mutex<Option<SqliteConnection>>>,
}

/// The writer's connection while it is in use. Dropping it without [`WriterGuard::put_back`] closes
/// the connection.
pub(crate) struct WriterGuard {
    slot: OwnedMutexGuard<Option<SqliteConnection>>,
    connection: SqliteConnection,
}

impl Writer {
    /// Creates a writer with this connection. It opens replacements with the same options.
    pub(super) fn new(
        connection: SqliteConnection,
        options: SqliteConnectOptions,
        guard: Option<Arc<FileGuard>>,
    ) -> Self {
        // A deleted file must not be replaced by an empty one.
        let options = options.create_if_missing(false);
        Self { options, guard, connection: Arc::new(Mutex::new(Some(connection))) }
    }

    /// Waits for other users, and takes the connection. Opens a new one if the last one failed.
    pub(super) async fn take(&self) -> Result<WriterGuard, StoreError> {
        let mut slot = Arc::clone(&self.connection).lock_owned().await;
        self.check()?;
        let connection = match slot.take() {
            Some(connection) => connection,
            None => SqliteConnection::connect_with(&self.options).await?,
        };
        Ok(WriterGuard { slot, connection })
    }

    /// Checks that the files are the ones that were opened. Returns the size of the -wal in bytes.
    pub(super) fn check(&self) -> Result<u64, StoreError> {
        self.guard.as_ref().map_or(Ok(0), |guard| guard.check())
    }
}

impl WriterGuard {
    /// Returns the connection to the writer, for the next user.
    pub(crate) fn put_back(self) {
        let Self { mut slot, connection } = self;
        *slot = Some(connection);
    }

    /// Closes the connection, and waits until it is closed.
    pub(super) async fn close(self) -> Result<(), StoreError> {
        Ok(self.connection.close().await?)
    }
}

impl Deref for WriterGuard {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.connection
    }
}

impl DerefMut for WriterGuard {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }
}
