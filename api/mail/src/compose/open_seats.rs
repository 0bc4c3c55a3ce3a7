//! Games with a free seat that the reader can take.

use broadside_i18n::Lang;

use super::reader_view::ReaderView;
use super::template::arrange;
use super::{Block, SuggestedCommand, facts};
use crate::compose::ruleset_name;

/// Game with a free seat.
#[derive(Clone, Debug)]
pub struct OpenGame {
    /// Number by which the reader can name it.
    pub number: String,
    /// Public view of the game.
    pub seen: ReaderView,
}

/// Lists games with a free seat. `more` is true if there are further ones.
pub fn open_games(lang: Lang, games: &[OpenGame], more: bool) -> Vec<Block> {
    if games.is_empty() {
        return vec![Block::Text(lang.text("open-none"))];
    }
    let offer = |OpenGame { number, seen }: &OpenGame| {
        let who = Some(seen.opponents(lang)).filter(|who| !who.is_empty());
        let who = who.unwrap_or_else(|| lang.text("open-somebody"));
        let (game, terms) = (ruleset_name(lang, seen.ruleset), facts::terms(seen, lang).join(". "));
        let parts = [("game", &*game), ("who", &*who), ("terms", &*terms)];
        let (lines, does) = (vec![format!("JOIN {number}")], lang.fill("open-line", &parts));
        SuggestedCommand { lines, does, to: String::new() }
    };
    let more = more.then(|| Block::Text(lang.text("open-more")));
    arrange(
        lang,
        "open-games",
        [
            ("list", vec![Block::Text(lang.text("open-list"))]),
            ("games", vec![Block::Commands(games.iter().map(offer).collect())]),
            ("more", more.into_iter().collect()),
        ],
    )
}

/// Explains why a number or a code names no game: nothing has it, or several games do.
pub fn unknown_seat(lang: Lang, code: &str, several: bool) -> String {
    lang.fill(if several { "join-several" } else { "join-unknown" }, &[("code", code)])
}
