//! Connections and pools that statements run on.

use sqlx::{PgConnection, SqliteConnection, SqlitePool};

use super::dialect::Dialect;
use super::record::Row;
use super::statement::Query;
use crate::postgres::Pool;

/// Connection within a transaction.
pub enum Connection<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection),
}

impl Connection<'_> {
    /// Returns the SQL that the connection understands.
    pub(crate) fn dialect(&self) -> Dialect {
        match self {
            Self::Sqlite(_) => Dialect::Sqlite,
            Self::Postgres(_) => Dialect::Postgres,
        }
    }
}

/// Connection or pool that a statement runs on.
pub(crate) enum Target<'t> {
    Sqlite(&'t mut SqliteConnection),
    SqlitePool(&'t SqlitePool),
    Postgres(&'t mut PgConnection),
    PostgresPool(&'t Pool),
}

impl<'t> From<&'t mut Connection<'_>> for Target<'t> {
    fn from(connection: &'t mut Connection<'_>) -> Self {
        match connection {
            Connection::Sqlite(connection) => Self::Sqlite(connection),
            Connection::Postgres(connection) => Self::Postgres(connection),
        }
    }
}

impl Target<'_> {
    pub(crate) async fn execute(self, query: Query<'_>) -> Result<u64, sqlx::Error> {
        Ok(match self {
            Self::Sqlite(connection) => {
                let (sql, arguments) = query.into_sqlite()?;
                sqlx::query_with(sql, arguments).execute(connection).await?.rows_affected()
            }
            Self::SqlitePool(pool) => {
                let (sql, arguments) = query.into_sqlite()?;
                sqlx::query_with(sql, arguments).execute(pool).await?.rows_affected()
            }
            Self::Postgres(connection) => {
                let (sql, arguments) = query.into_postgres()?;
                sqlx::query_with(sql, arguments).execute(connection).await?.rows_affected()
            }
            Self::PostgresPool(pool) => {
                let (sql, arguments) = query.into_postgres()?;
                pool.execute(sql, arguments).await?
            }
        })
    }

    pub(super) async fn fetch_all(self, query: Query<'_>) -> Result<Vec<Row>, sqlx::Error> {
        Ok(match self {
            Self::Sqlite(connection) => {
                let (sql, arguments) = query.into_sqlite()?;
                let rows = sqlx::query_with(sql, arguments).fetch_all(connection).await?;
                rows.into_iter().map(Row::Sqlite).collect()
            }
            Self::SqlitePool(pool) => {
                let (sql, arguments) = query.into_sqlite()?;
                let rows = sqlx::query_with(sql, arguments).fetch_all(pool).await?;
                rows.into_iter().map(Row::Sqlite).collect()
            }
            Self::Postgres(connection) => {
                let (sql, arguments) = query.into_postgres()?;
                let rows = sqlx::query_with(sql, arguments).fetch_all(connection).await?;
                rows.into_iter().map(Row::Postgres).collect()
            }
            Self::PostgresPool(pool) => {
                let (sql, arguments) = query.into_postgres()?;
                let rows = pool.fetch_all(sql, arguments).await?;
                rows.into_iter().map(Row::Postgres).collect()
            }
        })
    }

    pub(super) async fn fetch_optional(self, query: Query<'_>) -> Result<Option<Row>, sqlx::Error> {
        Ok(match self {
            Self::Sqlite(connection) => {
                let (sql, arguments) = query.into_sqlite()?;
                sqlx::query_with(sql, arguments).fetch_optional(connection).await?.map(Row::Sqlite)
            }
            Self::SqlitePool(pool) => {
                let (sql, arguments) = query.into_sqlite()?;
                sqlx::query_with(sql, arguments).fetch_optional(pool).await?.map(Row::Sqlite)
            }
            Self::Postgres(connection) => {
                let (sql, arguments) = query.into_postgres()?;
                sqlx::query_with(sql, arguments)
                    .fetch_optional(connection)
                    .await?
                    .map(Row::Postgres)
            }
            Self::PostgresPool(pool) => {
                let (sql, arguments) = query.into_postgres()?;
                pool.fetch_all(sql, arguments).await?.into_iter().next().map(Row::Postgres)
            }
        })
    }
}
