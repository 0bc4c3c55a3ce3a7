//! Checks after the end of a fault: every kind of request works again, without a restart.

use std::time::{Duration, Instant};

use super::{Attempt, Outcome, STEPS, Stage, stream};
use crate::client::Client;
use crate::wait::wait_for;

/// Time limit after the end of a fault until every kind of request works again: three times the
/// promise of `docs/reliability.md` (9).
pub const LIMIT: Duration = Duration::from_secs(30);

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
    let mut recovery = Recovery { attempts: Vec::new(), took: Duration::ZERO, faults: Vec::new() };
    let ready = std::thread::scope(|scope| {
        let ready = scope.spawn(move || wait_until_ready(&stage.ada, begun));
        let streams = scope.spawn(move || wait_for_stream(stage, begun));
        let retry = |step: usize| (retry(stage, step, mark, begun), begun.elapsed());
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
    if recovery.took > LIMIT {
        recovery.faults.push(format!("recovery took {:?}", recovery.took));
    }
    if !ready {
        recovery.faults.push(format!("/readyz: is not ready after {LIMIT:?}"));
    }
    recovery
}

/// Asks `/readyz` until it reports readiness; false if it does not within the limit.
fn wait_until_ready(client: &Client, begun: Instant) -> bool {
    wait_for("readiness", || {
        let response = client.request("GET", "/readyz").try_send();
        let ready = response.is_ok_and(|answer| answer.status == 200);
        (ready || begun.elapsed() >= LIMIT).then_some(ready)
    })
}

fn wait_for_stream(stage: &Stage, begun: Instant) -> Result<(), String> {
    wait_for("a stream", || {
        let opened = stream::opens(&stage.ada, &format!("{}/events", stage.playing));
        (opened.is_ok() || begun.elapsed() >= LIMIT).then_some(opened)
    })
}

fn retry(stage: &Stage, step: usize, mark: &str, begun: Instant) -> Vec<Attempt> {
    let name = STEPS[step].name;
    let mut attempts: Vec<Attempt> = Vec::new();
    wait_for(name, || {
        // An idempotency key belongs to one body.
        let own = if STEPS[step].is_keyed {
            format!("{mark}{name}")
        } else {
            format!("{mark}{name}{}", attempts.len())
        };
        let attempt = Attempt::send(stage, step, &own, &format!("{mark}{name}"));
        let is_done = attempt.outcome.is_done();
        attempts.push(attempt);
        (is_done || was_done(&attempts, stage) || begun.elapsed() >= LIMIT).then_some(())
    });
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
