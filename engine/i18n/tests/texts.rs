//! Texts of all crates: each language has the same ones, and all are used.

#![expect(clippy::unwrap_used, reason = "in a test a panic is a failure that says where")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use broadside_i18n::Lang;

/// Fluent files in the folder of each language, and the folder with the code that uses their texts.
const FILES: [(&str, &str, &str); 4] = [
    ("pdf/texts", "sheets.ftl", "pdf/src"),
    ("pdf/texts", "howto.ftl", "pdf/src"),
    ("api/post/texts", "mail.ftl", "api"),
    ("api/post/texts", "rules.ftl", "api"),
];

/// Keys of texts that may have a version for a ruleset.
const HAS_VERSIONS: [&str; 5] =
    ["does-accept-by-hand", "does-fire", "does-place", "opening-place", "subject-place"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(texts: &str, lang: Lang, file: &str) -> String {
    fs::read_to_string(root().join(texts).join(lang.code()).join(file)).unwrap()
}

fn names_in(folder: &str) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path())
}

/// Returns the names of the values that a text inserts.
fn values(text: &str) -> BTreeSet<String> {
    let inserted = text.split('{').skip(1).map(|part| part.trim_start());
    let named = inserted.filter_map(|part| part.strip_prefix('$'));
    named.map(|part| part.split([' ', '}']).next().unwrap().to_owned()).collect()
}

/// Returns the texts of a file by their keys, each with the names of its values.
fn texts(source: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut texts = BTreeMap::new();
    let mut key = None;
    for line in source.lines() {
        if line.starts_with(|c: char| c.is_ascii_lowercase()) {
            let (name, _) = line.split_once(" =").unwrap();
            key = Some(name.to_owned());
        } else if line.starts_with('#') {
            key = None;
        }
        if let Some(key) = &key {
            texts.entry(key.clone()).or_insert_with(BTreeSet::new).extend(values(line));
        }
    }
    texts
}

fn add_source(folder: &Path, code: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            add_source(&path, code);
        } else if path.extension().is_some_and(|end| end == "rs") {
            code.push_str(&fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn every_language_has_the_same_texts_and_all_of_them_are_used() {
    let rulesets: Vec<String> = names_in("engine/src")
        .filter(|folder| folder.join("rules.md").exists())
        .map(|folder| folder.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    for (folder, file, used_in) in FILES {
        let english = texts(&read(folder, Lang::En, file));
        assert!(!english.is_empty());
        for lang in Lang::ALL {
            let keys: Vec<String> = texts(&read(folder, lang, file)).into_keys().collect();
            let expected: Vec<String> = english.keys().cloned().collect();
            assert_eq!(keys, expected, "{file} of {lang}");
        }
        let mut code = String::new();
        add_source(&root().join(used_in), &mut code);
        for key in english.into_keys() {
            let version = rulesets.iter().find_map(|name| key.strip_suffix(&format!("-{name}")));
            if version.is_some_and(|version| HAS_VERSIONS.contains(&version)) {
                continue;
            }
            // Names of ships, suits and the like are looked up by computed keys.
            let prefix = key.split_once('-').map(|(first, _)| format!("\"{first}-{{"));
            let is_used = code.contains(&format!("\"{key}\""))
                || prefix.is_some_and(|prefix| code.contains(&prefix));
            assert!(is_used, "the text {key} is used nowhere in {used_in}");
        }
    }
}

#[test]
fn each_folder_of_texts_is_one_of_a_language() {
    let codes: BTreeSet<_> = Lang::ALL.map(|lang| lang.code().to_owned()).into();
    for folder in ["pdf/texts", "api/notation/texts", "api/post/texts"] {
        let found: BTreeSet<_> = names_in(folder)
            .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
            .collect();
        assert_eq!(found, codes, "{folder}");
    }
}

#[test]
fn a_text_inserts_the_same_values_in_every_language() {
    for (folder, file, _) in FILES {
        let english = texts(&read(folder, Lang::En, file));
        for lang in Lang::ALL {
            for (key, values) in texts(&read(folder, lang, file)) {
                // A language may choose a plural form where English has only one.
                let missing: Vec<_> = english[&key].difference(&values).collect();
                assert!(missing.is_empty(), "{lang} {key} does not insert {missing:?}");
            }
        }
    }
}
