//! The one path by which a game changes, whoever asks: load, decide in memory, commit, and only then answer.

mod attend;
mod bell;
mod cancel;
mod check;
mod clock;
mod invite;
mod known;
mod loaded;
mod outages;
mod record;
mod seating;
pub mod vacations;

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use broadside_engine::game::{self, Entry, Game, Rejection, Request};
use broadside_engine::ruleset::Seat;
use futures_util::future::try_join_all;
use quick_cache::sync::Cache;
use quick_cache::{DefaultHashBuilder, Lifecycle, UnitWeighter};

pub use bell::{Bells, Ear};
pub use check::check;
pub use clock::{BankClock, Clock, ClockSchema, DaysClock};
pub use loaded::{Loaded, Visibility};
pub use seating::{CalledOff, Decline, is_challenged};

use crate::ambient::{Ambient, Time};
use crate::problem::{Kind, Problem};
use crate::store::{
    Answer, AnswerKey, Change, CommitError, Course, EventRow, Heard, Mask, Moment, NewGame, Outage,
    PlayerRow, Step, Store, StoreError,
};

/// How many entries of a log stand between two snapshots.
const SNAPSHOT_EVERY: u64 = 16;
/// How many games are kept in memory.
const GAMES_IN_MEMORY: usize = 10_000;
/// How often what another node came before is decided again. Where two write without a pause, whoever comes second has even
/// odds to do so again: this often, it is out of luck.
pub(crate) const ATTEMPTS: usize = 32;

/// A game held in memory. `now` is what is committed; whoever changes it holds the gate.
#[derive(Default)]
struct Slot {
    gate: tokio::sync::Mutex<()>,
    now: RwLock<Option<Arc<Loaded>>>,
    /// Whether a change of it is being committed, or may be: the store can be ahead of `now`.
    committing: AtomicBool,
}

impl Slot {
    fn get(&self) -> Option<Arc<Loaded>> {
        self.now.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, loaded: Option<Arc<Loaded>>) {
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = loaded;
    }

    /// Marks the game before the caller, who holds the gate, commits a change of it.
    fn begin_commit(&self) {
        self.committing.store(true, Ordering::Release);
    }

    /// Ends that, once the game is set. As long as a commit is in doubt, the store may still be ahead.
    fn end_commit<T>(&self, committed: &Result<T, CommitError>) {
        let in_doubt = matches!(committed, Err(CommitError::Failed(StoreError::InDoubt(_))));
        self.committing.store(in_doubt, Ordering::Release);
    }

    fn is_committing(&self) -> bool {
        self.committing.load(Ordering::Acquire)
    }
}

/// A slot in use stays: were it to be dropped in the middle of a step, a second one could read what is not yet
/// committed as missing.
#[derive(Clone, Default)]
struct KeepWhatIsInUse;

impl Lifecycle<String, Arc<Slot>> for KeepWhatIsInUse {
    type RequestState = ();

    fn is_pinned(&self, _: &String, slot: &Arc<Slot>) -> bool {
        Arc::strong_count(slot) > 1
    }
}

/// A step of a game as it was decided.
pub struct Decision {
    /// The game afterwards, and what it adds to the log.
    pub step: Box<game::Step>,
    /// Who sits down or leaves.
    pub seatings: Vec<(Seat, Option<PlayerRow>)>,
    /// What calls the game off, if the step does.
    pub off: CalledOff,
}

impl From<game::Step> for Decision {
    fn from(step: game::Step) -> Self {
        Self { step: Box::new(step), seatings: Vec::new(), off: CalledOff::default() }
    }
}

/// An entry of a log with its time.
#[derive(Clone, Debug)]
pub struct Logged {
    /// When it was decided.
    pub at: Time,
    /// The entry.
    pub entry: Entry,
}

/// The games, in memory and in the store.
pub struct Play {
    store: Store,
    ambient: Ambient,
    games: Cache<String, Arc<Slot>, UnitWeighter, DefaultHashBuilder, KeepWhatIsInUse>,
    in_flight: Mutex<HashSet<AnswerKey>>,
    /// How many days a challenge may be answered for.
    pub challenge_days: u32,
    bells: Arc<Bells>,
    /// The service's outages, as far as this node knows.
    outages: RwLock<Arc<[Outage]>>,
}

impl Play {
    /// The games of a store, in which a challenge may be answered for so many days.
    pub fn new(store: Store, ambient: Ambient, challenge_days: u32) -> Self {
        Self {
            challenge_days,
            store,
            ambient,
            games: Cache::with(
                GAMES_IN_MEMORY,
                GAMES_IN_MEMORY as u64,
                UnitWeighter,
                DefaultHashBuilder::default(),
                KeepWhatIsInUse,
            ),
            in_flight: Mutex::default(),
            bells: Arc::default(),
            outages: RwLock::new(Arc::default()),
        }
    }

    /// The bells that are rung when something has happened.
    pub fn bells(&self) -> &Arc<Bells> {
        &self.bells
    }

    fn slot(&self, id: &str) -> Arc<Slot> {
        let slot: Result<_, std::convert::Infallible> =
            self.games.get_or_insert_with(id, || Ok(Arc::default()));
        let Ok(slot) = slot;
        slot
    }

    /// A game as it is committed; `None` if there is none.
    ///
    /// # Errors
    /// If the store fails, or holds what cannot be read.
    pub async fn game(self: &Arc<Self>, id: &str) -> Result<Option<Arc<Loaded>>, Problem> {
        self.game_known(id, None).await
    }

    /// The same, where it is known already at which moment the store has it: what is in memory is held against that.
    ///
    /// # Errors
    /// As for [`Self::game`].
    pub async fn game_known(
        self: &Arc<Self>,
        id: &str,
        known: Option<Moment>,
    ) -> Result<Option<Arc<Loaded>>, Problem> {
        // Whatever is no id of ours is no game of ours; the store need not be asked.
        if uuid::Uuid::try_parse(id).is_err() {
            return Ok(None);
        }
        let found = self.committed(id, known).await?;
        if !found.as_ref().is_some_and(|loaded| self.is_late(loaded)) {
            return Ok(found);
        }
        self.time_out(id).await?;
        self.committed(id, None).await
    }

    /// These games as they are committed, as far as there are such. They are asked for at once, so that what other nodes
    /// may have changed is looked up together.
    ///
    /// # Errors
    /// If the store fails, or holds what cannot be read.
    pub async fn games(self: &Arc<Self>, ids: &[String]) -> Result<Vec<Arc<Loaded>>, Problem> {
        let found = try_join_all(ids.iter().map(|id| self.game(id))).await?;
        Ok(found.into_iter().flatten().collect())
    }

    async fn committed(&self, id: &str, known: Option<Moment>) -> Result<Option<Arc<Loaded>>, Problem> {
        let slot = self.slot(id);
        // What the feed says already must be in the game. Asked before memory is read. Where nodes share a store, each question
        // compares the two.
        if slot.is_committing() && !self.store.shared() {
            return Ok(self.read(id).await?.map(Arc::new));
        }
        if let Some(loaded) = self.held(&slot)
            && (known == Some(loaded.row.moment()) || self.is_now(&loaded).await?)
        {
            return Ok(Some(loaded));
        }
        let _gate = slot.gate.lock().await;
        if let Some(loaded) = slot.get()
            && !self.is_now(&loaded).await?
        {
            slot.set(None);
        }
        self.load(id, &slot).await
    }

    /// Whether a game in memory is as it is in the store, which other nodes may have changed.
    async fn is_now(&self, loaded: &Loaded) -> Result<bool, Problem> {
        if !self.store.shared() {
            return Ok(true);
        }
        let now = self.store.moment(&loaded.row.id).await.map_err(Problem::from)?;
        Ok(now == Some(loaded.row.moment()))
    }

    /// What the slot holds, from the store if need be. The caller holds the slot's gate.
    async fn load(&self, id: &str, slot: &Slot) -> Result<Option<Arc<Loaded>>, Problem> {
        if let Some(loaded) = self.held(slot) {
            return Ok(Some(loaded));
        }
        let Some(mut loaded) = self.read(id).await? else {
            self.games.remove(id);
            return Ok(None);
        };
        // Another node may have written an outage that this one does not know of yet.
        let unsettled = !loaded.settled || loaded.row.course.is_outdated();
        if unsettled
            && self.store.shared()
            && self.refresh_outages().await?
            && let Some(again) = self.read(id).await?
        {
            loaded = again;
        }
        let loaded = Arc::new(loaded);
        slot.set(Some(Arc::clone(&loaded)));
        Ok(Some(loaded))
    }

    /// A game from the store.
    async fn read(&self, id: &str) -> Result<Option<Loaded>, Problem> {
        let Some(stored) = self.store.game(id).await.map_err(Problem::from)? else { return Ok(None) };
        Loaded::restore(stored, self.outages()).map(Some).map_err(Problem::internal)
    }

    /// Forgets what is in memory of a game, for something that it shows has changed elsewhere.
    pub async fn forget(&self, id: &str) {
        if let Some(slot) = self.games.get(id) {
            let _gate = slot.gate.lock().await;
            slot.set(None);
        }
    }

    /// Forgets what is in memory of the games of a player, for something that they show of it has changed. It cannot fail: it
    /// is called when that is committed, and whoever has asked for it is to be told so.
    pub async fn forget_games_of(&self, player_id: &str) {
        // One that is being read may have been read before.
        let of_player = |slot: &Arc<Slot>| slot.get().is_none_or(|loaded| loaded.concerns(player_id));
        let slots: Vec<_> = self.games.iter().map(|(_, slot)| slot).filter(of_player).collect();
        for slot in slots {
            let _gate = slot.gate.lock().await;
            slot.set(None);
        }
    }

    /// Does something while no step of a game is taken on this node; it must not take one itself.
    pub async fn alone_with<T>(&self, id: &str, act: impl Future<Output = T> + Send) -> T {
        let slot = self.slot(id);
        let _gate = slot.gate.lock().await;
        act.await
    }

    /// Creates a game; `false` if its maker is gone or has no room for it, if the answer's key has been taken, or if it is the
    /// rematch of a game that has one.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn create(&self, new: NewGame) -> Result<bool, Problem> {
        let (id, players) = (new.row.id.clone(), listeners(&new.heard));
        match self.store.commit(Change::NewGame(Box::new(new))).await {
            Ok(()) => {}
            Err(CommitError::Conflict) => return Ok(false),
            Err(CommitError::Failed(error)) => return Err(Problem::from(error)),
        }
        self.bells.ring(&id, players.iter().map(String::as_str));
        Ok(true)
    }

    /// Takes a game a step further. `decide` judges what is asked of the game as it is; it may be called again if
    /// another node was quicker. `reply` makes the answer from the game as it will be; it is given when the step is
    /// durable.
    ///
    /// To be carried to its end: dropped in the middle, it could leave memory behind the store. Requests that act are
    /// (`http::to_its_end`).
    ///
    /// # Errors
    /// What `decide` refuses; 404 if there is no such game.
    pub async fn step<T>(
        &self,
        id: &str,
        decide: impl Fn(&Loaded) -> Result<Decision, Problem> + Send + Sync,
        reply: impl Fn(&Loaded, &[Logged]) -> (T, Option<Answer>) + Send + Sync,
    ) -> Result<T, Problem> {
        if uuid::Uuid::try_parse(id).is_err() {
            return Err(Problem::plain(Kind::NotFound));
        }
        let slot = self.slot(id);
        let _gate = slot.gate.lock().await;
        for _ in 0..ATTEMPTS {
            let Some(before) = self.load(id, &slot).await? else {
                return Err(Problem::plain(Kind::NotFound));
            };
            // Whoever comes after the deadline finds the game as the deadline has left it.
            if self.is_late(&before) {
                self.in_time(id, &slot).await?;
                continue;
            }
            let now = self.ambient.now();
            let lasting = self.lasting_outage(&before, now).await?;
            if self.held(&slot).is_none() {
                continue;
            }
            let decision = match decide(&before) {
                Ok(decision) => decision,
                // What is allowed is committed only if the game is still as it was decided on. A refusal is not
                // committed, so it is looked up whether it was decided on the game as it is.
                Err(_) if !self.is_now(&before).await? => {
                    slot.set(None);
                    continue;
                }
                Err(refusal) => return Err(refusal),
            };
            let (after, logged, mut step) = self.prepare(&before, decision, now, lasting);
            let (answer, kept) = reply(&after, &logged);
            let key = kept.as_ref().map(|kept| kept.key.clone());
            step.answer = kept;
            let arrivals = step.arrivals.clone();
            if self.commit(&slot, after, step).await? {
                return Ok(answer);
            }
            // Another node may have answered the same request meanwhile: sent again, it is given that answer.
            if let Some(key) = key
                && self.store.answer(&key).await.map_err(Problem::from)?.is_some()
            {
                return Err(Problem::plain(Kind::InFlight));
            }
            for player in arrivals {
                let player = self.store.player(&player.id).await.map_err(Problem::from)?;
                if player.is_none_or(|player| player.name.is_none()) {
                    return Err(Problem::plain(Kind::Unauthorized));
                }
            }
        }
        Err(Problem::plain(Kind::Unavailable))
    }

    /// Makes a step durable, and then what memory holds; `false` if something else came first. The caller holds the
    /// slot's gate.
    async fn commit(&self, slot: &Slot, after: Loaded, step: Step) -> Result<bool, Problem> {
        let players = listeners(&step.heard);
        // Whoever sits down may have another name by now, which the game is to show: it is read anew.
        let seated = !step.arrivals.is_empty();
        slot.begin_commit();
        let committed = self.store.commit(Change::Step(Box::new(step))).await;
        let after = Arc::new(after);
        slot.set((committed.is_ok() && !seated).then(|| Arc::clone(&after)));
        slot.end_commit(&committed);
        match committed {
            Ok(()) => {
                self.bells.ring(&after.row.id, players.iter().map(String::as_str));
                Ok(true)
            }
            Err(CommitError::Conflict) => Ok(false),
            Err(CommitError::Failed(error)) => Err(Problem::from(error)),
        }
    }

    /// The game after a decision that was made at a time, and what is to be written of it. An outage may last that is not
    /// written yet.
    fn prepare(
        &self,
        before: &Loaded,
        decision: Decision,
        at: Time,
        lasting: Option<Outage>,
    ) -> (Loaded, Vec<Logged>, Step) {
        let Decision { step, seatings, off } = decision;
        let game::Step { game, entries } = *step;
        // The clock of a machine can be set back; a log's cannot.
        let at = at.max(before.last_at);
        let logged: Vec<_> = entries.into_iter().map(|entry| Logged { at, entry }).collect();
        let mut after = before.followed_by(Box::new(game), at);
        for (seat, player) in &seatings {
            Arc::make_mut(&mut after.seats)[seat.index()].player.clone_from(player);
        }
        let arrivals = seatings.iter().filter_map(|(_, player)| player.clone()).collect();
        let over = after.game.status().is_over();
        // Most steps touch no seat, and then none is copied.
        let seatings = match over || !seatings.is_empty() {
            true => seating::settle(before, Arc::make_mut(&mut after.seats), over, &off, at),
            false => Vec::new(),
        };
        after.row.course = after.course(Some(before), at, lasting, self.challenge_days);
        let from = before.game.version();
        let due = after.game.version() / SNAPSHOT_EVERY > from / SNAPSHOT_EVERY;
        let events = rows(from, &logged);
        let step = Step {
            game_id: after.row.id.clone(),
            from,
            edition: after.row.edition,
            course: after.row.course.clone(),
            heard: after.heard(&events),
            events,
            snapshot: due.then(|| after.game.store()),
            seatings,
            arrivals,
            answer: None,
        };
        (after, logged, step)
    }

    /// Marks a request with an idempotency key as under way, until the mark is dropped.
    ///
    /// # Errors
    /// 409 if it is under way already.
    pub fn mark(self: &Arc<Self>, key: &AnswerKey) -> Result<Mark, Problem> {
        let mut in_flight = self.in_flight.lock().unwrap_or_else(PoisonError::into_inner);
        if !in_flight.insert(key.clone()) {
            return Err(Problem::plain(Kind::InFlight));
        }
        Ok(Mark { play: Arc::clone(self), key: key.clone() })
    }
}

/// A request with an idempotency key that is under way.
pub struct Mark {
    play: Arc<Play>,
    key: AnswerKey,
}

impl Drop for Mark {
    fn drop(&mut self) {
        self.play.in_flight.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key);
    }
}

/// Whose feeds a step adds to.
fn listeners(heard: &[Heard]) -> Vec<String> {
    heard.iter().map(|heard| heard.player_id.clone()).collect()
}

/// The rows of entries that follow the first `from` of a log.
pub fn rows(from: u64, logged: &[Logged]) -> Vec<EventRow> {
    (from + 1..)
        .zip(logged)
        .map(|(seq, Logged { at, entry })| EventRow {
            seq,
            at: *at,
            audience: Mask::from(entry.audience()),
            body: entry.store(),
        })
        .collect()
}

/// A request of the players' that the game judges by itself.
pub fn apply(game: &Game, request: &Request<'_>) -> Result<Decision, Rejection> {
    game.apply(request).map(Decision::from)
}

/// The row of a new game, before anything has happened in it.
pub fn no_course() -> Course {
    Course {
        version: 0,
        status: String::new(),
        deadline: None,
        attend_at: None,
        times: None,
        open: false,
        to_move: Mask(0),
    }
}
