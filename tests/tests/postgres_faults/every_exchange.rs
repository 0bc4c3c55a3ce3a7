//! Injects every fault into every exchange of a session.

use std::collections::{BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use broadside_tests::proxy::{Extent, Fault, Plan};

use crate::lane::{LASTING, Lane, ONCE};

/// Number of sessions between two lines of progress.
const PROGRESS: usize = 20;
/// Number of nodes that are tested in parallel; most of the time they wait.
const LANES: usize = 8;
/// Distance of the exchanges of a session that get a fault. Each silence takes until a timeout, so
/// there are fewer of them.
const STEP: usize = 64;
const SILENCE_STEP: usize = 256;
/// Distance of the exchanges at which lasting faults begin.
const LASTING_STEP: usize = 4;
/// Without `FAULTS=all`, one in this many sessions is played, and one in this many of those with a
/// lasting fault.
const PART: usize = 11;
const LASTING_PART: usize = 29;

/// The faults to inject, one session for each. With `FAULTS=all`: every fault at every exchange.
/// With `FAULTS=2/4`: the second of four parts of that. With `FAULTS=20`: a twentieth of the
/// default.
fn plans(exchanges: usize) -> VecDeque<Plan> {
    let once = |fault: Fault| {
        let step = if matches!(fault, Fault::Silence(_)) { SILENCE_STEP } else { STEP };
        (1..=step.min(exchanges)).map(move |nth| Plan { fault, nth, extent: Extent::Every(step) })
    };
    let lasting = |nth: usize| LASTING.map(|fault| Plan { fault, nth, extent: Extent::Lasting });
    let once: Vec<_> = ONCE.into_iter().flat_map(once).collect();
    let lasting: Vec<_> = (1..=exchanges).step_by(LASTING_STEP).flat_map(lasting).collect();
    let (first, part, lasting_part) = match std::env::var("FAULTS").as_deref() {
        Ok("all") => (0, 1, 1),
        Ok("") | Err(_) => (0, PART, LASTING_PART),
        Ok(which) => match which.split_once('/') {
            Some((nth, parts)) => {
                let [nth, parts] =
                    [nth, parts].map(|number| number.parse::<usize>().expect("FAULTS=2/4"));
                assert!((1..=parts).contains(&nth), "FAULTS={which}: there is no such part");
                (nth - 1, parts, parts)
            }
            None => {
                let part: usize =
                    which.parse().expect("FAULTS is `all`, a part such as 2/4, or a number");
                (0, PART * part, LASTING_PART * part)
            }
        },
    };
    // Lasting faults take longest, so they come first.
    let lasting = lasting.into_iter().skip(first).step_by(lasting_part);
    lasting.chain(once.into_iter().skip(first).step_by(part)).collect()
}

#[test]
fn every_exchange_of_a_session_meets_faults() {
    let mut first = Lane::new();
    let exchanges = first.record();
    let statements: BTreeSet<_> = exchanges.iter().collect();
    println!("a session has {} exchanges, {} of them different", exchanges.len(), statements.len());
    assert!(
        exchanges.len() > 100 && exchanges.iter().any(|asked| asked == "COMMIT"),
        "{exchanges:?}"
    );
    let plans = plans(exchanges.len());
    let total = plans.len();
    let (queue, played, injected) = (Mutex::new(plans), AtomicUsize::new(0), AtomicUsize::new(0));
    let begun = Instant::now();
    let (met, found) = (Mutex::new(BTreeSet::new()), Mutex::new(first.conclude()));
    let work = || {
        let mut lane = Lane::new();
        loop {
            let next = queue.lock().expect("no thread panics").pop_front();
            let Some(plan) = next else { break };
            let panicked = catch_unwind(AssertUnwindSafe(|| lane.run(plan))).is_err();
            if panicked {
                lane.faults.push(format!("{plan:?}: a client panicked"));
            }
            let done = played.fetch_add(1, Ordering::SeqCst) + 1;
            if done.is_multiple_of(PROGRESS) || !lane.faults.is_empty() {
                println!("{done} of {total} sessions; this node has failed in {:?}", lane.faults);
            }
            let hits = lane.proxy.hits();
            injected.fetch_add(hits.len(), Ordering::SeqCst);
            met.lock().expect("no thread panics").extend(hits.into_iter().map(|hit| hit.what));
        }
        found.lock().expect("no thread panics").extend(lane.conclude());
    };
    std::thread::scope(|scope| {
        for _ in 0..LANES.min(total) {
            scope.spawn(work);
        }
    });
    let (met, found) = (
        met.into_inner().expect("no thread panics"),
        found.into_inner().expect("no thread panics"),
    );
    let unmet =
        statements.iter().filter(|statement| !met.contains(**statement)).collect::<Vec<_>>();
    let injected = injected.into_inner();
    println!(
        "{total} sessions, {injected} faults, {} kinds of exchanges met, in {:?}",
        met.len(),
        begun.elapsed()
    );
    println!("kinds of exchanges that met no fault: {unmet:#?}");
    let shown = found.iter().take(60).map(|fault| format!("\n  {fault}")).collect::<String>();
    assert!(found.is_empty(), "{total} sessions; {} faults, of which:{shown}", found.len());
}
