//! Two nodes with one database: both give the same answers, and acknowledged changes are visible on
//! both.
//!
//! Needs a database that nodes can share:
//! `tests/postgres.sh cargo test -p broadside-tests --test nodes`.

mod backup;
mod bots;
mod broken;
mod clocks;
mod correspondence;
mod held;
mod limits;
mod queues;
mod schema;
mod scores;
mod streams;
mod talk;

use std::sync::Barrier;

use broadside_tests::client::{Answer, Client};
use broadside_tests::games::{self, Pair, Sequence, choose};
use broadside_tests::server::Server;
use serde_json::{Value, json};

/// Starts two nodes on a new database.
fn nodes() -> [Server; 2] {
    let first = Server::start();
    let second = first.beside();
    [first, second]
}

/// Runs a function for several clients in parallel, each on its own thread.
fn at_once<T: Send>(count: usize, act: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let ready = Barrier::new(count);
    std::thread::scope(|scope| {
        let start = |n| {
            let (ready, act) = (&ready, &act);
            scope.spawn(move || {
                ready.wait();
                act(n)
            })
        };
        let started: Vec<_> = (0..count).map(start).collect();
        started.into_iter().map(|started| started.join().expect("no client panics")).collect()
    })
}

/// A shot in the log: its seat, its cell and its number.
type Shot = (u64, String, u64);

fn shots(events: &Value) -> Vec<Shot> {
    let shot = |event: &Value| {
        Some((event["seat"].as_u64()?, event["cell"].as_str()?.to_owned(), event["seq"].as_u64()?))
    };
    events["events"].as_array().expect("it is a list").iter().filter_map(shot).collect()
}

fn log(client: &Client, pair: &Pair) -> Vec<Shot> {
    shots(&client.get(&pair.path("/events?limit=500")).is(200))
}

/// Plays as a client that sends each request to a random node: reads the game, and fires if a seat
/// is to move. Returns the acknowledged shots. Asserts that the version of the game never
/// decreases.
fn play_anywhere(pair: &Pair, urls: &[&str], seed: u64) -> Vec<Shot> {
    let mut luck = Sequence(seed);
    let mut acknowledged = Vec::new();
    let mut seen = 0;
    for _ in 0..100 {
        let (looks, fires) = (urls[luck.below(urls.len())], urls[luck.below(urls.len())]);
        let game = pair.ada.at(looks).get(&pair.path("")).is(200);
        let version = game["version"].as_u64().expect("it is a number");
        assert!(
            version >= seen,
            "a log of {seen} was acknowledged, and {looks} shows one of {version}"
        );
        seen = version;
        if game["status"] == "finished" {
            break;
        }
        let player = if game["to_move"] == json!([1]) { &pair.ada } else { &pair.ben }.at(fires);
        let legal = player.get(&pair.path("/legal")).is(200);
        let Some((count, from)) = games::choice(&legal) else { continue };
        let cells = choose(count, from, &mut luck);
        let answer = player.post(&pair.path("/actions"), &games::fire(&[&cells[0]]));
        match answer.status {
            200 => {
                acknowledged.extend(shots(&answer.json));
                seen = answer.json["game"]["version"].as_u64().expect("it is a number");
            }
            // Another client was faster.
            409 | 422 => {}
            _ => panic!("{}", answer.text()),
        }
    }
    acknowledged
}

#[test]
fn every_acknowledged_move_is_in_one_order_on_which_all_agree() {
    const GAMES: usize = 4;
    const RIVALS: usize = 3;
    let nodes = nodes();
    let urls: Vec<&str> = nodes.iter().map(Server::url).collect();
    let pairs: Vec<_> = (0..GAMES).map(|_| Pair::playing(&nodes[0], &json!({}))).collect();
    let onlooker = nodes[0].player("Eve");
    let acknowledged =
        at_once(GAMES * RIVALS, |n| play_anywhere(&pairs[n % GAMES], &urls, 1 + n as u64));
    for (n, pair) in pairs.iter().enumerate() {
        let mut acknowledged_moves: Vec<Shot> =
            (0..RIVALS).flat_map(|rival| acknowledged[rival * GAMES + n].clone()).collect();
        acknowledged_moves.sort_by_key(|shot| shot.2);
        for url in &urls {
            for viewer in [&pair.ada, &pair.ben] {
                assert_eq!(
                    log(&viewer.at(url), pair),
                    acknowledged_moves,
                    "game {n}: each acknowledged shot once, in one order"
                );
            }
            // The numbers of events are different for the public, but the order is the same.
            let order = |shots: Vec<Shot>| {
                shots.into_iter().map(|(seat, cell, _)| (seat, cell)).collect::<Vec<_>>()
            };
            assert_eq!(
                order(log(&onlooker.at(url), pair)),
                order(acknowledged_moves.clone()),
                "game {n}, looked on"
            );
        }
        assert!(acknowledged_moves.len() > 20, "game {n} had {} shots", acknowledged_moves.len());
        if pair.game()["status"] != "finished" {
            pair.act(&pair.ada, &games::act("resign")).is(200);
        }
        let record = pair.ben.at(urls[1]).get(&pair.path("/record")).is(200);
        assert_eq!(nodes[0].client().post("/v1/verify", &record).is(200)["valid"], true);
    }
}

#[test]
fn one_of_fifty_concurrent_moves_on_two_nodes_wins() {
    let nodes = nodes();
    let pair = Pair::ready(&nodes[0]);
    // Both nodes have the game in memory.
    let shown: Vec<_> = nodes.iter().map(|node| pair.at(node.url()).game()).collect();
    assert_eq!(shown[0], shown[1]);
    let cell = |n: usize| format!("{}{}", char::from(b'A' + (n % 10) as u8), n / 10 + 1);
    let answers: Vec<Answer> = at_once(50, |n| {
        pair.ada.at(nodes[n % 2].url()).post(&pair.path("/actions"), &games::fire(&[&cell(n)]))
    });
    let won: Vec<_> = (0..50).filter(|&n| answers[n].status == 200).collect();
    assert_eq!(won.len(), 1, "{won:?}");
    for (n, answer) in answers.into_iter().enumerate() {
        if n != won[0] {
            answer.problem("out_of_turn");
        }
    }
    for node in &nodes {
        let log = log(&pair.ben.at(node.url()), &pair);
        assert_eq!(log.len(), 1);
        assert_eq!(log[0].1, cell(won[0]));
    }
}

#[test]
fn a_node_never_answers_from_an_outdated_cache() {
    let nodes = nodes();
    let [here, there] = [nodes[0].url(), nodes[1].url()];
    let pair = Pair::ready(&nodes[0]);
    let (ada, ben) = (pair.ada.at(there), pair.ben.at(there));
    let etag = ada.get(&pair.path("")).header("etag").to_owned();
    // A rejected move: in the cache of that node, it is not Ben's turn yet.
    pair.act(&pair.ada.at(here), &games::fire(&["A1"])).is(200);
    pair.act(&ben, &games::fire(&["A1"])).is(200);
    // A view, its entity tag and its legal moves.
    let unchanged = ada.request("GET", &pair.path("")).header("if-none-match", &etag).send();
    assert_eq!(unchanged.is(200)["to_move"], json!([1]));
    pair.act(&pair.ada.at(here), &games::fire(&["B1"])).is(200);
    assert!(games::choice(&ada.get(&pair.path("/legal")).is(200)).is_none());
    assert!(games::choice(&ben.get(&pair.path("/legal")).is(200)).is_some());
    // A name.
    pair.ada
        .at(here)
        .request("PATCH", "/v1/players/me")
        .json(&json!({"name": "Ada II"}))
        .send()
        .is(200);
    let read = ben.get(&pair.path(""));
    let etag = read.header("etag").to_owned();
    assert_eq!(read.is(200)["seats"][0]["player"]["name"], "Ada II");
    // The same for an action that is allowed.
    pair.ada
        .at(here)
        .request("PATCH", "/v1/players/me")
        .json(&json!({"name": "Ada III"}))
        .send()
        .is(200);
    let fire_at = |cell| ben.request("POST", &pair.path("/actions")).json(&games::fire(&[cell]));
    fire_at("B1").header("If-Match", &etag).send().problem("stale");
    assert_eq!(fire_at("B1").send().is(200)["game"]["seats"][0]["player"]["name"], "Ada III");
}

#[test]
fn a_token_revoked_on_one_node_opens_nothing_on_the_other() {
    let nodes = nodes();
    let ada = nodes[0].player("Ada");
    let on_second = ada.at(nodes[1].url());
    let token = ada.post("/v1/tokens", &json!({"name": "phone", "scopes": ["read"]})).is(201);
    let phone = on_second.with_token(token["token"].as_str().expect("it is shown once"));
    phone.get("/v1/players/me").is(200);
    let game = ada.post("/v1/games", &json!({"ruleset": "classic"})).is(201);
    let game = format!("/v1/games/{}", game["id"].as_str().expect("a game has an id"));
    // The other node has cached both the token and the game.
    phone.get(&game).is(200);
    phone.get(&game).is(200);
    let id = token["id"].as_str().expect("a token has an id").to_owned();
    assert_eq!(ada.delete(&format!("/v1/tokens/{id}")).status, 204);
    phone.get(&game).problem("unauthorized");
    phone.get("/v1/players/me").problem("unauthorized");
    on_second.get("/v1/players/me").is(200);
}

#[test]
fn a_token_rotated_on_one_node_is_on_the_way_out_on_the_other() {
    let nodes = nodes();
    let ada = nodes[0].player("Ada");
    let made = ada.post("/v1/tokens", &json!({"name": "phone"})).is(201);
    let phone =
        ada.at(nodes[1].url()).with_token(made["token"].as_str().expect("it is shown once"));
    let token = phone.post("/v1/tokens", &json!({"name": "lasting"})).is(201);
    assert_eq!(token["expires_at"], json!(null));
    let id = made["id"].as_str().expect("a token has an id");
    ada.request("POST", &format!("/v1/tokens/{id}/rotate")).send().is(201);
    // A new token expires with the one that creates it, even if the node has cached the latter
    // without an expiry.
    let passing = phone.post("/v1/tokens", &json!({"name": "passing"})).is(201);
    assert!(passing["expires_at"].is_string(), "{passing}");
}

#[test]
fn a_look_is_answered_also_when_the_database_has_hung_up() {
    let nodes = nodes();
    let pair = Pair::ready(&nodes[0]);
    // Returns when all connections are closed.
    let everyone = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity \
        WHERE datname = current_database() AND application_name = 'broadside'";
    let look = || nodes.each_ref().map(|node| pair.ben.at(node.url()).get(&pair.path("")).is(200));
    // The second read uses the cache.
    look();
    for _ in 0..3 {
        let before = look();
        assert_eq!(before[0], before[1]);
        nodes[0].database().run(nodes[0].directory(), everyone);
    }
    look();
}

#[test]
fn the_same_key_on_two_nodes_makes_one_game_and_one_move() {
    let nodes = nodes();
    let ada = nodes[0].player("Ada");
    for round in 0..10 {
        let key = format!("game {round}");
        let created = at_once(8, |n| {
            let client = ada.at(nodes[n % 2].url());
            loop {
                let request = client.request("POST", "/v1/games").header("idempotency-key", &key);
                let answer = request.json(&json!({"ruleset": "classic"})).send();
                // Another request is being answered: repeat this one to get the same answer.
                if answer.status != 409 {
                    break answer.is(201)["id"].clone();
                }
            }
        });
        assert!(created.iter().all(|id| *id == created[0]), "{created:?}");
    }
    assert_eq!(ada.get("/v1/games?limit=50").is(200)["games"].as_array().map(Vec::len), Some(10));
}

#[test]
fn a_game_continues_on_another_node_when_one_is_killed() {
    let mut nodes = nodes();
    let pair = Pair::playing(&nodes[0], &json!({"first": "creator"}));
    pair.act(&pair.ada, &games::fire(&["A1"])).is(200);
    nodes[0].kill_9();
    let on_second = pair.at(nodes[1].url());
    assert_eq!(log(&on_second.ben, &on_second).len(), 1);
    games::play_out(&on_second, 3);
    nodes[0].launch();
    let on_first = pair.at(nodes[0].url());
    assert_eq!(on_first.game(), on_second.game());
    assert_eq!(on_first.game()["status"], "finished");
}

#[test]
fn a_deadline_that_two_nodes_keep_ends_the_game_once() {
    let mut nodes = nodes();
    let ada = nodes[0].player("Ada");
    let ben = nodes[0].player("Ben");
    let request = json!({"ruleset": "classic", "clock": {"days_per_turn": 1}});
    let game = ada.post("/v1/games", &request).is(201);
    let path = format!("/v1/games/{}", game["id"].as_str().expect("a game has an id"));
    ben.post(&format!("{path}/seats"), &json!({})).is(201);
    for player in [&ada, &ben] {
        player.put(&format!("{path}/seats/me/placement"), &json!({"random": true})).is(200);
    }
    for node in &mut nodes {
        node.stop();
        node.believe_in("+2d");
        node.launch();
    }
    let finished = |client: &Client| client.get(&path).is(200)["status"] == "finished";
    at_once(8, |n| assert!(finished(&ada.at(nodes[n % 2].url()))));
    let events = ada.at(nodes[0].url()).get(&format!("{path}/events?limit=500")).is(200);
    let events_of = |kind: &str| {
        let all = events["events"].as_array().expect("it is a list").iter();
        all.filter(|entry| entry["type"] == kind).count()
    };
    assert_eq!((events_of("timed_out"), events_of("finished")), (1, 1));
}

#[test]
fn a_code_that_one_node_has_revoked_opens_nothing_on_another() {
    let nodes = nodes();
    let (ada, ben) = (nodes[0].player("Ada"), nodes[0].player("Ben"));
    let (here, there) = (nodes[0].url(), nodes[1].url());
    for renews in [true, false] {
        let body = json!({"ruleset": "classic", "opponents": [{"kind": "invite"}]});
        let game = ada.post("/v1/games", &body).is(201);
        let path = format!("/v1/games/{}", game["id"].as_str().expect("it is text"));
        let code = |invitation: &Value| json!({"code": invitation["code"]});
        // Both nodes have the game in memory.
        ada.at(there).get(&path).is(200);
        let invitation_path = format!("{path}/seats/2/invitation");
        let sit = |at: &str, code: &Value| ben.at(at).post(&format!("{path}/seats"), code);
        let old = code(&game["invitations"][0]);
        if renews {
            let new = code(&ada.at(here).request("POST", &invitation_path).send().is(201));
            sit(there, &old).problem("wrong_code");
            sit(there, &new).is(201);
        } else {
            ada.at(here).delete(&invitation_path).is(204);
            sit(there, &old).problem("wrong_code");
        }
    }
}

#[test]
fn a_game_has_one_rematch_on_all_nodes() {
    let nodes = nodes();
    let urls = [nodes[0].url(), nodes[1].url()];
    for _ in 0..5 {
        let pair = Pair::ready(&nodes[0]);
        pair.act(&pair.ada, &games::act("resign")).is(200);
        let players = [[0, 1].map(|n| pair.ada.at(urls[n])), [0, 1].map(|n| pair.ben.at(urls[n]))];
        let answers = at_once(8, |n| {
            let player = &players[n / 2 % 2][n % 2];
            let answer = player.request("POST", &pair.path("/rematch")).send();
            assert!([200, 201].contains(&answer.status), "{}", answer.text());
            (answer.status, answer.json["id"].clone())
        });
        assert!(answers.iter().all(|answer| answer.1 == answers[0].1), "{answers:?}");
        assert_eq!(answers.iter().filter(|answer| answer.0 == 201).count(), 1, "{answers:?}");
        let id = answers[0].1.as_str().expect("it is text");
        assert_eq!(pair.ada.get(&format!("/v1/games/{id}")).is(200)["status"], "placing");
        // Lists are the same on both nodes, and include changes of the other node.
        let list = |n: usize| players[0][n].get("/v1/games").is(200);
        assert_eq!(list(0), list(1));
    }
}
