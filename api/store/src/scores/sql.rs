//! SQL of later changes of scores, shared by SQLite and PostgreSQL.

/// Implements [`ScoreStore`](super::ScoreStore) for a database. See `reads::backend`.
macro_rules! scores {
    ($kind:ty) => {
        #[async_trait::async_trait]
        impl $crate::ScoreStore for $kind {
            async fn score_changes(&self, game_id: &str) -> Result<Vec<ScoreRow>, StoreError> {
                let rows: Vec<ScoreFound> =
                    sqlx::query_as($crate::scores::OF_GAME).bind(game_id).fetch_all(&self.readers).await?;
                rows.into_iter().map(ScoreFound::row).collect()
            }

            async fn stored_score_changes(&self, game_id: &str) -> Result<Vec<StoredScoreRow>, StoreError> {
                let rows: Vec<ScoreFound> =
                    sqlx::query_as($crate::scores::OF_GAME).bind(game_id).fetch_all(&self.readers).await?;
                Ok(rows.into_iter().map(ScoreFound::stored).collect())
            }

            async fn lost_scores(&self, after: &str, limit: u32) -> Result<Vec<String>, StoreError> {
                let rows: Vec<(String,)> = sqlx::query_as(
                    "SELECT DISTINCT game_id FROM score_changes WHERE game_id > $1 \
                     AND NOT EXISTS (SELECT 1 FROM games WHERE id = game_id) ORDER BY game_id LIMIT $2",
                )
                .bind(after)
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
                Ok(rows.into_iter().map(|row| row.0).collect())
            }

            async fn score_changes_by(
                &self,
                player_id: &str,
                (game_id, number): (&str, u64),
                limit: u32,
            ) -> Result<Vec<ScoreRow>, StoreError> {
                let rows: Vec<ScoreFound> = sqlx::query_as(
                    "SELECT game_id, number, player_id, seat, at, kind, shot, part, words, row_voice, column_voice \
                     FROM score_changes WHERE player_id = $1 AND (game_id, number) > ($2, $3) \
                     ORDER BY game_id, number LIMIT $4",
                )
                .bind(player_id)
                .bind(game_id)
                .bind(number as i64)
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
                rows.into_iter().map(ScoreFound::row).collect()
            }
        }
    };
}
pub(crate) use scores;

/// Defines the function that writes later changes of a score. See `writes::write_one`, which defines `hold_player`. A
/// database provides `GAME_HELD`, which locks a game.
macro_rules! write_score {
    ($connection:ty) => {
        async fn write_score(db: &mut $connection, append: &ScoreAppend) -> Result<Done, sqlx::Error> {
            let ScoreAppend { game_id, player_id, seat, at, entries, most, answer } = append;
            if !hold_player(db, player_id).await? || !taken_keys(db, answer.iter().collect()).await?.is_empty() {
                return Ok(Done::Conflict);
            }
            // The lock keeps the numbers without gaps.
            sqlx::query(GAME_HELD).bind(game_id).execute(&mut *db).await?;
            let (last, changes, closed): (i64, i64, i64) = sqlx::query_as(
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
                sqlx::query(
                    "INSERT INTO score_changes \
                     (game_id, number, player_id, seat, at, kind, shot, part, words, row_voice, column_voice) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
                )
                .bind(game_id)
                .bind(number)
                .bind(player_id)
                .bind(i64::from(seat.number()))
                .bind(at.0)
                .bind(columns.kind)
                .bind(columns.shot)
                .bind(columns.part)
                .bind(columns.words)
                .bind(columns.row_voice)
                .bind(columns.column_voice)
                .execute(&mut *db)
                .await?;
            }
            keep_answer(db, answer.as_ref()).await?;
            Ok(Done::Yes)
        }
    };
}
pub(crate) use write_score;
