//! What a viewer may know of a game of `satellite`.

use serde::{Deserialize, Serialize};

use super::building::Building;
use super::cartridge::{Arsenal, Beam, Cartridge, Dice};
use super::event::Report;
use super::options::Endgame;
use super::sector::{Planet, Sector, Sectors};
use super::state::{Side, Stage, State};
use crate::ruleset::{Seat, Viewer};

/// A game of `satellite` as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteView))]
pub struct View {
    /// The size of both planets.
    pub planet: Planet,
    /// What happens when both arsenals are empty.
    pub endgame: Endgame,
    /// Who has or had the first turn; null before play.
    pub first: Option<Seat>,
    /// What is to be done now; null before play and after it.
    pub turn: Option<Turn>,
    /// Each seat with its own planet and arsenal, in the order of the seats.
    pub sides: Vec<SideView>,
    /// Everything that has been fired and shot, oldest first.
    pub operations: Vec<Operation>,
}

/// The turn that is on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteTurn))]
pub struct Turn {
    /// Its number, from 1; both seats' turns are counted together.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
    pub number: u32,
    /// Whose it is.
    pub seat: Seat,
    /// What is to be done.
    pub due: Due,
    /// The dice as they lie, 1 to 6 each; null before the first roll, and where no dice are rolled.
    pub dice: Option<Dice>,
    /// How often they may still be rolled.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 3, example = 2))]
    pub rolls_left: u8,
    /// How many targets are still to be named: in a `salvo` one shot after the other, in `desperation` one, in
    /// `self_destruct` all together; 0 while dice are rolled.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 12, example = 0))]
    pub targets_left: u8,
}

/// What is to be done in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteDue))]
pub enum Due {
    /// Roll the dice, and fire a cartridge or give one up.
    Fire,
    /// Shoot the rest of a salvo.
    Salvo,
    /// Shoot, without dice.
    Desperation,
    /// Strike the last blow.
    SelfDestruct,
}

/// A seat with its own planet and arsenal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteSide))]
pub struct SideView {
    /// Whose.
    pub seat: Seat,
    /// The buildings of its planet; null where the viewer may not know them (or none are placed): they are their
    /// owner's secret until the game is finished.
    pub buildings: Option<Vec<BuildingView>>,
    /// The sectors of its planet that were hit and are built.
    pub hits: Sectors,
    /// The sectors of its planet that were hit and are empty.
    pub misses: Sectors,
    /// How many of its buildings are destroyed.
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 6, example = 0))]
    pub destroyed: u8,
    /// The cartridges it can still fire.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Cartridge>))]
    pub arsenal: Arsenal,
    /// Whether five equal dice unlock everything for it, because it has fired its salvo.
    pub wild: bool,
}

/// A building that the viewer may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteBuildingView))]
pub struct BuildingView {
    /// Which building.
    pub building: Building,
    /// The sectors it covers.
    pub cells: Sectors,
    /// Those of them that are hit.
    pub hit: Sectors,
    /// Whether all of them are.
    pub destroyed: bool,
}

/// How an operation came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteOperationKind))]
pub enum OperationKind {
    /// A cartridge was fired.
    Fired,
    /// A cartridge was given up.
    GaveUp,
    /// A shot of a salvo behind its first, or of `desperation`.
    Shot,
    /// The last blow of `self_destruct`.
    Destructed,
}

/// Something fired or shot, and the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteOperation))]
pub struct Operation {
    /// In which turn.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
    pub turn: u32,
    /// Whose.
    pub seat: Seat,
    /// How it came about.
    pub kind: OperationKind,
    /// The dice that unlocked it; null where none were rolled for it.
    pub dice: Option<Dice>,
    /// The cartridge; null where it was none.
    pub cartridge: Option<Cartridge>,
    /// The targets.
    pub targets: Vec<Sector>,
    /// Which way a `small_straight` went.
    pub beam: Option<Beam>,
    /// Every sector newly reached.
    pub reports: Vec<Report>,
    /// For a `hazard` that hit: every sector of the building it destroyed.
    pub building: Option<Sectors>,
    /// How many buildings it destroyed.
    pub destroyed: u8,
}

impl State {
    pub(super) fn view(&self, viewer: Viewer, over: bool) -> View {
        let show = |seat: Seat| self.side(seat).view(self, seat, viewer.is(seat) || over);
        View {
            planet: self.setup.planet,
            endgame: self.setup.endgame,
            first: self.board.first,
            turn: if over { None } else { self.turn() },
            sides: Seat::first(2).map(show).collect(),
            operations: self.board.operations.iter().map(|operation| Operation::clone(operation)).collect(),
        }
    }

    fn turn(&self) -> Option<Turn> {
        let seat = self.to_move()?;
        let (due, dice, rolls_left, targets_left) = match self.board.stage {
            Stage::Fire { rolls, dice, .. } => (Due::Fire, dice, super::ROLLS - rolls, 0),
            Stage::Salvo { left, .. } => (Due::Salvo, None, 0, left),
            Stage::Desperation { .. } => (Due::Desperation, None, 0, 1),
            Stage::Destruct { targets, .. } => (Due::SelfDestruct, None, 0, self.blow(seat, targets) as u8),
            Stage::Begin | Stage::Endgame { .. } | Stage::End | Stage::CalledOff => return None,
        };
        Some(Turn { number: self.board.turn, seat, due, dice, rolls_left, targets_left })
    }
}

impl Side {
    fn view(&self, state: &State, seat: Seat, known: bool) -> SideView {
        let all = self.layout.as_ref().map(|layout| layout.all()).unwrap_or_default();
        let hits = all - self.standing;
        let show = |(building, cells): (Building, &Sectors)| {
            let hit = *cells & hits;
            BuildingView { building, cells: *cells, hit, destroyed: hit == *cells }
        };
        let layout = self.layout.as_ref().filter(|_| known);
        SideView {
            seat,
            buildings: layout.map(|layout| layout.iter().map(show).collect()),
            hits,
            misses: state.setup.planet.all() - self.open - hits,
            destroyed: self.destroyed(),
            arsenal: self.arsenal,
            wild: self.wild,
        }
    }
}
