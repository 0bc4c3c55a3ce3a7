//! Connection for an operator's work on a database of either kind.

use std::time::Duration;

use sqlx::{PgConnection, SqliteConnection};

use crate::sql::{Connection, Record, Value, query};

/// Limit for a statement. Some statements change every game.
const STATEMENT: Duration = Duration::from_hours(1);

/// A connection to a database of either kind.
pub(crate) enum OperatorConnection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl OperatorConnection {
    /// Runs a statement, and returns the number of rows that it changed.
    pub(crate) async fn execute(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<u64, sqlx::Error> {
        let query = values.iter().cloned().fold(query(sql), |query, value| query.bind(value));
        in_time(query.execute(&mut self.borrow())).await
    }

    /// Runs a query, and returns its rows.
    pub(crate) async fn fetch<T: Record>(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<T>, sqlx::Error> {
        let query = values.iter().cloned().fold(query(sql), |query, value| query.bind(value));
        in_time(query.fetch_all(&mut self.borrow())).await
    }

    fn borrow(&mut self) -> Connection<'_> {
        match self {
            Self::Sqlite(connection) => Connection::Sqlite(connection),
            Self::Postgres(connection) => Connection::Postgres(connection),
        }
    }
}

/// Waits for an answer, with a time limit.
async fn in_time<T>(
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    let silent = |_| sqlx::Error::Io(std::io::ErrorKind::TimedOut.into());
    tokio::time::timeout(STATEMENT, answer).await.map_err(silent)?
}
