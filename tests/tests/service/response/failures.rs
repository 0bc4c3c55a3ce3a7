//! Errors on the side of the server are reported as problems too, and change nothing.

use broadside_tests::games::{self, Pair};
use broadside_tests::server::Server;
use serde_json::json;

use crate::operator::storage::wait_until_ready;

#[test]
fn a_database_that_another_program_holds_makes_the_service_unavailable_and_changes_nothing() {
    let server = Server::start();
    let pair = Pair::playing(&server, &json!({"first": "creator"}));
    let before = pair.game();
    let held = server.database().hold(server.directory());
    pair.act(&pair.ada, &games::fire(&["F7"])).problem("unavailable");
    drop(held);
    assert_eq!(pair.game(), before);
    pair.act(&pair.ada, &games::fire(&["F7"])).is(200);
}

#[test]
fn a_database_without_its_tables_makes_the_service_unavailable() {
    let server = Server::start();
    let rename = |from: &str, to: &str| {
        server.database().run(server.directory(), &format!("ALTER TABLE {from} RENAME TO {to}"));
    };
    server.client().get("/readyz").is(200);
    rename("settings", "mislaid");
    wait_until_ready(&server, false);
    server.client().get("/readyz").problem("unavailable");
    server.client().get("/healthz").is(200);
    rename("mislaid", "settings");
    wait_until_ready(&server, true);
}

#[test]
fn a_body_that_does_not_come_is_waited_for_half_a_minute() {
    let server = Server::start();
    let answer = server.client().raw(
        b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{\"name\"",
    );
    assert_eq!(answer.status(), 408);
    assert_eq!(answer.json()["type"], "/problems/timeout");
}
