//! Background work of the service: tasks that a [`Driver`] runs.

pub mod bots;
pub mod driver;
pub mod jobs;
pub mod move_queues;
pub mod nodes;
mod probe;
pub mod timekeeper;
pub mod webhooks;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use broadside_app::play::Play;
use broadside_domain::env::Env;
use broadside_domain::time::{DAY, Time};
use broadside_store::{
    CommitError, Queue, QueuedWrite, Store, StoreError, feeds, idempotency, tickets, tokens,
};
use tokio::task::JoinSet;

use self::driver::{Driver, Pause, Task, TaskError};
use self::probe::Probe;

const DEADLINE_INTERVAL: Duration = Duration::from_secs(1);
const CLEANUP_INTERVAL: Duration = Duration::from_mins(10);
/// Retention of responses for idempotency keys. It is longer than a mail is retried, because the
/// retries use these keys.
const IDEMPOTENCY_RETENTION: i64 = 4 * DAY;
/// Retention of expired tokens, so that clients get "expired" instead of "unknown".
const EXPIRED_TOKEN_RETENTION: i64 = 30 * DAY;
/// Retention of webhook messages that are no longer being sent.
const WEBHOOK_MESSAGE_RETENTION: i64 = 30 * DAY;
/// Maximum number of games per query.
const BATCH_SIZE: u32 = 100;

/// Starts the background tasks that every node has, on a set. Feed entries, for the streams of all
/// games of a player, are kept for `feed_days` days. Once the caller has stopped the set,
/// it can close the store without errors from these tasks.
pub fn start(
    driver: &Driver,
    tasks: &mut JoinSet<()>,
    store: &Store,
    play: &Arc<Play>,
    env: &Env,
    feed_days: u32,
) {
    let probe = Probe::new(store.clone(), env.clone());
    driver.spawn(tasks, move || probe.clone());
    let deadlines = Deadlines { store: store.clone(), play: Arc::clone(play), env: env.clone() };
    driver.spawn(tasks, move || deadlines.clone());
    let cleanup = Cleanup { store: store.clone(), env: env.clone(), feed_days };
    driver.spawn(tasks, move || cleanup.clone());
}

/// Task that times out and reminds players.
#[derive(Clone)]
struct Deadlines {
    store: Store,
    play: Arc<Play>,
    env: Env,
}

impl Task for Deadlines {
    const NAME: &'static str = "deadlines";

    async fn run(&mut self) -> Result<Pause, TaskError> {
        process_deadlines(&self.store, &self.play, &self.env).await?;
        Ok(Pause::Fixed(DEADLINE_INTERVAL))
    }
}

/// Task that deletes what is older than its retention.
#[derive(Clone)]
struct Cleanup {
    store: Store,
    env: Env,
    feed_days: u32,
}

impl Task for Cleanup {
    const NAME: &'static str = "retention";
    const FAILURE_PAUSE: Duration = CLEANUP_INTERVAL;

    async fn run(&mut self) -> Result<Pause, TaskError> {
        clean_up(&self.store, self.env.age_time(), self.feed_days).await?;
        Ok(Pause::Fixed(CLEANUP_INTERVAL))
    }
}

/// Deletes what is older than its retention, at the time by which ages are judged.
///
/// # Errors
/// If the store fails. What is independent of the failure is deleted anyway.
async fn clean_up(store: &Store, now: Time, feed_days: u32) -> Result<(), CommitError> {
    let writes: [QueuedWrite; 5] = [
        idempotency::delete_old(ago(now, IDEMPOTENCY_RETENTION)).into(),
        feeds::delete_old(ago(now, i64::from(feed_days) * DAY)).into(),
        tickets::delete_expired(now).into(),
        tokens::delete_ended(ago(now, EXPIRED_TOKEN_RETENTION)).into(),
        broadside_store::jobs::DeleteOld {
            queue: Queue::Webhooks,
            before: ago(now, WEBHOOK_MESSAGE_RETENTION),
        }
        .into(),
    ];
    let mut result = Ok(());
    for write in writes {
        result = result.and(store.commit(write).await);
    }
    result
}

fn ago(now: Time, retention: i64) -> Time {
    Time(now.0 - retention)
}

/// Processes deadlines: times out players who are late, including those who became late while the
/// server was down, and reminds players who have little time left.
///
/// # Errors
/// If the store fails.
pub async fn process_deadlines(
    store: &Store,
    play: &Arc<Play>,
    env: &Env,
) -> Result<(), StoreError> {
    if env.is_suspended() {
        return Ok(());
    }
    // A game that fails must not block the games after it.
    let mut failed = HashSet::new();
    let mut processed = HashSet::new();
    loop {
        let due = store.due_games(env.now(), BATCH_SIZE + failed.len() as u32).await?;
        let due: Vec<_> = due.into_iter().filter(|id| !failed.contains(id)).collect();
        if due.is_empty() {
            return Ok(());
        }
        for id in due {
            if let Err(problem) = play.process_deadlines(&id).await {
                tracing::error!(
                    game = id,
                    kind = problem.kind().name(),
                    "processing the deadlines of a game failed"
                );
                failed.insert(id);
            } else if !processed.insert(id.clone()) {
                // Process a game at most twice. If it is due again, it waits for the next call.
                failed.insert(id);
            }
        }
    }
}
