//! Background tasks run once for any number of nodes: webhook messages, vacations, reminders.

use std::collections::HashMap;
use std::time::Duration;

use broadside_tests::client::Client;
use broadside_tests::games::{self, Pair};
use broadside_tests::receiver::{Hook, Receiver};
use broadside_tests::server::Server;
use broadside_tests::stream::Stream;
use broadside_tests::wait::wait_until;
use jiff::{Timestamp, ToSpan};
use serde_json::{Value, json};

use super::{at_once, nodes};

const VACATIONS: &str = "/v1/players/me/vacations";

/// Returns the received messages by id. Asserts that repeated deliveries are equal.
fn messages(hooks: &[Hook]) -> HashMap<String, Value> {
    let mut messages = HashMap::new();
    for hook in hooks {
        let before = messages.insert(hook.id().to_owned(), hook.json());
        assert!(before.is_none_or(|before| before == hook.json()), "{hook:?}");
    }
    messages
}

/// Waits for this many messages. The leases of a dead node end after half a minute.
fn wait_for(receiver: &Receiver, count: usize) {
    wait_until(format_args!("{count} messages"), || messages(&receiver.hooks()).len() >= count);
}

#[test]
fn a_webhook_gets_each_move_of_any_node_once_even_if_the_sender_is_killed() {
    let first = Server::start_with(&["--webhook-allow-private"]);
    let second = first.beside_with(&["--webhook-allow-private"]);
    let mut nodes = [first, second];
    let pair = Pair::ready(&nodes[0]);
    let receiver = Receiver::start();
    pair.ada.post("/v1/webhooks", &json!({"url": receiver.url()})).is(201);
    let on_second = pair.at(nodes[1].url());
    let mut shots =
        (1..=10).flat_map(|row| ["A", "C", "E", "G", "I"].map(|column| format!("{column}{row}")));
    let mut moves = 0;
    let mut play = |pair: &Pair, count: usize| {
        for cell in shots.by_ref().take(count) {
            pair.act(&pair.ada, &games::fire(&[&cell])).is(200);
            pair.act(&pair.ben, &games::fire(&[&cell])).is(200);
        }
        moves += 2 * count;
        moves
    };
    // The game is created on one node, and the moves are made on the other.
    let expected = play(&on_second, 4);
    wait_for(&receiver, expected);
    assert_eq!(receiver.hooks().len(), expected, "nobody has died: nothing came twice");
    // One node dies during the deliveries, and the other one after the first is back.
    for dies in [0, 1] {
        let lives = 1 - dies;
        let moved = pair.at(nodes[lives].url());
        let expected = std::thread::scope(|scope| {
            let playing = scope.spawn(|| play(&moved, 6));
            let before = receiver.hooks().len();
            wait_until("the first deliveries", || receiver.hooks().len() > before + 1);
            nodes[dies].kill_9();
            playing.join().expect("the other node goes on")
        });
        wait_for(&receiver, expected);
        nodes[dies].launch();
    }
    let messages = messages(&receiver.hooks());
    let mut numbers: Vec<_> =
        messages.values().filter_map(|message| message["data"]["number"].as_u64()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers.len(), 32, "{numbers:?}");
    assert!(numbers.windows(2).all(|two| two[0] + 1 == two[1]), "{numbers:?}");
}

/// The time in this many hours.
fn hours(hours: i64) -> Timestamp {
    #[expect(clippy::disallowed_methods, reason = "the server's clock is the machine's")]
    let now = Timestamp::now();
    now + hours.hours()
}

fn time(value: &Value) -> Timestamp {
    value.as_str().unwrap_or_else(|| panic!("{value} is no time")).parse().expect("it is a time")
}

/// Restarts nodes with a clock that is ahead.
fn later(nodes: &mut [Server], ahead: &str) {
    for node in nodes {
        node.stop();
        node.believe_in(ahead);
        node.launch();
    }
}

fn of_kind(client: &Client, pair: &Pair, kind: &str) -> usize {
    let events = client.get(&pair.path("/events?limit=500")).is(200);
    let all = events["events"].as_array().expect("it is a list").iter();
    all.filter(|entry| entry["type"] == kind).count()
}

#[test]
fn a_vacation_taken_on_one_node_stops_the_clock_that_the_other_keeps() {
    let mut nodes = nodes();
    let pair = Pair::clocked(&nodes[0], &json!({"first": "creator"}), &json!({"days_per_turn": 1}));
    let on_second = pair.at(nodes[1].url());
    // Both nodes have the game in memory.
    let deadline = time(&on_second.game()["deadline_at"]);
    assert_eq!(time(&pair.game()["deadline_at"]), deadline);
    pair.ada.post(VACATIONS, &json!({"ends_at": hours(72)})).is(201);
    let until = time(&on_second.game()["deadline_at"]);
    assert!(until >= deadline + 71.hours(), "{deadline} {until}");
    assert_eq!(time(&pair.game()["deadline_at"]), until);
    // Two days later, while the first node is stopped. A game without a vacation has ended.
    Pair::clocked(&nodes[0], &json!({"first": "creator"}), &json!({"days_per_turn": 1}));
    nodes[0].stop();
    later(&mut nodes[1..], "+2d");
    let finished = "SELECT count(*) FROM games WHERE status = 'finished'";
    wait_until("the other time-out", || {
        nodes[1].database().count(nodes[1].directory(), finished) > 0
    });
    let on_second = pair.at(nodes[1].url());
    assert_eq!(on_second.game()["status"], "playing");
    // When the vacation and the day have passed, each node enforces the deadline, but only once.
    nodes[0].believe_in("+5d");
    nodes[0].launch();
    later(&mut nodes[1..], "+5d");
    at_once(6, |n| assert_eq!(pair.at(nodes[n % 2].url()).game()["status"], "finished"));
    assert_eq!(of_kind(&pair.ben.at(nodes[0].url()), &pair, "timed_out"), 1);
}

#[test]
fn a_reminder_of_a_clock_that_two_nodes_keep_comes_once() {
    let mut nodes = nodes();
    let pair = Pair::clocked(&nodes[0], &json!({"first": "creator"}), &json!({"days_per_turn": 1}));
    let mut stream = Stream::open(&pair.ada, "/v1/events", None);
    let at = stream.message().id;
    later(&mut nodes, "+20h");
    let mut streams =
        [0, 1].map(|n| Stream::open(&pair.ada.at(nodes[n].url()), "/v1/events", Some(at)));
    for stream in &mut streams {
        let reminder = stream.message();
        assert_eq!((&*reminder.event, reminder.id), ("reminder", at + 1));
        assert_eq!(reminder.data["deadline_at"], pair.at(nodes[0].url()).game()["deadline_at"]);
    }
    pair.act(&pair.ada.at(nodes[0].url()), &games::act("resign")).is(200);
    for stream in &mut streams {
        let next = stream.message();
        assert_eq!(next.id, at + 1 + next.events().len() as u64);
    }
}

/// A node decides with a slightly older state of the player. A concurrent change on another node
/// must still apply.
#[test]
fn a_vacation_changed_on_another_node_counts_for_a_new_seat() {
    let nodes = nodes();
    let (here, there) = (nodes[0].url(), nodes[1].url());
    let ada = nodes[0].player("Ada");
    for round in 0..12 {
        let ben = nodes[0].player("Ben");
        let ends = round % 2 == 0;
        let vacation = json!({"ends_at": hours(24 * 10)});
        let vacation_id =
            ends.then(|| ben.at(there).post(VACATIONS, &vacation).is(201)["id"].clone());
        // Use several games, so that at least one of them is in progress during the change.
        let paths: Vec<_> = (0..8)
            .map(|_| {
                let body = json!({"ruleset": "classic", "clock": {"days_per_turn": 1}});
                let game = ada.post("/v1/games", &body).is(201);
                format!("/v1/games/{}", game["id"].as_str().expect("it is text"))
            })
            .collect();
        // The moments are chosen, so that some are before the change and others after it.
        at_once(paths.len() + 1, |n| match paths.get(n) {
            Some(path) => {
                std::thread::sleep(Duration::from_micros(400 * n as u64));
                ben.at(here).post(&format!("{path}/seats"), &json!({})).is(201);
            }
            None => {
                std::thread::sleep(Duration::from_millis(round as u64 / 4));
                match &vacation_id {
                    Some(id) => {
                        let id = id.as_str().expect("it is text");
                        ben.at(there).delete(&format!("{VACATIONS}/{id}")).is(204);
                    }
                    None => {
                        ben.at(there).post(VACATIONS, &vacation).is(201);
                    }
                }
            }
        });
        for path in &paths {
            for node in [here, there] {
                // The change may take effect with the background work of the clocks, which runs
                // every second.
                let right = |game: &Value| {
                    let deadline = time(&game["seats"][1]["clock"]["due_at"]);
                    if ends { deadline < hours(25) } else { deadline > hours(24 * 10) }
                };
                wait_until(format_args!("the clock of {path} in round {round}"), || {
                    right(&ben.at(node).get(path).is(200))
                });
            }
        }
        // The stored deadlines match.
        let at = hours(24 * 3).as_millisecond();
        let other = if ends { ">" } else { "<=" };
        let other = format!(
            "SELECT count(*) FROM games g JOIN seats s ON s.game_id = g.id AND s.seat = 2 \
             WHERE s.player_id = '{}' AND (g.clock_state::json -> 'dues' ->> 1)::bigint {other} {at}",
            ben.id
        );
        wait_until(format_args!("all games of round {round} to go by the vacation"), || {
            nodes[0].database().count(nodes[0].directory(), &other) == 0
        });
    }
}
