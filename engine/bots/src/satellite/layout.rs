//! Layouts of buildings: the mixture from which bots place them, and samples of the opponent's.

use std::rc::Rc;

use broadside_engine::grid::{Cell, CellSet, Grid};
use broadside_engine::satellite::{Building, BuildingDraft, Draft, View};
use broadside_engine::seat::Seat;

use super::{cell, cells, sector};
use crate::Level;
use crate::chance::Chance;
use crate::fleet::{EDGE_WEIGHT, neighbours, rim};
use crate::hidden::Samples;
use crate::hidden::cover::{Destroyed, Piece, Problem, State};

/// Lists the cells of all places of a building.
fn places(building: Building, grid: Grid) -> Vec<CellSet> {
    let mut shapes: Vec<Vec<(i8, i8)>> = Vec::new();
    for turns in 0..4 {
        for mirrored in [false, true] {
            let lay = |&(row, column): &(i8, i8)| {
                let at = if mirrored { (row, -column) } else { (row, column) };
                (0..turns).fold(at, |(row, column), _| (column, -row))
            };
            let mut shape: Vec<(i8, i8)> = building.pattern().iter().map(lay).collect();
            shape.sort_unstable();
            let (row, column) = shape[0];
            shape.iter_mut().for_each(|at| *at = (at.0 - row, at.1 - column));
            shapes.push(shape);
        }
    }
    shapes.sort();
    shapes.dedup();
    let place = |at: Cell, shape: &Vec<(i8, i8)>| {
        let cell = |&(rows, columns): &(i8, i8)| {
            let row = at.row().checked_add_signed(rows)?;
            let column = at.column().checked_add_signed(columns)?;
            Cell::new(column, row).filter(|cell| grid.contains(*cell))
        };
        shape.iter().map(cell).collect::<Option<CellSet>>()
    };
    grid.cells().flat_map(|at| shapes.iter().filter_map(move |shape| place(at, shape))).collect()
}

/// Number of attempts at a style before another one is used.
const ATTEMPTS: usize = 300;

/// Places the buildings: half of the layouts are uniform, a quarter prefers the edge, and in a
/// quarter no two buildings touch. `random` always places uniformly.
pub(super) fn place(level: Level, grid: Grid, chance: &mut Chance) -> Draft {
    let style = if level == Level::Random { 0 } else { chance.below(4) };
    let lists = Building::ALL.map(|building| places(building, grid));
    let drawn = [style, 0]
        .into_iter()
        .find_map(|style| (0..ATTEMPTS).find_map(|_| attempt(style, grid, &lists, chance)));
    let drawn = drawn.unwrap_or_default();
    let buildings = Building::ALL.into_iter().zip(drawn).map(|(building, place)| BuildingDraft {
        building,
        cells: place.iter().map(sector).collect(),
    });
    Draft { buildings: buildings.collect() }
}

fn attempt(
    style: usize,
    grid: Grid,
    lists: &[Vec<CellSet>; 6],
    chance: &mut Chance,
) -> Option<Vec<CellSet>> {
    let mut used = CellSet::EMPTY;
    let mut drawn = Vec::new();
    for list in lists {
        let place = match style {
            2 => {
                let weights: Vec<f64> = list
                    .iter()
                    .map(|place| EDGE_WEIGHT.powi((*place & rim(grid)).len() as i32))
                    .collect();
                list[chance.weighted(&weights)?]
            }
            _ => chance.pick(list)?,
        };
        if !(place & used).is_empty() {
            return None;
        }
        used = used | place | if style == 3 { neighbours(grid, place) } else { CellSet::EMPTY };
        drawn.push(place);
    }
    Some(drawn)
}

/// Samples layouts of the opponent that fit all operations.
pub(super) fn sample(
    seat: Seat,
    view: &View,
    grid: Grid,
    wanted: usize,
    chance: &mut Chance,
) -> Samples {
    let side = view.sides.iter().find(|side| side.seat != seat);
    let (hits, misses, destroyed) = match side {
        Some(side) => (cells(&side.hits), cells(&side.misses), usize::from(side.destroyed)),
        None => (CellSet::EMPTY, CellSet::EMPTY, 0),
    };
    let mut reported: Vec<Destroyed> = Vec::new();
    let mut known: Vec<CellSet> = Vec::new();
    let mut hit = CellSet::EMPTY;
    for operation in view.operations.iter().filter(|operation| operation.seat == seat) {
        for report in &operation.reports {
            hit.insert(cell(report.sector));
        }
        if let Some(building) = &operation.building {
            hit = hit | cells(building);
            known.push(cells(building));
        }
        reported.push(Destroyed { hits: hit & hits, count: usize::from(operation.destroyed) });
    }
    let earlier: usize = reported.iter().map(|destroyed| destroyed.count).sum();
    reported.push(Destroyed { hits, count: destroyed.saturating_sub(earlier) });
    let piece = |building| Piece { places: Rc::new(places(building, grid)), state: State::Unknown };
    let pieces = Building::ALL.map(piece).into();
    Problem { hits, misses, pieces, destroyed: reported, known, sharing: 1 }.sample(wanted, chance)
}
