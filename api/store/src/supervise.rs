//! Supervision of tasks that live as long as the process.

use std::time::Duration;

use broadside_domain::backoff::Backoff;
use tokio::task::JoinSet;
use tokio::time::Instant;

/// Delays before a task that panicked is restarted.
const RESTARTS: Backoff = Backoff::new(&[
    Duration::from_millis(100),
    Duration::from_millis(200),
    Duration::from_millis(400),
    Duration::from_millis(800),
    Duration::from_secs(2),
    Duration::from_secs(4),
    Duration::from_secs(10),
]);
/// Time that a task must run before its next restart has the first delay again.
const STABLE: Duration = Duration::from_secs(60);

/// Spawns a supervised task on a set.
pub fn spawn<F>(tasks: &mut JoinSet<()>, name: &'static str, start: impl Fn() -> F + Send + 'static)
where
    F: Future<Output = ()> + Send + 'static,
{
    tasks.spawn(supervise(name, start));
}

/// Runs a task, and restarts it with a growing delay whenever it panics. Ends when the task
/// returns. Dropping it aborts the task.
pub(crate) async fn supervise<F>(name: &'static str, start: impl Fn() -> F + Send)
where
    F: Future<Output = ()> + Send + 'static,
{
    supervise_until(name, start, || std::future::ready(false)).await;
}

/// Supervises a task like [`supervise`], until it returns or `give_up` returns true after a panic.
pub(crate) async fn supervise_until<F, G>(
    name: &'static str,
    start: impl Fn() -> F,
    give_up: impl Fn() -> G,
) where
    F: Future<Output = ()> + Send + 'static,
    G: Future<Output = bool>,
{
    let mut panics = 0;
    loop {
        let begun = Instant::now();
        let mut task = JoinSet::new();
        task.spawn(start());
        let panicked = matches!(task.join_next().await, Some(Err(error)) if error.is_panic());
        if !panicked {
            return;
        }
        if begun.elapsed() >= STABLE {
            panics = 0;
        }
        panics += 1;
        let delay = RESTARTS.delay_without_end(panics);
        tracing::error!(
            task = name,
            restart_in_ms = delay.as_millis() as u64,
            "a task panicked and is restarted"
        );
        if give_up().await {
            return;
        }
        tokio::time::sleep(delay).await;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_task_that_panics_is_restarted_with_a_growing_delay() {
        let starts = Arc::new(AtomicUsize::new(0));
        let begun = Instant::now();
        supervise("test", || {
            let starts = Arc::clone(&starts);
            async move { assert!(starts.fetch_add(1, Ordering::SeqCst) >= 3, "not yet") }
        })
        .await;
        assert_eq!(starts.load(Ordering::SeqCst), 4);
        assert_eq!(begun.elapsed().as_millis() / 100, 1 + 2 + 4);
    }

    #[tokio::test(start_paused = true)]
    async fn a_task_is_given_up_when_its_caller_says_so() {
        let panics = AtomicUsize::new(0);
        supervise_until(
            "test",
            || async { panic!("always") },
            || std::future::ready(panics.fetch_add(1, Ordering::SeqCst) == 4),
        )
        .await;
        assert_eq!(panics.load(Ordering::SeqCst), 5);
    }
}
