//! Languages, and texts in them. A crate with texts has a folder `texts` with a folder or a file for
//! each language: sheets in `pdf`, commands in `api/notation`, letters in `api/post`. [`Lang`] is
//! the only list of languages.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

/// Language of sheets, letters and commands.
// The compiler and the tests name the places of a new language, except the words that people and
// mail programs write: `yes_no.rs` and `sign_up.rs` in `api/post/src/inbound`, `salutations.rs`,
// `quote_stripper.rs` and `auto_reply.rs` in `api/post/src/read`, and `synonyms.rs` in
// `api/notation/src`.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    strum::EnumMessage,
    strum::VariantArray,
    utoipa::ToSchema,
)]
#[schema(as = MailLanguage, description = "Language of mail.")]
#[serde(rename_all = "snake_case")]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Italian.
    It,
    /// German.
    De,
}

/// Code of a language that has no texts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a language of this program")]
pub struct UnknownLang(pub String);

impl Lang {
    /// All languages, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::En, Self::It, Self::De];

    /// Returns the code of the language (BCP 47).
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::It => "it",
            Self::De => "de",
        }
    }

    /// Returns the name of the language as commands write it: in English, in small letters.
    pub fn name(self) -> &'static str {
        match self {
            Self::En => "english",
            Self::It => "italian",
            Self::De => "german",
        }
    }

    /// Returns the language with this code, or English if there is no such language.
    pub fn from_code(code: &str) -> Self {
        code.parse().unwrap_or_default()
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Lang {
    type Err = UnknownLang;

    fn from_str(text: &str) -> Result<Self, UnknownLang> {
        let known = Self::ALL.into_iter().find(|lang| lang.code().eq_ignore_ascii_case(text));
        known.ok_or_else(|| UnknownLang(text.to_owned()))
    }
}

type Bundle = FluentBundle<FluentResource>;

/// Texts of a crate, in every language. Those of a language are parsed when they are first needed.
pub struct Texts {
    sources: [&'static [&'static str]; Lang::ALL.len()],
    bundles: [OnceLock<Bundle>; Lang::ALL.len()],
}

/// Names of values that are numbers and select the plural form. All other values are text, even if
/// they look like a number, as a player's name may.
const NUMBERS: [&str; 3] = ["n", "shots", "waiting"];

impl Texts {
    /// Creates texts from the Fluent files of each language, in the order of [`Lang::ALL`].
    pub const fn new(sources: [&'static [&'static str]; Lang::ALL.len()]) -> Self {
        Self { sources, bundles: [const { OnceLock::new() }; Lang::ALL.len()] }
    }

    /// Returns the Fluent files of a language.
    pub fn sources(&self, lang: Lang) -> &'static [&'static str] {
        self.sources[lang as usize]
    }

    /// Returns the text of a key.
    ///
    /// # Panics
    /// If there is no such text.
    pub fn text(&self, lang: Lang, key: &str) -> String {
        self.fill(lang, key, &[])
    }

    /// Returns true if a computed key has a text.
    pub fn has(&self, lang: Lang, key: &str) -> bool {
        self.bundle(lang).has_message(key)
    }

    /// Returns the text of a computed key, if it exists.
    pub fn find(&self, lang: Lang, key: &str) -> Option<String> {
        self.has(lang, key).then(|| self.text(lang, key))
    }

    /// Returns the text of a key for the number `n`.
    ///
    /// # Panics
    /// If there is no such text.
    pub fn count(&self, lang: Lang, key: &str, n: usize) -> String {
        self.fill(lang, key, &[("n", &n.to_string())])
    }

    /// Returns the text of a key with values filled in.
    ///
    /// # Panics
    /// If there is no such text.
    pub fn fill(&self, lang: Lang, key: &str, values: &[(&str, &str)]) -> String {
        let mut args = FluentArgs::new();
        for (name, value) in values {
            let value = if NUMBERS.contains(name) {
                FluentValue::try_number(value)
            } else {
                FluentValue::from(*value)
            };
            args.set(*name, value);
        }
        let bundle = self.bundle(lang);
        let pattern = bundle.get_message(key).and_then(|message| message.value());
        let pattern = pattern.unwrap_or_else(|| panic!("{lang} has no text {key}"));
        let mut errors = Vec::new();
        let text = bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned();
        debug_assert!(errors.is_empty(), "{lang} {key}: {errors:?}");
        text
    }

    fn bundle(&self, lang: Lang) -> &Bundle {
        self.bundles[lang as usize].get_or_init(|| parse(lang, self.sources(lang)))
    }
}

fn parse(lang: Lang, sources: &[&str]) -> Bundle {
    let code = lang.code().parse().expect("the code is one of a language");
    let mut bundle = FluentBundle::new_concurrent(vec![code]);
    // Isolation marks around inserted values would be copied with the text of a PDF, and some mail
    // clients show them as boxes.
    bundle.set_use_isolating(false);
    for source in sources {
        let resource =
            FluentResource::try_new((*source).to_owned()).expect("the texts are well formed");
        bundle.add_resource(resource).expect("no text is there twice");
    }
    bundle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_looks_like_a_number_stays_as_it_is() {
        let source: &[&str] = &["declined = { $name } declined"];
        let texts = Texts::new([source; Lang::ALL.len()]);
        assert_eq!(texts.fill(Lang::En, "declined", &[("name", "007")]), "007 declined");
    }

    #[test]
    fn languages_are_listed_in_the_order_of_their_numbers() {
        for (n, lang) in Lang::ALL.into_iter().enumerate() {
            assert_eq!(lang as usize, n);
        }
    }
}
