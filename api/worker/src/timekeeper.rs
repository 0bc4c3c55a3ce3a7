//! Task that judges the clock and writes heartbeats. See `timekeeping`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use broadside_app::play::Play;
use broadside_domain::env::Env;
use broadside_domain::time::Time;
use broadside_domain::timekeeping::{
    AGREEMENT, Confirmation, DatabaseClock, Doubt, Reading, Reference, Sources, TOLERANCE, judge,
};
use broadside_store::{
    Alive, Change, CommitError, Database, NodeClock, Store, StoreError, StoredClocks,
};

use crate::driver::{Pause, Task, TaskError};

/// Interval between judgements of the clock.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// Interval between heartbeats, in milliseconds.
const HEARTBEAT_INTERVAL: i64 = 10_000;
/// Maximum time spent marking games between two heartbeats. The heartbeats keep the marking from
/// counting as an outage.
const MAX_MARKING_TIME: Duration = Duration::from_secs(10);
/// Maximum age of the clock reading of a node on another machine to be used as a source, in
/// milliseconds.
const MAX_READING_AGE: i64 = 60_000;

/// Returns the boot id of this machine, which changes with each boot. Empty if the system has none.
pub fn boot_id() -> String {
    let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    id.trim().to_owned()
}

/// Returns the path of the file, next to a SQLite database, in which the operator confirms the
/// clock. PostgreSQL needs no such file.
pub fn confirmation_file(database: &Database) -> Option<PathBuf> {
    let Database::Sqlite(file) = database else { return None };
    let mut name = file.clone().into_os_string();
    name.push(".clock");
    Some(name.into())
}

/// Returns what the stored clocks and a confirmation say about the clock of this machine.
pub fn sources(stored: &StoredClocks, boot_id: &str, file: Option<Confirmation>) -> Sources {
    let peer = |node: &NodeClock| {
        let settles = node.boot_id != boot_id && node.suspended.is_none() && is_fresh(node, stored);
        Some(node.wall_at?.0 - node.database_at?.0).filter(|_| settles)
    };
    let elsewhere = stored.database_boot_id.as_deref().is_none_or(|id| id != boot_id);
    let database = stored.database.map(|database| DatabaseClock {
        independent: database.independent && elsewhere,
        ..database
    });
    Sources {
        database,
        peers: stored.nodes.iter().filter_map(peer).collect(),
        confirmation: file.or(stored.confirmation),
    }
}

/// Returns true if a node has written its clocks recently, by the database's clock.
fn is_fresh(node: &NodeClock, stored: &StoredClocks) -> bool {
    let age = stored.database.zip(node.database_at).map(|(database, at)| database.now.0 - at.0);
    age.is_some_and(|age| (0..=MAX_READING_AGE).contains(&age))
}

/// Returns the nodes whose clocks are in doubt now.
pub fn nodes_in_doubt(stored: &StoredClocks) -> impl Iterator<Item = &NodeClock> {
    stored.nodes.iter().filter(|node| node.suspended.is_some() && is_fresh(node, stored))
}

/// Returns the time that the wall clock should show, if the database knows it.
pub fn time_reference(stored: &StoredClocks, boot_id: &str) -> Option<Reference> {
    let here = |node: &&NodeClock| {
        !boot_id.is_empty() && node.boot_id == boot_id && node.wall_at.is_some()
    };
    let newest_here = stored.nodes.iter().filter(here).max_by_key(|node| node.uptime);
    if let Some(offset) = newest_here.and_then(NodeClock::offset) {
        return Some(Reference::Offset(offset));
    }
    let newest = stored.nodes.iter().map(|node| node.at).chain(stored.alive_at).max();
    newest.map(Reference::Newest)
}

/// Reads a confirmation from a file.
pub fn read_confirmation(file: &Path) -> Option<Confirmation> {
    let wall = std::fs::read_to_string(file).ok()?.trim().parse().ok()?;
    Some(Confirmation { wall: Time(wall), database: None })
}

/// Judges this node's clock and writes its heartbeats.
pub struct Timekeeper {
    store: Store,
    play: Arc<Play>,
    env: Env,
    /// Id of this node, which changes with each start.
    node: String,
    boot_id: String,
    file: Option<PathBuf>,
    /// Time of the newest heartbeat, by the steady clock.
    beaten: Option<i64>,
}

impl Timekeeper {
    /// Creates the timekeeper of the node with this id. Suspends time-outs until its first
    /// heartbeat.
    pub fn new(store: Store, play: Arc<Play>, env: Env, database: &Database, node: String) -> Self {
        env.clock().begin();
        Self {
            store,
            play,
            env,
            node,
            boot_id: boot_id(),
            file: confirmation_file(database),
            beaten: None,
        }
    }

    /// Judges the clock by everything that is known, and writes a heartbeat if one is due.
    ///
    /// # Errors
    /// If the store fails. A clock that was trusted before is judged anyway.
    pub async fn check(&mut self) -> Result<(), StoreError> {
        let clock = self.env.clock();
        let file = self.file.as_deref().and_then(read_confirmation);
        let is_unsure = clock.offset().is_none() || self.is_in_doubt();
        // A single node with a SQLite file learns nothing from the store while the clock is
        // trusted.
        let stored = match self.store.shared() || is_unsure {
            true => self.store.clocks(is_unsure).await,
            false => Ok(StoredClocks::default()),
        };
        let reading = self.env.reading();
        let found = stored.as_ref().ok();
        let known = clock.offset().map(Reference::Offset);
        let known = known.or_else(|| time_reference(found?, &self.boot_id));
        if stored.is_err() && known.is_none() {
            // Do not trust a clock that was never judged.
            return stored.map(|_| ());
        }
        let sources = found.map(|found| sources(found, &self.boot_id, file)).unwrap_or_default();
        let doubt = judge(known, reading, &sources);
        let before = clock.note(reading, doubt);
        if before.is_some() != doubt.is_some() {
            self.beaten = None;
            log_doubt(doubt);
        }
        let stored = stored?;
        let elsewhere = nodes_in_doubt(&stored).find(|node| node.node != self.node);
        if clock.note_elsewhere(elsewhere.is_some()) != elsewhere.is_some() {
            self.beaten = None;
            log_peer_doubt(elsewhere);
        }
        let standing = match doubt {
            Some(doubt) => HeartbeatState::InDoubt(doubt, known),
            None if elsewhere.is_some() => HeartbeatState::Waiting,
            None => HeartbeatState::Counts,
        };
        self.write_heartbeat(reading, standing).await?;
        self.remove_confirmation(file, reading, doubt.is_some());
        Ok(())
    }

    /// Returns true if the clock is in doubt, or has jumped and will be.
    fn is_in_doubt(&self) -> bool {
        let clock = self.env.clock();
        let Reading { wall, steady } = self.env.reading();
        let jumped = |offset: i64| (wall.0 - steady - offset).abs() > TOLERANCE;
        clock.doubt().is_some() || clock.offset().is_some_and(jumped)
    }

    /// Removes the confirmation file once a heartbeat has recorded that it took effect, or if it
    /// confirms another time.
    fn remove_confirmation(&self, file: Option<Confirmation>, reading: Reading, in_doubt: bool) {
        let (Some(path), Some(confirmation)) = (&self.file, file) else { return };
        let (wall, confirmed) = (reading.wall, confirmation.wall);
        match (wall.0 - confirmed.0).abs() <= AGREEMENT {
            true if in_doubt || self.beaten.is_none() => return,
            true => tracing::info!("the operator has confirmed the clock"),
            false => {
                tracing::warn!(%wall, %confirmed, "a confirmation of the clock is ignored: it is for another time");
            }
        }
        if let Err(error) = std::fs::remove_file(path) {
            tracing::warn!(%error, file = %path.display(), "a confirmation of the clock cannot be removed");
        }
    }

    async fn write_heartbeat(
        &mut self,
        reading: Reading,
        standing: HeartbeatState,
    ) -> Result<(), StoreError> {
        if self.beaten.is_some_and(|at| (0..HEARTBEAT_INTERVAL).contains(&(reading.steady - at))) {
            return Ok(());
        }
        let counts = matches!(standing, HeartbeatState::Counts);
        if counts {
            // A heartbeat states that players can move: reads work, and so did the last write.
            if self.store.health().is_failing() {
                return Err(StoreError::Unavailable("writes have just failed".to_owned()));
            }
            self.store.check_files()?;
            self.store.ping().await?;
        }
        let at = self.env.now();
        let (wall_at, suspended) = match standing {
            HeartbeatState::InDoubt(doubt, known) => {
                let offset = match known {
                    Some(Reference::Offset(offset)) => Some(offset),
                    _ => None,
                };
                (offset.map(|offset| Time(reading.steady + offset)), Some(doubt.cause.to_string()))
            }
            HeartbeatState::Waiting | HeartbeatState::Counts => (Some(reading.wall), None),
        };
        let clock = NodeClock {
            node: self.node.clone(),
            boot_id: self.boot_id.clone(),
            at,
            uptime: reading.steady,
            wall_at,
            database_at: None,
            suspended,
        };
        self.commit(Change::Alive(Box::new(Alive { clock, counts }))).await?;
        // Order matters: time-outs resume only when the outage that just ended is known and all its
        // games are marked.
        self.play.refresh_outages().await?;
        if counts {
            if !self.mark_games().await? {
                return Ok(());
            }
            self.env.clock().beat(at);
        }
        self.beaten = Some(reading.steady);
        Ok(())
    }

    /// Marks the games whose deadlines an outage moves. Returns false if games are left when the
    /// next heartbeat is due.
    async fn mark_games(&self) -> Result<bool, StoreError> {
        let begun = Instant::now();
        while self.store.outage_to_move().await? {
            if begun.elapsed() >= MAX_MARKING_TIME {
                return Ok(false);
            }
            self.commit(Change::MoveGames).await?;
        }
        Ok(true)
    }

    async fn commit(&self, change: Change) -> Result<(), StoreError> {
        match self.store.commit(change).await {
            Ok(()) | Err(CommitError::Conflict) => Ok(()),
            Err(CommitError::Failed(error)) => Err(error),
        }
    }
}

/// Content of a heartbeat.
enum HeartbeatState {
    /// Players can move, and time-outs are active.
    Counts,
    /// This node's clock is trusted, but another node's clock is in doubt.
    Waiting,
    /// This node's clock is in doubt. Holds what is known of the time.
    InDoubt(Doubt, Option<Reference>),
}

fn log_doubt(doubt: Option<Doubt>) {
    match doubt {
        Some(doubt) => tracing::warn!(
            "time-outs are suspended: {}. If this machine's clock is right, run `broadside clock confirm`; if not, set it",
            doubt.cause
        ),
        None => tracing::info!("the clock is trusted again: time-outs go on"),
    }
}

fn log_peer_doubt(node: Option<&NodeClock>) {
    match node {
        Some(node) => tracing::warn!(
            machine = node.boot_id,
            "time-outs are suspended, for another node's clock is in doubt: {}",
            node.suspended.as_deref().unwrap_or_default()
        ),
        None => tracing::info!("no other node's clock is in doubt any more"),
    }
}

impl Task for Timekeeper {
    const NAME: &'static str = "timekeeper";

    async fn run(&mut self) -> Result<Pause, TaskError> {
        if let Err(error) = self.check().await {
            return Err(format!(
                "no heartbeat can be written, and time-outs are suspended in a minute: {error}"
            )
            .into());
        }
        Ok(Pause::Fixed(CHECK_INTERVAL))
    }
}
