//! The parts of a message (RFC 2046), and what of them says something.
//!
//! `mail-parser` reads headers, and undoes encodings and charsets. Parts are told apart here and not by it: it goes into messages
//! within messages, however they are encoded, and somebody could send so many that there is no way back out.

use std::borrow::Cow;

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::parsers::MessageStream;
use mail_parser::{ContentType, Message, MessageParser, MimeHeaders};

use super::{Ignored, check_head, flowed, html, own_words};

/// The most parts that a message may have, and how deep they may lie in each other.
const MOST_PARTS: usize = 100;
const DEEPEST: usize = 8;

/// What a message says.
#[derive(Default)]
pub(super) struct Said {
    /// Its own words.
    pub(super) words: String,
    /// The words of a file `fleet.txt` that is sent with it, if there is one and no more.
    pub(super) fleet: Option<String>,
    /// Whether words in it are struck out or hidden, in one of its forms.
    pub(super) struck: bool,
}

/// What a part says as the body of a message.
struct Text {
    words: String,
    /// Whether it was written as plain text.
    plain: bool,
}

/// A message without the line that says in mailboxes when it came.
pub(super) fn unwrapped(raw: &[u8]) -> &[u8] {
    let lines = raw.iter().position(|byte| *byte == b'\n').map(|end| &raw[end + 1..]);
    lines.filter(|_| raw.starts_with(b"From ")).unwrap_or(raw)
}

/// The header and the body.
pub(super) fn split(raw: &[u8]) -> (&[u8], &[u8]) {
    let mut at = 0;
    for line in raw.split_inclusive(|byte| *byte == b'\n') {
        let begins = at;
        at += line.len();
        if line == b"\n" || line == b"\r\n" {
            return (&raw[..begins], &raw[at..]);
        }
    }
    (raw, &[])
}

/// What a message says.
pub(super) fn said(raw: &[u8]) -> Result<Said, Ignored> {
    let mut walk = Walk { parts: 0, files: Vec::new(), struck: false };
    let words = walk.part(raw, 0)?.map(|text| own_words::of(&text.words)).unwrap_or_default();
    let fleet = <[String; 1]>::try_from(walk.files).ok().map(|[file]| file);
    Ok(Said { words, fleet, struck: walk.struck })
}

struct Walk {
    parts: usize,
    /// What the files called `fleet.txt` say.
    files: Vec<String>,
    /// See [`Said::struck`].
    struck: bool,
}

impl Walk {
    /// What a part says as the body of the message.
    fn part(&mut self, raw: &[u8], depth: usize) -> Result<Option<Text>, Ignored> {
        self.parts += 1;
        if self.parts > MOST_PARTS || depth > DEEPEST {
            return Err(Ignored::TooManyParts);
        }
        check_head(raw)?;
        let (head, body) = split(raw);
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
                self.parts_of(body, boundary, &sub, depth)
            }
            "text" => Ok(self.text(&header, kind, body, &sub)),
            // A message within is one that somebody else has written, or at another time.
            _ => Ok(None),
        }
    }

    fn parts_of(
        &mut self,
        body: &[u8],
        boundary: &str,
        kind: &str,
        depth: usize,
    ) -> Result<Option<Text>, Ignored> {
        let mut texts = Vec::new();
        for part in parts(body, boundary.as_bytes())? {
            // All are looked at, for they may hold a file.
            texts.push(self.part(part, depth + 1)?);
        }
        Ok(match kind {
            // The same in several forms: plain text, unless nothing stands there.
            "alternative" => {
                let mut texts: Vec<_> = texts.into_iter().flatten().collect();
                let plain = texts.iter().position(|text| text.plain && !text.words.trim().is_empty());
                let any = texts.iter().position(|text| !text.words.trim().is_empty());
                plain.or(any).map(|at| texts.swap_remove(at))
            }
            // The first is the thing, the others belong to it: pictures, a signature.
            "related" | "signed" => texts.into_iter().next().flatten(),
            // Others have written what is in them.
            "digest" | "report" => None,
            _ => {
                let texts: Vec<_> = texts.into_iter().flatten().collect();
                let plain = texts.iter().all(|text| text.plain);
                let words: Vec<_> = texts.into_iter().map(|text| text.words).collect();
                (!words.is_empty()).then(|| Text { words: words.join("\n"), plain })
            }
        })
    }

    fn text(
        &mut self,
        header: &Message<'_>,
        kind: Option<&ContentType<'_>>,
        body: &[u8],
        sub: &str,
    ) -> Option<Text> {
        let is_headed = !header.parts.is_empty();
        let encoding = if is_headed { header.content_transfer_encoding() } else { None };
        let decoded = || decode(body, encoding, kind);
        let flowed = |text: String| {
            let of = |name| kind.and_then(|kind| kind.attribute(name)).unwrap_or_default();
            match of("format").eq_ignore_ascii_case("flowed") {
                true => flowed::joined(&text, of("delsp").eq_ignore_ascii_case("yes")),
                false => text,
            }
        };
        let name = if is_headed { header.attachment_name() } else { None };
        let disposition = if is_headed { header.content_disposition() } else { None };
        if let Some(name) = name {
            if sub == "plain" && name.eq_ignore_ascii_case("fleet.txt") {
                self.files.push(tidy(&flowed(decoded())));
            }
            return None;
        }
        if disposition.is_some_and(ContentType::is_attachment) {
            return None;
        }
        match sub {
            "plain" => Some(Text { words: tidy(&flowed(decoded())), plain: true }),
            "html" => {
                let html::Page { text, struck } = html::page(&decoded());
                self.struck |= struck;
                Some(Text { words: tidy(&text), plain: false })
            }
            _ => None,
        }
    }
}

/// The parts that a boundary tells apart.
fn parts<'a>(body: &'a [u8], boundary: &[u8]) -> Result<Vec<&'a [u8]>, Ignored> {
    let (mut parts, mut begins, mut at) = (Vec::new(), None, 0);
    if boundary.is_empty() {
        return Ok(parts);
    }
    let without_break = |part: &'a [u8]| {
        let part = part.strip_suffix(b"\n").unwrap_or(part);
        part.strip_suffix(b"\r").unwrap_or(part)
    };
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        let starts = at;
        at += line.len();
        let Some(rest) = line.strip_prefix(b"--").and_then(|line| line.strip_prefix(boundary)) else {
            continue;
        };
        let is_last = rest.trim_ascii() == b"--";
        if !is_last && !rest.trim_ascii().is_empty() {
            continue;
        }
        if let Some(begun) = begins.replace(at) {
            parts.push(without_break(&body[begun..starts]));
            if parts.len() > MOST_PARTS {
                return Err(Ignored::TooManyParts);
            }
        }
        if is_last {
            return Ok(parts);
        }
    }
    // It may have been cut off on its way.
    parts.extend(begins.map(|begun| &body[begun..]));
    Ok(parts)
}

/// The text of a part. What cannot be decoded says nothing.
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

/// A text with one kind of line break and one kind of space, without what nobody sees.
fn tidy(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let seen = |c: char| match c {
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
    };
    text.chars().filter_map(seen).collect()
}
