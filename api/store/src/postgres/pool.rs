//! Connection pool for queries that may be sent twice.
//!
//! The pool of sqlx supports only one host, sets no limit for an exchange, and pings a connection
//! before and after each query. For short queries, the pings take longer than the query.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::{BoxFuture, join_all};
use futures_util::stream::{self, BoxStream};
use futures_util::{StreamExt, TryStreamExt};
use sqlx::postgres::{PgQueryResult, PgRow, PgStatement, PgTypeInfo};
use sqlx::{Either, Execute, Executor, Postgres, SqlStr};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::connector::{Connector, Need, is_old};
use super::session::{Question, Session, Steps, is_read_only, is_refused};

/// Limit for getting a connection, in addition to the limit for an exchange.
const ACQUIRE_WITHIN: Duration = Duration::from_secs(5);

/// A connection pool.
pub(crate) struct Pool {
    connector: Arc<Connector>,
    places: Semaphore,
    /// Unused connections, the most recently used one last.
    idle: Mutex<Vec<Session>>,
    /// Limit for an exchange.
    limit: Duration,
}

impl Pool {
    /// Creates a pool. It opens connections when they are needed.
    pub(super) fn new(connector: &Arc<Connector>, size: usize, limit: Duration) -> Self {
        let (connector, places) = (Arc::clone(connector), Semaphore::new(size));
        Self { connector, places, idle: Mutex::default(), limit }
    }

    /// Sends a query. Retries it once on a new connection if a pooled one is broken or silent.
    async fn ask(&self, question: Question) -> Result<Steps, sqlx::Error> {
        let late = |_| sqlx::Error::PoolTimedOut;
        timeout(ACQUIRE_WITHIN + self.limit, self.ask_patiently(question)).await.map_err(late)?
    }

    async fn ask_patiently(&self, question: Question) -> Result<Steps, sqlx::Error> {
        let _place = self.places.acquire().await.map_err(|_| sqlx::Error::PoolClosed)?;
        let kept = self.idle().pop();
        let kept = match kept {
            Some(kept) => self.connector.check(kept, self.connector.checked_after()).await,
            None => None,
        };
        if let Some(session) = kept {
            let answer = self.ask_on(session, question.clone()).await;
            if answer.as_ref().err().is_none_or(|error| is_refused(error) && !is_read_only(error)) {
                return answer;
            }
        }
        let session = self.connector.connect(Need::Read).await?;
        self.ask_on(session, question).await
    }

    /// Sends a query on a connection, which returns to the pool if it is still good. If this future
    /// is dropped half-way, the connection does not return.
    async fn ask_on(&self, mut session: Session, question: Question) -> Result<Steps, sqlx::Error> {
        let answer = session.ask(self.limit, question).await;
        match &answer {
            Err(error) if !is_refused(error) || is_read_only(error) && !session.is_spare() => {
                self.connector.failed(&session, error);
            }
            _ => self.keep(session),
        }
        answer
    }

    /// Returns a connection to the pool, and closes unused ones that have reached their maximum
    /// lifetime.
    fn keep(&self, session: Session) {
        let mut idle = self.idle();
        idle.extract_if(.., |kept| is_old(kept)).for_each(Session::close_in_background);
        idle.push(session);
    }

    /// Closes the connections. Later queries fail.
    pub(super) async fn close(&self) {
        self.places.close();
        let idle = std::mem::take(&mut *self.idle());
        join_all(idle.into_iter().map(Session::close)).await;
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Session>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").finish_non_exhaustive()
    }
}

/// Converts a query, so that it can be sent twice.
fn question<'q>(mut query: impl Execute<'q, Postgres>) -> Result<Question, sqlx::Error> {
    let arguments = query.take_arguments().map_err(sqlx::Error::Encode)?;
    let persistent = query.persistent();
    Ok(Question { sql: query.sql(), arguments, persistent })
}

impl<'p> Executor<'p> for &'p Pool {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(
        self,
        query: E,
    ) -> BoxStream<'e, Result<Either<PgQueryResult, PgRow>, sqlx::Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let question = question(query);
        let steps = async move {
            let steps = self.ask(question?).await?;
            Ok::<_, sqlx::Error>(stream::iter(steps.into_iter().map(Ok)))
        };
        stream::once(steps).try_flatten().boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(
        self,
        query: E,
    ) -> BoxFuture<'e, Result<Option<PgRow>, sqlx::Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let question = question(query);
        Box::pin(async move { Ok(self.ask(question?).await?.into_iter().find_map(Either::right)) })
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [PgTypeInfo],
    ) -> BoxFuture<'e, Result<PgStatement, sqlx::Error>>
    where
        'p: 'e,
    {
        Box::pin(async move {
            let mut session = self.connector.connect(Need::Read).await?;
            let (connection, exchange) = session.exchange(self.limit);
            exchange.run(connection.prepare_with(sql, parameters)).await
        })
    }
}
