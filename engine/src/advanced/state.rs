//! State of a game of `advanced`: two fleets and arsenals on one map, the seat to move, and the operations so far.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::berth::{self, Room};
use super::event::{Bought, Fact, Fired, Ordered, Sent};
use super::map::Map;
use super::options::Options;
use super::placement::Hidden;
use super::weapon::{Kind, SALVO_PRICE, Status, Weapon};
use crate::fleet::{ClassName, Fleet, Placement, Ship};
use crate::grid::{Cell, CellSet};
use crate::opening::FirstPlayer;
use crate::ruleset::{Outcome, Reason, Withdrawal};
use crate::seat::{Seat, Seats};

/// Game of `advanced` in play. Sealed: it holds the secrets of both seats.
#[derive(Clone)]
pub struct State {
    pub(super) setup: Arc<Setup>,
    pub(super) board: Board,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("State(sealed)")
    }
}

/// Data that result from the settings and never change during a game.
pub(super) struct Setup {
    pub(super) options: Options,
    pub(super) map: Map,
    pub(super) fleet: Fleet,
    /// Position of the fleet found by the search. It is always the same, and is computed once, if the random attempts
    /// fail.
    room: OnceLock<Placement>,
}

/// Data that change during a game.
#[derive(Clone)]
pub(super) struct Board {
    pub(super) first: Option<Seat>,
    pub(super) to_move: Option<Seat>,
    /// Number of turns that have begun, including turns that were passed over.
    pub(super) turns: u32,
    pub(super) sides: [Side; 2],
    /// Public operations since the first turn.
    pub(super) operations: Vec<Fact>,
    pub(super) withdrawn: Option<(Seats, Withdrawal)>,
}

/// Side of one seat.
#[derive(Clone)]
pub(super) struct Side {
    pub(super) placement: Option<Placement>,
    /// Squares of this seat's ships that are hit.
    pub(super) hit: CellSet,
    /// Weapons of this seat, in the order in which they were listed and bought, including used ones.
    pub(super) weapons: Vec<Weapon>,
    pub(super) points: u32,
    /// Classes of this seat's sunk ships, in the order in which they sank.
    pub(super) sunk: Vec<ClassName>,
    /// Number of times in a row that this seat has passed or was passed over.
    pub(super) passes: u8,
    /// Number of orders that this seat has given in this turn.
    pub(super) orders: u8,
}

/// Number of passes in a row of each player that ends the game (A5).
pub const MOST_PASSES: u8 = 10;

/// Maximum number of turns of each player, including turns that were passed over (A5). Without a limit, a game with
/// resupply and its stored data could grow without end.
pub const MOST_TURNS: u32 = 200;

/// Returns the other seat.
pub(super) fn other(seat: Seat) -> Seat {
    Seat::new(3 - seat.number()).expect("`advanced` has the seats 1 and 2")
}

impl Setup {
    pub(super) fn class(&self, ship: &Ship) -> ClassName {
        self.fleet.classes()[usize::from(ship.class)].class.clone()
    }

    /// Returns a position of the fleet. It exists, because the settings were checked.
    pub(super) fn room(&self) -> &Placement {
        self.room.get_or_init(|| match berth::room(&self.map, &self.fleet) {
            Room::Found(placement) => placement,
            Room::None | Room::Unknown => unreachable!("the settings were checked"),
        })
    }
}

impl Side {
    fn new(points: u8) -> Self {
        Self {
            placement: None,
            hit: CellSet::EMPTY,
            weapons: Vec::new(),
            points: u32::from(points),
            sunk: Vec::new(),
            passes: 0,
            orders: 0,
        }
    }

    pub(super) fn ships(&self) -> &[Ship] {
        self.placement.as_ref().map_or(&[], Placement::ships)
    }

    fn squares(&self) -> CellSet {
        self.ships().iter().fold(CellSet::EMPTY, |all, ship| all | ship.cells)
    }

    /// Returns the number of squares of this seat's ships that are not hit.
    fn afloat(&self) -> usize {
        (self.squares() - self.hit).len()
    }

    /// Returns the weapon in play on a square.
    pub(super) fn weapon(&self, at: Cell) -> Option<&Weapon> {
        self.weapons.iter().find(|weapon| weapon.ready() && weapon.at == at)
    }

    /// Returns the squares on which weapons in play stand.
    pub(super) fn taken(&self) -> CellSet {
        self.weapons.iter().filter(|weapon| weapon.ready()).map(|weapon| weapon.at).collect()
    }

    /// Returns true if this seat has neither points nor planes, so that it can do nothing (A5).
    fn spent(&self) -> bool {
        let plane = |weapon: &Weapon| weapon.ready() && weapon.kind.is_plane();
        self.points < SALVO_PRICE && !self.weapons.iter().any(plane)
    }

    fn set(&mut self, at: Cell, status: Status) {
        if let Some(weapon) = self.weapons.iter_mut().find(|weapon| weapon.ready() && weapon.at == at) {
            weapon.status = status;
        }
    }

    /// Applies a hit to these squares: to ship parts and to unused weapons (A7).
    fn strike(&mut self, area: CellSet) {
        self.hit = self.hit | self.squares() & area;
        for weapon in &mut self.weapons {
            if weapon.ready() && area.contains(weapon.at) {
                weapon.status = Status::Destroyed;
            }
        }
    }
}

impl State {
    pub(super) fn new(options: &Options) -> Self {
        let map = options.map().expect("the settings were checked and settled when the game was made");
        let side = Side::new(options.points);
        Self {
            setup: Arc::new(Setup {
                options: options.clone(),
                map,
                fleet: options.fleet.fleet(),
                room: OnceLock::new(),
            }),
            board: Board {
                first: None,
                to_move: None,
                turns: 0,
                sides: [side.clone(), side],
                operations: Vec::new(),
                withdrawn: None,
            },
        }
    }

    pub(super) fn side(&self, seat: Seat) -> &Side {
        &self.board.sides[seat.index()]
    }

    pub(super) fn place(&mut self, seat: Seat, hidden: Hidden) {
        let points = u32::from(self.setup.options.points);
        let side = &mut self.board.sides[seat.index()];
        let cost: u32 = hidden.weapons.iter().map(|weapon| weapon.kind.price()).sum();
        side.points = points.saturating_sub(cost);
        side.weapons = hidden
            .weapons
            .iter()
            .map(|draft| Weapon {
                kind: draft.kind,
                at: draft.at,
                order: draft.order.unwrap_or_default(),
                status: Status::Ready,
                bought: 0,
            })
            .collect();
        side.placement = Some(hidden.ships);
    }

    pub(super) fn lift(&mut self, seat: Seat) {
        self.board.sides[seat.index()] = Side::new(self.setup.options.points);
    }

    /// Returns true if a seat can do nothing, now or later (A5).
    fn is_spent(&self, seat: Seat) -> bool {
        self.setup.options.resupply == 0 && self.side(seat).spent()
    }

    /// Returns the seat to move if it must be passed over while the game continues (A5).
    pub(super) fn passed_over(&self) -> Option<Seat> {
        let seat = self.board.to_move?;
        (self.outcome().is_none() && self.is_spent(seat)).then_some(seat)
    }

    /// Returns the state after an event, with everything that affects further play. It leaves out the list of
    /// operations, which grows with the game.
    pub(super) fn after(&self, fact: &Fact) -> Self {
        let Board { first, to_move, turns, ref sides, withdrawn, .. } = self.board;
        let board = Board { first, to_move, turns, sides: sides.clone(), operations: Vec::new(), withdrawn };
        let mut after = Self { setup: Arc::clone(&self.setup), board };
        after.evolve(fact);
        after
    }

    pub(super) fn evolve(&mut self, fact: &Fact) {
        let board = &mut self.board;
        match fact {
            Fact::FirstPlayer(FirstPlayer { seat, .. }) => {
                board.first = Some(*seat);
                self.begin_turn(*seat);
            }
            Fact::Bought(Bought { seat, weapon, at, order }) => {
                let side = &mut board.sides[seat.index()];
                side.points = side.points.saturating_sub(weapon.price());
                side.weapons.push(Weapon {
                    kind: *weapon,
                    at: *at,
                    order: order.unwrap_or_default(),
                    status: Status::Ready,
                    bought: board.turns,
                });
            }
            Fact::Ordered(Ordered { seat, gun, order }) => {
                let side = &mut board.sides[seat.index()];
                side.orders = side.orders.saturating_add(1);
                let meant =
                    |weapon: &&mut Weapon| weapon.ready() && weapon.kind == Kind::Gun && weapon.at == *gun;
                if let Some(weapon) = side.weapons.iter_mut().find(meant) {
                    weapon.order = *order;
                }
            }
            Fact::Fired(Fired { seat, cells, damage }) => {
                let side = &mut board.sides[seat.index()];
                side.points = side.points.saturating_sub(SALVO_PRICE);
                let target = &mut board.sides[other(*seat).index()];
                target.strike(cells.iter().copied().collect());
                target.sunk.extend(damage.sunk.iter().cloned());
                self.end_turn(*seat, false, fact);
            }
            Fact::Sent(Sent { seat, weapon, from, to, gun, damage, .. }) => {
                board.sides[seat.index()].set(*from, Status::Used);
                let target = &mut board.sides[other(*seat).index()];
                if let Some(gun) = gun {
                    target.set(*gun, Status::Used);
                }
                if let Some(damage) = damage {
                    target.strike(self.setup.map.around(*to, weapon.reach()));
                    target.sunk.extend(damage.sunk.iter().cloned());
                }
                self.end_turn(*seat, false, fact);
            }
            Fact::Passed { seat } | Fact::PassedOver { seat } => self.end_turn(*seat, true, fact),
        }
    }

    fn end_turn(&mut self, seat: Seat, passed: bool, fact: &Fact) {
        self.board.operations.push(fact.clone());
        let passes = &mut self.board.sides[seat.index()].passes;
        *passes = if passed { passes.saturating_add(1) } else { 0 };
        // Between two turns no seat is to move. When the game is over this remains so, and no seat receives points.
        self.board.to_move = None;
        if self.outcome().is_none() {
            self.begin_turn(other(seat));
        }
    }

    fn begin_turn(&mut self, seat: Seat) {
        let board = &mut self.board;
        board.to_move = Some(seat);
        board.turns += 1;
        for side in &mut board.sides {
            side.orders = 0;
        }
        let side = &mut board.sides[seat.index()];
        side.points = side.points.saturating_add(u32::from(self.setup.options.resupply));
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        let [one, two] = [1, 2].map(|n| Seat::new(n).expect("`advanced` has the seats 1 and 2"));
        let win = |seat, reason| Some(Outcome::Win { winners: Seats::only(seat), reason });
        if let Some((out, why)) = self.board.withdrawn {
            return match (out.contains(one), out.contains(two)) {
                (true, true) => Some(Outcome::AllLose { reason: why.reason() }),
                (true, false) => win(two, why.reason()),
                _ => win(one, why.reason()),
            };
        }
        self.board.first?;
        // A16
        let afloat = self.board.sides.each_ref().map(Side::afloat);
        match afloat {
            [_, 0] => return win(one, Reason::FleetSunk),
            [0, _] => return win(two, Reason::FleetSunk),
            _ => {}
        }
        // A5, A17: the last turn is over if no other turn has begun.
        let passed = self.board.sides.iter().all(|side| side.passes >= MOST_PASSES);
        let spent = self.is_spent(one) && self.is_spent(two);
        let over = self.board.to_move.is_none() && self.board.turns >= 2 * MOST_TURNS;
        if !(passed || spent || over) {
            return None;
        }
        match afloat[0].cmp(&afloat[1]) {
            std::cmp::Ordering::Greater => win(one, Reason::Exhausted),
            std::cmp::Ordering::Less => win(two, Reason::Exhausted),
            std::cmp::Ordering::Equal => Some(Outcome::Draw { reason: Reason::Exhausted }),
        }
    }

    pub(super) fn awaiting(&self) -> Seats {
        if self.outcome().is_some() {
            return Seats::NONE;
        }
        self.board.to_move.map_or(Seats::NONE, Seats::only)
    }

    /// Returns true if a player has done anything that the other knows of. Being passed over does not count.
    pub(super) fn moved(&self) -> bool {
        self.board.operations.iter().any(|fact| !matches!(fact, Fact::PassedOver { .. }))
    }
}
