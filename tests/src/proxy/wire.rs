//! Messages of version 3 of the PostgreSQL protocol: a type, a length, and a body. The first
//! message of a connection has no type.

use std::collections::HashMap;
use std::io::{Error, ErrorKind, Read, Result};

/// The codes that a client sends instead of a version to ask for TLS or GSSAPI encryption.
const TLS: [u8; 4] = 80_877_103_u32.to_be_bytes();
const GSSAPI: [u8; 4] = 80_877_104_u32.to_be_bytes();
/// Maximum length of a message.
const LONGEST: usize = 64 << 20;

/// A message.
pub(super) struct Message {
    /// The type; 0 for the first message of a connection.
    pub(super) kind: u8,
    pub(super) bytes: Vec<u8>,
}

impl Message {
    /// Reads a message with a type.
    pub(super) fn read(from: &mut impl Read) -> Result<Self> {
        let mut head = [0; 5];
        from.read_exact(&mut head)?;
        let [kind, length @ ..] = head;
        Self::read_rest(kind, head.to_vec(), length, from)
    }

    /// Reads a message without a type.
    pub(super) fn read_first(from: &mut impl Read) -> Result<Self> {
        let mut length = [0; 4];
        from.read_exact(&mut length)?;
        Self::read_rest(0, length.to_vec(), length, from)
    }

    fn read_rest(
        kind: u8,
        mut bytes: Vec<u8>,
        length: [u8; 4],
        from: &mut impl Read,
    ) -> Result<Self> {
        let rest =
            (u32::from_be_bytes(length) as usize).checked_sub(4).filter(|rest| *rest < LONGEST);
        let rest = rest.ok_or_else(|| {
            Error::new(ErrorKind::InvalidData, "this is not PostgreSQL's protocol")
        })?;
        let head = bytes.len();
        bytes.resize(head + rest, 0);
        from.read_exact(&mut bytes[head..])?;
        Ok(Self { kind, bytes })
    }

    /// Returns `true` if the message asks for encryption. The answer to it is a single byte.
    pub(super) fn asks_for_encryption(&self) -> bool {
        self.kind == 0 && (self.bytes[4..] == TLS || self.bytes[4..] == GSSAPI)
    }

    /// Returns `true` if the server answers after this message.
    pub(super) fn ends_request(&self) -> bool {
        matches!(self.kind, 0 | b'Q' | b'S')
    }

    fn texts(&self) -> impl Iterator<Item = String> {
        let body = self.bytes.get(5..).unwrap_or_default();
        body.split(|byte| *byte == 0).map(|text| String::from_utf8_lossy(text).into_owned())
    }
}

/// The prepared statements of a connection, by name.
#[derive(Default)]
pub(super) struct Statements(HashMap<String, String>);

impl Statements {
    /// Describes a request.
    pub(super) fn describe(&mut self, request: &[Message]) -> String {
        let mut descriptions = Vec::new();
        for message in request {
            let mut texts = message.texts();
            let mut text = || texts.next().unwrap_or_default();
            match message.kind {
                0 => descriptions.push("start up".to_owned()),
                b'Q' => descriptions.push(shorten(&text())),
                b'P' => {
                    let (name, statement) = (text(), shorten(&text()));
                    descriptions.push(format!("parse {statement}"));
                    self.0.insert(name, statement);
                }
                b'B' => {
                    let (_, name) = (text(), text());
                    descriptions.push(self.0.get(&name).cloned().unwrap_or(name));
                }
                _ => {}
            }
        }
        if descriptions.is_empty() { "sync".to_owned() } else { descriptions.join("; ") }
    }
}

/// Shortens a statement to one line.
fn shorten(statement: &str) -> String {
    statement.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(90).collect()
}

/// Encodes a fatal error that ends a connection: `admin_shutdown` for an open one,
/// `cannot_connect_now` for a new one.
pub(super) fn fatal(is_open: bool) -> Vec<u8> {
    let (code, text) = if is_open {
        ("57P01", "terminating connection due to administrator command")
    } else {
        ("57P03", "the database system is shutting down")
    };
    let fields = [('S', "FATAL"), ('V', "FATAL"), ('C', code), ('M', text)];
    let mut body: Vec<u8> =
        fields.iter().flat_map(|(name, value)| format!("{name}{value}\0").into_bytes()).collect();
    body.push(0);
    let length = body.len() as u32 + 4;
    [&b"E"[..], &length.to_be_bytes(), &body].concat()
}
