//! Connections that go silent.

use std::sync::Barrier;
use std::time::{Duration, Instant};

use broadside_tests::client::Client;
use broadside_tests::games::{Pair, fire};
use broadside_tests::proxy::{Cut, Direction, Extent, Fault, Moment, Plan, Proxy};
use broadside_tests::server::{Directory, command};
use broadside_tests::session::{self, STEPS, Stage};
use broadside_tests::stream::{Message, Stream, Told};
use broadside_tests::wait::{GUARD, is_told, wait_until};
use serde_json::json;

use crate::lane::Lane;

/// Chosen duration of the silence: longer than any timeout.
const LASTS: Duration = Duration::from_secs(20);

/// Three times the promise of docs/reliability.md: all works again ten seconds after a fault.
const RECOVERED: Duration = Duration::from_secs(3 * 10);

/// Sends requests until the given time. Asserts that every answer is 503 with `Retry-After`.
pub(crate) fn ask_until(client: &Client, until: Instant, writes: bool) {
    while Instant::now() < until {
        let answer = if writes {
            client.request("PATCH", "/v1/players/me").json(&json!({"name": "Silent"})).send()
        } else {
            client.get("/v1/games?which=mine")
        };
        // A request that was sent before the end may be answered after it.
        if Instant::now() < until {
            assert_eq!(answer.status, 503, "{}", answer.text());
            assert!(!answer.header("retry-after").is_empty(), "{}", answer.text());
        }
    }
}

fn comes_back_after(direction: Direction) {
    let mut lane = Lane::new();
    let [stage, next] = [0, 1].map(|round| Stage::prepare(&lane.node.client(), round));
    assert_eq!(session::read(&stage, false), [""; 0]);
    lane.proxy.begin(Fault::Silence(direction));
    let until = Instant::now() + LASTS;
    std::thread::scope(|scope| {
        for (client, writes) in
            [(&stage.ada, false), (&stage.ben, true), (&stage.kim, false), (&stage.kim, true)]
        {
            scope.spawn(move || ask_until(client, until, writes));
        }
        std::thread::sleep(until.saturating_duration_since(Instant::now()));
        lane.proxy.heal();
        let recovery = session::recover(&next, "recovery-");
        println!("silence of {direction:?}: all works again after {:?}", recovery.took);
        lane.faults.extend(recovery.faults);
    });
    assert_eq!(session::read(&next, false), [""; 0]);
    assert_eq!(lane.conclude(), [""; 0]);
}

#[test]
fn reads_and_writes_come_back_when_nothing_was_heard_from_the_server() {
    comes_back_after(Direction::Answers);
}

#[test]
fn reads_and_writes_come_back_when_nothing_reached_the_server() {
    comes_back_after(Direction::Requests);
}

#[test]
fn reads_and_writes_come_back_after_complete_silence() {
    comes_back_after(Direction::Both);
}

#[test]
fn a_node_stops_in_time_while_the_server_is_silent() {
    let mut lane = Lane::new();
    let stage = Stage::prepare(&lane.node.client(), 0);
    let mut stream = Stream::open(&stage.ada, "/v1/events", None);
    stream.message();
    lane.proxy.begin(Fault::Silence(Direction::Both));
    // Requests are in progress when the server is told to stop.
    let sending = Barrier::new(STEPS.len() + 1);
    std::thread::scope(|scope| {
        for step in 0..STEPS.len() {
            let (stage, sending) = (&stage, &sending);
            scope.spawn(move || {
                sending.wait();
                session::Attempt::send(stage, step, &format!("s{step}"), &format!("s{step}"))
            });
        }
        sending.wait();
        stage.mia.get("/healthz").is(200);
        lane.node.signal("TERM");
        let status = lane.node.wait();
        assert!(status.success(), "{status}\n{}", lane.node.log());
    });
}

#[test]
fn a_stream_gets_events_of_another_node_after_a_silent_connection() {
    let lane = Lane::new();
    let mut other = lane.direct();
    other.launch();
    let pair = Pair::ready(&other);
    let ben = pair.ben.at(lane.node.url());
    let mut stream = Stream::open(&ben, &pair.path("/events"), None);
    let shown = stream.message();
    lane.proxy.begin(Fault::Silence(Direction::Both));
    std::thread::sleep(LASTS);
    lane.proxy.heal();
    let healed = Instant::now();
    pair.act(&pair.ada, &fire(&["A1"])).is(200);
    // The stream ended when nothing could be read, and can be opened again as soon as reads work.
    assert_eq!(stream.next_but_beats(GUARD), Told::End);
    wait_until("a stream", || session::stream::opens(&ben, &pair.path("/events")).is_ok());
    let mut stream = Stream::open(&ben, &pair.path("/events"), Some(shown.id));
    let is_shot = |message: Message| message.events().iter().any(|event| event["type"] == "fired");
    while !is_shot(stream.message()) {}
    assert!(healed.elapsed() < RECOVERED, "heard after {:?}", healed.elapsed());
    // It receives notifications of the other node again, on a new connection.
    let mut heard = Stream::open(&ben, "/v1/events", None);
    heard.message();
    is_told(&pair, &mut heard);
}

/// Runs a command whose connections go silent at an exchange. It ends; checks its output.
fn command_in_silence(lane: &Lane, args: &[&str], nth: usize) {
    let proxy = Proxy::of_run();
    proxy.arm(Plan { fault: Fault::Silence(Direction::Both), nth, extent: Extent::Lasting });
    let directory = Directory::new();
    let ended = command(&directory).args(args).args(["--database", &lane.url_at(&proxy)]).output();
    let ended = ended.expect("the binary can be started");
    let stderr = String::from_utf8_lossy(&ended.stderr);
    let last = stderr.lines().last().unwrap_or_default();
    assert!(!proxy.hits().is_empty(), "{args:?} has fewer than {nth} exchanges: {ended:?}");
    assert!(
        !ended.status.success() && last.contains("the database"),
        "{args:?} at {nth}: {ended:?}"
    );
}

#[test]
fn commands_end_when_the_server_is_silent() {
    let mut lane = Lane::new();
    Stage::prepare(&lane.node.client(), 0);
    lane.node.stop();
    let (lane, some) = (&lane, [1, 3, 5, 7, 9]);
    std::thread::scope(|scope| {
        let run = |args: &'static [&str], exchanges: &[usize]| {
            for &nth in exchanges {
                scope.spawn(move || command_in_silence(lane, args, nth));
            }
        };
        run(&["check"], &[1, 3, 9, 20]);
        run(&["migrate"], &some);
        run(&["migrate", "--check"], &some[..3]);
        run(&["serve", "--listen", "127.0.0.1:0"], &some);
    });
}

#[test]
fn a_read_while_the_server_is_away_is_unavailable_and_not_an_error() {
    let lane = Lane::new();
    let stage = Stage::prepare(&lane.node.client(), 0);
    assert_eq!(session::read(&stage, false), [""; 0]);
    for fault in [
        Fault::Refuse,
        Fault::Cut(Cut::Reset, Moment::Before),
        Fault::Cut(Cut::Finish, Moment::After),
    ] {
        lane.proxy.begin(fault);
        for (name, path) in session::READS {
            let answer = stage.ada.get(&path(&stage));
            assert_eq!(answer.header("retry-after"), "5", "{name}: {}", answer.text());
            let problem = answer.problem("unavailable");
            assert!(
                !problem.detail.contains("if the request was carried out"),
                "{name}: {problem:?}"
            );
        }
        lane.proxy.heal();
        let healed = Instant::now();
        wait_until("reads", || session::read(&stage, false).is_empty());
        assert!(healed.elapsed() < RECOVERED, "{:?}", healed.elapsed());
    }
}
