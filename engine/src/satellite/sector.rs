//! Sectors and planets. The row of a sector has a letter, and its column has a number (T1).
//!
//! Only this ruleset names its cells in this way. A sector has the position of the [`Cell`] with
//! the same row and column, and its sets are sets of cells. Only its name differs, so it has a
//! separate type, and the two cannot be mixed up. `A9` is the ninth sector of the first row here,
//! but the first cell of the ninth row in all other rulesets.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::grid::{Cell, CellSet, Grid, shorten};

/// Minimum number of rows or columns of a planet.
pub const MIN_SIDE: u8 = 8;
/// Maximum number of rows or columns of a planet.
pub const MAX_SIDE: u8 = 16;

/// Sector of a planet, written as the letter of its row and the number of its column: `A1` to
/// `P16`.
///
/// Cells of all other rulesets are written with the letter of the column first. For example, the
/// sector `A9` is in row A, the first, and column 9. A sector by itself belongs to no planet.
/// [`Planet::contains`] checks that it lies on one.
///
/// ```
/// use broadside_engine::satellite::Sector;
/// let sector: Sector = "A9".parse()?;
/// assert_eq!((sector.row(), sector.column()), (0, 8));
/// assert_eq!(sector.to_string(), "A9");
/// assert!("Q1".parse::<Sector>().is_err());
/// # Ok::<(), broadside_engine::satellite::NotASector>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sector(Cell);

impl Sector {
    /// Returns the sector at a zero-based row and column, if both are below [`MAX_SIDE`].
    pub fn new(row: u8, column: u8) -> Option<Self> {
        let known = row < MAX_SIDE && column < MAX_SIDE;
        Cell::new(column, row).filter(|_| known).map(Self)
    }

    /// Returns the row from the top, counted from 0.
    pub fn row(self) -> u8 {
        self.0.row()
    }

    /// Returns the column from the left, counted from 0.
    pub fn column(self) -> u8 {
        self.0.column()
    }

    fn read(text: &str) -> Option<Self> {
        let (&letter, digits) = text.as_bytes().split_first()?;
        let plain = matches!(digits, [b'1'..=b'9'] | [b'1', b'0'..=b'9']);
        if !letter.is_ascii_uppercase() || !plain {
            return None;
        }
        Self::new(letter - b'A', text[1..].parse::<u8>().ok()? - 1)
    }

    /// Returns the sector this number of rows further down and columns further right; `None` if it
    /// does not exist.
    pub(super) fn offset(self, (rows, columns): (i8, i8)) -> Option<Self> {
        Self::new(self.row().checked_add_signed(rows)?, self.column().checked_add_signed(columns)?)
    }
}

impl fmt::Display for Sector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.row()), self.column() + 1)
    }
}

impl fmt::Debug for Sector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error for a text that does not name a sector.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is not a sector: write a row letter A–P and a column number 1–16, as in A9", shorten(.0))]
pub struct NotASector(String);

impl FromStr for Sector {
    type Err = NotASector;

    fn from_str(text: &str) -> Result<Self, NotASector> {
        Self::read(text).ok_or_else(|| NotASector(text.to_owned()))
    }
}

impl Serialize for Sector {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Sector {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl de::Visitor<'_> for Text {
            type Value = Sector;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a sector such as \"A9\"")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Sector, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Text)
    }
}

/// Set of sectors. Iterates and serializes row by row from the top, each row from the left.
///
/// Sectors are written as the letter of the row and the number of the column, as in
/// `["A2", "A9", "B1"]`.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Sectors(CellSet);

impl Sectors {
    /// Empty set.
    pub const EMPTY: Self = Self(CellSet::EMPTY);

    /// Adds a sector. Returns true if it was absent.
    pub fn insert(&mut self, sector: Sector) -> bool {
        self.0.insert(sector.0)
    }

    /// Removes a sector.
    pub fn remove(&mut self, sector: Sector) {
        self.0.remove(sector.0);
    }

    /// Returns true if the sector is in the set.
    pub fn contains(&self, sector: Sector) -> bool {
        self.0.contains(sector.0)
    }

    /// Returns the number of sectors.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns true if every sector of this set is also in the other.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.0.is_subset(&other.0)
    }

    /// Returns the `n`-th sector in reading order, counted from 0.
    pub fn nth(&self, n: usize) -> Option<Sector> {
        self.0.nth(n).map(Sector)
    }

    /// Lists the sectors in reading order.
    pub fn iter(&self) -> impl Iterator<Item = Sector> + '_ {
        self.0.iter().map(Sector)
    }
}

impl BitAnd for Sectors {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Sectors {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for Sectors {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl FromIterator<Sector> for Sectors {
    fn from_iter<I: IntoIterator<Item = Sector>>(sectors: I) -> Self {
        Self(sectors.into_iter().map(|sector| sector.0).collect())
    }
}

impl fmt::Debug for Sectors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for Sectors {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Sectors {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Sector>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// Size of a planet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = SatellitePlanetSize)]
pub struct Planet {
    /// Number of rows, lettered from `A`.
    #[schema(minimum = 8, maximum = 16, example = 13)]
    rows: u8,
    /// Number of columns, numbered from 1.
    #[schema(minimum = 8, maximum = 16, example = 9)]
    columns: u8,
}

impl Planet {
    /// Planet of the published game: thirteen rows and nine columns.
    pub const STANDARD: Self = Self { rows: 13, columns: 9 };

    /// Creates a planet of 8 to 16 rows and 8 to 16 columns; `None` for other sizes.
    pub fn new(rows: u8, columns: u8) -> Option<Self> {
        let sides = MIN_SIDE..=MAX_SIDE;
        (sides.contains(&rows) && sides.contains(&columns)).then_some(Self { rows, columns })
    }

    /// Returns the number of rows.
    pub fn rows(self) -> u8 {
        self.rows
    }

    /// Returns the number of columns.
    pub fn columns(self) -> u8 {
        self.columns
    }

    /// Returns the last sector, at the bottom right.
    pub fn last(self) -> Sector {
        Sector::new(self.rows - 1, self.columns - 1)
            .expect("a planet has at most 16 rows and columns")
    }

    /// Returns true if the sector lies on this planet.
    pub fn contains(self, sector: Sector) -> bool {
        sector.row() < self.rows && sector.column() < self.columns
    }

    /// Returns the set of every sector.
    pub fn all(self) -> Sectors {
        Sectors(
            Grid::new(self.columns, self.rows).expect("a planet is no larger than a grid").all(),
        )
    }
}

mod openapi {
    use std::borrow::Cow;

    use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Type};
    use utoipa::openapi::{RefOr, Schema};
    use utoipa::{PartialSchema, ToSchema};

    use super::{Sector, Sectors};

    impl PartialSchema for Sector {
        fn schema() -> RefOr<Schema> {
            ObjectBuilder::new()
                .schema_type(Type::String)
                .pattern(Some("^[A-P]([1-9]|1[0-6])$"))
                .description(Some(
                    "Sector of a planet in `satellite`: the letter of its row and the number of its column, A1 to P16. \
                     For example, A9 is row A and column 9. Cells of all other rulesets name the column first.",
                ))
                .examples(["A9"])
                .into()
        }
    }

    impl ToSchema for Sector {
        fn name() -> Cow<'static, str> {
            "SatelliteSector".into()
        }
    }

    impl PartialSchema for Sectors {
        fn schema() -> RefOr<Schema> {
            ArrayBuilder::new()
                .items(utoipa::openapi::Ref::from_schema_name("SatelliteSector"))
                .unique_items(true)
                .description(Some(
                    "Sectors of a planet in `satellite`, row by row from the top, each row from the left. They are \
                     named by the letter of the row and the number of the column.",
                ))
                .examples([["A2", "A9", "B1"]])
                .into()
        }
    }

    impl ToSchema for Sectors {
        fn name() -> Cow<'static, str> {
            "SatelliteSectors".into()
        }

        fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
            schemas.push(("SatelliteSector".to_owned(), Sector::schema()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sector_reads_back_as_it_is_written() {
        for row in 0..MAX_SIDE {
            for column in 0..MAX_SIDE {
                let sector = Sector::new(row, column).unwrap();
                assert_eq!(sector.to_string().parse(), Ok(sector));
            }
        }
        assert_eq!(Sector::new(16, 0), None);
        assert_eq!(Sector::new(0, 16), None);
    }

    #[test]
    fn an_invalid_sector_is_refused_and_quoted() {
        for text in
            ["", "A", "7", "a1", "A0", "A01", "A17", "A1 ", "Q1", "AA1", "Ä1", "A-1", "9A", "A999"]
        {
            let error = text.parse::<Sector>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{text}`")), "{error}");
        }
    }

    #[test]
    fn a_set_is_in_reading_order() {
        let set: Sectors =
            ["B1", "A9", "A2"].map(|text| text.parse().unwrap()).into_iter().collect();
        assert_eq!(serde_json::to_string(&set).unwrap(), r#"["A2","A9","B1"]"#);
        let planet = Planet::STANDARD;
        assert_eq!((planet.all().len(), planet.last().to_string()), (117, "M9".to_owned()));
        assert!(planet.all().iter().all(|sector| planet.contains(sector)));
    }
}
