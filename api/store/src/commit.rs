//! Commits of batches of writes: each batch is a transaction.

use std::time::Duration;

use sqlx::{Connection as _, PgConnection, SqliteConnection};

use crate::backend::{Backend, Engine};
use crate::batch::{QueuedWrite, apply};
use crate::commit_error::CommitFailed;
use crate::error::sqlite_code;
use crate::games::append::GameAppend;
use crate::games::append_to_sqlite::{TxScope, append_games};
use crate::idempotency::existing_keys;
use crate::postgres::{Postgres, has_code, in_time, is_refused};
use crate::sql::Connection;
use crate::sqlite::Sqlite;
use crate::write::Done;

/// Limit for a commit to PostgreSQL, which can wait for several locks.
const LIMIT: Duration = Duration::from_secs(8);
/// Error code of a transaction that was rolled back to resolve a deadlock (`deadlock_detected`),
/// and the maximum number of retries.
const DEADLOCK: &str = "40P01";
const DEADLOCKS: usize = 5;

impl Backend {
    /// Applies writes in one transaction, and returns for each whether it was made.
    pub async fn commit(&self, writes: &[QueuedWrite]) -> Result<Vec<Done>, CommitFailed> {
        match &self.engine {
            Engine::Sqlite(sqlite) => commit_to_sqlite(sqlite, writes).await,
            Engine::Postgres(postgres) => commit_to_postgres(postgres, writes).await,
        }
    }
}

async fn commit_to_sqlite(
    sqlite: &Sqlite,
    writes: &[QueuedWrite],
) -> Result<Vec<Done>, CommitFailed> {
    let mut writer = sqlite.writer().await.map_err(CommitFailed::Nothing)?;
    // After a failure it is not put back: SQLite may have rolled back the transaction already, and
    // sqlx does not know that.
    let done = transact_sqlite(&mut writer, writes).await?;
    writer.put_back();
    // If a file was deleted or replaced, the changes are lost.
    sqlite.finish_commit().await.map_err(CommitFailed::Unknown)?;
    Ok(done)
}

/// Applies a batch of writes in one transaction. If that fails, the connection must not be used
/// again.
async fn transact_sqlite(
    db: &mut SqliteConnection,
    writes: &[QueuedWrite],
) -> Result<Vec<Done>, Failed> {
    let steps = writes
        .iter()
        .enumerate()
        .map_while(|(at, write)| Some(GameAppend::of_step(at, write.step_without_arrivals()?)));
    let steps: Vec<_> = steps.collect();
    if steps.len() == writes.len() {
        let mut done = vec![Done::Yes; writes.len()];
        let answers = steps.iter().filter_map(|append| append.answer).collect();
        let existing = existing_keys(&mut Connection::Sqlite(db), answers)
            .await
            .map_err(Failed::before_commit)?;
        let steps = GameAppend::dedupe(steps, &existing, &mut done);
        // The last statement of the script commits.
        append_games(db, TxScope::OneOfItsOwn, steps, &mut done)
            .await
            .map_err(Failed::at_commit)?;
        return Ok(done);
    }
    let mut transaction = db.begin_with("BEGIN IMMEDIATE").await.map_err(Failed::before_commit)?;
    let done = apply(&mut Connection::Sqlite(&mut transaction), writes)
        .await
        .map_err(Failed::before_commit)?;
    transaction.commit().await.map_err(Failed::at_commit)?;
    Ok(done)
}

/// A batch that was not committed.
struct Failed {
    error: sqlx::Error,
    /// True if the failure may be that of the commit, and false if an earlier statement failed.
    at_commit: bool,
}

impl Failed {
    fn before_commit(error: sqlx::Error) -> Self {
        Self { error, at_commit: false }
    }

    fn at_commit(error: sqlx::Error) -> Self {
        Self { error, at_commit: true }
    }
}

impl From<Failed> for CommitFailed {
    /// Decides if the outcome is unknown. After an I/O error at the commit, the log may contain the
    /// whole transaction: if the process is killed before the next commit, SQLite finds it there.
    /// Other errors are reported before that.
    fn from(failed: Failed) -> Self {
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
) -> Result<Vec<Done>, CommitFailed> {
    let mut deadlocks = 0;
    loop {
        let taken = postgres.writer.take().await;
        let mut taken = taken.map_err(|error| CommitFailed::Nothing(error.into()))?;
        let answer = in_time(LIMIT, transact_postgres(taken.connection(), writes)).await;
        let error = match taken.end(answer) {
            Ok(done) => return Ok(done),
            Err(error) if is_refused(&error) => error,
            Err(error) => return Err(CommitFailed::Unknown(error.into())),
        };
        // PostgreSQL resolves a deadlock by rolling back one transaction, so nothing of it is
        // written and a retry is safe. Changes lock rows in a fixed order, but those that
        // delete many rows lock them in the order in which they find them.
        if has_code(&error, DEADLOCK) && deadlocks < DEADLOCKS {
            deadlocks += 1;
            continue;
        }
        let duplicate = error.as_database_error().is_some_and(|error| error.is_unique_violation());
        if duplicate && writes.len() == 1 {
            // Another node has just stored an answer for the same idempotency key.
            return Ok(vec![Done::Conflict]);
        }
        return Err(CommitFailed::Nothing(error.into()));
    }
}

/// Applies a batch of writes in one transaction.
async fn transact_postgres(
    db: &mut PgConnection,
    writes: &[QueuedWrite],
) -> Result<Vec<Done>, sqlx::Error> {
    if writes.iter().all(|write| write.step_without_arrivals().is_some()) {
        return apply(&mut Connection::Postgres(db), writes).await;
    }
    let mut transaction = db.begin().await?;
    let done = apply(&mut Connection::Postgres(&mut transaction), writes).await?;
    transaction.commit().await?;
    Ok(done)
}
