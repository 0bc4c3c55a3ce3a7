//! A log to be written by hand: a table, empty or filled as far as the game has gone.

/// A log.
#[derive(Clone, Debug, PartialEq)]
pub struct Log {
    /// What it is called.
    pub title: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// What is written in it, row by row, a text for each column.
    pub rows: Vec<Vec<String>>,
    /// The fewest rows it is of use with.
    pub least: usize,
}

/// A column of a log.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its heading.
    pub title: String,
    /// Its share of the width.
    pub share: f32,
}
