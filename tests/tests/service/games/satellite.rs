//! Games of `satellite` over HTTP, between two clients that use only what the API shows.

use broadside_tests::client::Client;
use broadside_tests::games::{Sequence, choose};
use broadside_tests::server::Server;
use serde_json::{Value, json};

/// A game of `satellite` in play.
struct Table {
    players: [Client; 2],
    id: String,
}

impl Table {
    fn playing(server: &Server, options: &Value) -> Self {
        let players = ["Ada", "Ben"].map(|name| server.player(name));
        let game = players[0]
            .post("/v1/games", &json!({"ruleset": "satellite", "options": options}))
            .is(201);
        let table = Self { id: game["id"].as_str().unwrap().to_owned(), players };
        table.players[1].post(&table.path("/seats"), &json!({})).is(201);
        for player in &table.players {
            player.put(&table.path("/seats/me/placement"), &json!({"random": true})).is(200);
        }
        table
    }

    fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}{rest}", self.id)
    }

    fn game(&self) -> Value {
        self.players[0].get(&self.path("")).is(200)
    }

    /// Makes an action of the player to move, from `/legal`; returns the game afterwards.
    fn go_on(&self, sequence: &mut Sequence) -> Value {
        let seat = self.game()["to_move"][0].as_u64().expect("somebody is to move") as usize;
        let player = &self.players[seat - 1];
        let legal = player.get(&self.path("/legal")).is(200);
        let own = ["roll", "fire", "give_up", "shoot", "destruct"];
        let choices: Vec<&Value> = legal["actions"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|choice| own.contains(&choice["type"].as_str().unwrap()))
            .collect();
        let choice = choices[sequence.below(choices.len())];
        let body = json!({"ruleset": "satellite", "actions": [picked(choice, sequence)]});
        player.post(&self.path("/actions"), &body).is(200)["game"].clone()
    }
}

/// Chooses some of the available sectors.
fn sectors(from: &Value, count: usize, sequence: &mut Sequence) -> Vec<String> {
    let from =
        from.as_array().unwrap().iter().map(|sector| sector.as_str().unwrap().to_owned()).collect();
    choose(count, from, sequence)
}

/// Chooses an action that a legal choice allows.
fn picked(choice: &Value, sequence: &mut Sequence) -> Value {
    match choice["type"].as_str().unwrap() {
        "roll" => {
            let positions = choice["keep"].as_array().unwrap();
            let keep: Vec<&Value> =
                positions.iter().skip(1).filter(|_| sequence.below(2) == 0).collect();
            json!({"type": "roll", "keep": keep})
        }
        "fire" => {
            let loaded = choice["cartridges"].as_array().unwrap();
            let loaded = &loaded[sequence.below(loaded.len())];
            let targets = sectors(
                &choice["from"],
                loaded["max_targets"].as_u64().unwrap() as usize,
                sequence,
            );
            let mut fire =
                json!({"type": "fire", "cartridge": loaded["cartridge"], "targets": targets});
            if let Some(beams) = loaded.get("beam") {
                fire["beam"] = beams[sequence.below(2)].clone();
            }
            fire
        }
        "give_up" => {
            let target = &sectors(&choice["from"], 1, sequence)[0];
            json!({"type": "give_up", "cartridge": choice["cartridges"][0], "target": target})
        }
        "shoot" => json!({"type": "shoot", "target": sectors(&choice["from"], 1, sequence)[0]}),
        _ => {
            let targets = &choice["targets"];
            let count = targets["max"].as_u64().unwrap() as usize;
            json!({"type": "destruct", "targets": sectors(&targets["from"], count, sequence)})
        }
    }
}

#[test]
fn games_are_played_to_their_ends_and_their_records_hold() {
    let server = Server::start();
    for (n, options) in [
        json!({}),
        json!({"endgame": "desperation", "rows": 8, "columns": 8}),
        json!({"endgame": "reloaded", "rows": 8, "columns": 9}),
        json!({"endgame": "self_destruct", "rows": 16, "columns": 16}),
    ]
    .into_iter()
    .enumerate()
    {
        let table = Table::playing(&server, &options);
        let mut sequence = Sequence(n as u64);
        let mut moves = 0;
        let game = loop {
            let game = table.go_on(&mut sequence);
            moves += 1;
            assert!(moves < 1_000, "the game does not end");
            if game["status"] == "finished" {
                break game;
            }
        };
        assert!(["win", "all_lose"].contains(&game["outcome"]["kind"].as_str().unwrap()), "{game}");
        for side in game["view"]["sides"].as_array().unwrap() {
            assert_eq!(side["buildings"].as_array().unwrap().len(), 6);
        }
        let record = table.players[1].get(&table.path("/record")).is(200);
        let verdict = server.client().post("/v1/verify", &record).is(200);
        assert_eq!(verdict["valid"], true, "{options} {verdict}");
    }
}

#[test]
fn a_placement_is_read_and_the_error_of_a_wrong_move_names_the_right_form() {
    let server = Server::start();
    let table = Table::playing(&server, &json!({}));
    let seat = table.game()["to_move"][0].as_u64().unwrap() as usize;
    let act = |action: Value| {
        let body = json!({"ruleset": "satellite", "actions": [action]});
        table.players[seat - 1].post(&table.path("/actions"), &body)
    };
    let problem =
        act(json!({"type": "fire", "cartridge": "hazard", "targets": ["A1"]})).problem("not_now");
    assert_eq!(problem.rule, "T4");
    act(json!({"type": "roll"})).is(200);
    let fire = json!({"type": "fire", "cartridge": "hazard", "targets": ["N1"]});
    let problem = act(fire).problem("against_rule");
    assert_eq!((problem.rule.as_str(), problem.field.as_str()), ("T1", "actions[0].targets[0]"));
    let misread = json!({"type": "fire", "cartridge": "hazard", "targets": ["9A"]});
    assert!(act(misread).problem("invalid_field").detail.contains("as in A9"));
    // Each player sees only their own buildings.
    for (n, player) in table.players.iter().enumerate() {
        let sides = player.get(&table.path("")).is(200)["view"]["sides"].take();
        assert!(sides[n]["buildings"].is_array() && sides[1 - n]["buildings"].is_null());
    }
}
