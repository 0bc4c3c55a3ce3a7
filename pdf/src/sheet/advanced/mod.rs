//! Sheets of `advanced` (A18): both maps with the land, a price list that shows what was bought,
//! and a log of the reports. Blank, or filled in from a game.

pub mod chart;
mod legend;
pub(super) mod pack;

use broadside_engine::advanced::map::Map as Terrain;
use broadside_engine::advanced::{
    DamageReport, Finding, Glimpse, Kind, MAX_TURNS, SALVO_PRICE, SideView, Sighting, View,
    WeaponStatus,
};
use broadside_engine::game::{self, RulesetId};
use broadside_engine::grid::CellSet;
use broadside_engine::seat::Seat;
use broadside_i18n::Lang;

use self::chart::{Chart, Ledger, Row};
use crate::game::GameSheetData;
use crate::kind::{BlankSheet, GameSheet};
use crate::sheet::log::{Column, Log};
use crate::sheet::map::{Label, Map, Mark, Ship, Shot, Tally, class_name};
use crate::sheet::{Body, Page, game_footer};
use crate::texts::SheetTexts;

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
        Ok(vec![played(lang, view, data)])
    },
};

/// Recipe of the map of a blank sheet. Both players must have the same land.
const MAP: &str = "v1:16x16:broadside";
/// Label of a square in which a recce plane saw nothing.
const SEEN_EMPTY: &str = "–";
/// Number of operations for which a blank log has rows.
const OPERATIONS: usize = 50;

/// Makes the blank page for the settings of a game.
fn blank(lang: Lang, view: &View) -> Page {
    let land = Terrain::read(&view.map).map(|terrain| terrain.land()).unwrap_or_default();
    let maps = ["advanced-own", "advanced-other"].map(|key| Map {
        caption: lang.text(key),
        note: lang.text(&format!("{key}-note")),
        land,
        fleet: fleet(lang, view),
        ..Map::blank(view.grid)
    });
    let mut footer = lang.fill("footer", &[("sheet", &lang.text("advanced-title"))]);
    if let Some(recipe) = &view.recipe {
        footer.push_str(" · ");
        footer.push_str(&lang.fill("advanced-footer-map", &[("map", recipe)]));
    }
    let mut note = lang.fill("advanced-points-blank", &[("points", &view.points.to_string())]);
    if view.resupply > 0 {
        let resupply = view.resupply.to_string();
        note.push_str(", ");
        note.push_str(&lang.fill("advanced-points-resupply", &[("points", &resupply)]));
    } else {
        note.push_str(": ");
        note.push_str(&lang.text("advanced-points-spent"));
    }
    let points = u32::from(view.points) + u32::from(view.resupply) * MAX_TURNS;
    let salvos = WeaponBoxes::blank(lang, points / SALVO_PRICE);
    let weapons = Kind::ALL.map(|kind| WeaponBoxes::blank(lang, points / kind.price()));
    let ledger = ledger(lang, &note, salvos, weapons);
    // The rows have numbers on every page, because the maps refer to the numbers.
    let rows = (1..=2 * MAX_TURNS).map(|number| vec![number.to_string(), String::new()]).collect();
    page(lang, maps, ledger, (rows, OPERATIONS), footer)
}

/// Makes the page of a game for a viewer: a player's own sheet, or what is public about both
/// players. Reads only the viewer's own view.
fn played(lang: Lang, view: &View, data: &GameSheetData) -> Page {
    let viewer = data.viewer;
    let seats: Vec<Seat> = view.sides.iter().map(|side| side.seat).collect();
    let sides = match viewer.seat() {
        Some(seat) if seats.last() == Some(&seat) => [&view.sides[1], &view.sides[0]],
        _ => [&view.sides[0], &view.sides[1]],
    };
    let mut maps = sides.map(|side| marked(lang, view, side));
    for ((map, side), key) in maps.iter_mut().zip(sides).zip(["advanced-own", "advanced-other"]) {
        map.owner = data.other(side.seat);
        if viewer.seat().is_some() {
            map.caption = lang.text(key);
            map.note = lang.text(&format!("{key}-note"));
        } else {
            let number = side.seat.number().to_string();
            map.caption = lang.fill("classic-player", &[("number", &number)]);
        }
    }
    let mut footer = game_footer(lang, &lang.text("advanced-title"), &data.game, None);
    if view.turn > 0 {
        footer.push_str(" · ");
        footer.push_str(&lang.fill("advanced-footer-turn", &[("turn", &view.turn.to_string())]));
    }
    let ledger = match viewer.seat() {
        Some(_) => bought(lang, view, sides[0]),
        None => ledger(lang, "", WeaponBoxes::default(), Default::default()),
    };
    let rows = rows(lang, view, data);
    let count = rows.len();
    page(lang, maps, ledger, (rows, count), footer)
}

/// Makes a page. `rows` gives the rows of the log, and how many of them must be printed.
fn page(
    lang: Lang,
    maps: [Map; 2],
    ledger: Ledger,
    (rows, operations): (Vec<Vec<String>>, usize),
    footer: String,
) -> Page {
    let columns = vec![
        Column::new(lang.text("advanced-number"), 1.0),
        Column { names: true, ..Column::new(lang.text("advanced-who"), 2.0) },
        Column::new(lang.text("advanced-operation"), 5.0),
        Column::new(lang.text("advanced-report"), 8.0),
    ];
    let log = Log { title: lang.text("advanced-log"), columns, rows, min_rows: 8, narrow: None };
    let title = lang.text("advanced-title");
    let chart = Chart { maps, ledger, legend: legend::legend(lang), log, operations };
    Page { title, note: String::new(), footer, body: Body::Chart(Box::new(chart)) }
}

/// Returns the ships to tick off, in the order of their classes.
fn fleet(lang: Lang, view: &View) -> Vec<Tally> {
    let mut tallies = Vec::new();
    for class in &view.fleet {
        let name = class_name(lang, class.class.as_str());
        let tally = Tally { name, length: class.length, ..Tally::default() };
        tallies.extend(std::iter::repeat_n(tally, usize::from(class.ships)));
    }
    tallies
}

/// Makes the map of a side, with everything known about it and the squares attacked.
fn marked(lang: Lang, view: &View, side: &SideView) -> Map {
    let Ok(terrain) = Terrain::read(&view.map) else { return Map::blank(view.grid) };
    let hit: CellSet =
        side.ships.iter().flatten().flat_map(|ship| ship.hit.iter().collect::<Vec<_>>()).collect();
    let known = side.ships.is_some();
    let shots = view.findings(side.seat).into_iter().map(|(cell, finding)| Shot {
        cell,
        mark: match finding {
            _ if known => {
                if hit.contains(cell) {
                    Mark::Hit
                } else {
                    Mark::Shot
                }
            }
            Finding::Miss => Mark::Shot,
            Finding::Hit => Mark::Hit,
            // The number refers to the report.
            Finding::Open(number) => Mark::Round(number),
        },
    });
    let mut labels: Vec<Label> = Vec::new();
    for operation in &view.operations {
        match operation {
            Glimpse::Sent { seat, seen: Some(seen), .. } if *seat != side.seat && !known => {
                for square in seen {
                    labels.retain(|label| label.cell != square.cell);
                    labels.push(sighted(lang, square));
                }
            }
            _ => {}
        }
    }
    // Only one letter on a square: that of the last weapon placed there. A square becomes free only
    // when its weapon is spent.
    let mut weapons: Vec<Label> = Vec::new();
    for weapon in side.weapons.iter().flatten() {
        weapons.retain(|label| label.cell != weapon.at);
        weapons.push(Label {
            cell: weapon.at,
            text: weapon.kind.letter().to_string(),
            corner: false,
            out: weapon.status != WeaponStatus::Ready,
        });
    }
    Map {
        land: terrain.land(),
        labels: weapons.into_iter().chain(labels).collect(),
        ships: side
            .ships
            .iter()
            .flatten()
            .filter_map(|ship| Ship::on(&ship.cells, ship.sunk))
            .collect(),
        shots: shots.collect(),
        fleet: tallies(lang, view, side),
        ..Map::blank(view.grid)
    }
}

/// Makes a short label for what a recce plane saw in a square; a dash if the square is empty.
fn sighted(lang: Lang, square: &Sighting) -> Label {
    let ship = square.ship.as_ref().map(|class| lang.text(&format!("advanced-short-{class}")));
    let weapon = square.weapon.map(|kind| kind.letter().to_string());
    let text: String = ship.into_iter().chain(weapon).collect();
    let text = if text.is_empty() { SEEN_EMPTY.to_owned() } else { text };
    Label { cell: square.cell, text, corner: true, out: square.hit }
}

/// Returns the fleet of a side: every hit if the viewer may see the ships, otherwise the hits that
/// are certain on each ship. Ships of the same class may share hits; the first of them that is
/// afloat then has a note.
fn tallies(lang: Lang, view: &View, side: &SideView) -> Vec<Tally> {
    let mut fleet = fleet(lang, view);
    if let Some(ships) = &side.ships {
        // Ships and tallies are both in the order of the fleet.
        for (tally, ship) in fleet.iter_mut().zip(ships) {
            tally.hit = ship.hit.len() as u8;
            tally.sunk = ship.sunk;
        }
        return fleet;
    }
    let mut rest = fleet.as_mut_slice();
    for class in view.class_findings(side.seat) {
        let (tallies, others) = rest.split_at_mut(class.ships.len());
        for (n, (tally, hit)) in tallies.iter_mut().zip(&class.ships).enumerate() {
            tally.hit = *hit;
            tally.sunk = n < usize::from(class.sunk);
        }
        let afloat = &mut tallies[usize::from(class.sunk)..];
        let count = afloat.len().to_string();
        if let Some(first) = afloat.first_mut()
            && class.ships[usize::from(class.sunk)..].iter().sum::<u8>() < class.hits
        {
            let hits = class.hits.to_string();
            let values = [("class", first.name.as_str()), ("ships", &count), ("hits", &hits)];
            first.name = lang.fill("advanced-hits-shared", &values);
        }
        rest = others;
    }
    fleet
}

/// Boxes of an item in the price list.
#[derive(Default)]
struct WeaponBoxes {
    count: usize,
    crossed: usize,
    /// Note on those that remain.
    note: String,
    /// Text below the boxes if there is no room for all of them.
    more: String,
}

impl WeaponBoxes {
    fn blank(lang: Lang, count: u32) -> Self {
        Self { count: count as usize, more: lang.text("advanced-more"), ..Self::default() }
    }

    /// Creates the boxes of a player, without a note.
    fn with_spent(lang: Lang, crossed: usize, count: usize) -> Self {
        let crossed_text = crossed.to_string();
        let more =
            lang.fill("advanced-gone", &[("gone", &crossed_text), ("count", &count.to_string())]);
        Self { count, crossed, note: String::new(), more }
    }
}

/// Makes the price list. `weapons` are the boxes of each kind of weapon.
fn ledger(
    lang: Lang,
    note: &str,
    salvos: WeaponBoxes,
    weapons: [WeaponBoxes; Kind::ALL.len()],
) -> Ledger {
    let salvo = ledger_row(lang, "salvo", SALVO_PRICE, salvos);
    let mut rows = vec![salvo];
    for (kind, boxes) in Kind::ALL.into_iter().zip(weapons) {
        let row = ledger_row(lang, &kind.as_str().replace('_', "-"), kind.price(), boxes);
        rows.push(Row { mark: kind.letter().to_string(), ..row });
    }
    Ledger {
        title: lang.text("advanced-points"),
        note: note.to_owned(),
        columns: ["advanced-weapon", "advanced-price", "advanced-bought"].map(|key| lang.text(key)),
        rows,
    }
}

/// Makes a row of the price list, without a mark.
fn ledger_row(lang: Lang, key: &str, price: u32, boxes: WeaponBoxes) -> Row {
    Row {
        mark: String::new(),
        name: lang.text(&format!("advanced-{key}")),
        effect: lang.text(&format!("advanced-{key}-effect")),
        price: price.to_string(),
        boxes: boxes.count,
        crossed: boxes.crossed,
        note: boxes.note,
        more: boxes.more,
    }
}

/// Makes the price list of a player: what was bought, what is left, and the orders of the guns.
fn bought(lang: Lang, view: &View, side: &SideView) -> Ledger {
    let salvos = view
        .operations
        .iter()
        .filter(|operation| matches!(operation, Glimpse::Fired { seat, .. } if *seat == side.seat));
    let fired = salvos.count();
    let left = side.points_left.unwrap_or_default();
    let points = [("left", &*left.to_string()), ("points", &*view.points.to_string())];
    let note = lang.fill("advanced-points-left", &points);
    let salvos = WeaponBoxes::with_spent(lang, fired, fired + left as usize);
    ledger(lang, &note, salvos, Kind::ALL.map(|kind| bought_weapons(lang, side, kind)))
}

/// Returns the boxes of a player's weapons of a kind, with the squares of those that are ready.
fn bought_weapons(lang: Lang, side: &SideView, kind: Kind) -> WeaponBoxes {
    let mut squares = Vec::new();
    let mut spent = 0;
    for weapon in side.weapons.iter().flatten().filter(|weapon| weapon.kind == kind) {
        if weapon.status != WeaponStatus::Ready {
            spent += 1;
        } else if let Some(order) = weapon.order {
            let order = lang.text(&format!("advanced-order-{}", order.as_str()));
            squares.push(format!("{} {order}", weapon.at));
        } else {
            squares.push(weapon.at.to_string());
        }
    }
    let boxes = WeaponBoxes::with_spent(lang, spent, spent + squares.len());
    WeaponBoxes { note: squares.join(" · "), ..boxes }
}

/// Returns the rows of the log, one for each operation.
fn rows(lang: Lang, view: &View, data: &GameSheetData) -> Vec<Vec<String>> {
    let operations = (1..).zip(&view.operations);
    operations.filter_map(|(number, operation)| row(lang, data, number, operation)).collect()
}

/// Returns the row of an operation; `None` if it has none, because it is no move on a map.
fn row(
    lang: Lang,
    data: &GameSheetData,
    number: usize,
    operation: &Glimpse,
) -> Option<Vec<String>> {
    let (seat, action, report) = match operation {
        Glimpse::Fired { seat, cells, damage: hit } => {
            let cells: Vec<_> = cells.iter().map(ToString::to_string).collect();
            let action = format!("{} {}", lang.text("advanced-salvo"), cells.join(" "));
            (*seat, action, damage(lang, hit))
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
    Some(vec![number.to_string(), player(lang, data, seat), action, report])
}

/// Returns the name of a player in the log, or what stands for it.
fn player(lang: Lang, data: &GameSheetData, seat: Seat) -> String {
    match (data.viewer.seat(), data.other(seat)) {
        (Some(own), _) if own == seat => lang.text("advanced-mine"),
        (_, Some(name)) => name,
        (Some(_), None) => lang.text("advanced-theirs"),
        (None, None) => seat.number().to_string(),
    }
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
    let mut squares = Vec::new();
    for square in seen {
        let ship = square.ship.as_ref().map(|class| class_name(lang, class.as_str()));
        let weapon = square.weapon.map(|kind| kind.letter().to_string());
        let things: Vec<_> = ship.into_iter().chain(weapon).collect();
        if !things.is_empty() {
            squares.push(format!("{}\u{a0}{}", square.cell, things.join("\u{a0}")));
        }
    }
    if squares.is_empty() { lang.text("advanced-nothing") } else { squares.join(", ") }
}
