//! A pool of connections, with a time limit for each exchange.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgArguments, PgConnection, PgDatabaseError, PgPool, PgRow, PgSeverity};
use sqlx::{Connection, Postgres, SqlStr};
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::timeout;

use super::connector::{Connector, PING, in_time};

/// Time for which a connection is still used after its server refused a write because it is
/// read-only. A new connection may lead to another server.
const READ_ONLY_LIFETIME: Duration = Duration::from_secs(2);

/// A pool of connections.
pub(crate) struct Pool {
    connections: PgPool,
    connector: Arc<Connector>,
    /// Limit for an exchange.
    limit: Duration,
    /// Connection of a lane.
    lane: Option<Mutex<Option<Kept>>>,
}

/// Connection of a lane. It does not count as one of the driver's pool any more.
struct Kept {
    connection: PgConnection,
    opened: Instant,
    /// Time of the last answer.
    answered: Instant,
}

/// A connection for one exchange. It is closed if this is dropped before [`Taken::end`], for
/// example because a request was cancelled. Otherwise the driver would wait for the rest of the
/// answer, without a limit.
pub(crate) struct Taken<'p> {
    connection: Place<'p>,
    begun: Instant,
    connector: &'p Connector,
}

/// A connection, and where it goes after the exchange.
enum Place<'p> {
    Pool(PoolConnection<Postgres>),
    Lane(Kept, MutexGuard<'p, Option<Kept>>),
}

impl Pool {
    /// Creates a pool. It opens connections when they are needed.
    pub(super) fn new(connector: &Arc<Connector>, size: u32, limit: Duration) -> Self {
        let (connections, connector) = (connector.pool(size), Arc::clone(connector));
        Self { connections, connector, limit, lane: None }
    }

    /// Creates a pool of one connection, for the exchanges of each request and commit. Between them
    /// the connection does not return to the driver's pool, which would ping it: PostgreSQL answers
    /// 15,000 queries for freshness a second, and 11,000 with a ping after each (pgbench).
    pub(super) fn lane(connector: &Arc<Connector>, limit: Duration) -> Self {
        Self { lane: Some(Mutex::default()), ..Self::new(connector, 1, limit) }
    }

    /// Takes a connection for an exchange.
    pub(crate) async fn take(&self) -> Result<Taken<'_>, sqlx::Error> {
        let connection = match &self.lane {
            Some(lane) => {
                let mut lane = lane.lock().await;
                Place::Lane(self.take_lane(lane.take()).await?, lane)
            }
            None => {
                let mut connection = self.connections.acquire().await?;
                connection.close_on_drop();
                Place::Pool(connection)
            }
        };
        Ok(Taken { connection, begun: Instant::now(), connector: &self.connector })
    }

    /// Returns the connection of a lane if it can still be used, or else opens one.
    async fn take_lane(&self, kept: Option<Kept>) -> Result<Kept, sqlx::Error> {
        if let Some(mut kept) = kept {
            let (age, idle) = (kept.opened.elapsed(), kept.answered.elapsed());
            if self.connector.is_usable(&mut kept.connection, age, idle).await {
                return Ok(kept);
            }
        }
        let opened = Instant::now();
        let connection = self.connections.acquire().await?.detach();
        Ok(Kept { connection, opened, answered: Instant::now() })
    }

    /// Runs a statement, and returns the number of rows that it changed.
    pub(crate) async fn execute(
        &self,
        sql: SqlStr,
        arguments: PgArguments,
    ) -> Result<u64, sqlx::Error> {
        let mut taken = self.take().await?;
        let query = sqlx::query_with(sql, arguments);
        let answer = in_time(self.limit, query.execute(taken.connection())).await;
        Ok(taken.end(answer)?.rows_affected())
    }

    /// Runs a statement, and returns all its rows.
    pub(crate) async fn fetch_all(
        &self,
        sql: SqlStr,
        arguments: PgArguments,
    ) -> Result<Vec<PgRow>, sqlx::Error> {
        let mut taken = self.take().await?;
        let query = sqlx::query_with(sql, arguments);
        let answer = in_time(self.limit, query.fetch_all(taken.connection())).await;
        taken.end(answer)
    }

    /// Closes the connections. Later exchanges fail.
    pub(super) async fn close(&self) {
        let closed = self.connections.close();
        if let Some(lane) = &self.lane
            && let Some(kept) = lane.lock().await.take()
        {
            let _ = kept.connection.close().await;
        }
        closed.await;
    }
}

impl Taken<'_> {
    pub(crate) fn connection(&mut self) -> &mut PgConnection {
        match &mut self.connection {
            Place::Pool(connection) => connection,
            Place::Lane(kept, _) => &mut kept.connection,
        }
    }

    /// Ends the exchange with its result. Keeps the connection, unless its state is unknown.
    pub(crate) fn end<T>(self, answer: Result<T, sqlx::Error>) -> Result<T, sqlx::Error> {
        match &answer {
            Err(error) if !is_refused(error) => self.connector.revoke(self.begun),
            Err(error) if is_read_only(error) => {
                let before = self.begun.checked_sub(READ_ONLY_LIFETIME);
                self.connector.revoke(before.unwrap_or(self.begun));
            }
            _ => self.keep(),
        }
        answer
    }

    fn keep(self) {
        match self.connection {
            Place::Lane(kept, mut lane) => {
                *lane = Some(Kept { answered: Instant::now(), ..kept });
            }
            // The driver pings the connection, and would wait for the answer without a limit.
            Place::Pool(mut connection) => {
                drop(tokio::spawn(timeout(PING, connection.return_to_pool())));
            }
        }
    }
}

/// Returns true if the database refused a statement and the session continues: the changes are
/// rolled back. An error that breaks or ends the connection is different, because it may come after
/// a commit whose answer was still on its way.
pub(crate) fn is_refused(error: &sqlx::Error) -> bool {
    let refused = |error: &PgDatabaseError| error.severity() == PgSeverity::Error;
    error.as_database_error().and_then(|error| error.try_downcast_ref()).is_some_and(refused)
}

/// Returns true if an error has this code (PostgreSQL, appendix A).
pub(crate) fn has_code(error: &sqlx::Error, code: &str) -> bool {
    error.as_database_error().and_then(|error| error.code()).is_some_and(|found| found == code)
}

/// Returns true if a statement was refused because the server takes no writes
/// (`read_only_sql_transaction`).
fn is_read_only(error: &sqlx::Error) -> bool {
    has_code(error, "25006")
}
