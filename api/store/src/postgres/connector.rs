//! Opens connections to the first host that answers in time and is of the right kind.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Executor, Row};
use tokio::time::timeout;

use super::address::{Address, Parsed, ServerKind, host_name};
use super::session::{Session, is_read_only, is_refused};

/// Maximum lifetime of a connection. The host name of a database may resolve to another server by
/// then.
const LIFETIME: Duration = Duration::from_secs(30 * 60);
/// Cool-down after a failed connection attempt. During this time, other attempts fail at once with
/// the same error.
const COOL_DOWN: Duration = Duration::from_millis(250);
/// Limit for the check of an idle connection.
const CHECK_WITHIN: Duration = Duration::from_secs(2);
/// Maximum lifetime of a connection to a server that takes no writes. Another server may have
/// replaced it by then.
const SPARE_LIFETIME: Duration = Duration::from_secs(2);

/// Server-side limits for waiting for another node's lock, and for a statement. Both are shorter
/// than a node's own time limit for an answer. So a slow server reports an error, and only a lost
/// one is silent.
const LOCK_TIMEOUT: &str = "3s";
const STATEMENT_TIMEOUT: &str = "5s";
/// Server-side limit for an idle transaction, so that a lost client does not lock its rows for
/// longer.
const IDLE_IN_TRANSACTION_TIMEOUT: &str = "5s";

/// Purpose of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Serving players. The server must be of the kind that the address asks for.
    Serve,
    /// Reading only, on any server.
    Look,
}

/// Access that a connection must provide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// Write access. If the address asks for a writable server, no other server is accepted.
    Write,
    /// Read access. If no server is writable, a read-only primary is accepted. A standby is not,
    /// because it may lag behind.
    Read,
}

/// Opens connections to a database, and tracks which open connections can still be trusted.
pub(super) struct Connector {
    address: Arc<Parsed>,
    hosts: Vec<PgConnectOptions>,
    purpose: Purpose,
    /// Index of the host to try first: the host of the last connection, or the next one if that has
    /// become read-only.
    preferred: AtomicUsize,
    trust: Mutex<Trust>,
}

/// State that decides which open connections can still be trusted.
struct Trust {
    /// A connection with no answer since this time may have broken too.
    heard_after: Instant,
    /// A connection opened before this time may lead to a server that is no longer the primary.
    opened_after: Instant,
    /// Server of the last connection, identified by its start time.
    server: Option<String>,
    /// Last failed attempts to connect, for writing and for reading, with their errors.
    failed: [Option<(Instant, String)>; 2],
    /// Last successful attempts to connect, for writing and for reading.
    connected: [Instant; 2],
}

/// Properties that a server reports about itself.
struct ServerInfo {
    /// Start time of the server.
    server: String,
    /// Reason why the server is not of the kind that the address asks for.
    refused: Option<&'static str>,
    is_standby: bool,
}

impl Connector {
    /// Creates a connector. It does not connect yet.
    pub(super) fn new(address: &Address, purpose: Purpose) -> Self {
        let address = Arc::clone(address.parsed());
        let settings = session_settings(&address, purpose);
        let with_settings = |host: &PgConnectOptions| {
            host.clone().options(settings.iter().map(|(name, value)| (*name, value.as_str())))
        };
        let hosts = address.hosts.iter().map(with_settings).collect();
        let now = Instant::now();
        let trust = Trust {
            heard_after: now,
            opened_after: now,
            server: None,
            failed: [None, None],
            connected: [now; 2],
        };
        Self { address, hosts, purpose, preferred: AtomicUsize::new(0), trust: Mutex::new(trust) }
    }

    /// Opens a connection.
    ///
    /// # Errors
    /// If no host answers in time, lets the user in, and is of the right kind.
    pub(super) async fn connect(&self, need: Need) -> Result<Session, sqlx::Error> {
        Ok(self.connect_to(need).await?.0)
    }

    /// Opens a connection, and returns it with the options of its host.
    pub(super) async fn connect_to(
        &self,
        need: Need,
    ) -> Result<(Session, PgConnectOptions), sqlx::Error> {
        let failed = self.trust().failed[need as usize].clone();
        if let Some((_, why)) = failed.filter(|(at, _)| at.elapsed() < COOL_DOWN) {
            return Err(unreachable(why));
        }
        let begun = Instant::now();
        let first = self.preferred.load(Ordering::Relaxed);
        let mut failures = Vec::new();
        let mut spare = None;
        for n in 0..self.hosts.len() {
            let at = (first + n) % self.hosts.len();
            let host = &self.hosts[at];
            let name = host_name(host);
            match timeout(
                self.address.connect_timeout,
                connect_once(host, self.purpose, self.address.target),
            )
            .await
            {
                Ok(Ok((connection, ServerInfo { server, refused: None, .. }))) => {
                    self.preferred.store(at, Ordering::Relaxed);
                    self.connected(server, need);
                    return Ok((Session::new(connection), host.clone()));
                }
                Ok(Ok((connection, found))) => {
                    failures.push(format!("{name}: {}", found.refused.unwrap_or_default()));
                    if need == Need::Read && !found.is_standby && spare.is_none() {
                        spare = Some((connection, found.server, host));
                    }
                }
                Ok(Err(error)) => failures.push(format!("{name}: {error}")),
                Err(_) => {
                    let limit = self.address.connect_timeout.as_secs();
                    failures.push(format!("{name}: no answer within {limit} s"));
                }
            }
        }
        if let Some((connection, server, host)) = spare {
            self.connected(server, need);
            return Ok((Session::spare(connection), host.clone()));
        }
        let why = failures.join("; ");
        let mut trust = self.trust();
        // If another attempt has succeeded since this one began, this failure says nothing about
        // the next attempt.
        if trust.connected[need as usize] <= begun {
            trust.failed[need as usize] = Some((Instant::now(), why.clone()));
        }
        Err(unreachable(why))
    }

    /// Records a new connection. If it leads to another server, older connections are not used
    /// again, so that nothing is read from a server that has been replaced.
    fn connected(&self, server: String, need: Need) {
        let mut trust = self.trust();
        trust.failed[need as usize] = None;
        trust.connected[need as usize] = Instant::now();
        if trust.server.as_ref().is_some_and(|before| *before != server) {
            tracing::info!(
                "connected to another database server, or to one that has been restarted"
            );
            trust.opened_after = Instant::now();
        }
        trust.server = Some(server);
    }

    /// Returns an open connection if it can still be used. Pings it first if its last answer is
    /// older than `idle`.
    pub(super) async fn check(&self, session: Session, idle: Duration) -> Option<Session> {
        let mut session = session;
        let trusted = {
            let trust = self.trust();
            session.last_answer_at() >= trust.heard_after && session.opened() >= trust.opened_after
        };
        if !trusted || is_old(&session) {
            session.close_in_background();
            return None;
        }
        if !self.address.keepalive.on || session.last_answer_at().elapsed() < idle {
            return Some(session);
        }
        match session.ping(CHECK_WITHIN).await {
            Ok(()) => Some(session),
            Err(error) => {
                self.failed(&session, &error);
                None
            }
        }
    }

    /// Returns the idle time after which a connection is checked.
    pub(super) fn checked_after(&self) -> Duration {
        self.address.keepalive.idle
    }

    /// Returns true if connections opened at this time are still used.
    pub(super) fn is_current(&self, opened: Instant) -> bool {
        opened >= self.trust().opened_after && opened.elapsed() < LIFETIME
    }

    /// Records what an error implies for the other connections. The connection that failed is not
    /// used again.
    pub(super) fn failed(&self, session: &Session, error: &sqlx::Error) {
        let mut trust = self.trust();
        if is_read_only(error) {
            if session.is_spare() {
                return;
            }
            // All connections of this node leave a server that has become a standby.
            trust.opened_after = Instant::now();
            let next = (self.preferred.load(Ordering::Relaxed) + 1) % self.hosts.len();
            self.preferred.store(next, Ordering::Relaxed);
        } else if !is_refused(error) {
            trust.heard_after = trust.heard_after.max(session.last_request_at());
        }
    }

    fn trust(&self) -> std::sync::MutexGuard<'_, Trust> {
        self.trust.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns true if a connection has reached its maximum lifetime.
pub(super) fn is_old(session: &Session) -> bool {
    session.opened().elapsed() >= if session.is_spare() { SPARE_LIFETIME } else { LIFETIME }
}

/// Opens a connection to a host, and asks the server for its properties.
async fn connect_once(
    host: &PgConnectOptions,
    purpose: Purpose,
    target: ServerKind,
) -> Result<(PgConnection, ServerInfo), sqlx::Error> {
    let mut connection = PgConnection::connect_with(host).await?;
    // An unprepared statement takes one exchange, and returns text.
    let row = connection
        .fetch_one(
            "SELECT pg_is_in_recovery(), current_setting('transaction_read_only') = 'on', \
             CAST(pg_postmaster_start_time() AS TEXT)",
        )
        .await?;
    let (is_standby, read_only, server): (bool, bool, String) =
        (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    let refused = match (purpose, target) {
        (Purpose::Look, _) | (_, ServerKind::Any) => None,
        (Purpose::Serve, ServerKind::ReadWrite | ServerKind::Primary) if is_standby => {
            Some("it is a standby")
        }
        (Purpose::Serve, ServerKind::ReadWrite) if read_only => Some("it is read-only"),
        (Purpose::Serve, ServerKind::ReadWrite | ServerKind::Primary) => None,
    };
    Ok((connection, ServerInfo { server, refused, is_standby }))
}

/// Returns an error that says why no connection could be opened.
fn unreachable(why: String) -> sqlx::Error {
    sqlx::Error::Io(io::Error::other(why))
}

/// Returns the settings of each session. They override the defaults of the server.
fn session_settings(address: &Parsed, purpose: Purpose) -> Vec<(&'static str, String)> {
    let keepalive = &address.keepalive;
    // The server probes its clients, and releases the locks of a lost one. 0 means the default of
    // the system, which is hours.
    let (idle, interval, count) = match keepalive.on {
        true => (keepalive.idle.as_secs(), keepalive.interval.as_secs(), keepalive.count),
        false => (0, 0, 0),
    };
    let mut settings = vec![
        // Suppresses notices that a table already exists.
        ("client_min_messages", "warning".to_owned()),
        ("tcp_keepalives_idle", idle.to_string()),
        ("tcp_keepalives_interval", interval.to_string()),
        ("tcp_keepalives_count", count.to_string()),
        ("tcp_user_timeout", format!("{}ms", keepalive.user_timeout.as_millis())),
        ("idle_in_transaction_session_timeout", IDLE_IN_TRANSACTION_TIMEOUT.to_owned()),
        ("lock_timeout", LOCK_TIMEOUT.to_owned()),
    ];
    settings.extend(match purpose {
        Purpose::Look => {
            vec![
                ("default_transaction_read_only", "on".to_owned()),
                ("statement_timeout", "60s".to_owned()),
            ]
        }
        Purpose::Serve => vec![
            ("statement_timeout", STATEMENT_TIMEOUT.to_owned()),
            // Plans each statement only once, because planning takes longer than execution.
            ("plan_cache_mode", "force_generic_plan".to_owned()),
            // An acknowledged commit is on disk, even if the defaults of the database differ.
            ("synchronous_commit", "on".to_owned()),
            // Counts made while a row is locked must see the commits of others.
            ("default_transaction_isolation", "read committed".to_owned()),
        ],
    });
    settings
}
