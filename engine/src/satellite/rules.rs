//! Rules of `satellite`: the implementation of [`Ruleset`] on the state of a game.

use std::sync::Arc;

use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use super::action::{Action, Destruct, Fire, GiveUp, Roll, Shoot};
use super::cartridge::{Cartridge, Dice, SALVO};
use super::event::{
    ArsenalsEmpty, Destructed, Event, Fired, FirstPlayer, GaveUp, Glimpse, Rolled, Shot, TwoDice,
};
use super::legal::Legal;
use super::operation::{Operation, OperationKind};
use super::options::{Endgame, Options};
use super::placement::{Draft, Layout};
use super::refusal::Refusal;
use super::state::{Board, DICE, Satellite, Setup, Side, Stage};
use super::stored::StoredBoard;
use super::view::View;
use crate::chance::{DiceStream, Draw};
use crate::check_kind::CheckKind;
use crate::opening;
use crate::ruleset::{Enumeration, Outcome, Reason, Ruleset, Stored, Withdrawal};
use crate::seat::{Audience, Seat, Seats, Viewer};
use crate::shape::{self, ShapeError};

/// Lets both seats roll two dice, again after a tie. Returns the seat with the higher total, and
/// the rolls.
fn higher(chance: &mut DiceStream) -> (Seat, Vec<Vec<TwoDice>>) {
    opening::highest(
        2,
        |seat| TwoDice { seat, dice: [chance.die(6), chance.die(6)] },
        |roll| (roll.seat, roll.dice.iter().sum()),
    )
}

impl Ruleset for Satellite {
    type Options = Options;
    type Draft = Draft;
    type Placement = Layout;
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

    fn open(options: &Options) -> Self {
        let planet = options.planet();
        Self {
            setup: Arc::new(Setup { planet, endgame: options.endgame }),
            board: Board {
                first: None,
                turn: 0,
                stage: Stage::Begin,
                sides: [Side::new(planet), Side::new(planet)],
                operations: Vec::new(),
                withdrawn: None,
            },
        }
    }

    fn read_placement(&self, draft: &Draft) -> Result<Layout, Refusal> {
        Layout::read(self.setup.planet, draft)
    }

    fn random_placement(&self, chance: &mut DiceStream) -> Layout {
        Layout::random(self.setup.planet, chance)
    }

    fn draft(&self, layout: &Layout) -> Draft {
        layout.draft()
    }

    fn commitment_text(draft: &Draft) -> String {
        draft.seal()
    }

    fn place(&mut self, seat: Seat, layout: Layout) {
        self.board.sides[seat.index()].place(layout);
    }

    fn unplace(&mut self, seat: Seat) {
        self.board.sides[seat.index()].lift();
    }

    fn begin(&self, chance: &mut DiceStream) -> Vec<Event> {
        let (seat, rolls) = higher(chance);
        vec![Event(Glimpse::FirstPlayer(FirstPlayer { seat, rolls }))]
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        self.check_action(seat, action)
    }

    fn must_be_last(&self, _: &Action) -> bool {
        // Every action needs a random draw, or an answer from the other seat's planet.
        true
    }

    fn decide(&self, seat: Seat, action: &Action, chance: &mut DiceStream) -> Vec<Event> {
        if let Stage::Endgame { seat } = self.board.stage {
            return vec![Event(Glimpse::ArsenalsEmpty(self.endgame(seat, chance)))];
        }
        let fact = match action {
            Action::Roll(Roll { keep }) => Glimpse::Rolled(self.roll(seat, keep, chance)),
            Action::Fire(fire) => Glimpse::Fired(self.fire(seat, fire)),
            &Action::GiveUp(GiveUp { cartridge, target }) => {
                let (result, destroyed) = self.shoot(seat, target);
                Glimpse::GaveUp(GaveUp { seat, cartridge, target, result, destroyed })
            }
            &Action::Shoot(Shoot { target }) => {
                let (result, destroyed) = self.shoot(seat, target);
                Glimpse::Shot(Shot { seat, target, result, destroyed })
            }
            Action::Destruct(Destruct { targets }) => {
                Glimpse::Destructed(self.destruct(seat, targets))
            }
        };
        vec![Event(fact)]
    }

    /// T12: the endgame begins when an action has emptied both arsenals.
    fn continues(&self, _: Seat, _: &Action) -> bool {
        matches!(self.board.stage, Stage::Endgame { .. })
    }

    fn evolve(&mut self, event: &Event) {
        let stage = self.board.stage;
        match &event.0 {
            Glimpse::FirstPlayer(first) => {
                self.board.first = Some(first.seat);
                self.begin_turn(Stage::Fire { seat: first.seat, rolls: 0, dice: None });
            }
            Glimpse::Rolled(Rolled { seat, roll, dice, .. }) => {
                self.board.stage = Stage::Fire { seat: *seat, rolls: *roll, dice: Some(*dice) };
            }
            Glimpse::Fired(fired) => {
                let Fired { seat, cartridge, .. } = *fired;
                let side = &mut self.board.sides[seat.index()];
                side.arsenal.spend(cartridge);
                side.wild |= cartridge == Cartridge::Salvo;
                self.record(Operation {
                    cartridge: Some(cartridge),
                    targets: fired.targets.clone(),
                    beam: fired.beam,
                    reports: fired.reports.clone(),
                    building: fired.building,
                    destroyed: fired.destroyed,
                    ..self.operation(seat, OperationKind::Fired)
                });
                match cartridge {
                    Cartridge::Salvo => self.go_on(Stage::Salvo { seat, left: SALVO - 1 }),
                    _ => self.next_turn(seat),
                }
            }
            Glimpse::GaveUp(GaveUp { seat, cartridge, target, result, destroyed }) => {
                self.board.sides[seat.index()].arsenal.spend(*cartridge);
                self.record(Operation {
                    cartridge: Some(*cartridge),
                    destroyed: *destroyed,
                    ..self.single(*seat, OperationKind::GaveUp, *target, *result)
                });
                self.next_turn(*seat);
            }
            Glimpse::Shot(Shot { seat, target, result, destroyed }) => {
                let single = self.single(*seat, OperationKind::Shot, *target, *result);
                let cartridge = matches!(stage, Stage::Salvo { .. }).then_some(Cartridge::Salvo);
                self.record(Operation { cartridge, destroyed: *destroyed, ..single });
                match stage {
                    Stage::Salvo { left, .. } if left > 1 => {
                        self.go_on(Stage::Salvo { seat: *seat, left: left - 1 });
                    }
                    Stage::Desperation { .. } => {
                        self.begin_turn(Stage::Desperation { seat: seat.opponent() })
                    }
                    _ => self.next_turn(*seat),
                }
            }
            Glimpse::ArsenalsEmpty(ArsenalsEmpty { endgame, next, rolls }) => {
                self.begin_endgame(*endgame, *next, rolls.last());
            }
            Glimpse::Destructed(destructed) => {
                let seat = destructed.seat;
                self.record(Operation {
                    targets: destructed.targets.clone(),
                    reports: destructed.reports.clone(),
                    destroyed: destructed.destroyed,
                    ..self.operation(seat, OperationKind::Destructed)
                });
                match stage {
                    Stage::Destruct { then: Some(targets), .. } => {
                        self.begin_turn(Stage::Destruct {
                            seat: seat.opponent(),
                            targets,
                            then: None,
                        });
                    }
                    _ => self.board.stage = Stage::End,
                }
            }
        }
    }

    fn withdraw(&mut self, seats: Seats, why: Withdrawal) {
        self.board.withdrawn = Some((seats, why));
    }

    /// Applies a cancellation: no seat is to move, and the game has no outcome.
    fn call_off(&mut self) {
        self.board.stage = Stage::CalledOff;
    }

    fn to_move(&self) -> Seats {
        self.seat_to_move().map_or(Seats::NONE, Seats::only)
    }

    fn turn(&self) -> u32 {
        self.board.turn
    }

    fn has_moves(&self) -> bool {
        let rolled = matches!(self.board.stage, Stage::Fire { rolls: 1.., .. });
        rolled || !self.board.operations.is_empty()
    }

    fn view(&self, viewer: Viewer, over: bool) -> View {
        self.view_for(viewer, over)
    }

    fn audience(_: &Event) -> Audience {
        Audience::All
    }

    fn glimpse(event: &Event, _: Viewer) -> Glimpse {
        event.0.clone()
    }

    fn legal(&self, seat: Seat) -> Vec<Legal> {
        self.choices(seat)
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some((seats, withdrawal)) = self.board.withdrawn {
            return Some(Outcome::after_withdrawal(seats, withdrawal));
        }
        if self.board.stage != Stage::End {
            return None;
        }
        let one = self.side(Seat::ONE);
        let two = self.side(Seat::TWO);
        // T11
        if two.standing.is_empty() {
            return Some(Outcome::won_by(Seat::ONE, Reason::BuildingsDestroyed));
        }
        if one.standing.is_empty() {
            return Some(Outcome::won_by(Seat::TWO, Reason::BuildingsDestroyed));
        }
        // T12
        if self.setup.endgame == Endgame::SelfDestruct {
            return Some(Outcome::AllLose { reason: Reason::SelfDestruct });
        }
        Some(match one.losses().cmp(&two.losses()) {
            std::cmp::Ordering::Less => Outcome::won_by(Seat::ONE, Reason::Ceasefire),
            std::cmp::Ordering::Greater => Outcome::won_by(Seat::TWO, Reason::Ceasefire),
            std::cmp::Ordering::Equal => Outcome::AllLose { reason: Reason::Ceasefire },
        })
    }

    fn command_of(event: &Event) -> Option<(Seat, Action)> {
        Some(match &event.0 {
            Glimpse::FirstPlayer(_) | Glimpse::ArsenalsEmpty(_) => return None,
            Glimpse::Rolled(rolled) => {
                (rolled.seat, Action::Roll(Roll { keep: rolled.keep.clone() }))
            }
            Glimpse::Fired(Fired { seat, cartridge, targets, beam, .. }) => (
                *seat,
                Action::Fire(Fire { cartridge: *cartridge, targets: targets.clone(), beam: *beam }),
            ),
            Glimpse::GaveUp(GaveUp { seat, cartridge, target, .. }) => {
                (*seat, Action::GiveUp(GiveUp { cartridge: *cartridge, target: *target }))
            }
            Glimpse::Shot(shot) => (shot.seat, Action::Shoot(Shoot { target: shot.target })),
            Glimpse::Destructed(Destructed { seat, targets, .. }) => {
                (*seat, Action::Destruct(Destruct { targets: targets.clone() }))
            }
        })
    }

    fn read_action(kind: &str, rest: &Value) -> Option<Result<Action, ShapeError>> {
        Action::read(kind, rest)
    }

    fn enumerations() -> Vec<Enumeration> {
        vec![
            Enumeration::of::<super::Beam>(),
            Enumeration::of::<super::Building>(),
            Enumeration::of::<super::Cartridge>(),
            Enumeration::of::<super::Endgame>(),
            Enumeration::of::<super::OperationKind>(),
            Enumeration::of::<super::Phase>(),
            Enumeration::of::<super::ShotResult>(),
        ]
    }

    fn check_kind(kind: &str, found: &Value, right: &Value) -> CheckKind {
        match kind {
            "first_player" | "rolled" => CheckKind::Roll,
            "arsenals_empty" if found.get("endgame") == right.get("endgame") => CheckKind::Roll,
            "fired" | "gave_up" | "shot" | "destructed" => CheckKind::Report,
            _ => CheckKind::Event,
        }
    }
}

impl Satellite {
    /// Rolls the dice that are not kept, in the order of their positions (T4).
    fn roll(&self, seat: Seat, keep: &[u8], chance: &mut DiceStream) -> Rolled {
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

    /// Begins the endgame, because both arsenals are empty (T12). `next` is the seat that would
    /// have the next turn.
    fn endgame(&self, next: Seat, chance: &mut DiceStream) -> ArsenalsEmpty {
        let endgame = self.setup.endgame;
        let (next, rolls) = match endgame {
            Endgame::Ceasefire => (None, Vec::new()),
            Endgame::Desperation | Endgame::Reloaded => (Some(next), Vec::new()),
            Endgame::SelfDestruct => {
                let (highest, rolls) = higher(chance);
                (Some(highest.opponent()), rolls)
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

    fn store_state(&self) -> Box<RawValue> {
        to_raw_value(&StoredBoard::of(self)).expect("a state is plain data")
    }

    fn restore_state(options: &Options, body: &Value) -> Result<Satellite, String> {
        let stored: StoredBoard = shape::from_value(body).map_err(|fault| fault.to_string())?;
        stored.restore(options)
    }
}
