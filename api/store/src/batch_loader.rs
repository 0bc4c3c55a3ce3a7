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
const BATCH: usize = 512;
/// Maximum number of lookups that wait.
const QUEUE: usize = 4096;

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
    questions: mpsc::Sender<LoadRequest<K, V>>,
}

impl<K, V> BatchLoader<K, V>
where
    K: Clone + Ord + Hash + Send + Sync + 'static,
    V: Clone + Send + 'static,
{
    /// Starts the task that answers lookups. `look` finds the values of keys, and gets no key twice
    /// in one call. The task ends with the last copy of the loader.
    pub(super) fn new(backend: &Arc<Backend>, look: BatchFn<K, V>) -> Self {
        let backend = Arc::clone(backend);
        let (questions, mut asked) = mpsc::channel::<LoadRequest<K, V>>(QUEUE);
        tokio::spawn(async move {
            let mut batch = Vec::new();
            while asked.recv_many(&mut batch, BATCH).await > 0 {
                // Yield once so that other ready tasks can join this batch: a query for two keys
                // takes the database hardly longer than a query for one.
                yield_now().await;
                while batch.len() < BATCH
                    && let Ok(question) = asked.try_recv()
                {
                    batch.push(question);
                }
                answer(&backend, look, &mut batch).await;
            }
        });
        Self { questions }
    }

    /// Returns the value of a key, looked up after this call.
    pub(super) async fn ask(&self, key: impl Into<K>) -> LoadReply<V> {
        let (answer, answered) = oneshot::channel();
        let gone = || StoreError::Failed("the reader has stopped".to_owned());
        self.questions.send((key.into(), answer)).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }
}

/// Answers a batch of lookups with one query. If the database refuses it, each key is looked up
/// alone, so that only the key at fault gets the error. While the database is unavailable, no key
/// is looked up twice.
async fn answer<K, V>(backend: &Backend, look: BatchFn<K, V>, batch: &mut Vec<LoadRequest<K, V>>)
where
    K: Clone + Ord + Hash,
    V: Clone,
{
    let mut keys: Vec<K> = batch.iter().map(|(key, _)| key.clone()).collect();
    keys.sort_unstable();
    keys.dedup();
    let found: HashMap<K, LoadReply<V>> = match find(backend, look, &keys).await {
        Ok(found) => found.into_iter().map(|(key, value)| (key, Ok(Some(value)))).collect(),
        Err(StoreError::Failed(_)) if keys.len() > 1 => {
            let mut found = HashMap::with_capacity(keys.len());
            let mut outage = None;
            for key in keys {
                let own = match &outage {
                    Some(outage) => Err(StoreError::clone(outage)),
                    None => find(backend, look, std::slice::from_ref(&key)).await,
                };
                outage = own.as_ref().err().filter(|error| error.is_outage()).cloned();
                found.insert(key, own.map(|mut found| found.pop().map(|(_, value)| value)));
            }
            found
        }
        Err(error) => keys.into_iter().map(|key| (key, Err(error.clone()))).collect(),
    };
    for (key, answer) in batch.drain(..) {
        // The caller may have gone away.
        let _ = answer.send(found.get(&key).cloned().unwrap_or(Ok(None)));
    }
}

/// Looks up keys. A panic becomes an error of these keys only: it does not end the task that
/// answers lookups.
async fn find<K, V>(backend: &Backend, look: BatchFn<K, V>, keys: &[K]) -> LoadResult<K, V> {
    let found = AssertUnwindSafe(async { look(backend, keys).await }).catch_unwind().await;
    found.unwrap_or_else(|_| {
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

    /// Asks for all keys at once.
    async fn ask_all(gather: &BatchLoader<String, usize>, keys: &[&str]) -> Vec<LoadReply<usize>> {
        futures_util::future::join_all(keys.iter().map(|key| gather.ask(*key))).await
    }

    #[tokio::test]
    async fn only_the_key_that_is_refused_gets_the_error() {
        let (_directory, backend) = backend().await;
        let gather: BatchLoader<String, usize> = BatchLoader::new(&backend, |_, keys| {
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
        for bad in ["bad", "panic"] {
            let answers = ask_all(&gather, &["one", bad, "three", "none", "one"]).await;
            assert!(matches!(answers[1], Err(StoreError::Failed(_))), "{answers:?}");
            let others: Vec<_> = [0, 2, 3, 4].map(|n| answers[n].clone().unwrap()).into();
            assert_eq!(others, [Some(3), Some(5), None, Some(3)]);
        }
    }

    #[tokio::test]
    async fn an_outage_is_the_answer_to_all_and_nothing_is_asked_again() {
        let (_directory, backend) = backend().await;
        let gather: BatchLoader<String, usize> = BatchLoader::new(&backend, |_, _| {
            LOOKUPS.fetch_add(1, Ordering::SeqCst);
            Box::pin(async { Err(StoreError::Unavailable("gone".to_owned())) })
        });
        let answers = ask_all(&gather, &["one", "two", "three"]).await;
        assert!(answers.iter().all(|answer| matches!(answer, Err(StoreError::Unavailable(_)))));
        assert_eq!(LOOKUPS.load(Ordering::SeqCst), 1);
    }
}
