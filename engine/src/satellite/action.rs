//! Actions of `satellite`, and the reasons for refusing them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::cartridge::{Beam, Cartridge};
use super::sector::Sector;
use crate::shape::{self, ShapeError};

/// Rolls the dice (T4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SatelliteRoll, example = json!({"keep": [1, 2]}))]
pub struct Roll {
    /// Positions of the dice to keep, 1 to 5, in any order. Must be empty in the first roll of a
    /// turn.
    #[serde(default)]
    #[schema(required = false, max_items = 4)]
    pub keep: Vec<u8>,
}

/// Fires a cartridge that the dice unlock (T5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SatelliteFire)]
#[schema(example = json!({"cartridge": "barrage_2", "targets": ["C4", "H7"]}))]
pub struct Fire {
    /// Cartridge to fire.
    pub cartridge: Cartridge,
    /// Targets: for a barrage from one up to the number of dice that show its number; otherwise
    /// exactly one. They are all different, and none has been hit before.
    #[schema(min_items = 1, max_items = 5)]
    pub targets: Vec<Sector>,
    /// Direction of a `small_straight`; must be left out for other cartridges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beam: Option<Beam>,
}

/// Gives up a cartridge, if the dice unlock none that is left (T5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SatelliteGiveUp)]
pub struct GiveUp {
    /// Cartridge to give up.
    pub cartridge: Cartridge,
    /// Sector to shoot at.
    pub target: Sector,
}

/// Shoots at one sector: the next shot of a `salvo`, or a turn of the endgame `desperation` (T7,
/// T12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SatelliteShoot)]
pub struct Shoot {
    /// Sector to shoot at.
    pub target: Sector,
}

/// Strikes the last blow of the endgame `self_destruct` (T12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SatelliteDestruct)]
pub struct Destruct {
    /// Targets, all different: as many as the total of the dice, or all sectors that are left if
    /// those are fewer.
    #[schema(min_items = 1, max_items = 12)]
    pub targets: Vec<Sector>,
}

/// Action in a game of `satellite`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = SatelliteAction)]
pub enum Action {
    /// Roll the dice, or roll the dice again that you do not keep.
    // T4.
    Roll(Roll),
    /// Fires a cartridge that the dice unlock.
    // T5.
    Fire(Fire),
    /// Give up a cartridge, if the dice unlock no remaining cartridge.
    // T5.
    GiveUp(GiveUp),
    /// Shoots at one sector: the next shot of a salvo, or a shot in the endgame `desperation`.
    // T5, T12.
    Shoot(Shoot),
    /// Strikes the last blow of the endgame `self_destruct`.
    // T12.
    Destruct(Destruct),
}

impl Action {
    pub(super) const TYPES: &'static [&'static str] =
        &["roll", "fire", "give_up", "shoot", "destruct"];

    pub(super) fn read(kind: &str, rest: &Value) -> Option<Result<Self, ShapeError>> {
        Some(match kind {
            "roll" => shape::read(rest).map(Self::Roll),
            "fire" => shape::read(rest).map(Self::Fire),
            "give_up" => shape::read(rest).map(Self::GiveUp),
            "shoot" => shape::read(rest).map(Self::Shoot),
            "destruct" => shape::read(rest).map(Self::Destruct),
            _ => return None,
        })
    }
}
