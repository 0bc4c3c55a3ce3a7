//! Messages between players in a game, private notes, and blocks.

mod queries;

use broadside_domain::feed::Notification;
use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::time::Time;

pub use queries::MOST_BLOCKS;
pub(super) use queries::write_social;

/// Message in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageRow {
    /// Id of the game.
    pub game_id: String,
    /// Sequence number within the game, from 1.
    pub number: u64,
    /// Player who wrote the message.
    pub player_id: String,
    /// Seat of the author at that time.
    pub seat: u8,
    /// Text of the message; `None` once the author's account is deleted.
    pub text: Option<String>,
    /// Time when the message was written.
    pub at: Time,
}

/// Message as shown to a reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageRead {
    /// The message.
    pub message: MessageRow,
    /// Name of the author.
    pub name: Option<String>,
    /// True if the author is a bot.
    pub is_bot: bool,
    /// True if the reader blocks the author.
    pub blocked: bool,
}

/// Note of a player on a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteRow {
    /// Id of the game.
    pub game_id: String,
    /// Author of the note.
    pub player_id: String,
    /// Text of the note.
    pub text: String,
    /// Time of the last change; later than that of the note it replaced.
    pub changed_at: Time,
}

/// Player who is blocked by another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockRow {
    /// Id of the blocked player.
    pub blocked_id: String,
    /// Name of the blocked player.
    pub name: Option<String>,
    /// True if the blocked player is a bot.
    pub is_bot: bool,
    /// Time of the block.
    pub at: Time,
}

/// Change of messages, notes or blocks.
#[derive(Clone)]
pub enum SocialChange {
    /// Adds a message. A conflict if its number is taken, or the player has written too many.
    Message {
        /// The message.
        message: MessageRow,
        /// Maximum number of messages by the player in the game after a time, including this one.
        most: (u32, Time),
        /// Response to store.
        answer: Option<IdempotencyRecord>,
        /// Notifications to the other players.
        notices: Vec<Notification>,
    },
    /// Writes a note: replaces the one written at this time, or adds the first one. Stores the
    /// response, if any.
    Note(NoteRow, Option<Time>, Option<IdempotencyRecord>),
    /// Deletes the note of a player (the second) on a game, if it was written at this time.
    NoNote(String, String, Time),
    /// Makes a player (the first) block another from a time on. A conflict if the first already
    /// blocks [`MOST_BLOCKS`](super::MOST_BLOCKS), or one of them is gone.
    Block(String, String, Time),
    /// Makes a player (the first) unblock another.
    Unblock(String, String),
}
