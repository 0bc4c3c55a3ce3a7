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
        loaded: &LiveGame,
        viewer: Viewer,
        after: u64,
        limit: u32,
    ) -> Result<Vec<TimedEvent>, AppError> {
        let rows = self.store.events(&loaded.row.id, viewer.into(), after, limit).await;
        decode(loaded, rows?)
    }

    /// Returns the game as it was after an event, counted as the viewer counts them. The engine
    /// shows it only to the same viewer.
    ///
    /// # Errors
    /// The events that have a board, if this one has none. An error, if the store fails or contains
    /// unreadable data.
    pub async fn board(
        &self,
        loaded: &Arc<LiveGame>,
        viewer: Viewer,
        event: u64,
    ) -> Result<Result<Game, BoardRange>, AppError> {
        let rows = self.store.log(&loaded.row.id).await?;
        let loaded = Arc::clone(loaded);
        let replay = move || {
            let log: Vec<Entry> =
                decode(&loaded, rows)?.into_iter().map(|event| event.entry).collect();
            loaded.game.after_event(&log, viewer, event).map_err(AppError::internal)
        };
        tokio::task::spawn_blocking(replay).await.map_err(AppError::internal)?
    }

    /// Returns the game as it was after an event, like [`Self::board`].
    ///
    /// # Errors
    /// 404 if the event has no board, or if the store fails.
    pub async fn require_board(
        &self,
        loaded: &Arc<LiveGame>,
        viewer: Viewer,
        event: u64,
    ) -> Result<Game, AppError> {
        self.board(loaded, viewer, event).await?.map_err(|BoardRange { first, last }| {
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
fn decode(loaded: &LiveGame, rows: Vec<EventRow>) -> Result<Vec<TimedEvent>, AppError> {
    let ruleset = loaded.game.ruleset();
    let read = |row: EventRow| {
        Entry::restore(ruleset, &row.body)
            .map(|entry| TimedEvent { at: row.at, entry })
            .map_err(AppError::internal)
    };
    rows.into_iter().map(read).collect()
}
