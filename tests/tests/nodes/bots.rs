//! Bots on several nodes: a turn is taken once, also if the node that announced it is killed.

use broadside_tests::client::Client;
use broadside_tests::games;
use broadside_tests::wait::wait_until;
use serde_json::{Value, json};

use super::{at_once, nodes};

/// Waits until it is the turn of seat 1, and returns the events.
fn wait_for_turn(player: &Client, id: &str) -> Vec<Value> {
    wait_until("the move of the bot", || {
        let game = player.get(&format!("/v1/games/{id}")).is(200);
        game["status"] == "playing" && game["to_move"] == json!([1])
    });
    let events = player.get(&format!("/v1/games/{id}/events?limit=500")).is(200);
    events["events"].as_array().expect("it is a list").clone()
}

fn begin(player: &Client) -> String {
    let body = json!({
        "ruleset": "classic", "options": {"mode": "single", "first": "creator"},
        "opponents": [{"kind": "bot", "level": "casual"}]
    });
    let game = player.post("/v1/games", &body).is(201);
    let id = game["id"].as_str().expect("a game has an id").to_owned();
    player.put(&format!("/v1/games/{id}/seats/me/placement"), &json!({"random": true})).is(200);
    id
}

fn fire(player: &Client, id: &str) {
    let legal = player.get(&format!("/v1/games/{id}/legal")).is(200);
    let (_, cells) = games::choice(&legal).expect("the seat to move may fire");
    player.post(&format!("/v1/games/{id}/actions"), &games::fire(&[&cells[0]])).is(200);
}

/// Asserts that the seats have fired in turn, each the same number of shots.
fn assert_in_turn(events: &[Value], shots: usize) {
    let seats: Vec<_> = events
        .iter()
        .filter(|event| event["type"] == "fired")
        .map(|event| &event["seat"])
        .collect();
    assert_eq!(seats.len(), 2 * shots, "{events:?}");
    assert!(seats.chunks(2).all(|pair| pair == [&json!(1), &json!(2)]), "{seats:?}");
}

#[test]
fn a_bot_moves_once_after_a_move_on_any_node() {
    const SHOTS: usize = 4;
    let nodes = nodes();
    at_once(6, |n| {
        let ada = nodes[n % 2].player("Ada");
        let id = begin(&ada);
        for shot in 0..SHOTS {
            let player = ada.at(nodes[(n + shot) % 2].url());
            wait_for_turn(&player, &id);
            fire(&player, &id);
        }
        assert_in_turn(&wait_for_turn(&ada, &id), SHOTS);
    });
}

#[test]
fn another_node_moves_the_bots_of_a_node_that_is_killed() {
    let [mut first, second] = nodes();
    let players: Vec<_> = (0..4).map(|_| first.player("Ada")).collect();
    let games: Vec<_> = players.iter().map(begin).collect();
    for (player, id) in players.iter().zip(&games) {
        wait_for_turn(player, id);
    }
    for (player, id) in players.iter().zip(&games) {
        fire(player, id);
    }
    first.kill_9();
    for (player, id) in players.iter().zip(&games) {
        assert_in_turn(&wait_for_turn(&player.at(second.url()), id), 1);
    }
}
