//! Applies a batch of writes within a transaction: everything that is added to games together, the
//! rest one by one.

use futures_util::future::BoxFuture;

use crate::games::append::GameAppend;
use crate::games::append_to_postgres;
use crate::games::append_to_sqlite::{self, TxScope};
use crate::games::locks::lock_games;
use crate::games::new_game::{NewGame, apply_writes_of_callers, insert_games, link_rematches};
use crate::games::newly_seated::{NewlySeated, bump_stale, lock_newly_seated, reject_players};
use crate::games::step::Step;
use crate::idempotency::existing_keys;
use crate::sql::Connection;
use crate::write::{AnyWrite, Write, WriteResult};

/// Write that waits for its commit.
pub enum QueuedWrite {
    /// Step of a game.
    Step(Box<Step>),
    NewGame(Box<NewGame>),
    /// Write that adds nothing to games.
    Other(Box<dyn AnyWrite>),
}

impl QueuedWrite {
    /// Returns true if the write adds to a game. Such writes are applied together.
    pub(crate) fn adds_to_game(&self) -> bool {
        matches!(self, Self::Step(_) | Self::NewGame(_))
    }

    /// Returns the step, if the write is one in which nobody sits down.
    pub(crate) fn step_without_arrivals(&self) -> Option<&Step> {
        match self {
            Self::Step(step) if step.joined.is_empty() => Some(step),
            Self::Step(_) | Self::NewGame(_) | Self::Other(_) => None,
        }
    }
}

impl From<Step> for QueuedWrite {
    fn from(step: Step) -> Self {
        Self::Step(Box::new(step))
    }
}

impl From<NewGame> for QueuedWrite {
    fn from(game: NewGame) -> Self {
        Self::NewGame(Box::new(game))
    }
}

impl<W: Write> From<W> for QueuedWrite {
    fn from(write: W) -> Self {
        Self::Other(Box::new(write))
    }
}

/// Applies a batch of writes. Returns for each whether it was made.
///
/// The future is boxed, because the compiler cannot prove otherwise that it is `Send`
/// (<https://github.com/rust-lang/rust/issues/100013>).
pub(crate) fn apply<'a>(
    db: &'a mut Connection<'_>,
    writes: &'a [QueuedWrite],
) -> BoxFuture<'a, Result<Vec<WriteResult>, sqlx::Error>> {
    Box::pin(apply_all(db, writes))
}

async fn apply_all(
    db: &mut Connection<'_>,
    writes: &[QueuedWrite],
) -> Result<Vec<WriteResult>, sqlx::Error> {
    let mut results = vec![WriteResult::Applied; writes.len()];
    let mut steps = Vec::new();
    let mut new_games = Vec::new();
    let mut appends = Vec::new();
    for (index, write) in writes.iter().enumerate() {
        match write {
            QueuedWrite::Step(step) => {
                steps.push((index, &**step));
                appends.push(GameAppend::of_step(index, step));
            }
            QueuedWrite::NewGame(game) => {
                new_games.push((index, &**game));
                appends.push(GameAppend::of_new_game(index, game));
            }
            QueuedWrite::Other(write) => results[index] = write.apply_boxed(db).await?,
        }
    }
    if appends.is_empty() {
        return Ok(results);
    }
    let seated = NewlySeated::all(&steps, &new_games);
    let stored = lock_newly_seated(db, &seated).await?;
    let responses = appends.iter().filter_map(|append| append.response).collect();
    let existing = existing_keys(db, responses).await?;
    let mut appends = GameAppend::dedupe(appends, &existing, &mut results);
    lock_games(db, &appends, &new_games).await?;
    reject_players(db, &seated, &stored, &mut results).await?;
    apply_writes_of_callers(db, &new_games, &mut results).await?;
    appends.retain(|append| results[append.index] == WriteResult::Applied);
    new_games.retain(|(index, _)| results[*index] == WriteResult::Applied);
    if !new_games.is_empty() {
        let new_games: Vec<&NewGame> = new_games.into_iter().map(|(_, game)| game).collect();
        link_rematches(db, &new_games).await?;
        insert_games(db, &new_games).await?;
    }
    if !appends.is_empty() {
        match db {
            Connection::Sqlite(db) => {
                append_to_sqlite::append_games(db, TxScope::Begun, appends, &mut results).await?;
            }
            Connection::Postgres(db) => {
                append_to_postgres::append_games(db, appends, &mut results).await?;
            }
        }
    }
    bump_stale(db, &seated, &stored, &results).await?;
    Ok(results)
}
