//! Bots of the server.

use broadside_bots::{Bot, VERSION, summary};
use broadside_engine::game::RulesetId;
use broadside_engine::table::BotLevel;
use serde::Serialize;
use strum::VariantArray;

use super::stored_response::StoredResponse;

/// Bot of a level.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Bot))]
pub(super) struct BotBody {
    /// Strength of the bot.
    level: BotLevel,
    /// Version of the bot. A version that decides differently has another number.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, example = 1))]
    version: u32,
    /// Way in which the bot plays.
    #[cfg_attr(feature = "openapi", schema(example = "plays like a person at a kitchen table"))]
    summary: &'static str,
    /// Rulesets that the bot plays.
    rulesets: Vec<RulesetId>,
}

/// Bots of the server.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = Bots))]
pub(super) struct BotList {
    /// The bots, from the weakest to the strongest.
    bots: Vec<BotBody>,
}

/// List the bots
///
/// Returns the bots that can take seats in games here. Name one in `opponents` of a new game, as in
/// `{"kind": "bot", "level": "strong"}`. Needs no token.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/v1/bots", tag = "rulesets", operation_id = "list_bots",
    responses((status = 200, description = "The bots", body = BotList))))]
pub(super) async fn list() -> StoredResponse {
    StoredResponse::ok(&all())
}

fn all() -> BotList {
    let rulesets = || RulesetId::ALL.iter().copied().filter(|id| Bot::plays(*id)).collect();
    let bot = |level: &BotLevel| BotBody {
        level: *level,
        version: VERSION,
        summary: summary(*level),
        rulesets: rulesets(),
    };
    BotList { bots: BotLevel::VARIANTS.iter().map(bot).collect() }
}

/// Returns the example of the document.
#[cfg(feature = "openapi")]
pub(super) fn example() -> serde_json::Value {
    serde_json::json!(all())
}
