//! Batches of statements that run as one command. Each command is handed to another thread, so a
//! single command takes any number of rows. Rows are bound as parameters, because SQLite takes
//! longer to read JSON than to write the rows.

use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteRow};
use sqlx::{AssertSqlSafe, FromRow};

use crate::sql::Value;

/// Maximum number of rows per statement. More rows are split into several statements.
const MAX_ROWS: usize = 64;

#[derive(Default)]
pub(crate) struct StatementBatch {
    text: String,
    parameters: SqliteArguments,
}

impl StatementBatch {
    pub(crate) fn add(&mut self, statement: &'static str) {
        self.text.push_str(statement);
        self.text.push(';');
    }

    /// Adds a statement that takes rows. `ROWS` in the statement is replaced by a table with the
    /// columns `column1` and so on. The table is padded with rows of nulls to a power of two, so
    /// that few different statements have to be prepared. Adds nothing if there are no rows.
    pub(crate) fn add_rows<'a, const N: usize>(
        &mut self,
        statement: &'static str,
        rows: impl IntoIterator<Item = [Value<'a>; N]>,
    ) {
        let mut rows = rows.into_iter().peekable();
        while rows.peek().is_some() {
            let mut count = 0_usize;
            for value in rows.by_ref().take(MAX_ROWS).inspect(|_| count += 1).flatten() {
                self.bind(value);
            }
            let padded_count = count.next_power_of_two();
            for _ in count * N..padded_count * N {
                self.bind(Value::Int(None));
            }
            let (before, after) = statement.split_once("ROWS").unwrap_or((statement, ""));
            self.text.push_str(before);
            self.text.push_str("(VALUES ");
            for index in 0..padded_count {
                self.text.push_str(if index == 0 { "(?" } else { ",(?" });
                for _ in 1..N {
                    self.text.push_str(",?");
                }
                self.text.push(')');
            }
            self.text.push(')');
            self.text.push_str(after);
            self.text.push(';');
        }
    }

    fn bind(&mut self, value: Value<'_>) {
        value.add_to(&mut self.parameters).expect("numbers and texts are what SQLite takes");
    }

    /// Returns the command. Its text consists of the program's own statements and of question
    /// marks.
    pub(crate) fn query(self) -> sqlx::query::Query<'static, Sqlite, SqliteArguments> {
        sqlx::query_with(AssertSqlSafe(self.text), self.parameters)
    }

    /// Returns the command as a query for rows.
    pub(crate) fn query_as<T>(self) -> sqlx::query::QueryAs<'static, Sqlite, T, SqliteArguments>
    where
        T: for<'r> FromRow<'r, SqliteRow>,
    {
        sqlx::query_as_with(AssertSqlSafe(self.text), self.parameters)
    }
}
