//! Heartbeats: a node writes one every few seconds, and a pause before it is an outage.

use broadside_domain::env::Env;
use broadside_domain::time::Time;
use broadside_domain::time_control::Outage;
use broadside_domain::timekeeping::{Elapsed, Heartbeat, outage_between};

use crate::backend::Backend;
use crate::clock_step;
use crate::error::StoreError;
use crate::outages::write_outage;
use crate::probe::check_moves_can_be_written;
use crate::sql::{Connection, Dialect, query, query_text};
use crate::write::{Write, WriteResult};

const DATABASE_CLOCK: &str = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)";

impl Backend {
    /// Returns the time by the clock of the database. SQLite has none.
    pub async fn database_time(&self) -> Result<Option<Time>, StoreError> {
        if !self.shared() {
            return Ok(None);
        }
        Ok(Some(query(DATABASE_CLOCK).fetch_value(self.readers()).await?))
    }

    /// Returns the outage that a heartbeat at a time would end. Returns `None` if the pause is no
    /// outage yet.
    pub async fn outage_until(&self, now: Time) -> Result<Option<Outage>, StoreError> {
        let last = query("SELECT at FROM heartbeat").fetch_optional_value(self.readers()).await?;
        Ok(last.and_then(|at| outage_between(at, now)))
    }
}

/// Heartbeat of a node. Writes the outage that it ends, if there was one. With SQLite, also moves
/// everything that is due if somebody has set the wall clock, and sets the time of the service.
#[derive(Clone)]
pub struct Beat {
    /// Clocks of the node.
    pub env: Env,
}

impl Write for Beat {
    async fn apply(&self, db: &mut Connection<'_>) -> Result<WriteResult, sqlx::Error> {
        let env = &self.env;
        check_moves_can_be_written(db).await?;
        let sql = format!(
            "SELECT at, uptime, boot_id, unsure_since FROM heartbeat{}",
            db.dialect().for_update()
        );
        let row: Option<(i64, i64, String, Option<i64>)> =
            query_text(sql).fetch_optional(&mut *db).await?;
        let mut unsure_since = row.as_ref().and_then(|row| row.3).map(Time);
        let last = row.map(|(at, uptime, boot_id, _)| Heartbeat { at: Time(at), uptime, boot_id });
        let now = env.reading();
        let elapsed = match (&last, db.dialect()) {
            (_, Dialect::Postgres) => {
                let until = query(DATABASE_CLOCK).fetch_value(&mut *db).await?;
                Elapsed { until, step: 0, restarted: false }
            }
            (Some(last), Dialect::Sqlite) => last.elapsed(env.boot_id(), now),
            (None, Dialect::Sqlite) => Elapsed { until: now.wall, step: 0, restarted: true },
        };
        let outage = last.and_then(|last| outage_between(last.at, elapsed.until));
        if let Some(outage) = outage {
            write_outage(db, outage).await?;
        }
        if elapsed.restarted {
            unsure_since = outage.map(|outage| outage.from_at);
        }
        if let Some(Outage { from_at, until_at }) = outage.filter(|_| elapsed.restarted) {
            tracing::warn!(
                %from_at, %until_at,
                "the machine was started again, and only its clock tells for how long it was off: for an hour, nothing expires for its age"
            );
        }
        let at = Time(elapsed.until.0 + elapsed.step);
        if elapsed.step != 0 {
            tracing::warn!(expected = %elapsed.until, %at, "the clock was set: everything that is due moves with it");
            unsure_since = clock_step::apply(db, elapsed.step, unsure_since).await?;
        }
        query(
            "INSERT INTO heartbeat (one, at, uptime, boot_id, unsure_since) VALUES (1, $1, $2, $3, $4) \
             ON CONFLICT (one) DO UPDATE SET at = excluded.at, uptime = excluded.uptime, \
             boot_id = excluded.boot_id, unsure_since = excluded.unsure_since",
        )
        .bind(at)
        .bind(now.uptime)
        .bind(env.boot_id())
        .bind(unsure_since.map(|since| since.0))
        .execute(db)
        .await?;
        if db.dialect() == Dialect::Sqlite {
            // Set it before the commit, so that a reader of what was moved has the new time.
            env.clock().set_offset(Some(at.0 - now.uptime));
        }
        Ok(WriteResult::Applied)
    }
}
