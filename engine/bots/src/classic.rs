//! Bots for `classic`.

use broadside_engine::classic::{Action, Draft, Fire, Legal, Mode, SalvoView, View, Waters};
use broadside_engine::fleet::Class;
use broadside_engine::grid::{Cell, CellSet, Grid};
use broadside_engine::seat::Seat;

use crate::chance::Chance;
use crate::fleet::{self, ShipToPlace};
use crate::hidden::cover::{Piece, Problem, State};
use crate::hidden::totals::{ClassProblem, Total};
use crate::hidden::{CellCounts, Method, Samples, index, sample, totals};
use crate::{Choosing, Level};

/// Number of samples for a shot in `single`.
const SINGLE_SAMPLES: usize = 1_000;
/// Number of samples for a salvo.
const SALVO_SAMPLES: usize = 500;
/// Weight of the entropy of the answer to a salvo, in hits.
const ENTROPY_WEIGHT: f64 = 0.3;

pub(crate) fn place(level: Level, view: &View, chance: &mut Chance) -> Draft {
    Draft { ships: fleet::place(level, view.grid, view.grid.all(), &ships(&view.fleet), chance) }
}

fn ships(fleet: &[Class]) -> Vec<ShipToPlace> {
    let ship = |class: &Class| ShipToPlace { class: class.class.clone(), length: class.length };
    fleet.iter().flat_map(|class| (0..class.ships).map(move |_| ship(class))).collect()
}

fn cells_of(fleet: &[Class]) -> usize {
    fleet.iter().map(|class| usize::from(class.length) * usize::from(class.ships)).sum()
}

fn hits_on(waters: &Waters) -> usize {
    let single = waters.hits.map_or(0, |hits| hits.len());
    single + waters.salvos.iter().flatten().map(|salvo| salvo.hits.len()).sum::<usize>()
}

pub(crate) fn standing(seat: Seat, view: &View) -> f64 {
    let hits = |wanted: bool| {
        view.waters.iter().filter(|waters| (waters.seat == seat) == wanted).map(hits_on).sum::<usize>()
    };
    crate::standing(hits(true), hits(false), cells_of(&view.fleet))
}

pub(crate) fn act(
    level: Level,
    seat: Seat,
    view: &View,
    legal: &[Legal],
    chance: &mut Chance,
) -> Option<Choosing<Action>> {
    let Legal::Fire { cells, round } = legal.first()?;
    // A salvo that is written stands.
    if view.written.is_some() {
        return None;
    }
    let waters = view.waters.iter().find(|waters| waters.seat != seat)?;
    let fire = |cells: Vec<Cell>| vec![Action::Fire(Fire { cells, round: *round })];
    let (count, from) = (cells.count, cells.from);
    match (level, view.mode()) {
        (Level::Random, _) => Some(Choosing::new(fire(random(count, from, chance)))),
        (Level::Casual, Mode::Single) => {
            Some(Choosing::new(fire(vec![casual_shot(view, waters, from, chance)?])))
        }
        (Level::Casual, Mode::Salvo) => {
            Some(Choosing::new(fire(casual_salvo(view, waters, count, from, chance))))
        }
        (Level::Strong, Mode::Single) => {
            let samples = single_problem(view, waters).sample(SINGLE_SAMPLES, &|_, _| true, chance);
            let cell = likeliest(&samples.chances(), from, chance)?;
            Some(Choosing::sampled(fire(vec![cell]), samples.method))
        }
        (Level::Strong, Mode::Salvo) => {
            let (cells, method) = strong_salvo(view, waters, count, from, chance);
            Some(Choosing::sampled(fire(cells), method))
        }
    }
}

fn random(count: usize, from: CellSet, chance: &mut Chance) -> Vec<Cell> {
    let mut cells: Vec<Cell> = from.iter().collect();
    chance.shuffle(&mut cells);
    cells.truncate(count);
    cells
}

/// Returns the cell that is most often covered; a random one of several.
pub(crate) fn likeliest(chances: &CellCounts, from: CellSet, chance: &mut Chance) -> Option<Cell> {
    best(from, chance, |cell| chances.get(cell))
}

/// Returns the cell with the highest score; a random one of several.
pub(crate) fn best(from: CellSet, chance: &mut Chance, score: impl Fn(Cell) -> f64) -> Option<Cell> {
    let mut found: Vec<Cell> = Vec::new();
    let mut most = f64::NEG_INFINITY;
    for cell in from.iter() {
        let value = score(cell);
        if value > most + 1e-9 {
            most = value;
            found.clear();
        }
        if value > most - 1e-9 {
            found.push(cell);
        }
    }
    chance.pick(&found)
}

/// Hits that belong to no ship announced as sunk, as a person sees them: a sunk ship is taken to be a line of hits of the
/// right length through its last hit.
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
            let length = fleet.iter().find(|(name, _)| name == class).map_or(1, |(_, length)| *length);
            let lies = |place: &&CellSet| place.contains(cell) && place.is_subset(&open);
            if let Some(place) = fleet::places(grid, open, length).iter().find(lies) {
                open = open - *place;
            }
        }
    }
    open
}

/// Shot of a person at a kitchen table: they continue a line of open hits, try next to a single open hit, and otherwise
/// call any cell.
pub(crate) fn casual_target(grid: Grid, open: CellSet, from: CellSet, chance: &mut Chance) -> Option<Cell> {
    let mut in_line = Vec::new();
    let mut next_to = Vec::new();
    for hit in open.iter() {
        for cell in fleet::beside(grid, hit).filter(|cell| from.contains(*cell)) {
            next_to.push(cell);
            // The cell on the other side of the hit continues the line.
            let opposite =
                (2 * hit.column()).checked_sub(cell.column()).zip((2 * hit.row()).checked_sub(cell.row()));
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

fn shots_in(waters: &Waters) -> Vec<(Cell, bool)> {
    let hits = waters.hits.unwrap_or_default();
    waters.shots.iter().flatten().map(|&cell| (cell, hits.contains(cell))).collect()
}

fn sunk_in(waters: &Waters) -> Vec<(String, usize)> {
    let shots = waters.sinking_shots.iter().flatten();
    waters.sunk.iter().zip(shots).map(|(class, &shot)| (class.to_string(), shot as usize)).collect()
}

fn casual_shot(view: &View, waters: &Waters, from: CellSet, chance: &mut Chance) -> Option<Cell> {
    let fleet: Vec<_> = view.fleet.iter().map(|class| (class.class.to_string(), class.length)).collect();
    let open = open_hits(view.grid, &fleet, &shots_in(waters), &sunk_in(waters));
    casual_target(view.grid, open, from, chance)
}

fn single_problem(view: &View, waters: &Waters) -> Problem {
    let shots = shots_in(waters);
    let hits = waters.hits.unwrap_or_default();
    let misses: CellSet = shots.iter().filter(|(_, hit)| !hit).map(|(cell, _)| *cell).collect();
    let mut sinkings = sunk_in(waters);
    let mut pieces = Vec::new();
    for class in &view.fleet {
        let places = fleet::places(view.grid, view.grid.all(), class.length);
        for _ in 0..class.ships {
            let sinking = sinkings.iter().position(|(name, _)| *name == *class.class.as_str());
            let state = match sinking.map(|at| sinkings.remove(at)) {
                None => State::Afloat,
                Some((_, shot)) => {
                    let before: CellSet =
                        shots[..shot].iter().filter(|(_, hit)| *hit).map(|(cell, _)| *cell).collect();
                    State::Sunk(shots[shot - 1].0, before)
                }
            };
            pieces.push(Piece { places: places.clone(), state });
        }
    }
    Problem { hits, misses, pieces }
}

fn total(salvo: &SalvoView, class: &Class) -> Total {
    Total {
        cells: salvo.cells.iter().copied().collect(),
        hits: salvo.hits.iter().filter(|hit| **hit == class.class).count(),
        sunk: salvo.sunk.iter().filter(|sunk| **sunk == class.class).count(),
    }
}

/// Salvo of a careful person: they note for each class the salvos that hit it, and prefer cells where a ship afloat can
/// lie that was touched by every one of them and by no other.
fn casual_salvo(view: &View, waters: &Waters, count: usize, from: CellSet, chance: &mut Chance) -> Vec<Cell> {
    let salvos = waters.salvos.as_deref().unwrap_or_default();
    let mut scores = CellCounts::new();
    for class in &view.fleet {
        let sunk = waters.sunk.iter().filter(|sunk| **sunk == class.class).count();
        if sunk >= usize::from(class.ships) {
            continue;
        }
        let totals: Vec<Total> = salvos.iter().map(|salvo| total(salvo, class)).collect();
        let fits = |place: &&CellSet| {
            let touches = |total: &Total| !(**place & total.cells).is_empty();
            match class.ships {
                1 => totals.iter().all(|total| touches(total) == (total.hits > 0)),
                // Of several ships of a class, a hit may be on another one.
                _ => totals.iter().all(|total| total.hits > 0 || !touches(total)),
            }
        };
        let all = fleet::places(view.grid, view.grid.all(), class.length);
        let possible = all.iter().filter(fits).fold(CellSet::EMPTY, |all, place| all | *place);
        // A class that was hit is looked for first.
        let hit = totals.iter().any(|total| total.hits > 0);
        scores.add(&possible, if hit { 10.0 } else { 1.0 });
    }
    let mut cells: Vec<Cell> = from.iter().collect();
    chance.shuffle(&mut cells);
    cells.sort_by(|a, b| scores.get(*b).total_cmp(&scores.get(*a)));
    cells.truncate(count);
    cells
}

/// Samples the cells of each class.
fn salvo_samples(view: &View, waters: &Waters, chance: &mut Chance) -> Samples {
    let salvos = waters.salvos.as_deref().unwrap_or_default();
    let class = |class: &Class| ClassProblem {
        places: fleet::places(view.grid, view.grid.all(), class.length),
        ships: usize::from(class.ships),
        totals: salvos.iter().map(|salvo| total(salvo, class)).collect(),
        known: CellSet::EMPTY,
        empty: CellSet::EMPTY,
    };
    let classes: Vec<_> = view.fleet.iter().map(class).collect();
    sample(&totals::pieces(&classes, chance), SALVO_SAMPLES, chance)
}

fn strong_salvo(
    view: &View,
    waters: &Waters,
    count: usize,
    from: CellSet,
    chance: &mut Chance,
) -> (Vec<Cell>, Method) {
    let Samples { samples, method } = salvo_samples(view, waters, chance);
    if samples.is_empty() {
        return (random(count, from, chance), method);
    }
    (informative_cells(&samples, count, from, chance), method)
}

/// Chooses cells one by one: those with the most hits and the most informative answer, a total for each class.
pub(crate) fn informative_cells(
    samples: &[Vec<CellSet>],
    count: usize,
    from: CellSet,
    chance: &mut Chance,
) -> Vec<Cell> {
    // An enumeration is in order, so a part of it is drawn.
    let mut drawn: Vec<&Vec<CellSet>> = samples.iter().collect();
    if drawn.len() > SALVO_SAMPLES {
        chance.shuffle(&mut drawn);
        drawn.truncate(SALVO_SAMPLES);
    }
    let (samples, most) = (drawn, samples.len().min(SALVO_SAMPLES));
    let classes = samples[0].len();
    // Class at each cell in each sample, `classes` for none.
    let mut at: Vec<Vec<u16>> = vec![Vec::new(); 26 * 26];
    let mut left: Vec<Cell> = from.iter().collect();
    for &cell in &left {
        let class = |sample: &&Vec<CellSet>| {
            sample.iter().position(|cells| cells.contains(cell)).unwrap_or(classes) as u16
        };
        at[index(cell)] = samples.iter().map(class).collect();
    }
    let logs: Vec<f64> = (0..=most).map(|n| if n == 0 { 0.0 } else { n as f64 * (n as f64).ln() }).collect();
    // Samples with the same answer so far are in the same group.
    let mut groups: Vec<usize> = vec![0; most];
    let mut group_count = 1;
    let mut chosen = Vec::new();
    let mut counts: Vec<u32> = Vec::new();
    while chosen.len() < count && !left.is_empty() {
        let width = classes + 1;
        let scores: Vec<f64> = left
            .iter()
            .map(|cell| {
                counts.clear();
                counts.resize(group_count * width, 0);
                let mut hits = 0;
                for (group, class) in groups.iter().zip(&at[index(*cell)]) {
                    counts[group * width + usize::from(*class)] += 1;
                    hits += usize::from(usize::from(*class) < classes);
                }
                let sum: f64 = counts.iter().map(|&n| logs[n as usize]).sum();
                let entropy = (most as f64).ln() - sum / most as f64;
                hits as f64 / most as f64 + ENTROPY_WEIGHT * entropy
            })
            .collect();
        let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let ties: Vec<usize> = (0..left.len()).filter(|at| scores[*at] > highest - 1e-9).collect();
        let Some(pick) = chance.pick(&ties) else { break };
        let cell = left.swap_remove(pick);
        chosen.push(cell);
        // Number the groups again.
        let mut numbers: Vec<usize> = vec![usize::MAX; group_count * width];
        let mut next = 0;
        for (group, class) in groups.iter_mut().zip(&at[index(cell)]) {
            let number = &mut numbers[*group * width + usize::from(*class)];
            if *number == usize::MAX {
                *number = next;
                next += 1;
            }
            *group = *number;
        }
        group_count = next;
    }
    chosen
}
