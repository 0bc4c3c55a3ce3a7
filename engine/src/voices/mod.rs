//! `voices`: *SALVO for 2 voices*. So far its sounds: the ten game-matrices, matrices made anew, and the key to their
//! pronunciation (V18–V20).

pub mod key;
pub mod matrix;
pub mod recipe;

use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Deserialize)]
struct Phonetics {
    matrices: Vec<Numbered>,
    key: Vec<KeyEntry>,
}

#[derive(Deserialize)]
struct Numbered {
    number: u8,
    sound_word: Option<String>,
    rows: Vec<String>,
}

#[derive(Deserialize)]
struct KeyEntry {
    phone: String,
    word: String,
}

static PHONETICS: LazyLock<Phonetics> = LazyLock::new(|| {
    serde_json::from_str(include_str!("phonetic.json")).expect("the data of the matrices is well formed")
});
