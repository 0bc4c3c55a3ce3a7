//! A small disk that is full.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use broadside_tests::database::Database;
use broadside_tests::server::{Directory, Server};
use broadside_tests::session::{self, SETTINGS, Stage};
use serde_json::json;

use crate::case::Case;

/// A small file system, unmounted when it is dropped.
struct SmallDisk(Directory);

impl SmallDisk {
    /// A disk of forty megabytes; `None` if this machine does not let us mount one.
    fn mount() -> Option<Self> {
        let directory = Directory::new();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=40m", "tmpfs"])
            .arg(directory.file(""))
            .output();
        mounted.is_ok_and(|mounted| mounted.status.success()).then_some(Self(directory))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.file(name)
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.file("")).status();
    }
}

/// Takes all space but so much.
fn fill(file: &Path, leave: u64) {
    let filled = Command::new("sh")
        .args(["-c", "dd if=/dev/zero of=\"$0\" bs=64k 2>/dev/null; truncate -s -\"$1\" \"$0\""])
        .arg(file)
        .arg(leave.to_string())
        .status();
    assert!(filled.expect("`dd` is there").success());
}

/// Writes until nothing more is acknowledged; answers with the marks that were.
fn write_until_full(stage: &Stage) -> Vec<String> {
    let mut acknowledged = Vec::new();
    for n in 0..5_000 {
        let text = format!("{n} {}", "x".repeat(400));
        let path = format!("{}/messages", stage.playing);
        let sent = stage.ben.request("POST", &path).json(&json!({"text": text})).try_send();
        match sent {
            Ok(answer) if answer.status == 201 => acknowledged.push(text),
            Ok(answer) => {
                assert_eq!(answer.status, 503, "{}", answer.text());
                return acknowledged;
            }
            Err(error) => panic!("{error}"),
        }
    }
    panic!("the disk does not fill up");
}

fn messages(stage: &Stage) -> Vec<String> {
    let (mut texts, mut after) = (Vec::new(), 0);
    loop {
        let listed = stage.ada.get(&format!("{}/messages?after={after}&limit=100", stage.playing)).is(200);
        let listed = listed["messages"].as_array().expect("it is a list").clone();
        let Some(last) = listed.last() else { return texts };
        after = last["number"].as_u64().expect("it has a number");
        texts.extend(listed.iter().filter_map(|one| one["text"].as_str().map(str::to_owned)));
    }
}

#[test]
fn a_full_disk_is_survived() {
    let settings = [&SETTINGS[..], &["--message-limit", "100000"]].concat();
    let Some(disk) = SmallDisk::mount() else {
        eprintln!("tmpfs cannot be mounted here: the shim limits the files instead");
        return limited_by_the_shim(&settings);
    };
    let file = disk.file("broadside.db");
    let database = Database::At(format!("sqlite:{}", file.display()));
    let mut server = Server::not_launched(Arc::new(database), &settings);
    server.launch();
    let stages = [0, 1, 2].map(|round| Stage::prepare(&server.client(), round));
    for (round, leave) in [(0, 0), (1, 2_000_000)] {
        fill(&disk.file("filler"), leave);
        let acknowledged = write_until_full(&stages[round]);
        assert_eq!(session::read(&stages[round], true), [""; 0]);
        std::fs::remove_file(disk.file("filler")).expect("it was made");
        let recovery = session::recover(&stages[round + 1], &format!("full {round} "));
        assert_eq!(recovery.faults, [""; 0], "{}", server.log());
        let kept = messages(&stages[round]);
        let lost: Vec<_> = acknowledged.iter().filter(|text| !kept.contains(text)).collect();
        assert!(lost.is_empty(), "{} of {} messages are lost", lost.len(), acknowledged.len());
        println!("{} messages were written before the disk was full", acknowledged.len());
    }
    server.stop();
    let url = format!("sqlite:{}", file.display());
    let checked = broadside_tests::server::run(server.directory(), &["check", "--database", &url]);
    assert!(checked.status.success(), "{checked:?}");
}

/// The same without a file system of our own.
fn limited_by_the_shim(settings: &[&str]) {
    let mut case = Case::prepared("limited");
    case.server.set(settings);
    case.server.launch();
    case.shim.limit(1_000_000);
    let stage = case.stage(0);
    let acknowledged = write_until_full(&stage);
    let kept = messages(&stage);
    assert!(acknowledged.iter().all(|text| kept.contains(text)), "messages are lost");
    assert!(case.shim.hits() > 0);
    assert_eq!(case.conclude(&[], false), [""; 0]);
}

#[test]
fn files_that_cannot_grow_are_survived() {
    limited_by_the_shim(&[&SETTINGS[..], &["--message-limit", "100000"]].concat());
}
