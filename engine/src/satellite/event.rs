//! Events of a game of `satellite`. All of them are public, so every viewer sees them in full.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::cartridge::{Beam, Cartridge, Dice};
use super::options::Endgame;
use super::sector::{Sector, Sectors};
use crate::seat::Seat;

/// Event of a game.
#[derive(Clone, PartialEq, Eq)]
pub struct Event(pub(super) Glimpse);

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Event(sealed)")
    }
}

/// Two dice rolled by a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SatelliteTwoDice)]
pub struct TwoDice {
    /// Seat that rolled.
    pub seat: Seat,
    /// Faces of the dice, 1 to 6 each.
    #[schema(value_type = Vec<u8>, min_items = 2, max_items = 2, example = json!([4, 3]))]
    pub dice: [u8; 2],
}

/// Seat that has the first turn, and the rolls that decided it (T3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SatelliteFirstPlayer)]
pub struct FirstPlayer {
    /// Seat that begins.
    pub seat: Seat,
    /// Rolls, as one list for each time the dice were rolled: after a tie both seats roll again.
    pub rolls: Vec<Vec<TwoDice>>,
}

/// Dice that a seat rolled in its turn (T4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SatelliteRolled)]
pub struct Rolled {
    /// Seat that rolled.
    pub seat: Seat,
    /// Number of the roll in the turn, 1 to 3.
    #[schema(minimum = 1, maximum = 3)]
    pub roll: u8,
    /// Positions of the dice that were kept, 1 to 5.
    pub keep: Vec<u8>,
    /// Five dice after the roll.
    pub dice: Dice,
}

/// Result of a shot at a sector.
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
#[schema(as = SatelliteShotResult)]
pub enum ShotResult {
    /// The sector is part of a building.
    Hit,
    /// The sector is not part of a building.
    Miss,
}

/// Result for a sector that was hit for the first time (T7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SatelliteReport)]
pub struct Report {
    /// Sector that was hit.
    pub sector: Sector,
    /// Hit or miss.
    pub result: ShotResult,
}

/// Cartridge that was fired, and its report (T5–T10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SatelliteFired)]
pub struct Fired {
    /// Seat that fired.
    pub seat: Seat,
    /// Cartridge that was fired.
    pub cartridge: Cartridge,
    /// Targets of the cartridge.
    pub targets: Vec<Sector>,
    /// Direction of a `small_straight`; null for other cartridges.
    pub beam: Option<Beam>,
    /// Results for all sectors that were hit for the first time: the targets, then the others in
    /// reading order.
    pub reports: Vec<Report>,
    /// Sectors of the building that a `hazard` destroyed, including those hit before; null if the
    /// cartridge is not a `hazard`, or missed.
    pub building: Option<Sectors>,
    /// Number of buildings destroyed. The report does not tell the buildings or the sectors that
    /// destroyed them.
    pub destroyed: u8,
}

/// Cartridge that was given up, and the single shot that it gives (T5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SatelliteGaveUp)]
pub struct GaveUp {
    /// Seat that gave it up.
    pub seat: Seat,
    /// Cartridge that was given up.
    pub cartridge: Cartridge,
    /// Target of the shot.
    pub target: Sector,
    /// Hit or miss.
    pub result: ShotResult,
    /// Number of buildings destroyed by the shot.
    pub destroyed: u8,
}

/// Single shot of a `salvo` or of the endgame `desperation`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SatelliteShot)]
pub struct Shot {
    /// Seat that shot.
    pub seat: Seat,
    /// Target of the shot.
    pub target: Sector,
    /// Hit or miss.
    pub result: ShotResult,
    /// Number of buildings destroyed by the shot.
    pub destroyed: u8,
}

/// Last blow of a seat in the endgame `self_destruct`, and its report (T12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SatelliteDestructed)]
pub struct Destructed {
    /// Seat that struck.
    pub seat: Seat,
    /// Targets of the blow.
    pub targets: Vec<Sector>,
    /// Results for the targets, in the order of the targets.
    pub reports: Vec<Report>,
    /// Number of buildings destroyed by the blow.
    pub destroyed: u8,
}

/// Beginning of the endgame, because both arsenals are empty (T12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SatelliteArsenalsEmpty)]
pub struct ArsenalsEmpty {
    /// Endgame of the game's settings.
    pub endgame: Endgame,
    /// Seat to move; null after a `ceasefire`.
    pub next: Option<Seat>,
    /// Rolls that decide the order in a `self_destruct`, as one list for each time the dice were
    /// rolled: after a tie both seats roll again. The totals of the last list are the numbers of
    /// targets. Empty in other endgames.
    pub rolls: Vec<Vec<TwoDice>>,
}

/// Event of `satellite`, which is public in full.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = SatelliteEvent)]
pub enum Glimpse {
    /// The seat with the first turn is known.
    FirstPlayer(FirstPlayer),
    /// A seat rolled the dice.
    Rolled(Rolled),
    /// A seat fired a cartridge.
    Fired(Fired),
    /// A seat gave up a cartridge.
    GaveUp(GaveUp),
    /// A seat fired a single shot.
    Shot(Shot),
    /// Both arsenals are empty, and the endgame begins.
    ArsenalsEmpty(ArsenalsEmpty),
    /// A seat struck its last blow.
    Destructed(Destructed),
}
