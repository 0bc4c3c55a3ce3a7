//! Choice of cells, for every ruleset.

use broadside_engine::grid::{Cell, CellSet, Grid};

use crate::chance::Chance;
use crate::fleet;
use crate::hidden::{Sample, index};

/// Weight of the entropy of the answer to a salvo, in hits.
const ENTROPY_WEIGHT: f64 = 0.3;
/// Number of samples that the entropy of an answer is computed from.
const ENTROPY_SAMPLES: usize = 500;
/// Number of samples, times cells, times shots, up to which there are so many.
const ENTROPY_WORK: usize = 1_200_000;

/// Returns the cell with the highest score; a random one of several.
pub(crate) fn best(
    from: CellSet,
    chance: &mut Chance,
    score: impl Fn(Cell) -> f64,
) -> Option<Cell> {
    let mut best: Vec<Cell> = Vec::new();
    let mut highest = f64::NEG_INFINITY;
    for cell in from.iter() {
        let value = score(cell);
        if value > highest + 1e-9 {
            highest = value;
            best.clear();
        }
        if value > highest - 1e-9 {
            best.push(cell);
        }
    }
    chance.pick(&best)
}

/// Hits that belong to no ship announced as sunk, as a person sees them: a sunk ship is taken to be
/// a line of hits of the right length through its last hit.
pub(crate) fn open_hits(
    grid: Grid,
    fleet: &[(String, u8)],
    shots: &[(Cell, bool)],
    sunk: &[(String, usize)],
) -> CellSet {
    let mut open = CellSet::EMPTY;
    let mut sinkings = sunk.iter().peekable();
    for (number, &(cell, hit)) in shots.iter().enumerate() {
        if hit {
            open.insert(cell);
        }
        while let Some((class, _)) = sinkings.next_if(|(_, shot)| *shot == number + 1) {
            let length =
                fleet.iter().find(|(name, _)| name == class).map_or(1, |(_, length)| *length);
            let places = fleet::places(grid, open, length);
            if let Some(place) = places.iter().find(|place| place.contains(cell)) {
                open = open - *place;
            }
        }
    }
    open
}

/// Shot of a person at a kitchen table: they continue a line of open hits, try next to a single
/// open hit, and otherwise call any cell.
pub(crate) fn casual_target(
    grid: Grid,
    open: CellSet,
    from: CellSet,
    chance: &mut Chance,
) -> Option<Cell> {
    let mut in_line = Vec::new();
    let mut next_to = Vec::new();
    for hit in open.iter() {
        for cell in fleet::beside(grid, hit).filter(|cell| from.contains(*cell)) {
            next_to.push(cell);
            // The cell on the other side of the hit continues the line.
            let opposite = (2 * hit.column())
                .checked_sub(cell.column())
                .zip((2 * hit.row()).checked_sub(cell.row()));
            let opposite = opposite.and_then(|(column, row)| Cell::new(column, row));
            if opposite.is_some_and(|cell| open.contains(cell)) {
                in_line.push(cell);
            }
        }
    }
    chance
        .pick(&in_line)
        .or_else(|| chance.pick(&next_to))
        .or_else(|| chance.pick(&from.iter().collect::<Vec<_>>()))
}

/// Chooses cells one by one: those with the most hits and the most informative answer, a total for
/// each class.
pub(crate) fn informative_cells(
    samples: &[Sample],
    count: usize,
    from: CellSet,
    chance: &mut Chance,
) -> Vec<Cell> {
    let possible = samples.iter().flatten().fold(CellSet::EMPTY, |all, cells| all | *cells) & from;
    let mut left: Vec<Cell> = possible.iter().collect();
    let drawn = (ENTROPY_WORK / (left.len() * count).max(1)).min(ENTROPY_SAMPLES);
    // An enumeration is in order, so a part of it is drawn.
    let mut samples: Vec<&Sample> = samples.iter().collect();
    if samples.len() > drawn {
        chance.shuffle(&mut samples);
        samples.truncate(drawn);
    }
    let classes = samples[0].len();
    // Class at each cell in each sample, `classes` for none.
    let mut classes_at: Vec<Vec<u16>> = vec![Vec::new(); 26 * 26];
    for &cell in &left {
        let target =
            samples.iter().map(|sample| sample.iter().position(|cells| cells.contains(cell)));
        classes_at[index(cell)] = target.map(|class| class.unwrap_or(classes) as u16).collect();
    }
    let logs: Vec<f64> = (0..=samples.len())
        .map(|n| if n == 0 { 0.0 } else { n as f64 * (n as f64).ln() })
        .collect();
    // Samples with the same totals so far are in the same group. The totals of a group are the
    // digits of a number, one for each class; misses do not count.
    let mut digits: Vec<u64> =
        (0..classes).map(|class| 64_u64.wrapping_pow(class as u32)).collect();
    digits.push(0);
    let width = digits.len();
    let size = samples.len() as f64;
    let mut groups: Vec<usize> = vec![0; samples.len()];
    let mut totals: Vec<u64> = vec![0];
    let mut chosen = Vec::new();
    let mut counts: Vec<u32> = Vec::new();
    while chosen.len() < count && !left.is_empty() {
        // Group that follows from each group with a hit on each class.
        let mut sums: Vec<u64> = Vec::with_capacity(totals.len() * width);
        for total in &totals {
            sums.extend(digits.iter().map(|digit| total.wrapping_add(*digit)));
        }
        let mut next_totals = sums.clone();
        next_totals.sort_unstable();
        next_totals.dedup();
        let next: Vec<usize> =
            sums.iter().map(|sum| next_totals.partition_point(|total| total < sum)).collect();
        let scores: Vec<f64> = left
            .iter()
            .map(|cell| {
                counts.clear();
                counts.resize(next_totals.len(), 0);
                let mut hits = 0;
                for (group, class) in groups.iter().zip(&classes_at[index(*cell)]) {
                    counts[next[group * width + usize::from(*class)]] += 1;
                    hits += usize::from(usize::from(*class) < classes);
                }
                let sum: f64 = counts.iter().map(|&n| logs[n as usize]).sum();
                let entropy = size.ln() - sum / size;
                hits as f64 / size + ENTROPY_WEIGHT * entropy
            })
            .collect();
        let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let ties: Vec<usize> = (0..left.len()).filter(|n| scores[*n] > highest - 1e-9).collect();
        let Some(pick) = chance.pick(&ties) else { break };
        let cell = left.swap_remove(pick);
        chosen.push(cell);
        for (group, class) in groups.iter_mut().zip(&classes_at[index(cell)]) {
            *group = next[*group * width + usize::from(*class)];
        }
        // Groups without samples are left out.
        let mut used = groups.clone();
        used.sort_unstable();
        used.dedup();
        groups.iter_mut().for_each(|group| *group = used.partition_point(|other| other < group));
        totals = used.into_iter().map(|group| next_totals[group]).collect();
    }
    // Cells without a hit in any sample fill the rest.
    let mut others: Vec<Cell> = (from - possible).iter().collect();
    chance.shuffle(&mut others);
    chosen.extend(others.into_iter().take(count - chosen.len()));
    chosen
}
