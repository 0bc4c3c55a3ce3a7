//! Moves that players have written ahead of time.
//!
//! A change of a queue raises the meta version of its game, and a step is committed only on the
//! meta version that it was decided on. So a move from a queue is made only if the queue is still
//! the one that it was read from.

use broadside_domain::idempotency::IdempotencyRecord;
use broadside_domain::time::Time;

use crate::backend::Backend;
use crate::error::StoreError;
use crate::idempotency::{existing_keys, save_response};
use crate::players::player_exists;
use crate::sql::{Connection, Record, Row, query, query_text};
use crate::table::Table;
use crate::write::{Write, WriteResult};

/// Queue of the moves of a player in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveQueueRow {
    pub game_id: String,
    pub player_id: String,
    /// Moves that wait, and what became of others, as JSON.
    pub content: String,
    /// True if moves wait.
    pub waiting: bool,
    /// Turn of the game in which a move was last tried.
    pub tried_turn: Option<u32>,
    /// Time of the last change; later than that of the change before it.
    pub changed_at: Time,
}

/// Queue of a player after a step of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueueUpdate {
    /// A move of the queue was made: the queue without it.
    Made(MoveQueueRow),
    /// The player with this id has no seat in the game any more, or the game is over: the queue is
    /// deleted.
    Deleted(String),
}

const COLUMNS: &str = "game_id, player_id, content, waiting, tried_turn, changed_at";

pub(crate) const TABLE: Table = Table {
    restored: &[
        // Their players may have withdrawn these moves since, or moved otherwise.
        "DELETE FROM move_queues",
    ],
    erase_player: &["DELETE FROM move_queues WHERE player_id = $1"],
    ..Table::new("move_queues")
};

impl Record for MoveQueueRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            game_id: row.get("game_id")?,
            player_id: row.get("player_id")?,
            content: row.get("content")?,
            waiting: row.get("waiting")?,
            tried_turn: row.get("tried_turn")?,
            changed_at: row.get("changed_at")?,
        })
    }
}

impl Backend {
    pub async fn move_queue(
        &self,
        game_id: &str,
        player_id: &str,
    ) -> Result<Option<MoveQueueRow>, StoreError> {
        let sql =
            format!("SELECT {COLUMNS} FROM move_queues WHERE player_id = $1 AND game_id = $2");
        Ok(query_text(sql).bind(player_id).bind(game_id).fetch_optional(self.readers()).await?)
    }

    /// Returns the queues of a player in games with higher ids than `after`, in the order of these
    /// ids.
    pub async fn move_queues_of(
        &self,
        player_id: &str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<MoveQueueRow>, StoreError> {
        Ok(query_text(format!(
            "SELECT {COLUMNS} FROM move_queues WHERE player_id = $1 AND game_id > $2 ORDER BY game_id LIMIT $3",
        ))
        .bind(player_id)
        .bind(after)
        .bind(limit)
        .fetch_all(self.readers())
        .await?)
    }

    /// Returns the players and games, after a player and a game, in which moves wait and the player
    /// is to move.
    pub async fn due_move_queues(
        &self,
        (player_id, game_id): (&str, &str),
        limit: u32,
    ) -> Result<Vec<(String, String)>, StoreError> {
        let rows = query(
            "SELECT q.player_id, q.game_id FROM move_queues q JOIN games g ON g.id = q.game_id \
             JOIN seats s ON s.game_id = q.game_id AND s.player_id = q.player_id \
             WHERE q.waiting AND (q.player_id, q.game_id) > ($1, $2) AND g.status = 'playing' \
             AND g.to_move & (CAST(1 AS BIGINT) << CAST(s.seat AS INTEGER)) <> 0 \
             ORDER BY q.player_id, q.game_id LIMIT $3",
        )
        .bind(player_id)
        .bind(game_id)
        .bind(limit)
        .fetch_all(self.readers())
        .await?;
        Ok(rows)
    }
}

/// Replaces a queue without a step. A conflict if the game or the queue has changed since the
/// decision, or if the account of the player is deleted.
#[derive(Clone)]
pub struct Replace {
    pub game_id: String,
    pub player_id: String,
    /// Length of the log that the change was decided on.
    pub from: u64,
    /// Time of the change that this one replaces; `None` if there was no queue.
    pub before: Option<Time>,
    /// The new queue; `None` to delete it.
    pub after: Option<MoveQueueRow>,
    /// Response to store for the idempotency key of the request, if it has one.
    pub response: Option<IdempotencyRecord>,
}

impl Write for Replace {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let Self { game_id, player_id, from, before, after, response } = self;
        if !player_exists(db, player_id).await?
            || !existing_keys(db, response.iter().collect()).await?.is_empty()
        {
            return Ok(WriteResult::Conflict);
        }
        let for_update = db.dialect().for_update();
        let unchanged: Option<String> =
            query_text(format!("SELECT id FROM games WHERE id = $1 AND version = $2{for_update}"))
                .bind(game_id)
                .bind(*from)
                .fetch_optional_value(&mut *db)
                .await?;
        if unchanged.is_none() {
            return Ok(WriteResult::Conflict);
        }
        // No queue has this time.
        let before = before.map_or(-1, |before| before.0);
        let written = match after {
            Some(row) => {
                query_text(format!(
                    "INSERT INTO move_queues ({COLUMNS}) SELECT $1, $2, $3, $4, $5, $6 \
                     WHERE $7 = -1 OR EXISTS (SELECT 1 FROM move_queues WHERE player_id = $2 AND game_id = $1) \
                     ON CONFLICT (player_id, game_id) DO UPDATE SET content = excluded.content, waiting = excluded.waiting, \
                     tried_turn = excluded.tried_turn, changed_at = excluded.changed_at WHERE move_queues.changed_at = $7"
                ))
                .bind(game_id)
                .bind(player_id)
                .bind(&row.content)
                .bind(row.waiting)
                .bind(row.tried_turn.map(i64::from))
                .bind(row.changed_at)
                .bind(before)
                .execute(db)
                .await?
            }
            None => {
                query("DELETE FROM move_queues WHERE player_id = $2 AND game_id = $1 AND changed_at = $3")
                    .bind(game_id)
                    .bind(player_id)
                    .bind(before)
                    .execute(db)
                    .await?
            }
        };
        if written > 0 {
            query("UPDATE games SET meta_version = meta_version + 1 WHERE id = $1")
                .bind(game_id)
                .execute(db)
                .await?;
            save_response(db, response.as_ref()).await?;
        }
        Ok(WriteResult::if_any(written))
    }
}
