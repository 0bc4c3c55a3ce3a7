//! Games with a free seat that the reader can take.

use broadside_i18n::Lang;

use super::paragraph::{only, paragraph};
use super::reader_view::ReaderView;
use super::{Block, SuggestedCommand, facts};
use crate::compose::ruleset_name;
use crate::texts::LetterTexts;

#[derive(Clone, Debug)]
pub(crate) struct OpenGame {
    /// Number by which the reader can name it.
    pub number: String,
    /// Public view of the game.
    pub game: ReaderView,
}

/// Lists games with a free seat. `more` is true if there are further ones.
pub(crate) fn open_games(lang: Lang, games: &[OpenGame], more: bool) -> Vec<Block> {
    if games.is_empty() {
        return paragraph(lang, "open-none", &[]);
    }
    let mut commands = Vec::new();
    for OpenGame { number, game } in games {
        let mut players = game.opponents(lang);
        if players.is_empty() {
            players = lang.text("open-somebody");
        }
        let name = ruleset_name(lang, game.ruleset);
        let terms = facts::terms(game, lang).join(". ");
        let does = lang.fill("open-line", &[("game", &name), ("who", &players), ("terms", &terms)]);
        commands.push(SuggestedCommand::new(&format!("JOIN {number}"), does, ""));
    }
    [
        paragraph(lang, "open-list", &[]),
        vec![Block::Commands(commands)],
        only(more, || paragraph(lang, "open-more", &[])),
    ]
    .concat()
}

/// Explains why a number or a code names no game: nothing has it, or several games do.
pub(crate) fn unknown_seat(lang: Lang, code: &str, several: bool) -> String {
    lang.fill(if several { "join-several" } else { "join-unknown" }, &[("code", code)])
}
