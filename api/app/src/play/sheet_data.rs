//! Data for the sheets of a game.

use broadside_engine::game::Game;
use broadside_engine::seat::Viewer;
use broadside_pdf::GameSheetData;

use super::LiveGame;

impl LiveGame {
    /// Returns what a viewer may know of the game, for its sheets.
    pub fn sheet_data(&self, viewer: Viewer) -> GameSheetData {
        let score = match &*self.game {
            Game::Voices(table) => Some(table.score(viewer)),
            _ => None,
        };
        let view = self.game.view(viewer);
        let names = self.seats.iter().map(|seat| seat.player.as_ref()?.name.clone()).collect();
        GameSheetData { game: self.row.id.clone(), viewer, names, view, score }
    }
}
