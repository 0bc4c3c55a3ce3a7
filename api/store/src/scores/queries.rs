//! Queries and statements of later changes of scores.

use super::{COLUMNS, EntryColumns, ScoreAppend, ScoreFound, ScoreRow, StoredScoreRow};
use crate::idempotency::{existing_keys, save_response};
use crate::players::lock_player;
use crate::sql::{Connection, query, query_text};
use crate::{Backend, Done, StoreError};

impl Backend {
    /// Returns the later changes of the score of a game, oldest first.
    pub async fn score_changes(&self, game_id: &str) -> Result<Vec<ScoreRow>, StoreError> {
        self.score_rows(game_id).await?.into_iter().map(ScoreFound::row).collect()
    }

    /// Returns the later changes of the score of a game as they are stored, oldest first.
    pub async fn stored_score_changes(
        &self,
        game_id: &str,
    ) -> Result<Vec<StoredScoreRow>, StoreError> {
        Ok(self.score_rows(game_id).await?.into_iter().map(ScoreFound::stored).collect())
    }

    async fn score_rows(&self, game_id: &str) -> Result<Vec<ScoreFound>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM score_changes WHERE game_id = $1 ORDER BY number");
        Ok(query_text(sql).bind(game_id).fetch_all(self.readers()).await?)
    }

    /// Returns the ids of those games after an id that do not exist, but have later changes of a
    /// score, in order.
    pub async fn lost_scores(&self, after: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        Ok(query(
            "SELECT DISTINCT game_id FROM score_changes WHERE game_id > $1 \
             AND NOT EXISTS (SELECT 1 FROM games WHERE id = game_id) ORDER BY game_id LIMIT $2",
        )
        .bind(after)
        .bind(i64::from(limit))
        .fetch_values(self.readers())
        .await?)
    }

    /// Returns the later changes of scores by a player after a cursor, by game and number.
    pub async fn score_changes_by(
        &self,
        player_id: &str,
        (game_id, number): (&str, u64),
        limit: u32,
    ) -> Result<Vec<ScoreRow>, StoreError> {
        let rows: Vec<ScoreFound> = query_text(format!(
            "SELECT {COLUMNS} FROM score_changes WHERE player_id = $1 AND (game_id, number) > ($2, $3) \
             ORDER BY game_id, number LIMIT $4",
        ))
        .bind(player_id)
        .bind(game_id)
        .bind(number as i64)
        .bind(i64::from(limit))
        .fetch_all(self.readers())
        .await?;
        rows.into_iter().map(ScoreFound::row).collect()
    }
}

/// Appends changes to a score.
pub(crate) async fn write_score(
    db: &mut Connection<'_>,
    append: &ScoreAppend,
) -> Result<Done, sqlx::Error> {
    let ScoreAppend { game_id, player_id, seat, at, entries, most, answer } = append;
    if !lock_player(db, player_id).await?
        || !existing_keys(db, answer.iter().collect()).await?.is_empty()
    {
        return Ok(Done::Conflict);
    }
    // The lock keeps the numbers without gaps.
    let for_update = db.dialect().for_update();
    query_text(format!("SELECT id FROM games WHERE id = $1{for_update}"))
        .bind(game_id)
        .execute(&mut *db)
        .await?;
    let (last, changes, closed): (i64, i64, i64) = query(
        "SELECT coalesce(max(number), 0), \
         count(CASE WHEN player_id = $2 AND kind <> 'close' THEN 1 END), \
         count(CASE WHEN player_id = $2 AND kind = 'close' THEN 1 END) \
         FROM score_changes WHERE game_id = $1",
    )
    .bind(game_id)
    .bind(player_id)
    .fetch_one(&mut *db)
    .await?;
    if closed > 0 || changes as usize + append.changes() > *most {
        return Ok(Done::Conflict);
    }
    for (number, entry) in (last + 1..).zip(entries) {
        let columns = EntryColumns::from(entry);
        query_text(format!(
            "INSERT INTO score_changes ({COLUMNS}) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        ))
        .bind(game_id)
        .bind(number)
        .bind(player_id)
        .bind(i64::from(seat.number()))
        .bind(at.0)
        .bind(columns.kind)
        .bind(columns.shot)
        .bind(columns.part)
        .bind(columns.text)
        .bind(columns.row_voice)
        .bind(columns.column_voice)
        .execute(&mut *db)
        .await?;
    }
    save_response(db, answer.as_ref()).await?;
    Ok(Done::Yes)
}
