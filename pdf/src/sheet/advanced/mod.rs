//! Sheets of `advanced` (A18): both maps with the land, a price list that shows what was bought,
//! and a log of the reports. Blank, or filled in from a game.

pub mod chart;
mod legend;

use broadside_engine::advanced::map::Map as Terrain;
use broadside_engine::advanced::{
    DamageReport, Finding, Glimpse, Kind, MOST_TURNS, SALVO_PRICE, SideView, Sighting, View,
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
    let points = u32::from(view.points) + u32::from(view.resupply) * MOST_TURNS;
    let boxes = |price: u32| WeaponBoxes {
        count: (points / price) as usize,
        more: lang.text("advanced-more"),
        ..WeaponBoxes::default()
    };
    let number = |points: u8| points.to_string();
    let mut note = lang.fill("advanced-points-blank", &[("points", &number(view.points))]);
    if view.resupply > 0 {
        note.push_str(", ");
        note.push_str(
            &lang.fill("advanced-points-resupply", &[("points", &number(view.resupply))]),
        );
    }
    if view.resupply == 0 {
        note.push_str(": ");
        note.push_str(&lang.text("advanced-points-spent"));
    }
    let ledger = ledger(lang, &note, &|kind| boxes(kind.price()), boxes(SALVO_PRICE));
    // The rows have numbers on every page, because the maps refer to the numbers.
    let rows = (1..=2 * MOST_TURNS).map(|number| vec![number.to_string(), String::new()]).collect();
    page(lang, [map("advanced-own"), map("advanced-other")], ledger, (rows, OPERATIONS), footer)
}

/// Makes the page of a game for a viewer: a player's own sheet, or what is public about both
/// players. Reads only the viewer's own view.
fn played(lang: Lang, view: &View, data: &GameSheetData) -> Page {
    let viewer = data.viewer;
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
        Map { caption, owner: data.other(side.seat), note, ..marked(lang, view, side) }
    };
    let maps = [map(&view.sides[own], 0), map(&view.sides[other], 1)];
    let mut footer = game_footer(lang, &lang.text("advanced-title"), &data.game, None);
    if view.turn > 0 {
        footer.push_str(" · ");
        footer.push_str(&lang.fill("advanced-footer-turn", &[("turn", &view.turn.to_string())]));
    }
    let ledger = match viewer.seat() {
        Some(_) => bought(lang, view, &view.sides[own]),
        None => ledger(lang, "", &|_| WeaponBoxes::default(), WeaponBoxes::default()),
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
    let column = |key: &str, share| Column::new(lang.text(key), share);
    let columns = vec![
        column("advanced-number", 1.0),
        Column { names: true, ..column("advanced-who", 2.0) },
        column("advanced-operation", 5.0),
        column("advanced-report", 8.0),
    ];
    let log = Log { title: lang.text("advanced-log"), columns, rows, least: 8, narrow: None };
    let title = lang.text("advanced-title");
    let chart = Chart { maps, ledger, legend: legend::legend(lang), log, operations };
    Page { title, note: String::new(), footer, body: Body::Chart(Box::new(chart)) }
}

/// Returns the ships to tick off. `classes` gives the name, length and number of ships of each
/// class.
fn fleet<'a>(lang: Lang, classes: impl Iterator<Item = (&'a str, u8, u8)>) -> Vec<Tally> {
    let tallies = classes.flat_map(|(class, length, ships)| {
        let tally = Tally { name: class_name(lang, class), length, ..Tally::default() };
        std::iter::repeat_n(tally, usize::from(ships))
    });
    tallies.collect()
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
    let classes =
        || view.fleet.iter().map(|class| (class.class.as_str(), class.length, class.ships));
    let mut fleet = fleet(lang, classes());
    if let Some(ships) = &side.ships {
        // Ships and tallies are both in the order of the fleet.
        for (tally, ship) in fleet.iter_mut().zip(ships) {
            (tally.hit, tally.sunk) = (ship.hit.len() as u8, ship.sunk);
        }
        return fleet;
    }
    let mut rest = fleet.as_mut_slice();
    for class in view.class_findings(side.seat) {
        let (tallies, others) = rest.split_at_mut(class.ships.len());
        for (n, (tally, hit)) in tallies.iter_mut().zip(&class.ships).enumerate() {
            (tally.hit, tally.sunk) = (*hit, n < usize::from(class.sunk));
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
    /// Number of boxes.
    count: usize,
    /// Number of boxes crossed out.
    crossed: usize,
    /// Note on those that remain.
    note: String,
    /// Text below the boxes if there is no room for all of them.
    more: String,
}

/// Makes the price list. `boxes` gives the boxes for each kind of weapon, `salvos` those for
/// salvos.
fn ledger(
    lang: Lang,
    note: &str,
    boxes: &dyn Fn(Kind) -> WeaponBoxes,
    salvos: WeaponBoxes,
) -> Ledger {
    let row = |key: &str,
               mark: String,
               price: u32,
               WeaponBoxes { count, crossed, note, more }: WeaponBoxes| Row {
        mark,
        name: lang.text(&format!("advanced-{key}")),
        effect: lang.text(&format!("advanced-{key}-effect")),
        price: price.to_string(),
        boxes: count,
        crossed,
        note,
        more,
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
    let gone_of = |crossed: usize, count: usize| {
        let numbers = [("gone", crossed.to_string()), ("count", count.to_string())];
        let more = lang.fill(
            "advanced-gone",
            &numbers.each_ref().map(|(name, number)| (*name, number.as_str())),
        );
        WeaponBoxes { count, crossed, note: String::new(), more }
    };
    let boxes = |kind: Kind| {
        let of_kind = || weapons().filter(move |weapon| weapon.kind == kind);
        let gone = of_kind().filter(|weapon| weapon.status != WeaponStatus::Ready).count();
        let ready = of_kind().filter(|weapon| weapon.status == WeaponStatus::Ready);
        let places = ready.map(|weapon| match weapon.order {
            Some(order) => {
                format!(
                    "{} {}",
                    weapon.at,
                    lang.text(&format!("advanced-order-{}", order.as_str()))
                )
            }
            None => weapon.at.to_string(),
        });
        let note = places.collect::<Vec<_>>().join(" · ");
        WeaponBoxes { note, ..gone_of(gone, of_kind().count()) }
    };
    let fired = |operation: &&Glimpse| matches!(operation, Glimpse::Fired { seat, .. } if *seat == side.seat);
    let fired = view.operations.iter().filter(fired).count();
    let left = side.points_left.unwrap_or_default();
    let numbers = [("left", left.to_string()), ("points", view.points.to_string())];
    let note =
        lang.fill("advanced-points-left", &[("left", &numbers[0].1), ("points", &numbers[1].1)]);
    ledger(lang, &note, &boxes, gone_of(fired, fired + left as usize))
}

/// Returns the rows of the log, one for each operation.
fn rows(lang: Lang, view: &View, data: &GameSheetData) -> Vec<Vec<String>> {
    let who = |seat: Seat| match (data.viewer.seat(), data.other(seat)) {
        (Some(own), _) if own == seat => lang.text("advanced-mine"),
        (_, Some(name)) => name,
        (Some(_), None) => lang.text("advanced-theirs"),
        (None, None) => seat.number().to_string(),
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
            Glimpse::PassedOver { seat } => {
                (*seat, lang.text("advanced-passed-over"), String::new())
            }
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
