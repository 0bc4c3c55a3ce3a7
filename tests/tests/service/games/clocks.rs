//! Clocks as players see them: kinds, banks, vacations, reminders; also with `kill -9` at any
//! moment.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use broadside_tests::client::Client;
use broadside_tests::games::{self, Pair, Sequence};
use broadside_tests::server::Server;
use broadside_tests::stream::{Message, Stream};
use broadside_tests::wait::wait_until;
use jiff::{Timestamp, ToSpan};
use serde_json::{Value, json};

use crate::games::deadlines::{days_later, wait_for};

const VACATIONS: &str = "/v1/players/me/vacations";
const FEED: &str = "/v1/events";
const MAILBOX: &str = "/v1/players/me/mailbox";

pub(crate) fn time(value: &Value) -> Timestamp {
    value.as_str().unwrap_or_else(|| panic!("{value} is no time")).parse().unwrap()
}

/// The time in this many hours.
pub(crate) fn hours(hours: i64) -> Timestamp {
    #[expect(clippy::disallowed_methods, reason = "the server's clock is the machine's")]
    let now = Timestamp::now();
    now + hours.hours()
}

fn between(from: &Value, to: &Value) -> i64 {
    (time(to).as_millisecond() - time(from).as_millisecond()) / 1000
}

fn ids(player: &Client, query: &str) -> Vec<String> {
    let listed = player.get(&format!("/v1/games?{query}")).is(200);
    listed["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["id"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn the_error_of_an_invalid_clock_names_the_field() {
    let server = Server::start();
    let ada = server.player("Ada");
    for (clock, field) in [
        (json!({"days_per_turn": 0}), "clock.days_per_turn"),
        (json!({"days_per_turn": 15}), "clock.days_per_turn"),
        (json!({"days_per_turn": "3"}), "clock.days_per_turn"),
        (json!({"bank": 0, "increment": 0}), "clock.bank"),
        (json!({"bank": 1441, "increment": 0}), "clock.bank"),
        (json!({"bank": 1, "increment": 337}), "clock.increment"),
        (json!({"bank": 1, "increment": "a day"}), "clock.increment"),
        (json!({"bank": 1, "minutes": 1}), "clock.minutes"),
        (json!({"bank": 1}), "clock"),
        (json!({"days_per_turn": 3, "bank": 1, "increment": 1}), "clock"),
        (json!({}), "clock"),
        (json!("blitz"), "clock"),
    ] {
        let body = json!({"ruleset": "classic", "clock": clock});
        let problem = ada.post("/v1/games", &body).problem("invalid_field");
        assert_eq!(problem.field, field, "{clock}: {problem:?}");
    }
    assert_eq!(ids(&ada, "which=mine"), [""; 0]);
}

#[test]
fn a_bank_goes_down_in_own_turns_and_games_are_found_by_it() {
    let mut server = Server::start();
    let clock = json!({"bank": 240, "increment": 24});
    let pair = Pair::clocked(&server, &json!({"first": "creator"}), &clock);
    let game = pair.game();
    assert_eq!(game["clock"], clock);
    let day = 24 * 60 * 60;
    let (mover, waiter) = (&game["seats"][0]["clock"], &game["seats"][1]["clock"]);
    assert_eq!(mover["remaining_seconds"], 10 * day);
    assert_eq!(*waiter, json!({"remaining_seconds": 10 * day}));
    assert_eq!(
        (between(&mover["started_at"], &mover["due_at"]), &mover["due_at"]),
        (10 * day, &game["deadline_at"])
    );
    for (query, found) in
        [("clock=bank", 1), ("clock=days_per_turn", 0), ("clock=none", 0), ("max_days=14", 0)]
    {
        assert_eq!(ids(&pair.ada, &format!("which=mine&{query}")).len(), found, "{query}");
    }
    assert_eq!(ids(&pair.ada, "which=my_turn"), [&*pair.id]);
    assert_eq!(pair.ada.get("/v1/players/me/summary").is(200)["deadline_at"], game["deadline_at"]);

    days_later(&mut server, "+4d");
    let pair = pair.at(server.url());
    // An action that is not a move does not affect the clock.
    assert_eq!(pair.game()["seats"][0]["clock"], *mover);
    pair.act(&pair.ada, &games::act("offer_draw")).is(200);
    pair.act(&pair.ben, &games::act("decline_draw")).is(200);
    assert_eq!(pair.game()["seats"][0]["clock"], *mover);
    pair.act(&pair.ada, &games::fire(&["A1"])).is(200);
    let game = pair.game();
    let (left, ben) = (
        game["seats"][0]["clock"]["remaining_seconds"].as_i64().unwrap(),
        &game["seats"][1]["clock"],
    );
    // Four of ten days are used, and one is added.
    assert!((7 * day - 600..=7 * day).contains(&left), "{game}");
    assert_eq!(
        (&ben["due_at"], &ben["remaining_seconds"]),
        (&game["deadline_at"], &json!(10 * day))
    );
    days_later(&mut server, "+13d");
    assert_eq!(pair.at(server.url()).game()["status"], "playing");
    days_later(&mut server, "+15d");
    let pair = pair.at(server.url());
    let game = wait_for(&pair.ada, &pair.path(""), "finished");
    assert_eq!(game["outcome"], json!({"kind": "win", "winners": [1], "reason": "timed_out"}));
    assert_eq!((&game["deadline_at"], &game["seats"][0]["clock"]), (&Value::Null, &Value::Null));
}

#[test]
fn vacations_are_taken_and_ended_within_a_yearly_allowance() {
    let server = Server::start_with(&["--vacation-days", "10"]);
    let ada = server.player("Ada");
    let none = ada.get(VACATIONS).is(200);
    assert_eq!(none["vacations"], json!([]));
    let day = 24 * 60 * 60;
    let left = |list: &Value| {
        list["allowance"][0]["remaining_seconds"].as_i64().unwrap()
            + list["allowance"][1]["remaining_seconds"].as_i64().unwrap()
    };
    assert_eq!((left(&none), &none["allowance"][0]["days"]), (20 * day, &json!(10)));
    let take = |from: Timestamp, until: Timestamp| {
        ada.post(VACATIONS, &json!({"starts_at": from.to_string(), "ends_at": until.to_string()}))
    };
    // Use a whole second: the allowance is counted in seconds for each year.
    let tomorrow = Timestamp::from_second(hours(24).as_second()).unwrap();
    let taken = take(tomorrow, tomorrow + 48.hours()).is(201);
    assert_eq!(left(&ada.get(VACATIONS).is(200)), 18 * day);
    for (from, until, field) in [
        (hours(-1), hours(5), "starts_at"),
        (hours(20), hours(30), "starts_at"),
        (hours(100), hours(100), "ends_at"),
        (hours(100), hours(90), "ends_at"),
        (hours(100), hours(100 + 24 * 30), "ends_at"),
        (hours(100), hours(100 + 24 * 800), "ends_at"),
    ] {
        let problem = take(from, until).problem("invalid_field");
        assert_eq!(problem.field, field, "{problem:?}");
    }
    for (body, field) in [
        (json!({}), "ends_at"),
        (json!({"ends_at": "tomorrow"}), "ends_at"),
        (json!({"starts_at": 3, "ends_at": "2030-01-01T00:00:00Z"}), "starts_at"),
        (json!({"days": 3, "ends_at": "2030-01-01T00:00:00Z"}), "days"),
    ] {
        assert_eq!(ada.post(VACATIONS, &body).problem("invalid_field").field, field, "{body}");
    }
    assert_eq!(ada.get(VACATIONS).is(200)["vacations"], json!([taken]));

    // A vacation that begins now, sent twice with a key. It is ended immediately and does not use
    // the allowance.
    let body = json!({"ends_at": hours(20).to_string()});
    let send =
        || ada.request("POST", VACATIONS).header("Idempotency-Key", "sea").json(&body).send();
    let now = send().is(201);
    assert_eq!(send().is(201), now);
    let other = ada
        .request("POST", VACATIONS)
        .header("Idempotency-Key", "sea")
        .json(&json!({"ends_at": "2030-01-01T00:00:00Z"}));
    other.send().problem("key_reused");
    assert_eq!(ada.get(VACATIONS).is(200)["vacations"], json!([now, taken]));
    let path_of = |vacation: &Value| format!("{VACATIONS}/{}", vacation["id"].as_str().unwrap());
    server.player("Ben").delete(&path_of(&now)).problem("not_found");
    for vacation in [&now, &taken] {
        ada.delete(&path_of(vacation)).is(204);
    }
    ada.delete(&path_of(&now)).is(204);
    ada.delete(&path_of(&taken)).problem("not_found");
    let list = ada.get(VACATIONS).is(200);
    assert!((20 * day - 60..=20 * day).contains(&left(&list)), "{list}");
    let listed = list["vacations"].as_array().unwrap();
    assert!(
        listed.len() == 1 && between(&listed[0]["starts_at"], &listed[0]["ends_at"]) < 60,
        "{list}"
    );

    let strict = Server::start_with(&["--vacation-days", "0"]);
    strict.player("Ada").post(VACATIONS, &body).problem("not_now");
}

#[test]
fn a_vacation_stops_the_own_clocks_and_opponents_see_it() {
    let mut server = Server::start();
    let pair = Pair::clocked(&server, &json!({"first": "creator"}), &json!({"days_per_turn": 3}));
    let timeless = Pair::of([pair.ada.clone(), pair.ben.clone()], &json!({}));
    let (before, untouched) = (pair.game(), timeless.game());
    let tag = pair.ben.get(&pair.path("")).header("etag").to_owned();
    assert_eq!(before["seats"][0]["absences"], Value::Null);
    // Ben's vacation does not affect Ada's clock.
    let bens = pair.ben.post(VACATIONS, &json!({"ends_at": hours(24).to_string()})).is(201);
    assert_eq!(pair.game()["deadline_at"], before["deadline_at"]);
    assert_eq!(
        pair.game()["seats"][1]["absences"],
        json!([{"starts_at": bens["starts_at"], "ends_at": bens["ends_at"]}])
    );
    let (from, until) = (hours(24), hours(24 + 7 * 24));
    let vacation = pair
        .ada
        .post(VACATIONS, &json!({"starts_at": from.to_string(), "ends_at": until.to_string()}))
        .is(201);
    let response = pair.ben.get(&pair.path(""));
    assert_ne!(response.header("etag"), tag);
    let response = response.is(200);
    assert_eq!(between(&before["deadline_at"], &response["deadline_at"]), 7 * 24 * 60 * 60);
    assert_eq!(response["seats"][0]["clock"]["due_at"], response["deadline_at"]);
    assert_eq!(
        response["seats"][0]["absences"],
        json!([{"starts_at": vacation["starts_at"], "ends_at": vacation["ends_at"]}])
    );
    assert_eq!(response["version"], before["version"]);
    assert_eq!(timeless.game(), untouched);
    // The sort order of lists follows after a short time.
    wait_until("the deadline in the summary", || {
        pair.ada.get("/v1/players/me/summary").is(200)["deadline_at"] == response["deadline_at"]
    });

    days_later(&mut server, "+9d");
    let restarted = pair.at(server.url());
    server.wait_for_time_outs();
    assert_eq!(restarted.game()["status"], "playing");
    days_later(&mut server, "+4d");
    // She returns early, and has the two days that were left.
    let restarted = pair.at(server.url());
    restarted.ada.delete(&format!("{VACATIONS}/{}", vacation["id"].as_str().unwrap())).is(204);
    let game = restarted.game();
    let short = between(&game["deadline_at"], &response["deadline_at"]);
    assert!((4 * 86_400 - 600..=4 * 86_400).contains(&short), "{game}");
    days_later(&mut server, "+7d");
    let late = pair.at(server.url());
    late.act(&late.ada, &games::fire(&["A1"])).problem("game_over");
    assert_eq!(late.game()["outcome"]["winners"], json!([2]));
}

#[test]
fn games_are_urgent_by_the_own_clock() {
    let mut server = Server::start();
    let rounds =
        Pair::clocked(&server, &json!({"mode": "salvo"}), &json!({"bank": 48, "increment": 0}));
    let salvo = |pair: &Pair, player: &Client| {
        let (count, from) = games::choice(&player.get(&pair.path("/legal")).is(200)).unwrap();
        let cells: Vec<_> = from.iter().take(count).map(String::as_str).collect();
        pair.act(player, &games::fire(&cells)).is(200);
    };
    salvo(&rounds, &rounds.ada);
    days_later(&mut server, "+40h");
    let rounds = rounds.at(server.url());
    salvo(&rounds, &rounds.ben);
    // Both are to move: Ben has eight hours left, Ada two days. In another game she has one day.
    let request = json!({"ruleset": "classic", "options": {"first": "creator"}, "clock": {"days_per_turn": 1}});
    let other = rounds.ada.post("/v1/games", &request).is(201)["id"].as_str().unwrap().to_owned();
    rounds.ben.post(&format!("/v1/games/{other}/seats"), &json!({})).is(201);
    let other = Pair { id: other, ..rounds.clone() };
    other.place();
    let turns = |player: &Client| {
        let mine = player.get("/v1/games?which=my_turn").is(200);
        let ids = mine["games"]
            .as_array()
            .unwrap()
            .iter()
            .map(|game| game["id"].as_str().unwrap().to_owned());
        ids.collect::<Vec<_>>()
    };
    assert_eq!(turns(&rounds.ada), [other.id.clone(), rounds.id.clone()]);
    assert_eq!(turns(&rounds.ben), [&*rounds.id]);
    let first = rounds.ada.get("/v1/players/me/summary").is(200)["deadline_at"].clone();
    assert_eq!(first, other.game()["deadline_at"]);
    let page = rounds.ada.get("/v1/games?which=my_turn&limit=1").is(200);
    assert_eq!(page["games"][0]["id"], *other.id);
    let next = page["next"].as_str().unwrap();
    let page = rounds.ada.get(&format!("/v1/games?which=my_turn&limit=1&cursor={next}")).is(200);
    assert_eq!(page["games"][0]["id"], *rounds.id);
}

/// Reads the messages of a player's feed after this id, once the server has looked at the clocks.
fn heard(server: &Server, player: &Client, after: u64) -> Vec<Message> {
    server.wait_for_time_outs();
    let player = player.at(server.url());
    let last = Stream::open(&player, FEED, None).message().id;
    let mut stream = Stream::open(&player, FEED, Some(after));
    let mut messages: Vec<Message> = Vec::new();
    while messages.last().map_or(after, |message| message.id) < last {
        messages.push(stream.message());
    }
    messages
}

fn kinds(messages: Vec<Message>) -> Vec<String> {
    messages.into_iter().map(|message| message.event).collect()
}

#[test]
fn a_player_with_little_time_left_is_reminded_once() {
    let mut server = Server::start();
    let pair = Pair::clocked(&server, &json!({"first": "creator"}), &json!({"days_per_turn": 5}));
    let game = pair.game();
    let begin = |player: &Client| Stream::open(player, FEED, None).message().id;
    let (ada, ben) = (begin(&pair.ada), begin(&pair.ben));
    days_later(&mut server, "+95h");
    assert_eq!(heard(&server, &pair.ada, ada), []);
    days_later(&mut server, "+97h");
    let reminded = heard(&server, &pair.ada, ada);
    let data = json!({"game": pair.id, "deadline_at": game["deadline_at"]});
    assert_eq!(
        reminded,
        [Message {
            event: "reminder".to_owned(),
            id: ada + 1,
            timeline: reminded[0].timeline.clone(),
            data
        }]
    );
    assert_eq!(heard(&server, &pair.ben, ben), []);
    assert_eq!(pair.at(server.url()).game(), game);
    days_later(&mut server, "+98h");
    assert_eq!(heard(&server, &pair.ada, ada).len(), 1);
    // Her next turn gets its own reminder.
    let later = pair.at(server.url());
    later.act(&later.ada, &games::fire(&["A1"])).is(200);
    later.act(&later.ben, &games::fire(&["A1"])).is(200);
    days_later(&mut server, "+196h");
    let heard_by_ada = heard(&server, &pair.ada, ada);
    assert_eq!(kinds(heard_by_ada), ["reminder", "step", "step", "reminder"]);
    assert_eq!(kinds(heard(&server, &pair.ben, ben)), ["step", "step"]);
}

#[test]
fn a_player_with_three_reminders_gets_each_once() {
    let mut server = Server::start();
    let ada = server.player_at("Ada", "ada@example.org");
    let set = |player: &Client, reminders: Value| {
        player.put(MAILBOX, &json!({"address": "ada@example.org", "reminders": reminders}))
    };
    for wrong in [json!([1, 2, 3, 4]), json!([0]), json!([337])] {
        set(&ada, wrong).problem("invalid_field");
    }
    assert_eq!(ada.get(MAILBOX).is(200)["reminders"], json!([]));
    let ben = server.player("Ben");
    let body = json!({"ruleset": "classic", "options": {"first": "creator"}, "clock": {"days_per_turn": 2}});
    let id = ada.post("/v1/games", &body).is(201)["id"].as_str().unwrap().to_owned();
    ben.post(&format!("/v1/games/{id}/seats"), &json!({})).is(201);
    let pair = Pair { ada, ben, id };
    pair.place();
    let begin = Stream::open(&pair.ada, FEED, None).message().id;
    // The turn has begun already.
    assert_eq!(set(&pair.ada, json!([1, 24, 6])).is(200)["reminders"], json!([24, 6, 1]));
    let reminders = |server: &Server| {
        let heard = heard(server, &pair.ada, begin);
        heard.iter().filter(|message| message.event == "reminder").count()
    };
    for (hours, count) in [(23, 0), (25, 1), (41, 1), (43, 2), (46, 2), (47, 3)] {
        days_later(&mut server, &format!("+{hours}h"));
        assert_eq!(reminders(&server), count, "after {hours} h");
    }
    wait_until("a mail", || {
        let mails = server.mail_to("ada@example.org");
        mails.iter().any(|mail| mail.subject.contains("Your time is running out"))
    });
}

#[test]
fn a_move_leaves_when_the_clock_is_looked_at_and_an_early_look_finds_nothing_to_do() {
    let mut server = Server::start();
    let pair = Pair::clocked(&server, &json!({"first": "creator"}), &json!({"days_per_turn": 5}));
    let looked_at = |server: &Server| {
        server.database().count(server.directory(), "SELECT next_check_at FROM games")
    };
    let at = Stream::open(&pair.ben, FEED, None).message().id;
    let before = looked_at(&server);
    days_later(&mut server, "+24h");
    let later = pair.at(server.url());
    later.act(&later.ada, &games::fire(&["A1"])).is(200);
    assert_eq!(looked_at(&server), before);
    let moved = later.game();
    // The time at which the previous turn needed attention. No request causes a check.
    days_later(&mut server, "+97h");
    wait_until("a look at the clock", || looked_at(&server) != before);
    let day = 24 * 60 * 60 * 1000;
    assert!((day..day + day / 24).contains(&(looked_at(&server) - before)));
    assert_eq!(kinds(heard(&server, &pair.ben, at)), ["step"]);
    assert_eq!(pair.at(server.url()).game(), moved);
    days_later(&mut server, "+121h");
    assert_eq!(kinds(heard(&server, &pair.ben, at)), ["step", "reminder"]);
}

/// Speed of the clock in a test that kills the server repeatedly, relative to real time.
const SPEED: u128 = 20_000;
const KILLS: usize = 120;
const PAIRS: usize = 12;

/// The time for a server that starts now with the fast clock, which is also these days ahead.
fn racing(since: Instant, days: u128) -> String {
    format!("+{}s", since.elapsed().as_millis() * SPEED / 1_000 + days * 24 * 60 * 60)
}

/// Each deadline is enforced once, and there is at most one reminder for a turn, no matter how
/// often the server is killed.
#[test]
fn clocks_are_kept_through_kill_9_at_any_moment() {
    // On the fast clock it takes months.
    let mut server = Server::start_with(&["--test-limits", "feed_days=3650"]);
    let clocks = [
        json!({"days_per_turn": 1}),
        json!({"days_per_turn": 3}),
        json!({"bank": 24, "increment": 6}),
    ];
    let pairs: Vec<_> = (0..PAIRS)
        .map(|n| Pair::clocked(&server, &json!({"first": "creator"}), &clocks[n % clocks.len()]))
        .collect();
    let players: Vec<&Client> = pairs.iter().flat_map(|pair| [&pair.ada, &pair.ben]).collect();
    let heads: Vec<u64> =
        players.iter().map(|player| Stream::open(player, FEED, None).message().id).collect();
    let since = Instant::now();
    let mut luck = Sequence(17);
    server.kill_9();
    for kill in 0..KILLS {
        server.believe_in(&racing(since, 0));
        server.launch();
        // Make some moves, so that there are new turns.
        let pair = &pairs[luck.below(PAIRS)];
        for player in [&pair.ada, &pair.ben] {
            let path = pair.path("/actions");
            let cell = format!("{}{}", ["A", "B", "C", "D"][luck.below(4)], 1 + luck.below(10));
            let _ = player
                .at(server.url())
                .request("POST", &path)
                .json(&games::fire(&[&cell]))
                .try_send();
        }
        if kill % 3 > 0 {
            std::thread::sleep(Duration::from_millis(luck.below(120) as u64));
        }
        server.kill_9();
    }
    server.believe_in(&racing(since, 20));
    server.launch();
    let mut reminded = 0;
    for (n, pair) in pairs.iter().enumerate() {
        let pair = pair.at(server.url());
        let game = wait_for(&pair.ada, &pair.path(""), "finished");
        assert_eq!(game["outcome"]["reason"], "timed_out", "{game}");
        let events = pair.events();
        let count = |kind: &str| events.iter().filter(|event| event["type"] == kind).count();
        assert_eq!(
            (count("timed_out"), count("finished"), count("revealed")),
            (1, 1, 1),
            "{events:?}"
        );
        let record = pair.ada.get(&pair.path("/record")).is(200);
        assert_eq!(server.client().post("/v1/verify", &record).is(200)["valid"], true);
        for (player, head) in [(&pair.ada, heads[2 * n]), (&pair.ben, heads[2 * n + 1])] {
            let mut stream = Stream::open(player, FEED, Some(head));
            let mut times: HashMap<String, usize> = HashMap::new();
            loop {
                let message = stream.message();
                match &*message.event {
                    "reminder" => {
                        *times.entry(message.data["deadline_at"].to_string()).or_default() += 1
                    }
                    "step" if message.events().iter().any(|event| event["type"] == "revealed") => {
                        break;
                    }
                    _ => {}
                }
            }
            assert!(times.values().all(|times| *times == 1), "{times:?}");
            reminded += times.len();
        }
    }
    assert!(reminded > 0, "nobody was ever reminded");
}
