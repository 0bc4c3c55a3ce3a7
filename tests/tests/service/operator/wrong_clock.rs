//! A machine whose clock is wrong for a while, and downtime: neither causes time-outs, and players
//! get back lost time.

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

fn suspended(server: &Server) -> usize {
    server.log().matches("time-outs are suspended").count()
}

/// Waits until the server has looked at its clock, and then at those of the games.
#[track_caller]
fn wait_for_time_outs(server: &Server) {
    server.wait_for_round("timekeeper");
    server.wait_for_round("deadlines");
}

/// Runs `broadside clock`, or one of its subcommands.
#[track_caller]
fn clock(server: &Server, args: &[&str]) -> String {
    let output = server.command(&[&["clock"], args].concat());
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Games and challenges that a wrong clock could end.
struct Lives {
    playing: Pair,
    placing: Pair,
    challenge: Pair,
    before: [Value; 3],
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
        let challenge = {
            let (ada, ben) = (server.player("Ada"), server.player("Ben"));
            let body =
                json!({"ruleset": "classic", "opponents": [{"kind": "player", "id": ben.id}]});
            let id = ada.post("/v1/games", &body).is(201)["id"].as_str().unwrap().to_owned();
            Pair { ada, ben, id }
        };
        let before = [&playing, &placing, &challenge].map(Pair::game);
        Self { playing, placing, challenge, before }
    }

    #[track_caller]
    fn are_unharmed(&self, server: &Server) {
        for (pair, before) in
            [&self.playing, &self.placing, &self.challenge].into_iter().zip(&self.before)
        {
            let now = pair.at(server.url()).game();
            assert_eq!(
                (&now["status"], &now["deadline_at"]),
                (&before["status"], &before["deadline_at"]),
                "{now}"
            );
        }
    }

    /// Makes a move of the player to move, and checks the time of it.
    #[track_caller]
    fn move_on(&mut self, server: &Server) {
        let pair = self.playing.at(server.url());
        let before = pair.game();
        let who = if before["to_move"] == json!([1]) { &pair.ada } else { &pair.ben };
        let cells = games::choice(&who.get(&pair.path("/legal")).is(200)).unwrap().1;
        pair.act(who, &games::fire(&[&cells[0]])).is(200);
        close(newest(&pair), hours(0));
        self.before[0] = pair.game();
        close(time(&self.before[0]["deadline_at"]), hours(72));
    }
}

#[test]
fn a_clock_that_is_400_days_ahead_at_a_start_harms_nothing() {
    for started_again in [false, true] {
        let mut server = Server::start();
        let mut lives = Lives::begin(&server);
        server.stop();
        if started_again {
            server.forget_machines();
        }
        server.jump_to("+400d");
        server.launch();
        wait_for_time_outs(&server);
        lives.are_unharmed(&server);
        lives.move_on(&server);
        assert_eq!(suspended(&server), 1, "{}", server.log());
        assert!(clock(&server, &[]).contains("In doubt"), "{}", clock(&server, &[]));
        server.stop();
        server.under(&[]);
        server.launch();
        lives.are_unharmed(&server);
        lives.move_on(&server);
        assert_eq!(suspended(&server), 1, "{}", server.log());
        assert!(clock(&server, &[]).contains("The clock is trusted"), "{}", clock(&server, &[]));
    }
}

#[test]
fn a_clock_that_jumps_while_the_server_runs_harms_nothing_and_time_outs_go_on_when_it_is_back() {
    let mut server = Server::start();
    let mut lives = Lives::begin(&server);
    server.stop();
    let hand = server.clock();
    server.launch();
    let back = |server: &Server| server.log().matches("time-outs go on").count();
    for (n, jump) in ["+400d", "-3d", "+2h"].into_iter().enumerate() {
        hand.set(jump);
        wait_until("the doubt", || suspended(&server) == n + 1);
        wait_for_time_outs(&server);
        lives.are_unharmed(&server);
        lives.move_on(&server);
        hand.set("+0d");
        wait_until("the trust", || back(&server) == n + 1);
        lives.are_unharmed(&server);
        lives.move_on(&server);
    }
    // A jump of less than an hour is accepted.
    hand.set("+30m");
    wait_for_time_outs(&server);
    assert_eq!(suspended(&server), 3, "{}", server.log());
    close(newest(&lives.playing.at(server.url())), hours(0));
}

#[test]
fn the_operator_confirms_a_clock_and_players_get_back_the_time_until_then() {
    let mut server = Server::start();
    let pair = clocked(&server, 1);
    server.stop();
    // Two days of downtime look the same as a clock that is two days ahead.
    server.forget_machines();
    server.jump_to("+2d");
    server.launch();
    let pair = pair.at(server.url());
    wait_for_time_outs(&server);
    assert_eq!(pair.game()["status"], "playing");
    // A turn that begins during that time loses nothing either.
    pair.act(&pair.ada, &games::fire(&["A1"])).is(200);
    assert_eq!(suspended(&server), 1, "{}", server.log());
    let said = clock(&server, &["confirm"]);
    assert!(said.starts_with("confirmed"), "{said}");
    server.wait_for_log("time-outs go on");
    assert!(!server.directory().file("broadside.db.clock").exists());
    assert!(clock(&server, &[]).contains("The clock is trusted"), "{}", clock(&server, &[]));
    let game = pair.game();
    close(time(&game["deadline_at"]), hours(3 * 24));
    assert_eq!(game["status"], "playing");
    // The player to move sees the reason.
    let outages = game["seats"][1]["clock"]["outages"].as_array().unwrap();
    assert_eq!(outages.len(), 1, "{game}");
    close(time(&outages[0]["ended_at"]), hours(2 * 24));
    // A confirmation is valid only for its time.
    server.stop();
    server.forget_machines();
    server.jump_to("+9d");
    server.launch();
    assert_eq!(suspended(&server), 2, "{}", server.log());
    assert_eq!(pair.at(server.url()).game()["status"], "playing");
}

#[test]
fn whoever_was_due_in_an_outage_or_within_an_hour_of_it_has_that_long_from_its_end_and_all_is_dated_so()
 {
    let mut server = Server::start();
    let [short, long] = [3, 14].map(|days| clocked(&server, days));
    let challenge = {
        let (ada, ben) = (server.player("Ada"), server.player("Ben"));
        let body = json!({"ruleset": "classic", "opponents": [{"kind": "player", "id": ben.id}]});
        let id = ada.post("/v1/games", &body).is(201)["id"].as_str().unwrap().to_owned();
        Pair { ada, ben, id }
    };
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
    let due = time(&outage["ended_at"]) + SignedDuration::from_hours(1);
    assert_eq!(time(&game["deadline_at"]), due);
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
    let over = wait_for(&now.ada, &now.path(""), "finished");
    assert_eq!(over["outcome"], json!({"kind": "win", "winners": [2], "reason": "timed_out"}));
    let log = now.events();
    let last: Vec<_> = log.iter().filter(|event| time(&event["occurred_at"]) == due).collect();
    let kinds: Vec<_> = last.iter().map(|event| event["type"].as_str().unwrap()).collect();
    for kind in ["timed_out", "finished", "revealed"] {
        assert!(kinds.contains(&kind), "{kind} is not dated {due}: {log:?}");
    }
    let record = now.ada.get(&now.path("/record")).is(200);
    assert_eq!(server.client().post("/v1/verify", &record).is(200)["valid"], true);
    assert_eq!(challenge.at(server.url()).game()["status"], "waiting");
}

#[test]
fn a_challenge_that_expires_in_an_outage_stands_for_that_long_after_it() {
    let mut server = Server::start_with(&["--challenge-days", "2"]);
    let (ada, ben) = (server.player("Ada"), server.player("Ben"));
    let body = json!({"ruleset": "classic", "opponents": [{"kind": "player", "id": ben.id}]});
    let id = ada.post("/v1/games", &body).is(201)["id"].as_str().unwrap().to_owned();
    let pair = Pair { ada, ben, id };
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
    let clock = server.clock();
    clock.set(&format!("+{before}s"));
    server.launch();
    let (pair, other) = (pair.at(server.url()), other.at(server.url()));
    let held = server.database().hold_for(server.directory(), 80);
    clock.set(&format!("+{}s", before + 80));
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
