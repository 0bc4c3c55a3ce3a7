//! A client that checks every answer against the OpenAPI document of the server.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::sync::Arc;

use serde_json::{Value, json};
use ureq::Agent;
use ureq::http;

use crate::document::{Document, Judged};
use crate::wait::GUARD;

/// A client, with a player's token or without one.
#[derive(Clone)]
pub struct Client {
    agent: Agent,
    url: String,
    document: Arc<Document>,
    /// The player's id; empty without one.
    pub id: String,
    /// The player's token; empty without one.
    pub token: String,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The headers, by their names in lowercase.
    pub headers: HashMap<String, String>,
    /// The body, decompressed.
    pub body: Vec<u8>,
    /// The body as JSON; null if it is not JSON.
    pub json: Value,
}

impl Answer {
    /// Returns a header; empty if it is missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(String::as_str).unwrap_or_default()
    }

    /// Returns the body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Asserts that the status is this one, and returns the JSON body.
    #[track_caller]
    pub fn is(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        self.json
    }

    /// Asserts that the answer is a problem of this kind, and returns it.
    #[track_caller]
    pub fn problem(self, kind: &str) -> Problem {
        assert_eq!(
            self.json["type"],
            format!("/problems/{kind}"),
            "{} {}",
            self.status,
            self.text()
        );
        let text = |name: &str| self.json[name].as_str().unwrap_or_default().to_owned();
        Problem {
            kind: kind.to_owned(),
            detail: text("detail"),
            field: text("field"),
            rule: text("rule"),
        }
    }
}

/// A problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The last part of its `type`.
    pub kind: String,
    /// The description of the error, and of a correct request.
    pub detail: String,
    /// The part of the request that is wrong.
    pub field: String,
    /// The rule that the request breaks.
    pub rule: String,
}

impl Problem {
    /// Asserts that the problem names this field, and contains this text.
    #[track_caller]
    pub fn names(&self, field: &str, says: &str) {
        assert_eq!(self.field, field, "{self:?}");
        assert!(self.detail.contains(says), "`{says}` is not in {self:?}");
    }
}

/// A request before it is sent.
pub struct Request<'a> {
    client: &'a Client,
    method: String,
    target: String,
    headers: Vec<(String, Vec<u8>)>,
    body: Vec<u8>,
}

impl Request<'_> {
    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.headers.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
        self.headers.push((name.to_owned(), value.as_ref().to_owned()));
        self
    }

    /// Removes a header.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
        self
    }

    /// Sets a JSON body.
    #[must_use]
    pub fn json(self, body: &Value) -> Self {
        self.bytes(body.to_string())
    }

    /// Sets a body with the content type of JSON.
    #[must_use]
    pub fn bytes(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self.header("Content-Type", "application/json")
    }

    /// Sends the request.
    #[track_caller]
    pub fn send(self) -> Answer {
        let what = format!("{} {}", self.method, self.target);
        self.try_send().unwrap_or_else(|error| panic!("{what}: {error}"))
    }

    /// Sends the request.
    ///
    /// # Errors
    /// If there is no answer. Panics if the answer does not match the document.
    #[track_caller]
    pub fn try_send(self) -> Result<Answer, ureq::Error> {
        let Self { client, method, target, headers, body } = self;
        let sent: Option<Value> = serde_json::from_slice(&body).ok();
        let mut request =
            http::Request::builder().method(&*method).uri(format!("{}{target}", client.url));
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let response =
            if body.is_empty() && sent.is_none() && !matches!(&*method, "POST" | "PUT" | "PATCH") {
                client.agent.run(request.body(())?)
            } else {
                client.agent.run(request.body(body)?)
            };
        let (parts, mut content) = response?.into_parts();
        let mut body = Vec::new();
        content.as_reader().read_to_end(&mut body)?;
        let mut headers: HashMap<String, String> = HashMap::new();
        for (name, value) in &parts.headers {
            let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
            let all = headers.entry(name.as_str().to_owned()).or_default();
            *all = if all.is_empty() { value } else { format!("{all}, {value}") };
        }
        if headers.get("content-encoding").is_some_and(|coding| coding == "gzip") {
            body = unpack(&body);
        }
        let status = parts.status.as_u16();
        let judged = Judged {
            method: &method,
            target: &target,
            sent: sent.as_ref(),
            status,
            headers: &headers,
            body: &body,
        };
        if let Err(fault) = client.document.judge(&judged) {
            panic!(
                "{method} {target} is answered with {status}: {fault}\n{}",
                String::from_utf8_lossy(&body)
            );
        }
        assert!(headers.contains_key("x-request-id"), "{method} {target}: no x-request-id");
        let json = serde_json::from_slice(&body).unwrap_or_default();
        Ok(Answer { status, headers, body, json })
    }
}

fn unpack(body: &[u8]) -> Vec<u8> {
    let script = "import gzip, shutil, sys; \
        shutil.copyfileobj(gzip.open(sys.stdin.buffer), sys.stdout.buffer)";
    let mut python = Command::new("python3")
        .args(["-c", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("`python3` can be started");
    python.stdin.take().expect("it has an input").write_all(body).expect("it reads");
    let output = python.wait_with_output().expect("it ends");
    assert!(output.status.success(), "this is not gzip");
    output.stdout
}

impl Client {
    /// Creates a client without a token.
    pub fn new(url: &str) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(GUARD))
            .max_redirects(0)
            .build();
        let agent = Agent::new_with_config(config);
        let document = Document::committed();
        Self { agent, url: url.to_owned(), document, id: String::new(), token: String::new() }
    }

    /// Returns the same player at another server, or at a restarted one.
    #[must_use]
    pub fn at(&self, url: &str) -> Self {
        Self { id: self.id.clone(), token: self.token.clone(), ..Self::new(url) }
    }

    /// Returns the same player with another token; without one if it is empty.
    #[must_use]
    pub fn with_token(&self, token: &str) -> Self {
        Self { token: token.to_owned(), ..self.clone() }
    }

    /// The URL of the server.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The OpenAPI document of the server.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Creates a new player with its first token.
    #[must_use]
    pub fn sign_up(&self, name: &str) -> Self {
        let account = self.with_token("").post("/v1/players", &json!({"name": name})).is(201);
        let text = |value: &Value| value.as_str().expect("it is text").to_owned();
        Self { id: text(&account["player"]["id"]), token: text(&account["token"]), ..self.clone() }
    }

    /// Starts a request, with the token if there is one.
    pub fn request(&self, method: &str, target: &str) -> Request<'_> {
        let mut headers = Vec::new();
        if !self.token.is_empty() {
            headers
                .push(("Authorization".to_owned(), format!("Bearer {}", self.token).into_bytes()));
        }
        Request {
            client: self,
            method: method.to_owned(),
            target: target.to_owned(),
            headers,
            body: Vec::new(),
        }
    }

    /// Sends `GET`.
    #[track_caller]
    pub fn get(&self, target: &str) -> Answer {
        self.request("GET", target).send()
    }

    /// Sends `POST` with a JSON body.
    #[track_caller]
    pub fn post(&self, target: &str, body: &Value) -> Answer {
        self.request("POST", target).json(body).send()
    }

    /// Sends `PUT` with a JSON body.
    #[track_caller]
    pub fn put(&self, target: &str, body: &Value) -> Answer {
        self.request("PUT", target).json(body).send()
    }

    /// Sends `DELETE`.
    #[track_caller]
    pub fn delete(&self, target: &str) -> Answer {
        self.request("DELETE", target).send()
    }

    /// Sends raw bytes over a new connection, for requests that no HTTP library sends, and reads
    /// the whole answer. The bytes should ask for `Connection: close`.
    pub fn raw(&self, bytes: &[u8]) -> RawAnswer {
        let address = self.url.strip_prefix("http://").expect("it is HTTP");
        let mut stream = TcpStream::connect(address).expect("the server listens");
        stream.set_read_timeout(Some(GUARD)).expect("a time is set");
        let mut reader = stream.try_clone().expect("a connection can be shared");
        let mut answer = Vec::new();
        std::thread::scope(|scope| {
            // The server may answer and close before it has read everything.
            scope.spawn(move || stream.write_all(bytes));
            let _ = reader.read_to_end(&mut answer);
        });
        RawAnswer(String::from_utf8_lossy(&answer).into_owned())
    }
}

/// The raw answer of a connection.
#[derive(Debug)]
pub struct RawAnswer(pub String);

impl RawAnswer {
    /// The status; 0 if there was no answer.
    pub fn status(&self) -> u16 {
        self.0.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default()
    }

    /// The body as JSON; null if it is not JSON.
    pub fn json(&self) -> Value {
        let body = self.0.split_once("\r\n\r\n").map(|(_, body)| body).unwrap_or_default();
        serde_json::from_str(body).unwrap_or_default()
    }
}
