//! Statements that write the same way to both kinds of database.

/// Statements that erase a player whose account is deleted: everything except that the player sat in games. They lock
/// other rows before the counter of the player's feed, as steps do.
pub(super) const ERASE_PLAYER: [&str; 26] = [
    "DELETE FROM tokens WHERE player_id = $1",
    "DELETE FROM stream_tickets WHERE player_id = $1",
    "DELETE FROM answers WHERE player_id = $1",
    "DELETE FROM notes WHERE player_id = $1",
    "DELETE FROM blocks WHERE player_id = $1 OR blocked_id = $1",
    // Lock these rows first, as the sender does: a delivery in progress is recorded before the deletion, or not at all.
    "UPDATE webhooks SET lease = NULL WHERE player_id = $1",
    "DELETE FROM webhook_deliveries WHERE webhook_id IN (SELECT id FROM webhooks WHERE player_id = $1)",
    "DELETE FROM webhooks WHERE player_id = $1",
    "DELETE FROM mail_in WHERE player_id = $1",
    "UPDATE mailboxes SET lease = NULL WHERE player_id = $1",
    // Also mail that only claims to be from there.
    "DELETE FROM mail_in WHERE queue IN (SELECT normal FROM mailboxes WHERE player_id = $1)",
    "DELETE FROM mail_out WHERE player_id = $1",
    // Mail that others sent to the address before its owner was known, and mail with invitations by the player.
    "DELETE FROM mail_out WHERE player_id IS NULL AND lower(recipient) IN (SELECT normal FROM mailboxes WHERE player_id = $1)",
    "DELETE FROM mail_out WHERE player_id IS NULL AND kind = 'invitation' \
     AND game_id IN (SELECT game_id FROM mail_invitations WHERE made_by = $1)",
    "DELETE FROM mail_invitations WHERE player_id = $1 OR made_by = $1",
    // Invitations by others lose only the address: their seats must become free again one day.
    "UPDATE mail_invitations SET address = '', normal = '', address_hash = 'forgotten ' || key_hash \
     WHERE normal IN (SELECT normal FROM mailboxes WHERE player_id = $1)",
    "DELETE FROM mail_threads WHERE player_id = $1",
    "DELETE FROM mail_keys WHERE player_id = $1",
    "DELETE FROM mail_codes WHERE player_id = $1",
    "DELETE FROM mailboxes WHERE player_id = $1",
    // Others still see that there was a message, and its number stays.
    "UPDATE messages SET words = NULL WHERE player_id = $1",
    // The score keeps its revision.
    "UPDATE score_changes SET words = '' WHERE player_id = $1 AND kind = 'direct'",
    "UPDATE players SET vacations = '[]' WHERE id = $1",
    "UPDATE seats SET words = NULL WHERE kept_for = $1 AND words IS NOT NULL",
    // The counter first: this waits for a step that has locked it, and what that step added is deleted with the rest.
    "DELETE FROM feed_heads WHERE player_id = $1",
    "DELETE FROM feed WHERE player_id = $1",
];

/// Defines a function that writes a change, except changes that add to games, which are written together. A database
/// provides its own statements: `GAMES_OF_RENAMED` and `GAMES_OF_AWAY`, which update the games of a player after a new
/// name or new vacations, and `PLAYER_THERE` and `PLAYER_HELD`, which find a player whose account exists.
///
/// Rows are locked in one order, so that no two changes can deadlock: players by id, games by id, everything else that
/// belongs to them, and last the counters of feeds, by player id.
///
/// A macro and not a generic function, for the same reason as in `reads.rs`.
macro_rules! write_one {
    ($connection:ty) => {
        async fn write_one(db: &mut $connection, change: &Change) -> Result<Done, sqlx::Error> {
            match change {
                Change::NewPlayer(player, token) => {
                    sqlx::query("INSERT INTO players (id, name, created_at, is_bot) VALUES ($1, $2, $3, $4)")
                        .bind(&player.id)
                        .bind(&player.name)
                        .bind(player.created_at.0)
                        .bind(player.is_bot)
                        .execute(&mut *db)
                        .await?;
                    sqlx::query("INSERT INTO feed_heads (player_id, number, awake) VALUES ($1, 0, FALSE)")
                        .bind(&player.id)
                        .execute(&mut *db)
                        .await?;
                    write_token(db, token).await?;
                }
                Change::Rename(id, name) => {
                    let renamed = sqlx::query("UPDATE players SET name = $2 WHERE id = $1 AND name IS NOT NULL")
                        .bind(id)
                        .bind(name)
                        .execute(&mut *db)
                        .await?;
                    if renamed.rows_affected() == 0 {
                        return Ok(Done::Conflict);
                    }
                    sqlx::query(GAMES_OF_RENAMED).bind(id).execute(&mut *db).await?;
                    if name.is_none() {
                        for forget in $crate::writes::ERASE_PLAYER {
                            sqlx::query(forget).bind(id).execute(&mut *db).await?;
                        }
                    }
                }
                Change::MarkBot(id, is_bot) => {
                    let marked = sqlx::query("UPDATE players SET is_bot = $2 WHERE id = $1 AND name IS NOT NULL")
                        .bind(id)
                        .bind(is_bot)
                        .execute(&mut *db)
                        .await?;
                    if marked.rows_affected() == 0 {
                        return Ok(Done::Conflict);
                    }
                    sqlx::query(GAMES_OF_RENAMED).bind(id).execute(&mut *db).await?;
                }
                Change::NewToken(token) => {
                    if !has_room(db, token).await? {
                        return Ok(Done::Conflict);
                    }
                    write_token(db, token).await?;
                }
                Change::RevokeToken(id) => {
                    sqlx::query("DELETE FROM tokens WHERE id = $1").bind(id).execute(&mut *db).await?;
                }
                Change::Attend(attention) => {
                    let ClockUpdate { game_id, from, deadline, attend_at, times, notices: _ } = &**attention;
                    let there = sqlx::query(
                        "UPDATE games SET edition = edition + 1, deadline = $4, attend_at = $5, times = $6 \
                         WHERE id = $1 AND version = $2 AND edition = $3",
                    )
                    .bind(game_id)
                    .bind(from.version as i64)
                    .bind(from.edition as i64)
                    .bind(deadline.map(|time| time.0))
                    .bind(attend_at.map(|time| time.0))
                    .bind(times.as_ref().map(ClockState::text))
                    .execute(&mut *db)
                    .await?;
                    if there.rows_affected() == 0 {
                        return Ok(Done::Conflict);
                    }
                }
                Change::Vacations(vacations) => {
                    let Vacations { player_id, before, after, answer } = &**vacations;
                    // If two nodes process the same request, the second finds the response of the first.
                    if !hold_player(db, player_id).await?
                        || !taken_keys(db, answer.iter().collect()).await?.is_empty()
                    {
                        return Ok(Done::Conflict);
                    }
                    let there = sqlx::query(
                        "UPDATE players SET vacations = $3 WHERE id = $1 AND vacations = $2 AND name IS NOT NULL",
                    )
                    .bind(player_id)
                    .bind(vacations_text(before))
                    .bind(vacations_text(after))
                    .execute(&mut *db)
                    .await?;
                    if there.rows_affected() == 0 {
                        return Ok(Done::Conflict);
                    }
                    sqlx::query(GAMES_OF_AWAY).bind(player_id).execute(&mut *db).await?;
                    keep_answer(db, answer.as_ref()).await?;
                }
                Change::NameToken(id, name) => {
                    let named = sqlx::query("UPDATE tokens SET name = $2 WHERE id = $1")
                        .bind(id)
                        .bind(name)
                        .execute(&mut *db)
                        .await?;
                    if named.rows_affected() == 0 {
                        return Ok(Done::Conflict);
                    }
                }
                Change::RotateToken { id, ends_at, next } => {
                    if !has_room(db, next).await? {
                        return Ok(Done::Conflict);
                    }
                    let ends = sqlx::query("UPDATE tokens SET ends_at = $2 WHERE id = $1")
                        .bind(id)
                        .bind(ends_at.0)
                        .execute(&mut *db)
                        .await?;
                    if ends.rows_affected() == 0 {
                        return Ok(Done::Conflict);
                    }
                    write_token(db, next).await?;
                }
                Change::Probe(at) => {
                    sqlx::query(
                        "INSERT INTO settings (name, value) VALUES ('probed_at', $1) \
                         ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                    )
                    .bind(at.0.to_string())
                    .execute(&mut *db)
                    .await?;
                }
                Change::Alive(alive) => write_alive(db, alive).await?,
                Change::MoveGames => move_games(db).await?,
                Change::Leave(node) => {
                    // A clock that was in doubt tells other nodes nothing.
                    sqlx::query(
                        "UPDATE node_clocks SET stopped = TRUE, suspended = NULL, \
                         database_at = CASE WHEN suspended IS NULL THEN database_at END WHERE node = $1",
                    )
                    .bind(node)
                    .execute(&mut *db)
                    .await?;
                }
                Change::ConfirmClock(wall) => confirm_clock(db, *wall).await?,
                Change::UseKeys(needed) => {
                    sqlx::query(
                        "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                    )
                    .bind($crate::vault::ENCRYPTION)
                    .bind(needed)
                    .execute(&mut *db)
                    .await?;
                }
                Change::ForgetTokens(by) => {
                    sqlx::query("DELETE FROM tokens WHERE ends_at <= $1").bind(by.0).execute(&mut *db).await?;
                }
                Change::Reinvite { game_id, from, seat, code_hash } => {
                    let there = sqlx::query("UPDATE games SET edition = edition + 1 WHERE id = $1 AND version = $2")
                        .bind(game_id)
                        .bind(*from as i64)
                        .execute(&mut *db)
                        .await?;
                    if there.rows_affected() == 0 {
                        return Ok(Done::Conflict);
                    }
                    sqlx::query("UPDATE seats SET code_hash = $3 WHERE game_id = $1 AND seat = $2")
                        .bind(game_id)
                        .bind(i64::from(seat.number()))
                        .bind(code_hash)
                        .execute(&mut *db)
                        .await?;
                }
                Change::ForgetAnswers(before) => {
                    sqlx::query("DELETE FROM answers WHERE at < $1").bind(before.0).execute(&mut *db).await?;
                }
                Change::NewTicket(ticket) => {
                    sqlx::query(
                        "INSERT INTO stream_tickets (hash, player_id, token_hash, expires_at) VALUES ($1, $2, $3, $4)",
                    )
                    .bind(&ticket.hash)
                    .bind(&ticket.player_id)
                    .bind(&ticket.token_hash)
                    .bind(ticket.expires_at.0)
                    .execute(&mut *db)
                    .await?;
                }
                Change::SpendTicket(hash) => {
                    let spent = sqlx::query("DELETE FROM stream_tickets WHERE hash = $1")
                        .bind(hash)
                        .execute(&mut *db)
                        .await?;
                    if spent.rows_affected() == 0 {
                        return Ok(Done::Conflict);
                    }
                }
                Change::ForgetTickets(by) => {
                    sqlx::query("DELETE FROM stream_tickets WHERE expires_at <= $1")
                        .bind(by.0)
                        .execute(&mut *db)
                        .await?;
                }
                Change::WakeFeed(player_id) => {
                    if !is_there(db, player_id).await? {
                        return Ok(Done::Conflict);
                    }
                    // A player who was created by a node of an older version has no counter.
                    sqlx::query(
                        "INSERT INTO feed_heads (player_id, number, awake) VALUES ($1, 0, TRUE) \
                         ON CONFLICT (player_id) DO UPDATE SET awake = TRUE",
                    )
                    .bind(player_id)
                    .execute(&mut *db)
                    .await?;
                }
                Change::ForgetFeeds(before) => {
                    sqlx::query(
                        "DELETE FROM feed WHERE at < $1 AND NOT EXISTS (SELECT 1 FROM webhooks w \
                         WHERE w.player_id = feed.player_id AND w.state = 'active' AND w.position < feed.number) \
                         AND NOT EXISTS (SELECT 1 FROM mailboxes m WHERE m.player_id = feed.player_id \
                         AND m.normal IS NOT NULL AND m.state = 'active' AND m.cadence <> 'off' AND m.position < feed.number)",
                    )
                    .bind(before.0)
                    .execute(&mut *db)
                    .await?;
                }
                Change::Social(saying) => return write_saying(db, saying).await,
                Change::Score(append) => return write_score(db, append).await,
                Change::Webhook(change) => return write_webhook(db, change).await,
                Change::Inbox(change) => return write_inbox(db, change).await,
                Change::Mail(change) => return write_mail(db, change).await,
                Change::NewGame(_) | Change::Step(_) => unreachable!("they are written together"),
            }
            Ok(Done::Yes)
        }

        /// Adds the notices of the changes that were made to feeds. This comes after everything else, and in the order
        /// of the players: steps also lock the counters of players last, so that two nodes cannot deadlock.
        async fn notify(db: &mut $connection, changes: &[Change], done: &[Done]) -> Result<(), sqlx::Error> {
            let made = changes.iter().zip(done).filter(|(_, done)| **done == Done::Yes);
            let mut notices: Vec<_> = made.flat_map(|(change, _)| change.notices()).collect();
            notices.sort_by(|a, b| a.player_id.cmp(&b.player_id));
            for notice in notices {
                let (kind, subject) = $crate::decode::notification_columns(notice.about);
                // A deleted account has no counter, and gets no notice.
                let number: Option<(i64,)> = sqlx::query_as(
                    "UPDATE feed_heads SET number = number + 1 WHERE player_id = $1 RETURNING number",
                )
                .bind(&notice.player_id)
                .fetch_optional(&mut *db)
                .await?;
                let Some((number,)) = number else { continue };
                sqlx::query(
                    "INSERT INTO feed (player_id, number, game_id, seq, events, at, kind) VALUES ($1, $2, $3, $4, 1, $5, $6)",
                )
                .bind(&notice.player_id)
                .bind(number)
                .bind(&notice.game_id)
                .bind(subject)
                .bind(notice.at.0)
                .bind(kind)
                .execute(&mut *db)
                .await?;
            }
            Ok(())
        }

        /// Stores the response of a change for its idempotency key, if it has one. Fails, and the change with it, if
        /// the key is taken: the caller has locked a row before, and found the key free (`taken_keys`).
        async fn keep_answer(db: &mut $connection, answer: Option<&IdempotencyRecord>) -> Result<(), sqlx::Error> {
            let Some(answer) = answer else { return Ok(()) };
            let IdempotencyRecord { key: IdempotencyKey { player_id, route, key }, payload_hash, status, headers, body, at } = answer;
            sqlx::query(
                "INSERT INTO answers (player_id, route, key, payload_hash, status, headers, body, at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            )
            .bind(player_id)
            .bind(route)
            .bind(key)
            .bind(payload_hash)
            .bind(i64::from(*status))
            .bind(serde_json::to_string(headers).expect("headers are plain data"))
            .bind(body)
            .bind(at.0)
            .execute(&mut *db)
            .await?;
            Ok(())
        }

        /// Gives the games that these are rematches of a new edition, since they now show their rematch.
        async fn point_to(db: &mut $connection, rematches: &[&NewGame]) -> Result<(), sqlx::Error> {
            for before in rematches.iter().filter_map(|game| game.row.rematch_of.as_ref()) {
                sqlx::query("UPDATE games SET edition = edition + 1 WHERE id = $1")
                    .bind(before)
                    .execute(&mut *db)
                    .await?;
            }
            Ok(())
        }

        /// Returns true if the account of a player exists. It then stays until this transaction ends.
        async fn is_there(db: &mut $connection, player_id: &str) -> Result<bool, sqlx::Error> {
            let there: Option<(String,)> =
                sqlx::query_as(PLAYER_THERE).bind(player_id).fetch_optional(&mut *db).await?;
            Ok(there.is_some())
        }

        /// Does the same as `is_there`, and locks the player exclusively: what is counted for them does not grow until
        /// this transaction ends.
        async fn hold_player(db: &mut $connection, player_id: &str) -> Result<bool, sqlx::Error> {
            let there: Option<(String,)> =
                sqlx::query_as(PLAYER_HELD).bind(player_id).fetch_optional(&mut *db).await?;
            Ok(there.is_some())
        }

        /// Returns true if the player may have this additional token. Locks the player, so that no other session adds
        /// one.
        async fn has_room(db: &mut $connection, token: &TokenRow) -> Result<bool, sqlx::Error> {
            if !hold_player(db, &token.player_id).await? {
                return Ok(false);
            }
            Ok(tokens_at(db, &token.player_id, token.created_at).await? < MOST_TOKENS as i64)
        }

        /// Returns the number of a player's tokens that have not ended by a time.
        async fn tokens_at(db: &mut $connection, player_id: &str, at: Time) -> Result<i64, sqlx::Error> {
            let (count,): (i64,) = sqlx::query_as(
                "SELECT count(*) FROM tokens WHERE player_id = $1 AND (ends_at IS NULL OR ends_at > $2)",
            )
            .bind(player_id)
            .bind(at.0)
            .fetch_one(&mut *db)
            .await?;
            Ok(count)
        }

        async fn write_token(db: &mut $connection, token: &TokenRow) -> Result<(), sqlx::Error> {
            sqlx::query(
                "INSERT INTO tokens (id, player_id, hash, name, scopes, created_at, expires_at, ends_at, recovered) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            )
            .bind(&token.id)
            .bind(&token.player_id)
            .bind(&token.hash)
            .bind(&token.name)
            .bind(&token.scopes)
            .bind(token.created_at.0)
            .bind(token.expires_at.map(|time| time.0))
            .bind(token.ends_at.map(|time| time.0))
            .bind(token.recovered)
            .execute(&mut *db)
            .await?;
            Ok(())
        }
    };
}
pub(super) use write_one;
