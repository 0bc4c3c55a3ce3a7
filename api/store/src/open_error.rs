//! Errors of opening a database.

use crate::error::StoreError;
use crate::postgres::PostgresOpenError;
use crate::sqlite::SqliteOpenError;

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error(transparent)]
    Sqlite(#[from] SqliteOpenError),
    #[error(transparent)]
    Postgres(#[from] PostgresOpenError),
    #[error(transparent)]
    Failed(#[from] StoreError),
    #[error("the database lacks {0}: run `broadside migrate`, or start the server")]
    Old(String),
}
