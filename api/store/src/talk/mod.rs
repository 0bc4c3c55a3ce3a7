//! Messages between players in a game, private notes, and blocks.

mod sql;

use async_trait::async_trait;
use broadside_domain::feed::Notification;
use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::time::Time;
use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

use super::StoreError;
use super::decode::row;
pub(super) use sql::{talk, write_saying};

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
    pub words: Option<String>,
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
    pub words: String,
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
    /// Writes a note: replaces the one written at this time, or adds the first one. Stores the response, if any.
    Note(NoteRow, Option<Time>, Option<IdempotencyRecord>),
    /// Deletes the note of a player (the second) on a game, if it was written at this time.
    NoNote(String, String, Time),
    /// Makes a player (the first) block another from a time on. A conflict if the first already blocks
    /// [`MOST_BLOCKS`](super::MOST_BLOCKS), or one of them is gone.
    Block(String, String, Time),
    /// Makes a player (the first) unblock another.
    Unblock(String, String),
}

impl SocialChange {
    /// Returns the notifications to send once the change is written.
    pub(super) fn notices(&self) -> &[Notification] {
        match self {
            Self::Message { notices, .. } => notices,
            Self::Note(..) | Self::NoNote(..) | Self::Block(..) | Self::Unblock(..) => &[],
        }
    }
}

/// Queries of messages, notes and blocks.
#[async_trait]
pub trait SocialStore: Send + Sync {
    /// Returns the number of the newest message of a game, which is the number of its messages.
    async fn last_message(&self, game_id: &str) -> Result<u64, StoreError>;

    /// Returns the messages of a game after a number, oldest first, as shown to a reader.
    async fn messages(
        &self,
        game_id: &str,
        reader: &str,
        after: u64,
        limit: u32,
    ) -> Result<Vec<MessageRead>, StoreError>;

    /// Counts the messages that a player has written in a game after a time, and returns the time of the first.
    async fn written(
        &self,
        player_id: &str,
        game_id: &str,
        after: Time,
    ) -> Result<(u64, Option<Time>), StoreError>;

    /// Returns the messages of a player after a cursor, by game and number.
    async fn messages_by(
        &self,
        player_id: &str,
        after: (&str, u64),
        limit: u32,
    ) -> Result<Vec<MessageRow>, StoreError>;

    /// Returns the note of a player on a game.
    async fn note(&self, game_id: &str, player_id: &str) -> Result<Option<NoteRow>, StoreError>;

    /// Returns the notes of a player on games with higher ids than `after`, in the order of these ids.
    async fn notes_by(&self, player_id: &str, after: &str, limit: u32) -> Result<Vec<NoteRow>, StoreError>;

    /// Returns the players that a player blocks, in the order of their ids.
    async fn blocks_of(&self, player_id: &str) -> Result<Vec<BlockRow>, StoreError>;

    /// Returns true if a player blocks another.
    async fn blocks(&self, player_id: &str, blocked_id: &str) -> Result<bool, StoreError>;

    /// Returns the other players seated in a game whose accounts exist and who do not block the player.
    async fn hearers(&self, game_id: &str, of: &str) -> Result<Vec<String>, StoreError>;
}

row! {
    struct MessageFound {
        game_id: String,
        number: i64,
        player_id: String,
        seat: i64,
        words: Option<String>,
        at: i64,
    }
}

impl From<MessageFound> for MessageRow {
    fn from(row: MessageFound) -> Self {
        let MessageFound { game_id, number, player_id, seat, words, at } = row;
        Self { game_id, number: number as u64, player_id, seat: seat as u8, words, at: Time(at) }
    }
}

row! {
    struct ReadFound {
        game_id: String,
        number: i64,
        player_id: String,
        seat: i64,
        words: Option<String>,
        at: i64,
        name: Option<String>,
        is_bot: bool,
        blocked: bool,
    }
}

impl From<ReadFound> for MessageRead {
    fn from(row: ReadFound) -> Self {
        let ReadFound { game_id, number, player_id, seat, words, at, name, is_bot, blocked } = row;
        let message = MessageFound { game_id, number, player_id, seat, words, at }.into();
        Self { message, name, is_bot, blocked }
    }
}

row! {
    struct Note {
        game_id: String,
        player_id: String,
        words: String,
        changed_at: i64,
    }
}

impl From<Note> for NoteRow {
    fn from(row: Note) -> Self {
        let Note { game_id, player_id, words, changed_at } = row;
        Self { game_id, player_id, words, changed_at: Time(changed_at) }
    }
}

row! {
    struct Block {
        blocked_id: String,
        name: Option<String>,
        is_bot: bool,
        at: i64,
    }
}

impl From<Block> for BlockRow {
    fn from(row: Block) -> Self {
        let Block { blocked_id, name, is_bot, at } = row;
        Self { blocked_id, name, is_bot, at: Time(at) }
    }
}
