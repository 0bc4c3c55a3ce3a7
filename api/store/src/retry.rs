//! Optimistic concurrency: a change is decided on data that was read before, and decided again if
//! another change came first.

use crate::error::StoreError;

/// Maximum number of attempts at a change. If two nodes write without a pause, each attempt
/// conflicts with even odds.
const MAX_ATTEMPTS: usize = 32;

/// Makes attempts at a change until one does not conflict with another change. An attempt reads the
/// data again. It returns its result, or `None` after a conflict.
///
/// ```
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// use std::sync::atomic::{AtomicU32, Ordering};
///
/// use broadside_store::{StoreError, retry_conflicts};
///
/// let reads = AtomicU32::new(0);
/// let read = retry_conflicts(|| async {
///     let read = reads.fetch_add(1, Ordering::Relaxed);
///     Ok::<_, StoreError>((read == 2).then_some(read))
/// });
/// assert_eq!(read.await.unwrap(), 2);
/// # });
/// ```
///
/// # Errors
/// The error of an attempt, or [`StoreError::Unavailable`] if every attempt conflicts.
pub async fn retry_conflicts<T, E, F>(mut attempt: impl FnMut() -> F) -> Result<T, E>
where
    E: From<StoreError>,
    F: Future<Output = Result<Option<T>, E>>,
{
    for _ in 0..MAX_ATTEMPTS {
        if let Some(result) = attempt().await? {
            return Ok(result);
        }
    }
    Err(StoreError::Unavailable("other changes came first in every attempt".to_owned()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_change_that_always_conflicts_is_given_up() {
        let mut attempts = 0;
        let result: Result<(), StoreError> = retry_conflicts(|| {
            attempts += 1;
            std::future::ready(Ok(None))
        })
        .await;
        assert!(matches!(result, Err(StoreError::Unavailable(_))));
        assert_eq!(attempts, MAX_ATTEMPTS);
    }
}
