//! Schemas of the actions and the legal moves of `satellite`.

use super::{Destruct, Fire, GiveUp, Legal, Roll, Satellite, Shoot};
use crate::openapi::RulesetSchemas;

impl RulesetSchemas for Satellite {
    type Action = SatelliteAction;
    type Choice = Legal;
}

/// Action in a game of `satellite`.
#[derive(utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum SatelliteAction {
    /// Roll the dice, or roll the dice again that you do not keep.
    Roll(Roll),
    /// Fires a cartridge that the dice unlock.
    Fire(Fire),
    /// Give up a cartridge, if the dice unlock no remaining cartridge.
    GiveUp(GiveUp),
    /// Shoots at one sector: the next shot of a salvo, or a shot in the endgame `desperation`.
    Shoot(Shoot),
    /// Strikes the last blow of the endgame `self_destruct`.
    Destruct(Destruct),
}
