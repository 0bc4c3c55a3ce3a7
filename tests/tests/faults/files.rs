//! A database file that is deleted, replaced or moved while the server runs.

use std::time::Duration;

use broadside_tests::session;

use crate::case::Case;

/// Nothing is acknowledged any more, at once and later; and `/readyz` says so.
fn acknowledges_nothing(case: &mut Case) {
    for (round, wait) in [(0, 0), (1, 1200)] {
        std::thread::sleep(Duration::from_millis(wait));
        let attempts = session::play(&case.stage(round), "gone-");
        case.judge_answers(&attempts);
        for attempt in attempts.iter().filter(|attempt| attempt.outcome.is_done()) {
            case.fault(format_args!("{}: was acknowledged without the file", attempt.name()));
        }
    }
    case.is_noticed();
}

#[test]
fn nothing_is_acknowledged_when_the_file_is_deleted() {
    let mut case = Case::started("deleted");
    case.stage(0).ada.get("/readyz").is(200);
    std::fs::remove_file(case.file()).expect("it is there");
    acknowledges_nothing(&mut case);
    assert_eq!(case.faults, [""; 0]);
}

#[test]
fn nothing_is_acknowledged_when_the_file_is_replaced() {
    let mut case = Case::started("replaced");
    let copy = case.server.directory().file("copy");
    std::fs::copy(case.file(), &copy).expect("it can be copied");
    std::fs::rename(&copy, case.file()).expect("it can be replaced");
    acknowledges_nothing(&mut case);
    assert_eq!(case.faults, [""; 0]);
}

#[test]
fn a_file_that_is_put_back_is_served_again() {
    let mut case = Case::started("moved");
    let elsewhere = case.server.directory().file("elsewhere");
    std::fs::rename(case.file(), &elsewhere).expect("it is there");
    let attempts = session::play(&case.stage(0), "gone-");
    case.judge_answers(&attempts);
    case.is_noticed();
    std::fs::rename(&elsewhere, case.file()).expect("it can be put back");
    assert_eq!(case.conclude(&attempts, false), [""; 0]);
}
