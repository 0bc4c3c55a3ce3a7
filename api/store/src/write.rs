//! Writes: values that change the database.

use futures_util::future::BoxFuture;

use crate::sql::Connection;

/// Change to the database. It is made completely or not at all.
///
/// A write lies in the file of its subject, with the SQL that it runs. All writes are in this crate:
/// others cannot name a connection.
///
/// Writes lock rows in one order, so that no two can deadlock: players by id, games by id,
/// everything else that belongs to them, and last the counters of feeds, by player id. A conflict
/// does not roll back what was written before it, so a write checks everything before it changes
/// anything.
pub trait Write: Send + Sync + 'static {
    /// Makes the change within a transaction.
    ///
    /// # Errors
    /// If the database fails. Then the transaction is rolled back.
    fn apply(
        &self,
        db: &mut Connection<'_>,
    ) -> impl Future<Output = Result<WriteResult, sqlx::Error>> + Send;
}

/// [`Write`] of any type, so that different ones can be in one queue.
pub trait AnyWrite: Send + Sync {
    /// See [`Write::apply`].
    fn apply_boxed<'a>(
        &'a self,
        db: &'a mut Connection<'_>,
    ) -> BoxFuture<'a, Result<WriteResult, sqlx::Error>>;
}

impl<W: Write> AnyWrite for W {
    fn apply_boxed<'a>(
        &'a self,
        db: &'a mut Connection<'_>,
    ) -> BoxFuture<'a, Result<WriteResult, sqlx::Error>> {
        Box::pin(self.apply(db))
    }
}

/// Result of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteResult {
    /// The change was made.
    Applied,
    /// Another change came first.
    Conflict,
}

impl WriteResult {
    /// Returns the result of a statement that changed this number of rows: a conflict if it changed
    /// none.
    pub(crate) fn if_any(rows: u64) -> Self {
        match rows {
            0 => Self::Conflict,
            _ => Self::Applied,
        }
    }
}
