//! Finds the text in the parts of a message (RFC 2046).
//!
//! `mail-parser` parses headers, and decodes encodings and charsets. It is not used to split the
//! parts, because it recurses into nested messages in any encoding, and an attacker could nest them
//! deeply enough to overflow the stack.

use std::borrow::Cow;

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::parsers::MessageStream;
use mail_parser::{ContentType, Message, MessageParser, MimeHeaders};

use super::{IgnoreReason, check_header_size, format_flowed, html, quote_stripper};
use crate::ServiceAddress;

/// Maximum number of parts of a message, and maximum nesting depth.
const MAX_PARTS: usize = 100;
const MAX_DEPTH: usize = 8;

#[derive(Default)]
pub(super) struct BodyText {
    /// Author's own words.
    pub(super) words: String,
    /// Content of an attached file `fleet.txt`, if there is exactly one.
    pub(super) fleet: Option<String>,
    /// True if one of its alternatives contains struck-out or hidden words.
    pub(super) struck: bool,
}

/// Text of a part that belongs to the body of a message.
struct TextPart {
    words: String,
    /// True if it was written as plain text.
    plain: bool,
}

/// Removes the `From ` line that separates messages in a mailbox file.
pub(super) fn strip_mbox_line(raw: &[u8]) -> &[u8] {
    let lines = raw.iter().position(|byte| *byte == b'\n').map(|end| &raw[end + 1..]);
    lines.filter(|_| raw.starts_with(b"From ")).unwrap_or(raw)
}

pub(super) fn split_header(raw: &[u8]) -> (&[u8], &[u8]) {
    let mut end = 0;
    for line in raw.split_inclusive(|byte| *byte == b'\n') {
        let start = end;
        end += line.len();
        if line == b"\n" || line == b"\r\n" {
            return (&raw[..start], &raw[end..]);
        }
    }
    (raw, &[])
}

pub(super) fn extract_text(raw: &[u8], service: &ServiceAddress) -> Result<BodyText, IgnoreReason> {
    let mut walk = PartWalker { parts: 0, files: Vec::new(), struck: false };
    let words = walk
        .part(raw, 0)?
        .map(|text| quote_stripper::strip(&text.words, service))
        .unwrap_or_default();
    let fleet = <[String; 1]>::try_from(walk.files).ok().map(|[file]| file);
    Ok(BodyText { words, fleet, struck: walk.struck })
}

struct PartWalker {
    parts: usize,
    /// Contents of the files called `fleet.txt`.
    files: Vec<String>,
    /// See [`super::html::HtmlText::struck`].
    struck: bool,
}

impl PartWalker {
    /// Returns the text of a part that belongs to the body of the message.
    fn part(&mut self, raw: &[u8], depth: usize) -> Result<Option<TextPart>, IgnoreReason> {
        self.parts += 1;
        if self.parts > MAX_PARTS || depth > MAX_DEPTH {
            return Err(IgnoreReason::TooManyParts);
        }
        check_header_size(raw)?;
        let (head, body) = split_header(raw);
        let header = MessageParser::default().parse_headers(head).unwrap_or_default();
        let kind = if header.parts.is_empty() { None } else { header.content_type() };
        let (main, sub) = kind.map_or_else(
            || ("text".into(), "plain".into()),
            |kind| {
                let sub = kind.subtype().unwrap_or("plain").to_lowercase();
                (kind.ctype().to_lowercase(), sub)
            },
        );
        match &*main {
            "multipart" => {
                let boundary = kind.and_then(|kind| kind.attribute("boundary")).unwrap_or_default();
                self.multipart_text(body, boundary, &sub, depth)
            }
            "text" => Ok(self.text(&header, kind, body, &sub)),
            // A nested message was written by somebody else, or at another time.
            _ => Ok(None),
        }
    }

    fn multipart_text(
        &mut self,
        body: &[u8],
        boundary: &str,
        kind: &str,
        depth: usize,
    ) -> Result<Option<TextPart>, IgnoreReason> {
        let mut texts = Vec::new();
        for part in split_parts(body, boundary.as_bytes())? {
            // Visit all parts, since each may contain a file.
            texts.push(self.part(part, depth + 1)?);
        }
        Ok(match kind {
            // The same text in several formats: prefer plain text, unless it is blank.
            "alternative" => {
                let mut texts: Vec<_> = texts.into_iter().flatten().collect();
                let plain =
                    texts.iter().position(|text| text.plain && !text.words.trim().is_empty());
                let filled = texts.iter().position(|text| !text.words.trim().is_empty());
                plain.or(filled).map(|index| texts.swap_remove(index))
            }
            // The first part is the text. The others belong to it: pictures, a signature.
            "related" | "signed" => texts.into_iter().next().flatten(),
            // Their contents were written by others.
            "digest" | "report" => None,
            _ => {
                let texts: Vec<_> = texts.into_iter().flatten().collect();
                let plain = texts.iter().all(|text| text.plain);
                let words: Vec<_> = texts.into_iter().map(|text| text.words).collect();
                (!words.is_empty()).then(|| TextPart { words: words.join("\n"), plain })
            }
        })
    }

    fn text(
        &mut self,
        header: &Message<'_>,
        kind: Option<&ContentType<'_>>,
        body: &[u8],
        sub: &str,
    ) -> Option<TextPart> {
        let has_header = !header.parts.is_empty();
        let encoding = if has_header { header.content_transfer_encoding() } else { None };
        let name = if has_header { header.attachment_name() } else { None };
        let disposition = if has_header { header.content_disposition() } else { None };
        if let Some(name) = name {
            if sub == "plain" && name.eq_ignore_ascii_case("fleet.txt") {
                self.files.push(plain_text(body, encoding, kind));
            }
            return None;
        }
        if disposition.is_some_and(ContentType::is_attachment) {
            return None;
        }
        match sub {
            "plain" => Some(TextPart { words: plain_text(body, encoding, kind), plain: true }),
            "html" => {
                let html::HtmlText { text, struck } = html::to_text(&decode(body, encoding, kind));
                self.struck |= struck;
                Some(TextPart { words: normalize_text(&text), plain: false })
            }
            _ => None,
        }
    }
}

/// Splits a body at its boundary.
fn split_parts<'a>(body: &'a [u8], boundary: &[u8]) -> Result<Vec<&'a [u8]>, IgnoreReason> {
    let mut parts = Vec::new();
    if boundary.is_empty() {
        return Ok(parts);
    }
    let mut part_start = None;
    let mut end = 0;
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        let start = end;
        end += line.len();
        let Some(rest) = line.strip_prefix(b"--").and_then(|line| line.strip_prefix(boundary))
        else {
            continue;
        };
        let is_last = rest.trim_ascii() == b"--";
        if !is_last && !rest.trim_ascii().is_empty() {
            continue;
        }
        if let Some(previous) = part_start.replace(end) {
            parts.push(without_break(&body[previous..start]));
            if parts.len() > MAX_PARTS {
                return Err(IgnoreReason::TooManyParts);
            }
        }
        if is_last {
            return Ok(parts);
        }
    }
    // The message may have been truncated in transit.
    parts.extend(part_start.map(|start| &body[start..]));
    Ok(parts)
}

/// Returns a part without the line break at its end.
fn without_break(part: &[u8]) -> &[u8] {
    let part = part.strip_suffix(b"\n").unwrap_or(part);
    part.strip_suffix(b"\r").unwrap_or(part)
}

/// Returns the text of a part that was written as plain text.
fn plain_text(body: &[u8], encoding: Option<&str>, kind: Option<&ContentType<'_>>) -> String {
    let mut text = decode(body, encoding, kind);
    if has_attribute(kind, "format", "flowed") {
        text = format_flowed::decode(&text, has_attribute(kind, "delsp", "yes"));
    }
    normalize_text(&text)
}

fn has_attribute(kind: Option<&ContentType<'_>>, name: &str, value: &str) -> bool {
    kind.and_then(|kind| kind.attribute(name)).is_some_and(|text| text.eq_ignore_ascii_case(value))
}

/// Decodes the text of a part. Text that cannot be decoded is empty.
fn decode(body: &[u8], encoding: Option<&str>, kind: Option<&ContentType<'_>>) -> String {
    let bytes: Cow<'_, [u8]> = match encoding.unwrap_or_default().trim().to_lowercase().as_str() {
        "base64" => base64_decode(body).unwrap_or_default().into(),
        "quoted-printable" => MessageStream::new(body).decode_quoted_printable_mime(b"").1,
        _ => body.into(),
    };
    let charset = kind.and_then(|kind| kind.attribute("charset"));
    match charset.and_then(|charset| charset_decoder(charset.trim().as_bytes())) {
        Some(decode) => decode(&bytes),
        None => String::from_utf8_lossy(&bytes).into_owned(),
    }
}

/// Normalizes line breaks and spaces, and removes invisible characters.
fn normalize_text(text: &str) -> String {
    text.replace("\r\n", "\n").chars().filter_map(normalize_character).collect()
}

/// Returns a character as a line break, a space or itself; `None` if it is invisible.
fn normalize_character(c: char) -> Option<char> {
    match c {
        '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some('\n'),
        '\t' | '\n' => Some(c),
        '\u{a0}' | '\u{202f}' | '\u{2007}' => Some(' '),
        '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}'
        | '\u{feff}'
        | '\u{ad}' => None,
        c if c.is_control() => None,
        c => Some(c),
    }
}
