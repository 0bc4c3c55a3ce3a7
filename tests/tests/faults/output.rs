//! Tests with a standard error that cannot be written.

use std::fs::File;

use broadside_tests::session;
use broadside_tests::shim::{Call, Error, Fault};

use crate::case::Case;

/// Asserts that the service works, even with a log entry for every request and with a fault that is
/// logged.
fn goes_on_without(stderr: File, label: &str) {
    let mut case = Case::prepared(label);
    case.server.set(&[&session::SETTINGS[..], &["--log", "debug"]].concat());
    case.server.log_to(stderr);
    case.server.launch();
    case.shim.arm(Fault { call: Call::Sync, nth: 3, error: Error::Io, persistent: false });
    case.play(0);
    assert!(case.shim.has_tripped(), "the fault did not fire");
    assert_eq!(case.conclude(false), [""; 0]);
}

#[test]
fn a_standard_error_without_space_stops_nothing() {
    goes_on_without(
        File::options().write(true).open("/dev/full").expect("it is there"),
        "/dev/full",
    );
}

#[test]
fn an_unread_standard_error_blocks_nothing() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    goes_on_without(File::from(std::os::fd::OwnedFd::from(writer)), "closed pipe");
}

/// The log of the session with all requests exceeds the 64 KiB that a pipe holds.
#[test]
fn a_standard_error_whose_reader_stands_still_stops_nothing() {
    let (_reader, writer) = std::io::pipe().expect("a pipe");
    goes_on_without(File::from(std::os::fd::OwnedFd::from(writer)), "full pipe");
}
