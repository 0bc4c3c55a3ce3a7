//! Addresses of mail: those of players, and the one that mail comes from.

use std::fmt;
use std::str::FromStr;

use lettre::message::Mailbox;

use super::{BounceKey, CodeKey, ReplyKey};

/// The most octets of an address (RFC 5321).
const LONGEST: usize = 254;
/// The most octets of the name before the `@` of the sender's: behind it there is room for a key, in 64 octets.
const LONGEST_SENDER: usize = 20;

/// An address that mail can be sent to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    text: String,
    normal: String,
}

impl Address {
    /// Reads an address.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Self, String> {
        let wrong = || "this is no address of mail: write one as in ada@example.org".to_owned();
        let text = text.trim();
        if text.len() > LONGEST {
            return Err(format!("an address has {LONGEST} characters at most"));
        }
        let (local, domain) = text.rsplit_once('@').ok_or_else(wrong)?;
        if !local.is_ascii() {
            return Err(
                "before the @ only letters from a to z, digits and the like can be sent to".to_owned()
            );
        }
        // Quoted names and addresses of machines are allowed by the letter, and hardly anybody has one.
        if local.contains('"') || domain.starts_with('[') {
            return Err(wrong());
        }
        let url::Host::Domain(domain) = url::Host::parse(domain).map_err(|_| wrong())? else {
            return Err(wrong());
        };
        let domain = domain.trim_end_matches('.').to_ascii_lowercase();
        let text = format!("{local}@{domain}");
        lettre::Address::from_str(&text).map_err(|_| wrong())?;
        // Whatever the letter says, no mail server tells capitals from small letters.
        let normal = format!("{}@{domain}", local.to_ascii_lowercase());
        Ok(Self { text, normal })
    }

    /// Reads the address of a sender: its domain must be spelled as it is, for it says who somebody is. Full-width letters, soft
    /// hyphens, zero-width characters, and the like stand for the domain of somebody else and are refused; capital letters from A to
    /// Z are not.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read_exact(text: &str) -> Result<Self, String> {
        let address = Self::read(text)?;
        let written = text.trim().rsplit_once('@').map_or("", |(_, domain)| domain);
        match exact_domain(written).as_deref() == Some(address.domain()) {
            true => Ok(address),
            false => Err("the domain is not spelled as it is: write it in lower-case letters".to_owned()),
        }
    }

    /// The domain, as A-labels in lower case.
    pub fn domain(&self) -> &str {
        self.normal.rsplit_once('@').map_or("", |(_, domain)| domain)
    }

    /// As it was written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// As it is compared with others.
    pub fn normal(&self) -> &str {
        &self.normal
    }

    /// The address of the one who reads what is sent there: without what stands behind a `+`.
    pub fn base(&self) -> String {
        base(&self.normal)
    }
}

/// The A-labels of a domain in lower case; `None` if it is another domain than the one that is written there. A domain is written
/// either as its A-labels, in either case, or as its U-labels in the form that UTS 46 leaves unchanged.
pub(crate) fn exact_domain(written: &str) -> Option<String> {
    let url::Host::Domain(ascii) = url::Host::parse(written).ok()? else { return None };
    let lower = written.to_ascii_lowercase();
    let unchanged = || {
        let (unicode, result) = idna::domain_to_unicode(&ascii);
        result.is_ok() && unicode == lower
    };
    (ascii == lower || unchanged()).then_some(ascii)
}

/// See [`Address::base`], of an address as it is compared.
pub(crate) fn base(normal: &str) -> String {
    let (local, domain) = normal.rsplit_once('@').unwrap_or((normal, ""));
    let name = local.split('+').next().filter(|name| !name.is_empty()).unwrap_or(local);
    // There dots are passed over, so one reader has many spellings.
    match ["gmail.com", "googlemail.com"].contains(&domain) {
        true => format!("{}@gmail.com", name.replace('.', "")),
        false => format!("{name}@{domain}"),
    }
}

/// From whom mail comes, and where answers to it go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sender {
    name: Option<String>,
    local: String,
    domain: String,
}

impl Sender {
    /// As a mail names it.
    pub(crate) fn mailbox(&self) -> Mailbox {
        let address = lettre::Address::new(&self.local, &self.domain).expect("it was read as one");
        Mailbox::new(self.name.clone(), address)
    }

    /// What precedes the `@`, without a key.
    pub fn local(&self) -> &str {
        &self.local
    }

    /// What follows the `@`.
    pub fn domain(&self) -> &str {
        &self.domain
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("Broadside")
    }

    /// The address without a key.
    pub fn address(&self) -> String {
        format!("{}@{}", self.local, self.domain)
    }

    /// The address that an answer goes to.
    pub fn reply_to(&self, key: &ReplyKey) -> String {
        format!("{}+{}@{}", self.local, key.reveal(), self.domain)
    }

    /// The address that the answer to a confirmation goes to.
    pub fn confirms_at(&self, key: &CodeKey) -> String {
        format!("{}+{}@{}", self.local, key.reveal(), self.domain)
    }

    /// The address that a mail comes back to if it cannot be delivered.
    pub fn returns_to(&self, key: &BounceKey) -> String {
        format!("{}+{}@{}", self.local, key.reveal(), self.domain)
    }

    /// Whether an address is this one, with or without a key; and the key.
    pub fn key_of<'a>(&self, address: &'a str) -> Option<&'a str> {
        let (local, domain) = address.rsplit_once('@')?;
        if !domain.eq_ignore_ascii_case(&self.domain) {
            return None;
        }
        let (name, key) = local.split_once('+').unwrap_or((local, ""));
        name.eq_ignore_ascii_case(&self.local).then_some(key)
    }
}

impl fmt::Display for Sender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.mailbox())
    }
}

impl FromStr for Sender {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no sender: write one as in Broadside <play@example.org>");
        let mailbox: Mailbox = text.parse().map_err(|_| wrong())?;
        let address = Address::read(mailbox.email.as_ref()).map_err(|_| wrong())?;
        let (local, domain) = address.as_str().rsplit_once('@').ok_or_else(wrong)?;
        if local.len() > LONGEST_SENDER || local.contains('+') {
            return Err(format!(
                "the name before the @ has {LONGEST_SENDER} characters at most and no +, for a + and a key come behind it; \
                 `{local}` will not do"
            ));
        }
        Ok(Self { name: mailbox.name, local: local.to_owned(), domain: domain.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_compared_as_mail_servers_do() {
        for (text, normal, base) in [
            ("Ada@Example.ORG", "ada@example.org", "ada@example.org"),
            (" ada+games@example.org ", "ada+games@example.org", "ada@example.org"),
            ("ada@bücher.example", "ada@xn--bcher-kva.example", "ada@xn--bcher-kva.example"),
            ("o'neill.b@localhost", "o'neill.b@localhost", "o'neill.b@localhost"),
            ("+x@example.org", "+x@example.org", "+x@example.org"),
            ("a.da+x@Googlemail.com", "a.da+x@googlemail.com", "ada@gmail.com"),
        ] {
            let address = Address::read(text).unwrap();
            assert_eq!((address.normal(), &*address.base()), (normal, base));
        }
        assert_eq!(Address::read("Ada@Example.ORG").unwrap().as_str(), "Ada@example.org");
    }

    #[test]
    fn what_is_none_is_said_to_be_none() {
        let long = format!("{}@example.org", "a".repeat(250));
        for text in [
            "",
            "ada",
            "@example.org",
            "ada@",
            "a b@example.org",
            "ada@exa mple.org",
            "\"a b\"@example.org",
            "ada@[127.0.0.1]",
            "ada@127.0.0.1",
            "ada\r\nBcc: x@example.org",
            "ädä@example.org",
            "a..b@example.org",
            "ada@example.org\n",
            "ada,ben@example.org",
            "<ada@example.org>",
            &long,
        ] {
            // Space around it is no part of it.
            assert!(Address::read(text).is_err() || text.trim() == "ada@example.org", "{text:?}");
        }
    }

    #[test]
    fn a_senders_domain_is_read_only_as_it_is_spelled() {
        for (text, normal) in [
            ("Ada@Example.ORG", "ada@example.org"),
            ("ada@bücher.example", "ada@xn--bcher-kva.example"),
            ("ada@XN--bcher-kva.example", "ada@xn--bcher-kva.example"),
        ] {
            assert_eq!(Address::read_exact(text).unwrap().normal(), normal, "{text}");
        }
        for look_alike in [
            "ada@ｅxample.org",
            "ada@example。org",
            "ada@exam\u{ad}ple.org",
            "ada@exam\u{200b}ple.org",
            "ada@exam\u{2060}ple.org",
            "ada@exam\u{fe0f}ple.org",
            "ada@ⓔxample.org",
            "ada@ex%61mple.org",
            "ada@example.org.",
            "ada@BÜCHER.example",
            "ada@bu\u{308}cher.example",
        ] {
            assert!(Address::read(look_alike).is_ok(), "{look_alike} folds to another domain");
            assert!(Address::read_exact(look_alike).is_err(), "{look_alike}");
        }
    }

    #[test]
    fn a_sender_has_room_for_a_key() {
        let sender: Sender = "Broadside <play@Example.org>".parse().unwrap();
        assert_eq!(sender.to_string(), "Broadside <play@example.org>");
        assert_eq!("play@localhost".parse::<Sender>().unwrap().name(), "Broadside");
        assert_eq!(sender.key_of("PLAY+abc@example.ORG"), Some("abc"));
        assert_eq!(sender.key_of("play@example.org"), Some(""));
        assert_eq!(sender.key_of("player@example.org"), None);
        assert_eq!(sender.key_of("play+abc@example.com"), None);
        for wrong in ["play", "play+x@example.org", "a-name-that-is-much-too-long@example.org"] {
            assert!(wrong.parse::<Sender>().is_err(), "{wrong}");
        }
    }
}
