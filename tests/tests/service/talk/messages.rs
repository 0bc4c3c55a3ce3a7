//! Messages between the players of a game: who can read and write them, and notifications.

use broadside_tests::client::{Answer, Client};
use broadside_tests::games::{self, Pair};
use broadside_tests::server::Server;
use broadside_tests::stream::Stream;
use serde_json::{Value, json};

use crate::games::deadlines::days_later;

fn write(player: &Client, path: &str, text: &str) -> Answer {
    player.post(path, &json!({"text": text}))
}

/// Lists the numbers and texts of the messages.
fn read(player: &Client, path: &str) -> Vec<(u64, Option<String>)> {
    let page = player.get(&format!("{path}?limit=50")).is(200);
    let one = |message: &Value| {
        (message["number"].as_u64().unwrap(), message["text"].as_str().map(str::to_owned))
    };
    page["messages"].as_array().unwrap().iter().map(one).collect()
}

fn texts(all: &[&str]) -> Vec<(u64, Option<String>)> {
    (1..).zip(all).map(|(number, text)| (number, Some((*text).to_owned()))).collect()
}

#[test]
fn players_write_to_each_other_from_before_the_game_to_after_it() {
    let server = Server::start();
    let (ada, ben, eve) = (server.player("Ada"), server.player("Ben"), server.player("Eve"));
    let game = ada.post("/v1/games", &json!({"ruleset": "classic"})).is(201);
    let pair = Pair { ada, ben, id: game["id"].as_str().unwrap().to_owned() };
    let (ada, ben, path) = (&pair.ada, &pair.ben, pair.path("/messages"));
    let empty = ada.get(&path).is(200);
    assert_eq!(
        empty,
        json!({"messages": [], "last": 0, "next": null, "timeline": game["timeline"]})
    );
    let first = write(ada, &path, "Welcome").is(201);
    assert_eq!(first["player"], json!({"id": ada.id, "name": "Ada"}));
    assert_eq!(
        (&first["number"], &first["seat"], &first["redacted"]),
        (&json!(1), &json!(1), &Value::Null)
    );
    // Spectators, and players who have not joined yet, can neither read nor write.
    for stranger in [ben, &eve] {
        let refused = stranger.get(&path).problem("not_seated");
        assert!(refused.detail.contains("take a seat first"), "{refused:?}");
        write(stranger, &path, "Hello").problem("not_seated");
    }
    ben.post(&pair.path("/seats"), &json!({})).is(201);
    write(ben, &path, "Thank you\nand good luck").is(201);
    for player in [ada, ben] {
        player.put(&pair.path("/seats/me/placement"), &json!({"random": true})).is(200);
    }
    write(ada, &path, "⚓ Ahoy").is(201);
    let before = (ada.get(&pair.path("")), ada.get(&pair.path("/events")));
    write(ben, &path, "Resigning now").is(201);
    // Messages do not change the game or its tag.
    assert_eq!(before.0.header("etag"), ada.get(&pair.path("")).header("etag"));
    assert_eq!(before.1.body, ada.get(&pair.path("/events")).body);
    pair.act(ben, &games::act("resign")).is(200);
    write(ada, &path, "Well played").is(201);
    let all = ["Welcome", "Thank you\nand good luck", "⚓ Ahoy", "Resigning now", "Well played"];
    for player in [ada, ben] {
        assert_eq!(read(player, &path), texts(&all));
    }
    eve.get(&path).problem("not_seated");
    for told in ["", "/events?limit=500", "/record"] {
        let page = eve.get(&pair.path(told)).is(200).to_string();
        assert!(!page.contains("Ahoy") && !page.contains("Well played"), "{page}");
    }

    // The pages have links to the next ones.
    let (mut found, mut next) = (Vec::new(), format!("{path}?limit=2"));
    while !next.is_empty() {
        let page = ada.get(&next);
        next = page.header("link").trim_start_matches('<').split('>').next().unwrap().to_owned();
        let page = page.is(200);
        assert_eq!(page["last"], 5);
        found.extend(
            page["messages"].as_array().unwrap().iter().map(|one| one["number"].as_u64().unwrap()),
        );
    }
    assert_eq!(found, [1, 2, 3, 4, 5]);
    assert_eq!(ada.get(&format!("{path}?after=9")).is(200)["messages"], json!([]));
    for wrong in ["limit=0", "limit=51", "after=-1", "before=2"] {
        ada.get(&format!("{path}?{wrong}")).problem("bad_request");
    }
}

#[test]
fn invalid_messages_are_refused_and_change_nothing() {
    let server = Server::start();
    let pair = Pair::seated(&server, &json!({}));
    let path = pair.path("/messages");
    for text in ["", "  \n", "a\u{0}b", "a\r\nb", "\u{7f}", &"x".repeat(2_001)] {
        write(&pair.ada, &path, text).problem("invalid_field").names("text", "1 to 2000");
    }
    pair.ada.post(&path, &json!({})).problem("invalid_field").names("text", "text");
    pair.ada
        .post(&path, &json!({"text": "a", "to": "Ben"}))
        .problem("invalid_field")
        .names("to", "text");
    assert_eq!(pair.ada.get(&path).is(200)["last"], 0);
    write(&pair.ada, &path, &"ä".repeat(2_000)).is(201);
    let nowhere = "/v1/games/0196f0a0-0000-7000-8000-000000000001/messages";
    write(&pair.ada, nowhere, "Hello").problem("not_found");
    pair.ada.get(nowhere).problem("not_found");
    let token = pair.ada.post("/v1/tokens", &json!({"name": "screen", "scopes": ["read"]})).is(201);
    let screen = pair.ada.with_token(token["token"].as_str().unwrap());
    assert_eq!(read(&screen, &path).len(), 1);
    write(&screen, &path, "Hello").problem("forbidden");
    // A private game is not visible to others. A player alone in a game cannot write messages.
    let body = json!({"ruleset": "classic", "visibility": "private", "opponents": [{"kind": "player", "id": pair.ben.id}]});
    let private = pair.ada.post("/v1/games", &body).is(201);
    let private = format!("/v1/games/{}/messages", private["id"].as_str().unwrap());
    let eve = server.player("Eve");
    write(&eve, &private, "Hello").problem("not_found");
    eve.get(&private).problem("not_found");
    write(&pair.ben, &private, "Hello").problem("not_seated");
    let solo = pair.ada.post("/v1/games", &json!({"ruleset": "solo"})).is(201);
    write(&pair.ada, &format!("/v1/games/{}/messages", solo["id"].as_str().unwrap()), "Me")
        .problem("not_now");
}

#[test]
fn concurrent_messages_are_stored_once_and_numbered_without_gaps() {
    let server = Server::start();
    let pair = Pair::seated(&server, &json!({}));
    let path = pair.path("/messages");
    let send = |text: &str| {
        let request = pair.ada.request("POST", &path).header("Idempotency-Key", "once");
        request.json(&json!({"text": text})).send()
    };
    let first = send("Only once").is(201);
    assert_eq!(send("Only once").is(201), first);
    send("Another").problem("key_reused");
    assert_eq!(read(&pair.ben, &path), texts(&["Only once"]));
    std::thread::scope(|scope| {
        for (player, name) in [(&pair.ada, "ada"), (&pair.ben, "ben")] {
            for n in 0..4 {
                let (player, path) = (player.clone(), &path);
                scope.spawn(move || {
                    for m in 0..5 {
                        write(&player, path, &format!("{name} {n} {m}")).is(201);
                    }
                });
            }
        }
    });
    let all = read(&pair.ben, &path);
    assert_eq!(
        all.iter().map(|(number, _)| *number).collect::<Vec<_>>(),
        (1..=41).collect::<Vec<_>>()
    );
    let mut texts: Vec<_> = all.into_iter().map(|(_, text)| text).collect();
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), 41);
}

#[test]
fn the_other_players_get_messages_and_can_resume() {
    let server = Server::start();
    let pair = Pair::seated(&server, &json!({}));
    let (ada, ben, path) = (&pair.ada, &pair.ben, pair.path("/messages"));
    let eve = server.player("Eve");
    let mut streams = [ada, ben, &eve].map(|player| Stream::open(player, "/v1/events", None));
    let [of_ada, of_ben, of_eve] = &mut streams;
    let from = of_ben.message();
    assert_eq!(from.event, "snapshot");
    assert_eq!(of_ada.message().event, "snapshot");
    assert_eq!(of_eve.message().event, "snapshot");
    write(ada, &path, "One").is(201);
    write(ada, &path, "Two").is(201);
    for number in 1..=2 {
        let message = of_ben.message();
        assert_eq!((message.event.as_str(), message.id), ("message", from.id + number));
        assert_eq!(message.data, json!({"game": pair.id, "number": number}));
    }
    write(ben, &path, "Three").is(201);
    write(ada, &path, "Four").is(201);
    eve.post("/v1/games", &json!({"ruleset": "classic"})).is(201);
    // Players get no notifications of their own messages, and spectators get none at all.
    assert_eq!(of_ada.message().data["number"], 3);
    assert_eq!(of_ben.message().data["number"], 4);
    assert_eq!(of_eve.message().event, "step");
    let mut again = Stream::open(ben, "/v1/events", Some(from.id + 1));
    assert_eq!(again.message().data["number"], 2);
}

#[test]
fn so_many_messages_a_day_and_no_more() {
    let mut server = Server::start_with(&["--test-limits", "messages=3"]);
    let pair = Pair::seated(&server, &json!({}));
    let path = pair.path("/messages");
    for n in 1..=3 {
        write(&pair.ada, &path, &format!("{n}")).is(201);
    }
    let refused = write(&pair.ada, &path, "4");
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((86_000..=86_400).contains(&wait), "{wait}");
    refused.problem("too_many_messages");
    // The limit is separate for each player and each game.
    write(&pair.ben, &path, "Mine").is(201);
    let other = Pair::seated(&server, &json!({}));
    other.ada.get(&other.path("/messages")).is(200);
    let game = pair.ada.post("/v1/games", &json!({"ruleset": "classic"})).is(201);
    write(&pair.ada, &format!("/v1/games/{}/messages", game["id"].as_str().unwrap()), "Here")
        .is(201);
    days_later(&mut server, "+25h");
    let pair = pair.at(server.url());
    assert_eq!(write(&pair.ada, &path, "4").is(201)["number"], 5);
}

#[test]
fn only_the_current_player_of_a_seat_reads_its_messages() {
    let server = Server::start();
    let (ada, ben, eve) = (server.player("Ada"), server.player("Ben"), server.player("Eve"));
    let game =
        ada.post("/v1/games", &json!({"ruleset": "voices", "options": {"seats": 3}})).is(201);
    let path = |rest: &str| format!("/v1/games/{}{rest}", game["id"].as_str().unwrap());
    ben.post(&path("/seats"), &json!({})).is(201);
    write(&ben, &path("/messages"), "I cannot after all").is(201);
    ben.delete(&path("/seats/me")).is(204);
    ben.get(&path("/messages")).problem("not_seated");
    eve.post(&path("/seats"), &json!({})).is(201);
    let read = eve.get(&path("/messages")).is(200);
    assert_eq!(
        (&read["messages"][0]["player"]["name"], &read["messages"][0]["seat"]),
        (&json!("Ben"), &json!(2))
    );
}
