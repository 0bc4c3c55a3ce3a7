//! Record of a finished game.

use crate::history::decode;
use broadside_domain::error::AppError;
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
        let events = decode(game, self.store.log(&game.row.id).await?)?;
        let log: Vec<_> =
            events.into_iter().map(|event| (event.at.to_string(), event.entry)).collect();
        let record = Record::of(&game.game, &log);
        record.map(Some).ok_or_else(|| AppError::internal("a finished game without a record"))
    }
}
