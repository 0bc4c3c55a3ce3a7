//! A client that accepts any answer, and classifies it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::RwLock;
use std::time::Duration;

use serde_json::Value;
use ureq::{Agent, http};

use crate::history::Outcome;

/// Time limit of a request.
const PATIENCE: Duration = Duration::from_millis(3_500);

/// Addresses of the nodes.
pub(crate) struct Nodes {
    urls: Vec<RwLock<Option<String>>>,
}

impl Nodes {
    pub(crate) fn new(count: usize) -> Self {
        Self { urls: (0..count).map(|_| RwLock::default()).collect() }
    }

    pub(crate) fn count(&self) -> usize {
        self.urls.len()
    }

    /// The URL of a node; `None` while it does not run.
    pub(crate) fn url(&self, node: usize) -> Option<String> {
        self.urls[node].read().expect("no thread panics").clone()
    }

    pub(crate) fn set_url(&self, node: usize, url: Option<String>) {
        *self.urls[node].write().expect("no thread panics") = url;
    }
}

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) json: Value,
    /// The hash of the body.
    pub(crate) body: u64,
}

impl Answer {
    /// A text field of the body; empty if it is missing.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.json[name].as_str().unwrap_or_default()
    }
}

/// The result of a request.
pub(crate) enum Sent {
    Answer(Answer),
    /// It was not sent: the connection was refused.
    Refused,
    /// It was sent, but there was no complete answer.
    Lost(String),
}

impl Sent {
    pub(crate) fn outcome(&self) -> Outcome {
        let answer = match self {
            Self::Answer(answer) => answer,
            Self::Refused => return Outcome::Fail("nobody listens".to_owned()),
            Self::Lost(why) => return Outcome::Unknown(format!("no answer: {why}")),
        };
        let refusal = format!("{} {}", answer.status, answer.text("type"));
        match answer.status {
            200..=299 => Outcome::Ok,
            408 | 500 => Outcome::Unknown(refusal),
            503 if answer.text("type") != "/problems/unavailable" => Outcome::Unknown(refusal),
            _ => Outcome::Fail(refusal),
        }
    }

    pub(crate) fn answer(&self) -> Option<&Answer> {
        match self {
            Self::Answer(answer) => Some(answer),
            _ => None,
        }
    }
}

/// A client.
pub(crate) struct Http<'a> {
    agent: Agent,
    pub(crate) nodes: &'a Nodes,
}

/// A request.
pub(crate) struct Ask<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    pub(crate) token: &'a str,
    pub(crate) key: Option<&'a str>,
    pub(crate) body: Option<&'a Value>,
}

impl<'a> Http<'a> {
    pub(crate) fn new(nodes: &'a Nodes) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE))
            .timeout_connect(Some(Duration::from_secs(2)))
            .max_redirects(0)
            .build();
        Self { agent: Agent::new_with_config(config), nodes }
    }

    /// Sends a request to a node.
    pub(crate) fn send(&self, node: usize, ask: &Ask<'_>) -> Sent {
        let Some(url) = self.nodes.url(node) else { return Sent::Refused };
        let mut request =
            http::Request::builder().method(ask.method).uri(format!("{url}{}", ask.path));
        if !ask.token.is_empty() {
            request = request.header("Authorization", format!("Bearer {}", ask.token));
        }
        if let Some(key) = ask.key {
            request = request.header("Idempotency-Key", key);
        }
        let sent = match ask.body {
            Some(body) => {
                let request =
                    request.header("Content-Type", "application/json").body(body.to_string());
                self.agent.run(request.expect("it is a request"))
            }
            None if ask.method == "GET" => {
                self.agent.run(request.body(()).expect("it is a request"))
            }
            None => self.agent.run(request.body(String::new()).expect("it is a request")),
        };
        match sent.and_then(|mut answer| Ok((answer.status(), answer.body_mut().read_to_string()?)))
        {
            Ok((status, body)) => {
                let mut hasher = DefaultHasher::new();
                body.hash(&mut hasher);
                let json = serde_json::from_str(&body).unwrap_or_default();
                Sent::Answer(Answer { status: status.as_u16(), json, body: hasher.finish() })
            }
            Err(ureq::Error::Io(error))
                if error.kind() == std::io::ErrorKind::ConnectionRefused =>
            {
                Sent::Refused
            }
            Err(error) => Sent::Lost(error.to_string()),
        }
    }
}
