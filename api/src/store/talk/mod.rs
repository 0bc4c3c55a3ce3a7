//! What players say to each other in a game, what they note for themselves, and whom they block.

mod sql;

use async_trait::async_trait;
use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

use super::rows::row;
use super::{Answer, Notice, StoreError};
use crate::ambient::Time;
pub(super) use sql::{talk, write_saying};

/// A message in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageRow {
    /// The game.
    pub game_id: String,
    /// Counts the messages of the game, from 1.
    pub number: u64,
    /// Who has written it.
    pub player_id: String,
    /// The seat that the player had.
    pub seat: u8,
    /// What it says; `None` once the account of its player is deleted.
    pub words: Option<String>,
    /// When it was written.
    pub at: Time,
}

/// A message as a player reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageRead {
    /// The message.
    pub message: MessageRow,
    /// The name of who has written it.
    pub name: Option<String>,
    /// Whether whoever reads it blocks that player.
    pub blocked: bool,
}

/// What a player notes on a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteRow {
    /// The game.
    pub game_id: String,
    /// The player.
    pub player_id: String,
    /// What it says.
    pub words: String,
    /// When it was written, later than what was there before it.
    pub changed_at: Time,
}

/// A player whom another one blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockRow {
    /// The player.
    pub blocked_id: String,
    /// The player's name.
    pub name: Option<String>,
    /// Since when.
    pub at: Time,
}

/// Something said, noted or blocked.
#[derive(Clone)]
pub enum Saying {
    /// A message, if its number has not been given meanwhile.
    Message {
        /// The message.
        message: MessageRow,
        /// How many its player may have written in the game after a time, this one among them.
        most: (u32, Time),
        /// The answer to keep.
        answer: Option<Answer>,
        /// What tells the others.
        notices: Vec<Notice>,
    },
    /// A note takes the place of the one that was written at this time, or is the first; with the answer to keep, if one is.
    Note(NoteRow, Option<Time>, Option<Answer>),
    /// The note of a player (the second) on a game that was written at this time is gone.
    NoNote(String, String, Time),
    /// A player blocks another from a time on; a conflict if it blocks [`MOST_BLOCKS`](super::MOST_BLOCKS) already.
    Block(String, String, Time),
    /// A player does not block another any more.
    Unblock(String, String),
}

impl Saying {
    /// What it tells players, if it is written.
    pub(super) fn notices(&self) -> &[Notice] {
        match self {
            Self::Message { notices, .. } => notices,
            Self::Note(..) | Self::NoNote(..) | Self::Block(..) | Self::Unblock(..) => &[],
        }
    }
}

/// What a database answers of it.
#[async_trait]
pub trait Talk: Send + Sync {
    /// How many messages a game has: the number of the newest.
    async fn last_message(&self, game_id: &str) -> Result<u64, StoreError>;

    /// The messages of a game after a number, oldest first, as a player reads them.
    async fn messages(
        &self,
        game_id: &str,
        reader: &str,
        after: u64,
        limit: u32,
    ) -> Result<Vec<MessageRead>, StoreError>;

    /// How many messages a player has written in a game after a time, and when the first of them.
    async fn written(
        &self,
        player_id: &str,
        game_id: &str,
        after: Time,
    ) -> Result<(u64, Option<Time>), StoreError>;

    /// The messages of a player, by game and number, from after one of them on.
    async fn messages_by(
        &self,
        player_id: &str,
        after: (&str, u64),
        limit: u32,
    ) -> Result<Vec<MessageRow>, StoreError>;

    /// What a player notes on a game.
    async fn note(&self, game_id: &str, player_id: &str) -> Result<Option<NoteRow>, StoreError>;

    /// What a player notes on its games, in the order of their ids, from after one of them on.
    async fn notes_by(&self, player_id: &str, after: &str, limit: u32) -> Result<Vec<NoteRow>, StoreError>;

    /// Whom a player blocks, in the order of their ids.
    async fn blocks_of(&self, player_id: &str) -> Result<Vec<BlockRow>, StoreError>;

    /// Whether a player blocks another.
    async fn blocks(&self, player_id: &str, blocked_id: &str) -> Result<bool, StoreError>;

    /// Those who sit in a game with a player, are still there, and do not block the player.
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
        blocked: bool,
    }
}

impl From<ReadFound> for MessageRead {
    fn from(row: ReadFound) -> Self {
        let ReadFound { game_id, number, player_id, seat, words, at, name, blocked } = row;
        let message = MessageFound { game_id, number, player_id, seat, words, at }.into();
        Self { message, name, blocked }
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
        at: i64,
    }
}

impl From<Block> for BlockRow {
    fn from(row: Block) -> Self {
        let Block { blocked_id, name, at } = row;
        Self { blocked_id, name, at: Time(at) }
    }
}
