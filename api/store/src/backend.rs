//! Database behind the queries and statements of this crate: SQLite or PostgreSQL.

use crate::error::StoreError;
use crate::freshness::{Freshness, FreshnessKey};
use crate::postgres::Postgres;
use crate::sql::{Connection, Dialect, Query, Target, query};
use crate::sqlite::Sqlite;

/// Database. It returns only committed data. Its queries are in the files of what they return.
pub struct Backend {
    pub(crate) engine: Engine,
}

/// Kind of database, with its connections.
pub(crate) enum Engine {
    Sqlite(Box<Sqlite>),
    Postgres(Box<Postgres>),
}

impl Backend {
    /// Returns the SQL that the database understands.
    pub(crate) fn dialect(&self) -> Dialect {
        match self.engine {
            Engine::Sqlite(_) => Dialect::Sqlite,
            Engine::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Returns the connections that read.
    pub(crate) fn readers(&self) -> Target<'_> {
        match &self.engine {
            Engine::Sqlite(sqlite) => Target::SqlitePool(&sqlite.readers),
            Engine::Postgres(postgres) => Target::PostgresPool(&postgres.readers),
        }
    }

    /// Runs a statement that changes the database, on its own. Returns the number of rows that it
    /// changed.
    pub(crate) async fn execute(&self, statement: Query<'_>) -> Result<u64, StoreError> {
        match &self.engine {
            Engine::Sqlite(sqlite) => {
                let mut writer = sqlite.writer().await?;
                let changed = statement.execute(&mut Connection::Sqlite(&mut writer)).await?;
                writer.put_back();
                Ok(changed)
            }
            Engine::Postgres(_) => Ok(self.readers().execute(statement).await?),
        }
    }

    /// Returns true if other processes may change the database. Cached data must then be checked
    /// against it before use.
    pub fn shared(&self) -> bool {
        matches!(self.engine, Engine::Postgres(_))
    }

    /// Returns the current state of these tokens and games.
    pub async fn freshness(
        &self,
        keys: &[FreshnessKey],
    ) -> Result<Vec<(FreshnessKey, Freshness)>, StoreError> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.freshness(keys).await,
            Engine::Postgres(postgres) => postgres.freshness(keys).await,
        }
    }

    /// Sends a notification to the other nodes, if there can be any. A notification may get lost.
    pub async fn notify_nodes(&self, message: &str) -> Result<(), StoreError> {
        match &self.engine {
            Engine::Sqlite(_) => Ok(()),
            Engine::Postgres(postgres) => postgres.notify(message).await,
        }
    }

    /// Receives the notifications of all nodes, including this one, until the connection ends.
    /// Calls `on_notification` with `None` at the start.
    pub async fn listen(
        &self,
        on_notification: &(dyn for<'a> Fn(Option<&'a str>) + Send + Sync),
    ) -> Result<(), StoreError> {
        match &self.engine {
            // There are no other nodes.
            Engine::Sqlite(_) => std::future::pending().await,
            Engine::Postgres(postgres) => postgres.listen(on_notification).await,
        }
    }

    /// Checks that nobody has deleted or replaced the files of the database. Checks nothing for a
    /// database server.
    pub fn check_files(&self) -> Result<(), StoreError> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.check_files(),
            Engine::Postgres(_) => Ok(()),
        }
    }

    /// Checks that the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.readers().execute(query("SELECT 1 FROM settings LIMIT 1")).await?;
        Ok(())
    }

    /// Flushes all writes and closes the database, because the process is about to end.
    pub async fn close(&self) -> Result<(), StoreError> {
        match &self.engine {
            Engine::Sqlite(sqlite) => sqlite.close().await,
            Engine::Postgres(postgres) => postgres.close().await,
        }
    }
}
