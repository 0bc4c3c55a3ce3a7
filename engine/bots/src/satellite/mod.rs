//! Bots for `satellite`.

mod dice;
mod layout;

use broadside_engine::grid::{Cell, CellSet, Grid};
use broadside_engine::satellite::{
    Action, Beam, Building, Cartridge, Destruct, Draft, Fire, GiveUp, Legal, Loaded, Planet, Roll,
    SALVO, Sector, Sectors, Shoot, View,
};
use broadside_engine::seat::Seat;

use crate::chance::Chance;
use crate::hidden::{CellCounts, Samples};
use crate::targeting::{best, casual_target};
use crate::{Choosing, Level};

/// Number of samples of the opponent's planet.
const SAMPLES: usize = 300;
/// Share by which the later shots of a salvo gain from the answers to the earlier ones.
const SALVO_GAIN: f64 = 1.25;

/// Returns the cell at the position of a sector.
fn cell(sector: Sector) -> Cell {
    Cell::new(sector.column(), sector.row()).expect("sectors are cells")
}

fn sector(cell: Cell) -> Sector {
    Sector::new(cell.row(), cell.column()).expect("the cell is on a planet")
}

fn cells(sectors: &Sectors) -> CellSet {
    sectors.iter().map(cell).collect()
}

fn grid(planet: Planet) -> Grid {
    let last = planet.last();
    Grid::new(last.column() + 1, last.row() + 1).expect("a planet is a grid")
}

/// Returns the cell of a grid at an offset of rows and columns from another one.
fn cell_at(grid: Grid, from: Cell, (rows, columns): (i8, i8)) -> Option<Cell> {
    let row = from.row().checked_add_signed(rows)?;
    let column = from.column().checked_add_signed(columns)?;
    Cell::new(column, row).filter(|cell| grid.contains(*cell))
}

pub(crate) fn place(level: Level, view: &View, chance: &mut Chance) -> Draft {
    layout::place(level, grid(view.planet), chance)
}

pub(crate) fn standing(seat: Seat, view: &View) -> f64 {
    let mut own_hits = 0;
    let mut opponent_hits = 0;
    for side in &view.sides {
        if side.seat == seat {
            own_hits += side.hits.len();
        } else {
            opponent_hits += side.hits.len();
        }
    }
    crate::standing(own_hits, opponent_hits, Building::sectors())
}

pub(crate) fn act(
    level: Level,
    seat: Seat,
    view: &View,
    legal: &[Legal],
    chance: &mut Chance,
) -> Option<Choosing<Action>> {
    match level {
        Level::Random => random(legal, chance).map(Choosing::new),
        Level::Casual => casual(seat, view, legal, chance).map(Choosing::new),
        Level::Strong => strong(seat, view, legal, chance),
    }
}

fn random_targets(from: &Sectors, count: usize, chance: &mut Chance) -> Vec<Sector> {
    let mut all: Vec<Sector> = from.iter().collect();
    chance.shuffle(&mut all);
    all.truncate(count);
    all
}

fn random(legal: &[Legal], chance: &mut Chance) -> Option<Vec<Action>> {
    let action = match chance.pick(legal)? {
        Legal::Roll { keep } => {
            let mut keep: Vec<u8> = keep.into_iter().filter(|_| chance.below(2) == 0).collect();
            keep.truncate(4);
            Action::Roll(Roll { keep })
        }
        Legal::Fire { cartridges, from } => {
            let loaded = chance.pick(&cartridges)?;
            let count = 1 + chance.below(loaded.max_targets);
            let targets = random_targets(&from, count, chance);
            let beam = loaded.beam.and_then(|beams| chance.pick(&beams));
            Action::Fire(Fire { cartridge: loaded.cartridge, targets, beam })
        }
        Legal::GiveUp { cartridges, from } => {
            let target = random_targets(&from, 1, chance).pop()?;
            Action::GiveUp(GiveUp { cartridge: chance.pick(&cartridges)?, target })
        }
        Legal::Shoot { from } => {
            Action::Shoot(Shoot { target: random_targets(&from, 1, chance).pop()? })
        }
        Legal::Destruct { targets } => {
            let targets = random_targets(&targets.from, targets.min, chance);
            Action::Destruct(Destruct { targets })
        }
    };
    Some(vec![action])
}

/// Hits that a person takes for parts of buildings that still stand: all but those of the building
/// that a hazard destroyed, if there are more than the destroyed buildings can have.
fn casual_open(seat: Seat, view: &View) -> CellSet {
    let Some(side) = view.sides.iter().find(|side| side.seat != seat) else {
        return CellSet::EMPTY;
    };
    let operations = view.operations.iter().filter(|operation| operation.seat == seat);
    let destroyed_by_hazard = operations
        .filter_map(|operation| operation.building)
        .fold(Sectors::EMPTY, |all, building| all | building);
    let destroyed = usize::from(side.destroyed);
    if side.hits.len() * 3 > destroyed * 10 {
        cells(&(side.hits - destroyed_by_hazard))
    } else {
        CellSet::EMPTY
    }
}

fn nominal_value(loaded: &Loaded) -> f64 {
    dice::nominal(loaded.cartridge, loaded.max_targets)
}

/// A person keeps the number that shows most often, fires what reaches most sectors, and aims next
/// to hits.
fn casual(seat: Seat, view: &View, legal: &[Legal], chance: &mut Chance) -> Option<Vec<Action>> {
    let open = casual_open(seat, view);
    let grid = grid(view.planet);
    let choose_targets = |from: &Sectors, count: usize, chance: &mut Chance| {
        let mut from = cells(from);
        let mut targets = Vec::new();
        while targets.len() < count {
            let Some(next) = casual_target(grid, open, from, chance) else { break };
            from.remove(next);
            targets.push(sector(next));
        }
        targets
    };
    let faces = view.turn.as_ref().and_then(|turn| turn.dice).map(|dice| dice.faces());
    let loaded = legal.iter().find_map(|choice| match choice {
        Legal::Fire { cartridges, from } => Some((cartridges, from)),
        _ => None,
    });
    let best = loaded.and_then(|(cartridges, from)| {
        let best =
            cartridges.iter().max_by(|a, b| nominal_value(a).total_cmp(&nominal_value(b)))?;
        Some((best, from))
    });
    let can_roll = legal.iter().any(|choice| matches!(choice, Legal::Roll { .. }));
    if can_roll && best.is_none_or(|(best, _)| nominal_value(best) < 5.0) {
        return Some(vec![Action::Roll(Roll { keep: faces.map(commonest).unwrap_or_default() })]);
    }
    if let Some((best, from)) = best {
        let beam = best.beam.and_then(|beams| chance.pick(&beams));
        let targets = choose_targets(from, best.max_targets, chance);
        return Some(vec![Action::Fire(Fire { cartridge: best.cartridge, targets, beam })]);
    }
    let action = match legal.first()? {
        Legal::GiveUp { cartridges, from } => {
            let cartridge = *cartridges
                .iter()
                .min_by(|a, b| dice::nominal(**a, 2).total_cmp(&dice::nominal(**b, 2)))?;
            Action::GiveUp(GiveUp { cartridge, target: choose_targets(from, 1, chance).pop()? })
        }
        Legal::Shoot { from } => {
            Action::Shoot(Shoot { target: choose_targets(from, 1, chance).pop()? })
        }
        Legal::Destruct { targets } => Action::Destruct(Destruct {
            targets: choose_targets(&targets.from, targets.min, chance),
        }),
        Legal::Roll { .. } | Legal::Fire { .. } => return None,
    };
    Some(vec![action])
}

/// Positions of the dice with the commonest number, at most four.
fn commonest(faces: [u8; 5]) -> Vec<u8> {
    let commonest = faces
        .into_iter()
        .max_by_key(|face| (faces.iter().filter(|other| *other == face).count(), *face))
        .unwrap_or(1);
    let positions = (1..).zip(faces).filter(|(_, face)| *face == commonest);
    positions.map(|(position, _)| position).take(4).collect()
}

/// Knowledge of the opponent's planet, for aiming.
struct Aim {
    samples: Samples,
    /// Chance of a new hit at each cell.
    chances: CellCounts,
    open: CellSet,
    hits: CellSet,
    grid: Grid,
}

impl Aim {
    fn new(seat: Seat, view: &View, open: CellSet, chance: &mut Chance) -> Self {
        let grid = grid(view.planet);
        let side = view.sides.iter().find(|side| side.seat != seat);
        let hits = side.map(|side| cells(&side.hits)).unwrap_or_default();
        let samples = layout::sample(seat, view, grid, SAMPLES, chance);
        let mut chances = CellCounts::new();
        let weight = 1.0 / samples.samples.len().max(1) as f64;
        for piece in samples.samples.iter().flatten() {
            chances.add(&(*piece - hits), weight);
        }
        Self { samples, chances, open, hits, grid }
    }

    /// Expected hits of a cartridge at a target.
    fn hits(&self, cartridge: Cartridge, target: Cell, beam: Option<Beam>) -> f64 {
        let reached = self.reach(cartridge, target, beam) & self.open;
        reached.iter().map(|cell| self.chances.get(cell)).sum()
    }

    fn reach(&self, cartridge: Cartridge, target: Cell, beam: Option<Beam>) -> CellSet {
        match (cartridge, beam) {
            (Cartridge::LargeStraight, _) => self.row(target) | self.column(target),
            (Cartridge::SmallStraight, Some(Beam::Row)) => self.row(target),
            (Cartridge::SmallStraight, _) => self.column(target),
            _ => {
                let burst = cartridge.burst().iter();
                let burst = burst.filter_map(|offset| cell_at(self.grid, target, *offset));
                burst.chain([target]).collect()
            }
        }
    }

    fn row(&self, cell: Cell) -> CellSet {
        self.grid.cells().filter(|other| other.row() == cell.row()).collect()
    }

    fn column(&self, cell: Cell) -> CellSet {
        self.grid.cells().filter(|other| other.column() == cell.column()).collect()
    }

    /// The cells with the highest chances.
    fn top(&self, count: usize, chance: &mut Chance) -> Vec<Cell> {
        let mut all: Vec<Cell> = self.open.iter().collect();
        chance.shuffle(&mut all);
        all.sort_by(|a, b| self.chances.get(*b).total_cmp(&self.chances.get(*a)));
        all.truncate(count);
        all
    }

    /// Best target of a cartridge with one target, its direction, and its expected hits.
    fn best_target(
        &self,
        cartridge: Cartridge,
        chance: &mut Chance,
    ) -> Option<(Cell, Option<Beam>, f64)> {
        if cartridge == Cartridge::Hazard {
            let target = best(self.open, chance, |cell| self.hazard(cell))?;
            return Some((target, None, self.hazard(target)));
        }
        let beams: &[Option<Beam>] = match cartridge {
            Cartridge::SmallStraight => &[Some(Beam::Row), Some(Beam::Column)],
            _ => &[None],
        };
        let mut best_target: Option<(Cell, Option<Beam>, f64)> = None;
        for &beam in beams {
            let target = best(self.open, chance, |cell| self.hits(cartridge, cell, beam));
            let Some(target) = target else { continue };
            let hits = self.hits(cartridge, target, beam);
            if best_target.is_none_or(|(.., highest)| hits > highest) {
                best_target = Some((target, beam, hits));
            }
        }
        best_target
    }

    /// Expected number of sectors that a hazard destroys.
    fn hazard(&self, cell: Cell) -> f64 {
        let samples = &self.samples.samples;
        let gains = samples.iter().flatten().filter(|piece| piece.contains(cell));
        gains.map(|piece| (*piece - self.hits).len()).sum::<usize>() as f64
            / samples.len().max(1) as f64
    }

    /// Expected hits of a cartridge with its best targets.
    fn value(&self, cartridge: Cartridge, targets: usize, chance: &mut Chance) -> f64 {
        match cartridge {
            Cartridge::Salvo => {
                let top = self.top(usize::from(SALVO), chance);
                top.iter().map(|cell| self.chances.get(*cell)).sum::<f64>() * SALVO_GAIN
            }
            _ if cartridge.number().is_some() => {
                self.top(targets, chance).iter().map(|cell| self.chances.get(*cell)).sum()
            }
            _ => self.best_target(cartridge, chance).map_or(0.0, |(.., value)| value),
        }
    }
}

fn strong(
    seat: Seat,
    view: &View,
    legal: &[Legal],
    chance: &mut Chance,
) -> Option<Choosing<Action>> {
    let side = view.sides.iter().find(|side| side.seat == seat)?;
    let faces = view.turn.as_ref().and_then(|turn| turn.dice).map(|dice| dice.faces());
    let from = legal.iter().find_map(|choice| match choice {
        Legal::Fire { from, .. } | Legal::GiveUp { from, .. } | Legal::Shoot { from } => Some(from),
        Legal::Destruct { targets } => Some(&targets.from),
        Legal::Roll { .. } => None,
    });
    // The first roll of a turn needs no thought.
    let Some(from) = from else {
        return Some(Choosing::new(vec![Action::Roll(Roll { keep: Vec::new() })]));
    };
    let aim = Aim::new(seat, view, cells(from), chance);
    let method = aim.samples.method;
    // Later turns are valued in hits, by the density of what still stands.
    let remaining = Building::sectors().saturating_sub(aim.hits.len()) as f64;
    let density = remaining / aim.open.len().max(1) as f64;
    let values =
        dice::Values::new(side.arsenal, |cartridge, targets| aim.value(cartridge, targets, chance));
    let plan = dice::Plan::new(side.arsenal, side.wild, &values, density);
    let rolls = view.turn.as_ref().map_or(0, |turn| turn.remaining_rolls);
    if legal.iter().any(|choice| matches!(choice, Legal::Roll { .. }))
        && let Some(keep) = faces.and_then(|faces| plan.keep(faces, rolls))
    {
        return Some(Choosing::sampled(vec![Action::Roll(Roll { keep })], method));
    }
    for choice in legal {
        let action = match choice {
            Legal::Roll { .. } => continue,
            Legal::Fire { cartridges, .. } => {
                let loaded = cartridges.iter().max_by(|a, b| {
                    let value = plan.value(a.cartridge, a.max_targets);
                    value.total_cmp(&plan.value(b.cartridge, b.max_targets))
                })?;
                let cartridge = loaded.cartridge;
                if cartridge == Cartridge::Salvo || cartridge.number().is_some() {
                    let count = if cartridge == Cartridge::Salvo { 1 } else { loaded.max_targets };
                    let targets = aim.top(count, chance).into_iter().map(sector).collect();
                    Action::Fire(Fire { cartridge, targets, beam: None })
                } else {
                    let (target, beam, _) = aim.best_target(cartridge, chance)?;
                    Action::Fire(Fire { cartridge, targets: vec![sector(target)], beam })
                }
            }
            Legal::GiveUp { cartridges, .. } => {
                let cartridge = *cartridges
                    .iter()
                    .max_by(|a, b| plan.after(**a).total_cmp(&plan.after(**b)))?;
                Action::GiveUp(GiveUp { cartridge, target: sector(aim.top(1, chance).pop()?) })
            }
            Legal::Shoot { .. } => {
                Action::Shoot(Shoot { target: sector(aim.top(1, chance).pop()?) })
            }
            Legal::Destruct { targets } => {
                let targets = aim.top(targets.min, chance).into_iter().map(sector).collect();
                Action::Destruct(Destruct { targets })
            }
        };
        return Some(Choosing::sampled(vec![action], method));
    }
    None
}
