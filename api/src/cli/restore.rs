//! `broadside restore`: puts a backup in place, and begins a new timeline.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use broadside_app::App;
use broadside_app::play::Play;
use broadside_domain::env::{Env, System};
use broadside_store::{
    self as store, Database, Erased, Erasure, GameBack, OpenError, Report, RestoreError, Store,
    restore_copy, restore_in_place,
};
use clap::Args;

use super::CliError;
use crate::config::{Config, Settings};

const STEPS: &str = "\
Steps for SQLite: stop the server, then run `broadside restore COPY`. The command moves the old database away and never deletes it.

Steps for PostgreSQL: stop all nodes, restore the database with its own tools (`pg_restore`, or point-in-time recovery), then run \
`broadside restore --in-place`. Name the erasure log of each node with --erasures.

After that: look at the games in progress that the command prints. Cancel those that should not go on (--cancel-games). Start the \
server. Then release mail and webhooks with `broadside restore --release`. docs/operators.md has the details, and says what players \
may know of the rolls to come.";

/// Arguments of `broadside restore`.
#[derive(Debug, Args)]
#[command(after_help = STEPS)]
pub(super) struct RestoreArgs {
    /// Backup that replaces a SQLite database; the file itself does not change
    #[arg(value_name = "COPY", conflicts_with = "in_place")]
    copy: Option<PathBuf>,
    /// Mark a PostgreSQL database as restored, after its own tools have restored it
    #[arg(long)]
    in_place: bool,
    /// Erasure logs of other nodes; their erasures and revocations are repeated in addition to
    /// those of --erasure-log
    #[arg(long, value_name = "FILE", num_args = 1..)]
    erasures: Vec<PathBuf>,
    /// Cancel games in progress: `all` that went back at the last restore and have not continued
    /// since, or ids separated by commas
    #[arg(long, value_name = "all|ID,…", value_delimiter = ',')]
    cancel_games: Vec<String>,
    /// Send mail and webhooks again; a server may have the database open
    #[arg(long, conflicts_with_all = ["copy", "in_place", "erasures", "cancel_games"])]
    release: bool,
    #[command(flatten)]
    pub(super) settings: Settings,
}

/// Arguments without the settings.
pub(super) struct RestoreOptions {
    copy: Option<PathBuf>,
    in_place: bool,
    erasures: Vec<PathBuf>,
    cancel_games: Vec<String>,
    release: bool,
}

impl RestoreArgs {
    pub(super) fn into_parts(self) -> (RestoreOptions, Settings) {
        let Self { copy, in_place, erasures, cancel_games, release, settings } = self;
        (RestoreOptions { copy, in_place, erasures, cancel_games, release }, settings)
    }
}

pub(super) async fn restore(config: Config, wanted: RestoreOptions) -> Result<(), CliError> {
    let RestoreOptions { copy, in_place, erasures, cancel_games, release } = wanted;
    if release {
        return release_hold(&config.database).await;
    }
    let env = Env::new(System);
    let erasures = || {
        read_erasures(
            super::erasure_log_path(&config).filter(|log| log.exists()).iter().chain(&erasures),
        )
    };
    match (&config.database, copy, in_place) {
        (Database::Sqlite(file), Some(copy), _) => {
            let erasures = erasures()?;
            writeln!(std::io::stdout(), "checking {}: a large file takes minutes", copy.display())?;
            let report = restore_copy(&copy, file, &erasures, &env).await?;
            report_restore(&config, &env, &report, &erasures, cancel_games.is_empty()).await?;
        }
        (Database::Postgres(address), None, true) => {
            let erasures = erasures()?;
            let report = restore_in_place(address, &erasures, &env).await?;
            report_restore(&config, &env, &report, &erasures, cancel_games.is_empty()).await?;
        }
        (Database::Postgres(_), Some(_), _) => {
            return Err("PostgreSQL has its own tools: restore the database with `pg_restore` or point-in-time recovery, \
                        then run `broadside restore --in-place`"
                .into());
        }
        (Database::Sqlite(_), None, true) => {
            return Err(
                "--in-place is for PostgreSQL: name the backup, as in `broadside restore copy.db`"
                    .into(),
            );
        }
        (_, None, false) if cancel_games.is_empty() => {
            return Err("name the backup, as in `broadside restore copy.db`, or use --in-place, --cancel-games or --release; \
                        see `broadside restore --help`"
                .into());
        }
        (_, None, false) => {}
    }
    if cancel_games.is_empty() {
        return Ok(());
    }
    cancel_selected(&config, env, cancel_games).await
}

/// Reads erasure logs, and sorts their lines by time.
fn read_erasures<'a>(
    files: impl Iterator<Item = &'a PathBuf>,
) -> Result<Vec<Erasure>, RestoreError> {
    let mut all = Vec::new();
    for file in files {
        let text =
            std::fs::read_to_string(file).map_err(|error| RestoreError::Io(file.clone(), error))?;
        let lines = Erasure::read_all(&text);
        all.extend(lines.map_err(|line| RestoreError::Erasures(file.clone(), line))?);
    }
    all.sort_by_key(|erasure| erasure.at);
    Ok(all)
}

/// Reports a restore, and removes players whose accounts were deleted from their games.
async fn report_restore(
    config: &Config,
    env: &Env,
    report: &Report,
    erasures: &[Erasure],
    offer_to_cancel: bool,
) -> Result<(), CliError> {
    let Report { timeline, games, erased, before } = report;
    let mut out = std::io::stdout();
    writeln!(out, "{} is restored; its timeline is now {timeline}", config.database)?;
    if let Some(before) = before {
        writeln!(out, "the old database is {}", before.display())?;
    }
    writeln!(out, "erasures and revocations made again: {erased}")?;
    writeln!(out, "games in progress: {}", games.len())?;
    for GameBack { id, ruleset, status, players, events, last_at } in games {
        let players = players.join(", ");
        writeln!(
            out,
            "game {id}: {ruleset}, {status}, {events} events, the last at {last_at}, of {players}"
        )?;
    }
    if !games.is_empty() && offer_to_cancel {
        writeln!(
            out,
            "dice repeat: players may know rolls and answers from before. To cancel these games, run \
             `broadside restore --cancel-games all` before the server starts"
        )?;
    }
    writeln!(out, "mail and webhooks are held: release them with `broadside restore --release`")?;
    leave_games(config, env, erasures).await
}

/// Removes players whose accounts were deleted from the games that the backup has brought back.
async fn leave_games(config: &Config, env: &Env, erasures: &[Erasure]) -> Result<(), CliError> {
    let account = |erasure: &'_ Erasure| match &erasure.what {
        Erased::Account(id) => Some(id.clone()),
        _ => None,
    };
    let deleted: BTreeSet<String> = erasures.iter().filter_map(account).collect();
    if deleted.is_empty() {
        return Ok(());
    }
    // Suspend time-outs: deadlines have passed since the backup was made, and the server gives that
    // time back when it starts.
    env.clock().begin();
    let store = Store::new(store::open(&config.database).await?);
    let app = App::new(store.clone(), env.clone(), &config.app).await?;
    for id in &deleted {
        let left = app.leave_all_games(id).await;
        left.map_err(|problem| {
            format!("the games of the deleted player {id}: {}", problem.detail())
        })?;
    }
    Ok(store.close().await?)
}

/// Cancels games in a database. No server may have the database open if it is SQLite.
async fn cancel_selected(config: &Config, env: Env, wanted: Vec<String>) -> Result<(), CliError> {
    let store = Store::new(store::open(&config.database).await?);
    let play = Arc::new(Play::new(store.clone(), env, config.app.challenge_days));
    let ids = match &wanted[..] {
        [all] if all == "all" => store.games_gone_back().await?,
        _ => wanted,
    };
    let mut out = std::io::stdout();
    let mut missed = 0;
    for id in ids {
        match play.cancel(&id).await {
            Ok(true) => writeln!(out, "game {id}: cancelled")?,
            Ok(false) => writeln!(out, "game {id}: over already")?,
            Err(problem) => {
                missed += 1;
                writeln!(out, "game {id}: not cancelled: {}", problem.detail())?;
            }
        }
    }
    store.close().await?;
    if missed > 0 {
        return Err(format!(
            "{missed} games could not be cancelled: check their ids, and run the command again"
        )
        .into());
    }
    Ok(())
}

async fn release_hold(database: &Database) -> Result<(), CliError> {
    let said = match store::release(database).await? {
        true => "mail and webhooks are sent again",
        false => "nothing was held",
    };
    Ok(writeln!(std::io::stdout(), "{database}: {said}")?)
}
