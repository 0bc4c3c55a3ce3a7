//! Rules of `voices`: the implementation of [`Ruleset`] on the state of a game.

use std::sync::Arc;

use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use super::action::{Action, ChooseAxes, Direct, Fire, Refusal, SetVoice};
use super::event::{AxesSet, Axis, Directed, Event, Fact, Glimpse, Revoiced, Rolled, VoiceSet};
use super::legal::Legal;
use super::options::Options;
use super::placement::{Draft, Hidden};
use super::sound::{Edges, Voice};
use super::state::{Board, Course, EndOffer, Pending, Setup, Side, Voices};
use super::stored::StoredBoard;
use super::view::View;
use crate::chance::DiceStream;
use crate::check_kind::CheckKind;
use crate::opening::FirstPlayer;
use crate::ruleset::{Enumeration, Outcome, Reason, Ruleset, Stored, Withdrawal};
use crate::seat::{Audience, Seat, Seats, Viewer};
use crate::shape::{self, ShapeError};

impl Ruleset for Voices {
    type Options = Options;
    type Draft = Draft;
    type Placement = Hidden;
    type Action = Action;
    type Event = Event;
    type Glimpse = Glimpse;
    type View = View;
    type Legal = Legal;
    type Refusal = Refusal;

    const ID: &'static str = "voices";
    const TITLE: &'static str = "SALVO for 2 voices";
    const SUMMARY: &'static str = "A battle that is also a sound poem: dice-rolled salvos for two to eight, every shot sounded as phones read off game-matrices.";
    const RULES: &'static str = include_str!("rules.md");
    const CREDITS: &'static str = "*SALVO for 2 voices*, a score for performance.";
    const SEATS: (u8, u8) = (2, 8);
    const ACTIONS: &'static [&'static str] = Action::TYPES;
    const HAS_SCORE: bool = true;

    fn check_options(options: &Options) -> Result<(), Refusal> {
        options.check()
    }

    fn seats(options: &Options) -> u8 {
        options.seats
    }

    fn open(options: &Options) -> Self {
        let seats = options.seats;
        let course = Course {
            first: None,
            round: 0,
            turn: 0,
            shooter: None,
            left: 0,
            target: None,
            pending: None,
            salvos: Vec::new(),
            offer: None,
            ended: None,
            fell: Reason::FleetSunk,
        };
        Self {
            setup: Arc::new(Setup { options: options.clone(), fleet: options.fleet() }),
            board: Board {
                course,
                sides: (0..seats).map(|_| Side::new(seats)).collect(),
                shots: Vec::new(),
            },
        }
    }

    fn read_placement(&self, draft: &Draft) -> Result<Hidden, Refusal> {
        Hidden::read(&self.setup.fleet, draft)
    }

    fn random_placement(&self, chance: &mut DiceStream) -> Hidden {
        Hidden::random(&self.setup.fleet, chance)
    }

    fn complete_placement(draft: &Draft, chance: &mut DiceStream) -> Draft {
        draft.fill(chance)
    }

    fn draft(&self, placement: &Hidden) -> Draft {
        placement.draft(&self.setup.fleet)
    }

    fn commitment_text(draft: &Draft) -> String {
        draft.seal()
    }

    fn place(&mut self, seat: Seat, placement: Hidden) {
        self.board.sides[seat.index()].place(placement);
    }

    fn unplace(&mut self, seat: Seat) {
        self.board.sides[seat.index()].lift();
    }

    fn begin(&self, chance: &mut DiceStream) -> Vec<Event> {
        vec![Event::of(Fact::FirstPlayer(FirstPlayer::rolled(self.setup.options.seats, chance)))]
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        self.check_action(seat, action)
    }

    fn must_be_last(&self, action: &Action) -> bool {
        match action {
            Action::Roll {} | Action::RollAll {} | Action::Fire(_) | Action::AcceptEnd {} => true,
            // If the dice are on the table, the shot falls.
            Action::ChooseAxes(_) => self.setup.options.after_roll(),
            Action::SetVoice(set) => set.for_shot.is_some() && set.voice().rolls(),
            Action::Direct(_) | Action::OfferEnd {} | Action::DeclineEnd {} => false,
        }
    }

    fn decide(&self, seat: Seat, action: &Action, chance: &mut DiceStream) -> Vec<Event> {
        let fact = match action {
            Action::Roll {} | Action::RollAll {} => Some(self.roll(seat, None, chance)),
            Action::Fire(Fire { cell }) => Some(self.fire(seat, None, Vec::new(), *cell, chance)),
            Action::ChooseAxes(ChooseAxes { first_die }) => match &self.board.course.pending {
                Some(pending) if self.setup.options.after_roll() => {
                    Some(self.choose(seat, pending.dice, *first_die, chance))
                }
                _ => Some(Fact::AxesSet(AxesSet { seat, first_die: *first_die })),
            },
            Action::SetVoice(set) => match set.for_shot {
                None => Some(Fact::VoiceSet(VoiceSet { seat, voice: set.voice() })),
                Some(shot) => self.revoice(seat, shot, set.voice(), chance),
            },
            Action::Direct(Direct { shot, part, text }) => Some(Fact::Directed(Directed {
                seat,
                shot: *shot,
                part: *part,
                text: text.clone(),
            })),
            Action::OfferEnd {} => Some(Fact::EndOffered { seat }),
            Action::AcceptEnd {} => Some(Fact::EndAccepted { seat }),
            Action::DeclineEnd {} => Some(Fact::EndDeclined { seat }),
        };
        fact.into_iter().map(Event::of).collect()
    }

    fn continues(&self, seat: Seat, action: &Action) -> bool {
        let course = &self.board.course;
        *action == Action::RollAll {}
            && self.seat_to_move() == Some(seat)
            && course.pending.is_none()
    }

    fn evolve(&mut self, event: &Event) {
        match &*event.0 {
            Fact::FirstPlayer(FirstPlayer { seat, .. }) => self.begin(*seat),
            Fact::Rolled(Rolled { throws, due, .. }) => {
                let course = &mut self.board.course;
                let lying = course.pending.as_ref().map(|pending| pending.dice);
                if let Some(dice) = throws.last().copied().or(lying) {
                    course.pending = Some(Pending { dice, due: due.clone() });
                }
            }
            Fact::Fired(fired) => self.fall(fired),
            Fact::AxesSet(set) => {
                let choices = self.changed(set.seat);
                choices.first_die = set.first_die;
            }
            Fact::VoiceSet(set) => {
                let choices = self.changed(set.seat);
                choices.voice = set.voice;
            }
            Fact::Revoiced(Revoiced { seat, shot, row, column, .. }) => {
                self.changed(*seat);
                if let Some(reply) = self.reply(*shot, *seat) {
                    reply.edges = Edges { row: row.from, column: column.from };
                }
            }
            Fact::Directed(directed) => {
                let Directed { seat, shot, part, text } = directed;
                self.changed(*seat);
                self.direct(*seat, *shot, *part, text);
            }
            &Fact::EndOffered { seat } => {
                self.board.course.offer = Some(EndOffer { by: seat, agreed: Seats::only(seat) });
                let choices = &mut self.board.sides[seat.index()].choices;
                choices.offered = Some(choices.turns);
            }
            &Fact::EndAccepted { seat } => {
                if let Some(offer) = &mut self.board.course.offer {
                    offer.agreed = offer.agreed.with(seat);
                }
                self.apply_consequences();
            }
            Fact::EndDeclined { .. } => self.board.course.offer = None,
        }
    }

    fn withdraw(&mut self, seats: Seats, why: Withdrawal) {
        for seat in seats.iter() {
            self.board.sides[seat.index()].choices.gone = true;
        }
        self.board.course.fell = why.reason();
        self.apply_consequences();
    }

    /// Applies a cancellation: no seat is to move, and the offer to end the game lapses.
    fn call_off(&mut self) {
        (self.board.course.shooter, self.board.course.offer) = (None, None);
    }

    fn in_play(&self, seat: Seat) -> bool {
        self.side(seat).lives()
    }

    fn to_move(&self) -> Seats {
        self.seat_to_move().map_or(Seats::NONE, Seats::only)
    }

    fn turn(&self) -> u32 {
        self.board.course.turn
    }

    fn has_moves(&self) -> bool {
        !self.board.shots.is_empty() || self.board.course.pending.is_some()
    }

    fn view(&self, viewer: Viewer, over: bool) -> View {
        self.view_for(viewer, over)
    }

    fn audience(event: &Event) -> Audience {
        match &*event.0 {
            Fact::AxesSet(AxesSet { seat, .. }) | Fact::VoiceSet(VoiceSet { seat, .. }) => {
                Audience::Only(*seat)
            }
            _ => Audience::All,
        }
    }

    fn glimpse(event: &Event, _: Viewer) -> Glimpse {
        event.0.glimpse()
    }

    fn legal(&self, seat: Seat) -> Vec<Legal> {
        self.choices(seat)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.board.course.first?;
        let living: Vec<Seat> = self.all().filter(|&seat| self.side(seat).lives()).collect();
        let reason = self.board.course.fell;
        match living[..] {
            [] => Some(Outcome::AllLose { reason }),
            [last] => Some(Outcome::Win { winners: Seats::only(last), reason }),
            _ => self.board.course.ended.map(|reason| self.count(&living, reason)),
        }
    }

    fn command_of(event: &Event) -> Option<(Seat, Action)> {
        Some(match &*event.0 {
            Fact::FirstPlayer(_) => return None,
            Fact::Rolled(rolled) => (rolled.seat, roll_or_choice(rolled.first_die)),
            Fact::Fired(fired) if fired.throws.is_empty() && fired.first_die.is_none() => {
                (fired.seat, Action::Fire(Fire { cell: fired.cell }))
            }
            Fact::Fired(fired) => (fired.seat, roll_or_choice(fired.first_die)),
            Fact::AxesSet(set) => (set.seat, roll_or_choice(Some(set.first_die))),
            Fact::VoiceSet(VoiceSet { seat, voice: Voice { row, column } }) => {
                (*seat, Action::SetVoice(SetVoice { row: *row, column: *column, for_shot: None }))
            }
            Fact::Revoiced(Revoiced { seat, shot, voice: Voice { row, column }, .. }) => (
                *seat,
                Action::SetVoice(SetVoice { row: *row, column: *column, for_shot: Some(*shot) }),
            ),
            Fact::Directed(Directed { seat, shot, part, text }) => {
                (*seat, Action::Direct(Direct { shot: *shot, part: *part, text: text.clone() }))
            }
            Fact::EndOffered { seat } => (*seat, Action::OfferEnd {}),
            Fact::EndAccepted { seat } => (*seat, Action::AcceptEnd {}),
            Fact::EndDeclined { seat } => (*seat, Action::DeclineEnd {}),
        })
    }

    fn read_action(kind: &str, rest: &Value) -> Option<Result<Action, ShapeError>> {
        Action::read(kind, rest)
    }

    fn enumerations() -> Vec<Enumeration> {
        vec![
            Enumeration::of::<super::Aim>(),
            Enumeration::of::<super::Axes>(),
            Enumeration::of::<super::Axis>(),
            Enumeration::of::<super::ColumnEdge>(),
            Enumeration::of::<super::ColumnVoice>(),
            Enumeration::of::<super::Engagement>(),
            Enumeration::of::<super::Line>(),
            Enumeration::of::<super::Part>(),
            Enumeration::of::<super::RowEdge>(),
            Enumeration::of::<super::RowVoice>(),
            Enumeration::of::<super::ShotResult>(),
            Enumeration::of::<super::score::Cue>(),
        ]
    }

    fn check_kind(kind: &str, found: &Value, right: &Value) -> CheckKind {
        match kind {
            "first_player" | "rolled" => CheckKind::Roll,
            // A shot holds its throws, its reports and its sounds.
            "fired" if found.get("throws") != right.get("throws") => CheckKind::Roll,
            "fired" if found != right && unsounded(found) == unsounded(right) => CheckKind::Sound,
            "fired" => CheckKind::Report,
            "revoiced" => CheckKind::Sound,
            _ => CheckKind::Event,
        }
    }
}

/// Returns a shot without the sounds of its call and its answers.
fn unsounded(fired: &Value) -> Value {
    let mut fired = fired.clone();
    if let Some(fields) = fired.as_object_mut() {
        fields.remove("phone");
    }
    for answer in fired.get_mut("answers").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(fields) = answer.as_object_mut() {
            fields.retain(|name, _| name != "row" && name != "column");
        }
    }
    fired
}

impl Stored for Voices {
    fn store_event(event: &Event) -> (&'static str, Value) {
        let mut stored = serde_json::to_value(&event.0).expect("an event is plain data");
        (event.0.kind(), stored["body"].take())
    }

    fn restore_event(kind: &str, body: Value) -> Result<Event, String> {
        let stored = serde_json::json!({"type": kind, "body": body});
        shape::from_value(&stored).map(Event::of).map_err(|fault| fault.to_string())
    }

    fn store_state(&self) -> Box<RawValue> {
        to_raw_value(&StoredBoard::of(self)).expect("a state is plain data")
    }

    fn restore_state(options: &Options, body: &Value) -> Result<Voices, String> {
        let stored: StoredBoard = shape::from_value(body).map_err(|fault| fault.to_string())?;
        stored.restore(options)
    }
}

/// Returns the action that rolls the dice, or that says which axis the first die is for.
fn roll_or_choice(first_die: Option<Axis>) -> Action {
    match first_die {
        Some(first_die) => Action::ChooseAxes(ChooseAxes { first_die }),
        None => Action::Roll {},
    }
}
