//! Test writes, which show that the database can be written.

use broadside_domain::time::Time;

use crate::settings;
use crate::sql::Connection;
use crate::write::{Write, WriteResult};

/// Name of the setting with the time of the last test write.
const PROBED_AT: &str = "probed_at";
/// Locks every table that a move is written to, as a move does.
const LOCK_MOVES: &str = "SET LOCAL lock_timeout = '1s'; \
    LOCK TABLE games, seats, events, snapshots, bot_turns, move_queues, feed, feed_heads, \
    idempotency_responses IN ROW EXCLUSIVE MODE";

/// Records the time of a test write.
#[derive(Clone)]
pub struct Probe {
    pub at: Time,
}

impl Write for Probe {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        check_moves_can_be_written(db).await?;
        settings::replace(db, PROBED_AT, &self.at.0.to_string()).await?;
        Ok(WriteResult::Applied)
    }
}

/// Fails if another session prevents moves from being written: a probe and a heartbeat confirm that
/// they can be.
pub(crate) async fn check_moves_can_be_written(db: &mut Connection<'_>) -> Result<(), sqlx::Error> {
    match db {
        // The writer is exclusive.
        Connection::Sqlite(_) => {}
        Connection::Postgres(db) => {
            sqlx::raw_sql(LOCK_MOVES).execute(&mut **db).await?;
        }
    }
    Ok(())
}
