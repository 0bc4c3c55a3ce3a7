//! Maps made from a seed (A1). The same recipe always produces the same map.
//!
//! `docs/maps.md` specifies the algorithm for other languages. It does not depend on the generator
//! of any library.

use std::fmt;
use std::str::FromStr;

use crate::chance::{DiceStream, Draw, Seed};
use crate::fleet::{Heading, ShipDraft};
use crate::grid::{Cell, CellSet, Grid, MAX_SIDE, shorten};

/// Minimum length of a side of a map, in squares. The maximum is [`MAX_SIDE`].
pub const MIN_SIDE: u8 = 10;

/// Version of the recipe.
pub const VERSION: u8 = 1;

/// Recipe of a map. It is written as in `v1:16x16:herring`: the version, the columns and rows, and
/// the seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    grid: Grid,
    seed: String,
}

/// Reason for rejecting a recipe. Its text says what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRecipe {
    /// A side is too short or too long.
    #[error(
        "a map has {MIN_SIDE} to {MAX_SIDE} columns and {MIN_SIDE} to {MAX_SIDE} rows, not {columns} by {rows}"
    )]
    Size {
        /// Number of columns.
        columns: u64,
        /// Number of rows.
        rows: u64,
    },
    /// The seed has the wrong form.
    #[error("a seed has 1 to 40 letters, digits and hyphens: A–Z, a–z, 0–9 and -")]
    Seed,
    /// The text is not a recipe.
    #[error("`{0}` is not a recipe: write one as in v1:16x16:herring")]
    Form(String),
}

/// Sides of the open sea on every map made by a recipe, the longer side first. Four ships of each
/// class fill it exactly, so that it holds every fleet.
const OPEN_SEA: (u8, u8) = (10, 6);
/// Number of squares of a map for each island that is started.
const SQUARES_AN_ISLAND: usize = 32;
const DRAWN_SEED: u32 = 10;

impl Recipe {
    /// Creates a recipe of a size and a seed.
    ///
    /// # Errors
    /// Returns an error if the size or the seed is not allowed.
    ///
    /// ```
    /// use broadside_engine::advanced::{map::Map, recipe::Recipe};
    /// let recipe = Recipe::new(16, 12, "herring")?;
    /// assert_eq!(recipe.to_string(), "v1:16x12:herring");
    /// assert_eq!(recipe.to_string().parse(), Ok(recipe.clone()));
    /// assert_eq!(Map::made(&recipe).rows().len(), 12);
    /// # Ok::<(), broadside_engine::advanced::recipe::BadRecipe>(())
    /// ```
    pub fn new(columns: u64, rows: u64, seed: &str) -> Result<Self, BadRecipe> {
        let Some(grid) = grid(columns, rows) else {
            return Err(BadRecipe::Size { columns, rows });
        };
        let plain = seed.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !plain || !(1..=40).contains(&seed.len()) {
            return Err(BadRecipe::Seed);
        }
        Ok(Self { grid, seed: seed.to_owned() })
    }

    /// Returns the size of the map.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the seed.
    pub fn seed(&self) -> &str {
        &self.seed
    }

    /// Draws a seed of ten characters from an alphabet of 32.
    pub(super) fn draw_seed(draw: &mut impl Draw) -> String {
        const FROM: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
        (0..DRAWN_SEED).map(|_| char::from(FROM[draw.below(32) as usize])).collect()
    }

    /// Returns the random stream of the recipe. Its key is public, so anyone can make the map.
    fn luck(&self) -> DiceStream {
        DiceStream::new(&Seed::new([0; 32]), &self.to_string(), Vec::new(), "map", 0)
    }

    /// Draws the position of the open sea and the direction of its longer side.
    fn open_sea(&self, luck: &mut DiceStream) -> (Cell, Heading) {
        let (heading, (columns, rows)) = match luck.below(2) {
            0 => (Heading::Across, OPEN_SEA),
            _ => (Heading::Down, (OPEN_SEA.1, OPEN_SEA.0)),
        };
        let column = luck.below(u32::from(self.grid.columns() - columns) + 1);
        let row = luck.below(u32::from(self.grid.rows() - rows) + 1);
        let corner = Cell::new(column as u8, row as u8).expect("the open sea begins on the map");
        (corner, heading)
    }

    /// Computes the land: islands that grow square by square around the open sea.
    pub(super) fn land(&self) -> CellSet {
        let mut luck = self.luck();
        let (corner, heading) = self.open_sea(&mut luck);
        let sea = rectangle(corner, heading, OPEN_SEA);
        let area = self.grid.area();
        // Land covers 35 to 50 percent of the map, limited by the room that the open sea leaves.
        let min = (area * 35).div_ceil(100);
        let max = (area / 2).min(area - sea.len());
        let squares = min + luck.below((max - min) as u32 + 1) as usize;
        let mut land = CellSet::EMPTY;
        let mut free = self.grid.all() - sea;
        let mut shore = CellSet::EMPTY;
        for n in 0..squares {
            let from = if n < area / SQUARES_AN_ISLAND || shore.is_empty() { free } else { shore };
            let square = from
                .nth(luck.below(from.len() as u32) as usize)
                .expect("the draw is below the count");
            land.insert(square);
            free.remove(square);
            shore = (shore | neighbours(square)) & free;
        }
        land
    }

    /// Returns a position in the open sea for ship number `n` of a class, by the length of the
    /// class. Every fleet has one.
    pub(super) fn berth(&self, class: ShipDraft, length: u8, n: u8) -> ShipDraft {
        let (corner, heading) = self.open_sea(&mut self.luck());
        // Four lines each hold a ship of five squares, one of four and one of one square. Two lines
        // hold ships of three, two, three and two squares.
        let (along, line) = match length {
            5 => (0, n),
            4 => (5, n),
            1 => (9, n),
            3 => (n % 2 * 5, 4 + n / 2),
            _ => (n % 2 * 5 + 3, 4 + n / 2),
        };
        let (column, row) = match heading {
            Heading::Across => (along, line),
            Heading::Down => (line, along),
        };
        let at = Cell::new(corner.column() + column, corner.row() + row)
            .expect("the open sea is on the map");
        ShipDraft { at, heading, ..class }
    }
}

fn rectangle(corner: Cell, heading: Heading, (long, short): (u8, u8)) -> CellSet {
    let (columns, rows) = match heading {
        Heading::Across => (long, short),
        Heading::Down => (short, long),
    };
    let mut cells = CellSet::EMPTY;
    for row in 0..rows {
        for column in 0..columns {
            if let Some(cell) = Cell::new(corner.column() + column, corner.row() + row) {
                cells.insert(cell);
            }
        }
    }
    cells
}

fn grid(columns: u64, rows: u64) -> Option<Grid> {
    let columns = u8::try_from(columns).ok()?;
    let rows = u8::try_from(rows).ok()?;
    let sides = MIN_SIDE..=MAX_SIDE;
    if sides.contains(&columns) && sides.contains(&rows) { Grid::new(columns, rows) } else { None }
}

/// Splits `v1:16x16:herring` into the numbers of columns and rows, and the seed.
fn read_form(text: &str) -> Option<(u64, u64, &str)> {
    let parts: Vec<&str> = text.split(':').collect();
    let ["v1", size, seed] = parts[..] else { return None };
    let (columns, rows) = size.split_once('x')?;
    Some((read_number(columns)?, read_number(rows)?, seed))
}

fn read_number(digits: &str) -> Option<u64> {
    // A leading zero would give one recipe two names.
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    if plain && !digits.starts_with('0') { digits.parse().ok() } else { None }
}

/// Returns the squares that share an edge with a square.
fn neighbours(cell: Cell) -> CellSet {
    let column = cell.column();
    let row = cell.row();
    let beside = [
        column.checked_sub(1).map(|column| (column, row)),
        Some((column + 1, row)),
        row.checked_sub(1).map(|row| (column, row)),
        Some((column, row + 1)),
    ];
    beside.into_iter().flatten().filter_map(|(column, row)| Cell::new(column, row)).collect()
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{VERSION}:{}x{}:{}", self.grid.columns(), self.grid.rows(), self.seed)
    }
}

impl FromStr for Recipe {
    type Err = BadRecipe;

    fn from_str(text: &str) -> Result<Self, BadRecipe> {
        let (columns, rows, seed) =
            read_form(text).ok_or_else(|| BadRecipe::Form(shorten(text)))?;
        Self::new(columns, rows, seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::advanced::map::Map;

    /// Test vectors of `docs/maps.md`. They must never change.
    #[test]
    fn a1_published_vectors() {
        let documented = include_str!("../../../docs/maps.md");
        for name in ["v1:16x16:herring", "v1:10x10:A-1", "v1:12x26:2"] {
            let map = Map::made(&name.parse().unwrap());
            let text = format!("{name}\n\n{}\n", map.rows().join("\n"));
            assert!(documented.contains(&text), "docs/maps.md lacks:\n{text}");
        }
    }

    #[test]
    fn a1_an_invalid_recipe_is_refused_with_the_valid_form() {
        let refused = |text: &str| text.parse::<Recipe>().unwrap_err().to_string();
        for (text, says) in [
            ("", "v1:16x16:"),
            ("v2:16x16:a", "v1:16x16:"),
            ("v1:16:a", "v1:16x16:"),
            ("v1:016x16:a", "v1:16x16:"),
            ("v1:+16x16:a", "v1:16x16:"),
            ("v1:256x16:a", "not 256 by 16"),
            ("v1:9x16:a", "10 to 26 columns"),
            ("v1:16x27:a", "not 16 by 27"),
            ("v1:16x16:", "1 to 40"),
            ("v1:16x16:blue herring", "1 to 40"),
        ] {
            assert!(refused(text).contains(says), "{text}: {}", refused(text));
        }
        assert!(refused(&"x".repeat(100_000)).len() < 300);
    }
}
