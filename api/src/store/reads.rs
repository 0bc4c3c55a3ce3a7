//! What is read in the same words from either kind of database.

/// Implements [`Backend`](super::Backend) for a database: the questions that every kind of it answers in the same words, and
/// what it does in its own. It has `readers`, a pool, and `ONE_MOMENT`, which begins a transaction that reads.
///
/// A macro and not a generic type: sqlx's bounds for one would be longer than the statements.
macro_rules! backend {
    ($kind:ty { $($own:tt)* }) => {
        #[async_trait::async_trait]
        impl $crate::store::Backend for $kind {
            $($own)*

            async fn player(&self, id: &str) -> Result<Option<PlayerRow>, StoreError> {
                // Whoever asks chooses the id, and PostgreSQL knows no text with such a character.
                if id.contains('\0') {
                    return Ok(None);
                }
                let row: Option<Player> = sqlx::query_as("SELECT id, name, created_at FROM players WHERE id = $1")
                    .bind(id)
                    .fetch_optional(&self.readers)
                    .await?;
                Ok(row.map(Into::into))
            }

            async fn tokens_of(&self, player_id: &str) -> Result<Vec<TokenRow>, StoreError> {
                let rows: Vec<Token> = sqlx::query_as(
                    "SELECT id, player_id, hash, name, scopes, created_at FROM tokens WHERE player_id = $1 ORDER BY id",
                )
                .bind(player_id)
                .fetch_all(&self.readers)
                .await?;
                Ok(all(rows))
            }

            async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
                // One moment for the snapshot, the log and the seats.
                let mut reader = self.readers.begin_with(Self::ONE_MOMENT).await?;
                let game: Option<Game> = sqlx::query_as(
                    "SELECT g.id, g.ruleset, g.visibility, g.clock, g.created_at, g.version, g.edition, g.status, g.deadline, \
                     g.open, g.to_move, s.body AS snapshot, s.version AS snapshot_version \
                     FROM games g JOIN snapshots s ON s.game_id = g.id WHERE g.id = $1",
                )
                .bind(id)
                .fetch_optional(&mut *reader)
                .await?;
                let Some(game) = game else { return Ok(None) };
                let seats: Vec<SeatOfGame> = sqlx::query_as(
                    "SELECT s.seat, s.kind, s.kept_for, s.code_hash, s.player_id, p.name, p.created_at \
                     FROM seats s LEFT JOIN players p ON p.id = s.player_id WHERE s.game_id = $1 ORDER BY s.seat",
                )
                .bind(id)
                .fetch_all(&mut *reader)
                .await?;
                // The entry that the snapshot ends with comes too: its time is needed.
                let events: Vec<Event> = sqlx::query_as(
                    "SELECT seq, at, audience, body FROM events WHERE game_id = $1 AND seq >= $2 ORDER BY seq",
                )
                .bind(id)
                .bind(game.snapshot_version)
                .fetch_all(&mut *reader)
                .await?;
                reader.commit().await?;
                Ok(Some(game.stored(seats, events)?))
            }

            async fn events(
                &self,
                game_id: &str,
                viewer: Mask,
                after: u64,
                limit: u32,
            ) -> Result<Vec<EventRow>, StoreError> {
                let rows: Vec<Event> = sqlx::query_as(
                    "SELECT seq, at, audience, body FROM events WHERE game_id = $1 AND audience & $2 <> 0 \
                     ORDER BY seq LIMIT $3 OFFSET $4",
                )
                .bind(game_id)
                .bind(viewer.0)
                .bind(i64::from(limit))
                .bind(i64::try_from(after).unwrap_or(i64::MAX))
                .fetch_all(&self.readers)
                .await?;
                Ok(all(rows))
            }

            async fn log(&self, game_id: &str) -> Result<Vec<EventRow>, StoreError> {
                let rows: Vec<Event> =
                    sqlx::query_as("SELECT seq, at, audience, body FROM events WHERE game_id = $1 ORDER BY seq")
                        .bind(game_id)
                        .fetch_all(&self.readers)
                        .await?;
                Ok(all(rows))
            }

            async fn game_ids(&self, after: &str, limit: u32) -> Result<Vec<String>, StoreError> {
                let rows: Vec<(String,)> = sqlx::query_as("SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2")
                    .bind(after)
                    .bind(i64::from(limit))
                    .fetch_all(&self.readers)
                    .await?;
                Ok(rows.into_iter().map(|row| row.0).collect())
            }

            async fn games_of(&self, player_id: &str, page: &Page) -> Result<Vec<String>, StoreError> {
                let rows: Vec<(String,)> = sqlx::query_as(
                    "SELECT game_id FROM seats WHERE player_id = $1 AND game_id < $2 \
                     UNION SELECT game_id FROM seats WHERE kept_for = $1 AND game_id < $2 \
                     ORDER BY game_id DESC LIMIT $3",
                )
                .bind(player_id)
                .bind(page.before.as_deref().unwrap_or(LAST))
                .bind(i64::from(page.limit))
                .fetch_all(&self.readers)
                .await?;
                Ok(rows.into_iter().map(|row| row.0).collect())
            }

            async fn turns_of(
                &self,
                player_id: &str,
                after: Option<&Turn>,
                limit: u32,
            ) -> Result<Vec<Turn>, StoreError> {
                let (deadline, game_id) = after.map_or((i64::MIN, ""), |turn| (turn.deadline.0, &*turn.game_id));
                let rows: Vec<(i64, String)> = sqlx::query_as(
                    "SELECT coalesce(g.deadline, $5) AS due, g.id FROM seats s JOIN games g ON g.id = s.game_id \
                     WHERE s.player_id = $1 AND g.to_move & (CAST(1 AS BIGINT) << CAST(s.seat AS INTEGER)) <> 0 \
                     AND (coalesce(g.deadline, $5), g.id) > ($2, $3) ORDER BY due, g.id LIMIT $4",
                )
                .bind(player_id)
                .bind(deadline)
                .bind(game_id)
                .bind(i64::from(limit))
                .bind(Turn::NEVER.0)
                .fetch_all(&self.readers)
                .await?;
                Ok(rows.into_iter().map(|(due, game_id)| Turn { deadline: Time(due), game_id }).collect())
            }

            async fn open_games(&self, player_id: &str, page: &Page) -> Result<Vec<String>, StoreError> {
                let rows: Vec<(String,)> = sqlx::query_as(
                    "SELECT id FROM games g WHERE open AND id < $1 \
                     AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.game_id = g.id AND s.player_id = $3) \
                     ORDER BY id DESC LIMIT $2",
                )
                .bind(page.before.as_deref().unwrap_or(LAST))
                .bind(i64::from(page.limit))
                .bind(player_id)
                .fetch_all(&self.readers)
                .await?;
                Ok(rows.into_iter().map(|row| row.0).collect())
            }

            async fn due(&self, now: Time, limit: u32) -> Result<Vec<String>, StoreError> {
                let rows: Vec<(String,)> =
                    sqlx::query_as("SELECT id FROM games WHERE deadline <= $1 ORDER BY deadline LIMIT $2")
                        .bind(now.0)
                        .bind(i64::from(limit))
                        .fetch_all(&self.readers)
                        .await?;
                Ok(rows.into_iter().map(|row| row.0).collect())
            }

            async fn feed(&self, player_id: &str, after: u64, limit: u32) -> Result<Vec<FeedRow>, StoreError> {
                let rows: Vec<Feed> = sqlx::query_as(
                    "SELECT number, game_id, seq, events FROM feed WHERE player_id = $1 AND number > $2 \
                     ORDER BY number LIMIT $3",
                )
                .bind(player_id)
                .bind(i64::try_from(after).unwrap_or(i64::MAX))
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
                Ok(all(rows))
            }

            async fn current_games_of(
                &self,
                player_id: &str,
                after: &str,
                limit: u32,
            ) -> Result<Vec<String>, StoreError> {
                let rows: Vec<(String,)> = sqlx::query_as(
                    "SELECT g.id FROM games g WHERE g.id > $2 AND g.status NOT IN ('finished', 'cancelled') AND g.id IN \
                     (SELECT game_id FROM seats WHERE player_id = $1 \
                     UNION SELECT game_id FROM seats WHERE kept_for = $1) ORDER BY g.id LIMIT $3",
                )
                .bind(player_id)
                .bind(after)
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
                Ok(rows.into_iter().map(|row| row.0).collect())
            }

            async fn ticket(&self, hash: &str) -> Result<Option<TicketRow>, StoreError> {
                let row: Option<Ticket> = sqlx::query_as(
                    "SELECT hash, player_id, token_hash, expires_at FROM stream_tickets WHERE hash = $1",
                )
                .bind(hash)
                .fetch_optional(&self.readers)
                .await?;
                Ok(row.map(Into::into))
            }

            async fn answer(&self, key: &AnswerKey) -> Result<Option<Answer>, StoreError> {
                let row: Option<AnswerKept> = sqlx::query_as(
                    "SELECT payload_hash, status, headers, body, at FROM answers \
                     WHERE player_id = $1 AND route = $2 AND key = $3",
                )
                .bind(&key.player_id)
                .bind(&key.route)
                .bind(&key.key)
                .fetch_optional(&self.readers)
                .await?;
                row.map(|row| row.answer(key)).transpose()
            }

            async fn ping(&self) -> Result<(), StoreError> {
                sqlx::query("SELECT 1 FROM settings LIMIT 1").execute(&self.readers).await?;
                Ok(())
            }
        }
    };
}
pub(super) use backend;
