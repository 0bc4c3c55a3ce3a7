//! `broadside mail log`: what has come in, and what became of it.

use std::io::Write;

use clap::Args;

use crate::cli::{Failure, start};
use crate::config::{Config, Settings};
use crate::store::{self, MailInFound, MailInRow};

/// What of it is asked for.
#[derive(Debug, Args)]
pub(in crate::cli) struct Log {
    /// Only what this player has written
    #[arg(long, value_name = "ID", conflicts_with = "id")]
    player: Option<String>,
    /// Only this message, with all that is known of it
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// The message itself, byte for byte; the first 16 KiB of one that was ignored
    #[arg(long, requires = "id")]
    raw: bool,
    /// How many at most
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    limit: u32,
    #[command(flatten)]
    settings: Settings,
}

impl Log {
    pub(in crate::cli) fn run(self) -> Result<(), Failure> {
        let Self { player, id, raw, limit, settings } = self;
        start(settings, async move |config: Config| {
            let store = store::look(&config.database).await?;
            let mut out = std::io::stdout().lock();
            match id {
                Some(id) => {
                    let found = store.mail_in(&id).await?;
                    let found = found.ok_or_else(|| {
                        format!("no message {id} is kept: `broadside mail log` lists those that are")
                    })?;
                    if raw {
                        out.write_all(&found.raw)?;
                    } else {
                        write!(out, "{}", in_full(&found))?;
                    }
                }
                None => {
                    for row in store.mails_in(player.as_deref(), None, limit).await? {
                        writeln!(out, "{}", in_a_line(&row))?;
                    }
                }
            }
            Ok(())
        })
    }
}

/// As `2026-08-03T10:00:00.000Z  0196…  taken  ada@example.org`: the last is who it says to be from.
fn in_a_line(row: &MailInRow) -> String {
    let (state, why) = (row.state.as_str(), &row.why);
    let became = if why.is_empty() { state.to_owned() } else { format!("{state} ({})", shown(why)) };
    format!("{}  {}  {became:<24}  {}", row.received_at, row.id, shown(&row.queue))
}

fn in_full(found: &MailInFound) -> String {
    let MailInRow {
        id,
        number,
        received_at,
        way,
        recipient,
        queue,
        size,
        state,
        why,
        player_id,
        game_id,
        tally,
        done_at,
        attempts,
    } = &found.row;
    let none = || "-".to_owned();
    let lines = [
        ("id", id.clone()),
        ("number", number.to_string()),
        ("received", received_at.to_string()),
        ("came by", way.clone()),
        ("says from", queue.clone()),
        ("to", recipient.clone().unwrap_or_else(none)),
        ("bytes", size.to_string()),
        ("state", state.as_str().to_owned()),
        ("why", why.clone()),
        ("player", player_id.clone().unwrap_or_else(none)),
        ("game", game_id.clone().unwrap_or_else(none)),
        ("counts as", tally.as_str().to_owned()),
        ("done", done_at.map_or_else(none, |at| at.to_string())),
        ("failed attempts", attempts.to_string()),
    ];
    lines.iter().map(|(name, value)| format!("{name:<16}{}\n", shown(value))).collect()
}

/// A text of somebody's, without what a terminal would take for something else.
fn shown(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
