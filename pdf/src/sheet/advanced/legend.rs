//! Legend of the marks on the maps of `advanced`.

use broadside_engine::advanced::Kind;
use broadside_engine::grid::{Cell, CellSet, Grid};
use broadside_i18n::Lang;

use super::chart::Legend;
use crate::sheet::map::{Label, Map, Mark, Ship, Shot};

/// Makes the legend.
pub(super) fn legend(lang: Lang) -> Legend {
    let cell = Cell::new(0, 0).expect("every map has a square A1");
    let water = || Map::blank(Grid::TEN);
    let land = || Map { land: CellSet::from_iter([cell]), ..water() };
    let label = |text: &str, corner, out| vec![Label { cell, text: text.to_owned(), corner, out }];
    let shot = |mark| vec![Shot { cell, mark }];
    let gun = Kind::Gun.letter().to_string();
    let cruiser = lang.text("advanced-short-cruiser");
    let signs = [
        ("land", land()),
        ("ship", Map { ships: Ship::on(&land().land, false).into_iter().collect(), ..water() }),
        ("weapon", Map { labels: label(&gun, false, false), ..land() }),
        ("gone", Map { labels: label(&gun, false, true), ..land() }),
        ("miss", Map { shots: shot(Mark::Shot), ..water() }),
        ("hit", Map { shots: shot(Mark::Hit), ..water() }),
        ("number", Map { shots: shot(Mark::Round(7)), ..water() }),
        ("seen", Map { labels: label(&cruiser, true, false), ..water() }),
        ("seen-hit", Map { labels: label(&cruiser, true, true), ..water() }),
        ("seen-empty", Map { labels: label(super::SEEN_EMPTY, true, false), ..water() }),
    ];
    let signs = signs.map(|(key, map)| (map, lang.text(&format!("advanced-sign-{key}"))));
    Legend { title: lang.text("advanced-legend"), signs: signs.into() }
}
