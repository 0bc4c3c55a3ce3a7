//! Gibbs sampling for dense fleets, in which independent samples almost always overlap.

use broadside_engine::grid::CellSet;

use super::{Pieces, Sample};
use crate::chance::Chance;

/// Number of steps of the search for the first placement.
const MOST_STEPS: usize = 20_000;
/// Number of changes of single pieces between two samples, for each piece.
const SWEEPS: usize = 2;

/// Makes placements one from another. `None` if no first placement was found.
pub(super) fn sample(pieces: &Pieces, wanted: usize, chance: &mut Chance) -> Option<Vec<Sample>> {
    let mut current = first(pieces, chance)?;
    let mut samples = Vec::with_capacity(wanted);
    for _ in 0..wanted {
        for _ in 0..SWEEPS * pieces.places.len() {
            redraw(pieces, &mut current, chance);
        }
        samples.push(current.clone());
    }
    Some(samples)
}

/// Draws the places of two random pieces again, in the room that the others leave.
fn redraw(pieces: &Pieces, current: &mut Sample, chance: &mut Chance) {
    let (one, two) = (chance.below(current.len()), chance.below(current.len()));
    let others = current.iter().enumerate().filter(|(piece, _)| *piece != one && *piece != two);
    let used = others.fold(CellSet::EMPTY, |all, (_, place)| all | *place);
    let free = |piece: usize, used: CellSet| -> Vec<CellSet> {
        pieces.places[piece].iter().copied().filter(|place| (*place & used).is_empty()).collect()
    };
    let options = free(one, used);
    if one == two {
        if let Some(place) = chance.pick(&options) {
            current[one] = place;
        }
        return;
    }
    // The first piece is drawn by the number of places that it leaves to the second one.
    let seconds = free(two, used);
    let room = |place: &CellSet| seconds.iter().filter(|other| (**other & *place).is_empty()).count() as f64;
    let weights: Vec<f64> = options.iter().map(room).collect();
    let Some(drawn) = chance.weighted(&weights) else { return };
    let place = options[drawn];
    let rest: Vec<CellSet> = seconds.into_iter().filter(|other| (*other & place).is_empty()).collect();
    if let Some(other) = chance.pick(&rest) {
        (current[one], current[two]) = (place, other);
    }
}

/// Finds a placement: the piece with the fewest places first, its places in random order.
fn first(pieces: &Pieces, chance: &mut Chance) -> Option<Sample> {
    let mut order: Vec<usize> = (0..pieces.places.len()).collect();
    order.sort_by_key(|piece| pieces.places[*piece].len());
    let mut places = pieces.places.clone();
    places.iter_mut().for_each(|places| chance.shuffle(places));
    let mut found = vec![CellSet::EMPTY; order.len()];
    let mut steps = MOST_STEPS;
    lay(&places, &order, CellSet::EMPTY, &mut found, &mut steps).then_some(found)
}

fn lay(
    places: &[Vec<CellSet>],
    order: &[usize],
    used: CellSet,
    found: &mut Sample,
    steps: &mut usize,
) -> bool {
    let Some((&piece, rest)) = order.split_first() else { return true };
    for place in &places[piece] {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        if (*place & used).is_empty() {
            found[piece] = *place;
            if lay(places, rest, used | *place, found, steps) {
                return true;
            }
        }
    }
    false
}
