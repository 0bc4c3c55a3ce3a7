//! A client that disconnects during a request leaves no partial change. The database is locked to
//! make the request last.

use std::io::Write;
use std::net::TcpStream;

use broadside_tests::client::Client;
use broadside_tests::games::{self, Pair};
use broadside_tests::server::Server;
use broadside_tests::stream::wait_until_read;
use broadside_tests::wait::wait_until;
use serde_json::json;

/// Sends a request, and disconnects when the server has read it.
fn hang_up_on(
    server: &Server,
    client: &Client,
    method: &str,
    path: &str,
    headers: &str,
    body: &str,
) {
    let mut stream = TcpStream::connect(server.address()).unwrap();
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n{headers}\r\n{body}",
        client.token
    )
    .unwrap();
    wait_until_read(&stream);
    // By then the request waits for the database.
    server.wait_for_round("deadlines");
}

#[test]
fn a_token_that_was_being_revoked_opens_nothing_afterwards() {
    let server = Server::start();
    let ada = server.player("Ada");
    let second = ada.post("/v1/tokens", &json!({"name": "second"})).is(201);
    let doomed = ada.with_token(second["token"].as_str().unwrap());
    doomed.get("/v1/players/me").is(200);
    let held = server.database().hold(server.directory());
    hang_up_on(
        &server,
        &ada,
        "DELETE",
        &format!("/v1/tokens/{}", second["id"].as_str().unwrap()),
        "",
        "",
    );
    drop(held);
    wait_until("the end of the token", || doomed.get("/v1/players/me").status == 401);
}

#[test]
fn a_move_in_progress_is_answered_when_it_is_sent_again() {
    let server = Server::start();
    let pair = Pair::playing(&server, &json!({"first": "creator"}));
    let fire = games::fire(&["F7"]);
    let again = || {
        let request = pair.ada.request("POST", &pair.path("/actions")).json(&fire);
        request.header("Idempotency-Key", "f7").send()
    };
    let held = server.database().hold(server.directory());
    hang_up_on(
        &server,
        &pair.ada,
        "POST",
        &pair.path("/actions"),
        "Idempotency-Key: f7\r\n",
        &fire.to_string(),
    );
    again().problem("in_flight");
    drop(held);
    wait_until("the move", || match again() {
        answer if answer.status == 200 => true,
        answer => {
            answer.problem("in_flight");
            false
        }
    });
    let shots = pair.ada.get(&pair.path("/events")).is(200);
    let fired = |event: &&serde_json::Value| event["type"] == "fired";
    assert_eq!(shots["events"].as_array().unwrap().iter().filter(fired).count(), 1);
}

#[test]
fn half_a_request_does_not_keep_the_server_from_stopping() {
    let mut server = Server::start();
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.write_all(b"GET /v1/games HTTP/1.1\r\nHost:").unwrap();
    server.stop();
}
