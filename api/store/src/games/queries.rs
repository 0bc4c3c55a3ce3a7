//! Queries of games, with their seats and logs.

use broadside_domain::game::{AudienceMask, EventRow, Restored, StoredGame};
use broadside_engine::record::StoredSecret;

use crate::backend::Backend;
use crate::error::StoreError;
use crate::sql::{Record, Row, query, query_text};

const EVENT_COLUMNS: &str = "seq, at, audience, body";

impl Record for EventRow {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            seq: row.get("seq")?,
            at: row.get("at")?,
            audience: AudienceMask(row.get("audience")?),
            body: StoredSecret::from_store(row.get("body")?),
        })
    }
}

impl Backend {
    /// Returns these games, each with its newest snapshot and the log entries after it. Leaves out
    /// unknown ids. Each game is decoded on its own, so that malformed data of one does not affect
    /// the others.
    ///
    /// This is one statement, so that all data is of one moment. The log begins with the last entry
    /// that the snapshot includes, because its time is needed. Seats and entries come as JSON, in
    /// the order of the fields in `decode.rs`.
    pub async fn games(
        &self,
        ids: &[String],
    ) -> Result<Vec<(String, Result<StoredGame, StoreError>)>, StoreError> {
        let (array_of_rows, array) = self.dialect().json_arrays();
        let condition = self.dialect().is_one_of("g.id", "$1");
        let sql = format!(
            "SELECT g.id, g.ruleset, g.visibility, g.clock, g.created_at, g.created_by, g.rematch_of, g.version, \
             g.meta_version, g.status, g.deadline, g.next_check_at, g.clock_state, g.open, g.to_move, g.restored, \
             (SELECT r.id FROM games r WHERE r.rematch_of = g.id) AS rematch, \
             (SELECT b.dues FROM bot_turns b WHERE b.game_id = g.id) AS bot_dues, \
             s.body AS snapshot, s.version AS snapshot_version, CAST((SELECT {array_of_rows}({array}(\
             t.seat, t.kind, t.reserved_for, t.code_hash, t.player_id, p.name, p.created_at, p.vacations, \
             CASE WHEN p.is_bot THEN 1 ELSE 0 END, t.challenger_id, t.challenge, t.reason, t.decline_message, t.answered_at, \
             (SELECT m.reminders FROM mailboxes m WHERE m.player_id = t.player_id))) \
             FROM seats t LEFT JOIN players p ON p.id = t.player_id WHERE t.game_id = g.id) AS TEXT) AS seats, \
             CAST((SELECT {array_of_rows}({array}(e.seq, e.at, e.audience, e.body)) FROM events e \
             WHERE e.game_id = g.id AND e.seq >= s.version) AS TEXT) AS events \
             FROM games g JOIN snapshots s ON s.game_id = g.id WHERE {condition}"
        );
        Ok(query_text(sql).bind(ids).fetch_all(self.readers()).await?)
    }

    /// Returns a game with its newest snapshot and the log entries after it.
    pub async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        self.games(&[id.to_owned()]).await?.pop().map(|(_, game)| game).transpose()
    }

    /// Returns the log entries of a game that these viewers can see, oldest first, without the
    /// first `after` of them.
    pub async fn events(
        &self,
        game_id: &str,
        viewer: AudienceMask,
        after: u64,
        limit: u32,
    ) -> Result<Vec<EventRow>, StoreError> {
        let sql = format!(
            "SELECT {EVENT_COLUMNS} FROM events WHERE game_id = $1 AND audience & $2 <> 0 \
             ORDER BY seq LIMIT $3 OFFSET $4"
        );
        Ok(query_text(sql)
            .bind(game_id)
            .bind(viewer.0)
            .bind(limit)
            .bind(i64::try_from(after).unwrap_or(i64::MAX))
            .fetch_all(self.readers())
            .await?)
    }

    /// Returns the whole log of a game, oldest first.
    pub async fn log(&self, game_id: &str) -> Result<Vec<EventRow>, StoreError> {
        let sql = format!("SELECT {EVENT_COLUMNS} FROM events WHERE game_id = $1 ORDER BY seq");
        Ok(query_text(sql).bind(game_id).fetch_all(self.readers()).await?)
    }

    pub async fn rematch_of(&self, game_id: &str) -> Result<Option<String>, StoreError> {
        Ok(query("SELECT id FROM games WHERE rematch_of = $1")
            .bind(game_id)
            .fetch_optional_value(self.readers())
            .await?)
    }

    /// Returns the ids of the games in progress that the last restore took back to a backup and
    /// that have not continued since, in order.
    pub async fn rolled_back_games(&self) -> Result<Vec<String>, StoreError> {
        let rows = query(
            "SELECT id, version, restored FROM games WHERE restored IS NOT NULL \
             AND status NOT IN ('finished', 'cancelled') ORDER BY id",
        )
        .fetch_all(self.readers())
        .await?;
        Ok(restored_last(rows))
    }
}

/// Returns the ids of the games that took part in the latest restore and have not continued since.
/// Each row has the id, the length of the log and the last return to a backup.
fn restored_last(rows: Vec<(String, u64, String)>) -> Vec<String> {
    let mut games = Vec::new();
    for (id, version, restored) in rows {
        if let Ok(restored) = serde_json::from_str::<Restored>(&restored) {
            games.push((id, version, restored));
        }
    }
    let last = games.iter().map(|(.., restored)| restored.at).max();
    games.retain(|(_, version, restored)| Some(restored.at) == last && restored.events == *version);
    games.into_iter().map(|(id, ..)| id).collect()
}
