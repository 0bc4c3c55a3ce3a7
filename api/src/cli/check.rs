//! `broadside check`: replays every game of a database, and reports inconsistencies.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use broadside_app::play;
use broadside_store::{self as store, Backend, Database, StoreError, sqlite};

use super::CliError;
use crate::config::Config;

/// Number of games listed at once, and number of games between two progress messages.
const PAGE_SIZE: u32 = 500;
const PROGRESS_INTERVAL: u64 = 10_000;

pub(super) async fn check(config: Config) -> Result<(), CliError> {
    let was_in_use = is_in_use(&config.database);
    let store = store::open_read_only(&config.database).await?;
    let mut out = std::io::stdout();
    let mut games = 0;
    let mut faulty = 0;
    let mut after = String::new();
    loop {
        let ids = store.game_ids(&after, PAGE_SIZE).await?;
        let Some(last) = ids.last() else { break };
        after.clone_from(last);
        for id in ids {
            let found = match find_faults(&store, &id).await {
                Ok(found) => found,
                // Either the database does not answer, and then the ping fails too, or the stored
                // data of this game is invalid.
                Err(_) => {
                    store.ping().await?;
                    find_faults(&store, &id).await.unwrap_or_else(|error| vec![error.to_string()])
                }
            };
            for fault in &found {
                writeln!(out, "game {id}: {fault}")?;
            }
            games += 1;
            faulty += u64::from(!found.is_empty());
            if games % PROGRESS_INTERVAL == 0 {
                eprintln!("{games} games replayed");
            }
        }
    }
    let mut after = String::new();
    loop {
        let ids = store.orphaned_scores(&after, PAGE_SIZE).await?;
        let Some(last) = ids.last() else { break };
        after.clone_from(last);
        for id in ids {
            writeln!(out, "game {id}: its score has later changes, and the game does not exist")?;
            games += 1;
            faulty += 1;
        }
    }
    if is_in_use(&config.database) && !was_in_use {
        return Err("a server opened the file during the check: check again".into());
    }
    if faulty > 0 {
        return Err(format!(
            "{faulty} of {games} games do not fit together: go back to a backup, or set them aside"
        )
        .into());
    }
    Ok(writeln!(out, "replayed games: {games}; all match their logs")?)
}

fn is_in_use(database: &Database) -> bool {
    matches!(database, Database::Sqlite(file) if sqlite::in_use(file))
}

/// Returns the inconsistencies of a game.
async fn find_faults(store: &Backend, id: &str) -> Result<Vec<String>, StoreError> {
    let marked = if store.outage_to_move().await? { Vec::new() } else { store.outages().await? };
    // Read the changes of the score before the game, which must be over before the first of them.
    let scores = store.stored_score_changes(id).await?;
    // Read the row before the log: entries that a running node adds between the two reads are in
    // the log, but not in the row.
    let Some(stored) = store.game(id).await? else {
        return Ok(vec!["its snapshot is missing".to_owned()]);
    };
    let mut log = store.log(id).await?;
    log.truncate(usize::try_from(stored.row.progress.version).unwrap_or(usize::MAX));
    // Read the outages again after the game, so that they include all outages that its clocks
    // include.
    let outages = store.outages().await?.into();
    // The rules trust data that they have made themselves, but stored data may be anything.
    let faults =
        catch_unwind(AssertUnwindSafe(|| play::check(stored, &log, &scores, &outages, &marked)));
    Ok(faults.unwrap_or_else(|_| {
        vec!["what is stored of it contradicts itself, and cannot be replayed".to_owned()]
    }))
}
