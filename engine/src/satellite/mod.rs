//! Ruleset `satellite`: Satellite Salvo, with two planets of hidden buildings and two arsenals that dice unlock
//! (T1–T13).

mod action;
mod building;
mod cartridge;
mod event;
mod legal;
mod options;
mod sector;
mod state;
mod stored;
mod turns;
mod view;

use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

pub use action::{Action, Destruct, Fire, GiveUp, Instead, Refusal, Roll, Shoot};
pub use building::{Building, BuildingDraft, Draft, Layout};
pub use cartridge::{Arsenal, Beam, Cartridge, Dice, SALVO};
pub use event::{
    ArsenalsEmpty, Destructed, Event, Fired, FirstPlayer, GaveUp, Glimpse, Report, Rolled, Shot, ShotResult,
    TwoDice,
};
pub use legal::{Legal, Loaded, Targets};
pub use options::{Endgame, Options};
pub use sector::{LEAST_SIDE, MOST_SIDE, NotASector, Planet, Sector, Sectors};
pub use state::State;
pub use view::{BuildingView, Operation, OperationKind, Phase, SideView, Turn, View};

use crate::chance::{Chance, Draw};
use crate::check_kind::CheckKind;
use crate::opening;
use crate::ruleset::{Outcome, Ruleset, Stored, Withdrawal};
use crate::seat::{Audience, Seat, Seats, Viewer};
use crate::shape::Misshapen;
use state::{Stage, other};
use stored::StoredBoard;

/// Ruleset `satellite`.
#[derive(Clone, Copy, Debug)]
pub struct Satellite;

/// Number of dice in a turn (T4).
const DICE: usize = 5;
/// Maximum number of rolls in a turn, including the first (T4).
const ROLLS: u8 = 3;

/// Lets both seats roll two dice, again after a tie. Returns the seat with the higher total, and the rolls.
fn higher(chance: &mut Chance) -> (Seat, Vec<Vec<TwoDice>>) {
    let roll = |seat| TwoDice { seat, dice: [chance.die(6), chance.die(6)] };
    opening::highest(2, roll, |roll| (roll.seat, roll.dice.iter().sum()))
}

impl Ruleset for Satellite {
    type Options = Options;
    type Draft = Draft;
    type Placement = Layout;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Glimpse = Glimpse;
    type View = View;
    type Legal = Legal;
    type Refusal = Refusal;

    const ID: &'static str = "satellite";
    const TITLE: &'static str = "Satellite Salvo";
    const SUMMARY: &'static str = "Two planets of hidden buildings, and thirteen cartridges each that five dice unlock: barrages, bursts, beams and a salvo of ten.";
    const RULES: &'static str = include_str!("rules.md");
    const CREDITS: &'static str = "*Satellite Salvo* by Reluctant Pirate Games.";
    const SEATS: (u8, u8) = (2, 2);
    const ACTIONS: &'static [&'static str] = Action::TYPES;

    fn check_options(options: &Options) -> Result<(), Refusal> {
        options.check()
    }

    fn seats(_: &Options) -> u8 {
        2
    }

    fn open(options: &Options) -> State {
        State::new(options)
    }

    fn read_placement(state: &State, draft: &Draft) -> Result<Layout, Refusal> {
        Layout::read(state.setup.planet, draft)
    }

    fn random_placement(state: &State, chance: &mut Chance) -> Layout {
        Layout::random(state.setup.planet, chance)
    }

    fn draft(_: &State, layout: &Layout) -> Draft {
        layout.draft()
    }

    fn seal(draft: &Draft) -> String {
        draft.seal()
    }

    fn place(state: &mut State, seat: Seat, layout: Layout) {
        state.board.sides[seat.index()].place(layout);
    }

    fn lift(state: &mut State, seat: Seat) {
        state.board.sides[seat.index()].lift();
    }

    fn begin(_: &State, chance: &mut Chance) -> Vec<Event> {
        let (seat, rolls) = higher(chance);
        vec![Event(Glimpse::FirstPlayer(FirstPlayer { seat, rolls }))]
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        state.check(seat, action)
    }

    fn reveals(_: &State, _: &Action) -> bool {
        // Every action needs a random draw, or an answer from the other seat's planet.
        true
    }

    fn decide(state: &State, seat: Seat, action: &Action, chance: &mut Chance) -> Vec<Event> {
        if let Stage::Endgame { seat } = state.board.stage {
            return vec![Event(Glimpse::ArsenalsEmpty(state.endgame(seat, chance)))];
        }
        let fact = match action {
            Action::Roll(Roll { keep }) => Glimpse::Rolled(state.roll(seat, keep, chance)),
            Action::Fire(fire) => Glimpse::Fired(state.fire(seat, fire)),
            &Action::GiveUp(GiveUp { cartridge, target }) => {
                let (result, destroyed) = state.shoot(seat, target);
                Glimpse::GaveUp(GaveUp { seat, cartridge, target, result, destroyed })
            }
            &Action::Shoot(Shoot { target }) => {
                let (result, destroyed) = state.shoot(seat, target);
                Glimpse::Shot(Shot { seat, target, result, destroyed })
            }
            Action::Destruct(Destruct { targets }) => Glimpse::Destructed(state.destruct(seat, targets)),
        };
        vec![Event(fact)]
    }

    /// T12: the endgame begins when an action has emptied both arsenals.
    fn goes_on(state: &State, _: Seat, _: &Action) -> bool {
        matches!(state.board.stage, Stage::Endgame { .. })
    }

    fn evolve(state: &mut State, event: &Event) {
        state.evolve(&event.0);
    }

    fn withdraw(state: &mut State, seats: Seats, why: Withdrawal) {
        state.board.withdrawn = Some((seats, why));
    }

    fn call_off(state: &mut State) {
        state.call_off();
    }

    fn awaiting(state: &State) -> Seats {
        state.to_move().map_or(Seats::NONE, Seats::only)
    }

    fn turn(state: &State) -> u32 {
        state.board.turn
    }

    fn moved(state: &State) -> bool {
        let rolled = matches!(state.board.stage, Stage::Fire { rolls: 1.., .. });
        rolled || !state.board.operations.is_empty()
    }

    fn view(state: &State, viewer: Viewer, over: bool) -> View {
        state.view(viewer, over)
    }

    fn audience(_: &Event) -> Audience {
        Audience::All
    }

    fn glimpse(event: &Event, _: Viewer) -> Glimpse {
        event.0.clone()
    }

    fn legal(state: &State, seat: Seat) -> Vec<Legal> {
        state.legal(seat)
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.outcome()
    }

    fn cause(event: &Event) -> Option<(Seat, Action)> {
        Some(match &event.0 {
            Glimpse::FirstPlayer(_) | Glimpse::ArsenalsEmpty(_) => return None,
            Glimpse::Rolled(rolled) => (rolled.seat, Action::Roll(Roll { keep: rolled.keep.clone() })),
            Glimpse::Fired(Fired { seat, cartridge, targets, beam, .. }) => {
                (*seat, Action::Fire(Fire { cartridge: *cartridge, targets: targets.clone(), beam: *beam }))
            }
            Glimpse::GaveUp(GaveUp { seat, cartridge, target, .. }) => {
                (*seat, Action::GiveUp(GiveUp { cartridge: *cartridge, target: *target }))
            }
            Glimpse::Shot(shot) => (shot.seat, Action::Shoot(Shoot { target: shot.target })),
            Glimpse::Destructed(Destructed { seat, targets, .. }) => {
                (*seat, Action::Destruct(Destruct { targets: targets.clone() }))
            }
        })
    }

    fn read_action(kind: &str, rest: &Value) -> Option<Result<Action, Misshapen>> {
        Action::read(kind, rest)
    }

    fn part(kind: &str, found: &Value, right: &Value) -> CheckKind {
        match kind {
            "first_player" | "rolled" => CheckKind::Roll,
            "arsenals_empty" if found.get("endgame") == right.get("endgame") => CheckKind::Roll,
            "fired" | "gave_up" | "shot" | "destructed" => CheckKind::Report,
            _ => CheckKind::Event,
        }
    }
}

impl State {
    /// Rolls the dice that are not kept, in the order of their positions (T4).
    fn roll(&self, seat: Seat, keep: &[u8], chance: &mut Chance) -> Rolled {
        let (rolls, before) = match self.board.stage {
            Stage::Fire { rolls, dice, .. } => (rolls, dice),
            _ => (0, None),
        };
        let mut faces = before.map_or([0; DICE], |dice| dice.faces());
        for (position, face) in (1..).zip(&mut faces) {
            if !keep.contains(&position) {
                *face = chance.die(6);
            }
        }
        let dice = Dice::new(faces).expect("a die shows a number from 1 to 6");
        let mut keep = keep.to_vec();
        keep.sort_unstable();
        Rolled { seat, roll: rolls + 1, keep, dice }
    }

    /// Begins the endgame, because both arsenals are empty (T12). `next` is the seat that would have the next turn.
    fn endgame(&self, next: Seat, chance: &mut Chance) -> ArsenalsEmpty {
        let endgame = self.setup.endgame;
        let (next, rolls) = match endgame {
            Endgame::Ceasefire => (None, Vec::new()),
            Endgame::Desperation | Endgame::Reloaded => (Some(next), Vec::new()),
            Endgame::SelfDestruct => {
                let (highest, rolls) = higher(chance);
                (Some(other(highest)), rolls)
            }
        };
        ArsenalsEmpty { endgame, next, rolls }
    }
}

impl Stored for Satellite {
    fn store_event(event: &Event) -> (&'static str, Value) {
        event.store()
    }

    fn restore_event(kind: &str, body: Value) -> Result<Event, String> {
        Event::restore(kind, body)
    }

    fn store_state(state: &State) -> Box<RawValue> {
        to_raw_value(&StoredBoard::of(state)).expect("a state is plain data")
    }

    fn restore_state(options: &Options, body: &RawValue) -> Result<State, String> {
        let stored: StoredBoard = serde_json::from_str(body.get()).map_err(|error| error.to_string())?;
        stored.restore(options)
    }
}
