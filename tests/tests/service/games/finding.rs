//! Finding a game: lists with filters, invitations that are renewed and revoked, and the view of a
//! spectator.

use broadside_tests::client::Client;
use broadside_tests::games::{self, Pair};
use broadside_tests::server::Server;
use serde_json::{Value, json};

fn create(player: &Client, body: &Value) -> String {
    player.post("/v1/games", body).is(201)["id"].as_str().unwrap().to_owned()
}

/// Lists the ids of all games of a list, newest first, over all pages.
fn all_pages(player: &Client, query: &str) -> Vec<String> {
    let mut ids = Vec::new();
    let mut next = format!("/v1/games?{query}");
    loop {
        let page = player.get(&next);
        let link = page.header("link").to_owned();
        let games = page.is(200)["games"].as_array().unwrap().clone();
        ids.extend(games.iter().map(|game| game["id"].as_str().unwrap().to_owned()));
        let Some(target) =
            link.strip_prefix('<').and_then(|link| link.strip_suffix(">; rel=\"next\""))
        else {
            return ids;
        };
        next = target.to_owned();
    }
}

#[test]
fn open_games_are_found_by_filters() {
    let server = Server::start();
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    let single = create(&ada, &json!({"ruleset": "classic", "clock": {"days_per_turn": 2}}));
    let salvo = create(
        &ada,
        &json!({
            "ruleset": "classic", "options": {"mode": "salvo"}, "clock": {"days_per_turn": 7}
        }),
    );
    let trio = create(&ben, &json!({"ruleset": "voices", "options": {"seats": 3}}));
    let slow = create(&ben, &json!({"ruleset": "satellite", "clock": {"days_per_turn": 14}}));
    // Not listed, because nobody can join it.
    create(&ada, &json!({"ruleset": "classic", "opponents": [{"kind": "invite"}]}));
    let eve = server.player("Eve");
    for (filter, expected) in [
        ("", vec![&slow, &trio, &salvo, &single]),
        ("&limit=1", vec![&slow, &trio, &salvo, &single]),
        ("&ruleset=classic", vec![&salvo, &single]),
        ("&ruleset=classic&limit=1", vec![&salvo, &single]),
        ("&option=mode:salvo", vec![&salvo]),
        ("&option=mode:sal_o", vec![]),
        ("&option=mode:single,fleet:standard", vec![&single]),
        ("&option=fleet:standard,mode:salvo,mode:salvo", vec![&salvo]),
        ("&option=mode:salvo,mode:single", vec![]),
        ("&option=fleet:standard,repeat_on_hit:false&limit=1", vec![&salvo, &single]),
        ("&option=fleet:five_ships,mode:salvo", vec![]),
        ("&ruleset=classic&option=repeat_on_hit:false,first:roll,mode:single", vec![&single]),
        ("&option=seats:3", vec![&trio]),
        ("&clock=none", vec![&trio]),
        ("&clock=days_per_turn", vec![&slow, &salvo, &single]),
        ("&min_days=3", vec![&slow, &salvo]),
        ("&min_days=3&max_days=7", vec![&salvo]),
        ("&max_days=2", vec![&single]),
        ("&seats=3", vec![&trio]),
        ("&free=2", vec![&trio]),
        ("&free=1&seats=2", vec![&slow, &salvo, &single]),
        (&*format!("&created_by={}", ben.id), vec![&slow, &trio]),
        (&*format!("&created_by={}&ruleset=voices", ben.id), vec![&trio]),
        ("&status=playing", vec![]),
    ] {
        let expected: Vec<String> = expected.into_iter().cloned().collect();
        assert_eq!(all_pages(&eve, &format!("which=open{filter}")), expected, "{filter}");
    }
    eve.post(&format!("/v1/games/{trio}/seats"), &json!({})).is(201);
    let other = server.player("Ben");
    assert_eq!(all_pages(&other, "which=open&free=2"), [""; 0]);
    assert_eq!(all_pages(&other, "which=open&free=1&seats=3"), [&*trio]);
    assert_eq!(all_pages(&eve, "which=open&seats=3"), [""; 0]);

    assert_eq!(all_pages(&ada, "which=mine&option=mode:salvo&limit=1"), [&*salvo]);
    assert_eq!(all_pages(&eve, "status=waiting"), [trio]);
    for (wrong, names) in [
        ("which=open&ruleset=chess", "ruleset"),
        ("which=open&option=mode", "option"),
        ("which=open&option=mode:%25", "option"),
        ("which=open&option=mode:salvo,", "option"),
        (&*format!("which=open&option=mode:{}", "_".repeat(25_000)), "at most 256"),
        ("which=open&ruleset=advanced&option=map:x", "`map` is not an option of `advanced`"),
        ("which=open&option=made:salvo", "use one of: "),
        ("which=open&ruleset=voices&option=mode:salvo", "`mode` is not an option of `voices`"),
        (
            "which=open&option=seats:2,seats:2,seats:2,seats:2,seats:2,seats:2,seats:2,seats:2,seats:2",
            "at most 8",
        ),
        ("which=open&min_days=0", "min_days"),
        ("which=open&max_days=15", "max_days"),
        ("which=open&seats=9", "seats"),
        ("which=open&free=0", "free"),
        ("which=open&created_by=ada", "created_by"),
        ("which=open&created_by=%00", "created_by"),
        ("which=my_turn&ruleset=classic", "which"),
        ("which=open&status=on", "status"),
        ("which=open&colour=red", "colour"),
    ] {
        let problem = eve.get(&format!("/v1/games?{wrong}")).problem("bad_request");
        assert!(
            problem.detail.contains(names) || names == "ruleset" || names == "status",
            "{wrong}: {problem:?}"
        );
    }
}

#[test]
fn an_invitation_is_renewed_and_revoked_by_the_creator() {
    let server = Server::start();
    let (ada, ben, eve) = (server.player("Ada"), server.player("Ben"), server.player("Eve"));
    let opponents = json!([{"kind": "invite"}, {"kind": "invite"}]);
    let body = json!({
        "ruleset": "voices", "options": {"seats": 3}, "opponents": opponents, "visibility": "private"
    });
    let game = ada.post("/v1/games", &body).is(201);
    let path = format!("/v1/games/{}", game["id"].as_str().unwrap());
    let code = |invitation: &Value| invitation["code"].as_str().unwrap().to_owned();
    let (first, third) = (code(&game["invitations"][0]), code(&game["invitations"][1]));
    let seats = format!("{path}/seats");
    let invitation_path = |seat: u8| format!("{path}/seats/{seat}/invitation");
    let renew = |player: &Client, seat| player.request("POST", &invitation_path(seat)).send();

    let before = ada.get(&path).body;
    let renewed = renew(&ada, 2).is(201);
    assert_eq!(renewed["seat"], 2);
    assert_ne!(code(&renewed), first);
    // The game does not show it.
    assert_eq!(ada.get(&path).body, before);
    ben.post(&seats, &json!({"code": first})).problem("not_found");
    ben.post(&seats, &json!({"code": code(&renewed)})).is(201);
    // Only the creator can renew, only a seat by invitation, and only while it is free.
    renew(&ben, 3).problem("not_now");
    ben.delete(&invitation_path(3)).problem("not_now");
    renew(&eve, 3).problem("not_found");
    renew(&ada, 2).problem("not_now");
    renew(&ada, 1).problem("not_found");
    renew(&ada, 9).problem("not_found");
    ada.request("POST", &invitation_path(3))
        .header("Idempotency-Key", "x")
        .send()
        .problem("key_not_accepted");

    ada.delete(&invitation_path(3)).is(204);
    ada.delete(&invitation_path(3)).is(204);
    for code in [&*third, ""] {
        eve.post(&seats, &json!({"code": code})).problem("not_found");
    }
    let again = code(&renew(&ada, 3).is(201));
    eve.post(&seats, &json!({"code": third})).problem("not_found");
    assert_eq!(eve.post(&seats, &json!({"code": again})).is(201)["status"], "placing");
    ada.request("POST", &format!("{path}/abort")).send().is(200);
    renew(&ada, 3).problem("game_over");
}

#[test]
fn spectators_of_a_public_game_see_no_secret_until_all_is_open() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let eve = server.player("Eve");
    pair.act(&pair.ada, &games::fire(&["A1"])).is(200);
    let private = pair.ada.post(
        "/v1/games",
        &json!({"ruleset": "classic", "visibility": "private", "opponents": [{"kind": "player", "id": pair.ben.id}]}),
    );
    private.is(201);
    assert_eq!(all_pages(&eve, "which=public"), [&*pair.id]);
    assert_eq!(all_pages(&eve, "which=public&status=playing"), [&*pair.id]);
    assert_eq!(all_pages(&eve, "which=public&status=finished"), [""; 0]);
    assert_eq!(all_pages(&eve, &format!("which=public&created_by={}", pair.ada.id)), [&*pair.id]);
    assert_eq!(all_pages(&eve, &format!("which=public&created_by={}", pair.ben.id)), [""; 0]);

    // During the game: only shots and their results.
    let game = eve.get(&pair.path("")).is(200);
    assert_eq!((&game["you"], &game["next_action"]), (&Value::Null, &Value::Null));
    let secret = json!({"class": "battleship", "at": "A1", "heading": "across"});
    let holds =
        |text: &str| text.contains("\"ships\":[{") && text.contains(&secret["class"].to_string());
    assert!(!holds(&game["view"].to_string()), "{game}");
    eve.get(&pair.path("/record")).problem("not_now");
    eve.get(&pair.path("/legal")).problem("not_seated");
    let events = eve.get(&pair.path("/events")).is(200);
    assert!(!events.to_string().contains("revealed"), "{events}");

    pair.act(&pair.ben, &games::act("resign")).is(200);
    // After the end: everything that a player sees.
    let (game, players) = (eve.get(&pair.path("")).is(200), pair.game());
    for field in ["view", "fairness", "outcome", "seats"] {
        assert_eq!(game[field], players[field], "{field}");
    }
    assert!(game["fairness"]["server_seed"].is_string());
    let events = eve.get(&pair.path("/events")).is(200);
    let last = events["events"].as_array().unwrap().last().unwrap();
    assert_eq!(last["type"], "revealed");
    assert!(holds(&last.to_string().replace("placement\":{\"placement\":{", "")), "{last}");
    let record = eve.get(&pair.path("/record")).is(200);
    assert_eq!(server.client().post("/v1/verify", &record).is(200)["valid"], true);
    assert_eq!(all_pages(&eve, "which=public&status=finished"), [&*pair.id]);
    assert_eq!(all_pages(&eve, "which=public&status=playing"), [""; 0]);
}

#[test]
fn the_games_and_challenges_that_wait_for_a_player_are_counted() {
    let server = Server::start();
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    let counts = |player: &Client| player.get("/v1/players/me/summary").is(200);
    let nothing = json!({"games": 0, "my_turn": 0, "deadline_at": null, "challenges_in": 0, "challenges_out": 0});
    assert_eq!(counts(&ada), nothing);
    let body = |clock: Value| {
        json!({"ruleset": "classic", "options": {"first": "creator"}, "clock": clock,
            "opponents": [{"kind": "player", "id": ben.id}]})
    };
    let timed = create(&ada, &body(json!({"days_per_turn": 3})));
    let free = create(&ada, &body(Value::Null));
    assert_eq!(
        (counts(&ada)["games"].clone(), counts(&ada)["my_turn"].clone()),
        (json!(2), json!(0))
    );
    assert_eq!(
        (counts(&ada)["challenges_out"].clone(), counts(&ben)["challenges_in"].clone()),
        (json!(2), json!(2))
    );
    assert_eq!(counts(&ada)["deadline_at"], Value::Null);
    for id in [&timed, &free] {
        ben.post(&format!("/v1/games/{id}/seats"), &json!({})).is(201);
    }
    let deadline = ada.get(&format!("/v1/games/{timed}")).is(200)["deadline_at"].clone();
    assert!(deadline.is_string());
    for player in [&ada, &ben] {
        let expected = json!({"games": 2, "my_turn": 2, "deadline_at": deadline, "challenges_in": 0, "challenges_out": 0});
        assert_eq!(counts(player), expected);
    }
    let turns = ada.get("/v1/games?which=my_turn").is(200);
    assert_eq!(
        (&turns["games"][0]["next_action"], &turns["games"][0]["deadline_at"]),
        (&json!("place"), &deadline)
    );
    let place = |player: &Client| {
        player
            .put(&format!("/v1/games/{timed}/seats/me/placement"), &json!({"random": true}))
            .is(200)
    };
    assert_eq!(place(&ben)["next_action"], Value::Null);
    assert_eq!(
        (counts(&ben)["my_turn"].clone(), counts(&ben)["deadline_at"].clone()),
        (json!(1), Value::Null)
    );
    // A new placement is hidden, and does not change any number.
    let before = [counts(&ada), counts(&ben)];
    place(&ben);
    assert_eq!([counts(&ada), counts(&ben)], before);
    assert_eq!(place(&ada)["next_action"], "act");
    ada.post(&format!("/v1/games/{timed}/actions"), &games::act("resign")).is(200);
    let expected = json!({"games": 1, "my_turn": 1, "deadline_at": null, "challenges_in": 0, "challenges_out": 0});
    assert_eq!(counts(&ada), expected);
    assert_eq!(counts(&ben), expected);
}
