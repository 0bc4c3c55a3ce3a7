//! Rules of a game, in the language of the reader. They are the rules for players with pencil and
//! paper, which are the same in every language. The game-specific help quotes parts of them.

use broadside_engine::dispatch_by_id;
use broadside_engine::game::RulesetId;
use broadside_i18n::Lang;
use broadside_pdf::Rules;
use broadside_pdf::sheet::prose::{Paragraph, ParagraphKind};

use super::paragraph::paragraph;
use super::refused::command_name;
use super::rulesets::RulesetMail;
use super::{Block, SuggestedCommand};
use crate::compose::ruleset_name;
use crate::texts::LetterTexts;

/// Composes the rules of a game, or the list of the games if none is given.
pub(crate) fn rules(lang: Lang, ruleset: Option<RulesetId>) -> Vec<Block> {
    let Some(ruleset) = ruleset else { return rules_list(lang) };
    let name = command_name(ruleset.as_str());
    let parts = [("name", &*name)];
    let Rules { title, paragraphs, .. } = Rules::of(ruleset, lang);
    let mut here = vec![Block::Title(lang.text("rules-here-title"))];
    let key = if ruleset.is_for_one() { "rules-here-alone" } else { "rules-here" };
    here.extend(paragraph(lang, key, &parts));
    [
        vec![Block::Title(title)],
        paragraph(lang, "rules-intro", &parts),
        paragraphs.iter().map(block).collect(),
        here,
        paragraph(lang, "rules-commands", &parts),
    ]
    .concat()
}

/// Lists the games, with the command that asks for the rules of each.
fn rules_list(lang: Lang) -> Vec<Block> {
    let mut games = Vec::new();
    for ruleset in RulesetId::ALL {
        let line = format!("RULES {}", command_name(ruleset.as_str()));
        games.push(SuggestedCommand::new(&line, ruleset_name(lang, *ruleset), ""));
    }
    vec![Block::Text(lang.text("rules-which")), Block::Commands(games)]
}

/// Returns the block for a paragraph of the rules.
fn block(paragraph: &Paragraph) -> Block {
    let plain = paragraph.plain();
    match &paragraph.style {
        ParagraphKind::Heading => Block::Title(plain),
        ParagraphKind::Text => Block::Text(plain),
        ParagraphKind::Point(mark) if mark.chars().all(|c| c.is_ascii_digit()) => {
            Block::Text(format!("{mark}. {plain}"))
        }
        ParagraphKind::Point(_) => Block::List(vec![plain]),
    }
}

/// Returns what the commands of a game need to be understood, below their list, and how to get all
/// rules.
pub(super) fn help_with_rules(lang: Lang, ruleset: RulesetId) -> Vec<Block> {
    let mut blocks = dispatch_by_id!(ruleset, R => R::commands_help(lang));
    blocks.push(Block::Text(lang.fill("help-rules", &[("name", &command_name(ruleset.as_str()))])));
    blocks
}

#[cfg(test)]
mod tests {
    use super::super::text::render_text;
    use super::super::{MailDocument, command_help};
    use super::*;

    fn text(lang: Lang, blocks: Vec<Block>) -> String {
        let document = MailDocument { lang, subject: String::new(), blocks, foot: Vec::new() };
        render_text(&document).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_rules_are_complete_in_the_language_of_the_reader() {
        for lang in Lang::ALL {
            for ruleset in RulesetId::ALL {
                let rules_text = text(lang, rules(lang, Some(*ruleset)));
                for paragraph in Rules::of(*ruleset, lang).paragraphs {
                    let plain = paragraph.plain();
                    assert!(rules_text.contains(&plain), "{lang} {ruleset} lacks: {plain}");
                }
                let help = text(lang, command_help(lang, Some(*ruleset), Some(*ruleset)));
                let pointer = format!("RULES {}", command_name(ruleset.as_str()));
                assert!(help.contains(&pointer), "{help}");
            }
            let list = text(lang, rules(lang, None));
            assert!(list.contains("RULES SATELLITE"), "{list}");
        }
    }

    #[test]
    fn help_says_what_each_cartridge_hits() {
        let [english, italian] = [Lang::En, Lang::It]
            .map(|lang| text(lang, command_help(lang, Some(RulesetId::Satellite), None)));
        assert!(english.contains("Full house on the target and two steps along each diagonal"));
        assert!(italian.contains("Full") && !italian.contains("along each diagonal"), "{italian}");
    }
}
