//! Bots for `voices`.

use std::rc::Rc;

use broadside_engine::fleet::Class;
use broadside_engine::grid::{Cell, CellSet, Grid};
use broadside_engine::seat::Seat;
use broadside_engine::voices::{
    Action, Axis, ChooseAxes, Draft, Fire, Legal, ShotResult, View, Waters,
};

use crate::chance::Chance;
use crate::fleet::{self, ShipToPlace};
use crate::hidden::cover::{Piece, Problem, State};
use crate::hidden::{CellCounts, Method};
use crate::targeting::{best, casual_target, open_hits};
use crate::{Choosing, Level};

/// Number of samples of the fleets of all opponents.
const SAMPLES: usize = 400;
/// Least number of samples of the fleet of each opponent.
const FEW_SAMPLES: usize = 100;

pub(crate) fn place(level: Level, view: &View, chance: &mut Chance) -> Draft {
    let ship = |class: &Class| ShipToPlace { class: class.class.clone(), length: class.length };
    let ships: Vec<_> =
        view.fleet.iter().flat_map(|class| (0..class.ships).map(move |_| ship(class))).collect();
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
    let hits = |waters: &Waters| hits_on(waters).len();
    let own = view.waters.iter().filter(|waters| waters.seat == seat).map(hits).sum();
    let others = view.waters.iter().filter(|waters| waters.seat != seat && waters.living);
    others.map(|waters| crate::standing(own, hits(waters), cells_of(view))).fold(1.0, f64::min)
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
                let (cell, method) = aim(level, view, &targets, cells.from, chance)?;
                let actions = vec![Action::Fire(Fire { cell })];
                return Some(Choosing { actions, method });
            }
            Legal::ChooseAxes { cells: Some(cells), .. } => {
                let first = |first_die| Action::ChooseAxes(ChooseAxes { first_die });
                let (axis, method) = match level {
                    Level::Random => (if chance.below(2) == 0 { Axis::X } else { Axis::Y }, None),
                    _ => {
                        let (values, method) = values(level, view, &targets, chance);
                        let [x, y] = [cells.x, cells.y].map(|cell| worth(cell, &values, &targets));
                        let first_is_x = if x == y { chance.below(2) == 0 } else { x > y };
                        (if first_is_x { Axis::X } else { Axis::Y }, method)
                    }
                };
                return Some(Choosing { actions: vec![first(axis)], method });
            }
            _ => {}
        }
    }
    legal.contains(&Legal::RollAll {}).then(|| Choosing::new(vec![Action::RollAll {}]))
}

/// Returns true if the seat would win, or share the lead, if the game ended now (V10).
fn leads(seat: Seat, view: &View) -> bool {
    let ships: usize = view.fleet.iter().map(|class| usize::from(class.ships)).sum();
    let count = |waters: &Waters| {
        (ships - waters.sunk.len().min(ships), cells_of(view) - hits_on(waters).len())
    };
    let Some(own) = view.waters.iter().find(|waters| waters.seat == seat).map(count) else {
        return false;
    };
    view.waters
        .iter()
        .filter(|waters| waters.seat != seat && waters.living)
        .all(|waters| own >= count(waters))
}

/// Cells in the waters of a seat that were fired at.
fn fired_at(waters: &Waters) -> CellSet {
    waters.marks.iter().map(|mark| mark.cell).collect()
}

/// Value of a cell that dice lead to. If it was fired at before, the shot moves along its row (V9).
fn worth(cell: Cell, values: &CellCounts, targets: &[&Waters]) -> f64 {
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

/// Chooses a cell to fire at.
fn aim(
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
    let shot = |shot: &broadside_engine::voices::ShotView| {
        let report = shot.reports.iter().find(|report| report.seat == waters.seat)?;
        Some((report.sunk.as_ref()?.to_string(), shot.shot, shot.cell))
    };
    view.shots.iter().filter_map(shot).collect()
}

fn open_hits_of(view: &View, waters: &Waters) -> CellSet {
    let fleet: Vec<_> =
        view.fleet.iter().map(|class| (class.class.to_string(), class.length)).collect();
    let shots: Vec<_> =
        waters.marks.iter().map(|mark| (mark.cell, mark.result == ShotResult::Hit)).collect();
    let place =
        |shot: u32| waters.marks.iter().position(|mark| mark.shot == shot).map_or(0, |at| at + 1);
    let sunk: Vec<_> =
        sinkings(view, waters).into_iter().map(|(class, shot, _)| (class, place(shot))).collect();
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
