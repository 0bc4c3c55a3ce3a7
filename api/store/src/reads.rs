//! Queries that are the same for both kinds of database.

/// SQL that selects a page of ids of the games that match a filter. `$1` is the exclusive upper bound of the ids, `$2`
/// their maximum number, `$3` the player who asks, `$4` the status, and so on as they are bound.
macro_rules! find {
    ($from:literal, $which:literal) => {
        concat!(
            "SELECT g.id FROM ",
            $from,
            " WHERE ",
            $which,
            " AND g.id < $1 AND (CAST($5 AS TEXT) IS NULL OR g.ruleset = $5) \
             AND (CAST($6 AS TEXT) IS NULL OR replace(g.traits, ' ', '  ') LIKE $6 ESCAPE '!') \
             AND (CAST($7 AS TEXT) IS NULL OR coalesce(g.clock_kind, 'none') = $7) \
             AND (CAST($8 AS BIGINT) IS NULL OR g.clock_days >= $8) \
             AND (CAST($9 AS BIGINT) IS NULL OR g.clock_days <= $9) \
             AND (CAST($10 AS BIGINT) IS NULL OR (SELECT count(*) FROM seats s WHERE s.game_id = g.id) = $10) \
             AND (CAST($11 AS BIGINT) IS NULL OR (SELECT count(*) FROM seats s WHERE s.game_id = g.id \
             AND s.kind = 'open' AND s.player_id IS NULL) >= $11) \
             AND (CAST($12 AS TEXT) IS NULL OR g.created_by = $12) ORDER BY g.id DESC LIMIT $2"
        )
    };
}
pub(super) use find;

/// SQL that selects the challenges of a player. `$side` is the column that holds the player.
macro_rules! challenges {
    ($side:literal) => {
        concat!(
            "SELECT s.game_id, s.seat, s.kept_by, b.name AS by_name, \
             coalesce(b.is_bot, FALSE) AS by_is_bot, s.kept_for, f.name AS for_name, coalesce(f.is_bot, FALSE) AS for_is_bot \
             FROM seats s JOIN games g ON g.id = s.game_id \
             LEFT JOIN players b ON b.id = s.kept_by LEFT JOIN players f ON f.id = s.kept_for WHERE ",
            $side,
            " = $1 AND s.challenge = $2 AND (s.game_id, s.seat) < ($3, $4) \
             AND (s.challenge <> 'open' OR (s.player_id IS NULL AND g.status = 'waiting')) \
             ORDER BY s.game_id DESC, s.seat DESC LIMIT $5"
        )
    };
}
pub(super) use challenges;

/// SQL that selects games with their snapshots, seats and logs. The log begins with the last entry that the snapshot
/// includes, because its time is needed. One statement, so that all data is of one moment. Seats and entries come as
/// JSON, for which each kind of database has its own functions. The values of each row are in the order of
/// [`SeatOfGame`](super::decode::SeatOfGame) and [`Event`](super::decode::Event).
macro_rules! games {
    ($rows:literal, $row:literal, $which:literal) => {
        concat!(
            "SELECT g.id, g.ruleset, g.visibility, g.clock, g.created_at, g.created_by, g.rematch_of, g.version, g.edition, \
             g.status, g.deadline, g.attend_at, g.times, g.open, g.to_move, g.restored, \
             (SELECT r.id FROM games r WHERE r.rematch_of = g.id) AS rematch, \
             (SELECT b.dues FROM bot_turns b WHERE b.game_id = g.id) AS bot_dues, \
             s.body AS snapshot, s.version AS snapshot_version, CAST((SELECT ",
            $rows,
            "(",
            $row,
            "(t.seat, t.kind, t.kept_for, t.code_hash, t.player_id, p.name, p.created_at, p.vacations, \
             CASE WHEN p.is_bot THEN 1 ELSE 0 END, t.kept_by, \
             t.challenge, t.reason, t.words, t.answered_at)) FROM seats t LEFT JOIN players p ON p.id = t.player_id \
             WHERE t.game_id = g.id) AS TEXT) AS seats, CAST((SELECT ",
            $rows,
            "(",
            $row,
            "(e.seq, e.at, e.audience, e.body)) FROM events e WHERE e.game_id = g.id AND e.seq >= s.version) AS TEXT) AS events \
             FROM games g JOIN snapshots s ON s.game_id = g.id WHERE g.id ",
            $which
        )
    };
}
pub(super) use games;

/// Implements [`Backend`](super::Backend) for a database: the queries that are the same for every kind, and the
/// database's own methods. The database has `readers`, a connection pool.
///
/// A macro and not a generic type: sqlx's bounds for one would be longer than the statements.
macro_rules! backend {
    ($kind:ty { $($own:tt)* }) => {
        #[async_trait::async_trait]
        impl $crate::Backend for $kind {
            $($own)*

            async fn setting_now(&self, name: &str) -> Result<Option<String>, StoreError> {
                let row: Option<(String,)> = sqlx::query_as("SELECT value FROM settings WHERE name = $1")
                    .bind(name)
                    .fetch_optional(&self.readers)
                    .await?;
                Ok(row.map(|(value,)| value))
            }

            async fn games_gone_back(&self) -> Result<Vec<String>, StoreError> {
                let rows: Vec<(String, i64, String)> = sqlx::query_as(
                    "SELECT id, version, restored FROM games WHERE restored IS NOT NULL \
                     AND status NOT IN ('finished', 'cancelled') ORDER BY id",
                )
                .fetch_all(&self.readers)
                .await?;
                Ok($crate::decode::gone_back(rows))
            }

            async fn player(&self, id: &str) -> Result<Option<PlayerRow>, StoreError> {
                // The id is user input; PostgreSQL text cannot contain NUL.
                if id.contains('\0') {
                    return Ok(None);
                }
                let row: Option<Player> = sqlx::query_as("SELECT id, name, created_at, vacations, is_bot FROM players WHERE id = $1")
                    .bind(id)
                    .fetch_optional(&self.readers)
                    .await?;
                row.map(Player::row).transpose()
            }

            async fn tokens_of(&self, player_id: &str) -> Result<Vec<TokenRow>, StoreError> {
                let rows: Vec<Token> = sqlx::query_as(
                    "SELECT id, player_id, hash, name, scopes, created_at, expires_at, ends_at, recovered FROM tokens \
                     WHERE player_id = $1 ORDER BY id",
                )
                .bind(player_id)
                .fetch_all(&self.readers)
                .await?;
                Ok(all(rows))
            }

            async fn events(
                &self,
                game_id: &str,
                viewer: AudienceMask,
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
                self.vault.open_events(game_id, all(rows))
            }

            async fn log(&self, game_id: &str) -> Result<Vec<EventRow>, StoreError> {
                let rows: Vec<Event> =
                    sqlx::query_as("SELECT seq, at, audience, body FROM events WHERE game_id = $1 ORDER BY seq")
                        .bind(game_id)
                        .fetch_all(&self.readers)
                        .await?;
                self.vault.open_events(game_id, all(rows))
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
                after: Option<&MyTurnCursor>,
                limit: u32,
            ) -> Result<Vec<MyTurnCursor>, StoreError> {
                let (deadline, game_id) = after.map_or((i64::MIN, ""), |turn| (turn.deadline.0, &*turn.game_id));
                let rows: Vec<(i64, String)> = sqlx::query_as(concat!(
                    "SELECT due, id FROM (SELECT coalesce(",
                    own_due!(),
                    ", g.deadline, $5) AS due, g.id FROM seats s JOIN games g ON g.id = s.game_id \
                     WHERE s.player_id = $1 AND NOT s.ended \
                     AND g.to_move & (CAST(1 AS BIGINT) << CAST(s.seat AS INTEGER)) <> 0) AS own \
                     WHERE (due, id) > ($2, $3) ORDER BY due, id LIMIT $4",
                ))
                .bind(player_id)
                .bind(deadline)
                .bind(game_id)
                .bind(i64::from(limit))
                .bind(MyTurnCursor::NEVER.0)
                .fetch_all(&self.readers)
                .await?;
                Ok(rows.into_iter().map(|(due, game_id)| MyTurnCursor { deadline: Time(due), game_id }).collect())
            }

            async fn find(
                &self,
                among: ListScope,
                player_id: &str,
                filter: &Filter,
                page: &Page,
            ) -> Result<Vec<String>, StoreError> {
                let statement = match (among, filter.status) {
                    (ListScope::Own, _) => find!(
                        "(SELECT game_id FROM seats WHERE player_id = $3 AND game_id < $1 \
                         UNION SELECT game_id FROM seats WHERE kept_for = $3 AND game_id < $1) AS own \
                         JOIN games g ON g.id = own.game_id",
                        "(CAST($4 AS TEXT) IS NULL OR g.status = $4)"
                    ),
                    (ListScope::Open, _) => find!(
                        "games g",
                        "open AND (CAST($4 AS TEXT) IS NULL OR g.status = $4) AND NOT EXISTS \
                         (SELECT 1 FROM seats s WHERE s.game_id = g.id AND s.player_id = $3) AND NOT EXISTS \
                         (SELECT 1 FROM blocks b WHERE (b.player_id = g.created_by AND b.blocked_id = $3) \
                         OR (b.player_id = $3 AND b.blocked_id = g.created_by))"
                    ),
                    // Separate statements where an index serves the query.
                    (ListScope::Public, _) if filter.created_by.is_some() => find!(
                        "games g",
                        "visibility = 'public' AND created_by = $12 AND CAST($3 AS TEXT) IS NOT NULL \
                         AND (CAST($4 AS TEXT) IS NULL OR g.status = $4)"
                    ),
                    (ListScope::Public, None) => {
                        find!("games g", "visibility = 'public' AND CAST($3 AS TEXT) IS NOT NULL AND CAST($4 AS TEXT) IS NULL")
                    }
                    (ListScope::Public, Some(_)) => {
                        find!("games g", "visibility = 'public' AND status = $4 AND CAST($3 AS TEXT) IS NOT NULL")
                    }
                };
                let rows: Vec<(String,)> = sqlx::query_as(statement)
                    .bind(page.before.as_deref().unwrap_or(LAST))
                    .bind(i64::from(page.limit))
                    .bind(player_id)
                    .bind(filter.status)
                    .bind(filter.ruleset)
                    .bind(filter.option_pattern())
                    .bind(filter.clock)
                    .bind(filter.least_days.map(i64::from))
                    .bind(filter.most_days.map(i64::from))
                    .bind(filter.seats.map(i64::from))
                    .bind(filter.free.map(i64::from))
                    .bind(filter.created_by.as_deref())
                    .fetch_all(&self.readers)
                    .await?;
                Ok(rows.into_iter().map(|row| row.0).collect())
            }

            async fn rematch_of(&self, game_id: &str) -> Result<Option<String>, StoreError> {
                let row: Option<(String,)> = sqlx::query_as("SELECT id FROM games WHERE rematch_of = $1")
                    .bind(game_id)
                    .fetch_optional(&self.readers)
                    .await?;
                Ok(row.map(|row| row.0))
            }

            async fn challenges(
                &self,
                player_id: &str,
                side: Side,
                state: ChallengeState,
                before: Option<&ChallengePlace>,
                limit: u32,
            ) -> Result<Vec<ChallengeRow>, StoreError> {
                let statement = match side {
                    Side::In => challenges!("s.kept_for"),
                    Side::Out => challenges!("s.kept_by"),
                };
                let (game_id, seat) = before.map_or((LAST, 0), |place| (&*place.game_id, place.seat));
                let rows: Vec<ChallengeFound> = sqlx::query_as(statement)
                    .bind(player_id)
                    .bind(state.as_str())
                    .bind(game_id)
                    .bind(seat)
                    .bind(i64::from(limit))
                    .fetch_all(&self.readers)
                    .await?;
                Ok(all(rows))
            }

            async fn unbegun(&self, player_id: &str) -> Result<u64, StoreError> {
                // The creator of a game has a seat in it until it is over.
                let (unbegun,): (i64,) = sqlx::query_as(
                    "SELECT count(*) FROM seats s JOIN games g ON g.id = s.game_id WHERE s.player_id = $1 \
                     AND NOT s.ended AND g.created_by = $1 AND g.status IN ('waiting', 'placing')",
                )
                .bind(player_id)
                .fetch_one(&self.readers)
                .await?;
                Ok(unbegun as u64)
            }

            async fn bot_games(&self, player_id: &str) -> Result<u64, StoreError> {
                let (games,): (i64,) = sqlx::query_as($crate::newly_seated::BOT_GAMES)
                    .bind(player_id)
                    .fetch_one(&self.readers)
                    .await?;
                Ok(games as u64)
            }

            async fn bot_turns(&self, before: Time, after: Time, limit: u32) -> Result<Vec<String>, StoreError> {
                let rows: Vec<(String,)> = sqlx::query_as(
                    "SELECT game_id FROM bot_turns WHERE due_at < $1 OR due_at > $2 ORDER BY due_at LIMIT $3",
                )
                .bind(before.0)
                .bind(after.0)
                .bind(i64::from(limit))
                .fetch_all(&self.readers)
                .await?;
                Ok(rows.into_iter().map(|row| row.0).collect())
            }

            async fn challenges_made(&self, player_id: &str, since: &str) -> Result<u64, StoreError> {
                let (made,): (i64,) =
                    sqlx::query_as("SELECT count(*) FROM seats WHERE kept_by = $1 AND game_id > $2")
                        .bind(player_id)
                        .bind(since)
                        .fetch_one(&self.readers)
                        .await?;
                Ok(made as u64)
            }

            async fn games_finished(&self, player_id: &str, most: u32) -> Result<u32, StoreError> {
                let (finished,): (i64,) = sqlx::query_as(
                    "SELECT count(*) FROM (SELECT 1 FROM seats s JOIN games g ON g.id = s.game_id WHERE s.player_id = $1 \
                     AND g.status = 'finished' AND g.ruleset <> 'solo' \
                     AND NOT EXISTS (SELECT 1 FROM seats b WHERE b.game_id = g.id AND b.kind = 'bot') LIMIT $2) f",
                )
                .bind(player_id)
                .bind(i64::from(most))
                .fetch_one(&self.readers)
                .await?;
                Ok(finished as u32)
            }

            async fn counts(&self, player_id: &str) -> Result<Counts, StoreError> {
                let (games, my_turn, deadline): (i64, i64, Option<i64>) = sqlx::query_as(concat!(
                    "SELECT count(*), count(mine), min(CASE WHEN mine = 1 THEN due END) FROM (\
                     SELECT coalesce(",
                    own_due!(),
                    ", g.deadline) AS due, CASE WHEN g.to_move & (CAST(1 AS BIGINT) << CAST(s.seat AS INTEGER)) <> 0 \
                     THEN 1 END AS mine FROM seats s JOIN games g ON g.id = s.game_id \
                     WHERE s.player_id = $1 AND NOT s.ended AND g.status NOT IN ('finished', 'cancelled')) AS own",
                ))
                .bind(player_id)
                .fetch_one(&self.readers)
                .await?;
                let (challenges_in, challenges_out): (i64, i64) = sqlx::query_as(
                    "SELECT (SELECT count(*) FROM seats s JOIN games g ON g.id = s.game_id WHERE s.kept_for = $1 \
                     AND s.challenge = 'open' AND s.player_id IS NULL AND g.status = 'waiting'), \
                     (SELECT count(*) FROM seats s JOIN games g ON g.id = s.game_id WHERE s.kept_by = $1 \
                     AND s.challenge = 'open' AND s.player_id IS NULL AND g.status = 'waiting')",
                )
                .bind(player_id)
                .fetch_one(&self.readers)
                .await?;
                Ok(Counts {
                    games: games as u64,
                    my_turn: my_turn as u64,
                    deadline: deadline.map(Time),
                    challenges_in: challenges_in as u64,
                    challenges_out: challenges_out as u64,
                })
            }

            async fn due(&self, now: Time, limit: u32) -> Result<Vec<String>, StoreError> {
                let rows: Vec<(String,)> =
                    sqlx::query_as("SELECT id FROM games WHERE attend_at <= $1 ORDER BY attend_at LIMIT $2")
                        .bind(now.0)
                        .bind(i64::from(limit))
                        .fetch_all(&self.readers)
                        .await?;
                Ok(rows.into_iter().map(|row| row.0).collect())
            }

            async fn outages(&self) -> Result<Vec<Outage>, StoreError> {
                let rows: Vec<(i64, i64)> =
                    sqlx::query_as("SELECT from_at, until_at FROM outages ORDER BY from_at, until_at")
                        .fetch_all(&self.readers)
                        .await?;
                let outage = |(from, until)| Outage { from: Time(from), until: Time(until) };
                Ok(rows.into_iter().map(outage).collect())
            }

            async fn outage_to_move(&self) -> Result<bool, StoreError> {
                let (some,): (bool,) = sqlx::query_as("SELECT EXISTS (SELECT 1 FROM outages WHERE NOT moved)")
                    .fetch_one(&self.readers)
                    .await?;
                Ok(some)
            }

            async fn outage_until(&self, now: Time) -> Result<Option<Outage>, StoreError> {
                let (database, _, alive_at, alive_database_at): ClockRow = sqlx::query_as(concat!(
                    "SELECT ",
                    database_clock!(),
                    ", (SELECT value FROM settings WHERE name = 'alive_at'), \
                     (SELECT value FROM settings WHERE name = 'alive_database_at')"
                ))
                .fetch_one(&self.readers)
                .await?;
                Ok(outages::outage_until(now, database, alive_at, alive_database_at))
            }

            async fn clocks(&self, locate: bool) -> Result<StoredClocks, StoreError> {
                let mut row: ClockRow = sqlx::query_as(concat!(
                    "SELECT ",
                    database_clock!(),
                    ", (SELECT value FROM settings WHERE name = 'alive_at'), \
                     (SELECT value FROM settings WHERE name = 'clock_confirmed')"
                ))
                .fetch_one(&self.readers)
                .await?;
                let nodes = sqlx::query_as(
                    "SELECT node, boot_id, at, uptime, wall_at, database_at, suspended FROM node_clocks ORDER BY node",
                );
                let nodes = nodes.fetch_all(&self.readers).await?;
                row.1 &= locate;
                // The id is needed only if the database seems to be on another machine.
                let boot_id = if row.1 { self.boot_id().await? } else { None };
                Ok(StoredClocks::read(row, boot_id, nodes))
            }

            async fn feed(&self, player_id: &str, after: u64, limit: u32) -> Result<Vec<FeedItem>, StoreError> {
                let rows: Vec<Feed> = sqlx::query_as(
                    "SELECT number, game_id, seq, events, kind, at FROM feed WHERE player_id = $1 AND number > $2 \
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

            async fn answer(&self, key: &IdempotencyKey) -> Result<Option<IdempotencyRecord>, StoreError> {
                let row: Option<AnswerKept> = sqlx::query_as(
                    "SELECT payload_hash, status, headers, body, at FROM answers \
                     WHERE player_id = $1 AND route = $2 AND key = $3",
                )
                .bind(&key.player_id)
                .bind(&key.route)
                .bind(&key.key)
                .fetch_optional(&self.readers)
                .await?;
                let answer: Option<IdempotencyRecord> = row.map(|row| row.answer(key)).transpose()?;
                Ok(self.vault.open_all(Vec::from_iter(answer))?.pop())
            }

            async fn ping(&self) -> Result<(), StoreError> {
                sqlx::query("SELECT 1 FROM settings LIMIT 1").execute(&self.readers).await?;
                Ok(())
            }
        }
    };
}
pub(super) use backend;
