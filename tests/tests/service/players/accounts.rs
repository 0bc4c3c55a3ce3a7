//! Accounts: expiring tokens and their rotation, limits of open games, the export of the data, and
//! the deletion of an account.

use broadside_tests::client::Client;
use broadside_tests::games::{self, Pair};
use broadside_tests::server::Server;
use broadside_tests::stream::{Stream, Told};
use broadside_tests::wait::{GUARD, wait_until};
use serde_json::{Value, json};

use crate::games::deadlines::days_later;

/// Creates a token for a player; returns a client with it, and its id.
fn token(player: &Client, body: &Value) -> (Client, String) {
    let token = player.post("/v1/tokens", body).is(201);
    (player.with_token(token["token"].as_str().unwrap()), token["id"].as_str().unwrap().to_owned())
}

fn rotate(player: &Client, id: &str) -> broadside_tests::client::Answer {
    player.request("POST", &format!("/v1/tokens/{id}/rotate")).send()
}

fn listed(player: &Client) -> Vec<Value> {
    player.get("/v1/tokens").is(200)["tokens"].as_array().unwrap().clone()
}

#[test]
fn a_token_expires_and_cannot_create_one_that_outlives_it() {
    let mut server = Server::start();
    let ada = server.player("Ada");
    for days in [json!(0), json!(3_651), json!(-1), json!("9"), json!(1.5)] {
        let body = json!({"name": "short", "expires_in_days": days});
        ada.post("/v1/tokens", &body).problem("invalid_field").names("expires_in_days", "");
    }
    let (short, id) = token(&ada, &json!({"name": "short", "expires_in_days": 7}));
    assert_eq!(listed(&ada)[0]["expires_at"], Value::Null);
    let expires_at = listed(&ada)[1]["expires_at"].clone();
    assert!(expires_at.is_string());
    short
        .post("/v1/tokens", &json!({"name": "longer", "expires_in_days": 8}))
        .problem("invalid_field")
        .names("expires_in_days", "outlive");
    token(&short, &json!({"name": "as long"}));
    token(&short, &json!({"name": "shorter", "expires_in_days": 6}));
    assert_eq!(listed(&ada)[2]["expires_at"], expires_at);
    assert_eq!(short.post("/v1/stream-tickets", &json!({})).status, 201);
    days_later(&mut server, "+5d");
    short.at(server.url()).get("/v1/players/me").is(200);
    days_later(&mut server, "+8d");
    let (ada, short) = (ada.at(server.url()), short.at(server.url()));
    for _ in 0..2 {
        short.get("/v1/players/me").problem("unauthorized").names("", "has expired");
    }
    short.post("/v1/stream-tickets", &json!({})).problem("unauthorized");
    assert_eq!(listed(&ada).len(), 1);
    for path in ["", "/rotate"] {
        let method = if path.is_empty() { "DELETE" } else { "POST" };
        ada.request(method, &format!("/v1/tokens/{id}{path}")).send().problem("not_found");
    }
    // Expired tokens are deleted.
    let token_count = |server: &Server| {
        server.database().count(server.directory(), "SELECT count(*) FROM tokens")
    };
    assert_eq!(token_count(&server), 4);
    days_later(&mut server, "+40d");
    wait_until("the deletion of expired tokens", || token_count(&server) == 1);
    ada.at(server.url()).get("/v1/players/me").is(200);
}

#[test]
fn a_stream_ends_with_the_token_that_has_opened_it() {
    let mut server = Server::start_with(&["--test-limits", "heartbeat_seconds=1"]);
    let ada = server.player("Ada");
    let (short, _) = token(&ada, &json!({"name": "short", "expires_in_days": 1}));
    server.stop();
    // Before the end of the day.
    server.believe_in("+86200s");
    server.launch();
    let (ada, short) = (ada.at(server.url()), short.at(server.url()));
    let ticket = short.request("POST", "/v1/stream-tickets").send().is(201);
    let address = format!("/v1/events?ticket={}", ticket["ticket"].as_str().unwrap());
    let mut streams = [
        Stream::open(&short, "/v1/events", None),
        Stream::open(&short.with_token(""), &address, None),
        Stream::open(&ada, "/v1/events", None),
    ];
    for stream in &mut streams {
        assert_eq!(stream.message().event, "snapshot");
    }
    server.pass_to("+86450s");
    let [one, two, other] = &mut streams;
    for stream in [one, two] {
        assert_eq!(stream.next_but_beats(GUARD), Told::End);
    }
    short.get("/v1/players/me").problem("unauthorized").names("", "has expired");
    ada.post("/v1/games", &json!({"ruleset": "classic"})).is(201);
    assert_eq!(other.message().event, "step");
}

#[test]
fn a_lost_answer_to_a_rotation_does_not_lose_the_account() {
    let mut server = Server::start();
    let ada = server.player("Ada");
    let id = listed(&ada)[0]["id"].as_str().unwrap().to_owned();
    let lost = rotate(&ada, &id).is(201);
    let rotated = rotate(&ada, &id).is(201);
    assert_eq!(rotated["expires_at"], Value::Null);
    // There is one new token. As soon as it is used, the old one makes no other.
    let client_with = |created: &Value| ada.with_token(created["token"].as_str().unwrap());
    client_with(&lost).get("/v1/players/me").problem("unauthorized");
    assert_eq!(listed(&ada).len(), 2);
    client_with(&rotated).get("/v1/players/me").is(200);
    rotate(&ada, &id).problem("forbidden").names("", "the new token is in use");
    client_with(&rotated)
        .delete(&format!("/v1/tokens/{}", rotated["id"].as_str().unwrap()))
        .is(204);
    rotate(&ada, &id).problem("forbidden").names("", "the new token is in use");
    days_later(&mut server, "+11m");
    ada.at(server.url()).get("/v1/players/me").problem("unauthorized");
}

#[test]
fn a_token_whose_answer_was_lost_stays_valid_after_the_next_rotation() {
    let mut server = Server::start();
    let ada = server.player("Ada");
    let id = listed(&ada)[0]["id"].as_str().unwrap().to_owned();
    rotate(&ada, &id).is(201);
    let rotated = rotate(&ada, &id).is(201);
    days_later(&mut server, "+11m");
    let next = ada.at(server.url()).with_token(rotated["token"].as_str().unwrap());
    next.get("/v1/players/me").is(200);
    assert_eq!(listed(&next).len(), 1);
}

#[test]
fn a_token_is_rotated_and_the_old_one_ends_soon() {
    let mut server = Server::start();
    let ada = server.player("Ada");
    let (bot, id) = token(&ada, &json!({"name": "bot", "expires_in_days": 30}));
    let rotated = rotate(&bot, &id).is(201);
    let next = ada.with_token(rotated["token"].as_str().unwrap());
    let all = listed(&ada);
    let (old, new) = (&all[1], &all[2]);
    assert_ne!(old["id"], new["id"]);
    assert_eq!((&new["name"], &new["scopes"]), (&json!("bot"), &json!(["read", "play"])));
    assert!(new["expires_at"].as_str() > old["expires_at"].as_str());
    assert_eq!(new["id"], rotated["id"]);
    // Both tokens are valid for a while, but the old one can rotate neither itself nor the new one.
    next.get("/v1/players/me").is(200);
    bot.get("/v1/players/me").is(200);
    rotate(&bot, rotated["id"].as_str().unwrap()).problem("forbidden");
    rotate(&next, listed(&ada)[0]["id"].as_str().unwrap()).problem("forbidden");
    // A token without an expiry can rotate tokens that expire, and itself.
    let again = rotate(&ada, rotated["id"].as_str().unwrap()).is(201);
    assert_eq!(again["expires_at"], new["expires_at"]);
    let first = rotate(&ada, listed(&ada)[0]["id"].as_str().unwrap()).is(201);
    assert_eq!(first["expires_at"], Value::Null);
    let ada = ada.with_token(first["token"].as_str().unwrap());
    rotate(&ada, "0196f0a0-0000-7000-8000-000000000001").problem("not_found");
    rotate(&server.player("Ben"), &id).problem("not_found");
    let keyed = ada
        .request("POST", &format!("/v1/tokens/{id}/rotate"))
        .header("Idempotency-Key", "k")
        .send();
    keyed.problem("key_not_accepted");
    let (reader, read_id) = token(&ada, &json!({"name": "screen", "scopes": ["read"]}));
    rotate(&reader, &read_id).problem("forbidden");
    assert_eq!(rotate(&ada, &read_id).is(201)["scopes"], json!(["read"]));

    days_later(&mut server, "+11m");
    let (ada, bot, next) = (ada.at(server.url()), bot.at(server.url()), next.at(server.url()));
    bot.get("/v1/players/me").problem("unauthorized").names("", "has expired");
    next.get("/v1/players/me").problem("unauthorized");
    ada.with_token(again["token"].as_str().unwrap()).get("/v1/players/me").is(200);
    assert_eq!(listed(&ada).len(), 3);
}

#[test]
fn tokens_can_be_renamed_and_are_limited() {
    let server = Server::start();
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    let (screen, id) = token(&ada, &json!({"name": "screen", "scopes": ["read"]}));
    let rename = |player: &Client, name: &str| {
        player.request("PATCH", &format!("/v1/tokens/{id}")).json(&json!({"name": name})).send()
    };
    let before = listed(&ada)[1].clone();
    let renamed = rename(&ada, "hall").is(200);
    assert_eq!((&renamed["name"], &renamed["scopes"]), (&json!("hall"), &before["scopes"]));
    assert_eq!(listed(&ada)[1], renamed);
    screen.get("/v1/players/me").is(200);
    rename(&ben, "mine").problem("not_found");
    rename(&screen, "mine").problem("forbidden");
    rename(&ada, " ").problem("invalid_field").names("name", "1 to 40");
    for n in 2..50 {
        token(&ada, &json!({"name": format!("{n}")}));
    }
    ada.post("/v1/tokens", &json!({"name": "one more"})).problem("not_now");
    rotate(&ada, &id).problem("not_now");
}

#[test]
fn so_many_games_may_wait_to_begin() {
    let server = Server::start_with(&["--test-limits", "open_games=2"]);
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    let create = |player: &Client| player.post("/v1/games", &json!({"ruleset": "classic"}));
    let path =
        |game: &Value, rest: &str| format!("/v1/games/{}{rest}", game["id"].as_str().unwrap());
    let (one, two) = (create(&ada).is(201), create(&ada).is(201));
    create(&ada).problem("too_many_games");
    create(&ben).is(201);
    // Joining games of others does not count. A game that begins or is aborted makes room.
    let bens = create(&ben).is(201);
    ada.post(&path(&bens, "/seats"), &json!({})).is(201);
    create(&ada).problem("too_many_games");
    ben.post(&path(&one, "/seats"), &json!({})).is(201);
    create(&ada).problem("too_many_games");
    for player in [&ada, &ben] {
        player.put(&path(&one, "/seats/me/placement"), &json!({"random": true})).is(200);
    }
    let three = create(&ada).is(201);
    create(&ada).problem("too_many_games");
    // A rematch counts as a game that has not begun.
    ada.post(&path(&one, "/actions"), &games::act("resign")).is(200);
    ada.request("POST", &path(&one, "/rematch")).send().problem("too_many_games");
    ada.request("POST", &path(&two, "/abort")).send().is(200);
    ada.request("POST", &path(&one, "/rematch")).send().is(201);
    create(&ada).problem("too_many_games");
    ada.request("POST", &path(&three, "/abort")).send().is(200);
    create(&ada).is(201);
}

#[test]
fn the_export_has_all_data_of_its_player_and_no_other() {
    let server = Server::start();
    let finished = Pair::playing(&server, &json!({}));
    let (ada, ben) = (&finished.ada, &finished.ben);
    let empty = server.player("Eve").get("/v1/players/me/export").is(200);
    for list in ["blocks", "challenges", "notes", "messages", "games"] {
        assert_eq!(empty[list], json!([]), "{list}");
    }
    for (player, text) in [(ada, "From Ada"), (ben, "From Ben")] {
        player.post(&finished.path("/messages"), &json!({"text": text})).is(201);
        player
            .put(&finished.path("/notes"), &json!({"text": format!("{text}, for itself")}))
            .is(200);
    }
    finished.act(ben, &games::act("resign")).is(200);
    let running = ada.post("/v1/games", &json!({"ruleset": "classic"})).is(201);
    let opponents = json!([{"kind": "player", "id": ben.id}]);
    for _ in 0..60 {
        let challenge =
            ada.post("/v1/games", &json!({"ruleset": "classic", "opponents": opponents})).is(201);
        let path = format!("/v1/games/{}/decline", challenge["id"].as_str().unwrap());
        ben.post(&path, &json!({"reason": "later", "text": "Not now"})).is(200);
    }
    let eve = server.player("Eve");
    ada.request("PUT", &format!("/v1/blocks/{}", eve.id)).send().is(204);
    token(ada, &json!({"name": "screen", "scopes": ["read"], "expires_in_days": 9}));
    let answer = ada.get("/v1/players/me/export");
    assert!(answer.header("content-disposition").contains("broadside-export.json"));
    let text = answer.text();
    let export = answer.is(200);
    assert_eq!(
        (&export["format"], &export["player"]["name"]),
        (&json!("broadside-export/1"), &json!("Ada"))
    );
    let named = |list: &str, field: &str| {
        let all = export[list].as_array().unwrap().iter();
        all.map(|one| one[field].clone()).collect::<Vec<_>>()
    };
    assert_eq!(named("tokens", "name"), ["first", "screen"]);
    assert_eq!(named("blocks", "player"), [json!({"id": eve.id, "name": "Eve"})]);
    assert_eq!(
        (named("notes", "text"), named("messages", "text")),
        (vec![json!("From Ada, for itself")], vec![json!("From Ada")],)
    );
    assert_eq!(named("challenges", "text"), vec!["Not now"; 60]);
    let games = export["games"].as_array().unwrap();
    assert_eq!(games.len(), 62);
    let exported = |id: &Value| games.iter().find(|game| game["game"]["id"] == *id).unwrap();
    assert_eq!(exported(&json!(finished.id))["record"], ada.get(&finished.path("/record")).is(200));
    assert_eq!(exported(&json!(finished.id))["game"], ada.get(&finished.path("")).is(200));
    assert_eq!(exported(&running["id"])["record"], Value::Null);
    for secret in ["brs_", "From Ben", "hash"] {
        assert!(!text.contains(secret), "{secret}");
    }
    ada.with_token("").get("/v1/players/me/export").problem("unauthorized");
    // A feed counts as a stream while it is open.
    let none = Server::start_with(&["--test-limits", "streams=0"]);
    none.player("Ada").get("/v1/players/me/export").problem("too_many_streams");
    let one = Server::start_with(&["--test-limits", "streams=1"]);
    let player = one.player("Ada");
    for _ in 0..3 {
        wait_until("the end of the one before", || {
            player.get("/v1/players/me/export").status == 200
        });
    }
}

#[test]
fn of_a_deleted_account_nothing_personal_is_left() {
    let server = Server::start();
    let finished = Pair::playing(&server, &json!({}));
    let (ada, ben) = (&finished.ada, &finished.ben);
    // From now on events of the games of this player are stored.
    assert_eq!(Stream::open(ben, "/v1/events", None).message().event, "snapshot");
    for player in [ada, ben] {
        player.post(&finished.path("/messages"), &json!({"text": "Good game"})).is(201);
        player.put(&finished.path("/notes"), &json!({"text": "A note"})).is(200);
    }
    finished.act(ben, &games::act("resign")).is(200);
    let eve = server.player("Eve");
    for (one, other) in [(ben, &eve), (&eve, ben), (ada, ben), (ada, &eve)] {
        one.request("PUT", &format!("/v1/blocks/{}", other.id)).send().is(204);
    }
    let challenge = |by: &Client, to: &Client| {
        let body = json!({"ruleset": "classic", "opponents": [{"kind": "player", "id": to.id}]});
        let game = by.post("/v1/games", &body).is(201);
        format!("/v1/games/{}", game["id"].as_str().unwrap())
    };
    // Messages from Ben to Ada, and a game for three that continues without him.
    let declined = challenge(ada, ben);
    ben.post(&format!("{declined}/decline"), &json!({"reason": "other", "text": "I am leaving"}))
        .is(200);
    let opponents = json!([{"kind": "player", "id": ben.id}, {"kind": "open"}]);
    let options = json!({"seats": 3});
    let third = server.player("Dan");
    let game = ada
        .post(
            "/v1/games",
            &json!({"ruleset": "voices", "options": options, "opponents": opponents}),
        )
        .is(201);
    let trio = format!("/v1/games/{}", game["id"].as_str().unwrap());
    for player in [ben, &third] {
        player.post(&format!("{trio}/seats"), &json!({})).is(201);
    }
    for player in [ada, ben, &third] {
        player.put(&format!("{trio}/seats/me/placement"), &json!({"random": true})).is(200);
    }
    let key = ben.request("POST", "/v1/games").header("Idempotency-Key", "k");
    key.json(&json!({"ruleset": "classic"})).send().is(201);
    ben.post("/v1/stream-tickets", &json!({})).is(201);
    assert_eq!(
        server.client().post("/v1/verify", &ada.get(&finished.path("/record")).is(200)).is(200)["valid"],
        true
    );

    let left = |statement: &str| {
        server
            .database()
            .count(server.directory(), &statement.replace("{ben}", &format!("'{}'", ben.id)))
    };
    assert!(left("SELECT count(*) FROM feed WHERE player_id = {ben}") > 0);
    ben.delete("/v1/players/me").is(204);
    ben.get("/v1/players/me").problem("unauthorized");
    for table in [
        "tokens",
        "stream_tickets",
        "idempotency_responses",
        "notes",
        "move_queues",
        "feed",
        "feed_heads",
        "blocks",
    ] {
        assert_eq!(
            left(&format!("SELECT count(*) FROM {table} WHERE player_id = {{ben}}")),
            0,
            "{table}"
        );
    }
    assert_eq!(left("SELECT count(*) FROM blocks WHERE blocked_id = {ben}"), 0);
    assert_eq!(
        left("SELECT count(*) FROM messages WHERE player_id = {ben} AND text IS NOT NULL"),
        0
    );
    assert_eq!(left("SELECT count(*) FROM seats WHERE decline_message IS NOT NULL"), 0);
    assert_eq!(left("SELECT count(*) FROM players WHERE id = {ben} AND name IS NULL"), 1);
    // Data of others stay,
    assert_eq!((left("SELECT count(*) FROM notes"), left("SELECT count(*) FROM blocks")), (1, 1));
    let page = ada.get(&finished.path("/messages")).is(200);
    let (own, gone) = (&page["messages"][0], &page["messages"][1]);
    assert_eq!(own["text"], "Good game");
    assert_eq!(
        (&gone["number"], &gone["text"], &gone["redacted"]),
        (&json!(2), &Value::Null, &json!("deleted"))
    );
    assert_eq!(gone["player"], json!({"id": ben.id, "name": null}));
    let declined = ada.get("/v1/challenges?direction=out&state=declined").is(200);
    assert_eq!(
        (&declined["challenges"][0]["text"], &declined["challenges"][0]["reason"]),
        (&Value::Null, &json!("other"))
    );
    // and so does the record, without the name.
    let record = ada.get(&finished.path("/record")).is(200);
    assert_eq!(server.client().post("/v1/verify", &record).is(200)["valid"], true);
    assert!(!record.to_string().contains("Ben"));
    assert_eq!(ada.get(&finished.path("")).is(200)["seats"][1]["player"]["name"], Value::Null);
    // Events of a game that the player has left do not reach the feed.
    let acts = json!({"ruleset": "voices", "actions": [{"type": "resign"}]});
    third.post(&format!("{trio}/actions"), &acts).is(200);
    ada.post(&format!("{trio}/messages"), &json!({"text": "And then there was one"})).is(201);
    assert_eq!(left("SELECT count(*) FROM feed WHERE player_id = {ben}"), 0);
    assert_eq!(left("SELECT count(*) FROM feed_heads WHERE player_id = {ben}"), 0);
}
