//! Private notes on a game.

use broadside_tests::games::{self, Pair};
use broadside_tests::server::Server;
use serde_json::{Value, json};

#[test]
fn notes_are_for_their_player_alone() {
    let server = Server::start();
    let pair = Pair::playing(&server, &json!({}));
    let (ada, ben, path) = (&pair.ada, &pair.ben, pair.path("/notes"));
    let nothing = json!({"text": "", "updated_at": null});
    assert_eq!(ada.get(&path).is(200), nothing);
    let written = ada.put(&path, &json!({"text": "She hides\nat the rim"})).is(200);
    assert_eq!(written["text"], "She hides\nat the rim");
    assert!(written["updated_at"].is_string());
    assert_eq!(ada.get(&path).is(200), written);
    assert_eq!(ben.get(&path).is(200), nothing);
    ben.put(&path, &json!({"text": "Mine"})).is(200);
    assert_eq!(ada.get(&path).is(200), written);
    let eve = server.player("Eve");
    eve.get(&path).problem("not_seated");
    eve.put(&path, &json!({"text": "Hm"})).problem("not_seated");
    // They still exist after the game, and remain private.
    pair.act(ben, &games::act("resign")).is(200);
    assert_eq!(ada.get(&path).is(200), written);
    for told in ["", "/events?limit=500", "/record", "/messages"] {
        assert!(!ben.get(&pair.path(told)).is(200).to_string().contains("rim"));
    }
    assert_eq!(ada.put(&path, &json!({"text": ""})).is(200), nothing);
    assert_eq!(ada.put(&path, &json!({"text": ""})).is(200), nothing);
    assert_eq!(ada.get(&path).is(200), nothing);
    // A player of a game for one has notes too.
    let solo = ada.post("/v1/games", &json!({"ruleset": "solo"})).is(201);
    ada.put(&format!("/v1/games/{}/notes", solo["id"].as_str().unwrap()), &json!({"text": "Suns"}))
        .is(200);
}

#[test]
fn notes_are_replaced_only_if_the_tag_matches() {
    let server = Server::start();
    let pair = Pair::seated(&server, &json!({}));
    let (ada, path) = (&pair.ada, pair.path("/notes"));
    let put = |tag: &str, text: &str| {
        ada.request("PUT", &path).header("If-Match", tag).json(&json!({"text": text})).send()
    };
    let empty = ada.get(&path).header("etag").to_owned();
    let one = put(&empty, "one");
    let tag = one.header("etag").to_owned();
    one.is(200);
    let unchanged = ada.request("GET", &path).header("If-None-Match", &tag).send();
    assert_eq!((unchanged.status, unchanged.header("etag")), (304, &*tag));
    put(&empty, "two").problem("stale");
    put("\"other\"", "").problem("stale");
    assert_eq!(ada.get(&path).is(200)["text"], "one");
    // Writing the same text again changes the tag.
    let again = put(&tag, "one");
    assert_ne!(again.header("etag"), tag);
    again.is(200);
    put(&tag, "").problem("stale");
    put("*", "").is(200);
    assert_eq!(ada.get(&path).header("etag"), empty);
}

#[test]
fn invalid_notes_are_refused_and_change_nothing() {
    let server = Server::start();
    let pair = Pair::seated(&server, &json!({}));
    let (ada, path) = (&pair.ada, pair.path("/notes"));
    ada.put(&path, &json!({"text": "kept"})).is(200);
    for text in ["a\u{0}", " ", "a\tb", &"x".repeat(20_001)] {
        ada.put(&path, &json!({"text": text})).problem("invalid_field").names("text", "20000");
    }
    ada.put(&path, &json!({"words": "x"})).problem("invalid_field");
    ada.put(&path, &Value::Null).problem("invalid_field");
    assert_eq!(ada.get(&path).is(200)["text"], "kept");
    ada.put(&path, &json!({"text": "ä".repeat(20_000)})).is(200);
    ada.get("/v1/games/0196f0a0-0000-7000-8000-000000000001/notes").problem("not_found");
    ada.put("/v1/games/nowhere/notes", &json!({"text": "x"})).problem("not_found");
}
