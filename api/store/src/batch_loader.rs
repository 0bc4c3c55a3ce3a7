//! Batches concurrent lookups by key: lookups that arrive while one batch is being answered form
//! the next batch.

use std::collections::HashMap;
use std::hash::Hash;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::sync::{mpsc, oneshot};
use tokio::task::yield_now;

use crate::backend::Backend;
use crate::error::StoreError;

/// Maximum number of lookups that share a query.
const MAX_BATCH: usize = 512;
/// Maximum number of lookups that wait.
const MAX_QUEUE: usize = 4096;

type LoadReply<V> = Result<Option<V>, StoreError>;

/// Values found for keys. Keys without a value are left out.
type LoadResult<K, V> = Result<Vec<(K, V)>, StoreError>;

/// Function that finds the values of keys.
type BatchFn<K, V> = for<'a> fn(&'a Backend, &'a [K]) -> BoxFuture<'a, LoadResult<K, V>>;

/// Key to look up, and the channel for the reply.
type LoadRequest<K, V> = (K, oneshot::Sender<LoadReply<V>>);

/// Loader that looks up values by key, in batches.
#[derive(Clone)]
pub(super) struct BatchLoader<K, V> {
    requests: mpsc::Sender<LoadRequest<K, V>>,
}

impl<K, V> BatchLoader<K, V>
where
    K: Clone + Ord + Hash + Send + Sync + 'static,
    V: Clone + Send + 'static,
{
    /// Starts the task that answers lookups. `load` finds the values of keys, and gets no key twice
    /// in one call. The task ends with the last copy of the loader.
    pub(super) fn new(backend: &Arc<Backend>, load: BatchFn<K, V>) -> Self {
        let backend = Arc::clone(backend);
        let (requests, mut receiver) = mpsc::channel::<LoadRequest<K, V>>(MAX_QUEUE);
        tokio::spawn(async move {
            let mut batch = Vec::new();
            while receiver.recv_many(&mut batch, MAX_BATCH).await > 0 {
                // Yield once so that other ready tasks can join this batch: a query for two keys
                // takes the database hardly longer than a query for one.
                yield_now().await;
                while batch.len() < MAX_BATCH
                    && let Ok(request) = receiver.try_recv()
                {
                    batch.push(request);
                }
                answer(&backend, load, &mut batch).await;
            }
        });
        Self { requests }
    }

    /// Returns the value of a key, looked up after this call.
    pub(super) async fn load(&self, key: impl Into<K>) -> LoadReply<V> {
        let (reply_sender, reply) = oneshot::channel();
        self.requests.send((key.into(), reply_sender)).await.map_err(|_| task_has_ended())?;
        reply.await.map_err(|_| task_has_ended())?
    }
}

/// Error of a lookup that nobody answers.
fn task_has_ended() -> StoreError {
    StoreError::Failed("the reader has stopped".to_owned())
}

/// Answers a batch of lookups with one query. If the database refuses it, each key is looked up
/// alone, so that only the key at fault gets the error. While the database is unavailable, no key
/// is looked up twice.
async fn answer<K, V>(backend: &Backend, load: BatchFn<K, V>, batch: &mut Vec<LoadRequest<K, V>>)
where
    K: Clone + Ord + Hash,
    V: Clone,
{
    let mut keys: Vec<K> = batch.iter().map(|(key, _)| key.clone()).collect();
    keys.sort_unstable();
    keys.dedup();
    let replies: HashMap<K, LoadReply<V>> = match load_keys(backend, load, &keys).await {
        Ok(values) => values.into_iter().map(|(key, value)| (key, Ok(Some(value)))).collect(),
        Err(StoreError::Failed(_)) if keys.len() > 1 => {
            let mut replies = HashMap::with_capacity(keys.len());
            let mut outage = None;
            for key in keys {
                let result = match &outage {
                    Some(outage) => Err(StoreError::clone(outage)),
                    None => load_keys(backend, load, std::slice::from_ref(&key)).await,
                };
                outage = result.as_ref().err().filter(|error| error.is_outage()).cloned();
                let reply = result.map(|mut values| values.pop().map(|(_, value)| value));
                replies.insert(key, reply);
            }
            replies
        }
        Err(error) => keys.into_iter().map(|key| (key, Err(error.clone()))).collect(),
    };
    for (key, reply_sender) in batch.drain(..) {
        // The caller may have gone away.
        let _ = reply_sender.send(replies.get(&key).cloned().unwrap_or(Ok(None)));
    }
}

/// Looks up keys. A panic becomes an error of these keys only: it does not end the task that
/// answers lookups.
async fn load_keys<K, V>(backend: &Backend, load: BatchFn<K, V>, keys: &[K]) -> LoadResult<K, V> {
    let result = AssertUnwindSafe(async { load(backend, keys).await }).catch_unwind().await;
    result.unwrap_or_else(|_| {
        tracing::error!("a lookup panicked");
        Err(StoreError::Failed("the lookup panicked".to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Number of lookups of the test that counts them.
    static LOOKUPS: AtomicUsize = AtomicUsize::new(0);

    async fn backend() -> (tempfile::TempDir, Arc<Backend>) {
        let directory = tempfile::tempdir().unwrap();
        let database = crate::Database::Sqlite(directory.path().join("broadside.db"));
        let backend = crate::open(&database).await.unwrap();
        (directory, backend)
    }

    /// Looks up all keys at the same time.
    async fn load_all(loader: &BatchLoader<String, usize>, keys: &[&str]) -> Vec<LoadReply<usize>> {
        futures_util::future::join_all(keys.iter().map(|key| loader.load(*key))).await
    }

    #[tokio::test]
    async fn only_the_key_that_fails_gets_the_error() {
        let (_directory, backend) = backend().await;
        let loader: BatchLoader<String, usize> = BatchLoader::new(&backend, |_, keys| {
            Box::pin(async move {
                assert!(!keys.iter().any(|key| key == "panic"), "a panic of the test");
                if keys.iter().any(|key| key == "bad") {
                    return Err(StoreError::Failed("refused".to_owned()));
                }
                Ok(keys
                    .iter()
                    .filter(|key| *key != "none")
                    .map(|key| (key.clone(), key.len()))
                    .collect())
            })
        });
        for failing_key in ["bad", "panic"] {
            let replies = load_all(&loader, &["one", failing_key, "three", "none", "one"]).await;
            assert!(matches!(replies[1], Err(StoreError::Failed(_))), "{replies:?}");
            let others: Vec<_> = [0, 2, 3, 4].map(|n| replies[n].clone().unwrap()).into();
            assert_eq!(others, [Some(3), Some(5), None, Some(3)]);
        }
    }

    #[tokio::test]
    async fn an_outage_is_the_reply_to_all_keys_and_no_key_is_looked_up_again() {
        let (_directory, backend) = backend().await;
        let loader: BatchLoader<String, usize> = BatchLoader::new(&backend, |_, _| {
            LOOKUPS.fetch_add(1, Ordering::SeqCst);
            Box::pin(async { Err(StoreError::Unavailable("gone".to_owned())) })
        });
        let replies = load_all(&loader, &["one", "two", "three"]).await;
        assert!(replies.iter().all(|reply| matches!(reply, Err(StoreError::Unavailable(_)))));
        assert_eq!(LOOKUPS.load(Ordering::SeqCst), 1);
    }
}
