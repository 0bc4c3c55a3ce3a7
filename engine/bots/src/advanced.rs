//! Bots for `advanced`.

use broadside_engine::advanced::{
    Action, Buy, DamageReport, Draft, FleetClass, Glimpse, Kind, Legal, Order, Plane, SALVO_SHOTS,
    Salvo, Send, Sighting, View, WeaponDraft,
};
use broadside_engine::grid::{Cell, CellSet};
use broadside_engine::seat::Seat;

use crate::chance::Chance;
use crate::fleet::{self, ShipToPlace, neighbours};
use crate::hidden::totals::{ClassProblem, Total};
use crate::hidden::{CellCounts, Samples, totals};
use crate::targeting::{best, informative_cells};
use crate::{Choosing, Level};

/// Number of samples of the opponent's fleet.
const SAMPLES: usize = 300;
/// Number of points for which a casual player buys the whole of their usual weapons.
const USUAL_POINTS: u32 = 40;

fn land(view: &View) -> CellSet {
    view.grid.cells().filter(|cell| is_land(view, *cell)).collect()
}

fn is_land(view: &View, cell: Cell) -> bool {
    let row = view.map.get(usize::from(cell.row())).map(String::as_bytes);
    row.and_then(|row| row.get(usize::from(cell.column()))) == Some(&b'#')
}

fn cells_of(view: &View) -> usize {
    view.fleet.iter().map(|class| usize::from(class.length) * usize::from(class.ships)).sum()
}

/// Operations of a seat that can do damage: the squares that they hit, and their reports.
fn reports(view: &View, by: Seat) -> Vec<(CellSet, &DamageReport)> {
    let mut reports = Vec::new();
    for glimpse in &view.operations {
        match glimpse {
            Glimpse::Fired { seat, cells, damage } if *seat == by => {
                reports.push((cells.iter().copied().collect(), damage));
            }
            Glimpse::Sent { seat, weapon, to, damage: Some(damage), .. } if *seat == by => {
                reports.push((area(view, *to, *weapon), damage));
            }
            _ => {}
        }
    }
    reports
}

/// Squares that a plane covers.
fn area(view: &View, center: Cell, weapon: Kind) -> CellSet {
    let reach = weapon.reach();
    let rows = center.row().saturating_sub(reach)..=center.row() + reach;
    let columns = center.column().saturating_sub(reach)..=center.column() + reach;
    let mut area = CellSet::EMPTY;
    for row in rows {
        for cell in columns.clone().filter_map(|column| Cell::new(column, row)) {
            if view.grid.contains(cell) {
                area.insert(cell);
            }
        }
    }
    area
}

fn hits_by(view: &View, seat: Seat) -> usize {
    reports(view, seat).iter().map(|(_, damage)| damage.hits.len()).sum()
}

pub(crate) fn standing(seat: Seat, view: &View) -> f64 {
    let opponent = view.sides.iter().find(|side| side.seat != seat);
    let own_hits = opponent.map_or(0, |side| hits_by(view, side.seat));
    crate::standing(own_hits, hits_by(view, seat), cells_of(view))
}

pub(crate) fn place(level: Level, view: &View, chance: &mut Chance) -> Draft {
    let land = land(view);
    let water = view.grid.all() - land;
    let mut ships = Vec::new();
    for class in &view.fleet {
        let ship = ShipToPlace { class: class.class.clone(), length: class.length };
        ships.extend(std::iter::repeat_n(ship, usize::from(class.ships)));
    }
    let ships = fleet::place(level, view.grid, water, &ships, chance);
    let mut hulls = CellSet::EMPTY;
    let mut decks = CellSet::EMPTY;
    for ship in &ships {
        let class = view.fleet.iter().find(|class| class.class == ship.class);
        let length = class.map_or(1, |class| class.length);
        let Some(cells) = fleet::line(view.grid, ship.at, length, ship.heading) else { continue };
        hulls = hulls | cells;
        if ship.class.as_str() == "carrier" {
            decks = decks | cells;
        }
    }
    let points = u32::from(view.points);
    let kit: Vec<(Kind, u32)> = match level {
        // The rest pays for salvos.
        Level::Strong => vec![(Kind::Gun, points / 20), (Kind::Recce, points * 3 / 10)],
        Level::Casual => {
            [(Kind::Gun, 2), (Kind::Recce, 3), (Kind::Bomber, 2), (Kind::NuclearBomber, 1)]
                .map(|(kind, count)| (kind, count * points.min(USUAL_POINTS) / USUAL_POINTS))
                .into()
        }
        Level::Random => random_kit(points, chance),
    };
    let mut free = land | decks;
    let mut weapons = Vec::new();
    for (kind, count) in kit {
        for _ in 0..count {
            let squares = if kind.is_plane() { free } else { free & land };
            // Guns stand on the coast, next to ships of their own.
            let coast = squares & neighbours(view.grid, hulls);
            let wanted = match kind {
                Kind::Gun if level == Level::Strong && !coast.is_empty() => coast,
                _ => squares,
            };
            let Some(at) = chance.pick(&wanted.iter().collect::<Vec<_>>()) else { break };
            free.remove(at);
            let order = (kind == Kind::Gun).then_some(Order::Any);
            weapons.push(WeaponDraft { kind, at, order });
        }
    }
    Draft { ships, weapons }
}

/// Weapons for a random part of the points.
fn random_kit(points: u32, chance: &mut Chance) -> Vec<(Kind, u32)> {
    let mut left = chance.below(points as usize + 1) as u32;
    let mut kit = Kind::ALL.map(|kind| (kind, 0));
    while left > 0 {
        let kind = chance.below(Kind::ALL.len());
        if Kind::ALL[kind].price() <= left {
            kit[kind].1 += 1;
            left -= Kind::ALL[kind].price();
        }
    }
    kit.into()
}

struct Choices<'a> {
    planes: &'a [Plane],
    salvo: bool,
    pass: bool,
    buy: Option<&'a Legal>,
}

fn choices(legal: &[Legal]) -> Choices<'_> {
    let mut choices = Choices { planes: &[], salvo: false, pass: false, buy: None };
    for choice in legal {
        match choice {
            Legal::Salvo { .. } => choices.salvo = true,
            Legal::Send { planes, .. } => choices.planes = planes,
            Legal::Pass {} => choices.pass = true,
            Legal::Buy { .. } => choices.buy = Some(choice),
            Legal::Order { .. } => {}
        }
    }
    choices
}

pub(crate) fn act(
    level: Level,
    seat: Seat,
    view: &View,
    legal: &[Legal],
    chance: &mut Chance,
) -> Option<Choosing<Action>> {
    let choices = choices(legal);
    if !choices.pass {
        return None;
    }
    match level {
        Level::Random => random(view, &choices, chance).map(Choosing::new),
        Level::Casual => casual(seat, view, &choices, chance).map(Choosing::new),
        Level::Strong => strong(seat, view, &choices, chance),
    }
}

fn salvo(mut cells: Vec<Cell>, view: &View, chance: &mut Chance) -> Action {
    let mut others: Vec<Cell> =
        (view.grid.all() - cells.iter().copied().collect()).iter().collect();
    chance.shuffle(&mut others);
    cells.truncate(SALVO_SHOTS);
    let missing = SALVO_SHOTS - cells.len();
    cells.extend(others.into_iter().take(missing));
    Action::Salvo(Salvo { cells })
}

fn random(view: &View, choices: &Choices<'_>, chance: &mut Chance) -> Option<Vec<Action>> {
    let plane = chance.pick(choices.planes);
    let action = match plane {
        Some(plane) if !choices.salvo || chance.below(2) == 0 => {
            let to = chance.pick(&view.grid.cells().collect::<Vec<_>>())?;
            Action::Send(Send { from: plane.from, to })
        }
        _ if choices.salvo => salvo(Vec::new(), view, chance),
        _ => Action::Pass {},
    };
    Some(vec![action])
}

/// Squares that the planes of a seat have seen, oldest first.
fn sightings(seat: Seat, view: &View) -> impl Iterator<Item = &Sighting> {
    let flights = view.operations.iter().filter_map(move |glimpse| match glimpse {
        Glimpse::Sent { seat: by, seen: Some(squares), .. } if *by == seat => Some(squares),
        _ => None,
    });
    flights.flatten()
}

/// Squares where the seat has seen ships of its opponent that are not hit, and all squares that it
/// has seen or hit.
fn known_squares(seat: Seat, view: &View) -> (CellSet, CellSet) {
    let mut ships = CellSet::EMPTY;
    let mut known = CellSet::EMPTY;
    for square in sightings(seat, view) {
        known.insert(square.cell);
        if square.ship.is_some() && !square.hit {
            ships.insert(square.cell);
        }
    }
    for (cells, _) in reports(view, seat) {
        ships = ships - cells;
        known = known | cells;
    }
    (ships, known)
}

/// A person fires at what they have seen, sends recce planes first, then bombers, over open water,
/// and otherwise fires at three squares side by side.
fn casual(
    seat: Seat,
    view: &View,
    choices: &Choices<'_>,
    chance: &mut Chance,
) -> Option<Vec<Action>> {
    let water = view.grid.all() - land(view);
    let (ships, known) = known_squares(seat, view);
    let unknown = water - known;
    if choices.salvo && !ships.is_empty() {
        let near = neighbours(view.grid, ships) & unknown;
        let cells = ships.iter().chain(near.iter()).take(SALVO_SHOTS).collect();
        return Some(vec![salvo(cells, view, chance)]);
    }
    let order = [Kind::Recce, Kind::NuclearBomber, Kind::Bomber];
    let plane =
        order.into_iter().find_map(|kind| choices.planes.iter().find(|plane| plane.weapon == kind));
    if let Some(plane) = plane {
        let squares = if unknown.is_empty() { water } else { unknown };
        let to = chance.pick(&squares.iter().collect::<Vec<_>>())?;
        return Some(vec![Action::Send(Send { from: plane.from, to })]);
    }
    if choices.salvo {
        let first = chance.pick(&unknown.iter().collect::<Vec<_>>());
        let beside = first.into_iter().flat_map(|cell| fleet::beside(view.grid, cell));
        let cells = first.into_iter().chain(beside.filter(|cell| unknown.contains(*cell)));
        return Some(vec![salvo(cells.take(SALVO_SHOTS).collect(), view, chance)]);
    }
    Some(vec![Action::Pass {}])
}

/// Samples the squares of each class.
fn sampled(seat: Seat, view: &View, chance: &mut Chance) -> Samples {
    let water = view.grid.all() - land(view);
    let reports = reports(view, seat);
    let mut classes = Vec::new();
    for FleetClass { class, length, ships } in &view.fleet {
        let mut known = CellSet::EMPTY;
        let mut empty = CellSet::EMPTY;
        for square in sightings(seat, view) {
            if square.ship.as_ref() == Some(class) {
                known.insert(square.cell);
            } else {
                empty.insert(square.cell);
            }
        }
        let totals = reports
            .iter()
            .map(|(cells, damage)| Total::of_class(class, *cells, &damage.hits, &damage.sunk));
        classes.push(ClassProblem {
            places: fleet::places(view.grid, water, *length),
            ships: usize::from(*ships),
            totals: totals.collect(),
            known,
            empty,
        });
    }
    totals::sample(&classes, SAMPLES, chance)
}

/// Operation with its value in hits.
struct Valued {
    action: Action,
    value: f64,
}

fn strong(
    seat: Seat,
    view: &View,
    choices: &Choices<'_>,
    chance: &mut Chance,
) -> Option<Choosing<Action>> {
    let Samples { samples, method } = sampled(seat, view, chance);
    if samples.is_empty() {
        return casual(seat, view, choices, chance).map(Choosing::new);
    }
    let land = land(view);
    let attacked = reports(view, seat).iter().fold(CellSet::EMPTY, |all, (cells, _)| all | *cells);
    let mut chances = CellCounts::new();
    let weight = 1.0 / samples.len() as f64;
    for piece in samples.iter().flatten() {
        chances.add(&(*piece - attacked), weight);
    }
    let (_, known) = known_squares(seat, view);
    let open = (view.grid.all() - land) - attacked;
    let possible: CellSet = open.iter().filter(|cell| chances.get(*cell) > 0.0).collect();
    let mut valued: Vec<Valued> = Vec::new();
    if choices.salvo {
        let cells = informative_cells(&samples, SALVO_SHOTS, possible, chance);
        let hits: f64 = cells.iter().map(|cell| chances.get(*cell)).sum();
        let doubt: f64 = cells.iter().map(|cell| doubt(chances.get(*cell))).sum();
        valued.push(Valued { action: salvo(cells, view, chance), value: hits + 0.5 * doubt });
    }
    let scouts = choices.planes.iter().filter(|plane| plane.weapon == Kind::Recce).count();
    for kind in [Kind::Recce, Kind::Bomber, Kind::NuclearBomber] {
        let Some(plane) = choices.planes.iter().find(|plane| plane.weapon == kind) else {
            continue;
        };
        let value = |to: Cell| {
            let area = area(view, to, kind);
            match kind {
                Kind::Recce => {
                    let doubt: f64 =
                        (area - known).iter().map(|cell| doubt(chances.get(cell))).sum();
                    let guns = (area & land).len() as f64;
                    doubt * SIGHT_VALUE * (1.0 - 0.07 * guns)
                }
                _ => {
                    let hits: f64 = area.iter().map(|cell| chances.get(cell)).sum();
                    let safe = if kind == Kind::Bomber && land.contains(to) { 0.7 } else { 1.0 };
                    // Planes wait for better targets while others can look for them.
                    let patience = if scouts > 0 { PATIENCE } else { 1.0 };
                    hits * safe * patience
                }
            }
        };
        let to = best(view.grid.all(), chance, value)?;
        valued
            .push(Valued { action: Action::Send(Send { from: plane.from, to }), value: value(to) });
    }
    let chosen = valued.into_iter().max_by(|a, b| a.value.total_cmp(&b.value));
    let action = chosen.map_or(Action::Pass {}, |chosen| chosen.action);
    let mut actions = Vec::new();
    // With resupply, a recce plane is bought for a later turn.
    if let Some(Legal::Buy { weapons, .. }) = choices.buy
        && scouts == 0
        && let Some(purchase) = weapons.iter().find(|purchase| purchase.weapon == Kind::Recce)
        && own_points(seat, view) > 1
        && let Some(at) = chance.pick(&purchase.at.iter().collect::<Vec<_>>())
    {
        actions.push(Action::Buy(Buy { weapon: Kind::Recce, at, order: None }));
    }
    actions.push(action);
    Some(Choosing::sampled(actions, method))
}

/// Uncertainty of a square that is hit with this probability.
fn doubt(chance: f64) -> f64 {
    chance * (1.0 - chance)
}

/// Value of a square that is seen, in hits, if a ship may or may not be there.
const SIGHT_VALUE: f64 = 1.6;
/// Share of its value that a bomber has while recce planes are left.
const PATIENCE: f64 = 0.6;

fn own_points(seat: Seat, view: &View) -> u32 {
    view.sides.iter().find(|side| side.seat == seat).and_then(|side| side.points_left).unwrap_or(0)
}
