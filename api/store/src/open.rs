//! Functions that open databases.

use std::sync::Arc;

use crate::backend::{Backend, Engine};
use crate::database::Database;
use crate::open_error::OpenError;
use crate::postgres::Postgres;
use crate::sqlite::Sqlite;
use crate::tables::TABLES;

/// Opens a database, and runs the pending migrations.
///
/// # Errors
/// If the database cannot be opened. The error says why, and what would help.
pub async fn open(database: &Database) -> Result<Arc<Backend>, OpenError> {
    let engine = match database {
        Database::Sqlite(file) => {
            let left_behind = TABLES.each_ref().map(|table| table.left_behind).concat();
            Engine::Sqlite(Box::new(Sqlite::open(file, &left_behind).await?))
        }
        Database::Postgres(address) => Engine::Postgres(Box::new(Postgres::open(address).await?)),
    };
    Ok(Arc::new(Backend { engine }))
}

/// Opens a database read-only. A server may have it open.
///
/// # Errors
/// If the database cannot be opened, or migrations are pending. The error says why, and what would
/// help.
pub async fn open_read_only(database: &Database) -> Result<Arc<Backend>, OpenError> {
    // A missing file must not be reported as a database with old tables.
    if let Database::Sqlite(file) = database {
        Sqlite::check_exists(file)?;
    }
    let missing = pending_migrations(database).await?;
    if !missing.is_empty() {
        return Err(OpenError::Old(missing.join(", ")));
    }
    let engine = match database {
        Database::Sqlite(file) => Engine::Sqlite(Box::new(Sqlite::open_read_only(file).await?)),
        Database::Postgres(address) => {
            Engine::Postgres(Box::new(Postgres::open_read_only(address).await?))
        }
    };
    Ok(Arc::new(Backend { engine }))
}

/// Returns the pending migrations of a database. Does not change the database.
///
/// # Errors
/// If the database cannot be opened. The error says why, and what would help.
pub async fn pending_migrations(database: &Database) -> Result<Vec<String>, OpenError> {
    Ok(match database {
        Database::Sqlite(file) => Sqlite::pending_migrations(file).await?,
        Database::Postgres(address) => Postgres::pending_migrations(address).await?,
    })
}
