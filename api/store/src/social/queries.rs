//! Queries and statements of messages, notes and blocks.

use broadside_domain::time::Time;

use super::{BlockRow, MessageRead, MessageRow, NoteRow, SocialChange};
use crate::feeds::append_notices;
use crate::idempotency::{existing_keys, save_response};
use crate::players::{lock_player, player_exists};
use crate::sql::{Connection, Record, Row, query, query_text};
use crate::{Backend, Done, StoreError};

/// Maximum number of players that a player may block.
pub const MOST_BLOCKS: usize = 500;

/// Columns of a message.
const MESSAGE_COLUMNS: &str = "game_id, number, player_id, seat, text, at";

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

/// Columns of a note.
const NOTE_COLUMNS: &str = "game_id, player_id, text, changed_at";

impl Record for NoteRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            game_id: row.get("game_id")?,
            player_id: row.get("player_id")?,
            text: row.get("text")?,
            changed_at: row.get("changed_at")?,
        })
    }
}

impl Record for BlockRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            blocked_id: row.get("blocked_id")?,
            name: row.get("name")?,
            is_bot: row.get("is_bot")?,
            at: row.get("at")?,
        })
    }
}

impl Backend {
    /// Returns the number of the newest message of a game, which is the number of its messages.
    pub async fn last_message(&self, game_id: &str) -> Result<u64, StoreError> {
        let (last,): (Option<i64>,) = query("SELECT max(number) FROM messages WHERE game_id = $1")
            .bind(game_id)
            .fetch_one(self.readers())
            .await?;
        Ok(last.unwrap_or_default() as u64)
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
        .bind(i64::from(limit))
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
        let (count, first): (i64, Option<i64>) =
            query("SELECT count(*), min(at) FROM messages WHERE player_id = $1 AND game_id = $2 AND at > $3")
                .bind(player_id)
                .bind(game_id)
                .bind(after.0)
                .fetch_one(self.readers())
                .await?;
        Ok((count as u64, first.map(Time)))
    }

    /// Returns the messages of a player after a cursor, by game and number.
    pub async fn messages_by(
        &self,
        player_id: &str,
        (game_id, number): (&str, u64),
        limit: u32,
    ) -> Result<Vec<MessageRow>, StoreError> {
        let rows = query_text(format!(
            "SELECT {MESSAGE_COLUMNS} FROM messages \
             WHERE player_id = $1 AND (game_id, number) > ($2, $3) ORDER BY game_id, number LIMIT $4",
        ))
        .bind(player_id)
        .bind(game_id)
        .bind(number as i64)
        .bind(i64::from(limit))
        .fetch_all(self.readers())
        .await?;
        Ok(rows)
    }

    /// Returns the note of a player on a game.
    pub async fn note(
        &self,
        game_id: &str,
        player_id: &str,
    ) -> Result<Option<NoteRow>, StoreError> {
        let row = query_text(format!(
            "SELECT {NOTE_COLUMNS} FROM notes WHERE player_id = $2 AND game_id = $1",
        ))
        .bind(game_id)
        .bind(player_id)
        .fetch_optional(self.readers())
        .await?;
        Ok(row)
    }

    /// Returns the notes of a player on games with higher ids than `after`, in the order of these
    /// ids.
    pub async fn notes_by(
        &self,
        player_id: &str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<NoteRow>, StoreError> {
        let rows = query_text(format!(
            "SELECT {NOTE_COLUMNS} FROM notes \
             WHERE player_id = $1 AND game_id > $2 ORDER BY game_id LIMIT $3",
        ))
        .bind(player_id)
        .bind(after)
        .bind(i64::from(limit))
        .fetch_all(self.readers())
        .await?;
        Ok(rows)
    }

    /// Returns the players that a player blocks, in the order of their ids.
    pub async fn blocks_of(&self, player_id: &str) -> Result<Vec<BlockRow>, StoreError> {
        let rows = query(
            "SELECT b.blocked_id, p.name, coalesce(p.is_bot, FALSE) AS is_bot, b.at FROM blocks b LEFT JOIN players p ON p.id = b.blocked_id \
             WHERE b.player_id = $1 ORDER BY b.blocked_id",
        )
        .bind(player_id)
        .fetch_all(self.readers())
        .await?;
        Ok(rows)
    }

    /// Returns true if a player blocks another.
    pub async fn blocks(&self, player_id: &str, blocked_id: &str) -> Result<bool, StoreError> {
        let row: Option<(i64,)> =
            query("SELECT at FROM blocks WHERE player_id = $1 AND blocked_id = $2")
                .bind(player_id)
                .bind(blocked_id)
                .fetch_optional(self.readers())
                .await?;
        Ok(row.is_some())
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

/// Writes a change of messages, notes or blocks.
pub(crate) async fn write_social(
    db: &mut Connection<'_>,
    saying: &SocialChange,
) -> Result<Done, sqlx::Error> {
    let written = match saying {
        SocialChange::Message { message, most: (most, since), answer, notices } => {
            if !lock_player(db, &message.player_id).await?
                || !existing_keys(db, answer.iter().collect()).await?.is_empty()
            {
                return Ok(Done::Conflict);
            }
            let (count,): (i64,) = query(
                "SELECT count(*) FROM messages WHERE player_id = $1 AND game_id = $2 AND at > $3",
            )
            .bind(&message.player_id)
            .bind(&message.game_id)
            .bind(since.0)
            .fetch_one(&mut *db)
            .await?;
            if count >= i64::from(*most) {
                return Ok(Done::Conflict);
            }
            let written = query_text(format!(
                "INSERT INTO messages ({MESSAGE_COLUMNS}) \
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (game_id, number) DO NOTHING"
            ))
            .bind(&message.game_id)
            .bind(message.number as i64)
            .bind(&message.player_id)
            .bind(i64::from(message.seat))
            .bind(&message.text)
            .bind(message.at.0)
            .execute(&mut *db)
            .await?;
            if written == 0 {
                return Ok(Done::Conflict);
            }
            save_response(db, answer.as_ref()).await?;
            append_notices(db, notices).await?;
            written
        }
        SocialChange::Note(note, before, answer) => {
            if !player_exists(db, &note.player_id).await?
                || !existing_keys(db, answer.iter().collect()).await?.is_empty()
            {
                return Ok(Done::Conflict);
            }
            // No note has this time.
            let before = before.map_or(-1, |before| before.0);
            let written = query_text(format!(
                "INSERT INTO notes ({NOTE_COLUMNS}) SELECT $1, $2, $3, $4 \
                 WHERE $5 = -1 OR EXISTS (SELECT 1 FROM notes WHERE player_id = $2 AND game_id = $1) \
                 ON CONFLICT (player_id, game_id) DO UPDATE \
                 SET text = excluded.text, changed_at = excluded.changed_at WHERE notes.changed_at = $5"
            ))
            .bind(&note.game_id)
            .bind(&note.player_id)
            .bind(&note.text)
            .bind(note.changed_at.0)
            .bind(before)
            .execute(&mut *db)
            .await?;
            save_response(db, answer.as_ref().filter(|_| written > 0)).await?;
            written
        }
        SocialChange::NoNote(game_id, player_id, at) => {
            query("DELETE FROM notes WHERE player_id = $2 AND game_id = $1 AND changed_at = $3")
                .bind(game_id)
                .bind(player_id)
                .bind(at.0)
                .execute(&mut *db)
                .await?
        }
        SocialChange::Block(player_id, blocked_id, at) => {
            // Lock the players in the order of their ids, because the other may be blocking this
            // one at the same moment.
            let there = match player_id < blocked_id {
                true => lock_player(db, player_id).await? && player_exists(db, blocked_id).await?,
                false => player_exists(db, blocked_id).await? && lock_player(db, player_id).await?,
            };
            let (count, before): (i64, i64) = query(
                "SELECT count(*), count(CASE WHEN blocked_id = $2 THEN 1 END) FROM blocks WHERE player_id = $1",
            )
            .bind(player_id)
            .bind(blocked_id)
            .fetch_one(&mut *db)
            .await?;
            if !there || (before == 0 && count as usize >= MOST_BLOCKS) {
                return Ok(Done::Conflict);
            }
            query(
                "INSERT INTO blocks (player_id, blocked_id, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            )
            .bind(player_id)
            .bind(blocked_id)
            .bind(at.0)
            .execute(&mut *db)
            .await?;
            1
        }
        SocialChange::Unblock(player_id, blocked_id) => {
            query("DELETE FROM blocks WHERE player_id = $1 AND blocked_id = $2")
                .bind(player_id)
                .bind(blocked_id)
                .execute(&mut *db)
                .await?;
            1
        }
    };
    Ok(if written > 0 { Done::Yes } else { Done::Conflict })
}
