//! Maps of `voices`: the reader's waters, and those of each other player.

use broadside_engine::grid::Grid;
use broadside_engine::seat::Seat;
use broadside_engine::voices::{ShotResult, View, Waters};
use broadside_i18n::Lang;

use super::{HIT, MISS, Map, SHIP, WATER, draw_grid, title};
use crate::compose::reader_view::ReaderView;

pub(super) fn maps(seen: &ReaderView, lang: Lang, me: Seat, view: &View) -> (Vec<Map>, Vec<&'static str>) {
    let mut all: Vec<&Waters> = view.waters.iter().collect();
    all.sort_by_key(|waters| waters.seat != me);
    if all.iter().all(|waters| waters.ships.is_none() && waters.marks.is_empty()) {
        return (Vec::new(), Vec::new());
    }
    let map = |waters: &Waters| {
        let sign = |cell| {
            let ship = waters.ships.iter().flatten().find(|ship| ship.cells.contains(cell));
            let mark = waters.marks.iter().rfind(|mark| mark.cell == cell);
            match (ship, mark.map(|mark| mark.result)) {
                (Some(ship), _) if ship.hit.contains(cell) => HIT,
                (Some(_), _) => SHIP,
                (None, Some(ShotResult::Hit)) => HIT,
                (None, Some(ShotResult::Miss)) => MISS,
                (None, None) => WATER,
            }
        };
        draw_grid(title(seen, lang, waters.seat), Grid::TEN, sign)
    };
    (all.into_iter().map(map).collect(), vec!["sign-ship", "sign-hit", "sign-miss"])
}
