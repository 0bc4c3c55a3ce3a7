//! SQL of messages, notes and blocks, shared by SQLite and PostgreSQL.

/// Implements [`SocialStore`](super::Talk) for a database. See `reads::backend`.
macro_rules! talk {
    ($kind:ty) => {
        #[async_trait::async_trait]
        impl $crate::SocialStore for $kind {
            async fn last_message(&self, game_id: &str) -> Result<u64, StoreError> {
                let (last,): (Option<i64>,) = sqlx::query_as("SELECT max(number) FROM messages WHERE game_id = $1")
                    .bind(game_id)
                    .fetch_one(&self.readers)
                    .await?;
                Ok(last.unwrap_or_default() as u64)
            }

            async fn messages(
                &self,
                game_id: &str,
                reader: &str,
                after: u64,
                limit: u32,
            ) -> Result<Vec<MessageRead>, StoreError> {
                let rows: Vec<ReadFound> = sqlx::query_as(
                    "SELECT m.game_id, m.number, m.player_id, m.seat, m.words, m.at, p.name, coalesce(p.is_bot, FALSE) AS is_bot, \
                     b.blocked_id IS NOT NULL AS blocked FROM messages m \
                     LEFT JOIN players p ON p.id = m.player_id \
                     LEFT JOIN blocks b ON b.player_id = $2 AND b.blocked_id = m.player_id \
                     WHERE m.game_id = $1 AND m.number > $3 ORDER BY m.number LIMIT $4",
                )
                .bind(game_id)
                .bind(reader)
                .bind(i64::try_from(after).unwrap_or(i64::MAX))
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
                Ok(all(rows))
            }

            async fn written(
                &self,
                player_id: &str,
                game_id: &str,
                after: Time,
            ) -> Result<(u64, Option<Time>), StoreError> {
                let (count, first): (i64, Option<i64>) = sqlx::query_as(
                    "SELECT count(*), min(at) FROM messages WHERE player_id = $1 AND game_id = $2 AND at > $3",
                )
                .bind(player_id)
                .bind(game_id)
                .bind(after.0)
                .fetch_one(&self.readers)
                .await?;
                Ok((count as u64, first.map(Time)))
            }

            async fn messages_by(
                &self,
                player_id: &str,
                (game_id, number): (&str, u64),
                limit: u32,
            ) -> Result<Vec<MessageRow>, StoreError> {
                let rows: Vec<MessageFound> = sqlx::query_as(
                    "SELECT game_id, number, player_id, seat, words, at FROM messages \
                     WHERE player_id = $1 AND (game_id, number) > ($2, $3) ORDER BY game_id, number LIMIT $4",
                )
                .bind(player_id)
                .bind(game_id)
                .bind(number as i64)
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
                Ok(all(rows))
            }

            async fn note(&self, game_id: &str, player_id: &str) -> Result<Option<NoteRow>, StoreError> {
                let row: Option<Note> = sqlx::query_as(
                    "SELECT game_id, player_id, words, changed_at FROM notes WHERE player_id = $2 AND game_id = $1",
                )
                .bind(game_id)
                .bind(player_id)
                .fetch_optional(&self.readers)
                .await?;
                Ok(row.map(Into::into))
            }

            async fn notes_by(
                &self,
                player_id: &str,
                after: &str,
                limit: u32,
            ) -> Result<Vec<NoteRow>, StoreError> {
                let rows: Vec<Note> = sqlx::query_as(
                    "SELECT game_id, player_id, words, changed_at FROM notes \
                     WHERE player_id = $1 AND game_id > $2 ORDER BY game_id LIMIT $3",
                )
                .bind(player_id)
                .bind(after)
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
                Ok(all(rows))
            }

            async fn blocks_of(&self, player_id: &str) -> Result<Vec<BlockRow>, StoreError> {
                let rows: Vec<Block> = sqlx::query_as(
                    "SELECT b.blocked_id, p.name, coalesce(p.is_bot, FALSE) AS is_bot, b.at FROM blocks b LEFT JOIN players p ON p.id = b.blocked_id \
                     WHERE b.player_id = $1 ORDER BY b.blocked_id",
                )
                .bind(player_id)
                .fetch_all(&self.readers)
                .await?;
                Ok(all(rows))
            }

            async fn blocks(&self, player_id: &str, blocked_id: &str) -> Result<bool, StoreError> {
                let row: Option<(i64,)> =
                    sqlx::query_as("SELECT at FROM blocks WHERE player_id = $1 AND blocked_id = $2")
                        .bind(player_id)
                        .bind(blocked_id)
                        .fetch_optional(&self.readers)
                        .await?;
                Ok(row.is_some())
            }

            async fn hearers(&self, game_id: &str, of: &str) -> Result<Vec<String>, StoreError> {
                let rows: Vec<(String,)> = sqlx::query_as(
                    "SELECT p.id FROM seats s JOIN players p ON p.id = s.player_id \
                     WHERE s.game_id = $1 AND p.id <> $2 AND p.name IS NOT NULL AND NOT EXISTS \
                     (SELECT 1 FROM blocks b WHERE b.player_id = p.id AND b.blocked_id = $2)",
                )
                .bind(game_id)
                .bind(of)
                .fetch_all(&self.readers)
                .await?;
                Ok(rows.into_iter().map(|row| row.0).collect())
            }
        }
    };
}
pub(crate) use talk;

/// Defines the function that writes messages, notes and blocks. See `writes::write_one`, which defines `is_there`.
macro_rules! write_saying {
    ($connection:ty) => {
        async fn write_saying(db: &mut $connection, saying: &SocialChange) -> Result<Done, sqlx::Error> {
            let written = match saying {
                SocialChange::Message { message, most: (most, since), answer, notices: _ } => {
                    if !hold_player(db, &message.player_id).await?
                        || !taken_keys(db, answer.iter().collect()).await?.is_empty()
                    {
                        return Ok(Done::Conflict);
                    }
                    let (count,): (i64,) = sqlx::query_as(
                        "SELECT count(*) FROM messages WHERE player_id = $1 AND game_id = $2 AND at > $3",
                    )
                    .bind(&message.player_id)
                    .bind(&message.game_id)
                    .bind(since.0)
                    .fetch_one(&mut *db)
                    .await?;
                    if count >= i64::from(*most) {
                        return Ok(Done::Conflict);
                    }
                    let written = sqlx::query(
                        "INSERT INTO messages (game_id, number, player_id, seat, words, at) \
                         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (game_id, number) DO NOTHING",
                    )
                    .bind(&message.game_id)
                    .bind(message.number as i64)
                    .bind(&message.player_id)
                    .bind(i64::from(message.seat))
                    .bind(&message.words)
                    .bind(message.at.0)
                    .execute(&mut *db)
                    .await?
                    .rows_affected();
                    keep_answer(db, answer.as_ref().filter(|_| written > 0)).await?;
                    written
                }
                SocialChange::Note(note, before, answer) => {
                    if !is_there(db, &note.player_id).await?
                        || !taken_keys(db, answer.iter().collect()).await?.is_empty()
                    {
                        return Ok(Done::Conflict);
                    }
                    // No note has this time.
                    let before = before.map_or(-1, |before| before.0);
                    let written = sqlx::query(
                        "INSERT INTO notes (game_id, player_id, words, changed_at) SELECT $1, $2, $3, $4 \
                         WHERE $5 = -1 OR EXISTS (SELECT 1 FROM notes WHERE player_id = $2 AND game_id = $1) \
                         ON CONFLICT (player_id, game_id) DO UPDATE \
                         SET words = excluded.words, changed_at = excluded.changed_at WHERE notes.changed_at = $5",
                    )
                    .bind(&note.game_id)
                    .bind(&note.player_id)
                    .bind(&note.words)
                    .bind(note.changed_at.0)
                    .bind(before)
                    .execute(&mut *db)
                    .await?
                    .rows_affected();
                    keep_answer(db, answer.as_ref().filter(|_| written > 0)).await?;
                    written
                }
                SocialChange::NoNote(game_id, player_id, at) => {
                    sqlx::query("DELETE FROM notes WHERE player_id = $2 AND game_id = $1 AND changed_at = $3")
                        .bind(game_id)
                        .bind(player_id)
                        .bind(at.0)
                        .execute(&mut *db)
                        .await?
                        .rows_affected()
                }
                SocialChange::Block(player_id, blocked_id, at) => {
                    // Lock the players in the order of their ids, because the other may be blocking this one at the
                    // same moment.
                    let there = match player_id < blocked_id {
                        true => hold_player(db, player_id).await? && is_there(db, blocked_id).await?,
                        false => is_there(db, blocked_id).await? && hold_player(db, player_id).await?,
                    };
                    let (count, before): (i64, i64) = sqlx::query_as(
                        "SELECT count(*), count(CASE WHEN blocked_id = $2 THEN 1 END) FROM blocks WHERE player_id = $1",
                    )
                    .bind(player_id)
                    .bind(blocked_id)
                    .fetch_one(&mut *db)
                    .await?;
                    if !there || (before == 0 && count as usize >= MOST_BLOCKS) {
                        return Ok(Done::Conflict);
                    }
                    sqlx::query(
                        "INSERT INTO blocks (player_id, blocked_id, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                    )
                    .bind(player_id)
                    .bind(blocked_id)
                    .bind(at.0)
                    .execute(&mut *db)
                    .await?;
                    1
                }
                SocialChange::Unblock(player_id, blocked_id) => {
                    sqlx::query("DELETE FROM blocks WHERE player_id = $1 AND blocked_id = $2")
                        .bind(player_id)
                        .bind(blocked_id)
                        .execute(&mut *db)
                        .await?;
                    1
                }
            };
            Ok(if written > 0 { Done::Yes } else { Done::Conflict })
        }
    };
}
pub(crate) use write_saying;
