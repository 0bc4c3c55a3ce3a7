//! Deadlines are enforced exactly once, including those that pass while the server is down.

use broadside_tests::client::Client;
use broadside_tests::games::{self, Pair};
use broadside_tests::server::Server;
use broadside_tests::wait;
use serde_json::{Value, json};

fn seated(server: &Server) -> Pair {
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    let body = json!({"ruleset": "classic", "options": {"first": "creator"}, "clock": {"days_per_turn": 3}});
    let game = ada.post("/v1/games", &body).is(201);
    assert_eq!(game["deadline_at"], Value::Null);
    let id = game["id"].as_str().unwrap().to_owned();
    let game = ben.post(&format!("/v1/games/{id}/seats"), &json!({})).is(201);
    assert!(game["deadline_at"].is_string(), "{game}");
    Pair { ada, ben, id }
}

fn playing(server: &Server) -> Pair {
    let pair = seated(server);
    for player in [&pair.ada, &pair.ben] {
        player.put(&pair.path("/seats/me/placement"), &json!({"random": true})).is(200);
    }
    pair
}

/// Restarts the server with a later clock.
pub(crate) fn days_later(server: &mut Server, days: &str) {
    server.stop();
    server.believe_in(days);
    server.launch();
}

/// Waits until a game has this status, and returns it.
#[track_caller]
pub(crate) fn wait_for(player: &Client, path: &str, status: &str) -> Value {
    wait::wait_for(format_args!("a game that is {status}"), || {
        Some(player.get(path).is(200)).filter(|game| game["status"] == status)
    })
}

fn kinds(pair: &Pair) -> Vec<String> {
    let kind = |event: &Value| event["type"].as_str().unwrap().to_owned();
    pair.events().iter().map(kind).collect()
}

fn count(kinds: &[String], kind: &str) -> usize {
    kinds.iter().filter(|other| *other == kind).count()
}

#[test]
fn a_deadline_that_passes_while_the_server_is_down_is_applied_once() {
    let mut server = Server::start();
    let played = playing(&server);
    let (to_move, waits) = (&played.ada, 2);
    let placing = seated(&server);
    let timeless = Pair::ready(&server);
    let before = played.game();

    days_later(&mut server, "+2d");
    server.wait_for_time_outs();
    for pair in [&played, &placing] {
        assert_eq!(pair.at(server.url()).game()["outcome"], Value::Null);
    }
    assert_eq!(
        to_move.at(server.url()).get(&played.path("")).is(200)["version"],
        before["version"]
    );

    days_later(&mut server, "+4d");
    let (played, placing) = (played.at(server.url()), placing.at(server.url()));
    let game = wait_for(&played.ada, &played.path(""), "finished");
    let outcome = json!({"kind": "win", "winners": [waits], "reason": "timed_out"});
    assert_eq!((&game["outcome"], &game["deadline_at"]), (&outcome, &Value::Null));
    assert_eq!(game["seats"][0]["state"], "timed_out");
    let game = wait_for(&placing.ada, &placing.path(""), "cancelled");
    assert_eq!((&game["outcome"], &game["deadline_at"]), (&Value::Null, &Value::Null));
    played.act(&played.ada, &games::fire(&["A1"])).problem("game_over");

    // Repeated reads and another restart do not change the result.
    server.wait_for_time_outs();
    days_later(&mut server, "+9d");
    let (played, placing) = (played.at(server.url()), placing.at(server.url()));
    server.wait_for_time_outs();
    let log = kinds(&played);
    assert_eq!(
        (count(&log, "timed_out"), count(&log, "finished"), count(&log, "revealed")),
        (1, 1, 1),
        "{log:?}"
    );
    let log = kinds(&placing);
    assert_eq!(
        (count(&log, "cancelled"), log.last().map(String::as_str)),
        (1, Some("cancelled")),
        "{log:?}"
    );
    let record = played.ada.get(&played.path("/record")).is(200);
    assert_eq!(server.client().post("/v1/verify", &record).is(200)["valid"], true);
    // A game without a clock never ends on its own.
    assert_eq!(timeless.at(server.url()).game()["status"], "playing");
}

#[test]
fn each_turn_has_its_own_time_and_a_clock_set_back_does_no_harm() {
    let mut server = Server::start();
    let pair = playing(&server);
    days_later(&mut server, "+2d");
    let later = pair.at(server.url());
    later.act(&later.ada, &games::fire(&["A1"])).is(200);
    // Ben has three days from now; four days after the start are only two days of his turn.
    days_later(&mut server, "+4d");
    let later = pair.at(server.url());
    server.wait_for_time_outs();
    assert_eq!(later.game()["status"], "playing");
    later.act(&later.ben, &games::fire(&["A1"])).is(200);
    days_later(&mut server, "+0d");
    let later = pair.at(server.url());
    later.act(&later.ada, &games::fire(&["A2"])).is(200);
    let events = later.ada.get(&later.path("/events")).is(200);
    let times: Vec<_> = events["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| event["occurred_at"].as_str().unwrap().to_owned())
        .collect();
    assert!(times.is_sorted(), "{times:?}");
    days_later(&mut server, "+8d");
    let later = pair.at(server.url());
    let game = wait_for(&later.ada, &later.path(""), "finished");
    assert_eq!(game["outcome"], json!({"kind": "win", "winners": [1], "reason": "timed_out"}));
    let record = later.ada.get(&later.path("/record")).is(200);
    assert_eq!(server.client().post("/v1/verify", &record).is(200)["valid"], true);
}

/// No late move is accepted, no matter how many deadlines have passed while the server was down.
#[test]
fn a_move_after_the_deadline_is_too_late_even_before_the_timer() {
    let mut server = Server::start();
    let pairs: Vec<_> = (0..12).map(|_| playing(&server)).collect();
    days_later(&mut server, "+4d");
    // Start with the last game, because the server begins its background work with the first.
    for pair in pairs.iter().rev().map(|pair| pair.at(server.url())) {
        pair.act(&pair.ada, &games::fire(&["A1"])).problem("game_over");
        assert_eq!(pair.game()["outcome"]["reason"], "timed_out");
    }
}
