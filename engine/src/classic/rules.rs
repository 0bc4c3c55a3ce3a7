//! Rules of `classic`: the implementation of [`Ruleset`] on the state of a game.

use std::sync::Arc;

use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use super::action::{Action, Fire, Legal, MAX_REWRITES, Refusal};
use super::event::{Event, Fact, Fired, Glimpse, Salvos, SeatSalvo, ShotResult};
use super::options::{First, Mode, Options};
use super::placement::Draft;
use super::state::{Board, Classic, Setup, Side, StoredBoard, Written};
use super::view::View;
use crate::chance::{DiceStream, Seed};
use crate::check_kind::CheckKind;
use crate::fleet::{self, FleetPlacement};
use crate::grid::{Cell, CellSet};
use crate::opening::FirstPlayer;
use crate::ruleset::{CellChoice, Enumeration, Outcome, Reason, Ruleset, Stored, Withdrawal};
use crate::seat::{Audience, Seat, Seats, Viewer};
use crate::shape::{self, ShapeError};

/// Maximum number of attempts at a random placement. The settings guarantee that the fleet fits, so
/// the limit is practically never reached.
const ATTEMPTS: u32 = 10_000;

impl Ruleset for Classic {
    type Options = Options;
    type Draft = Draft;
    type Placement = FleetPlacement;
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
    const CREDITS: &'static str = "*Salvo on paper* is traditional.";
    const SEATS: (u8, u8) = (2, 2);
    const ACTIONS: &'static [&'static str] = &["fire"];

    fn check_options(options: &Options) -> Result<(), Refusal> {
        options.check()
    }

    fn seats(_: &Options) -> u8 {
        2
    }

    fn open(options: &Options) -> Self {
        let (grid, fleet) =
            options.resolve().expect("the settings were checked when the game was made");
        Self {
            setup: Arc::new(Setup { options: options.clone(), grid, fleet }),
            board: Board {
                first: None,
                to_fire: None,
                turns: 0,
                sides: [Side::new(grid), Side::new(grid)],
                salvos: Vec::new(),
                withdrawn: None,
            },
        }
    }

    fn read_placement(&self, draft: &Draft) -> Result<FleetPlacement, Refusal> {
        Ok(FleetPlacement::read(self.setup.grid, &self.setup.fleet, &draft.ships)?)
    }

    fn random_placement(&self, chance: &mut DiceStream) -> FleetPlacement {
        let grid = self.setup.grid;
        let fleet = &self.setup.fleet;
        FleetPlacement::random(grid, fleet, chance, ATTEMPTS).unwrap_or_else(|| {
            // The check of the settings succeeded with this stream, so it succeeds again. The
            // placement is then predictable.
            let mut fit = DiceStream::new(&Seed::new([0; 32]), "options", Vec::new(), "fit", 0);
            FleetPlacement::random(grid, fleet, &mut fit, ATTEMPTS)
                .expect("the settings were checked")
        })
    }

    fn draft(&self, placement: &FleetPlacement) -> Draft {
        Draft { ships: placement.drafts(&self.setup.fleet) }
    }

    fn commitment_text(draft: &Draft) -> String {
        fleet::seal(&draft.ships)
    }

    fn place(&mut self, seat: Seat, placement: FleetPlacement) {
        self.board.sides[seat.index()].place(placement);
    }

    fn unplace(&mut self, seat: Seat) {
        self.board.sides[seat.index()].lift();
    }

    fn begin(&self, chance: &mut DiceStream) -> Vec<Event> {
        let first = match self.setup.options.first {
            First::Roll => FirstPlayer::rolled(2, chance),
            First::Creator => FirstPlayer::appointed(Seat::ONE),
            First::Opponent => FirstPlayer::appointed(Seat::TWO),
        };
        vec![Event(Fact::FirstPlayer(first))]
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let Action::Fire(Fire { cells, round }) = action;
        let rule = match self.mode() {
            Mode::Single => {
                if self.board.to_fire != Some(seat) {
                    return Err(Refusal::OutOfTurn(seat.opponent()));
                }
                if round.is_some() {
                    return Err(Refusal::NoRounds);
                }
                ["C4", "C5"]
            }
            Mode::Salvo => {
                let now = self.board.turns;
                if let Some(meant) = round.filter(|&meant| meant != now) {
                    return Err(Refusal::WrongRound { meant, now });
                }
                if self
                    .side(seat)
                    .written
                    .as_ref()
                    .is_some_and(|written| written.rewrites >= MAX_REWRITES)
                {
                    return Err(Refusal::TooManyRewrites);
                }
                ["C8", "C8"]
            }
        };
        let wanted = self.shots(seat);
        if cells.len() != wanted {
            return Err(Refusal::WrongCount { rule: rule[0], found: cells.len(), wanted });
        }
        check_cells(self, seat, cells, rule[1])
    }

    fn must_be_last(&self, action: &Action) -> bool {
        // A salvo that only waits for the other seat's salvo counts too. Its waiting is public, but
        // one rule is simpler.
        let Action::Fire(_) = action;
        true
    }

    fn decide(&self, seat: Seat, action: &Action, _: &mut DiceStream) -> Vec<Event> {
        let Action::Fire(Fire { cells, .. }) = action;
        match self.mode() {
            Mode::Single => vec![Event(Fact::Fired(self.answer(seat, cells[0])))],
            Mode::Salvo => {
                let round = self.board.turns;
                let rewrite = self.side(seat).written.is_some();
                let written = Event(Fact::Written { seat, round, cells: cells.clone(), rewrite });
                let Some(theirs) = &self.side(seat.opponent()).written else {
                    return vec![written];
                };
                // C9: both have written, and both salvos take effect together. Each is judged by
                // the board before the salvos.
                let mut salvos =
                    vec![self.totals(seat, cells), self.totals(seat.opponent(), &theirs.cells)];
                salvos.sort_by_key(|salvo| Some(salvo.seat) != self.board.first);
                vec![written, Event(Fact::Salvos(Salvos { round, salvos }))]
            }
        }
    }

    fn evolve(&mut self, event: &Event) {
        let mode = self.mode();
        let repeat = self.setup.options.repeat_on_hit;
        let board = &mut self.board;
        match &event.0 {
            Fact::FirstPlayer(FirstPlayer { seat, .. }) => {
                board.first = Some(*seat);
                board.to_fire = (mode == Mode::Single).then_some(*seat);
                board.turns = 1;
            }
            Fact::Fired(Fired { seat, cell, result, sunk }) => {
                let target = &mut board.sides[seat.opponent().index()];
                let count = target.shots.len() as u32 + 1;
                target.call(*cell, count, Some(*result));
                target.sunk.extend(sunk.clone());
                // C6
                let again = repeat && *result == ShotResult::Hit;
                board.to_fire = Some(if again { *seat } else { seat.opponent() });
                board.turns += 1;
            }
            Fact::Written { seat, cells, .. } => {
                let written = &mut board.sides[seat.index()].written;
                let rewrites = written.as_ref().map_or(0, |before| before.rewrites + 1);
                *written = Some(Written { cells: cells.clone(), rewrites });
            }
            Fact::Salvos(salvos) => {
                for salvo in &salvos.salvos {
                    let target = &mut board.sides[salvo.seat.opponent().index()];
                    for &cell in &salvo.cells {
                        target.call(cell, salvos.round, None);
                    }
                    target.sunk.extend(salvo.sunk.iter().cloned());
                }
                for side in &mut board.sides {
                    side.written = None;
                }
                board.salvos.push(salvos.clone());
                board.turns += 1;
            }
        }
    }

    fn withdraw(&mut self, seats: Seats, why: Withdrawal) {
        self.board.withdrawn = Some((seats, why));
    }

    fn to_move(&self) -> Seats {
        if self.board.first.is_none() || self.outcome().is_some() {
            return Seats::NONE;
        }
        match self.board.to_fire {
            Some(seat) => Seats::only(seat),
            None => Seat::first(2).filter(|&seat| self.side(seat).written.is_none()).collect(),
        }
    }

    fn turn(&self) -> u32 {
        self.board.turns
    }

    fn has_moves(&self) -> bool {
        self.board.turns > 1 || self.board.sides.iter().any(|side| side.written.is_some())
    }

    fn view(&self, viewer: Viewer, over: bool) -> View {
        self.view_for(viewer, over)
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
            Fact::Salvos(Salvos { round, salvos }) => Glimpse::Salvos {
                round: *round,
                salvos: salvos.iter().map(SeatSalvo::from).collect(),
            },
        }
    }

    fn legal(&self, seat: Seat) -> Vec<Legal> {
        let round = match self.mode() {
            Mode::Single if self.board.to_fire != Some(seat) => return Vec::new(),
            Mode::Single => None,
            Mode::Salvo => {
                let written = self.side(seat).written.as_ref();
                if written.is_some_and(|written| written.rewrites >= MAX_REWRITES) {
                    return Vec::new();
                }
                Some(self.board.turns)
            }
        };
        let cells = CellChoice { count: self.shots(seat), from: self.side(seat.opponent()).open };
        vec![Legal::Fire { cells, round }]
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some((seats, withdrawal)) = self.board.withdrawn {
            return Some(Outcome::after_withdrawal(seats, withdrawal));
        }
        self.board.first?;
        // C12
        match self.board.sides.each_ref().map(Side::is_lost) {
            [true, true] => Some(Outcome::Draw { reason: Reason::BothFleetsSunk }),
            [true, false] => Some(Outcome::won_by(Seat::TWO, Reason::FleetSunk)),
            [false, true] => Some(Outcome::won_by(Seat::ONE, Reason::FleetSunk)),
            [false, false] => None,
        }
    }

    fn command_of(event: &Event) -> Option<(Seat, Action)> {
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

    fn read_action(kind: &str, rest: &Value) -> Option<Result<Action, ShapeError>> {
        (kind == "fire").then(|| shape::read(rest).map(Action::Fire))
    }

    fn enumerations() -> Vec<Enumeration> {
        vec![
            Enumeration::of::<super::First>(),
            Enumeration::of::<super::FleetChoice>(),
            Enumeration::of::<super::Mode>(),
            Enumeration::of::<super::ShotResult>(),
        ]
    }

    fn check_kind(kind: &str, _: &Value, _: &Value) -> CheckKind {
        match kind {
            "first_player" => CheckKind::Roll,
            "fired" | "salvos" => CheckKind::Report,
            _ => CheckKind::Event,
        }
    }
}

/// Checks C1, C5 and C8: every cell is on the grid, and none was called before or is called twice.
fn check_cells(
    state: &Classic,
    seat: Seat,
    cells: &[Cell],
    rule: &'static str,
) -> Result<(), Refusal> {
    let open = &state.side(seat.opponent()).open;
    let mut earlier = CellSet::EMPTY;
    for (at, &cell) in cells.iter().enumerate() {
        if !state.setup.grid.contains(cell) {
            return Err(Refusal::OffGrid { at, cell, last: state.setup.grid.last() });
        }
        if !open.contains(cell) {
            return Err(Refusal::CalledBefore { rule, at, cell });
        }
        if !earlier.insert(cell) {
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
        shape::from_value(&stored).map(Event).map_err(|fault| fault.to_string())
    }

    fn store_state(&self) -> Box<RawValue> {
        to_raw_value(&StoredBoard::of(self)).expect("a state is plain data")
    }

    fn restore_state(options: &Options, body: &Value) -> Result<Classic, String> {
        let stored: StoredBoard = shape::from_value(body).map_err(|fault| fault.to_string())?;
        stored.restore(options)
    }
}
