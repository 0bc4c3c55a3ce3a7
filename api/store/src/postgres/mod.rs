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
use self::connector::{Connector, Purpose, QUERY_TIMEOUT, connect, refuse_transaction_pooler};
pub use self::error::PostgresOpenError;
use self::listener::CHANNEL;
pub(crate) use self::pool::{Pool, has_code, is_refused};
use crate::error::StoreError;
use crate::freshness::{self, Freshness, FreshnessKey, FreshnessRow};
use crate::migrations;

const MAX_READERS: u32 = 8;

/// Limit for a query of a command that inspects a database, where nobody waits for the answer.
const INSPECTION_TIMEOUT: Duration = Duration::from_secs(70);
/// Limit for migrations. A migration may rewrite a large table, or wait for another node that does
/// so.
const MIGRATION_TIMEOUT: Duration = Duration::from_hours(1);

/// Limit for exchanges in progress when the store is closed.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

pub struct Postgres {
    connector: Arc<Connector>,
    pub(crate) readers: Pool,
    /// Connection for the freshness of tokens. It serves no other queries, so that these do not
    /// wait while the games are locked, for example by a migration.
    token_freshness: Pool,
    /// Connection for the freshness of games, with the tokens of their readers.
    game_freshness: Pool,
    /// Connection for notifications to other nodes.
    notifier: Pool,
    /// Connection for commits.
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
        let migrated = migrate_if_needed(&mut connection).await;
        migrated.map_err(|error| PostgresOpenError::unusable(address, error))?;
        refuse_newer(address, &mut connection).await?;
        close(connection).await;
        Ok(Self::new(Connector::new(address, Purpose::Serve), QUERY_TIMEOUT))
    }

    /// Connects to a database for reading only. This also works where nothing can be written, such
    /// as on a standby.
    ///
    /// # Errors
    /// If it cannot be reached or used.
    pub async fn open_read_only(address: &Address) -> Result<Self, PostgresOpenError> {
        let mut connection = connect(address, Purpose::ReadOnly).await?;
        refuse_newer(address, &mut connection).await?;
        close(connection).await;
        Ok(Self::new(Connector::new(address, Purpose::ReadOnly), INSPECTION_TIMEOUT))
    }

    fn new(connector: Arc<Connector>, limit: Duration) -> Self {
        Self {
            readers: Pool::new(&connector, MAX_READERS, limit),
            token_freshness: Pool::dedicated(&connector, limit),
            game_freshness: Pool::dedicated(&connector, limit),
            notifier: Pool::dedicated(&connector, limit),
            writer: Pool::dedicated(&connector, limit),
            connector,
        }
    }

    /// Returns the migrations that a database still needs.
    ///
    /// # Errors
    /// If it cannot be reached.
    pub async fn pending_migrations(address: &Address) -> Result<Vec<String>, PostgresOpenError> {
        let mut connection = connect(address, Purpose::ReadOnly).await?;
        let applied = applied_migrations(&mut connection).await;
        let applied = applied.map_err(|error| PostgresOpenError::unreachable(address, error))?;
        close(connection).await;
        Ok(migrations::pending(&migrations::postgres(), &applied))
    }

    /// Opens a connection for an operator's work. Its statements have no time limit.
    ///
    /// # Errors
    /// If the database cannot be reached.
    pub(super) async fn connect_as_operator(
        address: &Address,
    ) -> Result<PgConnection, PostgresOpenError> {
        let mut connection = connect(address, Purpose::Serve).await?;
        let no_timeouts = "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0";
        let set = in_time(QUERY_TIMEOUT, connection.execute(no_timeouts)).await;
        set.map_err(|error| PostgresOpenError::unreachable(address, error))?;
        Ok(connection)
    }

    /// Returns the current state of these tokens and games. Every request asks for it: the other
    /// hot path.
    pub(crate) async fn freshness(
        &self,
        keys: &[FreshnessKey],
    ) -> Result<Vec<(FreshnessKey, Freshness)>, StoreError> {
        let hashes: Vec<Option<&str>> = keys.iter().map(|(hash, _)| hash.as_deref()).collect();
        let game_ids: Vec<Option<&str>> = keys.iter().map(|(_, id)| id.as_deref()).collect();
        let (pool, query) = if game_ids.iter().all(Option::is_none) {
            let tokens = sqlx::query_as(
                "SELECT position - 1, t.hash IS NOT NULL, t.ends_at, NULL::bigint, NULL::bigint \
                 FROM unnest($1::text[]) WITH ORDINALITY AS k (hash, position) \
                 LEFT JOIN tokens t ON t.hash = k.hash",
            );
            (&self.token_freshness, tokens.bind(hashes))
        } else {
            let both = sqlx::query_as(
                "SELECT position - 1, t.hash IS NOT NULL, t.ends_at, g.version, g.meta_version \
                 FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS k (hash, game_id, position) \
                 LEFT JOIN tokens t ON t.hash = k.hash LEFT JOIN games g ON g.id = k.game_id",
            );
            (&self.game_freshness, both.bind(hashes).bind(game_ids))
        };
        let mut connection = pool.take().await?;
        let rows = in_time(QUERY_TIMEOUT, query.fetch_all(connection.get_mut())).await;
        let rows: Vec<FreshnessRow> = connection.finish(rows)?;
        Ok(freshness::pair_with_keys(keys, rows))
    }

    /// Sends a notification to all nodes.
    pub(crate) async fn notify(&self, message: &str) -> Result<(), StoreError> {
        // A notification only shortens waiting, so its commit need not be synced. A sync would
        // compete with commits of moves for the disk.
        let notify =
            sqlx::query("SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)");
        let mut connection = self.notifier.take().await?;
        let sent = notify.bind(CHANNEL).bind(message).execute(connection.get_mut());
        let sent = in_time(QUERY_TIMEOUT, sent).await;
        connection.finish(sent)?;
        Ok(())
    }

    /// Receives the notifications of all nodes until the connection ends.
    pub(crate) async fn listen(
        &self,
        on_notification: &(dyn for<'a> Fn(Option<&'a str>) + Send + Sync),
    ) -> Result<(), StoreError> {
        Ok(listener::listen(&self.connector, on_notification).await?)
    }

    pub(crate) async fn close(&self) -> Result<(), StoreError> {
        let pools = [
            &self.readers,
            &self.token_freshness,
            &self.game_freshness,
            &self.notifier,
            &self.writer,
        ];
        // Nobody waits for an exchange that is still running. Its connection ends with the process.
        let _ = timeout(CLOSE_TIMEOUT, join_all(pools.map(Pool::close))).await;
        Ok(())
    }
}

/// Closes a connection. It does not matter if the server receives the message.
async fn close(connection: PgConnection) {
    let _ = timeout(CLOSE_TIMEOUT, connection.close()).await;
}

/// Returns the versions of the migrations that a database has.
async fn applied_migrations(connection: &mut PgConnection) -> Result<Vec<(i64,)>, sqlx::Error> {
    in_time(QUERY_TIMEOUT, async {
        let (exists,): (bool,) =
            sqlx::query_as("SELECT to_regclass('_sqlx_migrations') IS NOT NULL")
                .fetch_one(&mut *connection)
                .await?;
        if !exists {
            return Ok(Vec::new());
        }
        sqlx::query_as("SELECT version FROM _sqlx_migrations WHERE success")
            .fetch_all(connection)
            .await
    })
    .await
}

/// Applies the pending migrations. Usually there are none. Then no lock is needed, and a silent
/// server is not mistaken for a busy one.
async fn migrate_if_needed(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let applied = applied_migrations(connection).await?;
    let is_current = migrations::pending(&migrations::postgres(), &applied).is_empty();
    let limit = if is_current { QUERY_TIMEOUT } else { MIGRATION_TIMEOUT };
    in_time(limit, async { Ok(migrate(connection, is_current).await?) }).await
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
    let oldest = sqlx::query_as(migrations::OLDEST).fetch_optional(connection);
    let oldest = in_time(QUERY_TIMEOUT, oldest).await;
    let oldest: Option<(String,)> =
        oldest.map_err(|error| PostgresOpenError::unusable(address, error))?;
    let oldest = oldest.as_ref().map(|(version,)| &**version);
    match migrations::too_old(&migrations::postgres(), oldest) {
        Some(reason) => Err(PostgresOpenError::unusable(address, reason)),
        None => Ok(()),
    }
}
