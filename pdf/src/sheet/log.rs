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
    pub min_rows: usize,
    /// Least width in points, in type of the usual size, of a log with short rows: several fit next
    /// to each other.
    pub narrow: Option<f32>,
}

/// Column of a log.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Heading.
    pub title: String,
    /// Heading with the name of a player, which is shortened to the width of the column. It
    /// replaces the title, and never changes the layout.
    pub named: Option<String>,
    /// True if the texts are names of players: they are shortened to one line.
    pub names: bool,
    /// Share of the width.
    pub share: f32,
}

impl Column {
    /// Creates a column without names of players.
    pub(crate) fn new(title: String, share: f32) -> Self {
        Self { title, named: None, names: false, share }
    }
}
