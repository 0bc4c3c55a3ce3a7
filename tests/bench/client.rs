//! A connection that is kept alive, as a player's program holds one: HTTP/1.1, a request at a time.

use std::time::Duration;

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{self, SendRequest};
use hyper::{Method, Request, header};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// What is asked.
pub(crate) struct Ask<'a> {
    pub(crate) method: Method,
    pub(crate) path: String,
    pub(crate) token: &'a str,
    pub(crate) body: String,
    pub(crate) if_none_match: Option<String>,
}

/// What is answered.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) etag: Option<String>,
    pub(crate) body: Bytes,
}

/// One connection to a server; made when it is first needed, and again after it broke.
pub(crate) struct Client {
    /// The server, as in `127.0.0.1:8080`.
    authority: String,
    sender: Option<SendRequest<Full<Bytes>>>,
}

impl Client {
    pub(crate) fn new(authority: &str) -> Self {
        Self { authority: authority.to_owned(), sender: None }
    }

    /// Asks, and waits for the whole answer.
    ///
    /// # Errors
    /// A word for what went wrong below HTTP.
    pub(crate) async fn send(&mut self, ask: &Ask<'_>) -> Result<Answer, String> {
        let sent = tokio::time::timeout(PATIENCE, self.exchange(ask)).await;
        let answer = sent.unwrap_or_else(|_| Err("no answer in time".to_owned()));
        if answer.is_err() {
            self.sender = None;
        }
        answer
    }

    async fn exchange(&mut self, ask: &Ask<'_>) -> Result<Answer, String> {
        let broken = |error: hyper::Error| format!("broken connection: {error}");
        let mut sender = match self.sender.take() {
            Some(sender) => sender,
            None => self.connect().await?,
        };
        let mut request = Request::builder()
            .method(&ask.method)
            .uri(&ask.path)
            .header(header::HOST, &self.authority)
            .header(header::AUTHORIZATION, format!("Bearer {}", ask.token));
        if !ask.body.is_empty() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        if let Some(tag) = &ask.if_none_match {
            request = request.header(header::IF_NONE_MATCH, tag);
        }
        let request = request.body(Full::from(ask.body.clone())).map_err(|error| error.to_string())?;
        sender.ready().await.map_err(broken)?;
        let response = sender.send_request(request).await.map_err(broken)?;
        let status = response.status().as_u16();
        let etag = response.headers().get(header::ETAG).and_then(|tag| tag.to_str().ok()).map(str::to_owned);
        let body = response.into_body().collect().await.map_err(broken)?.to_bytes();
        self.sender = Some(sender);
        Ok(Answer { status, etag, body })
    }

    async fn connect(&self) -> Result<SendRequest<Full<Bytes>>, String> {
        let refused = |error: std::io::Error| format!("no connection: {error}");
        let stream = TcpStream::connect(&self.authority).await.map_err(refused)?;
        stream.set_nodelay(true).map_err(refused)?;
        let (sender, connection) = http1::handshake(TokioIo::new(stream))
            .await
            .map_err(|error| format!("no connection: {error}"))?;
        // It ends with its sender; what breaks it is told to whoever waits for an answer.
        tokio::spawn(connection);
        Ok(sender)
    }
}
