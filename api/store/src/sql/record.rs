//! Rows, and what is decoded from them.

use std::fmt;
use std::str::FromStr;

use broadside_domain::time::Time;
use serde::de::DeserializeOwned;
use sqlx::postgres::{PgRow, Postgres};
use sqlx::sqlite::{Sqlite, SqliteRow};
use sqlx::{ColumnIndex, Decode, Row as _, Type};

use crate::decode::parse_json;

pub(crate) enum Row {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

/// Column of a row, by its name or its index.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ColumnRef<'p> {
    Name(&'p str),
    Index(usize),
}

impl fmt::Display for ColumnRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => name.fmt(f),
            Self::Index(index) => index.fmt(f),
        }
    }
}

impl<R: sqlx::Row> ColumnIndex<R> for ColumnRef<'_>
where
    for<'n> &'n str: ColumnIndex<R>,
    usize: ColumnIndex<R>,
{
    fn index(&self, row: &R) -> Result<usize, sqlx::Error> {
        match self {
            Self::Name(name) => name.index(row),
            Self::Index(index) => index.index(row),
        }
    }
}

impl Row {
    pub(crate) fn get<T: Column>(&self, name: &str) -> Result<T, sqlx::Error> {
        self.at(ColumnRef::Name(name))
    }

    /// Returns the value of a column of bytes as text.
    pub(crate) fn text(&self, name: &str) -> Result<String, sqlx::Error> {
        let bytes: Vec<u8> = self.get(name)?;
        String::from_utf8(bytes).map_err(|error| sqlx::Error::Decode(error.into()))
    }

    /// Parses a column of JSON. A null is like the JSON `null`.
    pub(crate) fn json<T: DeserializeOwned>(&self, name: &str) -> Result<T, sqlx::Error> {
        let text: Option<String> = self.get(name)?;
        parse_json(name, text.as_deref().unwrap_or("null"))
    }

    fn at<T: Column>(&self, column: ColumnRef<'_>) -> Result<T, sqlx::Error> {
        T::read(self, column)?
            .ok_or_else(|| sqlx::Error::Decode(format!("column {column} is null").into()))
    }

    fn try_get<T>(&self, column: ColumnRef<'_>) -> Result<T, sqlx::Error>
    where
        T: for<'r> Decode<'r, Sqlite>
            + Type<Sqlite>
            + for<'r> Decode<'r, Postgres>
            + Type<Postgres>,
    {
        match self {
            Self::Sqlite(row) => row.try_get(column),
            Self::Postgres(row) => row.try_get(column),
        }
    }
}

/// Type that is decoded from a row.
pub(crate) trait Record: Sized {
    /// Decodes a row.
    ///
    /// # Errors
    /// If a column is missing, or its value cannot be read.
    fn decode(row: &Row) -> Result<Self, sqlx::Error>;
}

/// Type that is decoded from a column.
pub(crate) trait Column: Sized {
    /// Decodes a column; `None` if it is null.
    ///
    /// # Errors
    /// If the column is missing, or its value cannot be read.
    fn read(row: &Row, column: ColumnRef<'_>) -> Result<Option<Self>, sqlx::Error>;
}

impl Column for i64 {
    fn read(row: &Row, column: ColumnRef<'_>) -> Result<Option<Self>, sqlx::Error> {
        row.try_get(column)
    }
}

impl Column for bool {
    fn read(row: &Row, column: ColumnRef<'_>) -> Result<Option<Self>, sqlx::Error> {
        row.try_get(column)
    }
}

impl Column for String {
    fn read(row: &Row, column: ColumnRef<'_>) -> Result<Option<Self>, sqlx::Error> {
        row.try_get(column)
    }
}

impl Column for Vec<u8> {
    fn read(row: &Row, column: ColumnRef<'_>) -> Result<Option<Self>, sqlx::Error> {
        row.try_get(column)
    }
}

impl Column for u64 {
    fn read(row: &Row, column: ColumnRef<'_>) -> Result<Option<Self>, sqlx::Error> {
        Ok(i64::read(row, column)?.map(|number| number as Self))
    }
}

impl Column for u32 {
    fn read(row: &Row, column: ColumnRef<'_>) -> Result<Option<Self>, sqlx::Error> {
        Ok(i64::read(row, column)?.map(|number| number as Self))
    }
}

impl Column for u8 {
    fn read(row: &Row, column: ColumnRef<'_>) -> Result<Option<Self>, sqlx::Error> {
        Ok(i64::read(row, column)?.map(|number| number as Self))
    }
}

impl Column for Time {
    fn read(row: &Row, column: ColumnRef<'_>) -> Result<Option<Self>, sqlx::Error> {
        Ok(i64::read(row, column)?.map(Self))
    }
}

impl<T: Column> Column for Option<T> {
    fn read(row: &Row, column: ColumnRef<'_>) -> Result<Option<Self>, sqlx::Error> {
        Ok(Some(T::read(row, column)?))
    }
}

/// Enum that is stored as words.
pub(crate) trait Word: Into<&'static str> {}

impl<W: Word + FromStr> Column for W {
    fn read(row: &Row, column: ColumnRef<'_>) -> Result<Option<Self>, sqlx::Error> {
        let Some(word) = String::read(row, column)? else { return Ok(None) };
        word.parse().map(Some).map_err(|_| {
            sqlx::Error::Decode(format!("column {column} has the unknown value `{word}`").into())
        })
    }
}

impl<A: Column> Record for (A,) {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok((row.at(ColumnRef::Index(0))?,))
    }
}

impl<A: Column, B: Column> Record for (A, B) {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok((row.at(ColumnRef::Index(0))?, row.at(ColumnRef::Index(1))?))
    }
}

impl<A: Column, B: Column, C: Column> Record for (A, B, C) {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok((
            row.at(ColumnRef::Index(0))?,
            row.at(ColumnRef::Index(1))?,
            row.at(ColumnRef::Index(2))?,
        ))
    }
}

impl<A: Column, B: Column, C: Column, D: Column> Record for (A, B, C, D) {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        let [a, b, c, d] = [0, 1, 2, 3].map(ColumnRef::Index);
        Ok((row.at(a)?, row.at(b)?, row.at(c)?, row.at(d)?))
    }
}

impl<A: Column, B: Column, C: Column, D: Column, E: Column> Record for (A, B, C, D, E) {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(ColumnRef::Index);
        Ok((row.at(a)?, row.at(b)?, row.at(c)?, row.at(d)?, row.at(e)?))
    }
}
