//! A machine whose clock is wrong for a while, that sleeps or is paused, and downtime: nothing of
//! this causes time-outs, and players get back lost time.

use broadside_tests::games::{self, Pair};
use broadside_tests::server::Server;
use broadside_tests::wait::wait_until;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::games::clocks::{hours, time};
use crate::games::deadlines::wait_for;

fn clocked(server: &Server, days: u32) -> Pair {
    Pair::clocked(server, &json!({"first": "creator"}), &json!({"days_per_turn": days}))
}

/// Asserts that two times are equal, with a tolerance for a busy machine.
#[track_caller]
fn close(one: Timestamp, other: Timestamp) {
    assert!(one.duration_since(other).abs() < SignedDuration::from_mins(2), "{one} {other}");
}

fn newest(pair: &Pair) -> Timestamp {
    time(&pair.events().last().unwrap()["occurred_at"])
}

/// Number of steps of the clock that the server has noticed since its first start.
fn steps(server: &Server) -> usize {
    server.log().matches("the clock was set").count()
}

/// Waits until the server has looked at its clock, and then at those of the games.
#[track_caller]
fn wait_for_time_outs(server: &Server) {
    server.wait_for_round("timekeeper");
    server.wait_for_round("deadlines");
}

/// Games and challenges that a wrong clock could end.
struct Lives {
    playing: Pair,
    placing: Pair,
    challenge: Pair,
}

impl Lives {
    fn begin(server: &Server) -> Self {
        let playing = clocked(server, 3);
        let placing = {
            let (ada, ben) = (server.player("Ada"), server.player("Ben"));
            let body = json!({"ruleset": "classic", "clock": {"bank": 1, "increment": 0}});
            let id = ada.post("/v1/games", &body).is(201)["id"].as_str().unwrap().to_owned();
            ben.post(&format!("/v1/games/{id}/seats"), &json!({})).is(201);
            Pair { ada, ben, id }
        };
        Self { playing, placing, challenge: challenge(server) }
    }

    /// Checks that all go on, and that the players have as much time as at the beginning, by a
    /// clock that is some days ahead.
    #[track_caller]
    fn are_unharmed(&self, server: &Server, days: i64) {
        let lives = [
            (&self.playing, "playing", 72),
            (&self.placing, "placing", 1),
            (&self.challenge, "waiting", 14 * 24),
        ];
        for (pair, status, left) in lives {
            let now = pair.at(server.url()).game();
            assert_eq!(now["status"], status, "{now}");
            close(time(&now["deadline_at"]), hours(left + days * 24));
        }
    }

    /// Makes a move of the player to move. The next has three days by the clock, and the log does
    /// not go back.
    #[track_caller]
    fn move_on(&self, server: &Server, days: i64) {
        let pair = self.playing.at(server.url());
        let (before, last) = (pair.game(), newest(&pair));
        let who = if before["to_move"] == json!([1]) { &pair.ada } else { &pair.ben };
        let cells = games::choice(&who.get(&pair.path("/legal")).is(200)).unwrap().1;
        pair.act(who, &games::fire(&[&cells[0]])).is(200);
        assert!(newest(&pair) >= last);
        close(time(&pair.game()["deadline_at"]), hours(72 + days * 24));
    }
}

/// Creates a challenge that nobody has answered.
fn challenge(server: &Server) -> Pair {
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    let body = json!({"ruleset": "classic", "opponents": [{"kind": "player", "id": ben.id}]});
    let id = ada.post("/v1/games", &body).is(201)["id"].as_str().unwrap().to_owned();
    Pair { ada, ben, id }
}

#[test]
fn a_clock_that_is_400_days_off_at_a_start_harms_nothing() {
    for days in [400, -400] {
        let mut server = Server::over_a_file();
        let lives = Lives::begin(&server);
        server.stop();
        server.jump_to(&format!("{days}d"));
        server.launch();
        wait_for_time_outs(&server);
        lives.are_unharmed(&server, days);
        lives.move_on(&server, days);
        server.restart();
        server.stop();
        server.jump_to("+0d");
        server.launch();
        wait_for_time_outs(&server);
        lives.are_unharmed(&server, 0);
        lives.move_on(&server, 0);
        assert_eq!(steps(&server), 2, "{}", server.log());
        server.stop();
        let checked = server.command(&["check"]);
        assert!(checked.status.success(), "{checked:?}");
    }
}

#[test]
fn a_clock_that_is_wrong_after_a_start_of_the_machine_harms_nothing_when_it_is_set() {
    for days in [400, 1, -400] {
        let mut server = Server::over_a_file();
        let lives = Lives::begin(&server);
        // Its time does not run out while the clock is wrong.
        let long = clocked(&server, 14);
        let deadline = long.game()["deadline_at"].clone();
        server.stop();
        server.restart_machine();
        let hand = server.clock();
        hand.set(&format!("{days}d"));
        server.launch();
        wait_for_time_outs(&server);
        for pair in [&lives.playing, &lives.placing, &lives.challenge] {
            let now = pair.at(server.url()).game();
            assert_ne!(now["outcome"]["reason"], "timed_out", "{now}");
            assert!(time(&now["deadline_at"]) > hours(days * 24), "{now}");
        }
        let says = "the machine was started again";
        if days > 0 {
            server.wait_for_log(says);
        } else {
            assert!(!server.log().contains(says), "{}", server.log());
        }
        let before = steps(&server);
        hand.set("+0d");
        wait_until("the step", || steps(&server) > before);
        wait_for_time_outs(&server);
        let (playing, placing) = (&lives.playing, &lives.placing);
        for (pair, left) in [(playing, 72), (placing, 1)] {
            close(time(&pair.at(server.url()).game()["deadline_at"]), hours(left));
        }
        close(time(&long.at(server.url()).game()["deadline_at"]), time(&deadline));
        assert_eq!(lives.challenge.at(server.url()).game()["status"], "waiting");
        lives.move_on(&server, 0);
        server.stop();
        let checked = server.command(&["check"]);
        assert!(checked.status.success(), "{checked:?}");
    }
}

#[test]
fn a_clock_that_is_set_while_the_server_runs_moves_everything_and_back() {
    let mut server = Server::over_a_file();
    let lives = Lives::begin(&server);
    let body = json!({"ends_at": hours(48).to_string()});
    let vacation = lives.challenge.ben.post("/v1/players/me/vacations", &body).is(201);
    let token =
        lives.challenge.ada.post("/v1/tokens", &json!({"name": "short", "expires_in_days": 1}));
    let token = lives.challenge.ada.with_token(token.is(201)["token"].as_str().unwrap());
    server.stop();
    let hand = server.clock();
    server.launch();
    let days = [400, 0, -3, 2, 0];
    for (n, days) in days.into_iter().enumerate() {
        hand.set(&format!("{days}d"));
        wait_until("the step", || steps(&server) == n + 1);
        wait_for_time_outs(&server);
        lives.are_unharmed(&server, days);
        lives.move_on(&server, days);
        token.at(server.url()).get("/v1/players/me").is(200);
        let listed = lives.challenge.ben.at(server.url()).get("/v1/players/me/vacations").is(200);
        close(time(&listed["vacations"][0]["ends_at"]), hours(48 + days * 24));
    }
    let listed = lives.challenge.ben.at(server.url()).get("/v1/players/me/vacations").is(200);
    assert_eq!(listed["vacations"][0]["id"], vacation["id"]);
    server.stop();
    let checked = server.command(&["check"]);
    assert!(checked.status.success(), "{checked:?}");
}

/// The clock of the machine counts its sleep. A process that is suspended notices as little.
#[test]
fn a_deadline_during_sleep_is_extended_by_the_sleep() {
    for is_suspended in [false, true] {
        let mut server = Server::start();
        let [short, long] = [1, 3].map(|days| clocked(&server, days));
        server.stop();
        server.believe_in("+20h");
        server.launch();
        let (short, long) = (short.at(server.url()), long.at(server.url()));
        let later = long.game()["deadline_at"].clone();
        wait_for_time_outs(&server);
        if is_suspended {
            server.signal("STOP");
        }
        server.pass_to("+30h");
        if is_suspended {
            server.signal("CONT");
        }
        wait_until("the outage", || !short.game()["seats"][0]["clock"]["outages"].is_null());
        wait_for_time_outs(&server);
        let game = short.game();
        assert_eq!(game["status"], "playing");
        close(time(&game["deadline_at"]), hours(34));
        assert_eq!(long.game()["deadline_at"], later);
    }
}

/// A virtual machine that is paused: its clocks stand still, and then its wall clock is set.
#[test]
fn a_deadline_during_a_pause_is_extended_by_the_pause() {
    let mut server = Server::over_a_file();
    let pair = clocked(&server, 1);
    server.stop();
    server.believe_in("+23.5h");
    let hand = server.clock();
    server.launch();
    let pair = pair.at(server.url());
    wait_for_time_outs(&server);
    hand.set("+33.5h");
    wait_until("the step", || steps(&server) == 1);
    wait_for_time_outs(&server);
    let game = pair.game();
    assert_eq!(game["status"], "playing");
    close(time(&game["deadline_at"]), hours(34));
}

#[test]
fn expiries_wait_for_an_hour_after_an_outage() {
    let mut server = Server::start();
    let ada = server.player("Ada");
    let send = || {
        let request = ada.request("POST", "/v1/games").header("Idempotency-Key", "once");
        request.json(&json!({"ruleset": "classic"})).send().is(201)
    };
    send();
    // Answers are kept for four days.
    let stored_count = |server: &Server| {
        server.database().count(server.directory(), "SELECT count(*) FROM idempotency_responses")
    };
    server.stop();
    server.wake_at("+5d");
    server.launch();
    server.wait_for_first_round("retention");
    assert_eq!(stored_count(&server), 1);
    server.stop();
    server.believe_in("+5.5d");
    server.launch();
    wait_until("the deletion", || stored_count(&server) == 0);
}

#[test]
fn deadlines_in_or_soon_after_an_outage_are_an_hour_after_its_end() {
    let mut server = Server::start();
    let [short, long] = [3, 14].map(|days| clocked(&server, days));
    let challenge = challenge(&server);
    let untouched = long.game()["deadline_at"].clone();
    server.stop();
    // The server stops half an hour before the deadline.
    server.believe_in("+71.5h");
    server.launch();
    server.stop();
    server.wake_at("+80h");
    server.launch();
    let now = short.at(server.url());
    let game = now.game();
    assert_eq!(game["status"], "playing");
    let outage = game["seats"][0]["clock"]["outages"][0].clone();
    close(time(&outage["started_at"]), hours(0) + SignedDuration::from_mins(71 * 60 + 30));
    close(time(&outage["ended_at"]), hours(80));
    let expected = time(&outage["ended_at"]) + SignedDuration::from_hours(1);
    assert_eq!(time(&game["deadline_at"]), expected);
    let of_long = long.at(server.url()).game();
    assert_eq!(of_long["deadline_at"], untouched);
    assert_eq!(of_long["seats"][0]["clock"]["outages"], Value::Null);
    // A turn that begins before the outage, but is due long after it.
    server.stop();
    server.believe_in("+80.9h");
    server.launch();
    assert_eq!(short.at(server.url()).game()["deadline_at"], game["deadline_at"]);
    server.stop();
    server.believe_in("+81.2h");
    server.launch();
    let now = short.at(server.url());
    let finished = wait_for(&now.ada, &now.path(""), "finished");
    assert_eq!(finished["outcome"], json!({"kind": "win", "winners": [2], "reason": "timed_out"}));
    let log = now.events();
    let last: Vec<_> = log.iter().filter(|event| time(&event["occurred_at"]) == expected).collect();
    let kinds: Vec<_> = last.iter().map(|event| event["type"].as_str().unwrap()).collect();
    for kind in ["timed_out", "finished", "revealed"] {
        assert!(kinds.contains(&kind), "{kind} is not dated {expected}: {log:?}");
    }
    let record = now.ada.get(&now.path("/record")).is(200);
    assert_eq!(server.client().post("/v1/verify", &record).is(200)["valid"], true);
    assert_eq!(challenge.at(server.url()).game()["status"], "waiting");
}

#[test]
fn a_challenge_that_expires_in_an_outage_stands_for_that_long_after_it() {
    let mut server = Server::start_with(&["--challenge-days", "2"]);
    let pair = challenge(&server);
    server.stop();
    server.believe_in("+45h");
    server.launch();
    server.stop();
    server.wake_at("+60h");
    server.launch();
    let game = pair.at(server.url()).game();
    assert_eq!(game["status"], "waiting");
    close(time(&game["deadline_at"]), hours(63));
    server.stop();
    server.believe_in("+64h");
    server.launch();
    let over = wait_for(&pair.ada.at(server.url()), &pair.path(""), "cancelled");
    let cancelled = pair.at(server.url()).events().last().unwrap().clone();
    assert_eq!(
        (&over["status"], &cancelled["occurred_at"]),
        (&json!("cancelled"), &game["deadline_at"])
    );
}

/// A server that can read, but cannot store moves for more than a minute.
#[test]
fn a_database_that_takes_no_moves_for_more_than_a_minute_is_an_outage() {
    let mut server = Server::start();
    let pair = clocked(&server, 3);
    let other = server.player("Eve");
    server.stop();
    // Half a minute before Ada's deadline.
    let before = 3 * 24 * 60 * 60 - 30;
    server.believe_in(&format!("+{before}s"));
    server.launch();
    let (pair, other) = (pair.at(server.url()), other.at(server.url()));
    let held = server.database().hold(server.directory());
    server.pass_to(&format!("+{}s", before + 80));
    let answer = other.post("/v1/games", &json!({"ruleset": "classic"}));
    assert_ne!(answer.status, 201, "{answer:?}");
    assert_eq!(pair.game()["status"], "playing");
    drop(held);
    wait_until("the end of the outage", || {
        pair.game()["seats"][0]["clock"]["outages"].as_array().is_some_and(|all| !all.is_empty())
    });
    let game = pair.game();
    assert_eq!(game["status"], "playing");
    let until = time(&game["seats"][0]["clock"]["outages"][0]["ended_at"]);
    assert_eq!(time(&game["deadline_at"]), until + SignedDuration::from_hours(1));
}
