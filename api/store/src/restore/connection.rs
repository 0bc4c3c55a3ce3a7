//! Connection to a database of either kind, for statements that both understand.

use std::time::Duration;

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, PgConnection, SqliteConnection};

/// Limit for a statement on PostgreSQL. Some statements change every game.
const STATEMENT: Duration = Duration::from_hours(1);

/// A connection to a database of either kind.
pub(crate) enum Connection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// A parameter of a statement.
#[derive(Clone, Copy)]
pub(crate) enum Value<'a> {
    Int(i64),
    Text(&'a str),
    Bytes(&'a [u8]),
}

/// A row that can be read from either kind of database.
pub(crate) trait Record:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

impl<T> Record for T where T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

impl Connection {
    /// Runs a statement, and returns the number of rows that it changed.
    pub(crate) async fn execute(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<u64, sqlx::Error> {
        match self {
            Self::Sqlite(connection) => {
                let query = values.iter().fold(sqlx::query(sql), |query, value| match *value {
                    Value::Int(value) => query.bind(value),
                    Value::Text(value) => query.bind(value),
                    Value::Bytes(value) => query.bind(value),
                });
                Ok(query.execute(connection).await?.rows_affected())
            }
            Self::Postgres(connection) => {
                let query = values.iter().fold(sqlx::query(sql), |query, value| match *value {
                    Value::Int(value) => query.bind(value),
                    Value::Text(value) => query.bind(value),
                    Value::Bytes(value) => query.bind(value),
                });
                Ok(in_time(query.execute(connection)).await?.rows_affected())
            }
        }
    }

    /// Runs a query, and returns its rows.
    pub(crate) async fn fetch<T: Record>(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<T>, sqlx::Error> {
        match self {
            Self::Sqlite(connection) => {
                let query = values.iter().fold(sqlx::query_as(sql), |query, value| match *value {
                    Value::Int(value) => query.bind(value),
                    Value::Text(value) => query.bind(value),
                    Value::Bytes(value) => query.bind(value),
                });
                query.fetch_all(connection).await
            }
            Self::Postgres(connection) => {
                let query = values.iter().fold(sqlx::query_as(sql), |query, value| match *value {
                    Value::Int(value) => query.bind(value),
                    Value::Text(value) => query.bind(value),
                    Value::Bytes(value) => query.bind(value),
                });
                in_time(query.fetch_all(connection)).await
            }
        }
    }
}

/// Waits for an answer of PostgreSQL, with a time limit.
async fn in_time<T>(answer: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, sqlx::Error> {
    let silent = |_| sqlx::Error::Io(std::io::ErrorKind::TimedOut.into());
    tokio::time::timeout(STATEMENT, answer).await.map_err(silent)?
}
