//! Moves that players have written ahead of time. Each node looks for players to move whose moves
//! wait, soon after every change. A move is taken from its queue in the transaction of its step, so
//! it is made once, whichever node makes it and whenever a node stops.

use std::sync::Arc;
use std::time::Duration;

use broadside_app::App;
use broadside_domain::error::AppError;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::driver::{Driver, Pause, Task, TaskError, Wake};

/// Minimum and maximum time between two searches.
const MIN_POLL_INTERVAL: Duration = Duration::from_millis(50);
const MAX_POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Maximum number of queues per query.
const BATCH_SIZE: u32 = 100;

/// Starts the task that tries the moves in queues.
pub fn start(driver: &Driver, tasks: &mut JoinSet<()>, app: &Arc<App>) {
    let app = Arc::clone(app);
    driver.spawn(tasks, move || MoveQueues {
        wake: Wake::Changed(app.play.notifier().subscribe_all()),
        app: Arc::clone(&app),
    });
}

/// Task that tries the moves in queues.
struct MoveQueues {
    app: Arc<App>,
    wake: Wake,
}

impl Task for MoveQueues {
    const NAME: &'static str = "move queues";

    async fn run(&mut self) -> Result<Pause, TaskError> {
        let begun = Instant::now();
        try_queues(&self.app).await?;
        Ok(Pause::poll(MIN_POLL_INTERVAL, MAX_POLL_INTERVAL, begun))
    }

    async fn woken(&mut self) {
        self.wake.wait().await;
    }
}

/// Tries the next move of each queue whose player is to move. Returns the number of moves that were
/// made or dropped.
///
/// # Errors
/// If the store fails, or a game or a queue cannot be read. The queues after it are tried anyway.
pub async fn try_queues(app: &Arc<App>) -> Result<u32, TaskError> {
    let mut count = 0;
    let mut result = Ok(());
    let mut after = (String::new(), String::new());
    loop {
        let due = app.store.due_move_queues((&after.0, &after.1), BATCH_SIZE).await?;
        let Some((player_id, game_id)) = due.last() else { break };
        after = (player_id.clone(), game_id.clone());
        for (player_id, game_id) in due {
            match try_queue(app, player_id, game_id).await {
                Ok(is_done) => count += u32::from(is_done),
                Err(error) => result = Err(error),
            }
        }
    }
    result.map(|()| count).map_err(|error| error.detail().into())
}

/// Tries the next move of a queue to its end, even if this task is stopped.
pub async fn try_queue(
    app: &Arc<App>,
    player_id: String,
    game_id: String,
) -> Result<bool, AppError> {
    let app = Arc::clone(app);
    let tried = tokio::spawn(async move { app.try_queue(&game_id, &player_id).await });
    tried.await.map_err(AppError::internal)?
}
