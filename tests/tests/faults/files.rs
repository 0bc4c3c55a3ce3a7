//! A database file that is deleted, replaced or moved while the server runs.

use broadside_tests::server;
use serde_json::json;

use crate::case::Case;

/// Asserts that nothing is acknowledged, now and after `/readyz` has reported an error.
fn acknowledges_nothing(case: &mut Case) {
    for round in [0, 1] {
        case.play(round);
        case.expect_done(false, "was acknowledged without the file");
        case.is_noticed();
    }
}

/// Asserts that a server that nobody asks for anything notices it, that the first request to
/// `/readyz` then reports an error, and that nothing is acknowledged.
fn notices_that_it_is_deleted(ending: &str) {
    let mut case = Case::started(format_args!("deleted {ending}"));
    case.stage(0).ada.get("/readyz").is(200);
    std::fs::remove_file(case.beside(ending)).expect("it is there");
    case.server.wait_for_log("was deleted while the server runs");
    let status = case.stage(0).ada.get("/readyz").status;
    case.check(status == 503, format_args!("/readyz says {status}"));
    acknowledges_nothing(&mut case);
    assert_eq!(case.faults, [""; 0]);
}

#[test]
fn a_file_that_is_deleted_is_noticed_before_a_request() {
    notices_that_it_is_deleted("");
}

#[test]
fn a_log_that_is_deleted_is_noticed_before_a_request() {
    notices_that_it_is_deleted("-wal");
}

#[test]
fn an_index_that_is_deleted_is_noticed_before_a_request() {
    notices_that_it_is_deleted("-shm");
}

#[test]
fn nothing_is_acknowledged_when_the_file_is_deleted() {
    let mut case = Case::started("deleted");
    std::fs::remove_file(case.file()).expect("it is there");
    acknowledges_nothing(&mut case);
    assert_eq!(case.faults, [""; 0]);
}

#[test]
fn nothing_is_acknowledged_when_the_log_is_replaced() {
    let mut case = Case::started("replaced -wal");
    let copy = case.server.directory().file("copy");
    std::fs::copy(case.beside("-wal"), &copy).expect("it can be copied");
    std::fs::rename(&copy, case.beside("-wal")).expect("it can be replaced");
    acknowledges_nothing(&mut case);
    assert_eq!(case.faults, [""; 0]);
}

#[test]
fn a_second_process_is_refused_also_without_the_lock_file() {
    let mut case = Case::started("lock");
    std::fs::remove_file(case.beside(".lock")).expect("it is there");
    let database = format!("sqlite:{}", case.file().display());
    for command in [&["serve", "--listen", "127.0.0.1:0"][..], &["migrate"]] {
        let arguments = [command, &["--database", &database]].concat();
        let second = server::run(case.server.directory(), &arguments);
        let stderr = String::from_utf8_lossy(&second.stderr).into_owned();
        assert_eq!(second.status.code(), Some(1), "{command:?} {stderr}");
        assert!(stderr.contains("belongs to another running broadside"), "{command:?} {stderr}");
    }
    case.play(0);
    case.expect_done(true, "failed after another process was refused");
    assert_eq!(case.conclude(false), [""; 0]);
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
fn nothing_is_acknowledged_when_a_backup_is_written_over_the_file() {
    let case = Case::started("overwritten");
    let copy = case.server.directory().file("copy.db");
    let database = format!("sqlite:{}", case.file().display());
    let arguments = ["backup", "--output", "copy.db", "--database", &database];
    let copied = server::run(case.server.directory(), &arguments);
    assert!(copied.status.success(), "{copied:?}");
    // The file keeps its name and its inode.
    std::fs::copy(copy, case.file()).expect("it can be overwritten");
    case.server.wait_for_log("was overwritten while the server runs");
    let stage = case.stage(0);
    assert_eq!(stage.ada.get("/readyz").status, 503);
    let renamed = stage.ada.request("PATCH", "/v1/players/me").json(&json!({"name": "Eve"})).send();
    assert!(renamed.status >= 400, "{}", renamed.text());
}

#[test]
fn a_restored_file_is_served_again() {
    let mut case = Case::started("moved");
    let elsewhere = case.server.directory().file("elsewhere");
    std::fs::rename(case.file(), &elsewhere).expect("it is there");
    case.play(0);
    case.expect_done(false, "was acknowledged without the file");
    case.is_noticed();
    std::fs::rename(&elsewhere, case.file()).expect("it can be put back");
    assert_eq!(case.conclude(false), [""; 0]);
}
