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
    /// Row of the game.
    pub row: GameRow,
    /// Seats, in order.
    pub seats: Arc<[SeatRow]>,
    /// Visibility of the game.
    pub visibility: Visibility,
    /// Time control of the game.
    pub clock: Option<Clock>,
    /// State of the game. It is boxed because it is large: the futures that wait for the store
    /// would be several times as large.
    pub game: Box<Game>,
    /// Time at which the newest entry of the log was decided.
    pub last_at: Time,
    /// True if the row matches the clocks. It does not after a change of vacations, or an outage.
    pub settled: bool,
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
    /// Returns the player of a seat.
    fn player_of(&self, seat: Seat) -> Option<&PlayerRow> {
        self.seats.get(seat.index()).and_then(|seat| seat.player.as_ref())
    }

    /// Restores a game from its stored form.
    pub(super) fn restore(stored: StoredGame, outages: Arc<[Outage]>) -> Result<Self, String> {
        let StoredGame { row, seats, snapshot, events, last_at, bot_dues } = stored;
        let ruleset: RulesetId = row.ruleset.parse()?;
        let unreadable = |error: String| format!("game {}: {error}", row.id);
        let game =
            Game::restore(ruleset, &snapshot).map_err(|error| unreadable(error.to_string()))?;
        let mut game = Box::new(game);
        for event in events {
            let entry = Entry::restore(ruleset, &event.body)
                .map_err(|error| unreadable(error.to_string()))?;
            game.evolve(&entry).map_err(unreadable)?;
        }
        let read =
            |text: &str| serde_json::from_str(text).map_err(|error| unreadable(error.to_string()));
        let clock = row.clock.as_deref().map(read).transpose()?;
        let visibility = serde_json::from_value(row.visibility.clone().into())
            .map_err(|error| unreadable(error.to_string()))?;
        let seats = seats.into();
        let mut loaded =
            Self { row, seats, visibility, clock, game, last_at, settled: true, outages, bot_dues };
        loaded.derive_clock();
        Ok(loaded)
    }

    /// Recomputes the clock columns of the row from the clocks and the vacations of the players.
    fn derive_clock(&mut self) {
        let progress = &self.row.progress;
        let settled = match self.clock.filter(|_| !self.has_open_challenge()) {
            Some(_) => {
                let times =
                    progress.clock_state.clone().filter(|times| times.version == progress.version);
                self.keep_earlier_check(self.with_clock_state(times, progress.version))
            }
            None => GameProgress {
                next_check_at: progress.deadline,
                clock_state: None,
                ..progress.clone()
            },
        };
        self.settled = settled == *progress;
        self.row.progress = settled;
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
        let Self {
            row,
            seats,
            visibility,
            clock,
            game: _,
            last_at: _,
            settled: _,
            outages,
            bot_dues,
        } = self;
        let (row, seats, outages) = (row.clone(), Arc::clone(seats), Arc::clone(outages));
        let (visibility, clock, bot_dues) = (*visibility, *clock, bot_dues.clone());
        Self { row, seats, visibility, clock, game, last_at, settled: true, outages, bot_dues }
    }

    /// Returns the state that the clocks depend on.
    pub(super) fn turn_state(&self) -> TurnState {
        let status = self.game.status();
        TurnState {
            seats: self.seats.len(),
            on: matches!(status, Status::Placing | Status::Playing),
            playing: status == Status::Playing,
            to_move: self.game.to_move(),
            turn: self.game.turn(),
        }
    }

    /// Returns the columns of the row for these clocks.
    fn with_clock_state(&self, times: Option<ClockState>, version: u64) -> GameProgress {
        let deadline = times.as_ref().and_then(|times| times.deadline(self));
        let next_check_at = times.as_ref().and_then(|times| times.next_check_at(self));
        let clock_state = times.map(|times| {
            let due = |(seat, time): (Seat, &SeatClockState)| {
                time.due_at(self.pauses(seat)).map(|due| due.0)
            };
            ClockState { version, dues: times.seats().map(due).collect(), ..times }
        });
        GameProgress { deadline, next_check_at, clock_state, ..self.row.progress.clone() }
    }

    /// Keeps the stored time of the next check if it is early enough. Each step makes the next
    /// check later, and writing that would cost an index entry for every step. A check that is too
    /// early finds nothing to do, and writes the next time.
    fn keep_earlier_check(&self, progress: GameProgress) -> GameProgress {
        let stored = self.row.progress.next_check_at;
        let soon_enough =
            stored.zip(progress.next_check_at).is_some_and(|(stored, needed)| stored <= needed);
        GameProgress {
            next_check_at: if soon_enough { stored } else { progress.next_check_at },
            ..progress
        }
    }

    /// Returns the clock of a seat, if it has one now, and its deadline if the clock runs.
    pub fn seat_clock(&self, seat: Seat) -> Option<(SeatClockState, Option<Time>)> {
        let time = self.row.progress.clock_state.as_ref()?.seats.get(seat.index())?;
        Some((*time, time.due_at(self.pauses(seat))))
    }

    /// Returns the outages that have given time back to a seat whose clock runs.
    pub fn outages_of(&self, seat: Seat) -> Vec<&Outage> {
        let time =
            self.row.progress.clock_state.as_ref().and_then(|times| times.seats.get(seat.index()));
        time.map(|time| time.outages(self.pauses(seat))).unwrap_or_default()
    }

    /// Returns the start and the end of the current turn: from the earliest start of the seats to
    /// move to their latest deadline.
    pub fn turn_span(&self) -> Option<(Time, Time)> {
        let times = Seat::first(self.seats.len() as u8).filter_map(|seat| self.seat_clock(seat));
        let turns = times.filter_map(|(time, due)| Some((time.runs?.since, due?)));
        turns.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }

    /// Returns the seats that have run out of time first; `None` if nobody is late. If the deadline
    /// of a challenge has passed, there are no such seats, and the result is empty.
    pub fn timed_out_seats(&self, now: Time) -> Option<Seats> {
        match &self.row.progress.clock_state {
            Some(times) => times.timed_out_seats(now, self),
            None => self.is_overdue(now).then(|| self.game.to_move()),
        }
    }

    /// Marks the reminders that are due. Returns the columns of the row after that, and the
    /// reminded players with their deadlines.
    pub fn mark_reminders(&self, now: Time) -> (GameProgress, Vec<(String, Time)>) {
        let Some(mut times) = self.row.progress.clock_state.clone() else {
            return (self.row.progress.clone(), Vec::new());
        };
        let reminded = times.mark_reminders(now, self);
        let version = times.version;
        let player = |(seat, due): (Seat, Time)| {
            let player =
                self.seats[seat.index()].player.as_ref().filter(|player| player.name.is_some())?;
            Some((player.id.clone(), due))
        };
        (
            self.with_clock_state(Some(times), version),
            reminded.into_iter().filter_map(player).collect(),
        )
    }

    /// Returns the seat of a player.
    pub fn seat_of(&self, player_id: &str) -> Option<Seat> {
        let sits =
            |seat: &&SeatRow| seat.player.as_ref().is_some_and(|player| player.id == player_id);
        self.seats.iter().find(sits).map(|seat| seat.seat)
    }

    /// Returns the free seat whose invitation code has this hash, if the game is not over.
    pub fn invited_seat(&self, code_hash: &str) -> Option<Seat> {
        let is_it = |kind: &SeatKind| matches!(kind, SeatKind::Invite(hash) if !hash.is_empty() && hash == code_hash);
        let free = |seat: &&SeatRow| seat.player.is_none() && is_it(&seat.kind);
        let seat = self.seats.iter().find(free).map(|seat| seat.seat);
        seat.filter(|_| !self.game.status().is_over())
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

    /// Returns true if the deadline has passed.
    pub fn is_overdue(&self, now: Time) -> bool {
        self.row.progress.deadline.is_some_and(|deadline| deadline <= now)
    }

    /// Returns true if bots of the server have seats.
    pub fn has_bots(&self) -> bool {
        self.seats.iter().any(|seat| seat.kind == SeatKind::Bot)
    }

    /// Returns true if a seat is reserved for a player.
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
            let sits = seat
                .player
                .as_ref()
                .filter(|player| player.name.is_some())
                .map(|player| &*player.id);
            // A player who has taken their reserved seat is seated, and may have deleted their
            // account.
            let kept = match &seat.kind {
                SeatKind::Reserved(player) if seat.player.is_none() => Some(&**player),
                _ => None,
            };
            for player in [sits, kept].into_iter().flatten() {
                if !players.contains(&player) {
                    players.push(player);
                }
            }
        }
        let append = |player: &str| {
            let viewer = self.viewer(player)?;
            let sees = |event: &&EventRow| event.audience.0 & AudienceMask::from(viewer).0 != 0;
            let event_count = events.iter().filter(sees).count() as u64;
            let seq = self.game.visible(viewer);
            (event_count > 0).then(|| FeedAppend {
                player_id: player.to_owned(),
                seq,
                event_count,
                at,
            })
        };
        players.into_iter().filter_map(append).collect()
    }

    /// Computes the columns of the row after a step at a time. A challenge can be answered for
    /// `challenge_days`. A turn that ends during a current outage gets its time back, as it will
    /// when the outage is written.
    pub fn progress_after(
        &self,
        before: Option<&Self>,
        at: Time,
        lasting: Option<Outage>,
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
                let times = match lasting {
                    Some(lasting) => {
                        let outages = self.outages.iter().copied().chain([lasting]).collect();
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
                self.keep_earlier_check(self.with_clock_state(times, version))
            }
        };
        let free = |seat: &SeatRow| seat.kind == SeatKind::Open && seat.player.is_none();
        let open = self.visibility == Visibility::Public
            && self.game.status() == Status::Waiting
            && self.seats.iter().any(free);
        GameProgress {
            version,
            status: self.game.status().as_str().to_owned(),
            open,
            to_move: self.game.to_move().into(),
            ..timed
        }
    }
}
