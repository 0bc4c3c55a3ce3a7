//! Faults during the start and the stop of a server.

use broadside_tests::shim::{Call, Error, Fault};

use super::in_parallel;
use crate::case::Case;

/// Checks that a server with a fault at startup either reports it and exits with 1, or starts, and
/// that the next start works.
fn start(fault: &Fault) -> Vec<String> {
    let mut case = Case::prepared(format_args!("at start {fault:?}"));
    if fault.nth.is_multiple_of(2) {
        // The server creates the database.
        std::fs::remove_file(case.file()).expect("the copy is there");
    }
    let copied = !fault.nth.is_multiple_of(2);
    case.shim.arm(*fault);
    match case.server.try_launch() {
        Ok(()) => {
            case.shim.disarm();
            case.stop();
        }
        Err(error) => {
            case.check(error.contains("exit status: 1") || error.contains("256"), &error);
            case.check(
                case.server.log().contains("broadside"),
                format_args!("no clear message: {error}"),
            );
        }
    }
    case.shim.disarm();
    if let Err(error) = case.server.try_launch() {
        case.fault(format_args!("does not start after the fault: {error}"));
        return case.faults;
    }
    if !copied {
        case.server.player("Ada");
        case.stop();
        case.check_database();
        return case.faults;
    }
    case.play(0);
    case.expect_done(true, "failed after the fault");
    case.conclude(false)
}

#[test]
fn faults_at_startup_are_reported_and_the_next_start_works() {
    let mut cases = Vec::new();
    let calls =
        [(Call::Write, 10), (Call::Sync, 6), (Call::Open, 8), (Call::Truncate, 2), (Call::Read, 4)];
    for (call, up_to) in calls {
        for nth in 1..=up_to {
            let is_broken = nth % 3 == 0 || call == Call::Read;
            let error = if is_broken { Error::Io } else { Error::NoSpace };
            cases.push(Fault { call, nth, error, persistent: nth / 2 % 2 == 0 });
        }
    }
    in_parallel(cases, start);
}

/// Checks that a server with a fault during the stop ends anyway, without losing data.
fn stop(fault: &Fault) -> Vec<String> {
    let mut case = Case::started(format_args!("at stop {fault:?}"));
    case.play(0);
    case.shim.arm(*fault);
    case.server.signal("TERM");
    case.server.wait();
    case.check(!case.server.log().contains("panicked"), "something panicked");
    case.shim.disarm();
    case.reopen()
}

#[test]
fn faults_at_a_stop_lose_nothing() {
    let mut cases = Vec::new();
    for (call, up_to) in [(Call::Write, 6), (Call::Sync, 3), (Call::Truncate, 3), (Call::Unlink, 2)]
    {
        for nth in 1..=up_to {
            cases.push(Fault { call, nth, error: Error::Io, persistent: nth % 2 == 0 });
        }
    }
    in_parallel(cases, stop);
}
