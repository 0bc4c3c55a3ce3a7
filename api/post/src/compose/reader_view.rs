//! Input for mails about a game: only what the reader may know.

use broadside_domain::time::Time;
use broadside_domain::time_control::Clock;
use broadside_engine::dispatch_typed;
use broadside_engine::game::{Game, Glimpse, Legal, RulesetId, View};
use broadside_engine::ruleset::Outcome;
use broadside_engine::seat::{Seat, Seats, Viewer};
use broadside_engine::table::{Fairness, SeatView, SharedGlimpse, Status};
use broadside_i18n::Lang;
use serde_json::Value;

use super::news;
use super::rulesets::RulesetMail as _;
use crate::texts::LetterTexts;

/// Game from the viewpoint of one player, the reader of the mail.
#[derive(Clone, Debug)]
pub(crate) struct ReaderView {
    pub id: String,
    pub ruleset: RulesetId,
    /// Player's seat; `None` if the player is challenged and has not sat down.
    pub me: Option<Seat>,
    /// Seat reserved for the player, who is challenged and has not sat down.
    pub reserved_seat: Option<Seat>,
    /// True if the player created the game and sits in it.
    pub is_host: bool,
    /// Names of the players by seat; `None` for a free seat and for a deleted account. In a
    /// cancelled game this includes players who had not sat down yet.
    pub names: Vec<Option<String>>,
    /// Public view of the seats.
    pub seats: Vec<SeatView>,
    pub status: Status,
    /// Seats that have to move.
    pub to_move: Seats,
    /// View of the game for this player.
    pub view: View,
    pub legal: Option<Legal>,
    /// Changes that the player can still make to the score of a finished game, if any.
    pub later_score: Option<LaterScore>,
    /// Seat whose draw offer is open.
    pub draw_offer: Option<Seat>,
    /// Declined challenge, if this player made it.
    pub declined: Option<Declined>,
    /// Commitments of the server that are public now.
    pub fairness: Fairness,
    pub outcome: Option<Outcome>,
    pub options: Value,
    pub clock: Option<Clock>,
    /// Last return of the game to a backup, if any.
    pub restore: Option<RestoreInfo>,
    /// Id of the game that this is the rematch of.
    pub rematch_of: Option<String>,
    /// Deadline of the player, if they have to act.
    pub due: Option<Time>,
    /// Events that the player has not been told about, oldest first.
    pub news: Vec<Glimpse>,
    /// True if earlier events that the player has not been told about are left out.
    pub shortened: bool,
}

/// Changes of the score of a finished game.
#[derive(Clone, Debug)]
pub(crate) struct LaterScore {
    /// Changes that the player can make.
    pub legal: Legal,
    /// Time until which they are possible.
    pub until: Time,
}

/// Return of a game to a backup.
#[derive(Clone, Debug)]
pub(crate) struct RestoreInfo {
    /// Time at which the backup was restored.
    pub at: Time,
    /// Number of the last event that the game kept, counting only events that the player sees.
    pub version: u64,
    /// Time of the last event that the game kept.
    pub last_at: Time,
}

/// Refusal of a challenge, shown to the challenger.
#[derive(Clone, Debug)]
pub(crate) struct Declined {
    /// Seat that was reserved.
    pub seat: Seat,
    /// Reason: one of the values of the API.
    pub reason: String,
    /// Message of the player who declined.
    pub words: Option<String>,
}

impl ReaderView {
    /// Creates the view of a game for `viewer`, whose deadline is `due`. `news` are the events that
    /// they have not been told about.
    pub(crate) fn new(
        game: &Game,
        viewer: Viewer,
        names: Vec<Option<String>>,
        due: Option<Time>,
        news: Vec<Glimpse>,
    ) -> Self {
        let me = viewer.seat();
        Self {
            id: game.id().to_owned(),
            ruleset: game.ruleset(),
            me,
            reserved_seat: None,
            is_host: false,
            names,
            seats: game.seats(),
            status: game.status(),
            to_move: game.to_move(),
            view: game.view(viewer),
            legal: me.filter(|_| !game.status().is_over()).map(|me| game.legal(me)),
            later_score: None,
            draw_offer: game.draw_offer(),
            declined: None,
            fairness: game.fairness(),
            outcome: game.outcome().cloned(),
            options: game.options(),
            clock: None,
            restore: None,
            rematch_of: None,
            due,
            news,
            shortened: false,
        }
    }

    /// Returns true if the player has to move.
    pub(crate) fn is_my_turn(&self) -> bool {
        self.me.is_some_and(|me| self.to_move.contains(me))
    }

    /// Returns true if the player is challenged and has not answered.
    pub(crate) fn is_challenged(&self) -> bool {
        self.me.is_none() && self.status == Status::Waiting && self.due.is_some()
    }

    /// Returns true if the game waits for the player to move, to place, or to answer a challenge.
    pub(crate) fn awaits_reader(&self) -> bool {
        self.is_my_turn() || self.is_challenged()
    }

    /// Returns the sort key of a list of games: first those that wait for the player, ordered by
    /// deadline.
    pub(crate) fn urgency(&self) -> (bool, Time) {
        let waits = self.awaits_reader();
        (!waits, self.due.filter(|_| waits).unwrap_or(Time(i64::MAX)))
    }

    /// Returns true if the player has to place and has not placed.
    pub(crate) fn is_placing(&self) -> bool {
        let placed = self.seats.iter().any(|seat| Some(seat.seat) == self.me && seat.placed);
        matches!(self.status, Status::Placing | Status::Waiting) && !placed
    }

    /// Returns true if the player has written a salvo for the current round.
    pub(super) fn has_written(&self) -> bool {
        dispatch_typed!(View, &self.view, R, view => R::has_written(view))
    }

    /// Returns true if the news includes something that another player did.
    pub(crate) fn others_acted(&self) -> bool {
        news::others_acted(self)
    }

    /// Returns true if the news includes the beginning of play.
    pub(super) fn reports_start(&self) -> bool {
        self.news
            .iter()
            .any(|glimpse| matches!(glimpse, Glimpse::Game(SharedGlimpse::Began { .. })))
    }

    /// Returns true if play has begun since the player was last told about the game, or may have
    /// begun in events that are left out.
    pub(super) fn may_report_start(&self) -> bool {
        let has_begun = !self.fairness.placement_commitments.is_empty();
        self.reports_start() || self.shortened && has_begun
    }

    /// Returns true if the news includes the beginning of play, and chance decided who begins. No
    /// player caused this.
    pub(crate) fn has_just_begun(&self) -> bool {
        self.names.len() > 1 && self.reports_start()
    }

    /// Returns true if another player has done something that this player wants to know even when
    /// it is not their turn.
    pub(crate) fn has_notable_news(&self) -> bool {
        news::has_notable_news(self)
    }

    /// Returns the seat of another player whose draw offer is open.
    pub(super) fn offers_draw(&self) -> Option<Seat> {
        self.draw_offer.filter(|seat| !self.is_readers(*seat))
    }

    /// Returns the seat of another player whose offer to end the game and count is open.
    pub(super) fn offers_end(&self) -> Option<Seat> {
        let offer = dispatch_typed!(View, &self.view, R, view => R::end_offer(view));
        offer.filter(|seat| !self.is_readers(*seat))
    }

    /// Returns true if the seat is the reader's, or is reserved for them.
    fn is_readers(&self, seat: Seat) -> bool {
        self.me.or(self.reserved_seat) == Some(seat)
    }

    /// Returns the name of a seat.
    pub(super) fn name(&self, lang: Lang, seat: Seat) -> String {
        let name = self.names.get(seat.index()).cloned().flatten();
        name.unwrap_or_else(|| lang.fill("seat", &[("number", &seat.number().to_string())]))
    }

    /// Returns the text of a key about an action of a seat. `$me` is `yes` if the seat is the
    /// reader's, and `$name` is its name.
    pub(super) fn seat_text(
        &self,
        lang: Lang,
        key: &str,
        seat: Seat,
        parts: &[(&str, &str)],
    ) -> String {
        let name = self.name(lang, seat);
        let me = if self.is_readers(seat) { "yes" } else { "no" };
        let mut all = vec![("me", me), ("name", &*name)];
        all.extend_from_slice(parts);
        lang.fill(key, &all)
    }

    /// Returns the names of the opponents; empty in a game for one player.
    pub(super) fn opponents(&self, lang: Lang) -> String {
        let others: Vec<_> = (1..=self.names.len() as u8)
            .filter_map(Seat::new)
            .filter(|seat| !self.is_readers(*seat) && self.names[seat.index()].is_some())
            .map(|seat| self.name(lang, seat))
            .collect();
        list(lang, &others)
    }
}

/// Joins items as in `A, B and C`.
pub(super) fn list(lang: Lang, items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => {
            lang.fill("list-and", &[("first", &first.join(", ")), ("last", last)])
        }
    }
}
