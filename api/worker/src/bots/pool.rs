//! Threads on which bots decide: half of the cores but at least one, and only when nothing else
//! needs them.

use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

use broadside_app::{BotDecision, BotTask};
use thread_priority::ThreadPriority;
#[cfg(target_os = "linux")]
use thread_priority::{
    NormalThreadSchedulePolicy, ThreadSchedulePolicy, set_thread_priority_and_policy,
    thread_native_id,
};
use tokio::sync::{Semaphore, oneshot};

/// Task with the channel for its decision.
type Job = (Arc<BotTask>, oneshot::Sender<Option<BotDecision>>);

/// Threads for decisions. They end when the pool is dropped.
pub(super) struct Pool {
    jobs: mpsc::Sender<Job>,
    /// Permits to hand over a job: one for each thread. The other jobs wait in the order in which
    /// they came.
    free: Semaphore,
}

impl Pool {
    pub(super) fn start() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let threads = (cores / 2).max(1);
        let (jobs, queue) = mpsc::channel::<Job>();
        let queue = Arc::new(Mutex::new(queue));
        for number in 0..threads {
            let queue = Arc::clone(&queue);
            let name = format!("bots {number}");
            if let Err(error) = std::thread::Builder::new().name(name).spawn(move || work(&queue)) {
                tracing::error!(%error, "a thread for bots cannot be started");
            }
        }
        Self { jobs, free: Semaphore::new(threads) }
    }

    /// Lets a bot decide; `None` if it finds nothing to do.
    pub(super) async fn decide(&self, task: &Arc<BotTask>) -> Option<BotDecision> {
        let _permit = self.free.acquire().await.ok()?;
        let (sender, decision) = oneshot::channel();
        self.jobs.send((Arc::clone(task), sender)).ok()?;
        decision.await.ok()?
    }
}

/// Decides, one task after the other.
fn work(queue: &Mutex<mpsc::Receiver<Job>>) {
    lower_priority();
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((task, sender)) = job else { return };
        let decision = catch_unwind(AssertUnwindSafe(|| task.decide())).unwrap_or_default();
        let decision = decision.or_else(|| {
            tracing::error!(game = task.game_id(), "a bot could not decide, and moves at random");
            catch_unwind(AssertUnwindSafe(|| task.decide_at_random())).unwrap_or_default()
        });
        // The task that waited may have been stopped.
        let _ = sender.send(decision);
    }
}

/// Lets this thread run only when no other thread needs its core. On Linux, this is a policy of the
/// scheduler. Elsewhere it is the lowest priority that the system offers.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    let lowered = set_thread_priority_and_policy(
        thread_native_id(),
        ThreadPriority::Min,
        ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle),
    );
    #[cfg(not(target_os = "linux"))]
    let lowered = ThreadPriority::Min.set_for_current();
    if let Err(error) = lowered {
        tracing::warn!(?error, "bots cannot run at a lower priority");
    }
}
