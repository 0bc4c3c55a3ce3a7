//! A database is copied as docs/operators.md says, while two nodes go on with it.

use std::process::{Command, Stdio};

use broadside_tests::games::{self, Pair};
use broadside_tests::server::{self, Directory, Server};
use serde_json::json;

/// Runs one of PostgreSQL's own programs.
fn run(program: &str, args: &[&str]) {
    let status = Command::new(program).args(args).stdin(Stdio::null()).status();
    assert!(status.unwrap_or_else(|error| panic!("`{program}` is installed: {error}")).success(), "{args:?}");
}

#[test]
fn a_dump_made_while_nodes_go_on_is_whole() {
    let nodes = super::nodes();
    let pairs: Vec<_> = (0..3).map(|n| Pair::playing(&nodes[n % 2], &json!({"mode": "single"}))).collect();
    let here = Directory::new();
    let dump = here.file("broadside.dump");
    let dump = dump.to_str().expect("a path of ours is text");
    let source = nodes[0].database().url();
    std::thread::scope(|scope| {
        for (n, pair) in pairs.iter().enumerate() {
            let there = pair.at(nodes[n % 2].url());
            scope.spawn(move || games::play_out(&there, 7 + n as u64));
        }
        run("pg_dump", &["--format=custom", "--file", dump, &source]);
    });
    let empty = Server::start();
    let url = empty.database().url();
    let mut restored = empty;
    restored.stop();
    run("pg_restore", &["--clean", "--if-exists", "--no-owner", "--dbname", &url, dump]);
    let checked = server::run(&here, &["check", "--database", &url]);
    let said =
        String::from_utf8_lossy(&checked.stdout).into_owned() + &String::from_utf8_lossy(&checked.stderr);
    assert!(checked.status.success() && said.contains("3 games replayed"), "{said}");
    // Somewhere in the middle, each game goes on from there.
    restored.launch();
    for pair in &pairs {
        let there = pair.at(restored.url());
        games::play_out(&there, 3);
        assert_eq!(there.game()["status"], "finished");
    }
}
