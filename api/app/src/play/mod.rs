//! The only path by which a game changes: load, decide in memory, commit, and then answer.

pub(crate) mod bot_turn;
mod cancel;
mod check;
mod deadlines;
mod invite;
mod live_game;
mod notifier;
mod outages;
mod record;
mod score;
mod seat_changes;
mod sheet_data;
pub mod vacations;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use broadside_engine::game::{self, Entry, Game, Request, RequestError};
use broadside_engine::seat::{Seat, Seats};
use broadside_store::retry_conflicts;
use futures_util::future::try_join_all;
use quick_cache::sync::Cache;
use quick_cache::{DefaultHashBuilder, Lifecycle, UnitWeighter};
use tokio::sync::mpsc;

use bot_turn::bot_turn;
pub use check::check;

pub use live_game::LiveGame;
pub use notifier::{Notifier, Subscription};
pub(crate) use score::check_open;
pub use score::{MAX_CHANGES, SCORE_DAYS, ScoreState};
pub use seat_changes::{CancelReason, Decline};

use broadside_domain::bot::BotTurn;
use broadside_domain::env::Env;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::feed::FeedAppend;
use broadside_domain::game::{AudienceMask, EventRow, Revision};
use broadside_domain::idempotency::{IdempotencyKey, IdempotencyRecord};
use broadside_domain::player::PlayerRow;
use broadside_domain::time::Time;
use broadside_domain::time_control::Outage;
use broadside_store::{CommitError, MoveQueueRow, NewGame, QueueUpdate, Step, Store, StoreError};

/// Number of log entries between two snapshots.
const SNAPSHOT_EVERY: u64 = 16;
/// Maximum number of games kept in memory.
const GAMES_IN_MEMORY: usize = 10_000;

/// Slot of a game in the cache. A caller that changes the game holds the lock.
#[derive(Default)]
struct CacheSlot {
    lock: tokio::sync::Mutex<()>,
    /// The committed game; `None` if it must be read.
    game: RwLock<Option<Arc<LiveGame>>>,
    /// True while a change of the game is being committed, or is in doubt: the store can be ahead
    /// of `game`.
    committing: AtomicBool,
}

impl CacheSlot {
    fn get(&self) -> Option<Arc<LiveGame>> {
        self.game.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, game: Option<Arc<LiveGame>>) {
        *self.game.write().unwrap_or_else(PoisonError::into_inner) = game;
    }

    /// Marks the game before a change of it is committed. The caller holds the lock.
    fn begin_commit(&self) {
        self.committing.store(true, Ordering::Release);
    }

    /// Removes the mark, after the game was set. While a commit is in doubt, the store may still be
    /// ahead.
    fn end_commit<T>(&self, committed: &Result<T, CommitError>) {
        let in_doubt = matches!(committed, Err(CommitError::Failed(StoreError::InDoubt(_))));
        self.committing.store(in_doubt, Ordering::Release);
    }

    fn is_committing(&self) -> bool {
        self.committing.load(Ordering::Acquire)
    }
}

/// Cache policy that keeps slots in use. If a slot were evicted during a step, a second slot could
/// read the game from the store without the step.
#[derive(Clone, Default)]
struct PinInUse;

impl Lifecycle<String, Arc<CacheSlot>> for PinInUse {
    type RequestState = ();

    fn is_pinned(&self, _: &String, slot: &Arc<CacheSlot>) -> bool {
        Arc::strong_count(slot) > 1
    }
}

/// Decision on a step of a game.
pub struct CommandOutcome {
    /// Game after the step, and the new log entries.
    pub step: Box<game::Step>,
    /// Players who take or leave seats.
    pub seat_updates: Vec<(Seat, Option<PlayerRow>)>,
    /// Reason for the cancellation, if the step cancels the game.
    pub cancel_reason: CancelReason,
    /// The queue that the step was made from, without its move.
    pub queue: Option<MoveQueueRow>,
}

impl From<game::Step> for CommandOutcome {
    fn from(step: game::Step) -> Self {
        Self {
            step: Box::new(step),
            seat_updates: Vec::new(),
            cancel_reason: CancelReason::default(),
            queue: None,
        }
    }
}

/// Log entry with its time.
#[derive(Clone, Debug)]
pub struct TimedEvent {
    /// Time at which the entry was decided.
    pub at: Time,
    pub entry: Entry,
}

/// Games, in memory and in the store.
pub struct Play {
    store: Store,
    env: Env,
    games: Cache<String, Arc<CacheSlot>, UnitWeighter, DefaultHashBuilder, PinInUse>,
    in_flight: Mutex<HashSet<IdempotencyKey>>,
    /// Days for which a challenge can be answered.
    pub challenge_days: u32,
    notifier: Arc<Notifier>,
    /// Games in which a bot has to act, for the task of this node that moves bots. The task finds
    /// games that do not fit into the queue in the store.
    bot_queue: OnceLock<mpsc::Sender<String>>,
    /// Outages of the service that this node knows.
    outages: RwLock<Arc<[Outage]>>,
}

/// Request for a step of a game, with what runs while the game is locked.
pub trait StepRequest: Sync {
    type Response: Send;

    /// Judges the request against the current game. Called again if another node commits first.
    ///
    /// # Errors
    /// The refusal.
    fn decide(&self, game: &LiveGame) -> Result<CommandOutcome, AppError>;

    /// Creates the response from the game after the step and the events of the step, with the record
    /// of the response to store.
    fn response(
        &self,
        game: &LiveGame,
        events: &[TimedEvent],
    ) -> (Self::Response, Option<IdempotencyRecord>);
}

impl Play {
    /// Creates the games of a store. A challenge can be answered for `challenge_days`.
    pub fn new(store: Store, env: Env, challenge_days: u32) -> Self {
        Self {
            challenge_days,
            store,
            env,
            games: Cache::with(
                GAMES_IN_MEMORY,
                GAMES_IN_MEMORY as u64,
                UnitWeighter,
                DefaultHashBuilder::default(),
                PinInUse,
            ),
            in_flight: Mutex::default(),
            notifier: Arc::default(),
            bot_queue: OnceLock::new(),
            outages: RwLock::new(Arc::default()),
        }
    }

    /// Returns the channels that notify of changes.
    pub fn notifier(&self) -> &Arc<Notifier> {
        &self.notifier
    }

    /// Returns the queue of the games in which a bot has to act, up to `capacity`; `None` if
    /// another task has it.
    pub fn bot_queue(&self, capacity: usize) -> Option<mpsc::Receiver<String>> {
        let (sender, receiver) = mpsc::channel(capacity);
        self.bot_queue.set(sender).is_ok().then_some(receiver)
    }

    /// Announces that a bot has to act in a game.
    fn announce_bot_turn(&self, id: &str) {
        if let Some(queue) = self.bot_queue.get() {
            // The store has the turn too, so it is not lost if the queue is full.
            let _ = queue.try_send(id.to_owned());
        }
    }

    fn slot(&self, id: &str) -> Arc<CacheSlot> {
        let slot: Result<_, std::convert::Infallible> =
            self.games.get_or_insert_with(id, || Ok(Arc::default()));
        let Ok(slot) = slot;
        slot
    }

    /// Returns a game as it is committed; `None` if there is no such game.
    ///
    /// # Errors
    /// If the store fails, or contains unreadable data.
    pub async fn game(self: &Arc<Self>, id: &str) -> Result<Option<Arc<LiveGame>>, AppError> {
        self.game_at_revision(id, None).await
    }

    /// Returns a game like [`Self::game`]. `known` is the current revision of the game in the
    /// store, if the caller knows it: a cached game of that revision needs no query.
    ///
    /// # Errors
    /// As for [`Self::game`].
    pub async fn game_at_revision(
        self: &Arc<Self>,
        id: &str,
        known: Option<Revision>,
    ) -> Result<Option<Arc<LiveGame>>, AppError> {
        // Only UUIDs are ids of games, so the store need not be asked for anything else.
        if uuid::Uuid::try_parse(id).is_err() {
            return Ok(None);
        }
        let game = self.committed(id, known).await?;
        if !game.as_ref().is_some_and(|game| self.must_time_out(game)) {
            return Ok(game);
        }
        self.time_out(id).await?;
        self.committed(id, None).await
    }

    /// Returns those of these games that exist, as they are committed. Reads them concurrently, so
    /// that the store can check them for changes by other nodes in one batch.
    ///
    /// # Errors
    /// If the store fails, or contains unreadable data.
    pub async fn games(self: &Arc<Self>, ids: &[String]) -> Result<Vec<Arc<LiveGame>>, AppError> {
        let games = try_join_all(ids.iter().map(|id| self.game(id))).await?;
        Ok(games.into_iter().flatten().collect())
    }

    /// Returns a game as it is committed, from memory if possible. Does not time out its players.
    async fn committed(
        &self,
        id: &str,
        known: Option<Revision>,
    ) -> Result<Option<Arc<LiveGame>>, AppError> {
        let slot = self.slot(id);
        // The game must contain everything that the feed already shows, so check for a commit
        // before reading memory. If nodes share the store, each read compares the two.
        if slot.is_committing() && !self.store.shared() {
            return Ok(self.restore_game(id).await?.map(Arc::new));
        }
        if let Some(game) = self.cached(&slot)
            && (known == Some(game.row.revision()) || self.is_current(&game).await?)
        {
            return Ok(Some(game));
        }
        let _guard = slot.lock.lock().await;
        if let Some(game) = slot.get()
            && !self.is_current(&game).await?
        {
            slot.set(None);
        }
        self.load(id, &slot).await
    }

    /// Returns true if a game in memory is current. Other nodes may have changed it in the store.
    async fn is_current(&self, game: &LiveGame) -> Result<bool, AppError> {
        if !self.store.shared() {
            return Ok(true);
        }
        let stored = self.store.revision(&game.row.id).await?;
        Ok(stored == Some(game.row.revision()))
    }

    /// Returns the game of a slot, and reads it from the store if necessary. The caller holds the
    /// lock of the slot.
    async fn load(&self, id: &str, slot: &CacheSlot) -> Result<Option<Arc<LiveGame>>, AppError> {
        if let Some(game) = self.cached(slot) {
            return Ok(Some(game));
        }
        let Some(mut game) = self.restore_game(id).await? else {
            self.games.remove(id);
            return Ok(None);
        };
        // Another node may have written an outage that this node does not know yet.
        let needs_outages = !game.is_progress_stored || game.row.progress.is_outdated();
        if needs_outages
            && self.store.shared()
            && self.refresh_outages().await?
            && let Some(reread) = self.restore_game(id).await?
        {
            game = reread;
        }
        let game = Arc::new(game);
        slot.set(Some(Arc::clone(&game)));
        Ok(Some(game))
    }

    /// Reads a game from the store.
    async fn restore_game(&self, id: &str) -> Result<Option<LiveGame>, AppError> {
        let Some(stored) = self.store.game(id).await? else { return Ok(None) };
        LiveGame::restore(stored, self.outages()).map(Some).map_err(AppError::internal)
    }

    /// Evicts a game from memory, because data that it shows has changed elsewhere.
    pub async fn evict(&self, id: &str) {
        if let Some(slot) = self.games.get(id) {
            let _guard = slot.lock.lock().await;
            slot.set(None);
        }
    }

    /// Evicts the games of a player from memory, because data about the player that they show has
    /// changed. It cannot fail: it runs after that change was committed, and the caller must be
    /// told of the success.
    pub async fn evict_player(&self, player_id: &str) {
        // A game that is being read into an empty slot may contain data from before the change.
        let slots: Vec<_> = self
            .games
            .iter()
            .map(|(_, slot)| slot)
            .filter(|slot| slot.get().is_none_or(|game| game.concerns(player_id)))
            .collect();
        for slot in slots {
            let _guard = slot.lock.lock().await;
            slot.set(None);
        }
    }

    /// Runs an action while no step of a game is taken on this node. The action must not take a
    /// step itself.
    pub async fn with_lock<T>(&self, id: &str, action: impl Future<Output = T> + Send) -> T {
        let slot = self.slot(id);
        let _guard = slot.lock.lock().await;
        action.await
    }

    /// Creates a game. Returns false if its creator is gone or has too many games, if the
    /// idempotency key is taken, or if it is the rematch of a game that already has one.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn create(&self, new: NewGame) -> Result<bool, AppError> {
        let id = new.row.id.clone();
        let players = recipients(&new.feed_appends);
        let bot_acts = matches!(new.bot_turn, BotTurn::Due(_));
        let committed = self.store.commit(new).await;
        let is_committed = CommitError::is_committed(committed)?;
        if is_committed {
            self.notifier.notify(&id, players.iter().map(String::as_str));
            if bot_acts {
                self.announce_bot_turn(&id);
            }
        }
        Ok(is_committed)
    }

    /// Takes the step of a request. Its response is returned when the step is durable.
    ///
    /// Must run to its end: if it is dropped in the middle, memory may be behind the store.
    /// Requests that change something do, even if their client disconnects.
    ///
    /// # Errors
    /// If the request is refused, if there is no such game (404), or if the store fails.
    pub async fn step<R: StepRequest>(
        &self,
        id: &str,
        request: &R,
    ) -> Result<R::Response, AppError> {
        if uuid::Uuid::try_parse(id).is_err() {
            return Err(AppError::from_kind(ErrorKind::NotFound));
        }
        let slot = self.slot(id);
        let _guard = slot.lock.lock().await;
        retry_conflicts(|| async {
            let Some(before) = self.load(id, &slot).await? else {
                return Err(AppError::from_kind(ErrorKind::NotFound));
            };
            // Apply overdue time-outs before the request.
            if self.must_time_out(&before) {
                self.enforce_timeouts(id, &slot).await?;
                return Ok(None);
            }
            let now = self.env.now();
            let outage = self.ongoing_outage(&before, now).await?;
            if self.cached(&slot).is_none() {
                return Ok(None);
            }
            let outcome = match request.decide(&before) {
                Ok(outcome) => outcome,
                // A permitted step is committed only if the game has not changed since the
                // decision. A refusal is not committed, so check that it was decided on the current
                // game.
                Err(_) if !self.is_current(&before).await? => {
                    slot.set(None);
                    return Ok(None);
                }
                Err(refusal) => return Err(refusal),
            };
            let (after, logged, mut step) = self.prepare(&before, outcome, now, outage);
            let (response, record) = request.response(&after, &logged);
            let key = record.as_ref().map(|record| record.key.clone());
            step.response = record;
            let joined = step.joined.clone();
            if self.commit(&slot, after, step).await? {
                return Ok(Some(response));
            }
            // Another node may have answered the same request. The client gets that response when it
            // sends the request again.
            if let Some(key) = key
                && self.store.stored_response(&key).await?.is_some()
            {
                return Err(AppError::from_kind(ErrorKind::InFlight));
            }
            for player in joined {
                let player = self.store.player(&player.id).await?;
                if player.is_none_or(|player| player.name.is_none()) {
                    return Err(AppError::from_kind(ErrorKind::Unauthorized));
                }
            }
            Ok(None)
        })
        .await
    }

    /// Commits a step, and then updates the game in memory. Returns false on a conflict. The caller
    /// holds the lock of the slot.
    async fn commit(
        &self,
        slot: &CacheSlot,
        after: LiveGame,
        step: Step,
    ) -> Result<bool, AppError> {
        let players = recipients(&step.feed_appends);
        // Read the game again if players take seats: a player may have a new name, which the game
        // must show.
        let has_joined = !step.joined.is_empty();
        slot.begin_commit();
        let committed = self.store.commit(step).await;
        let after = Arc::new(after);
        slot.set((committed.is_ok() && !has_joined).then(|| Arc::clone(&after)));
        slot.end_commit(&committed);
        let is_committed = CommitError::is_committed(committed)?;
        if is_committed {
            self.notifier.notify(&after.row.id, players.iter().map(String::as_str));
            if after.bot_dues.first().is_some() {
                self.announce_bot_turn(&after.row.id);
            }
        }
        Ok(is_committed)
    }

    /// Returns the game after a decision at a time, its new log entries, and the step to write.
    /// `outage` is a current one that is not written yet.
    fn prepare(
        &self,
        before: &LiveGame,
        outcome: CommandOutcome,
        at: Time,
        outage: Option<Outage>,
    ) -> (LiveGame, Vec<TimedEvent>, Step) {
        let CommandOutcome { step, seat_updates, cancel_reason, queue } = outcome;
        let game::Step { game, entries } = *step;
        // The clock can be set back, but the times in a log never decrease.
        let logged_at = at.max(before.last_at);
        let logged: Vec<_> =
            entries.into_iter().map(|entry| TimedEvent { at: logged_at, entry }).collect();
        let mut after = before.with_game(Box::new(game), logged_at);
        for (seat, player) in &seat_updates {
            Arc::make_mut(&mut after.seats)[seat.index()].player.clone_from(player);
        }
        let leaving =
            seat_updates.iter().filter(|(_, player)| player.is_none()).map(|(seat, _)| *seat);
        let queue_updates = queue_updates(before, &after, leaving.collect(), queue);
        let joined = seat_updates.iter().filter_map(|(_, player)| player.clone()).collect();
        let is_over = after.game.status().is_over();
        // Most steps change no seats, and then the seats are not copied.
        let seat_updates = if is_over || !seat_updates.is_empty() {
            seat_changes::apply_seat_changes(
                before,
                Arc::make_mut(&mut after.seats),
                is_over,
                &cancel_reason,
                at,
            )
        } else {
            Vec::new()
        };
        after.row.progress = after.progress_after(Some(before), at, outage, self.challenge_days);
        let bot_turn = bot_turn(Some(before), &mut after, &logged);
        let from = before.game.version();
        let needs_snapshot = after.game.version() / SNAPSHOT_EVERY > from / SNAPSHOT_EVERY;
        let events = event_rows(from, &logged);
        let step = Step {
            game_id: after.row.id.clone(),
            from,
            meta_version: after.row.meta_version,
            progress: after.row.progress.clone(),
            feed_appends: after.feed_appends(&events),
            bot_turn,
            events,
            snapshot: needs_snapshot.then(|| after.game.store()),
            seat_updates,
            joined,
            response: None,
            queue_updates,
        };
        (after, logged, step)
    }

    /// Marks the idempotency key of a request as in flight, until the mark is dropped.
    ///
    /// # Errors
    /// If it is already in flight (409).
    pub fn mark_in_flight(
        self: &Arc<Self>,
        key: &IdempotencyKey,
    ) -> Result<InFlightGuard, AppError> {
        let mut in_flight = self.in_flight.lock().unwrap_or_else(PoisonError::into_inner);
        if !in_flight.insert(key.clone()) {
            return Err(AppError::from_kind(ErrorKind::InFlight));
        }
        Ok(InFlightGuard { play: Arc::clone(self), key: key.clone() })
    }
}

/// Guard of an idempotency key in flight.
pub struct InFlightGuard {
    play: Arc<Play>,
    key: IdempotencyKey,
}

impl Drop for InFlightGuard {
    fn drop(&mut self) {
        self.play.in_flight.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key);
    }
}

/// Returns the queues of moves that a step changes: the one that it was made from, those of players
/// who leave their seats, and all of them if the game is over.
fn queue_updates(
    before: &LiveGame,
    after: &LiveGame,
    leaving: Seats,
    queue: Option<MoveQueueRow>,
) -> Vec<QueueUpdate> {
    let ends = after.game.status().is_over() && !before.game.status().is_over();
    let mut updates = Vec::new();
    for seat in before.seats.iter().filter(|seat| ends || leaving.contains(seat.seat)) {
        if let Some(player) = &seat.player {
            updates.push(QueueUpdate::Deleted(player.id.clone()));
        }
    }
    updates.extend(queue.filter(|_| !ends).map(QueueUpdate::Made));
    updates
}

/// Returns the players whose feeds a step appends to.
fn recipients(feed_appends: &[FeedAppend]) -> Vec<String> {
    feed_appends.iter().map(|append| append.player_id.clone()).collect()
}

/// Creates the rows of the entries that follow the first `from` entries of a log.
pub fn event_rows(from: u64, logged: &[TimedEvent]) -> Vec<EventRow> {
    (from + 1..)
        .zip(logged)
        .map(|(seq, TimedEvent { at, entry })| EventRow {
            seq,
            at: *at,
            audience: AudienceMask::from(entry.audience()),
            body: entry.store(),
        })
        .collect()
}

/// Applies a request of a player that the game judges by itself.
pub fn apply(game: &Game, request: &Request<'_>) -> Result<CommandOutcome, RequestError> {
    game.apply(request).map(CommandOutcome::from)
}
