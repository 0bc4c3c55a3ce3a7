//! Maps of land and water, given or made from a recipe (A1).

use super::recipe::{MIN_SIDE, Recipe};
use crate::grid::{Cell, CellSet, Grid};

/// Map: the squares of a grid that are land. The other squares are water.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    grid: Grid,
    land: CellSet,
    recipe: Option<Recipe>,
}

/// Reason for rejecting rows as a map. Rows are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadMap {
    /// The map has too few rows, or too many.
    #[error("a map has {MIN_SIDE} to {max} rows, not {0}", max = crate::grid::MAX_SIDE)]
    Rows(usize),
    /// The first row is too short or too long.
    #[error("a row of a map has {MIN_SIDE} to {max} squares, not {0}", max = crate::grid::MAX_SIDE)]
    Columns(usize),
    /// The row has a different length than the first row.
    #[error(
        "this row has {found} squares and the first has {wanted}: all rows of a map are as long"
    )]
    Ragged {
        /// Index of the row.
        row: usize,
        /// Number of squares in the row.
        found: usize,
        /// Number of squares in the first row.
        wanted: usize,
    },
    /// The character is neither land nor water.
    #[error("`{}` is neither land nor water: write # for land and ~ for water", .found.escape_debug())]
    Square {
        /// Index of the row.
        row: usize,
        /// Character that was found.
        found: char,
    },
}

impl BadMap {
    /// Returns the index of the row at fault, if there is one.
    pub fn row(&self) -> Option<usize> {
        match self {
            Self::Rows(_) => None,
            Self::Columns(_) => Some(0),
            Self::Ragged { row, .. } | Self::Square { row, .. } => Some(*row),
        }
    }
}

impl Map {
    /// Reads rows from the top, with `#` for land and `~` for water.
    ///
    /// # Errors
    /// Returns an error if the rows are not a map.
    ///
    /// ```
    /// use broadside_engine::advanced::map::Map;
    /// let rows = vec!["~~~~####~~"; 10];
    /// let map = Map::read(&rows)?;
    /// assert_eq!(map.rows(), rows);
    /// assert!(map.land().contains("E1".parse().unwrap()));
    /// assert!(Map::read(&rows[1..]).is_err());
    /// # Ok::<(), broadside_engine::advanced::map::BadMap>(())
    /// ```
    pub fn read<T: AsRef<str>>(rows: &[T]) -> Result<Self, BadMap> {
        let sides = usize::from(MIN_SIDE)..=usize::from(crate::grid::MAX_SIDE);
        if !sides.contains(&rows.len()) {
            return Err(BadMap::Rows(rows.len()));
        }
        let columns = rows[0].as_ref().chars().count();
        if !sides.contains(&columns) {
            return Err(BadMap::Columns(columns));
        }
        let mut land = CellSet::EMPTY;
        for (row, text) in rows.iter().enumerate() {
            let found = text.as_ref().chars().count();
            if found != columns {
                return Err(BadMap::Ragged { row, found, wanted: columns });
            }
            for (column, square) in text.as_ref().chars().enumerate() {
                match square {
                    '~' => {}
                    '#' => drop(Cell::new(column as u8, row as u8).map(|cell| land.insert(cell))),
                    found => return Err(BadMap::Square { row, found }),
                }
            }
        }
        let grid = Grid::new(columns as u8, rows.len() as u8).expect("both sides are in range");
        Ok(Self { grid, land, recipe: None })
    }

    /// Creates the map of a recipe.
    pub fn made(recipe: &Recipe) -> Self {
        Self { grid: recipe.grid(), land: recipe.land(), recipe: Some(recipe.clone()) }
    }

    /// Creates a map without land. Players can draw their own land on it.
    pub fn open_water(grid: Grid) -> Self {
        Self { grid, land: CellSet::EMPTY, recipe: None }
    }

    /// Returns the size of the map.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the squares that are land.
    pub fn land(&self) -> CellSet {
        self.land
    }

    /// Returns the squares that are water.
    pub fn water(&self) -> CellSet {
        self.grid.all() - self.land
    }

    /// Returns the recipe of the map; `None` for a given map.
    pub fn recipe(&self) -> Option<&Recipe> {
        self.recipe.as_ref()
    }

    /// Returns the rows from the top, with `#` for land and `~` for water.
    pub fn rows(&self) -> Vec<String> {
        let rows = (0..self.grid.rows()).map(|row| {
            let cells = (0..self.grid.columns()).filter_map(|column| Cell::new(column, row));
            cells.map(|cell| if self.land.contains(cell) { '#' } else { '~' }).collect()
        });
        rows.collect()
    }

    /// Returns the squares at most `reach` away from `center` in each direction. Squares off the
    /// edge do not exist (A6).
    pub(super) fn around(&self, center: Cell, reach: u8) -> CellSet {
        let rows = center.row().saturating_sub(reach)..=center.row().saturating_add(reach);
        let columns = center.column().saturating_sub(reach)..=center.column().saturating_add(reach);
        let mut cells = CellSet::EMPTY;
        for row in rows {
            for cell in columns.clone().filter_map(|column| Cell::new(column, row)) {
                if self.grid.contains(cell) {
                    cells.insert(cell);
                }
            }
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_rows_are_refused_with_the_valid_form() {
        let good = || vec!["~~~~~~~~~#".to_owned(); 10];
        let refused = |rows: Vec<String>| Map::read(&rows).unwrap_err();
        assert_eq!(refused(Vec::new()), BadMap::Rows(0));
        assert_eq!(refused(vec!["~".repeat(10); 27]), BadMap::Rows(27));
        assert_eq!(refused(vec!["~".repeat(9); 10]), BadMap::Columns(9));
        assert_eq!(refused(vec!["~".repeat(1_000_000); 10]), BadMap::Columns(1_000_000));
        let mut ragged = good();
        ragged[3].push('~');
        assert_eq!(refused(ragged).row(), Some(3));
        let mut odd = good();
        odd[9] = "~~~~~~~~~é".to_owned();
        let error = refused(odd);
        assert_eq!(error.row(), Some(9));
        assert!(error.to_string().contains("`é` is neither land nor water"), "{error}");
    }

    #[test]
    fn an_area_is_clipped_at_the_edge() {
        let map = Map::open_water(Grid::new(12, 10).unwrap());
        let around = |cell: &str, reach| map.around(cell.parse().unwrap(), reach).len();
        assert_eq!(
            [around("F5", 1), around("A1", 1), around("L10", 2), around("L5", 2)],
            [9, 4, 9, 15]
        );
    }
}
