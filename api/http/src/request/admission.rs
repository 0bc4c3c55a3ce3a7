//! Admission to slow or memory-hungry work: a few requests run at once, a few wait, and the others
//! get 503.

use broadside_domain::error::{AppError, ErrorKind};
use tokio::sync::{Semaphore, SemaphorePermit};

/// Bounded concurrency with a bounded queue.
pub(crate) struct Admission {
    admitted: Semaphore,
    running: Semaphore,
    busy: &'static str,
}

/// Permit to work, until it is dropped.
pub(crate) struct WorkPermit<'a> {
    _running: SemaphorePermit<'a>,
    _admitted: SemaphorePermit<'a>,
}

impl Admission {
    /// Creates an admission in which `at_once` requests work and `waiting` requests wait. `busy` is
    /// the error detail for the others.
    pub(crate) const fn new(at_once: usize, waiting: usize, busy: &'static str) -> Self {
        Self {
            admitted: Semaphore::const_new(at_once + waiting),
            running: Semaphore::const_new(at_once),
            busy,
        }
    }

    /// Waits for a permit. A caller that goes away gives up its place.
    ///
    /// # Errors
    /// If too many wait already.
    pub(crate) async fn enter(&self) -> Result<WorkPermit<'_>, AppError> {
        let admitted = self.admitted.try_acquire();
        let admitted = admitted.map_err(|_| AppError::new(ErrorKind::Unavailable, self.busy))?;
        let running = self.running.acquire().await.map_err(AppError::internal)?;
        Ok(WorkPermit { _running: running, _admitted: admitted })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn some_work_some_wait_and_the_rest_is_refused() {
        static ADMISSION: Admission = Admission::new(1, 2, "busy");
        async fn turn() -> Result<WorkPermit<'static>, AppError> {
            ADMISSION.enter().await
        }
        let working = turn().await.expect("nobody else is there");
        let waiting = [(); 2].map(|()| tokio::spawn(turn()));
        tokio::task::yield_now().await;
        let Err(refused) = turn().await else { panic!("there is no place left") };
        assert_eq!((refused.kind(), refused.detail()), (ErrorKind::Unavailable, "busy"));
        let [next, gone] = waiting;
        gone.abort();
        assert!(gone.await.is_err());
        let another = tokio::spawn(turn());
        tokio::task::yield_now().await;
        drop(working);
        drop(next.await.ok());
        drop(another.await.ok());
        assert_eq!(
            (ADMISSION.admitted.available_permits(), ADMISSION.running.available_permits()),
            (3, 1)
        );
    }
}
