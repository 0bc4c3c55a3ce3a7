//! Settings of the use cases.

use broadside_domain::limits::Limits;

#[derive(Clone, Debug)]
pub struct AppConfig {
    /// Days that a player has to answer a challenge.
    pub challenge_days: u32,
    /// Maximum number of games with bots of a player that are not over; 0 for no bots.
    pub bot_games: u32,
    pub limits: Limits,
    /// Days of vacation that a player may take in a calendar year; 0 for none.
    pub vacation_days: u32,
    /// True if webhooks may lead to private addresses.
    pub webhook_allow_private: bool,
}
