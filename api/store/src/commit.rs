//! Commits of batches of writes: each batch is a transaction.

use std::time::Duration;

use sqlx::{Connection as _, PgConnection, SqliteConnection};

use crate::backend::{Backend, Engine};
use crate::batch::{QueuedWrite, apply};
use crate::commit_error::CommitFailed;
use crate::error::sqlite_code;
use crate::games::append::GameAppend;
use crate::games::append_to_sqlite::{TxScope, append_games};
use crate::games::step::Step;
use crate::idempotency::existing_keys;
use crate::postgres::{Postgres, has_code, in_time, is_refused};
use crate::sql::Connection;
use crate::sqlite::Sqlite;
use crate::write::WriteResult;

/// Limit for a commit to PostgreSQL, which can wait for several locks.
const COMMIT_TIMEOUT: Duration = Duration::from_secs(8);
/// Error code of a transaction that was rolled back to resolve a deadlock.
const DEADLOCK_DETECTED: &str = "40P01";
/// Maximum number of retries after deadlocks.
const MAX_DEADLOCKS: usize = 5;

impl Backend {
    /// Applies writes in one transaction, and returns for each whether it was made.
    pub async fn commit(&self, writes: &[QueuedWrite]) -> Result<Vec<WriteResult>, CommitFailed> {
        match &self.engine {
            Engine::Sqlite(sqlite) => commit_to_sqlite(sqlite, writes).await,
            Engine::Postgres(postgres) => commit_to_postgres(postgres, writes).await,
        }
    }
}

async fn commit_to_sqlite(
    sqlite: &Sqlite,
    writes: &[QueuedWrite],
) -> Result<Vec<WriteResult>, CommitFailed> {
    let mut writer = sqlite.writer().await.map_err(CommitFailed::Nothing)?;
    // After a failure it is not put back: SQLite may have rolled back the transaction already, and
    // sqlx does not know that.
    let results = transact_sqlite(&mut writer, writes).await?;
    writer.put_back();
    // If a file was deleted or replaced, the changes are lost.
    sqlite.finish_commit().await.map_err(CommitFailed::Unknown)?;
    Ok(results)
}

/// Applies a batch of writes in one transaction. If that fails, the connection must not be used
/// again.
async fn transact_sqlite(
    db: &mut SqliteConnection,
    writes: &[QueuedWrite],
) -> Result<Vec<WriteResult>, TransactionFailed> {
    let steps: Option<Vec<_>> = writes.iter().map(QueuedWrite::step_without_arrivals).collect();
    if let Some(steps) = steps {
        return transact_steps(db, &steps).await;
    }
    let mut transaction =
        db.begin_with("BEGIN IMMEDIATE").await.map_err(TransactionFailed::before_commit)?;
    let results = apply(&mut Connection::Sqlite(&mut transaction), writes)
        .await
        .map_err(TransactionFailed::before_commit)?;
    transaction.commit().await.map_err(TransactionFailed::at_commit)?;
    Ok(results)
}

/// Applies a batch that has only steps in which nobody sits down.
async fn transact_steps(
    db: &mut SqliteConnection,
    steps: &[&Step],
) -> Result<Vec<WriteResult>, TransactionFailed> {
    let mut results = vec![WriteResult::Applied; steps.len()];
    let responses = steps.iter().filter_map(|step| step.response.as_ref()).collect();
    let existing = existing_keys(&mut Connection::Sqlite(db), responses)
        .await
        .map_err(TransactionFailed::before_commit)?;
    let appends = steps.iter().enumerate();
    let appends = appends.map(|(index, step)| GameAppend::of_step(index, step)).collect();
    let appends = GameAppend::dedupe(appends, &existing, &mut results);
    // The last statement of the script commits.
    append_games(db, TxScope::New, appends, &mut results)
        .await
        .map_err(TransactionFailed::at_commit)?;
    Ok(results)
}

/// A batch that was not committed.
struct TransactionFailed {
    error: sqlx::Error,
    /// True if the failure may be that of the commit, and false if an earlier statement failed.
    at_commit: bool,
}

impl TransactionFailed {
    fn before_commit(error: sqlx::Error) -> Self {
        Self { error, at_commit: false }
    }

    fn at_commit(error: sqlx::Error) -> Self {
        Self { error, at_commit: true }
    }
}

impl From<TransactionFailed> for CommitFailed {
    /// Decides if the outcome is unknown. After an I/O error at the commit, the log may contain the
    /// whole transaction: if the process is killed before the next commit, SQLite finds it there.
    /// Other errors are reported before that.
    fn from(failed: TransactionFailed) -> Self {
        const IOERR: u32 = 10;
        let code = failed.error.as_database_error().and_then(sqlite_code);
        if failed.at_commit && code.is_none_or(|code| code == IOERR) {
            Self::Unknown(failed.error.into())
        } else {
            Self::Nothing(failed.error.into())
        }
    }
}

async fn commit_to_postgres(
    postgres: &Postgres,
    writes: &[QueuedWrite],
) -> Result<Vec<WriteResult>, CommitFailed> {
    let mut deadlocks = 0;
    loop {
        let connection = postgres.writer.take().await;
        let mut connection = connection.map_err(|error| CommitFailed::Nothing(error.into()))?;
        let transaction = transact_postgres(connection.get_mut(), writes);
        let result = in_time(COMMIT_TIMEOUT, transaction).await;
        let error = match connection.finish(result) {
            Ok(results) => return Ok(results),
            Err(error) if is_refused(&error) => error,
            Err(error) => return Err(CommitFailed::Unknown(error.into())),
        };
        // PostgreSQL resolves a deadlock by rolling back one transaction, so nothing of it is
        // written and a retry is safe. Changes lock rows in a fixed order, but those that
        // delete many rows lock them in the order in which they find them.
        if has_code(&error, DEADLOCK_DETECTED) && deadlocks < MAX_DEADLOCKS {
            deadlocks += 1;
            continue;
        }
        let is_duplicate =
            error.as_database_error().is_some_and(|error| error.is_unique_violation());
        if is_duplicate && writes.len() == 1 {
            // Another node has just stored an answer for the same idempotency key.
            return Ok(vec![WriteResult::Conflict]);
        }
        return Err(CommitFailed::Nothing(error.into()));
    }
}

async fn transact_postgres(
    db: &mut PgConnection,
    writes: &[QueuedWrite],
) -> Result<Vec<WriteResult>, sqlx::Error> {
    if writes.iter().all(|write| write.step_without_arrivals().is_some()) {
        return apply(&mut Connection::Postgres(db), writes).await;
    }
    let mut transaction = db.begin().await?;
    let results = apply(&mut Connection::Postgres(&mut transaction), writes).await?;
    transaction.commit().await?;
    Ok(results)
}
