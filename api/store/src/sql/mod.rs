//! Statements for both kinds of database: their parameters, the rows they return, and the
//! connections they run on.
//!
//! Almost all statements are the same text for SQLite and PostgreSQL. [`Dialect`] has the
//! differences.

mod dialect;
mod record;
mod target;
mod value;

use std::borrow::Cow;

use sqlx::postgres::PgArguments;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments, AssertSqlSafe, SqlSafeStr, SqlStr};

pub(crate) use self::dialect::Dialect;
use self::record::Column;
pub(crate) use self::record::{Record, Row, Word};
pub(crate) use self::target::{Connection, Target};
pub(crate) use self::value::Value;

/// Statement with its parameters.
#[must_use]
pub(crate) struct Query<'v> {
    sql: SqlStr,
    values: Vec<Value<'v>>,
}

/// Creates a statement.
pub(crate) fn query<'v>(sql: &'static str) -> Query<'v> {
    Query { sql: sql.into_sql_str(), values: Vec::new() }
}

/// Creates a statement from a text that is put together from constants and from a [`Dialect`]. It
/// must not contain input: input is bound.
pub(crate) fn query_text<'v>(sql: String) -> Query<'v> {
    Query { sql: AssertSqlSafe(sql).into_sql_str(), values: Vec::new() }
}

impl<'v> Query<'v> {
    /// Adds the next parameter: `$1`, `$2` and so on.
    pub(crate) fn bind(mut self, value: impl Into<Value<'v>>) -> Self {
        self.values.push(value.into());
        self
    }

    fn into_sqlite(self) -> Result<(SqlStr, SqliteArguments), sqlx::Error> {
        let mut arguments = SqliteArguments::default();
        for value in self.values {
            let added = match value {
                Value::Int(number) => arguments.add(number),
                Value::Bool(flag) => arguments.add(flag),
                Value::Text(text) => arguments.add(text.map(Cow::into_owned)),
                Value::Bytes(bytes) => arguments.add(bytes.to_vec()),
                Value::Texts(texts) => arguments.add(serde_json::json!(texts).to_string()),
            };
            added.map_err(sqlx::Error::Encode)?;
        }
        Ok((self.sql, arguments))
    }

    fn into_postgres(self) -> Result<(SqlStr, PgArguments), sqlx::Error> {
        let mut arguments = PgArguments::default();
        for value in self.values {
            let added = match value {
                Value::Int(number) => arguments.add(number),
                Value::Bool(flag) => arguments.add(flag),
                Value::Text(text) => arguments.add(text.as_deref()),
                Value::Bytes(bytes) => arguments.add(bytes),
                Value::Texts(texts) => arguments.add(texts),
            };
            added.map_err(sqlx::Error::Encode)?;
        }
        Ok((self.sql, arguments))
    }

    /// Runs the statement, and returns the number of rows that it changed.
    pub(crate) async fn execute(self, on: impl Into<Target<'_>>) -> Result<u64, sqlx::Error> {
        on.into().execute(self).await
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
        let row = |first: usize| {
            let places: Vec<String> =
                (first + 1..=first + N).map(|place| format!("${place}")).collect();
            format!("({})", places.join(", "))
        };
        let places: Vec<String> = (0..values.len()).step_by(N).map(row).collect();
        let sql = AssertSqlSafe(format!("{insert} VALUES {}", places.join(", "))).into_sql_str();
        Query { sql, values }.execute(&mut *db).await?;
    }
    Ok(())
}
