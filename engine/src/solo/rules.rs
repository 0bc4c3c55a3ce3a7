//! Rules of `solo`: the implementation of [`Ruleset`] on the state of a game.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use super::action::{Action, Legal, MAX_VOLLEYS, Predict};
use super::event::{Event, Fact, Glimpse, Predicted};
use super::options::Options;
use super::placement::{Draft, Fleets};
use super::refusal::Refusal;
use super::sea::Squares;
use super::state::{Board, Setup, Solo, StoredBoard, only};
use super::view::View;
use crate::chance::DiceStream;
use crate::check_kind::CheckKind;
use crate::ruleset::{Enumeration, Outcome, Reason, Ruleset, Stored, Withdrawal};
use crate::seat::{Audience, Seat, Seats, Viewer};
use crate::shape::{self, ShapeError};

impl Ruleset for Solo {
    type Options = Options;
    type Draft = Draft;
    type Placement = Fleets;
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
    const CREDITS: &'static str = "*Solo Salvo* by Eric Witt.";
    const SEATS: (u8, u8) = (1, 1);
    const BEGINS: &'static str = "place your fleets first, then `predict`, which begins it";
    const ACTIONS: &'static [&'static str] = &["predict", "volley", "run_out"];

    fn check_options(options: &Options) -> Result<(), Refusal> {
        options.check()
    }

    fn seats(_: &Options) -> u8 {
        1
    }

    fn open(options: &Options) -> Self {
        Self {
            setup: Arc::new(Setup {
                options: options.clone(),
                sea: options.sea(),
                fighting: options.fighting(),
            }),
            board: Board {
                fleets: None,
                prediction: None,
                volleys: Vec::new(),
                hit: Squares::default(),
                struck: [0; 4],
                timed_out: false,
            },
        }
    }

    fn read_placement(&self, draft: &Draft) -> Result<Fleets, Refusal> {
        Ok(Fleets::read(&self.setup.options, &draft.ships)?)
    }

    fn random_placement(&self, chance: &mut DiceStream) -> Fleets {
        Fleets::random(&self.setup.options, chance)
    }

    fn draft(&self, placement: &Fleets) -> Draft {
        placement.draft(self.setup.sea)
    }

    fn commitment_text(draft: &Draft) -> String {
        draft.seal()
    }

    fn place(&mut self, _: Seat, placement: Fleets) {
        self.board.fleets = Some(placement);
    }

    fn unplace(&mut self, _: Seat) {
        self.board.fleets = None;
    }

    /// S4: the prediction begins play and fixes the fleets.
    fn can_begin(&self) -> bool {
        self.board.prediction.is_some()
    }

    fn begin(&self, _: &mut DiceStream) -> Vec<Event> {
        Vec::new()
    }

    fn check(&self, _: Seat, action: &Action) -> Result<(), Refusal> {
        match (action, self.board.prediction) {
            (Action::Predict(_), Some(suit)) => Err(Refusal::Predicted(suit)),
            (Action::Predict(Predict { suit }), None) if !self.setup.fighting.contains(suit) => {
                Err(Refusal::NotFighting { suit: *suit, fighting: self.fighting() })
            }
            (Action::Volley {} | Action::RunOut {}, None) => Err(Refusal::PredictFirst),
            _ => Ok(()),
        }
    }

    fn must_be_last(&self, action: &Action) -> bool {
        matches!(action, Action::Volley {} | Action::RunOut {})
    }

    fn decide(&self, seat: Seat, action: &Action, chance: &mut DiceStream) -> Vec<Event> {
        vec![Event(match action {
            Action::Predict(Predict { suit }) => Fact::Predicted(Predicted { seat, suit: *suit }),
            Action::Volley {} | Action::RunOut {} => Fact::Fired(self.volley(seat, chance)),
        })]
    }

    fn continues(&self, _: Seat, action: &Action) -> bool {
        let at_limit = (self.board.volleys.len() as u32).is_multiple_of(MAX_VOLLEYS);
        *action == Action::RunOut {} && !at_limit && self.outcome().is_none()
    }

    fn evolve(&mut self, event: &Event) {
        match &event.0 {
            Fact::Predicted(predicted) => self.board.prediction = Some(predicted.suit),
            Fact::Fired(fired) => {
                for shot in &fired.shots {
                    if let Some(suit) = shot.hit {
                        self.board.hit.insert(self.setup.sea.square(shot.cell));
                        self.board.struck[suit as usize] += 1;
                    }
                }
                self.board.volleys.push(fired.clone());
            }
        }
    }

    fn withdraw(&mut self, _: Seats, why: Withdrawal) {
        self.board.timed_out = why == Withdrawal::TimedOut;
    }

    fn to_move(&self) -> Seats {
        if self.board.fleets.is_none() || self.outcome().is_some() {
            return Seats::NONE;
        }
        Seats::only(only())
    }

    fn turn(&self) -> u32 {
        u32::from(self.board.prediction.is_some()) + self.board.volleys.len() as u32
    }

    fn has_moves(&self) -> bool {
        !self.board.volleys.is_empty()
    }

    fn view(&self, viewer: Viewer, over: bool) -> View {
        self.view_for(viewer, over)
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

    fn legal(&self, _: Seat) -> Vec<Legal> {
        match self.board.prediction {
            None => vec![Legal::Predict { suits: self.setup.fighting.into() }],
            Some(_) => vec![Legal::Volley {}, Legal::RunOut {}],
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.board.timed_out {
            return Some(Outcome::Lose { reason: Reason::TimedOut });
        }
        // S7
        let mut afloat = self.afloat();
        match (afloat.next(), afloat.next()) {
            (Some(survivor), None) if self.board.prediction == Some(survivor) => {
                Some(Outcome::Win { winners: Seats::only(only()), reason: Reason::PredictionRight })
            }
            (Some(_), None) => Some(Outcome::Lose { reason: Reason::PredictionWrong }),
            _ => None,
        }
    }

    fn command_of(event: &Event) -> Option<(Seat, Action)> {
        Some(match &event.0 {
            Fact::Predicted(Predicted { seat, suit }) => {
                (*seat, Action::Predict(Predict { suit: *suit }))
            }
            Fact::Fired(fired) => (fired.seat, Action::Volley {}),
        })
    }

    fn read_action(kind: &str, rest: &Value) -> Option<Result<Action, ShapeError>> {
        Some(match kind {
            "predict" => shape::read(rest).map(Action::Predict),
            "volley" => shape::read(rest).map(|Nothing {}| Action::Volley {}),
            "run_out" => shape::read(rest).map(|Nothing {}| Action::RunOut {}),
            _ => return None,
        })
    }

    fn enumerations() -> Vec<Enumeration> {
        vec![
            Enumeration::of::<super::Coin>(),
            Enumeration::of::<super::Face>(),
            Enumeration::of::<super::Heading>(),
            Enumeration::of::<super::ShipClass>(),
            Enumeration::of::<super::Suit>(),
            Enumeration::of::<super::odds::Method>(),
        ]
    }

    fn check_kind(kind: &str, found: &Value, right: &Value) -> CheckKind {
        if kind != "fired" {
            return CheckKind::Event;
        }
        // A volley holds its roll and its hits.
        let same_roll = ["coin", "dice"].iter().all(|field| found.get(field) == right.get(field));
        if same_roll { CheckKind::Report } else { CheckKind::Roll }
    }
}

/// Action without fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

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
        shape::from_value(&stored).map(Event).map_err(|fault| fault.to_string())
    }

    fn store_state(&self) -> Box<RawValue> {
        to_raw_value(&StoredBoard::of(self)).expect("a state is plain data")
    }

    fn restore_state(options: &Options, body: &Value) -> Result<Solo, String> {
        let stored: StoredBoard = shape::from_value(body).map_err(|fault| fault.to_string())?;
        stored.restore(options)
    }
}
