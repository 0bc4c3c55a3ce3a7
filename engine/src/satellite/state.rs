//! State of a game of `satellite`: two planets, two arsenals, the operations so far, and the action
//! required now.

use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::action::Fire;
use super::cartridge::{Arsenal, Cartridge, Dice};
use super::event::{Destructed, Fired, Report, ShotResult};
use super::operation::{Operation, OperationKind};
use super::options::Endgame;
use super::placement::Layout;
use super::sector::{Planet, Sector, Sectors};
use crate::ruleset::Withdrawal;
use crate::seat::{Seat, Seats};

/// Number of dice in a turn (T4).
pub(super) const DICE: usize = 5;
/// Maximum number of rolls in a turn, including the first (T4).
pub(super) const ROLLS: u8 = 3;

/// Game of `satellite` in play. Sealed: it holds the secrets of both seats.
#[derive(Clone)]
pub struct Satellite {
    pub(super) setup: Arc<Setup>,
    pub(super) board: Board,
}

impl fmt::Debug for Satellite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Satellite(sealed)")
    }
}

/// Data that result from the settings and never change during a game.
pub(super) struct Setup {
    pub(super) planet: Planet,
    pub(super) endgame: Endgame,
}

/// Data that change during a game.
#[derive(Clone)]
pub(super) struct Board {
    pub(super) first: Option<Seat>,
    /// Number of turns that have begun.
    pub(super) turn: u32,
    pub(super) stage: Stage,
    pub(super) sides: [Side; 2],
    /// Operations so far. They never change, so consecutive states share them.
    pub(super) operations: Vec<Arc<Operation>>,
    pub(super) withdrawn: Option<(Seats, Withdrawal)>,
}

/// Action required now.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "to", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Stage {
    /// Play has not begun.
    Begin,
    /// Rolls the dice and fires a cartridge (T4, T5).
    Fire { seat: Seat, rolls: u8, dice: Option<Dice> },
    /// Shoots the rest of a salvo.
    Salvo { seat: Seat, left: u8 },
    /// Begins the endgame automatically, because both arsenals are empty. `seat` would have the
    /// next turn.
    Endgame { seat: Seat },
    /// Shoots without dice (T12).
    Desperation { seat: Seat },
    /// Strikes the last blow with this number of targets. If `then` is given, the other seat
    /// follows with that number (T12).
    Destruct { seat: Seat, targets: u8, then: Option<u8> },
    /// Nothing: the game has ended.
    End,
    /// Nothing: the game was called off.
    CalledOff,
}

#[derive(Clone)]
pub(super) struct Side {
    pub(super) layout: Option<Layout>,
    /// Sectors of this seat's planet that have not been hit.
    pub(super) open: Sectors,
    /// Sectors of buildings that have not been hit.
    pub(super) standing: Sectors,
    /// Cartridges that this seat can still fire.
    pub(super) arsenal: Arsenal,
    /// True if this seat has fired its salvo, so that five equal dice unlock every cartridge (T9).
    pub(super) wild: bool,
}

impl Side {
    pub(super) fn new(planet: Planet) -> Self {
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

    /// Returns the number of this seat's buildings that are destroyed.
    pub(super) fn destroyed(&self) -> u8 {
        let buildings = self.layout.iter().flat_map(Layout::iter);
        buildings.filter(|(_, sectors)| (**sectors & self.standing).is_empty()).count() as u8
    }

    /// Returns what this seat has lost, for comparison: first the buildings, then the sectors.
    pub(super) fn losses(&self) -> (u8, Reverse<usize>) {
        (self.destroyed(), Reverse(self.standing.len()))
    }

    /// Returns the sectors of the building at a sector.
    fn building_at(&self, sector: Sector) -> Option<Sectors> {
        let mut buildings = self.layout.iter().flat_map(Layout::iter);
        buildings.find(|(_, sectors)| sectors.contains(sector)).map(|(_, sectors)| *sectors)
    }

    pub(super) fn hit(&mut self, sector: Sector) {
        self.open.remove(sector);
        self.standing.remove(sector);
    }
}

impl Stage {
    /// Returns the seat that must act.
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

impl Satellite {
    pub(super) fn side(&self, seat: Seat) -> &Side {
        &self.board.sides[seat.index()]
    }

    /// Returns the sectors of the opponent's planet that this seat has not hit.
    pub(super) fn open_sectors(&self, seat: Seat) -> Sectors {
        self.side(seat.opponent()).open
    }

    /// Returns the number of targets of a seat's last blow (T12).
    pub(super) fn blow(&self, seat: Seat, targets: u8) -> usize {
        usize::from(targets).min(self.open_sectors(seat).len())
    }

    fn report(&self, shooter: Seat, sector: Sector) -> Report {
        let hit = self.side(shooter.opponent()).standing.contains(sector);
        Report { sector, result: if hit { ShotResult::Hit } else { ShotResult::Miss } }
    }

    /// Returns the number of additional buildings that are destroyed if these sectors are hit.
    fn destroyed(&self, shooter: Seat, reports: &[Report]) -> u8 {
        let mut side = self.side(shooter.opponent()).clone();
        let before = side.destroyed();
        reports.iter().for_each(|report| side.hit(report.sector));
        side.destroyed() - before
    }

    /// Computes the effect of a cartridge (T6, T7, T10).
    pub(super) fn fire(&self, seat: Seat, Fire { cartridge, targets, beam }: &Fire) -> Fired {
        let side = self.side(seat.opponent());
        let mut reached = Sectors::EMPTY;
        for &target in targets {
            reached = reached | cartridge.reach(self.setup.planet, target, *beam);
        }
        let building = targets
            .first()
            .filter(|_| *cartridge == Cartridge::Hazard)
            .and_then(|target| side.building_at(*target));
        // The rule has the other sectors told, and does not except those that were hit before.
        reached = (reached | building.unwrap_or_default()) & side.open;
        targets.iter().for_each(|&target| reached.remove(target));
        // The order is that of the request and of the map, so that it reveals nothing.
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

    /// Computes the effect of a single shot: hit or miss, and the number of buildings destroyed.
    pub(super) fn shoot(&self, seat: Seat, target: Sector) -> (ShotResult, u8) {
        let report = self.report(seat, target);
        (report.result, self.destroyed(seat, &[report]))
    }

    pub(super) fn destruct(&self, seat: Seat, targets: &[Sector]) -> Destructed {
        let reports: Vec<Report> =
            targets.iter().map(|&target| self.report(seat, target)).collect();
        let destroyed = self.destroyed(seat, &reports);
        Destructed { seat, targets: targets.to_vec(), reports, destroyed }
    }

    /// Returns an empty operation of the current turn.
    pub(super) fn operation(&self, seat: Seat, kind: OperationKind) -> Operation {
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

    pub(super) fn single(
        &self,
        seat: Seat,
        kind: OperationKind,
        target: Sector,
        result: ShotResult,
    ) -> Operation {
        Operation {
            targets: vec![target],
            reports: vec![Report { sector: target, result }],
            ..self.operation(seat, kind)
        }
    }

    /// Folds an operation into the planet that it hit, and adds it to the list.
    pub(super) fn record(&mut self, operation: Operation) {
        let side = &mut self.board.sides[operation.seat.opponent().index()];
        operation.reports.iter().for_each(|report| side.hit(report.sector));
        self.board.operations.push(Arc::new(operation));
    }
}
