//! `ETag` and its conditions, and `Idempotency-Key`.

use broadside_tests::client::{Answer, Client};
use broadside_tests::games::{self, Pair};
use broadside_tests::server::Server;
use serde_json::json;

#[test]
fn an_unchanged_game_is_not_sent_again() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let path = pair.path("");
    let game = pair.ada.get(&path);
    let tag = game.header("etag").to_owned();
    assert_eq!(game.header("cache-control"), "private, no-cache");
    assert!(game.header("vary").contains("Authorization"), "{game:?}");
    let again =
        |condition: &str| pair.ada.request("GET", &path).header("If-None-Match", condition).send();
    for same in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".to_owned()] {
        let answer = again(&same);
        assert_eq!(
            (answer.status, answer.body.len(), answer.header("etag")),
            (304, 0, &*tag),
            "{same}"
        );
    }
    for other in ["\"x\"", "x", "", "\"\""] {
        assert_eq!(again(other).status, 200, "{other}");
    }
    // The tag belongs to the viewer, and changes when the visible state changes.
    assert_ne!(pair.ben.get(&path).header("etag"), tag);
    pair.act(&pair.ada, &games::fire(&["B2"])).is(200);
    let moved = again(&tag);
    assert_eq!(moved.status, 200);
    assert_ne!(moved.header("etag"), tag);
    // The tag of a game stays the same after a restart of the server.
    let mut server = server;
    server.restart();
    let later = pair.at(server.url());
    assert_eq!(later.ada.get(&path).header("etag"), moved.header("etag"));
}

#[test]
fn a_compressed_answer_has_its_own_tag_and_both_tags_are_accepted() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let path = pair.path("");
    let plain = pair.ada.get(&path);
    let packed = pair.ada.request("GET", &path).header("Accept-Encoding", "gzip").send();
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert_eq!(packed.body, plain.body);
    let tag = plain.header("etag");
    let packed_tag = packed.header("etag");
    assert_eq!(packed_tag, format!("{}-gzip\"", tag.trim_end_matches('"')));
    for (held, coding) in
        [(tag, "gzip"), (packed_tag, "gzip"), (tag, "identity"), (packed_tag, "identity")]
    {
        let request = pair.ada.request("GET", &path).header("Accept-Encoding", coding);
        assert_eq!(request.header("If-None-Match", held).send().status, 304, "{held} {coding}");
    }
    let request = pair.ada.request("POST", &pair.path("/actions")).json(&games::fire(&["B2"]));
    request.header("If-Match", packed_tag).send().is(200);
}

#[test]
fn an_action_is_taken_only_on_the_game_as_it_was_seen() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let act = |target: &str, condition: &str| {
        let body = json!({"ruleset": "classic", "actions": [{"type": "offer_draw"}]});
        pair.ada
            .request("POST", &pair.path(target))
            .header("If-Match", condition)
            .json(&body)
            .send()
    };
    let before = pair.ada.get(&pair.path(""));
    let bens = pair.ben.get(&pair.path("")).header("etag").to_owned();
    for other in ["\"x\"", "", &bens] {
        for target in ["/actions", "/actions?preview=true"] {
            act(target, other).problem("stale");
        }
    }
    assert_eq!(pair.ada.get(&pair.path("")).body, before.body);
    act("/actions?preview=true", before.header("etag")).is(200);
    assert_eq!(pair.ada.get(&pair.path("")).body, before.body);
    act("/actions", before.header("etag")).is(200);
    act("/actions", before.header("etag")).problem("stale");
    act("/actions", "*").problem("not_now");
}

#[test]
fn hidden_changes_of_the_opponent_change_no_entity_tag() {
    let server = Server::start();
    let pair = Pair::playing(&server, &json!({"mode": "salvo"}));
    let salvo = |row: u8| {
        games::fire(
            &["A", "B", "C", "D", "E", "F", "G"]
                .map(|c| format!("{c}{row}"))
                .each_ref()
                .map(|cell| &**cell),
        )
    };
    pair.act(&pair.ada, &salvo(1)).is(200);
    let response = pair.ben.get(&pair.path(""));
    // A rewritten salvo, which is invisible to others.
    pair.act(&pair.ada, &salvo(2)).is(200);
    let again = pair.ben.get(&pair.path(""));
    assert_eq!((again.header("etag"), &again.body), (response.header("etag"), &response.body));
    let request = pair
        .ben
        .request("POST", &pair.path("/actions"))
        .header("If-Match", response.header("etag"));
    request.json(&salvo(3)).send().is(200);
}

#[test]
fn a_request_with_a_key_is_carried_out_once_and_answered_twice() {
    let mut server = Server::start();
    let pair = Pair::ready(&server);
    let fire = |pair: &Pair, key: &str, cell: &str| {
        let request =
            pair.ada.request("POST", &pair.path("/actions")).header("Idempotency-Key", key);
        request.json(&games::fire(&[cell])).send()
    };
    let first = fire(&pair, "one", "B2");
    let after = pair.game();
    let second = fire(&pair, "one", "B2");
    assert_eq!((first.status, &first.body), (second.status, &second.body));
    assert_eq!(pair.game(), after);
    fire(&pair, "one", "B3").problem("key_reused");
    // A refused action does not use the key.
    fire(&pair, "two", "B3").problem("out_of_turn");
    pair.act(&pair.ben, &games::fire(&["A1"])).is(200);
    fire(&pair, "two", "B3").is(200);

    // A key belongs to a player and a route.
    let bens = pair.ben.request("POST", &pair.path("/actions")).header("Idempotency-Key", "one");
    bens.json(&games::fire(&["A2"])).send().is(200);
    let create = |key: &str, body: &serde_json::Value| {
        pair.ada.request("POST", "/v1/games").header("Idempotency-Key", key).json(body).send()
    };
    let made = create("one", &json!({"ruleset": "classic"}));
    let repeated = create("one", &json!({"ruleset": "classic"}));
    assert_eq!(made.status, 201);
    for name in ["location", "etag", "content-type"] {
        assert_eq!(made.header(name), repeated.header(name));
    }
    assert_eq!(made.body, repeated.body);
    let path = made.header("location");
    let sit = || {
        let request =
            pair.ben.request("POST", &format!("{path}/seats")).header("Idempotency-Key", "one");
        request.json(&json!({})).send()
    };
    assert_eq!(sit().is(201), sit().is(201));
    let abort = || {
        pair.ben.request("POST", &format!("{path}/abort")).header("Idempotency-Key", "one").send()
    };
    assert_eq!(abort().is(200), abort().is(200));

    // The key survives a kill of the server.
    server.kill_9();
    server.launch();
    let later = pair.at(server.url());
    let third = fire(&later, "one", "B2");
    assert_eq!((first.status, &first.body), (third.status, &third.body));
    let preview = later
        .ada
        .request("POST", &later.path("/actions?preview=true"))
        .header("Idempotency-Key", "one");
    preview.json(&games::fire(&["B4"])).send().is(200);
}

#[test]
fn one_key_sent_many_times_at_once_is_one_game() {
    let server = Server::start();
    let ada = server.player("Ada");
    let clients: Vec<_> = (0..20).map(|_| ada.at(server.url())).collect();
    let answers: Vec<_> = std::thread::scope(|scope| {
        let send = |client: &broadside_tests::client::Client| loop {
            let request = client.request("POST", "/v1/games").header("Idempotency-Key", "once");
            let answer = request.json(&json!({"ruleset": "classic"})).send();
            if answer.status == 201 {
                return answer;
            }
            answer.problem("in_flight");
        };
        let sent: Vec<_> = clients.iter().map(|client| scope.spawn(move || send(client))).collect();
        sent.into_iter().map(|sent| sent.join().unwrap()).collect()
    });
    assert!(answers.iter().all(|answer| answer.body == answers[0].body));
    assert_eq!(ada.get("/v1/games").is(200)["games"].as_array().unwrap().len(), 1);
}

#[test]
fn where_a_secret_is_shown_once_no_key_is_accepted() {
    let server = Server::start();
    let ada = server.player("Ada");
    let invite = json!({"ruleset": "classic", "opponents": [{"kind": "invite"}]});
    let requests = [
        ("/v1/players", json!({"name": "Ada"})),
        ("/v1/tokens", json!({"name": "x"})),
        ("/v1/games", invite),
    ];
    for (path, body) in requests {
        ada.request("POST", path)
            .header("Idempotency-Key", "k")
            .json(&body)
            .send()
            .problem("key_not_accepted");
    }
    assert_eq!(ada.get("/v1/tokens").is(200)["tokens"].as_array().unwrap().len(), 1);
    assert_eq!(ada.get("/v1/games").is(200)["games"], json!([]));
}

#[test]
fn the_answer_to_actions_leaves_out_the_game_if_that_is_preferred() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let path = pair.path("/actions");
    let act = |player: &Client, query: &str, cell: &str, headers: &[(&str, &str)]| {
        let mut request =
            player.request("POST", &format!("{path}{query}")).json(&games::fire(&[cell]));
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let answer = request.send();
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer
    };
    let minimal = ("Prefer", "return=minimal");
    let full = act(&pair.ada, "", "A1", &[("Prefer", "return=representation")]);
    assert_eq!((full.header("preference-applied"), &full.json["game"]), ("", &pair.game()));
    let fields =
        |answer: &Answer| answer.json.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(fields(&full), ["events", "game", "ruleset"]);
    let preview = act(&pair.ben, "?preview=true", "A1", &[minimal]);
    let first = act(&pair.ben, "", "A1", &[minimal, ("Idempotency-Key", "one")]);
    let again = act(&pair.ben, "", "A1", &[minimal, ("Idempotency-Key", "one")]);
    for answer in [&preview, &first, &again] {
        assert_eq!(fields(answer), ["events", "ruleset"], "{}", answer.text());
        assert_eq!(answer.header("preference-applied"), "return=minimal");
    }
    assert_eq!(first.body, again.body);
    // The tag is that of the game anyway.
    let tag = pair.ben.get(&pair.path("")).header("etag").to_owned();
    assert_eq!((first.header("etag"), again.header("etag")), (&*tag, &*tag));
}
