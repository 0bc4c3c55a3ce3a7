//! Messages between the players of a game.

use broadside_domain::feed::Notification;
use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::time::Time;

use crate::backend::Backend;
use crate::error::StoreError;
use crate::feeds::append_notices;
use crate::idempotency::{existing_keys, save_response};
use crate::players::lock_player;
use crate::sql::{Connection, Record, Row, query, query_text};
use crate::table::Table;
use crate::write::{Write, WriteResult};

/// Message in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageRow {
    pub game_id: String,
    /// Sequence number within the game, from 1.
    pub number: u64,
    pub player_id: String,
    /// Seat of the author at that time.
    pub seat: u8,
    /// Text of the message; `None` once the author's account is deleted.
    pub text: Option<String>,
    pub at: Time,
}

/// Message as shown to a reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageRead {
    pub message: MessageRow,
    /// Name of the author.
    pub name: Option<String>,
    pub is_bot: bool,
    /// True if the reader blocks the author.
    pub blocked: bool,
}

const COLUMNS: &str = "game_id, number, player_id, seat, text, at";

pub(crate) const TABLE: Table = Table {
    erase_player: &[
        // Others still see that there was a message, and its number stays.
        "UPDATE messages SET text = NULL WHERE player_id = $1",
    ],
    ..Table::new("messages")
};

impl Record for MessageRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            game_id: row.get("game_id")?,
            number: row.get("number")?,
            player_id: row.get("player_id")?,
            seat: row.get("seat")?,
            text: row.get("text")?,
            at: row.get("at")?,
        })
    }
}

impl Record for MessageRead {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            message: MessageRow::decode(row)?,
            name: row.get("name")?,
            is_bot: row.get("is_bot")?,
            blocked: row.get("blocked")?,
        })
    }
}

impl Backend {
    /// Returns the number of the newest message of a game, which is the number of its messages.
    pub async fn last_message(&self, game_id: &str) -> Result<u64, StoreError> {
        let last: Option<u64> = query("SELECT max(number) FROM messages WHERE game_id = $1")
            .bind(game_id)
            .fetch_value(self.readers())
            .await?;
        Ok(last.unwrap_or_default())
    }

    /// Returns the messages of a game after a number, oldest first, as shown to a reader.
    pub async fn messages(
        &self,
        game_id: &str,
        reader: &str,
        after: u64,
        limit: u32,
    ) -> Result<Vec<MessageRead>, StoreError> {
        let rows = query(
            "SELECT m.game_id, m.number, m.player_id, m.seat, m.text, m.at, p.name, coalesce(p.is_bot, FALSE) AS is_bot, \
             b.blocked_id IS NOT NULL AS blocked FROM messages m \
             LEFT JOIN players p ON p.id = m.player_id \
             LEFT JOIN blocks b ON b.player_id = $2 AND b.blocked_id = m.player_id \
             WHERE m.game_id = $1 AND m.number > $3 ORDER BY m.number LIMIT $4",
        )
        .bind(game_id)
        .bind(reader)
        .bind(i64::try_from(after).unwrap_or(i64::MAX))
        .bind(limit)
        .fetch_all(self.readers())
        .await?;
        Ok(rows)
    }

    /// Counts the messages that a player has written in a game after a time, and returns the time
    /// of the first.
    pub async fn messages_written(
        &self,
        player_id: &str,
        game_id: &str,
        after: Time,
    ) -> Result<(u64, Option<Time>), StoreError> {
        Ok(query("SELECT count(*), min(at) FROM messages WHERE player_id = $1 AND game_id = $2 AND at > $3")
            .bind(player_id)
            .bind(game_id)
            .bind(after)
            .fetch_one(self.readers())
            .await?)
    }

    /// Returns the messages of a player after a cursor, by game and number.
    pub async fn messages_by(
        &self,
        player_id: &str,
        (game_id, number): (&str, u64),
        limit: u32,
    ) -> Result<Vec<MessageRow>, StoreError> {
        let rows = query_text(format!(
            "SELECT {COLUMNS} FROM messages \
             WHERE player_id = $1 AND (game_id, number) > ($2, $3) ORDER BY game_id, number LIMIT $4",
        ))
        .bind(player_id)
        .bind(game_id)
        .bind(number)
        .bind(limit)
        .fetch_all(self.readers())
        .await?;
        Ok(rows)
    }

    /// Returns the other players seated in a game whose accounts exist and who do not block the
    /// player.
    pub async fn recipients(&self, game_id: &str, of: &str) -> Result<Vec<String>, StoreError> {
        Ok(query(
            "SELECT p.id FROM seats s JOIN players p ON p.id = s.player_id \
             WHERE s.game_id = $1 AND p.id <> $2 AND p.name IS NOT NULL AND NOT EXISTS \
             (SELECT 1 FROM blocks b WHERE b.player_id = p.id AND b.blocked_id = $2)",
        )
        .bind(game_id)
        .bind(of)
        .fetch_values(self.readers())
        .await?)
    }
}

/// Adds a message. A conflict if its number is taken, the player has written too many, or the
/// account of the player is deleted.
#[derive(Clone)]
pub struct Add {
    pub message: MessageRow,
    /// Maximum number of messages by the player in the game after a time, including this one.
    pub max: (u32, Time),
    /// Response to store.
    pub response: Option<IdempotencyRecord>,
    /// Notifications to the other players.
    pub notices: Vec<Notification>,
}

impl Write for Add {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { message, max: (max, since), response, notices } = self;
        if !lock_player(db, &message.player_id).await?
            || !existing_keys(db, response.iter().collect()).await?.is_empty()
        {
            return Ok(WriteResult::Conflict);
        }
        let count: i64 = query(
            "SELECT count(*) FROM messages WHERE player_id = $1 AND game_id = $2 AND at > $3",
        )
        .bind(&message.player_id)
        .bind(&message.game_id)
        .bind(*since)
        .fetch_value(&mut *db)
        .await?;
        if count >= i64::from(*max) {
            return Ok(WriteResult::Conflict);
        }
        let written = query_text(format!(
            "INSERT INTO messages ({COLUMNS}) \
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (game_id, number) DO NOTHING"
        ))
        .bind(&message.game_id)
        .bind(message.number)
        .bind(&message.player_id)
        .bind(i64::from(message.seat))
        .bind(&message.text)
        .bind(message.at)
        .execute(db)
        .await?;
        if written == 0 {
            return Ok(WriteResult::Conflict);
        }
        save_response(db, response.as_ref()).await?;
        append_notices(db, notices).await?;
        Ok(WriteResult::Applied)
    }
}
