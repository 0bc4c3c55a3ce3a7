//! Database with its writer. All changes go to the writer, and waiting changes share a commit.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use broadside_domain::feed::FeedHead;
use broadside_domain::game::{Revision, StoredGame};
use broadside_domain::player::TokenRow;
use tokio::sync::{Mutex, mpsc, oneshot, watch};
use tokio::time::timeout;

use crate::backend::Backend;
use crate::batch::QueuedWrite;
use crate::batch_loader::BatchLoader;
use crate::commit_error::{CommitError, CommitFailed};
use crate::error::StoreError;
use crate::freshness::{Freshness, FreshnessKey};
use crate::health::Health;
use crate::supervise::supervise_until;
use crate::write::{Write, WriteResult};

/// Maximum number of changes that share a commit.
const MAX_BATCH: usize = 512;
/// Maximum number of changes that wait for the writer.
const MAX_QUEUE: usize = 4096;
/// Maximum time from the arrival of a change to its commit.
const COMMIT_TIMEOUT: Duration = Duration::from_secs(7);
/// Time for which the changes of a batch are still tried one by one while another session holds a
/// lock that one of them needs.
const LOCK_PATIENCE: Duration = Duration::from_secs(6);
/// Time for which the writer may panic repeatedly, although the database answers, before the
/// process should end.
const GIVE_UP_AFTER: Duration = Duration::from_secs(60);
/// Time that the database has to answer after the writer panicked.
const PING_TIMEOUT: Duration = Duration::from_secs(5);

/// Write in the queue of the writer, and the channel for its result.
struct WriteRequest {
    write: QueuedWrite,
    /// True if the write only checks that the database can be written: its errors are those of the
    /// database.
    is_check: bool,
    result_sender: oneshot::Sender<Result<WriteResult, StoreError>>,
    /// True once the writer has begun, or the caller has given up. The second of them leaves it.
    is_taken: Arc<AtomicBool>,
}

impl WriteRequest {
    /// Returns true for the first of the writer and the caller.
    fn take(&self) -> bool {
        !self.is_taken.swap(true, Ordering::SeqCst)
    }
}

/// Database with its writer.
#[derive(Clone)]
pub struct Store {
    backend: Arc<Backend>,
    writer: mpsc::Sender<WriteRequest>,
    tokens: BatchLoader<String, TokenRow>,
    /// Freshness of tokens only, which does not wait for games.
    token_freshness: BatchLoader<FreshnessKey, Freshness>,
    /// Freshness of games, with the tokens of their readers.
    game_freshness: BatchLoader<FreshnessKey, Freshness>,
    games: BatchLoader<String, Result<StoredGame, StoreError>>,
    feed_heads: BatchLoader<String, FeedHead>,
    health: Arc<Health>,
    given_up: watch::Receiver<bool>,
}

impl Store {
    /// Starts the writer of a database. The writer ends when the last copy of the store is dropped
    /// and all changes are written.
    pub fn new(backend: Arc<Backend>) -> Self {
        let (writer, requests) = mpsc::channel(MAX_QUEUE);
        let health = Arc::new(Health::default());
        let (give_up, given_up) = watch::channel(false);
        tokio::spawn(run_writer(Arc::clone(&backend), requests, Arc::clone(&health), give_up));
        let tokens = BatchLoader::new(&backend, |backend, hashes| {
            Box::pin(async move {
                let tokens = backend.tokens(hashes).await?;
                Ok(tokens.into_iter().map(|token| (token.hash.clone(), token)).collect())
            })
        });
        let token_freshness =
            BatchLoader::new(&backend, |backend, keys| Box::pin(backend.freshness(keys)));
        let game_freshness =
            BatchLoader::new(&backend, |backend, keys| Box::pin(backend.freshness(keys)));
        let games = BatchLoader::new(&backend, |backend, ids| Box::pin(backend.games(ids)));
        let feed_heads =
            BatchLoader::new(&backend, |backend, ids| Box::pin(backend.feed_heads(ids)));
        Self {
            backend,
            writer,
            tokens,
            token_freshness,
            game_freshness,
            games,
            feed_heads,
            health,
            given_up,
        }
    }

    /// Health of the writer.
    pub fn health(&self) -> &Health {
        &self.health
    }

    /// Waits until the writer cannot be restarted although the database answers: then the process
    /// is of no use.
    pub async fn given_up(&self) {
        let mut given_up = self.given_up.clone();
        if given_up.wait_for(|given_up| *given_up).await.is_err() {
            // The writer has ended because the store was dropped.
            std::future::pending().await
        }
    }

    /// Returns the token with this hash.
    ///
    /// # Errors
    /// If the database failed.
    pub async fn token(&self, hash: &str) -> Result<Option<TokenRow>, StoreError> {
        self.tokens.load(hash).await
    }

    /// Returns the current validity of a token, given by its hash, and of a game, with one query
    /// for both.
    ///
    /// # Errors
    /// If the database failed.
    pub async fn freshness(
        &self,
        token: Option<&str>,
        game_id: Option<&str>,
    ) -> Result<Freshness, StoreError> {
        let key = (token.map(str::to_owned), game_id.map(str::to_owned));
        let loader = if game_id.is_some() { &self.game_freshness } else { &self.token_freshness };
        Ok(loader.load(key).await?.unwrap_or_default())
    }

    /// Returns the current revision of a game; `None` if there is no such game.
    ///
    /// # Errors
    /// If the database failed.
    pub async fn revision(&self, game_id: &str) -> Result<Option<Revision>, StoreError> {
        Ok(self.freshness(None, Some(game_id)).await?.revision)
    }

    /// Returns a game with its newest snapshot and the log entries after it.
    ///
    /// # Errors
    /// If the database failed, or holds malformed data.
    pub async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        self.games.load(id).await?.transpose()
    }

    /// Returns the counter of a player's feed.
    ///
    /// # Errors
    /// If the database failed.
    pub async fn head(&self, player_id: &str) -> Result<FeedHead, StoreError> {
        Ok(self.feed_heads.load(player_id).await?.unwrap_or_default())
    }

    /// Makes a change. The change is durable when this returns.
    ///
    /// # Errors
    /// If another change came first, or the database failed.
    pub async fn commit(&self, write: impl Into<QueuedWrite>) -> Result<(), CommitError> {
        if self.health.is_hanging() {
            return Err(unavailable("the database does not answer").into());
        }
        self.queue(write.into(), false).await
    }

    /// Makes a change. Returns false if another change came first.
    ///
    /// # Errors
    /// If the database failed.
    pub async fn try_commit(&self, write: impl Into<QueuedWrite>) -> Result<bool, StoreError> {
        CommitError::is_committed(self.commit(write).await)
    }

    /// Makes a write that only checks whether the database can be written. It is tried even while
    /// the database does not answer, and its failure is always that of the database.
    ///
    /// # Errors
    /// If the database failed.
    pub async fn check(&self, write: impl Write) -> Result<(), CommitError> {
        self.queue(write.into(), true).await
    }

    /// Queues a write, and waits until it is durable.
    async fn queue(&self, write: QueuedWrite, is_check: bool) -> Result<(), CommitError> {
        let (result_sender, result) = oneshot::channel();
        let is_taken = Arc::new(AtomicBool::new(false));
        let request =
            WriteRequest { write, is_check, result_sender, is_taken: Arc::clone(&is_taken) };
        let committed = async {
            self.writer.send(request).await.map_err(|_| unavailable("the writer has ended"))?;
            result.await.map_err(|_| StoreError::InDoubt("the writer panicked".to_owned()))?
        };
        let Ok(result) = timeout(COMMIT_TIMEOUT, committed).await else {
            self.health.hung();
            let error = if is_taken.swap(true, Ordering::SeqCst) {
                StoreError::InDoubt("the commit takes too long".to_owned())
            } else {
                unavailable("too many changes wait for the writer")
            };
            return Err(error.into());
        };
        match result? {
            WriteResult::Applied => Ok(()),
            WriteResult::Conflict => Err(CommitError::Conflict),
        }
    }
}

fn unavailable(why: &str) -> StoreError {
    StoreError::Unavailable(why.to_owned())
}

impl std::ops::Deref for Store {
    type Target = Backend;

    fn deref(&self) -> &Self::Target {
        &self.backend
    }
}

/// Runs the writer, and restarts it when it panics. The callers of changes that it was processing
/// are told that the outcome is unknown.
async fn run_writer(
    backend: Arc<Backend>,
    requests: mpsc::Receiver<WriteRequest>,
    health: Arc<Health>,
    give_up: watch::Sender<bool>,
) {
    let requests = Arc::new(Mutex::new(requests));
    let first_panic = std::sync::Mutex::new(None);
    supervise_until(
        "writer",
        || write(Arc::clone(&backend), Arc::clone(&requests), Arc::clone(&health)),
        || is_hopeless(&backend, &health, &first_panic),
    )
    .await;
    if !requests.lock().await.is_closed() {
        tracing::error!("the writer cannot be restarted although the database answers");
    }
    give_up.send_replace(true);
}

/// Returns true if the writer has panicked for long, although the database answers.
async fn is_hopeless(
    backend: &Backend,
    health: &Health,
    first_panic: &std::sync::Mutex<Option<Instant>>,
) -> bool {
    health.failed("the writer panicked");
    let since = {
        let mut first = first_panic.lock().unwrap_or_else(PoisonError::into_inner);
        // A commit since the first panic shows that a restart helped.
        *first = first.filter(|first| !health.has_written_since(*first));
        *first.get_or_insert_with(Instant::now)
    };
    since.elapsed() >= GIVE_UP_AFTER
        && matches!(timeout(PING_TIMEOUT, backend.ping()).await, Ok(Ok(())))
}

/// Writes the queue in batches: drains waiting changes, commits them, and answers their callers.
async fn write(
    backend: Arc<Backend>,
    requests: Arc<Mutex<mpsc::Receiver<WriteRequest>>>,
    health: Arc<Health>,
) {
    let mut requests = requests.lock().await;
    let mut batch = Vec::new();
    while requests.recv_many(&mut batch, MAX_BATCH).await > 0 {
        // The others were given up.
        batch.retain(WriteRequest::take);
        let mut separate = Vec::new();
        if backend.shared() {
            // Changes that add to games lock rows in the order that all nodes use. Each other
            // change uses that order too, but several in one transaction would not: they could
            // deadlock with another node.
            separate = batch.extract_if(.., |request| !request.write.adds_to_game()).collect();
        }
        write_together(&backend, &health, std::mem::take(&mut batch)).await;
        write_separately(&backend, &health, separate).await;
    }
}

/// Commits writes one by one. If the database fails, the rest fail at once: each of them would wait
/// for it again.
async fn write_separately(backend: &Backend, health: &Health, requests: Vec<WriteRequest>) {
    let begun = Instant::now();
    let mut outage = None;
    for WriteRequest { write, is_check, result_sender, .. } in requests {
        let result = match outage.clone() {
            Some(outage) => Err(outage),
            None => commit(backend, std::slice::from_ref(&write)).await.remove(0),
        };
        outage = outage.or_else(|| outage_after(&result, begun));
        update_health(health, &[is_check], std::slice::from_ref(&result));
        // The caller may have gone away. What was written stays written.
        let _ = result_sender.send(result);
    }
}

/// Commits writes in one transaction.
async fn write_together(backend: &Backend, health: &Health, requests: Vec<WriteRequest>) {
    if requests.is_empty() {
        return;
    }
    let mut writes = Vec::new();
    let mut are_checks = Vec::new();
    let mut result_senders = Vec::new();
    for WriteRequest { write, is_check, result_sender, .. } in requests {
        writes.push(write);
        are_checks.push(is_check);
        result_senders.push(result_sender);
    }
    let results = commit(backend, &writes).await;
    update_health(health, &are_checks, &results);
    for (result_sender, result) in result_senders.into_iter().zip(results) {
        // The caller may have gone away. What was written stays written.
        let _ = result_sender.send(result);
    }
}

/// Updates the health from the results of writes, given for each if it is a check. A refused
/// statement or a conflict is ignored: nothing was written. Any error of a check counts.
fn update_health(
    health: &Health,
    are_checks: &[bool],
    results: &[Result<WriteResult, StoreError>],
) {
    let failure = are_checks.iter().zip(results).find_map(|(is_check, result)| {
        result.as_ref().err().filter(|error| error.is_outage() || *is_check)
    });
    if let Some(error) = failure {
        health.failed(error);
    } else if results.iter().any(|result| matches!(result, Ok(WriteResult::Applied))) {
        health.wrote();
    }
}

/// Commits writes together. If nothing was written, each write is tried alone, so that one that
/// cannot be made does not fail the others. This stops if the database is at fault. An in-doubt
/// commit is never retried: the write could conflict with its own first attempt, and would be
/// decided a second time.
async fn commit(backend: &Backend, writes: &[QueuedWrite]) -> Vec<Result<WriteResult, StoreError>> {
    match backend.commit(writes).await {
        Ok(results) => results.into_iter().map(Ok).collect(),
        Err(CommitFailed::Nothing(_)) if writes.len() > 1 => {
            let begun = Instant::now();
            let mut outage = None;
            let mut results = Vec::with_capacity(writes.len());
            for write in writes {
                let result = match outage.clone() {
                    Some(outage) => Err(outage),
                    None => Box::pin(commit(backend, std::slice::from_ref(write))).await.remove(0),
                };
                outage = outage.or_else(|| outage_after(&result, begun));
                results.push(result);
            }
            results
        }
        Err(failed) => {
            let error = StoreError::from(failed);
            error.log("a commit failed");
            vec![Err(error); writes.len()]
        }
    }
}

/// Returns the error of the changes that follow one with this result, if they cannot be made either.
/// `begun` is the time of the first change. Nothing is written of those that follow.
fn outage_after(result: &Result<WriteResult, StoreError>, begun: Instant) -> Option<StoreError> {
    match result {
        Err(StoreError::Locked(_)) if begun.elapsed() < LOCK_PATIENCE => None,
        Err(error) if error.is_outage() => Some(StoreError::Unavailable(error.to_string())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused() -> Result<WriteResult, StoreError> {
        Err(StoreError::Failed("refused".to_owned()))
    }

    fn outage() -> Result<WriteResult, StoreError> {
        Err(StoreError::Unavailable("gone".to_owned()))
    }

    #[test]
    fn only_a_write_that_was_made_ends_a_failure() {
        for (is_check, result, is_failing) in [
            (false, Ok(WriteResult::Applied), false),
            (false, Ok(WriteResult::Conflict), true),
            (false, refused(), true),
            (true, Ok(WriteResult::Applied), false),
            (true, refused(), true),
        ] {
            let health = Health::default();
            health.failed("gone");
            crate::health::next_moment();
            update_health(&health, &[is_check], &[result]);
            assert_eq!(health.is_failing(), is_failing);
        }
        for (is_check, result, is_failing) in
            [(false, refused(), false), (false, outage(), true), (true, refused(), true)]
        {
            let health = Health::default();
            update_health(&health, &[is_check], &[result]);
            assert_eq!(health.is_failing(), is_failing);
        }
    }
}
