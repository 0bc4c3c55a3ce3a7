//! Languages of sheets and mail. Each has a folder in `texts` with its Fluent files (the sheets,
//! the printed rules, mail, and what mail says about the rules) and the words of its commands.
//! [`Lang`] is the only list of languages.
//!
//! ```
//! use broadside_i18n::Lang;
//!
//! let lang: Lang = "it".parse()?;
//! assert_eq!(lang.text("class-cruiser"), "incrociatore");
//! assert_eq!(lang.find("class-canoe"), None);
//! # Ok::<(), broadside_i18n::UnknownLang>(())
//! ```

use std::fmt;
use std::io::Read;
use std::str::FromStr;
use std::sync::OnceLock;

use flate2::read::GzDecoder;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

/// Language of sheets and mail.
// The compiler and the tests name the places of a new language, except the words that people and
// mail programs write: `yes_no.rs` and `sign_up.rs` in `api/worker/src/mail/inbound`,
// `salutations.rs`, `quote_stripper.rs` and `auto_reply.rs` in `api/mail/src/read`, and
// `synonyms.rs` in `api/notation/src`.
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

type Bundle = FluentBundle<FluentResource>;

/// Files of a language.
struct Source {
    code: &'static str,
    /// Fluent files, compressed by the build script.
    packed: &'static [u8],
    commands: &'static str,
    letters: &'static str,
}

macro_rules! source {
    ($code:literal) => {
        Source {
            code: $code,
            packed: include_bytes!(concat!(env!("OUT_DIR"), "/", $code, ".gz")),
            commands: include_str!(concat!("../texts/", $code, "/commands.txt")),
            letters: include_str!(concat!("../texts/", $code, "/letters.txt")),
        }
    };
}

/// Files of the languages, in the order of [`Lang::ALL`].
static SOURCES: [Source; Lang::ALL.len()] = [source!("en"), source!("it"), source!("de")];

/// Texts of the languages, each loaded when it is first needed.
static BUNDLES: [OnceLock<Bundle>; Lang::ALL.len()] = [const { OnceLock::new() }; Lang::ALL.len()];

impl Source {
    /// Decompresses the texts of sheets, of the printed rules, of mail, and of what mail says about
    /// the rules.
    fn texts(&self) -> [String; 4] {
        let mut texts = String::new();
        GzDecoder::new(self.packed)
            .read_to_string(&mut texts)
            .expect("the build script has compressed UTF-8");
        let texts: Vec<_> = texts.split('\0').map(str::to_owned).collect();
        texts.try_into().expect("the build script has packed four files")
    }
}

/// Names of values that are numbers and select the plural form. All other values are text, even if
/// they look like a number, as a player's name may.
const NUMBERS: [&str; 3] = ["n", "shots", "waiting"];

/// Lists the letters of a file with their parts.
fn letters(source: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = source.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(" = "))
}

fn load_bundle(code: &str, sources: [String; 4]) -> Bundle {
    let mut bundle =
        FluentBundle::new_concurrent(vec![code.parse().expect("the code is one of a language")]);
    // Isolation marks around inserted values would be copied with the text of a PDF, and some mail
    // clients show them as boxes.
    bundle.set_use_isolating(false);
    for source in sources {
        let resource = FluentResource::try_new(source).expect("the texts are well formed");
        bundle.add_resource(resource).expect("no text is there twice");
    }
    bundle
}

impl Lang {
    /// All languages.
    pub const ALL: [Self; 3] = [Self::En, Self::It, Self::De];

    fn source(self) -> &'static Source {
        &SOURCES[self as usize]
    }

    /// Returns the code of the language (BCP 47).
    pub fn code(self) -> &'static str {
        self.source().code
    }

    /// Returns the name of the language as commands write it: in English, in small letters.
    pub fn name(self) -> &'static str {
        match self {
            Self::En => "english",
            Self::It => "italian",
            Self::De => "german",
        }
    }

    /// Returns the file with the words of the commands: a line for each English word, as in
    /// `fire = feuer, schieß`.
    pub fn commands(self) -> &'static str {
        self.source().commands
    }

    /// Lists the names of the parts of a letter, in their order. Lists none if there is no such
    /// letter.
    pub fn letter_parts(self, letter: &str) -> impl Iterator<Item = &'static str> {
        let parts = letters(self.source().letters)
            .find_map(|(name, parts)| (name == letter).then_some(parts));
        parts.unwrap_or_default().split_whitespace()
    }

    /// Returns the language with this code, or English if there is no such language.
    pub fn from_code(code: &str) -> Self {
        code.parse().unwrap_or_default()
    }

    fn bundle(self) -> &'static Bundle {
        BUNDLES[self as usize].get_or_init(|| load_bundle(self.code(), self.source().texts()))
    }

    /// Returns the text of a key.
    ///
    /// # Panics
    /// If there is no such text.
    pub fn text(self, key: &str) -> String {
        self.fill(key, &[])
    }

    /// Returns the text of a computed key, if it exists.
    pub fn find(self, key: &str) -> Option<String> {
        self.has(key).then(|| self.text(key))
    }

    /// Returns true if a computed key has a text.
    pub fn has(self, key: &str) -> bool {
        self.bundle().has_message(key)
    }

    /// Returns the text of a key with values filled in.
    ///
    /// # Panics
    /// If there is no such text.
    pub fn fill(self, key: &str, parts: &[(&str, &str)]) -> String {
        let mut args = FluentArgs::new();
        for (name, value) in parts {
            let value = if NUMBERS.contains(name) {
                FluentValue::try_number(value)
            } else {
                FluentValue::from(*value)
            };
            args.set(*name, value);
        }
        let pattern = self.bundle().get_message(key).and_then(|message| message.value());
        let pattern = pattern.unwrap_or_else(|| panic!("{self} has no text {key}"));
        let mut errors = Vec::new();
        let text = self.bundle().format_pattern(pattern, Some(&args), &mut errors).into_owned();
        debug_assert!(errors.is_empty(), "{self} {key}: {errors:?}");
        text
    }

    /// Lists the parts, between the inserted values, of the texts of emails and of those about the
    /// rules that they quote.
    pub fn mail_phrases(self) -> Vec<String> {
        let [_, _, mail, rules] = self.source().texts();
        let mut phrases = Vec::new();
        for line in mail.lines().chain(rules.lines()) {
            // Players may copy the free text of examples.
            if line.starts_with('#') || line.starts_with("example-") {
                continue;
            }
            // All lines of a text but the first are indented.
            let text = if line.starts_with(' ') {
                line
            } else {
                line.split_once('=').map_or("", |(_, text)| text)
            };
            phrases.extend(text.split(['{', '}']).step_by(2).map(str::to_owned));
        }
        phrases
    }

    /// Returns the text of a key for the number `n`.
    ///
    /// # Panics
    /// If there is no such text.
    pub fn count(self, key: &str, n: usize) -> String {
        self.fill(key, &[("n", &n.to_string())])
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// Keys of texts that may have a version for a ruleset.
    const HAS_VERSIONS: [&str; 5] =
        ["does-accept-by-hand", "does-fire", "does-place", "opening-place", "subject-place"];

    fn keys(source: &str) -> BTreeSet<String> {
        let begins =
            source.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
        begins.filter_map(|line| line.split_once(" =")).map(|(key, _)| key.to_owned()).collect()
    }

    fn source(folder: &Path, into: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                source(&path, into);
            } else if path.extension().is_some_and(|end| end == "rs") {
                into.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
    }

    #[test]
    fn every_language_has_the_same_texts_and_all_of_them_are_used() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let folders =
            std::fs::read_dir(root.join("engine/src")).unwrap().map(|folder| folder.unwrap());
        let rulesets: Vec<String> = folders
            .filter(|folder| folder.path().join("rules.md").exists())
            .map(|folder| folder.file_name().into_string().unwrap())
            .collect();
        for (n, folder) in ["pdf/src", "pdf/src", "api", "api"].into_iter().enumerate() {
            let en = keys(&Lang::En.source().texts()[n]);
            for lang in Lang::ALL {
                assert_eq!(keys(&lang.source().texts()[n]), en, "{lang}");
            }
            assert!(!en.is_empty());
            let mut code = String::new();
            source(&root.join(folder), &mut code);
            for key in en {
                let version =
                    rulesets.iter().find_map(|name| key.strip_suffix(&format!("-{name}")));
                if version.is_some_and(|version| HAS_VERSIONS.contains(&version)) {
                    continue;
                }
                // Names of ships, suits and the like are looked up by computed keys.
                let prefix = key.split_once('-').map(|(first, _)| format!("\"{first}-{{"));
                let used = code.contains(&format!("\"{key}\""))
                    || prefix.is_some_and(|prefix| code.contains(&prefix));
                assert!(used, "the text {key} is used nowhere in {folder}");
            }
        }
    }

    #[test]
    fn languages_and_their_files_are_in_the_same_order_and_every_folder_is_used() {
        for (n, lang) in Lang::ALL.into_iter().enumerate() {
            assert_eq!(lang as usize, n);
        }
        let folders =
            std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("texts")).unwrap();
        let folders: BTreeSet<_> =
            folders.map(|folder| folder.unwrap().file_name().into_string().unwrap()).collect();
        assert_eq!(folders, Lang::ALL.map(|lang| lang.code().to_owned()).into());
    }

    #[test]
    fn letters_have_the_same_parts_in_every_language() {
        let templates = |lang: Lang| -> Vec<(&str, BTreeSet<&str>)> {
            letters(lang.source().letters)
                .map(|(name, parts)| (name, parts.split(' ').collect()))
                .collect()
        };
        let english = templates(Lang::En);
        assert!(!english.is_empty() && english.is_sorted());
        for lang in Lang::ALL {
            assert_eq!(templates(lang), english, "{lang}");
            for (letter, parts) in &english {
                assert_eq!(
                    lang.letter_parts(letter).count(),
                    parts.len(),
                    "{lang} has a part of {letter} twice"
                );
            }
        }
    }

    /// Returns the names of the values that a text inserts.
    fn values(text: &str) -> BTreeSet<String> {
        let inserted = text.split('{').skip(1).map(|part| part.trim_start());
        let named = inserted.filter_map(|part| part.strip_prefix('$'));
        named.map(|part| part.split([' ', '}']).next().unwrap().to_owned()).collect()
    }

    /// Returns the texts of a file by their keys, each with the names of its values.
    fn texts_with_values(source: &str) -> Vec<(String, BTreeSet<String>)> {
        let starts = source.match_indices('\n').map(|(at, _)| at + 1).chain([0]);
        let starts =
            starts.filter(|&at| source[at..].starts_with(|c: char| c.is_ascii_lowercase()));
        let mut starts: Vec<_> = starts.collect();
        starts.sort_unstable();
        starts.push(source.len());
        let texts = starts.windows(2).map(|at| &source[at[0]..at[1]]);
        let texts = texts.filter_map(|text| text.split_once(" ="));
        texts.map(|(key, text)| (key.to_owned(), values(text))).collect()
    }

    #[test]
    fn values_and_choices_of_a_text_are_the_same_in_every_language() {
        let english = Lang::En.source().texts();
        for lang in Lang::ALL {
            for (text, english) in lang.source().texts().iter().zip(&english) {
                let english: std::collections::BTreeMap<_, _> =
                    texts_with_values(english).into_iter().collect();
                for (key, values) in texts_with_values(text) {
                    // A language may choose a plural form where English has only one.
                    let missing: Vec<_> = english[&key].difference(&values).collect();
                    assert!(missing.is_empty(), "{lang} {key} does not insert {missing:?}");
                }
            }
        }
    }

    #[test]
    fn a_name_that_looks_like_a_number_stays_as_it_is() {
        assert!(
            Lang::En.fill("declined", &[("name", "007"), ("reason", "none")]).starts_with("007 ")
        );
    }
}
