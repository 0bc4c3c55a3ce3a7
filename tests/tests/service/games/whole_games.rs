//! Whole games, from registration to the record, between two clients that use only what the API
//! shows.

use std::process::Command;

use broadside_tests::games::{self, Pair, play_out};
use broadside_tests::server::{Server, root, run};
use serde_json::{Value, json};

/// Checks what all viewers see of a finished game, and that its record is valid.
fn conclude(server: &Server, pair: &Pair) -> Value {
    let game = pair.game();
    assert_eq!(game["status"], "finished");
    assert_eq!(game["to_move"], json!([]));
    assert_eq!(game["deadline_at"], Value::Null);
    let events = pair.events();
    for (n, event) in events.iter().enumerate() {
        assert_eq!(event["seq"], n + 1);
    }
    assert_eq!(game["version"], events.len());
    let kind = |event: &Value| event["type"].as_str().unwrap_or_default().to_owned();
    let last: Vec<_> = events.iter().rev().take(2).map(kind).collect();
    assert_eq!(last, ["revealed", "finished"]);
    for client in [&pair.ada, &pair.ben] {
        let legal = client.get(&pair.path("/legal")).is(200);
        assert_eq!(legal["actions"], json!([]));
        for what in ["resign", "offer_draw"] {
            pair.act(client, &games::act(what)).problem("game_over");
        }
    }
    // Everybody sees the fleets now, including a spectator of a public game.
    let stranger = server.player("Ada").get(&pair.path("")).is(200);
    for seen in [&game, &stranger] {
        for waters in seen["view"]["waters"].as_array().unwrap() {
            assert!(waters["ships"].is_array(), "{waters}");
        }
    }

    let record = pair.ben.get(&pair.path("/record")).is(200);
    assert_eq!(record["seed_commitment"], game["fairness"]["seed_commitment"]);
    assert_eq!(record["outcome"], game["outcome"]);
    let verdict = server.client().post("/v1/verify", &record).is(200);
    assert_eq!(verdict["valid"], true, "{verdict}");
    assert_eq!(verdict["game"], *pair.id);
    assert_eq!(verdict["events"], record["events"].as_array().unwrap().len());

    let file = server.directory().file("record.json");
    std::fs::write(&file, record.to_string()).unwrap();
    let verified = run(server.directory(), &["verify", "record.json"]);
    let stdout = String::from_utf8_lossy(&verified.stdout).into_owned();
    assert!(verified.status.success() && stdout.starts_with("everything holds"), "{stdout}");
    let python = root().join("tests/verify/verify.py");
    if python.exists() {
        let verified = Command::new("python3").arg(python).arg(&file).output().unwrap();
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    }
    record
}

#[test]
fn single_to_its_end() {
    let server = Server::start();
    let pair = Pair::playing(&server, &json!({"mode": "single"}));
    let moves = play_out(&pair, 1);
    assert!((14..=200).contains(&moves), "{moves}");
    let game = pair.game();
    assert_eq!(game["outcome"]["kind"], "win");
    assert_eq!(game["outcome"]["reason"], "fleet_sunk");
    conclude(&server, &pair);
}

#[test]
fn salvo_to_its_end() {
    let server = Server::start();
    let pair = Pair::playing(&server, &json!({"mode": "salvo", "fleet": "five_ships"}));
    play_out(&pair, 2);
    let game = pair.game();
    let reason = game["outcome"]["reason"].as_str().unwrap();
    assert!(["fleet_sunk", "both_fleets_sunk"].contains(&reason), "{reason}");
    conclude(&server, &pair);
}

#[test]
fn single_with_a_second_shot_after_a_hit() {
    let server = Server::start();
    let options = json!({"mode": "single", "fleet": "two_destroyers", "repeat_on_hit": true});
    let pair = Pair::playing(&server, &options);
    play_out(&pair, 3);
    conclude(&server, &pair);
}

#[test]
fn a_fleet_of_one_s_own_on_a_grid_of_one_s_own() {
    let server = Server::start();
    let options = json!({
        "mode": "salvo", "fleet": "custom", "first": "opponent", "grid": {"columns": 7, "rows": 12},
        "ships": [
            {"class": "galleon", "length": 6, "shots": 3},
            {"class": "cog", "length": 2, "shots": 1},
            {"class": "cog", "length": 2, "shots": 1},
            {"class": "buoy", "length": 1, "shots": 1},
        ],
    });
    let pair = Pair::seated(&server, &options);
    let ships = json!([
        {"class": "buoy", "at": "G12", "heading": "across"},
        {"class": "cog", "at": "A1", "heading": "down"},
        {"class": "galleon", "at": "B2", "heading": "across"},
        {"class": "cog", "at": "A11", "heading": "down"},
    ]);
    let mut body = games::placement(&ships);
    body["seed"] = "Ada's own".into();
    pair.ada.put(&pair.path("/seats/me/placement"), &body).is(200);
    pair.ben.put(&pair.path("/seats/me/placement"), &json!({"random": true})).is(200);
    assert_eq!(pair.game()["view"]["first"], 2);
    play_out(&pair, 4);
    let record = conclude(&server, &pair);
    assert_eq!(record["seat_seeds"][0], json!({"seat": 1, "seed": "Ada's own", "drawn": false}));
}

#[test]
fn a_game_ends_by_resigning_and_by_agreement() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    pair.act(&pair.ada, &games::act("resign")).is(200);
    let outcome = json!({"kind": "win", "winners": [2], "reason": "resigned"});
    assert_eq!(conclude(&server, &pair)["outcome"], outcome);

    let pair = Pair::ready(&server);
    pair.act(&pair.ada, &games::act("offer_draw")).is(200);
    assert_eq!(pair.game()["draw_offer"], 1);
    let legal = pair.ben.get(&pair.path("/legal")).is(200);
    let kinds: Vec<_> =
        legal["actions"].as_array().unwrap().iter().map(|choice| &choice["type"]).collect();
    assert!(kinds.contains(&&json!("accept_draw")), "{legal}");
    pair.act(&pair.ben, &games::act("decline_draw")).is(200);
    pair.act(&pair.ada, &games::fire(&["B2"])).is(200);
    pair.act(&pair.ben, &games::act("offer_draw")).is(200);
    pair.act(&pair.ada, &games::act("accept_draw")).is(200);
    assert_eq!(conclude(&server, &pair)["outcome"], json!({"kind": "draw", "reason": "agreed"}));
}

/// Lists the JSON pointers of all leaves of a document.
fn leaves(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, part)| leaves(part, &format!("{at}/{name}"), found))
        }
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(n, part)| leaves(part, &format!("{at}/{n}"), found));
        }
        _ => found.push(at.to_owned()),
    }
}

#[test]
fn verification_names_the_changed_part_of_a_record() {
    let server = Server::start();
    let pair = Pair::playing(&server, &json!({"mode": "salvo"}));
    play_out(&pair, 5);
    let record = conclude(&server, &pair);
    let changes = [
        ("/seed_commitment", "seed_commitment"),
        ("/revealed/server_seed", ""),
        ("/revealed/seats/0/salt", "placement_commitment"),
        ("/revealed/seats/1/placement/ships/0/at", "placement_commitment"),
        ("/seat_seeds/0/seed", "seat_seed"),
        ("/outcome/kind", ""),
        ("/events/1/at", "time"),
        ("/events/4/drawn", ""),
    ];
    for (pointer, part) in changes {
        let mut changed = record.clone();
        let leaf =
            changed.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer} in {record}"));
        *leaf = spoil(leaf);
        let verdict = server.client().post("/v1/verify", &changed).is(200);
        assert_eq!(verdict["valid"], false, "{pointer}");
        let faults = verdict["faults"].as_array().unwrap();
        let named = part.is_empty() || faults.iter().any(|fault| fault["part"] == part);
        assert!(named, "{pointer}: {verdict}");
    }
    // Every other leaf too.
    let mut pointers = Vec::new();
    leaves(&record, "", &mut pointers);
    for pointer in pointers {
        let mut changed = record.clone();
        let leaf = changed.pointer_mut(&pointer).unwrap();
        *leaf = spoil(leaf);
        let verdict = broadside_engine::record::verify(&changed.to_string());
        assert!(!verdict.valid, "{pointer} can be changed and nobody notices");
    }
    let mut changed = record;
    let leaf = changed.pointer_mut("/revealed/seats/1/placement/ships/0/at").unwrap();
    *leaf = spoil(leaf);
    std::fs::write(server.directory().file("changed.json"), changed.to_string()).unwrap();
    let verified = run(server.directory(), &["verify", "changed.json"]);
    let stdout = String::from_utf8_lossy(&verified.stdout).into_owned();
    assert_eq!(verified.status.code(), Some(1));
    assert!(
        stdout.contains("does not hold: revealed.seats[1].placement.ships[0].at: it is "),
        "{stdout}"
    );
    assert!(stdout.contains("does not hold: digest: it is "), "{stdout}");
}

/// Returns a different value of the same type.
fn spoil(leaf: &Value) -> Value {
    match leaf {
        Value::Null => json!(1),
        Value::Bool(flag) => json!(!flag),
        Value::Number(number) => json!(number.as_u64().unwrap_or_default() + 1),
        Value::String(text) if text.ends_with('Z') && text.contains('T') => {
            json!("2001-01-01T00:00:00.000Z")
        }
        Value::String(text) if text == "A1" => json!("B1"),
        Value::String(text) if text.len() <= 3 => json!("A1"),
        Value::String(text) => {
            let (start, last) = text.split_at(text.len() - 1);
            json!(format!("{start}{}", if last == "0" { "1" } else { "0" }))
        }
        other => other.clone(),
    }
}
