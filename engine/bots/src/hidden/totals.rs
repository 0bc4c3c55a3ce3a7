//! Classes of pieces whose hits are known as totals: for each salvo, the number of hits on each
//! class.

use broadside_engine::fleet::ClassName;
use broadside_engine::grid::CellSet;

use super::walk::{Term, Walk};
use super::{Pieces, Sample, Samples};
use crate::chance::Chance;

/// Number of combinations of the ships of a class up to which all are listed.
const MAX_COMBINATIONS: usize = 40_000;
/// Number of places that the search for them looks at.
const MAX_WORK: usize = 100_000;

/// Total of a class for one salvo.
#[derive(Clone, Debug)]
pub(crate) struct Total {
    /// Cells that the salvo hit.
    pub(crate) cells: CellSet,
    /// Number of new hits on ships of the class.
    pub(crate) hits: usize,
    /// Number of ships of the class that it sank.
    pub(crate) sunk: usize,
}

impl Total {
    /// Counts the hits and sinkings of a class in the report of a salvo at these cells.
    pub(crate) fn of_class(
        class: &ClassName,
        cells: CellSet,
        hits: &[ClassName],
        sunk: &[ClassName],
    ) -> Self {
        Self {
            cells,
            hits: hits.iter().filter(|hit| *hit == class).count(),
            sunk: sunk.iter().filter(|sunk| *sunk == class).count(),
        }
    }
}

/// Class of ships on a grid.
#[derive(Clone, Debug)]
pub(crate) struct ClassProblem {
    /// Places of a ship of the class on an empty grid.
    pub(crate) places: Vec<CellSet>,
    pub(crate) ships: usize,
    /// Totals, oldest first. The cells of different salvos may overlap; only the first counts.
    pub(crate) totals: Vec<Total>,
    /// Cells that are known to belong to a ship of the class.
    pub(crate) known: CellSet,
    /// Cells that are known to belong to no ship of the class.
    pub(crate) empty: CellSet,
}

/// Place of a ship that fits the totals by itself.
#[derive(Clone, Debug)]
struct Place {
    cells: CellSet,
    /// Salvos that hit the ship there, with the number of hits.
    hits: Vec<(usize, usize)>,
    /// Salvo that sank it.
    sunk: Option<usize>,
}

impl ClassProblem {
    /// Lists the places that fit the totals.
    fn fitting(&self) -> Vec<Place> {
        // Cells that each salvo hit first.
        let mut new: Vec<CellSet> = Vec::with_capacity(self.totals.len());
        let mut all = CellSet::EMPTY;
        let mut empty = self.empty;
        for total in &self.totals {
            let new_cells = total.cells - all;
            new.push(new_cells);
            all = all | total.cells;
            if total.hits == 0 {
                empty = empty | new_cells;
            }
        }
        let places = self.places.iter().filter(|cells| (**cells & empty).is_empty());
        places.filter_map(|cells| self.fit(*cells, &new, all)).collect()
    }

    /// Assigns the cells of a ship to the salvos that hit them first. `None` if a salvo did not
    /// have so many hits, or sank nothing. `all` is the union of `new`.
    fn fit(&self, cells: CellSet, new: &[CellSet], all: CellSet) -> Option<Place> {
        let mut hits = Vec::new();
        if !(cells & all).is_empty() {
            for (salvo, new) in new.iter().enumerate() {
                let count = (cells & *new).len();
                if count > self.totals[salvo].hits {
                    return None;
                }
                if count > 0 {
                    hits.push((salvo, count));
                }
            }
        }
        let sunk = hits.last().map(|(salvo, _)| *salvo).filter(|_| cells.is_subset(&all));
        let fits = sunk.is_none_or(|salvo| self.totals[salvo].sunk > 0);
        fits.then_some(Place { cells, hits, sunk })
    }

    /// Lists the combinations of cells of all ships of the class that fit the totals. `None` if
    /// there are too many.
    fn combinations(&self, places: &[Place]) -> Option<Vec<CellSet>> {
        let mut search = TotalsSearch {
            problem: self,
            places,
            found: Vec::new(),
            work: MAX_WORK,
            hits: self.totals.iter().map(|total| total.hits).collect(),
            sunk: self.totals.iter().map(|total| total.sunk).collect(),
            hits_left: self.totals.iter().map(|total| total.hits).sum(),
            sunk_left: self.totals.iter().map(|total| total.sunk).sum(),
        };
        search.extend(0, self.ships, CellSet::EMPTY).then_some(search.found)
    }
}

struct TotalsSearch<'a> {
    problem: &'a ClassProblem,
    places: &'a [Place],
    found: Vec<CellSet>,
    work: usize,
    /// Hits of each salvo that are not accounted for, then the ships that it sank, then both of all
    /// salvos.
    hits: Vec<usize>,
    sunk: Vec<usize>,
    hits_left: usize,
    sunk_left: usize,
}

impl TotalsSearch<'_> {
    /// Places the remaining ships in every way. Ships of a class are alike, so they are placed in
    /// the order of the list. Returns false if the search was cut off.
    fn extend(&mut self, from: usize, ships: usize, all: CellSet) -> bool {
        if ships == 0 {
            if self.hits_left == 0 && self.sunk_left == 0 && self.problem.known.is_subset(&all) {
                self.found.push(all);
            }
            return true;
        }
        let places = self.places;
        for (number, place) in places.iter().enumerate().skip(from) {
            if self.work == 0 || self.found.len() >= MAX_COMBINATIONS {
                return false;
            }
            self.work -= 1;
            let fits = place.hits.iter().all(|(salvo, count)| *count <= self.hits[*salvo])
                && place.sunk.is_none_or(|salvo| self.sunk[salvo] > 0)
                && (place.cells & all).is_empty();
            if !fits {
                continue;
            }
            self.add(place);
            let done = self.extend(number + 1, ships - 1, all | place.cells);
            self.remove(place);
            if !done {
                return false;
            }
        }
        true
    }

    /// Accounts for the hits and the sinking of a ship at a place.
    fn add(&mut self, place: &Place) {
        for &(salvo, count) in &place.hits {
            self.hits[salvo] -= count;
            self.hits_left -= count;
        }
        if let Some(salvo) = place.sunk {
            self.sunk[salvo] -= 1;
            self.sunk_left -= 1;
        }
    }

    fn remove(&mut self, place: &Place) {
        for &(salvo, count) in &place.hits {
            self.hits[salvo] += count;
            self.hits_left += count;
        }
        if let Some(salvo) = place.sunk {
            self.sunk[salvo] += 1;
            self.sunk_left += 1;
        }
    }
}

/// Makes up to `wanted` placements: the cells of each class, in order.
pub(crate) fn sample(classes: &[ClassProblem], wanted: usize, chance: &mut Chance) -> Samples {
    let fitting: Vec<Vec<Place>> = classes.iter().map(ClassProblem::fitting).collect();
    let combinations =
        classes.iter().zip(&fitting).map(|(class, places)| class.combinations(places));
    if let Some(places) = combinations.collect::<Option<Vec<_>>>()
        && let Some(samples) = (Pieces { places }).sample(wanted, chance)
    {
        return samples;
    }
    walk(classes, &fitting, wanted, chance)
}

/// Makes samples by a random walk.
fn walk(
    classes: &[ClassProblem],
    fitting: &[Vec<Place>],
    wanted: usize,
    chance: &mut Chance,
) -> Samples {
    let known = classes.iter().fold(CellSet::EMPTY, |known, class| known | class.known);
    let mut walk = Walk::new(known);
    for (class, places) in classes.iter().zip(fitting) {
        let counters: Vec<(usize, usize)> = class
            .totals
            .iter()
            .map(|total| match total.hits {
                0 => (0, 0),
                hits => (walk.counter(hits), walk.counter(total.sunk)),
            })
            .collect();
        let places = places.iter().map(|place| (place.cells, terms(place, &counters)));
        walk.pieces(class.ships, places);
    }
    let Samples { samples, method } = walk.run(wanted, 1, chance);
    let samples = samples.iter().map(|ships| merge(ships, classes)).collect();
    Samples { samples, method }
}

/// Lists the terms of a place. `counters` are the numbers of the counters of each salvo: of its
/// hits, and of the ships that it sank.
fn terms(place: &Place, counters: &[(usize, usize)]) -> Vec<Term> {
    let hits = place.hits.iter().map(|(salvo, count)| (counters[*salvo].0, *count));
    hits.chain(place.sunk.map(|salvo| (counters[salvo].1, 1))).collect()
}

/// Unites the ships of each class.
fn merge(ships: &Sample, classes: &[ClassProblem]) -> Sample {
    let mut ships = ships.iter();
    let mut merged = Vec::with_capacity(classes.len());
    for class in classes {
        let of_class = ships.by_ref().take(class.ships);
        merged.push(of_class.fold(CellSet::EMPTY, |all, ship| all | *ship));
    }
    merged
}

#[cfg(test)]
mod tests {
    use broadside_engine::grid::Grid;

    use super::*;
    use crate::chance::Key;
    use crate::fleet;
    use crate::hidden::Method;

    /// Two salvos at three ships. The walk finds each cell as often as the list of all placements.
    #[test]
    fn the_walk_agrees_with_the_list() {
        let grid = Grid::new(6, 6).unwrap();
        let cells =
            |text: &str| text.split(' ').map(|cell| cell.parse().unwrap()).collect::<CellSet>();
        let class = |length, ships, totals: [(&str, usize, usize); 2]| ClassProblem {
            places: fleet::places(grid, grid.all(), length),
            ships,
            totals: totals.map(|(at, hits, sunk)| Total { cells: cells(at), hits, sunk }).into(),
            known: CellSet::EMPTY,
            empty: CellSet::EMPTY,
        };
        let one = "A1 B2 C3 D4 E5";
        let two = "A2 B3 C4 D1 F6";
        let classes =
            [class(2, 2, [(one, 1, 0), (two, 2, 1)]), class(3, 1, [(one, 1, 0), (two, 0, 0)])];
        let fitting: Vec<Vec<Place>> = classes.iter().map(ClassProblem::fitting).collect();
        let mut chance = Chance::new(&Key::new([1; 32]), "test", "");
        let list = sample(&classes, 10, &mut chance);
        assert_eq!(list.method, Method::Exact);
        let walks: Vec<Samples> =
            (0..40).map(|_| walk(&classes, &fitting, 150, &mut chance)).collect();
        assert!(walks.iter().all(|walk| walk.method == Method::Gibbs));
        let samples = walks.into_iter().flat_map(|walk| walk.samples).collect();
        let walked = Samples { samples, method: Method::Gibbs };
        for cell in grid.cells() {
            let right = list.chances().get(cell);
            let found = walked.chances().get(cell);
            assert!((right - found).abs() < 0.06, "{cell}: {right} {found}");
        }
    }
}
