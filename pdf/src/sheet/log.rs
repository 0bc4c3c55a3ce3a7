//! A log to be filled in by hand: a table, empty or filled in from a game.

/// Log.
#[derive(Clone, Debug, PartialEq)]
pub struct Log {
    /// Title.
    pub title: String,
    /// Columns.
    pub columns: Vec<Column>,
    /// Filled rows, each with a text for each column.
    pub rows: Vec<Vec<String>>,
    /// Minimum number of rows that makes the log useful.
    pub least: usize,
}

/// Column of a log.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Heading.
    pub title: String,
    /// Share of the width.
    pub share: f32,
}
