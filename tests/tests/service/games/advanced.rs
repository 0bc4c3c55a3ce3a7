//! Games of `advanced` over HTTP, using only what the API shows.

use broadside_tests::client::Client;
use broadside_tests::games::{Pair, Sequence};
use broadside_tests::server::{Server, root};
use serde_json::{Value, json};

/// Creates a game of `advanced` with both seats taken.
fn seated(server: &Server, options: &Value) -> Pair {
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    let game = ada.post("/v1/games", &json!({"ruleset": "advanced", "options": options})).is(201);
    let id = game["id"].as_str().unwrap().to_owned();
    ben.post(&format!("/v1/games/{id}/seats"), &json!({})).is(201);
    Pair { ada, ben, id }
}

fn playing(server: &Server, options: &Value) -> Pair {
    let pair = seated(server, options);
    for player in [&pair.ada, &pair.ben] {
        player.put(&pair.path("/seats/me/placement"), &json!({"random": true})).is(200);
    }
    pair
}

fn act(pair: &Pair, player: &Client, actions: Value) -> Value {
    pair.act(player, &json!({"ruleset": "advanced", "actions": actions})).is(200)
}

/// Chooses an element of a list.
fn one<'a>(list: &'a Value, sequence: &mut Sequence) -> &'a Value {
    let list = list.as_array().unwrap();
    &list[sequence.below(list.len())]
}

/// Chooses an action that a legal choice allows.
fn chosen(choice: &Value, sequence: &mut Sequence) -> Value {
    match choice["type"].as_str().unwrap() {
        "buy" => {
            let purchase = one(&choice["weapons"], sequence);
            let mut buy = json!({"type": "buy", "weapon": purchase["weapon"], "at": one(&purchase["at"], sequence)});
            if purchase["weapon"] == "gun" {
                buy["order"] = one(&choice["orders"], sequence).clone();
            }
            buy
        }
        "salvo" => {
            let mut from = choice["cells"]["from"].as_array().unwrap().clone();
            let count = choice["cells"]["count"].as_u64().unwrap();
            let cells: Vec<_> =
                (0..count).map(|_| from.swap_remove(sequence.below(from.len()))).collect();
            json!({"type": "salvo", "cells": cells})
        }
        "send" => {
            let plane = one(&choice["planes"], sequence);
            json!({"type": "send", "from": plane["from"], "to": one(&choice["to"], sequence)})
        }
        "order" => {
            let (gun, order) = (one(&choice["guns"], sequence), one(&choice["orders"], sequence));
            json!({"type": "order", "gun": gun, "order": order})
        }
        kind => json!({"type": kind}),
    }
}

/// Plays a game to its end with the actions that `/legal` lists.
fn play_out(pair: &Pair, seed: u64) -> Value {
    let mut sequence = Sequence(seed);
    for _ in 0..2_000 {
        let game = pair.game();
        if game["status"] == "finished" {
            return game;
        }
        let player = if game["to_move"][0] == 1 { &pair.ada } else { &pair.ben };
        let legal = player.get(&pair.path("/legal")).is(200);
        let mut choices = legal["actions"].as_array().unwrap().clone();
        // Passing, resigning and draws are used only if there is no other action.
        let idle = ["pass", "resign", "offer_draw", "accept_draw", "decline_draw"];
        let busy = choices
            .iter()
            .any(|choice| ["salvo", "send"].iter().any(|kind| choice["type"] == *kind));
        choices.retain(|choice| {
            let kind = choice["type"].as_str().unwrap();
            if busy { !idle.contains(&kind) } else { kind == "pass" }
        });
        let choice = &choices[sequence.below(choices.len())];
        act(pair, player, json!([chosen(choice, &mut sequence)]));
    }
    panic!("the game does not end");
}

#[test]
fn games_are_played_to_their_ends_and_their_records_hold() {
    let server = Server::start();
    let small_fleet =
        json!({"carrier": 0, "battleship": 0, "cruiser": 0, "destroyer": 1, "submarine": 0});
    for (seed, options) in [
        (1, json!({})),
        (2, json!({"map": {"columns": 12, "rows": 10, "seed": "herring"}, "points": 60})),
        (
            3,
            json!({"map": vec!["~~~~~~####"; 10], "fleet": small_fleet, "points": 10, "resupply": 4}),
        ),
    ] {
        let pair = playing(&server, &options);
        let game = play_out(&pair, seed);
        assert!(
            ["win", "draw"].contains(&game["outcome"]["kind"].as_str().unwrap()),
            "{options} {game}"
        );
        let record = pair.ada.get(&pair.path("/record")).is(200);
        let verdict = server.client().post("/v1/verify", &record).is(200);
        assert_eq!(verdict["valid"], true, "{options} {verdict}");
    }
}

#[test]
fn a_map_left_to_the_server_is_the_same_for_all_from_the_beginning() {
    let server = Server::start();
    let ada = server.player("Ada");
    let game = ada.post("/v1/games", &json!({"ruleset": "advanced"})).is(201);
    let map = &game["options"]["map"];
    assert_eq!((&map["drawn"], map["seed"].as_str().map(str::len)), (&json!(true), Some(10)));
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    let public = server.player("Eve").get(&path).is(200);
    assert_eq!(public["options"], game["options"]);
    let view = |game: &Value| game["view"].clone();
    assert_eq!(view(&public)["map"], view(&game)["map"]);
    assert_eq!(view(&game)["map"].as_array().unwrap().len(), 16);
    // The same recipe makes the same map.
    let options = json!({"map": {"seed": map["seed"]}});
    let again = ada.post("/v1/games", &json!({"ruleset": "advanced", "options": options})).is(201);
    assert_eq!(
        (view(&again)["map"].clone(), &view(&again)["recipe"]),
        (view(&game)["map"].clone(), &view(&game)["recipe"])
    );
}

#[test]
fn settings_and_placements_that_are_none_are_refused_and_name_the_rule() {
    let server = Server::start();
    let ada = server.player("Ada");
    for (options, field, rule) in [
        (json!({"map": vec!["##########"; 10]}), "options.map", "A1"),
        (json!({"map": {"columns": 27}}), "options.map", "A1"),
        (json!({"map": vec!["~~~~~~~~~~"; 9]}), "options.map", "A1"),
        (json!({"fleet": {"carrier": 5}}), "options.fleet.carrier", "A3"),
        (json!({"points": 9}), "options.points", "A4"),
    ] {
        let body = json!({"ruleset": "advanced", "options": options});
        let problem = ada.post("/v1/games", &body).problem("against_rule");
        assert_eq!((problem.field.as_str(), problem.rule.as_str()), (field, rule));
    }
    let pair = seated(&server, &json!({"map": vec!["~~~~~~####"; 10], "points": 10}));
    let ships = json!([
        {"class": "carrier", "at": "A1", "heading": "across"}, {"class": "battleship", "at": "A2", "heading": "across"},
        {"class": "cruiser", "at": "A3", "heading": "across"}, {"class": "cruiser", "at": "A4", "heading": "across"},
        {"class": "destroyer", "at": "A5", "heading": "across"}, {"class": "destroyer", "at": "A6", "heading": "across"},
        {"class": "submarine", "at": "A7", "heading": "across"}, {"class": "submarine", "at": "A8", "heading": "across"},
    ]);
    let place = |weapons: Value| {
        let placement = json!({"ships": ships, "weapons": weapons});
        let body = json!({"ruleset": "advanced", "placement": placement});
        pair.ada.put(&pair.path("/seats/me/placement"), &body)
    };
    for (weapons, field, rule) in [
        (json!([{"kind": "gun", "at": "A1"}]), "placement.weapons[0].at", "A2"),
        (
            json!([{"kind": "nuclear_bomber", "at": "A1"}, {"kind": "gun", "at": "G1"}]),
            "placement.weapons",
            "A4",
        ),
        (
            json!([{"kind": "recce", "at": "A1", "order": "any"}]),
            "placement.weapons[0].order",
            "A14",
        ),
    ] {
        let problem = place(weapons).problem("against_rule");
        assert_eq!((problem.field.as_str(), problem.rule.as_str()), (field, rule));
    }
    place(json!([{"kind": "gun", "at": "G1", "order": "hold"}, {"kind": "bomber", "at": "A1"}]))
        .is(200);
}

#[test]
fn the_examples_of_the_document_can_be_played() {
    let server = Server::start();
    // Another test checks that the service serves this file.
    let committed = std::fs::read_to_string(root().join("openapi/openapi.json")).unwrap();
    let document: Value = serde_json::from_str(&committed).unwrap();
    let example = |name: &str| document["components"]["schemas"][name]["example"].clone();
    let pair = seated(&server, &example("AdvancedOptions"));
    let whole = example("AdvancedPlacement");
    let mut more = whole.clone();
    more["weapons"] = json!([example("AdvancedPlacedWeapon")]);
    for placement in [more, whole] {
        assert!(placement["weapons"][0]["kind"].is_string(), "{placement}");
        let body = json!({"ruleset": "advanced", "placement": placement});
        pair.ada.put(&pair.path("/seats/me/placement"), &body).is(200);
    }
    pair.ben.put(&pair.path("/seats/me/placement"), &json!({"random": true})).is(200);
    assert_eq!(pair.game()["status"], "playing");
}

#[test]
fn the_sheet_of_a_game_is_its_readers() {
    let server = Server::start();
    let pair = playing(&server, &json!({"map": {"columns": 12, "rows": 10, "seed": "herring"}}));
    let path = pair.path("/sheets/advanced.pdf");
    let print = |player: &Client, path: &str| {
        let answer = player.get(path);
        assert_eq!((answer.status, answer.header("content-type")), (200, "application/pdf"));
        answer.body
    };
    let eve = server.player("Eve");
    let [ada, ben, other] = [&pair.ada, &pair.ben, &eve].map(|player| print(player, &path));
    assert!(ada != ben && ada != other && ben != other, "each of them knows something else");
    // A secret order of seat 2 changes only its own sheet.
    let side = pair.ben.get(&pair.path("")).is(200)["view"]["sides"][1].clone();
    let gun = side["weapons"]
        .as_array()
        .unwrap()
        .iter()
        .find(|weapon| weapon["weapon"] == "gun")
        .unwrap();
    act(&pair, &pair.ben, json!([{"type": "order", "gun": gun["at"], "order": "hold"}]));
    assert!(print(&pair.ben, &path) != ben);
    assert!(print(&pair.ada, &path) == ada && print(&eve, &path) == other);
    pair.ada.get(&pair.path("/sheets/classic.pdf")).problem("not_found");
}
