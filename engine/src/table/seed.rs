//! Seed that a player contributes.

use serde::{Deserialize, Serialize};

/// Seed that a seat contributes to the randomness of a game: 1–128 printable ASCII characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct OwnSeed(String);

impl OwnSeed {
    /// Reads a seed; `None` if it does not have the form above.
    pub fn new(text: &str) -> Option<Self> {
        let printable = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        ((1..=128).contains(&text.len()) && printable).then(|| Self(text.to_owned()))
    }

    /// Returns the seed as it was sent.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for OwnSeed {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::new(&text).ok_or("a seed has 1 to 128 printable ASCII characters")
    }
}

impl From<OwnSeed> for String {
    fn from(seed: OwnSeed) -> Self {
        seed.0
    }
}
