//! Steps of games.

use broadside_domain::bot::BotTurn;
use broadside_domain::challenge::Challenge;
use broadside_domain::feed::FeedAppend;
use broadside_domain::game::{EventRow, GameProgress};
use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::player::PlayerRow;
use broadside_engine::record::StoredSecret;
use broadside_engine::seat::Seat;

use crate::move_queues::QueueUpdate;

/// Update of a seat: a player sits down or leaves, a challenge is answered, or the game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatUpdate {
    pub seat: Seat,
    /// Id of the player in the seat from now on.
    pub player_id: Option<String>,
    /// New value of [`SeatRow::challenge`](broadside_domain::game::SeatRow::challenge).
    pub challenge: Option<Challenge>,
    /// True if the game is over.
    pub ended: bool,
}

/// Change of a game that adds to its log, as decided on a revision of the game.
#[derive(Clone)]
pub struct Step {
    pub game_id: String,
    /// Length of the log that the step was decided on.
    pub from: u64,
    /// Meta version that the step was decided on: the response shows the names of the players, and
    /// clocks depend on their vacations.
    pub meta_version: u64,
    /// Mutable columns of the game's row after the step.
    pub progress: GameProgress,
    pub events: Vec<EventRow>,
    /// Snapshot after the step, if one is due.
    pub snapshot: Option<StoredSecret>,
    /// Updates of seats.
    pub seat_updates: Vec<SeatUpdate>,
    /// Players who sit down, as known at the decision.
    pub joined: Vec<PlayerRow>,
    /// Response to store.
    pub response: Option<IdempotencyRecord>,
    pub feed_appends: Vec<FeedAppend>,
    /// Next action of the bots of the game.
    pub bot_turn: BotTurn,
    /// Queues of moves that the step changes.
    pub queue_updates: Vec<QueueUpdate>,
}
