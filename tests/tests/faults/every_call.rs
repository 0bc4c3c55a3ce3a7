//! Every write, sync, open and truncate of a session fails, once and persistently.

use broadside_tests::session;
use broadside_tests::shim::{Call, Error, Fault};
use serde_json::json;

use super::in_parallel;
use crate::case::Case;

/// Without `FAULTS=all`, every so many-th call fails persistently too. `FAULTS=20` takes only every 20th call.
const EACH: u64 = 12;
/// How many more writes are made if the session has fewer calls than when they were counted.
const MORE: usize = 200;

fn inject(fault: &Fault) -> Vec<String> {
    let mut case = Case::started(format_args!("{fault:?}"));
    case.shim.arm(*fault);
    let attempts = session::play(&case.stage(0), "fault-");
    // Background work makes calls too, so a session has a few more or less of them.
    let stage = case.stage(0);
    for n in 0..MORE {
        if case.shim.hits() > 0 {
            break;
        }
        let _ =
            stage.mia.request("PATCH", "/v1/players/me").json(&json!({"name": format!("M{n}")})).try_send();
    }
    let fired = case.shim.hits() > 0;
    case.check(fired, "the fault did not fire");
    case.judge_answers(&attempts);
    for fault in session::read(&stage, true) {
        case.fault(fault);
    }
    if fault.persistent {
        case.is_noticed();
    }
    case.conclude(&attempts, fault.nth % 2 == 0)
}

/// How many calls of each kind the session makes, and that nothing fails without a fault.
fn count_calls() -> Vec<(Call, u64)> {
    let case = Case::started("no fault");
    case.shim.count_calls();
    let attempts = session::play(&case.stage(0), "fault-");
    for attempt in &attempts {
        assert!(attempt.outcome.is_done(), "{}: {:?}", attempt.name(), attempt.outcome);
    }
    let counts = Call::ALL.map(|call| (call, case.shim.count(call)));
    println!("calls of the session: {counts:?}");
    assert_eq!(case.conclude(&attempts, false), [""; 0]);
    counts.to_vec()
}

#[test]
fn every_call_of_a_session_fails() {
    let which = std::env::var("FAULTS").unwrap_or_default();
    let (all, sample) = (which == "all", which.parse().unwrap_or(1));
    let mut cases = Vec::new();
    for (call, count) in count_calls() {
        for nth in (1..=count).step_by(sample) {
            let errors = match call {
                Call::Write => vec![Error::NoSpace, Error::Io, Error::Short],
                Call::Sync | Call::Unlink => vec![Error::Io],
                Call::Open | Call::Truncate => vec![Error::NoSpace, Error::Io],
            };
            let one = errors[nth as usize % errors.len()];
            let chosen = if all { errors } else { vec![one] };
            for error in chosen {
                cases.push(Fault { call, nth, error, persistent: false });
                if all || nth % EACH == 1 || sample > 1 {
                    cases.push(Fault { call, nth, error, persistent: true });
                }
            }
        }
    }
    assert!(cases.len() > 100 || sample > 1, "{} cases are too few to mean anything", cases.len());
    in_parallel(cases, inject);
}
