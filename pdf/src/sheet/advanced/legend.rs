//! Legend of the marks on the maps of `advanced`.

use broadside_engine::advanced::Kind;
use broadside_engine::grid::{Cell, CellSet, Grid};
use broadside_i18n::Lang;

use super::chart::Legend;
use crate::sheet::map::{Label, Map, Mark, Ship, Shot};
use crate::texts::SheetTexts;

pub(super) fn legend(lang: Lang) -> Legend {
    let cell = first_cell();
    let water = Map::blank(Grid::TEN);
    let land = Map { land: CellSet::from_iter([cell]), ..water.clone() };
    let ship = Ship { first: cell, last: cell, sunk: false };
    let gun = Kind::Gun.letter().to_string();
    let cruiser = lang.text("advanced-short-cruiser");
    let signs = [
        ("land", land.clone()),
        ("ship", Map { ships: vec![ship], ..water.clone() }),
        ("weapon", with_label(&land, &gun, false, false)),
        ("gone", with_label(&land, &gun, false, true)),
        ("miss", with_shot(&water, Mark::Shot)),
        ("hit", with_shot(&water, Mark::Hit)),
        ("number", with_shot(&water, Mark::Round(7))),
        ("seen", with_label(&water, &cruiser, true, false)),
        ("seen-hit", with_label(&water, &cruiser, true, true)),
        ("seen-empty", with_label(&water, super::SEEN_EMPTY, true, false)),
    ];
    let signs = signs.map(|(key, map)| (map, lang.text(&format!("advanced-sign-{key}"))));
    Legend { title: lang.text("advanced-legend"), signs: signs.into() }
}

/// Returns A1, the only square of a sign.
fn first_cell() -> Cell {
    Cell::new(0, 0).expect("every map has a square A1")
}

fn with_label(map: &Map, text: &str, corner: bool, out: bool) -> Map {
    let label = Label { cell: first_cell(), text: text.to_owned(), corner, out };
    Map { labels: vec![label], ..map.clone() }
}

fn with_shot(map: &Map, mark: Mark) -> Map {
    Map { shots: vec![Shot { cell: first_cell(), mark }], ..map.clone() }
}
