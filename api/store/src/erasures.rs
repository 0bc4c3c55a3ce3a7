//! Erasure log: a file outside the database with every erasure and revocation, so that a restore
//! can repeat them.
//!
//! A line has a time, a kind and ids, never a name, an address or a secret. It is written and
//! synced before the change is made. If the change is then not made, a second line withdraws the
//! first. If the outcome is unknown, because the server was killed or the commit is in doubt, the
//! line stays: the erasure was requested.

use std::fmt;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use broadside_domain::env::Env;
use broadside_domain::private;
use broadside_domain::time::{DAY, Time};

use super::{Change, MailChange, SocialChange, StoreError, WebhookChange};

/// An erasure or a revocation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Erasure {
    /// Time of the request.
    pub at: Time,
    /// Kind of the erasure, with the ids.
    pub what: Erased,
}

/// Kind of an erasure or a revocation, with the ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Erased {
    /// Deleted account, by the player's id.
    Account(String),
    /// Revoked token, by its id.
    Token(String),
    /// Token that ends because another token replaced it.
    Rotated {
        /// Id of the old token.
        id: String,
        /// Time at which the old token ends.
        ends_at: Time,
        /// Id of the new token.
        next: String,
        /// Hash of the new token.
        hash: String,
    },
    /// Removed mailbox, by the player's id.
    Mailbox(String),
    /// Player who turned off mail from within a mail, by the player's id.
    MailOff(String),
    /// Address that does not want mail, by its hash.
    Refused(String),
    /// Address that wants mail again, by its hash.
    Welcomed(String),
    /// Deleted webhook, by its id.
    Webhook(String),
    /// Deleted note of a player on a game.
    Note {
        /// Id of the game.
        game: String,
        /// Id of the player.
        player: String,
    },
}

impl Erased {
    /// Returns what a change erases, if anything.
    pub(super) fn by(change: &Change) -> Option<Self> {
        Some(match change {
            Change::DeletePlayer(id, _) => Self::Account(id.clone()),
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
                MailChange::TakeAddress { player_id, removes: true, .. } => {
                    Self::Mailbox(player_id.clone())
                }
                MailChange::TurnOff { player_id, .. } => Self::MailOff(player_id.clone()),
                MailChange::Suppress { address_hash, .. } => Self::Refused(address_hash.clone()),
                MailChange::Unsuppress(address_hash) => Self::Welcomed(address_hash.clone()),
                _ => return None,
            },
            Change::Social(saying) => match &**saying {
                SocialChange::NoNote(game, player, _) => {
                    Self::Note { game: game.clone(), player: player.clone() }
                }
                _ => return None,
            },
            _ => return None,
        })
    }
}

/// Formats a line of the log, without the line ending.
impl fmt::Display for Erasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.at)?;
        match &self.what {
            Erased::Account(id) => write!(f, "account {id}"),
            Erased::Token(id) => write!(f, "token {id}"),
            Erased::Rotated { id, ends_at, next, hash } => {
                write!(f, "rotated {id} {ends_at} {next} {hash}")
            }
            Erased::Mailbox(id) => write!(f, "mailbox {id}"),
            Erased::MailOff(id) => write!(f, "mail_off {id}"),
            Erased::Refused(hash) => write!(f, "refused {hash}"),
            Erased::Welcomed(hash) => write!(f, "welcomed {hash}"),
            Erased::Webhook(id) => write!(f, "webhook {id}"),
            Erased::Note { game, player } => write!(f, "note {game} {player}"),
        }
    }
}

/// Prefix of a line that withdraws the erasure in the rest of the line.
const WITHDRAWN: &str = "withdrawn ";

fn time(text: &str) -> Option<Time> {
    Some(Time(text.parse::<jiff::Timestamp>().ok()?.as_millisecond()))
}

impl Erasure {
    /// Parses a line.
    fn read(line: &str) -> Option<Self> {
        let (at, rest) = line.split_once(' ')?;
        let words: Vec<_> = rest.split(' ').collect();
        let own = |word: &&str| (*word).to_owned();
        let what = match &words[..] {
            ["account", id] => Erased::Account(own(id)),
            ["token", id] => Erased::Token(own(id)),
            ["mailbox", id] => Erased::Mailbox(own(id)),
            ["mail_off", id] => Erased::MailOff(own(id)),
            // A hash for token codes is followed by a space and a word.
            ["refused", ..] => Erased::Refused(rest.strip_prefix("refused ")?.to_owned()),
            ["welcomed", ..] => Erased::Welcomed(rest.strip_prefix("welcomed ")?.to_owned()),
            ["webhook", id] => Erased::Webhook(own(id)),
            ["note", game, player] => Erased::Note { game: own(game), player: own(player) },
            ["rotated", id, ends_at, next, hash] => Erased::Rotated {
                id: own(id),
                ends_at: time(ends_at)?,
                next: own(next),
                hash: own(hash),
            },
            _ => return None,
        };
        Some(Self { at: time(at)?, what })
    }

    /// Parses a log. Returns the erasures that were not withdrawn. A last line without an ending
    /// was cut off while it was written, so its change was not made.
    ///
    /// # Errors
    /// If a line cannot be parsed. The error is the number of the first such line.
    pub fn read_all(text: &str) -> Result<Vec<Self>, usize> {
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let mut all = Vec::new();
        for (number, line) in whole.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
            let wrong = || number + 1;
            match line.strip_prefix(WITHDRAWN) {
                None => all.push(Self::read(line).ok_or_else(wrong)?),
                Some(line) => {
                    let withdrawn = Self::read(line).ok_or_else(wrong)?;
                    if let Some(last) = all.iter().rposition(|erasure| *erasure == withdrawn) {
                        all.remove(last);
                    }
                }
            }
        }
        Ok(all)
    }
}

/// Returns the path of the log of a SQLite database if the configuration does not name one: next to
/// the database.
pub fn erasures_beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".erasures");
    PathBuf::from(name)
}

/// Erasure log that is open for writing.
pub struct ErasureLog {
    path: PathBuf,
    days: u32,
    env: Env,
    writing: Mutex<Writing>,
}

struct Writing {
    file: File,
    /// Time at which old lines were last removed; `None` if that has not happened yet.
    trimmed_at: Option<Time>,
    /// True if the file may end in an incomplete line.
    is_torn: bool,
}

impl ErasureLog {
    /// Opens a log, and creates it if it does not exist. Removes an incomplete last line. Later
    /// writes remove lines that are older than `days` days, once a day and only while the clock is
    /// trusted: a wrong clock makes every line look old.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn open(path: &Path, days: u32, env: Env) -> std::io::Result<Arc<Self>> {
        let file = trim(path, Time(i64::MIN))?;
        private::warn_if_shared(&[path.to_owned()]);
        let writing = Mutex::new(Writing { file, trimmed_at: None, is_torn: false });
        Ok(Arc::new(Self { path: path.to_owned(), days, env, writing }))
    }

    /// Records what a change is about to erase. The line is on the disk when this returns.
    ///
    /// # Errors
    /// If the line cannot be written. Then the change must not be made.
    pub(super) async fn add(self: &Arc<Self>, what: Erased) -> Result<Erasure, StoreError> {
        let erasure = Erasure { at: self.env.now(), what };
        self.append(format!("{erasure}\n")).await.map_err(|why| {
            StoreError::Unavailable(format!(
                "the erasure log {} cannot be written: {why}",
                self.path.display()
            ))
        })?;
        Ok(erasure)
    }

    /// Records that the change was not made.
    pub(super) async fn withdraw(self: &Arc<Self>, erasure: &Erasure) {
        if let Err(error) = self.append(format!("{WITHDRAWN}{erasure}\n")).await {
            tracing::error!(%error, %erasure, "withdrawing an erasure that was not made failed: a restore will make it");
        }
    }

    async fn append(self: &Arc<Self>, line: String) -> Result<(), String> {
        let log = Arc::clone(self);
        let written = tokio::task::spawn_blocking(move || log.write(&line)).await;
        written.map_err(|error| error.to_string())?.map_err(|error| error.to_string())
    }

    fn write(&self, line: &str) -> std::io::Result<()> {
        let mut writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.env.now();
        let is_due = writing.trimmed_at.is_none_or(|at| now.0 - at.0 > DAY);
        if is_due && self.env.suspended().is_none() {
            writing.file = trim(&self.path, Time(now.0 - i64::from(self.days) * DAY))?;
            writing.trimmed_at = Some(now);
        }
        // The path may name another file by now, or the file may end in an incomplete line.
        if writing.is_torn || !is_named(&writing.file, &self.path) {
            writing.file = trim(&self.path, Time(i64::MIN))?;
            writing.is_torn = false;
        }
        let file = &mut writing.file;
        let end = file.seek(SeekFrom::End(0))?;
        let written = file.write_all(line.as_bytes()).and_then(|()| file.sync_data());
        if written.is_err() {
            // The next line must not continue this one.
            writing.is_torn = file.set_len(end).is_err();
        }
        written
    }
}

/// Returns true if a path still names an open file: it was not deleted, moved or replaced.
fn is_named(file: &File, path: &Path) -> bool {
    let id = |metadata: std::fs::Metadata| (metadata.dev(), metadata.ino());
    let (open, named) = (file.metadata().map(id), std::fs::metadata(path).map(id));
    matches!((open, named), (Ok(open), Ok(named)) if open == named)
}

/// Opens a log for appending. Removes lines from before a time, and an incomplete last line. A
/// malformed line stays: a restore reports it.
fn trim(path: &Path, oldest: Time) -> std::io::Result<File> {
    let mut text = String::new();
    let mut file = private::open_options().read(true).append(true).create(true).open(path)?;
    file.read_to_string(&mut text)?;
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let stays = |line: &&str| {
        let erasure = Erasure::read(line.strip_prefix(WITHDRAWN).unwrap_or(line));
        erasure.is_none_or(|erasure| erasure.at >= oldest)
    };
    let kept: String = whole.lines().filter(stays).map(|line| format!("{line}\n")).collect();
    if kept != text {
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let mut written = private::create_file(Path::new(&part))?;
        written.write_all(kept.as_bytes())?;
        written.sync_all()?;
        std::fs::rename(&part, path)?;
        file = File::options().read(true).append(true).open(path)?;
    }
    file.sync_all()?;
    let directory =
        path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(directory)?.sync_all()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CommitError, Store};
    use broadside_domain::player::{PlayerRow, TokenRow};

    const NOW: Time = Time(1_777_629_600_000);

    fn token(days_ago: i64) -> Erasure {
        Erasure { at: Time(NOW.0 - days_ago * DAY), what: Erased::Token(days_ago.to_string()) }
    }

    #[test]
    fn a_line_is_read_as_it_was_written() {
        let id = || "0196f0a0-0000-7000-8000-00000000000a".to_owned();
        let rotated =
            Erased::Rotated { id: id(), ends_at: Time(7_000), next: id(), hash: "ab".to_owned() };
        let all = [
            Erased::Account(id()),
            Erased::Token(id()),
            rotated,
            Erased::Mailbox(id()),
            Erased::MailOff(id()),
            Erased::Refused("cd".to_owned()),
            Erased::Welcomed(broadside_mail::MailKeys::token_codes_key("cd")),
            Erased::Webhook(id()),
            Erased::Note { game: id(), player: id() },
        ];
        let all = all.map(|what| Erasure { at: Time(NOW.0 + 123), what });
        let text: String = all.iter().map(|erasure| format!("{erasure}\n")).collect();
        assert_eq!(Erasure::read_all(&text).unwrap(), all);
        assert_eq!(Erasure::read_all(&format!("{text}2026-05-01T10:0")).unwrap(), all);
        assert_eq!(Erasure::read_all(&format!("{text}nonsense\n")), Err(10));
    }

    #[test]
    fn a_withdrawn_line_takes_one_line_back() {
        let (first, again) = (token(2), Erasure { at: NOW, ..token(2) });
        let text = format!("{first}\n{again}\nwithdrawn {again}\n");
        assert_eq!(Erasure::read_all(&text).unwrap(), [first]);
        assert_eq!(Erasure::read_all("withdrawn nonsense\n"), Err(1));
    }

    #[tokio::test]
    async fn old_lines_and_half_lines_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("erasures");
        let old = token(31);
        std::fs::write(&path, format!("{old}\nwithdrawn {old}\n{}\n2026-", token(29))).unwrap();
        let still = Arc::new(broadside_domain::env::FixedEnv::new(NOW));
        let log = ErasureLog::open(&path, 30, Env::new(Arc::clone(&still))).unwrap();
        let read = || Erasure::read_all(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let today = log.add(token(0).what).await.unwrap();
        assert_eq!(read(), [token(29), today.clone()]);
        log.withdraw(&today).await;
        assert_eq!(read(), [token(29)]);
        // A running server removes them too.
        still.set(Time(NOW.0 + 2 * DAY), 0);
        let later = log.add(token(0).what).await.unwrap();
        assert_eq!(read(), [later]);
    }

    async fn store(folder: &Path) -> Store {
        Store::new(crate::open(&crate::Database::Sqlite(folder.join("db"))).await.unwrap())
    }

    #[test]
    fn a_log_that_was_moved_away_or_ends_in_half_a_line_is_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("erasures");
        let log = ErasureLog::open(
            &path,
            30,
            Env::new(Arc::new(broadside_domain::env::FixedEnv::new(NOW))),
        )
        .unwrap();
        let write = |erasure: Erasure| log.write(&format!("{erasure}\n")).unwrap();
        let read = || Erasure::read_all(&std::fs::read_to_string(&path).unwrap()).unwrap();
        write(token(0));
        std::fs::rename(&path, folder.path().join("moved")).unwrap();
        write(token(1));
        assert_eq!(read(), [token(1)]);
        let mut half = File::options().append(true).open(&path).unwrap();
        half.write_all(b"2026-05-").unwrap();
        log.writing.lock().unwrap().is_torn = true;
        write(token(2));
        assert_eq!(read(), [token(1), token(2)]);
    }

    #[tokio::test]
    async fn what_cannot_be_noted_is_not_erased() {
        let folder = tempfile::tempdir().unwrap();
        let full = File::options().read(true).append(true).open("/dev/full").unwrap();
        let log = ErasureLog {
            path: "/dev/full".into(),
            days: 30,
            env: Env::new(Arc::new(broadside_domain::env::FixedEnv::new(NOW))),
            writing: Mutex::new(Writing { file: full, trimmed_at: Some(NOW), is_torn: false }),
        };
        let store = store(folder.path()).await.with_erasure_log(Arc::new(log));
        let player = PlayerRow {
            id: "ada".to_owned(),
            name: Some("Ada".to_owned()),
            created_at: NOW,
            reminders: Vec::new(),
            vacations: Vec::new(),
            is_bot: false,
        };
        let token = TokenRow {
            id: "token".to_owned(),
            player_id: "ada".to_owned(),
            hash: "hash".to_owned(),
            name: String::new(),
            scopes: "read".to_owned(),
            created_at: NOW,
            expires_at: None,
            ends_at: None,
            recovered: false,
            replaces: None,
        };
        store.commit(Change::NewPlayer(player, token)).await.unwrap();
        let failed = store.commit(Change::DeletePlayer("ada".to_owned(), None)).await.unwrap_err();
        assert!(matches!(failed, CommitError::Failed(StoreError::Unavailable(_))), "{failed}");
        assert!(store.player("ada").await.unwrap().unwrap().name.is_some());
    }

    #[tokio::test]
    async fn what_was_not_erased_is_withdrawn() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("erasures");
        let env = Env::new(Arc::new(broadside_domain::env::FixedEnv::new(NOW)));
        let log = ErasureLog::open(&path, 30, env).unwrap();
        let store = store(folder.path()).await.with_erasure_log(log);
        let failed =
            store.commit(Change::DeletePlayer("nobody".to_owned(), None)).await.unwrap_err();
        assert!(matches!(failed, CommitError::Conflict), "{failed}");
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!((text.lines().count(), Erasure::read_all(&text).unwrap()), (2, Vec::new()));
    }

    #[test]
    fn only_its_owner_can_read_it() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("erasures");
        let mode = || std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        let env = || Env::new(Arc::new(broadside_domain::env::FixedEnv::new(NOW)));
        ErasureLog::open(&path, 30, env()).unwrap();
        assert_eq!(mode(), 0o600);
        // Also after old lines were removed, which creates a new file.
        std::fs::write(&path, format!("{}\n", token(31))).unwrap();
        let log = ErasureLog::open(&path, 30, env()).unwrap();
        log.write(&format!("{}\n", token(0))).unwrap();
        assert_eq!(
            (mode(), std::fs::read_to_string(&path).unwrap()),
            (0o600, format!("{}\n", token(0)))
        );
    }
}
