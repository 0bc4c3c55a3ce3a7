//! A scripted session for fault injection: one request of each kind that writes, each on objects of
//! its own, and reads.
//!
//! The session records which requests the service acknowledged, refused or left in doubt, and later
//! compares that with the state. Requests do not depend on each other, so that the failure of one
//! does not hide that of another.

mod recovery;
mod stage;
mod steps;
pub mod stream;

use serde_json::Value;

pub use recovery::{LIMIT, recover};
pub use stage::Stage;
pub use steps::{READS, Read, STEPS};

use crate::client::{Answer, Client};

/// Settings that remove the limits that the session would reach.
pub const SETTINGS: [&str; 4] = ["--test-limits", "open_games=100000", "--vacation-days", "28"];

/// A request.
pub struct Ask {
    /// The client that sends it.
    pub client: Client,
    /// The method.
    pub method: &'static str,
    /// The path.
    pub path: String,
    /// The body; null for a request without a body.
    pub body: Value,
}

/// A kind of request that writes.
pub struct Step {
    /// Its name in messages.
    pub name: &'static str,
    /// It takes an `Idempotency-Key`, so it can be sent again without being done twice.
    pub is_keyed: bool,
    /// Makes the request. A new object is given the mark as its name.
    pub ask: fn(&Stage, &str) -> Ask,
    /// Counts how often it was done, by what the service shows: given the mark, and the answer if
    /// it was acknowledged. `None` if the service does not show it.
    pub count: fn(&Stage, &str, Option<&Value>) -> Option<usize>,
}

/// The result of a request.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It was acknowledged with 2xx.
    Done(Value),
    /// It was answered with 503 `unavailable`: nothing has changed.
    Unavailable,
    /// It was answered with 503 `in_doubt` or 408: it may have been done.
    InDoubt,
    /// No answer came: it may have been done.
    Lost(String),
    /// It got any other answer.
    Wrong(u16, String),
}

impl Outcome {
    fn of(sent: Result<Answer, ureq::Error>) -> Self {
        let answer = match sent {
            Ok(answer) => answer,
            Err(error) => return Self::Lost(error.to_string()),
        };
        match (answer.status, answer.json["type"].as_str()) {
            (200..=299, _) => Self::Done(answer.json),
            (503, Some("/problems/unavailable")) => Self::Unavailable,
            (503, Some("/problems/in_doubt")) | (408, _) => Self::InDoubt,
            _ => Self::Wrong(answer.status, answer.text()),
        }
    }

    /// Returns `true` if the request was acknowledged.
    pub fn is_done(&self) -> bool {
        matches!(self, Self::Done(_))
    }
}

/// A request that was sent, and its result.
#[derive(Clone)]
pub struct Attempt {
    /// The index in [`STEPS`].
    pub step: usize,
    /// The mark.
    pub mark: String,
    /// The result.
    pub outcome: Outcome,
}

impl Attempt {
    /// Sends the request of a step.
    pub fn send(stage: &Stage, step: usize, mark: &str, key: &str) -> Self {
        let Ask { client, method, path, body } = (STEPS[step].ask)(stage, mark);
        let mut request = client.request(method, &path);
        if !body.is_null() {
            request = request.json(&body);
        }
        if STEPS[step].is_keyed {
            request = request.header("Idempotency-Key", key);
        }
        Self { step, mark: mark.to_owned(), outcome: Outcome::of(request.try_send()) }
    }

    /// The name of its step.
    pub fn name(&self) -> &'static str {
        STEPS[self.step].name
    }

    /// Compares the answer with the current state. Returns a description of each error.
    pub fn judge(&self, stage: &Stage) -> Vec<String> {
        let answer = match &self.outcome {
            Outcome::Done(answer) => Some(answer),
            _ => None,
        };
        let Some(count) = (STEPS[self.step].count)(stage, &self.mark, answer) else {
            return Vec::new();
        };
        let name = self.name();
        let fault = match (&self.outcome, count) {
            (Outcome::Done(_), 1) | (Outcome::Unavailable, 0) => return Vec::new(),
            (Outcome::InDoubt | Outcome::Lost(_) | Outcome::Wrong(..), 0 | 1) => return Vec::new(),
            (Outcome::Done(_), 0) => format!("{name}: was acknowledged and is lost"),
            (Outcome::Unavailable, _) => {
                format!("{name}: was answered with `unavailable` and was done")
            }
            (_, _) => format!("{name}: was done {count} times"),
        };
        vec![fault]
    }
}

/// Sends the request of each step once, one after another. After the first one that takes longer
/// than a second, sends the others in parallel.
pub fn play(stage: &Stage, mark: &str) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    let send = |step: usize| {
        let mark = format!("{mark}{}", STEPS[step].name);
        Attempt::send(stage, step, &mark, &format!("{mark}-key"))
    };
    for step in 0..STEPS.len() {
        let begun = std::time::Instant::now();
        attempts.push(send(step));
        if begun.elapsed().as_secs() >= 1 {
            break;
        }
    }
    let rest = attempts.len()..STEPS.len();
    std::thread::scope(|scope| {
        let sent: Vec<_> = rest.map(|step| scope.spawn(move || send(step))).collect();
        attempts.extend(sent.into_iter().map(|sent| sent.join().expect("no client panics")));
    });
    attempts
}

/// Reads everything once. Returns a description of each read with another answer than 200, or than
/// 503 if that is allowed.
pub fn read(stage: &Stage, may_fail: bool) -> Vec<String> {
    let judge = |(name, path): &Read| {
        let path = path(stage);
        match stage.ada.request("GET", &path).try_send() {
            Ok(answer) if answer.status == 200 => None,
            Ok(answer) if answer.status == 503 && may_fail => None,
            Err(_) if may_fail => None,
            Ok(answer) => Some(format!(
                "{name}: a read was answered with {} {}",
                answer.status,
                answer.text()
            )),
            Err(error) => Some(format!("{name}: a read got no answer: {error}")),
        }
    };
    READS.iter().filter_map(judge).collect()
}
