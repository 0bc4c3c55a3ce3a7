//! Help for placing: each item as commands name it, its length or price, and the beginning of a placement.

use broadside_engine::advanced::{self, Kind};
use broadside_engine::game::View;
use broadside_engine::grid::Grid;
use broadside_engine::satellite::{Building, Planet};
use broadside_engine::solo::{self, Face, ShipClass, Suit};
use broadside_i18n::Lang;

use super::reader_view::{ReaderView, list};
use super::refused::command_name;
use super::{Block, SuggestedCommand};

/// Class of ships: name, number of cells covered, and number of ships.
type Class<'a> = (&'a str, u8, u8);

/// Lists what a player needs to know in order to place.
pub(super) fn help(seen: &ReaderView, lang: Lang) -> Vec<Block> {
    match &seen.view {
        View::Classic(view) => {
            let fleet = view.fleet.iter().map(|of| (of.class.as_str(), of.length, of.ships));
            vec![
                explain_ships(lang, view.grid),
                command_table(fleet.map(|class| describe_ship(lang, "cells", class))),
            ]
        }
        View::Voices(view) => {
            let fleet = view.fleet.iter().map(|of| (of.class.as_str(), of.length, of.ships));
            vec![
                explain_ships(lang, Grid::TEN),
                command_table(fleet.map(|class| describe_ship(lang, "cells", class))),
                Block::Text(lang.text("placing-voices")),
            ]
        }
        View::Solo(view) => explain_sea(lang, view),
        View::Satellite(view) => explain_planet(lang, view.planet),
        View::Advanced(view) => explain_map(lang, view),
    }
}

/// Returns the beginning of a placement: valid lines that show how to name positions.
pub(super) fn example(view: &View) -> Vec<String> {
    let place = |words: [&str; 3]| format!("PLACE {}", words.join(" "));
    match view {
        View::Classic(view) => {
            two_ships(view.grid, view.fleet.iter().map(|of| (of.class.as_str(), of.length)))
        }
        View::Voices(view) => {
            two_ships(Grid::TEN, view.fleet.iter().map(|of| (of.class.as_str(), of.length)))
        }
        View::Solo(view) => {
            let class = if view.wumpuses { ShipClass::Dinghy } else { ShipClass::Cruiser };
            let class = command_name(class.as_str());
            let row =
                |n: usize| view.order.get(n).map_or_else(String::new, |suit| command_name(suit.as_str()));
            let lines = view.suits.iter().take(2).zip(0..).map(|(of, n)| {
                let first = [format!("{}/UPPER/N", row(n)), format!("{}/LOWER/A", row(n + 1))];
                let lies = if view.wumpuses { "" } else { [" DIAGONAL DOWN", " ACROSS"][n] };
                place([&command_name(of.suit.as_str()), &class, &format!("{}{lies}", first[n])])
            });
            lines.collect()
        }
        View::Satellite(_) => vec!["PLACE OUTPOST A1 A2".to_owned(), "PLACE RELAY C1 D1 E1".to_owned()],
        View::Advanced(view) => {
            let mut lines = Vec::new();
            let first = view.fleet.iter().find(|of| of.ships > 0);
            if let Some((of, at)) = first.and_then(|of| Some((of, first_run(view, '~', of.length)?))) {
                lines.push(place([&command_name(of.class.as_str()), &at, "ACROSS"]));
            }
            lines.extend(first_run(view, '#', 1).map(|at| place(["GUN", &at, "ORDER BOMBERS"])));
            lines
        }
    }
}

/// Places the first two ships next to each other.
fn two_ships<'a>(grid: Grid, fleet: impl Iterator<Item = (&'a str, u8)>) -> Vec<String> {
    let ways = [(0, "A1", "DOWN"), (2, "C1", "ACROSS")];
    let fits = |(length, from, heading): (u8, u8, &str)| match heading {
        "DOWN" => length <= grid.rows(),
        _ => from + length <= grid.columns(),
    };
    fleet
        .zip(ways)
        .filter(|((_, length), (from, _, heading))| fits((*length, *from, heading)))
        .map(|((class, _), (_, at, heading))| format!("PLACE {} {at} {heading}", command_name(class)))
        .collect()
}

/// Returns the first run of `length` squares in a row with the same `sign` (land or water).
fn first_run(view: &advanced::View, sign: char, length: u8) -> Option<String> {
    let wanted = sign.to_string().repeat(usize::from(length));
    let found = |(row, number): (&String, u8)| {
        let column = u8::try_from(row.find(&wanted)?).ok()?;
        Some(format!("{}{number}", char::from(b'A' + column)))
    };
    view.map.iter().zip(1..).find_map(found)
}

/// Lists items with their descriptions.
fn command_table(rows: impl Iterator<Item = (String, String)>) -> Block {
    let offer = |(name, says)| SuggestedCommand { lines: vec![name], does: says, to: String::new() };
    Block::Commands(rows.map(offer).collect())
}

/// Explains where ships can lie, and how positions are written.
fn explain_ships(lang: Lang, grid: Grid) -> Block {
    let last = char::from(b'A' + grid.columns() - 1).to_string();
    let parts = [("column", &*last), ("row", &*grid.rows().to_string())];
    Block::Text(lang.fill("placing-ships", &parts))
}

/// Describes a class of ships and what it covers: cells, squares or coins.
fn describe_ship(lang: Lang, of: &str, (class, length, ships): Class<'_>) -> (String, String) {
    let covers = lang.count(&format!("placing-{of}"), usize::from(length));
    let says = match ships {
        1 => covers,
        _ => lang.fill("placing-each", &[("ships", &ships.to_string()), ("covers", &covers)]),
    };
    named_item(lang, "class", class, &says)
}

/// Returns an item as commands name it, and its description. The description includes the translated name if that
/// differs.
fn named_item(lang: Lang, kind: &str, name: &str, says: &str) -> (String, String) {
    let command = command_name(name);
    match lang.find(&format!("{kind}-{name}")) {
        Some(word) if !word.to_uppercase().starts_with(&command) => (command, format!("{word}: {says}")),
        _ => (command, says.to_owned()),
    }
}

fn explain_sea(lang: Lang, view: &solo::View) -> Vec<Block> {
    let suit = |suit: &Suit| {
        let (command, word) = named_item(lang, "suit", suit.as_str(), "");
        match word.strip_suffix(": ") {
            Some(word) => format!("{command} ({word})"),
            None => command,
        }
    };
    let fighting: Vec<_> = view.suits.iter().map(|of| suit(&of.suit)).collect();
    let rows: Vec<_> = view.order.iter().map(|suit| command_name(suit.as_str())).collect();
    let columns = list(lang, &Face::ALL.map(|face| face.as_str().to_owned()));
    let lends = command_name(view.lends.as_str());
    let fleets = [("fighting", &*list(lang, &fighting)), ("lends", &*lends)];
    let sea = [("rows", &*list(lang, &rows)), ("columns", &*columns)];
    let ships: Vec<Class<'_>> = match view.wumpuses {
        true => vec![(ShipClass::Dinghy.as_str(), ShipClass::Dinghy.length(), 6)],
        false => ShipClass::ALL.iter().rev().map(|class| (class.as_str(), class.length(), 1)).collect(),
    };
    let mut blocks = vec![
        Block::Text(lang.fill("placing-suits", &fleets)),
        command_table(ships.into_iter().map(|class| describe_ship(lang, "coins", class))),
        Block::Text(lang.fill("placing-sea", &sea)),
    ];
    if !view.wumpuses {
        blocks.push(Block::Text(lang.text("placing-sea-ships")));
    }
    blocks
}

fn explain_planet(lang: Lang, planet: Planet) -> Vec<Block> {
    let last = planet.last();
    let row = char::from(b'A' + last.row()).to_string();
    let parts = [("row", &*row), ("column", &*(last.column() + 1).to_string())];
    let shape = |building: Building| {
        (command_name(building.as_str()), lang.text(&format!("shape-{}", building.as_str())))
    };
    vec![
        Block::Text(lang.text("placing-buildings")),
        command_table(Building::ALL.into_iter().map(shape)),
        Block::Text(lang.fill("placing-planet", &parts)),
    ]
}

fn explain_map(lang: Lang, view: &advanced::View) -> Vec<Block> {
    let fleet = view.fleet.iter().filter(|of| of.ships > 0);
    let has_carrier = fleet.clone().any(|of| of.class.as_str() == "carrier");
    let weapon = |kind: Kind| {
        let price = lang.count("placing-points", kind.price() as usize);
        let place = if kind.is_plane() && has_carrier { "placing-deck" } else { "placing-land" };
        let says = format!("{price}; {}", lang.text(place));
        named_item(lang, "weapon", kind.as_str(), &says)
    };
    let mut blocks = vec![
        explain_ships(lang, view.grid),
        command_table(
            fleet.map(|of| describe_ship(lang, "squares", (of.class.as_str(), of.length, of.ships))),
        ),
        Block::Text(lang.fill("placing-weapons", &[("points", &view.points.to_string())])),
        command_table(Kind::ALL.into_iter().map(weapon)),
    ];
    if view.resupply > 0 {
        let resupply = [("points", &*view.resupply.to_string())];
        blocks.push(Block::Text(lang.fill("placing-resupply", &resupply)));
    }
    blocks.push(Block::Text(lang.text("placing-orders")));
    blocks
}
