//! The state of a game of `satellite`: two planets, two arsenals, what has been done, and what is to be done now.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::action::Fire;
use super::building::Layout;
use super::cartridge::{Arsenal, Cartridge, Dice, SALVO};
use super::event::{ArsenalsEmpty, Destructed, Fired, GaveUp, Glimpse, Report, Rolled, Shot, ShotResult};
use super::options::{Endgame, Options};
use super::sector::{Planet, Sector, Sectors};
use super::view::{Operation, OperationKind};
use crate::ruleset::{Seat, Seats, Withdrawal};

/// A game of `satellite` in play. Sealed: it holds the secrets of both seats.
#[derive(Clone)]
pub struct State {
    pub(super) setup: Arc<Setup>,
    pub(super) board: Board,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("State(sealed)")
    }
}

/// What the settings amount to; the same for the whole game.
pub(super) struct Setup {
    pub(super) planet: Planet,
    pub(super) endgame: Endgame,
}

/// What changes in the course of a game.
#[derive(Clone)]
pub(super) struct Board {
    pub(super) first: Option<Seat>,
    /// How many turns have begun.
    pub(super) turn: u32,
    pub(super) stage: Stage,
    pub(super) sides: [Side; 2],
    /// What has been fired and shot. Shared between a state and the next, for none of it ever changes.
    pub(super) operations: Vec<Arc<Operation>>,
    pub(super) withdrawn: Option<(Seats, Withdrawal)>,
}

/// What is to be done now.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "to", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Stage {
    /// Play has not begun.
    Begin,
    /// Roll, and fire a cartridge (T4, T5).
    Fire { seat: Seat, rolls: u8, dice: Option<Dice> },
    /// Shoot the rest of a salvo.
    Salvo { seat: Seat, left: u8 },
    /// Both arsenals are empty, and the endgame is to begin by itself. The seat is the one whose turn it would be.
    Endgame { seat: Seat },
    /// Shoot, without dice (T12).
    Desperation { seat: Seat },
    /// Strike the last blow, of so many targets; then the other seat of so many, if it has not yet (T12).
    Destruct { seat: Seat, targets: u8, then: Option<u8> },
    /// Nothing, for the game has ended.
    End,
    /// Nothing, for the game is called off.
    CalledOff,
}

/// One seat's side of the board.
#[derive(Clone)]
pub(super) struct Side {
    pub(super) layout: Option<Layout>,
    /// The sectors of its planet that have not been hit.
    pub(super) open: Sectors,
    /// Those of them that are built.
    pub(super) standing: Sectors,
    /// The cartridges it can still fire.
    pub(super) arsenal: Arsenal,
    /// Whether it has fired its salvo, so that five equal unlock everything (T9).
    pub(super) wild: bool,
}

/// The other seat of the two.
pub(super) fn other(seat: Seat) -> Seat {
    Seat::new(3 - seat.number()).expect("`satellite` has the seats 1 and 2")
}

impl Side {
    fn new(planet: Planet) -> Self {
        Self {
            layout: None,
            open: planet.all(),
            standing: Sectors::EMPTY,
            arsenal: Arsenal::FULL,
            wild: false,
        }
    }

    pub(super) fn place(&mut self, layout: Layout) {
        self.standing = layout.all();
        self.layout = Some(layout);
    }

    pub(super) fn lift(&mut self) {
        self.standing = Sectors::EMPTY;
        self.layout = None;
    }

    /// How many of its buildings are destroyed.
    pub(super) fn destroyed(&self) -> u8 {
        let fell = |sectors: &Sectors| (*sectors & self.standing).is_empty();
        self.layout.iter().flat_map(Layout::iter).filter(|(_, sectors)| fell(sectors)).count() as u8
    }

    fn hit(&mut self, sector: Sector) {
        self.open.remove(sector);
        self.standing.remove(sector);
    }
}

impl Stage {
    /// Whom it waits for.
    pub(super) fn seat(self) -> Option<Seat> {
        match self {
            Self::Begin | Self::Endgame { .. } | Self::End | Self::CalledOff => None,
            Self::Fire { seat, .. }
            | Self::Salvo { seat, .. }
            | Self::Desperation { seat }
            | Self::Destruct { seat, .. } => Some(seat),
        }
    }
}

impl State {
    pub(super) fn new(options: &Options) -> Self {
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

    pub(super) fn side(&self, seat: Seat) -> &Side {
        &self.board.sides[seat.index()]
    }

    /// The sectors that a seat has not hit.
    pub(super) fn open(&self, seat: Seat) -> Sectors {
        self.side(other(seat)).open
    }

    /// How many targets the last blow of a seat has (T12).
    pub(super) fn blow(&self, seat: Seat, targets: u8) -> usize {
        usize::from(targets).min(self.open(seat).len())
    }

    fn report(&self, shooter: Seat, sector: Sector) -> Report {
        let hit = self.side(other(shooter)).standing.contains(sector);
        Report { sector, result: if hit { ShotResult::Hit } else { ShotResult::Miss } }
    }

    /// How many more buildings are destroyed once these sectors are hit.
    fn destroyed(&self, shooter: Seat, reports: &[Report]) -> u8 {
        let mut side = self.side(other(shooter)).clone();
        let before = side.destroyed();
        reports.iter().for_each(|report| side.hit(report.sector));
        side.destroyed() - before
    }

    /// T6, T7, T10: what a cartridge does.
    pub(super) fn fire(&self, seat: Seat, Fire { cartridge, targets, beam }: &Fire) -> Fired {
        let side = self.side(other(seat));
        let reach = |&at: &Sector| cartridge.reach(self.setup.planet, at, *beam);
        let mut reached = targets.iter().map(reach).fold(Sectors::EMPTY, |all, reach| all | reach);
        let whole = |target: &Sector| {
            let mut buildings = side.layout.iter().flat_map(Layout::iter);
            buildings.find(|(_, sectors)| sectors.contains(*target)).map(|(_, sectors)| *sectors)
        };
        let building = targets.first().filter(|_| *cartridge == Cartridge::Hazard).and_then(whole);
        reached = (reached | building.unwrap_or_default()) & side.open;
        targets.iter().for_each(|&target| reached.remove(target));
        let sectors = targets.iter().copied().chain(reached.iter());
        let reports: Vec<Report> = sectors.map(|sector| self.report(seat, sector)).collect();
        Fired {
            seat,
            cartridge: *cartridge,
            targets: targets.clone(),
            beam: *beam,
            destroyed: self.destroyed(seat, &reports),
            reports,
            building,
        }
    }

    /// A single shot: whether it hit, and how many buildings it destroyed.
    pub(super) fn shoot(&self, seat: Seat, target: Sector) -> (ShotResult, u8) {
        let report = self.report(seat, target);
        (report.result, self.destroyed(seat, &[report]))
    }

    pub(super) fn destruct(&self, seat: Seat, targets: &[Sector]) -> Destructed {
        let reports: Vec<Report> = targets.iter().map(|&target| self.report(seat, target)).collect();
        let destroyed = self.destroyed(seat, &reports);
        Destructed { seat, targets: targets.to_vec(), reports, destroyed }
    }

    pub(super) fn evolve(&mut self, fact: &Glimpse) {
        let stage = self.board.stage;
        match fact {
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
                    Stage::Desperation { .. } => self.begin_turn(Stage::Desperation { seat: other(*seat) }),
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
                        self.begin_turn(Stage::Destruct { seat: other(seat), targets, then: None });
                    }
                    _ => self.board.stage = Stage::End,
                }
            }
        }
    }

    /// An operation of the current turn without anything in it.
    fn operation(&self, seat: Seat, kind: OperationKind) -> Operation {
        let dice = match self.board.stage {
            Stage::Fire { dice, .. } => dice,
            _ => None,
        };
        Operation {
            turn: self.board.turn,
            seat,
            kind,
            dice,
            cartridge: None,
            targets: Vec::new(),
            beam: None,
            reports: Vec::new(),
            building: None,
            destroyed: 0,
        }
    }

    fn single(&self, seat: Seat, kind: OperationKind, target: Sector, result: ShotResult) -> Operation {
        Operation {
            targets: vec![target],
            reports: vec![Report { sector: target, result }],
            ..self.operation(seat, kind)
        }
    }

    /// Folds an operation into the planet that it struck, and keeps it.
    pub(super) fn record(&mut self, operation: Operation) {
        let side = &mut self.board.sides[other(operation.seat).index()];
        operation.reports.iter().for_each(|report| side.hit(report.sector));
        self.board.operations.push(Arc::new(operation));
    }
}
