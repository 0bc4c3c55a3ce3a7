//! Ruleset `voices`: *SALVO for 2 voices*, a battle that is also a sound poem (V1–V20).
//!
//! Its sounds are the ten game-matrices, generated matrices, and the pronunciation key ([`matrix`], [`recipe`],
//! [`key`]). Its battle is a [`Ruleset`]. The [`score`] combines both.

mod action;
mod aim;
mod event;
pub mod key;
mod legal;
pub mod matrix;
mod options;
mod performance;
mod placement;
pub mod recipe;
pub mod score;
mod sound;
mod state;
mod stored;
mod turns;
mod view;

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

pub use action::{
    Action, ChooseAxes, Direct, Fire, LONGEST_DIRECTION, MOST_CHANGES, Nothing, Refusal, SetVoice,
};
pub use event::{
    Answer, AxesSet, Axis, Dice, Directed, Event, Glimpse, Line, Part, PendingChoice, Revoiced, ShotFired,
    ShotResult, VoiceSet,
};
pub use legal::{AxisCells, Legal};
pub use options::{Aim, Axes, Counts, Engagement, Options};
pub use placement::{Draft, Hidden};
pub use sound::{Column, ColumnEdge, ColumnVoice, Row, RowEdge, RowVoice, Voice};
pub use state::State;
pub use view::{EndOfferView, Maps, Mark, MatrixView, Report, ShipView, ShotView, Turn, View, Waters};

use crate::chance::Chance;
use crate::check_kind::CheckKind;
use crate::opening::FirstPlayer;
use crate::ruleset::{Outcome, Ruleset, Stored, Withdrawal};
use crate::seat::{Audience, Seat, Seats, Viewer};
use crate::shape::Misshapen;
use event::Fact;
use stored::StoredBoard;

/// Ruleset `voices`.
#[derive(Clone, Copy, Debug)]
pub struct Voices;

#[derive(Deserialize)]
struct Phonetics {
    matrices: Vec<Numbered>,
    key: Vec<KeyEntry>,
}

#[derive(Deserialize)]
struct Numbered {
    number: u8,
    sound_word: Option<String>,
    rows: Vec<String>,
}

#[derive(Deserialize)]
struct KeyEntry {
    phone: String,
    word: String,
}

static PHONETICS: LazyLock<Phonetics> = LazyLock::new(|| {
    serde_json::from_str(include_str!("phonetic.json")).expect("the data of the matrices is well formed")
});

impl Ruleset for Voices {
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

    const ID: &'static str = "voices";
    const TITLE: &'static str = "SALVO for 2 voices";
    const SUMMARY: &'static str = "A battle that is also a sound poem: dice-rolled salvos for two to eight, every shot sounded as phones read off game-matrices.";
    const RULES: &'static str = include_str!("rules.md");
    const CREDITS: &'static str = "After *SALVO for 2 voices*, a score for performance.";
    const SEATS: (u8, u8) = (2, 8);
    const ACTIONS: &'static [&'static str] = Action::TYPES;

    fn check_options(options: &Options) -> Result<(), Refusal> {
        options.check()
    }

    fn seats(options: &Options) -> u8 {
        options.seats
    }

    fn open(options: &Options) -> State {
        State::new(options)
    }

    fn read_placement(state: &State, draft: &Draft) -> Result<Hidden, Refusal> {
        Hidden::read(&state.setup.fleet, draft)
    }

    fn random_placement(state: &State, chance: &mut Chance) -> Hidden {
        Hidden::random(&state.setup.fleet, chance)
    }

    fn fill(draft: &Draft, chance: &mut Chance) -> Draft {
        draft.fill(chance)
    }

    fn draft(state: &State, placement: &Hidden) -> Draft {
        placement.draft(&state.setup.fleet)
    }

    fn seal(draft: &Draft) -> String {
        draft.seal()
    }

    fn place(state: &mut State, seat: Seat, placement: Hidden) {
        state.board.sides[seat.index()].place(placement);
    }

    fn lift(state: &mut State, seat: Seat) {
        state.board.sides[seat.index()].lift();
    }

    fn begin(state: &State, chance: &mut Chance) -> Vec<Event> {
        vec![Event::of(Fact::FirstPlayer(FirstPlayer::rolled(state.setup.options.seats, chance)))]
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        state.check(seat, action)
    }

    fn reveals(state: &State, action: &Action) -> bool {
        match action {
            Action::Roll {} | Action::RollAll {} | Action::Fire(_) | Action::AcceptEnd {} => true,
            // If the dice are on the table, the shot falls.
            Action::ChooseAxes(_) => state.setup.options.after_roll(),
            Action::SetVoice(set) => set.for_shot.is_some() && set.voice().rolls(),
            Action::Direct(_) | Action::OfferEnd {} | Action::DeclineEnd {} => false,
        }
    }

    fn decide(state: &State, seat: Seat, action: &Action, chance: &mut Chance) -> Vec<Event> {
        let fact = match action {
            Action::Roll {} | Action::RollAll {} => Some(state.roll(seat, None, chance)),
            Action::Fire(Fire { cell }) => Some(state.fire(seat, None, Vec::new(), *cell, chance)),
            Action::ChooseAxes(ChooseAxes { first_die }) => match &state.board.course.pending {
                Some(pending) if state.setup.options.after_roll() => {
                    Some(state.choose(seat, pending.dice, *first_die, chance))
                }
                _ => Some(Fact::AxesSet(AxesSet { seat, first_die: *first_die })),
            },
            Action::SetVoice(set) => match set.for_shot {
                None => Some(Fact::VoiceSet(VoiceSet { seat, voice: set.voice() })),
                Some(shot) => state.revoice(seat, shot, set.voice(), chance),
            },
            Action::Direct(Direct { shot, part, text }) => {
                Some(Fact::Directed(Directed { seat, shot: *shot, part: *part, text: text.clone() }))
            }
            Action::OfferEnd {} => Some(Fact::EndOffered { seat }),
            Action::AcceptEnd {} => Some(Fact::EndAccepted { seat }),
            Action::DeclineEnd {} => Some(Fact::EndDeclined { seat }),
        };
        fact.into_iter().map(Event::of).collect()
    }

    fn goes_on(state: &State, seat: Seat, action: &Action) -> bool {
        let course = &state.board.course;
        *action == Action::RollAll {} && state.to_move() == Some(seat) && course.pending.is_none()
    }

    fn evolve(state: &mut State, event: &Event) {
        state.evolve(&event.0);
    }

    fn withdraw(state: &mut State, seats: Seats, why: Withdrawal) {
        state.leave(seats, why);
    }

    fn call_off(state: &mut State) {
        state.call_off();
    }

    fn in_play(state: &State, seat: Seat) -> bool {
        state.side(seat).lives()
    }

    fn awaiting(state: &State) -> Seats {
        state.to_move().map_or(Seats::NONE, Seats::only)
    }

    fn turn(state: &State) -> u32 {
        state.board.course.turn
    }

    fn moved(state: &State) -> bool {
        !state.board.shots.is_empty() || state.board.course.pending.is_some()
    }

    fn view(state: &State, viewer: Viewer, over: bool) -> View {
        state.view(viewer, over)
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

    fn legal(state: &State, seat: Seat) -> Vec<Legal> {
        state.legal(seat)
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.outcome()
    }

    fn cause(event: &Event) -> Option<(Seat, Action)> {
        let dice = |first_die: Option<Axis>| match first_die {
            Some(first_die) => Action::ChooseAxes(ChooseAxes { first_die }),
            None => Action::Roll {},
        };
        Some(match &*event.0 {
            Fact::FirstPlayer(_) => return None,
            Fact::Rolled(rolled) => (rolled.seat, dice(rolled.first_die)),
            Fact::Fired(fired) if fired.throws.is_empty() && fired.first_die.is_none() => {
                (fired.seat, Action::Fire(Fire { cell: fired.cell }))
            }
            Fact::Fired(fired) => (fired.seat, dice(fired.first_die)),
            Fact::AxesSet(set) => (set.seat, dice(Some(set.first_die))),
            Fact::VoiceSet(VoiceSet { seat, voice: Voice { row, column } }) => {
                (*seat, Action::SetVoice(SetVoice { row: *row, column: *column, for_shot: None }))
            }
            Fact::Revoiced(Revoiced { seat, shot, voice: Voice { row, column }, .. }) => {
                (*seat, Action::SetVoice(SetVoice { row: *row, column: *column, for_shot: Some(*shot) }))
            }
            Fact::Directed(Directed { seat, shot, part, text }) => {
                (*seat, Action::Direct(Direct { shot: *shot, part: *part, text: text.clone() }))
            }
            Fact::EndOffered { seat } => (*seat, Action::OfferEnd {}),
            Fact::EndAccepted { seat } => (*seat, Action::AcceptEnd {}),
            Fact::EndDeclined { seat } => (*seat, Action::DeclineEnd {}),
        })
    }

    fn read_action(kind: &str, rest: &Value) -> Option<Result<Action, Misshapen>> {
        Action::read(kind, rest)
    }

    fn part(kind: &str, found: &Value, right: &Value) -> CheckKind {
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
        serde_json::from_value(stored).map(Event::of).map_err(|error| error.to_string())
    }

    fn store_state(state: &State) -> Box<RawValue> {
        to_raw_value(&StoredBoard::of(state)).expect("a state is plain data")
    }

    fn restore_state(options: &Options, body: &RawValue) -> Result<State, String> {
        let stored: StoredBoard = serde_json::from_str(body.get()).map_err(|error| error.to_string())?;
        stored.restore(options)
    }
}
