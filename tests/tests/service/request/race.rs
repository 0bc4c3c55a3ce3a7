//! Fifty clients compete for the same thing: one gets it, and the others lose nothing.

use std::sync::Barrier;

use broadside_tests::client::{Answer, Client};
use broadside_tests::games::{self, Pair};
use broadside_tests::server::Server;
use serde_json::json;

const CLIENTS: usize = 50;

/// Sends requests at the same time, each over an open connection of its own.
fn at_once(clients: &[Client], send: impl Fn(usize, &Client) -> Answer + Sync) -> Vec<Answer> {
    let ready = Barrier::new(clients.len());
    let (ready, send) = (&ready, &send);
    std::thread::scope(|scope| {
        let started: Vec<_> = clients
            .iter()
            .enumerate()
            .map(|(n, client)| {
                scope.spawn(move || {
                    ready.wait();
                    send(n, client)
                })
            })
            .collect();
        started.into_iter().map(|started| started.join().expect("no client panics")).collect()
    })
}

#[test]
fn fifty_clients_race_for_one_move() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let clients: Vec<_> = (0..CLIENTS).map(|_| pair.ada.at(server.url())).collect();
    // These cells do not end the game, because the destroyer is at J9.
    let cell = |n: usize| format!("{}{}", char::from(b'A' + (n % 10) as u8), n / 10 + 1);
    let before = pair.game()["version"].as_u64().unwrap();
    let answers = at_once(&clients, |n, client| {
        client.post(&pair.path("/actions"), &games::fire(&[&cell(n)]))
    });
    let (won, lost): (Vec<_>, Vec<_>) =
        answers.into_iter().enumerate().partition(|(_, one)| one.status == 200);
    assert_eq!((won.len(), lost.len()), (1, CLIENTS - 1));
    for (_, answer) in lost {
        answer.problem("out_of_turn");
    }
    let events = pair.ben.get(&pair.path(&format!("/events?after={before}"))).is(200);
    let events = events["events"].as_array().unwrap().clone();
    assert_eq!(events.len(), 1, "{events:?}");
    assert_eq!(events[0]["cell"], cell(won[0].0));
    assert_eq!(won[0].1.json["events"], json!(events));
    assert_eq!(pair.game()["to_move"], json!([2]));
    pair.act(&pair.ben, &games::fire(&["B2"])).is(200);
}

#[test]
fn both_sides_race_through_a_game_and_the_log_has_each_move_once() {
    let server = Server::start();
    let pair = Pair::playing(&server, &json!({"mode": "salvo"}));
    let clients: Vec<_> =
        (0..20).map(|n| if n % 2 == 0 { &pair.ada } else { &pair.ben }.at(server.url())).collect();
    let rounds = 5;
    for round in 1..=rounds {
        let game = pair.game();
        if game["status"] == "finished" {
            break;
        }
        let answers = at_once(&clients, |n, client| {
            let (count, from) =
                games::choice(&client.get(&pair.path("/legal")).json).unwrap_or_default();
            let cells = games::choose(count, from, &mut games::Sequence(n as u64 * 7 + round));
            let fire = json!({"type": "fire", "cells": cells, "round": round});
            client.post(&pair.path("/actions"), &json!({"ruleset": "classic", "actions": [fire]}))
        });
        assert!(answers.iter().filter(|answer| answer.status == 200).count() >= 2);
        for answer in answers.into_iter().filter(|answer| answer.status != 200) {
            assert!((400..500).contains(&answer.status), "{}", answer.text());
        }
    }
    let salvos: Vec<_> = pair
        .events()
        .iter()
        .filter(|event| event["type"] == "salvos")
        .map(|event| event["round"].clone())
        .collect();
    let counted: Vec<_> = (1..=salvos.len()).map(|round| json!(round)).collect();
    assert_eq!(salvos, counted);
    pair.act(&pair.ada, &games::act("resign"));
    let record = pair.ada.get(&pair.path("/record")).is(200);
    assert_eq!(server.client().post("/v1/verify", &record).is(200)["valid"], true);
}

#[test]
fn fifty_players_race_for_the_last_seat() {
    let server = Server::start();
    let ada = server.player("Ada");
    let players: Vec<_> = (0..CLIENTS)
        .map(|n| server.player(if n % 2 == 0 { "Ada" } else { "Ben" }).at(server.url()))
        .collect();
    let game = ada.post("/v1/games", &json!({"ruleset": "classic"})).is(201);
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    let answers = at_once(&players, |_, player| player.post(&format!("{path}/seats"), &json!({})));
    let sits: Vec<_> = (0..CLIENTS).filter(|&n| answers[n].status == 201).collect();
    assert_eq!(sits.len(), 1, "{sits:?}");
    for answer in answers.into_iter().filter(|answer| answer.status != 201) {
        answer.problem("no_free_seat");
    }
    let game = ada.get(&path).is(200);
    assert_eq!(game["seats"][1]["player"]["id"], *players[sits[0]].id);
    assert_eq!((&game["status"], &game["version"]), (&json!("placing"), &json!(2)));
    assert_eq!(players[sits[0]].get("/v1/games").is(200)["games"][0]["id"], game["id"]);
    for n in (0..CLIENTS).filter(|&n| n != sits[0]).take(3) {
        assert_eq!(players[n].get("/v1/games").is(200)["games"], json!([]));
    }
}
