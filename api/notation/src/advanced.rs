//! Notation of `advanced`: ships and weapons, salvos and planes, and orders.

use broadside_engine::advanced::{
    Action, Advanced, Buy, Draft, Kind, Legal, Order, OrderGun, Salvo, Send, View, WeaponDraft,
    WeaponStatus, WeaponView,
};
use broadside_engine::grid::{Cell, Grid};

use super::error::{ParseError, Problem};
use super::expected::Expected;
use super::forms::{Usage, usages};
use super::grammar::Notation;
use super::piece::PlacementPart;
use super::shared::{cell, cells, listed, ship, write_ship};
use super::words::{Words, shown};

fn kinds() -> [(&'static str, Kind); 4] {
    Kind::ALL.map(|kind| (kind.as_str(), kind))
}

fn orders() -> [(&'static str, Order); 4] {
    Order::ALL.map(|order| (order.as_str(), order))
}

/// Takes the square of a weapon and, if given, its order.
fn stands(words: &mut Words<'_>, grid: Grid) -> Result<(Cell, Option<Order>), ParseError> {
    let at = cell(words, grid)?;
    words.skip(&["with"]);
    if words.eat("order") {
        return Ok((at, Some(words.choose(Expected::Order, &orders())?)));
    }
    // `recce` is also a kind of weapon: if a square follows, it begins the next weapon.
    let mut ahead = words.clone();
    let order = ahead.name(&orders());
    ahead.skip(&["at"]);
    if order.is_some() && ahead.square::<Cell>().is_none() {
        *words = ahead;
        return Ok((at, order));
    }
    Ok((at, None))
}

/// Lists the viewer's own weapons that can still be used, if the view shows the weapons of exactly
/// one side.
fn own(view: &View) -> impl Iterator<Item = &WeaponView> {
    let mut known = view.sides.iter().filter_map(|side| side.weapons.as_ref());
    let own = known.next().filter(|_| known.next().is_none());
    own.into_iter().flatten().filter(|weapon| weapon.status == WeaponStatus::Ready)
}

/// Takes the plane to send: by its square, by its kind if there is only one of that kind, or by
/// both.
fn plane(words: &mut Words<'_>, view: &View) -> Result<Cell, ParseError> {
    let ahead = words.clone();
    let kind = words.name(&kinds());
    words.skip(&["at", "from"]);
    let here = words.clone();
    match (kind, words.clone().eat("to")) {
        (Some(kind), true) => {
            let squares: Vec<Cell> =
                own(view).filter(|weapon| weapon.kind == kind).map(|weapon| weapon.at).collect();
            match squares[..] {
                [only] => Ok(only),
                [] => Err(ahead.slip(Problem::NoSuchPlane)),
                _ => {
                    Err(ahead
                        .slip(Problem::SeveralPlanes { squares, example: words.usage.to_owned() }))
                }
            }
        }
        (_, true) => Err(words.slip(Problem::NothingSent)),
        (kind, false) => {
            let from = cell(words, view.grid)?;
            let stands = own(view).find(|weapon| weapon.at == from).map(|weapon| weapon.kind);
            match (kind, stands) {
                (Some(kind), Some(other)) if kind != other => {
                    let [stands, named] = [other, kind].map(|kind| shown(kind.as_str()));
                    Err(here.slip(Problem::AnotherPlane { stands, named }))
                }
                _ => Ok(from),
            }
        }
    }
}

fn write_weapon(verb: &str, kind: Kind, at: Cell, order: Option<Order>) -> String {
    let order = order.map_or(String::new(), |order| format!(" ORDER {}", shown(order.as_str())));
    format!("{verb} {} {at}{order}", shown(kind.as_str()))
}

impl Notation for Advanced {
    const FORMS: &'static [Usage] = usages! {
        "place": "PLACE class square ACROSS or DOWN", "PLACE CARRIER A1 DOWN", "places a ship by its first square";
        "place": "PLACE weapon square [ORDER ANY, BOMBERS, RECCE or HOLD]", "PLACE GUN K9 ORDER BOMBERS",
            "buys a weapon and places it";
        "fire": "FIRE squares", "FIRE A5 B7 C9", "fires a salvo of three shots";
        "send": "SEND [weapon] [square] TO square", "SEND BOMBER R2 TO F7", "sends a plane";
        "buy": "BUY weapon square [ORDER ANY, BOMBERS, RECCE or HOLD]", "BUY GUN K9 ORDER HOLD", "buys a weapon";
        "order": "ORDER square ANY, BOMBERS, RECCE or HOLD", "ORDER K9 HOLD", "gives a gun an order";
        "pass": "PASS", "PASS", "does nothing";
        "queue": "QUEUE [WITH] move", "QUEUE FIRE A5 B7 C9", "makes a move in your next turn, or now if it is your turn; WITH: in the same turn as the line above";
    };

    const LISTS: &'static [&'static str] = &["ships", "weapons"];

    fn read(verb: &str, words: &mut Words<'_>, view: &View) -> Result<Action, ParseError> {
        let grid = view.grid;
        Ok(match verb {
            "fire" => Action::Salvo(Salvo { cells: cells(words, grid, |_| false)? }),
            "send" => {
                let from = plane(words, view)?;
                words.eat("to");
                if words.is_over() {
                    return Err(words.missing(Expected::Goal));
                }
                Action::Send(Send { from, to: cell(words, grid)? })
            }
            "buy" => {
                let weapon = words.choose(Expected::Weapon, &kinds())?;
                let (at, order) = stands(words, grid)?;
                Action::Buy(Buy { weapon, at, order })
            }
            "order" => {
                words.skip(&["gun"]);
                let gun = cell(words, grid)?;
                words.eat("to");
                Action::Order(OrderGun { gun, order: words.choose(Expected::Order, &orders())? })
            }
            "pass" => Action::Pass {},
            _ => return Err(words.missing(Expected::Command)),
        })
    }

    fn piece(words: &mut Words<'_>, view: &View) -> Result<PlacementPart, ParseError> {
        if let Some(kind) = words.name(&kinds()) {
            let (at, order) = stands(words, view.grid)?;
            return Ok(PlacementPart::new("weapons", &WeaponDraft { kind, at, order }));
        }
        let classes: Vec<_> =
            view.fleet.iter().map(|class| (class.class.clone(), class.length)).collect();
        let ship = ship(words, view.grid, &classes).map_err(|slip| {
            match slip.problem {
                // A ship is not the only thing that can stand here.
                Problem::Unknown { nearest: None, .. } => {
                    let ships = classes.iter().map(|(class, _)| class.as_str());
                    let known: Vec<&str> = ships.chain(Kind::ALL.map(Kind::as_str)).collect();
                    words.unknown(Expected::ShipOrWeapon, known.into_iter())
                }
                _ => slip,
            }
        })?;
        Ok(PlacementPart::new("ships", &ship))
    }

    fn write(action: &Action) -> String {
        match action {
            Action::Buy(Buy { weapon, at, order }) => write_weapon("BUY", *weapon, *at, *order),
            Action::Salvo(Salvo { cells }) => listed("FIRE", cells),
            Action::Send(Send { from, to }) => format!("SEND {from} TO {to}"),
            Action::Order(OrderGun { gun, order }) => {
                format!("ORDER {gun} {}", shown(order.as_str()))
            }
            Action::Pass {} => "PASS".to_owned(),
        }
    }

    fn write_draft(draft: &Draft) -> Vec<String> {
        let mut lines: Vec<String> = draft.ships.iter().map(write_ship).collect();
        for WeaponDraft { kind, at, order } in &draft.weapons {
            lines.push(write_weapon("PLACE", *kind, *at, *order));
        }
        lines
    }

    fn example(legal: &Legal) -> Option<Action> {
        Some(match legal {
            Legal::Buy { weapons, .. } => {
                let purchase = weapons.first()?;
                Action::Buy(Buy { weapon: purchase.weapon, at: purchase.at.nth(0)?, order: None })
            }
            Legal::Salvo { cells } => {
                Action::Salvo(Salvo { cells: cells.from.iter().take(cells.count).collect() })
            }
            Legal::Send { planes, to } => {
                Action::Send(Send { from: planes.first()?.from, to: to.nth(0)? })
            }
            Legal::Order { guns, orders } => {
                Action::Order(OrderGun { gun: guns.nth(0)?, order: *orders.last()? })
            }
            Legal::Pass {} => Action::Pass {},
        })
    }
}
