//! A database with its writer: all changes are handed to it, and those that wait share a commit.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

use super::gather::Gather;
use super::{
    Backend, Change, CommitError, Done, Glance, Glanced, Head, Moment, StoreError, StoredGame, TokenRow,
    Uncommitted,
};

/// How many changes may share a commit.
const BATCH: usize = 512;
/// How many changes may wait for the writer.
const QUEUE: usize = 4096;

struct Job {
    change: Change,
    done: oneshot::Sender<Result<Done, StoreError>>,
}

/// A database with its writer.
#[derive(Clone)]
pub struct Store {
    backend: Arc<dyn Backend>,
    writer: mpsc::Sender<Job>,
    tokens: Gather<String, TokenRow>,
    /// Of tokens alone, which do not wait for games.
    passes: Gather<Glanced, Glance>,
    glances: Gather<Glanced, Glance>,
    games: Gather<String, Result<StoredGame, StoreError>>,
    heads: Gather<String, Head>,
}

impl Store {
    /// Starts the writer of a database. It ends when the last copy of the store is gone and all is written.
    pub fn new(backend: Arc<dyn Backend>) -> Self {
        let (writer, jobs) = mpsc::channel(QUEUE);
        tokio::spawn(write(Arc::clone(&backend), jobs));
        let tokens = Gather::new(&backend, |backend, hashes| {
            Box::pin(async move {
                let found = backend.tokens(hashes).await?;
                Ok(found.into_iter().map(|token| (token.hash.clone(), token)).collect())
            })
        });
        let [passes, glances] =
            [(); 2].map(|()| Gather::new(&backend, |backend, asked| backend.glances(asked)));
        let games = Gather::new(&backend, |backend, ids| backend.games(ids));
        let heads = Gather::new(&backend, |backend, ids| backend.heads(ids));
        Self { backend, writer, tokens, passes, glances, games, heads }
    }

    /// The token with this hash.
    ///
    /// # Errors
    /// If the database failed.
    pub async fn token(&self, hash: &str) -> Result<Option<TokenRow>, StoreError> {
        self.tokens.ask(hash).await
    }

    /// What may have changed of a token, by its hash, and of a game, since they were read: one question for both.
    ///
    /// # Errors
    /// If the database failed.
    pub async fn glance(&self, token: Option<&str>, game_id: Option<&str>) -> Result<Glance, StoreError> {
        let asked = (token.map(str::to_owned), game_id.map(str::to_owned));
        let gather = if asked.1.is_some() { &self.glances } else { &self.passes };
        Ok(gather.ask(asked).await?.unwrap_or_default())
    }

    /// Where a game is now; `None` if there is none.
    ///
    /// # Errors
    /// If the database failed.
    pub async fn moment(&self, game_id: &str) -> Result<Option<Moment>, StoreError> {
        Ok(self.glance(None, Some(game_id)).await?.moment)
    }

    /// A game, with its newest snapshot and what the log adds to it.
    ///
    /// # Errors
    /// If the database failed, or holds what makes no sense.
    pub async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        self.games.ask(id).await?.transpose()
    }

    /// Where a player's feed is.
    ///
    /// # Errors
    /// If the database failed.
    pub async fn head(&self, player_id: &str) -> Result<Head, StoreError> {
        Ok(self.heads.ask(player_id).await?.unwrap_or_default())
    }

    /// Makes a change; it is durable when this returns.
    ///
    /// # Errors
    /// If something else came first, or the database failed.
    pub async fn commit(&self, change: Change) -> Result<(), CommitError> {
        let (done, result) = oneshot::channel();
        let gone = || StoreError::Failed("the writer has stopped".to_owned());
        self.writer.send(Job { change, done }).await.map_err(|_| gone())?;
        match result.await.map_err(|_| gone())?? {
            Done::Yes => Ok(()),
            Done::Conflict => Err(CommitError::Conflict),
        }
    }
}

impl std::ops::Deref for Store {
    type Target = dyn Backend;

    fn deref(&self) -> &Self::Target {
        &*self.backend
    }
}

/// Drains what waits into a transaction, answers after its commit, and so on.
async fn write(backend: Arc<dyn Backend>, mut jobs: mpsc::Receiver<Job>) {
    let mut batch = Vec::new();
    while jobs.recv_many(&mut batch, BATCH).await > 0 {
        let mut alone = Vec::new();
        if backend.shared() {
            // What is added to games takes its rows in the order that all nodes keep to. Other changes each keep to it too, but
            // not one after another: together they could wait for another node that waits for them.
            alone = batch.extract_if(.., |job| !job.change.grows()).collect();
        }
        write_together(&*backend, std::mem::take(&mut batch)).await;
        for job in alone {
            write_together(&*backend, vec![job]).await;
        }
    }
}

async fn write_together(backend: &dyn Backend, jobs: Vec<Job>) {
    if jobs.is_empty() {
        return;
    }
    let (changes, waiting): (Vec<_>, Vec<_>) = jobs.into_iter().map(|job| (job.change, job.done)).unzip();
    let results = commit(backend, &changes).await;
    for (done, result) in waiting.into_iter().zip(results) {
        // Whoever asked may have gone; what was written stays written.
        let _ = done.send(result);
    }
}

/// Commits changes together. If nothing of it was written each is tried by itself, so that one which cannot be made does not take
/// the others with it. What may have been written is not tried again: it would meet itself, and be decided a second time.
async fn commit(backend: &dyn Backend, changes: &[Change]) -> Vec<Result<Done, StoreError>> {
    match backend.commit(changes).await {
        Ok(done) => done.into_iter().map(Ok).collect(),
        Err(Uncommitted::Nothing(_)) if changes.len() > 1 => {
            let mut results = Vec::with_capacity(changes.len());
            for change in changes {
                results.extend(Box::pin(commit(backend, std::slice::from_ref(change))).await);
            }
            results
        }
        Err(failed) => {
            let error = StoreError::from(failed);
            tracing::error!(%error, "a commit failed");
            vec![Err(error); changes.len()]
        }
    }
}
