//! `broadside bots match`: plays games between bots, to measure their strength.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use broadside_bots::tournament::{self, Score};
use broadside_bots::{Bot, Level};
use broadside_engine::game::RulesetId;
use broadside_engine::seat::Seat;
use clap::Args;
use serde_json::Value;

use super::level;
use crate::cli::CliError;

/// Arguments of `broadside bots match`.
#[derive(Args, Debug)]
pub(in crate::cli) struct MatchArgs {
    /// Ruleset: classic, voices, satellite or advanced
    #[arg(long)]
    ruleset: RulesetId,
    /// Settings of the game, as JSON
    #[arg(long, value_name = "JSON", default_value = "{}", value_parser = json)]
    options: Value,
    /// The two levels: random, casual or strong
    #[arg(long, value_name = "LEVEL,LEVEL", value_delimiter = ',', default_value = "strong,casual", value_parser = level)]
    levels: Vec<Level>,
    /// Number of games
    #[arg(long, default_value_t = 1_000)]
    games: u64,
    /// Number of threads
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=64))]
    threads: u64,
    /// Name of the match; another name gives other games
    #[arg(long, default_value = "match")]
    name: String,
}

fn json(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(text)
}

/// Interval between two lines of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

impl MatchArgs {
    pub(super) fn play(&self) -> Result<(), CliError> {
        let [first, second] = self.levels[..] else {
            return Err("levels: name two, as in strong,casual".into());
        };
        if !Bot::plays(self.ruleset) {
            return Err(format!("ruleset: no bot plays {}", self.ruleset).into());
        }
        let seats = self.options.get("seats").and_then(Value::as_u64).unwrap_or(2).clamp(2, 8);
        let score = Mutex::new(Score::default());
        let failed: Mutex<Option<String>> = Mutex::new(None);
        let next = AtomicU64::new(0);
        let (begun, last) = (Instant::now(), Mutex::new(Instant::now()));
        let game = |number: u64| -> Result<(), String> {
            let place = number % seats;
            let mut levels = vec![second; seats as usize];
            levels[place as usize] = first;
            let name = format!("{} {}", self.name, number / seats);
            let played = tournament::play(&name, self.ruleset, &self.options, &levels)?;
            let seat = Seat::new(place as u8 + 1).ok_or("there is no such seat")?;
            let mut score = score.lock().unwrap_or_else(PoisonError::into_inner);
            score.add(seat, &played);
            let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
            if last.elapsed() >= PROGRESS_INTERVAL && std::io::stderr().is_terminal() {
                *last = Instant::now();
                let _ = write!(std::io::stderr(), "\r{} of {} games", score.games(), self.games);
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games {
                            return;
                        }
                        if let Err(error) = game(number) {
                            *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                            next.store(self.games, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error.into());
        }
        let score = score.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut out = std::io::stdout();
        if std::io::stderr().is_terminal() {
            let _ = write!(std::io::stderr(), "\r");
        }
        writeln!(out, "{}", self.line(&score, seats, first, second))?;
        let methods = serde_json::to_string(&score.methods)?;
        writeln!(
            out,
            "decisions by method of sampling: {methods}; {:.0} s",
            begun.elapsed().as_secs_f64()
        )?;
        Ok(())
    }

    /// Formats the result as a row of the table in `docs/bots.md`.
    fn line(&self, score: &Score, seats: u64, first: Level, second: Level) -> String {
        let percent = |share: f64| format!("{:.1} %", share * 100.0);
        let (share, margin) = (score.share(), score.margin());
        let rating = match seats {
            2 => {
                let elo = |share: f64| format!("{:+.0}", tournament::elo(share));
                format!("{} ({} to {})", elo(share), elo(share - margin), elo(share + margin))
            }
            _ => format!("1/{seats} is {}", percent(1.0 / seats as f64)),
        };
        format!(
            "| {} `{}` | {first} v. {second} | {} | {} | {} | {} | {} ± {} | {rating} |",
            self.ruleset,
            self.options,
            score.games(),
            score.wins,
            score.draws,
            score.losses,
            percent(share),
            percent(margin),
        )
    }
}
