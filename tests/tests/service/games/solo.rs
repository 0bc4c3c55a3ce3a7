//! Games of `solo` over HTTP, and their odds.

use std::sync::Barrier;

use broadside_tests::client::Client;
use broadside_tests::games::bare;
use broadside_tests::server::Server;
use serde_json::{Value, json};

fn created(player: &Client, options: &Value) -> String {
    let game = player.post("/v1/games", &json!({"ruleset": "solo", "options": options})).is(201);
    assert_eq!(game["status"], "placing", "nobody else is waited for");
    format!("/v1/games/{}", game["id"].as_str().unwrap())
}

fn act(player: &Client, game: &str, actions: Value) -> Value {
    player.post(&format!("{game}/actions"), &json!({"ruleset": "solo", "actions": actions})).is(200)
}

fn place(player: &Client, game: &str) {
    player.put(&format!("{game}/seats/me/placement"), &json!({"random": true})).is(200);
}

/// Returns the ships in the player's own view as a placement.
fn placement(player: &Client, game: &str) -> Value {
    let mut ships = player.get(game).is(200)["view"]["ships"].take();
    for ship in ships.as_array_mut().unwrap() {
        ship.as_object_mut()
            .unwrap()
            .retain(|name, _| !["cells", "hit", "sunk"].contains(&name.as_str()));
    }
    json!({"ships": ships})
}

#[test]
fn games_are_played_to_the_end_with_legal_actions_and_their_records_verify() {
    let server = Server::start();
    for options in [
        json!({}),
        json!({"wumpuses": true}),
        json!({"order": ["crowns", "arms", "suns", "moons"], "lends": "suns"}),
    ] {
        let ada = server.player("Ada");
        let game = created(&ada, &options);
        place(&ada, &game);
        for _ in 0..1_000 {
            let legal = ada.get(&format!("{game}/legal")).is(200);
            let choices = legal["actions"].as_array().unwrap();
            let Some(choice) = choices.first() else { break };
            let action = match choice["type"].as_str().unwrap() {
                "predict" => json!({"type": "predict", "suit": choice["suits"][1]}),
                kind => json!({"type": kind}),
            };
            act(&ada, &game, json!([action]));
        }
        let end = ada.get(&game).is(200);
        assert_eq!(end["status"], "finished", "{end}");
        let kind = end["outcome"]["kind"].as_str().unwrap();
        assert!(["win", "lose"].contains(&kind), "{end}");
        // All events remain readable.
        let events = ada.get(&format!("{game}/events?limit=500")).is(200);
        let fired = |event: &&Value| event["type"] == "fired";
        let heard = events["events"].as_array().unwrap().iter().filter(fired).count();
        assert_eq!(heard, end["view"]["volleys"].as_array().unwrap().len());
        let record = ada.get(&format!("{game}/record")).is(200);
        let verdict = server.client().post("/v1/verify", &record).is(200);
        assert_eq!(verdict["valid"], true, "{verdict}");
    }
}

#[test]
fn a_game_is_run_out_in_one_request_once_it_is_placed() {
    let server = Server::start();
    let (ada, eve) = (server.player("Ada"), server.player("Eve"));
    let game = created(&ada, &json!({}));
    let actions = format!("{game}/actions");
    let predict = json!({"type": "predict", "suit": "suns"});
    let body = |list: Value| json!({"ruleset": "solo", "actions": list});
    ada.post(&actions, &body(json!([predict])))
        .problem("not_now")
        .names("actions[0]", "place your fleets first");
    assert_eq!(ada.get(&format!("{game}/legal")).is(200)["actions"], json!([{"type": "leave"}]));
    place(&ada, &game);
    assert_eq!(ada.get(&game).is(200)["to_move"], json!([1]));
    // A placement can be replaced until the prediction.
    place(&ada, &game);
    ada.post(&actions, &body(json!([{"type": "volley"}])))
        .problem("not_now")
        .names("actions[0]", "`predict`");
    let arms = json!([{"type": "predict", "suit": "arms"}]);
    let refused = ada.post(&actions, &body(arms)).problem("against_rule");
    assert_eq!((refused.rule.as_str(), refused.field.as_str()), ("S4", "actions[0].suit"));
    ada.post(&actions, &body(json!([{"type": "resign"}]))).problem("invalid_field");
    let list = json!([predict, {"type": "volley"}, {"type": "run_out"}]);
    ada.post(&actions, &body(list)).problem("not_last");
    // Other viewers do not see the ships before the end.
    assert!(eve.get(&game).is(200)["view"]["ships"].is_null());

    let done = act(&ada, &game, json!([predict, {"type": "run_out"}]));
    assert_eq!(done["game"]["status"], "finished");
    assert_eq!(eve.get(&game).is(200)["view"], done["game"]["view"]);
    ada.put(&format!("{game}/seats/me/placement"), &json!({"random": true})).problem("game_over");
}

#[test]
fn the_player_may_leave_in_the_middle_and_nothing_is_revealed() {
    let server = Server::start();
    let (ada, eve) = (server.player("Ada"), server.player("Eve"));
    let game = created(&ada, &json!({}));
    place(&ada, &game);
    act(&ada, &game, json!([{"type": "predict", "suit": "moons"}, {"type": "volley"}]));
    ada.request("POST", &format!("{game}/abort")).send().problem("not_now").names("", "`leave`");
    let left = act(&ada, &game, json!([{"type": "leave"}]));
    assert_eq!(
        (&left["game"]["status"], &left["game"]["outcome"]),
        (&json!("cancelled"), &Value::Null)
    );
    assert_eq!(bare(&left["events"][0]), json!({"type": "cancelled", "seat": 1}));
    ada.get(&format!("{game}/record")).problem("not_now");
    eve.get(&format!("{game}/odds")).problem("not_now").names("", "called off");
    ada.get(&format!("{game}/odds")).is(200);
    assert!(eve.get(&game).is(200)["view"]["ships"].is_null());
}

#[test]
fn the_player_may_leave_before_anything_is_placed() {
    let server = Server::start();
    let ada = server.player("Ada");
    let game = created(&ada, &json!({}));
    let left = act(&ada, &game, json!([{"type": "leave"}]));
    assert_eq!(left["game"]["status"], "cancelled");
    ada.get(&format!("{game}/odds")).problem("not_now").names("", "called off");
    assert_eq!(ada.get(&format!("{game}/legal")).is(200)["actions"], json!([]));
}

#[test]
fn a_game_for_one_has_no_opponents() {
    let server = Server::start();
    let body = json!({"ruleset": "solo", "opponents": [{"kind": "open"}]});
    let problem = server.player("Ada").post("/v1/games", &body).problem("invalid_field");
    problem.names("opponents", "a game for one player has no opponents");
}

#[test]
fn requests_for_odds_without_a_token_wait_in_a_short_queue_of_their_own() {
    const ASKED: usize = 32;
    let server = Server::start();
    let ada = server.player("Ada");
    let game = created(&ada, &json!({}));
    place(&ada, &game);
    // Longer than 32 requests take to arrive; eight computations in the queue are still far from
    // the time limit of a request, even in a debug build on a busy machine.
    let request = json!({"placement": placement(&ada, &game), "runs": 3_000});
    act(&ada, &game, json!([{"type": "predict", "suit": "moons"}]));
    let ask_at_once = || {
        let start = Barrier::new(ASKED + 1);
        let ask = || {
            let client = server.client();
            start.wait();
            client.post("/v1/solo/odds", &request)
        };
        let (answers, own) = std::thread::scope(|scope| {
            let asking: Vec<_> = (0..ASKED).map(|_| scope.spawn(ask)).collect();
            start.wait();
            let own: Vec<_> = (0..3).map(|_| ada.get(&format!("{game}/odds?runs=1"))).collect();
            (asking.into_iter().map(|asked| asked.join().unwrap()).collect::<Vec<_>>(), own)
        });
        for answer in own {
            answer.is(200);
        }
        let (served, sent_away): (Vec<_>, Vec<_>) =
            answers.into_iter().partition(|answer| answer.status == 200);
        assert!(!served.is_empty());
        sent_away
    };
    // On a busy machine the requests can arrive so far apart that all of them are served.
    let sent_away = (0..10).map(|_| ask_at_once()).find(|sent_away| !sent_away.is_empty());
    let sent_away = sent_away.expect("a queue is full at last");
    for answer in sent_away {
        let retry_after = answer.header("retry-after").to_owned();
        answer.problem("unavailable").names("", "try again");
        assert_eq!(retry_after, "5");
    }
    // All places for calculations are free again.
    let odds = server.client().post("/v1/solo/odds", &request).is(200);
    let suits = odds["suits"].as_array().unwrap();
    // Of equal chances, the first counts, and `max_by` takes the last.
    let chance = |suit: &Value| suit["chance"].as_f64().unwrap();
    let best = suits.iter().rev().max_by(|a, b| chance(a).total_cmp(&chance(b)));
    assert_eq!(odds["best"], best.unwrap()["suit"]);
}

#[test]
fn the_odds_of_a_game_are_for_its_player_after_the_prediction_and_public_at_the_end() {
    let server = Server::start();
    let (ada, eve) = (server.player("Ada"), server.player("Eve"));
    let game = created(&ada, &json!({}));
    let odds = format!("{game}/odds");
    ada.get(&odds).problem("not_now").names("", "predicted");
    place(&ada, &game);
    ada.get(&odds).problem("not_now");
    act(&ada, &game, json!([{"type": "predict", "suit": "moons"}]));
    let exact = ada.get(&odds).is(200);
    assert_eq!((&exact["method"], &exact["runs"]), (&json!("exact"), &Value::Null));
    eve.get(&odds).problem("not_now").names("", "finished");
    eve.get(&format!("{odds}?runs=10")).problem("not_now");
    eve.get(&format!("{odds}?runs=0")).problem("invalid_field").names("runs", "1 to 100000");

    // The same placement outside a game has the same odds.
    let request = json!({"placement": placement(&ada, &game)});
    assert_eq!(server.client().post("/v1/solo/odds", &request).is(200), exact);
    let simulated = ada.get(&format!("{odds}?runs=4000&seed=7")).is(200);
    assert_eq!(simulated["runs"], 4000);
    for (exact, simulated) in
        exact["suits"].as_array().unwrap().iter().zip(simulated["suits"].as_array().unwrap())
    {
        let number = |of: &Value, name: &str| of[name].as_f64().unwrap();
        let apart = (number(exact, "chance") - number(simulated, "chance")).abs();
        assert!(apart < 5.0 * number(simulated, "error"), "{exact} {simulated}");
    }
    assert_eq!(ada.get(&format!("{odds}?runs=4000&seed=7")).is(200), simulated);
    act(&ada, &game, json!([{"type": "run_out"}]));
    assert_eq!(eve.get(&odds).is(200), exact);

    let classic = ada.post("/v1/games", &json!({"ruleset": "classic"})).is(201);
    ada.get(&format!("/v1/games/{}/odds", classic["id"].as_str().unwrap())).problem("not_found");
}

#[test]
fn odds_of_an_invalid_placement_are_refused() {
    let server = Server::start();
    let client = server.client();
    let dinghies: Vec<Value> = ["suns", "moons", "crowns"]
        .into_iter()
        .flat_map(|suit| ["N", "A", "2", "3", "4", "5"].map(|column| (suit, column)))
        .map(|(suit, column)| {
            json!({"suit": suit, "class": "dinghy", "at": format!("{suit}/upper/{column}"), "heading": "across"})
        })
        .collect();
    let wumpuses = json!({"options": {"wumpuses": true}, "placement": {"ships": dinghies}});
    let exact = client.post("/v1/solo/odds", &wumpuses).is(200);
    let sum: f64 = exact["suits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|suit| suit["chance"].as_f64().unwrap())
        .sum();
    assert!((sum - 1.0).abs() < 1e-9, "{exact}");

    let with_option = |name: &str, value: Value| {
        let mut request = wumpuses.clone();
        request[name] = value;
        client.post("/v1/solo/odds", &request)
    };
    for (name, value, rule, field) in [
        ("options", json!({}), "S3", "placement.ships"),
        ("options", json!({"wumpuses": true, "lends": "suns"}), "S2", "placement.ships[0].suit"),
        ("options", json!({"wumpuses": true, "order": ["suns"]}), "S1", "options.order"),
        ("placement", json!({"ships": []}), "S8", "placement.ships"),
    ] {
        let problem = with_option(name, value.clone()).problem("against_rule");
        assert_eq!((problem.rule.as_str(), problem.field.as_str()), (rule, field), "{value}");
    }
    with_option("runs", json!(0)).problem("invalid_field").names("runs", "1 to 100000");
    with_option("runs", json!(100_001)).problem("invalid_field").names("runs", "1 to 100000");
    with_option("runs", json!(-1)).problem("invalid_field");
    with_option("seed", json!(1)).problem("invalid_field").names("seed", "runs");
    with_option("prediction", json!("suns")).problem("invalid_field");
    client.post("/v1/solo/odds", &json!({})).problem("invalid_field").names("placement", "missing");
    // The work for a request is limited.
    let many: Vec<Value> = dinghies.iter().cycle().take(500).cloned().collect();
    with_option("placement", json!({"ships": many})).problem("against_rule");
}
