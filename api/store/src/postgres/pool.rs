//! A pool of connections, with a time limit for each exchange.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgArguments, PgConnection, PgDatabaseError, PgPool, PgRow, PgSeverity};
use sqlx::{Connection, Postgres, SqlStr};
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::timeout;

use super::connector::{Connector, PING_TIMEOUT, in_time};

/// Time for which a connection is still used after its server refused a write because it is
/// read-only. A new connection may lead to another server.
const READ_ONLY_LIFETIME: Duration = Duration::from_secs(2);

pub(crate) struct Pool {
    connections: PgPool,
    connector: Arc<Connector>,
    /// Limit for an exchange.
    limit: Duration,
    /// The only connection of a dedicated pool.
    dedicated: Option<Mutex<Option<DedicatedConnection>>>,
}

/// Connection of a dedicated pool. It does not count as one of the driver's pool any more.
struct DedicatedConnection {
    connection: PgConnection,
    opened: Instant,
    /// Time of the last answer.
    answered: Instant,
}

/// A connection for one exchange. It is closed if this is dropped before
/// [`ExchangeConnection::finish`], for example because a request was cancelled. Otherwise the
/// driver would wait for the rest of the answer, without a limit.
pub(crate) struct ExchangeConnection<'p> {
    connection: OwnedConnection<'p>,
    begun: Instant,
    connector: &'p Connector,
}

/// A connection, and where it goes after the exchange.
enum OwnedConnection<'p> {
    Pool(PoolConnection<Postgres>),
    Dedicated(DedicatedConnection, MutexGuard<'p, Option<DedicatedConnection>>),
}

impl Pool {
    /// Creates a pool. It opens connections when they are needed.
    pub(super) fn new(connector: &Arc<Connector>, size: u32, limit: Duration) -> Self {
        Self {
            connections: connector.pool(size),
            connector: Arc::clone(connector),
            limit,
            dedicated: None,
        }
    }

    /// Creates a pool of one connection, for the exchanges of each request and commit. Between them
    /// the connection does not return to the driver's pool, which would ping it: PostgreSQL answers
    /// 15,000 queries for freshness a second, and 11,000 with a ping after each (pgbench).
    pub(super) fn dedicated(connector: &Arc<Connector>, limit: Duration) -> Self {
        Self { dedicated: Some(Mutex::default()), ..Self::new(connector, 1, limit) }
    }

    /// Takes a connection for an exchange.
    pub(crate) async fn take(&self) -> Result<ExchangeConnection<'_>, sqlx::Error> {
        let connection = match &self.dedicated {
            Some(dedicated) => {
                let mut slot = dedicated.lock().await;
                let connection = self.reuse_or_open(slot.take()).await?;
                OwnedConnection::Dedicated(connection, slot)
            }
            None => {
                let mut connection = self.connections.acquire().await?;
                connection.close_on_drop();
                OwnedConnection::Pool(connection)
            }
        };
        Ok(ExchangeConnection { connection, begun: Instant::now(), connector: &self.connector })
    }

    /// Returns a dedicated connection if it can still be used, or else opens one.
    async fn reuse_or_open(
        &self,
        dedicated: Option<DedicatedConnection>,
    ) -> Result<DedicatedConnection, sqlx::Error> {
        if let Some(mut dedicated) = dedicated {
            let age = dedicated.opened.elapsed();
            let idle = dedicated.answered.elapsed();
            if self.connector.is_usable(&mut dedicated.connection, age, idle).await {
                return Ok(dedicated);
            }
        }
        let opened = Instant::now();
        let connection = self.connections.acquire().await?.detach();
        Ok(DedicatedConnection { connection, opened, answered: Instant::now() })
    }

    /// Runs a statement, and returns the number of rows that it changed.
    pub(crate) async fn execute(
        &self,
        sql: SqlStr,
        arguments: PgArguments,
    ) -> Result<u64, sqlx::Error> {
        let mut connection = self.take().await?;
        let query = sqlx::query_with(sql, arguments);
        let result = in_time(self.limit, query.execute(connection.get_mut())).await;
        Ok(connection.finish(result)?.rows_affected())
    }

    /// Runs a statement, and returns all its rows.
    pub(crate) async fn fetch_all(
        &self,
        sql: SqlStr,
        arguments: PgArguments,
    ) -> Result<Vec<PgRow>, sqlx::Error> {
        let mut connection = self.take().await?;
        let query = sqlx::query_with(sql, arguments);
        let rows = in_time(self.limit, query.fetch_all(connection.get_mut())).await;
        connection.finish(rows)
    }

    /// Closes the connections. Later exchanges fail.
    pub(super) async fn close(&self) {
        let closed = self.connections.close();
        if let Some(dedicated) = &self.dedicated
            && let Some(dedicated) = dedicated.lock().await.take()
        {
            let _ = dedicated.connection.close().await;
        }
        closed.await;
    }
}

impl ExchangeConnection<'_> {
    pub(crate) fn get_mut(&mut self) -> &mut PgConnection {
        match &mut self.connection {
            OwnedConnection::Pool(connection) => connection,
            OwnedConnection::Dedicated(dedicated, _) => &mut dedicated.connection,
        }
    }

    /// Ends the exchange with its result. Keeps the connection, unless its state is unknown.
    pub(crate) fn finish<T>(self, result: Result<T, sqlx::Error>) -> Result<T, sqlx::Error> {
        match &result {
            Err(error) if !is_refused(error) => self.connector.revoke(self.begun),
            Err(error) if is_read_only(error) => {
                let before = self.begun.checked_sub(READ_ONLY_LIFETIME);
                self.connector.revoke(before.unwrap_or(self.begun));
            }
            _ => self.give_back(),
        }
        result
    }

    fn give_back(self) {
        match self.connection {
            OwnedConnection::Dedicated(dedicated, mut slot) => {
                *slot = Some(DedicatedConnection { answered: Instant::now(), ..dedicated });
            }
            // The driver pings the connection, and would wait for the answer without a limit.
            OwnedConnection::Pool(mut connection) => {
                drop(tokio::spawn(timeout(PING_TIMEOUT, connection.return_to_pool())));
            }
        }
    }
}

/// Returns true if the database refused a statement and the session continues: the changes are
/// rolled back. An error that breaks or ends the connection is different, because it may come after
/// a commit whose answer was still on its way.
pub(crate) fn is_refused(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .and_then(|error| error.try_downcast_ref::<PgDatabaseError>())
        .is_some_and(|error| error.severity() == PgSeverity::Error)
}

/// Returns true if an error has this code (PostgreSQL, appendix A).
pub(crate) fn has_code(error: &sqlx::Error, code: &str) -> bool {
    error.as_database_error().and_then(|error| error.code()).is_some_and(|actual| actual == code)
}

/// Returns true if a statement was refused because the server takes no writes
/// (`read_only_sql_transaction`).
fn is_read_only(error: &sqlx::Error) -> bool {
    has_code(error, "25006")
}
