//! Compares the latency of moves between people without bots and while bots move.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use broadside_bots::{Bot, Key, Level};
use broadside_engine::game::{Legal, RulesetId, View};
use broadside_engine::seat::Seat;
use broadside_store::Database;
use hyper::Method;
use serde_json::{Value, json};

use crate::Failure;
use crate::client::{Ask, Client};
use crate::hand::{Games, Work};
use crate::load::{self, Plan};
use crate::machine;
use crate::report::{self, Row};
use crate::run::{CROWD, Scratch, Server};
use crate::seed;

/// Interval at which a player looks for the move of a bot.
const POLL_INTERVAL: Duration = Duration::from_millis(300);

/// Parameters of the measurement.
pub(crate) struct Bots {
    pub(crate) server: PathBuf,
    pub(crate) dir: PathBuf,
    pub(crate) database: Option<String>,
    pub(crate) games: usize,
    /// Moves between people, per second.
    pub(crate) rate: f64,
    /// Games with bots that go on at the same time.
    pub(crate) bot_games: usize,
    pub(crate) ruleset: RulesetId,
    pub(crate) rounds: usize,
    pub(crate) time: Duration,
    pub(crate) warmup: Duration,
}

impl Bots {
    /// Runs the measurement; returns a table with both loads of each round.
    pub(crate) async fn run(&self) -> Result<String, Failure> {
        let scratch = Scratch::new(&self.dir)?;
        let list = scratch.file("games");
        let database = match &self.database {
            Some(database) => database.clone(),
            None => format!("sqlite:{}", scratch.file("bench.db").display()),
        };
        seed::seed(&database.parse::<Database>()?, self.games, 0, &list).await?;
        let games = Arc::new(Games::new(seed::read(&list)?));
        machine::let_disk_rest()?;
        let server = Server::broadside(&self.server, &database, &["--bot-games", "100000"])?;
        let mut rows = Vec::new();
        for round in 0..self.rounds {
            let without = self.people(&games, &server, round).await?;
            let (over, moves) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
            let opponents: Vec<_> = (0..self.bot_games)
                .map(|n| {
                    let opponent = Opponent {
                        client: Client::new(server.authority()),
                        ruleset: self.ruleset,
                        bot: Bot::new(Level::Random, Key::new([n as u8; 32])),
                        over: Arc::clone(&over),
                        moves: Arc::clone(&moves),
                    };
                    tokio::spawn(opponent.play())
                })
                .collect();
            let with_bots = self.people(&games, &server, round).await?;
            over.store(true, Ordering::Relaxed);
            for opponent in opponents {
                opponent.await??;
            }
            let moves =
                moves.load(Ordering::Relaxed) as f64 / (self.time + self.warmup).as_secs_f64();
            eprintln!("round {} of {}: {moves:.1} moves of bots a second", round + 1, self.rounds);
            rows.push((without, with_bots, moves));
        }
        Ok(table(&rows))
    }

    async fn people(
        &self,
        games: &Arc<Games>,
        server: &Server,
        round: usize,
    ) -> Result<Row, Failure> {
        let plan = Plan {
            authority: server.authority().to_owned(),
            work: Work::Moves,
            connections: CROWD,
            width: 1,
            warmup: self.warmup,
            time: self.time,
            rate: Some(self.rate),
            seed: round as u64,
        };
        let row = load::measure(games, &plan, Some(server.id())).await?;
        if row.failed() > 0 {
            return Err(format!("{} moves went wrong", row.failed()).into());
        }
        Ok(row)
    }
}

/// Player who plays against a strong bot, one game after the other, as fast as the bot answers.
struct Opponent {
    client: Client,
    ruleset: RulesetId,
    bot: Bot,
    over: Arc<AtomicBool>,
    /// Number of moves of the bot.
    moves: Arc<AtomicU64>,
}

impl Opponent {
    async fn play(mut self) -> Result<(), Failure> {
        let account =
            self.ask("", Method::POST, "/v1/players", Some(json!({"name": "Ada"}))).await?;
        let token = account["token"].as_str().unwrap_or_default().to_owned();
        while !self.over.load(Ordering::Relaxed) {
            self.play_game(&token).await?;
        }
        Ok(())
    }

    async fn play_game(&mut self, token: &str) -> Result<(), Failure> {
        let opponents = json!([{"kind": "bot", "level": "strong"}]);
        let body = json!({"ruleset": self.ruleset, "opponents": opponents});
        let game = self.ask(token, Method::POST, "/v1/games", Some(body)).await?;
        let path = format!("/v1/games/{}", game["id"].as_str().unwrap_or_default());
        let placement = format!("{path}/seats/me/placement");
        self.ask(token, Method::PUT, &placement, Some(json!({"random": true}))).await?;
        while !self.over.load(Ordering::Relaxed) {
            let game = self.ask(token, Method::GET, &path, None).await?;
            if game["status"] == "finished" {
                break;
            }
            if game["next_action"] != "act" {
                tokio::time::sleep(POLL_INTERVAL).await;
                continue;
            }
            let legal = self.ask(token, Method::GET, &format!("{path}/legal"), None).await?;
            let view =
                View::from_json(self.ruleset, &game["view"]).map_err(|error| error.to_string())?;
            let legal: Legal = serde_json::from_value(legal)?;
            let seat = Seat::new(1).ok_or("there is no such seat")?;
            let Some(decision) = self.bot.act(seat, &view, &legal) else { continue };
            let body = json!({"ruleset": self.ruleset, "actions": decision.actions});
            self.ask(token, Method::POST, &format!("{path}/actions"), Some(body)).await?;
        }
        self.count(token, &path).await
    }

    /// Counts the moves of the bot in a game.
    async fn count(&mut self, token: &str, path: &str) -> Result<(), Failure> {
        let mut seen = 0;
        loop {
            let page = format!("{path}/events?limit=500&after={seen}");
            let events = self.ask(token, Method::GET, &page, None).await?["events"].take();
            let events = events.as_array().map(Vec::as_slice).unwrap_or_default();
            if events.is_empty() {
                return Ok(());
            }
            seen += events.len();
            let of_bot = events.iter().filter(|event| event["seat"] == 2).count();
            self.moves.fetch_add(of_bot as u64, Ordering::Relaxed);
        }
    }

    async fn ask(
        &mut self,
        token: &str,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> Result<Value, Failure> {
        let body = body.map_or_else(String::new, |body| body.to_string());
        let ask = Ask { method, path: path.to_owned(), token, body, if_none_match: None };
        let answer = self.client.send(&ask).await?;
        if answer.status >= 400 {
            return Err(format!(
                "{}: {} {}",
                ask.path,
                answer.status,
                String::from_utf8_lossy(&answer.body)
            )
            .into());
        }
        Ok(serde_json::from_slice(&answer.body)?)
    }
}

fn table(rounds: &[(Row, Row, f64)]) -> String {
    let shown = |(without, with, moves): &(Row, Row, f64)| {
        vec![
            format!("{moves:.1}"),
            format!("{:.2}", without.p50_ms),
            format!("{:.2}", with.p50_ms),
            format!("{:.2}", without.p99_ms),
            format!("{:.2}", with.p99_ms),
            format!("{:.2}", with.p99_ms / without.p99_ms),
        ]
    };
    let mut ratios: Vec<_> =
        rounds.iter().map(|(without, with, _)| with.p99_ms / without.p99_ms).collect();
    ratios.sort_by(f64::total_cmp);
    let median = ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN);
    let heads = [
        "moves of bots a second",
        "p50 ms without",
        "p50 ms with",
        "p99 ms without",
        "p99 ms with",
        "p99 ratio",
    ];
    format!(
        "{}\nmedian of the p99 ratios: {median:.2}\n",
        report::markdown(&heads, rounds.iter().map(shown).collect())
    )
}
