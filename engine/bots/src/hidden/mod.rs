//! Hidden placements that fit everything that is known. Bots reason from samples of them.
//!
//! A [`Pieces`] problem has a list of places for each piece. A sample chooses one place for each
//! piece, so that no two share a cell. [`cover`] makes such problems from hits that must be
//! covered, and [`totals`] from reports that count hits by class. [`walk`] helps where independent
//! samples fail.

pub(crate) mod cover;
mod pieces;
pub(crate) mod totals;
mod walk;

use broadside_engine::grid::{Cell, CellSet};

use self::pieces::Pieces;

/// Places of all pieces in one hidden placement, in the order of the pieces.
pub(crate) type Sample = Vec<CellSet>;

/// Method that made samples. The first that succeeds is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Method {
    /// All placements were enumerated.
    Exact,
    /// Placements were drawn independently of each other.
    Independent,
    /// Placements were drawn by changing one piece at a time (Gibbs sampling).
    Gibbs,
    /// No placement was found that fits; those that come nearest were taken.
    Lists,
    /// Some piece has no place.
    Nothing,
}

/// Hidden placements that fit what is known.
pub(crate) struct Samples {
    pub(crate) samples: Vec<Sample>,
    pub(crate) method: Method,
}

/// Number for each cell of the largest grid.
pub(crate) struct CellCounts(Vec<f64>);

const SIDE: usize = 26;

pub(crate) fn index(cell: Cell) -> usize {
    usize::from(cell.row()) * SIDE + usize::from(cell.column())
}

impl CellCounts {
    pub(crate) fn new() -> Self {
        Self(vec![0.0; SIDE * SIDE])
    }

    pub(crate) fn get(&self, cell: Cell) -> f64 {
        self.0[index(cell)]
    }

    pub(crate) fn add(&mut self, cells: &CellSet, weight: f64) {
        for cell in cells.iter() {
            self.0[index(cell)] += weight;
        }
    }
}

impl Samples {
    /// Returns the share of the samples in which each cell is covered.
    pub(crate) fn chances(&self) -> CellCounts {
        let mut counts = CellCounts::new();
        let weight = 1.0 / self.samples.len().max(1) as f64;
        for piece in self.samples.iter().flatten() {
            counts.add(piece, weight);
        }
        counts
    }
}
