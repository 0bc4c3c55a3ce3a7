//! Connections that go silent.

use std::time::{Duration, Instant};

use broadside_tests::client::Client;
use broadside_tests::games::{Pair, fire};
use broadside_tests::proxy::{Cut, Direction, Extent, Fault, Moment, Plan, Proxy};
use broadside_tests::server::{Directory, command};
use broadside_tests::session::{self, STEPS, Stage};
use broadside_tests::stream::{Message, Stream, Told};
use serde_json::json;

use crate::BUSY;
use crate::lane::Lane;

/// Duration of the silence: longer than any timeout.
const LASTS: Duration = Duration::from_secs(20);
/// Time limit of an answer during the silence: a few lookups and a commit.
const ANSWERED: Duration = Duration::from_secs(25);
/// Time limit of a stop.
const STOP: Duration = Duration::from_secs(35);

/// Sends requests until the given time. Returns the longest duration of an answer. Asserts that
/// every answer is 503 with `Retry-After`.
fn ask_until(client: &Client, until: Instant, writes: bool) -> Duration {
    let mut longest = Duration::ZERO;
    while Instant::now() < until {
        let begun = Instant::now();
        let answer = match writes {
            true => {
                client.request("PATCH", "/v1/players/me").json(&json!({"name": "Silent"})).send()
            }
            false => client.get("/v1/games?which=mine"),
        };
        let took = begun.elapsed();
        // A request that was sent before the end may be answered after it.
        if Instant::now() < until {
            assert_eq!(answer.status, 503, "{}", answer.text());
            assert!(!answer.header("retry-after").is_empty(), "{}", answer.text());
        }
        longest = longest.max(took);
    }
    longest
}

fn comes_back_after(direction: Direction) {
    let _beside = BUSY.read();
    let mut lane = Lane::new();
    let [stage, next] = [0, 1].map(|round| Stage::prepare(&lane.node.client(), round));
    assert_eq!(session::read(&stage, false), [""; 0]);
    lane.proxy.begin(Fault::Silence(direction));
    let until = Instant::now() + LASTS;
    let longest = std::thread::scope(|scope| {
        let clients =
            [(&stage.ada, false), (&stage.ben, true), (&stage.kim, false), (&stage.kim, true)];
        let asking: Vec<_> = clients
            .map(|(client, writes)| scope.spawn(move || ask_until(client, until, writes)))
            .into();
        std::thread::sleep(until.saturating_duration_since(Instant::now()));
        lane.proxy.heal();
        let recovery = session::recover(&next, "recovery-");
        println!("silence of {direction:?}: all works again after {:?}", recovery.took);
        lane.faults.extend(recovery.faults);
        asking.into_iter().map(|asking| asking.join().expect("no client panics")).max()
    });
    println!("silence of {direction:?}: the longest answer took {longest:?}");
    assert!(longest < Some(ANSWERED), "{longest:?}");
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
    let _beside = BUSY.read();
    let mut lane = Lane::new();
    let stage = Stage::prepare(&lane.node.client(), 0);
    let mut stream = Stream::open(&stage.ada, "/v1/events", None);
    stream.message();
    lane.proxy.begin(Fault::Silence(Direction::Both));
    std::thread::scope(|scope| {
        // Requests that are in progress when the server is told to stop.
        for step in 0..STEPS.len() {
            let stage = &stage;
            scope.spawn(move || {
                session::Attempt::send(stage, step, &format!("s{step}"), &format!("s{step}"))
            });
        }
        std::thread::sleep(Duration::from_secs(1));
        let begun = Instant::now();
        lane.node.signal("TERM");
        let status = lane.node.wait();
        println!("stopped after {:?} with {status}", begun.elapsed());
        assert!(begun.elapsed() < STOP, "it took {:?}", begun.elapsed());
        assert!(status.success(), "{status}\n{}", lane.node.log());
    });
}

#[test]
fn a_stream_hears_of_another_node_again_after_silence() {
    let _beside = BUSY.read();
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
    assert_eq!(stream.next_but_beats(Duration::from_secs(1)), Told::End);
    while let Err(why) = session::stream::opens(&ben, &pair.path("/events")) {
        assert!(healed.elapsed() < session::LIMIT, "{why}");
        std::thread::sleep(Duration::from_millis(100));
    }
    let mut stream = Stream::open(&ben, &pair.path("/events"), Some(shown.id));
    let is_shot = |message: Message| message.events().iter().any(|event| event["type"] == "fired");
    while !is_shot(stream.message()) {}
    println!("heard after {:?}", healed.elapsed());
    assert!(healed.elapsed() < session::LIMIT, "{:?}", healed.elapsed());
    // It receives notifications of the other node immediately again, on a new connection.
    std::thread::sleep(session::LIMIT.saturating_sub(healed.elapsed()));
    let begun = Instant::now();
    pair.act(&pair.ben, &fire(&["A1"])).is(200);
    while !is_shot(stream.message()) {}
    assert!(
        begun.elapsed() < Duration::from_millis(2500),
        "it looks every three seconds: {:?}",
        begun.elapsed()
    );
}

/// Runs a command whose connections go silent at an exchange; checks its output and duration.
fn command_in_silence(lane: &Lane, args: &[&str], nth: usize, limit: u64) {
    let proxy = Proxy::of_run();
    proxy.arm(Plan { fault: Fault::Silence(Direction::Both), nth, extent: Extent::Lasting });
    let directory = Directory::new();
    let begun = Instant::now();
    let ended = command(&directory).args(args).args(["--database", &lane.url_at(&proxy)]).output();
    let (ended, took) = (ended.expect("the binary can be started"), begun.elapsed());
    let said = String::from_utf8_lossy(&ended.stderr);
    let last = said.lines().last().unwrap_or_default();
    println!("{args:?}, silent from exchange {nth}: {took:?} {last}");
    assert!(!proxy.hits().is_empty(), "{args:?} has fewer than {nth} exchanges: {ended:?}");
    assert!(
        !ended.status.success() && last.contains("the database"),
        "{args:?} at {nth}: {ended:?}"
    );
    assert!(took < Duration::from_secs(limit), "{args:?} at {nth}: {took:?} {said}");
}

#[test]
fn commands_end_when_the_server_is_silent() {
    let mut lane = Lane::new();
    Stage::prepare(&lane.node.client(), 0);
    lane.node.stop();
    let (lane, some) = (&lane, [1, 3, 5, 7, 9]);
    std::thread::scope(|scope| {
        let run = |args: &'static [&str], exchanges: &[usize], limit| {
            for &nth in exchanges {
                scope.spawn(move || command_in_silence(lane, args, nth, limit));
            }
        };
        run(&["check"], &[1, 3, 9], 30);
        // A query of all games may take a minute.
        run(&["check"], &[20], 90);
        run(&["migrate"], &some, 30);
        run(&["migrate", "--check"], &some[..3], 30);
        run(&["serve", "--listen", "127.0.0.1:0"], &some, 30);
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
        std::thread::sleep(Duration::from_millis(500));
        assert_eq!(session::read(&stage, false), [""; 0]);
    }
}
