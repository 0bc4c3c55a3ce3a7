//! Pieces whose hits are known cell by cell: each hit is part of exactly one piece, and no piece
//! has a miss.

use std::rc::Rc;

use broadside_engine::grid::{Cell, CellSet};

use super::walk::Walk;
use super::{CellCounts, Method, Pieces, Sample, Samples};
use crate::chance::Chance;

/// Number of ways to cover the hits up to which all are enumerated.
const MAX_COVERS: usize = 4_000;
/// Number of places that the enumeration looks at.
const MAX_WORK: usize = 300_000;
/// Number of covers for which lists of places are made.
const FEW_COVERS: usize = 32;
/// Number of placements up to which all are enumerated.
const MAX_EXACT: f64 = 5_000.0;
/// Number of attempts for each sample before independent sampling is given up.
const ATTEMPTS: usize = 20;

/// Piece of a hidden placement.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// Places of the piece on an empty grid.
    pub(crate) places: Rc<Vec<CellSet>>,
    /// Knowledge of its end.
    pub(crate) state: State,
}

impl Piece {
    /// Returns true if nothing that is known tells the pieces apart.
    fn is_like(&self, other: &Self) -> bool {
        let same_state = matches!(
            (self.state, other.state),
            (State::Afloat, State::Afloat) | (State::Unknown, State::Unknown)
        );
        same_state && self.places == other.places
    }
}

/// Knowledge of the end of a piece.
#[derive(Clone, Copy, Debug)]
pub(crate) enum State {
    /// It has a cell that is not hit.
    Afloat,
    /// It was sunk by a hit at this cell, and all its cells are among these hits.
    Sunk(Cell, CellSet),
    /// Nothing.
    Unknown,
}

/// Number of pieces of any kind that an operation destroyed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Destroyed {
    /// All cells that were hit after the operation.
    pub(crate) hits: CellSet,
    pub(crate) count: usize,
}

/// Hits and misses on a grid with hidden pieces.
#[derive(Default)]
pub(crate) struct Problem {
    pub(crate) hits: CellSet,
    pub(crate) misses: CellSet,
    pub(crate) pieces: Vec<Piece>,
    /// Pieces that were destroyed by each operation, oldest first. Empty if nothing is known of
    /// that.
    pub(crate) destroyed: Vec<Destroyed>,
    /// Places at which a piece is known to lie. All their cells are hit.
    pub(crate) known: Vec<CellSet>,
    /// Number of problems that share the work of a decision; 0 counts as 1.
    pub(crate) sharing: usize,
}

/// Places of a piece that fit the hits and misses. Pieces that are alike share them.
struct Lists {
    /// Places without a hit. Empty if the piece must have one.
    free: Vec<CellSet>,
    /// Places with a hit, and the operation that destroyed a piece there.
    touching: Vec<(CellSet, Option<usize>)>,
    /// Maximum number of hits at a place.
    max_hits: usize,
}

/// Way to cover the hits: a place for some pieces. The other pieces have no hit.
#[derive(Clone)]
struct Cover {
    places: Vec<Option<CellSet>>,
    used: CellSet,
    /// Number of ways in which pieces that are alike can exchange their places.
    ways: f64,
}

/// Place through a hit.
struct Through {
    /// First of the pieces that are alike.
    piece: usize,
    place: CellSet,
    destroyed: Option<usize>,
}

struct CoverSearch<'a> {
    problem: &'a Problem,
    lists: &'a [Rc<Lists>],
    /// First of the pieces that are alike, for each piece.
    alike: &'a [usize],
    /// Places through each hit, first the hits with the fewest: most of the search is saved there.
    through: Vec<(Cell, Vec<Through>)>,
    covers: Vec<Cover>,
    work: usize,
    complete: bool,
}

impl Problem {
    /// Makes up to `wanted` placements that fit.
    pub(crate) fn sample(&self, wanted: usize, chance: &mut Chance) -> Samples {
        let alike: Vec<usize> =
            (0..self.pieces.len()).map(|piece| self.first_alike(piece)).collect();
        let mut lists: Vec<Rc<Lists>> = Vec::with_capacity(alike.len());
        for (piece, &first) in alike.iter().enumerate() {
            lists.push(if first < piece {
                lists[first].clone()
            } else {
                Rc::new(self.lists(piece))
            });
        }
        let (covers, complete) = self.covers(&lists, &alike, chance);
        if complete && let Some(samples) = draw(&covers, &lists, wanted, chance) {
            return samples;
        }
        self.walk(&lists, &alike, wanted, chance)
    }

    /// Returns the first piece with the same properties.
    fn first_alike(&self, piece: usize) -> usize {
        let (earlier, later) = self.pieces.split_at(piece);
        earlier.iter().position(|other| other.is_like(&later[0])).unwrap_or(piece)
    }

    /// Lists the places of a piece that fit.
    fn lists(&self, piece: usize) -> Lists {
        let mut lists = Lists { free: Vec::new(), touching: Vec::new(), max_hits: 0 };
        let state = self.pieces[piece].state;
        for &place in self.pieces[piece].places.iter() {
            let hits = (place & self.hits).len();
            let fits = (place & self.misses).is_empty()
                && match state {
                    State::Unknown => true,
                    State::Afloat => !place.is_subset(&self.hits),
                    State::Sunk(cell, hits) => place.contains(cell) && place.is_subset(&hits),
                }
                && self.known.iter().all(|known| *known == place || (*known & place).is_empty());
            if !fits {
                continue;
            }
            if hits == 0 {
                lists.free.push(place);
                continue;
            }
            let by = self.destroyed.iter().position(|destroyed| place.is_subset(&destroyed.hits));
            if by.is_none_or(|by| self.destroyed[by].count > 0) {
                lists.touching.push((place, by));
                lists.max_hits = lists.max_hits.max(hits);
            }
        }
        lists
    }

    /// Lists the ways to cover the hits. Returns false with them if the search was cut off.
    fn covers(
        &self,
        lists: &[Rc<Lists>],
        alike: &[usize],
        chance: &mut Chance,
    ) -> (Vec<Cover>, bool) {
        let firsts: Vec<usize> = (0..alike.len()).filter(|piece| alike[*piece] == *piece).collect();
        let mut ways = CellCounts::new();
        for &piece in &firsts {
            for (place, _) in &lists[piece].touching {
                ways.add(place, 1.0);
            }
        }
        let mut hits: Vec<Cell> = self.hits.iter().collect();
        hits.sort_by(|a, b| ways.get(*a).total_cmp(&ways.get(*b)));
        let mut search = CoverSearch {
            problem: self,
            lists,
            alike,
            through: Vec::with_capacity(hits.len()),
            covers: Vec::new(),
            work: MAX_WORK / self.sharing.max(1),
            complete: true,
        };
        for hit in hits {
            let mut places = Vec::new();
            for &piece in &firsts {
                let touching = lists[piece].touching.iter();
                let touching = touching.filter(|(place, _)| place.contains(hit));
                places.extend(touching.map(|&(place, destroyed)| Through {
                    piece,
                    place,
                    destroyed,
                }));
            }
            chance.shuffle(&mut places);
            search.through.push((hit, places));
        }
        let none = Cover { places: vec![None; alike.len()], used: CellSet::EMPTY, ways: 1.0 };
        search.extend(none, &mut vec![0; self.destroyed.len()]);
        (search.covers, search.complete)
    }

    /// Makes samples by a random walk.
    fn walk(
        &self,
        lists: &[Rc<Lists>],
        alike: &[usize],
        wanted: usize,
        chance: &mut Chance,
    ) -> Samples {
        let mut walk = Walk::new(self.hits);
        let counters: Vec<usize> =
            self.destroyed.iter().map(|destroyed| walk.counter(destroyed.count)).collect();
        for (piece, lists) in lists.iter().enumerate() {
            let touching = lists
                .touching
                .iter()
                .map(|&(place, by)| (place, by.map(|by| (counters[by], 1)).into_iter().collect()));
            let free = lists.free.iter().map(|place| (*place, Vec::new()));
            if alike[piece] == piece {
                walk.pieces(1, touching.chain(free));
            } else {
                walk.piece_like(alike[piece]);
            }
        }
        walk.run(wanted, self.sharing.max(1), chance)
    }
}

/// Draws placements from the covers, in proportion to the number of placements of each. `None` if
/// the pieces that they leave overlap too often.
fn draw(
    covers: &[Cover],
    lists: &[Rc<Lists>],
    wanted: usize,
    chance: &mut Chance,
) -> Option<Samples> {
    let mut samples: Vec<Sample> = Vec::with_capacity(wanted);
    if covers.len() <= FEW_COVERS {
        // The lists of each cover without the cells that it uses: fewer overlaps, or even all
        // placements.
        let problems: Vec<Pieces> = covers.iter().map(|cover| cover.pieces(lists)).collect();
        let weights =
            problems.iter().zip(covers).map(|(pieces, cover)| pieces.combinations() * cover.ways);
        let sums = sums(weights);
        // Covers with different numbers of ways do not have the same weight.
        let even = covers.iter().all(|cover| cover.ways == covers[0].ways);
        if even && problems.iter().map(Pieces::combinations).sum::<f64>() <= MAX_EXACT {
            samples.extend(problems.iter().flat_map(Pieces::enumerate));
            if !samples.is_empty() {
                return Some(Samples { samples, method: Method::Exact });
            }
        }
        for _ in 0..wanted * ATTEMPTS {
            if sums.last().is_none_or(|sum| *sum <= 0.0) {
                break;
            }
            samples.extend(problems[chance.below_sum(&sums)].draw(chance));
            if samples.len() == wanted {
                break;
            }
        }
    } else {
        let sums = sums(covers.iter().map(|cover| cover.weight(lists)));
        for _ in 0..wanted * ATTEMPTS {
            samples.extend(covers[chance.below_sum(&sums)].draw(lists, chance));
            if samples.len() == wanted {
                break;
            }
        }
    }
    (samples.len() * 10 >= wanted).then_some(Samples { samples, method: Method::Independent })
}

/// Adds up weights.
fn sums(weights: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut sums = Vec::new();
    let mut sum = 0.0;
    for weight in weights {
        sum += weight;
        sums.push(sum);
    }
    sums
}

impl Cover {
    /// Returns the problem of placing the pieces without a hit.
    fn pieces(&self, lists: &[Rc<Lists>]) -> Pieces {
        let places = self.places.iter().zip(lists).map(|(place, lists)| match place {
            Some(place) => vec![*place],
            None => {
                lists.free.iter().copied().filter(|place| (*place & self.used).is_empty()).collect()
            }
        });
        Pieces { places: places.collect() }
    }

    /// Returns the number of placements, including those in which pieces overlap.
    fn weight(&self, lists: &[Rc<Lists>]) -> f64 {
        let open = self.places.iter().zip(lists).filter(|(place, _)| place.is_none());
        self.ways * open.map(|(_, lists)| lists.free.len() as f64).product::<f64>()
    }

    /// Draws a placement. `None` if two pieces overlap.
    fn draw(&self, lists: &[Rc<Lists>], chance: &mut Chance) -> Option<Sample> {
        let mut used = self.used;
        let mut sample = Vec::with_capacity(lists.len());
        for (place, lists) in self.places.iter().zip(lists) {
            let place = match place {
                Some(place) => *place,
                None => {
                    let place = lists.free[chance.below(lists.free.len())];
                    if !(place & used).is_empty() {
                        return None;
                    }
                    used = used | place;
                    place
                }
            };
            sample.push(place);
        }
        Some(sample)
    }
}

impl CoverSearch<'_> {
    /// Extends a cover until all hits are covered. `destroyed` is the number of pieces that each
    /// operation destroyed so far.
    fn extend(&mut self, cover: Cover, destroyed: &mut Vec<usize>) {
        let open = self.problem.hits - cover.used;
        // The pieces that are left must be able to cover the hits that are left.
        let left = cover.places.iter().zip(self.lists).filter(|(place, _)| place.is_none());
        if left.map(|(_, lists)| lists.max_hits).sum::<usize>() < open.len() {
            return;
        }
        // Sunk pieces first: they have the fewest places.
        let sunk = (0..cover.places.len()).find(|piece| {
            cover.places[*piece].is_none()
                && matches!(self.problem.pieces[*piece].state, State::Sunk(..))
        });
        if let Some(piece) = sunk {
            for number in 0..self.lists[piece].touching.len() {
                let (place, by) = self.lists[piece].touching[number];
                self.lay(&cover, piece, place, by, destroyed);
            }
            return;
        }
        let Some(next) = self.through.iter().position(|(hit, _)| open.contains(*hit)) else {
            let all_placed = cover
                .places
                .iter()
                .zip(self.lists)
                .all(|(place, lists)| place.is_some() || !lists.free.is_empty());
            let counts = self.problem.destroyed.iter().map(|destroyed| destroyed.count);
            if all_placed && counts.eq(destroyed.iter().copied()) {
                self.covers.push(cover);
            }
            return;
        };
        for number in 0..self.through[next].1.len() {
            let Through { piece: first, place, destroyed: by } = self.through[next].1[number];
            let piece = self.left(&cover, first).next();
            if let Some(piece) = piece {
                self.lay(&cover, piece, place, by, destroyed);
            }
        }
    }

    /// Lists the pieces like this first one that a cover gives no place.
    fn left(&self, cover: &Cover, first: usize) -> impl Iterator<Item = usize> {
        (first..cover.places.len())
            .filter(move |piece| self.alike[*piece] == first && cover.places[*piece].is_none())
    }

    /// Extends a cover by a piece at a place, if it fits there.
    fn lay(
        &mut self,
        cover: &Cover,
        piece: usize,
        place: CellSet,
        by: Option<usize>,
        destroyed: &mut Vec<usize>,
    ) {
        if self.work == 0 || self.covers.len() >= MAX_COVERS {
            self.complete = false;
            return;
        }
        self.work -= 1;
        if !(place & cover.used).is_empty() {
            return;
        }
        if by.is_some_and(|by| destroyed[by] >= self.problem.destroyed[by].count) {
            return;
        }
        let mut longer = cover.clone();
        longer.ways *= self.left(cover, self.alike[piece]).count() as f64;
        longer.places[piece] = Some(place);
        longer.used = longer.used | place;
        if let Some(by) = by {
            destroyed[by] += 1;
        }
        self.extend(longer, destroyed);
        if let Some(by) = by {
            destroyed[by] -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use broadside_engine::grid::Grid;

    use super::*;
    use crate::chance::Key;
    use crate::fleet;

    /// Lists all placements of three ships that cover the hits, every order of ships that are alike
    /// by itself.
    fn all(problem: &Problem) -> Vec<Sample> {
        let [one, two, three] = [0, 1, 2].map(|piece| &problem.pieces[piece].places);
        let mut found = Vec::new();
        for (a, b) in one.iter().flat_map(|a| two.iter().map(move |b| (*a, *b))) {
            for &c in three.iter().filter(|_| (a & b).is_empty()) {
                let cells = a | b | c;
                let afloat = [a, b, c].iter().all(|ship| !ship.is_subset(&problem.hits));
                let apart = (c & (a | b)).is_empty();
                if apart
                    && afloat
                    && problem.hits.is_subset(&cells)
                    && (cells & problem.misses).is_empty()
                {
                    found.push(vec![a, b, c]);
                }
            }
        }
        found
    }

    /// Hits that one, two or three ships can cover. Every method finds each cell as often as the
    /// list of all placements.
    #[test]
    fn samples_agree_with_the_list() {
        let grid = Grid::new(6, 6).unwrap();
        let cells = |text: &str| {
            text.split_whitespace().map(|cell| cell.parse().unwrap()).collect::<CellSet>()
        };
        let piece = |length| Piece {
            places: Rc::new(fleet::places(grid, grid.all(), length)),
            state: State::Afloat,
        };
        let pieces = vec![piece(3), piece(3), piece(4)];
        for (hits, misses) in
            [("", "C3"), ("B2", "C3 D1"), ("B2 B3", "C3 D1 F6"), ("B2 E5 E4", "C3 A1 F2 D5")]
        {
            let hits = cells(hits);
            let misses = cells(misses);
            let pieces = pieces.clone();
            let problem = Problem { hits, misses, pieces, ..Problem::default() };
            let mut chance = Chance::new(&Key::new([1; 32]), "test", "");
            let right = Samples { samples: all(&problem), method: Method::Exact }.chances();
            let alike = [0, 0, 2];
            let lists = [0, 0, 2].map(|piece| Rc::new(problem.lists(piece)));
            let walk = |chance: &mut Chance| problem.walk(&lists, &alike, 150, chance).samples;
            let walked = (0..40).flat_map(|_| walk(&mut chance)).collect();
            let drawn = problem.sample(4_000, &mut chance);
            assert!(drawn.method <= Method::Independent);
            for found in [drawn, Samples { samples: walked, method: Method::Gibbs }] {
                let method = found.method;
                let found = found.chances();
                for cell in grid.cells() {
                    let right = right.get(cell);
                    let found = found.get(cell);
                    assert!(
                        (right - found).abs() < 0.05,
                        "{hits:?} {method:?} {cell}: {right} {found}"
                    );
                }
            }
        }
    }
}
