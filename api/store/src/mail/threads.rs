//! Progress of the mail to a player about a game.

use crate::backend::Backend;
use crate::error::StoreError;
use crate::sql::{Connection, Record, Row, query};
use crate::table::Table;

/// Progress of the mail to a player about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadRow {
    pub game_id: String,
    /// Number of the last reported event, as the player counts them.
    pub last_event: u64,
    /// Turn for which the player was last told to move.
    pub turn: Option<u32>,
}

/// Progress of the mail to a player about a game, with the value it replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadCursorUpdate {
    /// Number of the last event reported before; `None` if no mail reported any.
    pub before: Option<u64>,
    pub thread: ThreadRow,
}

pub(crate) const TABLE: Table = Table {
    erase_player: &["DELETE FROM mail_threads WHERE player_id = $1"],
    erase_mailbox: &["DELETE FROM mail_threads WHERE player_id = $1"],
    ..Table::new("mail_threads")
};

impl Record for ThreadRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            game_id: row.get("game_id")?,
            last_event: row.get("last_event")?,
            turn: u32::try_from(row.get::<i64>("turn")?).ok(),
        })
    }
}

impl Backend {
    /// Returns the progress of the mail to a player about a game.
    pub async fn mail_thread(
        &self,
        player_id: &str,
        game_id: &str,
    ) -> Result<Option<ThreadRow>, StoreError> {
        let row =
            query("SELECT game_id, last_event, turn FROM mail_threads WHERE player_id = $1 AND game_id = $2")
                .bind(player_id)
                .bind(game_id)
                .fetch_optional(self.readers())
                .await?;
        Ok(row)
    }
}

/// Returns true if no mail has reported on the games since their progress was read. The caller has
/// locked the mailbox.
pub(super) async fn threads_are_unchanged(
    db: &mut Connection<'_>,
    player_id: &str,
    threads: &[ThreadCursorUpdate],
) -> Result<bool, sqlx::Error> {
    for ThreadCursorUpdate { before, thread } in threads {
        let last_event: Option<u64> =
            query("SELECT last_event FROM mail_threads WHERE player_id = $1 AND game_id = $2")
                .bind(player_id)
                .bind(&thread.game_id)
                .fetch_optional_value(&mut *db)
                .await?;
        if last_event != *before {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Stores the progress of the mail to a player about games.
pub(super) async fn update_threads(
    db: &mut Connection<'_>,
    player_id: &str,
    threads: &[ThreadCursorUpdate],
) -> Result<(), sqlx::Error> {
    for ThreadCursorUpdate { before: _, thread: ThreadRow { game_id, last_event, turn } } in threads
    {
        query(
            "INSERT INTO mail_threads (player_id, game_id, last_event, turn) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (player_id, game_id) DO UPDATE SET last_event = excluded.last_event, turn = excluded.turn",
        )
        .bind(player_id)
        .bind(game_id)
        .bind(*last_event)
        .bind(turn.map_or(-1, i64::from))
        .execute(db)
        .await?;
    }
    Ok(())
}
