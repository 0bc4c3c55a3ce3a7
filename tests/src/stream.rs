//! A client of server-sent events that can be cut off at any byte, and believes nothing: it holds every message against the
//! OpenAPI document.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Client;
use crate::server::Server;

/// Players who have listened to their feeds before anything happened, so that all of it is in them.
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
    /// What it says.
    pub data: Value,
}

impl Message {
    /// The events of the step that it tells of.
    #[track_caller]
    pub fn events(&self) -> &[Value] {
        assert_eq!(self.event, "step", "{}", self.data);
        let events = self.data["events"].as_array().expect("a step has events");
        assert!(!events.is_empty(), "{}", self.data);
        events
    }
}

/// What comes of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// A message.
    Message(Message),
    /// That it is still there.
    Beat,
    /// That it is over.
    End,
    /// Nothing: the connection is gone in the middle.
    Cut,
    /// Nothing, for as long as was waited.
    Silence,
}

/// A stream that has been opened.
pub struct Stream {
    client: Client,
    target: String,
    socket: TcpStream,
    /// What has come and is not decoded yet.
    raw: Vec<u8>,
    /// The body as far as it has come, without what has been read of it.
    body: Vec<u8>,
    head: Option<String>,
    ended: bool,
    /// How many more bytes are read before the connection is cut.
    left: usize,
}

impl Stream {
    /// Opens a stream as a player, behind the message with an id if there is one.
    pub fn open(client: &Client, target: &str, last: Option<u64>) -> Self {
        let last: Vec<(&str, String)> =
            last.map(|id| ("Last-Event-ID", id.to_string())).into_iter().collect();
        Self::open_with(client, target, &last)
    }

    /// Opens a stream with headers of its own.
    pub fn open_with(client: &Client, target: &str, headers: &[(&str, String)]) -> Self {
        let address = client.url().strip_prefix("http://").expect("it is HTTP");
        let mut socket = TcpStream::connect(address).expect("the server listens");
        let mut request = format!("GET {target} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n");
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

    /// Cuts the connection when so many bytes have come, the head among them.
    #[must_use]
    pub fn cut_after(mut self, bytes: usize) -> Self {
        self.left = bytes;
        self
    }

    /// The head of the answer.
    pub fn head(&mut self) -> &str {
        while self.head.is_none() && self.fill(Duration::from_secs(30)).is_none() {}
        self.head.as_deref().unwrap_or_default()
    }

    /// The next message, past whatever only says that the stream is there. Waits for half a minute.
    #[track_caller]
    pub fn message(&mut self) -> Message {
        match self.next_but_beats(Duration::from_secs(30)) {
            Told::Message(message) => message,
            other => panic!("{}: {other:?} instead of a message", self.target),
        }
    }

    /// As many messages.
    #[track_caller]
    pub fn messages(&mut self, count: usize) -> Vec<Message> {
        (0..count).map(|_| self.message()).collect()
    }

    /// As many messages as have so many events together, all of which tell of steps.
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

    /// What comes next but that the stream is still there.
    pub fn next_but_beats(&mut self, patience: Duration) -> Told {
        let until = Instant::now() + patience;
        loop {
            match self.next(until.saturating_duration_since(Instant::now())) {
                Told::Beat => {}
                other => return other,
            }
        }
    }

    /// What comes next.
    pub fn next(&mut self, patience: Duration) -> Told {
        let until = Instant::now() + patience;
        loop {
            if let Some(told) = self.take() {
                return told;
            }
            if self.ended {
                assert!(self.body.is_empty(), "a stream ends with {:?}", String::from_utf8_lossy(&self.body));
                return Told::End;
            }
            if let Some(told) = self.fill(until.saturating_duration_since(Instant::now())) {
                return told;
            }
        }
    }

    /// Reads what has come; answers if nothing more does.
    fn fill(&mut self, patience: Duration) -> Option<Told> {
        let mut buffer = [0; 4096];
        let room = buffer.len().min(self.left);
        if room == 0 {
            return Some(Told::Cut);
        }
        self.socket.set_read_timeout(Some(patience.max(Duration::from_millis(1)))).expect("a time is set");
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
        // Chunks, of which the last is empty.
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

    /// What of the body is whole: the fields up to an empty line.
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
            let (timeline, id) = (timeline.to_owned(), id.parse().expect("there is a number in an id"));
            return Some(Told::Message(Message { event: event.clone(), id, timeline, data }));
        }
    }

    fn judge(&self, message: &Value) {
        let document = self.client.document();
        let path = self.target.split('?').next().unwrap_or_default();
        let (_, operations) = document.path(path).expect("the document has the path");
        let schema = &operations["get"]["responses"]["200"]["content"]["text/event-stream"]["schema"];
        assert!(schema.is_object(), "the document has no stream at {path}");
        assert_eq!(document.faults(schema, message), [""; 0], "{message}");
    }
}

/// Reads what has come. A signal that interrupts a read does not end a stream.
///
/// # Errors
/// If the connection fails, or nothing comes in time.
pub fn read(from: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<usize> {
    loop {
        match from.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|part| part == what)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Interrupts every other read.
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
