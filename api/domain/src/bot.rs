//! Accounts of the server's own bots, and when they act.

use broadside_engine::seat::Seat;
use broadside_engine::table::BotLevel;

use super::time::Time;

/// Beginning of the ids of the accounts of bots.
const ID_PREFIX: &str = "00000000-0000-7000-8000-000000b0";

/// Returns the id of the account of a bot. `number` counts the bots of the level in a game, from 1
/// to 7. A migration creates the accounts.
pub fn bot_player_id(level: BotLevel, number: u8) -> String {
    let level = match level {
        BotLevel::Random => 1,
        BotLevel::Casual => 2,
        BotLevel::Strong => 3,
    };
    format!("{ID_PREFIX}{level:02}{number:02}")
}

/// Returns true if this is the id of the account of a bot.
pub fn is_server_bot(player_id: &str) -> bool {
    player_id.starts_with(ID_PREFIX)
}

/// Times at which the bots of a game act: one for each seat of a bot that has something to do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BotDues(Vec<(Seat, Time)>);

impl BotDues {
    /// Creates the times of these seats.
    pub fn new(dues: impl IntoIterator<Item = (Seat, Time)>) -> Self {
        Self(dues.into_iter().collect())
    }

    /// Returns the time of a seat.
    pub fn of(&self, seat: Seat) -> Option<Time> {
        self.0.iter().find(|due| due.0 == seat).map(|due| due.1)
    }

    /// Returns the earliest time; `None` if no bot has anything to do.
    pub fn first(&self) -> Option<Time> {
        self.0.iter().map(|due| due.1).min()
    }

    /// Serializes the times as the column of a game holds them: pairs of a seat and milliseconds.
    pub fn text(&self) -> String {
        let pairs: Vec<_> = self.0.iter().map(|(seat, at)| (seat.number(), at.0)).collect();
        serde_json::to_string(&pairs).expect("numbers are plain data")
    }

    /// Parses the column of a game; `None` if it is malformed.
    pub fn parse(text: &str) -> Option<Self> {
        let pairs: Vec<(u8, i64)> = serde_json::from_str(text).ok()?;
        pairs
            .into_iter()
            .map(|(seat, at)| Some((Seat::new(seat)?, Time(at))))
            .collect::<Option<_>>()
            .map(Self)
    }
}

/// Next action of the bots of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotTurn {
    /// The game has no bot.
    NoBot,
    /// No bot has anything to do.
    Idle,
    /// Bots act at these times.
    Due(BotDues),
}
