//! Moves that players have written ahead of time.
//!
//! A change of a queue raises the meta version of its game, and a step is committed only on the
//! meta version that it was decided on. So a move from a queue is made only if the queue is still
//! the one that it was read from.

mod queries;

use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::time::Time;

pub(super) use queries::write_move_queue;

/// Queue of the moves of a player in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveQueueRow {
    /// Id of the game.
    pub game_id: String,
    /// Id of the player.
    pub player_id: String,
    /// Moves that wait, and what became of others, as JSON.
    pub content: String,
    /// True if moves wait.
    pub waiting: bool,
    /// Turn of the game in which a move was last tried.
    pub tried_turn: Option<u32>,
    /// Time of the last change; later than that of the change before it.
    pub changed_at: Time,
}

/// Queue of a player after a step of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueueUpdate {
    /// A move of the queue was made: the queue without it.
    Made(MoveQueueRow),
    /// The player with this id has no seat in the game any more, or the game is over: the queue is
    /// deleted.
    Deleted(String),
}

/// Change of a queue without a step.
#[derive(Clone)]
pub struct MoveQueueChange {
    /// Id of the game.
    pub game_id: String,
    /// Id of the player.
    pub player_id: String,
    /// Length of the log that the change was decided on.
    pub from: u64,
    /// Time of the change that this one replaces; `None` if there was no queue.
    pub before: Option<Time>,
    /// The new queue; `None` to delete it.
    pub after: Option<MoveQueueRow>,
    /// Response to store for the idempotency key of the request, if it has one.
    pub answer: Option<IdempotencyRecord>,
}
