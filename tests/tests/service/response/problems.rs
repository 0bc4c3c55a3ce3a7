//! Invalid input of every kind: each error names the field and describes valid input. Nothing is
//! changed, and nothing secret is revealed. The tests cover every kind of problem.

use broadside_domain::error::ErrorKind;
use broadside_http::problem::{status, type_uri};
use broadside_tests::client::{Client, Problem};
use broadside_tests::games::{self, Pair};
use broadside_tests::server::Server;
use serde_json::{Value, json};

/// Kinds that clients should not be able to cause; `failures.rs` tests them in other ways.
const OUT_OF_REACH: [ErrorKind; 4] =
    [ErrorKind::Internal, ErrorKind::InDoubt, ErrorKind::Unavailable, ErrorKind::Timeout];

/// Makes a request that must be refused, and checks that the game is unchanged for both players,
/// byte for byte.
#[track_caller]
fn refused(pair: &Pair, what: impl FnOnce() -> Problem) -> Problem {
    let look = || {
        [&pair.ada, &pair.ben].map(|player| {
            let game = player.get(&pair.path(""));
            let events = player.get(&pair.path("/events"));
            assert_eq!((game.status, events.status), (200, 200));
            (game.header("etag").to_owned(), game.body, events.body)
        })
    };
    let before = look();
    let problem = what();
    assert!(before == look(), "{problem:?} has changed something");
    problem
}

#[test]
fn every_kind_of_problem_can_be_met_and_is_explained() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let (ada, ben) = (&pair.ada, &pair.ben);
    let mut met = Vec::new();
    let mut meet = |kind: ErrorKind, answer: broadside_tests::client::Answer| {
        assert_eq!(answer.status, status(kind).as_u16());
        answer.problem(kind.name());
        met.push(kind);
    };
    let players = "/v1/players";
    let act = || pair.path("/actions");

    meet(ErrorKind::MalformedJson, ada.request("POST", players).bytes("{\"name\": ").send());
    meet(ErrorKind::BadRequest, ada.get("/v1/games?limit=1000"));
    meet(ErrorKind::TimelineChanged, ada.get(&pair.path("/events?after=1&timeline=00000000")));
    meet(ErrorKind::Unauthorized, server.client().get("/v1/players/me"));
    let reader = ada.post("/v1/tokens", &json!({"name": "screen", "scopes": ["read"]})).is(201);
    let reader = ada.with_token(reader["token"].as_str().unwrap());
    meet(ErrorKind::Forbidden, reader.post(&act(), &games::fire(&["B2"])));
    let invited = json!({"ruleset": "classic", "opponents": [{"kind": "invite"}]});
    let game = ada.post("/v1/games", &invited).is(201);
    let seats = format!("/v1/games/{}/seats", game["id"].as_str().unwrap());
    meet(ErrorKind::WrongCode, ben.post(&seats, &json!({"code": "bri_wrong"})));
    meet(ErrorKind::NoFreeSeat, ben.post(&seats, &json!({})));
    meet(ErrorKind::AlreadySeated, ada.post(&seats, &json!({})));
    meet(ErrorKind::NotFound, ada.get("/v1/games/0196f0a0-0000-7000-8000-000000000001"));
    let answer = ada.delete("/v1/games");
    assert_eq!(answer.header("allow"), "POST,GET,HEAD");
    meet(ErrorKind::MethodNotAllowed, answer);
    meet(
        ErrorKind::NotAcceptable,
        ada.request("GET", "/v1/games").header("Accept", "text/html").send(),
    );
    meet(ErrorKind::OutOfTurn, ben.post(&act(), &games::fire(&["B2"])));
    meet(ErrorKind::NotNow, ada.get(&pair.path("/record")));
    let stranger = server.player("Ben");
    meet(ErrorKind::NotSeated, stranger.post(&act(), &games::fire(&["B2"])));
    let stale =
        ada.request("POST", &act()).header("If-Match", "\"old\"").json(&games::fire(&["B2"]));
    meet(ErrorKind::Stale, stale.send());
    let large = json!({"name": "x".repeat(70_000)});
    meet(ErrorKind::TooLarge, ada.post(players, &large));
    let text = ada
        .request("POST", players)
        .bytes("{\"name\": \"Ada\"}")
        .header("Content-Type", "text/plain");
    meet(ErrorKind::UnsupportedMediaType, text.send());
    meet(ErrorKind::InvalidField, ada.post(players, &json!({"name": ""})));
    meet(ErrorKind::AgainstRule, ada.post(&act(), &games::fire(&["B2", "B3"])));
    let two = json!({"ruleset": "classic", "actions": [
        {"type": "fire", "cells": ["B2"]}, {"type": "offer_draw"},
    ]});
    meet(ErrorKind::NotLast, ada.post(&act(), &two));
    let keyed = |name: &str| {
        let body = json!({"ruleset": "classic", "visibility": name});
        ada.request("POST", "/v1/games").header("Idempotency-Key", "k").json(&body).send()
    };
    keyed("public").is(201);
    // The same request in another spelling.
    meet(
        ErrorKind::KeyReused,
        ada.request("POST", "/v1/games")
            .header("Idempotency-Key", "k")
            .json(&json!({"ruleset": "classic"}))
            .send(),
    );
    let with_key =
        ada.request("POST", players).header("Idempotency-Key", "k").json(&json!({"name": "Ada"}));
    meet(ErrorKind::KeyNotAccepted, with_key.send());
    meet(ErrorKind::InFlight, in_flight(&server, ada));
    let without_streams = Server::start_with(&["--test-limits", "streams=0"]);
    let hasty = Server::start_with(&["--limits", "normal", "--test-limits", "token_rate=1"]);
    let in_haste = hasty.player("Ada");
    in_haste.get("/v1/players/me").is(200);
    meet(ErrorKind::TooManyRequests, in_haste.get("/v1/players/me"));
    meet(ErrorKind::TooManyStreams, without_streams.player("Ada").get("/v1/events"));
    let strict = Server::start_with(&["--test-limits", "open_games=0"]);
    meet(
        ErrorKind::TooManyGames,
        strict.player("Ada").post("/v1/games", &json!({"ruleset": "classic"})),
    );
    let quiet = Server::start_with(&["--test-limits", "messages=0"]);
    let talkers = Pair::seated(&quiet, &json!({}));
    meet(
        ErrorKind::TooManyMessages,
        talkers.ada.post(&talkers.path("/messages"), &json!({"text": "Hm"})),
    );
    ada.post(&act(), &games::act("resign")).is(200);
    meet(ErrorKind::GameOver, ben.post(&act(), &games::act("resign")));

    for &kind in ErrorKind::ALL {
        assert!(met.contains(&kind) || OUT_OF_REACH.contains(&kind), "{} was not met", kind.name());
        let explained = server.client().get(&type_uri(kind)).is(200);
        assert_eq!(explained["type"], type_uri(kind));
        assert_eq!(explained["title"], kind.title());
    }
    let all = server.client().get("/problems").is(200);
    assert_eq!(all["problems"].as_array().unwrap().len(), ErrorKind::ALL.len());
}

/// Sends two requests with one key at the same time, until the second one arrives while the first
/// is in progress.
fn in_flight(server: &Server, ada: &Client) -> broadside_tests::client::Answer {
    for attempt in 0..200 {
        let key = format!("at once {attempt}");
        let send = |client: &Client| {
            let body = json!({"ruleset": "classic"});
            client.request("POST", "/v1/games").header("Idempotency-Key", &key).json(&body).send()
        };
        let clients: Vec<_> = (0..4).map(|_| ada.at(server.url())).collect();
        let answers: Vec<_> = std::thread::scope(|scope| {
            let sent: Vec<_> = clients.iter().map(|client| scope.spawn(|| send(client))).collect();
            sent.into_iter().map(|sent| sent.join().expect("no sender panics")).collect()
        });
        if let Some(answer) = answers.into_iter().find(|answer| answer.status != 201) {
            return answer;
        }
    }
    panic!("no two requests were under way at once");
}

#[test]
fn the_error_of_a_wrong_action_names_the_field_and_the_valid_form() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    pair.act(&pair.ada, &games::fire(&["J1"])).is(200);
    pair.act(&pair.ben, &games::fire(&["J1"])).is(200);
    let actions = |actions: Value| json!({"ruleset": "classic", "actions": actions});
    let one = |action: Value| actions(json!([action]));
    let cases = [
        // body, kind, field, says
        (json!([]), "invalid_field", "", "an object"),
        (json!(null), "invalid_field", "", "null"),
        (json!({}), "invalid_field", "ruleset", "ruleset"),
        (json!({"ruleset": "classic"}), "invalid_field", "actions", "actions"),
        (json!({"ruleset": "chess", "actions": []}), "invalid_field", "ruleset", "classic"),
        (
            json!({"ruleset": "classic", "actions": [], "then": 1}),
            "invalid_field",
            "then",
            "actions",
        ),
        (actions(json!({})), "invalid_field", "actions", "an array"),
        (actions(json!([])), "invalid_field", "actions", "1 to 32"),
        (
            actions(json!(vec![json!({"type": "offer_draw"}); 33])),
            "invalid_field",
            "actions",
            "1 to 32",
        ),
        (one(json!("fire")), "invalid_field", "actions[0]", "an object with a `type`"),
        (one(json!({"cells": ["A1"]})), "invalid_field", "actions[0].type", "fire"),
        (one(json!({"type": "volley"})), "invalid_field", "actions[0].type", "fire, resign"),
        (
            one(json!({"type": "x".repeat(10_000)})),
            "invalid_field",
            "actions[0].type",
            "fire, resign",
        ),
        (
            one(json!({"type": "resign", "now": true})),
            "invalid_field",
            "actions[0].now",
            "leave this one out",
        ),
        (one(json!({"type": "fire"})), "invalid_field", "actions[0].cells", "cells"),
        (
            one(json!({"type": "fire", "cells": "A1"})),
            "invalid_field",
            "actions[0].cells",
            "an array",
        ),
        (
            one(json!({"type": "fire", "cells": [["A", 1]]})),
            "invalid_field",
            "actions[0].cells[0]",
            "F7",
        ),
        (
            one(json!({"type": "fire", "cells": ["A0"]})),
            "invalid_field",
            "actions[0].cells[0]",
            "F7",
        ),
        (
            one(json!({"type": "fire", "cells": ["a1"]})),
            "invalid_field",
            "actions[0].cells[0]",
            "F7",
        ),
        (
            one(json!({"type": "fire", "cells": ["A1\u{0}"]})),
            "invalid_field",
            "actions[0].cells[0]",
            "F7",
        ),
        (
            one(json!({"type": "fire", "cells": ["Ⅷ"]})),
            "invalid_field",
            "actions[0].cells[0]",
            "F7",
        ),
        (
            one(json!({"type": "fire", "cells": ["A1"], "aim": 1})),
            "invalid_field",
            "actions[0].aim",
            "cells",
        ),
        (
            one(json!({"type": "fire", "cells": ["A1"], "round": -1})),
            "invalid_field",
            "actions[0].round",
            "from 0",
        ),
        (
            one(json!({"type": "fire", "cells": ["A1"], "round": 3})),
            "against_rule",
            "actions[0].round",
            "leave it out",
        ),
        (
            one(json!({"type": "fire", "cells": ["K1"]})),
            "against_rule",
            "actions[0].cells[0]",
            "J10",
        ),
        (
            one(json!({"type": "fire", "cells": ["Z26"]})),
            "against_rule",
            "actions[0].cells[0]",
            "J10",
        ),
        (
            one(json!({"type": "fire", "cells": []})),
            "against_rule",
            "actions[0].cells",
            "exactly 1",
        ),
        (
            one(json!({"type": "fire", "cells": ["A1", "A1"]})),
            "against_rule",
            "actions[0].cells",
            "exactly 1",
        ),
        (
            one(json!({"type": "fire", "cells": ["J1"]})),
            "against_rule",
            "actions[0].cells[0]",
            "that has not",
        ),
        (one(json!({"type": "accept_draw"})), "not_now", "actions[0]", "no draw is offered"),
        (
            actions(json!([{"type": "fire", "cells": ["A1"]}, {"type": "resign"}])),
            "not_last",
            "actions[0]",
            "last",
        ),
    ];
    for (body, kind, field, says) in cases {
        for target in [pair.path("/actions"), pair.path("/actions?preview=true")] {
            let problem = refused(&pair, || pair.ada.post(&target, &body).problem(kind));
            let shown = body.to_string().chars().take(100).collect::<String>();
            assert_eq!(problem.field, field, "{shown} {problem:?}");
            assert!(problem.detail.contains(says), "{shown} {problem:?}");
            assert!(problem.detail.len() < 500, "{problem:?}");
            assert_eq!(problem.rule.is_empty(), kind != "against_rule", "{problem:?}");
        }
    }
    let fire = games::fire(&["A1"]);
    refused(&pair, || pair.act(&pair.ben, &fire).problem("out_of_turn"))
        .names("actions[0]", "seat 1");
    let not_yet = Pair::seated(&server, &json!({}));
    refused(&not_yet, || not_yet.act(&not_yet.ada, &fire).problem("not_now"))
        .names("actions[0]", "play");
}

#[test]
fn a_salvo_that_is_wrong_names_the_cell() {
    let server = Server::start();
    let pair = Pair::playing(&server, &json!({"mode": "salvo"}));
    let salvo = ["A1", "A2", "A3", "A4", "A5", "A6", "A7"];
    let refuse = |cells: &[&str], kind: &str| {
        refused(&pair, || pair.act(&pair.ada, &games::fire(cells)).problem(kind))
    };
    refuse(&salvo[1..], "against_rule").names("actions[0].cells", "exactly 7");
    refuse(&[salvo.as_slice(), &["B1"]].concat(), "against_rule")
        .names("actions[0].cells", "exactly 7");
    refuse(&["A1", "A2", "A3", "A4", "A5", "A6", "A1"], "against_rule")
        .names("actions[0].cells[6]", "A1");
    refuse(&["A1", "A2", "A3", "A4", "A5", "A6", "A11"], "against_rule")
        .names("actions[0].cells[6]", "J10");
    let late =
        json!({"ruleset": "classic", "actions": [{"type": "fire", "cells": salvo, "round": 2}]});
    refused(&pair, || pair.act(&pair.ada, &late).problem("not_now"))
        .names("actions[0].round", "round 1");
    pair.act(&pair.ada, &games::fire(&salvo)).is(200);
    pair.act(&pair.ben, &games::fire(&salvo)).is(200);
    let again = ["B1", "B2", "B3", "B4", "A5", "B6", "B7"];
    let count = games::choice(&pair.ada.get(&pair.path("/legal")).is(200)).unwrap().0;
    refuse(&again[again.len() - count..], "against_rule")
        .names(&format!("actions[0].cells[{}]", count - 3), "A5");
}

#[test]
fn placements_that_are_wrong_name_the_ship() {
    let server = Server::start();
    let pair = Pair::seated(&server, &json!({}));
    let fleet = games::standard_fleet();
    let with_ship = |at: usize, ship: Value| {
        let mut ships = fleet.clone();
        ships[at] = ship;
        games::placement(&ships)
    };
    let without = |at: usize| {
        let mut ships = fleet.as_array().unwrap().clone();
        ships.remove(at);
        games::placement(&json!(ships))
    };
    let ship = |class: &str, at: &str, heading: &str| json!({"class": class, "at": at, "heading": heading});
    let more = json!(
        [fleet.as_array().unwrap().as_slice(), &[ship("destroyer", "A9", "across")]].concat()
    );
    let cases = [
        (
            with_ship(0, ship("battleship", "G1", "across")),
            "against_rule",
            "placement.ships[0].at",
            "J10",
        ),
        (
            with_ship(3, ship("destroyer", "J10", "down")),
            "against_rule",
            "placement.ships[3].at",
            "J10",
        ),
        (
            with_ship(3, ship("destroyer", "K1", "down")),
            "against_rule",
            "placement.ships[3].at",
            "J10",
        ),
        (
            with_ship(1, ship("cruiser", "C1", "down")),
            "against_rule",
            "placement.ships[1].at",
            "C1",
        ),
        (
            with_ship(1, ship("submarine", "A3", "across")),
            "against_rule",
            "placement.ships",
            "exactly 1",
        ),
        (
            with_ship(1, ship("yacht", "A3", "across")),
            "against_rule",
            "placement.ships[1].class",
            "battleship, cruiser",
        ),
        (
            with_ship(1, ship("Yacht", "A3", "across")),
            "invalid_field",
            "placement.ships[1].class",
            "a–z",
        ),
        (
            with_ship(1, ship("cruiser", "A3", "diagonal")),
            "invalid_field",
            "placement.ships[1].heading",
            "across",
        ),
        (
            with_ship(1, ship("cruiser", "33", "across")),
            "invalid_field",
            "placement.ships[1].at",
            "F7",
        ),
        (
            with_ship(1, json!({"class": "cruiser", "at": "A3"})),
            "invalid_field",
            "placement.ships[1].heading",
            "heading",
        ),
        (with_ship(1, json!(7)), "invalid_field", "placement.ships[1]", "an object"),
        (without(3), "against_rule", "placement.ships", "exactly 1"),
        (games::placement(&more), "against_rule", "placement.ships", "exactly 1"),
        (games::placement(&json!([])), "against_rule", "placement.ships", "battleship"),
        (games::placement(&json!({})), "invalid_field", "placement.ships", "an array"),
        (
            json!({"ruleset": "classic", "placement": {}}),
            "invalid_field",
            "placement.ships",
            "ships",
        ),
        (
            json!({"ruleset": "classic", "placement": {"ships": fleet, "n": 1}}),
            "invalid_field",
            "placement.n",
            "ships",
        ),
        (json!({"placement": {"ships": fleet}}), "invalid_field", "ruleset", "the ruleset"),
        (
            json!({"ruleset": "chess", "placement": {"ships": fleet}}),
            "invalid_field",
            "ruleset",
            "classic",
        ),
        (
            json!({"ruleset": "classic", "placement": {"ships": fleet}, "random": true}),
            "invalid_field",
            "random",
            "not both",
        ),
        (json!({}), "invalid_field", "placement", "random"),
        (json!({"random": false}), "invalid_field", "placement", "random"),
        (json!({"random": 1}), "invalid_field", "random", "true or false"),
        (json!({"random": true, "seed": ""}), "invalid_field", "seed", "1 to 128"),
        (json!({"random": true, "seed": "ü"}), "invalid_field", "seed", "ASCII"),
        (json!({"random": true, "seed": "x".repeat(129)}), "invalid_field", "seed", "1 to 128"),
        (json!({"random": true, "luck": 7}), "invalid_field", "luck", "seed"),
    ];
    for (body, kind, field, says) in cases {
        let problem =
            refused(&pair, || pair.ada.put(&pair.path("/seats/me/placement"), &body).problem(kind));
        assert_eq!(problem.field, field, "{body} {problem:?}");
        assert!(problem.detail.contains(says), "{body} {problem:?}");
        assert_eq!(problem.rule, if kind == "against_rule" { "C2" } else { "" }, "{problem:?}");
    }
}

#[test]
fn games_and_names_that_are_wrong_name_the_field() {
    let server = Server::start();
    let ada = server.player("Ada");
    let options = |options: Value| json!({"ruleset": "classic", "options": options});
    let custom =
        |ships: Value| options(json!({"mode": "salvo", "fleet": "custom", "ships": ships}));
    let cases = [
        (json!({}), "invalid_field", "ruleset", "ruleset"),
        (json!({"ruleset": "chess"}), "invalid_field", "ruleset", "classic"),
        (json!({"ruleset": "classic", "extra": 1}), "invalid_field", "extra", "ruleset"),
        (options(json!({"mode": "blitz"})), "invalid_field", "options.mode", "single"),
        (options(json!({"speed": 1})), "invalid_field", "options.speed", "mode"),
        (options(json!([])), "invalid_field", "options", "an object"),
        (
            options(json!({"mode": "salvo", "repeat_on_hit": true})),
            "against_rule",
            "options.repeat_on_hit",
            "single",
        ),
        (options(json!({"ships": []})), "against_rule", "options.ships", "custom"),
        (
            options(json!({"grid": {"columns": 8, "rows": 8}})),
            "against_rule",
            "options.grid",
            "custom",
        ),
        (
            options(json!({"fleet": "custom", "grid": {"columns": 5, "rows": 8}})),
            "against_rule",
            "options.grid",
            "6 to 26",
        ),
        (
            options(json!({"fleet": "custom", "grid": {"columns": 256, "rows": 8}})),
            "invalid_field",
            "options.grid.columns",
            "0 to 255",
        ),
        (custom(json!([])), "against_rule", "options.ships", "1 to 10"),
        (
            custom(json!([{"class": "a", "length": 7, "shots": 1}])),
            "against_rule",
            "options.ships[0].length",
            "1 to 6",
        ),
        (
            custom(json!([{"class": "a", "length": 2}])),
            "against_rule",
            "options.ships[0].shots",
            "1 to 5",
        ),
        (
            custom(json!([{"class": "a", "length": 2, "shots": 6}])),
            "against_rule",
            "options.ships[0].shots",
            "1 to 5",
        ),
        (
            json!({"ruleset": "classic", "clock": {"days_per_turn": 0}}),
            "invalid_field",
            "clock.days_per_turn",
            "1 to 14",
        ),
        (
            json!({"ruleset": "classic", "clock": {"days_per_turn": 15}}),
            "invalid_field",
            "clock.days_per_turn",
            "1 to 14",
        ),
        (json!({"ruleset": "classic", "clock": {}}), "invalid_field", "clock", "days_per_turn"),
        (
            json!({"ruleset": "classic", "clock": {"banks": 1}}),
            "invalid_field",
            "clock.banks",
            "days_per_turn",
        ),
        (
            json!({"ruleset": "classic", "opponents": [{}]}),
            "invalid_field",
            "opponents[0].kind",
            "kind",
        ),
        (
            json!({"ruleset": "classic", "opponents": [{"kind": "robot"}]}),
            "invalid_field",
            "opponents[0].kind",
            "open",
        ),
        (
            json!({"ruleset": "classic", "opponents": [{"kind": "player"}]}),
            "invalid_field",
            "opponents[0].id",
            "id",
        ),
        (
            json!({"ruleset": "classic", "opponents": [{"kind": "open", "id": "x"}]}),
            "invalid_field",
            "opponents[0].id",
            "not known here",
        ),
        (
            json!({"ruleset": "classic", "visibility": "secret"}),
            "invalid_field",
            "visibility",
            "private",
        ),
    ];
    for (body, kind, field, says) in cases {
        let problem = ada.post("/v1/games", &body).problem(kind);
        assert_eq!(problem.field, field, "{body} {problem:?}");
        assert!(problem.detail.contains(says), "{body} {problem:?}");
    }
    assert_eq!(ada.get("/v1/games").is(200)["games"], json!([]));

    let long = "x".repeat(41);
    for name in ["", " Ada", "Ada ", "A\nda", "A\u{0}", "\u{202e}adA", &long] {
        let problem = ada.post("/v1/players", &json!({"name": name})).problem("invalid_field");
        problem.names("name", "1 to 40");
        ada.request("PATCH", "/v1/players/me")
            .json(&json!({"name": name}))
            .send()
            .problem("invalid_field");
        ada.post("/v1/tokens", &json!({"name": name}))
            .problem("invalid_field")
            .names("name", "1 to 40");
    }
    ada.post("/v1/players", &json!({"nmae": "Ada"})).problem("invalid_field").names("nmae", "name");
    ada.post("/v1/players", &json!({})).problem("invalid_field").names("name", "name");
    ada.post("/v1/players", &json!({"name": 3})).problem("invalid_field").names("name", "string");
    ada.post("/v1/tokens", &json!({"name": "x", "scopes": []}))
        .problem("invalid_field")
        .names("scopes", "read");
    ada.post("/v1/tokens", &json!({"name": "x", "scopes": ["all"]}))
        .problem("invalid_field")
        .names("scopes[0]", "play");
    assert_eq!(ada.get("/v1/players/me").is(200)["name"], "Ada");
    // Names may use every script.
    for name in ["Ada", "Ådå Ünïcode", "愛", "🚢", "'; DROP TABLE games; --", &long[1..]] {
        assert_eq!(server.player(name).get("/v1/players/me").is(200)["name"], name);
    }
}

#[test]
fn unreadable_bodies_are_refused_with_a_reason() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let send = |bytes: &[u8]| pair.ada.request("POST", &pair.path("/actions")).bytes(bytes).send();
    for bytes in ["", " "] {
        let problem = refused(&pair, || send(bytes.as_bytes()).problem("malformed_json"));
        assert!(problem.detail.contains("the body is empty"), "{problem:?}");
    }
    let malformed: [&[u8]; 7] = [
        b"{",
        b"{\"ruleset\": \"classic\",}",
        b"{'ruleset': 'classic'}",
        b"{} {}",
        b"\xef\xbb\xbf{}",
        b"{\"ruleset\": \"cl\xff\xfessic\", \"actions\": []}",
        b"{\"ruleset\": \"\\ud800\", \"actions\": []}",
    ];
    for bytes in malformed {
        let problem = refused(&pair, || send(bytes).problem("malformed_json"));
        assert!(problem.detail.contains("line 1 column"), "{problem:?}");
    }
    let deep = "[".repeat(30_000);
    refused(&pair, || send(deep.as_bytes()).problem("malformed_json"));
    let kind = |kind: &str| {
        let body = games::fire(&["A1"]).to_string();
        pair.ada
            .request("POST", &pair.path("/actions"))
            .bytes(body)
            .header("Content-Type", kind)
            .send()
    };
    for other in ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonx"] {
        refused(&pair, || kind(other).problem("unsupported_media_type"));
    }
    kind("Application/JSON; charset=utf-8").is(200);
}

#[test]
fn ten_megabytes_are_too_many() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let head = |path: &str, length: usize| {
        format!(
            "POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n",
            pair.ada.token
        )
    };
    let body = format!("{{\"ruleset\": \"{}\"}}", "x".repeat(10 * 1024 * 1024));
    for path in [pair.path("/actions"), "/v1/verify".to_owned(), "/v1/players".to_owned()] {
        refused(&pair, || {
            let answer = pair.ada.raw(format!("{}{body}", head(&path, body.len())).as_bytes());
            assert_eq!(answer.status(), 413, "{path} {answer:?}");
            assert_eq!(answer.json()["type"], "/problems/too_large");
            Problem {
                kind: String::new(),
                detail: String::new(),
                field: String::new(),
                rule: String::new(),
            }
        });
    }
    // A chunked body, which does not declare its length.
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x1_0000));
    let head =
        head(&pair.path("/actions"), 0).replace("Content-Length: 0", "Transfer-Encoding: chunked");
    let answer = pair.ada.raw(format!("{head}{}0\r\n\r\n", chunk.repeat(160)).as_bytes());
    assert_eq!(answer.status(), 413, "{answer:?}");
    pair.act(&pair.ada, &games::fire(&["B2"])).is(200);
}

#[test]
fn odd_ids_are_ids_of_nothing() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let long = "x".repeat(8_000);
    let upper = pair.id.to_uppercase();
    let braced = format!("%7B{}%7D", pair.id);
    let plain = pair.id.replace('-', "");
    let ids = [
        "0196f0a0-0000-7000-8000-000000000001",
        "me",
        "0",
        "-1",
        "null",
        "%00",
        "a%00b",
        "%2e%2e",
        "..%2f..%2fetc",
        "%2F",
        "a%2Fb",
        "%25",
        "%252F",
        "%20",
        "'%20OR%201=1--",
        "%F0%9F%9A%A2",
        "%E2%80%AE",
        "*",
        "%3Cscript%3E",
        "~",
        ";",
        "%0d%0aX-Odd:%201",
        &upper,
        &braced,
        &plain,
        &long,
    ];
    for id in ids {
        let game = format!("/v1/games/{id}");
        let ada = &pair.ada;
        let answers = [
            ada.get(&game),
            ada.get(&format!("{game}/legal")),
            ada.get(&format!("{game}/events")),
            ada.get(&format!("{game}/record")),
            ada.post(&format!("{game}/seats"), &json!({})),
            ada.put(&format!("{game}/seats/me/placement"), &json!({"random": true})),
            ada.post(&format!("{game}/actions"), &games::fire(&["B2"])),
            ada.post(&format!("{game}/actions?preview=true"), &games::fire(&["B2"])),
            ada.request("POST", &format!("{game}/abort")).send(),
            ada.delete(&format!("{game}/seats/me")),
            ada.delete(&format!("/v1/tokens/{id}")),
            ada.get(&format!("/v1/rulesets/{id}")),
            ada.get(&format!("/problems/{id}")),
        ];
        for answer in answers {
            assert_eq!(answer.headers.get("x-odd"), None);
            let problem = answer.problem("not_found");
            assert!(problem.detail.len() < 300, "{problem:?}");
        }
        if id != "me" {
            ada.get(&format!("/v1/players/{id}")).problem("not_found");
        }
    }
    // Bytes that are not valid UTF-8.
    for id in ["%FF", "%C0%AF", "%ED%A0%80"] {
        for answer in [
            pair.ada.get(&format!("/v1/games/{id}")),
            pair.ada.post(&format!("/v1/games/{id}/actions"), &games::fire(&["B2"])),
            pair.ada.get(&format!("/v1/players/{id}")),
        ] {
            answer.problem("bad_request");
        }
    }
    assert_eq!(pair.game()["version"], pair.ben.get(&pair.path("")).is(200)["version"]);
}

#[test]
fn wrong_queries_and_headers_are_refused_with_a_reason() {
    let server = Server::start();
    let pair = Pair::ready(&server);
    let cases = [
        (pair.path("/events?after=-1"), "after"),
        (pair.path("/events?after=x"), "after"),
        (pair.path("/events?after=9223372036854775808"), "after"),
        (pair.path("/events?after=99999999999999999999"), "after"),
        (pair.path("/events?limit=0"), "limit"),
        (pair.path("/events?limit=501"), "limit"),
        (pair.path("/events?since=1"), "since"),
        (pair.path("/events?after=1&after=2"), "after"),
        ("/v1/games?limit=0".to_owned(), "limit"),
        ("/v1/games?limit=51".to_owned(), "limit"),
        ("/v1/games?which=all".to_owned(), "mine"),
        ("/v1/games?cursor=x".to_owned(), "cursor"),
        ("/v1/games?cursor=%00".to_owned(), "cursor"),
        ("/v1/games?page=2".to_owned(), "page"),
    ];
    for (target, says) in cases {
        let problem = refused(&pair, || pair.ada.get(&target).problem("bad_request"));
        assert!(problem.detail.contains(says), "{target} {problem:?}");
    }
    let preview = pair.path("/actions?preview=maybe");
    refused(&pair, || pair.ada.post(&preview, &games::fire(&["B2"])).problem("bad_request"));
    let last = pair.ada.get(&pair.path("/events?after=9223372036854775807")).is(200);
    assert_eq!(last["events"], json!([]));

    let me = || pair.ada.request("GET", "/v1/players/me").without("Authorization");
    let spoiled = |at: usize| {
        let mut token = pair.ada.token.clone().into_bytes();
        token[at] = if token[at] == b'a' { b'b' } else { b'a' };
        [b"Bearer ".to_vec(), token].concat()
    };
    let tokens: [Vec<u8>; 8] = [
        b"".to_vec(),
        b"Bearer".to_vec(),
        b"Bearer ".to_vec(),
        b"Bearer brs_".to_vec(),
        b"Basic QWRhOkJlbg==".to_vec(),
        pair.ada.token.clone().into_bytes(),
        spoiled(10),
        spoiled(pair.ada.token.len() - 1),
    ];
    for token in tokens {
        let answer = me().header("Authorization", &token).send();
        assert_eq!(answer.header("www-authenticate"), "Bearer");
        let problem = answer.problem("unauthorized");
        assert!(problem.detail.contains("Authorization: Bearer brs_…"), "{problem:?}");
    }
    let unreadable =
        b"GET /v1/players/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer \xff\r\n\r\n";
    assert_eq!(pair.ada.raw(unreadable).json()["type"], "/problems/unauthorized");
    me().header("Authorization", format!("bearer {}", pair.ada.token)).send().is(200);

    for key in [String::new(), "x".repeat(256), "schlüssel".to_owned()] {
        let fire = pair.ada.request("POST", &pair.path("/actions")).json(&games::fire(&["B2"]));
        let problem =
            refused(&pair, || fire.header("Idempotency-Key", &key).send().problem("bad_request"));
        assert!(problem.detail.contains("1 to 255"), "{problem:?}");
    }
    for accept in ["text/html", "application/xml", "image/*", "application/json;q=0"] {
        let fire = pair.ada.request("POST", &pair.path("/actions")).json(&games::fire(&["B2"]));
        refused(&pair, || fire.header("Accept", accept).send().problem("not_acceptable"));
    }
    for accept in
        ["*/*", "application/*", "text/html, application/json;q=0.1", "application/problem+json"]
    {
        pair.ada.request("GET", "/v1/players/me").header("Accept", accept).send().is(200);
    }
}

#[test]
fn all_missing_resources_have_the_same_problem() {
    let server = Server::start();
    let ada = server.player("Ada");
    for path in
        ["/v1", "/v1/", "/v2/games", "/v1/games/", "/v1/nothing", "/docs/nothing", "/robots.txt"]
    {
        let answer = ada.get(path);
        assert_eq!(answer.status, 404, "{path}");
        answer.problem("not_found");
    }
    for (method, path) in [
        ("PUT", "/v1/players"),
        ("POST", "/healthz"),
        ("TRACE", "/v1/games"),
        ("DELETE", "/v1/verify"),
    ] {
        let answer = ada.request(method, path).send();
        assert!(!answer.header("allow").is_empty(), "{method} {path}");
        answer.problem("method_not_allowed");
    }
    for bytes in [
        "GET /v1/games HTTP/1.1\r\nConnection: close\r\n\r\n",
        "NONSENSE\r\n\r\n",
        "GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        "GET /v1/games/\u{0} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    ] {
        let answer = ada.raw(bytes.as_bytes());
        assert!((400..500).contains(&answer.status()), "{bytes:?} {answer:?}");
    }
    server.client().get("/healthz").is(200);
    server.client().get("/readyz").is(200);
}
