//! Errors of the store, by what a caller can do about them.

use std::fmt;

use broadside_domain::error::{AppError, ErrorKind};
use sqlx::error::DatabaseError;
use sqlx::postgres::{PgDatabaseError, PgSeverity};

#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// The database cannot serve now: it is unreachable, full, read-only, or too slow. Nothing was
    /// written. The same request can succeed later.
    #[error("the database is unavailable: {0}")]
    Unavailable(String),
    /// Another session has held a lock that the change needs for longer than a change may wait.
    /// Nothing was written. Changes to other rows can succeed.
    #[error("the database is unavailable: {0}")]
    Locked(String),
    /// The outcome of a commit is unknown: the change may have been made.
    #[error("the outcome of a commit is unknown: {0}")]
    InDoubt(String),
    /// The database refused the statement, or holds a value that cannot be read. A retry does not
    /// help.
    #[error("the database failed: {0}")]
    Failed(String),
}

impl StoreError {
    /// Returns true if the database is at fault, not the statement.
    pub fn is_outage(&self) -> bool {
        !matches!(self, Self::Failed(_))
    }

    /// Logs that something failed. The probe logs outages, so each failure in one is a detail.
    pub fn log(&self, what: impl fmt::Display) {
        if self.is_outage() {
            tracing::debug!(error = %self, "{what}");
        } else {
            tracing::error!(error = %self, "{what}");
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        if is_locked(&error) {
            Self::Locked(error.to_string())
        } else if is_outage(&error) {
            Self::Unavailable(error.to_string())
        } else {
            Self::Failed(error.to_string())
        }
    }
}

/// Returns true if the database cannot serve now, as opposed to an error in a statement or a row.
pub(super) fn is_outage(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed
        | sqlx::Error::BeginFailed => true,
        sqlx::Error::Database(error) => match error.try_downcast_ref::<sqlx::sqlite::SqliteError>()
        {
            Some(_) => sqlite_code(&**error).is_some_and(is_sqlite_outage),
            // Any other severity says that the session was refused or ended.
            None => error.try_downcast_ref::<PgDatabaseError>().is_some_and(|error| {
                error.severity() != PgSeverity::Error || is_postgres_outage(error.code())
            }),
        },
        _ => false,
    }
}

/// Returns true if PostgreSQL ended a statement because it waited or ran for too long:
/// `lock_not_available`, `query_canceled`.
fn is_locked(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(DatabaseError::code);
    code.is_some_and(|code| ["55P03", "57014"].contains(&&*code))
}

/// Returns the primary result code of a SQLite error (<https://www.sqlite.org/rescode.html>).
pub(super) fn sqlite_code(error: &dyn DatabaseError) -> Option<u32> {
    Some(error.code()?.parse::<u32>().ok()? & 0xff)
}

/// Returns true for the primary result codes of SQLite that the machine causes: `BUSY`, `LOCKED`,
/// `NOMEM`, `READONLY`, `INTERRUPT`, `IOERR`, `CORRUPT`, `FULL`, `CANTOPEN`, `PROTOCOL`, `NOTADB`.
fn is_sqlite_outage(code: u32) -> bool {
    matches!(code, 5..=11 | 13..=15 | 26)
}

/// Returns true if SQLite says that a file is damaged or no database: `CORRUPT`, `NOTADB`.
pub(super) fn is_damage(error: &sqlx::Error) -> bool {
    matches!(error.as_database_error().and_then(sqlite_code), Some(11 | 26))
}

/// Returns true for the `SQLSTATE` codes of PostgreSQL that the condition of the server causes
/// (PostgreSQL, appendix A).
fn is_postgres_outage(code: &str) -> bool {
    // 08 connection exception, 53 insufficient resources, 57P operator intervention, 58 system
    // error.
    ["08", "53", "57P", "58"].iter().any(|class| code.starts_with(class))
        // read_only_sql_transaction, lock_not_available, query_canceled (statement_timeout),
        // deadlock_detected, serialization_failure, program_limit_exceeded (out of transaction
        // ids), data_corrupted, index_corrupted. cannot_connect_now is 57P03.
        || ["25006", "55P03", "57014", "40P01", "40001", "54000", "XX001", "XX002"].contains(&code)
}

impl From<StoreError> for AppError {
    /// Logs the cause once, and does not show it to the client. The probe logs outages.
    fn from(error: StoreError) -> Self {
        let kind = match &error {
            StoreError::Unavailable(_) | StoreError::Locked(_) => ErrorKind::Unavailable,
            StoreError::InDoubt(_) => ErrorKind::InDoubt,
            StoreError::Failed(_) => ErrorKind::Internal,
        };
        error.log("a request failed");
        Self::from_kind(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outages_of_sqlite_are_distinguished_from_wrong_statements() {
        for outage in [5, 6, 7, 8, 10, 11, 13, 14, 26] {
            assert!(is_sqlite_outage(outage), "{outage}");
        }
        // ERROR, CONSTRAINT, MISMATCH, MISUSE.
        for wrong in [1, 19, 20, 21] {
            assert!(!is_sqlite_outage(wrong), "{wrong}");
        }
    }

    #[test]
    fn outages_of_postgres_are_distinguished_from_wrong_statements() {
        for outage in [
            "08006", "53100", "53300", "57P01", "57P03", "25006", "55P03", "57014", "58030",
            "54000", "XX001",
        ] {
            assert!(is_postgres_outage(outage), "{outage}");
        }
        for wrong in ["22021", "23505", "42601", "25P02"] {
            assert!(!is_postgres_outage(wrong), "{wrong}");
        }
    }
}
