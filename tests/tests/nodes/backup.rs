//! Backups as described in docs/operators.md, while two nodes are running.

use std::process::{Command, Stdio};
use std::time::Duration;

use broadside_tests::games::{self, Pair};
use broadside_tests::server::{self, Directory, Server};
use broadside_tests::wait::wait_until;
use serde_json::json;

/// Runs a program of PostgreSQL.
fn run(program: &str, args: &[&str]) {
    let status = Command::new(program).args(args).stdin(Stdio::null()).status();
    assert!(
        status.unwrap_or_else(|error| panic!("`{program}` is installed: {error}")).success(),
        "{args:?}"
    );
}

#[test]
fn a_dump_made_while_nodes_run_is_complete() {
    let nodes = super::nodes();
    let pairs: Vec<_> =
        (0..3).map(|n| Pair::playing(&nodes[n % 2], &json!({"mode": "single"}))).collect();
    let here = Directory::new();
    let dump = here.file("broadside.dump");
    let dump = dump.to_str().expect("a path of ours is text");
    let source = nodes[0].database().url();
    std::thread::scope(|scope| {
        for (n, pair) in pairs.iter().enumerate() {
            let on_node = pair.at(nodes[n % 2].url());
            scope.spawn(move || games::play_out(&on_node, 7 + n as u64));
        }
        run("pg_dump", &["--format=custom", "--file", dump, &source]);
    });
    let empty = Server::start();
    let url = empty.database().url();
    let mut restored = empty;
    restored.stop();
    run("pg_restore", &["--clean", "--if-exists", "--no-owner", "--dbname", &url, dump]);
    let checked = server::run(&here, &["check", "--database", &url]);
    let output_text = String::from_utf8_lossy(&checked.stdout).into_owned()
        + &String::from_utf8_lossy(&checked.stderr);
    assert!(checked.status.success() && output_text.contains("replayed games: 3"), "{output_text}");
    // Each game continues from some point in the middle.
    restored.launch();
    for pair in &pairs {
        let restored_pair = pair.at(restored.url());
        games::play_out(&restored_pair, 3);
        assert_eq!(restored_pair.game()["status"], "finished");
    }
}

/// Runs `broadside restore`; returns its status and output.
fn restore(here: &Directory, args: &[&str]) -> (Option<i32>, String) {
    let output = server::run(here, &[&["restore"], args].concat());
    let output_text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(output_text).expect("it says text"))
}

#[test]
fn a_database_brought_back_by_its_own_tools_is_marked_in_place() {
    let here = Directory::new();
    let [mut first, mut second] = super::nodes();
    let pair = Pair::playing(&first, &json!({"mode": "single", "first": "creator"}));
    let [gone, revoked] = ["Gone", "Revoked"].map(|name| second.player(name));
    let token = revoked.get("/v1/tokens").is(200)["tokens"][0]["id"]
        .as_str()
        .expect("it has an id")
        .to_owned();
    let other = revoked.post("/v1/tokens", &json!({"name": "other"})).is(201);
    let other = revoked.with_token(other["token"].as_str().expect("it is shown"));
    let before = pair.game();
    let dump = here.file("broadside.dump");
    let dump = dump.to_str().expect("a path of ours is text");
    let url = first.database().url();
    run("pg_dump", &["--format=custom", "--file", dump, &url]);
    gone.at(first.url()).delete("/v1/players/me").is(204);
    other.delete(&format!("/v1/tokens/{token}")).is(204);
    pair.act(&pair.ada, &games::fire(&["A1"])).is(200);
    let in_place = ["--in-place", "--database", &*url];
    let (status, said) = restore(&here, &in_place);
    assert!(
        status == Some(1) && said.contains("stop all nodes first; nothing was changed"),
        "{said}"
    );
    first.stop();
    second.stop();
    run("pg_restore", &["--clean", "--if-exists", "--no-owner", "--dbname", &url, dump]);
    let (status, said) = restore(&here, &in_place);
    assert_eq!(status, Some(0), "{said}");
    assert!(
        said.contains(&pair.id) && said.contains(&format!("token {token}: of Revoked")),
        "{said}"
    );
    // After a kill at any moment, it can be run again. The moments are chosen.
    for moment in 0..8 {
        let mut restoring = server::command(&here);
        let restoring =
            restoring.arg("restore").args(in_place).stdout(Stdio::null()).stderr(Stdio::null());
        let mut restoring = restoring.spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(15 * moment));
        restoring.kill().expect("it can be killed");
        restoring.wait().expect("it has ended");
    }
    // The database may take a moment to close the connections.
    wait_until("the restore", || {
        let (status, said) = restore(&here, &in_place);
        assert!(status == Some(0) || said.contains("stop all nodes first"), "{said}");
        status == Some(0)
    });
    first.launch();
    second.launch();
    let on_second = pair.at(second.url());
    let after = on_second.game();
    assert_ne!(after["timeline"], before["timeline"]);
    assert_eq!(
        (&after["version"], &after["restored"]["version"]),
        (&before["version"], &before["version"])
    );
    on_second.act(&on_second.ada, &games::fire(&["B2"])).is(200);
    let (status, said) = restore(&here, &["--revoke-tokens", &token, "--database", &url]);
    assert_eq!((status, said), (Some(0), format!("token {token}: revoked\n")));
    for node in [&first, &second] {
        gone.at(node.url()).get("/v1/players/me").is(200);
        revoked.at(node.url()).get("/v1/players/me").problem("unauthorized");
        other.at(node.url()).get("/v1/players/me").is(200);
    }
    let (status, said) = restore(&here, &["--cancel-games", &pair.id, "--database", &url]);
    assert!(status == Some(0) && said.contains("cancelled"), "{said}");
    assert_eq!(on_second.game()["status"], "cancelled");
}

#[test]
fn a_node_whose_database_was_restored_underneath_it_ends() {
    let [mut first, mut second] = super::nodes();
    let pair = Pair::playing(&first, &json!({"mode": "single"}));
    assert_eq!(pair.game()["timeline"], pair.at(second.url()).game()["timeline"]);
    let restored = "UPDATE settings SET value = '00000000' WHERE name = 'timeline'";
    first.database().run(first.directory(), restored);
    for node in [&mut first, &mut second] {
        assert_eq!(node.wait().code(), Some(1), "{}", node.log());
        assert!(
            node.log().contains("the database was restored while this node ran: start it again"),
            "{}",
            node.log()
        );
        node.launch();
    }
    assert_eq!(pair.at(first.url()).game()["timeline"], "00000000");
}
