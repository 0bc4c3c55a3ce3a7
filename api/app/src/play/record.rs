//! Record of a finished game.

use broadside_domain::error::AppError;
use broadside_engine::game::Entry;
use broadside_engine::record::Record;

use super::{LiveGame, Play};

impl Play {
    /// Returns the record of a game; `None` if the game is not finished or was cancelled.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn record(&self, game: &LiveGame) -> Result<Option<Record>, AppError> {
        if game.game.outcome().is_none() {
            return Ok(None);
        }
        let ruleset = game.game.ruleset();
        let rows = self.store.log(&game.row.id).await?;
        let mut log = Vec::with_capacity(rows.len());
        for row in rows {
            let entry = Entry::restore(ruleset, &row.body).map_err(AppError::internal)?;
            log.push((row.at.to_string(), entry));
        }
        let record = Record::of(&game.game, &log);
        record.map(Some).ok_or_else(|| AppError::internal("a finished game without a record"))
    }
}
