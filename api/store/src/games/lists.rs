//! Lists and counts of games.

use broadside_domain::challenge::Counts;
use broadside_domain::time::Time;

use super::newly_seated::BOT_GAMES;
use crate::backend::Backend;
use crate::error::StoreError;
use crate::filter::{Filter, ListScope};
use crate::page::{LAST, Page};
use crate::sql::{query, query_text};

/// Game in which a player is to move, in a list sorted by urgency: by deadline, then by id. Games
/// without a deadline come last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MyTurnCursor {
    /// Deadline of the move; [`MyTurnCursor::NEVER`] without a clock.
    pub deadline: Time,
    pub game_id: String,
}

impl MyTurnCursor {
    /// Time that sorts after every deadline.
    pub const NEVER: Time = Time(i64::MAX);
}

/// Returns SQL that selects a page of ids of the games that match a filter, from a table expression
/// with `games g`. `$1` is the exclusive upper bound of the ids, `$2` their maximum number, `$3`
/// the player who asks, `$4` the status, and so on as [`Backend::find`] binds them.
fn find_in(from: &str, condition: &str) -> String {
    format!(
        "SELECT g.id FROM {from} WHERE {condition} AND g.id < $1 AND (CAST($5 AS TEXT) IS NULL OR g.ruleset = $5) \
         AND (CAST($6 AS TEXT) IS NULL OR replace(g.facets, ' ', '  ') LIKE $6 ESCAPE '!') \
         AND (CAST($7 AS TEXT) IS NULL OR coalesce(g.clock_kind, 'none') = $7) \
         AND (CAST($8 AS BIGINT) IS NULL OR g.clock_days >= $8) \
         AND (CAST($9 AS BIGINT) IS NULL OR g.clock_days <= $9) \
         AND (CAST($10 AS BIGINT) IS NULL OR (SELECT count(*) FROM seats s WHERE s.game_id = g.id) = $10) \
         AND (CAST($11 AS BIGINT) IS NULL OR (SELECT count(*) FROM seats s WHERE s.game_id = g.id \
         AND s.kind = 'open' AND s.player_id IS NULL) >= $11) \
         AND (CAST($12 AS TEXT) IS NULL OR g.created_by = $12) ORDER BY g.id DESC LIMIT $2"
    )
}

impl Backend {
    /// Returns the ids of all games after an id, in order.
    pub async fn game_ids(&self, after: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        Ok(query("SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2")
            .bind(after)
            .bind(limit)
            .fetch_values(self.readers())
            .await?)
    }

    /// Returns the ids of the games in which a player has a seat or a reserved seat, newest first.
    pub async fn games_of(&self, player_id: &str, page: &Page) -> Result<Vec<String>, StoreError> {
        Ok(query(
            "SELECT game_id FROM seats WHERE player_id = $1 AND game_id < $2 \
             UNION SELECT game_id FROM seats WHERE reserved_for = $1 AND game_id < $2 \
             ORDER BY game_id DESC LIMIT $3",
        )
        .bind(player_id)
        .bind(page.before.as_deref().unwrap_or(LAST))
        .bind(page.limit)
        .fetch_values(self.readers())
        .await?)
    }

    /// Returns the ids of the current games in which a player has a seat or a reserved seat, oldest
    /// first. Returns only ids after `after`.
    pub async fn current_games_of(
        &self,
        player_id: &str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<String>, StoreError> {
        Ok(query(
            "SELECT g.id FROM games g WHERE g.id > $2 AND g.status NOT IN ('finished', 'cancelled') AND g.id IN \
             (SELECT game_id FROM seats WHERE player_id = $1 \
             UNION SELECT game_id FROM seats WHERE reserved_for = $1) ORDER BY g.id LIMIT $3",
        )
        .bind(player_id)
        .bind(after)
        .bind(limit)
        .fetch_values(self.readers()).await?)
    }

    /// Returns the games in which a player is to move, the most urgent first. With `after`, returns
    /// only the games after that one.
    pub async fn my_turns(
        &self,
        player_id: &str,
        after: Option<&MyTurnCursor>,
        limit: u32,
    ) -> Result<Vec<MyTurnCursor>, StoreError> {
        let (deadline, game_id) =
            after.map_or((i64::MIN, ""), |cursor| (cursor.deadline.0, &*cursor.game_id));
        let rows: Vec<(i64, String)> = query_text(format!(
            "SELECT due, id FROM (SELECT coalesce({}, g.deadline, $5) AS due, g.id FROM seats s JOIN games g ON g.id = s.game_id \
             WHERE s.player_id = $1 AND NOT s.game_over \
             AND g.to_move & (CAST(1 AS BIGINT) << CAST(s.seat AS INTEGER)) <> 0) AS own \
             WHERE (due, id) > ($2, $3) ORDER BY due, id LIMIT $4",
            self.dialect().own_due(),
        ))
        .bind(player_id)
        .bind(deadline)
        .bind(game_id)
        .bind(limit)
        .bind(MyTurnCursor::NEVER.0)
        .fetch_all(self.readers())
        .await?;
        Ok(rows
            .into_iter()
            .map(|(due, game_id)| MyTurnCursor { deadline: Time(due), game_id })
            .collect())
    }

    /// Returns the ids of the games in a list that match a filter, newest first.
    pub async fn find(
        &self,
        scope: ListScope,
        player_id: &str,
        filter: &Filter,
        page: &Page,
    ) -> Result<Vec<String>, StoreError> {
        let sql = match (scope, filter.status) {
            (ListScope::Own, _) => find_in(
                "(SELECT game_id FROM seats WHERE player_id = $3 AND game_id < $1 \
                 UNION SELECT game_id FROM seats WHERE reserved_for = $3 AND game_id < $1) AS own \
                 JOIN games g ON g.id = own.game_id",
                "(CAST($4 AS TEXT) IS NULL OR g.status = $4)",
            ),
            (ListScope::Open, _) => find_in(
                "games g",
                "open AND (CAST($4 AS TEXT) IS NULL OR g.status = $4) AND NOT EXISTS \
                 (SELECT 1 FROM seats s WHERE s.game_id = g.id AND s.player_id = $3) AND NOT EXISTS \
                 (SELECT 1 FROM blocks b WHERE (b.player_id = g.created_by AND b.blocked_id = $3) \
                 OR (b.player_id = $3 AND b.blocked_id = g.created_by))",
            ),
            // Separate statements where an index serves the query.
            (ListScope::Public, _) if filter.created_by.is_some() => find_in(
                "games g",
                "visibility = 'public' AND created_by = $12 AND CAST($3 AS TEXT) IS NOT NULL \
                 AND (CAST($4 AS TEXT) IS NULL OR g.status = $4)",
            ),
            (ListScope::Public, None) => find_in(
                "games g",
                "visibility = 'public' AND CAST($3 AS TEXT) IS NOT NULL AND CAST($4 AS TEXT) IS NULL",
            ),
            (ListScope::Public, Some(_)) => find_in(
                "games g",
                "visibility = 'public' AND status = $4 AND CAST($3 AS TEXT) IS NOT NULL",
            ),
        };
        Ok(query_text(sql)
            .bind(page.before.as_deref().unwrap_or(LAST))
            .bind(page.limit)
            .bind(player_id)
            .bind(filter.status)
            .bind(filter.ruleset)
            .bind(filter.option_pattern())
            .bind(filter.clock)
            .bind(filter.min_days.map(i64::from))
            .bind(filter.max_days.map(i64::from))
            .bind(filter.seats.map(i64::from))
            .bind(filter.free.map(i64::from))
            .bind(filter.created_by.as_deref())
            .fetch_values(self.readers())
            .await?)
    }

    /// Returns the ids of the public games with an open seat whose ids end with these hexadecimal
    /// digits, at most two.
    pub async fn open_games_ending_in(&self, end: &str) -> Result<Vec<String>, StoreError> {
        Ok(query("SELECT id FROM games WHERE open AND id LIKE '%' || $1 LIMIT 2")
            .bind(end)
            .fetch_values(self.readers())
            .await?)
    }

    /// Returns the id of the game with a seat whose invitation code has this hash.
    pub async fn game_of_code(&self, code_hash: &str) -> Result<Option<String>, StoreError> {
        Ok(query("SELECT game_id FROM seats WHERE code_hash = $1")
            .bind(code_hash)
            .fetch_optional_value(self.readers())
            .await?)
    }

    /// Returns the number of games that a player has created and that have not begun.
    pub async fn games_not_started(&self, player_id: &str) -> Result<u64, StoreError> {
        // The creator of a game has a seat in it until it is over.
        Ok(query(
            "SELECT count(*) FROM seats s JOIN games g ON g.id = s.game_id WHERE s.player_id = $1 \
             AND NOT s.game_over AND g.created_by = $1 AND g.status IN ('waiting', 'placing')",
        )
        .bind(player_id)
        .fetch_value(self.readers())
        .await?)
    }

    /// Returns the number of games with bots in which a player has a seat and that are not over.
    pub async fn bot_games(&self, player_id: &str) -> Result<u64, StoreError> {
        Ok(query(BOT_GAMES).bind(player_id).fetch_value(self.readers()).await?)
    }

    /// Returns the ids of games in which a bot had to act before the first time or has to act after
    /// the second, at most `limit`. A time in the far future comes from a clock that was wrong.
    pub async fn bot_turns(
        &self,
        before: Time,
        after: Time,
        limit: u32,
    ) -> Result<Vec<String>, StoreError> {
        Ok(query("SELECT game_id FROM bot_turns WHERE due_at < $1 OR due_at > $2 ORDER BY due_at LIMIT $3")
            .bind(before)
            .bind(after)
            .bind(limit)
            .fetch_values(self.readers())
            .await?)
    }

    /// Returns the numbers of current games and open challenges of a player. They are counted here
    /// and not stored, so that a move has no counter to change.
    pub async fn counts(&self, player_id: &str) -> Result<Counts, StoreError> {
        let (games, my_turn, deadline_at) = query_text(format!(
            "SELECT count(*), count(mine), min(CASE WHEN mine = 1 THEN due END) FROM (\
             SELECT coalesce({}, g.deadline) AS due, CASE WHEN g.to_move & (CAST(1 AS BIGINT) << CAST(s.seat AS INTEGER)) <> 0 \
             THEN 1 END AS mine FROM seats s JOIN games g ON g.id = s.game_id \
             WHERE s.player_id = $1 AND NOT s.game_over AND g.status NOT IN ('finished', 'cancelled')) AS own",
            self.dialect().own_due(),
        ))
        .bind(player_id)
        .fetch_one(self.readers())
        .await?;
        let (challenges_in, challenges_out) = query(
            "SELECT (SELECT count(*) FROM seats s JOIN games g ON g.id = s.game_id WHERE s.reserved_for = $1 \
             AND s.challenge = 'open' AND s.player_id IS NULL AND g.status = 'waiting'), \
             (SELECT count(*) FROM seats s JOIN games g ON g.id = s.game_id WHERE s.challenger_id = $1 \
             AND s.challenge = 'open' AND s.player_id IS NULL AND g.status = 'waiting')",
        )
        .bind(player_id)
        .fetch_one(self.readers())
        .await?;
        Ok(Counts { games, my_turn, deadline_at, challenges_in, challenges_out })
    }

    /// Returns the ids of games that must be processed by now even if nothing else happens in them,
    /// at most `limit`.
    pub async fn due_games(&self, now: Time, limit: u32) -> Result<Vec<String>, StoreError> {
        Ok(query("SELECT id FROM games WHERE next_check_at <= $1 ORDER BY next_check_at LIMIT $2")
            .bind(now)
            .bind(limit)
            .fetch_values(self.readers())
            .await?)
    }
}
