//! The load: players who play, write messages and register on all nodes at the same time.

use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use broadside_tests::games::{Sequence, choice};
use serde_json::{Value, json};

use crate::history::{Event, Kind, Op, Outcome, Seen};
use crate::http::{Answer, Ask, Http, Nodes, Sent};
use crate::listen::spend;
use crate::record::Recorder;

/// Number of concurrent games of two players.
const GAMES: usize = 3;
/// Time limit for retries with a key.
const RETRIES: Duration = Duration::from_secs(20);

/// Two players and their games.
pub(crate) struct Table {
    pub(crate) players: [Account; 2],
    games: Mutex<Vec<String>>,
}

/// An account.
#[derive(Clone)]
pub(crate) struct Account {
    pub(crate) process: usize,
    pub(crate) id: String,
    pub(crate) token: String,
}

impl Table {
    pub(crate) fn new(players: [Account; 2]) -> Self {
        Self { players, games: Mutex::default() }
    }

    /// The games in play.
    pub(crate) fn games(&self) -> Vec<String> {
        self.games.lock().expect("no thread panics").clone()
    }

    fn add(&self, game: &str) {
        let mut games = self.games.lock().expect("no thread panics");
        if !games.iter().any(|other| other == game) {
            games.push(game.to_owned());
        }
    }

    fn remove(&self, game: &str) {
        self.games.lock().expect("no thread panics").retain(|other| other != game);
    }
}

/// A player: a client that sends one request after another.
pub(crate) struct Player<'a> {
    http: Http<'a>,
    recorder: &'a Recorder,
    table: &'a Table,
    /// Its seat at the table; the player in the first one creates the games.
    place: usize,
    luck: Sequence,
    /// Counter for unique names.
    count: u64,
}

/// The subject of an operation.
#[derive(Clone, Copy)]
struct About<'a> {
    kind: Kind,
    game: &'a str,
    value: &'a str,
}

/// The events of an answer, or of a step of a stream.
pub(crate) fn events(told: &Value) -> Vec<Event> {
    let event = |event: &Value| {
        let mut event = event.clone();
        let seq = event.as_object_mut().and_then(|fields| fields.remove("seq"));
        let seq = seq.and_then(|seq| seq.as_u64()).unwrap_or_default();
        Event { seq, content: json!({"ruleset": told["ruleset"], "event": event}).to_string() }
    };
    told["events"].as_array().into_iter().flatten().map(event).collect()
}

fn seen(kind: Kind, answer: &Answer) -> Seen {
    let json = &answer.json;
    let (version, events, text) = match kind {
        Kind::Act => (json["game"]["version"].as_u64(), events(json), ""),
        Kind::ReadGame | Kind::Place | Kind::Join => (json["version"].as_u64(), Vec::new(), ""),
        Kind::ReadEvents => {
            let events = events(json);
            (events.last().map(|event| event.seq), events, "")
        }
        Kind::Message => (json["number"].as_u64(), Vec::new(), ""),
        Kind::ReadMessages => (json["last"].as_u64(), Vec::new(), ""),
        Kind::Create => (None, Vec::new(), answer.text("id")),
        Kind::Register => (None, Vec::new(), answer.text("token")),
        Kind::ReadNotes => (None, Vec::new(), answer.text("text")),
        _ => (None, Vec::new(), ""),
    };
    Seen { body: answer.body, version, events, text: text.to_owned() }
}

impl<'a> Player<'a> {
    pub(crate) fn new(
        nodes: &'a Nodes,
        recorder: &'a Recorder,
        table: &'a Table,
        place: usize,
        seed: u64,
    ) -> Self {
        Self { http: Http::new(nodes), recorder, table, place, luck: Sequence(seed), count: 0 }
    }

    /// Plays until the load is over, with chosen pauses.
    pub(crate) fn run(&mut self) {
        while !self.recorder.load_is_over.load(Ordering::SeqCst) {
            self.step();
            let pause = 40 + self.luck.below(120) as u64;
            std::thread::sleep(Duration::from_millis(pause));
        }
    }

    fn me(&self) -> &'a Account {
        &self.table.players[self.place]
    }

    fn any_node(&mut self) -> usize {
        self.luck.below(self.http.nodes.count())
    }

    /// Returns a name that is unique in the run.
    fn name(&mut self, what: &str) -> String {
        self.count += 1;
        format!("{what} {} of {}", self.count, self.me().process)
    }

    /// Sends a request to a node and records it.
    fn once(&self, node: usize, about: About<'_>, ask: &Ask<'_>) -> Sent {
        let invoked = self.recorder.now();
        let sent = self.http.send(node, ask);
        let outcome = sent.outcome();
        let answer_seen = match (&outcome, sent.answer()) {
            (Outcome::Ok, Some(answer)) => seen(about.kind, answer),
            _ => Seen::default(),
        };
        self.recorder.op(Op {
            process: self.me().process,
            node,
            kind: about.kind,
            game: about.game.to_owned(),
            value: about.value.to_owned(),
            key: ask.key.map(str::to_owned),
            invoked,
            ended: self.recorder.now(),
            outcome,
            seen: answer_seen,
        });
        sent
    }

    /// Sends a request. With a key, retries on all nodes in turn until the result is known. Without
    /// a key, sends it once.
    fn send(
        &mut self,
        about: About<'_>,
        method: &str,
        path: &str,
        key: Option<&str>,
        body: Option<&Value>,
    ) -> Sent {
        let token = &*self.me().token;
        let ask = Ask { method, path, token, key, body };
        let mut node = self.any_node();
        let until = Instant::now() + RETRIES;
        loop {
            let sent = self.once(node, about, &ask);
            let again = match sent.outcome() {
                Outcome::Ok => false,
                Outcome::Unknown(_) => true,
                Outcome::Fail(why) => ["nobody", "503", "429", "409 /problems/in_flight"]
                    .iter()
                    .any(|w| why.starts_with(w)),
            };
            if !again || key.is_none() || Instant::now() > until {
                let is_ok = sent.outcome() == Outcome::Ok;
                // Sometimes repeat a request that was answered.
                if key.is_some() && is_ok && self.luck.below(8) == 0 {
                    self.once((node + 1) % self.http.nodes.count(), about, &ask);
                }
                return sent;
            }
            node = (node + 1) % self.http.nodes.count();
            std::thread::sleep(Duration::from_millis(200 + self.luck.below(300) as u64));
        }
    }

    /// Returns a key for three in five requests.
    fn maybe_key(&mut self) -> Option<String> {
        (self.luck.below(5) < 3).then(|| self.name("key"))
    }

    fn get(&mut self, kind: Kind, game: &str, path: &str) -> Option<Answer> {
        let about = About { kind, game, value: "" };
        match self.send(about, "GET", path, None, None) {
            Sent::Answer(answer) if answer.status == 200 => Some(answer),
            _ => None,
        }
    }

    fn step(&mut self) {
        let games = self.table.games();
        if self.place == 0 && games.len() < GAMES {
            return self.create();
        }
        match self.luck.below(100) {
            0..=5 => return self.register(),
            6..=9 => return self.ticket(),
            _ => {}
        }
        if games.is_empty() {
            return;
        }
        let game = games[self.luck.below(games.len())].clone();
        let path = format!("/v1/games/{game}");
        let Some(shown) = self.get(Kind::ReadGame, &game, &path) else { return };
        let (seat, status) = (self.place as u64 + 1, shown.text("status").to_owned());
        match &shown.json["seats"][1]["player"] {
            Value::Null if self.place == 1 => {
                let key = self.name("key");
                let about = About { kind: Kind::Join, game: &game, value: "" };
                self.send(about, "POST", &format!("{path}/seats"), Some(&key), Some(&json!({})));
                return;
            }
            Value::Null => return,
            _ => {}
        }
        match status.as_str() {
            "finished" | "cancelled" => return self.table.remove(&game),
            "placing" if shown.json["seats"][self.place]["placed"] == false => {
                return self.place_fleet(&game);
            }
            _ => {}
        }
        match self.luck.below(100) {
            0..=54
                if shown.json["to_move"]
                    .as_array()
                    .is_some_and(|seats| seats.contains(&json!(seat))) =>
            {
                self.act(&game, shown.text("ruleset") == "voices");
            }
            0..=59 => self.read_events(&game),
            60..=74 => self.message(&game),
            75..=84 => self.note(&game),
            85..=92 => drop(self.get(Kind::ReadNotes, &game, &format!("{path}/notes"))),
            _ => drop(self.get(Kind::ReadMessages, &game, &format!("{path}/messages?limit=1"))),
        }
    }

    fn create(&mut self) {
        self.count += 1;
        // No other game of this player has these values.
        let clock = json!({"bank": 3 + self.count % 1400, "increment": self.count / 1400});
        let (ruleset, options) = match self.luck.below(3) {
            0 => ("voices", json!({"rounds": 2})),
            1 => ("classic", json!({"mode": "single"})),
            // A game that ends soon.
            _ => {
                let ship = |length: u32| json!({"class": if length == 2 { "cog" } else { "raft" }, "length": length, "shots": 1});
                let grid = json!({"columns": 6, "rows": 6});
                let ships = [ship(3), ship(2)];
                (
                    "classic",
                    json!({"mode": "single", "fleet": "custom", "grid": grid, "ships": ships}),
                )
            }
        };
        let body = json!({"ruleset": ruleset, "options": options, "clock": clock});
        let key = self.name("key");
        let value = clock.to_string();
        let about = About { kind: Kind::Create, game: "", value: &value };
        let sent = self.send(about, "POST", "/v1/games", Some(&key), Some(&body));
        if let Some(answer) = sent.answer().filter(|answer| answer.status == 201) {
            self.table.add(answer.text("id"));
        }
    }

    fn place_fleet(&mut self, game: &str) {
        let key = self.name("key");
        let about = About { kind: Kind::Place, game, value: "" };
        let path = format!("/v1/games/{game}/seats/me/placement");
        self.send(about, "PUT", &path, Some(&key), Some(&json!({"random": true})));
    }

    fn act(&mut self, game: &str, is_voices: bool) {
        let Some(legal) = self.get(Kind::ReadLegal, game, &format!("/v1/games/{game}/legal"))
        else {
            return;
        };
        let path = format!("/v1/games/{game}/actions");
        if !is_voices {
            let Some((_, cells)) = choice(&legal.json) else { return };
            let cell = cells[self.luck.below(cells.len())].clone();
            if self.luck.below(12) == 0 {
                let other = cells[self.luck.below(cells.len())].clone();
                return self.race(game, [&cell, &other]);
            }
            let body =
                json!({"ruleset": "classic", "actions": [{"type": "fire", "cells": [cell]}]});
            let key = self.maybe_key();
            self.send(
                About { kind: Kind::Act, game, value: &cell },
                "POST",
                &path,
                key.as_deref(),
                Some(&body),
            );
            return;
        }
        let choices = legal.json["actions"].as_array().cloned().unwrap_or_default();
        let choice_of = |kind: &str| choices.iter().find(|choice| choice["type"] == kind);
        let action = match (choice_of("fire"), choice_of("choose_axes"), choice_of("roll_all")) {
            (Some(fire), _, _) => json!({"type": "fire", "cell": fire["cells"]["from"][0]}),
            (None, _, Some(_)) => json!({"type": "roll_all"}),
            (None, Some(_), None) => json!({"type": "choose_axes", "first_die": "x"}),
            _ => return,
        };
        let body = json!({"ruleset": "voices", "actions": [action]});
        let key = self.maybe_key();
        self.send(
            About { kind: Kind::Act, game, value: "" },
            "POST",
            &path,
            key.as_deref(),
            Some(&body),
        );
    }

    /// Fires at two cells at the same time, on two nodes if there are two.
    fn race(&self, game: &str, cells: [&String; 2]) {
        let path = format!("/v1/games/{game}/actions");
        let fire = |node: usize, cell: &str| {
            let body =
                json!({"ruleset": "classic", "actions": [{"type": "fire", "cells": [cell]}]});
            let ask = Ask {
                method: "POST",
                path: &path,
                token: &self.me().token,
                key: None,
                body: Some(&body),
            };
            self.once(
                node % self.http.nodes.count(),
                About { kind: Kind::Act, game, value: cell },
                &ask,
            );
        };
        std::thread::scope(|scope| {
            scope.spawn(|| fire(0, cells[0]));
            fire(1, cells[1]);
        });
    }

    fn read_events(&mut self, game: &str) {
        let after = self.luck.below(40);
        self.get(
            Kind::ReadEvents,
            game,
            &format!("/v1/games/{game}/events?limit=500&after={after}"),
        );
    }

    fn message(&mut self, game: &str) {
        let text = self.name("message");
        let key = self.maybe_key();
        let about = About { kind: Kind::Message, game, value: &text };
        let path = format!("/v1/games/{game}/messages");
        self.send(about, "POST", &path, key.as_deref(), Some(&json!({"text": text})));
    }

    fn note(&mut self, game: &str) {
        let text = self.name("note");
        let about = About { kind: Kind::Note, game, value: &text };
        self.send(
            about,
            "PUT",
            &format!("/v1/games/{game}/notes"),
            None,
            Some(&json!({"text": text})),
        );
    }

    fn register(&mut self) {
        let name = self.name("guest");
        let node = self.any_node();
        let body = json!({"name": name});
        let ask =
            Ask { method: "POST", path: "/v1/players", token: "", key: None, body: Some(&body) };
        self.once(node, About { kind: Kind::Register, game: "", value: &name }, &ask);
    }

    fn ticket(&mut self) {
        let about = About { kind: Kind::Ticket, game: "", value: "" };
        let sent = self.send(about, "POST", "/v1/stream-tickets", None, None);
        let Some(answer) = sent.answer().filter(|answer| answer.status == 201) else { return };
        let node = self.any_node();
        let invoked = self.recorder.now();
        let outcome = match spend(self.http.nodes, node, answer.text("ticket")) {
            Ok(200) => Outcome::Ok,
            Ok(status @ (429 | 503)) => Outcome::Fail(format!("{status}")),
            Ok(status @ 408) => Outcome::Unknown(format!("{status}")),
            Ok(status) => Outcome::Fail(format!("{status} for a ticket")),
            Err(error) => Outcome::Unknown(error.to_string()),
        };
        self.recorder.op(Op {
            process: self.me().process,
            node,
            kind: Kind::Spend,
            game: String::new(),
            value: String::new(),
            key: None,
            invoked,
            ended: self.recorder.now(),
            outcome,
            seen: Seen::default(),
        });
    }
}
