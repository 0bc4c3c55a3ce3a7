//! Data of the game-matrices and of the pronunciation key.

use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct Phonetics {
    pub(super) matrices: Vec<Numbered>,
    pub(super) key: Vec<KeyEntry>,
}

#[derive(Deserialize)]
pub(super) struct Numbered {
    pub(super) number: u8,
    pub(super) sound_word: Option<String>,
    pub(super) rows: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct KeyEntry {
    pub(super) phone: String,
    pub(super) word: String,
}

pub(super) static PHONETICS: LazyLock<Phonetics> = LazyLock::new(|| {
    serde_json::from_str(include_str!("phonetic.json"))
        .expect("the data of the matrices is well formed")
});
