//! Tests on a small disk and on a full disk.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use broadside_tests::database::Database;
use broadside_tests::server::{Directory, Server, run};
use broadside_tests::session::{self, SETTINGS, Stage};
use broadside_tests::wait::wait_until;
use serde_json::json;

use crate::case::{Case, long_note};

/// Maximum size of the write-ahead log according to docs/operators.md.
const LONGEST_LOG: u64 = 64 << 20;

/// A file system of forty megabytes, unmounted on drop.
struct SmallDisk(Directory);

impl SmallDisk {
    /// Mounts a file system.
    fn mount() -> Self {
        let directory = Directory::new();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=40m", "tmpfs"])
            .arg(directory.file(""))
            .output()
            .expect("`mount` can be started");
        assert!(mounted.status.success(), "only root can mount a tmpfs: {mounted:?}");
        Self(directory)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.file(name)
    }

    /// Starts a server with a database on the disk.
    fn serve(&self) -> Server {
        let database = Database::At(format!("sqlite:{}", self.file("broadside.db").display()));
        let mut server = Server::not_launched(Arc::new(database), &settings());
        server.launch();
        server
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.file("")).status();
    }
}

fn settings() -> Vec<&'static str> {
    [&SETTINGS[..], &["--test-limits", "messages=100000"]].concat()
}

/// Fills the disk except for this many bytes.
fn fill(file: &Path, leave: u64) {
    let filled = Command::new("sh")
        .args(["-c", "dd if=/dev/zero of=\"$0\" bs=64k 2>/dev/null; truncate -s -\"$1\" \"$0\""])
        .arg(file)
        .arg(leave.to_string())
        .status();
    assert!(filled.expect("`dd` is there").success());
}

/// Writes until nothing is acknowledged, and `/readyz` says so. Returns the acknowledged writes.
fn write_until_full(stage: &Stage) -> Vec<String> {
    let mut acknowledged = Vec::new();
    let path = format!("{}/messages", stage.playing);
    let mut is_written = || {
        let text = format!("{} {}", acknowledged.len(), "x".repeat(1_900));
        let answer = stage.ben.request("POST", &path).json(&json!({"text": text})).send();
        assert!([201, 503].contains(&answer.status), "{}", answer.text());
        if answer.status == 201 {
            acknowledged.push(text);
        }
        answer.status == 201
    };
    while is_written() {}
    wait_until("the disk to be full", || !is_written() && stage.ada.get("/readyz").status == 503);
    acknowledged
}

fn messages(stage: &Stage) -> Vec<String> {
    let (mut texts, mut after) = (Vec::new(), 0);
    loop {
        let listed =
            stage.ada.get(&format!("{}/messages?after={after}&limit=50", stage.playing)).is(200);
        let listed = listed["messages"].as_array().expect("it is a list").clone();
        let Some(last) = listed.last() else { return texts };
        after = last["number"].as_u64().expect("it has a number");
        texts.extend(listed.iter().filter_map(|one| one["text"].as_str().map(str::to_owned)));
    }
}

#[test]
#[ignore = "needs root, to mount a small disk"]
fn a_full_disk_is_survived() {
    let disk = SmallDisk::mount();
    let mut server = disk.serve();
    let stages = [0, 1, 2].map(|round| Stage::prepare(&server.client(), round));
    for (round, leave) in [(0, 0), (1, 2_000_000)] {
        fill(&disk.file("filler"), leave);
        let acknowledged = write_until_full(&stages[round]);
        assert_eq!(session::read(&stages[round], true), [""; 0]);
        std::fs::remove_file(disk.file("filler")).expect("it was made");
        let recovery = session::recover(&stages[round + 1], &format!("full-{round}-"));
        assert_eq!(recovery.faults, [""; 0], "{}", server.log());
        let stored = messages(&stages[round]);
        let lost = acknowledged.iter().filter(|text| !stored.contains(text)).count();
        assert_eq!(lost, 0, "of {} messages", acknowledged.len());
        println!(
            "{} messages before the disk was full; all worked again after {:?}",
            acknowledged.len(),
            recovery.took
        );
    }
    server.stop();
    check(&server, &disk);
}

fn check(server: &Server, disk: &SmallDisk) {
    let url = format!("sqlite:{}", disk.file("broadside.db").display());
    let checked = run(server.directory(), &["check", "--database", &url]);
    assert!(checked.status.success(), "{checked:?}");
}

/// Writes notes of this total size, which fills the log but hardly the database. Returns the
/// largest size of the log.
fn write_notes(server: &Server, log: &Path, total: u64) -> u64 {
    let (written, longest) = (AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for round in 0..4 {
            let (written, longest) = (&written, &longest);
            scope.spawn(move || {
                let stage = Stage::prepare(&server.client(), round);
                while written.load(Ordering::Relaxed) < total {
                    let text = long_note();
                    let path = format!("{}/notes", stage.playing);
                    stage.ada.put(&path, &json!({"text": text})).is(200);
                    written.fetch_add(text.len() as u64, Ordering::Relaxed);
                    let size = std::fs::metadata(log).map_or(0, |log| log.len());
                    longest.fetch_max(size, Ordering::Relaxed);
                }
            });
        }
    });
    println!("{total} bytes of notes; the longest log had {longest:?}");
    longest.into_inner()
}

/// Writes much more than the disk holds, and every change is acknowledged.
#[test]
#[ignore = "needs root, to mount a small disk"]
fn the_log_stays_short_on_a_small_disk() {
    let disk = SmallDisk::mount();
    let mut server = disk.serve();
    let longest = write_notes(&server, &disk.file("broadside.db-wal"), 60 << 20);
    assert!(longest < 30 << 20, "{longest}");
    server.stop();
    check(&server, &disk);
}

#[test]
fn the_log_stays_within_its_bound() {
    let mut server = Server::not_launched(Arc::new(Database::File), &settings());
    server.launch();
    let log = server.directory().file("broadside.db-wal");
    let longest = write_notes(&server, &log, 72 << 20);
    assert!(longest <= LONGEST_LOG, "{longest}");
    server.stop();
}

/// Simulates a full disk without a file system of its own: files cannot grow.
fn limited_by_the_shim(bytes: u64) {
    let mut case = Case::prepared("limited");
    case.server.set(&settings());
    case.server.launch();
    case.shim.limit(bytes);
    let stage = case.stage(0);
    let acknowledged = write_until_full(&stage);
    case.is_noticed();
    let stored = messages(&stage);
    assert!(acknowledged.iter().all(|text| stored.contains(text)), "messages are lost");
    assert!(case.shim.hits() > 0);
    println!("{} messages before the files could not grow", acknowledged.len());
    assert_eq!(case.conclude(false), [""; 0]);
}

#[test]
fn files_that_cannot_grow_are_survived() {
    limited_by_the_shim(1_000_000);
}
