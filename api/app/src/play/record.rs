//! Record of a finished game.

use broadside_domain::error::AppError;
use broadside_engine::game::Entry;
use broadside_engine::record::{Record, Unreadable};

use super::{LiveGame, Play};

impl Play {
    /// Returns the record of a game; `None` if the game is not finished or was cancelled.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn record(&self, loaded: &LiveGame) -> Result<Option<Record>, AppError> {
        if loaded.game.outcome().is_none() {
            return Ok(None);
        }
        let ruleset = loaded.game.ruleset();
        let rows = self.store.log(&loaded.row.id).await?;
        let read = |row: broadside_domain::game::EventRow| {
            Ok((row.at.to_string(), Entry::restore(ruleset, &row.body)?))
        };
        let log: Result<Vec<_>, Unreadable> = rows.into_iter().map(read).collect();
        let record = Record::of(&loaded.game, &log.map_err(AppError::internal)?);
        record.map(Some).ok_or_else(|| AppError::internal("a finished game without a record"))
    }
}
