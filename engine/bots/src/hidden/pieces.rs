//! Sampling of pieces that have lists of places, and may not share cells.

use broadside_engine::grid::CellSet;

use super::{Method, Sample, Samples, gibbs};
use crate::chance::Chance;

/// Number of placements up to which all are enumerated.
const MOST_EXACT: f64 = 20_000.0;
/// Number of attempts for each sample before independent sampling is given up.
const ATTEMPTS: usize = 40;

/// Lists of places, one for each piece.
#[derive(Clone, Debug)]
pub(crate) struct Pieces {
    pub(crate) places: Vec<Vec<CellSet>>,
}

impl Pieces {
    /// Number of combinations, including those in which pieces overlap.
    pub(crate) fn combinations(&self) -> f64 {
        self.places.iter().map(|places| places.len() as f64).product()
    }

    /// Lists all placements; `None` if there are more than the limit.
    fn enumerate(&self) -> Option<Vec<Sample>> {
        if self.combinations() > MOST_EXACT {
            return None;
        }
        let mut all = Vec::new();
        let mut chosen = Vec::new();
        self.extend(CellSet::EMPTY, &mut chosen, &mut all);
        Some(all)
    }

    fn extend(&self, used: CellSet, chosen: &mut Sample, all: &mut Vec<Sample>) {
        let Some(places) = self.places.get(chosen.len()) else {
            all.push(chosen.clone());
            return;
        };
        for place in places.iter().filter(|place| (**place & used).is_empty()) {
            chosen.push(*place);
            self.extend(used | *place, chosen, all);
            chosen.pop();
        }
    }

    /// Draws a placement: each piece uniformly from its list. `None` if two of them overlap.
    pub(crate) fn draw(&self, chance: &mut Chance) -> Option<Sample> {
        let mut used = CellSet::EMPTY;
        let mut sample = Vec::with_capacity(self.places.len());
        for places in &self.places {
            let place = places[chance.below(places.len())];
            if !(place & used).is_empty() {
                return None;
            }
            used = used | place;
            sample.push(place);
        }
        Some(sample)
    }
}

/// Makes up to `wanted` placements of pieces, by the first method that succeeds.
pub(crate) fn sample(pieces: &Pieces, wanted: usize, chance: &mut Chance) -> Samples {
    if pieces.places.iter().any(Vec::is_empty) {
        return Samples { samples: Vec::new(), method: Method::Nothing };
    }
    if let Some(samples) = pieces.enumerate() {
        let method = if samples.is_empty() { Method::Nothing } else { Method::Exact };
        return Samples { samples, method };
    }
    let mut samples = Vec::with_capacity(wanted);
    for _ in 0..wanted * ATTEMPTS {
        samples.extend(pieces.draw(chance));
        if samples.len() == wanted {
            return Samples { samples, method: Method::Independent };
        }
    }
    // A tenth of the samples shows enough.
    if samples.len() * 10 >= wanted {
        return Samples { samples, method: Method::Independent };
    }
    if let Some(samples) = gibbs::sample(pieces, wanted, chance) {
        return Samples { samples, method: Method::Gibbs };
    }
    let lists = |_| pieces.places.iter().map(|places| places[chance.below(places.len())]).collect();
    Samples { samples: (0..wanted).map(lists).collect(), method: Method::Lists }
}
