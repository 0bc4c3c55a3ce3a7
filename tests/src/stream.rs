//! A client of server-sent events that can disconnect at any byte. It checks every message against
//! the OpenAPI document.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Client;
use crate::server::Server;
use crate::wait::{GUARD, wait_until};

/// Creates players who have read their feeds before anything happened, so that their feeds contain
/// everything.
pub fn listeners<const N: usize>(server: &Server, names: [&str; N]) -> [Client; N] {
    names.map(|name| {
        let player = server.player(name);
        assert_eq!(Stream::open(&player, "/v1/events", None).message().id, 0);
        player
    })
}

/// A message of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its kind.
    pub event: String,
    /// The number in its id.
    pub id: u64,
    /// The timeline in its id.
    pub timeline: String,
    /// The data.
    pub data: Value,
}

impl Message {
    /// The events of the step in this message.
    #[track_caller]
    pub fn events(&self) -> &[Value] {
        assert_eq!(self.event, "step", "{}", self.data);
        let events = self.data["events"].as_array().expect("a step has events");
        assert!(!events.is_empty(), "{}", self.data);
        events
    }
}

/// An item that a stream delivers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// A message.
    Message(Message),
    /// A heartbeat.
    Beat,
    /// The end of the stream.
    End,
    /// An unexpected end of the connection.
    Cut,
    /// Nothing within the time limit.
    Silence,
}

/// An open stream.
pub struct Stream {
    client: Client,
    target: String,
    socket: TcpStream,
    /// Bytes received but not decoded yet.
    raw: Vec<u8>,
    /// The decoded body that is not processed yet.
    body: Vec<u8>,
    head: Option<String>,
    ended: bool,
    /// Number of bytes to read before the connection is cut.
    left: usize,
}

impl Stream {
    /// Opens a stream as a player, after the message with an id if given.
    pub fn open(client: &Client, target: &str, last: Option<u64>) -> Self {
        let last: Vec<(&str, String)> =
            last.map(|id| ("Last-Event-ID", id.to_string())).into_iter().collect();
        Self::open_with(client, target, &last)
    }

    /// Opens a stream with headers of its own.
    pub fn open_with(client: &Client, target: &str, headers: &[(&str, String)]) -> Self {
        let address = client.url().strip_prefix("http://").expect("it is HTTP");
        let mut socket = TcpStream::connect(address).expect("the server listens");
        let mut request =
            format!("GET {target} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n");
        if !client.token.is_empty() {
            request.push_str(&format!("Authorization: Bearer {}\r\n", client.token));
        }
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        request.push_str("\r\n");
        socket.write_all(request.as_bytes()).expect("the server reads");
        Self {
            client: client.clone(),
            target: target.to_owned(),
            socket,
            raw: Vec::new(),
            body: Vec::new(),
            head: None,
            ended: false,
            left: usize::MAX,
        }
    }

    /// Cuts the connection after this many bytes, including the head.
    #[must_use]
    pub fn cut_after(mut self, bytes: usize) -> Self {
        self.left = bytes;
        self
    }

    /// The head of the answer.
    pub fn head(&mut self) -> &str {
        while self.head.is_none() && self.fill(GUARD).is_none() {}
        self.head.as_deref().unwrap_or_default()
    }

    /// Returns the next message, and ignores heartbeats. Waits for it.
    #[track_caller]
    pub fn message(&mut self) -> Message {
        match self.next_but_beats(GUARD) {
            Told::Message(message) => message,
            other => panic!("{}: {other:?} instead of a message", self.target),
        }
    }

    /// Returns this many messages.
    #[track_caller]
    pub fn messages(&mut self, count: usize) -> Vec<Message> {
        (0..count).map(|_| self.message()).collect()
    }

    /// Returns messages with this many events in total. Asserts that they are steps.
    #[track_caller]
    pub fn steps(&mut self, events: usize) -> Vec<Message> {
        let (mut messages, mut count) = (Vec::new(), 0);
        while count < events {
            let message = self.message();
            count += message.events().len();
            messages.push(message);
        }
        assert_eq!(count, events, "{}: a step has more events than are left", self.target);
        messages
    }

    /// Returns the next item other than a heartbeat.
    pub fn next_but_beats(&mut self, patience: Duration) -> Told {
        let until = Instant::now() + patience;
        loop {
            match self.next(until.saturating_duration_since(Instant::now())) {
                Told::Beat => {}
                other => return other,
            }
        }
    }

    /// Returns the next item.
    pub fn next(&mut self, patience: Duration) -> Told {
        let until = Instant::now() + patience;
        loop {
            if let Some(told) = self.take() {
                return told;
            }
            if self.ended {
                assert!(
                    self.body.is_empty(),
                    "a stream ends with {:?}",
                    String::from_utf8_lossy(&self.body)
                );
                return Told::End;
            }
            if let Some(told) = self.fill(until.saturating_duration_since(Instant::now())) {
                return told;
            }
        }
    }

    /// Reads the next bytes. Returns an item when no bytes are left.
    fn fill(&mut self, patience: Duration) -> Option<Told> {
        let mut buffer = [0; 4096];
        let room = buffer.len().min(self.left);
        if room == 0 {
            return Some(Told::Cut);
        }
        self.socket
            .set_read_timeout(Some(patience.max(Duration::from_millis(1))))
            .expect("a time is set");
        match read(&mut self.socket, &mut buffer[..room]) {
            Ok(0) => return Some(Told::Cut),
            Ok(count) => {
                self.left -= count;
                self.raw.extend_from_slice(&buffer[..count]);
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Some(Told::Silence),
            Err(error) => {
                eprintln!("{}: the stream is cut: {error}", self.target);
                return Some(Told::Cut);
            }
        }
        if self.head.is_none() {
            let end = find(&self.raw, b"\r\n\r\n")?;
            let head: Vec<u8> = self.raw.drain(..end + 4).collect();
            let head = String::from_utf8(head).expect("a head is text").to_ascii_lowercase();
            assert!(head.starts_with("http/1.1 200 "), "{}: {head}", self.target);
            assert!(head.contains("\r\ncontent-type: text/event-stream\r\n"), "{head}");
            assert!(head.contains("\r\ntransfer-encoding: chunked\r\n"), "{head}");
            self.head = Some(head);
        }
        // Chunks; the last one is empty.
        while let Some(end) = find(&self.raw, b"\r\n") {
            let size = std::str::from_utf8(&self.raw[..end]).expect("a length is text");
            let size = usize::from_str_radix(size, 16).expect("a chunk has a length");
            if self.raw.len() < end + 2 + size + 2 {
                break;
            }
            self.body.extend_from_slice(&self.raw[end + 2..end + 2 + size]);
            self.raw.drain(..end + 2 + size + 2);
            self.ended |= size == 0;
        }
        None
    }

    /// Takes a complete item from the body: the fields up to an empty line.
    fn take(&mut self) -> Option<Told> {
        loop {
            let end = find(&self.body, b"\n\n")?;
            let block: Vec<u8> = self.body.drain(..end + 2).collect();
            let block = String::from_utf8(block).expect("a stream is text");
            let (mut event, mut id, mut data, mut beat) = (None, None, None, false);
            for line in block.lines().filter(|line| !line.is_empty()) {
                let (field, value) = line.split_once(':').expect("a line has a field");
                let value = value.strip_prefix(' ').unwrap_or(value).to_owned();
                let place = match field {
                    "event" => &mut event,
                    "id" => &mut id,
                    "data" => &mut data,
                    "retry" => continue,
                    "" => {
                        beat = true;
                        continue;
                    }
                    _ => panic!("{line}: no such field"),
                };
                assert_eq!(place.replace(value), None, "{block}: a field stands twice");
            }
            let (Some(event), Some(id), Some(data)) = (&event, &id, &data) else {
                assert_eq!((event, id, data), (None, None, None), "{block}: half a message");
                if beat {
                    return Some(Told::Beat);
                }
                continue;
            };
            let data: Value = serde_json::from_str(data).expect("what a message says is JSON");
            self.judge(&json!({"event": event, "id": id, "data": data}));
            let (timeline, id) = id.split_once('.').expect("an id is a timeline and a number");
            let (timeline, id) =
                (timeline.to_owned(), id.parse().expect("there is a number in an id"));
            return Some(Told::Message(Message { event: event.clone(), id, timeline, data }));
        }
    }

    fn judge(&self, message: &Value) {
        let document = self.client.document();
        let path = self.target.split('?').next().unwrap_or_default();
        let (_, operations) = document.path(path).expect("the document has the path");
        let schema =
            &operations["get"]["responses"]["200"]["content"]["text/event-stream"]["schema"];
        assert!(schema.is_object(), "the document has no stream at {path}");
        assert_eq!(document.faults(schema, message), [""; 0], "{message}");
    }
}

/// Reads available bytes, and continues after an interrupt by a signal.
///
/// # Errors
/// If the connection fails or times out.
pub fn read(from: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<usize> {
    loop {
        match from.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}

/// Waits until the server has read everything that was sent on a connection to it.
#[track_caller]
pub fn wait_until_read(connection: &TcpStream) {
    let [client, server] = [connection.local_addr(), connection.peer_addr()]
        .map(|address| format!(":{:04X}", address.expect("it is connected").port()));
    wait_until("the server to read", || {
        // Columns of the table: a number, the two addresses, the state, and the queues of bytes to
        // send and to read.
        let sockets = std::fs::read_to_string("/proc/net/tcp").expect("Linux has this file");
        let has_unread = |socket: &str| {
            let columns: Vec<_> = socket.split_whitespace().collect();
            columns[1].ends_with(&server)
                && columns[2].ends_with(&client)
                && !columns[4].ends_with(":00000000")
        };
        !sockets.lines().any(has_unread)
    });
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|part| part == what)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that interrupts every other read.
    struct Interrupted(&'static [u8], bool);

    impl Read for Interrupted {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.1 = !self.1;
            if self.1 { Err(ErrorKind::Interrupted.into()) } else { self.0.read(buffer) }
        }
    }

    #[test]
    fn a_read_that_is_interrupted_is_repeated() {
        let mut from = Interrupted(b"data", false);
        let mut buffer = [0; 3];
        assert_eq!(read(&mut from, &mut buffer).unwrap(), 3);
        assert_eq!(read(&mut from, &mut buffer).unwrap(), 1);
        assert_eq!(read(&mut from, &mut buffer).unwrap(), 0);
    }
}
