//! Task that keeps the clock of the service and writes heartbeats. See `timekeeping`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use broadside_app::App;
use broadside_domain::timekeeping::Reading;
use broadside_store::heartbeat::Beat;
use broadside_store::outages::MoveGames;
use broadside_store::{CommitError, StoreError};

use crate::driver::{Pause, Task, TaskError};

/// Interval between looks at the clock.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// Interval between heartbeats, in milliseconds.
const HEARTBEAT_INTERVAL: i64 = 10_000;
/// Maximum time spent marking games between two heartbeats. The heartbeats keep the marking from
/// counting as an outage.
const MAX_MARKING_TIME: Duration = Duration::from_secs(10);

/// Keeps this node's clock and writes its heartbeats.
pub struct Timekeeper {
    app: Arc<App>,
    /// Time of the newest heartbeat, in milliseconds since the start of the machine.
    beaten: Option<i64>,
}

impl Timekeeper {
    /// Creates the timekeeper of a node. Suspends time-outs until its first heartbeat.
    pub fn new(app: Arc<App>) -> Self {
        app.env.clock().begin();
        Self { app, beaten: None }
    }

    /// Follows the clock of the database, and writes a heartbeat if one is due or somebody has set
    /// the wall clock.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn check(&mut self) -> Result<(), StoreError> {
        let env = &self.app.env;
        let clock = env.clock();
        let queried_at = env.reading().uptime;
        let database = self.app.store.database_time().await?;
        let now = env.reading();
        if let Some(database) = database {
            clock.follow(database.0 - now.uptime..=database.0 - queried_at);
        }
        let has_stepped = database.is_none() && clock.has_stepped(now);
        if has_stepped {
            clock.suspend();
        }
        let is_due = self.beaten.is_none_or(|beaten| now.uptime - beaten >= HEARTBEAT_INTERVAL);
        if has_stepped || is_due {
            self.beat(now).await?;
        }
        Ok(())
    }

    async fn beat(&mut self, now: Reading) -> Result<(), StoreError> {
        let App { store, play, env, .. } = &*self.app;
        // A heartbeat states that players can move: reads work, and so did the last write.
        if store.health().is_failing() {
            return Err(StoreError::Unavailable("writes have just failed".to_owned()));
        }
        store.check_files()?;
        store.ping().await?;
        let before = env.clock().offset();
        let beaten = store.check(Beat { env: env.clone() }).await;
        if let Err(error) = CommitError::is_committed(beaten) {
            if !matches!(error, StoreError::InDoubt(_)) {
                env.clock().set_offset(before);
            }
            return Err(error);
        }
        // Order matters: time-outs resume only when everything that a step moved is read again, the
        // outage that just ended is known, and all its games are marked.
        if env.clock().offset() == before {
            play.refresh_outages().await?;
        } else {
            play.reread_clocks().await?;
            self.app.clear_token_cache();
        }
        if self.mark_games().await? {
            env.clock().beat(now.uptime);
            self.beaten = Some(now.uptime);
        }
        Ok(())
    }

    /// Marks the games whose deadlines an outage moves. Returns false if games are left when the
    /// next heartbeat is due.
    async fn mark_games(&self) -> Result<bool, StoreError> {
        let begun = Instant::now();
        while self.app.store.outage_to_move().await? {
            if begun.elapsed() >= MAX_MARKING_TIME {
                return Ok(false);
            }
            self.app.store.try_commit(MoveGames).await?;
        }
        Ok(true)
    }
}

impl Task for Timekeeper {
    const NAME: &'static str = "timekeeper";

    async fn run(&mut self) -> Result<Pause, TaskError> {
        self.check().await?;
        Ok(Pause::Fixed(CHECK_INTERVAL))
    }
}
