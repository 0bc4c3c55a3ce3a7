//! Queues of moves: each move of a queue is made once, in order, or still waits, whether it was
//! written over HTTP or by mail.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use broadside_tests::games::{self, Pair};
use broadside_tests::server::Server;
use broadside_tests::wait::{wait_for, wait_until};
use serde_json::{Value, json};

use crate::kill_often;
use crate::letters::{SECRET, add_keys, deliver, key, wait_for_turn, writer};

/// Two players: Ada moves by hand, and Ben only writes queues.
struct Planner {
    pair: Pair,
    /// Number of cells that Ada has fired at.
    fired: usize,
    /// Number of cells that Ben has written into queues, and the number of these in the queue that
    /// may not be stored.
    planned: usize,
    asked: usize,
    /// Ben's address and the turn of the first shot, if he writes queues by mail.
    letters: Option<(String, u32)>,
}

/// Number of moves of a queue.
const AT_A_TIME: usize = 4;
/// Number of moves needed for a meaningful result.
const ENOUGH: usize = 40;

/// The `n`th cell of the board.
fn cell(n: usize) -> String {
    format!("{}{}", char::from(b'A' + (n / 10) as u8), n % 10 + 1)
}

/// The cells that a seat has fired at.
fn cells(events: &Value, seat: u64) -> Vec<String> {
    let of_seat = |event: &&Value| event["type"] == "fired" && event["seat"] == seat;
    let all = events["events"].as_array().unwrap().iter().filter(of_seat);
    all.map(|event| event["cell"].as_str().unwrap().to_owned()).collect()
}

/// The cells that wait in a queue.
fn waiting(queue: &Value) -> Vec<String> {
    let all = queue["moves"].as_array().unwrap().iter();
    all.map(|ahead| ahead["actions"][0]["cells"][0].as_str().unwrap().to_owned()).collect()
}

impl Planner {
    fn play(&mut self, url: &str, gone: &AtomicBool) {
        (self.pair.ada, self.pair.ben) = (self.pair.ada.at(url), self.pair.ben.at(url));
        while !gone.load(Ordering::Relaxed) && self.turn().is_some() {}
    }

    /// Writes a queue if none waits, and moves for Ada if it is her turn; `None` if a request was
    /// not answered.
    fn turn(&mut self) -> Option<()> {
        let Pair { ada, ben, .. } = &self.pair;
        let get =
            |path: &str| Some(ben.request("GET", &self.pair.path(path)).try_send().ok()?.json);
        let game = get("")?;
        if game["status"] != "playing" {
            return None;
        }
        let queue = get("/queue")?;
        assert!(queue["dropped"].is_null(), "{queue}");
        if waiting(&queue).is_empty() {
            // All cells before are fired at, unless the last queue was not stored.
            self.planned = cells(&get("/events?limit=500")?, 2).len();
            self.asked = (self.planned + AT_A_TIME).min(100);
            match &self.letters {
                None => self.put(self.planned..self.asked)?,
                // The turn stays the same until Ada moves.
                Some(_) if game["to_move"] == json!([1]) => self.mail(self.planned..self.asked)?,
                Some(_) => return Some(()),
            }
            self.planned = self.asked;
        }
        if game["to_move"] == json!([1]) {
            // The answer to the last shot may be lost.
            self.fired = cells(&get("/events?limit=500")?, 1).len();
            let body = games::fire(&[&cell(self.fired)]);
            let answer =
                ada.request("POST", &self.pair.path("/actions")).json(&body).try_send().ok()?;
            assert_eq!(answer.status, 200, "{}", answer.text());
        }
        Some(())
    }

    /// Writes a queue over HTTP.
    fn put(&self, cells: Range<usize>) -> Option<()> {
        let moves: Vec<_> =
            cells.map(|n| json!({"actions": [{"type": "fire", "cells": [cell(n)]}]})).collect();
        let body = json!({"ruleset": "classic", "moves": moves});
        let answer =
            self.pair.ben.request("PUT", &self.pair.path("/queue")).json(&body).try_send().ok()?;
        assert_eq!(answer.status, 200, "{}", answer.text());
        Some(())
    }

    /// Writes a queue by mail, and waits until the letter is carried out.
    fn mail(&self, cells: Range<usize>) -> Option<()> {
        let Some((address, first)) = &self.letters else { return None };
        // Both have fired as often.
        let turn = first + 2 * cells.start as u32;
        let to = format!("play+{}@localhost", key(1, turn).reveal());
        let lines: String = cells.clone().map(|n| format!("QUEUE FIRE {}\r\n", cell(n))).collect();
        // A letter that is sent again is known by its id.
        let id = format!("{}.{}", cells.start, cells.end);
        let raw =
            format!("From: {address}\r\nTo: {to}\r\nMessage-ID: <{id}.{address}>\r\n\r\n{lines}");
        deliver(&self.pair.ben, &raw)?;
        let queue = self.pair.path("/queue");
        wait_for("the queue of a letter", || {
            let Ok(answer) = self.pair.ben.request("GET", &queue).try_send() else {
                return Some(None);
            };
            let waiting = waiting(&answer.json);
            assert!(waiting.is_empty() || waiting.len() == cells.len(), "{waiting:?}");
            (!waiting.is_empty()).then_some(Some(()))
        })
    }
}

/// Places the fleets of both players so that most shots in order miss.
fn place(pair: &Pair) {
    let fleet = json!([
        {"class": "battleship", "at": "J6", "heading": "down"},
        {"class": "cruiser", "at": "I7", "heading": "down"},
        {"class": "submarine", "at": "H8", "heading": "down"},
        {"class": "destroyer", "at": "G9", "heading": "down"},
    ]);
    for player in [&pair.ada, &pair.ben] {
        player.put(&pair.path("/seats/me/placement"), &games::placement(&fleet)).is(200);
    }
}

/// Lets players play while the server is killed, and checks their moves.
fn play_and_check(server: &mut Server, planners: &mut [Planner]) {
    server.stop();
    let move_count =
        |planners: &[Planner]| planners.iter().map(|planner| planner.fired).sum::<usize>();
    kill_often(server, planners, Planner::play, |planners| move_count(planners) > ENOUGH);
    for planner in &*planners {
        let pair = planner.pair.at(server.url());
        let get = |path: &str| pair.ben.get(&pair.path(path)).is(200);
        // The move that is due is made by the server that runs now.
        wait_until("the move of the queue", || {
            get("")["to_move"] != json!([2]) || waiting(&get("/queue")).is_empty()
        });
        let done = cells(&get("/events?limit=500"), 2);
        let in_order: Vec<_> = (0..done.len()).map(cell).collect();
        assert_eq!(done, in_order, "a move was lost, or made twice");
        let left = waiting(&get("/queue"));
        // A queue whose answer was lost may or may not be stored.
        let ends = if left.is_empty() { done.len() } else { planner.asked };
        let expected: Vec<_> = (done.len()..ends).map(cell).collect();
        assert!(
            get("")["status"] == "finished" || left == expected,
            "{left:?} is not {expected:?}"
        );
        assert!(
            done.len() + left.len() >= planner.planned.min(planner.asked),
            "acknowledged moves are lost"
        );
    }
    let moves = move_count(planners);
    println!("{moves} moves of each player");
    assert!(moves > ENOUGH, "{moves} moves are too few to mean anything");
}

#[test]
fn a_server_that_is_killed_makes_each_move_of_a_queue_once_and_loses_none() {
    let mut server = Server::start();
    let planner = |_| {
        let pair = Pair::seated(&server, &json!({"mode": "single", "first": "creator"}));
        place(&pair);
        Planner { pair, fired: 0, planned: 0, asked: 0, letters: None }
    };
    let mut planners: Vec<_> = (0..3).map(planner).collect();
    play_and_check(&mut server, &mut planners);
}

#[test]
fn a_server_that_is_killed_adds_each_move_of_a_letter_to_the_queue_once() {
    let mut server = Server::start_with(&[
        "--mail-inbound-secret",
        SECRET,
        "--test-limits",
        "mail.letters=1000000",
    ]);
    let [(ada, to_ada), (ben, to_ben)] = ["Ada", "Ben"].map(|name| writer(&server, name));
    let pair = Pair::of([ada, ben], &json!({"mode": "single", "first": "creator"}));
    place(&pair);
    wait_for_turn(&server, &to_ada);
    let first = add_keys(&server, &pair);
    let mut planners =
        [Planner { pair, fired: 0, planned: 0, asked: 0, letters: Some((to_ben, first)) }];
    play_and_check(&mut server, &mut planners);
}
