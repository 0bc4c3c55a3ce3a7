//! Moves that players write ahead of time.

use broadside_tests::client::Client;
use broadside_tests::games::{self, Pair};
use broadside_tests::server::Server;
use broadside_tests::wait::wait_until;
use serde_json::{Value, json};

/// Body of a request for a queue of single shots.
fn shots(cells: &[&str]) -> Value {
    json!({"ruleset": "classic", "moves": cells.iter().map(|cell| shot(cell)).collect::<Vec<_>>()})
}

/// Move of a queue that fires at a cell.
fn shot(cell: &str) -> Value {
    json!({"actions": [{"type": "fire", "cells": [cell]}]})
}

fn queue(pair: &Pair, player: &Client) -> Value {
    player.get(&pair.path("/queue")).is(200)
}

#[test]
fn one_move_of_a_queue_is_made_in_each_turn() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let (ada, ben, path) = (&pair.ada, &pair.ben, pair.path("/queue"));
    let nothing = json!({"moves": [], "dropped": null, "updated_at": null});
    assert_eq!(queue(&pair, ben), nothing);
    let written = ben.put(&path, &shots(&["J1", "J2", "J3"])).is(200);
    assert_eq!(written["moves"], json!([shot("J1"), shot("J2"), shot("J3")]));
    assert_eq!(queue(&pair, ben), written);
    // Nobody else has it, and it is not Ben's turn.
    assert_eq!(queue(&pair, ada), nothing);
    server.player("Eve").get(&path).problem("not_seated");
    for (turn, own) in ["A1", "A2"].into_iter().enumerate() {
        pair.act(ada, &games::fire(&[own])).is(200);
        wait_until("the queue moves", || pair.shots().len() == 2 * (turn + 1));
    }
    let expected = [(1, "A1"), (2, "J1"), (1, "A2"), (2, "J2")];
    assert_eq!(pair.shots(), expected.map(|(seat, cell)| (seat, cell.to_owned())));
    let left = queue(&pair, ben);
    assert_eq!((&left["moves"], &left["dropped"]), (&json!([shot("J3")]), &Value::Null));
    // The moves of a deleted queue are not made.
    ben.delete(&path).is(204);
    ben.delete(&path).is(204);
    assert_eq!(queue(&pair, ben), nothing);
    pair.act(ada, &games::fire(&["A3"])).is(200);
    server.wait_for_round("move queues");
    assert_eq!(pair.shots().len(), 5);
    // A queue that is written in the own turn moves at once.
    ben.put(&path, &shots(&["J4"])).is(200);
    wait_until("the queue moves at once", || pair.shots().len() == 6);
    assert_eq!(queue(&pair, ben)["moves"], json!([]));
}

#[test]
fn moves_that_do_not_fit_are_dropped_and_the_turn_stays() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let (ada, ben, path) = (&pair.ada, &pair.ben, pair.path("/queue"));
    ben.put(&path, &shots(&["J1", "J1", "J2"])).is(200);
    pair.act(ada, &games::fire(&["A1"])).is(200);
    wait_until("the first move fits", || pair.shots().len() == 2);
    pair.act(ada, &games::fire(&["A2"])).is(200);
    wait_until("the second does not", || !queue(&pair, ben)["dropped"].is_null());
    let left = queue(&pair, ben);
    assert_eq!(left["moves"], json!([]));
    let dropped = &left["dropped"];
    assert_eq!(
        (&dropped["moves"], &dropped["reason"]),
        (&json!([shot("J1"), shot("J2")]), &json!("against_rule"))
    );
    pair.act(ben, &games::fire(&["J1"])).problem("against_rule");
    assert!(
        dropped["detail"].as_str().unwrap().contains("J1") && dropped["dropped_at"].is_string(),
        "{left}"
    );
    assert!(dropped["rule"].is_string(), "{left}");
    assert_eq!(pair.game()["to_move"], json!([2]));
    // One move is tried in each turn, so another queue waits for the next one.
    let next = ben.put(&path, &shots(&["J5"])).is(200);
    assert_eq!(next["dropped"], Value::Null);
    pair.act(ben, &games::fire(&["J2"])).is(200);
    assert_eq!(pair.shots().len(), 4);
    pair.act(ada, &games::fire(&["A3"])).is(200);
    wait_until("it moves in the next turn", || pair.shots().len() == 6);
    assert_eq!(pair.shots()[5], (2, "J5".to_owned()));
}

#[test]
fn a_queue_is_checked_and_ends_with_its_game() {
    let server = Server::start();
    let pair = Pair::seated(&server, &json!({"first": "creator"}));
    let (ada, ben, path) = (&pair.ada, &pair.ben, pair.path("/queue"));
    let many = ["A1"; 21];
    ben.put(&path, &shots(&many)).problem("invalid_field").names("moves", "at most 20");
    ben.put(&path, &shots(&["A0"]))
        .problem("invalid_field")
        .names("moves[0].actions[0].cells[0]", "A0");
    let mixed =
        json!({"ruleset": "classic", "moves": [shot("A1"), {"actions": [{"type": "volley"}]}]});
    ben.put(&path, &mixed).problem("invalid_field").names("moves[1].actions[0].type", "volley");
    let empty = json!({"ruleset": "classic", "moves": [{"actions": []}]});
    ben.put(&path, &empty).problem("invalid_field").names("moves[0].actions", "1 to 32");
    let other = json!({"ruleset": "solo", "moves": []});
    ben.put(&path, &other).problem("invalid_field").names("ruleset", "classic");
    ben.get("/v1/games/0196f0a0-0000-7000-8000-000000000001/queue").problem("not_found");
    // A change after the last look is not overwritten.
    let tag = ben.get(&path).header("etag").to_owned();
    let put =
        |tag: &str| ben.request("PUT", &path).header("If-Match", tag).json(&shots(&["J1"])).send();
    let written = put(&tag);
    let tag_now = written.header("etag").to_owned();
    written.is(200);
    put(&tag).problem("stale");
    ben.request("DELETE", &path).header("If-Match", &tag).send().problem("stale");
    assert_eq!(ben.request("GET", &path).header("If-None-Match", &tag_now).send().status, 304);
    // It waits for the beginning of play.
    pair.place();
    ada.put(&path, &shots(&["A1"])).is(200);
    wait_until("both queues move", || pair.shots().len() == 2);
    // It is deleted at the end, and when its player leaves.
    let count = || server.database().count(server.directory(), "SELECT count(*) FROM move_queues");
    ben.put(&path, &shots(&["J2"])).is(200);
    assert_eq!(count(), 2);
    pair.act(ada, &games::act("resign")).is(200);
    assert_eq!(count(), 0);
    ben.put(&path, &shots(&["J2"])).problem("game_over");
    ben.delete(&path).is(204);
    let again = Pair::seated(&server, &json!({}));
    again.ben.put(&again.path("/queue"), &shots(&["J1"])).is(200);
    again.ben.delete(&again.path("/seats/me")).is(204);
    assert_eq!(count(), 0);
    again.ben.post(&again.path("/seats"), &json!({})).is(201);
    // A deleted account has none.
    again.ada.put(&again.path("/queue"), &shots(&["J1"])).is(200);
    assert_eq!(count(), 1);
    again.ada.delete("/v1/players/me").is(204);
    assert_eq!(count(), 0);
}

#[test]
fn a_queue_is_exported() {
    let server = Server::start();
    let pair = Pair::seated(&server, &json!({}));
    let queued = pair.ben.put(&pair.path("/queue"), &shots(&["J7"])).is(200);
    let export = pair.ben.get("/v1/players/me/export").is(200);
    assert_eq!(export["queues"], json!([{"game": pair.id, "queue": queued}]));
    assert_eq!(pair.ada.get("/v1/players/me/export").is(200)["queues"], json!([]));
}

/// A player who moves by hand while a queue of theirs is tried makes one of the two moves, and the
/// other is refused or waits.
#[test]
fn a_move_by_hand_and_a_queue_do_not_both_count() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let (ada, ben, path) = (&pair.ada, &pair.ben, pair.path("/queue"));
    let columns = ["A", "B", "C", "D", "E", "F", "G", "H"];
    let (mut by_hand, mut queued) = (0, 0);
    for (turn, column) in columns.into_iter().enumerate() {
        // In every other turn the queue has time to move first.
        let waits = turn % 2 == 1;
        let (own, hand, ahead) =
            (format!("{column}10"), format!("{column}10"), format!("{column}8"));
        ben.put(&path, &shots(&[&ahead])).is(200);
        pair.act(ada, &games::fire(&[&own])).is(200);
        if waits {
            wait_until("the queue moves", || pair.shots().len() == 2 * (turn + 1));
        }
        let accepted = pair.act(ben, &games::fire(&[&hand])).status == 200;
        wait_until("somebody moves", || pair.shots().len() == 2 * (turn + 1));
        let last = pair.shots().pop().unwrap();
        assert_eq!(last, (2, if accepted { hand } else { ahead }), "turn {turn}");
        if accepted {
            by_hand += 1
        } else {
            queued += 1
        }
        ben.delete(&path).is(204);
    }
    println!("{by_hand} moves by hand, {queued} from the queue");
    server.wait_for_round("move queues");
    assert_eq!(pair.shots().len(), 2 * columns.len());
}
