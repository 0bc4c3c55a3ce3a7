//! Connections that break between a commit and its acknowledgement: nothing is done twice.
//! Connections that go silent: at most one request fails, and the others use new connections.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Condvar, Mutex};

use broadside_tests::client::Client;
use broadside_tests::server::Server;
use broadside_tests::wait::wait_until;
use serde_json::{Value, json};

/// A proxy between a node and its database.
struct Wire {
    address: String,
    state: Arc<State>,
}

/// The kinds of statements that were sent on a connection.
#[derive(Default)]
struct Known {
    writes: AtomicBool,
    compares: AtomicBool,
}

#[derive(Default)]
struct State {
    /// Set while answers to writing connections are held back.
    held: Mutex<bool>,
    changed: Condvar,
    /// Number of messages from writing connections.
    commands: AtomicUsize,
    /// Set when answers are dropped on connections that have compared cached values with the
    /// database.
    silent: AtomicBool,
    /// Number of dropped answers.
    unheard: AtomicUsize,
    /// Text of an answer that is dropped together with its connection; and the number of such
    /// answers.
    breaks_at: Mutex<Option<String>>,
    broken: AtomicUsize,
}

impl Wire {
    /// Starts a proxy for a database server, as in `127.0.0.1:5432`.
    fn to(server: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it listens").to_string();
        let state = Arc::new(State::default());
        let of_thread = Arc::clone(&state);
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let database = TcpStream::connect(&server).expect("the database is there");
                let known = Arc::new(Known::default());
                let (to, from) = (
                    database.try_clone().expect("a socket"),
                    client.try_clone().expect("a socket"),
                );
                let (state, of_commands) = (Arc::clone(&of_thread), Arc::clone(&known));
                std::thread::spawn(move || commands(from, to, &of_commands, &state));
                let state = Arc::clone(&of_thread);
                std::thread::spawn(move || answers(database, client, &known, &state));
            }
        });
        Self { address, state }
    }

    /// Holds back answers to writing connections, or releases them.
    fn hold(&self, held: bool) {
        *self.state.held.lock().expect("no thread panics") = held;
        self.state.changed.notify_all();
    }

    fn commands(&self) -> usize {
        self.state.commands.load(Ordering::SeqCst)
    }
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

/// Forwards data from the node to the database. A statement is sent only once per connection, so it
/// marks the connection from then on.
fn commands(mut from: TcpStream, mut to: TcpStream, known: &Known, state: &State) {
    const WRITES: &[u8] = b"UPDATE games SET version";
    const COMPARES: &[u8] = b"LEFT JOIN tokens";
    let mut bytes = vec![0; 64 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if contains(&bytes[..count], WRITES) {
            known.writes.store(true, Ordering::SeqCst);
        }
        if contains(&bytes[..count], COMPARES) && !state.silent.load(Ordering::SeqCst) {
            known.compares.store(true, Ordering::SeqCst);
        }
        if known.writes.load(Ordering::SeqCst) {
            state.commands.fetch_add(1, Ordering::SeqCst);
        }
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}

/// Forwards data from the database to the node.
fn answers(mut from: TcpStream, mut to: TcpStream, known: &Known, state: &State) {
    let mut bytes = vec![0; 64 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if state.silent.load(Ordering::SeqCst) && known.compares.load(Ordering::SeqCst) {
            state.unheard.fetch_add(1, Ordering::SeqCst);
            continue;
        }
        if known.writes.load(Ordering::SeqCst) {
            let held = state.held.lock().expect("no thread panics");
            drop(state.changed.wait_while(held, |held| *held).expect("no thread panics"));
            let mut breaks_at = state.breaks_at.lock().expect("no thread panics");
            if breaks_at.as_ref().is_some_and(|at| contains(&bytes[..count], at.as_bytes())) {
                *breaks_at = None;
                state.broken.fetch_add(1, Ordering::SeqCst);
                break;
            }
        }
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
}

/// A game of `solo` in which a volley can be fired.
fn new_game(player: &Client) -> String {
    let created = player.post("/v1/games", &json!({"ruleset": "solo"})).is(201);
    let path = format!("/v1/games/{}", created["id"].as_str().expect("it has an id"));
    player.put(&format!("{path}/seats/me/placement"), &json!({"random": true})).is(200);
    let predict = json!({"ruleset": "solo", "actions": [{"type": "predict", "suit": "suns"}]});
    player.post(&format!("{path}/actions"), &predict).is(200);
    path
}

fn volleys(player: &Client, path: &str) -> usize {
    let events = player.get(&format!("{path}/events?limit=200")).is(200);
    let is_volley = |event: &&Value| event["type"] == "fired";
    events["events"].as_array().expect("it is a list").iter().filter(is_volley).count()
}

/// Starts a node, with a proxy to the database of another node.
fn behind_a_wire(direct: &Server) -> (Server, Wire) {
    let of_run = std::env::var("BROADSIDE_TEST_DATABASE").expect("run this with tests/postgres.sh");
    let wire = Wire::to(of_run.split_once('@').expect("a user").1.to_owned());
    (direct.behind(&wire.address), wire)
}

#[test]
fn a_connection_that_goes_silent_fails_at_most_one_request() {
    let direct = Server::start();
    let (node, wire) = behind_a_wire(&direct);
    let player = node.player("Ada");
    let game = new_game(&player);
    // After the second request both are cached, and compared with the database on separate
    // connections.
    for path in ["/v1/players/me", &game] {
        player.get(path).is(200);
        player.get(path).is(200);
    }
    wire.state.silent.store(true, Ordering::SeqCst);
    // If the connection has been idle for a second, a ping detects the silence.
    let first = player.get("/v1/players/me");
    assert!([200, 503].contains(&first.status), "{}", first.text());
    for path in ["/v1/players/me", &game] {
        player.get(path).is(200);
    }
    // The first request detects a silent connection; the others do not use another one that may be
    // silent too.
    assert_eq!(wire.state.unheard.load(Ordering::SeqCst), 1, "{}", node.log());
}

/// Lets players fire a volley each. The first commit waits for its answer, so that the other
/// players share the second one, which succeeds, but its acknowledgement is lost. Returns the
/// number of players who are told that the outcome is unknown.
fn volleys_with_a_lost_commit(wire: &Wire, players: &[Client]) -> usize {
    let games: Vec<_> = players.iter().map(new_game).collect();
    let volley = json!({"ruleset": "solo", "actions": [{"type": "volley"}]});
    let fire = |n: usize| {
        let request = players[n].request("POST", &format!("{}/actions", games[n])).json(&volley);
        // Half of the requests have an idempotency key, and can be repeated to learn their result.
        let request = if n.is_multiple_of(2) {
            request.header("Idempotency-Key", &games[n])
        } else {
            request
        };
        request.send()
    };
    let (before, broken) = (wire.commands(), wire.state.broken.load(Ordering::SeqCst));
    wire.hold(true);
    let sending = Barrier::new(players.len());
    let answers: Vec<_> = std::thread::scope(|scope| {
        let first = scope.spawn(|| fire(0));
        wait_until("the first commit", || wire.commands() > before);
        let (sending, fire) = (&sending, &fire);
        let send = |n: usize| {
            scope.spawn(move || {
                sending.wait();
                fire(n)
            })
        };
        let others: Vec<_> = (1..players.len()).map(send).collect();
        sending.wait();
        // The node has read its clients by now.
        for (player, game) in players.iter().zip(&games) {
            player.get(game).is(200);
        }
        // The answer contains the ids of the written games.
        let of_others = games[1].rsplit('/').next().map(str::to_owned);
        *wire.state.breaks_at.lock().expect("no thread panics") = of_others;
        wire.hold(false);
        let answers = std::iter::once(first).chain(others);
        answers.map(|answer| answer.join().expect("no client panics")).collect()
    });
    let lost = wire.state.broken.load(Ordering::SeqCst) - broken;
    assert_eq!(lost, 1, "the second commit is not heard of");
    for (n, answer) in answers.iter().enumerate() {
        assert!([200, 503].contains(&answer.status), "{}", answer.text());
        assert_eq!(volleys(&players[n], &games[n]), 1, "player {n} has fired once");
        if n % 2 == 0 {
            fire(n).is(200);
            assert_eq!(volleys(&players[n], &games[n]), 1, "player {n} is told what became of it");
        }
    }
    answers.iter().filter(|answer| answer.status == 503).count()
}

#[test]
fn a_commit_without_an_answer_is_not_repeated() {
    const PLAYERS: usize = 6;
    let direct = Server::start();
    let (node, wire) = behind_a_wire(&direct);
    let players: Vec<_> = (0..PLAYERS).map(|n| node.player(&format!("Player {n}"))).collect();
    // Players who come too late do not share the second commit.
    wait_until("players who share a lost commit", || {
        volleys_with_a_lost_commit(&wire, &players) > 1
    });
}
