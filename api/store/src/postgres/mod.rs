//! PostgreSQL: one database for several nodes. Each node has a pool for reads, and pools of one
//! connection for writes and for the most frequent queries.

mod address;
mod connector;
mod error;
mod listener;
mod pool;

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use sqlx::migrate::{Migrate, MigrateError};
use sqlx::postgres::PgConnection;
use sqlx::{Connection, Executor};
use tokio::time::timeout;

pub use self::address::Address;
pub(crate) use self::connector::in_time;
use self::connector::{Connector, EXCHANGE, Purpose, connect, refuse_transaction_pooler};
pub use self::error::PostgresOpenError;
use self::listener::CHANNEL;
pub(crate) use self::pool::{Pool, has_code, is_refused};
use crate::error::StoreError;
use crate::freshness::{self, Freshness, FreshnessFound, FreshnessKey};
use crate::migrations;

const READERS: u32 = 8;

/// Limit for a query of a command that inspects a database, where nobody waits for the answer.
const LOOK: Duration = Duration::from_secs(70);
/// Limit for migrations. A migration may rewrite a large table, or wait for another node that does
/// so.
const MIGRATE: Duration = Duration::from_hours(1);

/// Limit for exchanges in progress when the store is closed.
const SETTLE: Duration = Duration::from_secs(1);

/// A PostgreSQL database.
pub struct Postgres {
    connector: Arc<Connector>,
    pub(crate) readers: Pool,
    /// Lane for validating cached tokens. It serves no other queries, so that these do not wait
    /// while the games are locked, for example by a migration.
    tokens: Pool,
    /// Lane for validating cached games, together with the tokens of their readers.
    glances: Pool,
    /// Lane for notifications to other nodes.
    notifier: Pool,
    /// Lane for commits.
    pub(crate) writer: Pool,
}

impl Postgres {
    /// Connects to a database, and brings its tables up to date.
    ///
    /// # Errors
    /// If it cannot be reached or used.
    pub async fn open(address: &Address) -> Result<Self, PostgresOpenError> {
        let mut connection = connect(address, Purpose::Serve).await?;
        refuse_transaction_pooler(address, &mut connection).await?;
        let unusable =
            |error: sqlx::Error| PostgresOpenError::Unusable(address.clone(), error.to_string());
        let done = in_time(EXCHANGE, migrations_done(&mut connection)).await.map_err(unusable)?;
        // Usually there is nothing to do. Then no lock is needed, and a silent server is not
        // mistaken for a busy one.
        let is_current = migrations::pending(&migrations::postgres(), &done).is_empty();
        let limit = if is_current { EXCHANGE } else { MIGRATE };
        let migrated = async { Ok(migrate(&mut connection, is_current).await?) };
        in_time(limit, migrated).await.map_err(unusable)?;
        refuse_newer(address, &mut connection).await?;
        close(connection).await;
        Ok(Self::with(Connector::new(address, Purpose::Serve), EXCHANGE))
    }

    /// Connects to a database for reading only. This also works where nothing can be written, such
    /// as on a standby.
    ///
    /// # Errors
    /// If it cannot be reached or used.
    pub async fn open_read_only(address: &Address) -> Result<Self, PostgresOpenError> {
        let mut connection = connect(address, Purpose::Look).await?;
        refuse_newer(address, &mut connection).await?;
        close(connection).await;
        Ok(Self::with(Connector::new(address, Purpose::Look), LOOK))
    }

    fn with(connector: Arc<Connector>, limit: Duration) -> Self {
        let lane = || Pool::lane(&connector, limit);
        let (tokens, glances, notifier, writer) = (lane(), lane(), lane(), lane());
        let readers = Pool::new(&connector, READERS, limit);
        Self { connector, readers, tokens, glances, notifier, writer }
    }

    /// Returns the migrations that a database still needs.
    ///
    /// # Errors
    /// If it cannot be reached.
    pub async fn pending_migrations(address: &Address) -> Result<Vec<String>, PostgresOpenError> {
        let mut connection = connect(address, Purpose::Look).await?;
        let done = in_time(EXCHANGE, migrations_done(&mut connection)).await;
        let done = done
            .map_err(|error| PostgresOpenError::Unreachable(address.clone(), error.to_string()))?;
        close(connection).await;
        Ok(migrations::pending(&migrations::postgres(), &done))
    }

    /// Opens a connection for an operator's work. Its statements have no time limit.
    ///
    /// # Errors
    /// If the database cannot be reached.
    pub(super) async fn connect_as_operator(
        address: &Address,
    ) -> Result<PgConnection, PostgresOpenError> {
        let mut connection = connect(address, Purpose::Serve).await?;
        let unlimited = "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0";
        let set = in_time(EXCHANGE, connection.execute(unlimited)).await;
        set.map_err(|error| PostgresOpenError::Unreachable(address.clone(), error.to_string()))?;
        Ok(connection)
    }
}

/// Closes a connection. It does not matter if the server receives the message.
async fn close(connection: PgConnection) {
    let _ = timeout(SETTLE, connection.close()).await;
}

/// Returns the versions of the migrations that a database has.
async fn migrations_done(connection: &mut PgConnection) -> Result<Vec<(i64,)>, sqlx::Error> {
    let (exists,): (bool,) = sqlx::query_as("SELECT to_regclass('_sqlx_migrations') IS NOT NULL")
        .fetch_one(&mut *connection)
        .await?;
    if !exists {
        return Ok(Vec::new());
    }
    sqlx::query_as("SELECT version FROM _sqlx_migrations WHERE success").fetch_all(connection).await
}

/// Applies migrations. Several nodes may start at once: the migrator locks the database, and the
/// other nodes wait until it has finished. Migrations do not wait that long for the lock of a
/// table, because all other users of the table would wait behind them.
async fn migrate(connection: &mut PgConnection, is_current: bool) -> Result<(), MigrateError> {
    if is_current {
        // The migrator compares the applied migrations with the files.
        return migrations::postgres().set_locking(false).run(connection).await;
    }
    connection
        .execute(
            "SET lock_timeout = 0; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0",
        )
        .await?;
    connection.lock().await?;
    connection.execute("SET lock_timeout = '5s'").await?;
    // The migrator takes the lock a second time, and releases it once.
    migrations::postgres().run(&mut *connection).await?;
    connection.unlock().await
}

/// Rejects a database whose tables need a newer program.
async fn refuse_newer(
    address: &Address,
    connection: &mut PgConnection,
) -> Result<(), PostgresOpenError> {
    let unusable = |error: String| PostgresOpenError::Unusable(address.clone(), error);
    let oldest = sqlx::query_as(migrations::OLDEST).fetch_optional(connection);
    let oldest = in_time(EXCHANGE, oldest).await;
    let oldest: Option<(String,)> = oldest.map_err(|error| unusable(error.to_string()))?;
    let too_old = migrations::too_old(&migrations::postgres(), oldest.as_ref().map(|row| &*row.0));
    too_old.map_or(Ok(()), |why| Err(unusable(why)))
}

impl Postgres {
    /// Returns the current state of these tokens and games. Every request asks for it: the other
    /// hot path.
    pub(crate) async fn freshness(
        &self,
        asked: &[FreshnessKey],
    ) -> Result<Vec<(FreshnessKey, Freshness)>, StoreError> {
        let column =
            |of: fn(&FreshnessKey) -> Option<&str>| asked.iter().map(of).collect::<Vec<_>>();
        let (hashes, ids) = (column(|(hash, _)| hash.as_deref()), column(|(_, id)| id.as_deref()));
        let (lane, query) = if ids.iter().all(Option::is_none) {
            let tokens = sqlx::query_as(
                "SELECT place - 1, t.hash IS NOT NULL, t.ends_at, NULL::bigint, NULL::bigint \
                 FROM unnest($1::text[]) WITH ORDINALITY AS asked (hash, place) \
                 LEFT JOIN tokens t ON t.hash = asked.hash",
            );
            (&self.tokens, tokens.bind(hashes))
        } else {
            let both = sqlx::query_as(
                "SELECT place - 1, t.hash IS NOT NULL, t.ends_at, g.version, g.meta_version \
                 FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (hash, game_id, place) \
                 LEFT JOIN tokens t ON t.hash = asked.hash LEFT JOIN games g ON g.id = asked.game_id",
            );
            (&self.glances, both.bind(hashes).bind(ids))
        };
        let mut taken = lane.take().await?;
        let found = in_time(EXCHANGE, query.fetch_all(taken.connection())).await;
        let found: Vec<FreshnessFound> = taken.end(found)?;
        Ok(freshness::of_keys(asked, found))
    }

    /// Sends a notification to all nodes.
    pub(crate) async fn notify(&self, message: &str) -> Result<(), StoreError> {
        // A notification only shortens waiting, so its commit need not be synced. A sync would
        // compete with commits of moves for the disk.
        let notify =
            sqlx::query("SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)");
        let mut taken = self.notifier.take().await?;
        let sent = notify.bind(CHANNEL).bind(message).execute(taken.connection());
        let sent = in_time(EXCHANGE, sent).await;
        taken.end(sent)?;
        Ok(())
    }

    /// Receives the notifications of all nodes until the connection ends.
    pub(crate) async fn listen(
        &self,
        on_notification: &(dyn for<'a> Fn(Option<&'a str>) + Send + Sync),
    ) -> Result<(), StoreError> {
        Ok(listener::listen(&self.connector, on_notification).await?)
    }

    /// Closes the connections.
    pub(crate) async fn close(&self) -> Result<(), StoreError> {
        let pools = [&self.readers, &self.tokens, &self.glances, &self.notifier, &self.writer];
        // Nobody waits for an exchange that is still running. Its connection ends with the process.
        let _ = timeout(SETTLE, join_all(pools.map(Pool::close))).await;
        Ok(())
    }
}
