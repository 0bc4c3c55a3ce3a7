//! A connection for one kind of question, asked one after another. A pool asks a connection whether it is still there before it gives
//! it away and when it gets it back, which for short questions is more work than they are.

use std::time::{Duration, Instant};

use sqlx::postgres::{PgArguments, PgConnectOptions, PgPoolOptions, PgRow};
use sqlx::query::QueryAs;
use sqlx::{Connection, Executor, FromRow, PgConnection, PgPool, Postgres};
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::{LOCK_TIMEOUT, PATIENCE, is_refused};

/// How long a connection is kept: the address of a database may lead elsewhere by then.
const LIFETIME: Duration = Duration::from_secs(30 * 60);

/// A connection that is kept from one question to the next.
pub(super) struct Line {
    /// What opens it: a pool, for that waits for a database that is just being started.
    opener: PgPool,
    /// `None` before the first question, and after one that has failed or has been dropped half-way.
    kept: Mutex<Option<Kept>>,
}

struct Kept {
    connection: PgConnection,
    opened: Instant,
}

impl Line {
    /// To a database. It is opened by the first question.
    pub(super) fn new(options: &PgConnectOptions) -> Self {
        let opener = PgPoolOptions::new().max_connections(1).acquire_timeout(PATIENCE);
        let opener = opener.after_connect(|connection, _| {
            Box::pin(async move { connection.execute(LOCK_TIMEOUT).await.map(|_| ()) })
        });
        Self { opener: opener.connect_lazy_with(options.clone()), kept: Mutex::default() }
    }

    /// Asks, and once more on a new connection if the one of before has broken or is silent: only what may be asked twice.
    pub(super) async fn ask<'q, T>(
        &self,
        question: impl Fn() -> QueryAs<'q, Postgres, T, PgArguments>,
    ) -> Result<Vec<T>, sqlx::Error>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let mut kept = self.kept.lock().await;
        // Taken out: if this call is dropped half-way, the connection is not used again.
        let young = kept.take().filter(|kept| kept.opened.elapsed() < LIFETIME);
        if let Some(mut of_before) = young {
            let answer = of_before.ask(question()).await;
            if answer.as_ref().err().is_none_or(is_refused) {
                *kept = Some(of_before);
                return answer;
            }
        }
        let connection = self.opener.acquire().await?.detach();
        let mut new = Kept { connection, opened: Instant::now() };
        let answer = new.ask(question()).await;
        if answer.as_ref().err().is_none_or(is_refused) {
            *kept = Some(new);
        }
        answer
    }

    /// Hangs up. Whether the database takes note of it is all the same.
    pub(super) async fn close(&self) {
        self.opener.close().await;
        if let Some(kept) = self.kept.lock().await.take()
            && let Err(error) = kept.connection.close().await
        {
            tracing::debug!(%error, "a connection was broken already");
        }
    }
}

impl Kept {
    /// Asks. A network that is cut says nothing, so whoever is silent for long is taken to be gone.
    async fn ask<T>(&mut self, question: QueryAs<'_, Postgres, T, PgArguments>) -> Result<Vec<T>, sqlx::Error>
    where
        T: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let silent = |_| sqlx::Error::Io(std::io::ErrorKind::TimedOut.into());
        timeout(PATIENCE, question.fetch_all(&mut self.connection)).await.map_err(silent)?
    }
}
