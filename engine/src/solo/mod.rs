//! Ruleset `solo`: *Solo Salvo*, a solitaire for the piecepack (S1–S11).
//!
//! Three suits lie in one sea. Dice fire at them until only one suit is left. The player has placed the suits and
//! predicts the survivor. [`odds`] computes the chances of each suit.

mod action;
mod event;
pub mod odds;
mod options;
mod placement;
mod sea;
mod state;
mod view;

use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

pub use action::{Action, Legal, MOST_VOLLEYS, Predict, Refusal};
pub use event::{Coin, Die, Event, Fired, Glimpse, Predicted, Shot};
pub use options::Options;
pub use placement::{Draft, Fleets, Heading, PlacementError, ShipClass, ShipDraft};
pub use sea::{Cell, Face, Half, NotACell, Suit};
pub use state::State;
pub use view::{ShipView, SuitView, View};

use crate::chance::Chance;
use crate::check_kind::CheckKind;
use crate::ruleset::{Outcome, Ruleset, Stored, Withdrawal};
use crate::seat::{Audience, Seat, Seats, Viewer};
use crate::shape::{self, Misshapen};
use event::Fact;
use serde::Deserialize;
use state::StoredBoard;

/// Ruleset `solo`.
#[derive(Clone, Copy, Debug)]
pub struct Solo;

impl Ruleset for Solo {
    type Options = Options;
    type Draft = Draft;
    type Placement = Fleets;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Glimpse = Glimpse;
    type View = View;
    type Legal = Legal;
    type Refusal = Refusal;

    const ID: &'static str = "solo";
    const TITLE: &'static str = "Solo Salvo";
    const SUMMARY: &'static str = "A solitaire for the piecepack: hide three fleets in one sea, say which will survive, and let the dice fire.";
    const RULES: &'static str = include_str!("rules.md");
    const CREDITS: &'static str = "Solo Salvo by Eric Witt, for the piecepack.";
    const SEATS: (u8, u8) = (1, 1);
    const BEGINS: &'static str = "place your fleets first, then `predict`, which begins it";
    const ACTIONS: &'static [&'static str] = &["predict", "volley", "run_out"];

    fn check_options(options: &Options) -> Result<(), Refusal> {
        options.check()
    }

    fn seats(_: &Options) -> u8 {
        1
    }

    fn open(options: &Options) -> State {
        State::new(options)
    }

    fn read_placement(state: &State, draft: &Draft) -> Result<Fleets, Refusal> {
        Ok(Fleets::read(&state.setup.options, &draft.ships)?)
    }

    fn random_placement(state: &State, chance: &mut Chance) -> Fleets {
        Fleets::random(&state.setup.options, chance)
    }

    fn draft(state: &State, placement: &Fleets) -> Draft {
        placement.draft(state.setup.sea)
    }

    fn seal(draft: &Draft) -> String {
        draft.seal()
    }

    fn place(state: &mut State, _: Seat, placement: Fleets) {
        state.place(Some(placement));
    }

    fn lift(state: &mut State, _: Seat) {
        state.place(None);
    }

    /// S4: the prediction begins play and fixes the fleets.
    fn ready(state: &State) -> bool {
        state.board.prediction.is_some()
    }

    fn begin(_: &State, _: &mut Chance) -> Vec<Event> {
        Vec::new()
    }

    fn check(state: &State, _: Seat, action: &Action) -> Result<(), Refusal> {
        match (action, state.board.prediction) {
            (Action::Predict(_), Some(suit)) => Err(Refusal::Predicted(suit)),
            (Action::Predict(Predict { suit }), None) if !state.setup.fighting.contains(suit) => {
                Err(Refusal::NotFighting { suit: *suit, fighting: state.fighting() })
            }
            (Action::Volley {} | Action::RunOut {}, None) => Err(Refusal::PredictFirst),
            _ => Ok(()),
        }
    }

    fn reveals(_: &State, action: &Action) -> bool {
        matches!(action, Action::Volley {} | Action::RunOut {})
    }

    fn decide(state: &State, seat: Seat, action: &Action, chance: &mut Chance) -> Vec<Event> {
        vec![Event(match action {
            Action::Predict(Predict { suit }) => Fact::Predicted(Predicted { seat, suit: *suit }),
            Action::Volley {} | Action::RunOut {} => Fact::Fired(state.volley(seat, chance)),
        })]
    }

    fn goes_on(state: &State, _: Seat, action: &Action) -> bool {
        let whole = (state.board.volleys.len() as u32).is_multiple_of(MOST_VOLLEYS);
        *action == Action::RunOut {} && !whole && state.outcome().is_none()
    }

    fn evolve(state: &mut State, event: &Event) {
        state.evolve(&event.0);
    }

    fn withdraw(state: &mut State, _: Seats, why: Withdrawal) {
        state.withdraw(why);
    }

    fn awaiting(state: &State) -> Seats {
        state.awaiting()
    }

    fn turn(state: &State) -> u32 {
        u32::from(state.board.prediction.is_some()) + state.board.volleys.len() as u32
    }

    fn moved(state: &State) -> bool {
        !state.board.volleys.is_empty()
    }

    fn view(state: &State, viewer: Viewer, over: bool) -> View {
        state.view(viewer, over)
    }

    fn audience(_: &Event) -> Audience {
        Audience::All
    }

    fn glimpse(event: &Event, _: Viewer) -> Glimpse {
        match &event.0 {
            Fact::Predicted(predicted) => Glimpse::Predicted(predicted.clone()),
            Fact::Fired(fired) => Glimpse::Fired(fired.clone()),
        }
    }

    fn legal(state: &State, _: Seat) -> Vec<Legal> {
        match state.board.prediction {
            None => vec![Legal::Predict { suits: state.setup.fighting.into() }],
            Some(_) => vec![Legal::Volley {}, Legal::RunOut {}],
        }
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.outcome()
    }

    fn cause(event: &Event) -> Option<(Seat, Action)> {
        Some(match &event.0 {
            Fact::Predicted(Predicted { seat, suit }) => (*seat, Action::Predict(Predict { suit: *suit })),
            Fact::Fired(fired) => (fired.seat, Action::Volley {}),
        })
    }

    fn read_action(kind: &str, rest: &Value) -> Option<Result<Action, Misshapen>> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Nothing {}

        let plain = |action: Action| shape::read::<Nothing>(rest).map(|_| action);
        Some(match kind {
            "predict" => shape::read(rest).map(Action::Predict),
            "volley" => plain(Action::Volley {}),
            "run_out" => plain(Action::RunOut {}),
            _ => return None,
        })
    }

    fn part(kind: &str, found: &Value, right: &Value) -> CheckKind {
        let rolled = |body: &Value| [body.get("coin").cloned(), body.get("dice").cloned()];
        match kind {
            // A volley holds its roll and its hits.
            "fired" if rolled(found) != rolled(right) => CheckKind::Roll,
            "fired" => CheckKind::Report,
            _ => CheckKind::Event,
        }
    }
}

impl Stored for Solo {
    fn store_event(event: &Event) -> (&'static str, Value) {
        let kind = match event.0 {
            Fact::Predicted(_) => "predicted",
            Fact::Fired(_) => "fired",
        };
        let mut stored = serde_json::to_value(&event.0).expect("an event is plain data");
        (kind, stored["body"].take())
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
