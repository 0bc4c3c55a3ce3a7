//! Messages of PostgreSQL's protocol, version 3: a type, a length, and a body. The first message of a connection has no type.

use std::collections::HashMap;
use std::io::{Error, ErrorKind, Read, Result};

/// The code in the place of a version with which a client asks for TLS, and GSSAPI.
const TLS: [u8; 4] = 80_877_103_u32.to_be_bytes();
const GSSAPI: [u8; 4] = 80_877_104_u32.to_be_bytes();
/// No message of a test is longer.
const LONGEST: usize = 64 << 20;

/// A message, as it was read.
pub(super) struct Message {
    /// 0 for the first of a connection.
    pub(super) kind: u8,
    pub(super) bytes: Vec<u8>,
}

impl Message {
    /// Reads one with a type.
    pub(super) fn read(from: &mut impl Read) -> Result<Self> {
        let mut head = [0; 5];
        from.read_exact(&mut head)?;
        let [kind, length @ ..] = head;
        Self::read_rest(kind, head.to_vec(), length, from)
    }

    /// Reads one without a type.
    pub(super) fn read_first(from: &mut impl Read) -> Result<Self> {
        let mut length = [0; 4];
        from.read_exact(&mut length)?;
        Self::read_rest(0, length.to_vec(), length, from)
    }

    fn read_rest(kind: u8, mut bytes: Vec<u8>, length: [u8; 4], from: &mut impl Read) -> Result<Self> {
        let rest = (u32::from_be_bytes(length) as usize).checked_sub(4).filter(|rest| *rest < LONGEST);
        let rest =
            rest.ok_or_else(|| Error::new(ErrorKind::InvalidData, "this is not PostgreSQL's protocol"))?;
        let head = bytes.len();
        bytes.resize(head + rest, 0);
        from.read_exact(&mut bytes[head..])?;
        Ok(Self { kind, bytes })
    }

    /// Whether it asks for encryption: the answer is a single byte.
    pub(super) fn asks_for_encryption(&self) -> bool {
        self.kind == 0 && (self.bytes[4..] == TLS || self.bytes[4..] == GSSAPI)
    }

    /// Whether the server answers when it has got it.
    pub(super) fn ends_request(&self) -> bool {
        matches!(self.kind, 0 | b'Q' | b'S')
    }

    fn texts(&self) -> impl Iterator<Item = String> {
        let body = self.bytes.get(5..).unwrap_or_default();
        body.split(|byte| *byte == 0).map(|text| String::from_utf8_lossy(text).into_owned())
    }
}

/// The statements of a connection, by the names under which they were prepared.
#[derive(Default)]
pub(super) struct Statements(HashMap<String, String>);

impl Statements {
    /// Says what a request asks.
    pub(super) fn describe(&mut self, request: &[Message]) -> String {
        let mut said = Vec::new();
        for message in request {
            let mut texts = message.texts();
            let mut text = || texts.next().unwrap_or_default();
            match message.kind {
                0 => said.push("start up".to_owned()),
                b'Q' => said.push(shorten(&text())),
                b'P' => {
                    let (name, statement) = (text(), shorten(&text()));
                    said.push(format!("parse {statement}"));
                    self.0.insert(name, statement);
                }
                b'B' => {
                    let (_, name) = (text(), text());
                    said.push(self.0.get(&name).cloned().unwrap_or(name));
                }
                _ => {}
            }
        }
        if said.is_empty() { "sync".to_owned() } else { said.join("; ") }
    }
}

/// A statement in one line.
fn shorten(statement: &str) -> String {
    statement.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(90).collect()
}

/// A fatal error that ends a connection: `admin_shutdown` for one that is open, `cannot_connect_now` for a new one.
pub(super) fn fatal(is_open: bool) -> Vec<u8> {
    let (code, text) = match is_open {
        true => ("57P01", "terminating connection due to administrator command"),
        false => ("57P03", "the database system is shutting down"),
    };
    let fields = [('S', "FATAL"), ('V', "FATAL"), ('C', code), ('M', text)];
    let mut body: Vec<u8> =
        fields.iter().flat_map(|(name, value)| format!("{name}{value}\0").into_bytes()).collect();
    body.push(0);
    let length = body.len() as u32 + 4;
    [&b"E"[..], &length.to_be_bytes(), &body].concat()
}
