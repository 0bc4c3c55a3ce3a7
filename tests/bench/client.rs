//! A persistent HTTP/1.1 connection, as the program of a player has, with one request at a time. It
//! does as little work as possible, because the load generator shares the processor with the
//! server.

use std::io::Write;
use std::time::Duration;

use hyper::Method;
use hyper::body::Bytes;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Time limit for an answer.
const PATIENCE: Duration = Duration::from_secs(30);
/// Maximum number of header fields of an answer.
const FIELDS: usize = 32;

/// A request.
pub(crate) struct Ask<'a> {
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) token: &'a str,
    pub(crate) body: String,
    pub(crate) if_none_match: Option<String>,
}

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) etag: Option<String>,
    pub(crate) body: Bytes,
}

/// The status line and headers of an answer.
struct Head {
    status: u16,
    etag: Option<String>,
    /// Lengths in bytes of the head and of the body.
    lengths: (usize, usize),
}

/// A connection to a server. It is opened on first use, and again after an error.
pub(crate) struct Client {
    /// The server, as in `127.0.0.1:8080`.
    authority: String,
    stream: Option<TcpStream>,
    /// Buffers for requests and answers, reused for every request.
    sent: Vec<u8>,
    read: Vec<u8>,
}

impl Client {
    pub(crate) fn new(authority: &str) -> Self {
        Self { authority: authority.to_owned(), stream: None, sent: Vec::new(), read: Vec::new() }
    }

    /// Sends a request and waits for the whole answer.
    ///
    /// # Errors
    /// A description of what failed below HTTP.
    pub(crate) async fn send(&mut self, ask: &Ask<'_>) -> Result<Answer, String> {
        let sent = tokio::time::timeout(PATIENCE, self.exchange(ask)).await;
        let answer = sent.unwrap_or_else(|_| Err("no answer in time".to_owned()));
        if answer.is_err() {
            self.stream = None;
        }
        answer
    }

    async fn exchange(&mut self, ask: &Ask<'_>) -> Result<Answer, String> {
        let broken = |error: std::io::Error| format!("broken connection: {error}");
        self.sent.clear();
        write(&mut self.sent, &self.authority, ask).map_err(broken)?;
        self.read.clear();
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => self.connect().await?,
        };
        stream.write_all(&self.sent).await.map_err(broken)?;
        let mut head = None;
        let (head, end) = loop {
            if stream.read_buf(&mut self.read).await.map_err(broken)? == 0 {
                return Err("broken connection: closed before the end of an answer".to_owned());
            }
            if head.is_none() {
                head = head_of(&self.read)?;
            }
            let end = head.as_ref().map(|Head { lengths: (before, body), .. }| before + body);
            if let Some(end) = end.filter(|end| self.read.len() >= *end)
                && let Some(head) = head
            {
                break (head, end);
            }
        };
        self.stream = Some(stream);
        let Head { status, etag, lengths: (before, _) } = head;
        Ok(Answer { status, etag, body: Bytes::copy_from_slice(&self.read[before..end]) })
    }

    async fn connect(&self) -> Result<TcpStream, String> {
        let refused = |error: std::io::Error| format!("no connection: {error}");
        let stream = TcpStream::connect(&self.authority).await.map_err(refused)?;
        stream.set_nodelay(true).map_err(refused)?;
        Ok(stream)
    }
}

/// Writes a request.
fn write(to: &mut Vec<u8>, authority: &str, ask: &Ask<'_>) -> std::io::Result<()> {
    let Ask { method, path, token, body, if_none_match } = ask;
    write!(
        to,
        "{method} {path} HTTP/1.1\r\nhost: {authority}\r\nauthorization: Bearer {token}\r\n"
    )?;
    if !body.is_empty() {
        write!(to, "content-type: application/json\r\n")?;
    }
    if *method != Method::GET {
        write!(to, "content-length: {}\r\n", body.len())?;
    }
    if let Some(tag) = if_none_match {
        write!(to, "if-none-match: {tag}\r\n")?;
    }
    write!(to, "\r\n{body}")
}

/// Parses the head of an answer; `None` if it is not complete yet.
fn head_of(read: &[u8]) -> Result<Option<Head>, String> {
    let mut fields = [httparse::EMPTY_HEADER; FIELDS];
    let mut head = httparse::Response::new(&mut fields);
    let before =
        match head.parse(read).map_err(|error| format!("an answer that is no HTTP: {error}"))? {
            httparse::Status::Complete(before) => before,
            httparse::Status::Partial => return Ok(None),
        };
    let status = head.code.unwrap_or_default();
    let field = |name: &str| {
        let field = head.headers.iter().find(|field| field.name.eq_ignore_ascii_case(name));
        field.and_then(|field| std::str::from_utf8(field.value).ok())
    };
    let body = match (status, field("content-length")) {
        (204 | 304, _) => 0,
        (_, Some(length)) => {
            length.parse().map_err(|_| "an answer with an odd Content-Length".to_owned())?
        }
        (_, None) => return Err("an answer without Content-Length".to_owned()),
    };
    Ok(Some(Head { status, etag: field("etag").map(str::to_owned), lengths: (before, body) }))
}
