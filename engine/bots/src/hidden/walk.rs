//! Random walk through placements, for problems in which independent samples fail: dense fleets,
//! many ships of a class, and hits that can be covered in too many ways.
//!
//! What is known is written as counters: how many pieces lie on a cell, or how many hits a salvo
//! made on a class. Each step draws the place of one piece again, by the number of counters that it
//! makes wrong (Gibbs sampling). The walk is heated and cooled in turns, so that it leaves dead
//! ends. Placements with no wrong counter are samples.

use broadside_engine::grid::CellSet;

use super::{Method, SIDE, Sample, Samples, index};
use crate::chance::Chance;

/// Number of places that a walk looks at.
const MAX_WORK: usize = 600_000;
/// Additional work of each sweep.
const SWEEP_WORK: usize = 1_000;
/// Number of samples after which a walk ends: more of them are hardly worth more.
const ENOUGH: usize = 150;
/// Coldness of each sweep, repeated. A wrong counter makes a place e^coldness times as rare.
const COLDNESS: [f64; 16] =
    [1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0];
/// Number of wrong counters by which one place can be better or worse than another.
const WORST: i32 = 40;

/// Number of pieces on a cell, or of hits in a salvo.
#[derive(Clone, Copy)]
struct Counter {
    count: i32,
    target: i32,
    /// False if the count may be lower than the target.
    exact: bool,
}

impl Counter {
    fn wrong(self, more: i32) -> i32 {
        let excess = self.count + more - self.target;
        if self.exact { excess.abs() } else { excess.max(0) }
    }

    fn rise(self) -> i32 {
        self.wrong(1) - self.wrong(0)
    }
}

/// Counter, and the number that a piece at a place adds to it.
pub(super) type Term = (usize, usize);

/// Places of a piece.
#[derive(Default)]
struct List {
    places: Vec<CellSet>,
    /// Counters and amounts of all places, one after another.
    terms: Vec<(u16, u8)>,
    /// Number of terms up to the end of each place.
    ends: Vec<usize>,
}

impl List {
    fn terms(&self, place: usize) -> &[(u16, u8)] {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.terms[start..self.ends[place]]
    }
}

/// Problem as counters.
pub(super) struct Walk {
    counters: Vec<Counter>,
    /// Change of the number of wrong counters by one more in each.
    rise: Vec<i32>,
    lists: Vec<List>,
    pieces: Vec<usize>,
}

impl Walk {
    /// Creates a problem without pieces. Each of the cells in `covered` has one piece, every other
    /// cell at most one.
    pub(super) fn new(covered: CellSet) -> Self {
        let mut counters = vec![Counter { count: 0, target: 1, exact: false }; SIDE * SIDE];
        for cell in covered.iter() {
            counters[index(cell)].exact = true;
        }
        Self { counters, rise: Vec::new(), lists: Vec::new(), pieces: Vec::new() }
    }

    /// Adds a counter that must reach its target. Returns its number, for terms.
    pub(super) fn counter(&mut self, target: usize) -> usize {
        self.counters.push(Counter { count: 0, target: target as i32, exact: true });
        self.counters.len() - 1
    }

    /// Adds pieces with the same places. Each place has terms in addition to those of its cells.
    pub(super) fn pieces(
        &mut self,
        count: usize,
        places: impl Iterator<Item = (CellSet, Vec<Term>)>,
    ) {
        let mut list = List::default();
        for (place, terms) in places {
            list.terms.extend(place.iter().map(|cell| (index(cell) as u16, 1)));
            list.terms
                .extend(terms.into_iter().map(|(counter, amount)| (counter as u16, amount as u8)));
            list.ends.push(list.terms.len());
            list.places.push(place);
        }
        self.pieces.extend(std::iter::repeat_n(self.lists.len(), count));
        self.lists.push(list);
    }

    /// Adds a piece with the same places as another one.
    pub(super) fn piece_like(&mut self, piece: usize) {
        self.pieces.push(self.pieces[piece]);
    }

    /// Walks until there are enough samples, or until it has done its part of the work, if
    /// `sharing` walks share it. If no placement fits, those that come nearest are returned.
    pub(super) fn run(mut self, wanted: usize, sharing: usize, chance: &mut Chance) -> Samples {
        let wanted = wanted.min(ENOUGH);
        let mut found: Vec<Sample> = Vec::new();
        let mut fewest_wrong = i32::MAX;
        let work: usize = self.pieces.iter().map(|list| self.lists[*list].places.len()).sum();
        let sweeps = MAX_WORK / sharing.div_ceil(2) / (work + SWEEP_WORK) + COLDNESS.len();
        if self.pieces.iter().any(|list| self.lists[*list].places.is_empty()) {
            return Samples { samples: found, method: Method::Nothing };
        }
        // Number of the place of each piece.
        let mut chosen: Vec<usize> =
            self.pieces.iter().map(|list| chance.below(self.lists[*list].places.len())).collect();
        self.rise = self.counters.iter().map(|counter| counter.rise()).collect();
        for (piece, place) in chosen.iter().enumerate() {
            self.lay(piece, *place, 1);
        }
        let mut order: Vec<usize> = (0..chosen.len()).collect();
        let mut weights = Vec::new();
        let rarities = COLDNESS.map(|coldness| {
            (-WORST..=WORST).map(|wrong| (-coldness * f64::from(wrong)).exp()).collect::<Vec<_>>()
        });
        for rarity in rarities.iter().cycle().take(sweeps) {
            chance.shuffle(&mut order);
            for &piece in &order {
                self.lay(piece, chosen[piece], -1);
                self.weigh(piece, rarity, &mut weights);
                chosen[piece] = chance.below_sum(&weights);
                self.lay(piece, chosen[piece], 1);
            }
            let wrong: i32 = self.counters.iter().map(|counter| counter.wrong(0)).sum();
            if wrong < fewest_wrong {
                fewest_wrong = wrong;
                found.clear();
            }
            if wrong == fewest_wrong && found.len() < wanted {
                let places = self.pieces.iter().zip(&chosen);
                found.push(places.map(|(list, place)| self.lists[*list].places[*place]).collect());
            }
            if fewest_wrong == 0 && found.len() == wanted {
                break;
            }
        }
        let method = if fewest_wrong == 0 { Method::Gibbs } else { Method::Lists };
        Samples { samples: found, method }
    }

    fn lay(&mut self, piece: usize, place: usize, times: i32) {
        for &(number, amount) in self.lists[self.pieces[piece]].terms(place) {
            let counter = &mut self.counters[usize::from(number)];
            counter.count += i32::from(amount) * times;
            self.rise[usize::from(number)] = counter.rise();
        }
    }

    /// Computes the sums of the weights of the places of a piece that is not laid.
    fn weigh(&self, piece: usize, rarity: &[f64], sums: &mut Vec<f64>) {
        let list = &self.lists[self.pieces[piece]];
        sums.clear();
        let mut sum = 0.0;
        let mut start = 0;
        for &end in &list.ends {
            let terms = list.terms[start..end].iter();
            let wrong: i32 = terms.map(|&(counter, amount)| self.change(counter, amount)).sum();
            sum += rarity[(wrong.clamp(-WORST, WORST) + WORST) as usize];
            sums.push(sum);
            start = end;
        }
    }

    /// Returns the change of the number of wrong counters by an amount in one of them.
    fn change(&self, counter: u16, amount: u8) -> i32 {
        match amount {
            1 => self.rise[usize::from(counter)],
            _ => {
                let counter = self.counters[usize::from(counter)];
                counter.wrong(amount.into()) - counter.wrong(0)
            }
        }
    }
}
