//! Maps of `classic`.

use broadside_engine::classic::{ShotResult, View, Waters};
use broadside_engine::seat::Seat;
use broadside_i18n::Lang;

use super::{HIT, MISS, Map, SHIP, SHOT, WATER, draw_grid, title};
use crate::compose::reader_view::ReaderView;

pub(super) fn maps(seen: &ReaderView, lang: Lang, me: Seat, view: &View) -> (Vec<Map>, Vec<&'static str>) {
    let own_first = |waters: &&Waters| waters.seat != me;
    let mut all: Vec<&Waters> = view.waters.iter().collect();
    all.sort_by_key(own_first);
    if all.iter().all(|waters| waters.ships.is_none() && waters.all_shots().is_empty()) {
        return (Vec::new(), Vec::new());
    }
    let map = |waters: &Waters| {
        let shots = waters.all_shots();
        let sign = |cell| {
            let ship = waters.ships.iter().flatten().find(|ship| ship.cells.contains(cell));
            let shot = shots.iter().rfind(|shot| shot.cell == cell);
            match (ship, shot.map(|shot| shot.result)) {
                (Some(ship), _) if ship.hit.contains(cell) => HIT,
                (Some(_), _) => SHIP,
                (None, Some(Some(ShotResult::Hit))) => HIT,
                (None, Some(Some(ShotResult::Miss))) => MISS,
                // The ships are known, so the shot is known to have missed.
                (None, Some(None)) if waters.ships.is_some() => MISS,
                (None, Some(None)) => SHOT,
                (None, None) => WATER,
            }
        };
        draw_grid(title(seen, lang, waters.seat), view.grid, sign)
    };
    let totals = view.waters.iter().any(|waters| waters.salvos.iter().flatten().next().is_some());
    let mut signs = vec!["sign-ship", "sign-hit", "sign-miss"];
    if totals {
        signs.push("sign-shot");
    }
    (all.into_iter().map(map).collect(), signs)
}
