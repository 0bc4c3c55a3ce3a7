//! `broadside restore`: puts a backup in place, and begins a new timeline.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use broadside_app::play::Play;
use broadside_domain::env::{Env, System};
use broadside_store::{
    self as store, Database, Report, RestoredGame, RestoredToken, Store, restore_copy,
    restore_in_place, tokens,
};
use clap::Args;

use super::CliError;
use crate::config::Config;

/// Help on the order of the steps.
pub(super) const STEPS: &str = "\
Steps for SQLite: stop the server, then run `broadside restore COPY`. The command moves the old database away and never deletes it.

Steps for PostgreSQL: stop all nodes, restore the database with its own tools (`pg_restore`, or point-in-time recovery), then run \
`broadside restore --in-place`.

After that: look at the games and tokens that the command prints. Cancel games that should not go on (--cancel-games), and revoke \
tokens that had been revoked (--revoke-tokens). Then start the server. docs/operators.md has the details, and says what players may \
know of the rolls to come.";

/// Arguments of `broadside restore`.
#[derive(Debug, Args)]
pub(super) struct RestoreArgs {
    /// Backup that replaces a SQLite database; the file itself does not change
    #[arg(value_name = "COPY", conflicts_with = "in_place")]
    copy: Option<PathBuf>,
    /// Mark a PostgreSQL database as restored, after its own tools have restored it
    #[arg(long)]
    in_place: bool,
    /// Cancel games in progress: `all` that went back at the last restore and have not continued
    /// since, or ids separated by commas
    #[arg(long, value_name = "all|ID,…", value_delimiter = ',')]
    cancel_games: Vec<String>,
    /// Revoke tokens: `all` that the last restore has brought back, or ids of those, separated by
    /// commas
    #[arg(long, value_name = "all|ID,…", value_delimiter = ',')]
    revoke_tokens: Vec<String>,
}

pub(super) async fn restore(config: Config, args: RestoreArgs) -> Result<(), CliError> {
    let RestoreArgs { copy, in_place, cancel_games, revoke_tokens } = args;
    let env = Env::new(System);
    match (&config.database, copy, in_place) {
        (Database::Sqlite(file), Some(copy), _) => {
            writeln!(std::io::stdout(), "checking {}: a large file takes minutes", copy.display())?;
            report_restore(&config, &restore_copy(&copy, file, &env).await?)?;
        }
        (Database::Postgres(address), None, true) => {
            report_restore(&config, &restore_in_place(address, &env).await?)?;
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
        (_, None, false) if cancel_games.is_empty() && revoke_tokens.is_empty() => {
            return Err("name the backup, as in `broadside restore copy.db`, or use --in-place, --cancel-games or \
                        --revoke-tokens; see `broadside restore --help`"
                .into());
        }
        (_, None, false) => {}
    }
    if !revoke_tokens.is_empty() {
        revoke_selected(&config, revoke_tokens).await?;
    }
    if !cancel_games.is_empty() {
        cancel_selected(&config, env, cancel_games).await?;
    }
    Ok(())
}

/// Prints what a restore has done.
fn report_restore(config: &Config, report: &Report) -> Result<(), CliError> {
    let Report { timeline, games, tokens, letters, messages, before } = report;
    let mut out = std::io::stdout();
    writeln!(out, "{} is restored; its timeline is now {timeline}", config.database)?;
    if let Some(before) = before {
        writeln!(out, "the old database is {}", before.display())?;
    }
    writeln!(out, "letters that waited, and were dropped: {letters}")?;
    writeln!(out, "webhook messages that waited, and were dropped: {messages}")?;
    writeln!(out, "tokens that may have been revoked since: {}", tokens.len())?;
    for RestoredToken { id, name, player, created_at } in tokens {
        writeln!(out, "token {id}: of {player}, {created_at}, {name:?}")?;
    }
    if !tokens.is_empty() {
        writeln!(
            out,
            "to revoke them, run `broadside restore --revoke-tokens all`, or name some; their players need a mailbox \
             to get new ones"
        )?;
    }
    writeln!(out, "games in progress: {}", games.len())?;
    for RestoredGame { id, ruleset, status, players, events, last_at } in games {
        let players = players.join(", ");
        writeln!(
            out,
            "game {id}: {ruleset}, {status}, {events} events, the last at {last_at}, of {players}"
        )?;
    }
    if !games.is_empty() {
        writeln!(
            out,
            "dice repeat: players may know rolls and answers from before. To cancel these games, run \
             `broadside restore --cancel-games all` before the server starts"
        )?;
    }
    Ok(())
}

/// Revokes tokens that the last restore has brought back. No server may have the database open if
/// it is SQLite.
async fn revoke_selected(config: &Config, wanted: Vec<String>) -> Result<(), CliError> {
    let store = Store::new(store::open(&config.database).await?);
    let found = BTreeSet::from_iter(store.tokens_gone_back().await?);
    let ids = if wanted == ["all"] { found.iter().cloned().collect() } else { wanted };
    let mut out = std::io::stdout();
    let mut missed = 0;
    for id in ids {
        if found.contains(&id) {
            store.commit(tokens::Revoke { id: id.clone() }).await?;
            writeln!(out, "token {id}: revoked")?;
        } else {
            missed += 1;
            writeln!(out, "token {id}: not among those from before the restore")?;
        }
    }
    store.close().await?;
    match missed {
        0 => Ok(()),
        missed => Err(format!("{missed} tokens were not found: check their ids").into()),
    }
}

/// Cancels games in a database. No server may have the database open if it is SQLite.
async fn cancel_selected(config: &Config, env: Env, wanted: Vec<String>) -> Result<(), CliError> {
    let store = Store::new(store::open(&config.database).await?);
    let play = Arc::new(Play::new(store.clone(), env, config.app.challenge_days));
    let ids = match &wanted[..] {
        [all] if all == "all" => store.rolled_back_games().await?,
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
