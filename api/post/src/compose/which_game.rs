//! Reply to a mail if it is not certain which game of a mail about several games it is about.

use broadside_i18n::Lang;
use serde::{Deserialize, Serialize};

use super::game::{game_line, titles};
use super::reader_view::ReaderView;
use super::{Block, SuggestedCommand};
use crate::texts::LetterTexts;

/// Lists the lines that name the games of a mail about several games, each with its number there.
pub(crate) fn game_choices(lang: Lang, games: &[(usize, ReaderView)]) -> Vec<GameLine> {
    let titles = titles(lang, &games.iter().map(|(_, game)| game).collect::<Vec<_>>());
    games
        .iter()
        .zip(titles)
        .map(|((n, _), title)| GameLine { line: game_line(*n), title })
        .collect()
}

/// Line that names a game of a mail about several games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GameLine {
    pub line: String,
    pub title: String,
}

/// Reason why it is not certain which game a reply is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum UnclearGame {
    /// The reply names no game.
    Unnamed,
    /// The reply names several games.
    Several,
    /// No game has the number that the reply names.
    Unknown,
}

/// Explains why it is not certain which game a reply is about, and how to name one of these games.
pub(crate) fn unclear_game(lang: Lang, problem: UnclearGame, games: &[GameLine]) -> Vec<Block> {
    let key = match problem {
        UnclearGame::Unnamed => "answer-game-unnamed",
        UnclearGame::Several => "answer-game-several",
        UnclearGame::Unknown => "answer-game-unknown",
    };
    let commands =
        games.iter().map(|GameLine { line, title }| SuggestedCommand::new(line, title.clone(), ""));
    vec![
        Block::Text(lang.text(key)),
        Block::Text(lang.text("answer-name-the-game")),
        Block::Commands(commands.collect()),
    ]
}
