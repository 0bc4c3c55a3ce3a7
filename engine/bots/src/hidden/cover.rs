//! Pieces whose hits are known cell by cell: each hit is part of exactly one piece, and no piece has a miss.

use broadside_engine::grid::{Cell, CellSet};

use super::{CellCounts, Method, Pieces, Sample, Samples, sample};
use crate::chance::Chance;

/// Number of ways to cover the hits up to which all are enumerated.
const MOST_COVERS: usize = 4_000;
/// Number of steps of the enumeration.
const MOST_STEPS: usize = 20_000;
/// Number of covers for which lists of places are made.
const FEW_COVERS: usize = 32;
/// Number of placements up to which all are enumerated.
const MOST_EXACT: f64 = 5_000.0;
/// Number of attempts for each sample before independent sampling is given up.
const ATTEMPTS: usize = 20;

/// Piece of a hidden placement.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    /// Places of the piece on an empty grid.
    pub(crate) places: Vec<CellSet>,
    /// Knowledge of its end.
    pub(crate) state: State,
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

/// Check of the places of some pieces, or with `true` of all pieces that cover hits.
pub(crate) type Fits<'a> = dyn Fn(&[Option<CellSet>], bool) -> bool + 'a;

/// Hits and misses on a grid with hidden pieces.
pub(crate) struct Problem {
    pub(crate) hits: CellSet,
    pub(crate) misses: CellSet,
    pub(crate) pieces: Vec<Piece>,
}

/// Way to cover the hits: a place for some pieces. The other pieces have no hit.
#[derive(Clone)]
struct Cover {
    places: Vec<Option<CellSet>>,
    used: CellSet,
}

struct Search<'a> {
    problem: &'a Problem,
    fits: &'a Fits<'a>,
    /// Places of each piece that have a hit.
    touching: Vec<Vec<CellSet>>,
    /// Hits, first those with the fewest ways to cover them: most of the search is saved there.
    hits: Vec<Cell>,
    /// True for each piece that can be without a hit.
    can_be_free: Vec<bool>,
    covers: Vec<Cover>,
    steps: usize,
    complete: bool,
}

impl Problem {
    /// Makes up to `wanted` placements that fit. `fits` checks what else is known of the pieces that cover hits: on some of
    /// them, and with `true` on all of them.
    pub(crate) fn sample(&self, wanted: usize, fits: &Fits<'_>, chance: &mut Chance) -> Samples {
        let lists: Vec<Vec<CellSet>> = self.pieces.iter().map(|piece| self.fitting(piece)).collect();
        let untouched = |places: &Vec<CellSet>| {
            places.iter().copied().filter(|place| (*place & self.hits).is_empty()).collect::<Vec<_>>()
        };
        let free: Vec<Vec<CellSet>> = lists.iter().map(untouched).collect();
        let touching = lists
            .iter()
            .map(|places| places.iter().copied().filter(|place| !(*place & self.hits).is_empty()).collect());
        let can_be_free = self
            .pieces
            .iter()
            .zip(&free)
            .map(|(piece, free)| !matches!(piece.state, State::Sunk(..)) && !free.is_empty());
        let mut search = Search {
            problem: self,
            fits,
            touching: touching.collect(),
            hits: self.hits.iter().collect(),
            can_be_free: can_be_free.collect(),
            covers: Vec::new(),
            steps: MOST_STEPS,
            complete: true,
        };
        let none = Cover { places: vec![None; self.pieces.len()], used: CellSet::EMPTY };
        let mut order: Vec<usize> = (0..self.pieces.len()).collect();
        let ways: CellCounts = search.touching.iter().flatten().fold(CellCounts::new(), |mut ways, place| {
            ways.add(place, 1.0);
            ways
        });
        search.hits.sort_by(|a, b| ways.get(*a).total_cmp(&ways.get(*b)));
        // The order of the search is random, so that an incomplete search is not biased towards one corner.
        search.touching.iter_mut().for_each(|places| chance.shuffle(places));
        chance.shuffle(&mut order);
        search.extend(none, &order);
        let Search { covers, complete, .. } = search;
        if covers.is_empty() {
            return Samples { samples: Vec::new(), method: Method::Nothing };
        }
        draw(&covers, &free, wanted, complete, chance)
    }

    /// Places of a piece that fit the hits and misses.
    fn fitting(&self, piece: &Piece) -> Vec<CellSet> {
        let fits = |place: &&CellSet| {
            (**place & self.misses).is_empty()
                && match &piece.state {
                    State::Unknown => true,
                    State::Afloat => !place.is_subset(&self.hits),
                    State::Sunk(cell, hits) => place.contains(*cell) && place.is_subset(hits),
                }
        };
        piece.places.iter().filter(fits).copied().collect()
    }
}

/// Draws placements from the covers, in proportion to the number of placements of each.
fn draw(
    covers: &[Cover],
    free: &[Vec<CellSet>],
    wanted: usize,
    complete: bool,
    chance: &mut Chance,
) -> Samples {
    let mut samples: Vec<Sample> = Vec::with_capacity(wanted);
    if covers.len() <= FEW_COVERS {
        // The lists of each cover without the cells that it uses: fewer overlaps, or even all placements.
        let problems: Vec<Pieces> = covers.iter().map(|cover| cover.pieces(free)).collect();
        let weights: Vec<f64> = problems.iter().map(Pieces::combinations).collect();
        if complete && weights.iter().sum::<f64>() <= MOST_EXACT {
            for pieces in &problems {
                samples.extend(sample(pieces, wanted, chance).samples);
            }
            if !samples.is_empty() {
                return Samples { samples, method: Method::Exact };
            }
        }
        for _ in 0..wanted * ATTEMPTS {
            let Some(cover) = chance.weighted(&weights) else { break };
            samples.extend(problems[cover].draw(chance));
            if samples.len() == wanted {
                break;
            }
        }
    } else {
        let weights: Vec<f64> = covers.iter().map(|cover| cover.weight(free)).collect();
        for _ in 0..wanted * ATTEMPTS {
            let Some(cover) = chance.weighted(&weights) else { break };
            samples.extend(covers[cover].draw(free, chance));
            if samples.len() == wanted {
                break;
            }
        }
    }
    if samples.len() * 10 >= wanted {
        return Samples { samples, method: Method::Independent };
    }
    // Dense fleets: each cover is continued by Gibbs sampling.
    for _ in 0..wanted / 10 + 1 {
        let pieces = covers[chance.below(covers.len())].pieces(free);
        samples.extend(sample(&pieces, 10, chance).samples);
    }
    if !samples.is_empty() {
        return Samples { samples, method: Method::Gibbs };
    }
    for _ in 0..wanted {
        let cover = &covers[chance.below(covers.len())];
        let place = |(place, free): (&Option<CellSet>, &Vec<CellSet>)| {
            place.or_else(|| chance.pick(free)).unwrap_or_default()
        };
        samples.push(cover.places.iter().zip(free).map(place).collect());
    }
    Samples { samples, method: Method::Lists }
}

impl Cover {
    /// Returns the problem of placing the pieces without a hit.
    fn pieces(&self, free: &[Vec<CellSet>]) -> Pieces {
        let lists = self.places.iter().zip(free).map(|(place, free)| match place {
            Some(place) => vec![*place],
            None => free.iter().copied().filter(|place| (*place & self.used).is_empty()).collect(),
        });
        Pieces { places: lists.collect() }
    }

    /// Returns the number of placements, including those in which pieces overlap.
    fn weight(&self, free: &[Vec<CellSet>]) -> f64 {
        let open = self.places.iter().zip(free).filter(|(place, _)| place.is_none());
        open.map(|(_, free)| free.len() as f64).product()
    }

    /// Draws a placement. `None` if two pieces overlap.
    fn draw(&self, free: &[Vec<CellSet>], chance: &mut Chance) -> Option<Sample> {
        let mut used = self.used;
        let mut sample = Vec::with_capacity(free.len());
        for (place, free) in self.places.iter().zip(free) {
            let place = match place {
                Some(place) => *place,
                None => {
                    let place = free[chance.below(free.len())];
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

impl Search<'_> {
    /// Extends a cover until all hits are covered. `order` is the order in which pieces are tried.
    fn extend(&mut self, cover: Cover, order: &[usize]) {
        if self.steps == 0 || self.covers.len() >= MOST_COVERS {
            self.complete = false;
            return;
        }
        self.steps -= 1;
        // Sunk pieces first: they have the fewest places.
        let sunk = |piece: &&usize| {
            cover.places[**piece].is_none() && matches!(self.problem.pieces[**piece].state, State::Sunk(..))
        };
        let next: Vec<(usize, CellSet)> = match order.iter().find(sunk) {
            Some(&piece) => self.options(&cover, piece, None).collect(),
            None => {
                let open = self.problem.hits - cover.used;
                if open.is_empty() {
                    let is_free = |(piece, place): (usize, &Option<CellSet>)| {
                        place.is_some() || self.can_be_free[piece]
                    };
                    if cover.places.iter().enumerate().all(is_free) && (self.fits)(&cover.places, true) {
                        self.covers.push(cover);
                    }
                    return;
                }
                let next = self.hits.iter().copied().find(|hit| open.contains(*hit));
                let free = order.iter().copied().filter(|piece| cover.places[*piece].is_none());
                free.flat_map(|piece| self.options(&cover, piece, next)).collect()
            }
        };
        for (piece, place) in next {
            let mut longer = cover.clone();
            longer.places[piece] = Some(place);
            longer.used = longer.used | place;
            if (self.fits)(&longer.places, false) {
                self.extend(longer, order);
            }
        }
    }

    fn options<'a>(
        &'a self,
        cover: &'a Cover,
        piece: usize,
        hit: Option<Cell>,
    ) -> impl Iterator<Item = (usize, CellSet)> + 'a {
        let fits = move |place: &&CellSet| {
            (**place & cover.used).is_empty() && hit.is_none_or(|hit| place.contains(hit))
        };
        self.touching[piece].iter().filter(fits).map(move |place| (piece, *place))
    }
}
