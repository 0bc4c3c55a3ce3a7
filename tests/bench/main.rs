//! The load generator. It fills a database with games, plays them over HTTP as fast as the server
//! allows or at a fixed rate, and compares the results with the limits of the machine.

mod bots;
mod client;
mod hand;
mod ledger;
mod limit;
mod load;
mod machine;
mod report;
mod run;
mod scale;
mod seed;
mod streams;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use broadside_store::Database;
use clap::{Args, Parser, Subcommand};

use hand::{Games, Work};
use load::Plan;

/// An error that ends the program with a message.
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Measures how many moves and views a Broadside server answers, and how quickly.
///
/// `run` needs no preparation. To load a server that runs elsewhere, stop it, `seed` its database,
/// start it, and give `moves` and `views` its address and the list that `seed` wrote.
///
/// The exit status is 1 if any answer was wrong.
#[derive(Debug, Parser)]
#[command(name = "broadside-bench", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Fill a database with games, without a server, and write a list of them with their tokens
    Seed {
        /// Database, which no server may have open: sqlite:FILE or postgres://USER@HOST/DATABASE
        #[arg(long, value_name = "URL")]
        database: Database,
        /// Number of games, each between two players of its own
        #[arg(long, value_name = "N")]
        games: usize,
        /// Number of shots in the last game; the first game has no shots, and the number increases
        /// evenly
        #[arg(long, value_name = "N", default_value_t = 0)]
        played: usize,
        /// File for the list: a JSON object per line, with the id of a game and the token of each
        /// seat
        #[arg(long, value_name = "FILE", default_value = "games.jsonl")]
        list: PathBuf,
    },
    /// Play: fire at random open cells, and take another game when one ends
    Moves {
        #[command(flatten)]
        load: Load,
    },
    /// Read games
    Views {
        #[command(flatten)]
        load: Load,
        /// Send the entity tag of the last view, so that the answer is 304 without a body
        #[arg(long)]
        if_none_match: bool,
    },
    /// Make moves between people at a fixed rate, without bots and while bots move, and compare the
    /// latencies
    Bots {
        /// Server to measure [default: the file `broadside` next to this program]
        #[arg(long, value_name = "FILE")]
        server: Option<PathBuf>,
        /// Directory for the database [default: the directory for temporary files]
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
        /// Empty database to fill: postgres://USER@HOST/DATABASE [default: a SQLite file in DIR]
        #[arg(long, value_name = "URL")]
        database: Option<String>,
        /// Number of games between people
        #[arg(long, value_name = "N", default_value_t = 5000)]
        games: usize,
        /// Moves between people, per second
        #[arg(long, value_name = "N", default_value = "500", value_parser = rate)]
        rate: f64,
        /// Number of games against strong bots that go on at the same time
        #[arg(long, value_name = "N", default_value_t = 5)]
        bot_games: usize,
        /// Ruleset of the games against bots
        #[arg(long, default_value = "classic")]
        ruleset: broadside_engine::game::RulesetId,
        /// Number of rounds; each round measures both loads
        #[arg(long, value_name = "N", default_value_t = 5)]
        rounds: usize,
        /// Time in seconds for which moves are measured
        #[arg(long, value_name = "N", default_value_t = 10.0, value_parser = seconds)]
        seconds: f64,
        /// Time in seconds for which moves are made before the measurement
        #[arg(long, value_name = "N", default_value_t = 2.0, value_parser = seconds)]
        warmup: f64,
    },
    /// Answer the requests of `moves` and `views` with responses of the right length, without doing
    /// anything else. This measures the limit of HTTP on this machine or, with a database, of HTTP
    /// and the database together
    Limit {
        /// Before answering a move, store it in tables of its own in this database, in one commit
        /// with the other moves that wait: sqlite:FILE or postgres://USER@HOST/DATABASE
        #[arg(long, value_name = "URL")]
        database: Option<String>,
        /// Address and port to listen on; port 0 takes a free one
        #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:0")]
        listen: SocketAddr,
        /// Length of the answer to a move
        #[arg(long, value_name = "BYTES", default_value_t = 5000)]
        move_bytes: usize,
        /// Length of a view
        #[arg(long, value_name = "BYTES", default_value_t = 5000)]
        view_bytes: usize,
    },
    /// Measure the whole baseline: seed, start the server, moves, views, then the same against
    /// `limit`, moves against `limit` with a database of the same kind, and the syncs of the disk
    Run {
        /// Path of the server; by default `broadside` in the directory of this program. Build both
        /// with `cargo build --release -p broadside -p broadside-tests`
        #[arg(long, value_name = "FILE")]
        server: Option<PathBuf>,
        /// Directory on the disk to measure; the program creates a directory in it, and removes it
        /// at the end [default: the system's for temporary files]
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
        /// Empty database to fill and measure: postgres://USER@HOST/DATABASE [default: a SQLite
        /// file in DIR]
        #[arg(long, value_name = "URL")]
        database: Option<String>,
        /// Number of games to seed
        #[arg(long, value_name = "N", default_value_t = 30_000)]
        games: usize,
        /// Largest number of shots in a seeded game
        #[arg(long, value_name = "N", default_value_t = 100)]
        played: usize,
        /// Number of games that each of 64 connections plays in rotation, in the load that does not
        /// fit into the memory of the server
        #[arg(long, value_name = "N", default_value_t = 300)]
        games_each: usize,
        #[command(flatten)]
        pace: Pace,
    },
    /// Compare the cost of a move, and of opening a game, in a SQLite file with few games and in
    /// one with many
    Scale {
        /// Path of the server; by default `broadside` in the directory of this program
        #[arg(long, value_name = "FILE")]
        server: Option<PathBuf>,
        /// Directory for both files, which need 10 KiB for each game; the program creates a
        /// directory in it, and removes it at the end [default: the system's for temporary files]
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
        /// Number of games in the small file
        #[arg(long, value_name = "N", default_value_t = 1000)]
        few: usize,
        /// Number of games in the large file
        #[arg(long, value_name = "N", default_value_t = 1_000_000)]
        many: usize,
        /// Largest number of shots in a seeded game
        #[arg(long, value_name = "N", default_value_t = 10)]
        played: usize,
        /// Number of rounds; each round measures both files, one after the other
        #[arg(long, value_name = "N", default_value_t = 5)]
        rounds: usize,
        /// Time in seconds for which moves are measured in each round
        #[arg(long, value_name = "N", default_value_t = 2.0, value_parser = seconds)]
        seconds: f64,
        /// Time in seconds for which moves are made before the measurement
        #[arg(long, value_name = "N", default_value_t = 0.5, value_parser = seconds)]
        warmup: f64,
        /// Seed for the shots and for the order of the games
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
    /// Open many streams, make moves, and measure the memory of the server and the latency of the
    /// events. Each stream needs a file descriptor in this program and one in the server:
    /// `ulimit -n`
    Streams {
        /// Path of the server; by default `broadside` in the directory of this program
        #[arg(long, value_name = "FILE")]
        server: Option<PathBuf>,
        /// Directory for the database; the program creates a directory in it, and removes it at the
        /// end [default: the system's for temporary files]
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
        /// Empty database to fill: postgres://USER@HOST/DATABASE [default: a SQLite file in DIR]
        #[arg(long, value_name = "URL")]
        database: Option<String>,
        /// Number of streams, two for each game
        #[arg(long, value_name = "N", default_value_t = 2000)]
        streams: usize,
        /// Number of moves, made one after another
        #[arg(long, value_name = "N", default_value_t = 500)]
        moves: usize,
        /// Open the stream of all games of each player instead of the stream of the game
        #[arg(long)]
        feeds: bool,
        /// Make the moves on another node than the one with the streams
        #[arg(long, requires = "database")]
        two_nodes: bool,
    },
}

#[derive(Args, Debug)]
struct Load {
    /// Address of the server, as in http://127.0.0.1:8080
    #[arg(long, value_name = "URL", value_parser = authority)]
    url: String,
    /// List of games that `seed` has written
    #[arg(long, value_name = "FILE")]
    games: PathBuf,
    /// Number of games that each connection uses in rotation; with many, the server holds only a
    /// few of them in memory
    #[arg(long, value_name = "N", default_value_t = 1)]
    games_each: usize,
    /// Requests per second in an open loop. Latency counts from the time when a request was due, so
    /// that it includes the requests that a stalled server delays. By default, each connection
    /// sends a request as soon as the last one is answered
    #[arg(long, value_name = "N", value_parser = rate)]
    rate: Option<f64>,
    #[command(flatten)]
    pace: Pace,
}

#[derive(Args, Debug)]
struct Pace {
    /// Numbers of connections, for one load after another
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = count, default_values_t = [1, 16, 64, 256])]
    connections: Vec<usize>,
    /// Measured time of each load in seconds
    #[arg(long, value_name = "N", default_value_t = 10.0, value_parser = seconds)]
    seconds: f64,
    /// Time in seconds for which each load runs before the measurement
    #[arg(long, value_name = "N", default_value_t = 2.0, value_parser = seconds)]
    warmup: f64,
    /// Seed for the shots
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

/// Returns the authority of a URL, as in `127.0.0.1:8080`.
fn authority(url: &str) -> Result<String, String> {
    let right = "write one as in http://127.0.0.1:8080";
    let rest = url
        .strip_prefix("http://")
        .ok_or_else(|| format!("`{url}` does not begin with http://: {right}"))?;
    let rest = rest.trim_end_matches('/');
    if rest.is_empty() || rest.contains('/') {
        return Err(format!("`{url}` is not the address of a server: {right}"));
    }
    Ok(if rest.contains(':') { rest.to_owned() } else { format!("{rest}:80") })
}

fn rate(text: &str) -> Result<f64, String> {
    let wrong = || format!("`{text}` is no rate: write requests a second, as in 2000");
    text.parse().ok().filter(|rate: &f64| rate.is_finite() && *rate > 0.0).ok_or_else(wrong)
}

fn count(text: &str) -> Result<usize, String> {
    let wrong = || {
        format!(
            "`{text}` is no number of connections: write one from 1 to 10000, or several with commas"
        )
    };
    text.trim().parse().ok().filter(|count| (1..=10_000).contains(count)).ok_or_else(wrong)
}

fn seconds(text: &str) -> Result<f64, String> {
    let wrong = || format!("`{text}` is no time: write seconds, up to 3600, as in 10 or 0.5");
    text.parse().ok().filter(|time: &f64| (0.0..=3600.0).contains(time)).ok_or_else(wrong)
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let done =
        runtime.map_err(Failure::from).and_then(|runtime| runtime.block_on(carry_out(cli.command)));
    match done {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("broadside-bench: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// Path of the server: the file next to this program.
fn beside() -> std::io::Result<PathBuf> {
    std::env::current_exe().map(|program| program.with_file_name("broadside"))
}

async fn carry_out(command: Command) -> Result<ExitCode, Failure> {
    match command {
        Command::Seed { database, games, played, list } => {
            seed::seed(&database, games, played, &list).await?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Moves { load } => put_load(Work::Moves, load).await,
        Command::Views { load, if_none_match } => {
            put_load(if if_none_match { Work::Unchanged } else { Work::Views }, load).await
        }
        Command::Streams { server, dir, database, streams, moves, feeds, two_nodes } => {
            let measured = streams::Streams {
                server: server.map_or_else(beside, Ok)?,
                dir: dir.unwrap_or_else(std::env::temp_dir),
                database,
                streams,
                moves,
                feeds,
                two_nodes,
            };
            print!("{}", measured.run().await?);
            Ok(ExitCode::SUCCESS)
        }
        Command::Bots {
            server,
            dir,
            database,
            games,
            rate,
            bot_games,
            ruleset,
            rounds,
            seconds,
            warmup,
        } => {
            let measured = bots::Bots {
                server: server.map_or_else(beside, Ok)?,
                dir: dir.unwrap_or_else(std::env::temp_dir),
                database,
                games,
                rate,
                bot_games,
                ruleset,
                rounds: rounds.max(1),
                time: Duration::from_secs_f64(seconds),
                warmup: Duration::from_secs_f64(warmup),
            };
            print!("{}", measured.run().await?);
            Ok(ExitCode::SUCCESS)
        }
        Command::Scale { server, dir, few, many, played, rounds, seconds, warmup, seed } => {
            let measured = scale::Scale {
                server: server.map_or_else(beside, Ok)?,
                dir: dir.unwrap_or_else(std::env::temp_dir),
                sizes: [few, many],
                played,
                rounds: rounds.max(1),
                time: Duration::from_secs_f64(seconds),
                warmup: Duration::from_secs_f64(warmup),
                seed,
            };
            print!("{}", measured.run().await?);
            Ok(ExitCode::SUCCESS)
        }
        Command::Limit { database, listen, move_bytes, view_bytes } => {
            let ledger = match database {
                Some(url) => Some(ledger::Ledger::open(&url).await?),
                None => None,
            };
            limit::serve(listen, move_bytes, view_bytes, ledger).await?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Run { server, dir, database, games, played, games_each, pace } => {
            let baseline = run::Baseline {
                server: server.map_or_else(beside, Ok)?,
                dir: dir.unwrap_or_else(std::env::temp_dir),
                database,
                games,
                played,
                games_each: games_each.max(1),
                connections: pace.connections,
                time: Duration::from_secs_f64(pace.seconds),
                warmup: Duration::from_secs_f64(pace.warmup),
                seed: pace.seed,
            };
            let measured = baseline.run().await?;
            if pace.json {
                println!("{:#}", measured.json());
            } else {
                print!("{}", measured.markdown());
            }
            Ok(code(measured.spoilt()))
        }
    }
}

async fn put_load(work: Work, load: Load) -> Result<ExitCode, Failure> {
    let Load { url, games, games_each, rate, pace } = load;
    let games = Arc::new(Games::new(seed::read(&games)?));
    let mut rows = Vec::new();
    for connections in pace.connections {
        let plan = Plan {
            authority: url.clone(),
            work,
            connections,
            width: games_each.max(1),
            warmup: Duration::from_secs_f64(pace.warmup),
            time: Duration::from_secs_f64(pace.seconds),
            rate,
            seed: pace.seed,
        };
        rows.push(load::measure(&games, &plan, None).await?);
    }
    if pace.json {
        println!("{}", serde_json::to_string_pretty(&rows)?);
    } else {
        print!("{}", report::table(&rows));
    }
    Ok(code(report::spoilt(&rows)))
}

fn code(spoilt: bool) -> ExitCode {
    if spoilt { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
