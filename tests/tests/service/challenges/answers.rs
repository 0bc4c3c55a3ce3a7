//! Challenges: accepted, declined, withdrawn, expired; and rematches, which are challenges too.

use broadside_engine::game::RulesetId;
use broadside_tests::client::Client;
use broadside_tests::games::{self, Pair};
use broadside_tests::server::Server;
use serde_json::{Value, json};

use crate::games::deadlines::{days_later, wait_for};

fn challenge(ada: &Client, ben: &Client, clock: Value) -> String {
    let body = json!({"ruleset": "classic", "clock": clock, "visibility": "private",
        "opponents": [{"kind": "player", "id": ben.id}]});
    format!("/v1/games/{}", ada.post("/v1/games", &body).is(201)["id"].as_str().unwrap())
}

fn list(player: &Client, query: &str) -> Vec<Value> {
    player.get(&format!("/v1/challenges?{query}")).is(200)["challenges"].as_array().unwrap().clone()
}

/// Returns the state of each challenge in one direction.
fn states(player: &Client, direction: &str) -> Vec<(String, usize)> {
    let states = ["open", "accepted", "declined", "withdrawn", "expired"];
    let count = |state: &&str| list(player, &format!("direction={direction}&state={state}")).len();
    states
        .iter()
        .map(|state| ((*state).to_owned(), count(state)))
        .filter(|(_, count)| *count > 0)
        .collect()
}

#[test]
fn a_challenge_is_accepted_declined_or_withdrawn() {
    let server = Server::start();
    let (ada, ben, eve) = (server.player("Ada"), server.player("Ben"), server.player("Eve"));
    let accepted = challenge(&ada, &ben, json!({"days_per_turn": 3}));
    let challenges = list(&ben, "");
    assert_eq!(challenges.len(), 1);
    let one = &challenges[0];
    assert_eq!(
        (&one["by"]["name"], &one["to"]["name"], &one["seat"]),
        (&json!("Ada"), &json!("Ben"), &json!(2))
    );
    assert_eq!((&one["state"], &one["game"]["status"]), (&json!("open"), &json!("waiting")));
    assert_eq!(one["expires_at"], one["game"]["deadline_at"]);
    assert!(one["expires_at"].is_string());
    let mut mine = list(&ada, "direction=out");
    let you = mine[0]["game"].as_object_mut().unwrap().remove("you");
    assert_eq!(you, Some(json!({"seat": 1})));
    assert_eq!(mine, challenges);
    assert!(list(&eve, "").is_empty() && list(&ada, "").is_empty());
    let game = ben.post(&format!("{accepted}/seats"), &json!({})).is(201);
    // The clock of the game starts, and the challenge no longer expires.
    assert_ne!(game["deadline_at"], one["expires_at"]);
    assert_eq!(states(&ben, "in"), [("accepted".to_owned(), 1)]);
    let reason = json!({"reason": "later"});
    ben.post(&format!("{accepted}/decline"), &reason).problem("not_now");
    // A player who leaves again is challenged as before.
    ben.delete(&format!("{accepted}/seats/me")).is(204);
    assert_eq!(states(&ada, "out"), [("open".to_owned(), 1)]);
    ben.post(&format!("{accepted}/seats"), &json!({})).is(201);

    let declined = challenge(&ada, &ben, Value::Null);
    let path = format!("{declined}/decline");
    eve.post(&path, &reason).problem("not_found");
    ada.post(&path, &reason).problem("not_now");
    // An invalid message is refused in the same way for a game that Eve may not know of and for
    // none.
    let invalid = json!({"reason": "other", "text": ""});
    let absent = "/v1/games/0196f0a0-0000-7000-8000-000000000001/decline";
    let (hidden, absent) = (eve.post(&path, &invalid), eve.post(absent, &invalid));
    assert_eq!((hidden.status, hidden.text()), (absent.status, absent.text()));
    ben.post(&path, &json!({"reason": "because"}))
        .problem("invalid_field")
        .names("reason", "later");
    ben.post(&path, &json!({})).problem("invalid_field").names("reason", "reason");
    ben.post(&path, &json!({"reason": "other", "text": "a\u{0}"}))
        .problem("invalid_field")
        .names("text", "500");
    let body = json!({"reason": "too_slow", "text": "Three days, and I am in."});
    let send = || ben.request("POST", &path).header("Idempotency-Key", "no").json(&body).send();
    let answer = send().is(200);
    assert_eq!((&answer["status"], &answer["you"]), (&json!("cancelled"), &Value::Null));
    assert_eq!(send().is(200), answer);
    ben.post(&path, &reason).problem("game_over");
    ben.post(&format!("{declined}/seats"), &json!({})).problem("game_over");
    let told = list(&ada, "direction=out&state=declined");
    assert_eq!((&told[0]["reason"], &told[0]["text"]), (&body["reason"], &body["text"]));
    assert!(told[0]["answered_at"].is_string() && told[0]["expires_at"].is_null());
    assert!(
        !ada.get(&declined).text().contains("Three days"),
        "the words are for the challenger alone"
    );
    let events = ada.get(&format!("{declined}/events")).is(200);
    let last = events["events"].as_array().unwrap().last().unwrap();
    assert_eq!(games::bare(last), json!({"type": "cancelled", "seat": 2}));

    let withdrawn = challenge(&ada, &ben, Value::Null);
    let refused = ben.request("POST", &format!("{withdrawn}/abort")).send().problem("not_seated");
    assert!(refused.detail.contains("a seat is reserved for you"), "{refused:?}");
    ada.request("POST", &format!("{withdrawn}/abort")).send().is(200);
    ben.post(&format!("{withdrawn}/seats"), &json!({})).problem("game_over");
    ben.post(&format!("{withdrawn}/decline"), &reason).problem("game_over");
    let expected = ["accepted", "declined", "withdrawn"].map(|state| (state.to_owned(), 1));
    assert_eq!(states(&ben, "in"), expected);
    assert_eq!(states(&ada, "out"), expected);

    // An open game cannot be declined. Deleting an account declines its challenges.
    let open = ada.post("/v1/games", &json!({"ruleset": "classic"})).is(201);
    let open = format!("/v1/games/{}", open["id"].as_str().unwrap());
    ben.post(&format!("{open}/decline"), &reason).problem("not_now");
    let left = challenge(&ada, &ben, Value::Null);
    ben.delete("/v1/players/me").is(204);
    assert_eq!(ada.get(&left).is(200)["status"], "cancelled");
    let declined = list(&ada, "direction=out&state=declined&limit=1");
    assert_eq!(
        (&declined[0]["reason"], &declined[0]["to"]["name"]),
        (&json!("other"), &Value::Null)
    );
}

#[test]
fn challenges_come_in_pages() {
    let server = Server::start();
    let (ada, ben, eve) = (server.player("Ada"), server.player("Ben"), server.player("Eve"));
    let opponents = json!([{"kind": "player", "id": ben.id}, {"kind": "player", "id": eve.id}]);
    for _ in 0..2 {
        let body = json!({"ruleset": "voices", "options": {"seats": 3}, "opponents": opponents});
        ada.post("/v1/games", &body).is(201);
    }
    let all = list(&ada, "direction=out");
    assert_eq!(
        all.iter().map(|one| one["seat"].as_u64().unwrap()).collect::<Vec<_>>(),
        [3, 2, 3, 2]
    );
    let mut pages = Vec::new();
    let mut next = "/v1/challenges?direction=out&limit=1".to_owned();
    while !next.is_empty() {
        let page = ada.get(&next);
        next = page.header("link").trim_start_matches('<').split('>').next().unwrap().to_owned();
        pages.extend(page.is(200)["challenges"].as_array().unwrap().clone());
    }
    assert_eq!(pages, all);
    assert_eq!(list(&eve, "").len(), 2);
    // If one of several challenged players declines, the game is cancelled for all.
    let game = format!("/v1/games/{}", all[0]["game"]["id"].as_str().unwrap());
    eve.post(&format!("{game}/decline"), &json!({"reason": "other_ruleset"})).is(200);
    assert_eq!(states(&eve, "in"), [("open".to_owned(), 1), ("declined".to_owned(), 1)]);
    assert_eq!(states(&ben, "in"), [("open".to_owned(), 1), ("withdrawn".to_owned(), 1)]);
    for wrong in ["cursor=x", "cursor=x~1", "limit=0", "state=lost", "direction=up"] {
        ada.get(&format!("/v1/challenges?{wrong}")).problem("bad_request");
    }
}

#[test]
fn an_unanswered_challenge_expires_once_even_while_the_server_is_down() {
    let mut server = Server::start_with(&["--challenge-days", "5"]);
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    let paths: Vec<_> = (0..3).map(|_| challenge(&ada, &ben, Value::Null)).collect();
    days_later(&mut server, "+4d");
    let (ada, ben) = (ada.at(server.url()), ben.at(server.url()));
    // A challenge that is open again expires after the full time again.
    let again = challenge(&ada, &ben, Value::Null);
    ben.post(&format!("{}/seats", paths[2]), &json!({})).is(201);
    ben.delete(&format!("{}/seats/me", paths[2])).is(204);
    server.wait_for_time_outs();
    assert_eq!(states(&ben, "in"), [("open".to_owned(), 4)]);
    days_later(&mut server, "+6d");
    let (ada, ben) = (ada.at(server.url()), ben.at(server.url()));
    // Nobody can join after the expiry, even if the server has not processed it yet.
    ben.post(&format!("{}/seats", paths[1]), &json!({})).problem("game_over");
    for path in &paths[..2] {
        let game = wait_for(&ada, path, "cancelled");
        assert_eq!((&game["deadline_at"], &game["outcome"]), (&Value::Null, &Value::Null));
        let events = ada.get(&format!("{path}/events")).is(200);
        let last: Vec<_> = events["events"].as_array().unwrap().iter().map(games::bare).collect();
        assert_eq!(last[1..], [json!({"type": "cancelled", "seat": null})], "{events}");
    }
    assert_eq!(states(&ada, "out"), [("open".to_owned(), 2), ("expired".to_owned(), 2)]);
    assert_eq!(ada.get("/v1/players/me/summary").is(200)["challenges_out"], 2);
    assert_eq!(ada.get(&again).is(200)["status"], "waiting");
    days_later(&mut server, "+20d");
    let (ada, ben) = (ada.at(server.url()), ben.at(server.url()));
    wait_for(&ada, &again, "cancelled");
    assert_eq!(states(&ben, "in"), [("expired".to_owned(), 4)]);
}

#[test]
fn a_game_is_played_again_with_the_seats_swapped() {
    let server = Server::start();
    let pair = Pair::seated(&server, &json!({"mode": "salvo"}));
    let eve = server.player("Eve");
    let ask = |player: &Client, id: &str| {
        player.request("POST", &format!("/v1/games/{id}/rematch")).send()
    };
    ask(&pair.ada, &pair.id).problem("not_now");
    for player in [&pair.ada, &pair.ben] {
        player.put(&pair.path("/seats/me/placement"), &json!({"random": true})).is(200);
    }
    pair.act(&pair.ben, &games::act("resign")).is(200);
    ask(&eve, &pair.id).problem("not_seated");
    ask(&eve, "0196f0a0-0000-7000-8000-000000000001").problem("not_found");

    let before = pair.ada.get(&pair.path(""));
    let tag = before.header("etag").to_owned();
    assert_eq!(before.is(200)["rematch"], Value::Null);
    let response = ask(&pair.ada, &pair.id);
    let location = response.header("location").to_owned();
    let rematch = response.is(201);
    let id = rematch["id"].as_str().unwrap().to_owned();
    assert_eq!(location, format!("/v1/games/{id}"));
    assert_eq!((&rematch["rematch_of"], &rematch["you"]), (&json!(pair.id), &json!({"seat": 2})));
    assert_eq!(rematch["options"], pair.game()["options"]);
    assert_eq!(
        (&rematch["seats"][0]["reserved_for"], &rematch["status"]),
        (&json!(pair.ben.id), &json!("waiting"))
    );
    assert_eq!(rematch["created_by"], pair.ada.id);
    // The finished game links to the rematch for everybody who can see that.
    let after = pair.ada.request("GET", &pair.path("")).header("If-None-Match", &tag).send();
    assert_eq!(after.is(200)["rematch"], id);
    assert_eq!(eve.get(&pair.path("")).is(200)["rematch"], id);
    // A repeated request by the same player returns the same game. A request by the other player
    // accepts the challenge.
    let again = ask(&pair.ada, &pair.id);
    assert_eq!(again.header("location"), location);
    assert_eq!(again.is(200), rematch);
    assert_eq!(list(&pair.ben, "")[0]["game"]["rematch_of"], pair.id);
    // The creator cannot leave the game, but can only abort it, even without the first seat.
    pair.ada.delete(&format!("{location}/seats/me")).problem("not_now");
    let joined = ask(&pair.ben, &pair.id).is(200);
    assert_eq!(
        (&joined["id"], &joined["you"], &joined["status"]),
        (&json!(id), &json!({"seat": 1}), &json!("placing"))
    );
    ask(&pair.ben, &pair.id).is(200);
    assert_eq!(pair.ada.get("/v1/games").is(200)["games"].as_array().unwrap().len(), 2);

    // The rematch is a normal game and can have a rematch too. An aborted rematch stays aborted.
    let second = Pair { ada: pair.ben.clone(), ben: pair.ada.clone(), id };
    for player in [&second.ada, &second.ben] {
        player.put(&second.path("/seats/me/placement"), &json!({"random": true})).is(200);
    }
    games::play_out(&second, 7);
    let record = second.ada.get(&second.path("/record")).is(200);
    assert_eq!(server.client().post("/v1/verify", &record).is(200)["valid"], true);
    let third = ask(&second.ben, &second.id).is(201);
    assert_eq!(third["you"], json!({"seat": 1}));
    let path = format!("/v1/games/{}", third["id"].as_str().unwrap());
    second.ada.post(&format!("{path}/decline"), &json!({"reason": "later"})).is(200);
    for player in [&second.ada, &second.ben] {
        ask(player, &second.id).problem("game_over");
    }
    ask(&second.ben, third["id"].as_str().unwrap()).problem("not_now");
}

#[test]
fn every_ruleset_has_rematches_and_concurrent_requests_make_one_game() {
    let server = Server::start();
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    for ruleset in RulesetId::ALL {
        let alone = ruleset.is_for_one();
        let game = ada.post("/v1/games", &json!({"ruleset": ruleset})).is(201);
        let pair = Pair {
            ada: ada.clone(),
            ben: ben.clone(),
            id: game["id"].as_str().unwrap().to_owned(),
        };
        let players = if alone { vec![&ada] } else { vec![&ada, &ben] };
        if !alone {
            ben.post(&pair.path("/seats"), &json!({})).is(201);
        }
        for player in &players {
            player.put(&pair.path("/seats/me/placement"), &json!({"random": true})).is(200);
        }
        let actions = if alone {
            json!([{"type": "predict", "suit": "suns"}, {"type": "run_out"}])
        } else {
            json!([{"type": "resign"}])
        };
        ada.post(&pair.path("/actions"), &json!({"ruleset": ruleset, "actions": actions})).is(200);
        let path = pair.path("/rematch");
        let ask = |player: &Client| player.request("POST", &path).send();
        let answers: Vec<Value> = std::thread::scope(|scope| {
            let requests: Vec<_> = (0..8)
                .map(|n| {
                    let player = players[n % players.len()].clone();
                    let ask = &ask;
                    scope.spawn(move || ask(&player))
                })
                .collect();
            requests
                .into_iter()
                .map(|requests| requests.join().unwrap())
                .map(|answer| {
                    assert!([200, 201].contains(&answer.status), "{}", answer.text());
                    json!([answer.status, answer.json["id"]])
                })
                .collect()
        });
        let created_count = answers.iter().filter(|answer| answer[0] == 201).count();
        assert_eq!(created_count, 1, "{ruleset}: {answers:?}");
        assert!(answers.iter().all(|answer| answer[1] == answers[0][1]), "{ruleset}: {answers:?}");
        let again = ada.get(&format!("/v1/games/{}", answers[0][1].as_str().unwrap())).is(200);
        assert_eq!(again["status"], "placing", "{again}");
    }
}
