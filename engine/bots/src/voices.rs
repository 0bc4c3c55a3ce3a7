//! Bots for `voices`.

use std::rc::Rc;

use broadside_engine::grid::{Cell, CellSet, Grid};
use broadside_engine::seat::Seat;
use broadside_engine::voices::{
    Action, Axis, ChooseAxes, Draft, Fire, Legal, ShotResult, View, Waters,
};

use crate::chance::Chance;
use crate::fleet;
use crate::hidden::cover::{Piece, Problem, State};
use crate::hidden::{CellCounts, Method};
use crate::targeting::{best, casual_target, open_hits};
use crate::{Choosing, Level};

/// Number of samples of the fleets of all opponents.
const SAMPLES: usize = 400;
/// Least number of samples of the fleet of each opponent.
const FEW_SAMPLES: usize = 100;

pub(crate) fn place(level: Level, view: &View, chance: &mut Chance) -> Draft {
    let ships = fleet::ships_to_place(&view.fleet);
    let ships = fleet::place(level, Grid::TEN, Grid::TEN.all(), &ships, chance);
    Draft { ships, battle: None, tactical: None, voice: None }
}

fn hits_on(waters: &Waters) -> CellSet {
    waters
        .marks
        .iter()
        .filter(|mark| mark.result == ShotResult::Hit)
        .map(|mark| mark.cell)
        .collect()
}

fn cells_of(view: &View) -> usize {
    view.fleet.iter().map(|class| usize::from(class.length) * usize::from(class.ships)).sum()
}

/// Standing against the best of the other players.
pub(crate) fn standing(seat: Seat, view: &View) -> f64 {
    let own = view.waters.iter().filter(|waters| waters.seat == seat);
    let own_hits = own.map(|waters| hits_on(waters).len()).sum();
    let others = view.waters.iter().filter(|waters| waters.seat != seat && waters.living);
    others
        .map(|waters| crate::standing(own_hits, hits_on(waters).len(), cells_of(view)))
        .fold(1.0, f64::min)
}

pub(crate) fn act(
    level: Level,
    seat: Seat,
    view: &View,
    legal: &[Legal],
    chance: &mut Chance,
) -> Option<Choosing<Action>> {
    if legal.contains(&Legal::AcceptEnd {}) {
        let accepts = match level {
            Level::Random => chance.below(2) == 0,
            Level::Casual | Level::Strong => leads(seat, view),
        };
        let answer = if accepts { Action::AcceptEnd {} } else { Action::DeclineEnd {} };
        return Some(Choosing::new(vec![answer]));
    }
    let turn = view.turn.as_ref().filter(|turn| turn.seat == seat)?;
    let targets: Vec<&Waters> =
        view.waters.iter().filter(|waters| turn.targets.contains(waters.seat)).collect();
    for choice in legal {
        match choice {
            Legal::Fire { cells } => {
                let (cell, method) = choose_cell(level, view, &targets, cells.from, chance)?;
                let actions = vec![Action::Fire(Fire { cell })];
                return Some(Choosing { actions, method });
            }
            Legal::ChooseAxes { cells: Some(cells), .. } => {
                let (first_is_x, method) = match level {
                    Level::Random => (chance.below(2) == 0, None),
                    _ => {
                        let (values, method) = values(level, view, &targets, chance);
                        let x = value_of_shot(cells.x, &values, &targets);
                        let y = value_of_shot(cells.y, &values, &targets);
                        (if x == y { chance.below(2) == 0 } else { x > y }, method)
                    }
                };
                let first_die = if first_is_x { Axis::X } else { Axis::Y };
                let actions = vec![Action::ChooseAxes(ChooseAxes { first_die })];
                return Some(Choosing { actions, method });
            }
            _ => {}
        }
    }
    legal.contains(&Legal::RollAll {}).then(|| Choosing::new(vec![Action::RollAll {}]))
}

/// Returns true if the seat would win, or share the lead, if the game ended now (V10).
fn leads(seat: Seat, view: &View) -> bool {
    let Some(own) = view.waters.iter().find(|waters| waters.seat == seat) else {
        return false;
    };
    let own_afloat = afloat(view, own);
    view.waters
        .iter()
        .filter(|waters| waters.seat != seat && waters.living)
        .all(|waters| own_afloat >= afloat(view, waters))
}

/// Returns the number of ships that are not sunk, and the number of cells that are not hit.
fn afloat(view: &View, waters: &Waters) -> (usize, usize) {
    let ships: usize = view.fleet.iter().map(|class| usize::from(class.ships)).sum();
    (ships - waters.sunk.len().min(ships), cells_of(view) - hits_on(waters).len())
}

/// Cells in the waters of a seat that were fired at.
fn fired_at(waters: &Waters) -> CellSet {
    waters.marks.iter().map(|mark| mark.cell).collect()
}

/// Value of a cell that dice lead to. If it was fired at before, the shot moves along its row (V9).
fn value_of_shot(cell: Cell, values: &CellCounts, targets: &[&Waters]) -> f64 {
    let closed = targets
        .iter()
        .map(|waters| fired_at(waters))
        .reduce(|all, cells| all & cells)
        .unwrap_or_default();
    if !closed.contains(cell) {
        return values.get(cell);
    }
    let row =
        Grid::TEN.cells().filter(|other| other.row() == cell.row() && !closed.contains(*other));
    row.map(|other| values.get(other)).fold(0.0, f64::max)
}

fn choose_cell(
    level: Level,
    view: &View,
    targets: &[&Waters],
    from: CellSet,
    chance: &mut Chance,
) -> Option<(Cell, Option<Method>)> {
    match level {
        Level::Random => Some((chance.pick(&from.iter().collect::<Vec<_>>())?, None)),
        Level::Casual => {
            let open = targets
                .iter()
                .map(|waters| open_hits_of(view, waters))
                .fold(CellSet::EMPTY, |a, b| a | b);
            Some((casual_target(Grid::TEN, open, from, chance)?, None))
        }
        Level::Strong => {
            let (values, method) = values(level, view, targets, chance);
            Some((best(from, chance, |cell| values.get(cell))?, method))
        }
    }
}

fn sinkings(view: &View, waters: &Waters) -> Vec<(String, u32, Cell)> {
    let sinkings = view.shots.iter().filter_map(|shot| {
        let report = shot.reports.iter().find(|report| report.seat == waters.seat)?;
        Some((report.sunk.as_ref()?.to_string(), shot.shot, shot.cell))
    });
    sinkings.collect()
}

fn open_hits_of(view: &View, waters: &Waters) -> CellSet {
    let fleet: Vec<_> =
        view.fleet.iter().map(|class| (class.class.to_string(), class.length)).collect();
    let shots: Vec<_> =
        waters.marks.iter().map(|mark| (mark.cell, mark.result == ShotResult::Hit)).collect();
    let mut sunk = Vec::new();
    for (class, shot, _) in sinkings(view, waters) {
        let index = waters.marks.iter().position(|mark| mark.shot == shot);
        sunk.push((class, index.map_or(0, |index| index + 1)));
    }
    open_hits(Grid::TEN, &fleet, &shots, &sunk)
}

/// Returns the value of a new hit at each cell: the number of opponents that it would hit.
fn values(
    level: Level,
    view: &View,
    targets: &[&Waters],
    chance: &mut Chance,
) -> (CellCounts, Option<Method>) {
    let mut values = CellCounts::new();
    let mut method = None;
    for waters in targets {
        if level == Level::Casual {
            // A person sees where a hit is likely: in line with or next to an open hit.
            let open = open_hits_of(view, waters);
            let near = fleet::neighbours(Grid::TEN, open) - fired_at(waters);
            values.add(&near, 1.0);
            values.add(&(Grid::TEN.all() - fired_at(waters)), 0.1);
            continue;
        }
        let problem = Problem { sharing: targets.len(), ..problem(view, waters) };
        let hits = problem.hits;
        let samples = problem.sample((SAMPLES / targets.len()).max(FEW_SAMPLES), chance);
        method = method.max(Some(samples.method));
        let weight = 1.0 / samples.samples.len().max(1) as f64;
        for piece in samples.samples.iter().flatten() {
            values.add(&(*piece - hits), weight);
        }
    }
    (values, method)
}

fn problem(view: &View, waters: &Waters) -> Problem {
    let hits = hits_on(waters);
    let misses = fired_at(waters) - hits;
    let mut sunk = sinkings(view, waters);
    let mut pieces = Vec::new();
    for class in &view.fleet {
        let places = Rc::new(fleet::places(Grid::TEN, Grid::TEN.all(), class.length));
        for _ in 0..class.ships {
            let sinking = sunk.iter().position(|(name, ..)| *name == *class.class.as_str());
            let state = match sinking.map(|at| sunk.remove(at)) {
                None => State::Afloat,
                Some((_, shot, cell)) => {
                    let before = waters
                        .marks
                        .iter()
                        .filter(|mark| mark.shot <= shot && mark.result == ShotResult::Hit);
                    State::Sunk(cell, before.map(|mark| mark.cell).collect())
                }
            };
            pieces.push(Piece { places: places.clone(), state });
        }
    }
    Problem { hits, misses, pieces, ..Problem::default() }
}
