//! Mail addresses of players, and the sender address of the service.

use std::fmt;
use std::str::FromStr;

use lettre::message::Mailbox;

/// Maximum length of an address in octets (RFC 5321).
const MAX_LENGTH: usize = 254;
/// Maximum length of the sender's local part in octets. It leaves room for a key within the 64
/// octets of a local part.
const MAX_SENDER_LOCAL_PART: usize = 20;

/// Address that mail can be sent to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    text: String,
    normalized: String,
}

impl Address {
    /// Reads an address.
    ///
    /// # Errors
    /// If the text is not a valid address. The error describes the problem.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.len() > MAX_LENGTH {
            return Err(format!("an address has {MAX_LENGTH} characters at most"));
        }
        let (local, domain) = text.rsplit_once('@').ok_or_else(not_an_address)?;
        if !local.is_ascii() {
            return Err(
                "before the @ only letters from a to z, digits and the like can be sent to"
                    .to_owned(),
            );
        }
        // The RFC allows quoted local parts and IP address literals, but hardly anybody uses them.
        if local.contains('"') || domain.starts_with('[') {
            return Err(not_an_address());
        }
        let url::Host::Domain(domain) = url::Host::parse(domain).map_err(|_| not_an_address())?
        else {
            return Err(not_an_address());
        };
        let domain = domain.trim_end_matches('.').to_ascii_lowercase();
        let text = format!("{local}@{domain}");
        lettre::Address::from_str(&text).map_err(|_| not_an_address())?;
        // In theory local parts are case-sensitive, but in practice no mail server distinguishes
        // case.
        let normalized = format!("{}@{domain}", local.to_ascii_lowercase());
        Ok(Self { text, normalized })
    }

    /// Reads the address of a sender. The domain must be spelled exactly, since it identifies the
    /// sender. Full-width letters, soft hyphens, zero-width characters and the like map to another
    /// person's domain and are rejected. Capital letters from A to Z are allowed.
    ///
    /// # Errors
    /// If the text is not a valid address. The error describes the problem.
    pub fn parse_exact(text: &str) -> Result<Self, String> {
        let address = Self::parse(text)?;
        let written = text.trim().rsplit_once('@').map_or("", |(_, domain)| domain);
        if exact_domain(written).as_deref() != Some(address.domain()) {
            return Err(
                "the domain is not spelled as it is: write it in lower-case letters".to_owned()
            );
        }
        Ok(address)
    }

    /// Returns the domain, as A-labels in lower case.
    pub fn domain(&self) -> &str {
        self.normalized.rsplit_once('@').map_or("", |(_, domain)| domain)
    }

    /// Returns the address as it was written, with a normalized domain.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the normalized address, which is used in comparisons.
    pub fn normalized(&self) -> &str {
        &self.normalized
    }

    /// Returns the address that identifies the person who reads the mail: without a `+` suffix.
    pub fn canonical(&self) -> String {
        canonical(&self.normalized)
    }
}

fn not_an_address() -> String {
    "this is not a mail address: write one as in ada@example.org".to_owned()
}

/// Returns the A-labels of a domain in lower case, or `None` if `written` is another spelling of
/// that domain. A domain is written either as its A-labels, in either case, or as its U-labels in
/// the form that UTS 46 leaves unchanged.
pub(crate) fn exact_domain(written: &str) -> Option<String> {
    let url::Host::Domain(ascii) = url::Host::parse(written).ok()? else { return None };
    let lower = written.to_ascii_lowercase();
    if ascii == lower {
        return Some(ascii);
    }
    let (unicode, result) = idna::domain_to_unicode(&ascii);
    (result.is_ok() && unicode == lower).then_some(ascii)
}

/// Same as [`Address::canonical`], for a normalized address.
pub(crate) fn canonical(normalized: &str) -> String {
    let (local, domain) = normalized.rsplit_once('@').unwrap_or((normalized, ""));
    let name = local.split('+').next().filter(|name| !name.is_empty()).unwrap_or(local);
    // Gmail ignores dots, so one mailbox has many spellings.
    if ["gmail.com", "googlemail.com"].contains(&domain) {
        return format!("{}@gmail.com", name.replace('.', ""));
    }
    format!("{name}@{domain}")
}

/// Sender of the service's mail, and the address that replies go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceAddress {
    name: Option<String>,
    local: String,
    domain: String,
}

impl ServiceAddress {
    /// Returns the sender as it is written in a mail header.
    pub(crate) fn mailbox(&self) -> Mailbox {
        let address = lettre::Address::new(&self.local, &self.domain).expect("it was read as one");
        Mailbox::new(self.name.clone(), address)
    }

    /// Returns the local part, without a key.
    pub fn local(&self) -> &str {
        &self.local
    }

    pub fn domain(&self) -> &str {
        &self.domain
    }

    /// Returns the display name.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or("Broadside")
    }

    pub fn address(&self) -> String {
        format!("{}@{}", self.local, self.domain)
    }

    /// Returns the address with a key behind a +. Mail to it, a reply or a bounce, brings the key
    /// back.
    pub fn with_key(&self, key: &str) -> String {
        format!("{}+{key}@{}", self.local, self.domain)
    }

    /// Returns the key of an address if it is this one with or without a key (an empty string
    /// without), or `None` otherwise.
    pub fn key_of<'a>(&self, address: &'a str) -> Option<&'a str> {
        let (local, domain) = address.rsplit_once('@')?;
        if !domain.eq_ignore_ascii_case(&self.domain) {
            return None;
        }
        let (name, key) = local.split_once('+').unwrap_or((local, ""));
        name.eq_ignore_ascii_case(&self.local).then_some(key)
    }
}

impl fmt::Display for ServiceAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.mailbox())
    }
}

impl FromStr for ServiceAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mailbox: Mailbox = text.parse().map_err(|_| not_a_sender(text))?;
        let address = Address::parse(mailbox.email.as_ref()).map_err(|_| not_a_sender(text))?;
        let (local, domain) =
            address.as_str().rsplit_once('@').ok_or_else(|| not_a_sender(text))?;
        if local.len() > MAX_SENDER_LOCAL_PART || local.contains('+') {
            return Err(format!(
                "the name before the @ has {MAX_SENDER_LOCAL_PART} characters at most and no +, for a + and a key come behind it; \
                 `{local}` will not do"
            ));
        }
        Ok(Self { name: mailbox.name, local: local.to_owned(), domain: domain.to_owned() })
    }
}

fn not_a_sender(text: &str) -> String {
    format!("`{text}` is not a sender: write one as in Broadside <play@example.org>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_compared_as_mail_servers_do() {
        for (text, normalized, base) in [
            ("Ada@Example.ORG", "ada@example.org", "ada@example.org"),
            (" ada+games@example.org ", "ada+games@example.org", "ada@example.org"),
            ("ada@bücher.example", "ada@xn--bcher-kva.example", "ada@xn--bcher-kva.example"),
            ("o'neill.b@localhost", "o'neill.b@localhost", "o'neill.b@localhost"),
            ("+x@example.org", "+x@example.org", "+x@example.org"),
            ("a.da+x@Googlemail.com", "a.da+x@googlemail.com", "ada@gmail.com"),
        ] {
            let address = Address::parse(text).unwrap();
            assert_eq!((address.normalized(), &*address.canonical()), (normalized, base));
        }
        assert_eq!(Address::parse("Ada@Example.ORG").unwrap().as_str(), "Ada@example.org");
    }

    #[test]
    fn invalid_addresses_are_rejected() {
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
            // Surrounding white space is not part of the address.
            assert!(Address::parse(text).is_err() || text.trim() == "ada@example.org", "{text:?}");
        }
    }

    #[test]
    fn a_senders_domain_must_be_spelled_exactly() {
        for (text, normalized) in [
            ("Ada@Example.ORG", "ada@example.org"),
            ("ada@bücher.example", "ada@xn--bcher-kva.example"),
            ("ada@XN--bcher-kva.example", "ada@xn--bcher-kva.example"),
        ] {
            assert_eq!(Address::parse_exact(text).unwrap().normalized(), normalized, "{text}");
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
            assert!(Address::parse(look_alike).is_ok(), "{look_alike} folds to another domain");
            assert!(Address::parse_exact(look_alike).is_err(), "{look_alike}");
        }
    }

    #[test]
    fn a_sender_has_room_for_a_key() {
        let sender: ServiceAddress = "Broadside <play@Example.org>".parse().unwrap();
        assert_eq!(sender.to_string(), "Broadside <play@example.org>");
        assert_eq!("play@localhost".parse::<ServiceAddress>().unwrap().name(), "Broadside");
        assert_eq!(sender.key_of("PLAY+abc@example.ORG"), Some("abc"));
        assert_eq!(sender.key_of("play@example.org"), Some(""));
        assert_eq!(sender.key_of("player@example.org"), None);
        assert_eq!(sender.key_of("play+abc@example.com"), None);
        for wrong in ["play", "play+x@example.org", "a-name-that-is-much-too-long@example.org"] {
            assert!(wrong.parse::<ServiceAddress>().is_err(), "{wrong}");
        }
    }
}
