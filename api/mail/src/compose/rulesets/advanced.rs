//! Emails about games of `advanced`. Their maps show land and water, the reader's ships and
//! weapons, and what is known of the opponent's.

use broadside_engine::advanced::{
    self, Advanced, Glimpse, Kind, SideView, View, WeaponStatus, WeaponView,
};
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

    fn maps(seen: &ReaderView, lang: Lang, me: Seat, view: &View) -> DrawnMaps {
        let terrain = |cell: Cell| {
            let row = view.map.get(usize::from(cell.row()));
            let is_land =
                row.and_then(|row| row.chars().nth(usize::from(cell.column()))) == Some('#');
            if is_land { LAND } else { WATER }
        };
        let own = |side: &SideView, cell: Cell| {
            let ship = side.ships.iter().flatten().find(|ship| ship.cells.contains(cell));
            let standing = |at: Cell| {
                side.weapons
                    .iter()
                    .flatten()
                    .find(|weapon| weapon.at == at && weapon.status == WeaponStatus::Ready)
            };
            let lost =
                |weapon: &WeaponView| weapon.at == cell && weapon.status == WeaponStatus::Destroyed;
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

    fn facts(seen: &ReaderView, lang: Lang, view: &View) -> Vec<String> {
        let own = view.sides.iter().find(|side| Some(side.seat) == seen.me);
        let points = own.and_then(|side| side.points_left);
        let points = points.map(|points| lang.count("fact-points", points as usize));
        let sunk = sunk_ships(seen, lang, view.sides.iter().map(|side| (side.seat, &*side.sunk)));
        points.into_iter().chain(usable_items(seen, lang)).chain(sunk).collect()
    }

    fn placing_help(lang: Lang, view: &View) -> Vec<Block> {
        let fleet = view.fleet.iter().filter(|of| of.ships > 0);
        let has_carrier = fleet.clone().any(|of| of.class.as_str() == "carrier");
        let weapon = |kind: Kind| {
            let price = lang.count("placing-points", kind.price() as usize);
            let place =
                if kind.is_plane() && has_carrier { "placing-deck" } else { "placing-land" };
            let says = format!("{price}; {}", lang.text(place));
            named_item(lang, "weapon", kind.as_str(), &says)
        };
        let mut blocks = vec![
            explain_ships(lang, view.grid),
            command_table(fleet.map(|of| {
                describe_ship(lang, "squares", (of.class.as_str(), of.length, of.ships))
            })),
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

    fn placement_example(view: &View) -> Vec<String> {
        let mut lines = Vec::new();
        let first = view.fleet.iter().find(|of| of.ships > 0);
        if let Some((of, at)) = first.and_then(|of| Some((of, first_run(view, '~', of.length)?))) {
            lines.push(format!("PLACE {} {at} ACROSS", command_name(of.class.as_str())));
        }
        lines.extend(first_run(view, '#', 1).map(|at| format!("PLACE GUN {at} ORDER BOMBERS")));
        lines
    }

    fn describe_event(told: &Describer<'_>, glimpse: &Glimpse) -> Option<NewsLine> {
        Some(match glimpse {
            Glimpse::FirstPlayer(first) => told.first(first),
            Glimpse::Fired { seat, cells: at, damage } => {
                told.shot(*seat, &join_cells(at), describe_damage(told, damage))
            }
            Glimpse::Sent { seat, weapon, to, shot_down, damage, seen, .. } => {
                let report = match (shot_down, damage, seen) {
                    (true, ..) => told.lang.text("word-shot-down"),
                    (false, Some(damage), _) => match describe_damage(told, damage) {
                        none if none.is_empty() => told.lang.text("word-nothing"),
                        some => some.join(", "),
                    },
                    (false, None, Some(seen)) => sightings(told, seen),
                    (false, None, None) => told.lang.text("word-seen-by-sender"),
                };
                let (to, weapon) = (to.to_string(), weapon_name(told.lang, *weapon));
                told.by(
                    *seat,
                    "news-sent",
                    &[("weapon", &weapon), ("cell", &to), ("report", &report)],
                )
            }
            Glimpse::Passed { seat } => told.by(*seat, "news-passed", &[]),
            Glimpse::PassedOver { seat } => told.by(*seat, "news-passed-over", &[]),
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
            Refusal::TooManyOrders => max_text(lang, "refused-orders", advanced::MOST_ORDERS),
        }
    }
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

/// Returns the sign of what the last recce plane saw on a square of a side, if the reader sent it.
/// Returns `Some(None)` if the plane saw nothing there.
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

/// Lists what the reader of `advanced` can use besides salvos: planes, guns, and weapons for sale.
fn usable_items(seen: &ReaderView, lang: Lang) -> Vec<String> {
    let Some(Legal::Advanced(moves)) = &seen.legal else { return Vec::new() };
    let of = |choice: &Choice<advanced::Legal>| {
        let (key, uses): (_, Vec<String>) = match choice {
            Choice::Own(advanced::Legal::Send { planes, .. }) => {
                let plane = |plane: &advanced::Plane| {
                    format!("{} {}", command_name(plane.weapon.as_str()), plane.from)
                };
                ("fact-planes", planes.iter().map(plane).collect())
            }
            Choice::Own(advanced::Legal::Buy { weapons, .. }) => {
                let weapon = |on_offer: &advanced::Purchase| {
                    let price = lang.count("placing-points", on_offer.points as usize);
                    format!("{} ({price})", command_name(on_offer.weapon.as_str()))
                };
                ("fact-buy", weapons.iter().map(weapon).collect())
            }
            Choice::Own(advanced::Legal::Order { guns, .. }) => {
                ("fact-guns", guns.iter().map(|gun| gun.to_string()).collect())
            }
            _ => return None,
        };
        Some(lang.fill(key, &[("uses", &uses.join(", "))]))
    };
    moves.choices().iter().filter_map(of).collect()
}

/// Returns the first run of `length` squares in a row with the same `sign` (land or water).
fn first_run(view: &View, sign: char, length: u8) -> Option<String> {
    let wanted = sign.to_string().repeat(usize::from(length));
    let found = |(row, number): (&String, u8)| {
        let column = u8::try_from(row.find(&wanted)?).ok()?;
        Some(format!("{}{number}", char::from(b'A' + column)))
    };
    view.map.iter().zip(1..).find_map(found)
}

fn weapon_name(lang: Lang, kind: advanced::Kind) -> String {
    lang.text(&format!("weapon-{kind}"))
}

fn describe_damage(told: &Describer<'_>, damage: &advanced::DamageReport) -> Vec<String> {
    let hits = damage.hits.chunk_by(|one, other| one == other);
    let hits = hits.map(|hits| told.hits(&hits[0], hits.len() as u8));
    let weapons = damage.weapons.chunk_by(|one, other| one == other).map(|lost| {
        let (n, name) = (lost.len().to_string(), weapon_name(told.lang, lost[0]));
        told.lang.fill("word-weapons-destroyed", &[("n", &n), ("weapon", &name)])
    });
    hits.chain(weapons).chain(told.sunk(&damage.sunk)).collect()
}

/// Describes what the reader's recce plane saw.
fn sightings(told: &Describer<'_>, seen: &[advanced::Sighting]) -> String {
    let sighted = |at: &advanced::Sighting| {
        let mut there: Vec<String> = at.ship.iter().map(|class| told.class(class)).collect();
        there.extend(at.weapon.map(|kind| weapon_name(told.lang, kind)));
        (!there.is_empty()).then(|| format!("{} {}", at.cell, there.join(" + ")))
    };
    let there: Vec<_> = seen.iter().filter_map(sighted).collect();
    match there.is_empty() {
        true => told.lang.text("word-saw-nothing"),
        false => told.lang.fill("word-saw", &[("what", &there.join(", "))]),
    }
}
