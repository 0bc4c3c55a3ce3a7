//! Data for the sheets of a game.

use broadside_engine::game::Game;
use broadside_engine::seat::Viewer;
use broadside_pdf::GameSheetData;

use super::{LiveGame, ScoreState};

impl LiveGame {
    /// Returns what a viewer may know of the game, for its sheets. `score` has the changes of its
    /// score since the end. `public_url` is the address of the service, if it is public.
    pub fn sheet_data(
        &self,
        viewer: Viewer,
        score: &ScoreState,
        public_url: Option<&str>,
    ) -> GameSheetData {
        let score = match &*self.game {
            Game::Voices(table) => Some(table.score_with(viewer, &score.changes)),
            _ => None,
        };
        let view = self.game.view(viewer);
        let names = self.seats.iter().map(|seat| seat.player.as_ref()?.name.clone()).collect();
        let link = public_url.map(|url| format!("{url}/play#/games/{}", self.row.id));
        GameSheetData { game: self.row.id.clone(), viewer, names, view, link, score }
    }
}
