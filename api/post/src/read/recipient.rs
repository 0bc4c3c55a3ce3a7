//! Determines the recipient of a message.

use super::headers::Headers;
use crate::ServiceAddress;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SentTo {
    /// Our address with this key.
    Key(String),
    /// Several of our addresses with different keys. It is unknown which one was meant.
    SeveralKeys,
    /// Our address without a key.
    Service,
    /// No address of ours.
    Elsewhere,
}

impl SentTo {
    /// Returns the key, if there is one.
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::Key(key) => Some(key),
            _ => None,
        }
    }
}

/// Fields in which servers record where they delivered a message (`DELIVERY_FIELDS`), and fields
/// that its sender wrote (`ADDRESSEE_FIELDS`).
const DELIVERY_FIELDS: [&str; 4] =
    ["Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To"];
const ADDRESSEE_FIELDS: [&str; 2] = ["To", "Cc"];

/// Returns the key of one of our addresses: `Some(None)` if it has no key, or `None` if the address
/// is not ours.
pub(super) fn key_of(service: &ServiceAddress, address: &str) -> Option<Option<String>> {
    let address = address.trim().trim_start_matches('<').trim_end_matches('>').to_lowercase();
    let key = service.key_of(&address)?;
    // No valid key has other characters or is longer.
    let is_possible = key.len() <= 64 && key.chars().all(|c| c.is_ascii_alphanumeric());
    is_possible.then(|| Some(key.to_owned()).filter(|key| !key.is_empty()))
}

/// Determines the recipient. The envelope recipient takes precedence over fields added by servers,
/// and these over fields written by the sender.
pub(super) fn find_recipient(
    service: &ServiceAddress,
    headers: &Headers<'_>,
    recipient: Option<&str>,
) -> SentTo {
    let envelope = recipient.into_iter().map(str::to_owned).collect();
    let delivered = DELIVERY_FIELDS.iter().flat_map(|field| headers.addresses(field)).collect();
    let addressed = ADDRESSEE_FIELDS.iter().flat_map(|field| headers.addresses(field)).collect();
    let mut is_for_service = false;
    let sources: [Vec<String>; 3] = [envelope, delivered, addressed];
    for addresses in sources {
        let matches: Vec<_> =
            addresses.iter().filter_map(|address| key_of(service, address)).collect();
        let mut keys: Vec<_> = matches.iter().flatten().collect();
        keys.sort();
        keys.dedup();
        match keys[..] {
            [] => is_for_service |= !matches.is_empty(),
            [key] => return SentTo::Key(key.clone()),
            _ => return SentTo::SeveralKeys,
        }
    }
    if is_for_service { SentTo::Service } else { SentTo::Elsewhere }
}
