//! Heartbeats, and the outages between them.

use broadside_domain::env::Env;
use broadside_domain::time::{DAY, Time};
use broadside_domain::time_control::Outage;
use broadside_domain::timekeeping::{Heartbeat, Passed, outage_between};

use crate::sql::{Connection, Dialect, query, query_text};
use crate::sqlite::step;
use crate::{Backend, Done, StoreError};

/// Retention of outages: longer than a turn can run. A time bank has up to 60 days, and vacations
/// up to 90 in each of two years.
const OUTAGES_FOR: i64 = 3 * 366 * DAY;
/// Clock of a PostgreSQL database.
const DATABASE_CLOCK: &str = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)";

impl Backend {
    /// Returns the time by the clock of the database. SQLite has none.
    pub async fn database_time(&self) -> Result<Option<Time>, StoreError> {
        if !self.shared() {
            return Ok(None);
        }
        let (now,): (i64,) = query(DATABASE_CLOCK).fetch_one(self.readers()).await?;
        Ok(Some(Time(now)))
    }

    /// Returns all outages that may still concern a turn, in chronological order.
    pub async fn outages(&self) -> Result<Vec<Outage>, StoreError> {
        let rows: Vec<(i64, i64)> =
            query("SELECT from_at, until_at FROM outages ORDER BY from_at, until_at")
                .fetch_all(self.readers())
                .await?;
        let outage = |(from, until)| Outage { from_at: Time(from), until_at: Time(until) };
        Ok(rows.into_iter().map(outage).collect())
    }

    /// Returns true while an outage moves the deadlines of games that are not marked yet.
    pub async fn outage_to_move(&self) -> Result<bool, StoreError> {
        let (some,): (bool,) = query("SELECT EXISTS (SELECT 1 FROM outages WHERE NOT moved)")
            .fetch_one(self.readers())
            .await?;
        Ok(some)
    }

    /// Returns the outage that a heartbeat at a time would end. Returns `None` if the pause is no
    /// outage yet.
    pub async fn outage_until(&self, now: Time) -> Result<Option<Outage>, StoreError> {
        let before: Option<(i64,)> =
            query("SELECT at FROM heartbeat").fetch_optional(self.readers()).await?;
        Ok(before.and_then(|(at,)| outage_between(Time(at), now)))
    }
}

/// Writes a heartbeat, and the outage that it ends, if there was one. With SQLite, also moves
/// everything that is due if somebody has set the wall clock, and sets the time of the service.
pub(crate) async fn beat(db: &mut Connection<'_>, env: &Env) -> Result<Done, sqlx::Error> {
    let sql = format!(
        "SELECT at, uptime, boot_id, unsure_since FROM heartbeat{}",
        db.dialect().for_update()
    );
    let row: Option<(i64, i64, String, Option<i64>)> =
        query_text(sql).fetch_optional(&mut *db).await?;
    let mut unsure_since = row.as_ref().and_then(|row| row.3).map(Time);
    let before = row.map(|(at, uptime, boot_id, _)| Heartbeat { at: Time(at), uptime, boot_id });
    let now = env.reading();
    let passed = match (&before, db.dialect()) {
        (_, Dialect::Postgres) => {
            let (now,): (i64,) = query(DATABASE_CLOCK).fetch_one(&mut *db).await?;
            Passed { until: Time(now), step: 0, restarted: false }
        }
        (Some(before), Dialect::Sqlite) => before.passed(env.boot_id(), now),
        (None, Dialect::Sqlite) => Passed { until: now.wall, step: 0, restarted: true },
    };
    let outage = before.and_then(|before| outage_between(before.at, passed.until));
    if let Some(outage) = outage {
        write_outage(db, outage).await?;
    }
    if passed.restarted {
        unsure_since = outage.map(|outage| outage.from_at);
    }
    if let Some(Outage { from_at, until_at }) = outage.filter(|_| passed.restarted) {
        tracing::warn!(
            %from_at, %until_at,
            "the machine was started again, and only its clock tells for how long it was off: for an hour, nothing expires for its age"
        );
    }
    let at = Time(passed.until.0 + passed.step);
    if passed.step != 0 {
        tracing::warn!(expected = %passed.until, %at, "the clock was set: everything that is due moves with it");
        unsure_since = step::apply(db, passed.step, unsure_since).await?;
    }
    query(
        "INSERT INTO heartbeat (one, at, uptime, boot_id, unsure_since) VALUES (1, $1, $2, $3, $4) \
         ON CONFLICT (one) DO UPDATE SET at = excluded.at, uptime = excluded.uptime, \
         boot_id = excluded.boot_id, unsure_since = excluded.unsure_since",
    )
    .bind(at.0)
    .bind(now.uptime)
    .bind(env.boot_id())
    .bind(unsure_since.map(|since| since.0))
    .execute(&mut *db)
    .await?;
    if db.dialect() == Dialect::Sqlite {
        // Set it before the commit, so that a reader of what was moved has the new time.
        env.clock().set_offset(Some(at.0 - now.uptime));
    }
    Ok(Done::Yes)
}

/// Adds an outage, and deletes old ones.
async fn write_outage(db: &mut Connection<'_>, outage: Outage) -> Result<(), sqlx::Error> {
    let Outage { from_at, until_at } = outage;
    query(
        "INSERT INTO outages (number, from_at, until_at, moved) \
         SELECT coalesce(max(number), 0) + 1, $1, $2, FALSE FROM outages",
    )
    .bind(from_at.0)
    .bind(until_at.0)
    .execute(&mut *db)
    .await?;
    query("DELETE FROM outages WHERE until_at < $1")
        .bind(until_at.0 - OUTAGES_FOR)
        .execute(&mut *db)
        .await?;
    Ok(())
}

/// Maximum number of games that a change marks.
const GAMES_AT_ONCE: i64 = 500;

/// Records that all games of outage `$1` are marked, once no game is left whose `next_check_at` is
/// before `$2`.
const OUTAGE_MOVED: &str = "UPDATE outages SET moved = TRUE WHERE number = $1 \
    AND NOT EXISTS (SELECT 1 FROM games WHERE next_check_at > -$1 AND next_check_at < $2)";

/// Returns SQL that marks up to `$5` games to be processed again because of outage `$1`, which
/// lasted from `$2` until `$3`. It also moves the deadlines of challenges among these games. It
/// selects games whose `next_check_at` is before `$4`, an hour after the end of the outage: no game
/// is processed later than its deadline, so an index finds all games whose deadline moves. Marked
/// games have the `next_check_at` `-$1`, and are not selected again.
fn games_of_outage(dialect: Dialect) -> String {
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

/// Marks some of the games whose deadlines the first outage moves.
pub(crate) async fn move_games(db: &mut Connection<'_>) -> Result<(), sqlx::Error> {
    let for_update = db.dialect().for_update();
    let sql = format!(
        "SELECT number, from_at, until_at FROM outages WHERE NOT moved ORDER BY number LIMIT 1{for_update}"
    );
    let first: Option<(i64, i64, i64)> = query_text(sql).fetch_optional(&mut *db).await?;
    let Some((number, from, until)) = first else { return Ok(()) };
    let before = Outage { from_at: Time(from), until_at: Time(until) }.marks_until();
    query_text(games_of_outage(db.dialect()))
        .bind(number)
        .bind(from)
        .bind(until)
        .bind(before.0)
        .bind(GAMES_AT_ONCE)
        .execute(&mut *db)
        .await?;
    query(OUTAGE_MOVED).bind(number).bind(before.0).execute(&mut *db).await?;
    Ok(())
}
