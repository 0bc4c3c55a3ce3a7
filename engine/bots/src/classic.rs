//! Bots for `classic`.

use std::rc::Rc;

use broadside_engine::classic::{Action, Draft, Fire, Legal, Mode, SalvoView, View, Waters};
use broadside_engine::fleet::Class;
use broadside_engine::grid::{Cell, CellSet};
use broadside_engine::seat::Seat;

use crate::chance::Chance;
use crate::fleet;
use crate::hidden::cover::{Piece, Problem, State};
use crate::hidden::totals::{ClassProblem, Total};
use crate::hidden::{CellCounts, Method, Samples, totals};
use crate::targeting::{best, casual_target, informative_cells, open_hits};
use crate::{Choosing, Level};

const SINGLE_SAMPLES: usize = 1_000;
const SALVO_SAMPLES: usize = 500;

pub(crate) fn place(level: Level, view: &View, chance: &mut Chance) -> Draft {
    let ships = fleet::ships_to_place(&view.fleet);
    Draft { ships: fleet::place(level, view.grid, view.grid.all(), &ships, chance) }
}

fn cells_of(fleet: &[Class]) -> usize {
    fleet.iter().map(|class| usize::from(class.length) * usize::from(class.ships)).sum()
}

fn hits_on(waters: &Waters) -> usize {
    let single = waters.hits.map_or(0, |hits| hits.len());
    single + waters.salvos.iter().flatten().map(|salvo| salvo.hits.len()).sum::<usize>()
}

pub(crate) fn standing(seat: Seat, view: &View) -> f64 {
    let mut own_hits = 0;
    let mut opponent_hits = 0;
    for waters in &view.waters {
        if waters.seat == seat {
            own_hits += hits_on(waters);
        } else {
            opponent_hits += hits_on(waters);
        }
    }
    crate::standing(own_hits, opponent_hits, cells_of(&view.fleet))
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
    let count = cells.count;
    let from = cells.from;
    let (cells, method) = match (level, view.mode()) {
        (Level::Random, _) => (random(count, from, chance), None),
        (Level::Casual, Mode::Single) => (vec![casual_shot(view, waters, from, chance)?], None),
        (Level::Casual, Mode::Salvo) => (casual_salvo(view, waters, count, from, chance), None),
        (Level::Strong, Mode::Single) => {
            let samples = single_problem(view, waters).sample(SINGLE_SAMPLES, chance);
            let cell = likeliest(&samples.chances(), from, chance)?;
            (vec![cell], Some(samples.method))
        }
        (Level::Strong, Mode::Salvo) => {
            let (cells, method) = strong_salvo(view, waters, count, from, chance);
            (cells, Some(method))
        }
    };
    Some(Choosing { actions: vec![Action::Fire(Fire { cells, round: *round })], method })
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

fn shots_in(waters: &Waters) -> Vec<(Cell, bool)> {
    let hits = waters.hits.unwrap_or_default();
    waters.shots.iter().flatten().map(|&cell| (cell, hits.contains(cell))).collect()
}

fn sunk_in(waters: &Waters) -> Vec<(String, usize)> {
    let shots = waters.sinking_shots.iter().flatten();
    waters.sunk.iter().zip(shots).map(|(class, &shot)| (class.to_string(), shot as usize)).collect()
}

fn casual_shot(view: &View, waters: &Waters, from: CellSet, chance: &mut Chance) -> Option<Cell> {
    let fleet: Vec<_> =
        view.fleet.iter().map(|class| (class.class.to_string(), class.length)).collect();
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
        let places = Rc::new(fleet::places(view.grid, view.grid.all(), class.length));
        for _ in 0..class.ships {
            let sinking = sinkings.iter().position(|(name, _)| *name == *class.class.as_str());
            let state = match sinking.map(|at| sinkings.remove(at)) {
                None => State::Afloat,
                Some((_, shot)) => {
                    let before: CellSet = shots[..shot]
                        .iter()
                        .filter(|(_, hit)| *hit)
                        .map(|(cell, _)| *cell)
                        .collect();
                    State::Sunk(shots[shot - 1].0, before)
                }
            };
            pieces.push(Piece { places: places.clone(), state });
        }
    }
    Problem { hits, misses, pieces, ..Problem::default() }
}

fn total(salvo: &SalvoView, class: &Class) -> Total {
    let cells = salvo.cells.iter().copied().collect();
    Total::of_class(&class.class, cells, &salvo.hits, &salvo.sunk)
}

/// Returns true if a ship of a class with this number of ships can lie at a place.
fn fits_totals(place: CellSet, ships: u8, totals: &[Total]) -> bool {
    totals.iter().all(|total| {
        let touches = !(place & total.cells).is_empty();
        match ships {
            1 => touches == (total.hits > 0),
            // Of several ships of a class, a hit may be on another one.
            _ => total.hits > 0 || !touches,
        }
    })
}

/// Salvo of a careful person: they note for each class the salvos that hit it, and prefer cells
/// where a ship afloat can lie that was touched by every one of them and by no other.
fn casual_salvo(
    view: &View,
    waters: &Waters,
    count: usize,
    from: CellSet,
    chance: &mut Chance,
) -> Vec<Cell> {
    let salvos = waters.salvos.as_deref().unwrap_or_default();
    let mut scores = CellCounts::new();
    for class in &view.fleet {
        let sunk = waters.sunk.iter().filter(|sunk| **sunk == class.class).count();
        if sunk >= usize::from(class.ships) {
            continue;
        }
        let totals: Vec<Total> = salvos.iter().map(|salvo| total(salvo, class)).collect();
        let mut possible = CellSet::EMPTY;
        for place in fleet::places(view.grid, view.grid.all(), class.length) {
            if fits_totals(place, class.ships, &totals) {
                possible = possible | place;
            }
        }
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
    let classes = view.fleet.iter().map(|class| ClassProblem {
        places: fleet::places(view.grid, view.grid.all(), class.length),
        ships: usize::from(class.ships),
        totals: salvos.iter().map(|salvo| total(salvo, class)).collect(),
        known: CellSet::EMPTY,
        empty: CellSet::EMPTY,
    });
    totals::sample(&classes.collect::<Vec<_>>(), SALVO_SAMPLES, chance)
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
