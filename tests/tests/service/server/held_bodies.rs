//! Bodies that do not end: the server holds few of them, counts their requests, and serves others.

use broadside_tests::client::Client;
use broadside_tests::http2::{
    Connection, DATA, END_HEADERS, Frame, HEADERS, WINDOW_UPDATE, fields, frame,
};
use broadside_tests::server::Server;
use broadside_tests::wait::{GUARD, wait_until};
use serde_json::json;

/// Bytes of each body that does not end.
const SENT: usize = 64_000;

/// Encodes the header fields of `POST /v1/players`, sent by a proxy for an address.
fn fields_from(address: &str) -> Vec<u8> {
    let mut block = fields("POST", "/v1/players");
    for (name, value) in [("content-type", "application/json"), ("x-forwarded-for", address)] {
        for text in ["", name, value] {
            block.push(u8::try_from(text.len()).expect("it is short"));
            block.extend(text.as_bytes());
        }
    }
    block
}

/// Opens a connection with a hundred requests whose bodies do not end.
fn hold_bodies(server: &Server, address: &str) -> Connection {
    let mut connection = Connection::open(server.address(), &[]);
    // Number of bytes of bodies that the server accepts on the connection.
    let mut window = 65_535;
    for stream in 0..100 {
        while window < SENT {
            let frame = connection.next(GUARD).expect("the connection is open");
            let Frame { kind, stream, payload } = frame.expect("the server reads");
            if (kind, stream) == (WINDOW_UPDATE, 0) {
                window += u32::from_be_bytes(payload.try_into().expect("it is a number")) as usize;
            }
        }
        let number = 2 * stream + 1;
        let mut bytes = frame(HEADERS, END_HEADERS, number, &fields_from(address));
        for _ in 0..4 {
            bytes.extend(frame(DATA, 0, number, &[b' '; SENT / 4]));
        }
        assert!(connection.send(&bytes), "the server reads");
        window -= SENT;
    }
    connection
}

fn create_game(player: &Client, address: &str) -> u16 {
    let request = player.request("POST", "/v1/games").header("x-forwarded-for", address);
    request.json(&json!({"ruleset": "classic"})).send().status
}

#[test]
fn bodies_that_do_not_end_take_bounded_memory_and_only_the_part_of_their_client() {
    let server = Server::start_with(&[
        "--limits",
        "normal",
        "--test-limits",
        "address_rate=100000",
        "--proxies",
        "127.0.0.1",
    ]);
    let ada = server.player("Ada");
    let before = server.memory("VmRSS");
    let held: Vec<_> = (0..30).map(|_| hold_bodies(&server, "192.0.2.1")).collect();
    held.iter().for_each(Connection::wait_until_read);
    let grown = server.memory("VmRSS").saturating_sub(before);
    assert!(grown < 64 * 1024, "3,000 bodies of {SENT} bytes cost {grown} kB");
    // The same client has to wait, others do not.
    let request = ada.request("POST", "/v1/games").header("x-forwarded-for", "192.0.2.1");
    let game = format!("{}{}", " ".repeat(SENT + 1_000), json!({"ruleset": "classic"}));
    let refused = request.bytes(game).send();
    assert_eq!(refused.header("retry-after"), "5", "{}", refused.text());
    let detail = refused.problem("unavailable").detail;
    assert!(
        detail.starts_with("your address or its network is sending too many bodies"),
        "{detail}"
    );
    assert_eq!(create_game(&ada, "192.0.2.2"), 201);
    drop(held);
    wait_until("the end of the bodies", || create_game(&ada, "192.0.2.1") == 201);
}

#[test]
fn requests_whose_bodies_fail_or_do_not_end_are_counted() {
    let server = Server::start_with(&[
        "--limits",
        "normal",
        "--test-limits",
        "address_rate=30",
        "--proxies",
        "127.0.0.1",
    ]);
    let client = server.client();
    let head = |address: &str| {
        format!(
            "POST /v1/players HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: {address}\r\n\
             Content-Type: application/json\r\n"
        )
    };
    let statuses = |request: String| {
        (0..40).map(|_| client.raw(request.as_bytes()).status()).collect::<Vec<_>>()
    };
    let broken = format!("{}Transfer-Encoding: chunked\r\n\r\nzz\r\n{{}}\r\n", head("192.0.2.1"));
    let long = format!("{}Content-Length: 70000\r\n\r\n{}", head("192.0.2.2"), " ".repeat(70_000));
    for (request, expected) in [(broken, 400), (long, 413)] {
        let statuses = statuses(request);
        assert_eq!((statuses[0], statuses[39]), (expected, 429), "{statuses:?}");
    }
    // Over HTTP/2 the answer comes before the end of the body.
    let mut connection = Connection::open(server.address(), &[]);
    for stream in 0..40 {
        let head = frame(HEADERS, END_HEADERS, 2 * stream + 1, &fields_from("192.0.2.3"));
        assert!(connection.send(&head), "the server reads");
    }
    let mut answered = 0;
    while answered < 5 {
        let frame = connection.next(GUARD).expect("the connection is open");
        answered += usize::from(frame.expect("more are answered").kind == HEADERS);
    }
}
