//! The command line.

mod sheet;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::ambient::{Ambient, Machine};
use crate::config::{Config, Database, Settings};
use crate::http::{self, Service};
use crate::store::Store;
use crate::store::sqlite::Sqlite;
use crate::{server, telemetry, work};

/// Referees correspondence games of the Salvo family over HTTP, keeps each side's secrets, and proves that it was
/// honest.
#[derive(Debug, Parser)]
#[command(name = "broadside", version, about, long_about = None)]
#[command(
    after_help = "Without a command the service is started, as by `serve`. Settings come from flags, from the \
    environment, from the TOML file that --config names, in that order."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    settings: Settings,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start the service
    Serve {
        #[command(flatten)]
        settings: Settings,
    },
    /// Bring the tables of the database up to date, and end; `serve` does it at its start too
    Migrate {
        #[command(flatten)]
        settings: Settings,
    },
    /// Print the OpenAPI document
    Openapi {
        /// Print nothing, but fail if this file is not the document
        #[arg(long, value_name = "FILE")]
        check: Option<PathBuf>,
    },
    /// Print a sheet to play on paper, as PDF; needs no server and no database
    Sheet(sheet::Sheet),
    /// Replay the record of a finished game and say whether everything in it holds
    Verify {
        /// The record, as `GET /v1/games/{id}/record` gives it; `-` for standard input
        file: PathBuf,
    },
}

/// Something that ends the program with a word and a status of 1.
type Failure = Box<dyn std::error::Error>;

/// Runs the program.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command {
        None => start(cli.settings, serve),
        Some(Command::Serve { settings }) => start(settings, serve),
        Some(Command::Migrate { settings }) => start(settings, migrate),
        Some(Command::Openapi { check }) => openapi(check.as_deref()),
        Some(Command::Sheet(sheet)) => return sheet.print(),
        Some(Command::Verify { file }) => return verify(&file),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("broadside: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn start<F>(settings: Settings, then: fn(Config) -> F) -> Result<(), Failure>
where
    F: Future<Output = Result<(), Failure>>,
{
    let config = settings.complete()?;
    telemetry::start(config.log_format, &config.log);
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(then(config))
}

async fn open(database: &Database) -> Result<Sqlite, Failure> {
    let Database::Sqlite(file) = database;
    Ok(Sqlite::open(file).await?)
}

async fn serve(config: Config) -> Result<(), Failure> {
    let ambient = Ambient::new(Machine);
    // The port first: whoever starts a second server by mistake is told of the port, which is what they see.
    let listener = server::listen(config.listen)?;
    let store = Store::new(open(&config.database).await?);
    let app = Service::new(store.clone(), ambient.clone(), config.public_url.clone()).await?;
    work::start(store, app.play.clone(), ambient);
    let address = listener.local_addr()?;
    // Before anybody is told that the server is there: whoever stops it then is heard.
    let stop = server::stop()?;
    let Database::Sqlite(file) = &config.database;
    let mut out = std::io::stdout();
    writeln!(out, "listening on http://{address}")?;
    writeln!(out, "reference     http://{address}/docs")?;
    writeln!(out, "document      http://{address}/openapi.json")?;
    writeln!(out, "database      {}", std::path::absolute(file)?.display())?;
    out.flush()?;
    server::run(listener, http::router(app), stop).await?;
    tracing::info!("stopped");
    Ok(())
}

async fn migrate(config: Config) -> Result<(), Failure> {
    open(&config.database).await?;
    let Database::Sqlite(file) = &config.database;
    println!("{} is up to date", file.display());
    Ok(())
}

fn openapi(check: Option<&Path>) -> Result<(), Failure> {
    let document = format!("{:#}\n", http::document());
    let Some(file) = check else {
        std::io::stdout().write_all(document.as_bytes())?;
        return Ok(());
    };
    let found = std::fs::read_to_string(file)
        .map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
    if found == document {
        return Ok(());
    }
    Err(format!("{0} is not the document: write it anew with `broadside openapi > {0}`", file.display())
        .into())
}

fn verify(file: &Path) -> ExitCode {
    let read = if file == Path::new("-") {
        std::io::read_to_string(std::io::stdin())
    } else {
        std::fs::read_to_string(file)
    };
    let text = match read {
        Ok(text) => text,
        Err(error) => {
            eprintln!("broadside: {} cannot be read: {error}", file.display());
            return ExitCode::FAILURE;
        }
    };
    let verdict = broadside_engine::record::verify(&text);
    for fault in &verdict.faults {
        let part = serde_json::to_value(fault.part).unwrap_or_default();
        let field = if fault.field.is_empty() { "the record" } else { &fault.field };
        println!("does not hold: {} at {field}: {}", part.as_str().unwrap_or_default(), fault.detail);
    }
    if !verdict.holds {
        return ExitCode::FAILURE;
    }
    println!(
        "everything holds: {} events of game {} replayed, every roll, report and commitment is right",
        verdict.events,
        verdict.game.unwrap_or_default()
    );
    ExitCode::SUCCESS
}
