//! Operations of a game, with their public reports.

use serde::{Deserialize, Serialize};

use super::cartridge::{Beam, Cartridge, Dice};
use super::event::Report;
use super::sector::{Sector, Sectors};
use crate::seat::Seat;

/// Kind of operation.
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
#[schema(as = SatelliteOperationKind)]
pub enum OperationKind {
    /// A seat fired a cartridge.
    Fired,
    /// A seat gave up a cartridge.
    GaveUp,
    /// A seat fired a single shot: any shot of a salvo after the first, or a shot of `desperation`.
    Shot,
    /// A seat struck the last blow of `self_destruct`.
    Destructed,
}

/// Operation and its report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SatelliteOperation)]
pub struct Operation {
    /// Number of the turn.
    #[schema(minimum = 1, example = 1)]
    pub turn: u32,
    /// Seat that acted.
    pub seat: Seat,
    /// Kind of the operation.
    pub kind: OperationKind,
    /// Dice that unlocked the operation; null if no dice were rolled for it.
    pub dice: Option<Dice>,
    /// Cartridge of the operation; null if there was no cartridge.
    pub cartridge: Option<Cartridge>,
    /// Targets of the operation.
    pub targets: Vec<Sector>,
    /// Direction of a `small_straight`; null for other operations.
    pub beam: Option<Beam>,
    /// Results for all sectors that were hit for the first time.
    pub reports: Vec<Report>,
    /// Sectors of the building that a `hazard` destroyed, including those hit before; null for
    /// other operations.
    pub building: Option<Sectors>,
    /// Number of buildings destroyed.
    pub destroyed: u8,
}
