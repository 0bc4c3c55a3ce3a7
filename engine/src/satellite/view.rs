//! View of a game of `satellite`, as one viewer may know it.

use serde::{Deserialize, Serialize};

use super::building::Building;
use super::cartridge::{Arsenal, Dice};
use super::operation::Operation;
use super::options::Endgame;
use super::sector::{Planet, Sectors};
use super::state::{Satellite, Side, Stage};
use crate::seat::{Seat, Viewer};

/// Game of `satellite` as a viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = SatelliteView)]
pub struct View {
    /// Size of both planets.
    pub planet: Planet,
    /// Endgame that begins when both arsenals are empty.
    pub endgame: Endgame,
    /// Seat that has the first turn; null before play.
    pub first: Option<Seat>,
    /// Current turn; null before play and after it.
    pub turn: Option<Turn>,
    /// Sides of the seats, in the order of the seats.
    pub sides: Vec<SideView>,
    /// Operations so far, oldest first.
    pub operations: Vec<Operation>,
}

/// Current turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = SatelliteTurn)]
pub struct Turn {
    /// Number of the turn, from 1. The turns of both seats are counted together.
    #[schema(minimum = 1, example = 1)]
    pub number: u32,
    /// Seat that has the turn.
    pub seat: Seat,
    /// Phase of the turn.
    pub phase: Phase,
    /// Dice on the table, 1 to 6 each; null before the first roll, and in a phase without dice.
    pub dice: Option<Dice>,
    /// Number of rolls that remain in the turn.
    #[schema(minimum = 0, maximum = 3, example = 2)]
    pub remaining_rolls: u8,
    /// Number of targets that remain to be named: in a `salvo` one shot after the other, in
    /// `desperation` one, in `self_destruct` all together; 0 in phase `fire`.
    #[schema(minimum = 0, maximum = 12, example = 0)]
    pub remaining_targets: u8,
}

/// Phase of a turn, which determines the required action.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
    strum::EnumMessage,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = SatellitePhase)]
pub enum Phase {
    /// The seat rolls the dice, and fires a cartridge or gives one up.
    Fire,
    /// The seat shoots the rest of a salvo.
    Salvo,
    /// The seat shoots without dice.
    Desperation,
    /// The seat strikes its last blow.
    SelfDestruct,
}

/// Side of a seat: its planet and its arsenal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = SatelliteSide)]
pub struct SideView {
    /// Seat of this side.
    pub seat: Seat,
    /// Buildings of the seat's planet; null if the viewer may not know them, or if none are placed.
    /// Only their owner may know them until the game is finished.
    pub buildings: Option<Vec<BuildingView>>,
    /// Sectors of the seat's planet that were hit and are part of a building.
    pub hits: Sectors,
    /// Sectors of the seat's planet that were hit and are not part of a building.
    pub misses: Sectors,
    /// Number of the seat's buildings that are destroyed.
    #[schema(minimum = 0, maximum = 6, example = 0)]
    pub destroyed: u8,
    /// Cartridges that the seat can still fire.
    #[schema(value_type = Vec<super::cartridge::Cartridge>)]
    pub arsenal: Arsenal,
    /// True if five equal dice unlock every cartridge for the seat, because it has fired its salvo.
    pub wild: bool,
}

/// Building that the viewer may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(as = SatelliteBuildingView)]
pub struct BuildingView {
    /// Kind of the building.
    pub building: Building,
    /// Sectors that the building covers.
    pub cells: Sectors,
    /// Sectors of the building that are hit.
    pub hit: Sectors,
    /// True if all sectors of the building are hit.
    pub destroyed: bool,
}

impl Satellite {
    pub(super) fn view_for(&self, viewer: Viewer, over: bool) -> View {
        View {
            planet: self.setup.planet,
            endgame: self.setup.endgame,
            first: self.board.first,
            turn: if over { None } else { self.turn() },
            sides: Seat::first(2)
                .map(|seat| self.side(seat).view(self, seat, viewer.is(seat) || over))
                .collect(),
            operations: self
                .board
                .operations
                .iter()
                .map(|operation| Operation::clone(operation))
                .collect(),
        }
    }

    fn turn(&self) -> Option<Turn> {
        let seat = self.seat_to_move()?;
        let (phase, dice, remaining_rolls, remaining_targets) = match self.board.stage {
            Stage::Fire { rolls, dice, .. } => (Phase::Fire, dice, super::state::ROLLS - rolls, 0),
            Stage::Salvo { left, .. } => (Phase::Salvo, None, 0, left),
            Stage::Desperation { .. } => (Phase::Desperation, None, 0, 1),
            Stage::Destruct { targets, .. } => {
                (Phase::SelfDestruct, None, 0, self.blow(seat, targets) as u8)
            }
            Stage::Begin | Stage::Endgame { .. } | Stage::End | Stage::CalledOff => return None,
        };
        Some(Turn {
            number: self.board.turn,
            seat,
            phase,
            dice,
            remaining_rolls,
            remaining_targets,
        })
    }
}

impl Side {
    fn view(&self, state: &Satellite, seat: Seat, known: bool) -> SideView {
        let all = self.layout.as_ref().map(|layout| layout.all()).unwrap_or_default();
        let hits = all - self.standing;
        let layout = self.layout.as_ref().filter(|_| known);
        let buildings = layout.map(|layout| {
            let buildings = layout.iter().map(|(building, cells)| {
                let hit = *cells & hits;
                BuildingView { building, cells: *cells, hit, destroyed: hit == *cells }
            });
            buildings.collect()
        });
        SideView {
            seat,
            buildings,
            hits,
            misses: state.setup.planet.all() - self.open - hits,
            destroyed: self.destroyed(),
            arsenal: self.arsenal,
            wild: self.wild,
        }
    }
}
