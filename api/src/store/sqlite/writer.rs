//! The one connection that writes.
//!
//! SQLite takes a transaction back by itself when a write fails, and sqlx does not notice: the connection is of no use after
//! that. So a connection is taken out to be used, and comes back only if everything on it succeeded. Otherwise it is closed,
//! and the next user opens another.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::guard::FileGuard;
use crate::store::StoreError;

/// The writer of a database: at most one user at a time.
#[derive(Clone)]
pub(super) struct Writer {
    options: SqliteConnectOptions,
    /// `None` where a database is only read.
    guard: Option<Arc<FileGuard>>,
    connection: Arc<Mutex<Option<SqliteConnection>>>,
}

/// The writer's connection, taken out. Dropped without [`WriterGuard::put_back`] it is closed.
pub(super) struct WriterGuard {
    place: OwnedMutexGuard<Option<SqliteConnection>>,
    connection: SqliteConnection,
}

impl Writer {
    /// A writer that has this connection, and opens others in the same way.
    pub(super) fn new(
        connection: SqliteConnection,
        options: SqliteConnectOptions,
        guard: Option<Arc<FileGuard>>,
    ) -> Self {
        // A file that was deleted is not to be replaced by an empty one.
        let options = options.create_if_missing(false);
        Self { options, guard, connection: Arc::new(Mutex::new(Some(connection))) }
    }

    /// Waits for the other users, and takes the connection out. Opens one if the last one failed.
    pub(super) async fn take(&self) -> Result<WriterGuard, StoreError> {
        let mut place = Arc::clone(&self.connection).lock_owned().await;
        self.check()?;
        let connection = match place.take() {
            Some(connection) => connection,
            None => SqliteConnection::connect_with(&self.options).await?,
        };
        Ok(WriterGuard { place, connection })
    }

    /// Waits for the other users, and keeps new ones out for as long as the answer is held.
    pub(super) async fn pause(&self) -> OwnedMutexGuard<Option<SqliteConnection>> {
        Arc::clone(&self.connection).lock_owned().await
    }

    /// Checks that the files are the ones that were opened. Returns the size of the -wal in bytes.
    pub(super) fn check(&self) -> Result<u64, StoreError> {
        self.guard.as_ref().map_or(Ok(0), |guard| guard.check())
    }
}

impl WriterGuard {
    /// Gives the connection to the next user.
    pub(super) fn put_back(self) {
        let Self { mut place, connection } = self;
        *place = Some(connection);
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
