//! Encryption at rest: with a key, the database contains no secret of a running game. It does not
//! open without the key. Keys can be replaced.

use broadside_tests::database::Database;
use broadside_tests::games::{Pair, fire, placement, play_out, standard_fleet};
use broadside_tests::server::Server;
use serde_json::{Value, json};

const KEYS: &str = "keys";
const WITH_KEYS: [&str; 2] = ["--encryption-key-file", KEYS];
/// Settings of a mail server that does not exist, so that outgoing mail stays in the database.
const MAIL: [&str; 4] =
    ["--mail-out", "smtp://127.0.0.1:9", "--mail-inbound-secret", "a-secret-of-the-mail-server"];
/// Text of an incoming letter.
const LETTER: &str = "PLACE what Mallory alone knows";
/// Recipient of the letter, encoded for a URL and as stored.
const RECIPIENT: [&str; 2] = ["play%2Bkeyofaturn@localhost", "play+keyofaturn@localhost"];

/// Columns with secrets.
const COLUMNS: [(&str, &str); 9] = [
    ("events", "body"),
    ("snapshots", "body"),
    ("idempotency_responses", "body"),
    ("idempotency_responses", "payload_hash"),
    ("webhooks", "secret"),
    ("move_queues", "content"),
    ("jobs WHERE queue <> 'webhooks'", "payload"),
    ("jobs WHERE queue = 'mail_in'", "recipient"),
    ("settings WHERE name IN ('mail_key', 'etag_key')", "value"),
];

/// Writes a private file with keys, each given as one digit.
fn write_keys(server: &Server, digits: &str) {
    use std::os::unix::fs::PermissionsExt;

    let file = server.directory().file(KEYS);
    let keys: String =
        digits.chars().map(|digit| format!("{}\n", String::from(digit).repeat(64))).collect();
    std::fs::write(&file, keys).expect("it can be written");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).expect("it is ours");
}

/// Starts the server with these keys, or without keys.
fn start(server: &mut Server, digits: &str) {
    let mut settings = MAIL.to_vec();
    if !digits.is_empty() {
        write_keys(server, digits);
        settings.extend(WITH_KEYS);
    }
    server.set(&settings);
    server.launch();
}

/// Starts a new server with these keys, or without keys.
fn with_keys(digits: &str) -> Server {
    let mut server = Server::not_launched(Database::new_of_run().into(), &[]);
    start(&mut server, digits);
    server
}

/// Stores something secret of each kind. Returns a game in play, and the known secrets.
fn live(server: &Server) -> (Pair, Vec<String>) {
    let pair = Pair::seated(server, &json!({"mode": "single", "first": "creator"}));
    for player in [&pair.ada, &pair.ben] {
        let place = player
            .request("PUT", &pair.path("/seats/me/placement"))
            .json(&placement(&standard_fleet()));
        place.header("Idempotency-Key", "once").send().is(200);
    }
    for cell in ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8"] {
        pair.act(&pair.ada, &fire(&[cell])).is(200);
        pair.act(&pair.ben, &fire(&[cell])).is(200);
    }
    // A move ahead of time, in a game that has not begun.
    let later = pair.ada.post("/v1/games", &json!({"ruleset": "classic"})).is(201);
    let queue = format!("/v1/games/{}/queue", later["id"].as_str().expect("it has an id"));
    let ahead =
        json!({"ruleset": "classic", "moves": [{"actions": [{"type": "fire", "cells": ["J6"]}]}]});
    pair.ada.put(&queue, &ahead).is(200);
    let hook = pair.ada.post("/v1/webhooks", &json!({"url": "https://example.org/hook"})).is(201);
    let first = hook["secret"].as_str().expect("it is shown").to_owned();
    let path = format!("/v1/webhooks/{}/secret", hook["id"].as_str().expect("it has an id"));
    let second = pair.ada.post(&path, &json!({})).is(201)["secret"]
        .as_str()
        .expect("it is shown")
        .to_owned();
    pair.ada.put("/v1/players/me/mailbox", &json!({"address": "ada@example.org"})).is(200);
    let letter = format!(
        "From: mallory@example.org\r\nTo: play@localhost\r\n\r\n{LETTER}\r\n{}",
        "x".repeat(40_000)
    );
    let client = server.client();
    let path = format!("/v1/mail/inbound?recipient={}", RECIPIENT[0]);
    let inbound = client.request("POST", &path).bytes(letter);
    let inbound = inbound.header("Content-Type", "message/rfc822");
    inbound.header("Authorization", format!("Bearer {}", MAIL[3])).send().is(202);
    // A dump contains bytes in hexadecimal form.
    let dumped = |text: &str| match server.database() {
        Database::File => text.to_owned(),
        _ => text.bytes().map(|byte| format!("{byte:02x}")).collect(),
    };
    // The code of a confirmation in a mail that waits, and text of a placement.
    let secrets = [
        &first,
        &second,
        &dumped("\"code\":\"bra_"),
        &dumped(LETTER),
        RECIPIENT[1],
        "\"heading\"",
        "[\"J6\"]",
    ]
    .map(str::to_owned);
    (pair, secrets.into())
}

/// Returns the seeds and salts of a finished game.
fn seeds(record: &Value) -> Vec<String> {
    match record {
        Value::Object(fields) => {
            let own = ["seed", "server_seed", "salt"]
                .iter()
                .filter_map(|name| fields.get(*name)?.as_str());
            own.map(str::to_owned).chain(fields.values().flat_map(seeds)).collect()
        }
        Value::Array(all) => all.iter().flat_map(seeds).collect(),
        _ => Vec::new(),
    }
}

/// Plays a game to the end; returns its record, which must be valid.
fn finish(server: &Server, pair: &Pair) -> Value {
    let pair = pair.at(server.url());
    play_out(&pair, 7);
    let record = pair.ben.get(&pair.path("/record")).is(200);
    let verdict = server.client().post("/v1/verify", &record).is(200);
    assert_eq!(verdict["valid"], true, "{verdict}");
    record
}

/// Lists the texts that the bytes of a database contain.
fn found<'a>(bytes: &[u8], texts: &'a [String]) -> Vec<&'a str> {
    let has = |text: &&str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
    texts.iter().map(String::as_str).filter(has).collect()
}

/// Counts the values of each column that are not encrypted with a key, identified by a part of
/// their beginning.
fn outside(server: &Server, key: &str) -> Vec<u64> {
    let count = |(table, column): (&str, &str)| {
        let column = match (column, server.database()) {
            ("payload", Database::File) => "CAST(payload AS TEXT)",
            ("payload", _) => "encode(payload, 'escape')",
            _ => column,
        };
        let and = if table.contains("WHERE") { "AND" } else { "WHERE" };
        let statement = format!(
            "SELECT count(*) FROM {table} {and} {column} <> '' AND {column} NOT LIKE 'enc1:{key}%'"
        );
        server.database().count(server.directory(), &statement)
    };
    COLUMNS.map(count).into()
}

/// Returns the id of the key that encrypts settings.
fn key_id(server: &Server) -> String {
    let bytes = server.database().bytes(server.directory());
    let text = String::from_utf8_lossy(&bytes);
    let at = text.rfind("etag_key").expect("the setting is there");
    let from = at + text[at..].find("enc1:").expect("it is encrypted") + 5;
    text[from..from + 8].to_owned()
}

#[test]
fn with_a_key_no_secret_of_a_running_game_is_in_the_database() {
    // Without a key all secrets are visible, which shows that the search works.
    for (keys, expected) in [("", true), ("1", false)] {
        let server = with_keys(keys);
        let (pair, mut secrets) = live(&server);
        let bytes = server.database().bytes(server.directory());
        assert_eq!(
            outside(&server, "").iter().all(|count| *count == 0),
            !expected,
            "{:?}",
            outside(&server, "")
        );
        let seeds = seeds(&finish(&server, &pair));
        assert!(seeds.len() >= 4, "{seeds:?}");
        match expected {
            true => {
                let all: Vec<_> = secrets.iter().map(String::as_str).collect();
                assert_eq!(found(&bytes, &secrets), all);
                // Drawn seeds of a seat are not stored, because they follow from another seed.
                assert!(found(&bytes, &seeds).len() >= 3, "{seeds:?}");
            }
            false => {
                secrets.extend(seeds);
                assert_eq!(found(&bytes, &secrets), Vec::<&str>::new());
            }
        }
    }
}

#[test]
fn without_its_key_a_database_does_not_open_and_says_why() {
    let mut server = with_keys("1");
    let (pair, _) = live(&server);
    let restore = match server.database() {
        Database::File => {
            assert!(server.command(&["backup", "--output", "copy.db"]).status.success());
            ["restore", "copy.db"]
        }
        _ => ["restore", "--in-place"],
    };
    server.stop();
    server.set(&[]);
    let error = server.try_launch().unwrap_err();
    assert!(
        error.contains("is encrypted with the key") && error.contains("--encryption-key-file"),
        "{error}"
    );
    for command in [&["check"][..], &["migrate"], &["encrypt"], &restore] {
        let refused = server.command(command);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(
            !refused.status.success() && said.contains("--encryption-key-file"),
            "{command:?}: {said}"
        );
    }
    write_keys(&server, "2");
    server.set(&WITH_KEYS);
    let error = server.try_launch().unwrap_err();
    assert!(error.contains("not among the keys that are set"), "{error}");
    std::fs::write(server.directory().file(KEYS), "secret but no key\n").unwrap();
    let error = server.try_launch().unwrap_err();
    assert!(error.contains("line 1 is not a key") && !error.contains("secret but"), "{error}");
    // With the key, everything is as before.
    start(&mut server, "1");
    assert_eq!(pair.at(server.url()).game()["status"], "playing");
    finish(&server, &pair);
}

#[test]
fn keys_are_replaced_and_what_was_stored_before_is_encrypted_too() {
    let mut server = with_keys("");
    let (pair, mut secrets) = live(&server);
    server.stop();
    // Add a key to a database without one: existing data can be read, and the command encrypts
    // them.
    start(&mut server, "1");
    let moved = pair.at(server.url());
    moved.act(&moved.ada, &fire(&["B1"])).is(200);
    assert!(outside(&server, "")[0] > 0);
    server.stop();
    let encrypt = |server: &Server| {
        let done = server.command(&[&["encrypt"][..], &WITH_KEYS].concat());
        assert!(done.status.success(), "{done:?}");
        String::from_utf8_lossy(&done.stdout).into_owned()
    };
    let said = encrypt(&server);
    assert!(said.contains("values encrypted") && !said.contains(": 0 values"), "{said}");
    assert!(encrypt(&server).contains(": 0 values encrypted"), "all is done");
    assert_eq!(outside(&server, ""), [0; COLUMNS.len()]);
    let first = key_id(&server);
    let bytes = server.database().bytes(server.directory());

    // Put a second key first: both are needed until the command has run again, and after that the
    // old one is not.
    start(&mut server, "21");
    let moved = pair.at(server.url());
    moved.act(&moved.ben, &fire(&["B1"])).is(200);
    server.stop();
    write_keys(&server, "2");
    assert!(server.try_launch().unwrap_err().contains(&first));
    write_keys(&server, "21");
    encrypt(&server);
    let second = key_id(&server);
    assert_ne!(first, second);
    assert_eq!(outside(&server, &second), [0; COLUMNS.len()]);
    start(&mut server, "2");
    let checked = server.command(&[&["check"][..], &WITH_KEYS].concat());
    assert!(checked.status.success(), "{checked:?}");
    let replaced = server.database().bytes(server.directory());
    let moved = pair.at(server.url());
    let hooks = moved.ada.get("/v1/webhooks").is(200);
    assert_eq!(hooks["webhooks"].as_array().unwrap().len(), 1);
    // A repeated request gets the stored answer again.
    let again = moved
        .ben
        .request("PUT", &moved.path("/seats/me/placement"))
        .json(&placement(&standard_fleet()));
    again.header("Idempotency-Key", "once").send().is(200);
    secrets.extend(seeds(&finish(&server, &pair)));
    for bytes in [bytes, replaced] {
        assert_eq!(found(&bytes, &secrets), Vec::<&str>::new());
    }
}

#[test]
fn backups_of_an_encrypted_database_are_encrypted_and_restored() {
    let mut server = Server::not_launched(Database::File.into(), &[]);
    start(&mut server, "1");
    let (pair, mut secrets) = live(&server);
    // A backup needs no key.
    assert!(server.command(&["backup", "--output", "copy.db"]).status.success());
    let copy = std::fs::read(server.directory().file("copy.db")).unwrap();
    let moved = pair.at(server.url());
    moved.act(&moved.ada, &fire(&["B1"])).is(200);
    server.stop();
    let restored = server.command(&[&["restore", "copy.db"][..], &WITH_KEYS].concat());
    assert!(restored.status.success(), "{restored:?}");
    start(&mut server, "1");
    assert_eq!(pair.at(server.url()).game()["to_move"], json!([1]));
    secrets.extend(seeds(&finish(&server, &pair)));
    assert_eq!(found(&copy, &secrets), Vec::<&str>::new());
}
