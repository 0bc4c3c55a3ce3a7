//! Schemas of the actions and the legal moves of `advanced`.

use super::{Advanced, Buy, Legal, OrderGun, Salvo, Send};
use crate::openapi::RulesetSchemas;

impl RulesetSchemas for Advanced {
    type Action = AdvancedAction;
    type Choice = Legal;
}

/// Action in a game of `advanced`.
#[derive(utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum AdvancedAction {
    /// Buy a weapon at the start of your turn, in a game with resupply. The turn goes on, and no other player sees it.
    Buy(Buy),
    /// Fires a salvo for one point.
    Salvo(Salvo),
    /// Sends a plane.
    Send(Send),
    /// Give a gun a standing order, at any time. It costs no turn, and no other player sees it.
    Order(OrderGun),
    /// Pass this turn.
    Pass {},
}
