//! Parses inbound mail: classifies a message and extracts the text of its author.
//!
//! Input is untrusted, so all work is bounded, and nothing is executed here. Only the words that
//! the sender has just written count: quoted and forwarded text, signatures and footers are cut
//! off. In doubt more is cut. Then nothing is understood, and the reply says so. That is a
//! nuisance, but an unintended move could not be undone.

mod authentication_results;
mod auto_reply;
mod format_flowed;
mod headers;
mod html;
mod mime;
mod own_text;
mod quote_stripper;
mod recipient;
mod salutations;
#[cfg(test)]
mod tests;
mod writing_time;

use broadside_notation::begins_like_command;
use mail_parser::MessageParser;
use sha2::{Digest, Sha256};

use self::authentication_results::Verdict;
use self::headers::{FromField, Headers};
use crate::{Address, ServiceAddress};

pub use self::recipient::SentTo;
pub use self::salutations::StrippedText;
pub use self::writing_time::WritingTime;

/// Maximum number of header fields of a message, and maximum number of their bytes in total. Even a
/// message that passes through many servers has about a tenth of that.
const MAX_HEADER_FIELDS: usize = 1_000;
const MAX_HEADER_BYTES: usize = 256 * 1024;

#[derive(Clone, Debug)]
pub struct MailParser {
    /// Address that mail arrives at, with or without a key.
    pub service: ServiceAddress,
    /// Name of the server whose `Authentication-Results` are trusted.
    pub authserv_id: Option<String>,
    /// Maximum size of a message in bytes.
    pub max_bytes: usize,
}

/// Classified message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InboundMail {
    /// Message from a person.
    Message(ParsedMessage),
    /// Bounce of a mail that we sent.
    Bounce(Bounce),
    /// Message that is ignored.
    Ignored(IgnoreReason),
}

/// Message from a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedMessage {
    /// Sender that the message names. Its domain is spelled exactly: other spellings of a domain
    /// are rejected.
    pub from: Address,
    /// Names that they may sign with, in lower case.
    pub names: Vec<String>,
    pub to: SentTo,
    /// Message-ID, without angle brackets.
    pub message_id: Option<String>,
    /// Message-IDs in `References`, oldest first.
    pub references: Vec<String>,
    pub subject: String,
    /// Author's own text, in lines, without quotations and the like. Blank if there is no such
    /// text.
    pub text: String,
    /// True if the text is that of an attached file `fleet.txt`, because the message itself has no
    /// text.
    pub attached: bool,
    /// True if its HTML form contains struck-out or hidden text.
    pub struck: bool,
    /// True if the trusted server has not added an authentication result.
    pub unchecked: bool,
    /// True if the configured server has found the sender to be genuine, or no server is
    /// configured.
    pub authentic: bool,
}

impl ParsedMessage {
    /// Returns the text without a greeting and a farewell, or `None` if it has neither.
    pub fn without_salutations(&self) -> Option<StrippedText> {
        salutations::strip(&self.text, &self.names)
    }

    /// Returns true if the text reads like an absence notice, which some programs send without a
    /// mark.
    pub fn reads_like_absence(&self) -> bool {
        self.text.lines().any(auto_reply::reads_like_absence)
    }
}

/// Bounce of a mail that we sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounce {
    /// Recipient of the bounce. It contains the key of the mail that was not delivered.
    pub to: SentTo,
    /// True if the failure is permanent. Otherwise the mail may still be delivered.
    pub is_permanent: bool,
}

/// Reason why a message is ignored. No reply is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IgnoreReason {
    /// It has more bytes than the operator allows.
    TooLarge,
    /// Its header has too many fields or too many bytes.
    TooManyHeaders,
    /// It has too many parts, or they are nested too deeply.
    TooManyParts,
    /// It names no sender, or several.
    NoSender,
    /// The sender's domain is written in characters that stand for another domain.
    LookAlike,
    /// We sent it.
    Own,
    /// It is an automatic reply: an absence notice or a read receipt.
    Automatic,
    /// It was sent to a mailing list.
    List,
    /// The trusted server says that the sender is forged.
    NotAuthentic,
}

/// Values of the header of a message by which it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageHead {
    /// Fingerprint that is the same for all copies of a message, and different for all other
    /// messages.
    pub hash: String,
    /// Sender that the message names, in lower case.
    pub sender: Option<String>,
    /// Evidence of when it was written.
    pub written: WritingTime,
}

impl IgnoreReason {
    /// Returns the name that is stored.
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

impl MailParser {
    /// Classifies a message. `recipient` is the address that it was delivered to, according to the
    /// receiving server.
    pub fn parse(&self, raw: &[u8], recipient: Option<&str>) -> InboundMail {
        match self.try_parse(raw, recipient) {
            Ok(mail) => mail,
            Err(reason) => InboundMail::Ignored(reason),
        }
    }

    fn try_parse(&self, raw: &[u8], recipient: Option<&str>) -> Result<InboundMail, IgnoreReason> {
        if raw.len() > self.max_bytes {
            return Err(IgnoreReason::TooLarge);
        }
        let raw = mime::strip_mbox_line(raw);
        check_header_size(raw)?;
        let message = MessageParser::default()
            .parse_headers(mime::split_header(raw).0)
            .ok_or(IgnoreReason::NoSender)?;
        let headers = Headers::new(&message);
        let to = recipient::find_recipient(&self.service, &headers, recipient);
        if auto_reply::is_bounce(&headers) {
            return Ok(InboundMail::Bounce(Bounce {
                to,
                is_permanent: auto_reply::is_permanent(raw),
            }));
        }
        let from = match headers.sender() {
            FromField::One(address) => address,
            FromField::LookAlike => return Err(IgnoreReason::LookAlike),
            FromField::None => return Err(IgnoreReason::NoSender),
        };
        if let Some(reason) = auto_reply::ignore_reason(&headers, &self.service, from.as_str()) {
            return Err(reason);
        }
        let verdict = self
            .authserv_id
            .as_ref()
            .map(|trusted| authentication_results::verdict(&headers, trusted, from.domain()));
        if verdict == Some(Some(Verdict::Failed)) {
            return Err(IgnoreReason::NotAuthentic);
        }
        let body = mime::extract_text(raw, &self.service)?;
        if auto_reply::may_be_automatic(&headers.subject())
            && body.fleet.is_none()
            && !body.words.lines().any(begins_like_command)
        {
            return Err(IgnoreReason::Automatic);
        }
        // If both had text, one could be a remark on the other.
        let (text, attached) = match body.fleet {
            Some(fleet) if body.words.trim().is_empty() => (fleet, true),
            _ => (body.words, false),
        };
        Ok(InboundMail::Message(ParsedMessage {
            names: salutations::possible_names(headers.sender_name().as_deref(), from.as_str()),
            from,
            to,
            message_id: headers.message_ids("Message-ID").into_iter().next(),
            references: headers.message_ids("References"),
            subject: headers.subject(),
            text,
            attached,
            struck: body.struck,
            unchecked: verdict == Some(None),
            // Without a server that checks senders, the operator answers for them.
            authentic: verdict.is_none_or(|verdict| verdict == Some(Verdict::Passed)),
        }))
    }

    /// Reads the header of a message. The fingerprint is computed from its Message-ID, its sender,
    /// and the key that it was sent to. If it has no Message-ID, its whole content and the
    /// recipient are hashed.
    pub fn read_head(&self, raw: &[u8], recipient: Option<&str>) -> MessageHead {
        let raw = mime::strip_mbox_line(raw);
        let head = check_header_size(raw).ok().map(|()| mime::split_header(raw).0);
        let message = head.and_then(|head| MessageParser::default().parse_headers(head));
        let headers = message.as_ref().map(Headers::new);
        let sender = headers.as_ref().and_then(|headers| match headers.sender() {
            FromField::One(address) => Some(address.normalized().to_owned()),
            FromField::LookAlike | FromField::None => None,
        });
        let id_and_recipient = headers.as_ref().and_then(|headers| {
            let id = headers.message_ids("Message-ID").into_iter().next()?;
            Some((id, recipient::find_recipient(&self.service, headers, recipient)))
        });
        let hash = match &id_and_recipient {
            Some((id, to)) => hash_parts(&[
                id.as_bytes(),
                sender.as_deref().unwrap_or_default().as_bytes(),
                to.key().unwrap_or_default().as_bytes(),
            ]),
            None => hash_parts(&[raw, recipient.unwrap_or_default().as_bytes()]),
        };
        let written = headers.as_ref().map(WritingTime::read).unwrap_or_default();
        MessageHead { hash, sender, written }
    }
}

/// Returns a hash of parts and their lengths.
fn hash_parts(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    data_encoding::HEXLOWER.encode(&hash.finalize())
}

/// Checks the size of the header before it is parsed.
fn check_header_size(raw: &[u8]) -> Result<(), IgnoreReason> {
    let mut fields = 0;
    let mut bytes = 0;
    for line in raw.split_inclusive(|byte| *byte == b'\n') {
        if line.trim_ascii().is_empty() {
            break;
        }
        fields += usize::from(!line.starts_with(b" ") && !line.starts_with(b"\t"));
        bytes += line.len();
        if fields > MAX_HEADER_FIELDS || bytes > MAX_HEADER_BYTES {
            return Err(IgnoreReason::TooManyHeaders);
        }
    }
    Ok(())
}
