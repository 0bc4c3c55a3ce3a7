//! `broadside clock`: what is known of the time, and the operator's word that it is right.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Subcommand;

use super::Failure;
use crate::ambient::{Ambient, Machine};
use crate::config::{Config, Database, Settings};
use crate::store::{self, Change};
use crate::timekeeping::{Reference, judge};
use crate::work::timekeeper::{boot_id, confirmation_file, read_confirmation, reference, sources};

/// How long a server may take to read a confirmation.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Debug, Subcommand)]
pub(super) enum ClockCommand {
    /// Confirm that this machine's clock is right, so that time-outs go on
    Confirm {
        #[command(flatten)]
        settings: Settings,
    },
}

/// Prints what each source says of the time, and whether time-outs are suspended.
pub(super) async fn status(config: Config) -> Result<(), Failure> {
    let store = store::look(&config.database).await?;
    let (stored, boot_id) = (store.clocks().await?, boot_id());
    let reading = Ambient::new(Machine).reading();
    let known = reference(&stored, &boot_id);
    let file = confirmation_file(&config.database).and_then(|file| read_confirmation(&file));
    let mut out = std::io::stdout();
    writeln!(out, "this machine  {}", reading.wall)?;
    if let Some(Reference::Offset(offset)) = known {
        let expected = crate::ambient::Time(reading.steady + offset);
        writeln!(out, "expected      {expected}, by the time since this machine started")?;
    }
    if let Some(database) = stored.database {
        let of = if database.independent {
            "the clock of another machine"
        } else {
            "this machine's clock, or unknown"
        };
        writeln!(out, "database      {}, {of}", database.now)?;
    }
    match stored.alive_at {
        Some(at) => writeln!(out, "heartbeat     {at}, the newest time in the database")?,
        None => writeln!(out, "heartbeat     none yet")?,
    }
    for node in stored.nodes.iter().filter(|node| node.boot_id != boot_id) {
        if let Some(trusted) = node.trusted {
            writeln!(out, "machine       {}, when a node on {} wrote it", trusted.wall, node.boot_id)?;
        }
    }
    for node in &stored.nodes {
        if let Some(why) = &node.suspended {
            writeln!(out, "suspended     on machine {}: {why}", node.boot_id)?;
        }
    }
    match judge(known, reading, &sources(&stored, &boot_id, file)) {
        Some(doubt) => {
            writeln!(out, "In doubt: {}. Time-outs are suspended.", doubt.cause)?;
            writeln!(
                out,
                "If this machine's clock is right, run `broadside clock confirm`; if not, set it."
            )?;
        }
        None => writeln!(out, "The clock is trusted: time-outs go on.")?,
    }
    Ok(())
}

/// Confirms the clock.
pub(super) async fn confirm(config: Config) -> Result<(), Failure> {
    let wall = Ambient::new(Machine).reading().wall;
    let mut out = std::io::stdout();
    let Some(file) = confirmation_file(&config.database) else {
        super::migrated(&config.database).await?;
        let store = store::open(&config.database).await?;
        store.commit(&[Change::ConfirmClock(wall)]).await?;
        store.settle().await?;
        return Ok(writeln!(
            out,
            "confirmed: it is {wall}; servers whose clocks agree go on within seconds"
        )?);
    };
    let Database::Sqlite(database) = &config.database else { return Ok(()) };
    store::sqlite::Sqlite::is_there(database)?;
    // It has its name once it is whole.
    let part = file.with_extension("clock.part");
    let unwritten = |error| format!("{} cannot be written: {error}", file.display());
    std::fs::write(&part, format!("{}\n", wall.0)).map_err(unwritten)?;
    std::fs::rename(&part, &file).map_err(unwritten)?;
    let since = Instant::now();
    while since.elapsed() < PATIENCE {
        if !file.exists() {
            return Ok(writeln!(out, "confirmed: it is {wall}; the server has read it")?);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let file = file.display();
    Ok(writeln!(out, "{file} says that it is {wall}: a server that starts within five minutes reads it")?)
}
