//! Ruleset `classic`: Salvo on paper, shot by shot or salvo against salvo (C1–C13).

mod action;
mod event;
mod options;
mod state;
mod view;

use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

pub use action::{Action, Fire, Legal, MOST_REWRITES, Refusal};
pub use event::{Event, Fired, Glimpse, SeatSalvo, ShotResult};
pub use options::{CustomShip, First, FleetChoice, GridSize, Mode, Options};
pub use state::State;
pub use view::{SalvoView, ShipView, ShotView, View, Waters};

use crate::chance::{Chance, Seed};
use crate::check_kind::CheckKind;
use crate::fleet::{self, Placement, ShipDraft};
use crate::grid::{Cell, CellSet};
use crate::opening::FirstPlayer;
use crate::ruleset::{CellChoice, Outcome, Ruleset, Stored, Withdrawal};
use crate::seat::{Audience, Seat, Seats, Viewer};
use crate::shape::{self, Misshapen};
use event::{Fact, Salvos};
use serde::{Deserialize, Serialize};
use state::{StoredBoard, other};

/// Ruleset `classic`.
#[derive(Clone, Copy, Debug)]
pub struct Classic;

/// Fleet as a player places it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = ClassicPlacement, example = json!({"ships": [
    {"class": "battleship", "at": "A1", "heading": "across"},
    {"class": "cruiser", "at": "A3", "heading": "across"},
    {"class": "submarine", "at": "A5", "heading": "across"},
    {"class": "destroyer", "at": "J9", "heading": "down"},
]})))]
pub struct Draft {
    /// Ships of the fleet, all of them, in any order.
    pub ships: Vec<ShipDraft>,
}

/// Maximum number of attempts at a random placement. The settings guarantee that the fleet fits, so the limit is
/// practically never reached.
const ATTEMPTS: u32 = 10_000;

impl Ruleset for Classic {
    type Options = Options;
    type Draft = Draft;
    type Placement = Placement;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Glimpse = Glimpse;
    type View = View;
    type Legal = Legal;
    type Refusal = Refusal;

    const ID: &'static str = "classic";
    const TITLE: &'static str = "Salvo on paper";
    const SUMMARY: &'static str = "The pencil-and-paper Salvo for two: shot by shot, or salvo against salvo with the answer a total by class.";
    const RULES: &'static str = include_str!("rules.md");
    const CREDITS: &'static str = "Traditional.";
    const SEATS: (u8, u8) = (2, 2);
    const ACTIONS: &'static [&'static str] = &["fire"];

    fn check_options(options: &Options) -> Result<(), Refusal> {
        options.check()
    }

    fn seats(_: &Options) -> u8 {
        2
    }

    fn open(options: &Options) -> State {
        State::new(options)
    }

    fn read_placement(state: &State, draft: &Draft) -> Result<Placement, Refusal> {
        Ok(Placement::read(state.setup.grid, &state.setup.fleet, &draft.ships)?)
    }

    fn random_placement(state: &State, chance: &mut Chance) -> Placement {
        let (grid, fleet) = (state.setup.grid, &state.setup.fleet);
        Placement::random(grid, fleet, chance, ATTEMPTS).unwrap_or_else(|| {
            // The check of the settings succeeded with this stream, so it succeeds again. The placement is then
            // predictable.
            let mut fit = Chance::new(&Seed::new([0; 32]), "options", Vec::new(), "fit", 0);
            Placement::random(grid, fleet, &mut fit, ATTEMPTS).expect("the settings were checked")
        })
    }

    fn draft(state: &State, placement: &Placement) -> Draft {
        Draft { ships: placement.drafts(&state.setup.fleet) }
    }

    fn seal(draft: &Draft) -> String {
        fleet::seal(&draft.ships)
    }

    fn place(state: &mut State, seat: Seat, placement: Placement) {
        state.board.sides[seat.index()].place(placement);
    }

    fn lift(state: &mut State, seat: Seat) {
        state.board.sides[seat.index()].lift();
    }

    fn begin(state: &State, chance: &mut Chance) -> Vec<Event> {
        let seat = |number| Seat::new(number).expect("`classic` has the seats 1 and 2");
        let first = match state.setup.options.first {
            First::Roll => FirstPlayer::rolled(2, chance),
            First::Creator => FirstPlayer::appointed(seat(1)),
            First::Opponent => FirstPlayer::appointed(seat(2)),
        };
        vec![Event(Fact::FirstPlayer(first))]
    }

    fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let Action::Fire(Fire { cells, round }) = action;
        let rule = match state.mode() {
            Mode::Single => {
                if state.board.to_fire != Some(seat) {
                    return Err(Refusal::OutOfTurn(other(seat)));
                }
                if round.is_some() {
                    return Err(Refusal::NoRounds);
                }
                ["C4", "C5"]
            }
            Mode::Salvo => {
                let now = state.board.turns;
                if let Some(meant) = round.filter(|&meant| meant != now) {
                    return Err(Refusal::WrongRound { meant, now });
                }
                if state.side(seat).written.as_ref().is_some_and(|written| written.rewrites >= MOST_REWRITES)
                {
                    return Err(Refusal::TooManyRewrites);
                }
                ["C8", "C8"]
            }
        };
        let wanted = state.shots(seat);
        if cells.len() != wanted {
            return Err(Refusal::WrongCount { rule: rule[0], found: cells.len(), wanted });
        }
        check_cells(state, seat, cells, rule[1])
    }

    fn reveals(_: &State, action: &Action) -> bool {
        // A salvo that only waits for the other seat's salvo counts too. Its waiting is public, but one rule is
        // simpler.
        let Action::Fire(_) = action;
        true
    }

    fn decide(state: &State, seat: Seat, action: &Action, _: &mut Chance) -> Vec<Event> {
        let Action::Fire(Fire { cells, .. }) = action;
        match state.mode() {
            Mode::Single => vec![Event(Fact::Fired(state.answer(seat, cells[0])))],
            Mode::Salvo => {
                let round = state.board.turns;
                let rewrite = state.side(seat).written.is_some();
                let written = Event(Fact::Written { seat, round, cells: cells.clone(), rewrite });
                let Some(theirs) = &state.side(other(seat)).written else {
                    return vec![written];
                };
                // C9: both have written, and both salvos take effect together. Each is judged by the board before the
                // salvos.
                let mut salvos = vec![state.totals(seat, cells), state.totals(other(seat), &theirs.cells)];
                salvos.sort_by_key(|salvo| Some(salvo.seat) != state.board.first);
                vec![written, Event(Fact::Salvos(Salvos { round, salvos }))]
            }
        }
    }

    fn evolve(state: &mut State, event: &Event) {
        state.evolve(&event.0);
    }

    fn withdraw(state: &mut State, seats: Seats, why: Withdrawal) {
        state.board.withdrawn = Some((seats, why));
    }

    fn awaiting(state: &State) -> Seats {
        state.awaiting()
    }

    fn turn(state: &State) -> u32 {
        state.board.turns
    }

    fn moved(state: &State) -> bool {
        state.board.turns > 1 || state.board.sides.iter().any(|side| side.written.is_some())
    }

    fn view(state: &State, viewer: Viewer, over: bool) -> View {
        state.view(viewer, over)
    }

    fn audience(event: &Event) -> Audience {
        match event.0 {
            Fact::Written { seat, rewrite: true, .. } => Audience::Only(seat),
            _ => Audience::All,
        }
    }

    fn glimpse(event: &Event, viewer: Viewer) -> Glimpse {
        match &event.0 {
            Fact::FirstPlayer(first) => Glimpse::FirstPlayer(first.clone()),
            Fact::Fired(fired) => Glimpse::Fired(fired.clone()),
            Fact::Written { seat, round, cells, .. } => Glimpse::Written {
                seat: *seat,
                round: *round,
                cells: viewer.is(*seat).then(|| cells.clone()),
            },
            Fact::Salvos(Salvos { round, salvos }) => {
                Glimpse::Salvos { round: *round, salvos: salvos.iter().map(SeatSalvo::from).collect() }
            }
        }
    }

    fn legal(state: &State, seat: Seat) -> Vec<Legal> {
        let round = match state.mode() {
            Mode::Single if state.board.to_fire != Some(seat) => return Vec::new(),
            Mode::Single => None,
            Mode::Salvo => {
                let written = state.side(seat).written.as_ref();
                if written.is_some_and(|written| written.rewrites >= MOST_REWRITES) {
                    return Vec::new();
                }
                Some(state.board.turns)
            }
        };
        let cells = CellChoice { count: state.shots(seat), from: state.side(other(seat)).open };
        vec![Legal::Fire { cells, round }]
    }

    fn outcome(state: &State) -> Option<Outcome> {
        state.outcome()
    }

    fn cause(event: &Event) -> Option<(Seat, Action)> {
        match &event.0 {
            Fact::Fired(Fired { seat, cell, .. }) => {
                Some((*seat, Action::Fire(Fire { cells: vec![*cell], round: None })))
            }
            Fact::Written { seat, round, cells, .. } => {
                Some((*seat, Action::Fire(Fire { cells: cells.clone(), round: Some(*round) })))
            }
            Fact::FirstPlayer(_) | Fact::Salvos(_) => None,
        }
    }

    fn read_action(kind: &str, rest: &Value) -> Option<Result<Action, Misshapen>> {
        (kind == "fire").then(|| shape::read(rest).map(Action::Fire))
    }

    fn part(kind: &str, _: &Value, _: &Value) -> CheckKind {
        match kind {
            "first_player" => CheckKind::Roll,
            "fired" | "salvos" => CheckKind::Report,
            _ => CheckKind::Event,
        }
    }
}

/// Checks C1, C5 and C8: every cell is on the grid, and none was called before or is called twice.
fn check_cells(state: &State, seat: Seat, cells: &[Cell], rule: &'static str) -> Result<(), Refusal> {
    let open = &state.side(other(seat)).open;
    let mut seen = CellSet::EMPTY;
    for (at, &cell) in cells.iter().enumerate() {
        if !state.setup.grid.contains(cell) {
            return Err(Refusal::OffGrid { at, cell, last: state.setup.grid.last() });
        }
        if !open.contains(cell) {
            return Err(Refusal::CalledBefore { rule, at, cell });
        }
        if !seen.insert(cell) {
            return Err(Refusal::Twice { at, cell });
        }
    }
    Ok(())
}

impl Stored for Classic {
    fn store_event(event: &Event) -> (&'static str, Value) {
        let kind = match event.0 {
            Fact::FirstPlayer(_) => "first_player",
            Fact::Fired(_) => "fired",
            Fact::Written { .. } => "written",
            Fact::Salvos(_) => "salvos",
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
