//! Texts of letters.

use broadside_i18n::{Lang, Texts};

static TEXTS: Texts = Texts::new([
    &[include_str!("../texts/en/mail.ftl"), include_str!("../texts/en/rules.ftl")],
    &[include_str!("../texts/it/mail.ftl"), include_str!("../texts/it/rules.ftl")],
    &[include_str!("../texts/de/mail.ftl"), include_str!("../texts/de/rules.ftl")],
]);

/// Parts of each letter, in their order, for each language.
static PARTS: [&str; Lang::ALL.len()] = [
    include_str!("../texts/en/letters.txt"),
    include_str!("../texts/it/letters.txt"),
    include_str!("../texts/de/letters.txt"),
];

/// Texts of letters in a language, by their keys. The methods are those of [`Texts`].
pub trait LetterTexts: Into<Lang> {
    /// See [`Texts::text`].
    fn text(self, key: &str) -> String {
        TEXTS.text(self.into(), key)
    }

    /// See [`Texts::has`].
    fn has(self, key: &str) -> bool {
        TEXTS.has(self.into(), key)
    }

    /// See [`Texts::find`].
    fn find(self, key: &str) -> Option<String> {
        TEXTS.find(self.into(), key)
    }

    /// See [`Texts::count`].
    fn count(self, key: &str, n: usize) -> String {
        TEXTS.count(self.into(), key, n)
    }

    /// See [`Texts::fill`].
    fn fill(self, key: &str, values: &[(&str, &str)]) -> String {
        TEXTS.fill(self.into(), key, values)
    }
}

impl LetterTexts for Lang {}

/// Lists the names of the parts of a letter, in their order. Lists none if there is no such letter.
pub(crate) fn parts_of_letter(lang: Lang, letter: &str) -> impl Iterator<Item = &'static str> {
    let parts = letters(lang).find_map(|(name, parts)| (name == letter).then_some(parts));
    parts.unwrap_or_default().split_whitespace()
}

/// Lists the letters with their parts.
fn letters(lang: Lang) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = PARTS[lang as usize].lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(" = "))
}

/// Lists the parts, between the inserted values, of all texts of letters.
pub(crate) fn phrases() -> impl Iterator<Item = &'static str> {
    let files = Lang::ALL.into_iter().flat_map(|lang| TEXTS.sources(lang));
    files.flat_map(|file| file.lines().flat_map(phrases_of_line))
}

fn phrases_of_line(line: &str) -> impl Iterator<Item = &str> {
    // All lines of a text but the first are indented. Players may copy the free text of examples.
    let text = match line.split_once('=') {
        _ if line.starts_with(' ') => line,
        Some((key, text)) if !key.starts_with('#') && !key.starts_with("example-") => text,
        _ => "",
    };
    text.split(['{', '}']).step_by(2)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn letters_have_the_same_parts_in_every_language() {
        let english: Vec<&str> = letters(Lang::En).map(|(letter, _)| letter).collect();
        assert!(!english.is_empty() && english.is_sorted());
        for lang in Lang::ALL {
            assert!(letters(lang).map(|(letter, _)| letter).eq(english.iter().copied()), "{lang}");
            for letter in &english {
                let parts: BTreeSet<_> = parts_of_letter(lang, letter).collect();
                let expected: BTreeSet<_> = parts_of_letter(Lang::En, letter).collect();
                assert_eq!(parts, expected, "{letter} in {lang}");
                let count = parts_of_letter(lang, letter).count();
                assert_eq!(count, parts.len(), "{lang} has a part of {letter} twice");
            }
        }
    }
}
