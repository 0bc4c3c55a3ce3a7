//! Schemas of the actions of each ruleset. The engine parses an action in two steps, first its type and then its other
//! fields, so that errors name the field. So it has no single type from which a schema could be derived.

use broadside_engine::ruleset::CellChoice;
use broadside_engine::{advanced, classic, satellite, solo, voices};
use utoipa::ToSchema;

/// Action in a game of `classic`.
#[derive(ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum ClassicAction {
    /// Fires at cells of the opponent's grid.
    Fire(classic::Fire),
}

/// Action in a game of `voices`.
#[derive(ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum VoicesAction {
    /// Roll for a shot, and fire it if the dice leave no choice.
    Roll {},
    /// Roll for all remaining shots of the turn. Stops at a roll that leaves a choice.
    RollAll {},
    /// Fire at a cell: one of the cells on offer or, in a game without dice, any open cell.
    Fire(voices::Fire),
    /// Assign the two dice to the axes: for the current roll, or for future rolls.
    ChooseAxes(voices::ChooseAxes),
    /// Choose the edges from which your answers are sounded: from now on, or for a shot already answered.
    SetVoice(voices::SetVoice),
    /// Set the performance of a call or an answer of yours.
    Direct(voices::Direct),
    /// Offer to end the game now, and count.
    OfferEnd {},
    /// Accept the offer to end the game.
    AcceptEnd {},
    /// Decline the offer to end the game.
    DeclineEnd {},
}

/// Action in a game of `satellite`.
#[derive(ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum SatelliteAction {
    /// Roll the dice, or roll the dice again that you do not keep.
    Roll(satellite::Roll),
    /// Fires a cartridge that the dice unlock.
    Fire(satellite::Fire),
    /// Give up a cartridge, if the dice unlock no remaining cartridge.
    GiveUp(satellite::GiveUp),
    /// Shoots at one sector: the next shot of a salvo, or a shot in the endgame `desperation`.
    Shoot(satellite::Shoot),
    /// Strikes the last blow of the endgame `self_destruct`.
    Destruct(satellite::Destruct),
}

/// Action in a game of `advanced`.
#[derive(ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum AdvancedAction {
    /// Buy a weapon at the start of your turn, in a game with resupply. The turn goes on, and no other player sees it.
    Buy(advanced::Buy),
    /// Fires a salvo for one point.
    Salvo(advanced::Salvo),
    /// Sends a plane.
    Send(advanced::Send),
    /// Give a gun a standing order, at any time. It costs no turn, and no other player sees it.
    Order(advanced::OrderGun),
    /// Pass this turn.
    Pass {},
}

/// Choice in a game of `classic`.
#[derive(ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum ClassicChoice {
    /// Fires at cells of the opponent's grid.
    Fire {
        /// Cells to choose from.
        cells: CellChoice,
        /// Number of the round, in `salvo`.
        #[schema(value_type = u32, required = false)]
        round: Option<u32>,
    },
}

/// Action in a game of `solo`.
#[derive(ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum SoloAction {
    /// Predict the suit that survives. The prediction begins the game, and locks the fleets.
    Predict(solo::Predict),
    /// Rolls and fires once.
    Volley {},
    /// Fire volleys to the end of the game, or to the next volley whose number is a multiple of 1,000.
    RunOut {},
}
