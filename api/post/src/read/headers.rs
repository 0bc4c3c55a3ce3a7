//! Access to the header fields of a message.

use mail_parser::parsers::MessageStream;
use mail_parser::{Header, HeaderValue, Message};

use crate::Address;

/// Maximum number of message ids that are taken from the fields of one name.
const MAX_IDS: usize = 100;
/// Maximum number of characters of a subject.
const MAX_SUBJECT_LENGTH: usize = 200;

/// Header of a message.
pub(super) struct Headers<'a> {
    message: &'a Message<'a>,
    fields: Vec<(&'a str, &'a Header<'a>)>,
}

/// Sender in the `From` field of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FromField {
    /// One address, with its domain spelled exactly.
    One(Address),
    /// One address, whose domain is a spelling of another domain.
    LookAlike,
    /// No usable address, or several.
    None,
}

impl<'a> Headers<'a> {
    pub(super) fn new(message: &'a Message<'a>) -> Self {
        let fields = message.headers().iter();
        let fields =
            fields.filter_map(|header| Some((field_name(&message.raw_message, header)?, header)));
        Self { message, fields: fields.collect() }
    }

    /// Returns the fields with this name, topmost first. Space before the colon is not part of the
    /// name (RFC 5322, section 4.5).
    fn fields_named(&self, name: &str) -> impl Iterator<Item = &'a Header<'a>> {
        let named = self.fields.iter().filter(move |(other, _)| other.eq_ignore_ascii_case(name));
        named.map(|(_, header)| *header)
    }

    fn bytes(&self, header: &Header<'_>) -> &'a [u8] {
        let start = header.offset_start() as usize;
        let end = header.offset_end() as usize;
        self.message.raw_message.get(start..end).unwrap_or_default()
    }

    /// Returns the raw values of all fields with this name, each as one line.
    pub(super) fn values(&self, name: &str) -> Vec<String> {
        let mut values = Vec::new();
        for header in self.fields_named(name) {
            let text = String::from_utf8_lossy(self.bytes(header));
            values.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        values
    }

    /// Returns the value of the first field with this name.
    pub(super) fn first_value(&self, name: &str) -> Option<String> {
        self.values(name).into_iter().next()
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.fields_named(name).next().is_some()
    }

    /// Returns the addresses in all fields with this name.
    pub(super) fn addresses(&self, name: &str) -> Vec<String> {
        let mut all = Vec::new();
        for header in self.fields_named(name) {
            if let HeaderValue::Address(addresses) =
                MessageStream::new(self.bytes(header)).parse_address()
            {
                all.extend(
                    addresses.iter().filter_map(|address| address.address()).map(str::to_owned),
                );
            }
        }
        all
    }

    /// Returns the message ids in the fields with this name that can safely be repeated.
    pub(super) fn message_ids(&self, name: &str) -> Vec<String> {
        let values =
            self.fields_named(name).map(|header| MessageStream::new(self.bytes(header)).parse_id());
        let ids = values.flat_map(|value| match value {
            HeaderValue::Text(id) => vec![id.into_owned()],
            HeaderValue::TextList(ids) => {
                ids.into_iter().map(std::borrow::Cow::into_owned).collect()
            }
            _ => Vec::new(),
        });
        ids.filter(|id| is_plain_id(id)).take(MAX_IDS).collect()
    }

    pub(super) fn sender(&self) -> FromField {
        let Ok([field]) = <[_; 1]>::try_from(self.fields_named("From").collect::<Vec<_>>()) else {
            return FromField::None;
        };
        let Ok([sender]) = <[String; 1]>::try_from(self.addresses("From")) else {
            return FromField::None;
        };
        let sender = sender.trim();
        // An address that is encoded, quoted or in a comment is read differently by other programs.
        let unquoted = without_quotes(self.bytes(field));
        if !unquoted.windows(sender.len().max(1)).any(|bytes| bytes == sender.as_bytes()) {
            return FromField::None;
        }
        match (Address::parse(sender), Address::parse_exact(sender)) {
            (_, Ok(address)) => FromField::One(address),
            (Ok(_), Err(_)) => FromField::LookAlike,
            (Err(_), Err(_)) => FromField::None,
        }
    }

    pub(super) fn sender_name(&self) -> Option<String> {
        match MessageStream::new(self.bytes(self.fields_named("From").next()?)).parse_address() {
            HeaderValue::Address(addresses) => addresses.first()?.name().map(str::to_owned),
            _ => None,
        }
    }

    /// Returns the subject, as one line.
    pub(super) fn subject(&self) -> String {
        let value = self.fields_named("Subject").last();
        let value = value.map(|header| MessageStream::new(self.bytes(header)).parse_unstructured());
        let subject = value.as_ref().and_then(HeaderValue::as_text).unwrap_or_default();
        let words: Vec<_> = subject
            .split(|c: char| c.is_whitespace() || c.is_control())
            .filter(|word| !word.is_empty())
            .collect();
        words.join(" ").chars().take(MAX_SUBJECT_LENGTH).collect()
    }

    /// Returns the content type in lower case, as in `multipart/report`.
    pub(super) fn content_type(&self) -> String {
        let value = self.first_value("Content-Type").unwrap_or_default().to_lowercase();
        value.split(';').next().unwrap_or_default().trim().to_owned()
    }

    /// Returns the content type with its parameters, in lower case.
    pub(super) fn content_type_value(&self) -> String {
        self.first_value("Content-Type").unwrap_or_default().to_lowercase()
    }
}

/// Returns true for a message id that can stand in the header of a reply.
fn is_plain_id(id: &str) -> bool {
    (1..=250).contains(&id.len()) && id.chars().all(|c| c.is_ascii_graphic() && !"<>".contains(c))
}

/// Returns a field without its quoted strings and comments (RFC 5322, sections 3.2.2 and 3.2.4).
fn without_quotes(field: &[u8]) -> Vec<u8> {
    let mut quoted = false;
    let mut comments = 0_usize;
    let mut escaped = false;
    let mut unquoted = Vec::with_capacity(field.len());
    for &byte in field {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted || comments > 0 => escaped = true,
            b'"' if comments == 0 => {
                quoted = !quoted;
                unquoted.push(b' ');
            }
            b'(' if !quoted => comments += 1,
            b')' if comments > 0 => comments -= 1,
            _ if !quoted && comments == 0 => unquoted.push(byte),
            _ => {}
        }
    }
    unquoted
}

/// Returns the name of a field, without the space that may stand before its colon, or `None` if it
/// is not a valid name (RFC 5322, section 3.6.8).
fn field_name<'a>(raw: &'a [u8], header: &Header<'_>) -> Option<&'a str> {
    let field = raw.get(header.offset_field() as usize..header.offset_start() as usize)?;
    let name = field.strip_suffix(b":")?.trim_ascii();
    let is_name =
        !name.is_empty() && name.iter().all(|byte| byte.is_ascii_graphic() && *byte != b':');
    is_name.then(|| std::str::from_utf8(name).ok()).flatten()
}
