//! Fleets of straight ships: their places, and the mixture from which bots place them.

use std::collections::BTreeMap;

use broadside_engine::fleet::{Class, ClassName, Heading, ShipDraft};
use broadside_engine::grid::{Cell, CellSet, Grid};

use crate::Level;
use crate::chance::Chance;

/// Ship to place: its class and its length.
#[derive(Clone, Debug)]
pub(crate) struct ShipToPlace {
    pub(crate) class: ClassName,
    pub(crate) length: u8,
}

pub(crate) fn ships_to_place(fleet: &[Class]) -> Vec<ShipToPlace> {
    let mut ships = Vec::new();
    for class in fleet {
        let ship = ShipToPlace { class: class.class.clone(), length: class.length };
        ships.extend(std::iter::repeat_n(ship, usize::from(class.ships)));
    }
    ships
}

/// Returns the cells of a ship; `None` if it leaves the grid.
pub(crate) fn line(grid: Grid, at: Cell, length: u8, heading: Heading) -> Option<CellSet> {
    let mut cells = CellSet::EMPTY;
    for n in 0..length {
        let cell = match heading {
            Heading::Across => Cell::new(at.column() + n, at.row()),
            Heading::Down => Cell::new(at.column(), at.row() + n),
        };
        cells.insert(cell.filter(|cell| grid.contains(*cell))?);
    }
    Some(cells)
}

/// Place of a ship.
#[derive(Clone, Copy)]
struct Berth {
    at: Cell,
    heading: Heading,
    cells: CellSet,
}

fn berths(grid: Grid, within: CellSet, length: u8) -> Vec<Berth> {
    let headings =
        if length == 1 { &[Heading::Across][..] } else { &[Heading::Across, Heading::Down] };
    let mut berths = Vec::new();
    for at in grid.cells() {
        for &heading in headings {
            if let Some(cells) = line(grid, at, length, heading)
                && cells.is_subset(&within)
            {
                berths.push(Berth { at, heading, cells });
            }
        }
    }
    berths
}

/// Lists the cells of all places of a ship within an area.
pub(crate) fn places(grid: Grid, within: CellSet, length: u8) -> Vec<CellSet> {
    berths(grid, within, length).into_iter().map(|berth| berth.cells).collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Style {
    /// Every placement has the same probability.
    Uniform,
    /// Ships prefer the edge.
    Edge,
    /// No two ships touch.
    Apart,
}

/// Number of attempts at a style before another one is used.
const ATTEMPTS: usize = 300;
/// Number of times by which each cell at the edge multiplies the weight of a place.
const EDGE_WEIGHT: f64 = 1.6;

/// Places a fleet. `casual` and `strong` draw from a fixed mixture: half of their placements are
/// uniform, a quarter prefers the edge, and in a quarter no two ships touch.
pub(crate) fn place(
    level: Level,
    grid: Grid,
    within: CellSet,
    ships: &[ShipToPlace],
    chance: &mut Chance,
) -> Vec<ShipDraft> {
    let style = match (level, chance.below(4)) {
        (Level::Random, _) | (_, 0 | 1) => Style::Uniform,
        (_, 2) => Style::Edge,
        _ => Style::Apart,
    };
    // Places of ships of each length, with their weights at the edge.
    let mut all: BTreeMap<u8, (Vec<Berth>, Vec<f64>)> = BTreeMap::new();
    let rim = rim(grid);
    for ship in ships {
        all.entry(ship.length).or_insert_with(|| {
            let berths = berths(grid, within, ship.length);
            let weights = berths.iter().map(|berth| edge_weight(berth.cells, rim)).collect();
            (berths, weights)
        });
    }
    let styles = [style, Style::Uniform];
    styles
        .into_iter()
        .find_map(|style| (0..ATTEMPTS).find_map(|_| attempt(style, grid, &all, ships, chance)))
        .or_else(|| (0..ATTEMPTS).find_map(|_| squeeze(grid, within, ships, chance)))
        .unwrap_or_default()
}

fn attempt(
    style: Style,
    grid: Grid,
    all: &BTreeMap<u8, (Vec<Berth>, Vec<f64>)>,
    ships: &[ShipToPlace],
    chance: &mut Chance,
) -> Option<Vec<ShipDraft>> {
    let mut used = CellSet::EMPTY;
    let mut drafts = Vec::with_capacity(ships.len());
    for ship in ships {
        let (berths, weights) = all.get(&ship.length)?;
        let berth = match style {
            Style::Edge => berths[chance.weighted(weights)?],
            Style::Uniform | Style::Apart => chance.pick(berths)?,
        };
        if !(berth.cells & used).is_empty() {
            return None;
        }
        used = used | berth.cells;
        if style == Style::Apart {
            used = used | neighbours(grid, berth.cells);
        }
        drafts.push(ShipDraft { class: ship.class.clone(), at: berth.at, heading: berth.heading });
    }
    Some(drafts)
}

/// Places a dense fleet: the longest ships first, each in the room that is left.
fn squeeze(
    grid: Grid,
    within: CellSet,
    ships: &[ShipToPlace],
    chance: &mut Chance,
) -> Option<Vec<ShipDraft>> {
    let mut order: Vec<&ShipToPlace> = ships.iter().collect();
    order.sort_by_key(|ship| std::cmp::Reverse(ship.length));
    let mut free = within;
    let mut drafts = Vec::with_capacity(ships.len());
    for ship in order {
        let berth = chance.pick(&berths(grid, free, ship.length))?;
        free = free - berth.cells;
        drafts.push(ShipDraft { class: ship.class.clone(), at: berth.at, heading: berth.heading });
    }
    Some(drafts)
}

/// Returns the cells at the edge of a grid.
pub(crate) fn rim(grid: Grid) -> CellSet {
    let last = grid.last();
    let cells = grid.cells().filter(|cell| {
        cell.row() == 0
            || cell.column() == 0
            || cell.row() == last.row()
            || cell.column() == last.column()
    });
    cells.collect()
}

/// Returns the weight of a place in a placement that prefers the edge.
pub(crate) fn edge_weight(place: CellSet, rim: CellSet) -> f64 {
    EDGE_WEIGHT.powi((place & rim).len() as i32)
}

/// Returns the cells next to a set, in its rows and columns, without the set.
pub(crate) fn neighbours(grid: Grid, cells: CellSet) -> CellSet {
    let mut neighbours = CellSet::EMPTY;
    for cell in cells.iter() {
        for neighbour in beside(grid, cell) {
            neighbours.insert(neighbour);
        }
    }
    neighbours - cells
}

/// Lists the cells next to a cell: right, down, left, up.
pub(crate) fn beside(grid: Grid, cell: Cell) -> impl Iterator<Item = Cell> {
    let column = cell.column();
    let row = cell.row();
    let steps = [
        Cell::new(column + 1, row),
        Cell::new(column, row + 1),
        column.checked_sub(1).and_then(|column| Cell::new(column, row)),
        row.checked_sub(1).and_then(|row| Cell::new(column, row)),
    ];
    steps.into_iter().flatten().filter(move |cell| grid.contains(*cell))
}
