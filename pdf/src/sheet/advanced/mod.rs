//! Sheets of `advanced` (A18): both maps with the land, a price list that shows what was bought, and a log of the
//! reports. Blank, or filled in from a game.

pub mod chart;

use broadside_engine::advanced::map::Map as Terrain;
use broadside_engine::advanced::{
    DamageReport, Glimpse, Kind, SALVO_PRICE, SideView, Sighting, Status, View,
};
use broadside_engine::game::{self, RulesetId};
use broadside_engine::grid::{Cell, CellSet};
use broadside_engine::seat::{Seat, Viewer};
use broadside_i18n::Lang;

use self::chart::{Chart, Ledger, Row};
use crate::kind::{BlankSheet, GameSheet};
use crate::sheet::log::{Column, Log};
use crate::sheet::map::{Label, Map, Mark, Ship, Shot, Tally, class_name};
use crate::sheet::{Body, Page, game_footer};

/// The two maps of *Advanced Battleships* with the price list and a log.
pub(crate) static BLANK: BlankSheet = BlankSheet {
    name: "advanced",
    summary: "Advanced Battleships: own map and enemy map with the land drawn in, the price list to keep \
              accounts in, and a log of the reports.",
    options: &["map", "fleet", "points", "resupply"],
    needs: &[],
    title: None,
    make: |request, lang| match request.new_game(RulesetId::Advanced, [("map", MAP)])? {
        game::View::Advanced(view) => Ok(vec![blank(lang, &view)]),
        other => Err(BLANK.not_of(other.ruleset())),
    },
};

/// Both maps of a game of `advanced`, the accounts, and a log of the reports.
pub(crate) static PLAYED: GameSheet = GameSheet {
    name: "advanced",
    summary: "Both maps with the land and the marks of the game, your accounts, and a log of the reports.",
    needs_seat: false,
    options: &[],
    make: |data, _, lang| {
        let game::View::Advanced(view) = &data.view else { return Err(data.has_no_sheet(&PLAYED)) };
        Ok(vec![played(lang, view, data.viewer, &data.game)])
    },
};

/// Recipe of the map of a blank sheet. Both players must have the same land.
const MAP: &str = "v1:16x16:broadside";
/// Number of boxes in a blank price list for each kind of weapon, and for salvos.
const BOXES: [usize; 4] = [8, 8, 6, 4];
const SALVO_BOXES: usize = 30;
/// Maximum number of boxes in a row. Players with more points must keep count another way.
const MOST_BOXES: usize = 60;

/// Makes the blank page for the settings of a game.
fn blank(lang: Lang, view: &View) -> Page {
    let land = Terrain::read(&view.map).map(|terrain| terrain.land()).unwrap_or_default();
    let map = |key: &str| Map {
        caption: lang.text(key),
        note: lang.text(&format!("{key}-note")),
        land,
        fleet: fleet(lang, view.fleet.iter().map(|c| (c.class.as_str(), c.length, c.ships))),
        ..Map::blank(view.grid)
    };
    let mut footer = lang.fill("footer", &[("sheet", &lang.text("advanced-title"))]);
    if let Some(recipe) = &view.recipe {
        footer.push_str(" · ");
        footer.push_str(&lang.fill("advanced-footer-map", &[("map", recipe)]));
    }
    let boxes = |kind: Kind| (BOXES[kind as usize], 0, String::new());
    let ledger = ledger(lang, &lang.text("advanced-points-blank"), &boxes, (SALVO_BOXES, 0, String::new()));
    page(lang, [map("advanced-own"), map("advanced-other")], ledger, Vec::new(), footer)
}

/// Makes the page of a game for a viewer: a player's own sheet, or what is public about both players. Reads only the
/// viewer's own view.
fn played(lang: Lang, view: &View, viewer: Viewer, game: &str) -> Page {
    let seats: Vec<Seat> = view.sides.iter().map(|side| side.seat).collect();
    let (own, other) = match viewer.seat() {
        Some(seat) if seats.last() == Some(&seat) => (1, 0),
        _ => (0, 1),
    };
    let map = |side: &SideView, n: usize| {
        let (caption, note) = match viewer.seat() {
            Some(_) => {
                let key = ["advanced-own", "advanced-other"][n];
                (lang.text(key), lang.text(&format!("{key}-note")))
            }
            None => {
                let number = side.seat.number().to_string();
                (lang.fill("classic-player", &[("number", &number)]), String::new())
            }
        };
        Map { caption, note, ..marked(lang, view, side) }
    };
    let maps = [map(&view.sides[own], 0), map(&view.sides[other], 1)];
    let mut footer = game_footer(lang, &lang.text("advanced-title"), game, None);
    if view.turn > 0 {
        footer.push_str(" · ");
        footer.push_str(&lang.fill("advanced-footer-turn", &[("turn", &view.turn.to_string())]));
    }
    let ledger = match viewer.seat() {
        Some(_) => bought(lang, view, &view.sides[own]),
        None => ledger(lang, "", &|_| (0, 0, String::new()), (0, 0, String::new())),
    };
    page(lang, maps, ledger, rows(lang, view, viewer), footer)
}

fn page(lang: Lang, maps: [Map; 2], ledger: Ledger, rows: Vec<Vec<String>>, footer: String) -> Page {
    let column = |key: &str, share| Column { title: lang.text(key), share };
    let columns = vec![
        column("advanced-number", 1.0),
        column("advanced-who", 1.5),
        column("advanced-operation", 5.0),
        column("advanced-report", 8.0),
    ];
    let log = Log { title: lang.text("advanced-log"), columns, rows, least: 8 };
    let title = lang.text("advanced-title");
    Page { title, note: String::new(), footer, body: Body::Chart(Box::new(Chart { maps, ledger, log })) }
}

/// Returns the ships to tick off. `classes` gives the name, length and number of ships of each class.
fn fleet<'a>(lang: Lang, classes: impl Iterator<Item = (&'a str, u8, u8)>) -> Vec<Tally> {
    let tallies = classes.flat_map(|(class, length, ships)| {
        let tally = Tally { name: class_name(lang, class), length, hit: 0, sunk: false };
        std::iter::repeat_n(tally, usize::from(ships))
    });
    tallies.collect()
}

/// Makes the map of a side, with everything known about it and the squares attacked.
fn marked(lang: Lang, view: &View, side: &SideView) -> Map {
    let Ok(terrain) = Terrain::read(&view.map) else { return Map::blank(view.grid) };
    let hit: CellSet =
        side.ships.iter().flatten().flat_map(|ship| ship.hit.iter().collect::<Vec<_>>()).collect();
    // If the ships are known, a hit is marked as a hit. Otherwise the mark is the number of the operation, which refers
    // to its report.
    let known = side.ships.is_some();
    let mut met = CellSet::EMPTY;
    let mut shots = Vec::new();
    let mut labels: Vec<Label> = Vec::new();
    for (number, operation) in (1..).zip(&view.operations) {
        let struck: Vec<Cell> = match operation {
            Glimpse::Fired { seat, cells, .. } if *seat != side.seat => cells.clone(),
            Glimpse::Sent { seat, weapon, to, damage: Some(_), .. } if *seat != side.seat => {
                around(&terrain, *to, if *weapon == Kind::NuclearBomber { 2 } else { 1 })
            }
            Glimpse::Sent { seat, seen: Some(seen), .. } if *seat != side.seat && !known => {
                for square in seen {
                    labels.retain(|label| label.cell != square.cell);
                    labels.push(sighted(lang, square));
                }
                continue;
            }
            _ => continue,
        };
        let fresh = struck.into_iter().filter(|&cell| met.insert(cell));
        shots.extend(fresh.map(|cell| Shot {
            cell,
            mark: match known {
                true if hit.contains(cell) => Mark::Hit,
                true => Mark::Shot,
                false => Mark::Round(number),
            },
        }));
    }
    // Only one letter on a square: that of the last weapon placed there. A square becomes free only when its weapon is
    // spent.
    let mut weapons: Vec<Label> = Vec::new();
    for weapon in side.weapons.iter().flatten() {
        weapons.retain(|label| label.cell != weapon.at);
        weapons.push(Label {
            cell: weapon.at,
            text: weapon.kind.letter().to_string(),
            corner: false,
            out: weapon.status != Status::Ready,
        });
    }
    Map {
        land: terrain.land(),
        labels: weapons.into_iter().chain(labels).collect(),
        ships: side.ships.iter().flatten().filter_map(|ship| Ship::on(&ship.cells, ship.sunk)).collect(),
        shots,
        fleet: tallies(lang, view, side),
        ..Map::blank(view.grid)
    }
}

fn around(terrain: &Terrain, center: Cell, reach: u8) -> Vec<Cell> {
    let near = |at: u8, of: u8| at.abs_diff(of) <= reach;
    terrain
        .grid()
        .cells()
        .filter(|c| near(c.column(), center.column()) && near(c.row(), center.row()))
        .collect()
}

/// Makes a short label for what a recce plane saw in a square; a dot if the square is empty.
fn sighted(lang: Lang, square: &Sighting) -> Label {
    let ship = square.ship.as_ref().map(|class| lang.text(&format!("advanced-short-{class}")));
    let weapon = square.weapon.map(|kind| kind.letter().to_string());
    let text: String = ship.into_iter().chain(weapon).collect();
    let text = if text.is_empty() { "·".to_owned() } else { text };
    Label { cell: square.cell, text, corner: true, out: square.hit }
}

/// Returns the fleet of a side: every hit if the viewer may see the ships, otherwise only the ships announced as sunk.
fn tallies(lang: Lang, view: &View, side: &SideView) -> Vec<Tally> {
    let classes = || view.fleet.iter().map(|class| (class.class.as_str(), class.length, class.ships));
    let mut fleet = fleet(lang, classes());
    if let Some(ships) = &side.ships {
        // Ships and tallies are both in the order of the fleet.
        for (tally, ship) in fleet.iter_mut().zip(ships) {
            (tally.hit, tally.sunk) = (ship.hit.len() as u8, ship.sunk);
        }
        return fleet;
    }
    let mut first = 0;
    for (class, length, ships) in classes() {
        let sunk = side.sunk.iter().filter(|name| name.as_str() == class).count();
        for tally in fleet[first..].iter_mut().take(usize::from(ships)).take(sunk) {
            (tally.hit, tally.sunk) = (length, true);
        }
        first += usize::from(ships);
    }
    fleet
}

/// Makes the price list. `boxes` gives the number of boxes for each kind of weapon, how many are crossed out, and a
/// note; `salvos` gives the same for salvos.
fn ledger(
    lang: Lang,
    note: &str,
    boxes: &dyn Fn(Kind) -> (usize, usize, String),
    salvos: (usize, usize, String),
) -> Ledger {
    let row = |key: &str, mark: String, price: u32, (boxes, crossed, note): (usize, usize, String)| Row {
        mark,
        name: lang.text(&format!("advanced-{key}")),
        effect: lang.text(&format!("advanced-{key}-effect")),
        price: price.to_string(),
        boxes: boxes.min(MOST_BOXES),
        crossed: crossed.min(MOST_BOXES),
        note,
    };
    let weapon = |kind: Kind| {
        row(&kind.as_str().replace('_', "-"), kind.letter().to_string(), kind.price(), boxes(kind))
    };
    let salvo = row("salvo", String::new(), SALVO_PRICE, salvos);
    Ledger {
        title: lang.text("advanced-points"),
        note: note.to_owned(),
        columns: ["advanced-weapon", "advanced-price", "advanced-bought"].map(|key| lang.text(key)),
        rows: std::iter::once(salvo).chain(Kind::ALL.map(weapon)).collect(),
    }
}

/// Makes the price list of a player: what was bought, what is left, and the orders of the guns.
fn bought(lang: Lang, view: &View, side: &SideView) -> Ledger {
    let weapons = || side.weapons.iter().flatten();
    let boxes = |kind: Kind| {
        let of_kind = || weapons().filter(move |weapon| weapon.kind == kind);
        let gone = of_kind().filter(|weapon| weapon.status != Status::Ready).count();
        let ready = of_kind().filter(|weapon| weapon.status == Status::Ready);
        let places = ready.map(|weapon| match weapon.order {
            Some(order) => {
                format!("{} {}", weapon.at, lang.text(&format!("advanced-order-{}", order.as_str())))
            }
            None => weapon.at.to_string(),
        });
        (of_kind().count(), gone, places.collect::<Vec<_>>().join(" · "))
    };
    let fired = |operation: &&Glimpse| matches!(operation, Glimpse::Fired { seat, .. } if *seat == side.seat);
    let fired = view.operations.iter().filter(fired).count();
    let left = side.points_left.unwrap_or_default();
    let numbers = [("left", left.to_string()), ("points", view.points.to_string())];
    let note = lang.fill("advanced-points-left", &[("left", &numbers[0].1), ("points", &numbers[1].1)]);
    ledger(lang, &note, &boxes, (fired + left as usize, fired, String::new()))
}

/// Returns the rows of the log, one for each operation.
fn rows(lang: Lang, view: &View, viewer: Viewer) -> Vec<Vec<String>> {
    let who = |seat: Seat| match viewer.seat() {
        Some(own) if own == seat => lang.text("advanced-mine"),
        Some(_) => lang.text("advanced-theirs"),
        None => seat.number().to_string(),
    };
    let row = |(number, operation): (usize, &Glimpse)| {
        let (seat, what, report) = match operation {
            Glimpse::Fired { seat, cells, damage: hit } => {
                let cells: Vec<_> = cells.iter().map(ToString::to_string).collect();
                let what = format!("{} {}", lang.text("advanced-salvo"), cells.join(" "));
                (*seat, what, damage(lang, hit))
            }
            Glimpse::Sent { seat, weapon, to, shot_down, damage: hit, seen, from, gun } => {
                let name = lang.text(&format!("advanced-{}", weapon.as_str().replace('_', "-")));
                let from = from.map_or(String::new(), |from| format!("{from} → "));
                let report = match (shot_down, hit, seen) {
                    (true, ..) => {
                        let gun = gun.map_or(String::new(), |gun| format!(" ({gun})"));
                        format!("{}{gun}", lang.text("advanced-shot-down"))
                    }
                    (_, Some(hit), _) => damage(lang, hit),
                    (_, _, Some(seen)) => sightings(lang, seen),
                    _ => String::new(),
                };
                (*seat, format!("{name} {from}{to}"), report)
            }
            Glimpse::Passed { seat } => (*seat, lang.text("advanced-passed"), String::new()),
            Glimpse::PassedOver { seat } => (*seat, lang.text("advanced-passed-over"), String::new()),
            Glimpse::FirstPlayer(_) | Glimpse::Bought { .. } | Glimpse::Ordered(_) => return None,
        };
        Some(vec![number.to_string(), who(seat), what, report])
    };
    (1..).zip(&view.operations).filter_map(row).collect()
}

/// Describes a report: hits by class with a dagger for each ship sunk, and weapons by kind.
fn damage(lang: Lang, damage: &DamageReport) -> String {
    let hits = damage.hits.chunk_by(|one, other| one == other).map(|hits| {
        let class = &hits[0];
        let sunk = damage.sunk.iter().filter(|sunk| *sunk == class).count();
        format!("{}\u{a0}{}{}", class_name(lang, class.as_str()), hits.len(), "†".repeat(sunk))
    });
    let weapons = damage.weapons.chunk_by(|one, other| one == other).map(|lost| {
        let name = lang.text(&format!("advanced-{}", lost[0].as_str().replace('_', "-")));
        format!("{name}\u{a0}{}", lost.len())
    });
    let all: Vec<_> = hits.chain(weapons).collect();
    if all.is_empty() { lang.text("advanced-nothing") } else { all.join(", ") }
}

/// Lists what a recce plane saw. The map shows the same.
fn sightings(lang: Lang, seen: &[Sighting]) -> String {
    let thing = |square: &Sighting| {
        let ship = square.ship.as_ref().map(|class| class_name(lang, class.as_str()));
        let weapon = square.weapon.map(|kind| kind.letter().to_string());
        let things: Vec<_> = ship.into_iter().chain(weapon).collect();
        (!things.is_empty()).then(|| format!("{}\u{a0}{}", square.cell, things.join("\u{a0}")))
    };
    let all: Vec<_> = seen.iter().filter_map(thing).collect();
    if all.is_empty() { lang.text("advanced-nothing") } else { all.join(", ") }
}
