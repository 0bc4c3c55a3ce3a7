//! A connection for one kind of question, asked one after another. A pool asks a connection whether it is still there before it gives
//! it away and when it gets it back, which for short questions is more work than they are.

use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::QueryAs;
use sqlx::{Connection, FromRow, PgConnection, PgPool, Postgres};
use tokio::sync::Mutex;

use super::is_refused;

/// A connection that is kept from one question to the next.
pub(super) struct Line {
    /// What it connects by: a pool waits for a database that is just being started.
    pool: PgPool,
    /// `None` before the first question, and after one that has failed or has been dropped half-way.
    connection: Mutex<Option<PgConnection>>,
}

impl Line {
    /// To where a pool leads. It connects with the first question, and takes no room in the pool.
    pub(super) fn new(pool: &PgPool) -> Self {
        Self { pool: pool.clone(), connection: Mutex::default() }
    }

    /// Asks, and once more on a new connection if the one of before has broken: only what may be asked twice.
    pub(super) async fn ask<'q, T>(
        &self,
        question: impl Fn() -> QueryAs<'q, Postgres, T, PgArguments>,
    ) -> Result<Vec<T>, sqlx::Error>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let mut kept = self.connection.lock().await;
        if let Some(mut connection) = kept.take() {
            let answer = question().fetch_all(&mut connection).await;
            if answer.as_ref().err().is_none_or(is_refused) {
                *kept = Some(connection);
                return answer;
            }
        }
        let mut connection = self.pool.acquire().await?.detach();
        let answer = question().fetch_all(&mut connection).await;
        if answer.as_ref().err().is_none_or(is_refused) {
            *kept = Some(connection);
        }
        answer
    }

    /// Hangs up.
    pub(super) async fn close(&self) -> Result<(), sqlx::Error> {
        match self.connection.lock().await.take() {
            Some(connection) => connection.close().await,
            None => Ok(()),
        }
    }
}
