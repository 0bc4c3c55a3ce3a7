//! Reply keys: parts of the addresses that emails are answered to.

use broadside_domain::time::Time;
use serde::{Deserialize, Serialize};

use crate::backend::Backend;
use crate::error::StoreError;
use crate::sql::{Connection, Record, Row, query_text};
use crate::table::Table;
use crate::write::{Write, WriteResult};

/// Row of a reply key, which is part of the address that an email is answered to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRow {
    pub hash: String,
    /// Player that the key was sent to.
    pub player_id: String,
    /// Game of the key; empty if it needs none.
    pub game_id: String,
    /// Turn of the game when the key was made; 0 without a game.
    pub turn: u32,
    pub created_at: Time,
    /// Games of a key without a game whose mail shows several, in the order of the email.
    pub games: Vec<KeyGame>,
}

/// Game that an email about several games shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyGame {
    pub game_id: String,
    /// Turn of the game when the email was written.
    pub turn: u32,
    /// True if the game waited for the player then.
    pub waits: bool,
}

impl KeyRow {
    /// Returns the game, if the key is for one.
    pub fn game(&self) -> Option<&str> {
        Some(&*self.game_id).filter(|game_id| !game_id.is_empty())
    }
}

const COLUMNS: &str = "hash, player_id, game_id, turn, created_at, games";

pub(crate) const TABLE: Table = Table {
    erase_player: &["DELETE FROM mail_keys WHERE player_id = $1"],
    erase_mailbox: &["DELETE FROM mail_keys WHERE player_id = $1"],
    age_columns: &["created_at"],
    ..Table::new("mail_keys")
};

impl Record for KeyRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            hash: row.get("hash")?,
            player_id: row.get("player_id")?,
            game_id: row.get("game_id")?,
            turn: row.get("turn")?,
            created_at: row.get("created_at")?,
            games: row.json("games")?,
        })
    }
}

impl Backend {
    /// Returns the key with this hash.
    pub async fn mail_key(&self, hash: &str) -> Result<Option<KeyRow>, StoreError> {
        let row = query_text(format!("SELECT {COLUMNS} FROM mail_keys WHERE hash = $1"))
            .bind(hash)
            .fetch_optional(self.readers())
            .await?;
        Ok(row)
    }
}

pub(super) async fn insert_keys(
    db: &mut Connection<'_>,
    keys: &[KeyRow],
) -> Result<(), sqlx::Error> {
    for KeyRow { hash, player_id, game_id, turn, created_at, games } in keys {
        query_text(format!(
            "INSERT INTO mail_keys ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6) \
             ON CONFLICT DO NOTHING",
        ))
        .bind(hash)
        .bind(player_id)
        .bind(game_id)
        .bind(*turn)
        .bind(*created_at)
        .bind(serde_json::json!(games).to_string())
        .execute(db)
        .await?;
    }
    Ok(())
}

/// Deletes keys of ended games and of no game that were made before a time.
#[derive(Clone, Debug)]
pub struct DeleteOld {
    pub before: Time,
}

impl Write for DeleteOld {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        // Rows that others have locked are left for the next time: the erasure of a player locks
        // them in another order.
        let skip_locked = db.dialect().skip_locked();
        query_text(format!(
            "DELETE FROM mail_keys WHERE hash IN (SELECT k.hash FROM mail_keys k WHERE k.created_at < $1 \
             AND (k.game_id = '' OR EXISTS (SELECT 1 FROM games g WHERE g.id = k.game_id \
             AND g.status IN ('finished', 'cancelled'))) ORDER BY k.hash{skip_locked})"
        ))
        .bind(self.before)
        .execute(db)
        .await?;
        Ok(WriteResult::Applied)
    }
}
