//! Rules of `advanced`: the implementation of [`Ruleset`] on the state of a game.

use std::sync::{Arc, OnceLock};

use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use super::action::{Action, Buy, OrderGun, Refusal, Salvo, Send};
use super::event::{Bought, Event, Fact, Fired, Glimpse, Ordered, Sent};
use super::legal::Legal;
use super::options::Options;
use super::placement::{Draft, Hidden};
use super::state::{Advanced, Board, MAX_PASSES, MAX_TURNS, Setup, Side};
use super::stored::StoredBoard;
use super::view::View;
use super::weapon::{Kind, SALVO_PRICE, Weapon, WeaponStatus};
use crate::chance::DiceStream;
use crate::check_kind::CheckKind;
use crate::opening::FirstPlayer;
use crate::ruleset::{Enumeration, Outcome, Reason, Ruleset, Stored, Withdrawal};
use crate::seat::{Audience, Seat, Seats, Viewer};
use crate::shape::{self, ShapeError};

impl Ruleset for Advanced {
    type Options = Options;
    type Draft = Draft;
    type Placement = Hidden;
    type Action = Action;
    type Event = Event;
    type Glimpse = Glimpse;
    type View = View;
    type Legal = Legal;
    type Refusal = Refusal;

    const ID: &'static str = "advanced";
    const TITLE: &'static str = "Advanced Battleships";
    const SUMMARY: &'static str = "Battleships for two on a map of land and water: points buy salvos, aircraft and anti-aircraft guns, and reports are totals.";
    const RULES: &'static str = include_str!("rules.md");
    const CREDITS: &'static str =
        "*Advanced Battleships* after Hubert Phillips and Jonathan Palfrey.";
    const SEATS: (u8, u8) = (2, 2);
    const ACTIONS: &'static [&'static str] = Action::TYPES;

    fn check_options(options: &Options) -> Result<(), Refusal> {
        options.check()
    }

    fn resolve_options(options: Options, chance: &mut DiceStream) -> Options {
        options.resolve(chance)
    }

    fn seats(_: &Options) -> u8 {
        2
    }

    fn open(options: &Options) -> Self {
        let map =
            options.map().expect("the settings were checked and settled when the game was made");
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

    fn read_placement(&self, draft: &Draft) -> Result<Hidden, Refusal> {
        Hidden::read(&self.setup, draft)
    }

    fn random_placement(&self, chance: &mut DiceStream) -> Hidden {
        Hidden::random(&self.setup, chance)
    }

    fn draft(&self, placement: &Hidden) -> Draft {
        placement.draft(&self.setup)
    }

    fn commitment_text(draft: &Draft) -> String {
        draft.seal()
    }

    fn place(&mut self, seat: Seat, placement: Hidden) {
        let points = u32::from(self.setup.options.points);
        let side = &mut self.board.sides[seat.index()];
        let cost: u32 = placement.weapons.iter().map(|weapon| weapon.kind.price()).sum();
        side.points = points.saturating_sub(cost);
        side.weapons = placement
            .weapons
            .iter()
            .map(|draft| Weapon {
                kind: draft.kind,
                at: draft.at,
                order: draft.order.unwrap_or_default(),
                status: WeaponStatus::Ready,
                bought: 0,
            })
            .collect();
        side.placement = Some(placement.ships);
    }

    fn unplace(&mut self, seat: Seat) {
        self.board.sides[seat.index()] = Side::new(self.setup.options.points);
    }

    fn begin(&self, chance: &mut DiceStream) -> Vec<Event> {
        let first = Fact::FirstPlayer(FirstPlayer::rolled(2, chance));
        followed(self, first)
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        self.check_action(seat, action)
    }

    fn must_be_last(&self, action: &Action) -> bool {
        match action {
            // A pass too: until it is announced that the other seat is passed over, this is a
            // secret of that seat.
            Action::Salvo(_) | Action::Send(_) | Action::Pass {} => true,
            Action::Buy(_) | Action::Order(_) => false,
        }
    }

    fn decide(&self, seat: Seat, action: &Action, _: &mut DiceStream) -> Vec<Event> {
        let fact = match action {
            Action::Buy(Buy { weapon, at, order }) => {
                let order = (!weapon.is_plane()).then(|| order.unwrap_or_default());
                Fact::Bought(Bought { seat, weapon: *weapon, at: *at, order })
            }
            Action::Order(OrderGun { gun, order }) => {
                Fact::Ordered(Ordered { seat, gun: *gun, order: *order })
            }
            Action::Salvo(Salvo { cells }) => Fact::Fired(self.salvo(seat, cells)),
            Action::Send(Send { from, to }) => match self.side(seat).weapon(*from) {
                Some(plane) => Fact::Sent(self.send(seat, plane.kind, *from, *to)),
                None => return Vec::new(),
            },
            Action::Pass {} => Fact::Passed { seat },
        };
        match fact {
            Fact::Bought(_) | Fact::Ordered(_) => vec![Event(fact)],
            operation => followed(self, operation),
        }
    }

    fn evolve(&mut self, event: &Event) {
        let board = &mut self.board;
        match &event.0 {
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
                    status: WeaponStatus::Ready,
                    bought: board.turns,
                });
            }
            Fact::Ordered(Ordered { seat, gun, order }) => {
                let side = &mut board.sides[seat.index()];
                side.orders = side.orders.saturating_add(1);
                let gun = side
                    .weapons
                    .iter_mut()
                    .find(|weapon| weapon.ready() && weapon.kind == Kind::Gun && weapon.at == *gun);
                if let Some(gun) = gun {
                    gun.order = *order;
                }
            }
            Fact::Fired(Fired { seat, cells, damage }) => {
                let side = &mut board.sides[seat.index()];
                side.points = side.points.saturating_sub(SALVO_PRICE);
                let target = &mut board.sides[seat.opponent().index()];
                target.strike(cells.iter().copied().collect());
                target.sunk.extend(damage.sunk.iter().cloned());
                self.end_turn(*seat, false, &event.0);
            }
            Fact::Sent(Sent { seat, weapon, from, to, gun, damage, .. }) => {
                board.sides[seat.index()].set(*from, WeaponStatus::Used);
                let target = &mut board.sides[seat.opponent().index()];
                if let Some(gun) = gun {
                    target.set(*gun, WeaponStatus::Used);
                }
                if let Some(damage) = damage {
                    target.strike(self.setup.map.around(*to, weapon.reach()));
                    target.sunk.extend(damage.sunk.iter().cloned());
                }
                self.end_turn(*seat, false, &event.0);
            }
            Fact::Passed { seat } | Fact::PassedOver { seat } => {
                self.end_turn(*seat, true, &event.0)
            }
        }
    }

    fn withdraw(&mut self, seats: Seats, why: Withdrawal) {
        self.board.withdrawn = Some((seats, why));
    }

    fn call_off(&mut self) {
        self.board.to_move = None;
    }

    fn to_move(&self) -> Seats {
        if self.outcome().is_some() {
            return Seats::NONE;
        }
        self.board.to_move.map_or(Seats::NONE, Seats::only)
    }

    fn turn(&self) -> u32 {
        self.board.turns
    }

    /// Returns true if a player has done anything that the other knows of. Being passed over does
    /// not count.
    fn has_moves(&self) -> bool {
        self.board.operations.iter().any(|fact| !matches!(fact, Fact::PassedOver { .. }))
    }

    fn view(&self, viewer: Viewer, over: bool) -> View {
        self.view_for(viewer, over)
    }

    fn audience(event: &Event) -> Audience {
        match &event.0 {
            Fact::Bought(Bought { seat, .. }) | Fact::Ordered(Ordered { seat, .. }) => {
                Audience::Only(*seat)
            }
            _ => Audience::All,
        }
    }

    fn glimpse(event: &Event, viewer: Viewer) -> Glimpse {
        event.0.glimpse(viewer, false)
    }

    fn legal(&self, seat: Seat) -> Vec<Legal> {
        self.choices(seat)
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some((seats, withdrawal)) = self.board.withdrawn {
            return Some(Outcome::after_withdrawal(seats, withdrawal));
        }
        self.board.first?;
        // A16
        let afloat = self.board.sides.each_ref().map(Side::afloat);
        match afloat {
            [_, 0] => return Some(Outcome::won_by(Seat::ONE, Reason::FleetSunk)),
            [0, _] => return Some(Outcome::won_by(Seat::TWO, Reason::FleetSunk)),
            _ => {}
        }
        // A5, A17: the last turn is over if no other turn has begun.
        let passed = self.board.sides.iter().all(|side| side.passes >= MAX_PASSES);
        let spent = self.is_spent(Seat::ONE) && self.is_spent(Seat::TWO);
        let ended = self.board.to_move.is_none() && self.board.turns >= 2 * MAX_TURNS;
        if !(passed || spent || ended) {
            return None;
        }
        Some(match afloat[0].cmp(&afloat[1]) {
            std::cmp::Ordering::Greater => Outcome::won_by(Seat::ONE, Reason::Exhausted),
            std::cmp::Ordering::Less => Outcome::won_by(Seat::TWO, Reason::Exhausted),
            std::cmp::Ordering::Equal => Outcome::Draw { reason: Reason::Exhausted },
        })
    }

    fn command_of(event: &Event) -> Option<(Seat, Action)> {
        Some(match &event.0 {
            Fact::FirstPlayer(_) | Fact::PassedOver { .. } => return None,
            Fact::Bought(Bought { seat, weapon, at, order }) => {
                (*seat, Action::Buy(Buy { weapon: *weapon, at: *at, order: *order }))
            }
            Fact::Ordered(Ordered { seat, gun, order }) => {
                (*seat, Action::Order(OrderGun { gun: *gun, order: *order }))
            }
            Fact::Fired(Fired { seat, cells, .. }) => {
                (*seat, Action::Salvo(Salvo { cells: cells.clone() }))
            }
            Fact::Sent(Sent { seat, from, to, .. }) => {
                (*seat, Action::Send(Send { from: *from, to: *to }))
            }
            Fact::Passed { seat } => (*seat, Action::Pass {}),
        })
    }

    fn read_action(kind: &str, rest: &Value) -> Option<Result<Action, ShapeError>> {
        Action::read(kind, rest)
    }

    fn enumerations() -> Vec<Enumeration> {
        vec![
            Enumeration::of::<super::Kind>(),
            Enumeration::of::<super::Order>(),
            Enumeration::of::<super::WeaponStatus>(),
            Enumeration::of::<super::Terrain>(),
        ]
    }

    fn check_kind(kind: &str, _: &Value, _: &Value) -> CheckKind {
        match kind {
            "first_player" => CheckKind::Roll,
            "fired" | "sent" => CheckKind::Report,
            _ => CheckKind::Event,
        }
    }
}

/// Returns an event that begins a turn, followed by the passing over of the next seat if it can do
/// nothing (A5).
fn followed(state: &Advanced, fact: Fact) -> Vec<Event> {
    let event = Event(fact);
    let passed_over =
        state.after(&event).passed_over().map(|seat| Event(Fact::PassedOver { seat }));
    std::iter::once(event).chain(passed_over).collect()
}

impl Stored for Advanced {
    fn store_event(event: &Event) -> (&'static str, Value) {
        let mut stored = serde_json::to_value(&event.0).expect("an event is plain data");
        (event.0.kind(), stored["body"].take())
    }

    fn restore_event(kind: &str, body: Value) -> Result<Event, String> {
        let stored = serde_json::json!({"type": kind, "body": body});
        shape::from_value(&stored).map(Event).map_err(|fault| fault.to_string())
    }

    fn store_state(&self) -> Box<RawValue> {
        to_raw_value(&StoredBoard::of(self)).expect("a state is plain data")
    }

    fn restore_state(options: &Options, body: &Value) -> Result<Advanced, String> {
        let stored: StoredBoard = shape::from_value(body).map_err(|fault| fault.to_string())?;
        stored.restore(options)
    }
}
