//! Schemas of the actions and the legal moves of `voices`.

use super::{ChooseAxes, Direct, Fire, Legal, SetVoice, Voices};
use crate::openapi::RulesetSchemas;

impl RulesetSchemas for Voices {
    type Action = VoicesAction;
    type Choice = Legal;
}

/// Action in a game of `voices`.
#[derive(utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum VoicesAction {
    /// Roll for a shot, and fire it if the dice leave no choice.
    Roll {},
    /// Roll for all remaining shots of the turn. Stops at a roll that leaves a choice.
    RollAll {},
    /// Fire at a cell: one of the cells on offer or, in a game without dice, any open cell.
    Fire(Fire),
    /// Assign the two dice to the axes: for the current roll, or for future rolls.
    ChooseAxes(ChooseAxes),
    /// Choose the edges from which your answers are sounded: from now on, or for a shot already answered.
    SetVoice(SetVoice),
    /// Set the performance of a call or an answer of yours.
    Direct(Direct),
    /// Offer to end the game now, and count.
    OfferEnd {},
    /// Accept the offer to end the game.
    AcceptEnd {},
    /// Decline the offer to end the game.
    DeclineEnd {},
}
