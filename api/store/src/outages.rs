//! Outages: the times between two heartbeats in which no move could be made.

use broadside_domain::time::{DAY, Time};
use broadside_domain::time_control::Outage;

use crate::backend::Backend;
use crate::error::StoreError;
use crate::sql::{Connection, Dialect, query, query_text};
use crate::write::{Write, WriteResult};

/// Time for which outages are kept: longer than a turn can run. A time bank has up to 60 days, and
/// vacations up to 90 in each of two years.
const RETENTION: i64 = 3 * 366 * DAY;

impl Backend {
    /// Returns all outages that may still concern a turn, in chronological order.
    pub async fn outages(&self) -> Result<Vec<Outage>, StoreError> {
        let rows: Vec<(i64, i64)> =
            query("SELECT from_at, until_at FROM outages ORDER BY from_at, until_at")
                .fetch_all(self.readers())
                .await?;
        Ok(rows
            .into_iter()
            .map(|(from, until)| Outage { from_at: Time(from), until_at: Time(until) })
            .collect())
    }

    /// Returns true while an outage moves the deadlines of games that are not marked yet.
    pub async fn outage_to_move(&self) -> Result<bool, StoreError> {
        Ok(query("SELECT EXISTS (SELECT 1 FROM outages WHERE NOT moved)")
            .fetch_value(self.readers())
            .await?)
    }
}

/// Adds an outage, and deletes old ones.
pub(crate) async fn write_outage(
    db: &mut Connection<'_>,
    outage: Outage,
) -> Result<(), sqlx::Error> {
    let Outage { from_at, until_at } = outage;
    query(
        "INSERT INTO outages (number, from_at, until_at, moved) \
         SELECT coalesce(max(number), 0) + 1, $1, $2, FALSE FROM outages",
    )
    .bind(from_at)
    .bind(until_at)
    .execute(db)
    .await?;
    query("DELETE FROM outages WHERE until_at < $1")
        .bind(until_at.0 - RETENTION)
        .execute(db)
        .await?;
    Ok(())
}

/// Maximum number of games that a change marks.
const MAX_GAMES: i64 = 500;

/// Records that all games of outage `$1` are marked, once no game is left whose `next_check_at` is
/// before `$2`.
const MARK_MOVED: &str = "UPDATE outages SET moved = TRUE WHERE number = $1 \
    AND NOT EXISTS (SELECT 1 FROM games WHERE next_check_at > -$1 AND next_check_at < $2)";

/// Returns SQL that marks up to `$5` games to be processed again because of outage `$1`, which
/// lasted from `$2` until `$3`. It also moves the deadlines of challenges among these games. It
/// selects games whose `next_check_at` is before `$4`, an hour after the end of the outage: no game
/// is processed later than its deadline, so an index finds all games whose deadline moves. Marked
/// games have the `next_check_at` `-$1`, and are not selected again.
fn mark_games_sql(dialect: Dialect) -> String {
    let locked = dialect.pick(
        "SELECT id FROM chunk",
        "SELECT g.id FROM games g WHERE g.id IN (SELECT id FROM chunk) ORDER BY g.id FOR UPDATE",
    );
    format!(
        "WITH chunk AS (SELECT id FROM games WHERE next_check_at > -$1 AND next_check_at < $4 ORDER BY next_check_at LIMIT $5) \
         UPDATE games SET meta_version = meta_version + 1, next_check_at = -$1, deadline = CASE \
         WHEN status <> 'waiting' OR deadline < $2 OR deadline >= $4 THEN deadline \
         WHEN deadline - $2 > $4 - $3 THEN $3 + deadline - $2 ELSE $4 END \
         WHERE next_check_at > -$1 AND next_check_at < $4 AND id IN ({locked})"
    )
}

/// Marks some of the games whose deadlines an outage moves, so that they are processed again. A
/// heartbeat has written the outage. Repeat this until [`Backend::outage_to_move`] returns false.
#[derive(Clone)]
pub struct MoveGames;

impl Write for MoveGames {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let for_update = db.dialect().for_update();
        let sql = format!(
            "SELECT number, from_at, until_at FROM outages WHERE NOT moved ORDER BY number LIMIT 1{for_update}"
        );
        let oldest: Option<(i64, i64, i64)> = query_text(sql).fetch_optional(&mut *db).await?;
        let Some((number, from, until)) = oldest else { return Ok(WriteResult::Applied) };
        let marks_until = Outage { from_at: Time(from), until_at: Time(until) }.marks_until();
        query_text(mark_games_sql(db.dialect()))
            .bind(number)
            .bind(from)
            .bind(until)
            .bind(marks_until)
            .bind(MAX_GAMES)
            .execute(db)
            .await?;
        query(MARK_MOVED).bind(number).bind(marks_until).execute(db).await?;
        Ok(WriteResult::Applied)
    }
}
