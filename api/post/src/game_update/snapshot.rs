//! Game as a player may see it in a mail.

use std::sync::Arc;

use broadside_app::MoveQueue;
use broadside_app::play::LiveGame;
use broadside_domain::challenge::ChallengeState;
use broadside_domain::error::AppError;
use broadside_domain::game::{SeatKind, SeatRow};
use broadside_domain::time::Time;
use broadside_engine::game::Glimpse;
use broadside_engine::seat::{Seat, Viewer};
use broadside_engine::table::Status;
use broadside_store::{MailboxRow, StoreError, ThreadRow};

use super::error::{UpdateError, game_error};
use crate::Post;
use crate::compose::{Declined, DroppedNews, LaterScore, ReaderView, RestoreInfo};

/// Maximum number of events of a game in a mail.
const MAX_EVENTS: u64 = 200;

/// Game as a player may see it in a mail.
pub(crate) struct ReaderSnapshot {
    pub(super) loaded: Arc<LiveGame>,
    pub(super) viewer: Viewer,
    pub(crate) view: ReaderView,
    /// Progress of earlier mails about the game.
    pub(super) thread: Option<ThreadRow>,
    /// Number of log entries that the player can see.
    pub(super) version: u64,
    /// Moves of the player that were dropped in this turn.
    pub(super) dropped: Option<DroppedNews>,
    /// True if the server is about to try a move that the player wrote ahead of time.
    pub(super) is_move_due: bool,
}

impl ReaderSnapshot {
    pub(super) fn current_turn(&self) -> u32 {
        self.loaded.game.turn()
    }

    pub(super) fn reported_turn(&self) -> Option<u32> {
        self.thread.as_ref().and_then(|thread| thread.turn)
    }
}

impl Post {
    /// Loads a game as a player may see it in a mail, with the events since the last mail about it,
    /// or since `first_event` if there was none, and in any case those after `since`.
    pub(crate) async fn snapshot(
        &self,
        mailbox: &MailboxRow,
        game_id: &str,
        first_event: Option<u64>,
        since: Option<u64>,
    ) -> Result<Option<ReaderSnapshot>, UpdateError> {
        let player_id = &mailbox.player_id;
        // Read the queue before the game: a move that is tried in between is due here, and the mail
        // waits.
        let queue = self.app.store.move_queue(game_id, player_id).await?;
        let Some(loaded) = self.app.play.game(game_id).await.map_err(game_error)? else {
            return Ok(None);
        };
        let Some(viewer) = loaded.viewer(player_id) else { return Ok(None) };
        let thread = self.app.store.mail_thread(player_id, game_id).await?;
        let version = loaded.game.visible(viewer);
        // Report a game that is newer than the mailbox from its beginning.
        let is_new = mailbox
            .confirmed
            .as_ref()
            .is_some_and(|confirmed| confirmed.confirmed_at <= loaded.row.created_at);
        let first_event = if is_new { Some(0) } else { first_event };
        let reported = thread
            .as_ref()
            .map(|thread| thread.last_event)
            .or(first_event)
            .unwrap_or(version)
            .min(version);
        let reported = reported.min(since.unwrap_or(reported));
        let after = reported.max(version.saturating_sub(MAX_EVENTS));
        let news = self.unreported_events(&loaded, viewer, after, version).await?;
        let names = self.player_names(&loaded).await?;
        let view = reader_view(&loaded, viewer, player_id, names, news);
        let later_score = self.later_score(&loaded, viewer).await?;
        let view = ReaderView { shortened: reported < after, later_score, ..view };
        // No mail repeats what another one has said.
        let is_turn_reported =
            thread.as_ref().and_then(|thread| thread.turn) == Some(loaded.game.turn());
        let queue = queue.filter(|_| view.is_my_turn());
        let queue = queue.as_ref().map(MoveQueue::read).transpose().map_err(game_error)?;
        let queue = viewer.seat().zip(queue);
        let is_move_due = queue.as_ref().is_some_and(|(seat, queue)| queue.is_due(&loaded, *seat));
        let dropped = queue
            .filter(|_| !is_turn_reported)
            .and_then(|(seat, queue)| dropped_moves(&loaded, seat, queue));
        Ok(Some(ReaderSnapshot { loaded, viewer, view, thread, version, dropped, is_move_due }))
    }

    /// Returns the changes that a player can still make to the score of a finished game.
    async fn later_score(
        &self,
        loaded: &LiveGame,
        viewer: Viewer,
    ) -> Result<Option<LaterScore>, UpdateError> {
        let (Some(seat), Some(until)) = (viewer.seat(), loaded.score_closes_at()) else {
            return Ok(None);
        };
        let legal = self.app.play.legal_score_changes(loaded, seat).await.map_err(game_error)?;
        Ok(legal.map(|legal| LaterScore { legal, until }))
    }

    /// Returns the sort key of an unfinished game in which the player has a seat or is challenged.
    /// It is computed without events and names, because a reply with the state of all games shows
    /// only a few of them.
    pub(crate) async fn urgency(
        &self,
        mailbox: &MailboxRow,
        game_id: &str,
    ) -> Result<Option<(bool, Time)>, UpdateError> {
        let player_id = &mailbox.player_id;
        let loaded = self.app.play.game(game_id).await.map_err(game_error)?;
        let Some(loaded) = loaded.filter(|loaded| !loaded.game.status().is_over()) else {
            return Ok(None);
        };
        let Some(viewer) = loaded.viewer(player_id) else { return Ok(None) };
        let view = reader_view(&loaded, viewer, player_id, Vec::new(), Vec::new());
        Ok((view.me.is_some() || view.due.is_some()).then(|| view.urgency()))
    }

    /// Returns what a player may know of a game now, without its events.
    pub(crate) async fn view_of(
        &self,
        loaded: &Arc<LiveGame>,
        viewer: Viewer,
        player_id: &str,
    ) -> Result<ReaderView, StoreError> {
        let names = self.player_names(loaded).await?;
        Ok(reader_view(loaded, viewer, player_id, names, Vec::new()))
    }

    /// Returns the names of the players in a game. For a cancelled game, this includes players with
    /// a reserved seat: one of them may have cancelled it, and nobody else played it.
    async fn player_names(&self, loaded: &LiveGame) -> Result<Vec<Option<String>>, StoreError> {
        let mut names = Vec::new();
        for seat in loaded.seats.iter() {
            let name = match (&seat.player, &seat.kind) {
                (Some(player), _) => player.display_name(),
                (None, SeatKind::Reserved(id)) if loaded.game.status() == Status::Cancelled => {
                    self.app.store.player(id).await?.and_then(|player| player.display_name())
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
        let events = self.app.events(loaded, viewer, after, MAX_EVENTS as u32).await;
        let events = events.map_err(game_error)?;
        let mut events: Vec<_> =
            events.iter().filter_map(|event| event.entry.glimpse(viewer)).collect();
        // Events added after the game was read go into the next mail.
        events.truncate(usize::try_from(version - after).unwrap_or(usize::MAX));
        Ok(events)
    }
}

/// Returns what everybody may know of a game, without its events.
pub(crate) fn public_view(loaded: &LiveGame) -> ReaderView {
    let names = loaded
        .seats
        .iter()
        .map(|seat| seat.player.as_ref().and_then(|player| player.display_name()));
    let view = ReaderView::new(&loaded.game, Viewer::Public, names.collect(), None, Vec::new());
    ReaderView { clock: loaded.clock, ..view }
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
    let reserved = loaded.seats.iter().find(|seat| seat.is_reserved_for(player_id));
    let reserved = reserved.filter(|_| me.is_none());
    let due = match me {
        Some(me) => loaded.seat_clock(me).and_then(|(_, due)| due),
        // A challenged player has time until the game's own deadline.
        None => reserved.filter(|seat| seat.is_challenged()).and(loaded.row.progress.deadline),
    };
    let restore = loaded.row.restored.as_ref().map(|restored| RestoreInfo {
        at: restored.at,
        version: restored.version(viewer),
        last_at: restored.last_at(viewer),
    });
    ReaderView {
        restore,
        clock: loaded.clock,
        reserved_seat: reserved.map(|seat| seat.seat),
        is_host: me.is_some() && loaded.creator() == me,
        rematch_of: loaded.row.rematch_of.clone(),
        declined: loaded.seats.iter().find_map(|seat| declined(seat, player_id)),
        ..ReaderView::new(game, viewer, names, due, news)
    }
}

/// Returns the reply to a declined challenge, if this player made it. Nobody else is told.
fn declined(seat: &SeatRow, player_id: &str) -> Option<Declined> {
    let challenge = seat.challenge.as_ref()?;
    let is_declined = challenge.state == ChallengeState::Declined;
    (is_declined && challenge.challenger_id == player_id).then(|| Declined {
        seat: seat.seat,
        reason: challenge.reason.clone().unwrap_or_default(),
        words: challenge.decline_message.clone(),
    })
}

/// Returns the moves that a player wrote ahead of time, and that were dropped in this turn.
pub(crate) fn dropped_moves(
    loaded: &LiveGame,
    seat: Seat,
    queue: MoveQueue,
) -> Option<DroppedNews> {
    let dropped = queue.dropped.filter(|_| queue.tried_turn == Some(loaded.game.turn()))?;
    let mut moves = dropped.moves.into_iter();
    let first = moves.next()?;
    // The turn is the same, so the refusal is the same. It is put into words of the reader's
    // language.
    let refusal = loaded.game.preview(seat, &first).err().map(AppError::from);
    Some(DroppedNews { first, others: moves.len(), refusal })
}
