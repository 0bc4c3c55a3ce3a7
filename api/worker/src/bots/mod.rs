//! Turns of the server's bots. A bot moves at a time that was drawn when its turn began, so the
//! time says nothing about how long it has thought.
//!
//! The node that commits a step announces the next turn of a bot in memory. If that node stops, or
//! its queue is full, every node finds the turn in the store soon after it was due. A decision is
//! committed only if the bot has seen no other event since, so a turn is taken once, even if two
//! nodes compute it.

mod pool;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use broadside_app::{App, BotDecision, BotTask};
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::time::Time;
use broadside_store::StoreError;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::Interval;

use self::pool::Pool;
use crate::driver::{Driver, Pause, Task, TaskError};

/// Maximum number of games whose bots a node handles at a time.
const MAX_AT_ONCE: usize = 1_024;
/// Interval between searches for turns that nobody has taken.
const SEARCH_INTERVAL: Duration = Duration::from_millis(250);
/// Time after which a turn counts as not taken, in milliseconds.
const LATE: i64 = 500;
/// Maximum time from a step to the turn of a bot, in milliseconds. A later turn comes from a clock
/// that was wrong.
const MAX_DELAY: i64 = 1_000;
/// Time between two attempts in a game, in milliseconds: longer than a decision takes, so that it
/// does not show.
const ATTEMPT_INTERVAL: i64 = 150;
/// Time until a turn is tried again after the store failed.
const STORE_RETRY_INTERVAL: Duration = Duration::from_secs(1);
/// Time until a turn is tried again after another error.
const RETRY_INTERVAL: Duration = Duration::from_secs(30);

/// Bots of a node.
struct Bots {
    app: Arc<App>,
    pool: Pool,
    /// Games whose bots are being handled.
    busy: Mutex<HashSet<String>>,
}

/// Starts the task that moves bots.
pub fn start(driver: &Driver, tasks: &mut JoinSet<()>, app: &Arc<App>) {
    let Some(queue) = app.play.bot_queue(MAX_AT_ONCE) else { return };
    let queue = Arc::new(tokio::sync::Mutex::new(queue));
    let bots = Arc::new(Bots { app: Arc::clone(app), pool: Pool::start(), busy: Mutex::default() });
    driver.spawn(tasks, move || {
        let mut search = tokio::time::interval(SEARCH_INTERVAL);
        search.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        BotTurns {
            bots: Arc::clone(&bots),
            queue: Arc::clone(&queue),
            search,
            turns: JoinSet::new(),
        }
    });
}

/// Task that takes the turns of bots.
struct BotTurns {
    bots: Arc<Bots>,
    queue: Arc<tokio::sync::Mutex<mpsc::Receiver<String>>>,
    search: Interval,
    turns: JoinSet<()>,
}

impl Task for BotTurns {
    const NAME: &'static str = "bots";
    const FAILURE_PAUSE: Duration = Duration::ZERO;

    async fn run(&mut self) -> Result<Pause, TaskError> {
        let Self { bots, queue, search, turns } = self;
        let mut queue = queue.lock().await;
        // A round lasts until the next search.
        loop {
            tokio::select! {
                Some(game_id) = queue.recv() => bots.take_turn(turns, game_id),
                Some(_) = turns.join_next() => {}
                _ = search.tick() => break,
            }
        }
        for game_id in bots.untaken().await? {
            bots.take_turn(turns, game_id);
        }
        Ok(Pause::None)
    }
}

impl Bots {
    /// Returns the games in which a bot should have moved already.
    async fn untaken(&self) -> Result<Vec<String>, StoreError> {
        let now = self.app.env.now();
        let before = Time(now.0 - LATE);
        let after = Time(now.0 + 2 * MAX_DELAY);
        self.app.store.bot_turns(before, after, MAX_AT_ONCE as u32).await
    }

    /// Takes the turn of a bot in the background, unless the game is being handled already or too
    /// many are.
    fn take_turn(self: &Arc<Self>, turns: &mut JoinSet<()>, game_id: String) {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        if busy.len() >= MAX_AT_ONCE || !busy.insert(game_id.clone()) {
            return;
        }
        drop(busy);
        let turn = Turn { bots: Arc::clone(self), game_id };
        turns.spawn(async move {
            // A bot that moves on has several turns in a row, each announced while the game is
            // busy.
            let mut not_before = Time(i64::MIN);
            loop {
                match turn.take(not_before).await {
                    Ok(Some(at)) => not_before = Time(at.0 + ATTEMPT_INTERVAL),
                    Ok(None) => return,
                    Err(error)
                        if matches!(error.kind(), ErrorKind::Unavailable | ErrorKind::InDoubt) =>
                    {
                        tokio::time::sleep(STORE_RETRY_INTERVAL).await;
                    }
                    Err(error) => {
                        tracing::error!(
                            game = turn.game_id,
                            kind = error.kind().name(),
                            "a bot could not move"
                        );
                        tokio::time::sleep(RETRY_INTERVAL).await;
                        return;
                    }
                }
            }
        });
    }
}

/// Game whose bots are being handled, until it is dropped.
struct Turn {
    bots: Arc<Bots>,
    game_id: String,
}

impl Turn {
    /// Takes the next turn of a bot in the game, but not before a time. Returns the time of the
    /// attempt; `None` if no bot has anything to do.
    async fn take(&self, not_before: Time) -> Result<Option<Time>, AppError> {
        let Bots { app, pool, .. } = &*self.bots;
        let Some(game) = app.play.game(&self.game_id).await? else { return Ok(None) };
        let Some(task) = BotTask::next(&game).map(Arc::new) else { return Ok(None) };
        let at = task.due_at().max(not_before);
        let decision = pool.decide(&task).await;
        let decision = decision.ok_or_else(|| AppError::internal("a bot found no move"))?;
        let wait = (at.0 - app.env.now().0).clamp(0, MAX_DELAY);
        tokio::time::sleep(Duration::from_millis(wait.unsigned_abs())).await;
        match self.execute(decision).await {
            // This is a defect of the bot.
            Err(error) if error.kind().is_refusal() => {
                let kind = error.kind().name();
                tracing::error!(
                    game = self.game_id,
                    kind,
                    "the move of a bot was refused, so it moves at random"
                );
                let random = task.decide_at_random().ok_or(error)?;
                match self.execute(random).await {
                    Err(error) if error.kind().is_refusal() => self.execute(task.resign()).await?,
                    executed => executed?,
                }
            }
            executed => executed?,
        };
        Ok(Some(at))
    }

    /// Executes a decision to its end, even if this task is stopped.
    async fn execute(&self, decision: BotDecision) -> Result<bool, AppError> {
        let app = Arc::clone(&self.bots.app);
        tokio::spawn(async move { app.execute_bot(&decision).await })
            .await
            .map_err(AppError::internal)?
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.bots.busy.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.game_id);
    }
}
