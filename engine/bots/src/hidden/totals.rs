//! Classes of pieces whose hits are known as totals: for each salvo, the number of hits on each class.

use broadside_engine::grid::CellSet;

use super::Pieces;
use crate::chance::Chance;

/// Number of combinations of the ships of a class up to which all are listed.
const MOST_COMBINATIONS: usize = 40_000;
/// Number of combinations that are searched for at random in a class with more.
const DRAWN_COMBINATIONS: usize = 2_000;

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

/// Class of ships on a grid.
#[derive(Clone, Debug)]
pub(crate) struct ClassProblem {
    /// Places of a ship of the class on an empty grid.
    pub(crate) places: Vec<CellSet>,
    /// Number of ships.
    pub(crate) ships: usize,
    /// Totals, oldest first. The cells of different salvos may overlap; only the first counts.
    pub(crate) totals: Vec<Total>,
    /// Cells that are known to belong to a ship of the class.
    pub(crate) known: CellSet,
    /// Cells that are known to belong to no ship of the class.
    pub(crate) empty: CellSet,
}

impl ClassProblem {
    /// Lists the combinations of cells of all ships of the class that fit the totals.
    fn combinations(&self, chance: &mut Chance) -> Vec<CellSet> {
        let most = self.totals.iter().map(|total| total.hits).collect::<Vec<_>>();
        let fits = |place: &&CellSet| {
            (**place & self.empty).is_empty()
                && self.totals.iter().zip(&most).all(|(total, most)| (**place & total.cells).len() <= *most)
        };
        let places: Vec<CellSet> = self.places.iter().filter(fits).copied().collect();
        let mut search = Search { problem: self, places, found: Vec::new(), steps: MOST_COMBINATIONS * 4 };
        let complete = search.extend(0, &mut Vec::new(), CellSet::EMPTY);
        if complete || self.ships < 2 {
            return search.found;
        }
        // Too many: draw from all combinations, instead of taking the first in order.
        let mut found = Vec::new();
        for _ in 0..DRAWN_COMBINATIONS {
            chance.shuffle(&mut search.places);
            let places = search.places.clone();
            let mut drawn = Search { problem: self, places, found: Vec::new(), steps: 400 };
            drawn.first(0, &mut Vec::new(), CellSet::EMPTY);
            found.extend(drawn.found.pop());
        }
        found
    }

    /// Returns true if ships at these places have exactly the totals.
    fn agrees(&self, ships: &[CellSet], all: CellSet) -> bool {
        if !self.known.is_subset(&all) {
            return false;
        }
        let mut hit = CellSet::EMPTY;
        for total in &self.totals {
            let new = total.cells - hit;
            if (all & new).len() != total.hits {
                return false;
            }
            let after = hit | total.cells;
            let sunk = ships.iter().filter(|ship| ship.is_subset(&after) && !ship.is_subset(&hit)).count();
            if sunk != total.sunk {
                return false;
            }
            hit = after;
        }
        true
    }
}

struct Search<'a> {
    problem: &'a ClassProblem,
    places: Vec<CellSet>,
    found: Vec<CellSet>,
    steps: usize,
}

impl Search<'_> {
    /// Places the remaining ships in every way. Ships of a class are alike, so they are placed in the order of the list.
    /// Returns false if the search was cut off.
    fn extend(&mut self, from: usize, ships: &mut Vec<CellSet>, all: CellSet) -> bool {
        if ships.len() == self.problem.ships {
            if self.problem.agrees(ships, all) {
                self.found.push(all);
            }
            return true;
        }
        for at in from..self.places.len() {
            if self.steps == 0 || self.found.len() >= MOST_COMBINATIONS {
                return false;
            }
            self.steps -= 1;
            let place = self.places[at];
            if !(place & all).is_empty() {
                continue;
            }
            ships.push(place);
            let cut_off = self.within(all | place) && !self.extend(at + 1, ships, all | place);
            ships.pop();
            if cut_off {
                return false;
            }
        }
        true
    }

    /// Finds one way.
    fn first(&mut self, from: usize, ships: &mut Vec<CellSet>, all: CellSet) -> bool {
        if ships.len() == self.problem.ships {
            let agrees = self.problem.agrees(ships, all);
            if agrees {
                self.found.push(all);
            }
            return agrees;
        }
        for at in from..self.places.len() {
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            let place = self.places[at];
            if (place & all).is_empty() && self.within(all | place) {
                ships.push(place);
                let done = self.first(at + 1, ships, all | place);
                ships.pop();
                if done {
                    return true;
                }
            }
        }
        false
    }

    /// Returns true if ships on these cells have at most as many hits as the totals.
    fn within(&self, all: CellSet) -> bool {
        let mut hit = CellSet::EMPTY;
        self.problem.totals.iter().all(|total| {
            let new = total.cells - hit;
            hit = hit | total.cells;
            (all & new).len() <= total.hits
        })
    }
}

/// Returns the problem of placing all classes: the combinations of each class are the places of one piece.
pub(crate) fn pieces(classes: &[ClassProblem], chance: &mut Chance) -> Pieces {
    Pieces { places: classes.iter().map(|class| class.combinations(chance)).collect() }
}
