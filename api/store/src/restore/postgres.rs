//! Marks a PostgreSQL database that was restored with its own tools.

use broadside_domain::env::Env;

use super::mark::mark;
use super::report::{Report, RestoreError};
use crate::open_error::OpenError;
use crate::postgres::{Address, Postgres};
use crate::sql::{Connection, query};

const NODES: &str = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
    AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()";

/// Marks a PostgreSQL database as restored, in one transaction. No node may have it open.
///
/// # Errors
/// If nodes have it open, or it cannot be used. Then nothing is changed.
pub async fn restore_in_place(address: &Address, env: &Env) -> Result<Report, RestoreError> {
    let mut connection = Postgres::connect_as_operator(address).await.map_err(OpenError::from)?;
    let mut db = Connection::Postgres(&mut connection);
    let nodes: i64 = query(NODES).fetch_value(&mut db).await?;
    if nodes > 0 {
        return Err(RestoreError::Nodes(nodes));
    }
    let opened = Postgres::open(address).await.map_err(OpenError::from)?;
    opened.close().await.map_err(|error| sqlx::Error::Protocol(error.to_string()))?;
    Ok(mark(&mut db, env).await?)
}
