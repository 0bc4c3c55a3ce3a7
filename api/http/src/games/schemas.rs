//! Time control of a game in the document.

/// Time control of a game: either `days_per_turn`, or `bank` and `increment` together. A player who
/// runs out of time loses, or is out of the game if others play on. If a player runs out of time
/// while the fleets are placed, the game is cancelled.
#[derive(utoipa::ToSchema)]
#[schema(as = Clock, example = json!({"days_per_turn": 3}))]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) struct ClockSchema {
    /// Days for each turn, 1 to 14. Unused time is lost.
    #[schema(value_type = u32, required = false, minimum = 1, maximum = 14, example = 3)]
    days_per_turn: u32,
    /// Hours that each player has at the start, 1 to 1440 (60 days). The same time is available for
    /// placing the fleets; play then starts with a full bank. The bank of a player goes down while
    /// they are to move.
    #[schema(value_type = u32, required = false, minimum = 1, maximum = 1440, example = 240)]
    bank: u32,
    /// Hours added to the bank of a player at the end of each of their turns, 0 to 336 (14 days). A
    /// bank never has more than 1440 hours.
    #[schema(value_type = u32, required = false, minimum = 0, maximum = 336, example = 24)]
    increment: u32,
}
