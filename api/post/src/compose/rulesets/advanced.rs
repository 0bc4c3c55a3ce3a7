//! Mails about games of `advanced`. Their maps show land and water, the reader's ships and
//! weapons, and what is known of the opponent's.

use broadside_engine::advanced::{self, Advanced, Glimpse, Kind, SideView, View, WeaponStatus};
use broadside_engine::game::Legal;
use broadside_engine::grid::Cell;
use broadside_engine::seat::Seat;
use broadside_engine::table::Choice;
use broadside_i18n::Lang;

use super::RulesetMail;
use crate::compose::Block;
use crate::compose::facts::sunk_ships;
use crate::compose::maps::{
    DrawnMaps, EMPTY, HIT, LAND, MISS, SHIP, SHOT, WATER, draw_grid, title,
};
use crate::compose::news::{Describer, NewsLine, join_cells};
use crate::compose::placing::{command_table, describe_ship, explain_ships, named_item};
use crate::compose::reader_view::ReaderView;
use crate::compose::refused::command_name;
use crate::compose::refused::rules::{cell_text, cells, fleet, max_text, off_grid_text, setting};
use crate::texts::LetterTexts;

const SIGNS: [&str; 8] = [
    "sign-ship",
    "sign-hit",
    "sign-miss",
    "sign-struck",
    "sign-land",
    "sign-water",
    "sign-empty",
    "sign-weapons",
];

impl RulesetMail for Advanced {
    const HAS_PUBLIC_MAP: bool = true;

    fn maps(game: &ReaderView, lang: Lang, me: Seat, view: &View) -> DrawnMaps {
        let mut sides: Vec<&SideView> = view.sides.iter().collect();
        sides.sort_by_key(|side| side.seat != me);
        if sides.first().is_none_or(|side| side.ships.is_none()) {
            // Nothing is placed yet: both sides have the same map.
            let title = lang.text("map-land");
            let map = draw_grid(title, view.grid, |cell| terrain_sign(view, cell));
            return (vec![map], vec!["sign-land", "sign-water"]);
        }
        let mut maps = Vec::new();
        for side in sides {
            maps.push(draw_grid(title(game, lang, side.seat), view.grid, |cell| {
                if side.ships.is_some() {
                    own_sign(view, side, cell)
                } else {
                    known_sign(view, side.seat, cell)
                }
            }));
        }
        (maps, SIGNS.to_vec())
    }

    fn facts(game: &ReaderView, lang: Lang, view: &View) -> Vec<String> {
        let my_side = view.sides.iter().find(|side| Some(side.seat) == game.me);
        let points = my_side.and_then(|side| side.points_left);
        let points = points.map(|points| lang.count("fact-points", points as usize));
        let sunk = sunk_ships(game, lang, view.sides.iter().map(|side| (side.seat, &*side.sunk)));
        points.into_iter().chain(usable_items(game, lang)).chain(sunk).collect()
    }

    fn placing_help(lang: Lang, view: &View) -> Vec<Block> {
        let fleet = view.fleet.iter().filter(|class| class.ships > 0);
        let has_carrier = fleet.clone().any(|class| class.class.as_str() == "carrier");
        let mut blocks = vec![
            explain_ships(lang, view.grid),
            command_table(fleet.map(|class| {
                describe_ship(lang, "squares", (class.class.as_str(), class.length, class.ships))
            })),
            Block::Text(lang.fill("placing-weapons", &[("points", &view.points.to_string())])),
            command_table(
                Kind::ALL.into_iter().map(|kind| describe_weapon(lang, kind, has_carrier)),
            ),
        ];
        if view.resupply > 0 {
            let resupply = [("points", &*view.resupply.to_string())];
            blocks.push(Block::Text(lang.fill("placing-resupply", &resupply)));
        }
        blocks.push(Block::Text(lang.text("placing-orders")));
        blocks
    }

    fn placement_example(view: &View) -> Vec<String> {
        let mut lines = Vec::new();
        let first = view.fleet.iter().find(|class| class.ships > 0);
        if let Some((class, at)) =
            first.and_then(|class| Some((class, first_run(view, '~', class.length)?)))
        {
            lines.push(format!("PLACE {} {at} ACROSS", command_name(class.class.as_str())));
        }
        lines.extend(first_run(view, '#', 1).map(|at| format!("PLACE GUN {at} ORDER BOMBERS")));
        lines
    }

    fn describe_event(describer: &Describer<'_>, glimpse: &Glimpse) -> Option<NewsLine> {
        Some(match glimpse {
            Glimpse::FirstPlayer(first) => describer.first(first),
            Glimpse::Fired { seat, cells: at, damage } => {
                describer.shot(*seat, &join_cells(at), describe_damage(describer, damage))
            }
            Glimpse::Sent { seat, weapon, to, shot_down, damage, seen, .. } => {
                let report = match (shot_down, damage, seen) {
                    (true, ..) => describer.lang.text("word-shot-down"),
                    (false, Some(damage), _) => match describe_damage(describer, damage) {
                        none if none.is_empty() => describer.lang.text("word-nothing"),
                        some => some.join(", "),
                    },
                    (false, None, Some(sightings)) => describe_sightings(describer, sightings),
                    (false, None, None) => describer.lang.text("word-seen-by-sender"),
                };
                let weapon = weapon_name(describer.lang, *weapon);
                describer.by(
                    *seat,
                    "news-sent",
                    &[("weapon", &weapon), ("cell", &to.to_string()), ("report", &report)],
                )
            }
            Glimpse::Passed { seat } => describer.by(*seat, "news-passed", &[]),
            Glimpse::PassedOver { seat } => describer.by(*seat, "news-passed-over", &[]),
            Glimpse::Bought { .. } | Glimpse::Ordered(_) => return None,
        })
    }

    fn explain_refusal(lang: Lang, refusal: &advanced::Refusal) -> String {
        use advanced::Refusal;
        match refusal {
            Refusal::BadOption { field, detail, .. } => setting(lang, field, detail),
            Refusal::BadPlacement(error) => fleet(lang, error),
            Refusal::Aground { class, cell, .. } => {
                let parts =
                    [("class", &*command_name(class.as_str())), ("cell", &*cell.to_string())];
                lang.fill("refused-aground", &parts)
            }
            Refusal::OffMap { cell, last, .. } => {
                off_grid_text(lang, "refused-off-map", cell, last)
            }
            Refusal::AtSea { kind, cell, .. } => {
                let key =
                    if kind.is_plane() { "refused-plane-at-sea" } else { "refused-gun-at-sea" };
                lang.fill(
                    key,
                    &[("weapon", &command_name(kind.as_str())), ("cell", &cell.to_string())],
                )
            }
            Refusal::SquareTaken { cell, .. } => cell_text(lang, "refused-square-taken", cell),
            Refusal::HitDeck { cell } => cell_text(lang, "refused-hit-deck", cell),
            Refusal::OrderForPlane { kind, .. } => {
                lang.fill("refused-plane-order", &[("weapon", &command_name(kind.as_str()))])
            }
            Refusal::TooDear { cost, points, .. } => lang.fill(
                "refused-too-dear",
                &[("cost", &cost.to_string()), ("points", &points.to_string())],
            ),
            Refusal::OutOfTurn(_) => lang.text("refused-turn"),
            Refusal::NoResupply => lang.text("refused-no-resupply"),
            Refusal::WrongCount { found } => cells(lang, *found, advanced::SALVO_SHOTS),
            Refusal::Twice { cell, .. } => cell_text(lang, "refused-twice", cell),
            Refusal::NoPlane { from } => cell_text(lang, "refused-no-plane", from),
            Refusal::JustBought { kind, from } => lang.fill(
                "refused-just-bought",
                &[("weapon", &command_name(kind.as_str())), ("cell", &from.to_string())],
            ),
            Refusal::NoGun { gun } => cell_text(lang, "refused-no-gun", gun),
            Refusal::TooManyOrders => max_text(lang, "refused-orders", advanced::MAX_ORDERS),
        }
    }
}

/// Returns the sign of a square on which nothing is known to stand.
fn terrain_sign(view: &View, cell: Cell) -> char {
    let row = view.map.get(usize::from(cell.row()));
    match row.and_then(|row| row.chars().nth(usize::from(cell.column()))) {
        Some('#') => LAND,
        _ => WATER,
    }
}

/// Returns the sign of a square on the reader's own map.
fn own_sign(view: &View, side: &SideView, cell: Cell) -> char {
    let ship = side.ships.iter().flatten().find(|ship| ship.cells.contains(cell));
    let mut weapons = side.weapons.iter().flatten().filter(|weapon| weapon.at == cell);
    let ready = weapons.clone().find(|weapon| weapon.status == WeaponStatus::Ready);
    let has_lost_weapon = weapons.any(|weapon| weapon.status == WeaponStatus::Destroyed);
    match (ship, ready) {
        (Some(ship), _) if ship.hit.contains(cell) => HIT,
        (_, Some(weapon)) => weapon.kind.letter(),
        (None, None) if has_lost_weapon => HIT,
        (Some(_), None) => SHIP,
        (None, None) if was_struck(view, side.seat, cell) => MISS,
        (None, None) => terrain_sign(view, cell),
    }
}

/// Returns the sign of a square on the map of an opponent.
fn known_sign(view: &View, side: Seat, cell: Cell) -> char {
    match sighted_sign(view, side, cell) {
        Some(Some(sign)) => sign,
        Some(None) => EMPTY,
        None if was_struck(view, side, cell) => SHOT,
        None => terrain_sign(view, cell),
    }
}

/// Returns true if a shot or a bomb has hit a square of a side.
fn was_struck(view: &View, side: Seat, cell: Cell) -> bool {
    view.operations.iter().any(|operation| match operation {
        Glimpse::Fired { seat, cells, .. } => *seat != side && cells.contains(&cell),
        Glimpse::Sent { seat, weapon, to, damage: Some(_), .. } => {
            let distance = to.row().abs_diff(cell.row()).max(to.column().abs_diff(cell.column()));
            *seat != side && distance <= weapon.reach()
        }
        _ => false,
    })
}

/// Returns the sign of what the last recce plane saw on a square of a side, if the reader sent it.
/// Returns `Some(None)` if the plane saw nothing there.
fn sighted_sign(view: &View, side: Seat, cell: Cell) -> Option<Option<char>> {
    view.operations.iter().rev().find_map(|operation| match operation {
        Glimpse::Sent { seat, seen: Some(seen), .. } if *seat != side => {
            let sighting = seen.iter().find(|sighting| sighting.cell == cell)?;
            let ship = sighting.ship.as_ref().map(|_| if sighting.hit { HIT } else { SHIP });
            Some(sighting.weapon.map(|kind| kind.letter()).or(ship))
        }
        _ => None,
    })
}

/// Lists what the reader of `advanced` can use besides salvos: planes, guns, and weapons for sale.
fn usable_items(game: &ReaderView, lang: Lang) -> Vec<String> {
    let Some(Legal::Advanced(moves)) = &game.legal else { return Vec::new() };
    let mut items = Vec::new();
    for choice in moves.choices() {
        let mut uses = Vec::new();
        let key = match choice {
            Choice::Own(advanced::Legal::Send { planes, .. }) => {
                for plane in planes {
                    uses.push(format!("{} {}", command_name(plane.weapon.as_str()), plane.from));
                }
                "fact-planes"
            }
            Choice::Own(advanced::Legal::Buy { weapons, .. }) => {
                for purchase in weapons {
                    let price = lang.count("placing-points", purchase.points as usize);
                    uses.push(format!("{} ({price})", command_name(purchase.weapon.as_str())));
                }
                "fact-buy"
            }
            Choice::Own(advanced::Legal::Order { guns, .. }) => {
                uses.extend(guns.iter().map(|gun| gun.to_string()));
                "fact-guns"
            }
            _ => continue,
        };
        items.push(lang.fill(key, &[("uses", &uses.join(", "))]));
    }
    items
}

/// Returns the first run of `length` squares in a row with the same `sign` (land or water).
fn first_run(view: &View, sign: char, length: u8) -> Option<String> {
    let wanted = sign.to_string().repeat(usize::from(length));
    view.map.iter().zip(1_u8..).find_map(|(row, number)| {
        let column = u8::try_from(row.find(&wanted)?).ok()?;
        Some(format!("{}{number}", char::from(b'A' + column)))
    })
}

/// Describes a weapon: its price, and where it is placed.
fn describe_weapon(lang: Lang, kind: Kind, has_carrier: bool) -> (String, String) {
    let price = lang.count("placing-points", kind.price() as usize);
    let ground = if kind.is_plane() && has_carrier { "placing-deck" } else { "placing-land" };
    named_item(lang, "weapon", kind.as_str(), &format!("{price}; {}", lang.text(ground)))
}

fn weapon_name(lang: Lang, kind: advanced::Kind) -> String {
    lang.text(&format!("weapon-{kind}"))
}

fn describe_damage(describer: &Describer<'_>, damage: &advanced::DamageReport) -> Vec<String> {
    let hits = damage.hits.chunk_by(|one, other| one == other);
    let mut report: Vec<_> = hits.map(|hits| describer.hits(&hits[0], hits.len() as u8)).collect();
    for lost in damage.weapons.chunk_by(|one, other| one == other) {
        let name = weapon_name(describer.lang, lost[0]);
        let parts = [("n", &*lost.len().to_string()), ("weapon", &*name)];
        report.push(describer.lang.fill("word-weapons-destroyed", &parts));
    }
    report.extend(describer.sunk(&damage.sunk));
    report
}

/// Describes what the reader's recce plane saw.
fn describe_sightings(describer: &Describer<'_>, sightings: &[advanced::Sighting]) -> String {
    let mut squares = Vec::new();
    for sighting in sightings {
        let mut items: Vec<_> = sighting.ship.iter().map(|class| describer.class(class)).collect();
        items.extend(sighting.weapon.map(|kind| weapon_name(describer.lang, kind)));
        if !items.is_empty() {
            squares.push(format!("{} {}", sighting.cell, items.join(" + ")));
        }
    }
    if squares.is_empty() {
        return describer.lang.text("word-saw-nothing");
    }
    describer.lang.fill("word-saw", &[("what", &squares.join(", "))])
}
