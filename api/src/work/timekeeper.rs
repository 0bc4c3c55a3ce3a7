//! The task that judges the clock and makes heartbeats: see `timekeeping`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;

use crate::ambient::{Ambient, Time};
use crate::config::Database;
use crate::play::Play;
use crate::store::{Alive, Change, CommitError, Store, StoreError, StoredClocks};
use crate::timekeeping::{AGREEMENT, Confirmation, Doubt, Reading, Reference, Sources, TOLERANCE, judge};

/// How often the clock is judged.
const EVERY: Duration = Duration::from_secs(1);
/// How often a heartbeat is made, in milliseconds.
const BEAT: i64 = 10_000;
/// How old the clock of another machine's node may be to be a source, in milliseconds.
const FRESH: i64 = 60_000;

/// The id of this machine's run, which is another after each start; empty where the system has none.
pub fn boot_id() -> String {
    let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    id.trim().to_owned()
}

/// The file beside a SQLite database in which the operator confirms the clock. PostgreSQL needs none.
pub fn confirmation_file(database: &Database) -> Option<PathBuf> {
    let Database::Sqlite(file) = database else { return None };
    let mut name = file.clone().into_os_string();
    name.push(".clock");
    Some(name.into())
}

/// What the stored clocks and a confirmation say on this machine.
pub fn sources(stored: &StoredClocks, boot_id: &str, file: Option<Confirmation>) -> Sources {
    let peer = |node: &crate::store::NodeClock| {
        let (trusted, at) = (node.trusted?, node.database_at?);
        let age = stored.database?.now.0 - at.0;
        let fresh = node.boot_id != boot_id && node.suspended.is_none() && age <= FRESH;
        fresh.then_some(trusted.wall.0 - at.0)
    };
    Sources {
        database: stored.database,
        peers: stored.nodes.iter().filter_map(peer).collect(),
        confirmation: file.or(stored.confirmation),
    }
}

/// The time that the wall clock should show, as far as the database knows.
pub fn reference(stored: &StoredClocks, boot_id: &str) -> Option<Reference> {
    let own = stored.nodes.iter().find(|node| !boot_id.is_empty() && node.boot_id == boot_id);
    let offset = own.and_then(|node| node.trusted).map(|Reading { wall, steady }| wall.0 - steady);
    offset.map(Reference::Offset).or(stored.alive_at.map(Reference::Newest))
}

/// A confirmation in a file.
pub fn read_confirmation(file: &Path) -> Option<Confirmation> {
    let wall = std::fs::read_to_string(file).ok()?.trim().parse().ok()?;
    Some(Confirmation { wall: Time(wall), database: None })
}

/// Judge of this node's clock, and maker of its heartbeats.
pub struct Timekeeper {
    store: Store,
    play: Arc<Play>,
    ambient: Ambient,
    boot_id: String,
    file: Option<PathBuf>,
    /// When the newest heartbeat was made, by the steady clock.
    beaten: Option<i64>,
}

impl Timekeeper {
    /// The timekeeper of a node. From now on nobody is timed out before its first heartbeat.
    pub fn new(store: Store, play: Arc<Play>, ambient: Ambient, database: &Database) -> Self {
        ambient.clock().begin();
        let file = confirmation_file(database);
        Self { store, play, ambient, boot_id: boot_id(), file, beaten: None }
    }

    /// Judges the clock by everything that is known, and makes a heartbeat if one is due.
    ///
    /// # Errors
    /// If the store fails. The clock is judged all the same.
    pub async fn check(&mut self) -> Result<(), StoreError> {
        let clock = self.ambient.clock();
        let file = self.file.as_deref().and_then(read_confirmation);
        // Alone with a SQLite file there is nothing to learn from it while all is well.
        let stored = match self.store.shared() || clock.offset().is_none() || self.in_doubt() {
            true => self.store.clocks().await,
            false => Ok(StoredClocks::default()),
        };
        let reading = self.ambient.reading();
        let found = stored.as_ref().ok();
        let known = clock.offset().map(Reference::Offset);
        let known = known.or_else(|| reference(found?, &self.boot_id));
        let sources = found.map(|found| sources(found, &self.boot_id, file)).unwrap_or_default();
        // Without the database a clock that was never judged is not trusted.
        if stored.is_ok() || known.is_some() {
            let doubt = judge(known, reading, &sources);
            let before = clock.note(reading, doubt);
            if before.is_some() != doubt.is_some() {
                say(doubt);
                self.beaten = None;
            }
            self.put_away(file, reading);
            stored?;
            self.beat(reading, doubt).await?;
            return Ok(());
        }
        stored.map(|_| ())
    }

    /// True if the clock is in doubt, or is about to be.
    fn in_doubt(&self) -> bool {
        let clock = self.ambient.clock();
        let Reading { wall, steady } = self.ambient.reading();
        clock.doubt().is_some() || clock.offset().is_some_and(|offset| wall.0 - steady - offset > TOLERANCE)
    }

    /// Removes a confirmation that has been used, or that is of another time.
    fn put_away(&self, file: Option<Confirmation>, reading: Reading) {
        let (Some(path), Some(confirmation)) = (&self.file, file) else { return };
        let (wall, confirmed) = (reading.wall, confirmation.wall);
        match (wall.0 - confirmed.0).abs() <= AGREEMENT {
            true => tracing::info!("the operator has confirmed the clock"),
            false => {
                tracing::warn!(%wall, %confirmed, "a confirmation of the clock is ignored: it is of another time");
            }
        }
        if let Err(error) = std::fs::remove_file(path) {
            tracing::warn!(%error, file = %path.display(), "a confirmation of the clock cannot be removed");
        }
    }

    async fn beat(&mut self, reading: Reading, doubt: Option<Doubt>) -> Result<(), StoreError> {
        if self.beaten.is_some_and(|at| (0..BEAT).contains(&(reading.steady - at))) {
            return Ok(());
        }
        let at = self.ambient.now();
        let alive = Alive {
            at,
            boot_id: self.boot_id.clone(),
            reading,
            suspended: doubt.map(|doubt| doubt.cause.to_string()),
        };
        match self.store.commit(Change::Alive(Box::new(alive))).await {
            Ok(()) | Err(CommitError::Conflict) => {}
            Err(CommitError::Failed(error)) => return Err(error),
        }
        self.beaten = Some(reading.steady);
        if doubt.is_none() {
            // In this order: time-outs go on when the outage is known that has just ended.
            self.play.refresh_outages().await?;
            self.ambient.clock().beat(at);
        }
        Ok(())
    }
}

fn say(doubt: Option<Doubt>) {
    match doubt {
        Some(doubt) => tracing::warn!(
            "time-outs are suspended: {}. If this machine's clock is right, run `broadside clock confirm`; if not, set it",
            doubt.cause
        ),
        None => tracing::info!("the clock is trusted again: time-outs go on"),
    }
}

/// Starts the task.
pub fn start(tasks: &mut JoinSet<()>, mut timekeeper: Timekeeper) {
    tasks.spawn(async move {
        let mut failing = false;
        loop {
            let done = timekeeper.check().await;
            if let (Err(error), false) = (&done, failing) {
                tracing::warn!(%error, "no heartbeat can be written: time-outs are suspended in a minute");
            }
            failing = done.is_err();
            tokio::time::sleep(EVERY).await;
        }
    });
}
