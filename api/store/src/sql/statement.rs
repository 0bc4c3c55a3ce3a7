//! Statements with their parameters.

use sqlx::postgres::PgArguments;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Arguments, AssertSqlSafe, SqlSafeStr, SqlStr};

use super::value::Value;

#[must_use]
pub(crate) struct Query<'v> {
    pub(super) sql: SqlStr,
    pub(super) values: Vec<Value<'v>>,
}

pub(crate) fn query<'v>(sql: &'static str) -> Query<'v> {
    Query { sql: sql.into_sql_str(), values: Vec::new() }
}

/// Creates a statement from a text that is put together from constants and from a [`Dialect`](super::Dialect). It
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

    pub(super) fn into_sqlite(self) -> Result<(SqlStr, SqliteArguments), sqlx::Error> {
        let mut arguments = SqliteArguments::default();
        for value in self.values {
            value.add_to(&mut arguments)?;
        }
        Ok((self.sql, arguments))
    }

    pub(super) fn into_postgres(self) -> Result<(SqlStr, PgArguments), sqlx::Error> {
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
}
