//! Blocks of players by players.

use broadside_domain::time::Time;

use crate::backend::Backend;
use crate::error::StoreError;
use crate::players::{lock_player, player_exists};
use crate::sql::{Connection, Record, Row, query};
use crate::table::Table;
use crate::write::{Write, WriteResult};

/// Maximum number of players that a player may block.
pub const MAX_BLOCKS: usize = 500;

/// Player who is blocked by another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockRow {
    pub blocked_id: String,
    /// Name of the blocked player.
    pub name: Option<String>,
    pub is_bot: bool,
    pub at: Time,
}

pub(crate) const TABLE: Table = Table {
    erase_player: &["DELETE FROM blocks WHERE player_id = $1 OR blocked_id = $1"],
    ..Table::new("blocks")
};

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

    pub async fn blocks(&self, player_id: &str, blocked_id: &str) -> Result<bool, StoreError> {
        let row: Option<i64> =
            query("SELECT at FROM blocks WHERE player_id = $1 AND blocked_id = $2")
                .bind(player_id)
                .bind(blocked_id)
                .fetch_optional_value(self.readers())
                .await?;
        Ok(row.is_some())
    }
}

/// Makes a player block another from a time on. A conflict if the player already blocks
/// [`MAX_BLOCKS`], or one of them is gone.
#[derive(Clone)]
pub struct Block {
    /// Player who blocks.
    pub player_id: String,
    pub blocked_id: String,
    pub at: Time,
}

impl Write for Block {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { player_id, blocked_id, at } = self;
        // Lock the players in the order of their ids, because the other may be blocking this one at
        // the same moment.
        let both_exist = if player_id < blocked_id {
            let blocker_exists = lock_player(db, player_id).await?;
            blocker_exists && player_exists(db, blocked_id).await?
        } else {
            let blocked_exists = player_exists(db, blocked_id).await?;
            blocked_exists && lock_player(db, player_id).await?
        };
        let (blocks, blocks_of_this_player): (i64, i64) = query(
            "SELECT count(*), count(CASE WHEN blocked_id = $2 THEN 1 END) FROM blocks WHERE player_id = $1",
        )
        .bind(player_id)
        .bind(blocked_id)
        .fetch_one(&mut *db)
        .await?;
        if !both_exist || (blocks_of_this_player == 0 && blocks as usize >= MAX_BLOCKS) {
            return Ok(WriteResult::Conflict);
        }
        query(
            "INSERT INTO blocks (player_id, blocked_id, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        )
        .bind(player_id)
        .bind(blocked_id)
        .bind(*at)
        .execute(db)
        .await?;
        Ok(WriteResult::Applied)
    }
}

/// Makes a player unblock another.
#[derive(Clone)]
pub struct Unblock {
    /// Player who blocks.
    pub player_id: String,
    pub blocked_id: String,
}

impl Write for Unblock {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        query("DELETE FROM blocks WHERE player_id = $1 AND blocked_id = $2")
            .bind(&self.player_id)
            .bind(&self.blocked_id)
            .execute(db)
            .await?;
        Ok(WriteResult::Applied)
    }
}
