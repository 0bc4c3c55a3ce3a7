//! The load generator: fills a store with games, plays them over HTTP as fast as the server allows or by a schedule,
//! and tells what that came to beside what the machine allows at most.

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

use broadside::config::Database;
use clap::{Args, Parser, Subcommand};

use hand::{Games, Work};
use load::Plan;

/// Something that ends the program with a word.
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Measures how many moves and views a Broadside server answers, and how quickly.
///
/// `run` does everything by itself. To load a server that runs elsewhere, `seed` its database while it is stopped,
/// start it, and give `moves` and `views` its address and the list that `seed` wrote.
///
/// The program ends with 1 if any answer was not the right one.
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
        /// The database, which no server may have open: sqlite:FILE or postgres://USER@HOST/DATABASE
        #[arg(long, value_name = "URL")]
        database: Database,
        /// How many games, each between two players of its own
        #[arg(long, value_name = "N")]
        games: usize,
        /// How many shots have been fired at most: none in the first game, this many in the last, evenly between
        #[arg(long, value_name = "N", default_value_t = 0)]
        played: usize,
        /// Where to write the list: one JSON object a line, with a game's id and the token of each seat
        #[arg(long, value_name = "FILE", default_value = "games.jsonl")]
        list: PathBuf,
    },
    /// Play: a random open cell for whoever is to move, and another game when one ends
    Moves {
        #[command(flatten)]
        load: Load,
    },
    /// Look at games
    Views {
        #[command(flatten)]
        load: Load,
        /// Send the entity tag of the view before, so that the answer is 304 and has no body
        #[arg(long)]
        if_none_match: bool,
    },
    /// Serve answers of the right length to the requests of `moves` and `views`, and do nothing else: what HTTP alone
    /// allows on this machine; with a database, what the two together allow
    Limit {
        /// Keep each move before it is answered, with those that wait in one durable commit, in tables of its own in this
        /// database: sqlite:FILE or postgres://USER@HOST/DATABASE
        #[arg(long, value_name = "URL")]
        database: Option<String>,
        /// Address and port to listen on; port 0 takes a free one
        #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:0")]
        listen: SocketAddr,
        /// How long the answer to a move is
        #[arg(long, value_name = "BYTES", default_value_t = 5000)]
        move_bytes: usize,
        /// How long a view is
        #[arg(long, value_name = "BYTES", default_value_t = 5000)]
        view_bytes: usize,
    },
    /// The whole baseline: seed, start the server, moves, views, then the same against `limit`, moves against `limit` with a
    /// database of the same kind, and the syncs of the disk
    Run {
        /// The server's program; by default `broadside` beside this program. Build both with
        /// `cargo build --release -p broadside -p broadside-tests`
        #[arg(long, value_name = "FILE")]
        server: Option<PathBuf>,
        /// A directory on the disk to be measured; a new one is made in it, and removed at the end [default: the
        /// system's for temporary files]
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
        /// An empty database to be filled and measured: postgres://USER@HOST/DATABASE [default: a SQLite file in DIR]
        #[arg(long, value_name = "URL")]
        database: Option<String>,
        /// How many games to seed
        #[arg(long, value_name = "N", default_value_t = 30_000)]
        games: usize,
        /// How many shots have been fired at most in a game that is seeded
        #[arg(long, value_name = "N", default_value_t = 100)]
        played: usize,
        /// How many games each of 64 connections plays in rotation, in the load that does not fit into the server's
        /// memory
        #[arg(long, value_name = "N", default_value_t = 300)]
        games_each: usize,
        #[command(flatten)]
        pace: Pace,
    },
    /// What a move and the opening of a game cost in a SQLite file of few games and in one of many
    Scale {
        /// The server's program; by default `broadside` beside this program
        #[arg(long, value_name = "FILE")]
        server: Option<PathBuf>,
        /// A directory for both files, of 10 KiB for each game; a new one is made in it, and removed at the end [default: the
        /// system's for temporary files]
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
        /// How many games are in the small file
        #[arg(long, value_name = "N", default_value_t = 1000)]
        few: usize,
        /// How many games are in the large file
        #[arg(long, value_name = "N", default_value_t = 1_000_000)]
        many: usize,
        /// How many shots have been fired at most in a game that is seeded
        #[arg(long, value_name = "N", default_value_t = 10)]
        played: usize,
        /// How often both are measured, one after the other
        #[arg(long, value_name = "N", default_value_t = 5)]
        rounds: usize,
        /// How long moves are measured in each round
        #[arg(long, value_name = "N", default_value_t = 2.0, value_parser = seconds)]
        seconds: f64,
        /// How long moves are made before they are measured, in seconds
        #[arg(long, value_name = "N", default_value_t = 0.5, value_parser = seconds)]
        warmup: f64,
        /// What the shots and the order of the games are drawn from
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
    /// Open many streams, make moves, and tell what the server holds for them and how soon they tell of a move. Each stream
    /// needs a descriptor here and one there: `ulimit -n`
    Streams {
        /// The server's program; by default `broadside` beside this program
        #[arg(long, value_name = "FILE")]
        server: Option<PathBuf>,
        /// A directory for the database; a new one is made in it, and removed at the end [default: the system's for
        /// temporary files]
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
        /// An empty database to be filled: postgres://USER@HOST/DATABASE [default: a SQLite file in DIR]
        #[arg(long, value_name = "URL")]
        database: Option<String>,
        /// How many streams, two for each game
        #[arg(long, value_name = "N", default_value_t = 2000)]
        streams: usize,
        /// How many moves, one after another
        #[arg(long, value_name = "N", default_value_t = 500)]
        moves: usize,
        /// Open the stream of all games of each player instead of the stream of the game
        #[arg(long)]
        feeds: bool,
        /// Make the moves on another node than the one with the streams
        #[arg(long, requires = "database")]
        two_nodes: bool,
        /// Let no node tell the other what happens
        #[arg(long)]
        silent: bool,
    },
}

#[derive(Args, Debug)]
struct Load {
    /// The server, as in http://127.0.0.1:8080
    #[arg(long, value_name = "URL", value_parser = authority)]
    url: String,
    /// The list of games that `seed` has written
    #[arg(long, value_name = "FILE")]
    games: PathBuf,
    /// How many games each connection turns to in rotation: with many, the server holds few of them in memory
    #[arg(long, value_name = "N", default_value_t = 1)]
    games_each: usize,
    /// Requests a second by a fixed schedule, an open loop: latency counts from when a request was due, so that a
    /// server that stalls is not spared the requests that would have come meanwhile. Without it each connection asks
    /// as soon as it is answered
    #[arg(long, value_name = "N", value_parser = rate)]
    rate: Option<f64>,
    #[command(flatten)]
    pace: Pace,
}

#[derive(Args, Debug)]
struct Pace {
    /// How many connections, one load after another
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = count, default_values_t = [1, 16, 64, 256])]
    connections: Vec<usize>,
    /// How long each load is measured
    #[arg(long, value_name = "N", default_value_t = 10.0, value_parser = seconds)]
    seconds: f64,
    /// How long each load runs before it is measured, in seconds
    #[arg(long, value_name = "N", default_value_t = 2.0, value_parser = seconds)]
    warmup: f64,
    /// What the shots are drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

/// The authority of an address, as in `127.0.0.1:8080`.
fn authority(url: &str) -> Result<String, String> {
    let right = "write one as in http://127.0.0.1:8080";
    let rest =
        url.strip_prefix("http://").ok_or_else(|| format!("`{url}` does not begin with http://: {right}"))?;
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
    let wrong =
        || format!("`{text}` is no number of connections: write one from 1 to 10000, or several with commas");
    text.trim().parse().ok().filter(|count| (1..=10_000).contains(count)).ok_or_else(wrong)
}

fn seconds(text: &str) -> Result<f64, String> {
    let wrong = || format!("`{text}` is no time: write seconds, up to 3600, as in 10 or 0.5");
    text.parse().ok().filter(|time: &f64| (0.0..=3600.0).contains(time)).ok_or_else(wrong)
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let done = runtime.map_err(Failure::from).and_then(|runtime| runtime.block_on(carry_out(cli.command)));
    match done {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("broadside-bench: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// The server's program beside this one.
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
        Command::Streams { server, dir, database, streams, moves, feeds, two_nodes, silent } => {
            let measured = streams::Streams {
                server: server.map_or_else(beside, Ok)?,
                dir: dir.unwrap_or_else(std::env::temp_dir),
                database,
                streams,
                moves,
                feeds,
                two_nodes,
                silent,
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
