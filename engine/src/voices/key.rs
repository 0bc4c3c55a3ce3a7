//! Pronunciation key: an English word for each phone, with the letters that sound it (V19).

use std::sync::LazyLock;

use serde::Serialize;

use super::phonetics::PHONETICS;

/// Part of a word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = KeyWordPart)]
pub struct WordPart {
    /// Letters of the part.
    pub text: String,
    /// True if these letters sound the phone.
    pub sounds: bool,
}

/// Phone and a word that contains it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = PhonePronunciation)]
pub struct Key {
    /// Phone in the International Phonetic Alphabet.
    pub phone: String,
    /// Word, split into parts.
    pub word: Vec<WordPart>,
}

impl Key {
    /// Returns the word as plain text, as in `zoom`.
    pub fn plain(&self) -> String {
        self.word.iter().map(|part| part.text.as_str()).collect()
    }
}

static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
    PHONETICS
        .key
        .iter()
        .map(|entry| Key { phone: entry.phone.clone(), word: parts(&entry.word) })
        .collect()
});

/// Splits a word of the data into parts. Capital letters in the data are those that sound.
fn parts(word: &str) -> Vec<WordPart> {
    let mut parts: Vec<WordPart> = Vec::new();
    for letter in word.chars() {
        let sounds = letter.is_ascii_uppercase();
        match parts.last_mut() {
            Some(part) if part.sounds == sounds => part.text.push(letter.to_ascii_lowercase()),
            _ => parts.push(WordPart { text: letter.to_ascii_lowercase().to_string(), sounds }),
        }
    }
    parts
}

/// Lists the 26 phones and their words, consonants first.
///
/// ```
/// use broadside_engine::voices::key::keys;
/// let zoom = keys().iter().find(|key| key.phone == "u").unwrap();
/// assert_eq!(zoom.plain(), "zoom");
/// let sounding: Vec<_> = zoom.word.iter().filter(|part| part.sounds).map(|part| &part.text).collect();
/// assert_eq!(sounding, ["oo"]);
/// ```
pub fn keys() -> &'static [Key] {
    &KEYS
}

/// Returns the phone of the key with this spelling.
pub fn phone(text: &str) -> Option<&'static str> {
    KEYS.iter().map(|key| key.phone.as_str()).find(|phone| *phone == text)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::voices::matrix::Matrix;

    #[test]
    fn v19_there_are_26_keys_each_with_its_letters() {
        assert_eq!(keys().len(), 26);
        assert_eq!(keys().iter().map(|key| &key.phone).collect::<HashSet<_>>().len(), 26);
        for key in keys() {
            assert!(key.word.iter().any(|part| part.sounds), "{}", key.phone);
        }
    }

    #[test]
    fn v19_s_is_in_the_key_and_in_no_matrix_and_all_others_are_in_both() {
        let matrices: HashSet<_> = (1..=10)
            .flat_map(|n| Matrix::numbered(n).unwrap().phones().to_vec())
            .map(|(phone, _)| phone)
            .collect();
        let unused: Vec<_> = keys()
            .iter()
            .map(|key| key.phone.as_str())
            .filter(|p| !matrices.contains(*p))
            .collect();
        assert_eq!(unused, ["s"]);
        assert!(matrices.iter().all(|p| phone(p).is_some()));
    }
}
