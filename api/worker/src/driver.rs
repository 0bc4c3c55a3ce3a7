//! Driver of background tasks. A task is a reconciler: each round looks for due work and does it,
//! and can be repeated at any time without harm. The driver runs the rounds, restarts a task that
//! panics, and reports each round to an [`Observer`].

use std::collections::HashMap;
use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use broadside_store::{CommitError, StoreError, supervise};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;

/// Minimum time between two log entries about a task that keeps failing.
const LOG_INTERVAL: Duration = Duration::from_mins(1);

pub type TaskError = Box<dyn Error + Send + Sync>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// None: there may be more to do.
    None,
    Fixed(Duration),
    /// The first time, and then up to the second, until the task is woken.
    UntilWoken(Duration, Duration),
}

impl Pause {
    /// Returns the pause of a task that polls at an interval, and when it is woken. A round that
    /// took long is followed by a longer minimum, so that the task does not use more than a tenth
    /// of the time.
    pub fn poll(min: Duration, max: Duration, begun: Instant) -> Self {
        Self::UntilWoken((begun.elapsed() * 10).clamp(min, max), max)
    }
}

pub trait Task: Send {
    /// Name in logs and metrics.
    const NAME: &'static str;
    /// Pause after a round that failed.
    const FAILURE_PAUSE: Duration = Duration::from_secs(1);

    /// Does one round. Returns the pause before the next one.
    ///
    /// # Errors
    /// If the round failed. The next one follows after [`Task::FAILURE_PAUSE`].
    fn run(&mut self) -> impl Future<Output = Result<Pause, TaskError>> + Send;

    /// Waits for a reason to end the pause. By default, the pause takes its full time.
    fn woken(&mut self) -> impl Future<Output = ()> + Send {
        std::future::pending()
    }
}

/// Observer of rounds, for logs and metrics.
pub trait Observer: Send + Sync {
    /// Notes the end of a round of a task, with the time that it took.
    fn round(&self, task: &'static str, took: Duration, result: Result<(), &TaskError>);
}

/// Driver of background tasks.
#[derive(Clone)]
pub struct Driver {
    observer: Arc<dyn Observer>,
}

impl Default for Driver {
    fn default() -> Self {
        Self::new(Arc::new(LogObserver::default()))
    }
}

impl Driver {
    /// Creates a driver that reports to an observer.
    pub fn new(observer: Arc<dyn Observer>) -> Self {
        Self { observer }
    }

    /// Starts a task on a set. `create` creates it, again after each panic.
    pub fn spawn<T: Task + 'static>(
        &self,
        tasks: &mut JoinSet<()>,
        create: impl Fn() -> T + Send + 'static,
    ) {
        let observer = Arc::clone(&self.observer);
        supervise::spawn(tasks, T::NAME, move || drive(create(), Arc::clone(&observer)));
    }
}

/// Runs the rounds of a task, without end.
async fn drive<T: Task>(mut task: T, observer: Arc<dyn Observer>) {
    loop {
        let begun = Instant::now();
        let result = task.run().await;
        observer.round(T::NAME, begun.elapsed(), result.as_ref().map(|_| ()));
        match result {
            // Other tasks have their turn.
            Ok(Pause::None) => tokio::task::yield_now().await,
            Ok(Pause::Fixed(pause)) => tokio::time::sleep(pause).await,
            Ok(Pause::UntilWoken(min, max)) => {
                tokio::time::sleep(min).await;
                let _ = tokio::time::timeout(max, task.woken()).await;
            }
            Err(_) => tokio::time::sleep(T::FAILURE_PAUSE).await,
        }
    }
}

/// Observer that logs the first failure of a task, then one a minute, and the end of the failures.
/// The probe logs outages of the database.
#[derive(Default)]
pub struct LogObserver {
    failing: Mutex<HashMap<&'static str, Instant>>,
}

impl Observer for LogObserver {
    fn round(&self, task: &'static str, took: Duration, result: Result<(), &TaskError>) {
        tracing::trace!(
            task,
            took_us = took.as_micros() as u64,
            failed = result.is_err(),
            "a round has ended"
        );
        let mut failing = self.failing.lock().unwrap_or_else(PoisonError::into_inner);
        match result {
            Ok(()) => {
                if failing.remove(task).is_some() {
                    tracing::info!(task, "a background task works again");
                }
            }
            Err(error) if is_outage(error) => {
                tracing::debug!(task, %error, "a background task fails");
            }
            Err(error) => {
                let is_due =
                    failing.get(task).is_none_or(|logged| logged.elapsed() >= LOG_INTERVAL);
                if is_due {
                    failing.insert(task, Instant::now());
                    tracing::error!(task, %error, "a background task fails");
                }
            }
        }
    }
}

/// Returns true if the database is the reason of an error.
fn is_outage(error: &TaskError) -> bool {
    let error = match error.downcast_ref() {
        Some(CommitError::Failed(error)) => Some(error),
        _ => error.downcast_ref::<StoreError>(),
    };
    error.is_some_and(StoreError::is_outage)
}

/// Reason to end a pause.
pub enum Wake {
    Never,
    /// A change of which this node was notified.
    Changed(watch::Receiver<()>),
    /// A notification of another task.
    Notified(Arc<Notify>),
}

impl Wake {
    pub async fn wait(&mut self) {
        match self {
            // If the sender is gone, the service is stopping.
            Self::Changed(receiver) => {
                if receiver.changed().await.is_err() {
                    std::future::pending::<()>().await;
                }
            }
            Self::Notified(notify) => notify.notified().await,
            Self::Never => std::future::pending().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Rounds that an observer has noted.
    #[derive(Default)]
    struct Rounds(Mutex<Vec<(Duration, bool)>>);

    impl Observer for Rounds {
        fn round(&self, task: &'static str, took: Duration, result: Result<(), &TaskError>) {
            assert_eq!(task, "test");
            self.0.lock().unwrap().push((took, result.is_ok()));
        }
    }

    struct Test {
        rounds: Arc<AtomicUsize>,
        wake: Arc<Notify>,
    }

    impl Task for Test {
        const NAME: &'static str = "test";

        async fn run(&mut self) -> Result<Pause, TaskError> {
            match self.rounds.fetch_add(1, Ordering::SeqCst) {
                0 => Ok(Pause::None),
                1 => Err("broken".into()),
                2 => panic!("very broken"),
                3 => Ok(Pause::UntilWoken(Duration::from_millis(50), Duration::from_secs(60))),
                _ => Ok(Pause::Fixed(Duration::from_secs(3_600))),
            }
        }

        async fn woken(&mut self) {
            self.wake.notified().await;
        }
    }

    /// Returns the number of rounds after some milliseconds.
    async fn count_after(rounds: &AtomicUsize, millis: u64) -> usize {
        tokio::time::sleep(Duration::from_millis(millis)).await;
        rounds.load(Ordering::SeqCst)
    }

    #[tokio::test(start_paused = true)]
    async fn rounds_are_repeated_after_failures_and_panics_and_reported() {
        let observer = Arc::new(Rounds::default());
        let rounds = Arc::<AtomicUsize>::default();
        let wake = Arc::<Notify>::default();
        let mut tasks = JoinSet::new();
        let task_rounds = Arc::clone(&rounds);
        let task_wake = Arc::clone(&wake);
        Driver::new(Arc::clone(&observer) as Arc<dyn Observer>).spawn(&mut tasks, move || Test {
            rounds: Arc::clone(&task_rounds),
            wake: Arc::clone(&task_wake),
        });
        assert_eq!(
            count_after(&rounds, 900).await,
            2,
            "a round follows at once, another one a second after a failure"
        );
        assert_eq!(count_after(&rounds, 900).await, 4, "a panic costs a tenth of a second");
        assert_eq!(count_after(&rounds, 30_000).await, 4, "the task waits");
        wake.notify_one();
        assert_eq!(count_after(&rounds, 10).await, 5, "it is woken");
        assert_eq!(count_after(&rounds, 60_000).await, 5);
        let reported: Vec<bool> = observer.0.lock().unwrap().iter().map(|(_, ok)| *ok).collect();
        assert_eq!(reported, [true, false, true, true]);
    }
}
