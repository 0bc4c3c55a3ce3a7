//! What a letter about a game is made from: what its reader may know of it, and nothing else.

use broadside_engine::game::{Game, Glimpse, Legal, RulesetId, View};
use broadside_engine::ruleset::{Outcome, Seat, Seats, Viewer};
use broadside_engine::table::{Fairness, SeatView, SharedGlimpse, Status};
use serde_json::Value;

use super::{Lang, news};
use crate::ambient::Time;
use crate::play::Clock;

/// A game as a player knows it.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Its id.
    pub id: String,
    /// Its ruleset.
    pub ruleset: RulesetId,
    /// The player's seat; `None` for whoever is challenged and has not sat down.
    pub me: Option<Seat>,
    /// The seat that is kept for the player, who is challenged and has not sat down.
    pub kept: Option<Seat>,
    /// Whether the player has made it, and sits in it.
    pub is_host: bool,
    /// Who sits where, by the seats; `None` for a free seat, and for a player whose account is deleted. Where the game is called off,
    /// who would have sat there too.
    pub names: Vec<Option<String>>,
    /// What everybody may know of the seats.
    pub seats: Vec<SeatView>,
    /// Where it is in its course.
    pub status: Status,
    /// Who is to move.
    pub to_move: Seats,
    /// The game, as the player may know it.
    pub view: View,
    /// What the player may do now.
    pub legal: Option<Legal>,
    /// The seat whose draw offer stands.
    pub draw_offer: Option<Seat>,
    /// Who has declined to play, if the player had asked.
    pub declined: Option<Declined>,
    /// What the server is committed to, as far as it is public now.
    pub fairness: Fairness,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// Its settings.
    pub options: Value,
    /// How long a player has.
    pub clock: Option<Clock>,
    /// The last return of the game to a backup, if there was one.
    pub went_back: Option<WentBack>,
    /// The game that it is the rematch of.
    pub rematch_of: Option<String>,
    /// By when the player must have moved, if it is to.
    pub due: Option<Time>,
    /// What has happened that the player was not told of yet, oldest first.
    pub news: Vec<Glimpse>,
    /// Whether what comes before that, and was not told either, is left out.
    pub shortened: bool,
}

/// A return of a game to a backup.
#[derive(Clone, Debug)]
pub struct WentBack {
    /// When the backup was restored.
    pub at: Time,
    /// The number of the last event that the game kept, of those that the player sees.
    pub version: u64,
    /// When the last event that it kept was decided.
    pub last_at: Time,
}

/// What somebody who was asked to play has answered, for whoever has asked.
#[derive(Clone, Debug)]
pub struct Declined {
    /// The seat that was kept.
    pub seat: Seat,
    /// Why: one of the words that the API has for it.
    pub reason: String,
    /// What was said with it.
    pub words: Option<String>,
}

impl Seen {
    /// A game as a viewer may know it, who must have moved by `due`. `news` is what it has not been told of yet.
    pub fn of(
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
            kept: None,
            is_host: false,
            names,
            seats: game.seats(),
            status: game.status(),
            to_move: game.to_move(),
            view: game.view(viewer),
            legal: me.filter(|_| !game.status().is_over()).map(|me| game.legal(me)),
            draw_offer: game.draw_offer(),
            declined: None,
            fairness: game.fairness(),
            outcome: game.outcome().cloned(),
            options: game.options(),
            clock: None,
            went_back: None,
            rematch_of: None,
            due,
            news,
            shortened: false,
        }
    }

    /// Whether the player is to move.
    pub fn is_mine(&self) -> bool {
        self.me.is_some_and(|me| self.to_move.contains(me))
    }

    /// Whether the player is challenged, and has not answered.
    pub fn is_asked(&self) -> bool {
        self.me.is_none() && self.status == Status::Waiting && self.due.is_some()
    }

    /// Whether the game waits for the player: to move, to place, or to answer a challenge.
    pub fn waits(&self) -> bool {
        self.is_mine() || self.is_asked()
    }

    /// What is told first of several games: that which waits for the player, by when it must have acted.
    pub fn urgency(&self) -> (bool, Time) {
        let waits = self.waits();
        (!waits, self.due.filter(|_| waits).unwrap_or(Time(i64::MAX)))
    }

    /// Whether the player is to place, and has not.
    pub fn is_placing(&self) -> bool {
        let placed = self.seats.iter().any(|seat| Some(seat.seat) == self.me && seat.placed);
        matches!(self.status, Status::Placing | Status::Waiting) && !placed
    }

    /// Whether the player has written a salvo for the round that the game is in.
    pub(super) fn has_written(&self) -> bool {
        matches!(&self.view, View::Classic(view) if view.written.is_some())
    }

    /// Whether anybody else has done something of what is new.
    pub fn others_acted(&self) -> bool {
        news::others_acted(self)
    }

    /// Whether that play has begun is among what is new.
    fn tells_beginning(&self) -> bool {
        let began = |glimpse: &Glimpse| matches!(glimpse, Glimpse::Game(SharedGlimpse::Began { .. }));
        self.news.iter().any(began)
    }

    /// Whether play has begun since the player was told of the game; or it may have, by what is left out.
    pub(super) fn may_tell_beginning(&self) -> bool {
        let has_begun = !self.fairness.placement_commitments.is_empty();
        self.tells_beginning() || self.shortened && has_begun
    }

    /// Whether play has begun with what is new, and with luck: who begins was nobody's doing.
    pub fn has_begun(&self) -> bool {
        self.names.len() > 1 && self.tells_beginning()
    }

    /// Whether anybody else has done something that the player wants to know of though it is not to move.
    pub fn others_said(&self) -> bool {
        news::others_said(self)
    }

    /// Whether it is the reader that sits there, or would have.
    fn is_readers(&self, seat: Seat) -> bool {
        self.me.or(self.kept) == Some(seat)
    }

    /// What a seat is called.
    pub(super) fn name(&self, lang: Lang, seat: Seat) -> String {
        let name = self.names.get(seat.index()).cloned().flatten();
        name.unwrap_or_else(|| lang.fill("seat", &[("number", &seat.number().to_string())]))
    }

    /// The text of a key about what a seat does: `$me` says whether it is the reader, `$name` what it is called.
    pub(super) fn say(&self, lang: Lang, key: &str, seat: Seat, parts: &[(&str, &str)]) -> String {
        let name = self.name(lang, seat);
        let me = if self.is_readers(seat) { "yes" } else { "no" };
        let mut all = vec![("me", me), ("name", &*name)];
        all.extend_from_slice(parts);
        lang.fill(key, &all)
    }

    /// The others at the table, by their names; empty for a game for one.
    pub(super) fn others(&self, lang: Lang) -> String {
        let others: Vec<_> = (1..=self.names.len() as u8)
            .filter_map(Seat::new)
            .filter(|seat| !self.is_readers(*seat) && self.names[seat.index()].is_some())
            .map(|seat| self.name(lang, seat))
            .collect();
        list(lang, &others)
    }
}

/// Things in a row: `A, B and C`.
pub(super) fn list(lang: Lang, items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => lang.fill("list-and", &[("first", &first.join(", ")), ("last", last)]),
    }
}
