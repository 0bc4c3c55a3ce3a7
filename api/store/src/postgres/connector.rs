//! Connections to a server, and which of them can still be used.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnection, PgPool, PgPoolOptions};
use sqlx::{AssertSqlSafe, Connection, Executor, Row};
use tokio::time::{sleep, timeout};

use super::address::Address;
use super::error::PostgresOpenError;

/// Limit for a query. The server cancels a statement earlier and reports that, so a server that is
/// silent for longer is gone.
pub(super) const EXCHANGE: Duration = Duration::from_secs(6);
/// Limit for getting a connection.
pub(super) const CONNECT: Duration = Duration::from_secs(3);
/// Maximum lifetime of a connection. The host name of a database may resolve to another server by
/// then.
const LIFETIME: Duration = Duration::from_secs(30 * 60);
/// Idle time after which a connection is pinged before it is used. If it breaks during a commit,
/// the outcome is unknown.
const PINGED_AFTER: Duration = Duration::from_secs(1);
/// Limit for a ping.
pub(super) const PING: Duration = Duration::from_secs(1);
/// Interval at which a standby is asked whether it has been promoted.
const STANDBY_POLL: Duration = Duration::from_millis(250);

/// Settings of each session. They override the defaults of the server. A pooler may refuse or
/// ignore settings that come with the connection, so these are statements.
///
/// The server probes its clients, and releases the locks of a lost one. It stops waiting for a lock
/// or a statement before a node stops waiting for the answer. So a slow server reports an error,
/// and only a lost one is silent.
const SESSION: &str = "SET client_min_messages = warning; SET tcp_keepalives_idle = 10; \
    SET tcp_keepalives_interval = 3; SET tcp_keepalives_count = 3; SET tcp_user_timeout = '10s'; \
    SET idle_in_transaction_session_timeout = '5s'; SET lock_timeout = '3s'; ";
/// Settings for serving players. Each statement is planned only once, because planning takes longer
/// than execution. An acknowledged commit is on disk. Counts made while a row is locked see the
/// commits of others.
const SERVE: &str = "SET statement_timeout = '5s'; SET plan_cache_mode = force_generic_plan; \
    SET synchronous_commit = on; SET default_transaction_isolation = 'read committed'; ";
/// Settings for reading only.
const LOOK: &str = "SET statement_timeout = '60s'; SET default_transaction_read_only = on; ";
/// Tells whether a server is a standby, and when it started, which identifies it.
const SERVER: &str = "SELECT pg_is_in_recovery(), CAST(pg_postmaster_start_time() AS TEXT)";

/// Purpose of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Serving players. A standby is not used, because it may lag behind.
    Serve,
    /// Reading only, on any server.
    Look,
}

/// Opens connections to a database, and decides which of them can still be used.
pub(super) struct Connector {
    address: Address,
    purpose: Purpose,
    trusted: Mutex<Trusted>,
}

#[derive(Default)]
struct Trusted {
    /// A connection opened before this time may be broken, or lead to a server that is no longer
    /// the primary.
    since: Option<Instant>,
    /// Start time of the server of the last connection.
    server: Option<String>,
}

impl Connector {
    /// Creates a connector. It does not connect yet.
    pub(super) fn new(address: &Address, purpose: Purpose) -> Arc<Self> {
        Arc::new(Self { address: address.clone(), purpose, trusted: Mutex::default() })
    }

    /// Creates a pool. It opens connections when they are needed.
    pub(super) fn pool(self: &Arc<Self>, size: u32) -> PgPool {
        let (new, idle) = (Arc::clone(self), Arc::clone(self));
        PgPoolOptions::new()
            .max_connections(size)
            .acquire_timeout(CONNECT)
            .acquire_slow_threshold(CONNECT)
            // `is_usable` limits the lifetime. With a limit, the driver would run a task that may
            // never end, as with SQLite.
            .max_lifetime(None)
            .idle_timeout(None)
            .test_before_acquire(false)
            .after_connect(move |connection, _| {
                let connector = Arc::clone(&new);
                Box::pin(async move { connector.admit(connection).await })
            })
            .before_acquire(move |connection, meta| {
                let connector = Arc::clone(&idle);
                Box::pin(async move {
                    Ok(connector.is_usable(connection, meta.age, meta.idle_for).await)
                })
            })
            .connect_lazy_with(self.address.options().clone())
    }

    /// Prepares a new connection of a pool. Waits for the promotion of a standby, because the pool
    /// would log each refusal. If the server is another one than before, older connections are not
    /// used again, so that nothing is read from a server that has been replaced.
    async fn admit(&self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        let (mut is_standby, mut server) = set_up(connection, self.purpose).await?;
        while is_standby && self.purpose == Purpose::Serve {
            sleep(STANDBY_POLL).await;
            (is_standby, server) = set_up(connection, self.purpose).await?;
        }
        let before = self.trusted().server.replace(server.clone());
        if before.is_some_and(|before| before != server) {
            tracing::info!(
                "connected to another database server, or to one that has been restarted"
            );
            self.revoke(Instant::now());
        }
        Ok(())
    }

    /// Returns true if a connection of this age can still be used.
    pub(super) fn trusts(&self, age: Duration) -> bool {
        age < LIFETIME && self.trusted().since.is_none_or(|since| age < since.elapsed())
    }

    /// Stops the use of connections that were opened before this time.
    pub(super) fn revoke(&self, before: Instant) {
        let mut trusted = self.trusted();
        trusted.since = trusted.since.max(Some(before));
    }

    /// Returns true if a connection of this age that was idle can be used. Pings it if it has been
    /// idle for long.
    pub(super) async fn is_usable(
        &self,
        connection: &mut PgConnection,
        age: Duration,
        idle: Duration,
    ) -> bool {
        if !self.trusts(age) || idle < PINGED_AFTER {
            return self.trusts(age);
        }
        let begun = Instant::now();
        let answered = in_time(PING, connection.ping()).await.is_ok();
        if !answered {
            self.revoke(begun);
        }
        answered
    }

    fn trusted(&self) -> MutexGuard<'_, Trusted> {
        self.trusted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sets the settings of a session. Returns whether its server is a standby, and the server's start
/// time.
async fn set_up(
    connection: &mut PgConnection,
    purpose: Purpose,
) -> Result<(bool, String), sqlx::Error> {
    let settings = if purpose == Purpose::Serve { SERVE } else { LOOK };
    // Unprepared statements take one exchange, and return text.
    let row = connection.fetch_one(AssertSqlSafe(format!("{SESSION}{settings}{SERVER}"))).await?;
    Ok((row.try_get(0)?, row.try_get(1)?))
}

/// Opens a connection that is in no pool.
///
/// # Errors
/// If the server does not answer, does not let the user in, or cannot be used for the purpose.
pub(super) async fn connect(
    address: &Address,
    purpose: Purpose,
) -> Result<PgConnection, PostgresOpenError> {
    let opened = in_time(CONNECT, async {
        let mut connection = PgConnection::connect_with(address.options()).await?;
        let (is_standby, _) = set_up(&mut connection, purpose).await?;
        Ok((connection, is_standby && purpose == Purpose::Serve))
    });
    let why = match opened.await {
        Ok((connection, false)) => return Ok(connection),
        Ok((_, true)) => "it is a standby".to_owned(),
        // Without the words that the driver puts before it.
        Err(sqlx::Error::Io(error)) => error.to_string(),
        Err(error) => error.to_string(),
    };
    Err(PostgresOpenError::Unreachable(address.clone(), why))
}

/// Refuses a pooler that gives a connection to the server to each transaction, not to each client.
/// Settings, prepared statements and `LISTEN` would not last.
///
/// A transaction of the first client keeps one of its connections busy, so that it needs another one
/// for the second client. When both are free again, the second client does not get the same
/// connection every time, whether the pooler prefers the last that was used or takes them in turn.
pub(super) async fn refuse_transaction_pooler(
    address: &Address,
    first: &mut PgConnection,
) -> Result<(), PostgresOpenError> {
    let unreachable =
        |error: sqlx::Error| PostgresOpenError::Unreachable(address.clone(), error.to_string());
    let mut second = connect(address, Purpose::Serve).await?;
    match in_time(CONNECT, first.execute("BEGIN")).await {
        Ok(_) => {}
        // A pooler of statements refuses transactions.
        Err(sqlx::Error::Database(_)) => {
            return Err(PostgresOpenError::TransactionPooler(address.clone()));
        }
        Err(error) => return Err(unreachable(error)),
    }
    let process = server_process(&mut second).await.map_err(unreachable)?;
    in_time(CONNECT, first.execute("COMMIT")).await.map_err(unreachable)?;
    for _ in 0..2 {
        if server_process(&mut second).await.map_err(unreachable)? != process {
            return Err(PostgresOpenError::TransactionPooler(address.clone()));
        }
    }
    Ok(())
}

/// Returns the id of the server's process that answers a connection.
async fn server_process(connection: &mut PgConnection) -> Result<String, sqlx::Error> {
    let process = connection.fetch_one("SELECT CAST(pg_backend_pid() AS TEXT)");
    in_time(CONNECT, process).await?.try_get(0)
}

/// Waits for an answer, with a time limit.
pub(crate) async fn in_time<T>(
    limit: Duration,
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    timeout(limit, answer).await.unwrap_or_else(|_| {
        let why = format!("no answer within {} s", limit.as_secs());
        Err(sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, why)))
    })
}
