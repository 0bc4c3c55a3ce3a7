//! `broadside clock`: prints the time of each clock, and lets the operator confirm that this
//! machine's clock is right.

use std::io::Write;
use std::time::{Duration, Instant};

use broadside_domain::env::{Env, System};
use broadside_domain::private;
use broadside_domain::timekeeping::{Reference, judge};
use broadside_store::{self as store, Change, Database};
use broadside_worker::timekeeper::{
    boot_id, confirmation_file, nodes_in_doubt, read_confirmation, sources, time_reference,
};
use clap::Subcommand;

use super::CliError;
use crate::config::{Config, Settings};

/// Maximum time to wait for a server to read a confirmation.
const CONFIRMATION_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Debug, Subcommand)]
pub(super) enum ClockCommand {
    /// Confirm that this machine's clock is right, so that time-outs resume
    Confirm {
        #[command(flatten)]
        settings: Box<Settings>,
    },
}

/// Prints the time of each source, and whether time-outs are suspended.
pub(super) async fn status(config: Config) -> Result<(), CliError> {
    let store = store::open_read_only(&config.database).await?;
    let (stored, boot_id) = (store.clocks(true).await?, boot_id());
    let reading = Env::new(System).reading();
    let known = time_reference(&stored, &boot_id);
    let file = confirmation_file(&config.database).and_then(|file| read_confirmation(&file));
    let mut out = std::io::stdout();
    writeln!(out, "this machine  {}", reading.wall)?;
    if let Some(Reference::Offset(offset)) = known {
        let expected = broadside_domain::time::Time(reading.steady + offset);
        writeln!(out, "expected      {expected}, by the time since this machine started")?;
    }
    let sources = sources(&stored, &boot_id, file);
    if let Some(database) = sources.database {
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
        if let Some(trusted) = node.wall_at {
            writeln!(out, "machine       {trusted}, when a node on {} wrote it", node.boot_id)?;
        }
    }
    for node in nodes_in_doubt(&stored) {
        let why = node.suspended.as_deref().unwrap_or_default();
        writeln!(out, "node          {} on {} is in doubt: {why}", node.node, node.boot_id)?;
    }
    match judge(known, reading, &sources) {
        None if nodes_in_doubt(&stored).next().is_some() => {
            writeln!(
                out,
                "This machine's clock is trusted. Time-outs are suspended while another's is in doubt."
            )?;
        }
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

/// Confirms this machine's clock.
pub(super) async fn confirm(config: Config) -> Result<(), CliError> {
    let wall = Env::new(System).reading().wall;
    let mut out = std::io::stdout();
    let Some(file) = confirmation_file(&config.database) else {
        super::check_schema_current(&config.database).await?;
        let store = store::open(&config.database).await?;
        store.commit(&[Change::ConfirmClock(wall)]).await?;
        store.close().await?;
        return Ok(writeln!(
            out,
            "confirmed: it is {wall}; servers whose clocks agree go on within seconds"
        )?);
    };
    let Database::Sqlite(database) = &config.database else { return Ok(()) };
    store::sqlite::Sqlite::check_exists(database)?;
    // The file gets its final name only when it is complete.
    let part = file.with_extension("clock.part");
    let unwritten = |error| format!("{} cannot be written: {error}", file.display());
    private::create_file(&part)
        .and_then(|mut part| writeln!(part, "{}", wall.0))
        .map_err(unwritten)?;
    private::keep_owner(database, &part).map_err(unwritten)?;
    std::fs::rename(&part, &file).map_err(unwritten)?;
    let since = Instant::now();
    while since.elapsed() < CONFIRMATION_TIMEOUT {
        if !file.exists() {
            return Ok(writeln!(out, "confirmed: it is {wall}; the server has read it")?);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let file = file.display();
    Ok(writeln!(
        out,
        "{file} says that it is {wall}: a server that starts within five minutes reads it"
    )?)
}
