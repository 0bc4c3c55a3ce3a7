//! Outages, heartbeats, and the clocks of the machines that nodes run on.

use broadside_domain::time::{DAY, HOUR, MINUTE, Time};
use broadside_domain::time_control::Outage;
use broadside_domain::timekeeping::{Confirmation, DatabaseClock, HEARTBEAT_COVERS};

use crate::sql::{Connection, Dialect, Record, Row, query, query_text};
use crate::{Backend, Done, StoreError, settings};

/// Longest time without a heartbeat that is not an outage.
const PAUSE: i64 = HEARTBEAT_COVERS;
/// Maximum by which the time between two heartbeats may be longer by the nodes' clocks than by the
/// database's clock.
const SKEW: i64 = 10 * MINUTE;
/// Retention of outages: longer than a turn can run. A time bank has up to 60 days, and vacations
/// up to 90 in each of two years.
const OUTAGES_FOR: i64 = 3 * 366 * DAY;
/// Retention of the clock of a machine that runs no node.
const MACHINES_FOR: i64 = 60 * DAY;
/// Time after its last heartbeat for which a node counts as running. After that, another node on
/// its machine deletes its clocks.
pub(crate) const NODES_FOR: i64 = MINUTE;

/// Heartbeat of a node.
#[derive(Clone, Debug)]
pub struct Alive {
    /// Clocks of the node. The database's clock is read when the heartbeat is written.
    pub clock: NodeClock,
    /// True if time-outs go on. If not, the heartbeat does not change the newest time in the
    /// database, so that the suspension becomes an outage when it ends.
    pub counts: bool,
}

/// Clocks of a node at its last heartbeat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeClock {
    /// Id of the node, valid from its start to its end.
    pub node: String,
    /// Id of the machine's boot, valid from its start to its end; empty if it is unknown.
    pub boot_id: String,
    /// Time that the node used.
    pub at: Time,
    /// Reading of the machine's steady clock.
    pub uptime: i64,
    /// Reading of the wall clock at that moment, if it can be trusted.
    pub wall_at: Option<Time>,
    /// Reading of the database's clock at that moment.
    pub database_at: Option<Time>,
    /// Reason why the node's clock is in doubt, if it is.
    pub suspended: Option<String>,
}

impl NodeClock {
    /// Returns how far the trusted wall clock was ahead of the steady clock.
    pub fn offset(&self) -> Option<i64> {
        self.wall_at.map(|wall| wall.0 - self.uptime)
    }
}

/// All clock readings in the database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredClocks {
    /// The database's own clock.
    pub database: Option<DatabaseClock>,
    /// Id of the boot of the database's machine, if the database tells it.
    pub database_boot_id: Option<String>,
    /// Time of the newest heartbeat.
    pub alive_at: Option<Time>,
    /// Newest confirmation by the operator.
    pub confirmation: Option<Confirmation>,
    /// Clocks of the nodes.
    pub nodes: Vec<NodeClock>,
}

/// Row of [`StoredClocks`]: the database's clock, true if it is independent, the heartbeat, the
/// confirmation.
type ClockRow = (Option<i64>, bool, Option<String>, Option<String>);
/// Columns of the clock of a node.
const NODE_COLUMNS: &str = "node, boot_id, at, uptime, wall_at, database_at, suspended";

impl Record for NodeClock {
    fn decode(row: &Row) -> Result<Self, sqlx::Error> {
        Ok(Self {
            node: row.get("node")?,
            boot_id: row.get("boot_id")?,
            at: row.get("at")?,
            uptime: row.get("uptime")?,
            wall_at: row.get("wall_at")?,
            database_at: row.get("database_at")?,
            suspended: row.get("suspended")?,
        })
    }
}

impl StoredClocks {
    pub(crate) fn read(
        row: ClockRow,
        database_boot_id: Option<String>,
        nodes: Vec<NodeClock>,
    ) -> Self {
        let (now, independent, alive_at, confirmed) = row;
        let confirmation = confirmed.and_then(|text| {
            let mut times = text.split(' ').map(|time| time.parse().ok().map(Time));
            Some(Confirmation { wall: times.next()??, database: times.next().flatten() })
        });
        Self {
            database: now.map(|now| DatabaseClock { now: Time(now), independent }),
            database_boot_id,
            alive_at: alive_at.and_then(|at| at.parse().ok()).map(Time),
            confirmation,
            nodes,
        }
    }
}

/// Time of a heartbeat by both clocks: the node's, and the database's if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Beat {
    pub(crate) at: Time,
    pub(crate) database: Option<Time>,
}

/// Returns the outage between two heartbeats, if there was one.
///
/// The clocks of nodes differ by some minutes, so the database's clock tells how long nobody wrote.
/// The nodes' clocks are used only if they advanced much further than the database's clock: then
/// somebody has set them, and the players have lost that time.
fn outage_between(before: Beat, now: Beat) -> Option<Outage> {
    let by_nodes = now.at.0 - before.at.0;
    let by_database = now.database.zip(before.database).map(|(now, before)| now.0 - before.0);
    let pause = match by_database {
        Some(pause) if by_nodes <= pause + SKEW => pause,
        _ => by_nodes,
    };
    (pause > PAUSE).then(|| Outage { from_at: Time(now.at.0 - pause), until_at: now.at })
}

/// Returns the outage that a heartbeat at these times would end, given the settings with the last
/// heartbeat.
fn outage_until(
    now: Time,
    database: Option<i64>,
    alive_at: Option<String>,
    alive_database_at: Option<String>,
) -> Option<Outage> {
    let time = |setting: Option<String>| setting?.parse().ok().map(Time);
    let before = Beat { at: time(alive_at)?, database: time(alive_database_at) };
    outage_between(before, Beat { at: now, database: database.map(Time) })
}

/// Returns the heartbeat to store. If nodes share the database, the latest time counts: a node
/// whose clock is behind must not make the next heartbeat of another node look like an outage.
fn latest(before: Option<Beat>, now: Beat) -> Beat {
    let at = match (before, now.database) {
        (Some(before), Some(_)) => before.at.max(now.at),
        _ => now.at,
    };
    Beat { at, ..now }
}

impl Backend {
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

    /// Returns the outage that a heartbeat of a node whose clock shows this time would end. Returns
    /// `None` if the pause is no outage yet.
    pub async fn outage_until(&self, now: Time) -> Result<Option<Outage>, StoreError> {
        let (database, _, alive_at, alive_database_at): ClockRow = query_text(format!(
            "SELECT {}, (SELECT value FROM settings WHERE name = 'alive_at'), \
             (SELECT value FROM settings WHERE name = 'alive_database_at')",
            self.dialect().clock_columns(),
        ))
        .fetch_one(self.readers())
        .await?;
        Ok(outage_until(now, database, alive_at, alive_database_at))
    }

    /// Returns everything that is known of clocks. Finds out whether the database is on another
    /// machine only if `locate` is true, because that takes more queries. Otherwise the clock of
    /// the database counts as not independent.
    pub async fn clocks(&self, locate: bool) -> Result<StoredClocks, StoreError> {
        let mut row: ClockRow = query_text(format!(
            "SELECT {}, (SELECT value FROM settings WHERE name = 'alive_at'), \
             (SELECT value FROM settings WHERE name = 'clock_confirmed')",
            self.dialect().clock_columns(),
        ))
        .fetch_one(self.readers())
        .await?;
        let nodes = query_text(format!("SELECT {NODE_COLUMNS} FROM node_clocks ORDER BY node"))
            .fetch_all(self.readers())
            .await?;
        row.1 &= locate;
        // The id is needed only if the database seems to be on another machine.
        let boot_id = if row.1 { self.boot_id().await? } else { None };
        Ok(StoredClocks::read(row, boot_id, nodes))
    }
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

/// Returns the time before which outages are deleted.
fn outages_since(now: Time) -> Time {
    Time(now.0 - OUTAGES_FOR)
}

/// Returns the earliest time by the database's clock at which a node that still counts as running
/// may have written its clocks.
fn silent_since(database_now: i64) -> i64 {
    database_now - NODES_FOR
}

/// Returns the ranges of times, as oldest and newest, for which the clocks of nodes are kept: first
/// for all nodes, limited only if this node knows the time; then for other nodes on this machine,
/// whose newest trusted clock this node has in its own row.
fn nodes_kept(clock: &NodeClock) -> [i64; 4] {
    let now = clock.at.0;
    let [oldest, newest] = match clock.suspended {
        Some(_) => [i64::MIN, i64::MAX],
        None => [now - MACHINES_FOR, now + HOUR],
    };
    [oldest, newest, now - NODES_FOR, now + NODES_FOR]
}

/// Writes a heartbeat, and the outage that it ends, if there was one.
pub(crate) async fn write_alive(db: &mut Connection<'_>, alive: &Alive) -> Result<(), sqlx::Error> {
    let database = database_clock(db).await?;
    write_node_clock(db, alive, database).await?;
    if !alive.counts {
        return Ok(());
    }
    let at = alive.clock.at;
    let for_update = db.dialect().for_update();
    let sql = format!(
        "SELECT name, value FROM settings WHERE name IN ('alive_at', 'alive_database_at') ORDER BY name{for_update}"
    );
    let settings: Vec<(String, String)> = query_text(sql).fetch_all(&mut *db).await?;
    let setting = |name: &str| {
        let of_name = settings.iter().find(|setting| setting.0 == name);
        of_name.and_then(|(_, value)| value.parse().ok()).map(Time)
    };
    let before = setting("alive_at").map(|at| Beat { at, database: setting("alive_database_at") });
    let now = Beat { at, database: database.map(Time) };
    let kept = latest(before, now);
    for (name, time) in [("alive_at", Some(kept.at)), ("alive_database_at", kept.database)] {
        let Some(time) = time else { continue };
        settings::replace(db, name, &time.0.to_string()).await?;
    }
    match before.and_then(|before| outage_between(before, now)) {
        Some(outage) => write_outage(db, outage).await,
        None => Ok(()),
    }
}

/// Stores the clocks of a node, and deletes those of nodes that are gone.
async fn write_node_clock(
    db: &mut Connection<'_>,
    Alive { clock, .. }: &Alive,
    database: Option<i64>,
) -> Result<(), sqlx::Error> {
    query(
        "INSERT INTO node_clocks (node, boot_id, at, uptime, wall_at, database_at, suspended) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (node) DO UPDATE SET at = excluded.at, \
         uptime = excluded.uptime, wall_at = excluded.wall_at, database_at = excluded.database_at, \
         suspended = excluded.suspended",
    )
    .bind(&clock.node)
    .bind(&clock.boot_id)
    .bind(clock.at.0)
    .bind(clock.uptime)
    .bind(clock.wall_at.map(|wall| wall.0))
    .bind(database)
    .bind(&clock.suspended)
    .execute(&mut *db)
    .await?;
    let [oldest, newest, oldest_here, newest_here] = nodes_kept(clock);
    query(
        "DELETE FROM node_clocks WHERE node <> $1 AND coalesce(database_at, 0) < $7 \
         AND (at < $2 OR at > $3 OR (boot_id = $4 AND (at < $5 OR at > $6)))",
    )
    .bind(&clock.node)
    .bind(oldest)
    .bind(newest)
    .bind(&clock.boot_id)
    .bind(oldest_here)
    .bind(newest_here)
    // Never delete the clocks of a node that has just written them.
    .bind(database.map_or(i64::MAX, silent_since))
    .execute(&mut *db)
    .await?;
    Ok(())
}

/// Adds an outage, and deletes old ones.
async fn write_outage(db: &mut Connection<'_>, outage: Outage) -> Result<(), sqlx::Error> {
    let Outage { from_at, until_at } = outage;
    query(
        "INSERT INTO outages (number, from_at, until_at, moved) \
         SELECT coalesce(max(number), 0) + 1, $1, $2, FALSE FROM outages WHERE TRUE ON CONFLICT DO NOTHING",
    )
    .bind(from_at.0)
    .bind(until_at.0)
    .execute(&mut *db)
    .await?;
    let oldest = outages_since(until_at);
    query("DELETE FROM outages WHERE until_at < $1").bind(oldest.0).execute(&mut *db).await?;
    Ok(())
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

/// Records that the operator confirms the clock.
pub(crate) async fn confirm_clock(
    db: &mut Connection<'_>,
    wall: Time,
) -> Result<Done, sqlx::Error> {
    let database = database_clock(db).await?;
    let times = match database {
        Some(database) => format!("{} {database}", wall.0),
        None => wall.0.to_string(),
    };
    settings::replace(db, "clock_confirmed", &times).await
}

/// Returns the time by the database's own clock. SQLite has none.
async fn database_clock(db: &mut Connection<'_>) -> Result<Option<i64>, sqlx::Error> {
    if db.dialect() == Dialect::Sqlite {
        return Ok(None);
    }
    let (now,): (i64,) =
        query("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)")
            .fetch_one(&mut *db)
            .await?;
    Ok(Some(now))
}

/// Records that a node stops.
pub(crate) async fn write_stop(db: &mut Connection<'_>, node: &str) -> Result<Done, sqlx::Error> {
    // A clock that was in doubt tells other nodes nothing.
    query(
        "UPDATE node_clocks SET stopped = TRUE, suspended = NULL, \
         database_at = CASE WHEN suspended IS NULL THEN database_at END WHERE node = $1",
    )
    .bind(node)
    .execute(&mut *db)
    .await?;
    Ok(Done::Yes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beat(at: i64, database: Option<i64>) -> Beat {
        Beat { at: Time(at), database: database.map(Time) }
    }

    #[test]
    fn a_pause_of_more_than_a_minute_is_an_outage() {
        let outage = |from, until| Some(Outage { from_at: Time(from), until_at: Time(until) });
        for (before, now, expected) in [
            (beat(0, None), beat(MINUTE, None), None),
            (beat(0, None), beat(MINUTE + 1, None), outage(0, MINUTE + 1)),
            (beat(DAY, None), beat(0, None), None),
            // The next heartbeat comes from a node two minutes ahead, or behind.
            (beat(HOUR, Some(0)), beat(HOUR + 2 * MINUTE, Some(1000)), None),
            (beat(HOUR, Some(0)), beat(HOUR - 2 * MINUTE, Some(1000)), None),
            (beat(HOUR, Some(0)), beat(HOUR, Some(2 * MINUTE)), outage(HOUR - 2 * MINUTE, HOUR)),
            (beat(0, Some(0)), beat(9 * HOUR, Some(9 * HOUR)), outage(0, 9 * HOUR)),
            // Somebody set the clocks of the nodes.
            (beat(0, Some(0)), beat(DAY, Some(1000)), outage(0, DAY)),
            // Somebody set back the database's clock.
            (beat(0, Some(0)), beat(1000, Some(-DAY)), None),
        ] {
            assert_eq!(outage_between(before, now), expected, "{before:?} {now:?}");
        }
    }

    #[test]
    fn among_nodes_the_latest_heartbeat_counts_and_of_one_its_own() {
        assert_eq!(latest(Some(beat(5, Some(0))), beat(3, Some(1))), beat(5, Some(1)));
        assert_eq!(latest(Some(beat(5, None)), beat(3, None)), beat(3, None));
        assert_eq!(latest(None, beat(3, Some(1))), beat(3, Some(1)));
    }

    #[test]
    fn a_confirmation_is_read_as_it_was_written() {
        let read = |text: &str| {
            StoredClocks::read((None, false, None, Some(text.to_owned())), None, Vec::new())
        };
        let confirmed = |wall, database: Option<i64>| {
            Some(Confirmation { wall: Time(wall), database: database.map(Time) })
        };
        assert_eq!(read("12 34").confirmation, confirmed(12, Some(34)));
        assert_eq!(read("12").confirmation, confirmed(12, None));
        assert_eq!(read("soon").confirmation, None);
    }
}
