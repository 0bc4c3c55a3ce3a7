//! Cells, grids and sets of cells.
//!
//! Columns are letters from the left, and rows are numbers from the top. The cell in the sixth
//! column and the seventh row is `F7`.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Maximum number of columns or rows of a grid: one for each letter.
pub const MAX_SIDE: u8 = 26;

const WORDS: usize = (MAX_SIDE as usize * MAX_SIDE as usize).div_ceil(64);

/// Cell, written as the letter of its column and the number of its row: `A1` to `Z26`.
///
/// A cell by itself belongs to no grid. [`Grid::contains`] checks that it lies on one.
///
/// ```
/// use broadside_engine::grid::Cell;
/// let cell: Cell = "F7".parse()?;
/// assert_eq!((cell.column(), cell.row()), (5, 6));
/// assert_eq!(cell.to_string(), "F7");
/// assert!("F0".parse::<Cell>().is_err());
/// # Ok::<(), broadside_engine::grid::NotACell>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    row: u8,
    column: u8,
}

impl Cell {
    /// Returns the cell at a zero-based column and row, if both are below [`MAX_SIDE`].
    pub fn new(column: u8, row: u8) -> Option<Self> {
        (column < MAX_SIDE && row < MAX_SIDE).then_some(Self { row, column })
    }

    /// Returns the column from the left, counted from 0.
    pub fn column(self) -> u8 {
        self.column
    }

    /// Returns the row from the top, counted from 0.
    pub fn row(self) -> u8 {
        self.row
    }

    fn read(text: &str) -> Option<Self> {
        let (&letter, digits) = text.as_bytes().split_first()?;
        let plain = matches!(digits, [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9']);
        if !letter.is_ascii_uppercase() || !plain {
            return None;
        }
        Self::new(letter - b'A', text[1..].parse::<u8>().ok()? - 1)
    }

    fn index(self) -> usize {
        usize::from(self.row) * usize::from(MAX_SIDE) + usize::from(self.column)
    }

    fn from_index(index: usize) -> Self {
        let side = usize::from(MAX_SIDE);
        Self { row: (index / side) as u8, column: (index % side) as u8 }
    }

    /// Passes the cell's name to `then`. A view or a log names hundreds of cells, so the name is
    /// built without allocation.
    fn with_name<T>(self, then: impl FnOnce(&str) -> T) -> T {
        let letter = b'A' + self.column;
        let row = self.row + 1;
        let name = [letter, b'0' + row / 10, b'0' + row % 10];
        let short = [letter, b'0' + row % 10];
        let name = if row < 10 { &short[..] } else { &name[..] };
        then(std::str::from_utf8(name).expect("a letter and digits"))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with_name(|name| f.write_str(name))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error for a text that does not name a cell.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is not a cell: write a column letter A–Z and a row number 1–26, as in F7", shorten(.0))]
pub struct NotACell(String);

/// Cuts a text to a short beginning, so that an error can quote it. Invisible characters are
/// escaped; quotation marks are not.
pub fn shorten(text: &str) -> String {
    const LONGEST: usize = 24;
    if text.chars().count() <= LONGEST {
        return escape(text);
    }
    let start: String = text.chars().take(LONGEST).collect();
    format!("{}…", escape(&start))
}

fn escape(text: &str) -> String {
    // The escaping puts exactly one backslash before each quotation mark.
    text.escape_debug().to_string().replace("\\'", "'").replace("\\\"", "\"")
}

/// Cuts a path to a length that can be sent back. Its names come from the client.
pub(crate) fn shorten_path(path: String) -> String {
    const LONGEST: usize = 100;
    if path.len() <= LONGEST { path } else { path.chars().take(LONGEST).chain(['…']).collect() }
}

impl FromStr for Cell {
    type Err = NotACell;

    fn from_str(text: &str) -> Result<Self, NotACell> {
        Self::read(text).ok_or_else(|| NotACell(text.to_owned()))
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.with_name(|name| serializer.serialize_str(name))
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl de::Visitor<'_> for Text {
            type Value = Cell;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a cell such as \"F7\"")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Cell, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Text)
    }
}

/// Rectangular grid of cells that begins at `A1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Grid {
    /// Number of columns, lettered from `A`.
    #[schema(minimum = 6, maximum = 26, example = 10)]
    columns: u8,
    /// Number of rows, numbered from 1.
    #[schema(minimum = 6, maximum = 26, example = 10)]
    rows: u8,
}

impl Grid {
    /// Grid of the paper game: ten columns and ten rows.
    pub const TEN: Self = Self { columns: 10, rows: 10 };

    /// Creates a grid of 6 to 26 columns and 6 to 26 rows; `None` for other sizes.
    ///
    /// ```
    /// use broadside_engine::grid::Grid;
    /// assert_eq!(Grid::new(10, 10), Some(Grid::TEN));
    /// assert_eq!(Grid::new(5, 10), None);
    /// ```
    pub fn new(columns: u8, rows: u8) -> Option<Self> {
        let sides = 6..=MAX_SIDE;
        (sides.contains(&columns) && sides.contains(&rows)).then_some(Self { columns, rows })
    }

    /// Returns the number of columns.
    pub fn columns(self) -> u8 {
        self.columns
    }

    /// Returns the number of rows.
    pub fn rows(self) -> u8 {
        self.rows
    }

    /// Returns the number of cells.
    pub fn area(self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// Returns the last cell, at the bottom right.
    pub fn last(self) -> Cell {
        Cell { row: self.rows - 1, column: self.columns - 1 }
    }

    /// Returns true if the cell lies on this grid.
    pub fn contains(self, cell: Cell) -> bool {
        cell.column < self.columns && cell.row < self.rows
    }

    /// Lists every cell, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.rows)
            .flat_map(move |row| (0..self.columns).map(move |column| Cell { row, column }))
    }

    /// Returns the set of every cell.
    pub fn all(self) -> CellSet {
        CellSet::rectangle(self.columns, self.rows)
    }

    /// Returns the cells at which a straight line of `length` cells can begin, such that all its
    /// cells are in `free`. The line runs to the right if `rightwards`, otherwise downwards.
    pub(crate) fn beginnings(self, free: CellSet, length: u8, rightwards: bool) -> CellSet {
        let cut = length.saturating_sub(1);
        let (columns, rows, step) = if rightwards {
            (self.columns.saturating_sub(cut), self.rows, 1)
        } else {
            (self.columns, self.rows.saturating_sub(cut), usize::from(MAX_SIDE))
        };
        // The rectangle prevents a line from continuing in the next row.
        let rectangle = CellSet::rectangle(columns, rows);
        (0..usize::from(length)).fold(rectangle, |all, n| all & free.drawn_back(n * step))
    }
}

/// Set of cells, one bit for each cell.
///
/// Iterates and serializes row by row from the top, each row from the left.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct CellSet([u64; WORDS]);

impl CellSet {
    /// Empty set.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Returns the cells in the first `columns` columns of the first `rows` rows.
    fn rectangle(columns: u8, rows: u8) -> Self {
        let row = (1_u64 << columns) - 1;
        let mut set = Self::EMPTY;
        for n in 0..usize::from(rows) {
            let start = n * usize::from(MAX_SIDE);
            let word = start / 64;
            let bit = start % 64;
            set.0[word] |= row << bit;
            if bit + usize::from(columns) > 64 {
                set.0[word + 1] |= row >> (64 - bit);
            }
        }
        set
    }

    /// Returns the set with every cell moved back by `places` in reading order over [`MAX_SIDE`]
    /// columns, towards `A1`.
    fn drawn_back(self, places: usize) -> Self {
        let words = places / 64;
        let bits = places % 64;
        Self(std::array::from_fn(|index| {
            let next = self.word(index + words + 1).checked_shl(64 - bits as u32).unwrap_or(0);
            self.word(index + words) >> bits | next
        }))
    }

    fn word(&self, index: usize) -> u64 {
        self.0.get(index).copied().unwrap_or(0)
    }

    /// Adds a cell. Returns true if it was absent.
    pub fn insert(&mut self, cell: Cell) -> bool {
        let absent = !self.contains(cell);
        self.0[cell.index() / 64] |= 1 << (cell.index() % 64);
        absent
    }

    /// Removes a cell.
    pub fn remove(&mut self, cell: Cell) {
        self.0[cell.index() / 64] &= !(1 << (cell.index() % 64));
    }

    /// Returns true if the cell is in the set.
    pub fn contains(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] & (1 << (cell.index() % 64)) != 0
    }

    /// Returns the number of cells.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns true if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Returns true if every cell of this set is also in the other.
    pub fn is_subset(&self, other: &Self) -> bool {
        (*self - *other).is_empty()
    }

    /// Returns the `n`-th cell in reading order, counted from 0.
    pub fn nth(&self, mut n: usize) -> Option<Cell> {
        for (index, &word) in self.0.iter().enumerate() {
            let count = word.count_ones() as usize;
            if n < count {
                let mut word = word;
                for _ in 0..n {
                    word &= word - 1;
                }
                return Some(Cell::from_index(index * 64 + word.trailing_zeros() as usize));
            }
            n -= count;
        }
        None
    }

    /// Lists the cells in reading order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            std::iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|&rest| rest != 0)
                .map(move |rest| Cell::from_index(at * 64 + rest.trailing_zeros() as usize))
        })
    }

    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|at| combine(self.0[at], other.0[at])))
    }
}

impl BitAnd for CellSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for CellSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl Sub for CellSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for CellSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for CellSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Cell>::deserialize(deserializer)?.into_iter().collect())
    }
}

mod openapi {
    use std::borrow::Cow;

    use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Type};
    use utoipa::openapi::{RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::{Cell, CellSet};

    impl PartialSchema for Cell {
        fn schema() -> RefOr<Schema> {
            ObjectBuilder::new()
                .schema_type(Type::String)
                .pattern(Some("^[A-Z]([1-9]|1[0-9]|2[0-6])$"))
                .description(Some("A cell: the letter of its column and the number of its row."))
                .examples(["F7"])
                .into()
        }
    }

    impl ToSchema for Cell {
        fn name() -> Cow<'static, str> {
            "Cell".into()
        }
    }

    impl PartialSchema for CellSet {
        fn schema() -> RefOr<Schema> {
            ArrayBuilder::new()
                .items(utoipa::openapi::Ref::from_schema_name("Cell"))
                .unique_items(true)
                .description(Some("Cells row by row from the top, each row from the left."))
                .into()
        }
    }

    impl ToSchema for CellSet {
        fn name() -> Cow<'static, str> {
            "CellSet".into()
        }

        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            schemas.push(("Cell".to_owned(), Cell::schema()));
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_quoted_text_keeps_its_quotation_marks_and_shows_invisible_characters() {
        assert_eq!(super::shorten("I'd say \"go\""), "I'd say \"go\"");
        assert_eq!(super::shorten("a\u{200b}b\tc\\'"), "a\\u{200b}b\\tc\\\\'");
    }

    use super::*;

    #[test]
    fn a_cell_reads_back_as_it_is_written() {
        for row in 0..MAX_SIDE {
            for column in 0..MAX_SIDE {
                let cell = Cell::new(column, row).unwrap();
                assert_eq!(cell.to_string().parse(), Ok(cell));
                assert_eq!(Cell::from_index(cell.index()), cell);
            }
        }
    }

    #[test]
    fn an_invalid_cell_is_refused_and_quoted() {
        for text in
            ["", "A", "7", "a1", "A0", "A01", "A27", "A1 ", "AA1", "Ä1", "A-1", "A+1", "A999"]
        {
            let error = text.parse::<Cell>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{text}`")), "{error}");
        }
        assert!("x".repeat(1_000_000).parse::<Cell>().unwrap_err().to_string().len() < 200);
    }

    #[test]
    fn a_set_holds_counts_and_orders_cells() {
        let set: CellSet =
            ["B2", "A1", "Z26", "C1"].map(|text| text.parse().unwrap()).into_iter().collect();
        let order: Vec<_> = set.iter().map(|cell| cell.to_string()).collect();
        assert_eq!(order, ["A1", "C1", "B2", "Z26"]);
        assert_eq!(set.len(), 4);
        for (n, cell) in set.iter().enumerate() {
            assert_eq!(set.nth(n), Some(cell));
        }
        assert_eq!(set.nth(4), None);
        assert_eq!(Grid::TEN.all().len(), 100);
        assert!((set - Grid::TEN.all()).contains("Z26".parse().unwrap()));
    }

    #[test]
    fn a_line_begins_where_all_its_cells_are_free() {
        for (columns, rows) in [(6, 6), (10, 10), (7, 26), (26, 7), (26, 26)] {
            let grid = Grid::new(columns, rows).unwrap();
            assert_eq!(grid.all(), grid.cells().collect());
            let free: CellSet = grid.cells().filter(|cell| cell.index() % 7 != 3).collect();
            for (length, rightwards) in (1..=6).flat_map(|length| [(length, true), (length, false)])
            {
                let lies = |at: &Cell| {
                    (0..length).all(|n| {
                        let (across, down) = if rightwards { (n, 0) } else { (0, n) };
                        Cell::new(at.column + across, at.row + down)
                            .is_some_and(|cell| free.contains(cell))
                    })
                };
                let expected: CellSet = grid.cells().filter(lies).collect();
                assert_eq!(grid.beginnings(free, length, rightwards), expected);
            }
        }
    }
}
