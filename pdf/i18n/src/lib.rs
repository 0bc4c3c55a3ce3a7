//! Languages of sheets and mail. Their texts are Fluent files in `texts`: those of sheets, the printed rules, those of mail,
//! and those about the rules that mail quotes.
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
use std::str::FromStr;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

/// Language of sheets and mail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Italian.
    It,
}

/// Code of a language that has no texts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a language of this program")]
pub struct UnknownLang(pub String);

type Bundle = FluentBundle<FluentResource>;

const ENGLISH: [&str; 4] = [
    include_str!("../texts/sheets.en.ftl"),
    include_str!("../texts/howto.en.ftl"),
    include_str!("../texts/mail.en.ftl"),
    include_str!("../texts/rules.en.ftl"),
];
const ITALIAN: [&str; 4] = [
    include_str!("../texts/sheets.it.ftl"),
    include_str!("../texts/howto.it.ftl"),
    include_str!("../texts/mail.it.ftl"),
    include_str!("../texts/rules.it.ftl"),
];

static EN: LazyLock<Bundle> = LazyLock::new(|| load_bundle("en", &ENGLISH));
static IT: LazyLock<Bundle> = LazyLock::new(|| load_bundle("it", &ITALIAN));

/// Names of values that are numbers and select the plural form. All other values are text, even if they look like a
/// number, as a player's name may.
const NUMBERS: [&str; 3] = ["n", "shots", "waiting"];

fn load_bundle(code: &str, sources: &[&str]) -> Bundle {
    let mut bundle = FluentBundle::new_concurrent(vec![code.parse().expect("the code is one of a language")]);
    // Isolation marks around inserted values would be copied with the text of a PDF, and some mail clients show them as
    // boxes.
    bundle.set_use_isolating(false);
    for source in sources {
        let resource = FluentResource::try_new((*source).to_owned()).expect("the texts are well formed");
        bundle.add_resource(resource).expect("no text is there twice");
    }
    bundle
}

impl Lang {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::En, Self::It];

    /// Returns the code of the language (BCP 47).
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::It => "it",
        }
    }

    /// Returns the language with this code, or English if there is no such language.
    pub fn from_code(code: &str) -> Self {
        code.parse().unwrap_or_default()
    }

    fn bundle(self) -> &'static Bundle {
        match self {
            Self::En => &EN,
            Self::It => &IT,
        }
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
            let value = match NUMBERS.contains(name) {
                true => FluentValue::try_number(value),
                false => FluentValue::from(*value),
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
        let known = |lang: &Self| lang.code().eq_ignore_ascii_case(text);
        Self::ALL.into_iter().find(known).ok_or_else(|| UnknownLang(text.to_owned()))
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
        let key = |line: &str| line.split_once(" =").map(|(key, _)| key.to_owned());
        let begins = |line: &&str| line.starts_with(|c: char| c.is_ascii_lowercase());
        source.lines().filter(begins).filter_map(key).collect()
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
        let folders = std::fs::read_dir(root.join("engine/src")).unwrap().map(|folder| folder.unwrap());
        let rulesets: Vec<String> = folders
            .filter(|folder| folder.path().join("rules.md").exists())
            .map(|folder| folder.file_name().into_string().unwrap())
            .collect();
        for ((en, it), folder) in ENGLISH.iter().zip(ITALIAN).zip(["pdf/src", "pdf/src", "api", "api"]) {
            let (en, it) = (keys(en), keys(it));
            assert_eq!(en, it);
            assert!(!en.is_empty());
            let mut code = String::new();
            source(&root.join(folder), &mut code);
            for key in en {
                let version = rulesets.iter().find_map(|name| key.strip_suffix(&format!("-{name}")));
                if version.is_some_and(|of| HAS_VERSIONS.contains(&of)) {
                    continue;
                }
                // Names of ships, suits and the like are looked up by computed keys.
                let whole = key.split_once('-').map(|(first, _)| format!("\"{first}-{{"));
                let used =
                    code.contains(&format!("\"{key}\"")) || whole.is_some_and(|whole| code.contains(&whole));
                assert!(used, "the text {key} is used nowhere in {folder}");
            }
        }
    }

    #[test]
    fn a_name_that_looks_like_a_number_stays_as_it_is() {
        assert!(Lang::En.fill("declined", &[("name", "007"), ("reason", "none")]).starts_with("007 "));
    }
}
