//! Score of a finished game, with the changes that its players have made since.

use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::time::Time;
use broadside_engine::game::Legal;
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
    pub fn changes_of(&self, seat: Seat) -> usize {
        self.changes.iter().filter(|(by, _)| *by == seat).count()
    }
}

impl LiveGame {
    /// Returns the time until which the players can change the score; `None` if the game is not
    /// finished or has no score.
    pub fn score_closes_at(&self) -> Option<Time> {
        self.game.has_open_score().then(|| self.last_at.plus_days(SCORE_DAYS))
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
        let rows = self.store.score_changes(&game.row.id).await?;
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

    /// Returns the changes that a seat can make to the score of a game now; `None` if it can make
    /// none, or the game has no score or is not finished.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn legal_score_changes(
        &self,
        game: &LiveGame,
        seat: Seat,
    ) -> Result<Option<Legal>, AppError> {
        let now = self.env.age_time();
        let Some(legal) = game.game.legal_score_changes(seat) else { return Ok(None) };
        let state = self.score_state(game).await?;
        let is_open = check_open(game, &state, seat, 1, now).is_ok();
        Ok(is_open.then_some(legal))
    }
}

/// Checks that a seat can still make a number of changes to the score of a finished game at a time.
pub(crate) fn check_open(
    game: &LiveGame,
    state: &ScoreState,
    seat: Seat,
    changes: usize,
    now: Time,
) -> Result<(), AppError> {
    let left = MAX_CHANGES.saturating_sub(state.changes_of(seat));
    let detail = if let Some(until) = game.score_closes_at().filter(|until| *until <= now) {
        format!(
            "the score could be changed for {SCORE_DAYS} days after the end of the game, until {until}: it is final now"
        )
    } else if state.closed.contains(&seat) {
        "you have closed your part of the score: it is final now".to_owned()
    } else if changes > left {
        format!(
            "a player may make {MAX_CHANGES} changes to the score after the end of the game: you may make {left} more"
        )
    } else {
        return Ok(());
    };
    Err(AppError::new(ErrorKind::GameOver, detail))
}
