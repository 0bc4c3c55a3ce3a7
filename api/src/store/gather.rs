//! Questions of one kind to a database, asked together: those that come while one batch is being answered are the next.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

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
                let mut keys: Vec<K> = batch.iter().map(|(key, _)| key.clone()).collect();
                keys.sort_unstable();
                keys.dedup();
                let found: Result<HashMap<K, V>, _> =
                    look(&*backend, &keys).await.map(|found| found.into_iter().collect());
                for (key, answer) in batch.drain(..) {
                    let own = found.as_ref().map(|found| found.get(&key).cloned()).map_err(Clone::clone);
                    // Whoever asked may have gone.
                    let _ = answer.send(own);
                }
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
