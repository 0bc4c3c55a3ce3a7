//! Seats: open, by invitation, or reserved for a player, in games that are public or private.

use broadside_tests::client::Client;
use broadside_tests::games::{self, Pair};
use broadside_tests::server::Server;
use serde_json::{Value, json};

fn create(player: &Client, body: &Value) -> (String, Value) {
    let answer = player.post("/v1/games", body);
    let location = answer.header("location").to_owned();
    let game = answer.is(201);
    assert_eq!(location, format!("/v1/games/{}", game["id"].as_str().unwrap()));
    (location, game)
}

fn sit(player: &Client, game: &str) -> broadside_tests::client::Answer {
    player.post(&format!("{game}/seats"), &json!({}))
}

fn ids(list: &Value) -> Vec<&str> {
    list["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect()
}

#[test]
fn an_open_seat_is_anybody_s() {
    let server = Server::start();
    let (ada, ben, third) = (server.player("Ada"), server.player("Ben"), server.player("Ben"));
    let (path, game) =
        create(&ada, &json!({"ruleset": "classic", "opponents": [{"kind": "open"}]}));
    assert_eq!(game["status"], "waiting");
    assert_eq!(game["you"], json!({"seat": 1}));
    assert_eq!(game["seats"][0]["player"], json!({"id": ada.id, "name": "Ada"}));
    assert_eq!(game["seats"][1]["player"], Value::Null);
    let open = ben.get("/v1/games?which=open").is(200);
    assert_eq!(ids(&open), [game["id"].as_str().unwrap()]);
    assert_eq!(open["games"][0]["you"], Value::Null);

    sit(&ada, &path).problem("already_seated");
    let seated = sit(&ben, &path);
    assert_eq!(seated.header("location"), path);
    let seated = seated.is(201);
    assert_eq!(seated["status"], "placing");
    assert_eq!(seated["to_move"], json!([1, 2]));
    assert_eq!(seated["you"], json!({"seat": 2}));
    sit(&third, &path).problem("no_free_seat");
    assert_eq!(ids(&ben.get("/v1/games?which=open").is(200)), [""; 0]);

    // A spectator sees public information, and cannot act.
    let game = third.get(&path).is(200);
    assert_eq!(game["you"], Value::Null);
    third.get(&format!("{path}/events")).is(200);
    let refused = third.get(&format!("{path}/legal")).problem("not_seated");
    assert!(refused.detail.contains("no seat is free"), "{refused:?}");
    third
        .put(&format!("{path}/seats/me/placement"), &json!({"random": true}))
        .problem("not_seated");
    third.post(&format!("{path}/actions"), &games::act("resign")).problem("not_seated");
    third.delete(&format!("{path}/seats/me")).problem("not_seated");
    third.request("POST", &format!("{path}/abort")).send().problem("not_seated");
    assert_eq!(third.get(&path).is(200), game);
}

#[test]
fn a_seat_is_left_before_play_and_free_again() {
    let server = Server::start();
    let (ada, ben, third) = (server.player("Ada"), server.player("Ben"), server.player("Ben"));
    let (path, _) = create(&ada, &json!({"ruleset": "classic"}));
    sit(&ben, &path).is(201);
    ben.put(&format!("{path}/seats/me/placement"), &json!({"random": true})).is(200);
    ben.delete(&format!("{path}/seats/me")).is(204);
    let game = ada.get(&path).is(200);
    assert_eq!((&game["status"], &game["seats"][1]["placed"]), (&json!("waiting"), &json!(false)));
    ben.delete(&format!("{path}/seats/me")).problem("not_seated");
    let refused = ada.delete(&format!("{path}/seats/me")).problem("not_now");
    assert!(refused.detail.contains("abort"), "{refused:?}");
    sit(&third, &path).is(201);
    for player in [&ada, &third] {
        player.put(&format!("{path}/seats/me/placement"), &json!({"random": true})).is(200);
    }
    third.delete(&format!("{path}/seats/me")).problem("not_now");
    third.put(&format!("{path}/seats/me/placement"), &json!({"random": true})).problem("not_now");
}

#[test]
fn an_invitation_opens_its_seat_and_no_other() {
    let server = Server::start();
    let (ada, ben, third) = (server.player("Ada"), server.player("Ben"), server.player("Ben"));
    let invited =
        json!({"ruleset": "classic", "opponents": [{"kind": "invite"}], "visibility": "private"});
    let (path, game) = create(&ada, &invited);
    let (other, other_game) = create(&ada, &invited);
    let code = |game: &Value| game["invitations"][0]["code"].as_str().unwrap().to_owned();
    let seats = format!("{path}/seats");
    // Without the code, a private game looks like one that does not exist.
    let nowhere = "/v1/games/0196f0a0-0000-7000-8000-000000000001";
    let nothing = ben.get(nowhere);
    assert_eq!(ben.get(&path).body, nothing.body);
    for body in [json!({}), json!({"code": code(&other_game)}), json!({"code": "bri_x"})] {
        let hidden = ben.post(&seats, &body);
        assert_eq!(hidden.body, ben.post(&format!("{nowhere}/seats"), &body).body);
        hidden.problem("not_found");
    }
    let seated = ben.post(&seats, &json!({"code": code(&game)})).is(201);
    assert_eq!(seated["you"], json!({"seat": 2}));
    assert_eq!(seated["invitations"], Value::Null);
    assert!(!ben.get(&path).text().contains(&code(&game)));
    // The code is used up.
    third.post(&seats, &json!({"code": code(&game)})).problem("no_free_seat");
    third.get(&path).problem("not_found");
    ben.post(&format!("{other}/seats"), &json!({"code": code(&game)})).problem("not_found");

    // Everybody can see a public game, but only a player with the code can join.
    let (path, game) =
        create(&ada, &json!({"ruleset": "classic", "opponents": [{"kind": "invite"}]}));
    ben.get(&path).is(200);
    sit(&ben, &path).problem("no_free_seat");
    for wrong in ["bri_x", "", &code(&other_game)] {
        ben.post(&format!("{path}/seats"), &json!({"code": wrong})).problem("wrong_code");
    }
    ben.post(&format!("{path}/seats"), &json!({"code": code(&game)})).is(201);
}

#[test]
fn a_reserved_seat_is_only_for_its_player() {
    let server = Server::start();
    let (ada, ben, third) = (server.player("Ada"), server.player("Ben"), server.player("Ben"));
    let challenge = json!({
        "ruleset": "classic", "opponents": [{"kind": "player", "id": ben.id}], "visibility": "private"
    });
    let (path, game) = create(&ada, &challenge);
    assert_eq!(game["seats"][1]["reserved_for"], *ben.id);
    assert_eq!(ids(&ben.get("/v1/games").is(200)), [game["id"].as_str().unwrap()]);
    assert_eq!(ids(&third.get("/v1/games").is(200)), [""; 0]);
    assert_eq!(ids(&third.get("/v1/games?which=open").is(200)), [""; 0]);
    sit(&third, &path).problem("not_found");
    for rest in ["", "/events", "/legal", "/record"] {
        third.get(&format!("{path}{rest}")).problem("not_found");
    }
    sit(&ben, &path).is(201);
    // Both can see it after it has been aborted, too.
    ben.request("POST", &format!("{path}/abort")).send().is(200);
    let game = ada.get(&path).is(200);
    assert_eq!((&game["status"], &game["outcome"]), (&json!("cancelled"), &Value::Null));
    sit(&ben, &path).problem("already_seated");
    ada.get(&format!("{path}/record")).problem("not_now");

    let wrong = |opponents: Value| {
        ada.post("/v1/games", &json!({"ruleset": "classic", "opponents": opponents}))
    };
    wrong(json!([{"kind": "player", "id": ada.id}]))
        .problem("invalid_field")
        .names("opponents[0].id", "another");
    let nobody = "0196f0a0-0000-7000-8000-00000000000b";
    wrong(json!([{"kind": "player", "id": nobody}]))
        .problem("invalid_field")
        .names("opponents[0].id", "check");
    wrong(json!([{"kind": "open"}, {"kind": "open"}]))
        .problem("invalid_field")
        .names("opponents", "at most 1 opponent");
    let hidden = json!({"ruleset": "classic", "visibility": "private"});
    ada.post("/v1/games", &hidden).problem("invalid_field").names("opponents", "private");
}

#[test]
fn a_game_is_called_off_before_anything_is_played() {
    let server = Server::start();
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    let (path, _) = create(&ada, &json!({"ruleset": "classic"}));
    ada.request("POST", &format!("{path}/abort")).send().is(200);
    sit(&ben, &path).problem("game_over");
    assert_eq!(ids(&ben.get("/v1/games?which=open").is(200)), [""; 0]);

    let pair = Pair::ready(&server);
    pair.act(&pair.ada, &games::fire(&["B2"])).is(200);
    let before = pair.ada.get(&pair.path("")).body;
    for player in [&pair.ada, &pair.ben] {
        player.request("POST", &pair.path("/abort")).send().problem("not_now");
    }
    assert_eq!(pair.ada.get(&pair.path("")).body, before);
}

#[test]
fn a_token_is_limited_by_its_scopes_and_its_player() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let stranger = server.player("Ben");
    let token =
        pair.ada.post("/v1/tokens", &json!({"name": "scoreboard", "scopes": ["read"]})).is(201);
    let reader = pair.ada.with_token(token["token"].as_str().unwrap());
    reader.get(&pair.path("")).is(200);
    let before = pair.game();
    pair.act(&reader, &games::fire(&["B2"])).problem("forbidden");
    reader.post("/v1/games", &json!({"ruleset": "classic"})).problem("forbidden");
    reader.post("/v1/tokens", &json!({"name": "more"})).problem("forbidden");
    reader.delete("/v1/players/me").problem("forbidden");
    // A token only gives access to the things of its owner.
    pair.act(&stranger, &games::fire(&["B2"])).problem("not_seated");
    stranger.delete(&format!("/v1/tokens/{}", token["id"].as_str().unwrap())).problem("not_found");
    pair.act(&pair.ben, &games::fire(&["B2"])).problem("out_of_turn");
    assert_eq!(pair.game(), before);
    // A revoked token gives no access.
    pair.ada.delete(&format!("/v1/tokens/{}", token["id"].as_str().unwrap())).is(204);
    reader.get(&pair.path("")).problem("unauthorized");
    let tokens = pair.ada.get("/v1/tokens").is(200);
    assert_eq!(tokens["tokens"].as_array().unwrap().len(), 1);
    assert!(!tokens.to_string().contains("brs_"));
}

#[test]
fn an_account_that_is_deleted_leaves_its_games_in_order() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let (waiting, _) = create(&pair.ben, &json!({"ruleset": "classic"}));
    // There is no opponent to resign to. Three games: without a placement, with one, and in play.
    let alone = ["", "placed", "predicted"].map(|stage| {
        let (game, _) = create(&pair.ben, &json!({"ruleset": "solo"}));
        if !stage.is_empty() {
            pair.ben.put(&format!("{game}/seats/me/placement"), &json!({"random": true})).is(200);
        }
        if stage == "predicted" {
            let actions =
                json!({"ruleset": "solo", "actions": [{"type": "predict", "suit": "suns"}]});
            pair.ben.post(&format!("{game}/actions"), &actions).is(200);
            assert_eq!(pair.ada.get(&game).is(200)["status"], "playing");
        }
        game
    });
    pair.ben.delete("/v1/players/me").is(204);
    pair.ben.get("/v1/players/me").problem("unauthorized");
    let game = pair.game();
    assert_eq!(game["outcome"], json!({"kind": "win", "winners": [1], "reason": "resigned"}));
    assert_eq!(game["seats"][1]["player"], json!({"id": pair.ben.id, "name": null}));
    for game in alone.iter().chain([&waiting]) {
        assert_eq!(pair.ada.get(game).is(200)["status"], "cancelled");
    }
    let profile = pair.ada.get(&format!("/v1/players/{}", pair.ben.id)).is(200);
    assert_eq!(profile["name"], Value::Null);
}

#[test]
fn lists_come_in_pages_that_link_to_the_next() {
    let server = Server::start();
    let ada = server.player("Ada");
    let created: Vec<String> = (0..5)
        .map(|_| create(&ada, &json!({"ruleset": "classic"})).1["id"].as_str().unwrap().into())
        .collect();
    let mut listed = all(&ada, "/v1/games?which=mine&limit=2");
    listed.reverse();
    assert_eq!(listed, created);
}

/// Lists the ids of all games of a list, over all pages.
fn all(player: &Client, first: &str) -> Vec<String> {
    let mut listed: Vec<String> = Vec::new();
    let mut next = first.to_owned();
    loop {
        let page = player.get(&next);
        let link = page.header("link").to_owned();
        let page = page.is(200);
        listed.extend(ids(&page).into_iter().map(str::to_owned));
        let Some(target) =
            link.strip_prefix('<').and_then(|link| link.strip_suffix(">; rel=\"next\""))
        else {
            assert_eq!((link.as_str(), &page["next"]), ("", &Value::Null));
            return listed;
        };
        next = target.to_owned();
    }
}

#[test]
fn games_in_which_it_is_your_turn_are_listed_by_urgency() {
    let server = Server::start();
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    let clocks = [
        json!({"days_per_turn": 9}),
        Value::Null,
        json!({"days_per_turn": 2}),
        json!({"days_per_turn": 5}),
    ];
    let created: Vec<String> = clocks
        .iter()
        .map(|clock| {
            let body =
                json!({"ruleset": "classic", "options": {"first": "creator"}, "clock": clock});
            let id = create(&ada, &body).1["id"].as_str().unwrap().to_owned();
            ben.post(&format!("/v1/games/{id}/seats"), &json!({})).is(201);
            id
        })
        .collect();
    let by_urgency = [2, 3, 0, 1].map(|n: usize| created[n].clone());
    let turns = |player: &Client| all(player, "/v1/games?which=my_turn&limit=1");
    assert_eq!((turns(&ada), turns(&ben)), (by_urgency.to_vec(), by_urgency.to_vec()));
    // A player who has placed waits; then the creator is to move.
    let place = |player: &Client| {
        player
            .put(&format!("/v1/games/{}/seats/me/placement", created[2]), &json!({"random": true}))
            .is(200);
    };
    place(&ada);
    assert_eq!((turns(&ada), turns(&ben)), (by_urgency[1..].to_vec(), by_urgency.to_vec()));
    place(&ben);
    assert_eq!(turns(&ada).len(), 4);
    assert_eq!(turns(&ben), by_urgency[1..]);
    for cursor in ["x", &created[0], "1~x", "~"] {
        ada.get(&format!("/v1/games?which=my_turn&cursor={cursor}")).problem("bad_request");
    }
}
