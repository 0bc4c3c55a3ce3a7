//! Marks a PostgreSQL database that was restored with its own tools, and ends the hold of a
//! database of either kind.

use std::path::Path;
use std::time::Duration;

use broadside_domain::env::Env;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, SqliteConnection};

use super::connection::OperatorConnection;
use super::mark::mark;
use super::{HOLD, Report, RestoreError};
use crate::erasures::Erasure;
use crate::postgres::{Address, Postgres};
use crate::sql::Value;
use crate::sqlite::Sqlite;
use crate::{Backend, Database, OpenError, StoreError};

const NODES: &str = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
    AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()";

/// Marks a PostgreSQL database as restored, in one transaction. No node may have it open.
///
/// # Errors
/// If nodes have it open, or it cannot be used. Then nothing is changed.
pub async fn restore_in_place(
    address: &Address,
    erasures: &[Erasure],
    env: &Env,
) -> Result<Report, RestoreError> {
    let mut connection = OperatorConnection::Postgres(
        Postgres::connect_as_operator(address).await.map_err(OpenError::from)?,
    );
    let nodes: Vec<(i64,)> = connection.fetch(NODES, &[]).await?;
    if let Some((nodes,)) = nodes.first().filter(|(nodes,)| *nodes > 0) {
        return Err(RestoreError::Nodes(*nodes));
    }
    let opened = Postgres::open(address).await.map_err(OpenError::from)?;
    opened.close().await.map_err(|error| sqlx::Error::Protocol(error.to_string()))?;
    let (timeline, games, erased) = mark(&mut connection, env, erasures).await?;
    Ok(Report { timeline, games, erased, before: None })
}

/// Ends the hold of a database, so that mail and webhooks go out again. A server may have it open.
/// Returns true if it was held.
///
/// # Errors
/// If the database cannot be used.
pub async fn release(database: &Database) -> Result<bool, RestoreError> {
    let mut connection = match database {
        Database::Sqlite(file) => OperatorConnection::Sqlite(open(file).await?),
        Database::Postgres(address) => OperatorConnection::Postgres(
            Postgres::connect_as_operator(address).await.map_err(OpenError::from)?,
        ),
    };
    Ok(connection.execute("DELETE FROM settings WHERE name = $1", &[Value::from(HOLD)]).await? > 0)
}

async fn open(file: &Path) -> Result<SqliteConnection, RestoreError> {
    Sqlite::check_exists(file)?;
    let options = SqliteConnectOptions::new().filename(file).busy_timeout(Duration::from_secs(30));
    Ok(SqliteConnection::connect_with(&options).await?)
}

/// Returns true if a database is held.
///
/// # Errors
/// If the database fails.
pub async fn is_held(store: &Backend) -> Result<bool, StoreError> {
    Ok(store.stored_setting(HOLD).await?.is_some())
}
