//! Event streams that are cut and resumed on any node that answers.

use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use broadside_tests::games::Sequence;
use broadside_tests::stream::read;
use serde_json::Value;

use crate::history::{Event, Heard, Kind, Op, Outcome, Seen};
use crate::http::Nodes;
use crate::load::events;
use crate::record::Recorder;

/// Time without data after which a connection is given up. The server sends a heartbeat every two
/// seconds.
const SILENCE: Duration = Duration::from_secs(7);

/// A stream over all its connections.
pub(crate) struct Listener<'a> {
    recorder: &'a Recorder,
    nodes: &'a Nodes,
    process: usize,
    token: String,
    /// The game; `None` for all games.
    of: Option<String>,
    stream: usize,
    connection: u64,
    /// The timeline and number of the last message.
    last: Option<(String, u64)>,
    luck: Sequence,
}

impl<'a> Listener<'a> {
    pub(crate) fn new(
        recorder: &'a Recorder,
        nodes: &'a Nodes,
        (process, token): (usize, &str),
        of: Option<String>,
        seed: u64,
    ) -> Self {
        let stream = recorder.stream();
        let token = token.to_owned();
        Self {
            recorder,
            nodes,
            process,
            token,
            of,
            stream,
            connection: 0,
            last: None,
            luck: Sequence(seed),
        }
    }

    /// Reads the stream until all streams end, or until the time limit.
    pub(crate) fn run(&mut self, time: Duration) {
        let until = Instant::now() + time;
        let is_over =
            || self.recorder.streams_are_over.load(Ordering::SeqCst) || Instant::now() > until;
        while !is_over() {
            let node = self.luck.below(self.nodes.count());
            let lasts = Duration::from_millis(2_000 + self.luck.below(15_000) as u64);
            self.connection += 1;
            // The next connection continues after the last message of this one, even after an
            // error.
            let _ = self.listen(node, (Instant::now() + lasts).min(until));
            let pause = 100 + self.luck.below(500) as u64;
            std::thread::sleep(Duration::from_millis(pause));
        }
    }

    fn path(&self) -> String {
        match &self.of {
            Some(game) => format!("/v1/games/{game}/events?after=0"),
            None => "/v1/events".to_owned(),
        }
    }

    fn listen(&mut self, node: usize, until: Instant) -> Result<(), std::io::Error> {
        let invoked = self.recorder.now();
        let mut headers = format!("Authorization: Bearer {}\r\n", self.token);
        if let Some((timeline, id)) = &self.last {
            headers.push_str(&format!("Last-Event-ID: {timeline}.{id}\r\n"));
        }
        let after = self.last.as_ref().map(|(_, id)| *id).or(self.of.as_ref().map(|_| 0));
        let mut body = Body::open(self.nodes, node, &self.path(), &headers)?;
        if body.status != 200 {
            let outcome = match body.status {
                429 | 503 => return Ok(()),
                status => Outcome::Fail(format!("{status} for a stream")),
            };
            let game = self.of.clone().unwrap_or_default();
            self.recorder.op(Op {
                process: self.process,
                node,
                kind: Kind::ReadEvents,
                game,
                value: self.path(),
                key: None,
                invoked,
                ended: self.recorder.now(),
                outcome,
                seen: Seen::default(),
            });
            return Ok(());
        }
        let mut heard_at = Instant::now();
        while Instant::now() < until && !self.recorder.streams_are_over.load(Ordering::SeqCst) {
            let Some(block) = body.next()? else {
                if heard_at.elapsed() > SILENCE {
                    return Ok(());
                }
                continue;
            };
            heard_at = Instant::now();
            self.take(&block, node, after);
        }
        Ok(())
    }

    /// Processes a complete message.
    fn take(&mut self, block: &str, node: usize, after: Option<u64>) {
        let field =
            |name: &str| block.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let (Some(event), Some(id), Some(data)) = (field("event:"), field("id:"), field("data:"))
        else {
            return;
        };
        let data: Value = serde_json::from_str(data).unwrap_or_default();
        let (timeline, id) = id.split_once('.').expect("an id is a timeline and a number");
        let id: u64 = id.parse().expect("there is a number in an id");
        let game = data["game"].as_str().map(str::to_owned);
        let game = game.or(self.of.clone()).unwrap_or_default();
        let at = self.recorder.now();
        let received = match event {
            "step" => events(&data),
            _ => vec![Event {
                seq: data["number"].as_u64().unwrap_or_default(),
                content: String::new(),
            }],
        };
        // The id is that of the last event of a step; each event has its own number.
        let first = (id + 1).saturating_sub(received.len() as u64);
        for (received, id) in received.into_iter().zip(first..) {
            self.recorder.heard(Heard {
                process: self.process,
                stream: self.stream,
                of: self.of.clone(),
                connection: self.connection,
                after,
                node,
                at,
                event: event.to_owned(),
                id,
                game: game.clone(),
                seq: received.seq,
                content: received.content,
            });
        }
        self.last = Some((timeline.to_owned(), id));
    }
}

/// The body of an answer, read incrementally.
struct Body {
    socket: TcpStream,
    status: u16,
    raw: Vec<u8>,
    text: Vec<u8>,
}

impl Body {
    fn open(nodes: &Nodes, node: usize, path: &str, headers: &str) -> Result<Self, std::io::Error> {
        let refused = || std::io::Error::from(std::io::ErrorKind::ConnectionRefused);
        let url = nodes.url(node).ok_or_else(refused)?;
        let address: SocketAddr =
            url.trim_start_matches("http://").parse().expect("it is an address");
        let mut socket = TcpStream::connect_timeout(&address, Duration::from_secs(2))?;
        socket.set_read_timeout(Some(SILENCE))?;
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n{headers}\r\n");
        socket.write_all(request.as_bytes())?;
        let mut raw = Vec::new();
        let end = loop {
            let mut bytes = [0; 4096];
            match read(&mut socket, &mut bytes)? {
                0 => return Err(refused()),
                count => raw.extend_from_slice(&bytes[..count]),
            }
            if let Some(end) = find(&raw, b"\r\n\r\n") {
                break end + 4;
            }
        };
        let head = String::from_utf8_lossy(&raw[..end]).into_owned();
        raw.drain(..end);
        let status =
            head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
        socket.set_read_timeout(Some(Duration::from_millis(300)))?;
        Ok(Self { socket, status, raw, text: Vec::new() })
    }

    /// Returns the next message or heartbeat if it is complete.
    fn next(&mut self) -> Result<Option<String>, std::io::Error> {
        loop {
            if let Some(end) = find(&self.text, b"\n\n") {
                let block: Vec<u8> = self.text.drain(..end + 2).collect();
                return Ok(Some(String::from_utf8(block).expect("a stream is text")));
            }
            let mut bytes = [0; 16 * 1024];
            match read(&mut self.socket, &mut bytes) {
                Ok(0) => return Err(std::io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => self.raw.extend_from_slice(&bytes[..count]),
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => return Ok(None),
                Err(error) => return Err(error),
            }
            while let Some(end) = find(&self.raw, b"\r\n") {
                let size = String::from_utf8_lossy(&self.raw[..end]).into_owned();
                let size = usize::from_str_radix(&size, 16).expect("a chunk has a length");
                if self.raw.len() < end + 2 + size + 2 {
                    break;
                }
                self.text.extend_from_slice(&self.raw[end + 2..end + 2 + size]);
                self.raw.drain(..end + 2 + size + 2);
                if size == 0 {
                    return Err(std::io::ErrorKind::UnexpectedEof.into());
                }
            }
        }
    }
}

/// Opens a stream with a ticket; returns the status, or the error.
pub(crate) fn spend(nodes: &Nodes, node: usize, ticket: &str) -> Result<u16, std::io::Error> {
    Body::open(nodes, node, &format!("/v1/events?ticket={ticket}"), "").map(|body| body.status)
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|part| part == what)
}
