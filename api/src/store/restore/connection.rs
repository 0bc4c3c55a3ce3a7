//! Connection to a database of either kind, for statements that both take in the same words.

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, PgConnection, SqliteConnection};

/// A connection to a database of either kind.
pub(super) enum Connection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// A parameter of a statement.
#[derive(Clone, Copy)]
pub(super) enum Value<'a> {
    Int(i64),
    Text(&'a str),
}

/// A row that is read from either kind of database.
pub(super) trait Record:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{
}

impl<T> Record for T where T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

impl Connection {
    /// Runs a statement, and answers with the number of rows that it changed.
    pub(super) async fn execute(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<u64, sqlx::Error> {
        match self {
            Self::Sqlite(connection) => {
                let query = values.iter().fold(sqlx::query(sql), |query, value| match *value {
                    Value::Int(value) => query.bind(value),
                    Value::Text(value) => query.bind(value),
                });
                Ok(query.execute(connection).await?.rows_affected())
            }
            Self::Postgres(connection) => {
                let query = values.iter().fold(sqlx::query(sql), |query, value| match *value {
                    Value::Int(value) => query.bind(value),
                    Value::Text(value) => query.bind(value),
                });
                Ok(query.execute(connection).await?.rows_affected())
            }
        }
    }

    /// Runs a query, and answers with its rows.
    pub(super) async fn fetch<T: Record>(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<T>, sqlx::Error> {
        match self {
            Self::Sqlite(connection) => {
                let query = values.iter().fold(sqlx::query_as(sql), |query, value| match *value {
                    Value::Int(value) => query.bind(value),
                    Value::Text(value) => query.bind(value),
                });
                query.fetch_all(connection).await
            }
            Self::Postgres(connection) => {
                let query = values.iter().fold(sqlx::query_as(sql), |query, value| match *value {
                    Value::Int(value) => query.bind(value),
                    Value::Text(value) => query.bind(value),
                });
                query.fetch_all(connection).await
            }
        }
    }
}
