//! Maps of `satellite`: rows have letters, columns have numbers.

use broadside_engine::satellite::{Planet, Sector, SideView, View};
use broadside_engine::seat::Seat;
use broadside_i18n::Lang;

use super::{HIT, MISS, Map, SHIP, WATER, title};
use crate::compose::reader_view::ReaderView;

pub(super) fn maps(seen: &ReaderView, lang: Lang, me: Seat, view: &View) -> (Vec<Map>, Vec<&'static str>) {
    let mut sides: Vec<&SideView> = view.sides.iter().collect();
    sides.sort_by_key(|side| side.seat != me);
    if sides.iter().all(|side| side.buildings.is_none() && side.hits.is_empty() && side.misses.is_empty()) {
        return (Vec::new(), Vec::new());
    }
    let map = |side: &SideView| {
        let sign = |sector: Sector| {
            let built = side.buildings.iter().flatten().any(|building| building.cells.contains(sector));
            match () {
                () if side.hits.contains(sector) => HIT,
                () if built => SHIP,
                () if side.misses.contains(sector) => MISS,
                () => WATER,
            }
        };
        draw_planet(title(seen, lang, side.seat), view.planet, sign)
    };
    let mut maps: Vec<_> = sides.iter().map(|side| map(side)).collect();
    for (map, side) in maps.iter_mut().zip(&sides) {
        map.rows.push(lang.count("map-destroyed", usize::from(side.destroyed)));
    }
    (maps, vec!["sign-building", "sign-hit", "sign-miss"])
}

fn draw_planet(title: String, planet: Planet, sign: impl Fn(Sector) -> char) -> Map {
    let wide = if planet.columns() > 9 { 2 } else { 1 };
    let numbers: Vec<_> = (1..=planet.columns()).map(|column| format!("{column:>wide$}")).collect();
    let mut rows = vec![format!("  {}", numbers.join(" "))];
    for row in 0..planet.rows() {
        let sectors = (0..planet.columns()).filter_map(|column| Sector::new(row, column));
        let signs: Vec<_> = sectors.map(|sector| format!("{:>wide$}", sign(sector))).collect();
        rows.push(format!("{} {}", char::from(b'A' + row), signs.join(" ")));
    }
    Map { title, rows }
}
