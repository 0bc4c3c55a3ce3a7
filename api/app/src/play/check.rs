//! Consistency check of a stored game: its log, replayed from the beginning, must lead to its
//! snapshot and its row.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use broadside_domain::game::{AudienceMask, EventRow, GameProgress, StoredGame};
use broadside_domain::time::Time;
use broadside_domain::time_control::{Clock, Outage, SeatClockState, TurnState};
use broadside_engine::game::{Entry, Game};
use broadside_engine::seat::Seat;
use broadside_engine::table::Table;
use broadside_engine::voices::Voices;
use broadside_store::{ScoreEntry, StoredScoreRow};

use super::{LiveGame, MAX_CHANGES, SCORE_DAYS};

/// Returns the inconsistencies of a stored game, given its whole log; empty if it is consistent.
/// The result is for the owner of the database: it may quote an unreadable entry.
///
/// The log does not contain the seed and the settings of the game, so the replay uses those of the
/// snapshot. A wrong seed is found from the start of play on, because draws and commitments would
/// then differ from the log. Before that, it is found only by random placements. A wrong setting is
/// found only if some action has depended on it. Of the clocks, only values that can be computed
/// are checked. The start of a turn cannot be computed. Nor can the time left in a bank, because it
/// depends on vacations that have been deleted.
///
/// `scores` are the changes of its score after its end. They must have been read before the game: a
/// running node can end the game and change its score at any time.
///
/// `outages` are all outages, in order of time. Of these, `marked` are those whose games had all
/// been marked before the game was read.
pub fn check(
    stored: StoredGame,
    log: &[EventRow],
    scores: &[StoredScoreRow],
    outages: &Arc<[Outage]>,
    marked: &[Outage],
) -> Vec<String> {
    let progress = stored.row.progress.clone();
    let game = match LiveGame::restore(stored, Arc::clone(outages)) {
        Ok(game) => game,
        Err(error) => return vec![error],
    };
    let mut faults = check_score(&game, scores);
    if game.game.id() != game.row.id {
        faults.push(format!("its snapshot is of another game, {}", game.game.id()));
    }
    let mut entries = Vec::with_capacity(log.len());
    for (seq, event) in (1..).zip(log) {
        if event.seq != seq {
            faults.push(format!("entry {seq} of the log is missing"));
            return faults;
        }
        if seq > 1 && event.at < log[seq as usize - 2].at {
            faults.push(format!("entry {seq} is older than the one before it"));
        }
        match Entry::restore(game.game.ruleset(), &event.body) {
            Ok(entry) => {
                if AudienceMask::from(entry.audience()) != event.audience {
                    faults.push(format!("entry {seq} is stored for others than may see it"));
                }
                entries.push(entry);
            }
            Err(error) => {
                faults.push(format!("entry {seq} cannot be read: {error}"));
                return faults;
            }
        }
    }
    let length = log.len() as u64;
    if progress.version != length {
        faults
            .push(format!("its row counts {} entries, and its log has {length}", progress.version));
    }
    match game.game.replayed(&entries) {
        Ok(replayed) if replayed.store() == game.game.store() => {}
        Ok(_) => {
            faults.push(
                "its snapshot, with the entries after it, is not what its log leads to".to_owned(),
            );
        }
        Err(first) => faults.push(format!(
            "its log is not what its snapshot's seed and settings lead to, from {first}"
        )),
    }
    // The clock columns are checked below. Everything else follows from the game.
    let GameProgress { status, open, to_move, .. } =
        game.progress_after(None, game.last_at, None, 0);
    if (&status, open, to_move) != (&progress.status, progress.open, progress.to_move) {
        faults.push("its row has another status, or other seats to move, than its game".to_owned());
    }
    faults.extend(check_seats(&game));
    faults.extend(check_clocks(&progress, &game, marked).map(str::to_owned));
    faults
}

/// Returns the inconsistencies of the changes of a score after the end of its game, by the rules by
/// which they are made.
fn check_score(game: &LiveGame, scores: &[StoredScoreRow]) -> Vec<String> {
    if scores.is_empty() {
        return Vec::new();
    }
    let (Game::Voices(table), Some(closes_at)) = (&*game.game, game.score_closes_at()) else {
        let rows = scores.len();
        return vec![format!(
            "its score has {rows} later changes, and only the score of a finished game of `voices` has any"
        )];
    };
    let mut check = ScoreCheck {
        game,
        table,
        closes_at,
        next: 1,
        changes: HashMap::new(),
        closed: HashSet::new(),
    };
    let mut faults = Vec::new();
    for row in scores {
        let of_row = check.check_row(row);
        let number = row.number;
        faults.extend(of_row.iter().map(|fault| format!("change {number} of its score {fault}")));
    }
    faults
}

/// Check of the changes of a score, in their order.
struct ScoreCheck<'a> {
    game: &'a LiveGame,
    table: &'a Table<Voices>,
    closes_at: Time,
    /// Number of the next change.
    next: i64,
    /// Number of changes of each seat so far.
    changes: HashMap<Seat, usize>,
    /// Seats that have closed their parts.
    closed: HashSet<Seat>,
}

impl ScoreCheck<'_> {
    /// Returns the inconsistencies of the next change.
    fn check_row(&mut self, row: &StoredScoreRow) -> Vec<String> {
        let mut faults = Vec::new();
        if row.number < 1 {
            faults.push("has a number below 1".to_owned());
        } else {
            if row.number > self.next {
                faults.push(format!("follows a gap: change {} is missing", self.next));
            }
            self.next = row.number + 1;
        }
        let ended_at = self.game.last_at;
        if row.at < ended_at {
            faults.push(format!("is of {}, before the end of the game at {ended_at}", row.at));
        }
        if row.at >= self.closes_at {
            faults.push(format!(
                "is of {}, more than {SCORE_DAYS} days after the end of the game",
                row.at
            ));
        }
        let seat = u8::try_from(row.seat).ok().and_then(Seat::new);
        let seat = seat.filter(|seat| self.game.seats.iter().any(|row| row.seat == *seat));
        let Some(seat) = seat else {
            faults.push(format!("is of seat {}, which the game does not have", row.seat));
            return faults;
        };
        if self.game.seat_of(&row.player_id) != Some(seat) {
            faults.push(format!("is of a player who does not have {seat}"));
        }
        if self.closed.contains(&seat) {
            faults.push(format!("is of {seat}, which had closed its part"));
        }
        match row.entry.as_ref().filter(|_| row.is_exact) {
            None => faults.push("has columns that do not fit together".to_owned()),
            Some(ScoreEntry::Close) => {
                self.closed.insert(seat);
            }
            Some(ScoreEntry::Change(change)) => {
                let count = self.changes.entry(seat).or_default();
                *count += 1;
                if *count == MAX_CHANGES + 1 {
                    faults.push(format!("is one more than the {MAX_CHANGES} that {seat} may make"));
                }
                if let Err(refusal) = self.table.check_score_change(seat, change) {
                    faults.push(format!("is not possible for {seat}: {refusal}"));
                }
            }
        }
        faults
    }
}

/// Returns the inconsistencies between the seats of a game and their rows.
fn check_seats(game: &LiveGame) -> Vec<String> {
    let seats = game.game.seats();
    let rows = game.seats.iter().map(|row| row.seat);
    if !rows.eq(Seat::first(seats.len() as u8)) {
        let rows: Vec<_> = game.seats.iter().map(|row| row.seat.to_string()).collect();
        return vec![format!("it has {} seats, and rows of {}", seats.len(), join_or_none(&rows))];
    }
    let mut faults = Vec::new();
    for (seat, row) in seats.iter().zip(&*game.seats) {
        if seat.taken != row.player.is_some() {
            faults.push(format!(
                "{} is taken in the game and free in its row, or the other way round",
                seat.seat
            ));
        }
    }
    faults
}

fn join_or_none(rows: &[String]) -> String {
    if rows.is_empty() { "none".to_owned() } else { rows.join(", ") }
}

/// Returns an inconsistency between the clocks of a game and its row as stored.
fn check_clocks(row: &GameProgress, game: &LiveGame, marked: &[Outage]) -> Option<&'static str> {
    let state = game.turn_state();
    let clocks = row.clock_state.as_ref().filter(|clocks| clocks.version == row.version);
    let Some(clock) = game.clock.filter(|_| state.is_running) else {
        if clocks.is_some() || (row.deadline.is_some() && !game.has_open_challenge()) {
            return Some("its row has a running clock, and no clock runs");
        }
        let is_checked_in_time =
            row.deadline.is_none_or(|deadline| row.next_check_at.is_some_and(|at| at <= deadline));
        return (!is_checked_in_time).then_some("its next check is after its deadline, or missing");
    };
    let Some(clocks) = clocks else {
        return Some("its row has no clocks, or those of an earlier entry of its log");
    };
    if clocks.seats.len() != state.seats
        || !clocks.seats().all(|(seat, seat_clock)| fits_turn(seat, seat_clock, clock, &state))
    {
        return Some(
            "the clocks in its row do not fit its seats: one for each, running for the seats to move",
        );
    }
    if row.is_outdated()
        || fits_clocks(row, &game.row.progress)
        || fits_earlier_outages(row, game, marked)
    {
        return None;
    }
    Some("the deadlines in its row differ from those of its clocks")
}

/// Returns true if the clock of a seat runs when it is to move, and has a possible time left.
fn fits_turn(seat: Seat, seat_clock: &SeatClockState, clock: Clock, state: &TurnState) -> bool {
    let control = clock.time_control();
    let is_time_possible = match control.increment {
        Some(_) => seat_clock.left >= 0,
        None => seat_clock.left == control.first,
    };
    is_time_possible && seat_clock.runs.is_some() == state.to_move.contains(seat)
}

/// Returns true if the deadlines in a row are those that its clocks lead to. The row may name an
/// earlier time of the next check.
fn fits_clocks(row: &GameProgress, right: &GameProgress) -> bool {
    let has_check = row.next_check_at.is_some() == right.next_check_at.is_some()
        && row.next_check_at <= right.next_check_at;
    seat_deadlines(row) == seat_deadlines(right) && row.deadline == right.deadline && has_check
}

/// Returns the stored deadlines of the seats.
fn seat_deadlines(progress: &GameProgress) -> &[Option<i64>] {
    progress.clock_state.as_ref().map_or(&[], |clocks| &clocks.dues)
}

/// Returns true if the deadlines in a row are those without the newest outages, and these did not
/// have to mark the game: they are written after the game was read, or the game is checked late
/// enough. Such an outage gives a little time to a turn that began before its end.
fn fits_earlier_outages(row: &GameProgress, game: &LiveGame, marked: &[Outage]) -> bool {
    let known = game.outages.len();
    let may_lack = game
        .outages
        .iter()
        .rev()
        .take_while(|outage| {
            !marked.contains(outage)
                || row.next_check_at.is_some_and(|at| at >= outage.marks_until())
        })
        .count();
    (known - may_lack..known)
        .any(|count| fits_clocks(row, &game.progress_with_outages(row, &game.outages[..count])))
}
