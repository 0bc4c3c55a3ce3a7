//! Secret placement of a player: a fleet, weapons, and the standing orders of the guns (A2–A4,
//! A14).

use serde::{Deserialize, Serialize};

use super::action::Refusal;
use super::options::CARRIER;
use super::state::Setup;
use super::weapon::{Kind, Order, WeaponDraft};
use crate::chance::{DiceStream, Draw};
use crate::fleet::{self, FleetPlacement, Ship, ShipDraft};
use crate::grid::{Cell, CellSet};

/// Placement of a player: the positions of the ships, and the weapons bought with their squares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AdvancedPlacement, example = json!({
    "ships": [
        {"class": "carrier", "at": "A1", "heading": "across"},
        {"class": "battleship", "at": "A2", "heading": "across"},
        {"class": "cruiser", "at": "F4", "heading": "across"},
        {"class": "cruiser", "at": "F2", "heading": "across"},
        {"class": "destroyer", "at": "A3", "heading": "across"},
        {"class": "destroyer", "at": "C3", "heading": "across"},
        {"class": "submarine", "at": "E3", "heading": "across"},
        {"class": "submarine", "at": "G3", "heading": "across"}
    ],
    "weapons": [{"kind": "gun", "at": "K9", "order": "bombers"}, {"kind": "recce", "at": "A1"}]
}))]
pub struct Draft {
    /// Ships of the fleet, all of them, in any order.
    pub ships: Vec<ShipDraft>,
    /// Weapons bought; none if left out. If several guns could fire, the first of this list does.
    #[serde(default)]
    #[schema(required = false)]
    pub weapons: Vec<WeaponDraft>,
}

/// Placement of a player, checked.
#[derive(Clone)]
pub struct Hidden {
    pub(super) ships: FleetPlacement,
    pub(super) weapons: Vec<WeaponDraft>,
}

/// Maximum number of attempts at a random placement. After that, the position found by the search
/// is randomized.
const ATTEMPTS: u32 = 50;
/// Number of random changes to that position. After so many, it cannot be guessed from the map.
const STIRS: u32 = 200;
/// Number of points for which a random placement buys the complete default kit (A4).
const KIT_POINTS: u32 = 40;
/// Weapons of the default kit, and the number of each.
const KIT: [(Kind, u32); 4] =
    [(Kind::Gun, 2), (Kind::Recce, 3), (Kind::Bomber, 2), (Kind::NuclearBomber, 1)];

/// Returns the squares other than land on which planes may stand (A2).
pub(super) fn decks(setup: &Setup, ships: &[Ship]) -> CellSet {
    let carriers = ships.iter().filter(|ship| setup.class(ship).as_str() == CARRIER);
    carriers.fold(CellSet::EMPTY, |all, carrier| all | carrier.cells)
}

impl Hidden {
    pub(super) fn read(setup: &Setup, draft: &Draft) -> Result<Self, Refusal> {
        let ships = FleetPlacement::read(setup.map.grid(), &setup.fleet, &draft.ships)?;
        for ship in ships.ships() {
            if let Some(cell) = (ship.cells & setup.map.land()).nth(0) {
                // A2: no two ships share a square, so the first square of a ship identifies it.
                let index = draft.ships.iter().position(|draft| draft.at == ship.at);
                return Err(Refusal::Aground {
                    ship: index.unwrap_or_default(),
                    class: setup.class(ship),
                    cell,
                });
            }
        }
        let budget = u32::from(setup.options.points);
        let cost =
            draft.weapons.iter().map(|weapon| weapon.kind.price()).fold(0, u32::saturating_add);
        if cost > budget {
            return Err(Refusal::TooDear { field: "weapons".to_owned(), cost, points: budget });
        }
        let decks = decks(setup, ships.ships());
        let mut taken = CellSet::EMPTY;
        let mut weapons = Vec::with_capacity(draft.weapons.len());
        for (n, weapon) in draft.weapons.iter().enumerate() {
            let field = format!("weapons[{n}].at");
            check_square(setup, weapon.kind, weapon.at, decks, taken, &field)?;
            let field = format!("weapons[{n}].order");
            let order = read_order(weapon.kind, weapon.order, &field)?;
            taken.insert(weapon.at);
            weapons.push(WeaponDraft { order, ..weapon.clone() });
        }
        Ok(Self { ships, weapons })
    }

    pub(super) fn random(setup: &Setup, chance: &mut DiceStream) -> Self {
        let grid = setup.map.grid();
        let water = setup.map.water();
        let ships = FleetPlacement::random_within(grid, water, &setup.fleet, chance, ATTEMPTS);
        // Anyone can compute the position that the search finds, so it is changed at random.
        let ships =
            ships.unwrap_or_else(|| setup.room().stirred(grid, water, &setup.fleet, chance, STIRS));
        let decks = decks(setup, ships.ships());
        let mut free = setup.map.land() | decks;
        let mut weapons = Vec::new();
        for (kind, count) in KIT {
            // A4: in proportion, rounded to the nearest whole number, with halves rounded up.
            let share = (2 * count * u32::from(setup.options.points).min(KIT_POINTS) + KIT_POINTS)
                / (2 * KIT_POINTS);
            for _ in 0..share {
                let squares = if kind.is_plane() { free } else { free - decks };
                if squares.is_empty() {
                    break;
                }
                let at = squares.nth(chance.below(squares.len() as u32) as usize);
                let at = at.expect("the draw is below the count");
                free.remove(at);
                weapons.push(WeaponDraft {
                    kind,
                    at,
                    order: (!kind.is_plane()).then_some(Order::Any),
                });
            }
        }
        Self { ships, weapons }
    }

    pub(super) fn draft(&self, setup: &Setup) -> Draft {
        Draft { ships: self.ships.drafts(&setup.fleet), weapons: self.weapons.clone() }
    }
}

impl Draft {
    /// Returns the text that the commitment seals: one line for each ship, then one for each weapon
    /// in the order of the list.
    pub(super) fn seal(&self) -> String {
        let mut text = fleet::seal(&self.ships);
        for WeaponDraft { kind, at, order } in &self.weapons {
            text += &format!("\n{kind} {at}");
            if let Some(order) = order {
                text += &format!(" {}", order.as_str());
            }
        }
        text
    }
}

/// Checks that a weapon of this kind can stand on a square, given the squares of the carriers and
/// those already taken (A2).
pub(super) fn check_square(
    setup: &Setup,
    kind: Kind,
    at: Cell,
    decks: CellSet,
    taken: CellSet,
    field: &str,
) -> Result<(), Refusal> {
    let field = field.to_owned();
    if !setup.map.grid().contains(at) {
        return Err(Refusal::OffMap { field, cell: at, last: setup.map.grid().last() });
    }
    let stands = setup.map.land().contains(at) || kind.is_plane() && decks.contains(at);
    if !stands {
        return Err(Refusal::AtSea { field, kind, cell: at });
    }
    if taken.contains(at) {
        return Err(Refusal::SquareTaken { field, cell: at });
    }
    Ok(())
}

/// Returns the order of a weapon (A14): a gun has an order, `any` if none is given; a plane has
/// none.
pub(super) fn read_order(
    kind: Kind,
    order: Option<Order>,
    field: &str,
) -> Result<Option<Order>, Refusal> {
    match (kind.is_plane(), order) {
        (true, Some(_)) => Err(Refusal::OrderForPlane { field: field.to_owned(), kind }),
        (true, None) => Ok(None),
        (false, order) => Ok(Some(order.unwrap_or_default())),
    }
}
