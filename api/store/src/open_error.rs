//! Errors of opening a database.

use crate::error::StoreError;
use crate::postgres::PostgresOpenError;
use crate::sqlite::SqliteOpenError;

/// Error of opening a database.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Error of a SQLite file.
    #[error(transparent)]
    Sqlite(#[from] SqliteOpenError),
    /// Error of a PostgreSQL database.
    #[error(transparent)]
    Postgres(#[from] PostgresOpenError),
    /// The database failed.
    #[error(transparent)]
    Failed(#[from] StoreError),
    /// Migrations are pending.
    #[error("the database lacks {0}: run `broadside migrate`, or start the server")]
    Old(String),
}
