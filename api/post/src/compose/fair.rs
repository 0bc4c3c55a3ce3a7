//! Fair play: the commitments that a player keeps to check the game afterwards, and links to the
//! rules.

use broadside_engine::game::RulesetId;
use broadside_engine::seat::Seat;
use broadside_i18n::Lang;

use super::{Block, GameNews, ReaderView, RenderContext, SuggestedCommand};
use crate::compose::ruleset_name;
use crate::texts::LetterTexts;

/// Returns the blocks below the update of a game.
///
/// - First mail of a game: a link to the rules, and the commitments of the server.
/// - First mail after the game began: the commitments.
/// - Mail with the record of a finished game: how to verify it.
///
/// Commitments are left out once the game is over, since they are useless then.
pub(super) fn blocks(context: &RenderContext<'_>, news: &GameNews) -> Vec<Block> {
    let lang = context.lang;
    let game = &news.game;
    if let Some(record) = &news.record {
        let docs = [("docs", &*format!("{}/docs", context.links))];
        let verify = format!("broadside verify {record}");
        return vec![
            Block::Text(lang.text("fair-record")),
            Block::Commands(vec![SuggestedCommand::new(&verify, String::new(), "")]),
            Block::Text(lang.fill("fair-record-how", &docs)),
        ];
    }
    if game.status.is_over() {
        return Vec::new();
    }
    let mut blocks = Vec::new();
    if news.first || game.may_report_start() {
        blocks.extend(commitments(lang, game));
    }
    if news.first {
        blocks.extend(rules_link(lang, context.links, game.ruleset));
    }
    blocks
}

/// Lists the commitments that the server has made so far.
pub(super) fn commitments(lang: Lang, game: &ReaderView) -> [Block; 2] {
    let fairness = &game.fairness;
    let seed = lang.fill("fair-seed", &[("hash", &fairness.seed_commitment)]);
    let placements = (1..).filter_map(Seat::new).zip(&fairness.placement_commitments);
    let placements = placements
        .map(|(seat, hash)| game.seat_text(lang, "fair-placement", seat, &[("hash", hash)]));
    [
        Block::Text(lang.text("fair-keep")),
        Block::List([seed].into_iter().chain(placements).collect()),
    ]
}

/// Returns a link to the rules in the language of the reader.
pub(super) fn rules_link(lang: Lang, links: &str, ruleset: RulesetId) -> [Block; 2] {
    let label = lang.fill("fair-rules-link", &[("game", &ruleset_name(lang, ruleset))]);
    let url = format!("{links}/rules/{ruleset}?lang={lang}");
    [Block::Text(lang.text("fair-rules")), Block::Link { url, label, main: false }]
}
