//! Runs of statements.

use sqlx::{AssertSqlSafe, SqlSafeStr};

use super::record::{Column, Record};
use super::statement::Query;
use super::target::{Connection, Target};
use super::value::Value;

impl Query<'_> {
    /// Runs the statement, and returns the number of rows that it changed.
    pub(crate) async fn execute(self, db: &mut Connection<'_>) -> Result<u64, sqlx::Error> {
        Target::from(db).execute(self).await
    }

    /// Runs the statement, and returns all its rows.
    pub(crate) async fn fetch_all<T: Record>(
        self,
        on: impl Into<Target<'_>>,
    ) -> Result<Vec<T>, sqlx::Error> {
        on.into().fetch_all(self).await?.iter().map(T::decode).collect()
    }

    /// Runs the statement, and returns the values of its only column.
    pub(crate) async fn fetch_values<T: Column>(
        self,
        on: impl Into<Target<'_>>,
    ) -> Result<Vec<T>, sqlx::Error> {
        let rows: Vec<(T,)> = self.fetch_all(on).await?;
        Ok(rows.into_iter().map(|(value,)| value).collect())
    }

    /// Runs the statement, and returns its first row, if it has one.
    pub(crate) async fn fetch_optional<T: Record>(
        self,
        on: impl Into<Target<'_>>,
    ) -> Result<Option<T>, sqlx::Error> {
        on.into().fetch_optional(self).await?.as_ref().map(T::decode).transpose()
    }

    /// Runs the statement, and returns the value of its only column in its first row, if it has one.
    pub(crate) async fn fetch_optional_value<T: Column>(
        self,
        on: impl Into<Target<'_>>,
    ) -> Result<Option<T>, sqlx::Error> {
        let row: Option<(T,)> = self.fetch_optional(on).await?;
        Ok(row.map(|(value,)| value))
    }

    /// Runs the statement, and returns the value of its only column in its first row. A result
    /// without rows is an error.
    pub(crate) async fn fetch_value<T: Column>(
        self,
        on: impl Into<Target<'_>>,
    ) -> Result<T, sqlx::Error> {
        let (value,) = self.fetch_one(on).await?;
        Ok(value)
    }

    /// Runs the statement, and returns its first row. A result without rows is an error.
    pub(crate) async fn fetch_one<T: Record>(
        self,
        on: impl Into<Target<'_>>,
    ) -> Result<T, sqlx::Error> {
        self.fetch_optional(on).await?.ok_or(sqlx::Error::RowNotFound)
    }
}

/// Maximum number of rows that [`insert_rows`] adds with one statement.
const MAX_ROWS: usize = 64;

/// Adds rows. `insert` is the beginning of the statement, with the table and its columns.
pub(crate) async fn insert_rows<'v, const N: usize>(
    db: &mut Connection<'_>,
    insert: &'static str,
    rows: Vec<[Value<'v>; N]>,
) -> Result<(), sqlx::Error> {
    let mut rows = rows.into_iter();
    while rows.len() > 0 {
        // Powers of two, so that few different statements have to be prepared.
        let count = (1 << rows.len().ilog2()).min(MAX_ROWS);
        let values: Vec<Value<'v>> = rows.by_ref().take(count).flatten().collect();
        let rows_of_parameters: Vec<String> =
            (0..values.len()).step_by(N).map(row_of_parameters::<N>).collect();
        let sql = format!("{insert} VALUES {}", rows_of_parameters.join(", "));
        let sql = AssertSqlSafe(sql).into_sql_str();
        Query { sql, values }.execute(db).await?;
    }
    Ok(())
}

/// Returns the parameters of a row, after the first `before` of the statement.
fn row_of_parameters<const N: usize>(before: usize) -> String {
    let parameters: Vec<String> =
        (before + 1..=before + N).map(|number| format!("${number}")).collect();
    format!("({})", parameters.join(", "))
}
