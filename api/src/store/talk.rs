//! What players say to each other in a game, what they note for themselves, and whom they block.

use async_trait::async_trait;
use sqlx::{ColumnIndex, Decode, FromRow, Row, Type};

use super::rows::row;
use super::{Answer, Notice, StoreError};
use crate::ambient::Time;

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
    /// A message, if its number has not been given meanwhile; with the answer to keep, and what tells the others.
    Message(MessageRow, Option<Answer>, Vec<Notice>),
    /// A note takes the place of the one that was written at this time, or is the first.
    Note(NoteRow, Option<Time>),
    /// The note of a player (the second) on a game that was written at this time is gone.
    NoNote(String, String, Time),
    /// A player blocks another from a time on.
    Block(String, String, Time),
    /// A player does not block another any more.
    Unblock(String, String),
}

impl Saying {
    /// What it tells players, if it is written.
    pub(super) fn notices(&self) -> &[Notice] {
        match self {
            Self::Message(_, _, notices) => notices,
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

    /// Those who sit in a game and block a player.
    async fn deaf(&self, game_id: &str, to: &str) -> Result<Vec<String>, StoreError>;
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

/// Implements [`Talk`] for a database: both take the same words. See `reads::backend`.
macro_rules! talk {
    ($kind:ty) => {
        #[async_trait::async_trait]
        impl $crate::store::Talk for $kind {
            async fn last_message(&self, game_id: &str) -> Result<u64, StoreError> {
                let (last,): (Option<i64>,) = sqlx::query_as("SELECT max(number) FROM messages WHERE game_id = $1")
                    .bind(game_id)
                    .fetch_one(&self.readers)
                    .await?;
                Ok(last.unwrap_or_default() as u64)
            }

            async fn messages(
                &self,
                game_id: &str,
                reader: &str,
                after: u64,
                limit: u32,
            ) -> Result<Vec<MessageRead>, StoreError> {
                let rows: Vec<ReadFound> = sqlx::query_as(
                    "SELECT m.game_id, m.number, m.player_id, m.seat, m.words, m.at, p.name, \
                     b.blocked_id IS NOT NULL AS blocked FROM messages m \
                     LEFT JOIN players p ON p.id = m.player_id \
                     LEFT JOIN blocks b ON b.player_id = $2 AND b.blocked_id = m.player_id \
                     WHERE m.game_id = $1 AND m.number > $3 ORDER BY m.number LIMIT $4",
                )
                .bind(game_id)
                .bind(reader)
                .bind(i64::try_from(after).unwrap_or(i64::MAX))
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
                Ok(all(rows))
            }

            async fn written(
                &self,
                player_id: &str,
                game_id: &str,
                after: Time,
            ) -> Result<(u64, Option<Time>), StoreError> {
                let (count, first): (i64, Option<i64>) = sqlx::query_as(
                    "SELECT count(*), min(at) FROM messages WHERE player_id = $1 AND game_id = $2 AND at > $3",
                )
                .bind(player_id)
                .bind(game_id)
                .bind(after.0)
                .fetch_one(&self.readers)
                .await?;
                Ok((count as u64, first.map(Time)))
            }

            async fn messages_by(
                &self,
                player_id: &str,
                (game_id, number): (&str, u64),
                limit: u32,
            ) -> Result<Vec<MessageRow>, StoreError> {
                let rows: Vec<MessageFound> = sqlx::query_as(
                    "SELECT game_id, number, player_id, seat, words, at FROM messages \
                     WHERE player_id = $1 AND (game_id, number) > ($2, $3) ORDER BY game_id, number LIMIT $4",
                )
                .bind(player_id)
                .bind(game_id)
                .bind(number as i64)
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
                Ok(all(rows))
            }

            async fn note(&self, game_id: &str, player_id: &str) -> Result<Option<NoteRow>, StoreError> {
                let row: Option<Note> = sqlx::query_as(
                    "SELECT game_id, player_id, words, changed_at FROM notes WHERE player_id = $2 AND game_id = $1",
                )
                .bind(game_id)
                .bind(player_id)
                .fetch_optional(&self.readers)
                .await?;
                Ok(row.map(Into::into))
            }

            async fn notes_by(
                &self,
                player_id: &str,
                after: &str,
                limit: u32,
            ) -> Result<Vec<NoteRow>, StoreError> {
                let rows: Vec<Note> = sqlx::query_as(
                    "SELECT game_id, player_id, words, changed_at FROM notes \
                     WHERE player_id = $1 AND game_id > $2 ORDER BY game_id LIMIT $3",
                )
                .bind(player_id)
                .bind(after)
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
                Ok(all(rows))
            }

            async fn blocks_of(&self, player_id: &str) -> Result<Vec<BlockRow>, StoreError> {
                let rows: Vec<Block> = sqlx::query_as(
                    "SELECT b.blocked_id, p.name, b.at FROM blocks b LEFT JOIN players p ON p.id = b.blocked_id \
                     WHERE b.player_id = $1 ORDER BY b.blocked_id",
                )
                .bind(player_id)
                .fetch_all(&self.readers)
                .await?;
                Ok(all(rows))
            }

            async fn blocks(&self, player_id: &str, blocked_id: &str) -> Result<bool, StoreError> {
                let row: Option<(i64,)> =
                    sqlx::query_as("SELECT at FROM blocks WHERE player_id = $1 AND blocked_id = $2")
                        .bind(player_id)
                        .bind(blocked_id)
                        .fetch_optional(&self.readers)
                        .await?;
                Ok(row.is_some())
            }

            async fn deaf(&self, game_id: &str, to: &str) -> Result<Vec<String>, StoreError> {
                let rows: Vec<(String,)> = sqlx::query_as(
                    "SELECT b.player_id FROM seats s JOIN blocks b ON b.player_id = s.player_id \
                     WHERE s.game_id = $1 AND b.blocked_id = $2",
                )
                .bind(game_id)
                .bind(to)
                .fetch_all(&self.readers)
                .await?;
                Ok(rows.into_iter().map(|row| row.0).collect())
            }
        }
    };
}
pub(super) use talk;

/// Makes a function that writes what is said, noted or blocked. See `writes::write_one`, which has `is_there`.
macro_rules! write_saying {
    ($connection:ty) => {
        async fn write_saying(db: &mut $connection, saying: &Saying) -> Result<Done, sqlx::Error> {
            let written = match saying {
                Saying::Message(message, answer, _) => {
                    if !is_there(db, &message.player_id).await? {
                        return Ok(Done::Conflict);
                    }
                    let key = answer.as_ref().map(|answer| &answer.key);
                    let written = sqlx::query(
                        "INSERT INTO messages (game_id, number, player_id, seat, words, at) SELECT $1, $2, $3, $4, $5, $6 \
                         WHERE NOT EXISTS (SELECT 1 FROM answers WHERE player_id = $3 AND route = $7 AND key = $8) \
                         ON CONFLICT (game_id, number) DO NOTHING",
                    )
                    .bind(&message.game_id)
                    .bind(message.number as i64)
                    .bind(&message.player_id)
                    .bind(i64::from(message.seat))
                    .bind(&message.words)
                    .bind(message.at.0)
                    .bind(key.map(|key| &*key.route))
                    .bind(key.map(|key| &*key.key))
                    .execute(&mut *db)
                    .await?
                    .rows_affected();
                    if let Some(answer) = answer.as_ref().filter(|_| written > 0) {
                        let headers = serde_json::to_string(&answer.headers).expect("headers are plain data");
                        sqlx::query(
                            "INSERT INTO answers (player_id, route, key, payload_hash, status, headers, body, at) \
                             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                        )
                        .bind(&answer.key.player_id)
                        .bind(&answer.key.route)
                        .bind(&answer.key.key)
                        .bind(&answer.payload_hash)
                        .bind(i64::from(answer.status))
                        .bind(headers)
                        .bind(&answer.body)
                        .bind(answer.at.0)
                        .execute(&mut *db)
                        .await?;
                    }
                    written
                }
                Saying::Note(note, before) => {
                    if !is_there(db, &note.player_id).await? {
                        return Ok(Done::Conflict);
                    }
                    // No note was written at such a time.
                    let before = before.map_or(-1, |before| before.0);
                    sqlx::query(
                        "INSERT INTO notes (game_id, player_id, words, changed_at) SELECT $1, $2, $3, $4 \
                         WHERE $5 = -1 OR EXISTS (SELECT 1 FROM notes WHERE player_id = $2 AND game_id = $1) \
                         ON CONFLICT (player_id, game_id) DO UPDATE \
                         SET words = excluded.words, changed_at = excluded.changed_at WHERE notes.changed_at = $5",
                    )
                    .bind(&note.game_id)
                    .bind(&note.player_id)
                    .bind(&note.words)
                    .bind(note.changed_at.0)
                    .bind(before)
                    .execute(&mut *db)
                    .await?
                    .rows_affected()
                }
                Saying::NoNote(game_id, player_id, at) => {
                    sqlx::query("DELETE FROM notes WHERE player_id = $2 AND game_id = $1 AND changed_at = $3")
                        .bind(game_id)
                        .bind(player_id)
                        .bind(at.0)
                        .execute(&mut *db)
                        .await?
                        .rows_affected()
                }
                Saying::Block(player_id, blocked_id, at) => {
                    if !(is_there(db, player_id).await? && is_there(db, blocked_id).await?) {
                        return Ok(Done::Conflict);
                    }
                    sqlx::query(
                        "INSERT INTO blocks (player_id, blocked_id, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                    )
                    .bind(player_id)
                    .bind(blocked_id)
                    .bind(at.0)
                    .execute(&mut *db)
                    .await?;
                    1
                }
                Saying::Unblock(player_id, blocked_id) => {
                    sqlx::query("DELETE FROM blocks WHERE player_id = $1 AND blocked_id = $2")
                        .bind(player_id)
                        .bind(blocked_id)
                        .execute(&mut *db)
                        .await?;
                    1
                }
            };
            Ok(if written > 0 { Done::Yes } else { Done::Conflict })
        }
    };
}
pub(super) use write_saying;
