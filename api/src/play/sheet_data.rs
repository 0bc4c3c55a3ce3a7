//! Data for the sheets of a game.

use broadside_engine::game::{Game, View};
use broadside_engine::seat::Viewer;
use broadside_pdf::{Known, Told};

use super::LiveGame;

impl LiveGame {
    /// Returns what a viewer may know of the game, for its sheets.
    pub fn known(&self, viewer: Viewer) -> Known {
        let told = match (self.game.view(viewer), &*self.game) {
            (View::Classic(view), _) => Told::Classic(view),
            (View::Solo(view), _) => Told::Solo(view),
            (View::Voices(view), Game::Voices(table)) => Told::Voices(view, table.score(viewer)),
            (View::Satellite(view), _) => Told::Satellite(view),
            (View::Advanced(view), _) => Told::Advanced(view),
            (View::Voices(_), _) => unreachable!("the view of a game is of the game's ruleset"),
        };
        Known { game: self.row.id.clone(), viewer, told }
    }
}
