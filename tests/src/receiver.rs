//! A receiver of webhooks: it answers as configured, and stores every request.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;
use standardwebhooks::Webhook;

use crate::wait::GUARD;

/// A received request.
#[derive(Clone, Debug)]
pub struct Hook {
    /// The method and the path.
    pub line: String,
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body.
    pub body: Vec<u8>,
}

impl Hook {
    /// Returns a header; empty if it is missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The id of the message.
    pub fn id(&self) -> &str {
        self.header("webhook-id")
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// The sequence number in the message.
    pub fn number(&self) -> Option<u64> {
        self.json()["data"]["number"].as_u64()
    }

    /// Returns `true` if the signature is valid for this secret, checked with the library of
    /// Standard Webhooks.
    pub fn is_signed_by(&self, secret: &str) -> bool {
        Webhook::new(secret).is_ok_and(|key| key.verify(&self.body, &self.headers).is_ok())
    }
}

/// An answer: a status and headers.
pub type Answer = (u16, Vec<(&'static str, String)>);

#[derive(Default)]
struct Taken {
    hooks: Mutex<Vec<Hook>>,
    news: Condvar,
    connections: Mutex<usize>,
}

impl Taken {
    fn hooks(&self) -> MutexGuard<'_, Vec<Hook>> {
        self.hooks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A receiver that listens until the process ends.
#[derive(Clone)]
pub struct Receiver {
    taken: Arc<Taken>,
    port: u16,
    /// Dropped with the last clone, which ends the waiting of [`Receiver::hanging`].
    _alive: Sender<()>,
}

impl Receiver {
    /// Starts a receiver that answers 204.
    pub fn start() -> Self {
        Self::answering(|_, _| (204, Vec::new()))
    }

    /// Starts a receiver that answers nothing until it is dropped.
    pub fn hanging() -> Self {
        Self::waiting(|_, _, dropped| {
            let _ = dropped.lock().unwrap_or_else(PoisonError::into_inner).recv();
            (204, Vec::new())
        })
    }

    /// Starts a receiver with a function that answers each request by its number, from 0.
    pub fn answering(answer: impl Fn(usize, &Hook) -> Answer + Send + Sync + 'static) -> Self {
        Self::waiting(move |count, hook, _| answer(count, hook))
    }

    fn waiting(
        answer: impl Fn(usize, &Hook, &Mutex<mpsc::Receiver<()>>) -> Answer + Send + Sync + 'static,
    ) -> Self {
        let (alive, dropped) = mpsc::channel();
        let dropped = Mutex::new(dropped);
        let answer = move |count, hook: &Hook| answer(count, hook, &dropped);
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("there is a free port");
        let port = listener.local_addr().expect("it has an address").port();
        let taken = Arc::new(Taken::default());
        let receiver = Self { taken: Arc::clone(&taken), port, _alive: alive };
        let answer = Arc::new(answer);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (taken, answer) = (Arc::clone(&taken), Arc::clone(&answer));
                *taken.connections.lock().unwrap_or_else(PoisonError::into_inner) += 1;
                // Requests of a killed server may be incomplete; ignore errors.
                std::thread::spawn(move || {
                    let _ = take(&stream, &taken, &*answer);
                });
            }
        });
        receiver
    }

    /// The URL.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/hooks", self.port)
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// All received requests.
    pub fn hooks(&self) -> Vec<Hook> {
        self.taken.hooks().clone()
    }

    /// The number of connections so far.
    pub fn connections(&self) -> usize {
        *self.taken.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for this many requests, and returns all of them.
    #[track_caller]
    pub fn wait(&self, count: usize) -> Vec<Hook> {
        self.wait_until(|hooks| hooks.len() >= count)
    }

    /// Waits until the received requests satisfy a condition, and returns them.
    #[track_caller]
    pub fn wait_until(&self, enough: impl Fn(&[Hook]) -> bool) -> Vec<Hook> {
        let mut hooks = self.taken.hooks();
        let until = Instant::now() + GUARD;
        while !enough(&hooks) {
            let left = until.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "it does not come; there are {:?}", *hooks);
            (hooks, _) =
                self.taken.news.wait_timeout(hooks, left).unwrap_or_else(PoisonError::into_inner);
        }
        hooks.clone()
    }
}

fn take(
    mut stream: &TcpStream,
    taken: &Taken,
    answer: &dyn Fn(usize, &Hook) -> Answer,
) -> std::io::Result<()> {
    stream.set_read_timeout(Some(GUARD))?;
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut headers = HeaderMap::new();
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header)? == 0 {
            return Ok(());
        }
        let Some((name, value)) = header.trim_end().split_once(": ") else { break };
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            headers.append(name, value);
        }
    }
    let length =
        headers.get("content-length").and_then(|length| length.to_str().ok()?.parse().ok());
    let mut body = vec![0; length.unwrap_or_default()];
    reader.read_exact(&mut body)?;
    let hook = Hook { line: line.trim_end().to_owned(), headers, body };
    let count = {
        let mut hooks = taken.hooks();
        hooks.push(hook.clone());
        taken.news.notify_all();
        hooks.len() - 1
    };
    let (status, headers) = answer(count, &hook);
    let mut head = format!("HTTP/1.1 {status} .\r\nContent-Length: 0\r\nConnection: close\r\n");
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    stream.write_all(format!("{head}\r\n").as_bytes())
}
