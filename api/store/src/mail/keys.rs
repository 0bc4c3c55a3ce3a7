//! Queries and statements of reply keys.

use super::KeyRow;
use crate::decode::parse_json;
use crate::sql::{Connection, Record, Row, query_text};
use crate::{Backend, StoreError};

/// Columns of a reply key.
const KEY_COLUMNS: &str = "hash, player_id, game_id, turn, created_at, games";

impl Record for KeyRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            hash: row.get("hash")?,
            player_id: row.get("player_id")?,
            game_id: row.get("game_id")?,
            turn: row.get("turn")?,
            created_at: row.get("created_at")?,
            games: parse_json("games", &row.get::<String>("games")?)?,
        })
    }
}

impl Backend {
    /// Returns the key with this hash.
    pub async fn mail_key(&self, hash: &str) -> Result<Option<KeyRow>, StoreError> {
        let row = query_text(format!("SELECT {KEY_COLUMNS} FROM mail_keys WHERE hash = $1"))
            .bind(hash)
            .fetch_optional(self.readers())
            .await?;
        Ok(row)
    }
}

/// Adds reply keys.
pub(super) async fn insert_keys(
    db: &mut Connection<'_>,
    keys: &[KeyRow],
) -> Result<(), sqlx::Error> {
    for KeyRow { hash, player_id, game_id, turn, created_at, games } in keys {
        query_text(format!(
            "INSERT INTO mail_keys ({KEY_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6) \
             ON CONFLICT DO NOTHING",
        ))
        .bind(hash)
        .bind(player_id)
        .bind(game_id)
        .bind(i64::from(*turn))
        .bind(created_at.0)
        .bind(serde_json::json!(games).to_string())
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}
