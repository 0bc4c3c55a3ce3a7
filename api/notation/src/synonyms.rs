//! Synonyms of words, in every language. Each language lists its own in `texts`: a line
//! for each English word, as in `fire = feuer, schieß`. Written
//! examples use one word for each.

use std::collections::HashMap;
use std::sync::LazyLock;

use broadside_i18n::Lang;

/// Name, and the words of a language for it.
type Translated = (&'static str, Vec<&'static str>);

/// Maximum number of words in a name: `three of a kind`.
pub(super) const LONGEST_NAME: usize = 4;

/// File with the words of each language.
static FILES: [&str; Lang::ALL.len()] = [
    include_str!("../texts/en.txt"),
    include_str!("../texts/it.txt"),
    include_str!("../texts/de.txt"),
];

/// Words of each language, in the order of its file.
static TRANSLATED: LazyLock<[Vec<Translated>; Lang::ALL.len()]> =
    LazyLock::new(|| Lang::ALL.map(read_words));

/// Words of all languages for each name.
static MEANINGS: LazyLock<HashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let mut all: HashMap<_, Vec<_>> = HashMap::new();
    for (name, words) in TRANSLATED.iter().flatten() {
        all.entry(*name).or_default().extend(words);
    }
    all
});

fn read_words(lang: Lang) -> Vec<Translated> {
    let lines = FILES[lang as usize].lines().filter(|line| !line.starts_with('#'));
    let named = lines.filter_map(|line| line.split_once(" = "));
    named.map(|(name, words)| (name, words.split(", ").collect())).collect()
}

/// Words that are no commands, or not in every game, and by which people mean to fire.
pub(super) const FIRE_HINTS: &[&str] = &[
    "shoot", "shot", "attack", "hit", "bomb", "bombard", "strike", "shell", "target", "aim",
    "torpedo", "attacco", "attacca", "colpisci", "colpo", "bombarda", "mira", "miro", "tiro",
    "feuer", "schuss", "feu", "tir", "fuego", "disparo",
];

/// Some of the most common words of English, Italian and German, which resemble commands.
pub(super) const COMMON_WORDS: &[&str] = &[
    "and", "not", "but", "about", "get", "see", "other", "now", "after", "first", "way", "day",
    "let", "may", "same", "few", "every", "under", "yet", "sea", "game", "shot", "played",
    "player", "sent", "seems", "seem", "seen", "held", "ever", "same", "need", "asked", "hello",
    "sei", "fatto", "fare", "prima", "last", "lost", "heard", "cosa", "cose", "vista", "resta",
    "basta", "giusta", "step", "nave", "nel", "dalla", "sulla", "tanto", "senza", "nulla", "forse",
    "aber", "nicht", "noch", "nur", "den", "eine", "einen", "einer", "wird", "werde", "habe",
    "haben", "sein", "seine", "sehr", "dann", "wenn", "denn", "doch", "spiel", "schon", "heute",
    "hatte", "mein", "deine", "keine", "weiter", "schiff",
];

/// Lists the words of all languages for a name.
fn words_for(name: &str) -> &'static [&'static str] {
    MEANINGS.get(&*name.to_ascii_lowercase()).map_or(&[], Vec::as_slice)
}

/// Returns true if a word, or several words joined without ignored characters, means this name.
pub(super) fn means(word: &str, name: &str) -> bool {
    words_for(name).iter().any(|other| other.split(' ').flat_map(str::chars).eq(word.chars()))
}

/// Lists the spellings of a name and of its synonyms, without spaces.
pub(super) fn spellings(name: &str) -> Vec<String> {
    words_for(name).iter().map(|word| word.replace(' ', "")).chain([squeezed(name)]).collect()
}

/// Lists the words of other languages than English for a name.
pub(super) fn translations(name: &str) -> impl Iterator<Item = &'static str> {
    let languages = Lang::ALL.into_iter().filter(|lang| *lang != Lang::En);
    let all = languages.flat_map(command_words).filter(move |(known, _)| *known == name);
    all.flat_map(|(_, words)| words).copied()
}

/// Lists the words of commands that have words in a language, with those: for example `give_up`
/// with `rinuncia`.
pub fn command_words(lang: Lang) -> &'static [(&'static str, Vec<&'static str>)] {
    &TRANSLATED[lang as usize]
}

/// Translates the words in capitals of an example to a language if there is a translation, and
/// leaves the rest unchanged. The parser reads the result as the same command.
pub fn translate_example(lang: Lang, example: &str) -> String {
    let words: Vec<&str> = example.split(' ').collect();
    let mut line: Vec<String> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let longest = LONGEST_NAME.min(words.len() - at);
        let named = (1..=longest)
            .rev()
            .find_map(|count| Some((called(lang, &words[at..at + count].concat())?, count)));
        let (word, count) = named.unwrap_or_else(|| {
            // For example SUNS/UPPER/N.
            let parts = words[at]
                .split('/')
                .map(|part| called(lang, part).unwrap_or_else(|| part.to_owned()));
            (parts.collect::<Vec<_>>().join("/"), 1)
        });
        line.push(word);
        at += count;
    }
    line.join(" ")
}

/// Returns the first word of a language for a word in capitals.
fn called(lang: Lang, words: &str) -> Option<String> {
    let name = squeezed(words);
    let mut all = command_words(lang).iter();
    let known = all.find(|(known, _)| squeezed(known) == name && words.to_uppercase() == words);
    known.and_then(|(_, words)| words.first()).map(|word| word.to_uppercase())
}

/// Normalizes a name: case, hyphens and underscores do not matter.
pub(super) fn squeezed(text: &str) -> String {
    text.chars()
        .filter(|c| !matches!(c, '-' | '_' | '\'' | '’'))
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn synonyms_are_spelled_as_they_are_compared_and_none_is_listed_twice_for_a_name() {
        for lang in Lang::ALL {
            let all = command_words(lang);
            let source = FILES[lang as usize]
                .lines()
                .filter(|line| !line.is_empty() && !line.starts_with('#'));
            assert_eq!(all.len(), source.count(), "{lang}");
            for (n, (name, words)) in all.iter().enumerate() {
                assert!(
                    all[..n].iter().all(|(before, _)| before != name),
                    "{lang} lists {name} twice"
                );
                assert!(!words.is_empty(), "{lang} has no word for {name}");
            }
        }
        for (name, words) in MEANINGS.iter() {
            for (n, other) in words.iter().enumerate() {
                assert_eq!(squeezed(other), **other);
                assert_ne!(squeezed(name), **other);
                assert!(!words[..n].contains(other), "{other} is listed twice for {name}");
            }
        }
        assert!(
            command_words(Lang::En)
                .iter()
                .all(|(_, words)| words.iter().all(|word| !word.contains(' ')))
        );
    }

    #[test]
    fn every_language_can_be_named_in_its_own_words() {
        for lang in Lang::ALL {
            assert!(
                lang == Lang::En || words_for(lang.name()).len() >= Lang::ALL.len() - 1,
                "{lang}"
            );
        }
    }
}
