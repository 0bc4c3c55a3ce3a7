//! History of a game, as a viewer may know it: its events, and the game as it was after one of
//! them.

use std::sync::Arc;

use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::game::EventRow;
use broadside_engine::game::{Entry, Game};
use broadside_engine::replay::BoardRange;
use broadside_engine::seat::Viewer;

use crate::App;
use crate::play::{LiveGame, TimedEvent};

impl App {
    /// Returns the events that a viewer can see, oldest first, without the first `after` of them.
    ///
    /// # Errors
    /// If the store fails, or contains unreadable data.
    pub async fn events(
        &self,
        game: &LiveGame,
        viewer: Viewer,
        after: u64,
        limit: u32,
    ) -> Result<Vec<TimedEvent>, AppError> {
        let rows = self.store.events(&game.row.id, viewer.into(), after, limit).await;
        decode(game, rows?)
    }

    /// Returns the game as it was after an event, counted as the viewer counts them. The engine
    /// shows it only to the same viewer.
    ///
    /// # Errors
    /// The events that have a board, if this one has none. An error, if the store fails or contains
    /// unreadable data.
    pub async fn board(
        &self,
        game: &Arc<LiveGame>,
        viewer: Viewer,
        event: u64,
    ) -> Result<Result<Game, BoardRange>, AppError> {
        let rows = self.store.log(&game.row.id).await?;
        let game = Arc::clone(game);
        let replayed = tokio::task::spawn_blocking(move || {
            let events = decode(&game, rows)?;
            let log: Vec<Entry> = events.into_iter().map(|event| event.entry).collect();
            game.game.after_event(&log, viewer, event).map_err(AppError::internal)
        });
        replayed.await.map_err(AppError::internal)?
    }

    /// Returns the game as it was after an event, like [`Self::board`].
    ///
    /// # Errors
    /// 404 if the event has no board, or if the store fails.
    pub async fn require_board(
        &self,
        game: &Arc<LiveGame>,
        viewer: Viewer,
        event: u64,
    ) -> Result<Game, AppError> {
        self.board(game, viewer, event).await?.map_err(|BoardRange { first, last }| {
            let detail = match first {
                Some(first) => {
                    format!("seq: play began with event {first}, and the newest is {last}")
                }
                None => "seq: play has not begun, so there is no board yet".to_owned(),
            };
            AppError::new(ErrorKind::NotFound, detail)
        })
    }
}

/// Decodes entries of the log of a game.
pub(crate) fn decode(game: &LiveGame, rows: Vec<EventRow>) -> Result<Vec<TimedEvent>, AppError> {
    let ruleset = game.game.ruleset();
    let mut events = Vec::with_capacity(rows.len());
    for row in rows {
        let entry = Entry::restore(ruleset, &row.body).map_err(AppError::internal)?;
        events.push(TimedEvent { at: row.at, entry });
    }
    Ok(events)
}
