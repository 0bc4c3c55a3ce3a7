//! A low-level HTTP/2 client (RFC 9113) that can send frames that no library sends.

use std::io::{ErrorKind, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::stream::{read, wait_until_read};
use crate::wait::GUARD;

/// The bytes at the start of every connection.
pub const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// Type of a frame with part of a body.
pub const DATA: u8 = 0;
/// Type of a frame that begins a request or an answer.
pub const HEADERS: u8 = 1;
/// Type of a frame that ends a stream at once.
pub const RST_STREAM: u8 = 3;
/// Type of a frame with settings.
pub const SETTINGS: u8 = 4;
/// Type of a frame that ends the connection.
pub const GOAWAY: u8 = 7;
/// Type of a frame that lets the other side send more.
pub const WINDOW_UPDATE: u8 = 8;
/// Type of a frame with more header fields.
pub const CONTINUATION: u8 = 9;
/// Flag of the last frame of a stream.
pub const END_STREAM: u8 = 1;
/// Flag of the last frame with header fields.
pub const END_HEADERS: u8 = 4;

/// A frame.
#[derive(Debug)]
pub struct Frame {
    /// Its type.
    pub kind: u8,
    /// The stream of the frame; 0 for the connection.
    pub stream: u32,
    /// The payload.
    pub payload: Vec<u8>,
}

/// Encodes a frame.
pub fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let mut bytes = (payload.len() as u32).to_be_bytes()[1..].to_vec();
    bytes.extend([kind, flags]);
    bytes.extend(stream.to_be_bytes());
    bytes.extend(payload);
    bytes
}

/// Encodes a `SETTINGS` frame.
pub fn settings(settings: &[(u16, u32)]) -> Vec<u8> {
    let one =
        |(name, value): &(u16, u32)| [&name.to_be_bytes()[..], &value.to_be_bytes()[..]].concat();
    frame(SETTINGS, 0, 0, &settings.iter().flat_map(one).collect::<Vec<_>>())
}

/// Encodes the header fields of a request, without compression (RFC 7541). The method is `GET` or
/// `POST`.
pub fn fields(method: &str, path: &str) -> Vec<u8> {
    let mut block = vec![if method == "GET" { 0x82 } else { 0x83 }, 0x86];
    // `:path` and `:authority`, not indexed.
    for (name, value) in [(0x04, path), (0x01, "localhost")] {
        block.extend([name, u8::try_from(value.len()).expect("it is short")]);
        block.extend(value.as_bytes());
    }
    block
}

/// An HTTP/2 connection.
pub struct Connection {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Connection {
    /// Connects, and sends the preface and settings.
    pub fn open(address: &str, with: &[(u16, u32)]) -> Self {
        let stream = TcpStream::connect(address).expect("the server listens");
        let mut connection = Self { stream, read: Vec::new() };
        assert!(
            connection.send(&[PREFACE, &settings(with)].concat()),
            "the server takes the preface"
        );
        connection
    }

    /// Sends bytes; false if the server has closed the connection.
    pub fn send(&mut self, bytes: &[u8]) -> bool {
        self.stream.set_write_timeout(Some(GUARD)).expect("a timeout can be set");
        self.stream.write_all(bytes).is_ok()
    }

    /// Waits until the server has read everything that was sent.
    #[track_caller]
    pub fn wait_until_read(&self) {
        wait_until_read(&self.stream);
    }

    /// Returns the next frame, or `None` if no frame arrives within the time.
    ///
    /// # Errors
    /// If the connection is closed.
    pub fn next(&mut self, within: Duration) -> std::io::Result<Option<Frame>> {
        let until = Instant::now() + within;
        loop {
            if let Some(length) = self.whole() {
                let bytes: Vec<u8> = self.read.drain(..9 + length).collect();
                let stream = u32::from_be_bytes([bytes[5], bytes[6], bytes[7], bytes[8]]);
                return Ok(Some(Frame { kind: bytes[3], stream, payload: bytes[9..].to_vec() }));
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            self.stream.set_read_timeout(Some(left))?;
            let mut bytes = [0; 16 * 1024];
            match read(&mut self.stream, &mut bytes) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(count) => self.read.extend(&bytes[..count]),
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The length of the payload of the next frame, if all of it has arrived.
    fn whole(&self) -> Option<usize> {
        let head = self.read.get(..9)?;
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize;
        (self.read.len() >= 9 + length).then_some(length)
    }

    /// Returns the time until the server closes the connection; `None` if it stays open longer than
    /// the given time. Answers pings.
    pub fn closed_within(&mut self, within: Duration) -> Option<Duration> {
        let begun = Instant::now();
        while begun.elapsed() < within {
            match self.next(within - begun.elapsed()) {
                Ok(Some(Frame { kind: 6, payload, .. })) => {
                    self.send(&frame(6, 1, 0, &payload));
                }
                Ok(_) => {}
                Err(_) => return Some(begun.elapsed()),
            }
        }
        None
    }
}
