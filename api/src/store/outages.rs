//! Outages, heartbeats, and the clocks of the machines that nodes run on.

use crate::ambient::{DAY, HOUR, MINUTE, Time};
use crate::timekeeping::{Confirmation, DatabaseClock, Reading};

/// How long no heartbeat may come before this is an outage.
const PAUSE: i64 = MINUTE;
/// How much further apart two heartbeats may be by the nodes' clocks than by the database's clock.
const SKEW: i64 = 10 * MINUTE;
/// How long outages are kept: longer than a turn can run, of which a bank has 60 days and vacations 90 in each of two years.
const OUTAGES_FOR: i64 = 3 * 366 * DAY;
/// How long the clock of a machine is kept that runs no node.
const MACHINES_FOR: i64 = 60 * DAY;

/// Time in which no node could take a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// When it began.
    pub from: Time,
    /// When it had ended.
    pub until: Time,
}

/// Heartbeat of a node.
#[derive(Clone, Debug)]
pub struct Alive {
    /// The time.
    pub at: Time,
    /// The id of the machine's run, from its start to its end; empty if it is unknown.
    pub boot_id: String,
    /// The machine's clocks.
    pub reading: Reading,
    /// Why time-outs are suspended. The heartbeat then moves nothing on: in the end the suspension is an outage.
    pub suspended: Option<String>,
}

/// Clock of a machine, as its nodes have written it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeClock {
    /// The id of the machine's run.
    pub boot_id: String,
    /// Its clocks when they were last trusted.
    pub trusted: Option<Reading>,
    /// The database's clock at that moment.
    pub database_at: Option<Time>,
    /// Why its nodes have suspended time-outs.
    pub suspended: Option<String>,
}

/// Everything that the database knows of clocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredClocks {
    /// The database's own clock.
    pub database: Option<DatabaseClock>,
    /// The newest heartbeat.
    pub alive_at: Option<Time>,
    /// The newest confirmation.
    pub confirmation: Option<Confirmation>,
    /// The clocks of machines.
    pub nodes: Vec<NodeClock>,
}

/// The row of [`StoredClocks`]: the database's clock, whether it is independent, the heartbeat, the confirmation.
pub(super) type ClockRow = (Option<i64>, bool, Option<String>, Option<String>);
/// The row of a [`NodeClock`].
pub(super) type NodeRow = (String, Option<i64>, Option<i64>, Option<i64>, Option<String>);

impl StoredClocks {
    pub(super) fn read(row: ClockRow, nodes: Vec<NodeRow>) -> Self {
        let (now, independent, alive_at, confirmed) = row;
        let confirmation = confirmed.and_then(|text| {
            let mut times = text.split(' ').map(|time| time.parse().ok().map(Time));
            Some(Confirmation { wall: times.next()??, database: times.next().flatten() })
        });
        let node = |(boot_id, wall, steady, database_at, suspended): NodeRow| NodeClock {
            boot_id,
            trusted: wall.zip(steady).map(|(wall, steady)| Reading { wall: Time(wall), steady }),
            database_at: database_at.map(Time),
            suspended,
        };
        Self {
            database: now.map(|now| DatabaseClock { now: Time(now), independent }),
            alive_at: alive_at.and_then(|at| at.parse().ok()).map(Time),
            confirmation,
            nodes: nodes.into_iter().map(node).collect(),
        }
    }
}

/// Heartbeat by both clocks: the node's, and the database's if it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Beat {
    pub(super) at: Time,
    pub(super) database: Option<Time>,
}

/// The outage between two heartbeats, if there was one.
///
/// Nodes differ by some minutes, so the database's clock says how long nobody wrote. Only where nodes' clocks moved much further
/// than that clock, they count: somebody has set them, and the players have lost that time.
pub(super) fn outage_between(before: Beat, now: Beat) -> Option<Outage> {
    let by_nodes = now.at.0 - before.at.0;
    let by_database = now.database.zip(before.database).map(|(now, before)| now.0 - before.0);
    let pause = match by_database {
        Some(pause) if by_nodes <= pause + SKEW => pause,
        _ => by_nodes,
    };
    (pause > PAUSE).then(|| Outage { from: Time(now.at.0 - pause), until: now.at })
}

/// The heartbeat to keep. Where nodes share the database the latest counts: a node whose clock is behind must not make the next
/// one of another look like an outage.
pub(super) fn latest(before: Option<Beat>, now: Beat) -> Beat {
    let at = match (before, now.database) {
        (Some(before), Some(_)) => before.at.max(now.at),
        _ => now.at,
    };
    Beat { at, ..now }
}

/// Has all games looked at again whose deadline an outage from `$1` until `$2` moves, and moves those of challenges. A deadline
/// moves if it lies before `$3`, an hour after the end. Nobody is looked at later than due, so an index leads there.
pub(super) const GAMES_OF_OUTAGE: &str = "UPDATE games SET edition = edition + 1, attend_at = 0, \
    deadline = CASE WHEN status <> 'waiting' THEN deadline WHEN deadline - $1 > $3 - $2 THEN $2 + deadline - $1 ELSE $3 END \
    WHERE attend_at < $3 AND ((deadline >= $1 AND deadline < $3) OR attend_at = 0)";

/// An hour after an outage: until then a deadline is moved.
pub(super) fn moves_until(outage: Outage) -> Time {
    Time(outage.until.0 + HOUR)
}

/// The times before which outages and clocks of machines are deleted.
pub(super) fn kept_since(now: Time) -> (Time, Time) {
    (Time(now.0 - OUTAGES_FOR), Time(now.0 - MACHINES_FOR))
}

/// Makes the functions that write heartbeats. A database has statements of its own: `DATABASE_CLOCK`, and `ALIVE_HELD`, which
/// reads the last heartbeat and keeps other nodes from making one meanwhile.
///
/// A macro for the same reason as in `writes.rs`.
macro_rules! write_alive {
    ($connection:ty) => {
        async fn write_alive(db: &mut $connection, alive: &Alive) -> Result<(), sqlx::Error> {
            let Alive { at, boot_id, reading, suspended } = alive;
            if let Some(why) = suspended {
                sqlx::query(
                    "INSERT INTO node_clocks (boot_id, suspended) VALUES ($1, $2) \
                     ON CONFLICT (boot_id) DO UPDATE SET suspended = excluded.suspended",
                )
                .bind(boot_id)
                .bind(why)
                .execute(&mut *db)
                .await?;
                return Ok(());
            }
            let settings: Vec<(String, String)> = sqlx::query_as(ALIVE_HELD).fetch_all(&mut *db).await?;
            let setting = |name: &str| {
                let of_name = settings.iter().find(|setting| setting.0 == name);
                of_name.and_then(|(_, value)| value.parse().ok()).map(Time)
            };
            let before = setting("alive_at").map(|at| Beat { at, database: setting("alive_database_at") });
            let (database,): (Option<i64>,) = sqlx::query_as(DATABASE_CLOCK).fetch_one(&mut *db).await?;
            let now = Beat { at: *at, database: database.map(Time) };
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
            if !boot_id.is_empty() {
                sqlx::query(
                    "INSERT INTO node_clocks (boot_id, wall_at, uptime, database_at, suspended) \
                     VALUES ($1, $2, $3, $4, NULL) ON CONFLICT (boot_id) DO UPDATE SET wall_at = excluded.wall_at, \
                     uptime = excluded.uptime, database_at = excluded.database_at, suspended = NULL",
                )
                .bind(boot_id)
                .bind(reading.wall.0)
                .bind(reading.steady)
                .bind(database)
                .execute(&mut *db)
                .await?;
            }
            match before.and_then(|before| outages::outage_between(before, now)) {
                Some(outage) => write_outage(db, outage).await,
                None => Ok(()),
            }
        }

        async fn write_outage(db: &mut $connection, outage: Outage) -> Result<(), sqlx::Error> {
            let Outage { from, until } = outage;
            sqlx::query("INSERT INTO outages (from_at, until_at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
                .bind(from.0)
                .bind(until.0)
                .execute(&mut *db)
                .await?;
            sqlx::query(outages::GAMES_OF_OUTAGE)
                .bind(from.0)
                .bind(until.0)
                .bind(outages::moves_until(outage).0)
                .execute(&mut *db)
                .await?;
            let (oldest, machines) = outages::kept_since(until);
            sqlx::query("DELETE FROM outages WHERE until_at < $1").bind(oldest.0).execute(&mut *db).await?;
            sqlx::query("DELETE FROM node_clocks WHERE wall_at < $1").bind(machines.0).execute(&mut *db).await?;
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
            // The next heartbeat is that of a node two minutes ahead, or behind.
            (beat(HOUR, Some(0)), beat(HOUR + 2 * MINUTE, Some(1000)), None),
            (beat(HOUR, Some(0)), beat(HOUR - 2 * MINUTE, Some(1000)), None),
            (beat(HOUR, Some(0)), beat(HOUR, Some(2 * MINUTE)), outage(HOUR - 2 * MINUTE, HOUR)),
            (beat(0, Some(0)), beat(9 * HOUR, Some(9 * HOUR)), outage(0, 9 * HOUR)),
            // The clocks of nodes have been set.
            (beat(0, Some(0)), beat(DAY, Some(1000)), outage(0, DAY)),
            // The database's clock has been set back.
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
        let read = |text: &str| StoredClocks::read((None, false, None, Some(text.to_owned())), Vec::new());
        let confirmed = |wall, database: Option<i64>| {
            Some(Confirmation { wall: Time(wall), database: database.map(Time) })
        };
        assert_eq!(read("12 34").confirmation, confirmed(12, Some(34)));
        assert_eq!(read("12").confirmation, confirmed(12, None));
        assert_eq!(read("soon").confirmation, None);
    }
}
