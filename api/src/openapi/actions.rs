//! The actions of each ruleset, as the document describes them: the engine reads an action in two steps, by its type and
//! then by what is left, so that its errors name the field, and has no one type that a schema could be derived from.

use broadside_engine::ruleset::CellChoice;
use broadside_engine::{advanced, classic, satellite, solo, voices};
use utoipa::ToSchema;

/// An action in a game of `classic`.
#[derive(ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "it is there for its schema")]
pub(crate) enum ClassicAction {
    /// Call cells of the opponent's grid.
    Fire(classic::Fire),
}

/// An action in a game of `voices`.
#[derive(ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "it is there for its schema")]
pub(crate) enum VoicesAction {
    /// Roll for a shot, and fire it if nothing is to be chosen.
    Roll {},
    /// Roll for all shots that are left in the turn; stops where something is to be chosen.
    RollAll {},
    /// Fire at a cell: one of those on offer, or where there are no dice any that is open.
    Fire(voices::Fire),
    /// Say which die is which: of the dice that lie there, or for the throws to come.
    ChooseAxes(voices::ChooseAxes),
    /// Say from which edges you sound your answers: from now on, or for a shot already answered.
    SetVoice(voices::SetVoice),
    /// Say how you perform a call or an answer of yours.
    Direct(voices::Direct),
    /// Offer to end the game here and count.
    OfferEnd {},
    /// Agree to that.
    AcceptEnd {},
    /// Turn it down.
    DeclineEnd {},
}

/// An action in a game of `satellite`.
#[derive(ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "it is there for its schema")]
pub(crate) enum SatelliteAction {
    /// Roll the dice, or those again that are not kept.
    Roll(satellite::Roll),
    /// Fire a cartridge that the dice unlock.
    Fire(satellite::Fire),
    /// Give up a cartridge, where the dice unlock none that is left.
    GiveUp(satellite::GiveUp),
    /// Shoot at one sector: the next shot of a salvo, or in the endgame `desperation`.
    Shoot(satellite::Shoot),
    /// Strike the last blow of the endgame `self_destruct`.
    Destruct(satellite::Destruct),
}

/// An action in a game of `advanced`.
#[derive(ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "it is there for its schema")]
pub(crate) enum AdvancedAction {
    /// Buy a weapon at the start of your turn, in a game with resupply; the turn goes on, and nobody else hears of it.
    Buy(advanced::Buy),
    /// Fire a salvo for a point.
    Salvo(advanced::Salvo),
    /// Send a plane.
    Send(advanced::Send),
    /// Give a gun a standing order: at any time, costing no turn and unheard by others.
    Order(advanced::OrderGun),
    /// Do nothing in this turn.
    Pass {},
}

/// Something that may be done in a game of `classic`.
#[derive(ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "it is there for its schema")]
pub(crate) enum ClassicChoice {
    /// Call cells of the opponent's grid.
    Fire {
        /// Which cells.
        cells: CellChoice,
        /// The round, in `salvo`.
        #[schema(value_type = u32, required = false)]
        round: Option<u32>,
    },
}

/// An action in a game of `solo`.
#[derive(ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(dead_code, reason = "it is there for its schema")]
pub(crate) enum SoloAction {
    /// Name the suit that you expect to survive. It begins the game, and locks the fleets.
    Predict(solo::Predict),
    /// Roll and fire once.
    Volley {},
    /// Volley to the end, or to the next volley whose number a thousand divides.
    RunOut {},
}
