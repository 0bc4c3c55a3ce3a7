//! Layouts of buildings: the mixture from which bots place them, and samples of the opponent's.

use std::rc::Rc;

use broadside_engine::grid::{CellSet, Grid};
use broadside_engine::satellite::{Building, BuildingDraft, Draft, View};
use broadside_engine::seat::Seat;

use super::{cell, cell_at, cells, sector};
use crate::Level;
use crate::chance::Chance;
use crate::fleet::{edge_weight, neighbours, rim};
use crate::hidden::Samples;
use crate::hidden::cover::{Destroyed, Piece, Problem, State};

fn places(building: Building, grid: Grid) -> Vec<CellSet> {
    let mut shapes: Vec<Vec<(i8, i8)>> = Vec::new();
    for turns in 0..4 {
        for mirrored in [false, true] {
            let mut shape: Vec<(i8, i8)> = Vec::new();
            for &(row, column) in building.pattern() {
                let offset = if mirrored { (row, -column) } else { (row, column) };
                shape.push((0..turns).fold(offset, |(row, column), _| (column, -row)));
            }
            shape.sort_unstable();
            let (row, column) = shape[0];
            shape.iter_mut().for_each(|offset| *offset = (offset.0 - row, offset.1 - column));
            shapes.push(shape);
        }
    }
    shapes.sort();
    shapes.dedup();
    let mut places = Vec::new();
    for first in grid.cells() {
        for shape in &shapes {
            let cells = shape.iter().map(|offset| cell_at(grid, first, *offset));
            places.extend(cells.collect::<Option<CellSet>>());
        }
    }
    places
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
                let rim = rim(grid);
                let weights: Vec<f64> = list.iter().map(|place| edge_weight(*place, rim)).collect();
                list[chance.weighted(&weights)?]
            }
            _ => chance.pick(list)?,
        };
        if !(place & used).is_empty() {
            return None;
        }
        used = used | place;
        if style == 3 {
            used = used | neighbours(grid, place);
        }
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
    let pieces = Building::ALL
        .map(|building| Piece { places: Rc::new(places(building, grid)), state: State::Unknown })
        .into();
    Problem { hits, misses, pieces, destroyed: reported, known, sharing: 1 }.sample(wanted, chance)
}
