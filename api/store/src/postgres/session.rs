//! A connection with a time limit for each exchange.

use std::time::{Duration, Instant};

use futures_util::TryStreamExt;
use sqlx::postgres::{
    PgArguments, PgConnection, PgDatabaseError, PgQueryResult, PgRow, PgSeverity,
};
use sqlx::{Connection, Either, Executor, SqlStr};
use tokio::time::timeout;

/// Limit for closing a connection.
const CLOSE_WITHIN: Duration = Duration::from_secs(1);

/// An open connection.
pub(super) struct Session {
    connection: PgConnection,
    opened: Instant,
    /// Start of the last exchange.
    last_request_at: Instant,
    /// Time of the last answer.
    last_answer_at: Instant,
    /// True if the server takes no writes, and is used because no other was available.
    is_spare: bool,
}

/// Time limit of an exchange on a connection.
pub(super) struct Exchange<'s> {
    limit: Duration,
    last_answer_at: &'s mut Instant,
}

/// A statement with its arguments. It can be sent more than once.
#[derive(Clone)]
pub(super) struct Question {
    pub(super) sql: SqlStr,
    /// `None` for a statement that is not prepared.
    pub(super) arguments: Option<PgArguments>,
    pub(super) persistent: bool,
}

/// Rows and row counts, in the order of arrival.
pub(super) type Steps = Vec<Either<PgQueryResult, PgRow>>;

impl Session {
    pub(super) fn new(connection: PgConnection) -> Self {
        let now = Instant::now();
        Self { connection, opened: now, last_request_at: now, last_answer_at: now, is_spare: false }
    }

    /// Creates a session on a server that takes no writes.
    pub(super) fn spare(connection: PgConnection) -> Self {
        Self { is_spare: true, ..Self::new(connection) }
    }

    pub(super) fn is_spare(&self) -> bool {
        self.is_spare
    }

    pub(super) fn opened(&self) -> Instant {
        self.opened
    }

    pub(super) fn last_request_at(&self) -> Instant {
        self.last_request_at
    }

    pub(super) fn last_answer_at(&self) -> Instant {
        self.last_answer_at
    }

    /// Returns the connection, and the limit of an exchange on it. After an error that is not a
    /// refusal, the connection must be dropped, because its state is unknown.
    pub(super) fn exchange(&mut self, limit: Duration) -> (&mut PgConnection, Exchange<'_>) {
        self.last_request_at = Instant::now();
        (&mut self.connection, Exchange { limit, last_answer_at: &mut self.last_answer_at })
    }

    /// Sends a query, and waits for the complete answer.
    pub(super) async fn ask(
        &mut self,
        limit: Duration,
        question: Question,
    ) -> Result<Steps, sqlx::Error> {
        let (connection, exchange) = self.exchange(limit);
        let steps = match question.arguments {
            Some(arguments) => connection.fetch_many(
                sqlx::query_with(question.sql, arguments).persistent(question.persistent),
            ),
            None => connection.fetch_many(question.sql),
        };
        exchange.run(steps.try_collect()).await
    }

    /// Returns the connection, without limits.
    pub(super) fn into_connection(self) -> PgConnection {
        self.connection
    }

    /// Checks that the server answers.
    pub(super) async fn ping(&mut self, limit: Duration) -> Result<(), sqlx::Error> {
        let (connection, exchange) = self.exchange(limit);
        exchange.run(connection.ping()).await
    }

    /// Closes the connection. Errors are only logged, because it does not matter if the server
    /// receives the message.
    pub(super) async fn close(self) {
        if !matches!(timeout(CLOSE_WITHIN, self.connection.close()).await, Ok(Ok(()))) {
            tracing::debug!("a connection was broken already");
        }
    }

    /// Closes the connection, without waiting for it.
    pub(super) fn close_in_background(self) {
        tokio::spawn(self.close());
    }
}

impl Exchange<'_> {
    /// Runs work on the connection within the time limit.
    pub(super) async fn run<T>(
        self,
        work: impl Future<Output = Result<T, sqlx::Error>>,
    ) -> Result<T, sqlx::Error> {
        let silent = |_| sqlx::Error::Io(std::io::ErrorKind::TimedOut.into());
        let answer = timeout(self.limit, work).await.map_err(silent)?;
        *self.last_answer_at = Instant::now();
        answer
    }
}

/// Returns true if the database refused a statement and the session continues: the changes are
/// rolled back. An error that breaks or ends the connection is different, because it may come after
/// a commit whose answer was still on its way.
pub(super) fn is_refused(error: &sqlx::Error) -> bool {
    let refused = |error: &PgDatabaseError| error.severity() == PgSeverity::Error;
    error.as_database_error().and_then(|error| error.try_downcast_ref()).is_some_and(refused)
}

/// Returns true if an error has this code (PostgreSQL, appendix A).
pub(super) fn has_code(error: &sqlx::Error, code: &str) -> bool {
    error.as_database_error().and_then(|error| error.code()).is_some_and(|found| found == code)
}

/// Returns true if a statement was refused because the server takes no writes
/// (`read_only_sql_transaction`).
pub(super) fn is_read_only(error: &sqlx::Error) -> bool {
    has_code(error, "25006")
}
