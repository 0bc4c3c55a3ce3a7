//! A clean stop: active clients learn of it from an answer, and no request is left without an
//! answer.

use std::io::{ErrorKind, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use broadside_tests::server::Server;
use broadside_tests::stream::read;
use broadside_tests::wait::GUARD;

/// The result of a request.
#[derive(Debug, PartialEq, Eq)]
enum Fate {
    /// It was answered; `goes_on` is set if the connection stays open.
    Answered { goes_on: bool },
    /// The connection was closed before any byte of the request was sent, so the client knows that
    /// the request was not read.
    NotSent,
    /// It was sent, but not a single byte of an answer arrived.
    Unanswered,
}

/// Returns `true` if the server has closed an idle connection, which a client detects before it
/// sends.
fn has_ended(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    let peeked = stream.peek(&mut [0]);
    stream.set_nonblocking(false).unwrap();
    !matches!(peeked, Err(error) if error.kind() == ErrorKind::WouldBlock)
}

/// Sends a request on a persistent connection.
fn ask(stream: &mut TcpStream) -> Fate {
    if has_ended(stream) || stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").is_err() {
        return Fate::NotSent;
    }
    let mut answer = Vec::new();
    let mut bytes = [0; 4096];
    loop {
        match read(stream, &mut bytes) {
            Ok(count @ 1..) => answer.extend_from_slice(&bytes[..count]),
            Ok(0) | Err(_) if answer.is_empty() => return Fate::Unanswered,
            end => panic!("half an answer, and then {end:?}: {}", String::from_utf8_lossy(&answer)),
        }
        let text = String::from_utf8_lossy(&answer).to_lowercase();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            if body.len() == length.expect("it has a length").parse::<usize>().unwrap() {
                assert!(head.starts_with("http/1.1 200"), "{head}");
                return Fate::Answered { goes_on: !head.contains("\r\nconnection: close") };
            }
        }
    }
}

#[test]
fn a_stop_leaves_no_request_on_a_kept_alive_connection_unanswered() {
    const STOPS: usize = 12;
    const CLIENTS: usize = 24;
    let (answered, unanswered) = (AtomicUsize::new(0), AtomicUsize::new(0));
    for stop in 0..STOPS {
        let announced = AtomicUsize::new(0);
        let mut server = Server::over_a_file();
        let address = server.address().to_owned();
        std::thread::scope(|scope| {
            for client in 0..CLIENTS {
                let (address, answered, announced, unanswered) =
                    (&address, &answered, &announced, &unanswered);
                scope.spawn(move || {
                    let mut stream = TcpStream::connect(address).unwrap();
                    stream.set_nodelay(true).unwrap();
                    stream.set_read_timeout(Some(GUARD)).unwrap();
                    loop {
                        match ask(&mut stream) {
                            Fate::Answered { goes_on: true } => {
                                answered.fetch_add(1, Ordering::Relaxed)
                            }
                            Fate::Answered { goes_on: false } => {
                                break announced.fetch_add(1, Ordering::Relaxed);
                            }
                            Fate::NotSent => break 0,
                            Fate::Unanswered => break unanswered.fetch_add(1, Ordering::Relaxed),
                        };
                        // Some clients send requests without pause, others occasionally.
                        std::thread::sleep(Duration::from_micros(
                            500 * (client as u64 % 8) * (client as u64 % 8),
                        ));
                    }
                });
            }
            std::thread::sleep(Duration::from_millis(100 + 7 * stop as u64));
            server.stop();
        });
        // A client that sends a request before the server stops waiting learns of the stop from
        // the answer. The others find their connections closed.
        assert_ne!(announced.into_inner(), 0, "nobody learned of stop {stop}");
    }
    assert_eq!(unanswered.into_inner(), 0, "of {} requests", answered.into_inner());
}

#[test]
fn an_idle_connection_holds_up_a_stop_for_a_moment_only() {
    let mut server = Server::over_a_file();
    let mut stream = TcpStream::connect(server.address()).unwrap();
    assert_eq!(ask(&mut stream), Fate::Answered { goes_on: true });
    server.stop();
    assert!(!server.log().contains("still open"), "{}", server.log());
    assert!(has_ended(&stream));
}
