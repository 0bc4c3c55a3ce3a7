//! Mail in: what the bytes of a message are, and what whoever wrote it says.
//!
//! Whatever comes in may be anything, so everything here is bounded, and nothing is done. What counts are the words that the
//! sender has written now: what is quoted, forwarded, signed or appended is cut off. In doubt more is cut: then nothing is
//! understood, and the answer says so. That is a nuisance; a move that nobody meant could not be taken back.

mod authentic;
mod automatic;
mod courtesy;
mod flowed;
mod headers;
mod html;
mod mime;
mod own_words;
mod recipient;
#[cfg(test)]
mod tests;

pub use courtesy::Meant;
use headers::{FromField, Headers};
use mail_parser::MessageParser;
pub use recipient::SentTo;
use sha2::{Digest, Sha256};

use super::{Address, Sender};

/// The most header fields that a message may have, and the most bytes of them all. What a message gathers on a long way is
/// a tenth of that.
const MOST_FIELDS: usize = 1_000;
const MOST_HEADER_BYTES: usize = 256 * 1024;

/// How mail is read.
#[derive(Clone, Debug)]
pub struct Reader {
    /// The address that mail comes in at, without or with a key.
    pub ours: Sender,
    /// Whose word on whether a message is authentic is believed, as its `Authentication-Results` names it.
    pub authserv_id: Option<String>,
    /// The most bytes that a message may have.
    pub most_bytes: usize,
}

/// What a message is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Incoming {
    /// Somebody writes.
    Letter(Letter),
    /// Mail of ours did not arrive.
    Bounce(Bounce),
    /// Nothing that is for us.
    Ignored(Ignored),
}

/// What somebody writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Who says to have written it. Its domain is the one that stands there, and not one that this is a spelling of.
    pub from: Address,
    /// How they may sign, in small letters.
    pub names: Vec<String>,
    /// Where it was sent to.
    pub to: SentTo,
    /// The id of the message, without angle brackets.
    pub message_id: Option<String>,
    /// The messages that it follows, oldest first: what an answer refers to besides.
    pub references: Vec<String>,
    /// Its subject.
    pub subject: String,
    /// What its writer says: lines, without what is quoted and the like. Blank if there is nothing.
    pub text: String,
    /// Whether the words are those of a file `fleet.txt`, for the message itself says nothing.
    pub attached: bool,
    /// Whether something in it is struck out, or not shown, in its form as HTML.
    pub struck: bool,
    /// Whether the server whose word is believed has said nothing of it.
    pub unchecked: bool,
}

impl Letter {
    /// What it says without a greeting and a farewell; `None` if it has neither.
    pub fn without_courtesies(&self) -> Option<Meant> {
        courtesy::without(&self.text, &self.names)
    }
}

/// Mail of ours that did not arrive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounce {
    /// Where it was sent to: that holds the key of what did not arrive.
    pub to: SentTo,
    /// Whether it never will. If not, it may still be on its way.
    pub for_good: bool,
}

/// Why a message is none for us. None of these is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ignored {
    /// It has more bytes than the operator allows.
    TooLarge,
    /// It has too many header fields, or too long ones.
    TooManyHeaders,
    /// It has too many parts, or parts within parts.
    TooManyParts,
    /// It does not say who has written it, or names several.
    NoSender,
    /// Its sender's domain is written in characters that stand for another domain.
    LookAlike,
    /// We have sent it.
    Own,
    /// A machine has answered: somebody is away, or has read something.
    Automatic,
    /// It came over a mailing list.
    List,
    /// Whoever checks mail for us says that the sender is another one.
    NotAuthentic,
}

/// What tells a message from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The same for all copies of it, and for nothing else.
    pub hash: String,
    /// Who says to have written it, in small letters.
    pub sender: Option<String>,
}

impl Ignored {
    /// As it is kept.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::TooLarge => "too_large",
            Self::TooManyHeaders => "too_many_headers",
            Self::TooManyParts => "too_many_parts",
            Self::NoSender => "no_sender",
            Self::LookAlike => "look_alike",
            Self::Own => "own",
            Self::Automatic => "automatic",
            Self::List => "list",
            Self::NotAuthentic => "not_authentic",
        }
    }
}

impl Reader {
    /// What a message is. `recipient` is the address that it was delivered to, as the server that had it says.
    pub fn read(&self, raw: &[u8], recipient: Option<&str>) -> Incoming {
        match self.try_read(raw, recipient) {
            Ok(incoming) => incoming,
            Err(ignored) => Incoming::Ignored(ignored),
        }
    }

    fn try_read(&self, raw: &[u8], recipient: Option<&str>) -> Result<Incoming, Ignored> {
        if raw.len() > self.most_bytes {
            return Err(Ignored::TooLarge);
        }
        let raw = mime::unwrapped(raw);
        check_head(raw)?;
        let message = MessageParser::default().parse_headers(mime::split(raw).0).ok_or(Ignored::NoSender)?;
        let headers = Headers::of(&message);
        let to = recipient::sent_to(&self.ours, &headers, recipient);
        if automatic::is_bounce(&headers) {
            return Ok(Incoming::Bounce(Bounce { to, for_good: automatic::is_for_good(raw) }));
        }
        let from = match headers.sender() {
            FromField::One(address) => address,
            FromField::LookAlike => return Err(Ignored::LookAlike),
            FromField::None => return Err(Ignored::NoSender),
        };
        if let Some(ignored) = automatic::kind(&headers, &self.ours, from.as_str()) {
            return Err(ignored);
        }
        let failed = |trusted: &String| authentic::has_failed(&headers, trusted, from.domain());
        let unchecked = match self.authserv_id.as_ref().map(failed) {
            Some(Some(true)) => return Err(Ignored::NotAuthentic),
            Some(None) => true,
            Some(Some(false)) | None => false,
        };
        let said = mime::said(raw)?;
        let (text, attached) = match said.fleet {
            Some(fleet) if said.words.trim().is_empty() => (fleet, true),
            _ => (said.words, false),
        };
        Ok(Incoming::Letter(Letter {
            names: courtesy::names(headers.sender_name().as_deref(), from.as_str()),
            from,
            to,
            message_id: headers.ids("Message-ID").into_iter().next(),
            references: headers.ids("References"),
            subject: headers.subject(),
            text,
            attached,
            struck: said.struck,
            unchecked,
        }))
    }

    /// What two copies of one message have in common and no other has: the id that its sender has given it, its sender, and
    /// where it was sent to. One without an id is told by all that it says.
    pub fn identity(&self, raw: &[u8], recipient: Option<&str>) -> Identity {
        let mut hash = Sha256::new();
        let mut add = |part: &[u8]| {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        };
        let raw = mime::unwrapped(raw);
        let head = check_head(raw).ok().map(|()| mime::split(raw).0);
        let message = head.and_then(|head| MessageParser::default().parse_headers(head));
        let headers = message.as_ref().map(Headers::of);
        let sender = headers.as_ref().and_then(|headers| match headers.sender() {
            FromField::One(address) => Some(address.normal().to_owned()),
            FromField::LookAlike | FromField::None => None,
        });
        let named = headers.as_ref().and_then(|headers| {
            let id = headers.ids("Message-ID").into_iter().next()?;
            Some((id, recipient::sent_to(&self.ours, headers, recipient)))
        });
        match named {
            Some((id, to)) => {
                add(id.as_bytes());
                add(sender.as_deref().unwrap_or_default().as_bytes());
                add(to.key().unwrap_or_default().as_bytes());
            }
            None => {
                add(raw);
                add(recipient.unwrap_or_default().as_bytes());
            }
        }
        Identity { hash: data_encoding::HEXLOWER.encode(&hash.finalize()), sender }
    }
}

/// Looks, before anything is read, whether the header is one that can be.
fn check_head(raw: &[u8]) -> Result<(), Ignored> {
    let (mut fields, mut bytes) = (0, 0);
    for line in raw.split_inclusive(|byte| *byte == b'\n') {
        if line.trim_ascii().is_empty() {
            break;
        }
        fields += usize::from(!line.starts_with(b" ") && !line.starts_with(b"\t"));
        bytes += line.len();
        if fields > MOST_FIELDS || bytes > MOST_HEADER_BYTES {
            return Err(Ignored::TooManyHeaders);
        }
    }
    Ok(())
}
