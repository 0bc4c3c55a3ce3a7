//! Steps and new games, and the freshness of cached rows.

use std::sync::Arc;

use broadside_domain::bot::BotTurn;
use broadside_domain::challenge::Challenge;
use broadside_domain::feed::FeedAppend;
use broadside_domain::game::{EventRow, GameProgress, GameRow, Revision, SeatRow};
use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::player::PlayerRow;
use broadside_domain::time::Time;
use broadside_engine::record::StoredSecret;
use broadside_engine::seat::Seat;

use super::{NewInvitation, QueueUpdate, SearchFacets};

/// Current validity of a cached token and a cached game. Each of the two is optional.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Freshness {
    /// True if the token exists.
    pub token: bool,
    /// See [`broadside_domain::player::TokenRow::ends_at`].
    pub ends_at: Option<Time>,
    /// Revision of the game; `None` if there is no such game.
    pub revision: Option<Revision>,
}

/// Token, by its hash, and game to check.
pub type FreshnessKey = (Option<String>, Option<String>);

/// Update of a seat: a player sits down or leaves, a challenge is answered, or the game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatUpdate {
    /// The seat.
    pub seat: Seat,
    /// Id of the player in the seat from now on.
    pub player_id: Option<String>,
    /// New value of [`SeatRow::challenge`].
    pub challenge: Option<Challenge>,
    /// True if the game is over.
    pub ended: bool,
}

/// Step of a game.
#[derive(Clone)]
pub struct Step {
    /// Id of the game.
    pub game_id: String,
    /// Length of the log that the step was decided on.
    pub from: u64,
    /// Meta version that the step was decided on: the response shows the names of the players, and
    /// clocks depend on their vacations.
    pub meta_version: u64,
    /// Mutable columns of the game's row after the step.
    pub progress: GameProgress,
    /// Events to append to the log.
    pub events: Vec<EventRow>,
    /// Snapshot after the step, if one is due.
    pub snapshot: Option<StoredSecret>,
    /// Updates of seats.
    pub seatings: Vec<SeatUpdate>,
    /// Players who sit down, as known at the decision.
    pub arrivals: Vec<PlayerRow>,
    /// Response to store.
    pub answer: Option<IdempotencyRecord>,
    /// Additions to the feeds of the players of the game.
    pub feed_appends: Vec<FeedAppend>,
    /// Next action of the bots of the game.
    pub bot_turn: BotTurn,
    /// Queues of moves that the step changes.
    pub queues: Vec<QueueUpdate>,
}

/// New game.
#[derive(Clone)]
pub struct NewGame {
    /// Row of the game.
    pub row: GameRow,
    /// Searchable properties of the game.
    pub traits: SearchFacets,
    /// Seats of the game.
    pub seats: Arc<[SeatRow]>,
    /// Maximum number of games of its creator that have not begun, including this one.
    pub most_unbegun: u32,
    /// Maximum number of invitations that its creator may send by mail in a day, including those to
    /// this game.
    pub most_invitations: u32,
    /// Maximum number of challenges that its creator may make in games with an id after the given
    /// one, including those in this game.
    pub most_challenges: (u32, String),
    /// Maximum number of games with bots in which its creator may have a seat, including this one
    /// if it has a bot.
    pub most_bot_games: u32,
    /// First entries of the log.
    pub events: Vec<EventRow>,
    /// First snapshot.
    pub snapshot: StoredSecret,
    /// Response to store.
    pub answer: Option<IdempotencyRecord>,
    /// Additions to the feeds of its players.
    pub feed_appends: Vec<FeedAppend>,
    /// Invitations to the game that are sent by mail.
    pub invitations: Vec<NewInvitation>,
    /// Next action of the bots of the game.
    pub bot_turn: BotTurn,
}
