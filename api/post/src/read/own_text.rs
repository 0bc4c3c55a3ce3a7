//! Recognizes sentences of our own mails, with or without marks, and however a program has
//! wrapped them.
//!
//! The text of a mail is not stored, since it contains a key. But its sentences come from the
//! texts of the languages: five successive words of one of these are ours. People do not write such
//! sequences by chance.

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use crate::texts::phrases;

/// Number of successive words that must be the same.
const WORDS: usize = 5;

/// Hashes of all sequences of words in the texts of mails.
static OURS: LazyLock<HashSet<u64>> = LazyLock::new(|| {
    let mut all = HashSet::new();
    for phrase in phrases() {
        let words: Vec<_> = words(phrase).collect();
        all.extend(words.windows(WORDS).map(hash));
    }
    all
});

/// Returns for each line whether it contains words of our mails.
pub(super) fn find(lines: &[&str]) -> Vec<bool> {
    let mut all_words = Vec::new();
    // Index of the line of each word.
    let mut line_indexes = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        for word in words(line) {
            all_words.push(word);
            line_indexes.push(index);
        }
    }
    let mut is_ours = vec![false; lines.len()];
    for (start, sequence) in all_words.windows(WORDS).enumerate() {
        if OURS.contains(&hash(sequence)) {
            is_ours[line_indexes[start]..=line_indexes[start + WORDS - 1]].fill(true);
        }
    }
    is_ours
}

/// Hashes of whole phrases of fewer words, down to two.
static SHORT_PHRASES: LazyLock<HashSet<u64>> = LazyLock::new(|| {
    let phrases = phrases().map(|phrase| words(phrase).collect::<Vec<_>>());
    phrases.filter(|words| (2..WORDS).contains(&words.len())).map(|words| hash(&words)).collect()
});

/// Returns true if a line begins with a short phrase of our mails. A person may also have written
/// it.
pub(super) fn may_begin(line: &str) -> bool {
    let words: Vec<_> = words(line).take(WORDS - 1).collect();
    (2..=words.len()).any(|count| SHORT_PHRASES.contains(&hash(&words[..count])))
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

fn hash(words: &[String]) -> u64 {
    let mut hasher = DefaultHasher::new();
    words.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::{find, may_begin};

    #[test]
    fn our_sentences_are_found_however_they_are_wrapped() {
        let lines = [
            "FIRE A5",
            "Write commands at the top",
            "of a reply to this email, one per line; the",
            "cells are examples.",
            "SAY I write at the top of the wave",
        ];
        assert_eq!(find(&lines), [false, true, true, true, false]);
        assert!(
            may_begin("It is your turn. You have until Sun 3 May 2026")
                && may_begin("What happened:")
        );
        assert!(!may_begin("I have until Monday") && !may_begin("FIRE A5"));
        assert_eq!(find(&["FUOCO A5", "SAY ciao a tutti"]), [false, false]);
    }
}
