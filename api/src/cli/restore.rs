//! `broadside restore`: puts a backup in place, and begins another timeline.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::Failure;
use crate::ambient::{Ambient, Machine};
use crate::config::{Config, Database, Settings};
use crate::play::Play;
use crate::store::{
    self, Erasure, GameBack, Report, RestoreError, Store, erasures_beside, restore_copy, restore_in_place,
};

const STEPS: &str = "\
Steps for SQLite: stop the server, then `broadside restore COPY`. The database from before is moved away, never deleted.

Steps for PostgreSQL: stop all nodes, bring the database back with its own tools (`pg_restore`, or point-in-time recovery), \
then `broadside restore --in-place`. Name the erasure log of each node with --erasures.

After that: look at the games that were in progress, cancel those that should not go on (--cancel-games), start the server, \
and let mail and webhooks out with `broadside restore --release`. docs/operators.md has the details, and says what players may \
know of the rolls to come.";

/// Arguments of `broadside restore`.
#[derive(Debug, Args)]
#[command(after_help = STEPS)]
pub(super) struct RestoreArgs {
    /// The backup to put in the place of a SQLite database; it stays as it is
    #[arg(value_name = "COPY", conflicts_with = "in_place")]
    copy: Option<PathBuf>,
    /// Mark a PostgreSQL database as restored that its own tools have brought back
    #[arg(long)]
    in_place: bool,
    /// Erasure logs whose erasures and revocations are made again, besides the one next to a SQLite database
    #[arg(long, value_name = "FILE", num_args = 1..)]
    erasures: Vec<PathBuf>,
    /// Cancel games in progress: `all` that went back at the last restore and have not gone on since, or ids with commas
    #[arg(long, value_name = "all|ID,…", value_delimiter = ',')]
    cancel_games: Vec<String>,
    /// Let mail and webhooks out again; a server may have the database open
    #[arg(long, conflicts_with_all = ["copy", "in_place", "erasures", "cancel_games"])]
    release: bool,
    #[command(flatten)]
    pub(super) settings: Settings,
}

/// The arguments without the settings.
pub(super) struct Wanted {
    copy: Option<PathBuf>,
    in_place: bool,
    erasures: Vec<PathBuf>,
    cancel_games: Vec<String>,
    release: bool,
}

impl RestoreArgs {
    pub(super) fn split(self) -> (Wanted, Settings) {
        let Self { copy, in_place, erasures, cancel_games, release, settings } = self;
        (Wanted { copy, in_place, erasures, cancel_games, release }, settings)
    }
}

pub(super) async fn restore(config: Config, wanted: Wanted) -> Result<(), Failure> {
    let Wanted { copy, in_place, erasures, cancel_games, release } = wanted;
    if release {
        return let_out(&config.database).await;
    }
    let ambient = Ambient::new(Machine);
    match (&config.database, copy, in_place) {
        (Database::Sqlite(file), Some(copy), _) => {
            let beside = erasures_beside(file);
            let own = beside.exists().then_some(beside);
            let erasures = read_erasures(own.iter().chain(&erasures))?;
            let report = restore_copy(&copy, file, &erasures, &ambient).await?;
            tell(&config.database, &report, &cancel_games)?;
        }
        (Database::Postgres(address), None, true) => {
            let erasures = read_erasures(erasures.iter())?;
            let report = restore_in_place(address, &erasures, &ambient).await?;
            tell(&config.database, &report, &cancel_games)?;
        }
        (Database::Postgres(_), Some(_), _) => {
            return Err("PostgreSQL has its own tools: bring the database back with `pg_restore` or point-in-time recovery, \
                        then run `broadside restore --in-place`"
                .into());
        }
        (Database::Sqlite(_), None, true) => {
            return Err(
                "--in-place is for PostgreSQL: name the backup, as in `broadside restore copy.db`".into()
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
    cancel(&config, ambient, cancel_games).await
}

/// Reads erasure logs, and puts their lines in the order of time.
fn read_erasures<'a>(files: impl Iterator<Item = &'a PathBuf>) -> Result<Vec<Erasure>, RestoreError> {
    let mut all = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).map_err(|error| RestoreError::Io(file.clone(), error))?;
        let lines = Erasure::read_all(&text);
        all.extend(lines.map_err(|line| RestoreError::Erasures(file.clone(), line))?);
    }
    all.sort_by_key(|erasure| erasure.at);
    Ok(all)
}

fn tell(database: &Database, report: &Report, cancel_games: &[String]) -> Result<(), Failure> {
    let Report { timeline, games, erased, before } = report;
    let mut out = std::io::stdout();
    writeln!(out, "{database} is restored, and on the timeline {timeline}")?;
    if let Some(before) = before {
        writeln!(out, "the database from before is {}", shown(before))?;
    }
    writeln!(out, "{erased} erasures and revocations were made again")?;
    writeln!(out, "{} games were in progress", games.len())?;
    for GameBack { id, ruleset, status, players, events, last_at } in games {
        let players = players.join(", ");
        writeln!(
            out,
            "game {id}: {ruleset}, {status}, {events} events, the last at {last_at}, of {players}"
        )?;
    }
    if !games.is_empty() && cancel_games.is_empty() {
        writeln!(
            out,
            "dice repeat: players may know rolls and answers from before. To cancel these games: \
             `broadside restore --cancel-games all`, before the server starts"
        )?;
    }
    writeln!(out, "mail and webhooks are held: let them out with `broadside restore --release`")?;
    Ok(())
}

fn shown(path: &Path) -> std::path::Display<'_> {
    path.display()
}

/// Cancels games in a database that no server over SQLite has open.
async fn cancel(config: &Config, ambient: Ambient, wanted: Vec<String>) -> Result<(), Failure> {
    let store = Store::new(store::open(&config.database).await?);
    let play = Arc::new(Play::new(store.clone(), ambient, config.challenge_days));
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
    store.settle().await?;
    if missed > 0 {
        return Err(format!(
            "{missed} games could not be cancelled: check their ids, and run the command again"
        )
        .into());
    }
    Ok(())
}

async fn let_out(database: &Database) -> Result<(), Failure> {
    let said = match store::release(database).await? {
        true => "mail and webhooks go out again",
        false => "nothing was held",
    };
    Ok(writeln!(std::io::stdout(), "{database}: {said}")?)
}
