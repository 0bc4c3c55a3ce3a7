//! What in a mail opens something: keys in the addresses that it is answered to and comes back to, and links.
//!
//! A reply key is drawn by chance and kept as a hash, for it moves ships. The others say themselves what they are for, under a
//! key of the server's: they have to hold for as long as somebody keeps a mail, whatever has been forgotten meanwhile.

use std::fmt;

use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use uuid::Uuid;

use super::Address;
use crate::ambient::Ambient;
use crate::secret::{BASE32, Purpose, Secret};

/// How many characters a reply key has: 130 bits.
const REPLY: usize = 26;
/// What a bounce key begins with, so that the two are told apart.
const BOUNCE: char = 'b';
/// What the key begins with under which a confirmation is answered.
const CODE: char = 'a';
/// How many bytes stand for the secret in what says itself what it is for.
const PROOF: usize = 10;

/// The key in the address that a mail is answered to: for a player, a game and a turn. 26 characters of lower-case base32.
#[derive(Clone, PartialEq, Eq)]
pub struct ReplyKey(String);

impl ReplyKey {
    /// A new one.
    pub fn mint(ambient: &Ambient) -> Self {
        let mut text = BASE32.encode(&ambient.bytes::<17>());
        text.truncate(REPLY);
        Self(text)
    }

    /// Reads one; mail servers may have changed its case.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        let fits = text.len() == REPLY && text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'2'..=b'7'));
        fits.then_some(Self(text))
    }

    /// The key itself, for the mail alone.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored of it.
    pub fn hash(&self) -> String {
        data_encoding::HEXLOWER.encode(&Sha256::digest(self.0.as_bytes()))
    }
}

impl fmt::Debug for ReplyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReplyKey(…)")
    }
}

/// The key in the address that a mail comes back to: it says whose mailbox it was sent to. 43 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BounceKey(String);

impl BounceKey {
    /// The key itself.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// The key in the address that a confirmation is answered to: the code that is in the mail as well, so that it is good as long, and once.
/// 40 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeKey(Secret);

impl CodeKey {
    /// The one of a code.
    pub fn of(code: &Secret) -> Self {
        Self(code.clone())
    }

    /// Reads one; mail servers may have changed its case.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        Secret::of_body(text.strip_prefix(CODE)?, Purpose::Address).map(Self)
    }

    /// The key itself, for the mail alone.
    pub fn reveal(&self) -> String {
        format!("{CODE}{}", self.0.body())
    }

    /// The code.
    pub fn code(&self) -> &Secret {
        &self.0
    }
}

/// What a link does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// It has an address never written to again: it stands in a mail that asks whether the address is right.
    Never,
    /// It turns a player's mailbox off: it stands in the others.
    Off,
    /// It has no challenges of strangers told: it stands in the mail with those.
    Strangers,
    /// It has no codes for tokens sent that anybody may ask for: it stands in the mails with them.
    Codes,
    /// It stops a change of a confirmed address: it stands in the mail that tells of the change.
    Keep,
}

/// What a link says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// What it does.
    pub kind: LinkKind,
    /// The player whose mailbox it is, or was to be.
    pub player_id: String,
    /// The keyed hash of the address that it was sent to.
    pub address_hash: String,
}

/// The server's key for all of these. It cannot be printed.
#[derive(Clone)]
pub struct Keys([u8; 32]);

impl Keys {
    /// Those that follow from a setting.
    pub fn of(setting: &str) -> Self {
        Self(Sha256::digest(setting.as_bytes()).into())
    }

    fn mac(&self, label: &str, parts: &[&[u8]]) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes a key of any length");
        mac.update(label.as_bytes());
        for part in parts {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }

    /// A part of a Message-ID that follows from what it is of, the same however often it is written, and that nobody else can
    /// reckon: what separates the parts of a mail is made of it.
    pub fn message_id(&self, parts: &[&str]) -> String {
        let parts: Vec<_> = parts.iter().map(|part| part.as_bytes()).collect();
        data_encoding::HEXLOWER.encode(&self.mac("message", &parts)[..16])
    }

    /// What is kept of an address where the address itself is not to be: the same for all that its owner reads.
    pub fn address_hash(&self, address: &Address) -> String {
        self.hash_of(address.normal())
    }

    /// The same of an address as it is compared.
    pub fn hash_of(&self, normal: &str) -> String {
        let base = super::address::base(normal);
        data_encoding::HEXLOWER.encode(&self.mac("address", &[base.as_bytes()])[..16])
    }

    /// What is kept of a domain where mail to it is counted.
    pub fn domain_hash(&self, domain: &str) -> String {
        data_encoding::HEXLOWER.encode(&self.mac("domain", &[domain.as_bytes()])[..16])
    }

    /// What is kept where codes for tokens are counted that go to an address, or are refused, by its hash: apart from what else goes
    /// there, since anybody may ask for them.
    pub fn codes_of(address_hash: &str) -> String {
        format!("{address_hash} code")
    }

    /// The key under which what was sent to an address of a player comes back.
    pub fn bounce(&self, player_id: &str, normal: &str) -> Option<BounceKey> {
        let id = Uuid::try_parse(player_id).ok()?;
        let mac = self.mac("bounce", &[id.as_bytes(), normal.as_bytes()]);
        let mut bytes = id.as_bytes().to_vec();
        bytes.extend_from_slice(&mac[..PROOF]);
        Some(BounceKey(format!("{BOUNCE}{}", BASE32.encode(&bytes))))
    }

    /// The player whose mail has come back, if `normal` gives the player's address and the key is for it.
    pub fn bounced(&self, text: &str) -> Option<String> {
        let text = text.to_ascii_lowercase();
        let bytes = BASE32.decode(text.strip_prefix(BOUNCE)?.as_bytes()).ok()?;
        let id = bytes.get(..16).filter(|_| bytes.len() == 16 + PROOF)?;
        Some(Uuid::from_slice(id).ok()?.to_string())
    }

    /// Whether a bounce key is for this address of the player that it names.
    pub fn bounce_is(&self, text: &str, player_id: &str, normal: &str) -> bool {
        let text = text.to_ascii_lowercase();
        self.bounce(player_id, normal).is_some_and(|key| key.0.as_bytes().ct_eq(text.as_bytes()).into())
    }

    /// What stands in a link that does this.
    pub fn link(&self, link: &Link) -> Option<String> {
        let id = Uuid::try_parse(&link.player_id).ok()?;
        let address = data_encoding::HEXLOWER.decode(link.address_hash.as_bytes()).ok()?;
        let kind = link.kind.byte();
        let mac = self.mac("link", &[&[kind], id.as_bytes(), &address]);
        let mut bytes = vec![kind];
        bytes.extend_from_slice(id.as_bytes());
        bytes.extend_from_slice(&address);
        bytes.extend_from_slice(&mac[..PROOF + 5]);
        Some(BASE64URL_NOPAD.encode(&bytes))
    }

    /// What a link says, if it is one of this server's.
    pub fn read_link(&self, text: &str) -> Option<Link> {
        let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
        let (kind, rest) = bytes.split_first()?;
        let (id, address) = (rest.get(..16)?, rest.get(16..32)?);
        let link = Link {
            kind: [LinkKind::Never, LinkKind::Off, LinkKind::Codes, LinkKind::Strangers, LinkKind::Keep]
                .into_iter()
                .find(|each| each.byte() == *kind)?,
            player_id: Uuid::from_slice(id).ok()?.to_string(),
            address_hash: data_encoding::HEXLOWER.encode(address),
        };
        let right = self.link(&link)?;
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
    use super::*;
    use crate::ambient::Machine;

    const PLAYER: &str = "0196f0a0-0000-7000-8000-00000000000a";

    #[test]
    fn reply_keys_are_130_bits_in_any_case() {
        let key = ReplyKey::mint(&Ambient::new(Machine));
        assert_eq!(key.reveal().len(), 26);
        assert_eq!(ReplyKey::read(&key.reveal().to_ascii_uppercase()).unwrap().hash(), key.hash());
        assert_ne!(ReplyKey::mint(&Ambient::new(Machine)), key);
        for wrong in [
            "",
            "abc",
            "abcdefghijklmnopqrstuvwxy1",
            "abcdefghijklmnopqrstuvwxyzz",
            "äbcdefghijklmnopqrstuvwxy",
        ] {
            assert_eq!(ReplyKey::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_confirmation_is_answered_under_its_code() {
        let code = Secret::mint(&Ambient::new(Machine), Purpose::Address);
        let key = CodeKey::of(&code).reveal();
        // With the longest sender it fits into 64 octets, and it is none of the others.
        assert!(key.len() <= 64 - 21 && ReplyKey::read(&key).is_none());
        assert_eq!(Keys::of("one").bounced(&key), None);
        assert_eq!(CodeKey::read(&key.to_ascii_uppercase()).unwrap().code(), &code);
        for wrong in ["", "a", &key[1..], &key[..39], &format!("{key}a"), &key.replace('a', "b")] {
            assert_eq!(CodeKey::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_mail_that_comes_back_says_to_whom_it_was_sent() {
        let (keys, others) = (Keys::of("one"), Keys::of("other"));
        let key = keys.bounce(PLAYER, "ada@example.org").unwrap();
        // With the longest sender it fits into 64 octets, and it is no reply key.
        assert!(key.reveal().len() <= 64 - 21 && ReplyKey::read(key.reveal()).is_none());
        let text = key.reveal().to_ascii_uppercase();
        assert_eq!(keys.bounced(&text).as_deref(), Some(PLAYER));
        assert!(keys.bounce_is(&text, PLAYER, "ada@example.org"));
        assert!(!keys.bounce_is(&text, PLAYER, "ben@example.org"));
        assert!(!others.bounce_is(&text, PLAYER, "ada@example.org"));
        assert_eq!(keys.bounced("b"), None);
    }

    #[test]
    fn links_are_this_servers_or_none() {
        let (keys, others) = (Keys::of("one"), Keys::of("other"));
        let address = Address::read("Ada+games@example.org").unwrap();
        assert_eq!(keys.address_hash(&address), keys.hash_of("ada@example.org"));
        for kind in [LinkKind::Never, LinkKind::Off, LinkKind::Codes, LinkKind::Strangers, LinkKind::Keep] {
            let link = Link { kind, player_id: PLAYER.to_owned(), address_hash: keys.address_hash(&address) };
            let text = keys.link(&link).unwrap();
            assert_eq!(keys.read_link(&text), Some(link));
            assert_eq!(others.read_link(&text), None);
            for at in 0..text.len() {
                let mut typo = text.clone().into_bytes();
                typo[at] = if typo[at] == b'A' { b'B' } else { b'A' };
                assert_eq!(keys.read_link(std::str::from_utf8(&typo).unwrap()), None);
            }
        }
        assert_eq!(keys.read_link(""), None);
    }
}
