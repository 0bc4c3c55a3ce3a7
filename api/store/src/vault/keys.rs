//! Encryption keys, as read from a file.

use std::fmt;
use std::str::FromStr;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// Length of a key id in characters.
pub(super) const ID: usize = 8;

/// An encryption key of 256 bits. It cannot be printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Key {
    id: String,
    secret: [u8; 32],
}

impl Key {
    /// Returns the id, which reveals nothing about the key. It precedes each value that the key has
    /// encrypted.
    pub fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn secret(&self) -> &[u8; 32] {
        &self.secret
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({})", self.id)
    }
}

/// Keys of a database: the first encrypts, all decrypt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys(Vec<Key>);

/// Reason why a text contains no valid keys.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeysError {
    /// A line is not a key. The line is not shown, because it may be a key with a typing error.
    #[error(
        "line {0} is not a key: a key is 64 hexadecimal digits, as `openssl rand -hex 32` prints them"
    )]
    NotAKey(usize),
    /// A key is repeated.
    #[error("line {0} repeats a key: leave it out")]
    Repeated(usize),
    /// There are no keys.
    #[error("it contains no key: write one with `openssl rand -hex 32`")]
    Empty,
}

impl Keys {
    /// Returns the key that encrypts.
    pub fn first(&self) -> Option<&Key> {
        self.0.first()
    }

    /// Returns the key with this id.
    pub fn find(&self, id: &str) -> Option<&Key> {
        self.0.iter().find(|key| key.id == id)
    }
}

/// Reads one key per line, newest first. Empty lines, and lines that begin with `#`, are ignored. A
/// comma also ends a line.
impl FromStr for Keys {
    type Err = KeysError;

    fn from_str(text: &str) -> Result<Self, KeysError> {
        let mut keys: Vec<Key> = Vec::new();
        for (at, line) in text.split(['\n', ',']).enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let secret = HEXLOWER.decode(line.to_ascii_lowercase().as_bytes()).ok();
            let secret: Option<[u8; 32]> = secret.and_then(|secret| secret.try_into().ok());
            let secret = secret.ok_or(KeysError::NotAKey(at + 1))?;
            let mut hash = Sha256::new();
            hash.update(b"broadside encryption key id");
            hash.update(secret);
            let key = Key { id: HEXLOWER.encode(&hash.finalize()[..ID / 2]), secret };
            if keys.iter().any(|other| other.id == key.id) {
                return Err(KeysError::Repeated(at + 1));
            }
            keys.push(key);
        }
        if keys.is_empty() { Err(KeysError::Empty) } else { Ok(Self(keys)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_a_line_each_and_not_shown() {
        let (one, two) = ("11".repeat(32), "AB".repeat(32));
        let keys: Keys = format!("# the new one\n{one}\n\n  {two}  \n").parse().unwrap();
        assert_eq!(keys, format!("{one},{two}").parse().unwrap());
        assert_eq!(keys.first().unwrap().secret(), &[0x11; 32]);
        assert!(!format!("{keys:?}").contains("1111"), "{keys:?}");
        let of = |text: &str| text.parse::<Keys>().unwrap_err();
        assert_eq!(of("# none\n"), KeysError::Empty);
        assert_eq!(of(&format!("{one}\n{}", &two[1..])), KeysError::NotAKey(2));
        assert_eq!(of(&format!("{one}\n{one}")), KeysError::Repeated(2));
    }
}
