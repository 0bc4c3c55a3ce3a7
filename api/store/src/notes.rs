//! Private notes of players on games.

use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::time::Time;

use crate::backend::Backend;
use crate::error::StoreError;
use crate::idempotency::{existing_keys, save_response};
use crate::players::player_exists;
use crate::sql::{Connection, Record, Row, query, query_text};
use crate::table::Table;
use crate::write::{Write, WriteResult};

/// Note of a player on a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteRow {
    pub game_id: String,
    pub player_id: String,
    pub text: String,
    /// Time of the last change; later than that of the note it replaced.
    pub changed_at: Time,
}

const COLUMNS: &str = "game_id, player_id, text, changed_at";

pub(crate) const TABLE: Table =
    Table { erase_player: &["DELETE FROM notes WHERE player_id = $1"], ..Table::new("notes") };

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

impl Backend {
    pub async fn note(
        &self,
        game_id: &str,
        player_id: &str,
    ) -> Result<Option<NoteRow>, StoreError> {
        let row = query_text(format!(
            "SELECT {COLUMNS} FROM notes WHERE player_id = $2 AND game_id = $1",
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
            "SELECT {COLUMNS} FROM notes \
             WHERE player_id = $1 AND game_id > $2 ORDER BY game_id LIMIT $3",
        ))
        .bind(player_id)
        .bind(after)
        .bind(limit)
        .fetch_all(self.readers())
        .await?;
        Ok(rows)
    }
}

/// Replaces a note, or adds the first one. A conflict if the note has changed since the decision,
/// or the account of the player is deleted.
#[derive(Clone)]
pub struct Save {
    pub note: NoteRow,
    /// Time at which the note before was written; `None` if there was none.
    pub before: Option<Time>,
    /// Response to store.
    pub response: Option<IdempotencyRecord>,
}

impl Write for Save {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { note, before, response } = self;
        if !player_exists(db, &note.player_id).await?
            || !existing_keys(db, response.iter().collect()).await?.is_empty()
        {
            return Ok(WriteResult::Conflict);
        }
        // No note has this time.
        let before = before.map_or(-1, |before| before.0);
        let written = query_text(format!(
            "INSERT INTO notes ({COLUMNS}) SELECT $1, $2, $3, $4 \
             WHERE $5 = -1 OR EXISTS (SELECT 1 FROM notes WHERE player_id = $2 AND game_id = $1) \
             ON CONFLICT (player_id, game_id) DO UPDATE \
             SET text = excluded.text, changed_at = excluded.changed_at WHERE notes.changed_at = $5"
        ))
        .bind(&note.game_id)
        .bind(&note.player_id)
        .bind(&note.text)
        .bind(note.changed_at)
        .bind(before)
        .execute(db)
        .await?;
        if written == 0 {
            return Ok(WriteResult::Conflict);
        }
        save_response(db, response.as_ref()).await?;
        Ok(WriteResult::Applied)
    }
}

/// Deletes a note. A conflict if it has changed since the decision.
#[derive(Clone)]
pub struct Delete {
    pub game_id: String,
    pub player_id: String,
    /// Time at which the note was written.
    pub written_at: Time,
}

impl Write for Delete {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let deleted =
            query("DELETE FROM notes WHERE player_id = $2 AND game_id = $1 AND changed_at = $3")
                .bind(&self.game_id)
                .bind(&self.player_id)
                .bind(self.written_at)
                .execute(db)
                .await?;
        Ok(WriteResult::if_any(deleted))
    }
}
