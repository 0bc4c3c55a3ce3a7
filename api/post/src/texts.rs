//! Texts of letters.

use broadside_i18n::{Lang, Texts};

static TEXTS: Texts = Texts::new([
    &[include_str!("../texts/en/mail.ftl"), include_str!("../texts/en/rules.ftl")],
    &[include_str!("../texts/it/mail.ftl"), include_str!("../texts/it/rules.ftl")],
    &[include_str!("../texts/de/mail.ftl"), include_str!("../texts/de/rules.ftl")],
]);

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
