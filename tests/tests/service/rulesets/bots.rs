//! Bots of the server: their seats, their turns and what is said of them. Bots of other people: the
//! mark of their accounts.

use std::time::Duration;

use broadside_engine::game::RulesetId;
use broadside_tests::client::Client;
use broadside_tests::server::{Directory, Server, command, root, run};
use broadside_tests::wait::{GUARD, wait_for};
use serde_json::{Value, json};

use crate::operator::readme::blocks_in;

/// Waits until a game satisfies a condition, and returns the game.
#[track_caller]
fn wait(player: &Client, id: &str, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    wait_for(what, || Some(player.get(&format!("/v1/games/{id}")).is(200)).filter(&is_so))
}

fn is_over(game: &Value) -> bool {
    game["status"] == "finished"
}

fn is_turn_of(game: &Value, seat: u64) -> bool {
    game["status"] == "playing" && game["to_move"].as_array().unwrap().contains(&json!(seat))
}

/// Creates a game with bots, and places for its creator. Returns the id.
fn begin(player: &Client, ruleset: &str, options: &Value, levels: &[&str]) -> String {
    let opponents: Vec<_> =
        levels.iter().map(|level| json!({"kind": "bot", "level": level})).collect();
    let body = json!({"ruleset": ruleset, "options": options, "opponents": opponents});
    let game = player.post("/v1/games", &body).is(201);
    assert_eq!(game["status"], "placing");
    let id = game["id"].as_str().unwrap().to_owned();
    player.put(&format!("/v1/games/{id}/seats/me/placement"), &json!({"random": true})).is(200);
    id
}

fn act(player: &Client, id: &str, ruleset: &str, actions: &Value) -> Value {
    player
        .post(&format!("/v1/games/{id}/actions"), &json!({"ruleset": ruleset, "actions": actions}))
        .is(200)
}

fn events(player: &Client, id: &str) -> Vec<Value> {
    player.get(&format!("/v1/games/{id}/events?limit=500")).is(200)["events"]
        .as_array()
        .unwrap()
        .clone()
}

/// Returns the rulesets that bots play.
fn played() -> Vec<&'static str> {
    let played = RulesetId::ALL.iter().filter(|ruleset| !ruleset.is_for_one());
    played.map(|ruleset| ruleset.as_str()).collect()
}

#[test]
fn the_bots_are_listed_with_their_rulesets() {
    let server = Server::start();
    let bots = server.client().get("/v1/bots").is(200);
    let levels: Vec<_> = bots["bots"].as_array().unwrap().iter().map(|bot| &bot["level"]).collect();
    assert_eq!(levels, ["random", "casual", "strong"]);
    assert_eq!(bots["bots"][2]["rulesets"], json!(played()));
}

#[test]
fn a_bot_plays_every_ruleset_but_solo_and_the_record_names_it() {
    let server = Server::start();
    std::thread::scope(|scope| {
        for ruleset in played() {
            // A strong bot thinks for many seconds in a development build.
            let level = "casual";
            let server = &server;
            scope.spawn(move || {
                let ada = server.player("Ada");
                let id = begin_after_the_bot(&ada, ruleset, level);
                let seats = ada.get(&format!("/v1/games/{id}")).is(200)["seats"].clone();
                assert_eq!(seats[1]["access"], "bot");
                assert_eq!(seats[1]["bot"], json!({"level": level, "version": 1}));
                assert_eq!(seats[1]["player"]["bot"], true);
                assert_eq!(
                    (&seats[0]["bot"], &seats[0]["player"]["bot"]),
                    (&Value::Null, &Value::Null)
                );
                wait(&ada, &id, "the bot ends its turn", |game| {
                    is_over(game) || is_turn_of(game, 1)
                });
                assert!(bot_has_moved(&ada, &id));
                if !is_over(&ada.get(&format!("/v1/games/{id}")).is(200)) {
                    act(&ada, &id, ruleset, &json!([{"type": "resign"}]));
                }
                let record = ada.get(&format!("/v1/games/{id}/record")).is(200);
                let joined = record["events"][1]["body"].clone();
                assert_eq!(joined, json!({"seat": 2, "bot": {"level": level, "version": 1}}));
                assert_eq!(record["events"][0]["body"], json!({"seat": 1}));
                assert_eq!(record["seat_seeds"][1]["drawn"], true);
                let verdict = server.client().post("/v1/verify", &record).is(200);
                assert_eq!(verdict["valid"], true, "{verdict}");
                assert_eq!(
                    verdict["bots"],
                    json!([{"seat": 2, "bot": {"level": level, "version": 1}}])
                );
                let here = Directory::new();
                std::fs::write(here.file("record.json"), record.to_string()).unwrap();
                let mut second = std::process::Command::new("python3");
                second.arg(root().join("tests/verify/verify.py")).arg(here.file("record.json"));
                let says = format!("eat 2 was a bot: level {level}, version 1");
                for output in [run(&here, &["verify", "record.json"]), second.output().unwrap()] {
                    let stdout = String::from_utf8_lossy(&output.stdout);
                    assert!(output.status.success() && stdout.contains(&says), "{stdout}");
                }
            });
        }
    });
}

/// Returns true if the log has an event of the rules by seat 2.
fn bot_has_moved(player: &Client, id: &str) -> bool {
    let own = |event: &Value| {
        event["seat"] == 2
            && !["joined", "placed"].contains(&event["type"].as_str().unwrap_or_default())
    };
    events(player, id).iter().any(own)
}

/// Begins games until one comes in which the bot has the first turn. Returns its id.
fn begin_after_the_bot(player: &Client, ruleset: &str, level: &str) -> String {
    for _ in 0..20 {
        let id = begin(player, ruleset, &json!({}), &[level]);
        let game = wait(player, &id, "the bot places", |game| game["status"] == "playing");
        if !is_turn_of(&game, 1) {
            return id;
        }
        act(player, &id, ruleset, &json!([{"type": "resign"}]));
    }
    panic!("the bot never begins");
}

#[test]
fn a_bot_answers_between_600_and_900_milliseconds_after_the_event_and_only_once() {
    let server = Server::start();
    let ada = server.player("Ada");
    let id = begin(&ada, "classic", &json!({"mode": "single", "first": "creator"}), &["casual"]);
    for shot in 0..6 {
        wait(&ada, &id, "it is Ada's turn", |game| is_turn_of(game, 1));
        let legal = ada.get(&format!("/v1/games/{id}/legal")).is(200);
        let (_, cells) = broadside_tests::games::choice(&legal).unwrap();
        act(&ada, &id, "classic", &json!([{"type": "fire", "cells": [cells[shot]]}]));
    }
    wait(&ada, &id, "the bot answers", |game| is_turn_of(game, 1));
    let events = events(&ada, &id);
    let time =
        |event: &Value| event["occurred_at"].as_str().unwrap().parse::<jiff::Timestamp>().unwrap();
    let fired: Vec<_> = events.iter().filter(|event| event["type"] == "fired").collect();
    assert_eq!(fired.len(), 12, "{events:?}");
    for pair in fired.chunks(2) {
        assert_eq!((&pair[0]["seat"], &pair[1]["seat"]), (&json!(1), &json!(2)));
        let waited = time(pair[1]).duration_since(time(pair[0])).as_millis();
        assert!((600..GUARD.as_millis() as i128).contains(&waited), "{waited} ms");
    }
}

#[test]
fn a_turn_of_a_bot_survives_kills_and_is_taken_once() {
    // The bot moves 600 to 900 ms after Ada.
    const KILLS: [u64; 7] = [0, 300, 600, 700, 800, 900, 1_000];
    let mut server = Server::start();
    let mut ada = server.player("Ada");
    let id = begin(&ada, "classic", &json!({"mode": "single", "first": "creator"}), &["strong"]);
    for (shot, millis) in KILLS.into_iter().enumerate() {
        wait(&ada, &id, "it is Ada's turn", |game| is_turn_of(game, 1));
        act(&ada, &id, "classic", &json!([{"type": "fire", "cells": [format!("A{}", shot + 1)]}]));
        std::thread::sleep(Duration::from_millis(millis));
        server.kill_9();
        server.launch();
        ada = ada.at(server.url());
    }
    wait(&ada, &id, "the bot moves", |game| is_turn_of(game, 1));
    // Another turn, before which the bot could have moved again.
    act(&ada, &id, "classic", &json!([{"type": "fire", "cells": ["A8"]}]));
    wait(&ada, &id, "the bot moves", |game| is_turn_of(game, 1));
    let events = events(&ada, &id);
    let fired: Vec<_> = events
        .iter()
        .filter(|event| event["type"] == "fired")
        .map(|event| &event["seat"])
        .collect();
    assert_eq!(
        fired,
        [json!(1), json!(2)].iter().cycle().take(2 * (KILLS.len() + 1)).collect::<Vec<_>>()
    );
}

#[test]
fn people_and_bots_of_the_same_level_play_voices_together() {
    let server = Server::start();
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    let strong = json!({"kind": "bot", "level": "strong"});
    let body = json!({"ruleset": "voices", "options": {"seats": 4}, "opponents": [strong, {"kind": "open"}, strong]});
    let game = ada.post("/v1/games", &body).is(201);
    let id = game["id"].as_str().unwrap();
    assert_eq!(game["status"], "waiting");
    let names: Vec<_> =
        game["seats"].as_array().unwrap().iter().map(|seat| &seat["player"]["name"]).collect();
    assert_eq!(names, [&json!("Ada"), &json!("Strong"), &Value::Null, &json!("Strong 2")]);
    ben.post(&format!("/v1/games/{id}/seats"), &json!({})).is(201);
    for player in [&ada, &ben] {
        player.put(&format!("/v1/games/{id}/seats/me/placement"), &json!({"random": true})).is(200);
    }
    wait(&ada, id, "the bots place", |game| game["status"] == "playing");
    act(&ada, id, "voices", &json!([{"type": "resign"}]));
    let begun = events(&ben, id).len();
    wait(&ben, id, "the bots go on", |game| {
        is_turn_of(game, 3) || events(&ben, id).len() > begun + 1
    });
    // The bots do not play on without people.
    act(&ben, id, "voices", &json!([{"type": "resign"}]));
    let finished = wait(&ada, id, "the bots resign", is_over);
    assert_eq!(finished["outcome"]["reason"], "resigned");
}

#[test]
fn a_bot_declines_a_draw_at_the_start_and_a_rematch_seats_it_again() {
    let server = Server::start();
    let ada = server.player("Ada");
    let id = begin(&ada, "classic", &json!({"mode": "single", "first": "creator"}), &["strong"]);
    wait(&ada, &id, "the bot places", |game| is_turn_of(game, 1));
    act(&ada, &id, "classic", &json!([{"type": "offer_draw"}]));
    wait(&ada, &id, "the bot answers", |game| game["draw_offer"].is_null());
    assert_eq!(events(&ada, &id).last().unwrap()["type"], "draw_declined");
    act(&ada, &id, "classic", &json!([{"type": "resign"}]));
    let rematch = ada.post(&format!("/v1/games/{id}/rematch"), &json!({})).is(201);
    assert_eq!(rematch["seats"][0]["bot"]["level"], "strong");
    assert_eq!(rematch["status"], "placing");
    wait(&ada, rematch["id"].as_str().unwrap(), "the bot places", |game| {
        game["seats"][0]["placed"] == true
    });
}

#[test]
fn games_with_bots_are_limited_and_rulesets_without_bots_are_refused() {
    let server = Server::start_with(&["--bot-games", "2"]);
    let ada = server.player("Ada");
    let first = begin(&ada, "classic", &json!({"mode": "single"}), &["random"]);
    begin(&ada, "classic", &json!({}), &["random"]);
    let bot = json!({"kind": "bot", "level": "random"});
    let body = json!({"ruleset": "classic", "opponents": [bot]});
    let without = Server::start_with(&["--bot-games", "0"]);
    assert_eq!(without.client().get("/v1/bots").is(200), json!({"bots": []}));
    without.player("Ada").post("/v1/games", &body).problem("too_many_games");
    let problem = ada.post("/v1/games", &body).problem("too_many_games");
    assert!(problem.detail.contains("2 games with bots"), "{}", problem.detail);
    wait(&ada, &first, "the bot places", |game| game["status"] == "playing");
    act(&ada, &first, "classic", &json!([{"type": "resign"}]));
    let third = ada.post("/v1/games", &body).is(201);
    // A rematch counts too, and so does a seat in the game of another player.
    ada.post(&format!("/v1/games/{first}/rematch"), &json!({})).problem("too_many_games");
    let ben = server.player("Ben");
    let body = json!({"ruleset": "voices", "options": {"seats": 3}, "opponents": [bot]});
    let of_ben = ben.post("/v1/games", &body).is(201);
    ada.post(&format!("/v1/games/{}/seats", of_ben["id"].as_str().unwrap()), &json!({}))
        .problem("too_many_games");

    for (body, field, says) in [
        (json!({"ruleset": "solo", "opponents": [bot]}), "opponents", "leave `opponents` out"),
        (
            json!({"ruleset": "classic", "opponents": [{"kind": "bot", "level": "weak"}]}),
            "opponents[0].level",
            "strong",
        ),
        (
            json!({"ruleset": "classic", "opponents": [{"kind": "bot"}]}),
            "opponents[0].level",
            "missing",
        ),
        (
            json!({"ruleset": "classic", "opponents": [{"kind": "player", "id": third["seats"][1]["player"]["id"]}]}),
            "opponents[0].id",
            "`kind` `bot`",
        ),
    ] {
        ben.post("/v1/games", &body).problem("invalid_field").names(field, says);
    }
}

#[test]
fn the_bot_mark_of_an_account_is_shown_everywhere() {
    let server = Server::start();
    let account = server.client().post("/v1/players", &json!({"name": "Hal", "bot": true})).is(201);
    assert_eq!(account["player"]["bot"], true);
    let hal = server.client().with_token(account["token"].as_str().unwrap());
    let ada = server.player("Ada");
    let hal_id = account["player"]["id"].as_str().unwrap();
    let opponents = json!([{"kind": "player", "id": hal_id}]);
    let game =
        ada.post("/v1/games", &json!({"ruleset": "classic", "opponents": opponents})).is(201);
    let id = game["id"].as_str().unwrap();
    assert_eq!(hal.get("/v1/challenges?direction=in").is(200)["challenges"][0]["to"]["bot"], true);
    hal.post(&format!("/v1/games/{id}/seats"), &json!({})).is(201);
    hal.post(&format!("/v1/games/{id}/messages"), &json!({"text": "Good luck."})).is(201);
    ada.put(&format!("/v1/blocks/{hal_id}"), &json!({})).is(204);
    let shown = |is_bot: &Value| {
        let game = ada.get(&format!("/v1/games/{id}")).is(200);
        assert_eq!(&game["seats"][1]["player"]["bot"], is_bot);
        let messages = ada.get(&format!("/v1/games/{id}/messages")).is(200);
        assert_eq!(&messages["messages"][0]["player"]["bot"], is_bot);
        assert_eq!(&ada.get("/v1/blocks").is(200)["blocks"][0]["player"]["bot"], is_bot);
        assert_eq!(&ada.get(&format!("/v1/players/{hal_id}")).is(200)["bot"], is_bot);
    };
    shown(&json!(true));
    hal.request("PATCH", "/v1/players/me")
        .json(&json!({"bot": null}))
        .send()
        .problem("invalid_field");
    let changed =
        hal.request("PATCH", "/v1/players/me").json(&json!({"bot": false})).send().is(200);
    assert_eq!((&changed["name"], &changed["bot"]), (&json!("Hal"), &Value::Null));
    shown(&Value::Null);
    hal.request("PATCH", "/v1/players/me")
        .json(&json!({"name": "Hal 2", "bot": true}))
        .send()
        .is(200);
    shown(&json!(true));
}

/// Program that is killed when it is dropped.
struct Running(std::process::Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn our_bots_play_on_any_server_with_a_token() {
    let server = Server::start();
    let account = server.client().post("/v1/players", &json!({"name": "Hal"})).is(201);
    let run = |level: &str| {
        let mut play = command(server.directory());
        play.args(["bots", "play", "--url", server.url(), "--interval", "1", "--level", level]);
        Running(play.env("BROADSIDE_TOKEN", account["token"].as_str().unwrap()).spawn().unwrap())
    };
    let _hal = run("casual");
    let ada = server.player("Ada");
    let opponents = json!([{"kind": "player", "id": account["player"]["id"]}]);
    for ruleset in played() {
        let body = json!({"ruleset": ruleset, "opponents": opponents});
        let id = ada.post("/v1/games", &body).is(201)["id"].as_str().unwrap().to_owned();
        wait(&ada, &id, "the bot accepts", |game| game["status"] == "placing");
        ada.put(&format!("/v1/games/{id}/seats/me/placement"), &json!({"random": true})).is(200);
        let game = wait(&ada, &id, "the bot places", |game| game["status"] == "playing");
        assert_eq!(game["seats"][1]["player"]["bot"], true, "the account is marked");
        if !is_turn_of(&game, 1) {
            wait(&ada, &id, "the bot moves", |game| is_over(game) || is_turn_of(game, 1));
        }
    }
    let wrong = format!("brs_{}", "a".repeat(39));
    let output = server.command(&["bots", "play", "--url", server.url(), "--token", &wrong]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && stderr.contains("token"), "{stderr}");
}

#[test]
fn the_bot_of_the_guide_plays() {
    let server = Server::start();
    let guide = std::fs::read_to_string(root().join("docs/frontends.md")).unwrap();
    let program = blocks_in("python", &guide, "Bots").concat();
    assert!(program.lines().filter(|line| !line.trim().is_empty()).count() <= 32);
    let account = server.client().post("/v1/players", &json!({"name": "Hal"})).is(201);
    let mut python = std::process::Command::new("python3");
    python.args(["-c", &program]).env("BROADSIDE_API", server.url());
    let _hal =
        Running(python.env("BROADSIDE_TOKEN", account["token"].as_str().unwrap()).spawn().unwrap());
    let ada = server.player("Ada");
    let opponents = json!([{"kind": "player", "id": account["player"]["id"]}]);
    let options = json!({"mode": "single", "first": "opponent"});
    let body = json!({"ruleset": "classic", "options": options, "opponents": opponents});
    let id = ada.post("/v1/games", &body).is(201)["id"].as_str().unwrap().to_owned();
    ada.put(&format!("/v1/games/{id}/seats/me/placement"), &json!({"random": true})).is(200);
    for cell in ["A1", "A2", "A3"] {
        let game = wait(&ada, &id, "the bot moves", |game| is_turn_of(game, 1));
        assert_eq!(game["seats"][1]["player"]["bot"], true);
        act(&ada, &id, "classic", &json!([{"type": "fire", "cells": [cell]}]));
    }
    wait(&ada, &id, "the bot moves", |game| is_turn_of(game, 1));
}
