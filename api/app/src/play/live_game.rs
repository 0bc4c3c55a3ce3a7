//! Committed game, with its row, its seats and its players.

use std::sync::Arc;

use broadside_domain::bot::BotDues;
use broadside_domain::feed::FeedAppend;
use broadside_domain::game::{
    AudienceMask, EventRow, GameProgress, GameRow, SeatKind, SeatRow, StoredGame, Visibility,
};
use broadside_domain::player::PlayerRow;
use broadside_domain::time::Time;
use broadside_domain::time_control::{
    Clock, ClockState, Outage, Pauses, PlayerTimes, SeatClockState, TurnState,
};
use broadside_engine::game::{Entry, Game, RulesetId};
use broadside_engine::seat::{Seat, Seats, Viewer};
use broadside_engine::table::Status;
use broadside_store::SearchFacets;

/// Game as it is committed.
#[derive(Clone, Debug)]
pub struct LiveGame {
    pub row: GameRow,
    /// Seats, in order.
    pub seats: Arc<[SeatRow]>,
    pub visibility: Visibility,
    /// Time control of the game.
    pub clock: Option<Clock>,
    /// State of the game. It is boxed because it is large: the futures that wait for the store
    /// would be several times as large.
    pub game: Box<Game>,
    /// Time at which the newest entry of the log was decided.
    pub last_at: Time,
    /// True if the row matches the clocks. It does not after a change of vacations, or an outage.
    pub is_progress_stored: bool,
    /// Outages that may affect the clocks, in order of time.
    pub outages: Arc<[Outage]>,
    /// Times at which its bots act.
    pub bot_dues: BotDues,
}

impl PlayerTimes for LiveGame {
    fn pauses(&self, seat: Seat) -> Pauses<'_> {
        let player = self.player_of(seat);
        Pauses { vacations: player.map_or(&[], |player| &player.vacations), outages: &self.outages }
    }

    fn reminders(&self, seat: Seat) -> &[u32] {
        self.player_of(seat).map_or(&[], |player| &player.reminders)
    }
}

/// Creates the error for a stored game that cannot be read.
fn unreadable(row: &GameRow, error: impl std::fmt::Display) -> String {
    format!("game {}: {error}", row.id)
}

/// Game during an outage.
struct InOutage<'a> {
    game: &'a LiveGame,
    /// Known outages, and the current one.
    outages: Vec<Outage>,
}

impl PlayerTimes for InOutage<'_> {
    fn pauses(&self, seat: Seat) -> Pauses<'_> {
        Pauses { outages: &self.outages, ..self.game.pauses(seat) }
    }

    fn reminders(&self, seat: Seat) -> &[u32] {
        self.game.reminders(seat)
    }
}

impl LiveGame {
    fn player_of(&self, seat: Seat) -> Option<&PlayerRow> {
        self.seats.get(seat.index()).and_then(|seat| seat.player.as_ref())
    }

    pub(super) fn restore(stored: StoredGame, outages: Arc<[Outage]>) -> Result<Self, String> {
        let StoredGame { row, seats, snapshot, events, last_at, bot_dues } = stored;
        let ruleset: RulesetId = row.ruleset.parse()?;
        let game = Game::restore(ruleset, &snapshot).map_err(|error| unreadable(&row, error))?;
        let mut game = Box::new(game);
        for event in events {
            let entry =
                Entry::restore(ruleset, &event.body).map_err(|error| unreadable(&row, error))?;
            game.evolve(&entry).map_err(|error| unreadable(&row, error))?;
        }
        let clock = row.clock.as_deref().map(serde_json::from_str).transpose();
        let clock = clock.map_err(|error| unreadable(&row, error))?;
        let visibility = serde_json::from_value(row.visibility.clone().into());
        let visibility = visibility.map_err(|error| unreadable(&row, error))?;
        let seats = seats.into();
        let mut restored = Self {
            row,
            seats,
            visibility,
            clock,
            game,
            last_at,
            is_progress_stored: true,
            outages,
            bot_dues,
        };
        restored.derive_clock();
        Ok(restored)
    }

    /// Recomputes the clock columns of the row from the clocks and the vacations of the players.
    fn derive_clock(&mut self) {
        let progress = &self.row.progress;
        let derived = match self.clock.filter(|_| !self.has_open_challenge()) {
            Some(_) => {
                let clocks = progress.clock_state.clone();
                let clocks = clocks.filter(|clocks| clocks.version == progress.version);
                self.keep_earlier_check(self.with_clock_state(clocks, progress.version))
            }
            None => GameProgress {
                next_check_at: progress.deadline,
                clock_state: None,
                ..progress.clone()
            },
        };
        self.is_progress_stored = derived == *progress;
        self.row.progress = derived;
    }

    /// Returns the columns of the row, stored as `progress`, if only these outages are known.
    pub(super) fn progress_with_outages(
        &self,
        progress: &GameProgress,
        outages: &[Outage],
    ) -> GameProgress {
        let mut game = Self { outages: outages.into(), ..self.clone() };
        game.row.progress = progress.clone();
        game.derive_clock();
        game.row.progress
    }

    /// Returns the game after a step. Everything except the game and its time stays as it was.
    pub(super) fn with_game(&self, game: Box<Game>, last_at: Time) -> Self {
        Self {
            row: self.row.clone(),
            seats: Arc::clone(&self.seats),
            visibility: self.visibility,
            clock: self.clock,
            game,
            last_at,
            is_progress_stored: true,
            outages: Arc::clone(&self.outages),
            bot_dues: self.bot_dues.clone(),
        }
    }

    /// Returns the state that the clocks depend on.
    pub(super) fn turn_state(&self) -> TurnState {
        let status = self.game.status();
        TurnState {
            seats: self.seats.len(),
            is_running: matches!(status, Status::Placing | Status::Playing),
            playing: status == Status::Playing,
            to_move: self.game.to_move(),
            turn: self.game.turn(),
        }
    }

    /// Returns the columns of the row for these clocks.
    fn with_clock_state(&self, clocks: Option<ClockState>, version: u64) -> GameProgress {
        let deadline = clocks.as_ref().and_then(|clocks| clocks.deadline(self));
        let next_check_at = clocks.as_ref().and_then(|clocks| clocks.next_check_at(self));
        let clock_state = clocks.map(|clocks| {
            let deadlines = clocks.seats().map(|(seat, clock)| clock.due_at(self.pauses(seat)));
            let dues = deadlines.map(|deadline| deadline.map(|at| at.0)).collect();
            ClockState { version, dues, ..clocks }
        });
        GameProgress { deadline, next_check_at, clock_state, ..self.row.progress.clone() }
    }

    /// Keeps the stored time of the next check if it is early enough. Each step makes the next
    /// check later, and writing that would cost an index entry for every step. A check that is too
    /// early finds nothing to do, and writes the next time.
    fn keep_earlier_check(&self, progress: GameProgress) -> GameProgress {
        let stored = self.row.progress.next_check_at;
        let is_soon_enough =
            stored.zip(progress.next_check_at).is_some_and(|(stored, needed)| stored <= needed);
        GameProgress {
            next_check_at: if is_soon_enough { stored } else { progress.next_check_at },
            ..progress
        }
    }

    /// Returns the clock of a seat, if it has one now, and its deadline if the clock runs.
    pub fn seat_clock(&self, seat: Seat) -> Option<(SeatClockState, Option<Time>)> {
        let clock = self.row.progress.clock_state.as_ref()?.seats.get(seat.index())?;
        Some((*clock, clock.due_at(self.pauses(seat))))
    }

    /// Returns the outages that have given time back to a seat whose clock runs.
    pub fn outages_of(&self, seat: Seat) -> Vec<&Outage> {
        match self.seat_clock(seat) {
            Some((clock, _)) => clock.outages(self.pauses(seat)),
            None => Vec::new(),
        }
    }

    /// Returns the start and the end of the current turn: from the earliest start of the seats to
    /// move to their latest deadline.
    pub fn turn_span(&self) -> Option<(Time, Time)> {
        let clocks = Seat::first(self.seats.len() as u8).filter_map(|seat| self.seat_clock(seat));
        let turns = clocks.filter_map(|(clock, deadline)| Some((clock.runs?.since, deadline?)));
        turns.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }

    /// Returns the seats that have run out of time first; `None` if nobody is late. If the deadline
    /// of a challenge has passed, there are no such seats, and the result is empty.
    pub fn timed_out_seats(&self, now: Time) -> Option<Seats> {
        match &self.row.progress.clock_state {
            Some(clocks) => clocks.timed_out_seats(now, self),
            None => self.is_overdue(now).then(|| self.game.to_move()),
        }
    }

    /// Marks the reminders that are due. Returns the columns of the row after that, and the
    /// reminded players with their deadlines.
    pub fn mark_reminders(&self, now: Time) -> (GameProgress, Vec<(String, Time)>) {
        let Some(mut clocks) = self.row.progress.clock_state.clone() else {
            return (self.row.progress.clone(), Vec::new());
        };
        let mut reminded = Vec::new();
        for (seat, deadline) in clocks.mark_reminders(now, self) {
            if let Some(player) = self.player_of(seat).filter(|player| player.name.is_some()) {
                reminded.push((player.id.clone(), deadline));
            }
        }
        let version = clocks.version;
        (self.with_clock_state(Some(clocks), version), reminded)
    }

    pub fn seat_of(&self, player_id: &str) -> Option<Seat> {
        self.seats
            .iter()
            .find(|seat| seat.player.as_ref().is_some_and(|player| player.id == player_id))
            .map(|seat| seat.seat)
    }

    /// Returns the free seat whose invitation code has this hash, if the game is not over.
    pub fn invited_seat(&self, code_hash: &str) -> Option<Seat> {
        // The hash of a revoked code is empty.
        if code_hash.is_empty() || self.game.status().is_over() {
            return None;
        }
        let free = self.seats.iter().filter(|seat| seat.player.is_none());
        let mut invited =
            free.filter(|seat| matches!(&seat.kind, SeatKind::Invite(hash) if hash == code_hash));
        invited.next().map(|seat| seat.seat)
    }

    /// Returns the seat of the player who created the game, if they have one.
    pub fn creator(&self) -> Option<Seat> {
        self.seat_of(&self.row.created_by)
    }

    /// Returns true if the game waits for the answer to a challenge.
    pub fn has_open_challenge(&self) -> bool {
        self.game.status() == Status::Waiting && self.seats.iter().any(SeatRow::is_challenged)
    }

    /// Returns the facets by which the game can be found.
    pub fn facets(&self) -> SearchFacets {
        let options = serde_json::to_value(self.game.options()).unwrap_or_default();
        let mut text = String::from(" ");
        for (name, value) in options.as_object().into_iter().flatten() {
            match value {
                serde_json::Value::String(word) => text.push_str(&format!("{name}:{word} ")),
                serde_json::Value::Bool(_) | serde_json::Value::Number(_) => {
                    text.push_str(&format!("{name}:{value} "));
                }
                _ => {}
            }
        }
        SearchFacets {
            options: text,
            clock_kind: self.clock.map(Clock::kind),
            clock_days: self.clock.and_then(Clock::days_per_turn),
        }
    }

    pub fn is_overdue(&self, now: Time) -> bool {
        self.row.progress.deadline.is_some_and(|deadline| deadline <= now)
    }

    pub fn has_bots(&self) -> bool {
        self.seats.iter().any(|seat| seat.kind == SeatKind::Bot)
    }

    fn is_reserved_for(&self, player_id: &str) -> bool {
        self.seats.iter().any(|seat| seat.is_reserved_for(player_id))
    }

    /// Returns true if a player has a seat, or if a seat is reserved for them.
    pub(super) fn concerns(&self, player_id: &str) -> bool {
        self.seat_of(player_id).is_some() || self.is_reserved_for(player_id)
    }

    /// Returns the viewer for a player; `None` if they may not know of the game.
    pub fn viewer(&self, player_id: &str) -> Option<Viewer> {
        if let Some(seat) = self.seat_of(player_id) {
            return Some(Viewer::Seat(seat));
        }
        let may_know = self.visibility == Visibility::Public || self.is_reserved_for(player_id);
        may_know.then_some(Viewer::Public)
    }

    /// Returns the feed entries that the newest log entries add, for seated players and for players
    /// with a reserved seat.
    pub fn feed_appends(&self, events: &[EventRow]) -> Vec<FeedAppend> {
        let Some(at) = events.last().map(|event| event.at) else { return Vec::new() };
        let mut players: Vec<&str> = Vec::new();
        for seat in self.seats.iter().filter(|seat| seat.kind != SeatKind::Bot) {
            let seated = seat
                .player
                .as_ref()
                .filter(|player| player.name.is_some())
                .map(|player| &*player.id);
            // A player who has taken their reserved seat is seated, and may have deleted their
            // account.
            let reserved = match &seat.kind {
                SeatKind::Reserved(player) if seat.player.is_none() => Some(&**player),
                _ => None,
            };
            for player in [seated, reserved].into_iter().flatten() {
                if !players.contains(&player) {
                    players.push(player);
                }
            }
        }
        let mut appends = Vec::new();
        for player in players {
            let Some(viewer) = self.viewer(player) else { continue };
            let audience = AudienceMask::from(viewer).0;
            let visible = events.iter().filter(|event| event.audience.0 & audience != 0);
            let event_count = visible.count() as u64;
            if event_count > 0 {
                appends.push(FeedAppend {
                    player_id: player.to_owned(),
                    seq: self.game.visible(viewer),
                    event_count,
                    at,
                });
            }
        }
        appends
    }

    /// Computes the columns of the row after a step at a time. A challenge can be answered for
    /// `challenge_days`. A turn that ends during a current `outage` gets its time back, as it will
    /// when the outage is written.
    pub fn progress_after(
        &self,
        before: Option<&Self>,
        at: Time,
        outage: Option<Outage>,
        challenge_days: u32,
    ) -> GameProgress {
        let version = self.game.version();
        let timed = match self.clock {
            _ if self.has_open_challenge() => {
                let before = before.filter(|before| before.has_open_challenge());
                let deadline = before.map_or_else(
                    || Some(at.plus_days(challenge_days)),
                    |before| before.row.progress.deadline,
                );
                GameProgress {
                    deadline,
                    next_check_at: deadline,
                    clock_state: None,
                    ..self.row.progress.clone()
                }
            }
            None => self.with_clock_state(None, version),
            Some(clock) => {
                let before = before.and_then(|before| {
                    Some((before.row.progress.clock_state.as_ref()?, before.turn_state()))
                });
                let clocks = match outage {
                    Some(outage) => {
                        let outages = self.outages.iter().copied().chain([outage]).collect();
                        ClockState::next(
                            clock,
                            before,
                            self.turn_state(),
                            at,
                            &InOutage { game: self, outages },
                        )
                    }
                    None => ClockState::next(clock, before, self.turn_state(), at, self),
                };
                self.keep_earlier_check(self.with_clock_state(clocks, version))
            }
        };
        let open = self.visibility == Visibility::Public
            && self.game.status() == Status::Waiting
            && self.seats.iter().any(|seat| seat.kind == SeatKind::Open && seat.player.is_none());
        GameProgress {
            version,
            status: self.game.status().as_str().to_owned(),
            open,
            to_move: self.game.to_move().into(),
            ..timed
        }
    }
}
