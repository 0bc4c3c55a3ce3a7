//! Outages, heartbeats, and the clocks of the machines that nodes run on.

use broadside_domain::time::{DAY, HOUR, MINUTE, Time};
use broadside_domain::time_control::Outage;
use broadside_domain::timekeeping::{Confirmation, DatabaseClock};

/// Longest time without a heartbeat that is not an outage.
const PAUSE: i64 = MINUTE;
/// Maximum by which the time between two heartbeats may be longer by the nodes' clocks than by the database's clock.
const SKEW: i64 = 10 * MINUTE;
/// Retention of outages: longer than a turn can run. A time bank has up to 60 days, and vacations up to 90 in each of
/// two years.
const OUTAGES_FOR: i64 = 3 * 366 * DAY;
/// Retention of the clock of a machine that runs no node.
const MACHINES_FOR: i64 = 60 * DAY;
/// Time after its last heartbeat for which a node counts as running. After that, another node on its machine deletes
/// its clocks.
pub(super) const NODES_FOR: i64 = MINUTE;

/// Heartbeat of a node.
#[derive(Clone, Debug)]
pub struct Alive {
    /// Clocks of the node. The database's clock is read when the heartbeat is written.
    pub clock: NodeClock,
    /// True if time-outs go on. If not, the heartbeat does not change the newest time in the database, so that the
    /// suspension becomes an outage when it ends.
    pub counts: bool,
    /// Id of the key that the node encrypts with, if it has one. The vault sets it.
    pub key_id: Option<String>,
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
    pub steady: i64,
    /// Reading of the wall clock at that moment, if it can be trusted.
    pub trusted: Option<Time>,
    /// Reading of the database's clock at that moment.
    pub database_at: Option<Time>,
    /// Reason why the node's clock is in doubt, if it is.
    pub suspended: Option<String>,
}

impl NodeClock {
    /// Returns how far the trusted wall clock was ahead of the steady clock.
    pub fn offset(&self) -> Option<i64> {
        self.trusted.map(|wall| wall.0 - self.steady)
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

/// Row of [`StoredClocks`]: the database's clock, true if it is independent, the heartbeat, the confirmation.
pub(super) type ClockRow = (Option<i64>, bool, Option<String>, Option<String>);
/// Row of a [`NodeClock`].
pub(super) type NodeRow = (String, String, i64, i64, Option<i64>, Option<i64>, Option<String>);

impl StoredClocks {
    pub(super) fn read(row: ClockRow, database_boot_id: Option<String>, nodes: Vec<NodeRow>) -> Self {
        let (now, independent, alive_at, confirmed) = row;
        let confirmation = confirmed.and_then(|text| {
            let mut times = text.split(' ').map(|time| time.parse().ok().map(Time));
            Some(Confirmation { wall: times.next()??, database: times.next().flatten() })
        });
        let node = |(node, boot_id, at, steady, wall, database_at, suspended): NodeRow| NodeClock {
            node,
            boot_id,
            at: Time(at),
            steady,
            trusted: wall.map(Time),
            database_at: database_at.map(Time),
            suspended,
        };
        Self {
            database: now.map(|now| DatabaseClock { now: Time(now), independent }),
            database_boot_id,
            alive_at: alive_at.and_then(|at| at.parse().ok()).map(Time),
            confirmation,
            nodes: nodes.into_iter().map(node).collect(),
        }
    }
}

/// Time of a heartbeat by both clocks: the node's, and the database's if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Beat {
    pub(super) at: Time,
    pub(super) database: Option<Time>,
}

/// Returns the outage between two heartbeats, if there was one.
///
/// The clocks of nodes differ by some minutes, so the database's clock tells how long nobody wrote. The nodes' clocks
/// are used only if they advanced much further than the database's clock: then somebody has set them, and the players
/// have lost that time.
pub(super) fn outage_between(before: Beat, now: Beat) -> Option<Outage> {
    let by_nodes = now.at.0 - before.at.0;
    let by_database = now.database.zip(before.database).map(|(now, before)| now.0 - before.0);
    let pause = match by_database {
        Some(pause) if by_nodes <= pause + SKEW => pause,
        _ => by_nodes,
    };
    (pause > PAUSE).then(|| Outage { from: Time(now.at.0 - pause), until: now.at })
}

/// Returns the outage that a heartbeat at these times would end, given the settings with the last heartbeat.
pub(super) fn outage_until(
    now: Time,
    database: Option<i64>,
    alive_at: Option<String>,
    alive_database_at: Option<String>,
) -> Option<Outage> {
    let time = |setting: Option<String>| setting?.parse().ok().map(Time);
    let before = Beat { at: time(alive_at)?, database: time(alive_database_at) };
    outage_between(before, Beat { at: now, database: database.map(Time) })
}

/// Returns the heartbeat to store. If nodes share the database, the latest time counts: a node whose clock is behind
/// must not make the next heartbeat of another node look like an outage.
pub(super) fn latest(before: Option<Beat>, now: Beat) -> Beat {
    let at = match (before, now.database) {
        (Some(before), Some(_)) => before.at.max(now.at),
        _ => now.at,
    };
    Beat { at, ..now }
}

/// Maximum number of games that a change marks.
pub(super) const GAMES_AT_ONCE: i64 = 500;

/// Records that all games of outage `$1` are marked, once no game is left whose `attend_at` is before `$2`.
pub(super) const OUTAGE_MOVED: &str = "UPDATE outages SET moved = TRUE WHERE number = $1 \
    AND NOT EXISTS (SELECT 1 FROM games WHERE attend_at > -$1 AND attend_at < $2)";

/// SQL that marks up to `$5` games to be processed again because of outage `$1`, which lasted from `$2` until `$3`. It
/// also moves the deadlines of challenges among these games. It selects games whose `attend_at` is before `$4`, an hour
/// after the end of the outage: no game is processed later than its deadline, so an index finds all games whose
/// deadline moves. Marked games have the `attend_at` `-$1`, and are not selected again.
///
/// `held` selects the ids of the games in `chunk`.
macro_rules! games_of_outage {
    ($held:literal) => {
        concat!(
            "WITH chunk AS (SELECT id FROM games WHERE attend_at > -$1 AND attend_at < $4 ORDER BY attend_at LIMIT $5) \
             UPDATE games SET edition = edition + 1, attend_at = -$1, deadline = CASE \
             WHEN status <> 'waiting' OR deadline < $2 OR deadline >= $4 THEN deadline \
             WHEN deadline - $2 > $4 - $3 THEN $3 + deadline - $2 ELSE $4 END \
             WHERE attend_at > -$1 AND attend_at < $4 AND id IN (",
            $held,
            ")"
        )
    };
}
pub(super) use games_of_outage;

/// Returns the time before which outages are deleted.
pub(super) fn outages_since(now: Time) -> Time {
    Time(now.0 - OUTAGES_FOR)
}

/// Returns the earliest time by the database's clock at which a node that still counts as running may have written its
/// clocks.
pub(super) fn silent_since(database_now: i64) -> i64 {
    database_now - NODES_FOR
}

/// Returns the ranges of times, as oldest and newest, for which the clocks of nodes are kept: first for all nodes,
/// limited only if this node knows the time; then for other nodes on this machine, whose newest trusted clock this node
/// has in its own row.
pub(super) fn nodes_kept(clock: &NodeClock) -> [i64; 4] {
    let now = clock.at.0;
    let [oldest, newest] = match clock.suspended {
        Some(_) => [i64::MIN, i64::MAX],
        None => [now - MACHINES_FOR, now + HOUR],
    };
    [oldest, newest, now - NODES_FOR, now + NODES_FOR]
}

/// Defines the functions that write heartbeats. A database provides its own statements: `DATABASE_CLOCK`; `ALIVE_HELD`,
/// which reads the last heartbeat and locks it against other nodes; `OUTAGE_HELD`, which does the same for the first
/// outage whose games are not all marked; and `GAMES_OF_OUTAGE`, which marks some of them.
///
/// A macro for the same reason as in `writes.rs`.
macro_rules! write_alive {
    ($connection:ty) => {
        async fn write_alive(db: &mut $connection, alive: &Alive) -> Result<(), sqlx::Error> {
            let (database,): (Option<i64>,) = sqlx::query_as(DATABASE_CLOCK).fetch_one(&mut *db).await?;
            write_node_clock(db, alive, database).await?;
            if !alive.counts {
                return Ok(());
            }
            let at = alive.clock.at;
            let settings: Vec<(String, String)> = sqlx::query_as(ALIVE_HELD).fetch_all(&mut *db).await?;
            let setting = |name: &str| {
                let of_name = settings.iter().find(|setting| setting.0 == name);
                of_name.and_then(|(_, value)| value.parse().ok()).map(Time)
            };
            let before = setting("alive_at").map(|at| Beat { at, database: setting("alive_database_at") });
            let now = Beat { at, database: database.map(Time) };
            let kept = outages::latest(before, now);
            for (name, time) in [("alive_at", Some(kept.at)), ("alive_database_at", kept.database)] {
                let Some(time) = time else { continue };
                sqlx::query(
                    "INSERT INTO settings (name, value) VALUES ($1, $2) \
                     ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                )
                .bind(name)
                .bind(time.0.to_string())
                .execute(&mut *db)
                .await?;
            }
            match before.and_then(|before| outages::outage_between(before, now)) {
                Some(outage) => write_outage(db, outage).await,
                None => Ok(()),
            }
        }

        async fn write_node_clock(
            db: &mut $connection,
            Alive { clock, key_id, .. }: &Alive,
            database: Option<i64>,
        ) -> Result<(), sqlx::Error> {
            sqlx::query(
                "INSERT INTO node_clocks (node, boot_id, at, uptime, wall_at, database_at, suspended, key_id) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (node) DO UPDATE SET at = excluded.at, \
                 uptime = excluded.uptime, wall_at = excluded.wall_at, database_at = excluded.database_at, \
                 suspended = excluded.suspended, key_id = excluded.key_id",
            )
            .bind(&clock.node)
            .bind(&clock.boot_id)
            .bind(clock.at.0)
            .bind(clock.steady)
            .bind(clock.trusted.map(|wall| wall.0))
            .bind(database)
            .bind(&clock.suspended)
            .bind(key_id)
            .execute(&mut *db)
            .await?;
            let [oldest, newest, oldest_here, newest_here] = outages::nodes_kept(clock);
            sqlx::query(
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
            .bind(database.map_or(i64::MAX, outages::silent_since))
            .execute(&mut *db)
            .await?;
            Ok(())
        }

        async fn write_outage(db: &mut $connection, outage: Outage) -> Result<(), sqlx::Error> {
            let Outage { from, until } = outage;
            sqlx::query(
                "INSERT INTO outages (number, from_at, until_at, moved) \
                 SELECT coalesce(max(number), 0) + 1, $1, $2, FALSE FROM outages WHERE TRUE ON CONFLICT DO NOTHING",
            )
            .bind(from.0)
            .bind(until.0)
            .execute(&mut *db)
            .await?;
            let oldest = outages::outages_since(until);
            sqlx::query("DELETE FROM outages WHERE until_at < $1").bind(oldest.0).execute(&mut *db).await?;
            Ok(())
        }

        async fn move_games(db: &mut $connection) -> Result<(), sqlx::Error> {
            let first: Option<(i64, i64, i64)> = sqlx::query_as(OUTAGE_HELD).fetch_optional(&mut *db).await?;
            let Some((number, from, until)) = first else { return Ok(()) };
            let before = Outage { from: Time(from), until: Time(until) }.marks_until();
            sqlx::query(GAMES_OF_OUTAGE)
                .bind(number)
                .bind(from)
                .bind(until)
                .bind(before.0)
                .bind(outages::GAMES_AT_ONCE)
                .execute(&mut *db)
                .await?;
            sqlx::query(outages::OUTAGE_MOVED).bind(number).bind(before.0).execute(&mut *db).await?;
            Ok(())
        }

        async fn confirm_clock(db: &mut $connection, wall: Time) -> Result<(), sqlx::Error> {
            let (database,): (Option<i64>,) = sqlx::query_as(DATABASE_CLOCK).fetch_one(&mut *db).await?;
            let times = match database {
                Some(database) => format!("{} {database}", wall.0),
                None => wall.0.to_string(),
            };
            sqlx::query(
                "INSERT INTO settings (name, value) VALUES ('clock_confirmed', $1) \
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            )
            .bind(times)
            .execute(&mut *db)
            .await?;
            Ok(())
        }
    };
}
pub(super) use write_alive;

#[cfg(test)]
mod tests {
    use super::*;

    fn beat(at: i64, database: Option<i64>) -> Beat {
        Beat { at: Time(at), database: database.map(Time) }
    }

    #[test]
    fn a_pause_of_more_than_a_minute_is_an_outage() {
        let outage = |from, until| Some(Outage { from: Time(from), until: Time(until) });
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
        let read =
            |text: &str| StoredClocks::read((None, false, None, Some(text.to_owned())), None, Vec::new());
        let confirmed = |wall, database: Option<i64>| {
            Some(Confirmation { wall: Time(wall), database: database.map(Time) })
        };
        assert_eq!(read("12 34").confirmation, confirmed(12, Some(34)));
        assert_eq!(read("12").confirmation, confirmed(12, None));
        assert_eq!(read("soon").confirmation, None);
    }
}
