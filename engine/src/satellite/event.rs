//! What happens in a game of `satellite`. All of it is announced to everybody, so an event and what a viewer may know of
//! it are the same.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::cartridge::{Beam, Cartridge, Dice};
use super::options::Endgame;
use super::sector::{Sector, Sectors};
use crate::ruleset::Seat;

/// Something that happened.
#[derive(Clone, PartialEq, Eq)]
pub struct Event(pub(super) Glimpse);

impl fmt::Debug for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Event(sealed)")
    }
}

/// Two dice that a seat rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteTwoDice))]
pub struct TwoDice {
    /// Who rolled.
    pub seat: Seat,
    /// What came up, 1 to 6 each.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>, min_items = 2, max_items = 2, example = json!([4, 3])))]
    pub dice: [u8; 2],
}

/// Who has the first turn, and the rolls that decided it (T3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteFirstPlayer))]
pub struct FirstPlayer {
    /// The seat that begins.
    pub seat: Seat,
    /// The rolls, a list for each time they were made: after a tie both roll again.
    pub rolls: Vec<Vec<TwoDice>>,
}

/// Dice that a seat rolled for its turn (T4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteRolled))]
pub struct Rolled {
    /// Who rolled.
    pub seat: Seat,
    /// Which roll of the turn it is, 1 to 3.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 3))]
    pub roll: u8,
    /// The positions of the dice that stayed, 1 to 5.
    pub keep: Vec<u8>,
    /// The five dice as they lie now.
    pub dice: Dice,
}

/// Whether a sector is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteShotResult))]
pub enum ShotResult {
    /// It is.
    Hit,
    /// It is not.
    Miss,
}

/// A sector newly reached, and what was there (T7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteReport))]
pub struct Report {
    /// The sector.
    pub sector: Sector,
    /// Hit or miss.
    pub result: ShotResult,
}

/// A cartridge that was fired, and the report (T5–T10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteFired))]
pub struct Fired {
    /// Who fired.
    pub seat: Seat,
    /// What.
    pub cartridge: Cartridge,
    /// At which targets.
    pub targets: Vec<Sector>,
    /// Which way, for `small_straight`.
    pub beam: Option<Beam>,
    /// Every sector newly reached: the targets, then the others in reading order.
    pub reports: Vec<Report>,
    /// For a `hazard` that hit: every sector of the building it destroyed, those hit before included.
    pub building: Option<Sectors>,
    /// How many buildings it destroyed; not which, nor with which sector.
    pub destroyed: u8,
}

/// A cartridge that was given up, and the one shot that it gives (T5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteGaveUp))]
pub struct GaveUp {
    /// Who gave it up.
    pub seat: Seat,
    /// What.
    pub cartridge: Cartridge,
    /// At which target.
    pub target: Sector,
    /// Hit or miss.
    pub result: ShotResult,
    /// How many buildings it destroyed.
    pub destroyed: u8,
}

/// A single shot: of a `salvo`, or of the endgame `desperation`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteShot))]
pub struct Shot {
    /// Who shot.
    pub seat: Seat,
    /// At which target.
    pub target: Sector,
    /// Hit or miss.
    pub result: ShotResult,
    /// How many buildings it destroyed.
    pub destroyed: u8,
}

/// The last blow of a seat in the endgame `self_destruct`, and the report (T12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteDestructed))]
pub struct Destructed {
    /// Who.
    pub seat: Seat,
    /// At which targets.
    pub targets: Vec<Sector>,
    /// What was there, in the order of the targets.
    pub reports: Vec<Report>,
    /// How many buildings it destroyed.
    pub destroyed: u8,
}

/// Both arsenals are empty, and the endgame of the settings begins (T12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteArsenalsEmpty))]
pub struct ArsenalsEmpty {
    /// Which endgame.
    pub endgame: Endgame,
    /// Whose turn it is now; null after a `ceasefire`.
    pub next: Option<Seat>,
    /// For `self_destruct` the rolls that say who goes first, a list for each time they were made: after a tie both
    /// roll again. The totals of the last are the numbers of targets.
    pub rolls: Vec<Vec<TwoDice>>,
}

/// What a viewer may know of an event of `satellite`, which is all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SatelliteEvent))]
pub enum Glimpse {
    /// Who has the first turn.
    FirstPlayer(FirstPlayer),
    /// Dice were rolled.
    Rolled(Rolled),
    /// A cartridge was fired.
    Fired(Fired),
    /// A cartridge was given up.
    GaveUp(GaveUp),
    /// A single shot.
    Shot(Shot),
    /// Both arsenals are empty.
    ArsenalsEmpty(ArsenalsEmpty),
    /// The last blow of a seat.
    Destructed(Destructed),
}
