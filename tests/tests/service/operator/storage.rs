//! Faults of files, the disk and the log: the server reports them, and works again when the fault
//! has ended.

use std::process::Stdio;
use std::time::{Duration, Instant};

use broadside_tests::client::Client;
use broadside_tests::games::{self, Pair};
use broadside_tests::server::{Directory, Server, binary, command};
use broadside_tests::wait::wait_until;
use serde_json::json;

/// Waits until `/readyz` reports this state, for three times the time that
/// `docs/reliability.md` (9) promises.
pub(crate) fn wait_until_ready(server: &Server, ready: bool) {
    let (status, promise) = if ready { (200, 10) } else { (503, 5) };
    let (client, begun) = (server.client(), Instant::now());
    wait_until(format_args!("{status} of /readyz"), || client.get("/readyz").status == status);
    assert!(begun.elapsed() < 3 * Duration::from_secs(promise), "{:?}", begun.elapsed());
}

/// Writes in each way that the store supports: a row, a batch, a step of a game.
fn writes(pair: &Pair, player: &Client, cell: &str) -> [u16; 3] {
    let named = player.request("PATCH", "/v1/players/me").json(&json!({"name": "Eve"})).send();
    let response = player.post("/v1/games", &json!({"ruleset": "solo"}));
    let fired = pair.act(&pair.ada, &games::fire(&[cell]));
    [named.status, response.status, fired.status]
}

/// Another program holds the lock of the database for a while.
#[test]
fn an_outage_fails_changes_in_time_and_has_two_lines_in_the_log() {
    let server = Server::over_a_file();
    let ada = server.player("Ada");
    let rename = || ada.request("PATCH", "/v1/players/me").json(&json!({"name": "Eve"})).send();
    let held = server.database().hold(server.directory());
    for _ in 0..3 {
        let begun = Instant::now();
        assert_eq!(rename().status, 503);
        // Three times the time that docs/reliability.md (9) promises.
        assert!(begun.elapsed() < 3 * Duration::from_secs(8), "{:?}", begun.elapsed());
    }
    wait_until_ready(&server, false);
    drop(held);
    wait_until("a change", || rename().status == 200);
    server.wait_for_log("the database serves again");
    let log = server.log();
    let lines: Vec<&str> = log
        .lines()
        .filter(|line| line.contains("ERROR") || line.contains("WARN") || line.contains("again"))
        .collect();
    assert_eq!(lines.len(), 2, "{lines:#?}");
    assert!(lines[0].contains("the database does not serve"), "{lines:#?}");
    let failed =
        lines[1].split("failed_requests=").nth(1).and_then(|count| count.trim().parse().ok());
    assert!(failed.is_some_and(|count: u64| count >= 3), "{lines:#?}");
}

/// A moved database file is detected before anything else is acknowledged. Writes work again when
/// the file is back.
#[test]
fn a_database_file_that_is_deleted_or_replaced_stops_writes_until_it_is_back() {
    let server = Server::over_a_file();
    let pair = Pair::playing(&server, &json!({"first": "creator"}));
    let eve = server.player("Eve");
    let (file, away) = (server.directory().file("broadside.db"), server.directory().file("away"));
    for (outage, replaced, cell) in [(1, false, "A1"), (2, true, "B1")] {
        std::fs::rename(&file, &away).unwrap();
        if replaced {
            std::fs::copy(&away, &file).unwrap();
        }
        assert_eq!(writes(&pair, &eve, cell), [503; 3], "replaced: {replaced}");
        wait_until_ready(&server, false);
        // Cached data can still be read.
        pair.ada.get(&pair.path("")).is(200);
        let says = if replaced {
            "was replaced while the server runs"
        } else {
            "was deleted while the server runs"
        };
        server.wait_for_log(says);
        std::fs::rename(&away, &file).unwrap();
        wait_until_ready(&server, true);
        let ended = || server.log().matches("the database serves again").count();
        wait_until("the end of the outage in the log", || ended() == outage);
        assert_eq!(writes(&pair, &eve, cell)[..2], [200, 201]);
        pair.act(&pair.ben, &games::fire(&[cell])).is(200);
    }
}

#[test]
fn a_second_server_is_refused_even_if_the_lock_file_is_deleted() {
    let server = Server::over_a_file();
    std::fs::remove_file(server.directory().file("broadside.db.lock")).unwrap();
    let second =
        command(server.directory()).args(["serve", "--listen", "127.0.0.1:0"]).output().unwrap();
    let stderr = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(
        !second.status.success() && stderr.contains("belongs to another running broadside"),
        "{stderr}"
    );
    server.player("Eve");
}

/// The log may be on a full disk, or its reader may be gone. A pipe without a reader fills up.
#[test]
fn a_log_that_cannot_be_written_stops_nothing() {
    for log in ["/dev/full", "closed", "unread"] {
        let directory = Directory::new();
        let mut child = std::process::Command::new(binary());
        child
            .current_dir(directory.file(""))
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "trace", "--limits", "none"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        let (reader, writer) = std::io::pipe().unwrap();
        match log {
            "/dev/full" => child.stderr(std::fs::File::options().write(true).open(log).unwrap()),
            _ => child.stderr(writer),
        };
        let reader = (log == "unread").then_some(reader);
        let mut child = child.spawn().unwrap();
        let mut first = String::new();
        let mut stdout = std::io::BufReader::new(child.stdout.take().unwrap());
        std::io::BufRead::read_line(&mut stdout, &mut first).unwrap();
        let url = first
            .trim()
            .strip_prefix("listening on ")
            .unwrap_or_else(|| panic!("{log}: {first:?}"));
        let client = Client::new(url);
        for n in 0..100 {
            client.post("/v1/players", &json!({"name": format!("Eve {n}")})).is(201);
            client.post("/v1/players", &json!({})).problem("invalid_field");
        }
        client.get("/readyz").is(200);
        let pid = child.id().to_string();
        assert!(
            std::process::Command::new("sh")
                .args(["-c", "kill -s TERM $0", &pid])
                .status()
                .unwrap()
                .success()
        );
        assert!(child.wait().unwrap().success(), "{log}");
        drop(reader);
    }
}
