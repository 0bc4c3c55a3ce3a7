//! `broadside mail log`: lists inbound or outbound mail and its state.

use std::io::Write;

use broadside_store::{self as store, InboundMailJob, InboundMailRow, JobRow, JobState, MailRow};
use clap::Args;
use serde_json::Value;

use super::helpful;
use crate::cli::{CliError, run_with_config};
use crate::config::{Config, Settings};

/// Arguments of `broadside mail log`.
#[derive(Debug, Args)]
#[command(mut_args = |arg| helpful(arg, &["config", "database"]))]
pub(in crate::cli) struct LogArgs {
    /// List outbound mail, sent or pending, instead of inbound mail
    #[arg(long, conflicts_with = "id")]
    out: bool,
    /// List only mail from this player, or to this player with --out
    #[arg(long, value_name = "ID", conflicts_with = "id")]
    player: Option<String>,
    /// Show only this message, with all details
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// Print the message itself, byte for byte; only its first 16 KiB after it was processed
    #[arg(long, requires = "id")]
    raw: bool,
    /// Maximum number of messages
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    limit: u32,
    #[command(flatten)]
    settings: Settings,
}

impl LogArgs {
    pub(in crate::cli) fn run(self) -> Result<(), CliError> {
        let Self { out: went_out, player, id, raw, limit, settings } = self;
        run_with_config(settings, async move |config: Config| {
            let store = store::open_read_only(&config.database).await?;
            let mut out = std::io::stdout().lock();
            match id {
                Some(id) => {
                    let found = store.mail_in(&id).await?;
                    let found = found.ok_or_else(|| {
                        format!(
                            "no message {id} is kept: `broadside mail log` lists those that are"
                        )
                    })?;
                    if raw {
                        out.write_all(&found.raw)?;
                    } else {
                        write!(out, "{}", format_details(&found))?;
                    }
                }
                None if went_out => {
                    for row in store.mails(player.as_deref(), None, limit).await? {
                        writeln!(out, "{}", format_outbound(&row))?;
                    }
                }
                None => {
                    for row in store.mails_in(player.as_deref(), None, limit).await? {
                        writeln!(out, "{}", format_inbound(&row))?;
                    }
                }
            }
            Ok(())
        })
    }
}

/// Formats an inbound message as `2026-08-03T10:00:00.000Z 0196… taken 0196… ada@example.org`. The
/// last two fields are its game and the sender that it claims. The error of the last attempt
/// follows, if it failed.
fn format_inbound(row: &InboundMailRow) -> String {
    let mut state = <&str>::from(row.state).to_owned();
    if !row.reason.is_empty() {
        state += &format!(" ({})", replace_control_characters(&row.reason));
    }
    let JobRow { id, key, created_at, .. } = &row.job;
    let game = row.game_id.as_deref().unwrap_or("-");
    let sender = replace_control_characters(key);
    format!("{created_at}  {id}  {state:<24}  {game:<36}  {sender}{}", format_error(&row.job))
}

/// Formats an outbound mail as
/// `2026-08-03T10:00:00.000Z 0196… answer sent, 2 attempts 0196… ada@example.org`: time of
/// creation, id, kind, state, game and recipient. The error of the last attempt follows, if it
/// failed.
fn format_outbound(MailRow { job, mail }: &MailRow) -> String {
    let state = match job.state {
        JobState::Pending => "pending",
        JobState::Done => "sent",
        JobState::Failed => "failed",
    };
    let state = match job.attempts {
        0 => state.to_owned(),
        1 => format!("{state}, 1 attempt"),
        attempts => format!("{state}, {attempts} attempts"),
    };
    let created_at = job.created_at;
    let kind: &str = mail.mail_kind.into();
    let game = mail.game_id.as_deref().unwrap_or("-");
    let recipient = replace_control_characters(&mail.recipient);
    let error = format_error(job);
    format!("{created_at}  {}  {kind:<10}  {state:<19}  {game:<36}  {recipient}{error}", mail.id)
}

/// Formats the error of the last attempt at a job, with spaces before it; empty if there was none.
fn format_error(job: &JobRow) -> String {
    let log: Value = serde_json::from_str(&job.log).unwrap_or_default();
    let last = log.as_array().and_then(|log| log.last()?["error"].as_str());
    last.filter(|_| job.state != JobState::Done)
        .map(|error| format!("  {}", replace_control_characters(error)))
        .unwrap_or_default()
}

fn or_dash(value: Option<String>) -> String {
    value.unwrap_or_else(|| "-".to_owned())
}

fn format_details(found: &InboundMailJob) -> String {
    let InboundMailRow {
        job,
        channel,
        recipient,
        size,
        state,
        reason: why,
        player_id,
        game_id,
        reply_class,
        done_at,
    } = &found.row;
    let lines = [
        ("id", job.id.clone()),
        ("number", job.number.to_string()),
        ("received", job.created_at.to_string()),
        ("came by", channel.clone()),
        ("says from", job.key.clone()),
        ("to", or_dash(recipient.as_deref().map(mask_key))),
        ("bytes", size.to_string()),
        ("state", <&str>::from(*state).to_owned()),
        ("why", why.clone()),
        ("player", or_dash(player_id.clone())),
        ("game", or_dash(game_id.clone())),
        ("counts as", <&str>::from(*reply_class).to_owned()),
        ("done", or_dash(done_at.map(|at| at.to_string()))),
        ("attempts", job.attempts.to_string()),
        ("last error", format_error(job).trim().to_owned()),
    ];
    lines
        .iter()
        .map(|(name, value)| format!("{name:<16}{}\n", replace_control_characters(value)))
        .collect()
}

/// Returns an address with only the beginning of its key. The key may still be valid, and log
/// output is shared more readily than the message itself.
fn mask_key(address: &str) -> String {
    let Some((begin, rest)) = address.split_once('+') else { return address.to_owned() };
    let key = rest.split('@').next().unwrap_or_default();
    let domain = &rest[key.len()..];
    let shown: String = key.chars().take(4).collect();
    format!("{begin}+{shown}…{domain}")
}

/// Replaces the control characters in a text from outside, which a terminal would interpret.
fn replace_control_characters(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::mask_key;

    #[test]
    fn a_key_that_may_be_good_is_not_shown() {
        assert_eq!(mask_key("play+k3y5abcdefghijklmnopqrstuv@localhost"), "play+k3y5…@localhost");
        assert_eq!(mask_key("play+k3y5abcdefghijklmnopqrstuv"), "play+k3y5…");
        for other in ["play@localhost", "nobody", ""] {
            assert_eq!(mask_key(other), other);
        }
    }
}
