//! Queues of moves: each move of a queue is made once, in order, or still waits.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use broadside_tests::games::{self, Pair};
use broadside_tests::server::Server;
use serde_json::{Value, json};

use crate::kill_often;

/// Two players: Ada moves by hand, and Ben only writes queues.
struct Planner {
    pair: Pair,
    /// Number of cells that Ada has fired at.
    fired: usize,
    /// Number of cells that Ben has written into queues, and the number of these in the queue that may not be stored.
    planned: usize,
    asked: usize,
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
        (self.pair.ada, self.pair.ben) = (self.pair.ada.again(url), self.pair.ben.again(url));
        while !gone.load(Ordering::Relaxed) && self.turn().is_some() {}
    }

    /// Writes a queue if none waits, and moves for Ada if it is her turn; `None` if a request was not answered.
    fn turn(&mut self) -> Option<()> {
        let Pair { ada, ben, .. } = &self.pair;
        let get = |path: &str| Some(ben.request("GET", &self.pair.path(path)).try_send().ok()?.json);
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
            let moves: Vec<_> = (self.planned..self.asked)
                .map(|n| json!({"actions": [{"type": "fire", "cells": [cell(n)]}]}))
                .collect();
            let body = json!({"ruleset": "classic", "moves": moves});
            let answer = ben.request("PUT", &self.pair.path("/queue")).json(&body).try_send().ok()?;
            assert_eq!(answer.status, 200, "{}", answer.text());
            self.planned = self.asked;
        }
        if game["to_move"] == json!([1]) {
            // The answer to the last shot may be lost.
            self.fired = cells(&get("/events?limit=500")?, 1).len();
            let body = games::fire(&[&cell(self.fired)]);
            let answer = ada.request("POST", &self.pair.path("/actions")).json(&body).try_send().ok()?;
            assert_eq!(answer.status, 200, "{}", answer.text());
        }
        Some(())
    }
}

#[test]
fn a_server_that_is_killed_makes_each_move_of_a_queue_once_and_loses_none() {
    let mut server = Server::start();
    let fleet = json!([
        {"class": "battleship", "at": "J6", "heading": "down"},
        {"class": "cruiser", "at": "I7", "heading": "down"},
        {"class": "submarine", "at": "H8", "heading": "down"},
        {"class": "destroyer", "at": "G9", "heading": "down"},
    ]);
    let planner = |_| {
        let pair = Pair::seated(&server, &json!({"mode": "single", "first": "creator"}));
        for player in [&pair.ada, &pair.ben] {
            player.put(&pair.path("/seats/me/placement"), &games::placement(&fleet)).is(200);
        }
        Planner { pair, fired: 0, planned: 0, asked: 0 }
    };
    let mut planners: Vec<_> = (0..3).map(planner).collect();
    server.stop();
    let made = |planners: &[Planner]| planners.iter().map(|planner| planner.fired).sum::<usize>();
    kill_often(&mut server, &mut planners, Planner::play, |_| {}, |planners| made(planners) > ENOUGH);
    for planner in &planners {
        let pair = planner.pair.at(server.url());
        let get = |path: &str| pair.ben.get(&pair.path(path)).is(200);
        let begun = Instant::now();
        // The move that is due is made by the server that runs now.
        while get("")["to_move"] == json!([2]) && !waiting(&get("/queue")).is_empty() {
            assert!(begun.elapsed() < Duration::from_secs(30), "the queue does not move: {}", server.log());
            std::thread::sleep(Duration::from_millis(50));
        }
        let done = cells(&get("/events?limit=500"), 2);
        let in_order: Vec<_> = (0..done.len()).map(cell).collect();
        assert_eq!(done, in_order, "a move was lost, or made twice");
        let left = waiting(&get("/queue"));
        // A queue whose answer was lost may or may not be stored.
        let ends = if left.is_empty() { done.len() } else { planner.asked };
        let expected: Vec<_> = (done.len()..ends).map(cell).collect();
        assert!(get("")["status"] == "finished" || left == expected, "{left:?} is not {expected:?}");
        assert!(done.len() + left.len() >= planner.planned.min(planner.asked), "acknowledged moves are lost");
    }
    let moves = made(&planners);
    println!("{moves} moves of each player");
    assert!(moves > ENOUGH, "{moves} moves are too few to mean anything");
}
