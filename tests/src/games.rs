//! Games that use only what the API shows.

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::server::Server;

/// A deterministic sequence of numbers.
#[derive(Clone, Debug)]
pub struct Sequence(pub u64);

impl Sequence {
    /// Returns the next number, below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

/// A legal placement of a standard fleet.
pub fn standard_fleet() -> Value {
    json!([
        {"class": "battleship", "at": "A1", "heading": "across"},
        {"class": "cruiser", "at": "A3", "heading": "across"},
        {"class": "submarine", "at": "A5", "heading": "across"},
        {"class": "destroyer", "at": "J9", "heading": "down"},
    ])
}

/// Body of a request to place these ships.
pub fn placement(ships: &Value) -> Value {
    json!({"ruleset": "classic", "placement": {"ships": ships}})
}

/// Body of a request to fire at these cells.
pub fn fire(cells: &[&str]) -> Value {
    json!({"ruleset": "classic", "actions": [{"type": "fire", "cells": cells}]})
}

/// Body of a request for one action without fields, such as `resign`.
pub fn act(kind: &str) -> Value {
    json!({"ruleset": "classic", "actions": [{"type": kind}]})
}

/// A game between two players.
#[derive(Clone)]
pub struct Pair {
    /// Seat 1.
    pub ada: Client,
    /// Seat 2.
    pub ben: Client,
    /// The game's id.
    pub id: String,
}

impl Pair {
    /// Creates a game of `classic` with both seats taken.
    pub fn seated(server: &Server, options: &Value) -> Self {
        Self::of([server.player("Ada"), server.player("Ben")], options)
    }

    /// Creates a game of `classic` between these two players.
    pub fn of([ada, ben]: [Client; 2], options: &Value) -> Self {
        let game =
            ada.post("/v1/games", &json!({"ruleset": "classic", "options": options})).is(201);
        let id = game["id"].as_str().expect("a game has an id").to_owned();
        ben.post(&format!("/v1/games/{id}/seats"), &json!({})).is(201);
        Self { ada, ben, id }
    }

    /// Creates a game of `classic` in play, with random fleets.
    pub fn playing(server: &Server, options: &Value) -> Self {
        let pair = Self::seated(server, options);
        pair.place();
        pair
    }

    /// Creates a game of `classic` in play, with a clock and random fleets.
    pub fn clocked(server: &Server, options: &Value, clock: &Value) -> Self {
        let (ada, ben) = (server.player("Ada"), server.player("Ben"));
        let body = json!({"ruleset": "classic", "options": options, "clock": clock});
        let game = ada.post("/v1/games", &body).is(201);
        let id = game["id"].as_str().expect("a game has an id").to_owned();
        ben.post(&format!("/v1/games/{id}/seats"), &json!({})).is(201);
        let pair = Self { ada, ben, id };
        pair.place();
        pair
    }

    /// Places both fleets at random.
    pub fn place(&self) {
        for player in [&self.ada, &self.ben] {
            player.put(&self.path("/seats/me/placement"), &json!({"random": true})).is(200);
        }
    }

    /// Creates a game of `classic` in play with single shots. Both players have [`standard_fleet`],
    /// and Ada fires first.
    pub fn ready(server: &Server) -> Self {
        Self::ready_with(server, &json!({"first": "creator"}))
    }

    /// Creates a game of `classic` in play, with options of its own. Both players have
    /// [`standard_fleet`].
    pub fn ready_with(server: &Server, options: &Value) -> Self {
        let pair = Self::seated(server, options);
        for player in [&pair.ada, &pair.ben] {
            player.put(&pair.path("/seats/me/placement"), &placement(&standard_fleet())).is(200);
        }
        pair
    }

    /// Returns a path below that of the game.
    pub fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}{rest}", self.id)
    }

    /// Sends an action.
    #[track_caller]
    pub fn act(&self, player: &Client, body: &Value) -> Answer {
        player.post(&self.path("/actions"), body)
    }

    /// Returns the game as Ada sees it.
    #[track_caller]
    pub fn game(&self) -> Value {
        self.ada.get(&self.path("")).is(200)
    }

    /// Returns all events of the game as Ada sees them.
    #[track_caller]
    pub fn events(&self) -> Vec<Value> {
        let events = self.ada.get(&self.path("/events?limit=500")).is(200);
        events["events"].as_array().expect("it is a list").clone()
    }

    /// Returns all shots at single cells, as seat and cell.
    #[track_caller]
    pub fn shots(&self) -> Vec<(u64, String)> {
        let shot =
            |event: &Value| Some((event["seat"].as_u64()?, event["cell"].as_str()?.to_owned()));
        self.events().iter().filter_map(shot).collect()
    }

    /// Returns the same players and game at a restarted server.
    #[must_use]
    pub fn at(&self, url: &str) -> Self {
        Self { ada: self.ada.at(url), ben: self.ben.at(url), id: self.id.clone() }
    }
}

/// Returns an event without its number and time.
#[must_use]
pub fn bare(event: &Value) -> Value {
    let mut event = event.clone();
    let fields = event.as_object_mut().expect("an event is an object");
    for name in ["seq", "occurred_at"] {
        assert!(fields.remove(name).is_some(), "an event has no `{name}`");
    }
    event
}

/// Returns the number of shots and the cells that a seat may fire at, if it may fire.
pub fn choice(legal: &Value) -> Option<(usize, Vec<String>)> {
    let fire = legal["actions"].as_array()?.iter().find(|choice| choice["type"] == "fire")?;
    let from = fire["cells"]["from"].as_array()?.iter().filter_map(Value::as_str);
    Some((fire["cells"]["count"].as_u64()? as usize, from.map(str::to_owned).collect()))
}

/// Chooses different cells.
pub fn choose(count: usize, mut from: Vec<String>, sequence: &mut Sequence) -> Vec<String> {
    (0..count).map(|_| from.swap_remove(sequence.below(from.len()))).collect()
}

/// Plays a game to its end with the actions that `/legal` lists. Returns the number of moves.
pub fn play_out(pair: &Pair, seed: u64) -> usize {
    let mut sequence = Sequence(seed);
    for moves in 0..1_000 {
        let game = pair.game();
        if game["status"] == "finished" {
            return moves;
        }
        let to_move = game["to_move"].as_array().expect("it is a list");
        let player = if to_move[0] == 1 { &pair.ada } else { &pair.ben };
        let legal = player.get(&pair.path("/legal")).is(200);
        let (count, from) = choice(&legal).expect("whoever is to move may fire");
        let cells = choose(count, from, &mut sequence);
        let body = json!({"ruleset": "classic", "actions": [{"type": "fire", "cells": cells}]});
        pair.act(player, &body).is(200);
    }
    panic!("the game does not end");
}
