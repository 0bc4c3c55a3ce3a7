//! Tokens.

use broadside_domain::player::TokenRow;
use broadside_domain::time::Time;

use crate::backend::Backend;
use crate::error::StoreError;
use crate::players::lock_player;
use crate::restore::timeline::RESTORED_AT;
use crate::retention::DeleteOld;
use crate::sql::{Connection, Record, Row, query, query_text};
use crate::table::Table;
use crate::write::{Write, WriteResult};

/// Maximum number of tokens of a player.
pub const MAX_TOKENS: usize = 50;

const COLUMNS: &str =
    "id, player_id, hash, name, scopes, created_at, expires_at, ends_at, recovered, replaces";

pub(crate) const TABLE: Table = Table {
    erase_player: &["DELETE FROM tokens WHERE player_id = $1"],
    age_columns: &["expires_at", "ends_at"],
    ..Table::new("tokens")
};

impl Record for TokenRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.get("id")?,
            player_id: row.get("player_id")?,
            hash: row.get("hash")?,
            name: row.get("name")?,
            scopes: row.get("scopes")?,
            created_at: row.get("created_at")?,
            expires_at: row.get("expires_at")?,
            ends_at: row.get("ends_at")?,
            recovered: row.get("recovered")?,
            replaces: row.get("replaces")?,
        })
    }
}

impl Backend {
    /// Returns the tokens with these hashes. Leaves out unknown hashes.
    pub async fn tokens(&self, hashes: &[String]) -> Result<Vec<TokenRow>, StoreError> {
        let condition = self.dialect().is_one_of("hash", "$1");
        let tokens =
            query_text(format!("SELECT {COLUMNS} FROM tokens WHERE {condition}")).bind(hashes);
        Ok(tokens.fetch_all(self.readers()).await?)
    }

    /// Returns the tokens of a player, oldest first.
    pub async fn tokens_of(&self, player_id: &str) -> Result<Vec<TokenRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM tokens WHERE player_id = $1 ORDER BY id");
        Ok(query_text(sql).bind(player_id).fetch_all(self.readers()).await?)
    }

    /// Returns the ids of the tokens that the last restore has brought back, oldest first.
    pub async fn tokens_gone_back(&self) -> Result<Vec<String>, StoreError> {
        let restored_at = self.stored_setting(RESTORED_AT).await?;
        let restored_at = restored_at.and_then(|at| at.parse::<jiff::Timestamp>().ok());
        Ok(query("SELECT id FROM tokens WHERE created_at <= $1 ORDER BY id")
            .bind(restored_at.map_or(0, jiff::Timestamp::as_millisecond))
            .fetch_values(self.readers())
            .await?)
    }
}

/// Adds a token. A conflict if the account is deleted or already has [`MAX_TOKENS`] tokens.
#[derive(Clone)]
pub struct Add {
    pub token: TokenRow,
}

impl Write for Add {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        if !has_room(db, &self.token).await? {
            return Ok(WriteResult::Conflict);
        }
        insert_token(db, &self.token).await?;
        Ok(WriteResult::Applied)
    }
}

/// Deletes the token with this id.
#[derive(Clone)]
pub struct Revoke {
    pub id: String,
}

impl Write for Revoke {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        query("DELETE FROM tokens WHERE id = $1").bind(&self.id).execute(db).await?;
        Ok(WriteResult::Applied)
    }
}

/// Renames the token with this id. A conflict if there is no such token.
#[derive(Clone)]
pub struct Rename {
    pub id: String,
    pub name: String,
}

impl Write for Rename {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let renamed = query("UPDATE tokens SET name = $2 WHERE id = $1")
            .bind(&self.id)
            .bind(&self.name)
            .execute(db)
            .await?;
        Ok(WriteResult::if_any(renamed))
    }
}

/// Records the first use of a token that replaced another one. A conflict if there is no such
/// token.
#[derive(Clone)]
pub struct MarkUsed {
    pub id: String,
    pub player_id: String,
}

impl Write for MarkUsed {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        // A rotation that replaces an unused token locks the player, too.
        if !lock_player(db, &self.player_id).await? {
            return Ok(WriteResult::Conflict);
        }
        let used = query("UPDATE tokens SET replaces = NULL WHERE id = $1")
            .bind(&self.id)
            .execute(db)
            .await?;
        Ok(WriteResult::if_any(used))
    }
}

/// Replaces a token, which stays valid until `ends_at`. The new token takes the place of an earlier
/// one that replaced it and was not used. A conflict if there is no such token, if the earlier one
/// was used, or if the player already has [`MAX_TOKENS`] tokens.
#[derive(Clone)]
pub struct Rotate {
    /// Id of the old token.
    pub id: String,
    /// Time at which the old token ends.
    pub ends_at: Time,
    pub next: TokenRow,
}

impl Write for Rotate {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        if !has_room(db, &self.next).await? {
            return Ok(WriteResult::Conflict);
        }
        let ended = query(
            "UPDATE tokens SET ends_at = $2 WHERE id = $1 AND (ends_at IS NOT DISTINCT FROM expires_at \
             OR EXISTS (SELECT 1 FROM tokens unused WHERE unused.replaces = $1))",
        )
        .bind(&self.id)
        .bind(self.ends_at)
        .execute(db)
        .await?;
        if ended == 0 {
            return Ok(WriteResult::Conflict);
        }
        query("DELETE FROM tokens WHERE replaces = $1").bind(&self.id).execute(db).await?;
        insert_token(db, &self.next).await?;
        Ok(WriteResult::Applied)
    }
}

/// Deletes tokens that have ended by a time.
pub fn delete_ended(by: Time) -> DeleteOld {
    DeleteOld::new("DELETE FROM tokens WHERE ends_at <= $1", by)
}

/// Returns true if the player may have this additional token. Locks the player, so that no other
/// session adds one.
async fn has_room(db: &mut Connection<'_>, token: &TokenRow) -> Result<bool, sqlx::Error> {
    if !lock_player(db, &token.player_id).await? {
        return Ok(false);
    }
    Ok(count_at(db, &token.player_id, token.created_at).await? < MAX_TOKENS as i64)
}

/// Returns the number of a player's tokens that have not ended by a time.
pub(crate) async fn count_at(
    db: &mut Connection<'_>,
    player_id: &str,
    at: Time,
) -> Result<i64, sqlx::Error> {
    query("SELECT count(*) FROM tokens WHERE player_id = $1 AND (ends_at IS NULL OR ends_at > $2)")
        .bind(player_id)
        .bind(at)
        .fetch_value(&mut *db)
        .await
}

pub(crate) async fn insert_token(
    db: &mut Connection<'_>,
    token: &TokenRow,
) -> Result<(), sqlx::Error> {
    query_text(format!(
        "INSERT INTO tokens ({COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
    ))
    .bind(&token.id)
    .bind(&token.player_id)
    .bind(&token.hash)
    .bind(&token.name)
    .bind(&token.scopes)
    .bind(token.created_at)
    .bind(token.expires_at)
    .bind(token.ends_at)
    .bind(token.recovered)
    .bind(token.replaces.as_deref())
    .execute(db)
    .await?;
    Ok(())
}
