//! Erasure log: a file outside the database with every erasure and revocation, so that a restore can make them again.
//!
//! A line has a time, a kind and ids, never a name, an address or a secret. It is written and synced before the change is
//! acknowledged.

use std::fmt;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Change, MailChange, StoreError, WebhookChange};
use crate::ambient::{Ambient, DAY, Time};

/// An erasure or a revocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Erasure {
    /// When it was made.
    pub at: Time,
    /// What is gone.
    pub what: Erased,
}

/// The thing that is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Erased {
    /// An account, by the player's id.
    Account(String),
    /// A token, by its id.
    Token(String),
    /// A token that ends, since another took its place.
    Rotated {
        /// Its id.
        id: String,
        /// When it ends.
        ends_at: Time,
        /// The id of the other.
        next: String,
        /// The hash of the other.
        hash: String,
    },
    /// A mailbox, by the player's id.
    Mailbox(String),
    /// Mail to a player was turned off from a mail.
    MailOff(String),
    /// An address does not want mail, by its hash.
    Refused(String),
    /// An address wants mail again, by its hash.
    Welcomed(String),
    /// A webhook, by its id.
    Webhook(String),
}

impl Erased {
    /// What a change erases, if it does.
    pub(super) fn by(change: &Change) -> Option<Self> {
        Some(match change {
            Change::Rename(id, None) => Self::Account(id.clone()),
            Change::RevokeToken(id) => Self::Token(id.clone()),
            Change::RotateToken { id, ends_at, next } => Self::Rotated {
                id: id.clone(),
                ends_at: *ends_at,
                next: next.id.clone(),
                hash: next.hash.clone(),
            },
            Change::Webhook(change) => match &**change {
                WebhookChange::Delete(id) => Self::Webhook(id.clone()),
                _ => return None,
            },
            Change::Mail(change) => match &**change {
                MailChange::Remove(player_id) => Self::Mailbox(player_id.clone()),
                MailChange::TurnOff { player_id, .. } => Self::MailOff(player_id.clone()),
                MailChange::Refuse { address_hash, .. } => Self::Refused(address_hash.clone()),
                MailChange::Welcome(address_hash) => Self::Welcomed(address_hash.clone()),
                _ => return None,
            },
            _ => return None,
        })
    }
}

/// A line of the log, without its end.
impl fmt::Display for Erasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.at)?;
        match &self.what {
            Erased::Account(id) => write!(f, "account {id}"),
            Erased::Token(id) => write!(f, "token {id}"),
            Erased::Rotated { id, ends_at, next, hash } => write!(f, "rotated {id} {ends_at} {next} {hash}"),
            Erased::Mailbox(id) => write!(f, "mailbox {id}"),
            Erased::MailOff(id) => write!(f, "mail_off {id}"),
            Erased::Refused(hash) => write!(f, "refused {hash}"),
            Erased::Welcomed(hash) => write!(f, "welcomed {hash}"),
            Erased::Webhook(id) => write!(f, "webhook {id}"),
        }
    }
}

impl Erasure {
    /// Reads a line.
    fn read(line: &str) -> Option<Self> {
        let time = |text: &str| Some(Time(text.parse::<jiff::Timestamp>().ok()?.as_millisecond()));
        let (at, rest) = line.split_once(' ')?;
        let words: Vec<_> = rest.split(' ').map(str::to_owned).collect();
        let what = match &words[..] {
            [kind, id] => {
                let id = id.clone();
                match &**kind {
                    "account" => Erased::Account(id),
                    "token" => Erased::Token(id),
                    "mailbox" => Erased::Mailbox(id),
                    "mail_off" => Erased::MailOff(id),
                    "refused" => Erased::Refused(id),
                    "welcomed" => Erased::Welcomed(id),
                    "webhook" => Erased::Webhook(id),
                    _ => return None,
                }
            }
            [kind, id, ends_at, next, hash] if kind == "rotated" => Erased::Rotated {
                id: id.clone(),
                ends_at: time(ends_at)?,
                next: next.clone(),
                hash: hash.clone(),
            },
            _ => return None,
        };
        Some(Self { at: time(at)?, what })
    }

    /// Reads a log. A last line without an end was cut off while it was written, and was never acknowledged.
    ///
    /// # Errors
    /// The number of the first line that cannot be read.
    pub fn read_all(text: &str) -> Result<Vec<Self>, usize> {
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let lines = whole.lines().enumerate().filter(|(_, line)| !line.is_empty());
        lines.map(|(number, line)| Self::read(line).ok_or(number + 1)).collect()
    }
}

/// The log of a SQLite database lies next to it, unless another is named.
pub fn erasures_beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".erasures");
    PathBuf::from(name)
}

/// An erasure log that is open for writing.
pub struct ErasureLog {
    path: PathBuf,
    ambient: Ambient,
    file: Mutex<File>,
    /// Lines that could not be written yet.
    waiting: Mutex<String>,
}

impl ErasureLog {
    /// Opens a log, which is made if there is none, and forgets lines that are older than so many days. A line that was cut off
    /// while it was written goes too.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn open(path: &Path, days: u32, ambient: Ambient) -> std::io::Result<Arc<Self>> {
        let mut text = String::new();
        let mut file = File::options().read(true).append(true).create(true).open(path)?;
        file.read_to_string(&mut text)?;
        let oldest = Time(ambient.now().0 - i64::from(days) * DAY);
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        // A line that makes no sense stays: a restore names it.
        let stays = |line: &&str| Erasure::read(line).is_none_or(|erasure| erasure.at >= oldest);
        let kept: String = whole.lines().filter(stays).map(|line| format!("{line}\n")).collect();
        if kept != text {
            let mut part = path.as_os_str().to_owned();
            part.push(".part");
            let mut written = File::create(&part)?;
            written.write_all(kept.as_bytes())?;
            written.sync_all()?;
            std::fs::rename(&part, path)?;
            file = File::options().read(true).append(true).open(path)?;
        }
        file.sync_all()?;
        let directory =
            path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(directory)?.sync_all()?;
        Ok(Arc::new(Self {
            path: path.to_owned(),
            ambient,
            file: Mutex::new(file),
            waiting: Mutex::default(),
        }))
    }

    /// Adds a line, which is on the disk when this returns.
    ///
    /// # Errors
    /// If it cannot be written. The change itself is made.
    pub(super) async fn add(self: &Arc<Self>, what: Erased) -> Result<(), StoreError> {
        let log = Arc::clone(self);
        let line = format!("{}\n", Erasure { at: self.ambient.now(), what });
        let written = tokio::task::spawn_blocking(move || log.write(&line)).await;
        let failed = |why: String| {
            StoreError::InDoubt(format!(
                "the erasure log {} cannot be written, and misses what was erased: {why}",
                self.path.display()
            ))
        };
        written.map_err(|error| failed(error.to_string()))?.map_err(|error| failed(error.to_string()))
    }

    fn write(&self, line: &str) -> std::io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        // The change is made: the line goes with the next if it cannot be written now.
        waiting.push_str(line);
        let end = file.seek(SeekFrom::End(0))?;
        let written = file.write_all(waiting.as_bytes()).and_then(|()| file.sync_data());
        match written {
            Ok(()) => waiting.clear(),
            // No half line comes before the next.
            Err(_) => file.set_len(end)?,
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_was_written() {
        let id = || "0196f0a0-0000-7000-8000-00000000000a".to_owned();
        let rotated = Erased::Rotated { id: id(), ends_at: Time(7_000), next: id(), hash: "ab".to_owned() };
        let all = [
            Erased::Account(id()),
            Erased::Token(id()),
            rotated,
            Erased::Mailbox(id()),
            Erased::MailOff(id()),
            Erased::Refused("cd".to_owned()),
            Erased::Welcomed("cd".to_owned()),
            Erased::Webhook(id()),
        ];
        let all = all.map(|what| Erasure { at: Time(1_777_629_600_123), what });
        let text: String = all.iter().map(|erasure| format!("{erasure}\n")).collect();
        assert_eq!(Erasure::read_all(&text).unwrap(), all);
        assert_eq!(Erasure::read_all(&format!("{text}2026-05-01T10:0")).unwrap(), all);
        assert_eq!(Erasure::read_all(&format!("{text}nonsense\n")), Err(9));
    }

    #[test]
    fn old_lines_and_half_lines_are_forgotten() {
        let path = std::env::temp_dir().join(format!("broadside-erasures-{}", std::process::id()));
        let now = Time(1_777_629_600_000);
        let line =
            |days: i64| Erasure { at: Time(now.0 - days * DAY), what: Erased::Token(days.to_string()) };
        std::fs::write(&path, format!("{}\n{}\n2026-", line(31), line(29))).unwrap();
        let ambient = Ambient::new(Arc::new(crate::ambient::Still::at(now)));
        let log = ErasureLog::open(&path, 30, ambient).unwrap();
        log.write(&format!("{}\n", line(0))).unwrap();
        let kept = std::fs::read_to_string(&path).unwrap();
        assert_eq!(Erasure::read_all(&kept).unwrap(), [line(29), line(0)]);
        std::fs::remove_file(&path).unwrap();
    }
}
