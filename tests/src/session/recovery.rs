//! Checks after the end of a fault: every kind of request works again within ten seconds, without a
//! restart.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::{Attempt, Outcome, STEPS, Stage, stream};
use crate::client::Client;

/// Time limit after the end of a fault until every kind of request works again.
pub const LIMIT: Duration = Duration::from_secs(10);
/// Time limit after the first successful write until `/readyz` reports readiness.
const READY: Duration = Duration::from_secs(2);
/// Additional time for a busy machine.
const SLACK: Duration = Duration::from_millis(1500);

/// The recovery of a service.
pub struct Recovery {
    /// The last attempt of each kind.
    pub attempts: Vec<Attempt>,
    /// The time until the slowest kind of request worked.
    pub took: Duration,
    /// A description of each error.
    pub faults: Vec<String>,
}

/// Sends one request of each kind in parallel, retries each until it is acknowledged, and opens a
/// stream. Call it when the fault has ended. The mark becomes a part of addresses.
pub fn recover(stage: &Stage, mark: &str) -> Recovery {
    let begun = Instant::now();
    let first_write = Mutex::new(None);
    let mut recovery = Recovery { attempts: Vec::new(), took: Duration::ZERO, faults: Vec::new() };
    let ready = std::thread::scope(|scope| {
        let first_write = &first_write;
        let ready = scope.spawn(move || wait_until_ready(&stage.ada, begun));
        let streams = scope.spawn(move || wait_for_stream(stage, begun));
        let retry = |step: usize| {
            let attempts = retry(stage, step, mark, begun);
            if attempts.last().is_some_and(|attempt| attempt.outcome.is_done()) {
                let mut first = first_write.lock().expect("no thread panics");
                *first = Some(
                    first.map_or(begun.elapsed(), |first: Duration| first.min(begun.elapsed())),
                );
            }
            (attempts, begun.elapsed())
        };
        let sent: Vec<_> = (0..STEPS.len()).map(|step| scope.spawn(move || retry(step))).collect();
        for sent in sent {
            let (mut attempts, took) = sent.join().expect("no client panics");
            let last = attempts.last().expect("it was tried");
            if !last.outcome.is_done() && !was_done(&attempts, stage) {
                let what = format!(
                    "{}: does not work again after {LIMIT:?}: {:?}",
                    last.name(),
                    last.outcome
                );
                recovery.faults.push(what);
            }
            recovery.took = recovery.took.max(took);
            recovery.attempts.extend(attempts.pop());
        }
        if let Err(why) = streams.join().expect("no client panics") {
            recovery.faults.push(format!("stream: does not work again after {LIMIT:?}: {why}"));
        }
        ready.join().expect("no client panics")
    });
    if recovery.took > LIMIT + SLACK {
        recovery.faults.push(format!("recovery took {:?}", recovery.took));
    }
    let first = first_write.into_inner().expect("no thread panics");
    match (ready, first) {
        (Some(ready), Some(first)) if ready <= first + READY + SLACK => {}
        (ready, first) => recovery.faults.push(format!(
            "/readyz: says 200 after {ready:?}, and the first write worked after {first:?}"
        )),
    }
    recovery
}

fn wait_until_ready(client: &Client, begun: Instant) -> Option<Duration> {
    while begun.elapsed() < LIMIT + READY + SLACK {
        if client.request("GET", "/readyz").try_send().is_ok_and(|answer| answer.status == 200) {
            return Some(begun.elapsed());
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    None
}

fn wait_for_stream(stage: &Stage, begun: Instant) -> Result<(), String> {
    loop {
        match stream::opens(&stage.ada, &format!("{}/events", stage.playing)) {
            Err(_) if begun.elapsed() < LIMIT => std::thread::sleep(Duration::from_millis(200)),
            opened => return opened,
        }
    }
}

fn retry(stage: &Stage, step: usize, mark: &str, begun: Instant) -> Vec<Attempt> {
    let name = STEPS[step].name;
    let mut attempts: Vec<Attempt> = Vec::new();
    while attempts.last().is_none_or(|last| !last.outcome.is_done()) && begun.elapsed() < LIMIT {
        if !attempts.is_empty() {
            std::thread::sleep(Duration::from_millis(200));
            if was_done(&attempts, stage) {
                break;
            }
        }
        // An idempotency key belongs to one body.
        let own = if STEPS[step].is_keyed {
            format!("{mark}{name}")
        } else {
            format!("{mark}{name}{}", attempts.len())
        };
        attempts.push(Attempt::send(stage, step, &own, &format!("{mark}{name}")));
    }
    attempts
}

/// Returns `true` if the last attempt was refused because an earlier one, which was left in doubt,
/// was done.
fn was_done(attempts: &[Attempt], stage: &Stage) -> bool {
    let (Some((last, earlier)), false) = (attempts.split_last(), attempts.is_empty()) else {
        return false;
    };
    let in_doubt =
        |attempt: &Attempt| matches!(attempt.outcome, Outcome::InDoubt | Outcome::Lost(_));
    matches!(last.outcome, Outcome::Wrong(400..=499, _))
        && earlier.iter().any(in_doubt)
        && (STEPS[last.step].count)(stage, &last.mark, None).is_some_and(|count| count > 0)
}
