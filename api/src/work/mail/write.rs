//! Writing what feeds say as mails.

use std::collections::BTreeMap;
use std::sync::Arc;

use broadside_engine::game::{Entry, Glimpse};
use broadside_engine::ruleset::Viewer;
use broadside_engine::table::Status;
use broadside_pdf::{GameKind, Request};
use sha2::{Digest, Sha256};

use super::Postmaster;
use crate::ambient::Time;
use crate::mail::compose::{self, Around, GameNews, Head, Lang, Letter, Seen, Thread, Topic};
use crate::mail::{Address, Link, LinkKind, ReplyKey};
use crate::play::{Loaded, is_challenged};
use crate::store::{
    About, Cadence, Change, CommitError, Composed, Fed, FeedRow, KeyRow, MailChange, MailKind, MailboxRow,
    NewMail, SeatKind, StoreError, ThreadRow,
};

/// How long a mailbox belongs to a node that writes for it: longer than that takes.
const LEASE: i64 = 60_000;
/// How many mailboxes are written for in one go.
const AT_ONCE: u32 = 16;
/// How many rows of a feed are looked up at once.
const PAGE: u32 = 200;
/// How many events of a game are told at the most.
const EVENTS: u64 = 60;
/// How many messages of other players.
const MESSAGES: usize = 10;
const A_DAY: u32 = 1;

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("a game could not be read: {0}")]
    Game(String),
}

/// What is written of a game.
struct Written {
    news: GameNews,
    thread: ThreadRow,
    key: KeyRow,
    sheets: Vec<(String, Vec<u8>)>,
    /// The number of the last row of the feed that it is written for, and when that was.
    of: (u64, Time),
}

impl Postmaster {
    /// Writes mails for mailboxes with something new, some of them; for how many.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn write_due(&self) -> Result<usize, StoreError> {
        let lease = data_encoding::HEXLOWER.encode(&self.ambient.bytes::<16>());
        let now = self.ambient.now();
        let mut mailboxes = self.store.lease_mailboxes(now, Time(now.0 + LEASE), &lease, AT_ONCE).await?;
        // In an order that follows from nothing but who they are.
        mailboxes.sort_by(|one, other| one.player_id.cmp(&other.player_id));
        let mut count = 0;
        for mailbox in mailboxes {
            match self.write_for(&mailbox, &lease).await {
                Ok(()) => count += 1,
                // It is tried again when the lease has run out, and others are not held up.
                Err(error) => {
                    tracing::error!(%error, "mail could not be written");
                    continue;
                }
            }
            let release = MailChange::Release {
                player_id: mailbox.player_id,
                lease: lease.clone(),
                at: self.ambient.now(),
            };
            self.commit(release).await?;
        }
        if count > 0 {
            self.written.notify_one();
        }
        Ok(count)
    }

    /// Makes a change; what others have come before is left to them.
    async fn commit(&self, change: MailChange) -> Result<(), StoreError> {
        match self.store.commit(Change::Mail(Box::new(change))).await {
            Ok(()) | Err(CommitError::Conflict) => Ok(()),
            Err(CommitError::Failed(error)) => Err(error),
        }
    }

    async fn write_for(&self, mailbox: &MailboxRow, lease: &str) -> Result<(), Failure> {
        // In this order: what the head counts is in the feed, unless it has been forgotten.
        let head = self.store.head(&mailbox.player_id).await?.number;
        let rows = self.store.feed(&mailbox.player_id, mailbox.position, PAGE).await?;
        let now = self.ambient.now();
        let mut composed = Composed {
            player_id: mailbox.player_id.clone(),
            lease: lease.to_owned(),
            changed_at: mailbox.changed_at,
            from: mailbox.position,
            to: rows.last().map_or(head, |row| row.number),
            digest_at: mailbox.digest_at,
            threads: Vec::new(),
            keys: Vec::new(),
            mails: Vec::new(),
            at: now,
        };
        let mut games: BTreeMap<&str, Vec<&FeedRow>> = BTreeMap::new();
        for row in &rows {
            games.entry(&row.game_id).or_default().push(row);
        }
        let mut all = Vec::new();
        for (game_id, rows) in games {
            if let Some(written) = self.written_of(mailbox, game_id, &rows).await? {
                all.push(written);
            }
        }
        if !all.is_empty() {
            let mails = match mailbox.cadence {
                Cadence::Digest => {
                    composed.digest_at = now.plus_days(A_DAY);
                    self.digest(mailbox, &all, now).into_iter().collect()
                }
                _ => all.iter().filter_map(|written| self.mail(mailbox, written, now)).collect(),
            };
            composed.mails = mails;
            for Written { thread, key, .. } in all {
                composed.threads.push(thread);
                composed.keys.push(key);
            }
        }
        Ok(self.commit(MailChange::Compose(composed)).await?)
    }

    /// What is to be written of a game for these rows of the feed; `None` if nothing.
    async fn written_of(
        &self,
        mailbox: &MailboxRow,
        game_id: &str,
        rows: &[&FeedRow],
    ) -> Result<Option<Written>, Failure> {
        let player_id = &mailbox.player_id;
        let failed = |problem: crate::problem::Problem| Failure::Game(problem.kind().name().to_owned());
        let Some(loaded) = self.play.game(game_id).await.map_err(failed)? else { return Ok(None) };
        let Some(viewer) = loaded.viewer(player_id) else { return Ok(None) };
        let thread = self.store.mail_thread(player_id, game_id).await?;
        let begins = rows.iter().find_map(|row| match row.what {
            Fed::Events { seq, events } => Some(seq.saturating_sub(events)),
            Fed::Notice(_) => None,
        });
        let version = loaded.game.visible(viewer);
        // A game that is younger than the mailbox is told from its beginning.
        let young = mailbox.confirmed.as_ref().is_some_and(|confirmed| confirmed.at <= loaded.row.created_at);
        let begins = if young { Some(0) } else { begins };
        let told = thread.as_ref().map(|thread| thread.told).or(begins).unwrap_or(version).min(version);
        let seen = seen(&loaded, viewer, player_id, self.news(&loaded, viewer, told, version).await?);
        let mut messages = Vec::new();
        let mut reminded = false;
        for row in rows {
            match row.what {
                Fed::Notice(About::Message(number))
                    if viewer.seat().is_some() && messages.len() < MESSAGES =>
                {
                    messages.extend(self.message(game_id, player_id, number).await?);
                }
                Fed::Notice(About::Deadline(due)) => reminded |= seen.is_mine() && seen.due == Some(due),
                _ => {}
            }
        }
        let turn = loaded.game.turn();
        let told_turn = thread.as_ref().and_then(|thread| thread.turn);
        let Some(topic) = topic(mailbox.cadence, &seen, &messages, reminded, told_turn == Some(turn)) else {
            return Ok(None);
        };
        if mailbox.cadence == Cadence::Reminders {
            messages.clear();
        }
        let key = ReplyKey::mint(&self.ambient);
        let sheets = match mailbox.sheets && viewer.seat().is_some() && topic != Topic::Message {
            true => sheets(&loaded, viewer, &mailbox.lang).await?,
            false => Vec::new(),
        };
        let of = rows.last().map_or((0, Time(0)), |row| (row.number, row.at));
        Ok(Some(Written {
            thread: ThreadRow {
                game_id: game_id.to_owned(),
                told: version,
                turn: if seen.is_mine() { Some(turn) } else { told_turn },
            },
            key: KeyRow {
                hash: key.hash(),
                player_id: player_id.clone(),
                game_id: game_id.to_owned(),
                turn,
                made_at: self.ambient.now(),
            },
            news: GameNews { topic, seen, messages, reply_to: self.config.from.reply_to(&key) },
            sheets,
            of,
        }))
    }

    /// What a viewer may know of the events after a number.
    async fn news(
        &self,
        loaded: &Loaded,
        viewer: Viewer,
        told: u64,
        version: u64,
    ) -> Result<Vec<Glimpse>, Failure> {
        if told >= version {
            return Ok(Vec::new());
        }
        let after = told.max(version.saturating_sub(EVENTS));
        let rows = self.store.events(&loaded.row.id, viewer.into(), after, EVENTS as u32).await?;
        let read = |row: crate::store::EventRow| {
            Entry::restore(loaded.game.ruleset(), &row.body).map_err(|error| Failure::Game(error.to_string()))
        };
        let entries = rows.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
        // What has been added since the game was read is told the next time.
        let new = usize::try_from(version - after).unwrap_or(usize::MAX);
        Ok(entries.iter().filter_map(|entry| entry.glimpse(viewer)).take(new).collect())
    }

    /// A message of another player, if it still has words and its writer is not blocked.
    async fn message(
        &self,
        game_id: &str,
        player_id: &str,
        number: u64,
    ) -> Result<Option<(String, String)>, StoreError> {
        let found = self.store.messages(game_id, player_id, number.saturating_sub(1), 1).await?;
        let found = found.into_iter().find(|read| read.message.number == number && !read.blocked);
        Ok(found.and_then(|read| Some((read.name?, read.message.words?))))
    }

    /// What is the same in every letter to a player, and the head of it.
    fn off(&self, mailbox: &MailboxRow) -> Option<(Address, String, String)> {
        let confirmed = mailbox.confirmed.as_ref()?;
        let address = Address::read(&confirmed.address).ok()?;
        let (player_id, address_hash) = (mailbox.player_id.clone(), self.keys.address_hash(&address));
        let off = self.keys.link(&Link { kind: LinkKind::Off, player_id, address_hash })?;
        let off = format!("{}/mail/unsubscribe/{off}", self.config.links);
        let bounce = self.keys.bounce(&mailbox.player_id, &confirmed.normal)?;
        Some((address, off, self.config.from.returns_to(&bounce)))
    }

    fn mail(&self, mailbox: &MailboxRow, written: &Written, now: Time) -> Option<NewMail> {
        let (address, off, sender) = self.off(mailbox)?;
        let around =
            Around { lang: Lang::of(&mailbox.lang), service: self.config.from.name(), now, off: &off };
        let letter = compose::game(&around, &written.news);
        let id = &written.news.seen.id;
        let root = self.hash(&["thread", &mailbox.player_id, id]);
        let thread = Thread { root: self.with_domain(&root), answers: None, list: format!("{id}.games") };
        let (number, at) = written.of;
        let message_id = self.hash(&["mail", &mailbox.player_id, id, &number.to_string(), &at.0.to_string()]);
        let head = Head {
            from: &self.config.from,
            to: &address,
            reply_to: Some(written.news.reply_to.clone()),
            date: now,
            message_id: &self.with_domain(&message_id),
            thread: Some(thread),
            unsubscribe: Some(off.clone()),
            sheets: written.sheets.clone(),
        };
        Some(self.finished(mailbox, Some(id.clone()), MailKind::Game, &letter, head, sender))
    }

    fn digest(&self, mailbox: &MailboxRow, all: &[Written], now: Time) -> Option<NewMail> {
        if let [one] = all {
            return self.mail(mailbox, one, now);
        }
        let (address, off, sender) = self.off(mailbox)?;
        let around =
            Around { lang: Lang::of(&mailbox.lang), service: self.config.from.name(), now, off: &off };
        let news: Vec<_> = all.iter().map(|written| written.news.clone()).collect();
        let letter = compose::digest(&around, &news);
        let last = all.iter().map(|written| written.of).max().unwrap_or((0, Time(0)));
        let number = [last.0.to_string(), last.1.0.to_string()];
        let message_id = self.hash(&["digest", &mailbox.player_id, &number[0], &number[1]]);
        let head = Head {
            from: &self.config.from,
            to: &address,
            reply_to: None,
            date: now,
            message_id: &self.with_domain(&message_id),
            thread: None,
            unsubscribe: Some(off.clone()),
            sheets: all.iter().flat_map(|written| written.sheets.clone()).collect(),
        };
        Some(self.finished(mailbox, None, MailKind::Digest, &letter, head, sender))
    }

    fn finished(
        &self,
        mailbox: &MailboxRow,
        game_id: Option<String>,
        kind: MailKind,
        letter: &Letter,
        head: Head<'_>,
        sender: String,
    ) -> NewMail {
        NewMail {
            id: self.ambient.id(),
            player_id: Some(mailbox.player_id.clone()),
            game_id,
            kind,
            message_id: head.message_id.to_owned(),
            recipient: head.to.as_str().to_owned(),
            sender,
            message: compose::message(letter, head),
        }
    }

    /// A part of a Message-ID that follows from what it is of: the same whoever writes it, and however often.
    pub(super) fn hash(&self, parts: &[&str]) -> String {
        data_encoding::HEXLOWER.encode(&Sha256::digest(parts.join(" "))[..16])
    }

    pub(super) fn with_domain(&self, hash: &str) -> String {
        format!("{hash}@{}", self.config.from.domain())
    }
}

/// What a letter is about, if there is to be one. `told` says that the player has been told already that it is to move.
fn topic(
    cadence: Cadence,
    seen: &Seen,
    messages: &[(String, String)],
    reminded: bool,
    told: bool,
) -> Option<Topic> {
    if cadence == Cadence::Reminders {
        return reminded.then_some(Topic::Reminder);
    }
    let others = seen.others_acted();
    if seen.status.is_over() {
        // Whoever has ended it too: it is the last mail of the game, and has the sheets with everything on them.
        let ended = !seen.news.is_empty();
        return match (ended, messages.is_empty()) {
            (true, _) => Some(Topic::Over),
            (false, false) => Some(Topic::Message),
            (false, true) => None,
        };
    }
    if seen.me.is_none() {
        return (seen.status == Status::Waiting && seen.due.is_some() && others).then_some(Topic::Challenge);
    }
    match () {
        () if reminded => Some(Topic::Reminder),
        () if seen.is_mine() && !told && others && seen.is_placing() => Some(Topic::Place),
        () if seen.is_mine() && !told && others => Some(Topic::Turn),
        () if !messages.is_empty() => Some(Topic::Message),
        () if seen.others_said() => Some(Topic::News),
        // A digest leaves nothing out.
        () if cadence == Cadence::Digest && others => Some(Topic::News),
        () => None,
    }
}

/// A game as a player may know it.
fn seen(loaded: &Arc<Loaded>, viewer: Viewer, player_id: &str, news: Vec<Glimpse>) -> Seen {
    let game = &loaded.game;
    let me = viewer.seat();
    let name = |seat: &crate::store::SeatRow| seat.player.as_ref().and_then(|player| player.name.clone());
    // Whoever is challenged has until the game's own deadline.
    let kept = |seat: &&crate::store::SeatRow| {
        matches!(&seat.kind, SeatKind::Kept(player) if player == player_id) && is_challenged(seat)
    };
    let due = match me {
        Some(me) => loaded.time_of(me).and_then(|(_, due)| due),
        None => loaded.seats.iter().find(kept).and(loaded.row.course.deadline),
    };
    let names = loaded.seats.iter().map(name).collect();
    Seen { clock: loaded.clock, ..Seen::of(game, viewer, names, due, news) }
}

/// The sheets of a game as a player may see them.
async fn sheets(loaded: &Arc<Loaded>, viewer: Viewer, lang: &str) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    // The one with everything on it: of several kinds that is none of the first.
    let kinds = GameKind::of(loaded.game.ruleset());
    let Some(kind) = kinds.iter().find(|kind| **kind == GameKind::Maps).or(kinds.first()).copied() else {
        return Ok(Vec::new());
    };
    let (loaded, lang) = (Arc::clone(loaded), lang.to_owned());
    let press = move || {
        let request = Request { lang: Some(lang), ..Request::default() };
        request.of_game(kind, &loaded.known(viewer)).map(|document| document.pdf())
    };
    let pressed = tokio::task::spawn_blocking(press).await;
    let pressed = pressed.map_err(|error| Failure::Game(error.to_string()))?;
    let pdf = pressed.map_err(|error| Failure::Game(error.to_string()))?;
    Ok(vec![(format!("{kind}.pdf"), pdf)])
}
