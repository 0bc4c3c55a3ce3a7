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
pub(super) const QUERY_TIMEOUT: Duration = Duration::from_secs(6);
pub(super) const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// The host name of a database may resolve to another server when a connection is this old.
const MAX_LIFETIME: Duration = Duration::from_secs(30 * 60);
/// Idle time after which a connection is pinged before it is used. If it breaks during a commit,
/// the outcome is unknown.
const PING_AFTER: Duration = Duration::from_secs(1);
pub(super) const PING_TIMEOUT: Duration = Duration::from_secs(1);
/// Interval at which a standby is asked whether it has been promoted.
const PROMOTION_POLL: Duration = Duration::from_millis(250);

/// Settings of each session. They override the defaults of the server. A pooler may refuse or
/// ignore settings that come with the connection, so these are statements.
///
/// The server probes its clients, and releases the locks of a lost one. It stops waiting for a lock
/// or a statement before a node stops waiting for the answer. So a slow server reports an error,
/// and only a lost one is silent.
const SESSION_SETTINGS: &str = "SET client_min_messages = warning; SET tcp_keepalives_idle = 10; \
    SET tcp_keepalives_interval = 3; SET tcp_keepalives_count = 3; SET tcp_user_timeout = '10s'; \
    SET idle_in_transaction_session_timeout = '5s'; SET lock_timeout = '3s'; ";
/// Settings for serving players. Each statement is planned only once, because planning takes longer
/// than execution. An acknowledged commit is on disk. Counts made while a row is locked see the
/// commits of others.
const SERVE_SETTINGS: &str = "SET statement_timeout = '5s'; SET plan_cache_mode = force_generic_plan; \
    SET synchronous_commit = on; SET default_transaction_isolation = 'read committed'; ";
const READ_ONLY_SETTINGS: &str =
    "SET statement_timeout = '60s'; SET default_transaction_read_only = on; ";
/// Query whether a server is a standby, and when it started, which identifies it.
const SERVER_STATE: &str = "SELECT pg_is_in_recovery(), CAST(pg_postmaster_start_time() AS TEXT)";

/// Purpose of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Serving players. A standby is not used, because it may lag behind.
    Serve,
    /// Reading only, on any server.
    ReadOnly,
}

/// Opens connections to a database, and decides which of them can still be used.
pub(super) struct Connector {
    address: Address,
    purpose: Purpose,
    trust: Mutex<Trust>,
}

#[derive(Default)]
struct Trust {
    /// A connection opened before this time may be broken, or lead to a server that is no longer
    /// the primary.
    since: Option<Instant>,
    /// Start time of the server of the last connection.
    server: Option<String>,
}

impl Connector {
    /// Creates a connector. It does not connect yet.
    pub(super) fn new(address: &Address, purpose: Purpose) -> Arc<Self> {
        Arc::new(Self { address: address.clone(), purpose, trust: Mutex::default() })
    }

    /// Creates a pool. It opens connections when they are needed.
    pub(super) fn pool(self: &Arc<Self>, size: u32) -> PgPool {
        let for_new = Arc::clone(self);
        let for_idle = Arc::clone(self);
        PgPoolOptions::new()
            .max_connections(size)
            .acquire_timeout(CONNECT_TIMEOUT)
            .acquire_slow_threshold(CONNECT_TIMEOUT)
            // `is_usable` limits the lifetime. With a limit, the driver would run a task that may
            // never end, as with SQLite.
            .max_lifetime(None)
            .idle_timeout(None)
            .test_before_acquire(false)
            .after_connect(move |connection, _| {
                let connector = Arc::clone(&for_new);
                Box::pin(async move { connector.prepare(connection).await })
            })
            .before_acquire(move |connection, meta| {
                let connector = Arc::clone(&for_idle);
                Box::pin(async move {
                    Ok(connector.is_usable(connection, meta.age, meta.idle_for).await)
                })
            })
            .connect_lazy_with(self.address.options().clone())
    }

    /// Prepares a new connection of a pool. Waits for the promotion of a standby, because the pool
    /// would log each refusal. If the server is another one than before, older connections are not
    /// used again, so that nothing is read from a server that has been replaced.
    async fn prepare(&self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        let (mut is_standby, mut server) = set_up(connection, self.purpose).await?;
        while is_standby && self.purpose == Purpose::Serve {
            sleep(PROMOTION_POLL).await;
            (is_standby, server) = set_up(connection, self.purpose).await?;
        }
        let previous = self.trust().server.replace(server.clone());
        if previous.is_some_and(|previous| previous != server) {
            tracing::info!(
                "connected to another database server, or to one that has been restarted"
            );
            self.revoke(Instant::now());
        }
        Ok(())
    }

    /// Returns true if a connection of this age can still be used.
    pub(super) fn trusts(&self, age: Duration) -> bool {
        age < MAX_LIFETIME && self.trust().since.is_none_or(|since| age < since.elapsed())
    }

    /// Stops the use of connections that were opened before this time.
    pub(super) fn revoke(&self, before: Instant) {
        let mut trust = self.trust();
        trust.since = trust.since.max(Some(before));
    }

    /// Returns true if a connection of this age that was idle can be used. Pings it if it has been
    /// idle for long.
    pub(super) async fn is_usable(
        &self,
        connection: &mut PgConnection,
        age: Duration,
        idle: Duration,
    ) -> bool {
        if !self.trusts(age) || idle < PING_AFTER {
            return self.trusts(age);
        }
        let begun = Instant::now();
        let answered = in_time(PING_TIMEOUT, connection.ping()).await.is_ok();
        if !answered {
            self.revoke(begun);
        }
        answered
    }

    fn trust(&self) -> MutexGuard<'_, Trust> {
        self.trust.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sets the settings of a session. Returns whether its server is a standby, and the server's start
/// time.
async fn set_up(
    connection: &mut PgConnection,
    purpose: Purpose,
) -> Result<(bool, String), sqlx::Error> {
    let settings = match purpose {
        Purpose::Serve => SERVE_SETTINGS,
        Purpose::ReadOnly => READ_ONLY_SETTINGS,
    };
    // Unprepared statements take one exchange, and return text.
    let sql = format!("{SESSION_SETTINGS}{settings}{SERVER_STATE}");
    let row = connection.fetch_one(AssertSqlSafe(sql)).await?;
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
    let opened = in_time(CONNECT_TIMEOUT, async {
        let mut connection = PgConnection::connect_with(address.options()).await?;
        let (is_standby, _) = set_up(&mut connection, purpose).await?;
        Ok((connection, is_standby && purpose == Purpose::Serve))
    });
    match opened.await {
        Ok((connection, false)) => Ok(connection),
        Ok((_, true)) => Err(PostgresOpenError::unreachable(address, "it is a standby")),
        // Without the words that the driver puts before it.
        Err(sqlx::Error::Io(error)) => Err(PostgresOpenError::unreachable(address, error)),
        Err(error) => Err(PostgresOpenError::unreachable(address, error)),
    }
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
    let mut second = connect(address, Purpose::Serve).await?;
    match keeps_its_process(first, &mut second).await {
        Ok(true) => Ok(()),
        Ok(false) => Err(PostgresOpenError::TransactionPooler(address.clone())),
        Err(error) => Err(PostgresOpenError::unreachable(address, error)),
    }
}

/// Returns true if the same process of the server answers the second connection after a transaction
/// of the first as during it.
async fn keeps_its_process(
    first: &mut PgConnection,
    second: &mut PgConnection,
) -> Result<bool, sqlx::Error> {
    match in_time(CONNECT_TIMEOUT, first.execute("BEGIN")).await {
        Ok(_) => {}
        // A pooler of statements refuses transactions.
        Err(sqlx::Error::Database(_)) => return Ok(false),
        Err(error) => return Err(error),
    }
    let process = server_process(second).await?;
    in_time(CONNECT_TIMEOUT, first.execute("COMMIT")).await?;
    for _ in 0..2 {
        if server_process(second).await? != process {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the id of the server's process that answers a connection.
async fn server_process(connection: &mut PgConnection) -> Result<String, sqlx::Error> {
    let process = connection.fetch_one("SELECT CAST(pg_backend_pid() AS TEXT)");
    in_time(CONNECT_TIMEOUT, process).await?.try_get(0)
}

/// Waits for an answer, with a time limit.
pub(crate) async fn in_time<T>(
    limit: Duration,
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    timeout(limit, answer).await.unwrap_or_else(|_| {
        let reason = format!("no answer within {} s", limit.as_secs());
        Err(sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, reason)))
    })
}
