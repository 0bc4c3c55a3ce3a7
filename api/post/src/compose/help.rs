//! Help on the commands, translated. The texts of the engine are English.

use broadside_engine::game::RulesetId;
use broadside_i18n::Lang;
use broadside_notation::{self as notation, Usage, translate_example};
use broadside_pdf::GameKind;

use super::rules::help_with_rules;
use super::settings::{ruleset_list, settings_help};
use super::{Block, SuggestedCommand};
use crate::texts::LetterTexts;

/// Lists the commands for a game of a ruleset, or those that need no game. Below them it lists the
/// settings of the `named` ruleset, or all rulesets if there is no such name.
pub(crate) fn command_help(
    lang: Lang,
    ruleset: Option<RulesetId>,
    named: Option<RulesetId>,
) -> Vec<Block> {
    let mut commands = Vec::new();
    for form in notation::forms(ruleset) {
        let does = match (form.verb, ruleset) {
            ("sheet", Some(ruleset)) => with_kinds(lang, ruleset, &explain(lang, form)),
            _ => explain(lang, form),
        };
        commands.push(SuggestedCommand::new(&translate_words(lang, form.example), does, ""));
    }
    let mut blocks = vec![Block::Text(lang.text("answer-commands")), Block::Commands(commands)];
    if let Some(ruleset) = ruleset {
        blocks.extend(help_with_rules(lang, ruleset));
    }
    blocks.extend(match named {
        Some(named) => settings_help(lang, named),
        None => ruleset_list(lang),
    });
    blocks
}

/// Adds the kinds of sheets that a ruleset has to the help for SHEET.
fn with_kinds(lang: Lang, ruleset: RulesetId, description: &str) -> String {
    let kinds: Vec<_> =
        GameKind::of(ruleset).iter().map(|kind| kind.name().to_uppercase()).collect();
    let parts =
        [("says", description), ("n", &*kinds.len().to_string()), ("kinds", &*kinds.join(", "))];
    lang.fill("help-kinds", &parts)
}

/// Explains a command below its example, which readers copy: what it does, its syntax if the
/// example does not show all of it, and its form in the reader's language.
fn explain(lang: Lang, form: &Usage) -> String {
    let mut text = description(lang, form);
    if form.form != form.example {
        text = format!("{text}: {}", translated_syntax(lang, form));
    }
    match translated_example(lang, form) {
        Some(line) => lang.fill("help-or", &[("says", &text), ("line", &line)]),
        None => text,
    }
}

/// Returns the example translated to the reader's language, or `None` if that changes nothing. If
/// only free text follows the verb, the text is left out, since it is the player's own.
fn translated_example(lang: Lang, form: &Usage) -> Option<String> {
    // The commands are in English.
    if lang == Lang::En {
        return None;
    }
    let line = translate_example(lang, form.example);
    let has_words = form.form.split(' ').nth(1) == Some("text") || form.form.ends_with(": words]");
    let verb = line.split(' ').next().unwrap_or_default();
    let line = if has_words { format!("{verb} …") } else { line.clone() };
    (line != form.example).then_some(line)
}

/// Keys of the free texts in examples. The English texts are those of the notation.
const WORDS_OF_EXAMPLES: [&str; 5] =
    ["example-decline", "example-direct", "example-note", "example-say", "example-seed"];

/// Returns an example with its free text, if it has one, in the reader's language.
pub(super) fn translate_words(lang: Lang, example: &str) -> String {
    let words = WORDS_OF_EXAMPLES.iter().find_map(|key| {
        let command = example.strip_suffix(&*Lang::En.text(key))?;
        Some(format!("{command}{}", lang.text(key)))
    });
    words.unwrap_or_else(|| example.to_owned())
}

/// Returns the syntax of a command: words of the notation unchanged, all others translated.
fn translated_syntax(lang: Lang, form: &Usage) -> String {
    let key = text_key(form.form);
    lang.find(&format!("form-{key}")).unwrap_or_else(|| form.form.to_owned())
}

/// Returns the description of what a command does.
fn description(lang: Lang, form: &Usage) -> String {
    let key = text_key(form.does);
    lang.find(&format!("help-{key}")).unwrap_or_else(|| form.does.to_owned())
}

/// Converts an English text to the key of its translations.
pub(super) fn text_key(text: &str) -> String {
    let letters = text.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), " ");
    letters.split_whitespace().collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists the commands of all rulesets, and those that need no game.
    fn all_forms() -> impl Iterator<Item = &'static Usage> {
        RulesetId::ALL.iter().copied().map(Some).chain([None]).flat_map(notation::forms)
    }

    fn words_in_capitals(text: &str) -> Vec<&str> {
        let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 1);
        words.filter(|word| *word == word.to_uppercase()).collect()
    }

    fn has_free_text(line: &str) -> bool {
        let mut words = line.split(' ').skip(1);
        words.any(|word| word.len() > 1 && word.chars().all(char::is_lowercase))
    }

    /// Returns the help for SHEET.
    fn sheet_help(lang: Lang, ruleset: RulesetId) -> String {
        let blocks = command_help(lang, Some(ruleset), None);
        let command = blocks.iter().find_map(|block| match block {
            Block::Commands(commands) => commands.iter().find(|command| command.lines == ["SHEET"]),
            _ => None,
        });
        command.unwrap().does.clone()
    }

    /// Returns the explanation of an example, in each language.
    fn explanations(example: &str) -> Vec<String> {
        let form = notation::forms(Some(RulesetId::Advanced))
            .find(|form| form.example == example)
            .unwrap();
        Lang::ALL.iter().map(|lang| explain(*lang, form)).collect()
    }

    #[test]
    fn every_command_is_explained_in_every_language() {
        for form in all_forms() {
            for lang in Lang::ALL {
                let key = format!("help-{}", text_key(form.does));
                assert!(
                    lang.find(&key).is_some(),
                    "{} has no text {key} for: {}",
                    lang.code(),
                    form.does
                );
            }
            assert_eq!(description(Lang::En, form), form.does, "{}", form.form);
            assert_eq!(translated_syntax(Lang::En, form), form.form);
            // Words in capitals are read literally, and so are the same in every language.
            for lang in Lang::ALL.into_iter().filter(|_| form.form != form.example) {
                let key = format!("form-{}", text_key(form.form));
                let text =
                    lang.find(&key).unwrap_or_else(|| panic!("{} has no text {key}", lang.code()));
                assert_eq!(words_in_capitals(&text), words_in_capitals(form.form));
                assert!(explain(lang, form).contains(&format!(": {text}")));
            }
        }
    }

    #[test]
    fn free_text_in_examples_is_translated() {
        let mut examples: Vec<_> =
            all_forms().map(|form| form.example).filter(|line| has_free_text(line)).collect();
        examples.sort_unstable();
        examples.dedup();
        assert_eq!(examples.len(), WORDS_OF_EXAMPLES.len(), "{examples:?}");
        for example in examples {
            assert_eq!(translate_words(Lang::En, example), example);
            for lang in [Lang::It, Lang::De] {
                assert_ne!(translate_words(lang, example), example);
            }
        }
        // A seed is printable ASCII.
        assert!(Lang::ALL.iter().all(|lang| lang.text("example-seed").is_ascii()));
        assert_eq!(translate_words(Lang::De, "FIRE A5"), "FIRE A5");
    }

    #[test]
    fn the_kinds_of_sheets_are_listed() {
        assert!(
            sheet_help(Lang::En, RulesetId::Voices)
                .ends_with("kinds here are BATTLE-MAP, TACTICAL-MAP, MAPS, SCORE")
        );
        assert!(sheet_help(Lang::En, RulesetId::Classic).ends_with("only kind here is CLASSIC"));
        assert!(
            sheet_help(Lang::It, RulesetId::Voices)
                .ends_with("fogli: BATTLE-MAP, TACTICAL-MAP, MAPS, SCORE")
        );
    }

    #[test]
    fn the_words_of_the_language_stand_beside_the_english_ones() {
        assert_eq!(explanations("FIRE A5 B7 C9")[0], "fires a salvo of three shots: FIRE squares");
        assert_eq!(
            explanations("FIRE A5 B7 C9")[1],
            "spara una salva di tre colpi: FIRE caselle. In italiano: FUOCO A5 B7 C9"
        );
        assert_eq!(explanations("PASS")[1], "non fa niente. In italiano: PASSO");
        assert_eq!(explanations("PASS")[2], "tut nichts. Auf Deutsch: PASSE");
        assert!(explanations("SAY well aimed")[1].ends_with("In italiano: DICO …"));
        assert_eq!(explanations("TOKEN")[1], "chiede un nuovo token per i programmi");
    }
}
