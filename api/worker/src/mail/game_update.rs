//! Content of mails about a game: its events since the last mail about it, and its current state.

use std::collections::BTreeSet;
use std::sync::Arc;

use broadside_app::MoveQueue;
use broadside_app::play::{LiveGame, is_challenged};
use broadside_domain::challenge::{ChallengeRow, ChallengeState, Side};
use broadside_domain::error::AppError;
use broadside_domain::feed::{FeedItem, FeedItemKind, NotificationKind};
use broadside_domain::game::{SeatKind, SeatRow};
use broadside_domain::player::display_name;
use broadside_domain::time::Time;
use broadside_engine::game::{Entry, Glimpse};
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::table::Status;
use broadside_mail::ReplyKey;
use broadside_mail::compose::{
    AttachedFile, Declined, DroppedNews, GameNews, LaterScore, MailTopic, ReaderView, RestoreInfo,
};
use broadside_pdf::{GameKind, Request};
use broadside_store::{Cadence, KeyGame, KeyRow, MailboxRow, StoreError, ThreadCursorUpdate, ThreadRow};

use super::MailService;

/// Maximum number of events of a game in a mail.
const MAX_EVENTS: u64 = 200;
/// Maximum number of messages of other players in a mail. It is the default of the daily limit on messages of a
/// player in a game.
const MAX_MESSAGES: usize = 100;
/// Maximum number of challenges that are searched for those by strangers.
const MAX_CHALLENGES: u32 = 50;

/// Maximum number of games of a mail that a reply can name.
const MAX_KEY_GAMES: usize = 99;

/// Reason why nothing was written.
#[derive(Debug, thiserror::Error)]
pub(super) enum UpdateError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("a game could not be read: {0}")]
    Game(String),
}

fn game_error(problem: AppError) -> UpdateError {
    UpdateError::Game(problem.kind().name().to_owned())
}

/// Text and files about a game, for a mail.
pub(super) struct GameUpdate {
    pub(super) news: GameNews,
    pub(super) thread: ThreadCursorUpdate,
    pub(super) key: KeyRow,
    /// Empty until [`MailService::attach`] builds them.
    pub(super) files: Vec<AttachedFile>,
    /// Game from which the files are built.
    loaded: Arc<LiveGame>,
    viewer: Viewer,
    /// Sheets to print.
    sheets: Vec<GameKind>,
    /// True if the record of the game is attached, if there is one.
    whole: bool,
    /// Number and time of the last feed row that this covers.
    pub(super) of: (u64, Time),
    /// The other player of the game, if there is exactly one.
    pub(super) caused_by: Option<String>,
}

impl GameUpdate {
    /// Returns the game as a reply to a mail about several games can name it.
    fn key_game(&self) -> KeyGame {
        KeyGame {
            game_id: self.key.game_id.clone(),
            turn: self.key.turn,
            waits: self.news.seen.awaits_reader(),
        }
    }
}

/// Returns the games of a mail about several, as a reply can name them.
pub(super) fn key_games(all: &[GameUpdate]) -> Vec<KeyGame> {
    all.iter().take(MAX_KEY_GAMES).map(GameUpdate::key_game).collect()
}

/// Puts the games of a mail in their order: the most urgent first. Replies name a game by its place.
pub(super) fn sort_by_urgency(all: &mut [GameUpdate]) {
    all.sort_by_key(|update| update.news.seen.urgency());
}

/// Behavior if a sheet cannot be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OnSheetError {
    /// Sends the mail without it, which is better than no mail.
    Goes,
    /// Sends no mail, because the sheet was requested.
    Fails,
}

/// News of a game to report to a player.
pub(super) enum PendingNews {
    /// Nothing.
    Nothing,
    /// A stranger challenges the player. This gets no mail of its own.
    Challenged,
    /// News for a mail.
    Mail(Box<GameUpdate>),
}

/// Game as a player may see it in a mail.
pub(super) struct ReaderSnapshot {
    loaded: Arc<LiveGame>,
    viewer: Viewer,
    pub(super) seen: ReaderView,
    /// Progress of earlier mails about the game.
    thread: Option<ThreadRow>,
    /// Number of log entries that the player can see.
    version: u64,
    /// Moves of the player that were dropped in this turn.
    dropped: Option<DroppedNews>,
}

impl ReaderSnapshot {
    fn current_turn(&self) -> u32 {
        self.loaded.game.turn()
    }

    fn reported_turn(&self) -> Option<u32> {
        self.thread.as_ref().and_then(|thread| thread.turn)
    }
}

impl MailService {
    /// Builds the news of a game for these rows of the feed.
    pub(super) async fn update_for_feed(
        &self,
        mailbox: &MailboxRow,
        game_id: &str,
        rows: &[&FeedItem],
    ) -> Result<PendingNews, UpdateError> {
        let player_id = &mailbox.player_id;
        let begins = rows.iter().find_map(|row| match row.what {
            FeedItemKind::Events { seq, events } => Some(seq.saturating_sub(events)),
            FeedItemKind::Notice(_) => None,
        });
        let Some(look) = self.snapshot(mailbox, game_id, begins, None).await? else {
            return Ok(PendingNews::Nothing);
        };
        let maker = &look.loaded.row.created_by;
        if look.viewer.seat().is_none() && !self.store.are_acquainted(player_id, maker).await? {
            return Ok(if look.seen.is_challenged() {
                PendingNews::Challenged
            } else {
                PendingNews::Nothing
            });
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
                FeedItemKind::Notice(NotificationKind::Message(number)) if look.viewer.seat().is_some() => {
                    numbers.insert(number);
                }
                FeedItemKind::Notice(NotificationKind::Restored(_)) => restored = true,
                FeedItemKind::Notice(NotificationKind::Deadline(due)) => {
                    reminded |= look.seen.is_my_turn() && look.seen.due == Some(due);
                }
                _ => {}
            }
        }
        let (mut messages, mut earlier) = self.new_messages(game_id, player_id, &numbers).await?;
        let told = look.reported_turn() == Some(look.current_turn());
        let Some(topic) = topic(mailbox.cadence, &look.seen, &messages, Notices { reminded, restored }, told)
        else {
            return Ok(PendingNews::Nothing);
        };
        if mailbox.cadence == Cadence::Reminders {
            messages.clear();
            earlier = 0;
        }
        let sheets = match look.viewer.seat() {
            Some(_) if mailbox.sheets && topic != MailTopic::Message => default_sheets(&look.loaded),
            Some(_) if topic == MailTopic::Over => final_sheets(&look.loaded),
            _ => Vec::new(),
        };
        let of = rows.last().map_or((0, Time(0)), |row| (row.number, row.at));
        let mut written = self.build_update(mailbox, look, topic, &sheets, topic == MailTopic::Over);
        (written.news.messages, written.news.earlier, written.of) = (messages, earlier, of);
        written.news.restored = restored;
        written.news.strangers = strangers;
        written.caused_by = caused_by;
        Ok(PendingNews::Mail(Box::new(written)))
    }

    /// Returns true if a game has not begun, and the player does not know some player who has a seat, or who had
    /// one: nothing is known of players who left.
    async fn has_strangers(
        &self,
        look: &ReaderSnapshot,
        player_id: &str,
        others: &[String],
    ) -> Result<bool, UpdateError> {
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

    /// Returns the newest challenges that no mail has reported, up to `most`, and the number of further ones. They
    /// are by players who are strangers, or who were when they made the challenge. `told` has the thread steps of
    /// mails that are not stored yet.
    pub(super) async fn stranger_challenges(
        &self,
        mailbox: &MailboxRow,
        told: &[ThreadCursorUpdate],
        most: usize,
    ) -> Result<(Vec<GameUpdate>, usize), UpdateError> {
        let (me, mut all, mut more) = (&mailbox.player_id, Vec::new(), 0);
        let open = self.store.challenges(me, Side::In, ChallengeState::Open, None, MAX_CHALLENGES).await?;
        for ChallengeRow { place, .. } in open {
            if told.iter().any(|step| step.thread.game_id == place.game_id)
                || self.store.mail_thread(me, &place.game_id).await?.is_some()
            {
                continue;
            }
            match all.len() < most {
                true => all.extend(self.current_state(mailbox, &place.game_id, Some(0), &[]).await?),
                false => more += 1,
            }
        }
        sort_by_urgency(&mut all);
        Ok((all, more))
    }

    /// Builds the state of a game for a reply, with the events since the last mail about it, and in any case those
    /// after `since`, because another mail may already have reported what the inbound mail did. Returns `None` if
    /// the player knows of no such game.
    pub(super) async fn current_state(
        &self,
        mailbox: &MailboxRow,
        game_id: &str,
        since: Option<u64>,
        wanted: &[GameKind],
    ) -> Result<Option<GameUpdate>, UpdateError> {
        let Some(look) = self.snapshot(mailbox, game_id, since, since).await? else { return Ok(None) };
        let topic = MailTopic::for_view(&look.seen);
        // A player who requests sheets of a finished game, and was told that it is over, already has its record.
        let whole = topic == MailTopic::Over && (wanted.is_empty() || !look.seen.news.is_empty());
        let mut sheets = wanted.to_vec();
        if whole && look.viewer.seat().is_some() {
            sheets.extend(final_sheets(&look.loaded).into_iter().filter(|kind| !wanted.contains(kind)));
        }
        let mut written = self.build_update(mailbox, look, topic, &sheets, whole);
        self.attach(mailbox, &mut written, OnSheetError::Fails).await?;
        Ok(Some(written))
    }

    /// Prints sheets of a game with what the viewer may see.
    async fn print_sheets(
        &self,
        loaded: &Arc<LiveGame>,
        viewer: Viewer,
        lang: &str,
        wanted: &[GameKind],
    ) -> Result<Vec<AttachedFile>, UpdateError> {
        let mut sheets = Vec::new();
        for kind in wanted.iter().copied().filter(|kind| viewer.seat().is_some() || !kind.needs_seat()) {
            let later = self.play.score_state(loaded).await.map_err(game_error)?;
            let (loaded, lang) = (Arc::clone(loaded), lang.to_owned());
            let public_url = self.config.public_url.clone();
            let press = move || {
                let request = Request { lang: Some(lang), ..Request::default() };
                request
                    .of_game(kind, &loaded.sheet_data(viewer, &later, public_url.as_deref()))
                    .map(|document| document.pdf())
            };
            let pressed = tokio::task::spawn_blocking(press).await;
            let pressed = pressed.map_err(|error| UpdateError::Game(error.to_string()))?;
            let bytes = pressed.map_err(|error| UpdateError::Game(error.to_string()))?;
            sheets.push(AttachedFile { name: format!("{kind}.pdf"), kind: "application/pdf", bytes });
        }
        Ok(sheets)
    }

    /// Builds the attachments of a mail: sheets and the record.
    ///
    /// # Errors
    /// If the record cannot be read, or a sheet cannot be printed and `missing` is `Fails`.
    pub(super) async fn attach(
        &self,
        mailbox: &MailboxRow,
        written: &mut GameUpdate,
        missing: OnSheetError,
    ) -> Result<(), UpdateError> {
        let (loaded, viewer) = (&written.loaded, written.viewer);
        written.files = match self.print_sheets(loaded, viewer, &mailbox.lang, &written.sheets).await {
            Ok(sheets) => sheets,
            Err(failure) if missing == OnSheetError::Fails => return Err(failure),
            Err(_) => {
                tracing::error!(game = loaded.row.id, "a sheet cannot be printed");
                Vec::new()
            }
        };
        let record = match written.whole {
            true => self.play.record(loaded).await.map_err(game_error)?,
            false => None,
        };
        let record = record.map(|record| AttachedFile {
            name: format!("record-{}.json", loaded.row.id),
            kind: "application/json",
            bytes: serde_json::to_vec(&record).expect("a record is plain data"),
        });
        written.news.record = record.as_ref().map(|record| record.name.clone());
        written.files.extend(record);
        Ok(())
    }

    /// Loads a game as a player may see it in a mail, with the events since the last mail about it, or since
    /// `begins` if there was none, and in any case those after `since`.
    pub(super) async fn snapshot(
        &self,
        mailbox: &MailboxRow,
        game_id: &str,
        begins: Option<u64>,
        since: Option<u64>,
    ) -> Result<Option<ReaderSnapshot>, UpdateError> {
        let player_id = &mailbox.player_id;
        let Some(loaded) = self.play.game(game_id).await.map_err(game_error)? else { return Ok(None) };
        let Some(viewer) = loaded.viewer(player_id) else { return Ok(None) };
        let thread = self.store.mail_thread(player_id, game_id).await?;
        let version = loaded.game.visible(viewer);
        // Report a game that is newer than the mailbox from its beginning.
        let young = mailbox.confirmed.as_ref().is_some_and(|confirmed| confirmed.at <= loaded.row.created_at);
        let begins = if young { Some(0) } else { begins };
        let told = thread.as_ref().map(|thread| thread.told).or(begins).unwrap_or(version).min(version);
        let told = told.min(since.unwrap_or(told));
        let after = told.max(version.saturating_sub(MAX_EVENTS));
        let news = self.unreported_events(&loaded, viewer, after, version).await?;
        let names = self.player_names(&loaded).await?;
        let seen = reader_view(&loaded, viewer, player_id, names, news);
        let later_score = self.later_score(&loaded, viewer).await?;
        let seen = ReaderView { shortened: told < after, later_score, ..seen };
        // No mail repeats what another one has said.
        let is_told = thread.as_ref().and_then(|thread| thread.turn) == Some(loaded.game.turn());
        let dropped = match viewer.seat().filter(|_| seen.is_my_turn() && !is_told) {
            Some(seat) => self.dropped_moves(&loaded, seat, player_id).await?,
            None => None,
        };
        Ok(Some(ReaderSnapshot { loaded, viewer, seen, thread, version, dropped }))
    }

    /// Returns the moves that a player wrote ahead of time, and that were dropped in this turn.
    pub(super) async fn dropped_moves(
        &self,
        loaded: &LiveGame,
        seat: Seat,
        player_id: &str,
    ) -> Result<Option<DroppedNews>, UpdateError> {
        let row = self.store.move_queue(&loaded.row.id, player_id).await?;
        let Some(row) = row.filter(|row| row.tried_turn == Some(loaded.game.turn())) else { return Ok(None) };
        let dropped = MoveQueue::read(&row).map_err(game_error)?.dropped;
        Ok(dropped.and_then(|dropped| {
            let mut moves = dropped.moves.into_iter();
            let first = moves.next()?;
            // The turn is the same, so the refusal is the same. It is put into words of the reader's language.
            let refusal = loaded.game.preview(seat, &first).err().map(AppError::from);
            Some(DroppedNews { first, others: moves.len(), refusal })
        }))
    }

    /// Returns the changes that a player can still make to the score of a finished game.
    async fn later_score(
        &self,
        loaded: &LiveGame,
        viewer: Viewer,
    ) -> Result<Option<LaterScore>, UpdateError> {
        let (Some(seat), Some(until)) = (viewer.seat(), loaded.score_closes_at()) else { return Ok(None) };
        let legal = self.play.legal_score_changes(loaded, seat, self.env.now()).await.map_err(game_error)?;
        Ok(legal.map(|legal| LaterScore { legal, until }))
    }

    /// Returns the sort key of an unfinished game in which the player has a seat or is challenged. It is computed
    /// without events and names, because a reply with the state of all games shows only a few of them.
    pub(super) async fn urgency(
        &self,
        mailbox: &MailboxRow,
        game_id: &str,
    ) -> Result<Option<(bool, Time)>, UpdateError> {
        let player_id = &mailbox.player_id;
        let loaded = self.play.game(game_id).await.map_err(game_error)?;
        let Some(loaded) = loaded.filter(|loaded| !loaded.game.status().is_over()) else { return Ok(None) };
        let Some(viewer) = loaded.viewer(player_id) else { return Ok(None) };
        let seen = reader_view(&loaded, viewer, player_id, Vec::new(), Vec::new());
        Ok((seen.me.is_some() || seen.due.is_some()).then(|| seen.urgency()))
    }

    /// Builds the content of a mail about a game, without its files.
    fn build_update(
        &self,
        mailbox: &MailboxRow,
        look: ReaderSnapshot,
        topic: MailTopic,
        sheets: &[GameKind],
        whole: bool,
    ) -> GameUpdate {
        let (turn, told_turn) = (look.current_turn(), look.reported_turn());
        let ReaderSnapshot { loaded, viewer, seen, thread, version, dropped } = look;
        let key = ReplyKey::generate(&self.env);
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
            dropped,
            seen,
        };
        GameUpdate {
            thread: ThreadCursorUpdate {
                before: thread.map(|thread| thread.told),
                thread: ThreadRow {
                    game_id: game_id.clone(),
                    told: version,
                    turn: if news.seen.is_my_turn() { Some(turn) } else { told_turn },
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

    /// Creates the stored record of a new reply key. A key without a game is valid for commands that need no game.
    pub(super) fn key_row(&self, key: &ReplyKey, player_id: &str, game_id: &str, turn: u32) -> KeyRow {
        KeyRow {
            hash: key.hash(),
            player_id: player_id.to_owned(),
            game_id: game_id.to_owned(),
            turn,
            made_at: self.env.now(),
            games: Vec::new(),
        }
    }

    /// Creates the stored record of the reply key of a mail that shows several games, in the order of the mail.
    pub(super) fn key_row_of_games(&self, key: &ReplyKey, player_id: &str, games: Vec<KeyGame>) -> KeyRow {
        KeyRow { games, ..self.key_row(key, player_id, "", 0) }
    }

    /// Returns what a player may know of a game now, without its events.
    pub(super) async fn view_of(
        &self,
        loaded: &Arc<LiveGame>,
        viewer: Viewer,
        player_id: &str,
    ) -> Result<ReaderView, StoreError> {
        let names = self.player_names(loaded).await?;
        Ok(reader_view(loaded, viewer, player_id, names, Vec::new()))
    }

    /// Returns the names of the players in a game. For a cancelled game, this includes players with a reserved seat:
    /// one of them may have cancelled it, and nobody else played it.
    async fn player_names(&self, loaded: &LiveGame) -> Result<Vec<Option<String>>, StoreError> {
        let mut names = Vec::new();
        for seat in loaded.seats.iter() {
            let name = match (&seat.player, &seat.kind) {
                (Some(player), _) => player.display_name(),
                (None, SeatKind::Kept(id)) if loaded.game.status() == Status::Cancelled => {
                    self.store.player(id).await?.and_then(|player| player.display_name())
                }
                (None, _) => None,
            };
            names.push(name);
        }
        Ok(names)
    }

    /// Reads what a viewer may know of the events after a sequence number.
    async fn unreported_events(
        &self,
        loaded: &LiveGame,
        viewer: Viewer,
        after: u64,
        version: u64,
    ) -> Result<Vec<Glimpse>, UpdateError> {
        if after >= version {
            return Ok(Vec::new());
        }
        let rows = self.store.events(&loaded.row.id, viewer.into(), after, MAX_EVENTS as u32).await?;
        let read = |row: broadside_domain::game::EventRow| {
            Entry::restore(loaded.game.ruleset(), &row.body)
                .map_err(|error| UpdateError::Game(error.to_string()))
        };
        let entries = rows.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
        // Events added after the game was read go into the next mail.
        let new = usize::try_from(version - after).unwrap_or(usize::MAX);
        Ok(entries.iter().filter_map(|entry| entry.glimpse(viewer)).take(new).collect())
    }

    /// Reads the messages of other players with these numbers. Returns the newest ones, and the number of earlier
    /// ones that are left out. Skips messages without text, and those of blocked players.
    async fn new_messages(
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
            .filter_map(|read| Some((display_name(&read.name?, read.is_bot), read.message.words?)))
            .collect();
        let earlier = messages.len().saturating_sub(MAX_MESSAGES);
        messages.drain(..earlier);
        Ok((messages, earlier))
    }
}

/// Feed notices of a game, other than events and messages.
#[derive(Clone, Copy)]
struct Notices {
    /// The player's time runs short.
    reminded: bool,
    /// The game was restored from a backup.
    restored: bool,
}

/// Returns the topic of a mail, or `None` if no mail is due. `told` is true if the player was already told that it
/// is their turn.
fn topic(
    cadence: Cadence,
    seen: &ReaderView,
    messages: &[(String, String)],
    Notices { reminded, restored }: Notices,
    told: bool,
) -> Option<MailTopic> {
    // Report a restore even to players who want little mail.
    if restored {
        return match seen.me {
            _ if seen.status.is_over() => Some(MailTopic::Over),
            Some(_) => Some(MailTopic::Restored),
            None => seen.is_challenged().then_some(MailTopic::Challenge),
        };
    }
    if cadence == Cadence::Reminders {
        return reminded.then_some(MailTopic::Reminder);
    }
    let others = seen.others_acted();
    if seen.status.is_over() {
        // Sent also to the player who ended the game: it is the last mail about it, and has the complete sheets.
        let ended = !seen.news.is_empty();
        return match (ended, messages.is_empty()) {
            (true, _) => Some(MailTopic::Over),
            (false, false) => Some(MailTopic::Message),
            (false, true) => None,
        };
    }
    if seen.me.is_none() {
        return (seen.is_challenged() && others).then_some(MailTopic::Challenge);
    }
    match () {
        () if reminded => Some(MailTopic::Reminder),
        () if seen.is_my_turn() && !told && others && seen.is_placing() => Some(MailTopic::Place),
        () if seen.is_my_turn() && !told && (others || seen.has_just_begun()) => Some(MailTopic::Turn),
        () if !messages.is_empty() => Some(MailTopic::Message),
        () if seen.has_notable_news() => Some(MailTopic::News),
        // A digest reports everything.
        () if cadence == Cadence::Digest && others => Some(MailTopic::News),
        () => None,
    }
}

/// Returns what a player may know of a game.
fn reader_view(
    loaded: &Arc<LiveGame>,
    viewer: Viewer,
    player_id: &str,
    names: Vec<Option<String>>,
    news: Vec<Glimpse>,
) -> ReaderView {
    let game = &loaded.game;
    let me = viewer.seat();
    // A challenged player has time until the game's own deadline.
    let kept = |seat: &&SeatRow| matches!(&seat.kind, SeatKind::Kept(player) if player == player_id);
    let kept = loaded.seats.iter().find(kept).filter(|_| me.is_none());
    let due = match me {
        Some(me) => loaded.seat_clock(me).and_then(|(_, due)| due),
        None => kept.filter(|seat| is_challenged(seat)).and(loaded.row.progress.deadline),
    };
    let kept = kept.map(|seat| seat.seat);
    let is_host = me.is_some() && loaded.creator() == me;
    let declined = loaded.seats.iter().find_map(|seat| declined(seat, player_id));
    let rematch_of = loaded.row.rematch_of.clone();
    let went_back = loaded.row.restored.as_ref().map(|restored| RestoreInfo {
        at: restored.at,
        version: restored.version(viewer),
        last_at: restored.last_at(viewer),
    });
    ReaderView {
        went_back,
        clock: loaded.clock,
        kept,
        is_host,
        rematch_of,
        declined,
        ..ReaderView::new(game, viewer, names, due, news)
    }
}

/// Returns the reply to a declined challenge, if this player made it. Nobody else is told.
fn declined(seat: &SeatRow, player_id: &str) -> Option<Declined> {
    let challenge = seat.challenge.as_ref()?;
    let mine = challenge.by == player_id && challenge.state == ChallengeState::Declined;
    mine.then(|| Declined {
        seat: seat.seat,
        reason: challenge.reason.clone().unwrap_or_default(),
        words: challenge.words.clone(),
    })
}

/// Returns the sheets that are attached for players who want sheets: the one with everything on it, and the score. If
/// there are several kinds, the first of these is [`GameKind::MAPS`] and not the first kind.
fn default_sheets(loaded: &LiveGame) -> Vec<GameKind> {
    let kinds = GameKind::of(loaded.game.ruleset());
    match kinds.contains(&GameKind::MAPS) {
        true => vec![GameKind::MAPS, GameKind::SCORE],
        false => kinds.iter().take(1).copied().collect(),
    }
}

/// Returns the sheets of a game that every player gets at its end: the score, since players perform it.
fn final_sheets(loaded: &LiveGame) -> Vec<GameKind> {
    let kinds = GameKind::of(loaded.game.ruleset());
    let is_final = |kind: &GameKind| *kind == GameKind::SCORE && loaded.game.status() == Status::Finished;
    kinds.iter().copied().filter(is_final).collect()
}
