//! Secrets that grant access: tokens, invitation codes, address codes and tickets. They are shown
//! once, and stored as a hash.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use data_encoding::{BASE32_NOPAD, Encoding, Specification};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::env::Env;

/// Purpose of a secret. It determines the prefix, so that a secret that is found somewhere can be
/// identified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Bearer token.
    Token,
    /// Invitation to a seat.
    Invitation,
    /// Ticket for a stream.
    Ticket,
    /// Code that confirms a mail address.
    Address,
    /// Code that can be redeemed for a token.
    Code,
}

impl Purpose {
    fn prefix(self) -> &'static str {
        match self {
            Self::Token => "brs_",
            Self::Invitation => "bri_",
            Self::Ticket => "brt_",
            Self::Address => "bra_",
            Self::Code => "brl_",
        }
    }
}

/// Secret of 160 random bits with a checksum: a prefix, then 32 and 7 characters of lower-case
/// base32.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// Lower-case base32 without padding.
pub static BASE32: LazyLock<Encoding> = LazyLock::new(|| {
    let mut specification: Specification = BASE32_NOPAD.specification();
    specification.symbols = "abcdefghijklmnopqrstuvwxyz234567".to_owned();
    specification.encoding().expect("the alphabet has 32 different characters")
});

fn checksum(body: &str) -> String {
    BASE32.encode(&crc32fast::hash(body.as_bytes()).to_be_bytes())
}

impl Secret {
    pub fn generate(env: &Env, purpose: Purpose) -> Self {
        let body = BASE32.encode(&env.random_bytes::<20>());
        Self(format!("{}{body}{}", purpose.prefix(), checksum(&body)))
    }

    /// Parses a secret from a client. The checksum detects a mistyped secret without a query to the
    /// store.
    pub fn parse(text: &str, purpose: Purpose) -> Option<Self> {
        let body = text.strip_prefix(purpose.prefix())?;
        let (body, check) = body.split_at_checked(32)?;
        (check == checksum(body)).then(|| Self(text.to_owned()))
    }

    /// Returns the secret itself, to show it to its owner once.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns the secret without its prefix.
    pub fn body(&self) -> &str {
        self.0.split_once('_').map_or(&*self.0, |(_, body)| body)
    }

    /// Returns the secret with this body, if its checksum is right.
    pub fn from_body(body: &str, purpose: Purpose) -> Option<Self> {
        Self::parse(&format!("{}{body}", purpose.prefix()), purpose)
    }

    /// Returns the hash that is stored, in hexadecimal.
    pub fn hash(&self) -> String {
        data_encoding::HEXLOWER.encode(&self.digest())
    }

    /// Returns the same hash as bytes.
    pub fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }

    /// Returns true if the hash is the hash of this secret. Compares in constant time.
    pub fn matches(&self, hash: &str) -> bool {
        self.hash().as_bytes().ct_eq(hash.as_bytes()).into()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Secret chosen by the operator. It cannot be printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns true if a text is this secret. Takes the same time for a match and a mismatch, even
    /// if the lengths differ.
    pub fn matches(&self, text: &str) -> bool {
        let own_digest: [u8; 32] = Sha256::digest(self.0.as_bytes()).into();
        let digest: [u8; 32] = Sha256::digest(text.as_bytes()).into();
        own_digest.ct_eq(&digest).into()
    }
}

impl FromStr for Password {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let is_valid =
            (16..=200).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        // The error does not show the text.
        is_valid.then(|| Self(text.to_owned()))
            .ok_or("a secret has 16 characters at least and 200 at most, letters, digits and signs of ASCII")
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::env::System;

    #[test]
    fn a_secret_is_parsed_and_a_mistyped_one_is_refused() {
        let secret = Secret::generate(&Env::new(System), Purpose::Token);
        assert_eq!(secret.reveal().len(), 43);
        assert_eq!(Secret::parse(secret.reveal(), Purpose::Token), Some(secret.clone()));
        assert!(Secret::parse(secret.reveal(), Purpose::Invitation).is_none());
        assert!(secret.matches(&secret.hash()));
        for index in 0..43 {
            let mut typo = secret.reveal().as_bytes().to_vec();
            typo[index] = if typo[index] == b'x' { b'y' } else { b'x' };
            assert!(Secret::parse(std::str::from_utf8(&typo).unwrap(), Purpose::Token).is_none());
        }
        for text in ["", "brs_", "brs_ä", "brs_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaä"] {
            assert!(Secret::parse(text, Purpose::Token).is_none());
        }
    }

    #[test]
    fn a_password_is_compared_and_never_shown() {
        let password: Password = "correct-horse-battery".parse().unwrap();
        assert!(password.matches("correct-horse-battery"));
        for other in ["", "correct-horse-batter", "correct-horse-battery ", "Correct-horse-battery"]
        {
            assert!(!password.matches(other));
        }
        assert_eq!(format!("{password:?}"), "Password(…)");
        for invalid in ["", "short", "has a space in it, though long", &"x".repeat(201)] {
            assert!(!invalid.parse::<Password>().unwrap_err().contains("has a space"));
        }
    }
}
