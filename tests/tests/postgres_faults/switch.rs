//! The primary is switched, or is read-only for a while.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use broadside_tests::client::Client;
use broadside_tests::database::Database;
use broadside_tests::postgres::{Postgres, url};
use broadside_tests::proxy::{Direction, Fault, Proxy};
use broadside_tests::server::Server;
use broadside_tests::session::{self, SETTINGS, Stage};
use broadside_tests::wait::{wait_for, wait_until};
use serde_json::json;

use crate::Over;

/// Number of clients that write all the time.
const WRITERS: usize = 4;
/// Number of players who are registered before the switch.
const BEFORE: usize = 20;
/// Three times the promise of docs/reliability.md: `/readyz` answers 503 within five seconds of a
/// lasting fault.
const NOTICED: Duration = Duration::from_secs(3 * 5);

/// Starts a node with this server.
fn node(server: &str) -> Server {
    let mut node = Server::not_launched(Arc::new(Database::At(url(server))), &SETTINGS);
    node.launch();
    node
}

/// Registers players until it is told to stop, and counts them. Returns their tokens and names.
fn register(
    client: &Client,
    writer: usize,
    count: &AtomicUsize,
    is_over: &AtomicBool,
) -> Vec<(String, String)> {
    let mut acknowledged = Vec::new();
    let mut n = 0;
    while !is_over.load(Ordering::SeqCst) {
        let (token, name) = wait_for("a registration", || {
            n += 1;
            let name = format!("W{writer} {n}");
            let answer = client.post("/v1/players", &json!({"name": name}));
            match answer.status {
                201 => Some((answer.json["token"].as_str()?.to_owned(), name)),
                503 => None,
                _ => panic!("{}", answer.text()),
            }
        });
        acknowledged.push((token, name));
        count.fetch_add(1, Ordering::SeqCst);
    }
    acknowledged
}

/// Registers players on two nodes during a switch of the primary; `switch` returns when the new
/// primary accepts writes.
fn nothing_is_lost(nodes: &[Server; 2], switch: impl FnOnce()) {
    let client = nodes[0].client();
    let rounds = [0, 1].map(|round| Stage::prepare(&client, round));
    let (count, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let acknowledged: Vec<_> = std::thread::scope(|scope| {
        let (client, count, is_over) = (&client, &count, &is_over);
        let over = Over(is_over);
        let write = |writer: usize| {
            let client = client.at(nodes[writer % 2].url());
            scope.spawn(move || register(&client, writer, count, is_over))
        };
        let writers: Vec<_> = (0..WRITERS).map(write).collect();
        wait_until("players", || count.load(Ordering::SeqCst) >= BEFORE);
        switch();
        let recover = |n: usize| {
            let (stage, url) = (&rounds[n], nodes[n].url());
            scope.spawn(move || session::recover(&stage.at(url), "switch-"))
        };
        let recovering = [0, 1].map(recover);
        for (n, recovery) in recovering.into_iter().enumerate() {
            let recovery = recovery.join().expect("no client panics");
            println!("node {n}: all works again {:?} after the switch", recovery.took);
            assert_eq!(recovery.faults, [""; 0], "{}", nodes[n].log());
            let stage = rounds[n].at(nodes[1 - n].url());
            let judged: Vec<_> =
                recovery.attempts.iter().flat_map(|attempt| attempt.judge(&stage)).collect();
            assert_eq!(judged, [""; 0]);
        }
        drop(over);
        writers.into_iter().flat_map(|writer| writer.join().expect("no client panics")).collect()
    });
    println!("{} players were registered", acknowledged.len());
    for (token, name) in acknowledged {
        assert_eq!(client.with_token(&token).get("/v1/players/me").is(200)["name"], name);
    }
    let checked = nodes[0].command(&["check"]);
    assert!(checked.status.success(), "{checked:?}");
}

#[test]
fn nothing_is_lost_when_the_primary_dies_and_its_standby_takes_over() {
    let first = Postgres::primary();
    let second = first.standby();
    first.wait_for_standby();
    let proxy = Proxy::new(&first.address());
    let nodes = [0, 1].map(|_| node(proxy.address()));
    nothing_is_lost(&nodes, || {
        first.kill();
        second.promote();
        proxy.redirect(&second.address());
    });
    // Switch back. The address leads to the standby before the promotion.
    first.follow(&second);
    second.wait_for_standby();
    nothing_is_lost(&nodes, || {
        second.kill();
        proxy.redirect(&first.address());
        first.promote();
    });
}

#[test]
fn nothing_is_lost_when_the_primary_goes_silent_and_its_standby_takes_over() {
    let first = Postgres::primary();
    let second = first.standby();
    first.wait_for_standby();
    let proxy = Proxy::new(&first.address());
    let nodes = [0, 1].map(|_| node(proxy.address()));
    nothing_is_lost(&nodes, || {
        proxy.begin(Fault::Silence(Direction::Both));
        wait_until("`/readyz` to report it", || nodes[0].client().get("/readyz").status == 503);
        // The former primary is still running, but its commits are not acknowledged.
        second.promote();
        proxy.redirect(&second.address());
        proxy.heal();
    });
}

#[test]
fn a_database_that_refused_writes_for_a_while_is_used_again() {
    let server = Postgres::primary();
    let node = node(&server.address());
    let rounds = [0, 1].map(|round| Stage::prepare(&node.client(), round));
    assert_eq!(session::read(&rounds[0], false), [""; 0]);
    server.set("default_transaction_read_only", "on");
    let write = || {
        let name = json!({"name": "Ada"});
        rounds[0].ada.request("PATCH", "/v1/players/me").json(&name).send()
    };
    let ready = || rounds[0].ada.request("GET", "/readyz").send().status;
    // The setting takes effect a moment after the change.
    wait_until("a refusal", || write().status == 503);
    let begun = Instant::now();
    wait_until("`/readyz` to report it", || ready() == 503);
    assert!(begun.elapsed() < NOTICED, "{:?}", begun.elapsed());
    for _ in 0..20 {
        let answer = write();
        assert_eq!(answer.status, 503, "{}", answer.text());
        assert_eq!(answer.header("retry-after"), "5");
        assert_eq!(ready(), 503);
        // Reads still work.
        assert_eq!(session::read(&rounds[0], false), [""; 0]);
    }
    server.set("default_transaction_read_only", "off");
    let recovery = session::recover(&rounds[1], "recovery-");
    println!("all works again after {:?}", recovery.took);
    assert_eq!(recovery.faults, [""; 0], "{}", node.log());
    assert_eq!(session::read(&rounds[1], false), [""; 0]);
}
