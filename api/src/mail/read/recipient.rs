//! Where a message was sent to.

use super::headers::Headers;
use crate::mail::Sender;

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

/// Whether an address is one of ours: then with its key, if it has one.
pub(super) fn key_of(ours: &Sender, address: &str) -> Option<Option<String>> {
    let address = address.trim().trim_start_matches('<').trim_end_matches('>').to_lowercase();
    let key = ours.key_of(&address)?;
    // Nothing else is a key, and no key is longer.
    let fits = key.len() <= 64 && key.chars().all(|c| c.is_ascii_alphanumeric());
    fits.then(|| Some(key.to_owned()).filter(|key| !key.is_empty()))
}

/// Where a message was sent to: what the server that had it says, then what others have noted, then what is written.
pub(super) fn sent_to(ours: &Sender, headers: &Headers<'_>, recipient: Option<&str>) -> SentTo {
    let named = recipient.into_iter().map(str::to_owned).collect();
    let noted = NOTED.iter().flat_map(|field| headers.addresses(field)).collect();
    let written = WRITTEN.iter().flat_map(|field| headers.addresses(field)).collect();
    let mut service = false;
    let all: [Vec<String>; 3] = [named, noted, written];
    for addresses in all {
        let found: Vec<_> = addresses.iter().filter_map(|address| key_of(ours, address)).collect();
        let mut keys: Vec<_> = found.iter().flatten().collect();
        keys.sort();
        keys.dedup();
        match keys[..] {
            [] => service |= !found.is_empty(),
            [key] => return SentTo::Key(key.clone()),
            _ => return SentTo::SeveralKeys,
        }
    }
    if service { SentTo::Service } else { SentTo::Elsewhere }
}
