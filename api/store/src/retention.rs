//! Deletion of what is older than its retention.

use std::borrow::Cow;

use broadside_domain::time::Time;

use crate::sql::{Connection, query_text};
use crate::write::{Write, WriteResult};

/// Deletes rows by their age. The subjects of the tables have the statements.
#[derive(Clone, Debug)]
pub struct DeleteOld {
    statement: Cow<'static, str>,
    before: Time,
}

impl DeleteOld {
    /// Creates the write from a statement whose only parameter is the time.
    pub(crate) fn new(statement: impl Into<Cow<'static, str>>, before: Time) -> Self {
        Self { statement: statement.into(), before }
    }
}

impl Write for DeleteOld {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        query_text(self.statement.to_string()).bind(self.before).execute(db).await?;
        Ok(WriteResult::Applied)
    }
}
