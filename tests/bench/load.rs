//! Drives connections in a closed or open loop, and measures latencies.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::task::JoinSet;

use crate::client::Client;
use crate::hand::{Games, Hand, Work};
use crate::report::Row;
use crate::{Failure, machine};

/// Time that an open loop waits at its end for outstanding answers.
const GRACE: Duration = Duration::from_secs(10);
/// Pause of a connection after an error, so that it does not flood a server that refuses every
/// request.
const REST: Duration = Duration::from_millis(10);

/// A load.
#[derive(Clone)]
pub(crate) struct Plan {
    /// The server, as in `127.0.0.1:8080`.
    pub(crate) authority: String,
    pub(crate) work: Work,
    pub(crate) connections: usize,
    /// Number of games that each connection uses in rotation.
    pub(crate) width: usize,
    /// Time before the measurement begins.
    pub(crate) warmup: Duration,
    pub(crate) time: Duration,
    /// Requests per second in an open loop. Without a rate, each connection sends a request as soon
    /// as the last one is answered.
    pub(crate) rate: Option<f64>,
    pub(crate) seed: u64,
}

/// Results of a load, or of one connection.
pub(crate) struct ReplyClass {
    /// Latencies in microseconds.
    pub(crate) latency: Histogram<u64>,
    /// Total size of the response bodies in bytes.
    pub(crate) bytes: u64,
    /// Errors, with the number of times that each occurred.
    pub(crate) errors: BTreeMap<String, u64>,
    /// Time of the last answer.
    last: Instant,
}

impl ReplyClass {
    fn new(last: Instant) -> Self {
        let latency = Histogram::new(3).expect("three digits are a precision");
        Self { latency, bytes: 0, errors: BTreeMap::new(), last }
    }

    fn error(&mut self, word: String) {
        *self.errors.entry(word).or_default() += 1;
    }

    fn add(&mut self, other: Self) {
        self.latency.add(&other.latency).expect("all histograms grow");
        self.bytes += other.bytes;
        for (word, count) in other.errors {
            *self.errors.entry(word).or_default() += count;
        }
        self.last = self.last.max(other.last);
    }
}

/// Begin and end of the measured part of a load.
#[derive(Clone, Copy)]
struct Window {
    begin: Instant,
    end: Instant,
}

/// Runs a load and reports it, with the resource usage of the server process if that runs on this
/// machine.
pub(crate) async fn measure(
    games: &Arc<Games>,
    plan: &Plan,
    server: Option<u32>,
) -> Result<Row, Failure> {
    let used = || (server.and_then(machine::cpu_us), machine::cpu_us(std::process::id()));
    let (before, after) = (Cell::new((None, None)), Cell::new((None, None)));
    let (reply_class, seconds) =
        drive(games, plan, || before.set(used()), || after.set(used())).await?;
    let mut row = Row::of(plan.work.name(), plan, reply_class, seconds);
    let answers = row.per_second * seconds;
    let each = |before: Option<f64>, after: Option<f64>| {
        Some((after? - before?) / answers).filter(|each| each.is_finite())
    };
    row.server_cpu_us = each(before.get().0, after.get().0);
    row.client_cpu_us = each(before.get().1, after.get().1);
    Ok(row)
}

/// Runs a load; returns the results and the measured time in seconds. Calls `begun` when the
/// measured part begins, and `ended` when it ends.
async fn drive(
    games: &Arc<Games>,
    plan: &Plan,
    begun: impl FnOnce(),
    ended: impl FnOnce(),
) -> Result<(ReplyClass, f64), Failure> {
    let ready = Arc::new(tokio::sync::Barrier::new(plan.connections + 1));
    let (starter, started) = tokio::sync::watch::channel(None);
    let mut lines: Vec<UnboundedSender<Instant>> = Vec::new();
    let mut tasks = JoinSet::new();
    for n in 0..plan.connections {
        let arrivals = plan.rate.map(|_| {
            let (line, arrivals) = mpsc::unbounded_channel();
            lines.push(line);
            arrivals
        });
        let (games, plan, ready, mut started) =
            (Arc::clone(games), plan.clone(), Arc::clone(&ready), started.clone());
        tasks.spawn(async move {
            let mut client = Client::new(&plan.authority);
            let mut hand =
                Hand::new(&games, plan.work, plan.width, plan.seed.wrapping_add(n as u64));
            let filled = hand.fill(&mut client).await;
            ready.wait().await;
            let window: Window = match started.wait_for(Option::is_some).await.map(|window| *window)
            {
                Ok(Some(window)) => window,
                _ => return ReplyClass::new(Instant::now()),
            };
            let mut reply_class = ReplyClass::new(window.begin);
            match filled {
                Ok(()) => {
                    connection(&mut client, &mut hand, arrivals, window, &mut reply_class).await
                }
                Err(word) => reply_class.error(word),
            }
            reply_class
        });
    }
    ready.wait().await;
    let start = Instant::now();
    let window = Window { begin: start + plan.warmup, end: start + plan.warmup + plan.time };
    starter.send(Some(window))?;
    if let Some(rate) = plan.rate {
        std::thread::spawn(move || keep_schedule(start, window.end, rate, &lines));
    }
    tokio::time::sleep_until(window.begin.into()).await;
    begun();
    tokio::time::sleep_until(window.end.into()).await;
    ended();
    let mut total = ReplyClass::new(window.begin);
    while let Some(reply_class) = tasks.join_next().await {
        total.add(reply_class?);
    }
    let last = total.last.max(if plan.rate.is_some() { window.end } else { window.begin });
    let seconds = if plan.rate.is_some() { last - window.begin } else { plan.time };
    Ok((total, seconds.as_secs_f64()))
}

/// Sends arrivals by the clock, independent of the answers. It runs on a thread of its own, because
/// the timers of the runtime have a resolution of a millisecond.
fn keep_schedule(start: Instant, end: Instant, rate: f64, lines: &[UnboundedSender<Instant>]) {
    for n in 0.. {
        let start_at = start + Duration::from_secs_f64(n as f64 / rate);
        if start_at >= end {
            return;
        }
        let now = Instant::now();
        if start_at > now {
            std::thread::sleep(start_at - now);
        }
        // The channel is closed if its connection has given up, which has reported its error.
        let _ = lines[n % lines.len()].send(start_at);
    }
}

async fn connection(
    client: &mut Client,
    hand: &mut Hand<'_>,
    mut arrivals: Option<UnboundedReceiver<Instant>>,
    window: Window,
    reply_class: &mut ReplyClass,
) {
    loop {
        let ask = match hand.next(client).await {
            Ok(ask) => ask,
            Err(word) => {
                reply_class.error(word);
                tokio::time::sleep(REST).await;
                if Instant::now() >= window.end {
                    return;
                }
                continue;
            }
        };
        let now = Instant::now();
        let start_at = match &mut arrivals {
            None if now >= window.end => return,
            None => now,
            Some(arrivals) => {
                if now >= window.end + GRACE {
                    for _ in 0..arrivals.len() {
                        reply_class.error("not answered in time".to_owned());
                    }
                    return;
                }
                match arrivals.recv().await {
                    // Latency counts from the time when the request was due, even if it is sent
                    // late.
                    Some(due) => due,
                    None => return,
                }
            }
        };
        let heeded = match client.send(&ask).await {
            Ok(answer) => {
                let now = Instant::now();
                let heeded = hand.heed(&answer, ask.if_none_match.is_some());
                // A closed loop does not count answers that arrive after the end.
                let counts = start_at >= window.begin && (arrivals.is_some() || now < window.end);
                if heeded.is_ok() && counts {
                    let micros = (now - start_at).as_micros().min(u128::from(u64::MAX)) as u64;
                    reply_class.latency.record(micros).expect("the histogram grows");
                    reply_class.bytes += answer.body.len() as u64;
                    reply_class.last = now;
                }
                heeded
            }
            Err(word) => Err(word),
        };
        if let Err(word) = heeded {
            hand.drop_game();
            reply_class.error(word);
            tokio::time::sleep(REST).await;
        }
    }
}
