//! Legal choices of a seat in `advanced`, computed only from what the seat knows.

use serde::{Deserialize, Serialize};

use super::action::{Action, Buy, MAX_ORDERS, OrderGun, Refusal, SALVO_SHOTS, Salvo, Send};
use super::placement::{check_square, decks, read_order};
use super::state::Advanced;
use super::weapon::{Kind, Order, SALVO_PRICE};
use crate::grid::{Cell, CellSet};
use crate::ruleset::{CellChoice, Choices};
use crate::seat::Seat;

/// Kind of weapon that can be bought now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = AdvancedPurchase)]
pub struct Purchase {
    /// Kind of the weapon.
    pub weapon: Kind,
    /// Price in points.
    #[schema(example = 3)]
    pub points: u32,
    /// Squares on which the weapon can stand.
    pub at: CellSet,
}

/// Plane that can be sent now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = AdvancedPlane)]
pub struct Plane {
    /// Square on which the plane stands.
    pub from: Cell,
    /// Kind of the plane.
    pub weapon: Kind,
}

/// Legal choice of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = AdvancedChoice)]
pub enum Legal {
    /// Buys a weapon. The turn continues.
    Buy {
        /// Kinds of weapon that can be bought, with their squares.
        weapons: Vec<Purchase>,
        /// Orders that a gun can have.
        orders: [Order; 4],
    },
    /// Fires a salvo for one point.
    Salvo {
        /// Squares to choose from, and their number.
        cells: CellChoice,
    },
    /// Sends a plane.
    Send {
        /// Planes that can be sent.
        planes: Vec<Plane>,
        /// Squares to which a plane can be sent.
        to: CellSet,
    },
    /// Gives a gun a standing order. Allowed at any time; it costs no turn.
    Order {
        /// Squares of the guns that can take an order.
        guns: CellSet,
        /// Orders that a gun can have.
        orders: [Order; 4],
    },
    /// Does nothing in this turn.
    Pass {},
}

impl Choices for Legal {
    type Action = Action;

    fn accepts(&self, action: &Action) -> bool {
        match (self, action) {
            (Self::Buy { weapons, .. }, Action::Buy(Buy { weapon, at, order })) => {
                let offered = weapons
                    .iter()
                    .any(|purchase| purchase.weapon == *weapon && purchase.at.contains(*at));
                offered && !(weapon.is_plane() && order.is_some())
            }
            (Self::Salvo { cells }, Action::Salvo(salvo)) => {
                let named: CellSet = salvo.cells.iter().copied().collect();
                salvo.cells.len() == cells.count
                    && named.len() == cells.count
                    && named.is_subset(&cells.from)
            }
            (Self::Send { planes, to }, Action::Send(send)) => {
                planes.iter().any(|plane| plane.from == send.from) && to.contains(send.to)
            }
            (Self::Order { guns, .. }, Action::Order(OrderGun { gun, .. })) => guns.contains(*gun),
            (Self::Pass {}, Action::Pass {}) => true,
            _ => false,
        }
    }
}

impl Advanced {
    fn expect_turn(&self, seat: Seat) -> Result<(), Refusal> {
        if self.board.to_move == Some(seat) {
            Ok(())
        } else {
            Err(Refusal::OutOfTurn(seat.opponent()))
        }
    }

    fn expect_on_map(&self, cell: Cell, field: &str) -> Result<(), Refusal> {
        let grid = self.setup.map.grid();
        if grid.contains(cell) {
            return Ok(());
        }
        Err(Refusal::OffMap { field: field.to_owned(), cell, last: grid.last() })
    }

    fn expect_points(&self, seat: Seat, cost: u32, field: &str) -> Result<(), Refusal> {
        let points = self.side(seat).points;
        if points >= cost {
            Ok(())
        } else {
            Err(Refusal::TooDear { field: field.to_owned(), cost, points })
        }
    }

    /// Returns the kind of the plane on a square if it can be sent now (A4, A6).
    fn plane(&self, seat: Seat, from: Cell) -> Result<Kind, Refusal> {
        match self.side(seat).weapon(from) {
            Some(weapon) if weapon.kind.is_plane() && weapon.bought == self.board.turns => {
                Err(Refusal::JustBought { kind: weapon.kind, from })
            }
            Some(weapon) if weapon.kind.is_plane() => Ok(weapon.kind),
            _ => Err(Refusal::NoPlane { from }),
        }
    }

    pub(super) fn check_action(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        match action {
            Action::Order(OrderGun { gun, .. }) => {
                self.expect_on_map(*gun, "gun")?;
                if self.side(seat).weapon(*gun).is_none_or(|weapon| weapon.kind != Kind::Gun) {
                    return Err(Refusal::NoGun { gun: *gun });
                }
                if self.side(seat).orders >= MAX_ORDERS {
                    Err(Refusal::TooManyOrders)
                } else {
                    Ok(())
                }
            }
            Action::Buy(buy) => {
                self.expect_turn(seat)?;
                self.check_purchase(seat, buy)
            }
            Action::Salvo(Salvo { cells }) => {
                self.expect_turn(seat)?;
                self.expect_points(seat, SALVO_PRICE, "")?;
                check_salvo(self, cells)
            }
            Action::Send(Send { from, to }) => {
                self.expect_turn(seat)?;
                self.expect_on_map(*from, "from")?;
                self.expect_on_map(*to, "to")?;
                self.plane(seat, *from).map(drop)
            }
            Action::Pass {} => self.expect_turn(seat),
        }
    }

    fn check_purchase(&self, seat: Seat, Buy { weapon, at, order }: &Buy) -> Result<(), Refusal> {
        if self.setup.options.resupply == 0 {
            return Err(Refusal::NoResupply);
        }
        let side = self.side(seat);
        let decks = decks(&self.setup, side.ships());
        check_square(&self.setup, *weapon, *at, decks, side.taken(), "at")?;
        if side.hit.contains(*at) {
            return Err(Refusal::HitDeck { cell: *at });
        }
        read_order(*weapon, *order, "order")?;
        self.expect_points(seat, weapon.price(), "weapon")
    }

    pub(super) fn choices(&self, seat: Seat) -> Vec<Legal> {
        let side = self.side(seat);
        let mut legal = Vec::new();
        if self.expect_turn(seat).is_ok() {
            let weapons = self.purchases(seat);
            if !weapons.is_empty() {
                legal.push(Legal::Buy { weapons, orders: Order::ALL });
            }
            let all = self.setup.map.grid().all();
            if side.points >= SALVO_PRICE {
                legal.push(Legal::Salvo { cells: CellChoice { count: SALVO_SHOTS, from: all } });
            }
            let mut planes = Vec::new();
            for weapon in side.weapons.iter().filter(|weapon| weapon.ready()) {
                if let Ok(kind) = self.plane(seat, weapon.at) {
                    planes.push(Plane { from: weapon.at, weapon: kind });
                }
            }
            if !planes.is_empty() {
                legal.push(Legal::Send { planes, to: all });
            }
        }
        let guns = side.weapons.iter().filter(|weapon| weapon.ready() && weapon.kind == Kind::Gun);
        let guns: CellSet = guns.map(|gun| gun.at).collect();
        if !guns.is_empty() && side.orders < MAX_ORDERS {
            legal.push(Legal::Order { guns, orders: Order::ALL });
        }
        if self.expect_turn(seat).is_ok() {
            legal.push(Legal::Pass {});
        }
        legal
    }

    fn purchases(&self, seat: Seat) -> Vec<Purchase> {
        let side = self.side(seat);
        if self.setup.options.resupply == 0 {
            return Vec::new();
        }
        let decks = decks(&self.setup, side.ships()) - side.hit;
        let land = self.setup.map.land();
        let mut purchases = Vec::new();
        for weapon in Kind::ALL {
            let squares = if weapon.is_plane() { land | decks } else { land };
            let at = squares - side.taken();
            if side.points >= weapon.price() && !at.is_empty() {
                purchases.push(Purchase { weapon, points: weapon.price(), at });
            }
        }
        purchases
    }
}

fn check_salvo(state: &Advanced, cells: &[Cell]) -> Result<(), Refusal> {
    if cells.len() != SALVO_SHOTS {
        return Err(Refusal::WrongCount { found: cells.len() });
    }
    let mut earlier = CellSet::EMPTY;
    for (at, &cell) in cells.iter().enumerate() {
        state.expect_on_map(cell, &format!("cells[{at}]"))?;
        if !earlier.insert(cell) {
            return Err(Refusal::Twice { at, cell });
        }
    }
    Ok(())
}
