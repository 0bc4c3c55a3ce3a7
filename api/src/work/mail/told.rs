//! What is written of a game: what has happened since mails last told of it, and what it is like now.

use std::collections::BTreeSet;
use std::sync::Arc;

use broadside_engine::game::{Entry, Glimpse};
use broadside_engine::ruleset::Viewer;
use broadside_engine::table::Status;
use broadside_pdf::{GameKind, Request};

use super::Postmaster;
use crate::ambient::Time;
use crate::mail::ReplyKey;
use crate::mail::compose::{Declined, File, GameNews, Seen, Topic, WentBack};
use crate::play::{Loaded, is_challenged};
use crate::problem::Problem;
use crate::store::{
    About, Cadence, ChallengeRow, ChallengeState, Fed, FeedRow, KeyRow, MailboxRow, SeatKind, SeatRow, Side,
    StoreError, ThreadRow, ThreadStep,
};

/// How many events of a game are told at the most.
const EVENTS: u64 = 200;
/// How many messages of other players: as many as one may write in a game within a day, unless the operator says otherwise.
const MESSAGES: usize = 100;
/// How many challenges are looked at for those of strangers.
const CHALLENGES: u32 = 50;

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("a game could not be read: {0}")]
    Game(String),
}

fn failed(problem: Problem) -> Failure {
    Failure::Game(problem.kind().name().to_owned())
}

/// Text and files about a game, for a mail.
pub(super) struct Written {
    pub(super) news: GameNews,
    pub(super) thread: ThreadStep,
    pub(super) key: KeyRow,
    /// Empty until [`Postmaster::attach`] has made them.
    pub(super) files: Vec<File>,
    /// The game that the files are made of.
    loaded: Arc<Loaded>,
    viewer: Viewer,
    /// The sheets to make.
    sheets: Vec<GameKind>,
    /// Whether the record of the game belongs to it, if there is one.
    whole: bool,
    /// The number of the last row of the feed that it is written for, and when that was.
    pub(super) of: (u64, Time),
    /// The one other player of the game, if there is one alone.
    pub(super) caused_by: Option<String>,
}

/// What happens if a sheet cannot be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// The mail goes without it: that is better than no mail.
    Goes,
    /// There is no mail: the sheet was asked for.
    Fails,
}

/// What there is to tell of a game.
pub(super) enum ToTell {
    /// Nothing.
    Nothing,
    /// A stranger challenges the player. That has no mail of its own.
    Challenged,
    /// This.
    Mail(Box<Written>),
}

/// A game as a player is to be told of it.
pub(super) struct Look {
    loaded: Arc<Loaded>,
    viewer: Viewer,
    pub(super) seen: Seen,
    /// How far mails have told of it.
    thread: Option<ThreadRow>,
    /// How far it has come.
    version: u64,
}

impl Look {
    fn turn(&self) -> u32 {
        self.loaded.game.turn()
    }

    fn told_turn(&self) -> Option<u32> {
        self.thread.as_ref().and_then(|thread| thread.turn)
    }
}

impl Postmaster {
    /// What is to be written of a game for these rows of the feed.
    pub(super) async fn written_of(
        &self,
        mailbox: &MailboxRow,
        game_id: &str,
        rows: &[&FeedRow],
    ) -> Result<ToTell, Failure> {
        let player_id = &mailbox.player_id;
        let begins = rows.iter().find_map(|row| match row.what {
            Fed::Events { seq, events } => Some(seq.saturating_sub(events)),
            Fed::Notice(_) => None,
        });
        let Some(look) = self.look(mailbox, game_id, begins, None).await? else { return Ok(ToTell::Nothing) };
        let maker = &look.loaded.row.created_by;
        if look.viewer.seat().is_none() && !self.store.are_acquainted(player_id, maker).await? {
            return Ok(if look.seen.is_asked() { ToTell::Challenged } else { ToTell::Nothing });
        }
        let others = look.loaded.seats.iter().filter_map(|seat| seat.player.as_ref());
        let others: Vec<_> =
            others.map(|other| other.id.clone()).filter(|other| other != player_id).collect();
        let strangers = self.has_strangers(&look, player_id, &others).await?;
        let caused_by = if let [one] = &others[..] { Some(one.clone()) } else { None };
        let mut numbers = BTreeSet::new();
        let (mut reminded, mut restored) = (false, false);
        for row in rows {
            match row.what {
                Fed::Notice(About::Message(number)) if look.viewer.seat().is_some() => {
                    numbers.insert(number);
                }
                Fed::Notice(About::Restored(_)) => restored = true,
                Fed::Notice(About::Deadline(due)) => {
                    reminded |= look.seen.is_mine() && look.seen.due == Some(due);
                }
                _ => {}
            }
        }
        let (mut messages, mut earlier) = self.messages(game_id, player_id, &numbers).await?;
        let told = look.told_turn() == Some(look.turn());
        let Some(topic) = topic(mailbox.cadence, &look.seen, &messages, Notices { reminded, restored }, told)
        else {
            return Ok(ToTell::Nothing);
        };
        if mailbox.cadence == Cadence::Reminders {
            messages.clear();
            earlier = 0;
        }
        let sheets = match mailbox.sheets && look.viewer.seat().is_some() && topic != Topic::Message {
            true => usual(&look.loaded),
            false => &[],
        };
        let of = rows.last().map_or((0, Time(0)), |row| (row.number, row.at));
        let mut written = self.of(mailbox, look, topic, sheets, topic == Topic::Over);
        (written.news.messages, written.news.earlier, written.of) = (messages, earlier, of);
        written.news.restored = restored;
        written.news.strangers = strangers;
        written.caused_by = caused_by;
        Ok(ToTell::Mail(Box::new(written)))
    }

    /// Whether a game has not begun, and somebody sits there whom the player does not know, or sat there: of those nothing is known.
    async fn has_strangers(&self, look: &Look, player_id: &str, others: &[String]) -> Result<bool, Failure> {
        if matches!(look.loaded.game.status(), Status::Playing | Status::Finished) {
            return Ok(false);
        }
        if others.is_empty() && look.loaded.seats.len() > 1 {
            return Ok(true);
        }
        for other in others {
            if !self.store.are_acquainted(player_id, other).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Challenges that no mail has told of, so many of the newest, and how many there are besides. They are strangers', or were when
    /// the challenge was made. `told` is what mails tell of that are not written yet.
    pub(super) async fn of_strangers(
        &self,
        mailbox: &MailboxRow,
        told: &[ThreadStep],
        most: usize,
    ) -> Result<(Vec<Written>, usize), Failure> {
        let (me, mut all, mut more) = (&mailbox.player_id, Vec::new(), 0);
        let open = self.store.challenges(me, Side::In, ChallengeState::Open, None, CHALLENGES).await?;
        for ChallengeRow { place, .. } in open {
            if told.iter().any(|step| step.thread.game_id == place.game_id)
                || self.store.mail_thread(me, &place.game_id).await?.is_some()
            {
                continue;
            }
            match all.len() < most {
                true => all.extend(self.state_of(mailbox, &place.game_id, Some(0), &[]).await?),
                false => more += 1,
            }
        }
        Ok((all, more))
    }

    /// How a game stands, for an answer: with what has happened since the last mail of it, and in any case since
    /// `since`: another mail may have been quicker to tell what the letter has done.
    /// `None` if the player knows of no such game.
    pub(super) async fn state_of(
        &self,
        mailbox: &MailboxRow,
        game_id: &str,
        since: Option<u64>,
        wanted: &[GameKind],
    ) -> Result<Option<Written>, Failure> {
        let Some(look) = self.look(mailbox, game_id, since, since).await? else { return Ok(None) };
        let topic = Topic::now(&look.seen);
        // Whoever asks for sheets of a game that is over, and has been told so, has its record.
        let whole = topic == Topic::Over && (wanted.is_empty() || !look.seen.news.is_empty());
        let mut written = self.of(mailbox, look, topic, wanted, whole);
        self.attach(mailbox, &mut written, Missing::Fails).await?;
        Ok(Some(written))
    }

    /// Makes the files that belong to what is written: sheets and the record.
    ///
    /// # Errors
    /// If the record cannot be read, or a sheet cannot be printed and that `Fails`.
    pub(super) async fn attach(
        &self,
        mailbox: &MailboxRow,
        written: &mut Written,
        missing: Missing,
    ) -> Result<(), Failure> {
        let (loaded, viewer) = (&written.loaded, written.viewer);
        written.files = match sheets(loaded, viewer, &mailbox.lang, &written.sheets).await {
            Ok(sheets) => sheets,
            Err(failure) if missing == Missing::Fails => return Err(failure),
            Err(_) => {
                tracing::error!(game = loaded.row.id, "a sheet cannot be printed");
                Vec::new()
            }
        };
        let record = match written.whole {
            true => self.play.record(loaded).await.map_err(failed)?,
            false => None,
        };
        let record = record.map(|record| File {
            name: format!("record-{}.json", loaded.row.id),
            kind: "application/json",
            bytes: serde_json::to_vec(&record).expect("a record is plain data"),
        });
        written.news.record = record.as_ref().map(|record| record.name.clone());
        written.files.extend(record);
        Ok(())
    }

    /// A game as a player is to be told of it: with what has happened since the last mail of it, or since `begins` if there was none,
    /// and in any case since `since`.
    pub(super) async fn look(
        &self,
        mailbox: &MailboxRow,
        game_id: &str,
        begins: Option<u64>,
        since: Option<u64>,
    ) -> Result<Option<Look>, Failure> {
        let player_id = &mailbox.player_id;
        let Some(loaded) = self.play.game(game_id).await.map_err(failed)? else { return Ok(None) };
        let Some(viewer) = loaded.viewer(player_id) else { return Ok(None) };
        let thread = self.store.mail_thread(player_id, game_id).await?;
        let version = loaded.game.visible(viewer);
        // A game that is younger than the mailbox is told from its beginning.
        let young = mailbox.confirmed.as_ref().is_some_and(|confirmed| confirmed.at <= loaded.row.created_at);
        let begins = if young { Some(0) } else { begins };
        let told = thread.as_ref().map(|thread| thread.told).or(begins).unwrap_or(version).min(version);
        let told = told.min(since.unwrap_or(told));
        let after = told.max(version.saturating_sub(EVENTS));
        let news = self.news(&loaded, viewer, after, version).await?;
        let names = self.names(&loaded).await?;
        let seen = seen(&loaded, viewer, player_id, names, news);
        let seen = Seen { shortened: told < after, ..seen };
        Ok(Some(Look { loaded, viewer, seen, thread, version }))
    }

    /// Where among several a game is told that goes on, and that the player sits in or is asked to. It is found without what has happened there and
    /// without names: whoever asks how all games stand is told of few.
    pub(super) async fn urgency(
        &self,
        mailbox: &MailboxRow,
        game_id: &str,
    ) -> Result<Option<(bool, Time)>, Failure> {
        let player_id = &mailbox.player_id;
        let loaded = self.play.game(game_id).await.map_err(failed)?;
        let Some(loaded) = loaded.filter(|loaded| !loaded.game.status().is_over()) else { return Ok(None) };
        let Some(viewer) = loaded.viewer(player_id) else { return Ok(None) };
        let seen = seen(&loaded, viewer, player_id, Vec::new(), Vec::new());
        Ok((seen.me.is_some() || seen.due.is_some()).then(|| seen.urgency()))
    }

    /// What is written of a game that is as its player is to be told, without its files.
    fn of(
        &self,
        mailbox: &MailboxRow,
        look: Look,
        topic: Topic,
        sheets: &[GameKind],
        whole: bool,
    ) -> Written {
        let (turn, told_turn) = (look.turn(), look.told_turn());
        let Look { loaded, viewer, seen, thread, version } = look;
        let key = ReplyKey::mint(&self.ambient);
        let game_id = loaded.row.id.clone();
        let news = GameNews {
            topic,
            messages: Vec::new(),
            earlier: 0,
            restored: false,
            strangers: false,
            reply_to: self.config.from.reply_to(&key),
            first: thread.is_none(),
            record: None,
            seen,
        };
        Written {
            thread: ThreadStep {
                before: thread.map(|thread| thread.told),
                thread: ThreadRow {
                    game_id: game_id.clone(),
                    told: version,
                    turn: if news.seen.is_mine() { Some(turn) } else { told_turn },
                },
            },
            key: self.key_row(&key, &mailbox.player_id, &game_id, turn),
            news,
            files: Vec::new(),
            loaded,
            viewer,
            sheets: sheets.to_vec(),
            whole,
            of: (0, Time(0)),
            caused_by: None,
        }
    }

    /// What is kept of a key that is made now. One of no game is for what needs none.
    pub(super) fn key_row(&self, key: &ReplyKey, player_id: &str, game_id: &str, turn: u32) -> KeyRow {
        KeyRow {
            hash: key.hash(),
            player_id: player_id.to_owned(),
            game_id: game_id.to_owned(),
            turn,
            made_at: self.ambient.now(),
        }
    }

    /// What those are called who sit in a game. Of one that is called off also those whom it was kept for: one of them may have done
    /// it, and it was played by nobody else.
    async fn names(&self, loaded: &Loaded) -> Result<Vec<Option<String>>, StoreError> {
        let mut names = Vec::new();
        for seat in loaded.seats.iter() {
            let name = match (&seat.player, &seat.kind) {
                (Some(player), _) => player.name.clone(),
                (None, SeatKind::Kept(id)) if loaded.game.status() == Status::Cancelled => {
                    self.store.player(id).await?.and_then(|player| player.name)
                }
                (None, _) => None,
            };
            names.push(name);
        }
        Ok(names)
    }

    /// What a viewer may know of the events after a number.
    async fn news(
        &self,
        loaded: &Loaded,
        viewer: Viewer,
        after: u64,
        version: u64,
    ) -> Result<Vec<Glimpse>, Failure> {
        if after >= version {
            return Ok(Vec::new());
        }
        let rows = self.store.events(&loaded.row.id, viewer.into(), after, EVENTS as u32).await?;
        let read = |row: crate::store::EventRow| {
            Entry::restore(loaded.game.ruleset(), &row.body).map_err(|error| Failure::Game(error.to_string()))
        };
        let entries = rows.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
        // What has been added since the game was read is told the next time.
        let new = usize::try_from(version - after).unwrap_or(usize::MAX);
        Ok(entries.iter().filter_map(|entry| entry.glimpse(viewer)).take(new).collect())
    }

    /// The messages of other players with these numbers, the newest of them, and how many are left out before those. One that has
    /// no words any more, or whose writer is blocked, is none.
    async fn messages(
        &self,
        game_id: &str,
        player_id: &str,
        numbers: &BTreeSet<u64>,
    ) -> Result<(Vec<(String, String)>, usize), StoreError> {
        let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else {
            return Ok((Vec::new(), 0));
        };
        let (before, count) = (first.saturating_sub(1), u32::try_from(last - first + 1).unwrap_or(u32::MAX));
        let found = self.store.messages(game_id, player_id, before, count).await?;
        let mut messages: Vec<_> = found
            .into_iter()
            .filter(|read| numbers.contains(&read.message.number) && !read.blocked)
            .filter_map(|read| Some((read.name?, read.message.words?)))
            .collect();
        let earlier = messages.len().saturating_sub(MESSAGES);
        messages.drain(..earlier);
        Ok((messages, earlier))
    }
}

/// What the feed says of a game beside its events and messages.
#[derive(Clone, Copy)]
struct Notices {
    /// The player's time runs short.
    reminded: bool,
    /// The game went back to a backup.
    restored: bool,
}

/// What a letter is about, if there is to be one. `told` says that the player has been told already that it is to move.
fn topic(
    cadence: Cadence,
    seen: &Seen,
    messages: &[(String, String)],
    Notices { reminded, restored }: Notices,
    told: bool,
) -> Option<Topic> {
    // Players must know this even if they want mail about little.
    if restored {
        return match seen.me {
            _ if seen.status.is_over() => Some(Topic::Over),
            Some(_) => Some(Topic::Restored),
            None => seen.is_asked().then_some(Topic::Challenge),
        };
    }
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
        return (seen.is_asked() && others).then_some(Topic::Challenge);
    }
    match () {
        () if reminded => Some(Topic::Reminder),
        () if seen.is_mine() && !told && others && seen.is_placing() => Some(Topic::Place),
        () if seen.is_mine() && !told && (others || seen.has_begun()) => Some(Topic::Turn),
        () if !messages.is_empty() => Some(Topic::Message),
        () if seen.others_said() => Some(Topic::News),
        // A digest leaves nothing out.
        () if cadence == Cadence::Digest && others => Some(Topic::News),
        () => None,
    }
}

/// A game as a player may know it.
fn seen(
    loaded: &Arc<Loaded>,
    viewer: Viewer,
    player_id: &str,
    names: Vec<Option<String>>,
    news: Vec<Glimpse>,
) -> Seen {
    let game = &loaded.game;
    let me = viewer.seat();
    // Whoever is challenged has until the game's own deadline.
    let kept = |seat: &&SeatRow| matches!(&seat.kind, SeatKind::Kept(player) if player == player_id);
    let kept = loaded.seats.iter().find(kept).filter(|_| me.is_none());
    let due = match me {
        Some(me) => loaded.time_of(me).and_then(|(_, due)| due),
        None => kept.filter(|seat| is_challenged(seat)).and(loaded.row.course.deadline),
    };
    let kept = kept.map(|seat| seat.seat);
    let is_host = me.is_some() && loaded.creator() == me;
    let declined = loaded.seats.iter().find_map(|seat| declined(seat, player_id));
    let rematch_of = loaded.row.rematch_of.clone();
    let went_back = loaded.row.restored.as_ref().map(|restored| WentBack {
        at: restored.at,
        version: restored.version(viewer),
        last_at: restored.last_at(viewer),
    });
    Seen {
        went_back,
        clock: loaded.clock,
        kept,
        is_host,
        rematch_of,
        declined,
        ..Seen::of(game, viewer, names, due, news)
    }
}

/// What a player was told who has challenged somebody, and nobody else is.
fn declined(seat: &SeatRow, player_id: &str) -> Option<Declined> {
    let challenge = seat.challenge.as_ref()?;
    let mine = challenge.by == player_id && challenge.state == ChallengeState::Declined;
    mine.then(|| Declined {
        seat: seat.seat,
        reason: challenge.reason.clone().unwrap_or_default(),
        words: challenge.words.clone(),
    })
}

/// The sheet that is sent along with a mail: the one with everything on it; of several kinds that is none of the first.
fn usual(loaded: &Loaded) -> &'static [GameKind] {
    let kinds = GameKind::of(loaded.game.ruleset());
    let maps = kinds.iter().position(|kind| *kind == GameKind::Maps).unwrap_or(0);
    kinds.get(maps..=maps).unwrap_or_default()
}

/// Sheets of a game as a player may see them.
async fn sheets(
    loaded: &Arc<Loaded>,
    viewer: Viewer,
    lang: &str,
    wanted: &[GameKind],
) -> Result<Vec<File>, Failure> {
    let mut sheets = Vec::new();
    for kind in wanted.iter().copied().filter(|kind| viewer.seat().is_some() || !kind.needs_seat()) {
        let (loaded, lang) = (Arc::clone(loaded), lang.to_owned());
        let press = move || {
            let request = Request { lang: Some(lang), ..Request::default() };
            request.of_game(kind, &loaded.known(viewer)).map(|document| document.pdf())
        };
        let pressed = tokio::task::spawn_blocking(press).await;
        let pressed = pressed.map_err(|error| Failure::Game(error.to_string()))?;
        let bytes = pressed.map_err(|error| Failure::Game(error.to_string()))?;
        sheets.push(File { name: format!("{kind}.pdf"), kind: "application/pdf", bytes });
    }
    Ok(sheets)
}
