//! Accounts of the server's own bots, and when they act.

use broadside_engine::table::BotLevel;

use super::time::Time;

/// Returns the id of the account of a bot. `number` counts the bots of the level in a game, from 1 to 7. A migration
/// creates the accounts.
pub fn bot_player_id(level: BotLevel, number: u8) -> String {
    let level = match level {
        BotLevel::Random => 1,
        BotLevel::Casual => 2,
        BotLevel::Strong => 3,
    };
    format!("00000000-0000-7000-8000-000000b0{level:02}{number:02}")
}

/// Returns true if this is the id of the account of a bot.
pub fn is_server_bot(player_id: &str) -> bool {
    player_id.starts_with("00000000-0000-7000-8000-000000b0")
}

/// Next action of the bots of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotTurn {
    /// The game has no bot.
    NoBot,
    /// No bot has anything to do.
    Idle,
    /// A bot acts at this time.
    Due(Time),
}
