//! Clients that send or receive little or nothing: each loses its connection after a while, uses
//! little memory, and does not block others.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use broadside_tests::client::Client;
use broadside_tests::database::Database;
use broadside_tests::http2::{
    self, CONTINUATION, Connection, END_HEADERS, END_STREAM, HEADERS, RST_STREAM, fields, frame,
};
use broadside_tests::server::Server;
use broadside_tests::stream::read;
use broadside_tests::wait::GUARD;
use serde_json::json;

/// The HTTP/2 setting for the amount of data that may be sent before the client accepts more.
const INITIAL_WINDOW_SIZE: u16 = 4;

const fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

/// Memory of a server in kilobytes.
fn memory(server: &Server) -> u64 {
    server.memory("VmRSS")
}

/// Reads until the server closes a connection, and sends one of these bytes about each second.
/// Returns what the server has sent, and the time that it took.
fn read_to_end(mut stream: TcpStream, each_second: &[u8]) -> (Vec<u8>, Duration) {
    let begun = Instant::now();
    stream.set_read_timeout(Some(seconds(1))).unwrap();
    let (mut sent, mut all) = (each_second.iter(), Vec::new());
    // The service waits for a minute at most.
    while begun.elapsed() < seconds(60) + GUARD {
        if let Some(byte) = sent.next() {
            // An error appears in the next read.
            let _ = stream.write(&[*byte]);
        }
        let mut bytes = [0; 4096];
        match read(&mut stream, &mut bytes) {
            Ok(count @ 1..) => all.extend(&bytes[..count]),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Ok(0) | Err(_) => return (all, begun.elapsed()),
        }
    }
    panic!("the server keeps the connection");
}

fn connect(server: &Server) -> TcpStream {
    TcpStream::connect(server.address()).unwrap()
}

fn connect_and_send(server: &Server, bytes: &[u8]) -> TcpStream {
    let mut stream = connect(server);
    stream.write_all(bytes).unwrap();
    stream
}

/// Checks that other clients are served.
fn serves(client: &Client) {
    client.get("/healthz").is(200);
    client.post("/v1/games", &json!({"ruleset": "classic"})).is(201);
}

#[test]
fn connections_without_a_complete_request_and_idle_connections_are_closed() {
    let server = Server::start();
    let silent = b"";
    let part_of_a_preface = &http2::PREFACE[..16];
    let part_of_a_request = b"GET /healthz HTTP/1.1\r\nHost: x\r\n";
    let request = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    let slow =
        b"X-Slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    std::thread::scope(|scope| {
        for (begins, then, min) in [
            (&silent[..], &[][..], 28),
            (part_of_a_preface, &[], 28),
            (part_of_a_request, &slow[..], 28),
            (request, &[], 55),
        ] {
            let stream = connect_and_send(&server, begins);
            scope.spawn(move || {
                let (_, after) = read_to_end(stream, then);
                let begins = String::from_utf8_lossy(begins);
                assert!(after >= seconds(min), "{begins:?}: {after:?}");
            });
        }
        scope.spawn(|| {
            let closed = Connection::open(server.address(), &[]).closed_within(GUARD);
            assert!(closed.is_some(), "the server keeps HTTP/2 without a request");
        });
    });
}

#[test]
fn a_body_that_does_not_arrive_is_answered_and_its_connection_closed() {
    let server = Server::start();
    let head = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n";
    let (answer, _) = read_to_end(connect_and_send(&server, head), &[b' '; 100]);
    let answer = String::from_utf8_lossy(&answer);
    assert!(
        answer.starts_with("HTTP/1.1 408 ") && answer.contains("has not arrived within 25 s"),
        "{answer}"
    );
}

#[test]
fn broken_chunks_are_a_bad_request() {
    let server = Server::start();
    let head = "POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    let mut stream = connect_and_send(&server, format!("{head}zz\r\n{{}}\r\n").as_bytes());
    stream.set_read_timeout(Some(GUARD)).unwrap();
    let mut answer = [0; 4096];
    let count = stream.read(&mut answer).unwrap();
    let answer = String::from_utf8_lossy(&answer[..count]);
    assert!(
        answer.starts_with("HTTP/1.1 400 ") && answer.contains("its chunks are malformed"),
        "{answer}"
    );
}

#[test]
fn more_silent_connections_than_files_block_no_client() {
    let mut server = Server::not_launched(Database::new_of_run().into(), &[]);
    server.under(&["prlimit", "--nofile=1024:1024"]);
    server.launch();
    let own_files = format!("--pid={}", std::process::id());
    let raised = std::process::Command::new("prlimit")
        .args([&own_files, "--nofile=3000:"])
        .status()
        .unwrap();
    assert!(raised.success());
    let ada = server.player("Ada");
    let before = memory(&server);
    let mut silent = Vec::new();
    for _ in 0..1_100 {
        silent.push(connect(&server));
    }
    serves(&ada);
    serves(&server.client().sign_up("Ben"));
    let grown = memory(&server).saturating_sub(before);
    assert!(grown < 64 * 1024, "1,100 silent connections cost {grown} kB");
    // Connections with an incomplete request do not, either.
    silent.clear();
    let head = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n";
    for _ in 0..1_100 {
        silent.push(connect_and_send(&server, head));
    }
    serves(&ada);
    assert!(!server.log().contains("could not be accepted"), "{}", server.log());
}

#[test]
fn a_client_that_takes_no_answer_loses_its_connection() {
    let server = Server::start();
    let ada = server.player("Ada");
    let before = memory(&server);
    let mut connections = Vec::new();
    for window in [0, 1] {
        for _ in 0..5 {
            let mut connection =
                Connection::open(server.address(), &[(INITIAL_WINDOW_SIZE, window)]);
            for stream in 0..100 {
                let request = fields("GET", "/openapi.json");
                assert!(connection.send(&frame(
                    HEADERS,
                    END_HEADERS | END_STREAM,
                    2 * stream + 1,
                    &request
                )));
            }
            connections.push(connection);
        }
    }
    connections.iter().for_each(Connection::wait_until_read);
    serves(&ada);
    // A thousand answers of more than 300 kB each.
    let grown = memory(&server).saturating_sub(before);
    assert!(grown < 64 * 1024, "answers that nobody takes cost {grown} kB");
    for connection in &mut connections {
        let closed = connection.closed_within(GUARD);
        assert!(closed.is_some(), "the server keeps the connection");
    }
}

#[test]
fn rapid_resets_of_streams_end_the_connection() {
    let server = Server::start();
    let ada = server.player("Ada");
    let before = memory(&server);
    let mut connection = Connection::open(server.address(), &[]);
    let request = fields("GET", "/v1/rulesets");
    let mut is_open = true;
    for stream in 0..50_000 {
        let number = 2 * stream + 1;
        let mut bytes = frame(HEADERS, END_HEADERS | END_STREAM, number, &request);
        bytes.extend(frame(RST_STREAM, 0, number, &8_u32.to_be_bytes()));
        is_open = connection.send(&bytes);
        if !is_open {
            break;
        }
    }
    assert!(!is_open || connection.closed_within(GUARD).is_some(), "the server goes on");
    let grown = memory(&server).saturating_sub(before);
    assert!(grown < 64 * 1024, "50,000 resets cost {grown} kB");
    serves(&ada);
}

#[test]
fn endless_header_fields_end_the_connection() {
    let server = Server::start();
    let ada = server.player("Ada");
    let before = memory(&server);
    let mut connection = Connection::open(server.address(), &[]);
    connection.send(&frame(HEADERS, END_STREAM, 1, &fields("GET", "/healthz")));
    // A field whose name is not in the table: `x: aaa…`, 16,000 bytes per frame, never with
    // END_HEADERS.
    let mut field = vec![0x00, 0x01, b'x', 0x7f, 0x80, 0x7c];
    field.extend(vec![b'a'; 127 + 15_872 - 127]);
    let mut is_open = true;
    for _ in 0..5_000 {
        is_open = connection.send(&frame(CONTINUATION, 0, 1, &field));
        if !is_open {
            break;
        }
    }
    assert!(!is_open || connection.closed_within(GUARD).is_some(), "the server goes on");
    let grown = memory(&server).saturating_sub(before);
    assert!(grown < 64 * 1024, "80 MB of header fields cost {grown} kB");
    serves(&ada);
}

#[test]
fn two_thousand_idle_streams_are_a_hundred() {
    let server = Server::start();
    let ada = server.player("Ada");
    let before = memory(&server);
    let mut connection = Connection::open(server.address(), &[]);
    let mut refused = 0;
    let mut is_open = true;
    for stream in 0..2_000 {
        // A body is announced, but not sent.
        is_open &= connection.send(&frame(
            HEADERS,
            END_HEADERS,
            2 * stream + 1,
            &fields("POST", "/v1/players"),
        ));
    }
    while is_open && refused < 1_900 {
        match connection.next(GUARD) {
            Ok(Some(frame)) => refused += usize::from(frame.kind == RST_STREAM),
            Ok(None) => panic!("{refused} of 2,000 streams were refused"),
            Err(_) => is_open = false,
        }
    }
    let grown = memory(&server).saturating_sub(before);
    assert!(grown < 64 * 1024, "2,000 idle streams cost {grown} kB");
    serves(&ada);
    assert!(!is_open || connection.closed_within(2 * GUARD).is_some(), "the server keeps them");
}
