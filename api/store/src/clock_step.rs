//! Steps of the wall clock: everything that is due moves with it, and two opposite steps cancel
//! out. Logs keep their dates.

use broadside_domain::time::Time;
use broadside_engine::seat::Seat;

use crate::sql::{Connection, query, query_text};
use crate::tables::TABLES;

/// Maximum number of seats of a game.
const MAX_SEATS: usize = Seat::MAX as usize;
/// Moves vacations, whose text must be what the domain writes.
const MOVE_VACATIONS: &str = "UPDATE players SET vacations = (SELECT json_group_array(json_object('id', value ->> 'id', \
    'from', (value ->> 'from') + $1, 'until', (value ->> 'until') + $1)) FROM json_each(players.vacations)) \
    WHERE vacations <> '[]'";

/// Moves everything that is due by some milliseconds. Returns the start of the outage whose end is
/// still unsure.
///
/// `unsure_since` is the start of an outage in which the machine was off, and whose end only the
/// wall clock told. If that clock is set back, it was wrong: the outage gets shorter, and nothing
/// from before it moves.
pub(crate) async fn apply(
    db: &mut Connection<'_>,
    by: i64,
    unsure_since: Option<Time>,
) -> Result<Option<Time>, sqlx::Error> {
    let mut rest = by;
    if let Some(since) = unsure_since.filter(|_| by < 0) {
        let until: Option<i64> = query("SELECT until_at FROM outages WHERE from_at = $1")
            .bind(since)
            .fetch_optional_value(&mut *db)
            .await?;
        let until = until.unwrap_or(since.0);
        let shortened_by = by.max(since.0 - until);
        shorten_outage(db, shortened_by, until).await?;
        rest -= shortened_by;
    }
    if rest != 0 {
        move_all(db, rest).await?;
    }
    Ok(unsure_since.filter(|_| rest == 0))
}

/// Shortens the outage that ended at `until` by `-by`. The turns and the work that began after it
/// move with its end.
async fn shorten_outage(db: &mut Connection<'_>, by: i64, until: i64) -> Result<(), sqlx::Error> {
    let outages = "UPDATE outages SET until_at = until_at + $1, \
        from_at = from_at + $1 * (from_at >= $2) WHERE until_at >= $2";
    query(outages).bind(by).bind(until).execute(db).await?;
    // The deadlines are derived when the games are processed, at once.
    let turns = turns_moved();
    let games = format!(
        "UPDATE games SET meta_version = meta_version + 1, next_check_at = min(next_check_at, 0), \
         clock_state = json_replace(clock_state, {turns}) WHERE clock_state IS NOT NULL"
    );
    query_text(games).bind(by).bind(until).execute(db).await?;
    for table in &TABLES {
        move_columns(db, table.name, table.due_columns, by, until).await?;
    }
    Ok(())
}

/// Moves everything that is due, that has an age, or that is an outage.
async fn move_all(db: &mut Connection<'_>, by: i64) -> Result<(), sqlx::Error> {
    let outages = "UPDATE outages SET from_at = from_at + $1, until_at = until_at + $1";
    query(outages).bind(by).execute(db).await?;
    let dues = dues_moved();
    let turns = turns_moved();
    let games = format!(
        "UPDATE games SET meta_version = meta_version + 1, deadline = deadline + $1, \
         next_check_at = CASE WHEN next_check_at > 0 THEN max(next_check_at + $1, 1) ELSE next_check_at END, \
         clock_state = json_replace(clock_state, {turns}, {dues}) \
         WHERE deadline IS NOT NULL OR clock_state IS NOT NULL"
    );
    query_text(games).bind(by).bind(i64::MIN).execute(db).await?;
    query(MOVE_VACATIONS).bind(by).execute(db).await?;
    for table in &TABLES {
        move_columns(db, table.name, table.due_columns, by, i64::MIN).await?;
        move_columns(db, table.name, table.age_columns, by, i64::MIN).await?;
    }
    Ok(())
}

/// Returns arguments of `json_replace` that move the times when seats are due by `$1`.
fn dues_moved() -> String {
    let mut dues = Vec::new();
    for seat in 0..MAX_SEATS {
        dues.push(format!("'$.dues[{seat}]', (clock_state ->> '$.dues[{seat}]') + $1"));
    }
    dues.join(", ")
}

/// Returns arguments of `json_replace` that move the turns of a clock by `$1` that began at `$2` or
/// later.
fn turns_moved() -> String {
    let mut turns = Vec::new();
    for seat in 0..MAX_SEATS {
        let since = format!("'$.seats[{seat}].runs.since'");
        turns.push(format!(
            "{since}, (clock_state ->> {since}) + $1 * ((clock_state ->> {since}) >= $2)"
        ));
    }
    turns.join(", ")
}

/// Moves the times in columns of a table that are after a time.
async fn move_columns(
    db: &mut Connection<'_>,
    table: &str,
    columns: &[&str],
    by: i64,
    after: i64,
) -> Result<(), sqlx::Error> {
    for column in columns {
        let sql = format!("UPDATE {table} SET {column} = {column} + $1 WHERE {column} > $2");
        query_text(sql).bind(by).bind(after).execute(db).await?;
    }
    Ok(())
}
