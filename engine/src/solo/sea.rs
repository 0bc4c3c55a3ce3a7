//! Sea of a game: suits, halves, faces, the cells that they name, and sets of squares (S1).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::grid::shorten;

/// Suit of the piecepack.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    strum::Display,
    strum::IntoStaticStr,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[schema(as = SoloSuit)]
pub enum Suit {
    /// Suit of suns.
    Suns,
    /// Suit of moons.
    Moons,
    /// Suit of crowns.
    Crowns,
    /// Suit of arms.
    Arms,
}

impl Suit {
    /// All suits.
    pub const ALL: [Self; 4] = [Self::Suns, Self::Moons, Self::Crowns, Self::Arms];

    /// Returns the name of the suit, as used in the API.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Half of the two rows of a suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Half {
    /// Upper row, for heads.
    Upper,
    /// Lower row, for tails.
    Lower,
}

impl Half {
    fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Face of a piecepack die, and the column of that name: `N` (null), `A` (ace), `2`, `3`, `4`, `5`.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[schema(as = SoloFace)]
pub enum Face {
    /// Null, the first column.
    #[serde(rename = "N")]
    Null,
    /// Ace, the second column.
    #[serde(rename = "A")]
    Ace,
    /// Two, the third column.
    #[serde(rename = "2")]
    Two,
    /// Three, the fourth column.
    #[serde(rename = "3")]
    Three,
    /// Four, the fifth column.
    #[serde(rename = "4")]
    Four,
    /// Five, the sixth and last column.
    #[serde(rename = "5")]
    Five,
}

impl Face {
    /// All faces, in the order of the columns.
    pub const ALL: [Self; 6] =
        [Self::Null, Self::Ace, Self::Two, Self::Three, Self::Four, Self::Five];

    /// Returns the letter or number of the face.
    pub fn as_str(self) -> &'static str {
        ["N", "A", "2", "3", "4", "5"][self as usize]
    }
}

/// Cell of the sea, written as its suit, its half and its column: `suns/upper/5`.
///
/// ```
/// use broadside_engine::solo::Cell;
/// let cell: Cell = "suns/upper/5".parse()?;
/// assert_eq!(cell.to_string(), "suns/upper/5");
/// assert!("suns/5".parse::<Cell>().is_err());
/// # Ok::<(), broadside_engine::solo::NotACell>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell {
    /// Suit in whose rows the cell lies.
    pub suit: Suit,
    /// Row of the suit in which the cell lies.
    pub half: Half,
    /// Column of the cell.
    pub column: Face,
}

impl Cell {
    fn read(text: &str) -> Option<Self> {
        let (suit, rest) = text.split_once('/')?;
        let (half, column) = rest.split_once('/')?;
        Some(Self {
            suit: Suit::ALL.into_iter().find(|known| known.as_str() == suit)?,
            half: [Half::Upper, Half::Lower].into_iter().find(|known| known.as_str() == half)?,
            column: Face::ALL.into_iter().find(|known| known.as_str() == column)?,
        })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.suit, self.half.as_str(), self.column.as_str())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error for a text that does not name a cell of the sea.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{}` is not a cell: write suit, half and column as in suns/upper/5; suns, moons, crowns, arms; upper, lower; \
     N, A, 2, 3, 4, 5",
    shorten(.0)
)]
pub struct NotACell(String);

impl FromStr for Cell {
    type Err = NotACell;

    fn from_str(text: &str) -> Result<Self, NotACell> {
        Self::read(text).ok_or_else(|| NotACell(text.to_owned()))
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl de::Visitor<'_> for Text {
            type Value = Cell;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a cell such as \"suns/upper/5\"")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Cell, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Text)
    }
}

pub(super) const COLUMNS: u8 = 6;
/// Number of rows: two for each suit.
pub(super) const ROWS: u8 = 8;

/// Square of the sea, by its index: row by row from the top, each row from the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Square(u8);

impl Square {
    /// Returns the square in a row and a column; `None` if it is not in the sea.
    pub(super) fn at(row: i8, column: i8) -> Option<Self> {
        let row = u8::try_from(row).ok()?;
        let column = u8::try_from(column).ok()?;
        (row < ROWS && column < COLUMNS).then_some(Self(row * COLUMNS + column))
    }

    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..ROWS * COLUMNS).map(Self)
    }

    pub(super) fn row(self) -> u8 {
        self.0 / COLUMNS
    }

    pub(super) fn column(self) -> u8 {
        self.0 % COLUMNS
    }
}

/// Set of squares, one bit for each square.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Squares(u64);

impl Squares {
    pub(super) fn contains(self, square: Square) -> bool {
        self.0 & (1 << square.0) != 0
    }

    pub(super) fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.0;
    }

    pub(super) fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(super) fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Lists the squares in ascending order.
    pub(super) fn iter(self) -> impl Iterator<Item = Square> {
        Square::all().filter(move |&square| self.contains(square))
    }
}

/// Sea of a game: the suits of its rows, from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sea {
    pub(super) order: [Suit; 4],
}

impl Sea {
    pub(super) fn square(self, cell: Cell) -> Square {
        let pair = self.suit_index(cell.suit);
        let row = 2 * pair + u8::from(cell.half == Half::Lower);
        Square(row * COLUMNS + cell.column as u8)
    }

    pub(super) fn cell(self, square: Square) -> Cell {
        Cell {
            suit: self.order[usize::from(square.row() / 2)],
            half: if square.row().is_multiple_of(2) { Half::Upper } else { Half::Lower },
            column: Face::ALL[usize::from(square.column())],
        }
    }

    /// Returns the index of a suit from the top, from 0.
    pub(super) fn suit_index(self, suit: Suit) -> u8 {
        let index = self.order.iter().position(|other| *other == suit);
        index.expect("all four suits are in the sea") as u8
    }
}

mod openapi {
    use std::borrow::Cow;

    use utoipa::openapi::schema::{ObjectBuilder, Type};
    use utoipa::openapi::{RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::Cell;

    impl PartialSchema for Cell {
        fn schema() -> RefOr<Schema> {
            ObjectBuilder::new()
                .schema_type(Type::String)
                .pattern(Some("^(suns|moons|crowns|arms)/(upper|lower)/[NA2345]$"))
                .description(Some(
                    "Cell of the sea: the suit of its pair of rows, the row of the two, and the column.",
                ))
                .examples(["suns/upper/5"])
                .into()
        }
    }

    impl ToSchema for Cell {
        fn name() -> Cow<'static, str> {
            "SoloCell".into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_reads_back_as_it_is_written_and_has_one_place() {
        let sea = Sea { order: [Suit::Arms, Suit::Crowns, Suit::Suns, Suit::Moons] };
        let cells: Vec<_> = Square::all().map(|square| sea.cell(square)).collect();
        assert_eq!(cells.len(), 48);
        for (square, cell) in Square::all().zip(&cells) {
            assert_eq!(cell.to_string().parse(), Ok(*cell));
            assert!(sea.square(*cell) == square);
        }
        let ends = [cells[0], cells[6], cells[47]].map(|cell| cell.to_string());
        assert_eq!(ends, ["arms/upper/N", "arms/lower/N", "moons/lower/5"]);
    }

    #[test]
    fn an_invalid_cell_is_refused_and_quoted() {
        for text in
            ["", "suns", "suns/upper", "suns/upper/6", "Suns/upper/5", "suns/upper/5/", "A1"]
        {
            let error = text.parse::<Cell>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{text}`")), "{error}");
        }
        assert!("x".repeat(1_000_000).parse::<Cell>().unwrap_err().to_string().len() < 300);
    }
}
