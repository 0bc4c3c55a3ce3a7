//! Command line.

mod backup;
mod bots;
mod check;
mod http_client;
mod mail;
mod restore;
mod rules;
mod sheet;
mod verify;

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use broadside_app::App;
use broadside_domain::env::{Env, System};
use broadside_http::{self as http, AppState, server};
use broadside_post::Post;
use broadside_post::config::{MailOut, links_to};
use broadside_store::{self as store, Database, Store};
use broadside_worker::{self as work, webhooks};
use clap::{Parser, Subcommand};
use tokio::task::JoinSet;

use crate::config::{self, Config, Settings};
use crate::telemetry;

/// Referees correspondence games of the Salvo family over HTTP, keeps the secrets of each side, and
/// reveals them at the end so that they can be verified.
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
    /// Bring the tables of the database up to date, and exit; `serve` also does this when it starts
    Migrate {
        /// Change nothing; fail if the tables are not up to date
        #[arg(long)]
        check: bool,
        #[command(flatten)]
        settings: Settings,
    },
    /// Copy a SQLite database into a new file, as of one moment; a server may use the database at
    /// the same time
    Backup {
        /// File to create
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
        #[command(flatten)]
        settings: Settings,
    },
    /// Restore a backup: this begins a new timeline, and drops mail and webhook messages that wait
    #[command(after_help = restore::STEPS)]
    Restore {
        #[command(flatten)]
        args: Box<restore::RestoreArgs>,
        #[command(flatten)]
        settings: Settings,
    },
    /// Replay every game of a database from its log, and report inconsistencies; this changes
    /// nothing, and a server may use the database at the same time
    Check {
        #[command(flatten)]
        settings: Settings,
    },
    /// Deliver mail to a server, and list inbound and outbound mail
    Mail {
        #[command(subcommand)]
        command: mail::MailCommand,
    },
    /// Let a bot play on a server
    Bots {
        #[command(subcommand)]
        command: bots::BotsCommand,
    },
    /// Print the OpenAPI document
    Openapi,
    /// Print how a game is played, as text
    Rules(rules::RulesArgs),
    /// Print a sheet to play on paper, as PDF; needs no server and no database
    Sheet(Box<sheet::SheetArgs>),
    /// Replay the record of a finished game, and report whether everything in it is valid
    ///
    /// Exits with 0 if it is valid, with 1 if it is not, and with 2 if there is no record to
    /// verify.
    Verify {
        /// Record, as returned by `GET /v1/games/{id}/record`; `-` for standard input
        file: PathBuf,
    },
}

/// Returns true if the arguments are those of `mail deliver`, which a mail server runs.
fn is_delivery(args: impl Iterator<Item = OsString>) -> bool {
    args.skip(1).take(2).eq(["mail", "deliver"])
}

/// Error that ends the program with a message and status 1.
type CliError = Box<dyn std::error::Error>;

/// Runs the program.
pub fn run() -> ExitCode {
    let cli = match config::parse::<Cli>(std::env::args_os()) {
        Ok(cli) => cli,
        // A mail server would bounce the mail. Ask it to retry: somebody will correct the
        // arguments.
        Err(wrong) if wrong.use_stderr() && is_delivery(std::env::args_os()) => {
            let _ = wrong.print();
            return ExitCode::from(mail::EX_TEMPFAIL);
        }
        Err(wrong) => wrong.exit(),
    };
    let done = match cli.command {
        None => run_with_config(cli.settings, serve),
        Some(Command::Serve { settings }) => run_with_config(settings, serve),
        Some(Command::Migrate { check: false, settings }) => run_with_config(settings, migrate),
        Some(Command::Migrate { check: true, settings }) => {
            run_with_config(settings, migrate_check)
        }
        Some(Command::Backup { output, settings }) => run_with_config(
            settings,
            move |config| async move { backup::backup(config, &output).await },
        ),
        Some(Command::Restore { args, settings }) => {
            run_with_config(settings, move |config| restore::restore(config, *args))
        }
        Some(Command::Check { settings }) => run_with_config(settings, check::check),
        Some(Command::Mail { command: mail::MailCommand::Deliver(deliver) }) => {
            return deliver.run();
        }
        Some(Command::Mail { command: mail::MailCommand::Log(log) }) => log.run(),
        Some(Command::Openapi) => print_document(),
        Some(Command::Bots { command: bots::BotsCommand::Play(player) }) => player.play(),
        Some(Command::Rules(args)) => rules::print(&args),
        Some(Command::Sheet(sheet)) => return sheet.print(),
        Some(Command::Verify { file }) => return verify::verify(&file),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has closed the pipe, as `head` does.
        Err(failure) if is_broken_pipe(&failure) => ExitCode::SUCCESS,
        Err(failure) => {
            // Standard error may be closed.
            let _ = writeln!(std::io::stderr(), "broadside: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(failure: &CliError) -> bool {
    let failed = failure.downcast_ref::<std::io::Error>();
    failed.is_some_and(|failed| failed.kind() == std::io::ErrorKind::BrokenPipe)
}

fn run_with_config<F>(settings: Settings, then: impl FnOnce(Config) -> F) -> Result<(), CliError>
where
    F: Future<Output = Result<(), CliError>>,
{
    let config = settings.complete()?;
    let _logs = telemetry::init(config.log_format, config.log.clone());
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(then(config))
}

async fn serve(mut config: Config) -> Result<(), CliError> {
    let env = Env::new(System);
    // Bind the port before the database is opened: if somebody starts a second server by mistake,
    // the error is about the port.
    let listener = server::listen(config.listen)?;
    let store = Store::new(store::open(&config.database).await?);
    if config.http.public_url.is_none() {
        let mail = &mut config.mail;
        mail.links = links_to(listener.local_addr()?);
        if matches!(mail.out, MailOut::Smtp(_)) {
            let links = &mail.links;
            tracing::warn!(
                links,
                "links in mails lead to where this server listens: set public-url to where others reach it"
            );
        }
    }
    let app = App::new(store.clone(), env.clone(), &config.app).await?;
    let post = Post::new(Arc::clone(&app), config.mail).await?;
    let state = AppState::new(Arc::clone(&post), &config.http).await?;
    let mut tasks = JoinSet::new();
    let timekeeper = {
        let app = Arc::clone(&app);
        move || work::timekeeper::Timekeeper::new(Arc::clone(&app))
    };
    // Check before the first request, so that every response includes an outage that has just
    // ended.
    if let Err(error) = timekeeper().check().await {
        tracing::warn!(%error, "no heartbeat can be written yet: time-outs are suspended");
    }
    let driver = work::driver::Driver::default();
    driver.spawn(&mut tasks, timekeeper);
    work::start(&driver, &mut tasks, &store, &app.play, &env, config.feed_days);
    work::bots::start(&driver, &mut tasks, &app);
    work::move_queues::start(&driver, &mut tasks, &app);
    let client = webhooks::WebhookClient::new(config.app.webhook_allow_private);
    let dispatcher = webhooks::WebhookDispatcher::new(store.clone(), env.clone(), client);
    webhooks::start(&driver, &mut tasks, dispatcher, app.play.notifier());
    broadside_post::start(&driver, &mut tasks, &post);
    work::nodes::start(&driver, &mut tasks, &store, app.play.notifier());
    let address = listener.local_addr()?;
    // Register the signals before the address is printed, so that a stop right after that is not
    // missed.
    let stop = server::stop_signal()?;
    let database = match &config.database {
        Database::Sqlite(file) => std::path::absolute(file)?.display().to_string(),
        Database::Postgres(address) => address.to_string(),
    };
    let mut out = std::io::stdout();
    writeln!(out, "listening on http://{address}")?;
    writeln!(out, "reference     http://{address}/docs")?;
    writeln!(out, "document      http://{address}/openapi.json")?;
    writeln!(out, "database      {database}")?;
    writeln!(out, "play          http://{address}/")?;
    out.flush()?;
    let writer_failed = Arc::new(AtomicBool::new(false));
    let was_restored = Arc::new(AtomicBool::new(false));
    let stop = {
        let state = Arc::clone(&state);
        let store = store.clone();
        let writer_failed = Arc::clone(&writer_failed);
        let was_restored = Arc::clone(&was_restored);
        async move {
            tokio::select! {
                () = stop => {}
                () = store.given_up() => writer_failed.store(true, Ordering::Relaxed),
                () = state.timeline.changed(&store) => was_restored.store(true, Ordering::Relaxed),
            }
            // Streams would never end, and would delay the stop.
            state.end_streams();
        }
    };
    let router = http::router(state);
    server::run(listener, &config.http.limits, &config.http.proxies, router, stop).await;
    // Any task may be aborted at any point. End them all before the store is closed.
    tasks.shutdown().await;
    if writer_failed.load(Ordering::Relaxed) {
        return Err("the process ends: its writer panics again and again, although the database answers; start it again, and report \
                    the panics in its log"
            .into());
    }
    store.close().await?;
    if was_restored.load(Ordering::Relaxed) {
        return Err("the database was restored while this node ran: start it again".into());
    }
    tracing::info!("stopped");
    Ok(())
}

async fn migrate(config: Config) -> Result<(), CliError> {
    store::open(&config.database).await?.close().await?;
    Ok(writeln!(std::io::stdout(), "{} is up to date", config.database)?)
}

async fn migrate_check(config: Config) -> Result<(), CliError> {
    check_schema_current(&config.database).await?;
    Ok(writeln!(std::io::stdout(), "{} is up to date", config.database)?)
}

/// Checks that the tables of a database are up to date. Changes nothing.
async fn check_schema_current(database: &Database) -> Result<(), CliError> {
    let missing = store::pending_migrations(database).await?;
    if missing.is_empty() {
        return Ok(());
    }
    let missing = missing.join(", ");
    Err(format!("{database} lacks {missing}: run `broadside migrate`, or start the server").into())
}

/// Prints the OpenAPI document.
fn print_document() -> Result<(), CliError> {
    Ok(std::io::stdout().write_all(&http::openapi_json())?)
}
