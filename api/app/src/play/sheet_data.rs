//! Data for the sheets of a game.

use broadside_engine::game::{Game, View};
use broadside_engine::seat::Viewer;
use broadside_pdf::{GameSheetData, RulesetSheet};

use super::LiveGame;

impl LiveGame {
    /// Returns what a viewer may know of the game, for its sheets.
    pub fn sheet_data(&self, viewer: Viewer) -> GameSheetData {
        let told = match (self.game.view(viewer), &*self.game) {
            (View::Classic(view), _) => RulesetSheet::Classic(view),
            (View::Solo(view), _) => RulesetSheet::Solo(view),
            (View::Voices(view), Game::Voices(table)) => RulesetSheet::Voices(view, table.score(viewer)),
            (View::Satellite(view), _) => RulesetSheet::Satellite(view),
            (View::Advanced(view), _) => RulesetSheet::Advanced(view),
            (View::Voices(_), _) => unreachable!("the view of a game is of the game's ruleset"),
        };
        GameSheetData { game: self.row.id.clone(), viewer, told }
    }
}
