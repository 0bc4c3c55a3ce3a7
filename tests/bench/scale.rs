//! Compares the cost of a move, and of opening a game, in a SQLite file with few games and in one
//! with many.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use broadside_store::Database;
use hdrhistogram::Histogram;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use crate::client::Client;
use crate::hand::{self, Games, Work};
use crate::load::{self, Plan};
use crate::report::{self, thousands};
use crate::run::{CROWD, Scratch, Server};
use crate::seed::{self, Seeded};
use crate::{Failure, machine};

/// Number of games to open, each for the first time since the start of the server.
const OPENED: usize = 1000;

/// Parameters of the measurement.
pub(crate) struct Scale {
    pub(crate) server: PathBuf,
    pub(crate) dir: PathBuf,
    /// Number of games in each file.
    pub(crate) sizes: [usize; 2],
    pub(crate) played: usize,
    pub(crate) rounds: usize,
    pub(crate) time: Duration,
    pub(crate) warmup: Duration,
    pub(crate) seed: u64,
}

/// Results of one round.
#[derive(Clone, Copy)]
struct Costs {
    open_ms: f64,
    open_us: f64,
    moves: f64,
    move_ms: f64,
    move_us: f64,
}

impl Scale {
    /// Runs the measurement; returns a table with the medians of all rounds.
    pub(crate) async fn run(&self) -> Result<String, Failure> {
        if self.sizes.iter().any(|size| *size < OPENED) {
            return Err(format!("{OPENED} games are opened: have as many in each file").into());
        }
        let scratch = Scratch::new(&self.dir)?;
        let mut files = Vec::new();
        for (name, size) in ["few", "many"].into_iter().zip(self.sizes) {
            let (file, list) = (scratch.file(&format!("{name}.db")), scratch.file(name));
            let database = format!("sqlite:{}", file.display());
            seed::seed(&database.parse::<Database>()?, size, self.played, &list).await?;
            let mut games = seed::read(&list)?;
            games.shuffle(&mut ChaCha8Rng::seed_from_u64(self.seed));
            files.push((file, database, games));
        }
        machine::let_disk_rest()?;
        let mut rounds: [Vec<Costs>; 2] = Default::default();
        for round in 0..self.rounds {
            for ((file, database, games), costs) in files.iter().zip(&mut rounds) {
                // The comparison is about the work of the server, not about the page cache of this
                // machine.
                machine::read_through(file)?;
                let measured = self.round(database, games).await?;
                let Costs { open_us, move_us, .. } = measured;
                let (round, rounds) = (round + 1, self.rounds);
                let size = thousands(games.len() as f64);
                eprintln!(
                    "round {round} of {rounds}, {size} games: {open_us:.0} µs to open one, {move_us:.0} µs a move"
                );
                costs.push(measured);
            }
        }
        Ok(self.table(&rounds))
    }

    /// Measures a server that has just been started, without games in memory.
    async fn round(&self, database: &str, games: &[Seeded]) -> Result<Costs, Failure> {
        let server = Server::broadside(&self.server, database, &[])?;
        let used = || machine::cpu_us(server.id()).unwrap_or(f64::NAN);
        let mut client = Client::new(server.authority());
        let (mut took, before) = (Histogram::<u64>::new(3)?, used());
        for game in &games[..OPENED] {
            let started = Instant::now();
            let answer = client.send(&hand::look(game, 0)).await?;
            if answer.status != 200 {
                return Err(format!("{} when a game was opened", answer.status).into());
            }
            took.record(started.elapsed().as_micros() as u64)?;
        }
        let open_us = (used() - before) / OPENED as f64;
        let plan = Plan {
            authority: server.authority().to_owned(),
            work: Work::Moves,
            connections: CROWD,
            width: 1,
            warmup: self.warmup,
            time: self.time,
            rate: None,
            seed: self.seed,
        };
        let row =
            load::measure(&Arc::new(Games::new(games.to_vec())), &plan, Some(server.id())).await?;
        if row.failed() > 0 {
            return Err(format!("{} moves went wrong", row.failed()).into());
        }
        Ok(Costs {
            open_ms: took.value_at_quantile(0.5) as f64 / 1000.0,
            open_us,
            moves: row.per_second,
            move_ms: row.p50_ms,
            move_us: row.server_cpu_us.unwrap_or(f64::NAN),
        })
    }

    fn table(&self, rounds: &[Vec<Costs>; 2]) -> String {
        let median = |of: fn(&Costs) -> f64, costs: &[Costs]| {
            let mut values: Vec<_> = costs.iter().map(of).collect();
            values.sort_by(f64::total_cmp);
            values[values.len() / 2]
        };
        let row = |what: &str, of: fn(&Costs) -> f64, digits: usize| {
            let [few, many] = rounds.each_ref().map(|costs| median(of, costs));
            let shown = |value: f64| match digits {
                0 => thousands(value),
                _ => format!("{value:.digits$}"),
            };
            vec![what.to_owned(), shown(few), shown(many), format!("{:.2}", many / few)]
        };
        let [few, many] = self.sizes.map(|size| format!("{} games", thousands(size as f64)));
        report::markdown(
            &["what", &few, &many, "ratio"],
            vec![
                row("opening a game: server µs", |costs| costs.open_us, 0),
                row("opening a game: p50 ms, one connection", |costs| costs.open_ms, 2),
                row("a move: server µs", |costs| costs.move_us, 0),
                row("a move: p50 ms, 64 connections", |costs| costs.move_ms, 2),
                row("moves a second, 64 connections", |costs| costs.moves, 0),
            ],
        )
    }
}
