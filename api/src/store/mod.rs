//! What is kept, and the one way in which it changes.
//!
//! A [`Backend`] is a database; nothing above it knows which. All changes are handed to one [`Store`], whose writer
//! gathers those that wait into one transaction: they share its commit, and each is answered when it is durable.

mod challenge;
mod filter;
mod gather;
mod growth;
mod migrations;
pub mod postgres;
mod reads;
mod rows;
pub mod sqlite;

use std::sync::Arc;

use async_trait::async_trait;
use broadside_engine::record::Sealed;
use broadside_engine::ruleset::{Audience, Seat, Seats, Viewer};
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot};

use crate::ambient::Time;
use crate::config::Database;
pub use challenge::{Challenge, ChallengePlace, ChallengeRow, ChallengeState, Counts, Side};
pub use filter::{Among, Filter, Traits};
use gather::Gather;

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// Its id.
    pub id: String,
    /// Its name; `None` once the account is deleted.
    pub name: Option<String>,
    /// When it was made.
    pub created_at: Time,
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// Its id, which opens nothing.
    pub id: String,
    /// Whose it is.
    pub player_id: String,
    /// The hash of the token.
    pub hash: String,
    /// What its owner calls it.
    pub name: String,
    /// What it may do, with a space between.
    pub scopes: String,
    /// When it was made.
    pub created_at: Time,
}

/// What a row says of a game beside its snapshot and its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Its id.
    pub id: String,
    /// Its ruleset.
    pub ruleset: String,
    /// `public` or `private`.
    pub visibility: String,
    /// Its clock, as JSON.
    pub clock: Option<String>,
    /// When it was made.
    pub created_at: Time,
    /// Who made it.
    pub created_by: String,
    /// The game that it is the rematch of.
    pub rematch_of: Option<String>,
    /// Grows with what matters of the game and is not in its log: the names of its players, the codes of its invitations.
    pub edition: u64,
    /// What of it changes.
    pub course: Course,
}

impl GameRow {
    /// The moment that it is of.
    pub fn moment(&self) -> Moment {
        Moment { version: self.course.version, edition: self.edition }
    }
}

/// What changes of a game's row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The length of the log.
    pub version: u64,
    /// Where it is in its course.
    pub status: String,
    /// When whoever is to move must have moved.
    pub deadline: Option<Time>,
    /// Whether anybody may find it and take a seat.
    pub open: bool,
    /// The seats that are to move.
    pub to_move: Mask,
}

/// A seat of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    /// Which seat.
    pub seat: Seat,
    /// For whom it is.
    pub kind: SeatKind,
    /// Who sits there.
    pub player: Option<PlayerRow>,
    /// The challenge to whom it is kept for.
    pub challenge: Option<Challenge>,
}

/// For whom a seat is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatKind {
    /// Anybody.
    Open,
    /// Whoever has the code with this hash; nobody if it is empty, for the code has been revoked.
    Invite(String),
    /// This player.
    Kept(String),
}

/// An entry of a game's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// Its number in the log, from 1.
    pub seq: u64,
    /// When it was decided.
    pub at: Time,
    /// Who may see that it happened.
    pub audience: Mask,
    /// Its stored form.
    pub body: Sealed,
}

/// A bit for each viewer: 1 for the public, 1 << n for seat n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mask(pub i64);

impl From<Audience> for Mask {
    fn from(audience: Audience) -> Self {
        Self(match audience {
            Audience::All => (1 << (Seat::MOST + 1)) - 1,
            Audience::Only(seat) => 1 << seat.number(),
            Audience::Nobody => 0,
        })
    }
}

impl From<Seats> for Mask {
    fn from(seats: Seats) -> Self {
        Self(seats.iter().fold(0, |mask, seat| mask | 1 << seat.number()))
    }
}

impl From<Viewer> for Mask {
    fn from(viewer: Viewer) -> Self {
        Self(1 << viewer.seat().map_or(0, Seat::number))
    }
}

/// What a game is like at a moment: two copies of it of the same moment are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The length of its log.
    pub version: u64,
    /// See [`GameRow::edition`].
    pub edition: u64,
}

/// A game as it is kept.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its row.
    pub row: GameRow,
    /// Its seats.
    pub seats: Vec<SeatRow>,
    /// The newest snapshot.
    pub snapshot: Sealed,
    /// The entries of the log after it.
    pub events: Vec<EventRow>,
    /// When the newest entry of the log was decided.
    pub last_at: Time,
}

/// An answer kept for an idempotency key. It shows what one player alone may see, so it cannot be printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Answer {
    /// What it belongs to.
    pub key: AnswerKey,
    /// The hash of what was asked.
    pub payload_hash: String,
    /// The status.
    pub status: u16,
    /// The headers that belong to it.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
    /// When it was given.
    pub at: Time,
}

/// What an idempotency key is scoped to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AnswerKey {
    /// The player.
    pub player_id: String,
    /// The method and the path.
    pub route: String,
    /// The key.
    pub key: String,
}

/// What is new of a seat: somebody sits down or leaves, a challenge is answered, or its game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    /// Which seat.
    pub seat: Seat,
    /// Who sits there from now on.
    pub player_id: Option<String>,
    /// What has become of the challenge to whom it is kept for.
    pub challenge: Option<Challenge>,
    /// Whether the game is over.
    pub ended: bool,
}

/// What a step of a game brings a player, for the player's feed: the events of all its games, in one row of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// The player.
    pub player_id: String,
    /// The number of the last of these events among those of the game that the player can see.
    pub seq: u64,
    /// How many events, which end with that one.
    pub events: u64,
    /// When they were decided.
    pub at: Time,
}

/// What a player's feed says of a step of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedRow {
    /// The number of the last event in the feed.
    pub number: u64,
    /// The game.
    pub game_id: String,
    /// See [`Heard::seq`].
    pub seq: u64,
    /// See [`Heard::events`].
    pub events: u64,
}

/// A ticket, which opens one stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TicketRow {
    /// The hash of the ticket.
    pub hash: String,
    /// Whose it is.
    pub player_id: String,
    /// The hash of the token that it was made with.
    pub token_hash: String,
    /// From when on it opens nothing.
    pub expires_at: Time,
}

/// A step of a game.
#[derive(Clone)]
pub struct Step {
    /// The game's id.
    pub game_id: String,
    /// The length of the log that it was decided on.
    pub from: u64,
    /// The game's row afterwards.
    pub course: Course,
    /// What it adds to the log.
    pub events: Vec<EventRow>,
    /// A snapshot of the game afterwards, where one is due.
    pub snapshot: Option<Sealed>,
    /// What is new of its seats.
    pub seatings: Vec<Seating>,
    /// The answer to keep.
    pub answer: Option<Answer>,
    /// What it brings the players of the game.
    pub heard: Vec<Heard>,
}

/// A new game.
#[derive(Clone)]
pub struct NewGame {
    /// Its row.
    pub row: GameRow,
    /// What it can be found by.
    pub traits: Traits,
    /// Its seats.
    pub seats: Arc<[SeatRow]>,
    /// The beginning of its log.
    pub events: Vec<EventRow>,
    /// Its first snapshot.
    pub snapshot: Sealed,
    /// The answer to keep.
    pub answer: Option<Answer>,
    /// What it brings its players.
    pub heard: Vec<Heard>,
}

/// Something that changes what is kept. Taken whole or not at all.
#[derive(Clone)]
pub enum Change {
    /// A new player with its first token.
    NewPlayer(PlayerRow, TokenRow),
    /// A player has another name; without one the account and its tokens are gone, for good.
    Rename(String, Option<String>),
    /// A new token of a player that is still there.
    NewToken(TokenRow),
    /// The token with this id is gone.
    RevokeToken(String),
    /// A new game.
    NewGame(Box<NewGame>),
    /// A step of a game.
    Step(Box<Step>),
    /// Another code invites to a seat of a game, which is at this version.
    Reinvite {
        /// The game's id.
        game_id: String,
        /// The length of the log that it was decided on.
        from: u64,
        /// Which seat.
        seat: Seat,
        /// The hash of the code; empty for none.
        code_hash: String,
    },
    /// Answers given before this time are forgotten.
    ForgetAnswers(Time),
    /// A new ticket.
    NewTicket(TicketRow),
    /// The ticket with this hash is spent; a conflict if it is not there.
    SpendTicket(String),
    /// Tickets that have expired by this time are forgotten.
    ForgetTickets(Time),
    /// What feeds say of the time before this is forgotten.
    ForgetFeeds(Time),
}

/// Why a change was not made.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CommitError {
    /// Something else came first: look again and decide anew.
    #[error("another change came first")]
    Conflict,
    /// The database failed.
    #[error(transparent)]
    Failed(#[from] StoreError),
}

/// Opens a database, and brings its tables up to date.
///
/// # Errors
/// If it cannot be opened: why, and what would help.
pub async fn open(database: &Database) -> Result<Arc<dyn Backend>, OpenError> {
    Ok(match database {
        Database::Sqlite(file) => Arc::new(sqlite::Sqlite::open(file).await?),
        Database::Postgres(address) => Arc::new(postgres::Postgres::open(address).await?),
    })
}

/// What would have to be done to bring the tables of a database up to date; it stays as it is.
///
/// # Errors
/// If it cannot be opened: why, and what would help.
pub async fn to_migrate(database: &Database) -> Result<Vec<String>, OpenError> {
    Ok(match database {
        Database::Sqlite(file) => sqlite::Sqlite::pending(file).await?,
        Database::Postgres(address) => postgres::Postgres::pending(address).await?,
    })
}

/// Why a database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A SQLite file.
    #[error(transparent)]
    Sqlite(#[from] sqlite::OpenError),
    /// A PostgreSQL database.
    #[error(transparent)]
    Postgres(#[from] postgres::OpenError),
}

/// The database failed.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the database failed: {0}")]
pub struct StoreError(pub String);

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self(error.to_string())
    }
}

/// Which of the two a change met: done, or a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// It was made.
    Yes,
    /// Something else came first.
    Conflict,
}

/// A page of ids, newest first: those before the cursor.
#[derive(Clone, Debug)]
pub struct Page {
    /// Only ids before this one.
    pub before: Option<String>,
    /// How many at most.
    pub limit: u32,
}

/// A game in which somebody is to move, in the order of urgency: by its deadline, those without one last, then by id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// When the move must have been made; [`Turn::NEVER`] without a clock.
    pub deadline: Time,
    /// The game's id.
    pub game_id: String,
}

impl Turn {
    /// After every deadline.
    pub const NEVER: Time = Time(i64::MAX);
}

/// A text that comes after every id.
const LAST: &str = "~";

/// A database. Everything it answers is committed.
#[async_trait]
pub trait Backend: Send + Sync {
    /// Whether other processes may change it: what is in memory is then to be compared with it before it is told.
    fn shared(&self) -> bool;

    /// Makes all these changes in one transaction, and says of each whether it was made.
    async fn commit(&self, changes: &[Change]) -> Result<Vec<Done>, StoreError>;

    /// The value of a setting, which is set to `value` if there is none yet.
    async fn setting(&self, name: &str, value: &str) -> Result<String, StoreError>;

    /// A player.
    async fn player(&self, id: &str) -> Result<Option<PlayerRow>, StoreError>;

    /// The tokens with these hashes, as far as there are such.
    async fn tokens(&self, hashes: &[String]) -> Result<Vec<TokenRow>, StoreError>;

    /// A player's tokens, oldest first.
    async fn tokens_of(&self, player_id: &str) -> Result<Vec<TokenRow>, StoreError>;

    /// Where these games are now, as far as there are such.
    async fn moments(&self, game_ids: &[String]) -> Result<Vec<(String, Moment)>, StoreError>;

    /// A game, with its newest snapshot and what the log adds to it.
    async fn game(&self, id: &str) -> Result<Option<StoredGame>, StoreError>;

    /// The entries of a game's log that these viewers can see, oldest first, from a number of them on.
    async fn events(
        &self,
        game_id: &str,
        viewer: Mask,
        after: u64,
        limit: u32,
    ) -> Result<Vec<EventRow>, StoreError>;

    /// The whole log of a game, oldest first.
    async fn log(&self, game_id: &str) -> Result<Vec<EventRow>, StoreError>;

    /// The ids of all games, in order, from after one of them on.
    async fn game_ids(&self, after: &str, limit: u32) -> Result<Vec<String>, StoreError>;

    /// The ids of the games in which a player has a seat or one is kept for it, newest first.
    async fn games_of(&self, player_id: &str, page: &Page) -> Result<Vec<String>, StoreError>;

    /// The games in which a player is to move, the most urgent first; only those after one of them, if it is named.
    async fn turns_of(
        &self,
        player_id: &str,
        after: Option<&Turn>,
        limit: u32,
    ) -> Result<Vec<Turn>, StoreError>;

    /// The ids of the games among those of a kind that a filter lets through, newest first.
    async fn find(
        &self,
        among: Among,
        player_id: &str,
        filter: &Filter,
        page: &Page,
    ) -> Result<Vec<String>, StoreError>;

    /// The id of the game that is the rematch of a game.
    async fn rematch_of(&self, game_id: &str) -> Result<Option<String>, StoreError>;

    /// The challenges on one side of a player that are in this state, newest first; only those before a place, if it is
    /// named.
    async fn challenges(
        &self,
        player_id: &str,
        side: Side,
        state: ChallengeState,
        before: Option<&ChallengePlace>,
        limit: u32,
    ) -> Result<Vec<ChallengeRow>, StoreError>;

    /// What waits for a player.
    async fn counts(&self, player_id: &str) -> Result<Counts, StoreError>;

    /// The games whose deadline is at or before this time, the most overdue first.
    async fn due(&self, now: Time, limit: u32) -> Result<Vec<String>, StoreError>;

    /// How many events the feeds of these players have had, as far as they have had any.
    async fn heads(&self, player_ids: &[String]) -> Result<Vec<(String, u64)>, StoreError>;

    /// What a player's feed says after a number, as far as it is still there, oldest first.
    async fn feed(&self, player_id: &str, after: u64, limit: u32) -> Result<Vec<FeedRow>, StoreError>;

    /// The ids of the games in which a player has a seat or one is kept for it and which are on, oldest first, from after
    /// one of them on.
    async fn current_games_of(
        &self,
        player_id: &str,
        after: &str,
        limit: u32,
    ) -> Result<Vec<String>, StoreError>;

    /// The ticket with this hash.
    async fn ticket(&self, hash: &str) -> Result<Option<TicketRow>, StoreError>;

    /// Tells other nodes something, if there can be others. What is told may get lost.
    async fn tell(&self, what: &str) -> Result<(), StoreError>;

    /// Hears what nodes tell, this one among them, until the connection breaks. `heard` is given `None` when it begins.
    async fn listen(&self, heard: &(dyn for<'a> Fn(Option<&'a str>) + Send + Sync))
    -> Result<(), StoreError>;

    /// The answer kept for a key.
    async fn answer(&self, key: &AnswerKey) -> Result<Option<Answer>, StoreError>;

    /// Brings what is written into its final place, for the process is about to end.
    async fn settle(&self) -> Result<(), StoreError>;

    /// Whether the database answers.
    async fn ping(&self) -> Result<(), StoreError>;
}

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
    tokens: Gather<TokenRow>,
    moments: Gather<Moment>,
    heads: Gather<u64>,
}

impl Store {
    /// Starts the writer of a database. It ends when the last copy of the store is gone and all is written.
    pub fn new(backend: Arc<dyn Backend>) -> Self {
        let (writer, jobs) = mpsc::channel(QUEUE);
        tokio::spawn(write(Arc::clone(&backend), jobs));
        let tokens = {
            let backend = Arc::clone(&backend);
            Gather::new(move |hashes| {
                let backend = Arc::clone(&backend);
                async move {
                    let found = backend.tokens(&hashes).await?;
                    Ok(found.into_iter().map(|token| (token.hash.clone(), token)).collect())
                }
            })
        };
        let moments = {
            let backend = Arc::clone(&backend);
            Gather::new(move |ids| {
                let backend = Arc::clone(&backend);
                async move { Ok(backend.moments(&ids).await?.into_iter().collect()) }
            })
        };
        let heads = {
            let backend = Arc::clone(&backend);
            Gather::new(move |ids| {
                let backend = Arc::clone(&backend);
                async move { Ok(backend.heads(&ids).await?.into_iter().collect()) }
            })
        };
        Self { backend, writer, tokens, moments, heads }
    }

    /// The token with this hash.
    ///
    /// # Errors
    /// If the database failed.
    pub async fn token(&self, hash: &str) -> Result<Option<TokenRow>, StoreError> {
        self.tokens.ask(hash).await
    }

    /// Where a game is now; `None` if there is none.
    ///
    /// # Errors
    /// If the database failed.
    pub async fn moment(&self, game_id: &str) -> Result<Option<Moment>, StoreError> {
        self.moments.ask(game_id).await
    }

    /// How many events a player's feed has had.
    ///
    /// # Errors
    /// If the database failed.
    pub async fn head(&self, player_id: &str) -> Result<u64, StoreError> {
        Ok(self.heads.ask(player_id).await?.unwrap_or_default())
    }

    /// Makes a change; it is durable when this returns.
    ///
    /// # Errors
    /// If something else came first, or the database failed.
    pub async fn commit(&self, change: Change) -> Result<(), CommitError> {
        let (done, result) = oneshot::channel();
        let gone = || StoreError("the writer has stopped".to_owned());
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

/// Drains what waits into one transaction, answers after its commit, and so on.
async fn write(backend: Arc<dyn Backend>, mut jobs: mpsc::Receiver<Job>) {
    let mut batch = Vec::new();
    while jobs.recv_many(&mut batch, BATCH).await > 0 {
        let (changes, waiting): (Vec<_>, Vec<_>) = batch.drain(..).map(|job| (job.change, job.done)).unzip();
        let results = commit(&*backend, &changes).await;
        for (done, result) in waiting.into_iter().zip(results) {
            // Whoever asked may have gone; what was written stays written.
            let _ = done.send(result);
        }
    }
}

/// Commits changes together. If that fails each is tried by itself, so that one which cannot be made does not take the
/// others with it.
async fn commit(backend: &dyn Backend, changes: &[Change]) -> Vec<Result<Done, StoreError>> {
    match backend.commit(changes).await {
        Ok(done) => done.into_iter().map(Ok).collect(),
        Err(error) if changes.len() == 1 => {
            tracing::error!(%error, "a commit failed");
            vec![Err(error)]
        }
        Err(_) => {
            let mut results = Vec::with_capacity(changes.len());
            for change in changes {
                let alone = backend.commit(std::slice::from_ref(change)).await;
                if let Err(error) = &alone {
                    tracing::error!(%error, "a commit failed");
                }
                results.push(alone.map(|done| done[0]));
            }
            results
        }
    }
}
