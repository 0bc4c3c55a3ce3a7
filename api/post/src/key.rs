//! Keys in mails that grant access: keys in reply addresses and return paths, and tokens in links.
//!
//! Reply keys are random and stored as a hash, because they can make moves. Bounce keys and links
//! name their own purpose, and an HMAC with a key of the server authenticates them. They have to
//! stay valid for as long as somebody keeps a mail, even if the database no longer has a record of
//! it.

use std::fmt;

use broadside_domain::env::Env;
use broadside_domain::secret::{BASE32, Purpose, Secret};
use broadside_domain::time::{DAY, Time};
use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use uuid::Uuid;

use crate::Address;

/// Number of characters of a reply key (130 bits).
const REPLY_KEY_LENGTH: usize = 26;
/// Prefix of a bounce key, which distinguishes it from a reply key.
const BOUNCE_PREFIX: char = 'b';
/// Prefix of the key in the reply address of a confirmation mail.
const CODE_PREFIX: char = 'a';
/// Prefix of the key in the reply address of a mail that offers an account.
const SIGN_UP_PREFIX: char = 's';
/// Number of bytes of the HMAC in such a key.
const SIGN_UP_BYTES: usize = 20;
/// Number of days after which such a key is no longer valid.
const SIGN_UP_DAYS: i64 = 7;
/// Number of bytes of the HMAC in a code that ends an account.
const STOP_CODE_BYTES: usize = 10;
/// Number of bytes of the truncated HMAC in a bounce key. Links have five more.
const MAC_LENGTH: usize = 10;

/// Key in the reply address of a mail, for a player, a game and a turn. 26 characters of lower-case
/// base32.
#[derive(Clone, PartialEq, Eq)]
pub struct ReplyKey(String);

impl ReplyKey {
    pub fn generate(env: &Env) -> Self {
        let mut text = BASE32.encode(&env.random_bytes::<17>());
        text.truncate(REPLY_KEY_LENGTH);
        Self(text)
    }

    /// Parses a key in either case, since mail servers may have changed it.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        let fits = text.len() == REPLY_KEY_LENGTH
            && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'2'..=b'7'));
        fits.then_some(Self(text))
    }

    /// Returns the key, for use in the mail only.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns the hash that is stored.
    pub fn hash(&self) -> String {
        data_encoding::HEXLOWER.encode(&Sha256::digest(self.0.as_bytes()))
    }
}

impl fmt::Debug for ReplyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReplyKey(…)")
    }
}

/// Key in the return path of a mail. It identifies the mailbox that the mail was sent to. 43
/// characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BounceKey(String);

impl BounceKey {
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

/// Key in the reply address of a confirmation mail. It is the code from the mail, so it expires
/// with the code and works once. 40 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CodeKey(Secret);

impl CodeKey {
    /// Creates the key of a code.
    pub(crate) fn new(code: &Secret) -> Self {
        Self(code.clone())
    }

    /// Parses a key in either case, since mail servers may have changed it.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        Secret::from_body(text.strip_prefix(CODE_PREFIX)?, Purpose::Address).map(Self)
    }

    /// Returns the key, for use in the mail only.
    pub(crate) fn reveal(&self) -> String {
        format!("{CODE_PREFIX}{}", self.0.body())
    }

    pub(crate) fn code(&self) -> &Secret {
        &self.0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// Stops all mail to an address. Used in confirmation mails and invitations.
    Never,
    /// Turns a player's mailbox off. Used in the other mails.
    Off,
    /// Stops mails about challenges by strangers. Used in those mails.
    Strangers,
    /// Stops mails with codes for tokens, which anybody can request. Used in those mails.
    Codes,
    /// Stops a change of a confirmed address. Used in the mail that announces the change.
    Keep,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub kind: LinkKind,
    /// Player whose mailbox it is, or would have become.
    pub player_id: String,
    /// Keyed hash of the address that the link was sent to.
    pub address_hash: String,
}

/// Server key for all of these. It does not implement `Debug`, so that it cannot be printed.
#[derive(Clone)]
pub(crate) struct MailKeys([u8; 32]);

impl MailKeys {
    /// Derives the key from a setting.
    pub(crate) fn from_setting(setting: &str) -> Self {
        Self(Sha256::digest(setting.as_bytes()).into())
    }

    fn mac(&self, label: &str, parts: &[&[u8]]) -> [u8; 32] {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes a key of any length");
        mac.update(label.as_bytes());
        for part in parts {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }

    /// Returns a part of a Message-ID, derived from `parts`. It is the same every time, and nobody
    /// else can predict it: the MIME boundaries of the mail are derived from it.
    pub(crate) fn message_id(&self, parts: &[&str]) -> String {
        let parts: Vec<_> = parts.iter().map(|part| part.as_bytes()).collect();
        data_encoding::HEXLOWER.encode(&self.mac("message", &parts)[..16])
    }

    /// Returns the hash that is stored instead of an address. It is the same for all spellings that
    /// reach the same person.
    pub(crate) fn address_hash(&self, address: &Address) -> String {
        self.normalized_address_hash(address.normalized())
    }

    /// Returns the same hash for a normalized address.
    pub(crate) fn normalized_address_hash(&self, normalized: &str) -> String {
        let base = super::address::canonical(normalized);
        data_encoding::HEXLOWER.encode(&self.mac("address", &[base.as_bytes()])[..16])
    }

    /// Returns the hash under which mail to a domain is counted.
    pub(crate) fn domain_hash(&self, domain: &str) -> String {
        data_encoding::HEXLOWER.encode(&self.mac("domain", &[domain.as_bytes()])[..16])
    }

    /// Returns the key under which token codes to an address are counted or suppressed. It is
    /// separate from the address's other mail, since anybody can request token codes.
    pub(crate) fn token_codes_key(address_hash: &str) -> String {
        format!("{address_hash} code")
    }

    /// Returns the bounce key for mail to an address of a player.
    pub(crate) fn bounce_key(&self, player_id: &str, normalized: &str) -> Option<BounceKey> {
        let id = Uuid::try_parse(player_id).ok()?;
        let mac = self.mac("bounce", &[id.as_bytes(), normalized.as_bytes()]);
        let mut bytes = id.as_bytes().to_vec();
        bytes.extend_from_slice(&mac[..MAC_LENGTH]);
        Some(BounceKey(format!("{BOUNCE_PREFIX}{}", BASE32.encode(&bytes))))
    }

    /// Returns the id of the player that a bounce key names. This does not authenticate the key;
    /// use [`Self::verify_bounce`] for that.
    pub(crate) fn bounce_player_id(&self, text: &str) -> Option<String> {
        let text = text.to_ascii_lowercase();
        let bytes = BASE32.decode(text.strip_prefix(BOUNCE_PREFIX)?.as_bytes()).ok()?;
        let id = bytes.get(..16).filter(|_| bytes.len() == 16 + MAC_LENGTH)?;
        Some(Uuid::from_slice(id).ok()?.to_string())
    }

    /// Returns true if a bounce key is valid for this address of the player that it names.
    pub(crate) fn verify_bounce(&self, text: &str, player_id: &str, normalized: &str) -> bool {
        let text = text.to_ascii_lowercase();
        self.bounce_key(player_id, normalized)
            .is_some_and(|key| key.0.as_bytes().ct_eq(text.as_bytes()).into())
    }

    /// Returns the key in the reply address of the mail that asks a stranger whether they want an
    /// account. The server stores nothing about the stranger: the key is derived from the address
    /// and the day.
    pub(crate) fn sign_up_key(&self, normalized: &str, at: Time) -> String {
        let day = at.0.div_euclid(DAY).to_be_bytes();
        let mac = self.mac("sign up", &[normalized.as_bytes(), &day]);
        format!("{SIGN_UP_PREFIX}{}", BASE32.encode(&mac[..SIGN_UP_BYTES]))
    }

    /// Returns true if a text has the form of such a key.
    pub(crate) fn is_sign_up_key(text: &str) -> bool {
        let text = text.to_ascii_lowercase();
        let body =
            text.strip_prefix(SIGN_UP_PREFIX).and_then(|body| BASE32.decode(body.as_bytes()).ok());
        body.is_some_and(|body| body.len() == SIGN_UP_BYTES)
    }

    /// Returns true if a key was sent to this address within the last days.
    pub(crate) fn verify_sign_up(&self, text: &str, normalized: &str, now: Time) -> bool {
        let text = text.to_ascii_lowercase();
        (0..=SIGN_UP_DAYS).any(|days| {
            let right = self.sign_up_key(normalized, Time(now.0 - days * DAY));
            right.as_bytes().ct_eq(text.as_bytes()).into()
        })
    }

    /// Returns the hash under which answers to replies to this key are counted. Neither the key nor
    /// the address follows from it.
    pub(crate) fn sign_up_answers_key(&self, key: &str) -> String {
        let mac = self.mac("sign up answers", &[key.to_ascii_lowercase().as_bytes()]);
        format!("{} answers", data_encoding::HEXLOWER.encode(&mac[..16]))
    }

    /// Returns the code with which a player confirms by mail that their account is to end.
    pub(crate) fn stop_code(&self, player_id: &str, at: Time) -> String {
        let day = at.0.div_euclid(DAY).to_be_bytes();
        BASE32.encode(&self.mac("stop", &[player_id.as_bytes(), &day])[..STOP_CODE_BYTES])
    }

    /// Returns true if a code is that of a player, and was sent today or yesterday.
    pub(crate) fn verify_stop_code(&self, text: &str, player_id: &str, now: Time) -> bool {
        let text = text.to_ascii_lowercase();
        (0..=1).any(|days| {
            let right = self.stop_code(player_id, Time(now.0 - days * DAY));
            right.as_bytes().ct_eq(text.as_bytes()).into()
        })
    }

    pub(crate) fn sign_link(&self, link: &Link) -> Option<String> {
        let id = Uuid::try_parse(&link.player_id).ok()?;
        let address = data_encoding::HEXLOWER.decode(link.address_hash.as_bytes()).ok()?;
        let kind = link.kind.byte();
        let mac = self.mac("link", &[&[kind], id.as_bytes(), &address]);
        let mut bytes = vec![kind];
        bytes.extend_from_slice(id.as_bytes());
        bytes.extend_from_slice(&address);
        bytes.extend_from_slice(&mac[..MAC_LENGTH + 5]);
        Some(BASE64URL_NOPAD.encode(&bytes))
    }

    /// Parses the token of a link, and returns its contents if this server created it.
    pub(crate) fn verify_link(&self, text: &str) -> Option<Link> {
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
        let (kind, rest) = bytes.split_first()?;
        let id = rest.get(..16)?;
        let address = rest.get(16..32)?;
        let link = Link {
            kind: [
                LinkKind::Never,
                LinkKind::Off,
                LinkKind::Codes,
                LinkKind::Strangers,
                LinkKind::Keep,
            ]
            .into_iter()
            .find(|each| each.byte() == *kind)?,
            player_id: Uuid::from_slice(id).ok()?.to_string(),
            address_hash: data_encoding::HEXLOWER.encode(address),
        };
        let right = self.sign_link(&link)?;
        bool::from(right.as_bytes().ct_eq(text.as_bytes())).then_some(link)
    }
}

impl LinkKind {
    fn byte(self) -> u8 {
        match self {
            Self::Never => 1,
            Self::Off => 2,
            Self::Codes => 3,
            Self::Strangers => 4,
            Self::Keep => 5,
        }
    }
}

#[cfg(test)]
mod tests {
    use broadside_domain::env::System;

    use super::*;

    const PLAYER: &str = "0196f0a0-0000-7000-8000-00000000000a";

    #[test]
    fn reply_keys_are_130_bits_in_any_case() {
        let key = ReplyKey::generate(&Env::new(System));
        assert_eq!(key.reveal().len(), 26);
        assert_eq!(ReplyKey::parse(&key.reveal().to_ascii_uppercase()).unwrap().hash(), key.hash());
        assert_ne!(ReplyKey::generate(&Env::new(System)), key);
        for wrong in [
            "",
            "abc",
            "abcdefghijklmnopqrstuvwxy1",
            "abcdefghijklmnopqrstuvwxyzz",
            "äbcdefghijklmnopqrstuvwxy",
        ] {
            assert_eq!(ReplyKey::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_reply_key_of_a_confirmation_is_its_code() {
        let code = Secret::generate(&Env::new(System), Purpose::Address);
        let key = CodeKey::new(&code).reveal();
        // With the longest sender it fits into 64 octets, and it cannot be parsed as another kind
        // of key.
        assert!(key.len() <= 64 - 21 && ReplyKey::parse(&key).is_none());
        assert_eq!(MailKeys::from_setting("one").bounce_player_id(&key), None);
        assert_eq!(CodeKey::parse(&key.to_ascii_uppercase()).unwrap().code(), &code);
        for wrong in ["", "a", &key[1..], &key[..39], &format!("{key}a"), &key.replace('a', "b")] {
            assert_eq!(CodeKey::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_bounce_key_identifies_the_mailbox() {
        let keys = MailKeys::from_setting("one");
        let others = MailKeys::from_setting("other");
        let key = keys.bounce_key(PLAYER, "ada@example.org").unwrap();
        // With the longest sender it fits into 64 octets, and it is not a reply key.
        assert!(key.reveal().len() <= 64 - 21 && ReplyKey::parse(key.reveal()).is_none());
        let text = key.reveal().to_ascii_uppercase();
        assert_eq!(keys.bounce_player_id(&text).as_deref(), Some(PLAYER));
        assert!(keys.verify_bounce(&text, PLAYER, "ada@example.org"));
        assert!(!keys.verify_bounce(&text, PLAYER, "ben@example.org"));
        assert!(!others.verify_bounce(&text, PLAYER, "ada@example.org"));
        assert_eq!(keys.bounce_player_id("b"), None);
    }

    #[test]
    fn an_account_is_offered_to_one_address_for_a_week_and_ended_by_one_player_for_a_day() {
        let keys = MailKeys::from_setting("a");
        let now = Time(100 * DAY);
        let key = keys.sign_up_key("ada@example.org", now);
        assert_eq!(key.len(), 33);
        assert!(MailKeys::is_sign_up_key(&key.to_uppercase()) && ReplyKey::parse(&key).is_none());
        assert!(CodeKey::parse(&key).is_none() && keys.bounce_player_id(&key).is_none());
        assert!(keys.verify_sign_up(&key.to_uppercase(), "ada@example.org", now.plus_days(7)));
        assert!(!keys.verify_sign_up(&key, "ada@example.org", now.plus_days(8)));
        assert!(!keys.verify_sign_up(&key, "ada@example.org", Time(now.0 - DAY)));
        assert!(!keys.verify_sign_up(&key, "eve@example.org", now));
        assert!(!MailKeys::from_setting("b").verify_sign_up(&key, "ada@example.org", now));
        let code = keys.stop_code("ada", now);
        assert!(
            keys.verify_stop_code(&code, "ada", now.plus_days(1))
                && !keys.verify_stop_code(&code, "ada", now.plus_days(2))
        );
        assert!(
            !keys.verify_stop_code(&code, "eve", now) && !keys.verify_stop_code("", "ada", now)
        );
    }

    #[test]
    fn only_links_of_this_server_are_valid() {
        let keys = MailKeys::from_setting("one");
        let others = MailKeys::from_setting("other");
        let address = Address::parse("Ada+games@example.org").unwrap();
        assert_eq!(keys.address_hash(&address), keys.normalized_address_hash("ada@example.org"));
        for kind in
            [LinkKind::Never, LinkKind::Off, LinkKind::Codes, LinkKind::Strangers, LinkKind::Keep]
        {
            let link = Link {
                kind,
                player_id: PLAYER.to_owned(),
                address_hash: keys.address_hash(&address),
            };
            let text = keys.sign_link(&link).unwrap();
            assert_eq!(keys.verify_link(&text), Some(link));
            assert_eq!(others.verify_link(&text), None);
            for at in 0..text.len() {
                let mut typo = text.clone().into_bytes();
                typo[at] = if typo[at] == b'A' { b'B' } else { b'A' };
                assert_eq!(keys.verify_link(std::str::from_utf8(&typo).unwrap()), None);
            }
        }
        assert_eq!(keys.verify_link(""), None);
    }
}
