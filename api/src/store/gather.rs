//! Questions of one kind to a database, asked together: those that come while one batch is being answered are the next.

use std::collections::HashMap;
use std::hash::Hash;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::sync::{mpsc, oneshot};
use tokio::task::yield_now;

use super::{Backend, StoreError};

/// How many questions may share a query.
const BATCH: usize = 512;
/// How many may wait.
const QUEUE: usize = 4096;

type Answered<V> = Result<Option<V>, StoreError>;

/// What belongs to keys, as far as there is such.
type Found<K, V> = Result<Vec<(K, V)>, StoreError>;

/// Finds what belongs to keys.
type Look<K, V> = for<'a> fn(&'a dyn Backend, &'a [K]) -> BoxFuture<'a, Found<K, V>>;

/// What is asked for, and where the answer goes.
type Question<K, V> = (K, oneshot::Sender<Answered<V>>);

/// Asks a database for what belongs to a key.
#[derive(Clone)]
pub(super) struct Gather<K, V> {
    questions: mpsc::Sender<Question<K, V>>,
}

impl<K, V> Gather<K, V>
where
    K: Clone + Ord + Hash + Send + Sync + 'static,
    V: Clone + Send + 'static,
{
    /// Starts asking; `look` finds what belongs to keys, each of which it is given once. Ends with the last copy.
    pub(super) fn new(backend: &Arc<dyn Backend>, look: Look<K, V>) -> Self {
        let backend = Arc::clone(backend);
        let (questions, mut asked) = mpsc::channel::<Question<K, V>>(QUEUE);
        tokio::spawn(async move {
            let mut batch = Vec::new();
            while asked.recv_many(&mut batch, BATCH).await > 0 {
                // Whoever is ready to ask too comes first: a question for two takes the database hardly longer than one for one.
                yield_now().await;
                while batch.len() < BATCH
                    && let Ok(question) = asked.try_recv()
                {
                    batch.push(question);
                }
                answer(&*backend, look, &mut batch).await;
            }
        });
        Self { questions }
    }

    /// What belongs to a key, looked up after this was called.
    pub(super) async fn ask(&self, key: impl Into<K>) -> Answered<V> {
        let (answer, answered) = oneshot::channel();
        let gone = || StoreError::Failed("the reader has stopped".to_owned());
        self.questions.send((key.into(), answer)).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }
}

/// Answers a batch of questions with one query. If the database refuses it, each key is looked up alone, so that only the key that
/// is at fault gets the error. While the database is unavailable no key is looked up twice.
async fn answer<K, V>(backend: &dyn Backend, look: Look<K, V>, batch: &mut Vec<Question<K, V>>)
where
    K: Clone + Ord + Hash,
    V: Clone,
{
    let mut keys: Vec<K> = batch.iter().map(|(key, _)| key.clone()).collect();
    keys.sort_unstable();
    keys.dedup();
    let found: HashMap<K, Answered<V>> = match find(backend, look, &keys).await {
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
        // Whoever asked may have gone.
        let _ = answer.send(found.get(&key).cloned().unwrap_or(Ok(None)));
    }
}

/// Looks keys up. A panic there is an error of these keys alone: it does not end the task that answers.
async fn find<K, V>(backend: &dyn Backend, look: Look<K, V>, keys: &[K]) -> Found<K, V> {
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
    use crate::store::sqlite::Sqlite;

    /// Number of lookups of the test that counts them.
    static LOOKUPS: AtomicUsize = AtomicUsize::new(0);

    async fn backend() -> (tempfile::TempDir, Arc<dyn Backend>) {
        let directory = tempfile::tempdir().unwrap();
        let backend = Sqlite::open(&directory.path().join("broadside.db"), &crate::store::Vault::default())
            .await
            .unwrap();
        (directory, Arc::new(backend))
    }

    /// Asks for all keys at once.
    async fn ask_all(gather: &Gather<String, usize>, keys: &[&str]) -> Vec<Answered<usize>> {
        futures_util::future::join_all(keys.iter().map(|key| gather.ask(*key))).await
    }

    #[tokio::test]
    async fn only_the_key_that_is_refused_gets_the_error() {
        let (_directory, backend) = backend().await;
        let gather: Gather<String, usize> = Gather::new(&backend, |_, keys| {
            Box::pin(async move {
                assert!(!keys.iter().any(|key| key == "panic"), "a panic of the test");
                if keys.iter().any(|key| key == "bad") {
                    return Err(StoreError::Failed("refused".to_owned()));
                }
                Ok(keys.iter().filter(|key| *key != "none").map(|key| (key.clone(), key.len())).collect())
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
        let gather: Gather<String, usize> = Gather::new(&backend, |_, _| {
            LOOKUPS.fetch_add(1, Ordering::SeqCst);
            Box::pin(async { Err(StoreError::Unavailable("gone".to_owned())) })
        });
        let answers = ask_all(&gather, &["one", "two", "three"]).await;
        assert!(answers.iter().all(|answer| matches!(answer, Err(StoreError::Unavailable(_)))));
        assert_eq!(LOOKUPS.load(Ordering::SeqCst), 1);
    }
}
