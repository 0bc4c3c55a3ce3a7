//! Sampling of pieces that have lists of places, and may not share cells.

use broadside_engine::grid::CellSet;

use super::{Method, Sample, Samples};
use crate::chance::Chance;

/// Number of placements up to which all are enumerated.
const MAX_EXACT: f64 = 20_000.0;
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

    pub(super) fn enumerate(&self) -> Vec<Sample> {
        let mut all = Vec::new();
        let mut chosen = Vec::new();
        self.extend(CellSet::EMPTY, &mut chosen, &mut all);
        all
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

    /// Makes up to `wanted` placements. `None` if no placement is left, or if they are too rare to
    /// be drawn.
    pub(super) fn sample(&self, wanted: usize, chance: &mut Chance) -> Option<Samples> {
        if self.combinations() <= MAX_EXACT {
            let samples = self.enumerate();
            return (!samples.is_empty()).then_some(Samples { samples, method: Method::Exact });
        }
        let mut samples = Vec::with_capacity(wanted);
        for _ in 0..wanted * ATTEMPTS {
            samples.extend(self.draw(chance));
            if samples.len() == wanted {
                break;
            }
        }
        // A tenth of the samples shows enough.
        (samples.len() * 10 >= wanted).then_some(Samples { samples, method: Method::Independent })
    }
}
