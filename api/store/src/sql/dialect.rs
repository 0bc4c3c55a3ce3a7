//! Differences between the SQL of SQLite and that of PostgreSQL.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// SQLite. Its writer is exclusive, so nothing needs a lock.
    Sqlite,
    Postgres,
}

impl Dialect {
    /// Returns the text for this dialect.
    pub(crate) fn pick(self, sqlite: &'static str, postgres: &'static str) -> &'static str {
        match self {
            Self::Sqlite => sqlite,
            Self::Postgres => postgres,
        }
    }

    /// Clause of a query that locks its rows: other transactions that lock or change them wait.
    pub(crate) fn for_update(self) -> &'static str {
        self.pick("", " FOR UPDATE")
    }

    /// Clause of a query that locks its rows against changes.
    pub(crate) fn for_share(self) -> &'static str {
        self.pick("", " FOR SHARE")
    }

    /// Clause of a query that locks its rows, and leaves out the rows that others have locked.
    pub(crate) fn skip_locked(self) -> &'static str {
        self.pick("", " FOR UPDATE SKIP LOCKED")
    }

    /// Condition that a column has one of the texts in a parameter
    /// ([`Value::Texts`](super::Value::Texts)).
    pub(crate) fn is_one_of(self, column: &str, parameter: &str) -> String {
        match self {
            Self::Sqlite => format!("{column} IN (SELECT value FROM json_each({parameter}))"),
            Self::Postgres => format!("{column} = ANY({parameter})"),
        }
    }

    /// Table expression with the texts in a parameter, in the column `value`.
    pub(crate) fn rows_of(self, parameter: &str) -> String {
        match self {
            Self::Sqlite => format!("json_each({parameter})"),
            Self::Postgres => format!("unnest({parameter}::text[]) AS texts (value)"),
        }
    }

    /// Aggregate function that makes a JSON array of rows, and function that makes a JSON array of
    /// values.
    pub(crate) fn json_arrays(self) -> (&'static str, &'static str) {
        match self {
            Self::Sqlite => ("json_group_array", "json_array"),
            Self::Postgres => ("json_agg", "json_build_array"),
        }
    }

    /// Expression for the time when seat `s` of game `g` is due by its own clock.
    pub(crate) fn own_due(self) -> &'static str {
        self.pick(
            "(g.clock_state ->> ('$.dues[' || (s.seat - 1) || ']'))",
            "CAST(CAST(g.clock_state AS json) -> 'dues' ->> CAST(s.seat - 1 AS INTEGER) AS BIGINT)",
        )
    }
}
