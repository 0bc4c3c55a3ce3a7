//! Ruleset `advanced`: Advanced Battleships, with land, points, aircraft and anti-aircraft guns (A1–A18).
//!
//! The [`map`] is given or made by a [`recipe`]. Weapons are bought for points and used once. The report of an
//! operation is a total.

mod action;
mod berth;
mod effects;
mod event;
mod legal;
pub mod map;
mod options;
mod placement;
pub mod recipe;
mod state;
mod stored;
mod view;
mod weapon;

use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

pub use action::{Action, Buy, MOST_ORDERS, Nothing, OrderGun, Refusal, SALVO_SHOTS, Salvo, Send};
pub use event::{DamageReport, Event, Glimpse, Ordered, Sighting, Terrain};
pub use legal::{Legal, Plane, Purchase};
pub use options::{Counts, Made, MapChoice, Options};
pub use placement::{Draft, Hidden};
pub use state::{MOST_PASSES, MOST_TURNS, State};
pub use view::{FleetClass, ShipView, SideView, View, WeaponView};
pub use weapon::{Kind, Order, SALVO_PRICE, Status, WeaponDraft};

use crate::chance::Chance;
use crate::check_kind::CheckKind;
use crate::opening::FirstPlayer;
use crate::ruleset::{Outcome, Ruleset, Stored, Withdrawal};
use crate::seat::{Audience, Seat, Seats, Viewer};
use crate::shape::Misshapen;
use event::{Bought, Fact, Fired, Sent};
use stored::StoredBoard;

/// Ruleset `advanced`.
#[derive(Clone, Copy, Debug)]
pub struct Advanced;

impl Ruleset for Advanced {
    type Options = Options;
    type Draft = Draft;
    type Placement = Hidden;
    type State = State;
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
    const CREDITS: &'static str = "*Advanced Battleships* after Hubert Phillips and Jonathan Palfrey.";
    const SEATS: (u8, u8) = (2, 2);
    const ACTIONS: &'static [&'static str] = Action::TYPES;

    fn check_options(options: &Options) -> Result<(), Refusal> {
        options.check()
    }

    fn settle(options: Options, chance: &mut Chance) -> Options {
        options.settle(chance)
    }

    fn seats(_: &Options) -> u8 {
        2
    }

    fn open(options: &Options) -> State {
        State::new(options)
    }

    fn read_placement(state: &State, draft: &Draft) -> Result<Hidden, Refusal> {
        Hidden::read(&state.setup, draft)
    }

    fn random_placement(state: &State, chance: &mut Chance) -> Hidden {
        Hidden::random(&state.setup, chance)
    }

    fn draft(state: &State, placement: &Hidden) -> Draft {
        placement.draft(&state.setup)
    }

    fn seal(draft: &Draft) -> String {
        draft.seal()
    }

    fn place(state: &mut State, seat: Seat, placement: Hidden) {
        state.place(seat, placement);
    }

    fn lift(state: &mut State, seat: Seat) {
        state.lift(seat);
    }

    fn begin(state: &State, chance: &mut Chance) -> Vec<Event> {
        let first = Fact::FirstPlayer(FirstPlayer::rolled(2, chance));
        followed(state, first)
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        state.check(seat, action)
    }

    fn reveals(_: &State, action: &Action) -> bool {
        match action {
            // A pass too: until it is announced that the other seat is passed over, this is a secret of that seat.
            Action::Salvo(_) | Action::Send(_) | Action::Pass {} => true,
            Action::Buy(_) | Action::Order(_) => false,
        }
    }

    fn decide(state: &State, seat: Seat, action: &Action, _: &mut Chance) -> Vec<Event> {
        let fact = match action {
            Action::Buy(Buy { weapon, at, order }) => {
                let order = (!weapon.is_plane()).then(|| order.unwrap_or_default());
                Fact::Bought(Bought { seat, weapon: *weapon, at: *at, order })
            }
            Action::Order(OrderGun { gun, order }) => {
                Fact::Ordered(Ordered { seat, gun: *gun, order: *order })
            }
            Action::Salvo(Salvo { cells }) => Fact::Fired(state.salvo(seat, cells)),
            Action::Send(Send { from, to }) => match state.side(seat).weapon(*from) {
                Some(plane) => Fact::Sent(state.send(seat, plane.kind, *from, *to)),
                None => return Vec::new(),
            },
            Action::Pass {} => Fact::Passed { seat },
        };
        match fact {
            Fact::Bought(_) | Fact::Ordered(_) => vec![Event(fact)],
            operation => followed(state, operation),
        }
    }

    fn evolve(state: &mut State, event: &Event) {
        state.evolve(&event.0);
    }

    fn withdraw(state: &mut State, seats: Seats, why: Withdrawal) {
        state.board.withdrawn = Some((seats, why));
    }

    fn call_off(state: &mut State) {
        state.board.to_move = None;
    }

    fn awaiting(state: &State) -> Seats {
        state.awaiting()
    }

    fn turn(state: &State) -> u32 {
        state.board.turns
    }

    fn moved(state: &State) -> bool {
        state.moved()
    }

    fn view(state: &State, viewer: Viewer, over: bool) -> View {
        state.view(viewer, over)
    }

    fn audience(event: &Event) -> Audience {
        match &event.0 {
            Fact::Bought(Bought { seat, .. }) | Fact::Ordered(Ordered { seat, .. }) => Audience::Only(*seat),
            _ => Audience::All,
        }
    }

    fn glimpse(event: &Event, viewer: Viewer) -> Glimpse {
        event.0.glimpse(viewer, false)
    }

    fn legal(state: &State, seat: Seat) -> Vec<Legal> {
        state.legal(seat)
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.outcome()
    }

    fn cause(event: &Event) -> Option<(Seat, Action)> {
        Some(match &event.0 {
            Fact::FirstPlayer(_) | Fact::PassedOver { .. } => return None,
            Fact::Bought(Bought { seat, weapon, at, order }) => {
                (*seat, Action::Buy(Buy { weapon: *weapon, at: *at, order: *order }))
            }
            Fact::Ordered(Ordered { seat, gun, order }) => {
                (*seat, Action::Order(OrderGun { gun: *gun, order: *order }))
            }
            Fact::Fired(Fired { seat, cells, .. }) => (*seat, Action::Salvo(Salvo { cells: cells.clone() })),
            Fact::Sent(Sent { seat, from, to, .. }) => (*seat, Action::Send(Send { from: *from, to: *to })),
            Fact::Passed { seat } => (*seat, Action::Pass {}),
        })
    }

    fn read_action(kind: &str, rest: &Value) -> Option<Result<Action, Misshapen>> {
        Action::read(kind, rest)
    }

    fn part(kind: &str, _: &Value, _: &Value) -> CheckKind {
        match kind {
            "first_player" => CheckKind::Roll,
            "fired" | "sent" => CheckKind::Report,
            _ => CheckKind::Event,
        }
    }
}

/// Returns an event that begins a turn, followed by the passing over of the next seat if it can do nothing (A5).
fn followed(state: &State, fact: Fact) -> Vec<Event> {
    let passed_over = state.after(&fact).passed_over().map(|seat| Event(Fact::PassedOver { seat }));
    std::iter::once(Event(fact)).chain(passed_over).collect()
}

impl Stored for Advanced {
    fn store_event(event: &Event) -> (&'static str, Value) {
        let mut stored = serde_json::to_value(&event.0).expect("an event is plain data");
        (event.0.kind(), stored["body"].take())
    }

    fn restore_event(kind: &str, body: Value) -> Result<Event, String> {
        let stored = serde_json::json!({"type": kind, "body": body});
        serde_json::from_value(stored).map(Event).map_err(|error| error.to_string())
    }

    fn store_state(state: &State) -> Box<RawValue> {
        to_raw_value(&StoredBoard::of(state)).expect("a state is plain data")
    }

    fn restore_state(options: &Options, body: &RawValue) -> Result<State, String> {
        let stored: StoredBoard = serde_json::from_str(body.get()).map_err(|error| error.to_string())?;
        stored.restore(options)
    }
}
