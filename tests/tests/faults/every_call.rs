//! Fails every read, write, sync, open, truncate and unlink of a session, once and persistently.
//!
//! The session includes a checkpoint, which SQLite makes when the log has a thousand pages: the log
//! is filled almost to that before each session. One server gets several faults.

use std::collections::VecDeque;

use broadside_tests::session;
use broadside_tests::shim::{Call, Error, Fault};
use broadside_tests::wait::wait_until;
use serde_json::json;

use super::in_parallel;
use crate::case::{Case, FAULTS};

/// With `FAULTS=each`, each call fails once, with the kinds of errors in turn, and one in this many
/// calls also persistently. With `FAULTS=all`, each call fails with every error, once and
/// persistently.
const PERSISTENT_EACH: usize = 8;
/// By default, faults are injected into at most this many calls of a kind.
const SAMPLE: u64 = 18;
/// Maximum number of additional requests until the fault begins, if the session makes fewer calls
/// than when they were counted.
const MORE: usize = 300;
/// Number of pages in the log before a session, and with which SQLite makes a checkpoint.
const FILLED: u32 = 900;
const CHECKPOINT: u32 = 1000;
/// Number of bytes in a page.
const PAGE: u32 = 4096;

/// Fills the log, so that the next session will cause a checkpoint. The test writes by itself, which
/// is quicker than by requests.
fn fill_log(case: &Case) {
    let missing = FILLED.saturating_sub(case.log_pages());
    if missing > 0 {
        // Each byte becomes two digits.
        let bytes = missing * PAGE / 2;
        let fill = format!("REPLACE INTO settings VALUES ('fill', hex(randomblob({bytes})))");
        case.server.database().run(case.server.directory(), &fill);
    }
    let pages = case.log_pages();
    assert!((FILLED..CHECKPOINT).contains(&pages), "the log has {pages} pages");
}

/// Waits until the checkpoint that belongs to a session has been made, or a fault has begun.
fn wait_for_checkpoint(case: &Case) {
    wait_until("the checkpoint of the session", || {
        case.log_pages() < FILLED || case.shim.has_tripped()
    });
}

/// Plays a session with a fault. Returns false if the fault did not begin.
fn inject(case: &mut Case, fault: &Fault, round: usize) -> bool {
    case.label = format!("{fault:?}");
    fill_log(case);
    case.shim.arm(*fault);
    case.play(round);
    wait_for_checkpoint(case);
    // Background work makes calls too, so their number varies between sessions.
    let stage = case.stage(round);
    for n in 0..MORE {
        if case.shim.has_tripped() {
            break;
        }
        let _ = stage
            .mia
            .request("PATCH", "/v1/players/me")
            .json(&json!({"name": format!("M{n}")}))
            .try_send();
    }
    let begun = case.shim.has_tripped();
    if begun {
        for fault in session::read(&stage, true) {
            case.fault(fault);
        }
        if fault.persistent {
            case.is_noticed();
        }
    }
    case.recovers(round);
    begun
}

/// Injects faults into one server, and continues with a new server after a failed recovery.
fn inject_all(faults: &VecDeque<Fault>) -> Vec<String> {
    let mut faults = faults.clone();
    let mut findings = Vec::new();
    while let Some(first) = faults.front().copied() {
        let mut case = Case::started("start");
        let mut round = 0;
        while let Some(fault) = faults.pop_front() {
            if !inject(&mut case, &fault, round) {
                // This session made fewer such calls, but at least one.
                assert_ne!(fault.nth, 1, "{fault:?} does not begin");
                faults.push_front(Fault { nth: 1, ..fault });
            }
            round += 2;
            // The database has objects for so many rounds.
            if !case.faults.is_empty() || round == 2 * FAULTS {
                break;
            }
        }
        if first.nth % 2 == 0 {
            case.server.kill_9();
        } else {
            case.stop();
        }
        findings.extend(case.reopen());
    }
    findings
}

/// Counts the calls of each kind in a session, and checks that the session succeeds without a
/// fault.
fn count_calls() -> Vec<(Call, u64)> {
    let mut case = Case::started("no fault");
    fill_log(&case);
    case.shim.count_calls();
    case.play(0);
    case.expect_done(true, "failed without a fault");
    wait_for_checkpoint(&case);
    let counts = Call::ALL.map(|call| (call, case.shim.count(call)));
    println!("calls of a session: {counts:?}");
    assert_eq!(case.conclude(false), [""; 0]);
    counts.to_vec()
}

fn errors_of(call: Call) -> &'static [Error] {
    match call {
        Call::Write => &[Error::NoSpace, Error::Io, Error::Short],
        Call::Read | Call::Sync | Call::Unlink => &[Error::Io],
        Call::Open | Call::Truncate => &[Error::NoSpace, Error::Io],
    }
}

#[test]
fn every_call_of_a_session_fails() {
    let which = std::env::var("FAULTS").unwrap_or_default();
    assert!(["", "each", "all"].contains(&which.as_str()), "FAULTS={which}: it is `each` or `all`");
    let (all, sampled) = (which == "all", which.is_empty());
    let mut faults = Vec::new();
    for (call, count) in count_calls() {
        let places = if sampled { count.min(SAMPLE) } else { count };
        // They are spread evenly over the session.
        let calls = (0..places).map(|place| 1 + place * count / places);
        for (place, nth) in calls.enumerate() {
            let errors = errors_of(call);
            let one = place % errors.len();
            for (at, error) in errors.iter().enumerate() {
                for persistent in [false, true] {
                    let turn = at == one && (!persistent || place % PERSISTENT_EACH == 0);
                    if all || turn {
                        faults.push(Fault { call, nth, error: *error, persistent });
                    }
                }
            }
        }
    }
    println!("{} faults", faults.len());
    assert!(faults.len() > 40, "{} faults are too few to mean anything", faults.len());
    // Distribute the list over the groups, because its parts take different times.
    let groups = faults.len().div_ceil(FAULTS);
    let group = |at: usize| faults.iter().skip(at).step_by(groups).copied().collect();
    in_parallel((0..groups).map(group).collect(), inject_all);
}
