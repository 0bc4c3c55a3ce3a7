//! Where a message was sent to.

use super::headers::Headers;

/// The addresses under which mail comes in: `LOCAL@DOMAIN`, and `LOCAL+KEY@DOMAIN`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ours {
    local: String,
    domain: String,
}

/// Where a message was sent to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SentTo {
    /// The address with this key.
    Key(String),
    /// Several addresses with a key. Which was meant nobody can tell.
    SeveralKeys,
    /// The address without a key.
    Service,
    /// None of our addresses, as far as can be seen.
    Elsewhere,
}

impl SentTo {
    /// The key, if there is one.
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Key(key) => Some(key),
            _ => None,
        }
    }
}

/// The fields in which servers note where they have delivered a message; then those that its sender has written.
const NOTED: [&str; 4] = ["Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To"];
const WRITTEN: [&str; 2] = ["To", "Cc"];

impl Ours {
    /// The addresses that go with this one.
    pub fn new(local: &str, domain: &str) -> Self {
        Self { local: local.to_lowercase(), domain: domain.to_lowercase() }
    }

    /// Whether an address is one of ours: then with its key, if it has one.
    pub(super) fn key_of(&self, address: &str) -> Option<Option<String>> {
        let address = address.trim().trim_start_matches('<').trim_end_matches('>').to_lowercase();
        let (local, domain) = address.rsplit_once('@')?;
        if domain != self.domain {
            return None;
        }
        let rest = local.strip_prefix(&*self.local)?;
        match rest.strip_prefix('+') {
            // Nothing else is a key, and no key is longer.
            Some(key)
                if (1..=64).contains(&key.len())
                    && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') =>
            {
                Some(Some(key.to_owned()))
            }
            _ => rest.is_empty().then_some(None),
        }
    }

    /// Where a message was sent to: what the server that had it says, then what others have noted, then what is written.
    pub(super) fn sent_to(&self, headers: &Headers<'_>, recipient: Option<&str>) -> SentTo {
        let noted = NOTED.iter().flat_map(|field| headers.addresses(field)).collect();
        let written = WRITTEN.iter().flat_map(|field| headers.addresses(field)).collect();
        let mut service = false;
        for addresses in [recipient.into_iter().map(str::to_owned).collect::<Vec<_>>(), noted, written] {
            let ours: Vec<_> = addresses.iter().filter_map(|address| self.key_of(address)).collect();
            let mut keys: Vec<_> = ours.iter().flatten().collect();
            keys.sort();
            keys.dedup();
            match keys[..] {
                [] => service |= !ours.is_empty(),
                [key] => return SentTo::Key(key.clone()),
                _ => return SentTo::SeveralKeys,
            }
        }
        if service { SentTo::Service } else { SentTo::Elsewhere }
    }
}
