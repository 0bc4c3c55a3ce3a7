//! Statements for both kinds of database: their parameters, the rows they return, and the
//! connections they run on.
//!
//! Almost all statements are the same text for SQLite and PostgreSQL. [`Dialect`] has the
//! differences.

mod dialect;
mod record;
mod run;
mod statement;
mod target;
mod value;

pub(crate) use self::dialect::Dialect;
pub(crate) use self::record::{Record, Row, Word};
pub(crate) use self::run::insert_rows;
pub(crate) use self::statement::{Query, query, query_text};
pub(crate) use self::target::{Connection, Target};
pub(crate) use self::value::Value;
