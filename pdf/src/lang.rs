//! The languages of the sheets. The texts of each are in a Fluent file in `pdf/i18n`.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use crate::error::{SheetError, shorten};

/// Language of the sheets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Italian.
    It,
}

type Bundle = FluentBundle<FluentResource>;

static EN: LazyLock<Bundle> = LazyLock::new(|| read("en", include_str!("../i18n/en.ftl")));
static IT: LazyLock<Bundle> = LazyLock::new(|| read("it", include_str!("../i18n/it.ftl")));

fn read(code: &str, source: &str) -> Bundle {
    let resource = FluentResource::try_new(source.to_owned()).expect("the texts are well formed");
    let mut bundle = FluentBundle::new_concurrent(vec![code.parse().expect("the code is one of a language")]);
    // Fluent's isolation marks around inserted values are of no use in print, and would be copied with the text of the
    // PDF.
    bundle.set_use_isolating(false);
    bundle.add_resource(resource).expect("no text is there twice");
    bundle
}

impl Lang {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::En, Self::It];

    /// Returns its code (BCP 47).
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::It => "it",
        }
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

    /// Returns the text of a key, or `None` if the key does not exist.
    pub(crate) fn find(self, key: &str) -> Option<String> {
        self.bundle().has_message(key).then(|| self.text(key))
    }

    /// Returns the text of a key with values inserted.
    pub(crate) fn fill(self, key: &str, parts: &[(&str, &str)]) -> String {
        let mut args = FluentArgs::new();
        for (name, value) in parts {
            // Pass numbers as numbers, so that they select the plural form.
            args.set(*name, FluentValue::try_number(value));
        }
        let pattern = self.bundle().get_message(key).and_then(|message| message.value());
        let pattern = pattern.unwrap_or_else(|| panic!("{self} has no text {key}"));
        let mut errors = Vec::new();
        let text = self.bundle().format_pattern(pattern, Some(&args), &mut errors).into_owned();
        debug_assert!(errors.is_empty(), "{self} {key}: {errors:?}");
        text
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Lang {
    type Err = SheetError;

    fn from_str(text: &str) -> Result<Self, SheetError> {
        let known = |lang: &Self| lang.code().eq_ignore_ascii_case(text);
        Self::ALL.into_iter().find(known).ok_or_else(|| SheetError::Lang(shorten(text)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    fn keys(source: &str) -> BTreeSet<String> {
        let key = |line: &str| line.split_once(" =").map(|(key, _)| key.to_owned());
        source
            .lines()
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
        let (en, it) = (keys(include_str!("../i18n/en.ftl")), keys(include_str!("../i18n/it.ftl")));
        assert_eq!(en, it);
        assert!(!en.is_empty());
        let mut code = String::new();
        source(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut code);
        for key in en {
            // The keys of ship names and rule paragraphs are built at run time.
            let whole = key.split_once('-').map(|(first, _)| format!("\"{first}-{{"));
            let used =
                code.contains(&format!("\"{key}\"")) || whole.is_some_and(|whole| code.contains(&whole));
            assert!(used, "the text {key} is used nowhere");
        }
    }
}
