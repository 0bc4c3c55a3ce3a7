//! Score of a finished game, with the changes that its players have made since.

use broadside_domain::error::AppError;
use broadside_domain::time::Time;
use broadside_engine::game::Game;
use broadside_engine::seat::Seat;
use broadside_engine::voices::ScoreChange;
use broadside_store::ScoreEntry;

use super::{LiveGame, Play};

/// Days after the end of a game in which its score can change.
pub const SCORE_DAYS: u32 = 30;

/// Maximum number of changes of a score by a player.
pub const MAX_CHANGES: usize = 500;

/// Changes of a score since the end of its game.
#[derive(Clone, Debug, Default)]
pub struct ScoreState {
    /// Number of entries: of changes, and of parts that were closed.
    pub revision: u64,
    /// Changes with their seats, oldest first.
    pub changes: Vec<(Seat, ScoreChange)>,
    /// Seats that have closed their parts, in the order of the seats.
    pub closed: Vec<Seat>,
}

impl ScoreState {
    /// Returns the number of changes of a seat.
    pub fn changes_of(&self, seat: Seat) -> usize {
        self.changes.iter().filter(|(by, _)| *by == seat).count()
    }
}

impl LiveGame {
    /// Returns the time until which the players can change the score; `None` if the game is not finished or has no
    /// score. A cancelled game has no performance, so its score is final.
    pub fn score_closes_at(&self) -> Option<Time> {
        let is_finished = matches!(&*self.game, Game::Voices(table) if table.outcome().is_some());
        is_finished.then(|| self.last_at.plus_days(SCORE_DAYS))
    }
}

impl Play {
    /// Returns the changes of the score of a game since its end.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn score_state(&self, game: &LiveGame) -> Result<ScoreState, AppError> {
        let mut state = ScoreState::default();
        if game.score_closes_at().is_none() {
            return Ok(state);
        }
        let rows = self.store.score_changes(&game.row.id).await.map_err(AppError::from)?;
        for row in rows {
            state.revision = row.number;
            match row.entry {
                ScoreEntry::Change(change) => state.changes.push((row.seat, change)),
                ScoreEntry::Close => state.closed.push(row.seat),
            }
        }
        state.closed.sort_unstable();
        Ok(state)
    }
}
