//! Encryption at rest: secrets are encrypted before they are written to a database, and decrypted
//! after they are read.
//!
//! A stored text is `enc1:`, the id of its key, `:`, and base64 of a nonce, the ciphertext and its
//! tag (XChaCha20-Poly1305). Stored bytes are the same without base64. The column and the row of a
//! value are authenticated with it, so it cannot be moved to another row. A value without this
//! prefix was stored before a key was set. It is read as it is until `broadside encrypt` encrypts
//! it.

mod encrypt;
mod keys;
mod sealing;

use std::borrow::Cow;
use std::sync::Arc;

use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use data_encoding::BASE64_NOPAD;

pub use self::encrypt::{EncryptError, encrypt};
use self::keys::Key;
pub use self::keys::{Keys, KeysError};
pub(super) use self::sealing::Secret;
use super::{Change, StoreError};
use broadside_domain::env::{Env, System};

/// Prefix of every encrypted value.
pub(super) const PREFIX: &str = "enc1:";
/// Length of a nonce in bytes.
const NONCE: usize = 24;
/// Length of a tag in bytes.
const TAG: usize = 16;
/// Number of bytes of an inbound message that are encrypted separately from the rest. Only these
/// are kept once the message has been processed, unless that failed.
pub(super) const HEAD: usize = 16_384;
/// Number of stored bytes for this part once it is encrypted.
pub(super) const SEALED_HEAD: usize = PREFIX.len() + keys::ID + 1 + NONCE + HEAD + TAG;

/// Settings whose values are secret.
const SECRET_SETTINGS: [&str; 2] = ["mail_key", "etag_key"];
/// Setting with the keys that a database needs: a known text, encrypted with each key, separated by
/// spaces.
pub(super) const ENCRYPTION: &str = "encryption";
/// The known text.
const KNOWN: &str = "broadside";

/// Reason why a database cannot be used with the keys that are set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LockedOut {
    /// No key is set.
    #[error(
        "the database is encrypted with the key {0}, and no key is set: name the file that has it with --encryption-key-file \
         (BROADSIDE_ENCRYPTION_KEY_FILE), or set BROADSIDE_ENCRYPTION_KEYS"
    )]
    NoKey(String),
    /// A key is missing.
    #[error(
        "the database is encrypted with the key {0}, which is not among the keys that are set: add it to the file of \
         --encryption-key-file, below the first; after `broadside encrypt` it is not needed any more"
    )]
    Missing(String),
}

/// Column and row of a value, which are authenticated with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueLocation<'a> {
    /// Table and column of the value.
    pub(super) column: &'static str,
    /// Primary key of the row.
    pub(super) row: &'a [&'a str],
}

impl<'a> ValueLocation<'a> {
    pub(super) fn new(column: &'static str, row: &'a [&'a str]) -> Self {
        Self { column, row }
    }

    /// Encodes the place without ambiguity: each part is preceded by its length.
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for part in std::iter::once(&self.column).chain(self.row) {
            bytes.extend_from_slice(&(part.len() as u64).to_be_bytes());
            bytes.extend_from_slice(part.as_bytes());
        }
        bytes
    }
}

/// Keys of a database. Without keys, secrets are stored unencrypted.
#[derive(Clone)]
pub struct Vault {
    keys: Arc<Keys>,
    env: Env,
}

impl std::fmt::Debug for Vault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.keys.fmt(f)
    }
}

impl Default for Vault {
    fn default() -> Self {
        Self::new(Keys::default())
    }
}

impl Vault {
    /// Creates a vault with these keys: the first encrypts, all decrypt.
    pub fn new(keys: Keys) -> Self {
        Self { keys: Arc::new(keys), env: Env::new(System) }
    }

    /// Returns the id of the key that encrypts, if there is one.
    pub fn first(&self) -> Option<&str> {
        self.keys.first().map(Key::id)
    }

    /// Returns true if a stored value is encrypted with the first key.
    pub(super) fn is_current(&self, stored: &[u8]) -> bool {
        self.first().is_some_and(|id| key_id(stored) == Some(id))
    }

    /// Encrypts a text for its place. An empty text stays empty, because it stands for a missing
    /// value.
    pub(super) fn seal<'a>(&self, place: ValueLocation<'_>, text: &'a str) -> Cow<'a, str> {
        match self.keys.first() {
            Some(key) if !text.is_empty() => {
                let sealed = self.encrypt(key, place, text.as_bytes());
                Cow::Owned(format!("{PREFIX}{}:{}", key.id(), BASE64_NOPAD.encode(&sealed)))
            }
            _ => Cow::Borrowed(text),
        }
    }

    /// Decrypts a text of a place.
    pub(super) fn open(
        &self,
        place: ValueLocation<'_>,
        stored: String,
    ) -> Result<String, StoreError> {
        let Some((key, sealed)) = self.parts(place, stored.as_bytes())? else { return Ok(stored) };
        let sealed = BASE64_NOPAD.decode(sealed).map_err(|_| unreadable(place))?;
        String::from_utf8(decrypt(key, place, &sealed)?).map_err(|_| unreadable(place))
    }

    /// Encrypts bytes in two parts, so that the beginning can be kept without the rest: see
    /// [`MAX_HEAD_BYTES`].
    pub(super) fn seal_bytes(&self, place: ValueLocation<'_>, bytes: Vec<u8>) -> Vec<u8> {
        let Some(key) = self.keys.first().filter(|_| !bytes.is_empty()) else { return bytes };
        let mut stored = format!("{PREFIX}{}:", key.id()).into_bytes();
        let (head, rest) = bytes.split_at(bytes.len().min(HEAD));
        stored.extend(self.encrypt(key, place, head));
        if !rest.is_empty() {
            stored.extend(self.encrypt(key, ValueLocation { column: "jobs.rest", ..place }, rest));
        }
        stored
    }

    /// Decrypts bytes of a place.
    pub(super) fn open_bytes(
        &self,
        place: ValueLocation<'_>,
        stored: Vec<u8>,
    ) -> Result<Vec<u8>, StoreError> {
        // Senders choose how their messages begin. If a message does not name one of our keys, it
        // was stored before a key was set.
        if key_id(&stored).is_none_or(|id| self.keys.find(id).is_none()) {
            return Ok(stored);
        }
        let Some((key, sealed)) = self.parts(place, &stored)? else { return Ok(stored) };
        let (head, rest) = sealed.split_at(sealed.len().min(NONCE + HEAD + TAG));
        let mut bytes = decrypt(key, place, head)?;
        if !rest.is_empty() {
            bytes.extend(decrypt(key, ValueLocation { column: "jobs.rest", ..place }, rest)?);
        }
        Ok(bytes)
    }

    /// Checks that all keys are set that a database needs, by the value of [`ENCRYPTION`]. Returns
    /// its new value if the first key is not among them yet.
    ///
    /// # Errors
    /// If a key is missing.
    pub(super) fn register(&self, kept: Option<&str>) -> Result<Option<String>, LockedOut> {
        let needed: Vec<&str> =
            kept.unwrap_or_default().split(' ').filter(|value| !value.is_empty()).collect();
        let place = secret_setting(&[ENCRYPTION]);
        for value in &needed {
            let id = || key_id(value.as_bytes()).unwrap_or("of a newer version").to_owned();
            if self.first().is_none() {
                return Err(LockedOut::NoKey(id()));
            }
            if self.open(place, (*value).to_owned()).ok().as_deref() != Some(KNOWN) {
                return Err(LockedOut::Missing(id()));
            }
        }
        if self.first().is_none() || needed.iter().any(|value| self.is_current(value.as_bytes())) {
            return Ok(None);
        }
        let own = self.seal(place, KNOWN).into_owned();
        Ok(Some(needed.into_iter().chain([&*own]).collect::<Vec<_>>().join(" ")))
    }

    /// Returns a setting as it is stored.
    pub(super) fn seal_setting<'a>(&self, name: &str, value: &'a str) -> Cow<'a, str> {
        match SECRET_SETTINGS.contains(&name) {
            true => self.seal(secret_setting(&[name]), value),
            false => Cow::Borrowed(value),
        }
    }

    /// Returns the value of a stored setting.
    pub(super) fn open_setting(&self, name: &str, stored: String) -> Result<String, StoreError> {
        match SECRET_SETTINGS.contains(&name) {
            true => self.open(secret_setting(&[name]), stored),
            false => Ok(stored),
        }
    }

    /// Encrypts the secrets in changes.
    pub(super) fn seal_all<'a>(&self, changes: &'a [Change]) -> Cow<'a, [Change]> {
        match self.keys.first() {
            None => Cow::Borrowed(changes),
            Some(_) => {
                let mut changes = changes.to_vec();
                changes.iter_mut().for_each(|change| sealing::seal(self, change));
                Cow::Owned(changes)
            }
        }
    }

    /// Decrypts the secrets in rows.
    pub(super) fn open_all<T: Secret>(&self, mut rows: Vec<T>) -> Result<Vec<T>, StoreError> {
        rows.iter_mut().try_for_each(|row| row.open(self))?;
        Ok(rows)
    }

    /// Decrypts the secrets in rows. Leaves out rows that cannot be decrypted, so that they do not
    /// block others.
    pub(super) fn open_each<T: Secret>(&self, rows: Vec<T>) -> Vec<T> {
        let open = |mut row: T| match row.open(self) {
            Ok(()) => Some(row),
            Err(error) => {
                tracing::error!(%error, "a value is left out");
                None
            }
        };
        rows.into_iter().filter_map(open).collect()
    }

    /// Returns the key of a stored value and its ciphertext; `None` if the value is not encrypted.
    fn parts<'a>(
        &self,
        place: ValueLocation<'_>,
        stored: &'a [u8],
    ) -> Result<Option<(&Key, &'a [u8])>, StoreError> {
        let Some(id) = key_id(stored) else { return Ok(None) };
        let key = self.keys.find(id).ok_or_else(|| {
            StoreError::Failed(format!(
                "{} is encrypted with the key {id}, which is not among the keys of this process: add it to the file of \
                 --encryption-key-file",
                place.column
            ))
        })?;
        Ok(Some((key, &stored[PREFIX.len() + id.len() + 1..])))
    }

    fn encrypt(&self, key: &Key, place: ValueLocation<'_>, bytes: &[u8]) -> Vec<u8> {
        let nonce = self.env.random_bytes::<NONCE>();
        let payload = Payload { msg: bytes, aad: &place.bytes() };
        let encrypted = cipher(key).encrypt(&XNonce::from(nonce), payload);
        let encrypted = encrypted.expect("a value is far shorter than what the cipher takes");
        [&nonce[..], &encrypted].concat()
    }
}

fn secret_setting<'a>(row: &'a [&'a str]) -> ValueLocation<'a> {
    ValueLocation::new("settings.value", row)
}

/// Returns the number of bytes that stored bytes have after decryption.
pub(super) fn plain_length(stored: &[u8]) -> usize {
    if key_id(stored).is_none() {
        return stored.len();
    }
    let sealed = stored.len() - (PREFIX.len() + keys::ID + 1);
    let parts = if stored.len() > SEALED_HEAD { 2 } else { 1 };
    sealed.saturating_sub(parts * (NONCE + TAG))
}

/// Returns true if a text begins like an encrypted value. Texts that others choose must not begin
/// like this where they are stored unencrypted.
pub fn looks_encrypted(text: &str) -> bool {
    key_id(text.as_bytes()).is_some()
}

/// Returns the id of the key that has encrypted a stored value.
fn key_id(stored: &[u8]) -> Option<&str> {
    let rest = stored.strip_prefix(PREFIX.as_bytes())?;
    let id = rest.get(..keys::ID)?;
    (rest.get(keys::ID) == Some(&b':')).then(|| std::str::from_utf8(id).ok()).flatten()
}

fn cipher(key: &Key) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(key.secret().into())
}

fn decrypt(key: &Key, place: ValueLocation<'_>, sealed: &[u8]) -> Result<Vec<u8>, StoreError> {
    let (nonce, encrypted) = sealed.split_at_checked(NONCE).ok_or_else(|| unreadable(place))?;
    let nonce: [u8; NONCE] = nonce.try_into().expect("it has this length");
    let payload = Payload { msg: encrypted, aad: &place.bytes() };
    cipher(key).decrypt(&XNonce::from(nonce), payload).map_err(|_| unreadable(place))
}

fn unreadable(place: ValueLocation<'_>) -> StoreError {
    StoreError::Failed(format!(
        "{} of {} cannot be decrypted: it is damaged, or was moved there from another row",
        place.column,
        place.row.join(" ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: [&str; 2] = ["game", "1"];

    fn vault(keys: &str) -> Vault {
        Vault::new(keys.parse().unwrap())
    }

    fn key(n: u8) -> String {
        data_encoding::HEXLOWER.encode(&[n; 32])
    }

    #[test]
    fn a_value_is_read_from_its_own_place_with_its_own_key_alone() {
        let (one, two) = (vault(&key(1)), vault(&key(2)));
        let place = ValueLocation::new("events.body", &ROW);
        let sealed = one.seal(place, "A1 across").into_owned();
        assert!(sealed.starts_with("enc1:") && !sealed.contains("across"), "{sealed}");
        assert_ne!(one.seal(place, "A1 across"), sealed, "each has a nonce of its own");
        assert_eq!(one.open(place, sealed.clone()).unwrap(), "A1 across");
        for other in [
            ValueLocation::new("snapshots.body", &ROW),
            ValueLocation::new("events.body", &["game", "2"]),
            ValueLocation::new("events.body", &["game1", ""]),
        ] {
            assert!(
                one.open(other, sealed.clone())
                    .unwrap_err()
                    .to_string()
                    .contains("cannot be decrypted")
            );
        }
        let missing = two.open(place, sealed.clone()).unwrap_err().to_string();
        assert!(
            missing.contains(one.first().unwrap()) && missing.contains("--encryption-key-file"),
            "{missing}"
        );
        let mut damaged = sealed.clone();
        damaged.replace_range(40..41, if &sealed[40..41] == "A" { "B" } else { "A" });
        assert!(one.open(place, damaged).is_err());
        for short in [&sealed[..20], &sealed[..14]] {
            assert!(one.open(place, short.to_owned()).is_err(), "{short}");
        }
    }

    #[test]
    fn the_first_key_encrypts_and_all_decrypt() {
        let place = ValueLocation::new("settings.value", &["mail_key"]);
        let sealed = vault(&key(1)).seal(place, "secret").into_owned();
        let both = vault(&format!("{}\n{}", key(2), key(1)));
        assert_eq!(both.open(place, sealed.clone()).unwrap(), "secret");
        assert!(!both.is_current(sealed.as_bytes()));
        assert!(both.is_current(both.seal(place, "secret").as_bytes()));
        assert!(!both.is_current(b"secret") && !Vault::default().is_current(sealed.as_bytes()));
    }

    #[test]
    fn without_a_key_and_before_one_values_are_as_they_are() {
        let place = ValueLocation::new("settings.value", &["mail_key"]);
        assert_eq!(Vault::default().seal(place, "secret"), "secret");
        for vault in [Vault::default(), vault(&key(1))] {
            assert_eq!(vault.open(place, "secret".to_owned()).unwrap(), "secret");
            assert_eq!(vault.seal(place, ""), "");
            // A sender can choose a message that begins like an encrypted value.
            for message in [&b"secret"[..], b"enc1:", b"enc1:00000000:", b"enc1:00000000:abc"] {
                assert_eq!(vault.open_bytes(place, message.to_vec()).unwrap(), message);
            }
        }
    }

    #[test]
    fn of_encrypted_bytes_the_head_can_be_kept_alone() {
        let place = ValueLocation::new("jobs.raw", &["id"]);
        let vault = vault(&key(1));
        for length in [1, HEAD - 1, HEAD, HEAD + 1, 3 * HEAD] {
            let bytes: Vec<u8> = (0..length).map(|n| (n % 251) as u8).collect();
            let mut stored = vault.seal_bytes(place, bytes.clone());
            assert_eq!(vault.open_bytes(place, stored.clone()).unwrap(), bytes);
            assert_eq!(plain_length(&stored), length);
            stored.truncate(SEALED_HEAD);
            assert_eq!(vault.open_bytes(place, stored).unwrap(), bytes[..length.min(HEAD)]);
        }
        assert_eq!(plain_length(b"as it came"), 10);
    }

    #[test]
    fn a_database_names_the_keys_that_it_needs() {
        let (one, two) = (vault(&key(1)), vault(&key(2)));
        let both = vault(&format!("{}\n{}", key(2), key(1)));
        let id = |vault: &Vault| vault.first().unwrap().to_owned();
        assert_eq!(Vault::default().register(None), Ok(None));
        let kept = one.register(None).unwrap().unwrap();
        assert_eq!(one.register(Some(&kept)), Ok(None));
        assert_eq!(Vault::default().register(Some(&kept)), Err(LockedOut::NoKey(id(&one))));
        assert_eq!(two.register(Some(&kept)), Err(LockedOut::Missing(id(&one))));
        // The second key is needed in addition to the first, until everything is encrypted with it.
        let kept = both.register(Some(&kept)).unwrap().unwrap();
        assert_eq!(both.register(Some(&kept)), Ok(None));
        assert_eq!(one.register(Some(&kept)), Err(LockedOut::Missing(id(&two))));
        assert_eq!(two.register(Some(&kept)), Err(LockedOut::Missing(id(&one))));
        assert_eq!(two.register(two.register(None).unwrap().as_deref()), Ok(None));
    }
}
