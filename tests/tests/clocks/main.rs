//! Clocks under random schedules of moves, waits, vacations, reads and restarts, with a clock that
//! the test sets. The state of each game must match a model that counts tick by tick. Moves race
//! with the deadline and with each other, on several nodes if the database allows that.

#![expect(clippy::unwrap_used, reason = "in a test a panic is a failure that says where")]

mod memory;
mod model;
mod world;

use axum::http::StatusCode;
use broadside_tests::games::Sequence;
use serde_json::{Value, json};

use model::{Clock, DAY, Model, Seat, Status};
use world::{Nodes, TICK};

const SCHEDULES: usize = 60;
const STEPS: usize = 50;

struct Player {
    id: String,
    token: String,
}

/// The kind of game in a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Single,
    Salvo,
    Trio,
}

/// A game that follows a schedule, with the model of it.
struct Schedule<'a> {
    nodes: &'a Nodes,
    luck: Sequence,
    kind: Kind,
    players: Vec<Player>,
    game: String,
    model: Model,
    /// A log of everything done, for error messages.
    story: Vec<String>,
}

impl<'a> Schedule<'a> {
    async fn begin(nodes: &'a Nodes, seed: usize, now: i64) -> Self {
        let mut luck = Sequence(seed as u64 * 7919 + 13);
        let kind = [Kind::Single, Kind::Salvo, Kind::Trio][luck.below(3)];
        let mut players = Vec::new();
        for n in 0..if kind == Kind::Trio { 3 } else { 2 } {
            let (_, made) = nodes
                .ask(n, "POST", "/v1/players", "", Some(json!({"name": format!("Player {n}")})))
                .await;
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            players.push(Player { id: text(&made["player"]["id"]), token: text(&made["token"]) });
        }
        let (clock, asked) = match luck.below(2) {
            0 => {
                let days = 1 + luck.below(5);
                (Clock::Days(days as i64), json!({"days_per_turn": days}))
            }
            _ => {
                let (bank, increment) = (1 + luck.below(200), luck.below(60));
                let clock = json!({"bank": bank, "increment": increment});
                (Clock::Bank { bank: bank as i64, increment: increment as i64 }, clock)
            }
        };
        let (ruleset, options) = match kind {
            Kind::Single => ("classic", json!({"mode": "single"})),
            Kind::Salvo => ("classic", json!({"mode": "salvo"})),
            Kind::Trio => ("voices", json!({"seats": 3, "aim": "choice"})),
        };
        let body = json!({"ruleset": ruleset, "options": options, "clock": asked});
        let (status, made) = nodes.ask(0, "POST", "/v1/games", &players[0].token, Some(body)).await;
        assert_eq!(status, StatusCode::CREATED, "{made}");
        assert_eq!(made["clock"], asked);
        let game = format!("/v1/games/{}", made["id"].as_str().unwrap());
        let mut seats = vec![Seat::default(); players.len()];
        // A player may already be on vacation when joining.
        let mut story = vec![format!("{kind:?} {clock:?}")];
        if luck.below(3) == 0 {
            let until = now + 5 + luck.below(600) as i64;
            let body = json!({"ends_at": Nodes::shown(until)});
            let (status, made) = nodes
                .ask(
                    luck.below(2),
                    "POST",
                    "/v1/players/me/vacations",
                    &players[1].token,
                    Some(body),
                )
                .await;
            assert_eq!(status, StatusCode::CREATED, "{made}");
            seats[1].vacations.push((made["id"].as_str().unwrap().to_owned(), now, until));
            story.push(format!("seat 2 is away until {until}"));
        }
        for player in &players[1..] {
            let seats = format!("{game}/seats");
            let (status, made) =
                nodes.ask(luck.below(2), "POST", &seats, &player.token, Some(json!({}))).await;
            assert_eq!(status, StatusCode::CREATED, "{made}");
        }
        let model = Model::new(clock, seats, now);
        Self { nodes, luck, kind, players, game, model, story }
    }

    fn tell(&mut self, what: impl Into<String>) {
        self.story.push(format!("{}: {}", self.model.now, what.into()));
    }

    async fn ask(
        &mut self,
        seat: usize,
        method: &str,
        rest: &str,
        body: Option<Value>,
    ) -> (StatusCode, Value) {
        let path = format!("{}{rest}", self.game);
        let node = self.luck.below(2);
        self.nodes.ask(node, method, &path, &self.players[seat].token, body).await
    }

    /// Reads the game and compares it with the model.
    async fn look(&mut self) {
        let late = self.model.late();
        let seat = self.luck.below(self.players.len());
        let (_, game) = self.ask(seat, "GET", "", None).await;
        self.take_note(&late, &game);
        self.compare(&game);
    }

    /// Updates the model after a read: applies the time-outs of seats that were late.
    fn take_note(&mut self, late: &[usize], game: &Value) {
        if late.is_empty() {
            return;
        }
        while let Some(since) =
            self.model.late_since().filter(|_| self.model.status != Status::Over)
        {
            let late = self.model.late();
            self.story.push(format!("{}: late since {since} are {late:?}", self.model.now));
            let placing = self.model.status == Status::Placing;
            if placing {
                self.model.timeouts += 1;
            } else {
                self.model.drop_out(&late);
            }
            let active: Vec<_> =
                (0..self.players.len()).filter(|n| !self.model.seats[*n].out).collect();
            if placing || active.len() < 2 {
                self.model.finish();
                continue;
            }
            // Another seat that comes to move after a time-out may have run out of time as well.
            let next = if game["status"] == "finished" {
                vec![*active.iter().find(|n| **n > late[0]).unwrap_or(&active[0])]
            } else {
                to_move(game)
            };
            self.model.begin_turns(&next, since);
        }
    }

    fn compare(&self, game: &Value) {
        let Self { model, story, .. } = self;
        let now = model.now;
        let status = match model.status {
            Status::Placing => "placing",
            Status::Playing => "playing",
            Status::Over if model.seats.iter().any(|seat| seat.out) => "finished",
            Status::Over => game["status"].as_str().unwrap(),
        };
        assert_eq!(game["status"], status, "{story:#?}");
        assert_eq!(Nodes::tick(&game["deadline_at"]), model.deadline(), "{game} {story:#?}");
        for (n, seat) in model.seats.iter().enumerate() {
            let shown = &game["seats"][n];
            assert_eq!(shown["state"] == "timed_out", seat.out, "{shown} {story:#?}");
            let clock = &shown["clock"];
            if seat.out || model.status == Status::Over {
                assert_eq!(clock, &Value::Null, "{story:#?}");
                continue;
            }
            assert_eq!(
                clock["remaining_seconds"],
                seat.left * TICK / 1000,
                "seat {} {game} {story:#?}",
                n + 1
            );
            assert_eq!(Nodes::tick(&clock["started_at"]), seat.since, "seat {} {story:#?}", n + 1);
            assert_eq!(
                Nodes::tick(&clock["due_at"]),
                seat.due(now),
                "seat {} {game} {story:#?}",
                n + 1
            );
            let outages = clock["outages"].as_array().map(Vec::as_slice).unwrap_or_default();
            let times = |name: &str| {
                outages.iter().map(|outage| Nodes::tick(&outage[name]).unwrap()).collect()
            };
            let shown: Vec<(i64, i64)> =
                std::iter::zip::<Vec<_>, Vec<_>>(times("started_at"), times("ended_at")).collect();
            assert_eq!(shown, seat.outages, "seat {} {story:#?}", n + 1);
        }
    }

    /// Waits: a short time, a long time, or until the next event of the clock.
    fn wait(&mut self) {
        let now = self.model.now;
        let soon = |at: Option<i64>| at.map_or(now, |at| at - 1);
        let reminder = self.model.seats.iter().filter_map(|seat| seat.reminder(now)).min();
        let offset = self.luck.below(3) as i64;
        let to = match self.luck.below(12) {
            0..=2 => now + self.luck.below(10) as i64,
            3..=5 => now + self.luck.below(100) as i64,
            6..=8 => soon(reminder) + offset,
            9 => soon(self.model.deadline()),
            10 => soon(self.model.deadline()) + offset,
            _ if self.luck.below(6) == 0 => now + self.luck.below(20 * DAY as usize) as i64,
            _ => now + 1,
        };
        let to = to.max(now);
        self.tell(format!("wait until {to}"));
        self.model.wait(to);
        self.nodes.set(to);
    }

    /// Runs the background work of a node.
    async fn reconcile(&mut self) {
        self.tell("the nodes do what is due");
        let late = self.model.late();
        let node = self.luck.below(2);
        // Sometimes on both nodes at the same time.
        match self.luck.below(3) {
            0 => {
                tokio::join!(self.nodes.reconcile(0), self.nodes.reconcile(1));
            }
            _ => self.nodes.reconcile(node).await,
        }
        assert_eq!(self.nodes.waiting().await, [""; 0], "{:#?}", self.story);
        if !late.is_empty() {
            let (_, game) = self.ask(0, "GET", "", None).await;
            self.take_note(&late, &game);
        }
        for n in self.model.to_remind() {
            self.model.remind(n);
        }
        self.check_reminders().await;
    }

    /// Makes an outage, in which no node accepts moves.
    async fn outage(&mut self) {
        self.look().await;
        let now = self.model.now;
        let Some(deadline) = self.model.deadline() else { return };
        let until = match self.luck.below(4) {
            0 => now + 1 + self.luck.below(60) as i64,
            1 => deadline + self.luck.below(100) as i64,
            // About an hour before the deadline.
            _ => deadline - model::HOUR + self.luck.below(3) as i64 - 1,
        };
        let until = until.max(now + 1);
        self.tell(format!("an outage until {until}"));
        self.nodes.outage(now, until).await;
        self.model.outage(until);
        self.look().await;
    }

    async fn check_reminders(&self) {
        for (player, seat) in self.players.iter().zip(&self.model.seats) {
            assert_eq!(self.nodes.reminders(&player.id).await, seat.reminders, "{:#?}", self.story);
        }
    }

    /// Chooses an action for a seat, whether or not it is to move.
    async fn action(&mut self, seat: usize) -> (&'static str, &'static str, Value) {
        match (self.model.status, self.kind) {
            (Status::Placing, _) => ("PUT", "/seats/me/placement", json!({"random": true})),
            (_, _) => {
                let (_, legal) = self.ask(seat, "GET", "/legal", None).await;
                let choice = broadside_tests::games::choice(&legal);
                let cells = choice.map(|(count, from)| {
                    broadside_tests::games::choose(count, from, &mut self.luck)
                });
                let cells = cells.unwrap_or_else(|| vec!["A1".to_owned()]);
                let body = match self.kind {
                    Kind::Trio => {
                        json!({"ruleset": "voices", "actions": [{"type": "fire", "cell": cells[0]}]})
                    }
                    _ => {
                        json!({"ruleset": "classic", "actions": [{"type": "fire", "cells": cells}]})
                    }
                };
                ("POST", "/actions", body)
            }
        }
    }

    /// Makes an action of a seat, sometimes in a race with background work and a read.
    async fn act(&mut self) {
        // Asking for the legal actions counts as a read.
        self.look().await;
        let turns: Vec<usize> =
            (0..self.players.len()).filter(|n| self.model.seats[*n].since.is_some()).collect();
        if turns.is_empty() {
            return;
        }
        let seat = turns[self.luck.below(turns.len())];
        let (method, rest, body) = self.action(seat).await;
        // Time may run out between the read and the action.
        if self.luck.below(4) == 0 {
            self.wait();
        }
        let late = self.model.late();
        let race = self.luck.below(2) == 0;
        self.tell(format!("seat {} acts{}", seat + 1, if race { " in a race" } else { "" }));
        let remind = self.model.to_remind();
        let (path, token) = (format!("{}{rest}", self.game), self.players[seat].token.clone());
        let (one, other) = (self.luck.below(2), self.luck.below(2));
        let acts = self.nodes.ask(one, method, &path, &token, Some(body));
        let (status, answer) = if race {
            let look = self.nodes.ask(other, "GET", &self.game, &token, None);
            tokio::join!(self.nodes.reconcile(0), self.nodes.reconcile(1), acts, look).2
        } else {
            acts.await
        };
        if !late.is_empty() {
            assert!(status.is_client_error(), "too late, and {status}: {answer} {:#?}", self.story);
            let (_, game) = self.ask(seat, "GET", "", None).await;
            self.take_note(&late, &game);
            return self.compare(&game);
        }
        assert_eq!(status, StatusCode::OK, "{answer} {:#?}", self.story);
        if race {
            // A reminder may be missing only for the seat that moved.
            for n in remind {
                let reminders = self.nodes.reminders(&self.players[n].id).await.len();
                if n != seat || reminders > self.model.seats[n].reminders.len() {
                    self.model.remind(n);
                }
            }
        }
        let (_, game) = self.ask(seat, "GET", "", None).await;
        let to_move = to_move(&game);
        let ends = match (self.model.status, self.kind) {
            (Status::Playing, Kind::Trio) => !to_move.contains(&seat),
            _ => true,
        };
        if ends {
            self.model.end_turn(seat);
        }
        match game["status"].as_str().unwrap() {
            "finished" => self.model.finish(),
            "playing" if self.model.status == Status::Placing => self.model.begin_play(),
            _ => {}
        }
        if self.model.status != Status::Over {
            self.model.begin_turns(&to_move, self.model.now);
        }
        let is_out = self.model.seats.iter().any(|seat| seat.out);
        if self.model.status == Status::Over && !is_out {
            assert_eq!(game["deadline_at"], Value::Null);
        } else {
            self.compare(&game);
        }
    }

    /// Starts or ends a vacation of a player.
    async fn vacation(&mut self) {
        let (n, now) = (self.luck.below(self.players.len()), self.model.now);
        let node = self.luck.below(2);
        let token = self.players[n].token.clone();
        if self.luck.below(3) == 0 {
            let Some((id, from, until)) = self.model.seats[n].vacations.last().cloned() else {
                return;
            };
            self.tell(format!("seat {} ends the vacation from {from} until {until}", n + 1));
            let path = format!("/v1/players/me/vacations/{id}");
            let (status, answer) = self.nodes.ask(node, "DELETE", &path, &token, None).await;
            assert_eq!(status, StatusCode::NO_CONTENT, "{answer}");
            let vacations = &mut self.model.seats[n].vacations;
            match vacations.last_mut() {
                Some(last) if last.1 < now => last.2 = last.2.min(now),
                _ => drop(vacations.pop()),
            }
            return;
        }
        // After all existing ones, so that the list stays in order of time.
        let after = self.model.seats[n].vacations.last().map_or(now, |last| last.2.max(now));
        let from = after + if self.luck.below(2) == 0 { 0 } else { self.luck.below(300) as i64 };
        let until = from + 5 + self.luck.below(400) as i64;
        self.tell(format!("seat {} wants to be away from {from} until {until}", n + 1));
        let mut body = json!({"ends_at": Nodes::shown(until)});
        if from > now || self.luck.below(2) == 0 {
            body["starts_at"] = Nodes::shown(from).into();
        }
        let (status, answer) =
            self.nodes.ask(node, "POST", "/v1/players/me/vacations", &token, Some(body)).await;
        match status {
            StatusCode::CREATED => {
                let id = answer["id"].as_str().unwrap().to_owned();
                self.model.seats[n].vacations.push((id, from, until));
            }
            _ => {
                assert_eq!(
                    (status.as_u16(), &answer["field"]),
                    (422, &json!("ends_at")),
                    "{answer}"
                );
                self.tell("which is refused");
            }
        }
    }

    /// Offers or declines a draw, which must not stop a clock.
    async fn offer(&mut self) {
        self.look().await;
        if self.model.status != Status::Playing || self.kind == Kind::Trio {
            return;
        }
        let seat = self.luck.below(2);
        let kind = ["offer_draw", "decline_draw"][self.luck.below(2)];
        self.tell(format!("seat {} would {kind}", seat + 1));
        let body = json!({"ruleset": "classic", "actions": [{"type": kind}]});
        self.ask(seat, "POST", "/actions", Some(body)).await;
        self.look().await;
    }

    /// Waits until the clocks end the game.
    async fn run_out(&mut self) {
        for _ in 0..self.players.len() {
            let Some(deadline) = self.model.deadline() else { break };
            let to = deadline.max(self.model.now);
            self.tell(format!("nobody does anything until {to}"));
            self.model.wait(to);
            self.nodes.set(to);
            self.reconcile().await;
            self.look().await;
        }
        assert_eq!(self.model.status, Status::Over, "{:#?}", self.story);
        self.reconcile().await;
        let (_, events) = self.ask(0, "GET", "/events?limit=500", None).await;
        let count = |kind: &str| {
            let events = events["events"].as_array().unwrap();
            events.iter().filter(|event| event["type"] == kind).count()
        };
        let (ends, timeouts) = (count("finished") + count("cancelled"), count("timed_out"));
        assert_eq!(ends, 1, "{:#?}", self.story);
        let cancelled = count("cancelled");
        assert_eq!(timeouts + cancelled, self.model.timeouts, "{:#?}", self.story);
    }
}

/// The seats to move, counted from 0.
fn to_move(game: &Value) -> Vec<usize> {
    game["to_move"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat.as_u64().unwrap() as usize - 1)
        .collect()
}

#[test]
fn clocks_agree_with_the_model_under_any_schedule() {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let nodes = Nodes::start().await;
        let (mut now, mut timeouts, mut reminders, mut turns) = (0, 0, 0, 0);
        for seed in 0..SCHEDULES {
            let mut schedule = Schedule::begin(&nodes, seed, now).await;
            for _ in 0..STEPS {
                if schedule.model.status == Status::Over {
                    break;
                }
                match schedule.luck.below(13) {
                    12 => schedule.outage().await,
                    0..=3 => schedule.act().await,
                    4..=6 => schedule.wait(),
                    7 | 8 => schedule.reconcile().await,
                    9 => schedule.vacation().await,
                    10 => schedule.offer().await,
                    _ => match schedule.luck.below(3) {
                        0 => nodes.restart().await,
                        _ => schedule.look().await,
                    },
                }
            }
            if schedule.model.status != Status::Over {
                schedule.run_out().await;
            }
            timeouts += schedule.model.timeouts;
            turns += schedule.model.turns;
            reminders +=
                schedule.model.seats.iter().map(|seat| seat.reminders.len()).sum::<usize>();
            now = schedule.model.now;
        }
        // Check that enough happened. The outcome of races differs from run to run.
        let enough =
            timeouts >= SCHEDULES / 2 && reminders >= SCHEDULES / 2 && turns >= 3 * SCHEDULES;
        assert!(enough, "{timeouts} timeouts, {reminders} reminders, {turns} turns");
    });
}

/// Creates Ada, Ben, and a game between them with this clock, in the placement phase.
async fn game_of_two(nodes: &Nodes, clock: Value) -> (Vec<Player>, String) {
    let mut players = Vec::new();
    for name in ["Ada", "Ben"] {
        let (_, made) = nodes.ask(0, "POST", "/v1/players", "", Some(json!({"name": name}))).await;
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        players.push(Player { id: text(&made["player"]["id"]), token: text(&made["token"]) });
    }
    let body = json!({
        "ruleset": "classic", "options": {"mode": "single", "first": "creator"}, "clock": clock,
    });
    let (status, made) = nodes.ask(0, "POST", "/v1/games", &players[0].token, Some(body)).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    let game = format!("/v1/games/{}", made["id"].as_str().unwrap());
    nodes.ask(0, "POST", &format!("{game}/seats"), &players[1].token, Some(json!({}))).await;
    (players, game)
}

/// Places the fleets of both players.
async fn place(nodes: &Nodes, players: &[Player], game: &str) {
    for player in players {
        let path = format!("{game}/seats/me/placement");
        let (status, answer) =
            nodes.ask(0, "PUT", &path, &player.token, Some(json!({"random": true}))).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
    }
}

/// After an outage, nodes accept moves before the first heartbeat.
#[test]
fn a_bank_keeps_the_time_of_an_outage_that_is_not_written_yet() {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let nodes = Nodes::start().await;
        let (players, game) = game_of_two(&nodes, json!({"bank": 3, "increment": 0})).await;
        place(&nodes, &players, &game).await;
        let fire = async |node: usize, seat: usize, cell: &str| {
            let body =
                json!({"ruleset": "classic", "actions": [{"type": "fire", "cells": [cell]}]});
            let path = format!("{game}/actions");
            let (status, answer) =
                nodes.ask(node, "POST", &path, &players[seat].token, Some(body)).await;
            assert_eq!(status, StatusCode::OK, "{answer}");
            // Read it from the other node.
            nodes.ask(node + 1, "GET", &game, &players[seat].token, None).await.1
        };
        let left = |game: &Value, seat: usize| {
            game["seats"][seat]["clock"]["remaining_seconds"].as_i64().unwrap()
        };
        let ticks = |ticks: i64| ticks * TICK / 1000;
        nodes.suspend();
        nodes.first_heartbeat(model::HOUR).await;
        // One of three hours had been used when the outage of five hours began.
        nodes.set(6 * model::HOUR);
        let shown = fire(0, 0, "A1").await;
        assert_eq!(left(&shown, 0), ticks(2 * model::HOUR), "{shown}");
        // A turn that began during the outage has used nothing.
        nodes.set(7 * model::HOUR);
        let shown = fire(1, 1, "A1").await;
        assert_eq!(left(&shown, 1), ticks(3 * model::HOUR), "{shown}");
        // When the outage is stored, it does not give the time back a second time.
        nodes.heartbeat(8 * model::HOUR).await;
        nodes.mark_games().await;
        nodes.set(8 * model::HOUR + 2);
        let shown = nodes.ask(1, "GET", &game, &players[0].token, None).await.1;
        assert_eq!(left(&shown, 0), ticks(2 * model::HOUR), "{shown}");
        assert_eq!(left(&shown, 1), ticks(3 * model::HOUR), "{shown}");
        // Time runs while another node writes heartbeats.
        nodes.first_heartbeat(8 * model::HOUR + 4).await;
        assert!(nodes.is_suspended());
        let shown = fire(0, 0, "A2").await;
        assert_eq!(left(&shown, 0), ticks(2 * model::HOUR - 4), "{shown}");
    });
}

/// A single statement for hundreds of thousands of games would exceed the time limit of the
/// database on every attempt.
#[test]
fn games_of_an_outage_are_marked_a_few_at_a_time_and_time_outs_wait_for_the_last() {
    const COPIES: u64 = 1200;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let nodes = Nodes::start().await;
        let (players, game) = game_of_two(&nodes, json!({"days_per_turn": 3})).await;
        let opponents = json!([{"kind": "player", "id": players[1].id}]);
        let body = json!({"ruleset": "classic", "clock": {"days_per_turn": 3}, "opponents": opponents});
        let (_, made) = nodes.ask(0, "POST", "/v1/games", &players[0].token, Some(body)).await;
        let challenge = format!("/v1/games/{}", made["id"].as_str().unwrap());
        nodes.run(&format!(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {COPIES}) \
             INSERT INTO games (id, ruleset, visibility, clock, created_at, created_by, facets, version, status, deadline, \
             open, to_move, next_check_at, clock_state) SELECT 'copy ' || i, ruleset, visibility, clock, created_at, created_by, \
             facets, version, status, deadline, open, to_move, next_check_at, clock_state FROM games, n WHERE id = '{}'",
            game.rsplit('/').next().unwrap()
        ));
        let marked = || nodes.count("SELECT count(*) FROM games WHERE next_check_at < 0");
        let outages = |moved: &str| nodes.count(&format!("SELECT count(*) FROM outages WHERE {moved}"));
        nodes.first_heartbeat(0).await;
        let until = 14 * DAY + 1;
        nodes.set(until);
        nodes.set_database(until);
        let mut timekeeper = nodes.timekeeper();
        // The heartbeat is stored, but no game can be marked.
        nodes.run("ALTER TABLE games RENAME COLUMN meta_version TO meta_version_away");
        timekeeper.check().await.unwrap_err();
        nodes.run("ALTER TABLE games RENAME COLUMN meta_version_away TO meta_version");
        // The outage stays stored, and causes no time-out.
        assert_eq!((outages("NOT moved"), marked()), (1, 0));
        assert!(nodes.is_suspended());
        nodes.mark_games().await;
        assert_eq!((outages("NOT moved"), marked()), (1, 500));
        // A restarted node continues the work.
        nodes.restart().await;
        let mut timekeeper = nodes.timekeeper();
        assert!(nodes.is_suspended());
        timekeeper.check().await.unwrap();
        assert_eq!((outages("NOT moved"), outages("moved"), marked()), (0, 1, COPIES + 2));
        assert_eq!(nodes.count("SELECT count(*) FROM games WHERE id LIKE 'copy %' AND meta_version = 1"), COPIES);
        assert!(!nodes.is_suspended());
        for (game, deadline) in [(&game, until + 3 * DAY), (&challenge, until + 14 * DAY)] {
            let (_, shown) = nodes.ask(1, "GET", game, &players[0].token, None).await;
            assert_eq!(Nodes::tick(&shown["deadline_at"]), Some(deadline), "{shown}");
        }
    });
}

/// Length of a short step, which is no outage, and the number of them in an hour.
const SHORT: i64 = 45_000;
const SHORT_IN_AN_HOUR: i64 = 80;

/// Milliseconds from now, by the wall clock, to the deadline of a game.
async fn left(nodes: &Nodes, player: &Player, game: &str) -> i64 {
    let (_, shown) = nodes.ask(0, "GET", game, &player.token, None).await;
    assert_eq!(shown["status"], "playing", "{shown}");
    let deadline: jiff::Timestamp = shown["deadline_at"].as_str().unwrap().parse().unwrap();
    deadline.as_millisecond() - nodes.wall().0
}

#[test]
fn an_hour_that_passes_in_short_steps_ends_at_the_deadline_shown() {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let nodes = Nodes::over_a_file().await;
        let mut timekeeper = nodes.timekeeper();
        timekeeper.check().await.unwrap();
        let (players, game) = game_of_two(&nodes, json!({"bank": 1, "increment": 0})).await;
        place(&nodes, &players, &game).await;
        let deadline = nodes.wall().0 + SHORT_IN_AN_HOUR * SHORT;
        for n in 0..SHORT_IN_AN_HOUR {
            assert_eq!(left(&nodes, &players[0], &game).await, (SHORT_IN_AN_HOUR - n) * SHORT);
            nodes.pass(SHORT);
            timekeeper.check().await.unwrap();
            nodes.reconcile(0).await;
        }
        let (_, over) = nodes.ask(0, "GET", &game, &players[0].token, None).await;
        assert_eq!(over["outcome"]["reason"], "timed_out", "{over}");
        let (_, log) =
            nodes.ask(0, "GET", &format!("{game}/events"), &players[0].token, None).await;
        let events = log["events"].as_array().unwrap();
        let at: jiff::Timestamp =
            events.last().unwrap()["occurred_at"].as_str().unwrap().parse().unwrap();
        assert_eq!(at.as_millisecond(), deadline);
    });
}

#[test]
fn a_wall_clock_that_is_set_in_short_steps_takes_no_time() {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let nodes = Nodes::over_a_file().await;
        let mut timekeeper = nodes.timekeeper();
        timekeeper.check().await.unwrap();
        let (players, game) = game_of_two(&nodes, json!({"bank": 1, "increment": 0})).await;
        place(&nodes, &players, &game).await;
        let hour = SHORT_IN_AN_HOUR * SHORT;
        for _ in 0..2 * SHORT_IN_AN_HOUR {
            nodes.step(SHORT);
            timekeeper.check().await.unwrap();
            nodes.reconcile(0).await;
            assert_eq!(left(&nodes, &players[0], &game).await, hour);
        }
        // Less than a second is no step, until it is more in all.
        for less in [600, 0] {
            nodes.step(600);
            timekeeper.check().await.unwrap();
            assert_eq!(left(&nodes, &players[0], &game).await, hour - less);
        }
        nodes.step(-1200);
        timekeeper.check().await.unwrap();
        nodes.step(-2 * hour);
        timekeeper.check().await.unwrap();
        nodes.reconcile(0).await;
        assert_eq!(left(&nodes, &players[0], &game).await, hour);
        // The player has used nothing, and what passes now counts.
        nodes.pass(SHORT);
        timekeeper.check().await.unwrap();
        assert_eq!(left(&nodes, &players[0], &game).await, hour - SHORT);
    });
}
