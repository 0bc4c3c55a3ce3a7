//! PostgreSQL: one database for several nodes. Each node has one connection that writes, a pool for
//! reads, and pools of one connection for the most frequent queries.

mod address;
mod append;
mod connector;
mod listener;
mod pool;
mod session;

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use sqlx::Executor;
use sqlx::migrate::{Migrate, MigrateError};
use sqlx::postgres::PgConnection;
use tokio::time::timeout;

pub use self::address::Address;
pub(crate) use self::append::{append_games, check_moves_can_be_written};
use self::connector::{Connector, Need, Purpose};
pub(crate) use self::pool::Pool;
use self::session::{Session, has_code, is_read_only, is_refused};
use super::migrations;
use super::{Change, CommitFailed, Done, Freshness, FreshnessKey, StoreError};
use crate::freshness::{self, FreshnessFound};

const READERS: usize = 8;

/// Channel for notifications between nodes.
const CHANNEL: &str = "broadside";

/// Limit for a query. The server cancels a statement earlier and reports that, so a server that is
/// silent for longer is gone.
const EXCHANGE: Duration = Duration::from_secs(6);
/// Limit for a commit, which can wait for several locks.
const COMMIT: Duration = Duration::from_secs(8);
/// Idle time after which the writing connection is checked. If it breaks during a commit, the
/// outcome is unknown.
const WRITER_CHECKED_AFTER: Duration = Duration::from_secs(1);
/// Limit for a query of a command that inspects a database, where nobody waits for the answer.
const LOOK: Duration = Duration::from_secs(70);
/// Limit for migrations. A migration may rewrite a large table, or wait for another node that does
/// so.
const MIGRATE: Duration = Duration::from_hours(1);

/// Limit for a commit in progress when the store is closed.
const SETTLE: Duration = Duration::from_secs(1);

/// Error code of a transaction that was rolled back to resolve a deadlock (`deadlock_detected`),
/// and the maximum number of retries.
const DEADLOCK: &str = "40P01";
const DEADLOCKS: usize = 5;

/// A PostgreSQL database.
pub struct Postgres {
    connector: Arc<Connector>,
    pub(crate) readers: Pool,
    /// Pool for validating cached tokens. It serves no other queries, so that these do not wait
    /// while the games are locked, for example by a migration.
    tokens: Pool,
    /// Pool for validating cached games, together with the tokens of their readers.
    glances: Pool,
    /// Pool for notifications to other nodes.
    notifiers: Pool,
    /// `None` before the first commit and after a failed one. The next commit then opens a
    /// connection.
    writer: tokio::sync::Mutex<Option<Session>>,
}

/// Reason why a database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum PostgresOpenError {
    /// The database does not answer, or does not accept this user.
    #[error(
        "the database {0} cannot be reached: {1}; see that it runs, exists, and lets this user in"
    )]
    Unreachable(Address, String),
    /// The database does not belong to this service, or it belongs to a newer version.
    #[error(
        "the database {0} cannot be used: {1}; if a newer broadside made its tables, start that one"
    )]
    Unusable(Address, String),
}

impl Postgres {
    /// Connects to a database, and brings its tables up to date.
    ///
    /// # Errors
    /// If it cannot be reached or used.
    pub async fn open(address: &Address) -> Result<Self, PostgresOpenError> {
        let connector = Arc::new(Connector::new(address, Purpose::Serve));
        let mut session = connect(&connector, address).await?;
        let unusable =
            |error: sqlx::Error| PostgresOpenError::Unusable(address.clone(), error.to_string());
        let (connection, exchange) = session.exchange(EXCHANGE);
        let done = exchange.run(migrations_done(connection)).await.map_err(unusable)?;
        // Usually there is nothing to do. Then no lock is needed, and a silent server is not
        // mistaken for a busy one.
        let is_current = migrations::pending(&migrations::postgres(), &done).is_empty();
        let (connection, exchange) = session.exchange(if is_current { EXCHANGE } else { MIGRATE });
        exchange
            .run(async { Ok(migrate(connection, is_current).await?) })
            .await
            .map_err(unusable)?;
        refuse_newer(address, &mut session).await?;
        // The migration has changed its limits.
        session.close().await;
        Ok(Self::with(connector, EXCHANGE))
    }

    /// Connects to a database for reading only. This also works where nothing can be written, such
    /// as on a standby.
    ///
    /// # Errors
    /// If it cannot be reached or used.
    pub async fn open_read_only(address: &Address) -> Result<Self, PostgresOpenError> {
        let connector = Arc::new(Connector::new(address, Purpose::Look));
        let mut session = connect(&connector, address).await?;
        refuse_newer(address, &mut session).await?;
        session.close().await;
        Ok(Self::with(connector, LOOK))
    }

    fn with(connector: Arc<Connector>, limit: Duration) -> Self {
        let pool = |size| Pool::new(&connector, size, limit);
        let (readers, tokens, glances, notifiers) = (pool(READERS), pool(1), pool(1), pool(1));
        Self {
            readers,
            tokens,
            glances,
            notifiers,
            writer: tokio::sync::Mutex::default(),
            connector,
        }
    }

    /// Returns the migrations that a database still needs.
    ///
    /// # Errors
    /// If it cannot be reached.
    pub async fn pending_migrations(address: &Address) -> Result<Vec<String>, PostgresOpenError> {
        let connector = Connector::new(address, Purpose::Look);
        let mut session = connect(&connector, address).await?;
        let (connection, exchange) = session.exchange(EXCHANGE);
        let done = exchange.run(migrations_done(connection)).await;
        let done = done
            .map_err(|error| PostgresOpenError::Unreachable(address.clone(), error.to_string()))?;
        session.close().await;
        Ok(migrations::pending(&migrations::postgres(), &done))
    }

    /// Opens a connection for an operator's work. Its statements have no time limit.
    ///
    /// # Errors
    /// If the database cannot be reached.
    pub(super) async fn connect_as_operator(
        address: &Address,
    ) -> Result<PgConnection, PostgresOpenError> {
        let mut session = connect(&Connector::new(address, Purpose::Serve), address).await?;
        let (connection, exchange) = session.exchange(EXCHANGE);
        let unlimited = "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0";
        let set = exchange.run(connection.execute(unlimited)).await;
        set.map_err(|error| PostgresOpenError::Unreachable(address.clone(), error.to_string()))?;
        Ok(session.into_connection())
    }

    /// Takes the open connection that writes, or opens one.
    async fn writer(&self, kept: &mut Option<Session>) -> Result<Session, sqlx::Error> {
        if let Some(kept) = kept.take()
            && let Some(session) = self.connector.check(kept, WRITER_CHECKED_AFTER).await
        {
            return Ok(session);
        }
        self.connector.connect(Need::Write).await
    }
}

async fn connect(connector: &Connector, address: &Address) -> Result<Session, PostgresOpenError> {
    let connected = connector.connect(Need::Write).await;
    connected.map_err(|error| match error {
        sqlx::Error::Io(error) => {
            PostgresOpenError::Unreachable(address.clone(), error.to_string())
        }
        error => PostgresOpenError::Unreachable(address.clone(), error.to_string()),
    })
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
async fn refuse_newer(address: &Address, session: &mut Session) -> Result<(), PostgresOpenError> {
    let unusable = |error: String| PostgresOpenError::Unusable(address.clone(), error);
    let (connection, exchange) = session.exchange(EXCHANGE);
    let oldest = exchange.run(sqlx::query_as(migrations::OLDEST).fetch_optional(connection)).await;
    let oldest: Option<(String,)> = oldest.map_err(|error| unusable(error.to_string()))?;
    let too_old = migrations::too_old(&migrations::postgres(), oldest.as_ref().map(|row| &*row.0));
    too_old.map_or(Ok(()), |why| Err(unusable(why)))
}

impl Postgres {
    /// Makes all changes in one transaction, and returns for each change whether it was made.
    pub(crate) async fn commit(&self, changes: &[Change]) -> Result<Vec<Done>, CommitFailed> {
        let mut writer = self.writer.lock().await;
        let mut deadlocks = 0;
        loop {
            // Taken out of the slot. After an error, or if this call is dropped half-way, the
            // connection is not used again.
            let session = self.writer(&mut writer).await;
            let mut session = session.map_err(|error| CommitFailed::Nothing(error.into()))?;
            let (connection, exchange) = session.exchange(COMMIT);
            let error = match exchange.run(append::commit(connection, changes)).await {
                Ok(done) => {
                    *writer = Some(session);
                    return Ok(done);
                }
                Err(error) => error,
            };
            self.connector.failed(&session, &error);
            if !is_refused(&error) {
                return Err(CommitFailed::Unknown(error.into()));
            }
            // The server must release the locks before the next attempt needs them.
            session.close().await;
            // PostgreSQL resolves a deadlock by rolling back one transaction, so nothing of it is
            // written and a retry is safe. Changes lock rows in a fixed order, but those that
            // delete many rows lock them in the order in which they find them. If the server has
            // become read-only, the retry uses another server.
            let again = has_code(&error, DEADLOCK) || is_read_only(&error);
            if again && deadlocks < DEADLOCKS {
                deadlocks += 1;
                continue;
            }
            let duplicate =
                error.as_database_error().is_some_and(|error| error.is_unique_violation());
            if duplicate && changes.len() == 1 {
                // Another node has just stored an answer for the same idempotency key.
                return Ok(vec![Done::Conflict]);
            }
            return Err(CommitFailed::Nothing(error.into()));
        }
    }

    /// Returns the current state of these tokens and games. Every request asks for it: the other
    /// hot path.
    pub(crate) async fn freshness(
        &self,
        asked: &[FreshnessKey],
    ) -> Result<Vec<(FreshnessKey, Freshness)>, StoreError> {
        let column =
            |of: fn(&FreshnessKey) -> Option<&str>| asked.iter().map(of).collect::<Vec<_>>();
        let (hashes, ids) = (column(|(hash, _)| hash.as_deref()), column(|(_, id)| id.as_deref()));
        let found: Vec<FreshnessFound> = if ids.iter().all(Option::is_none) {
            let tokens = sqlx::query_as(
                "SELECT place - 1, t.hash IS NOT NULL, t.ends_at, NULL::bigint, NULL::bigint \
                 FROM unnest($1::text[]) WITH ORDINALITY AS asked (hash, place) \
                 LEFT JOIN tokens t ON t.hash = asked.hash",
            )
            .bind(&hashes);
            tokens.fetch_all(&self.tokens).await?
        } else {
            let both = sqlx::query_as(
                "SELECT place - 1, t.hash IS NOT NULL, t.ends_at, g.version, g.meta_version \
                 FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (hash, game_id, place) \
                 LEFT JOIN tokens t ON t.hash = asked.hash LEFT JOIN games g ON g.id = asked.game_id",
            )
            .bind(&hashes)
            .bind(&ids);
            both.fetch_all(&self.glances).await?
        };
        Ok(freshness::of_keys(asked, found))
    }

    /// Sends a notification to all nodes.
    pub(crate) async fn notify(&self, message: &str) -> Result<(), StoreError> {
        // A notification only shortens waiting, so its commit need not be synced. A sync would
        // compete with commits of moves for the disk.
        sqlx::query("SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)")
            .bind(CHANNEL)
            .bind(message)
            .execute(&self.notifiers)
            .await?;
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
        join_all([&self.readers, &self.tokens, &self.glances, &self.notifiers].map(Pool::close))
            .await;
        // Nobody waits for a commit that is still running. Its connection ends with the process.
        if let Ok(mut writer) = timeout(SETTLE, self.writer.lock()).await
            && let Some(session) = writer.take()
        {
            session.close().await;
        }
        Ok(())
    }
}
