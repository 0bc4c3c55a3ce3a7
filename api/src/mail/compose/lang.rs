//! Languages of mail and their texts, in the Fluent files in `api/i18n`.

use std::sync::LazyLock;

use broadside_engine::game::RulesetId;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

/// Language of mail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Italian.
    It,
}

type Bundle = FluentBundle<FluentResource>;

/// Fluent sources of each language: the texts of mails, and their texts about the rules.
const ENGLISH: [&str; 2] = [include_str!("../../../i18n/en.ftl"), include_str!("../../../i18n/rules.en.ftl")];
const ITALIAN: [&str; 2] = [include_str!("../../../i18n/it.ftl"), include_str!("../../../i18n/rules.it.ftl")];

static EN: LazyLock<Bundle> = LazyLock::new(|| load_bundle("en", &ENGLISH));
static IT: LazyLock<Bundle> = LazyLock::new(|| load_bundle("it", &ITALIAN));

fn load_bundle(code: &str, sources: &[&str]) -> Bundle {
    let mut bundle = FluentBundle::new_concurrent(vec![code.parse().expect("the code is one of a language")]);
    // Some mail clients show the Unicode isolation marks around inserted values as boxes.
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

    /// Returns the language code (BCP 47).
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::It => "it",
        }
    }

    /// Returns the language with this code, or English if there is no such language.
    pub fn from_code(code: &str) -> Self {
        Self::ALL.into_iter().find(|lang| lang.code() == code).unwrap_or_default()
    }

    fn bundle(self) -> &'static Bundle {
        match self {
            Self::En => &EN,
            Self::It => &IT,
        }
    }

    /// Returns the text of a key.
    pub(crate) fn text(self, key: &str) -> String {
        self.fill(key, &[])
    }

    /// Returns the text of a computed key, if it exists.
    pub(crate) fn find(self, key: &str) -> Option<String> {
        self.bundle().has_message(key).then(|| self.text(key))
    }

    /// Returns the text of a key with values filled in.
    pub(crate) fn fill(self, key: &str, parts: &[(&str, &str)]) -> String {
        let mut args = FluentArgs::new();
        for (name, value) in parts {
            // Only numbers select the plural form. A name may look like a number, and stays a string.
            let value = match *name {
                "n" | "waiting" => FluentValue::try_number(value),
                _ => FluentValue::from(*value),
            };
            args.set(*name, value);
        }
        let pattern = self.bundle().get_message(key).and_then(|message| message.value());
        let pattern = pattern.unwrap_or_else(|| panic!("{} has no text {key}", self.code()));
        let mut errors = Vec::new();
        let text = self.bundle().format_pattern(pattern, Some(&args), &mut errors).into_owned();
        debug_assert!(errors.is_empty(), "{} {key}: {errors:?}", self.code());
        text
    }

    /// Returns the name of a ruleset.
    pub(crate) fn ruleset_name(self, ruleset: RulesetId) -> String {
        self.text(&format!("game-{ruleset}"))
    }

    /// Returns the text of a key for the number `n`.
    pub(crate) fn count(self, key: &str, n: usize) -> String {
        self.fill(key, &[("n", &n.to_string())])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use broadside_engine::game::RulesetId;

    use super::Lang;

    #[test]
    fn games_are_called_in_english_as_everywhere_else() {
        for ruleset in RulesetId::ALL.iter().copied() {
            assert_eq!(Lang::En.ruleset_name(ruleset), ruleset.title());
        }
    }

    fn keys(sources: &[&str]) -> BTreeSet<String> {
        let key = |line: &str| line.split_once(" =").map(|(key, _)| key.to_owned());
        sources
            .iter()
            .flat_map(|source| source.lines())
            .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()))
            .filter_map(key)
            .collect()
    }

    fn source(folder: &Path, into: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                source(&path, into);
            } else {
                into.push_str(&std::fs::read_to_string(path).unwrap());
            }
        }
    }

    #[test]
    fn every_language_has_the_same_texts_and_all_of_them_are_used() {
        let (en, it) = (keys(&super::ENGLISH), keys(&super::ITALIAN));
        assert_eq!(en, it);
        assert!(!en.is_empty());
        let mut code = String::new();
        source(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut code);
        for key in en {
            // Names of ships, suits and the like are looked up by computed keys.
            let whole = key.split_once('-').map(|(first, _)| format!("\"{first}-{{"));
            let used =
                code.contains(&format!("\"{key}\"")) || whole.is_some_and(|whole| code.contains(&whole));
            assert!(used, "the text {key} is used nowhere");
        }
    }
}
