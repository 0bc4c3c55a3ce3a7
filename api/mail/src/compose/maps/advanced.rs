//! Maps of `advanced`: land and water, the reader's ships and weapons, and what is known of the opponent's.

use broadside_engine::advanced::{Glimpse, SideView, Status, View, WeaponView};
use broadside_engine::grid::Cell;
use broadside_engine::seat::Seat;
use broadside_i18n::Lang;

use super::{EMPTY, HIT, MISS, Map, SHIP, SHOT, WATER, draw_grid, title};
use crate::compose::reader_view::ReaderView;

/// Land on which nothing is known to stand.
const LAND: char = ':';
const SIGNS: [&str; 7] =
    ["sign-ship", "sign-hit", "sign-miss", "sign-struck", "sign-land", "sign-empty", "sign-weapons"];

pub(super) fn maps(seen: &ReaderView, lang: Lang, me: Seat, view: &View) -> (Vec<Map>, Vec<&'static str>) {
    let terrain = |cell: Cell| {
        let row = view.map.get(usize::from(cell.row()));
        let is_land = row.and_then(|row| row.chars().nth(usize::from(cell.column()))) == Some('#');
        if is_land { LAND } else { WATER }
    };
    let own = |side: &SideView, cell: Cell| {
        let ship = side.ships.iter().flatten().find(|ship| ship.cells.contains(cell));
        let standing = |at: Cell| {
            side.weapons.iter().flatten().find(|weapon| weapon.at == at && weapon.status == Status::Ready)
        };
        let lost = |weapon: &WeaponView| weapon.at == cell && weapon.status == Status::Destroyed;
        match (ship, standing(cell)) {
            (Some(ship), _) if ship.hit.contains(cell) => HIT,
            (_, Some(weapon)) => weapon.kind.letter(),
            (None, None) if side.weapons.iter().flatten().any(lost) => HIT,
            (Some(_), None) => SHIP,
            (None, None) if was_struck(view, side.seat, cell) => MISS,
            (None, None) => terrain(cell),
        }
    };
    let known = |side: &SideView, cell: Cell| {
        let sight = sighted_sign(view, side.seat, cell);
        match sight {
            Some(Some(sign)) => sign,
            Some(None) => EMPTY,
            None if was_struck(view, side.seat, cell) => SHOT,
            None => terrain(cell),
        }
    };
    let mut sides: Vec<&SideView> = view.sides.iter().collect();
    sides.sort_by_key(|side| side.seat != me);
    let map = |side: &SideView| {
        draw_grid(title(seen, lang, side.seat), view.grid, |cell| match side.ships.is_some() {
            true => own(side, cell),
            false => known(side, cell),
        })
    };
    if sides.first().is_none_or(|side| side.ships.is_none()) {
        // Nothing is placed yet: both sides have the same map.
        let maps = vec![draw_grid(lang.text("map-land"), view.grid, terrain)];
        return (maps, vec!["sign-land", "sign-water"]);
    }
    let maps = sides.iter().map(|side| map(side)).collect();
    (maps, SIGNS.to_vec())
}

/// Returns true if a shot or a bomb has hit a square of a side.
fn was_struck(view: &View, side: Seat, cell: Cell) -> bool {
    view.operations.iter().any(|operation| match operation {
        Glimpse::Fired { seat, cells, .. } => *seat != side && cells.contains(&cell),
        Glimpse::Sent { seat, weapon, to, damage: Some(_), .. } => {
            let away = to.row().abs_diff(cell.row()).max(to.column().abs_diff(cell.column()));
            *seat != side && away <= weapon.reach()
        }
        _ => false,
    })
}

/// Returns the sign of what the last recce plane saw on a square of a side, if the reader sent it. Returns `Some(None)`
/// if the plane saw nothing there.
fn sighted_sign(view: &View, side: Seat, cell: Cell) -> Option<Option<char>> {
    view.operations.iter().rev().find_map(|operation| match operation {
        Glimpse::Sent { seat, seen: Some(seen), .. } if *seat != side => {
            let at = seen.iter().find(|sighting| sighting.cell == cell)?;
            let ship = at.ship.as_ref().map(|_| if at.hit { HIT } else { SHIP });
            Some(at.weapon.map(|kind| kind.letter()).or(ship))
        }
        _ => None,
    })
}
