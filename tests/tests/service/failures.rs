//! What fails on the server's side is told as a problem too, and changes nothing.

use std::process::{Child, Command, Stdio};

use broadside_tests::games::{self, Pair};
use broadside_tests::server::Server;
use serde_json::json;

/// Holds the database's write lock, as another program could, until it is dropped.
pub(super) struct Held(Child);

impl Held {
    pub(super) fn by(server: &Server) -> Self {
        let script = "import sqlite3, sys; db = sqlite3.connect('broadside.db', isolation_level=None); \
            db.execute('BEGIN IMMEDIATE'); print('held', flush=True); sys.stdin.read()";
        let mut python = Command::new("python3");
        python.args(["-c", script]).current_dir(server.directory().file("")).stdin(Stdio::piped());
        let mut child = python.stdout(Stdio::piped()).spawn().expect("`python3` is installed");
        let mut held = [0; 5];
        std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut held).unwrap();
        Self(child)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

#[test]
fn a_database_that_another_program_holds_is_an_internal_error_that_changes_nothing() {
    let server = Server::start();
    let pair = Pair::playing(&server, &json!({"first": "creator"}));
    let before = pair.game();
    let held = Held::by(&server);
    pair.act(&pair.ada, &games::fire(&["F7"])).problem("internal");
    drop(held);
    assert_eq!(pair.game(), before);
    pair.act(&pair.ada, &games::fire(&["F7"])).is(200);
}

#[test]
fn a_database_without_its_tables_makes_the_service_unavailable() {
    let server = Server::start();
    let rename = |from: &str, to: &str| {
        let script = format!(
            "import sqlite3; sqlite3.connect('broadside.db').execute('ALTER TABLE {from} RENAME TO {to}')"
        );
        let done =
            Command::new("python3").args(["-c", &script]).current_dir(server.directory().file("")).status();
        assert!(done.expect("`python3` is installed").success());
    };
    server.client().get("/readyz").is(200);
    rename("settings", "mislaid");
    server.client().get("/readyz").problem("unavailable");
    server.client().get("/healthz").is(200);
    rename("mislaid", "settings");
    server.client().get("/readyz").is(200);
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
