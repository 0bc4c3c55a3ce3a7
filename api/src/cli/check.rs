//! `broadside check`: replays every game of a database, and says what does not fit together.

use std::io::Write;

use super::Failure;
use crate::config::{Config, Database};
use crate::{play, store};

/// How many games are listed at once, and after how many it is said how far it has come.
const PAGE: u32 = 500;
const TOLD_EVERY: u64 = 10_000;

pub(super) async fn check(config: Config) -> Result<(), Failure> {
    // Opened as the server opens it, it would be made if it is not there, and migrated.
    if let Database::Sqlite(file) = &config.database
        && !file.exists()
    {
        return Err(format!("there is no {}: name the file that is to be checked", file.display()).into());
    }
    super::migrated(&config.database).await?;
    let mut out = std::io::stdout();
    let store = store::open(&config.database).await?;
    let (mut games, mut faulty, mut after) = (0, 0, String::new());
    loop {
        let ids = store.game_ids(&after, PAGE).await?;
        let Some(last) = ids.last() else { break };
        after.clone_from(last);
        for id in ids {
            // In this order: what is added between the two by a node that serves is in the log and not in the row.
            let stored = store.game(&id).await?;
            let Some(stored) = stored else { continue };
            let mut log = store.log(&id).await?;
            log.truncate(usize::try_from(stored.row.course.version).unwrap_or(usize::MAX));
            let faults = play::check(stored, &log);
            for fault in &faults {
                writeln!(out, "game {id}: {fault}")?;
            }
            games += 1;
            faulty += u64::from(!faults.is_empty());
            if games % TOLD_EVERY == 0 {
                eprintln!("{games} games replayed");
            }
        }
    }
    store.settle().await?;
    if faulty > 0 {
        return Err(format!(
            "{faulty} of {games} games do not fit together: go back to a backup, or set them aside"
        )
        .into());
    }
    Ok(writeln!(out, "{games} games replayed: each is what its log leads to")?)
}
