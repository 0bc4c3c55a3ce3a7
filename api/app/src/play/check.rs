//! Consistency check of a stored game: its log, replayed from the beginning, must lead to its
//! snapshot and its row.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use broadside_domain::game::{AudienceMask, EventRow, GameProgress, StoredGame};
use broadside_domain::time_control::{Outage, SeatClockState};
use broadside_engine::game::{Entry, Game};
use broadside_engine::seat::Seat;
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
    let loaded = match LiveGame::restore(stored, Arc::clone(outages)) {
        Ok(loaded) => loaded,
        Err(error) => return vec![error],
    };
    let mut faults = check_score(&loaded, scores);
    if loaded.game.id() != loaded.row.id {
        faults.push(format!("its snapshot is of another game, {}", loaded.game.id()));
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
        match Entry::restore(loaded.game.ruleset(), &event.body) {
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
    match loaded.game.replayed(&entries) {
        Ok(replayed) if replayed.store() == loaded.game.store() => {}
        Ok(_) => {
            faults.push(
                "its snapshot, with the entries after it, is not what its log leads to".to_owned(),
            );
        }
        Err(astray) => faults.push(format!(
            "its log is not what its snapshot's seed and settings lead to, from {astray}"
        )),
    }
    // The clock columns are checked below. Everything else follows from the game.
    let GameProgress { status, open, to_move, .. } =
        loaded.progress_after(None, loaded.last_at, None, 0);
    if (&status, open, to_move) != (&progress.status, progress.open, progress.to_move) {
        faults.push("its row has another status, or other seats to move, than its game".to_owned());
    }
    faults.extend(check_seats(&loaded));
    faults.extend(check_clocks(&progress, &loaded, marked).map(str::to_owned));
    faults
}

/// Returns the inconsistencies of the changes of a score after the end of its game, by the rules by
/// which they are made.
fn check_score(loaded: &LiveGame, scores: &[StoredScoreRow]) -> Vec<String> {
    if scores.is_empty() {
        return Vec::new();
    }
    let (Game::Voices(table), Some(until)) = (&*loaded.game, loaded.score_closes_at()) else {
        let rows = scores.len();
        return vec![format!(
            "its score has {rows} later changes, and only the score of a finished game of `voices` has any"
        )];
    };
    let mut faults = Vec::new();
    let mut next = 1;
    let (mut changes, mut closed) = (HashMap::<Seat, usize>::new(), HashSet::new());
    for row in scores {
        let number = row.number;
        let mut fault =
            |fault: String| faults.push(format!("change {number} of its score {fault}"));
        if number < 1 {
            fault("has a number below 1".to_owned());
        } else {
            if number > next {
                fault(format!("follows a gap: change {next} is missing"));
            }
            next = number + 1;
        }
        if row.at < loaded.last_at {
            fault(format!("is of {}, before the end of the game at {}", row.at, loaded.last_at));
        }
        if row.at >= until {
            fault(format!(
                "is of {}, more than {SCORE_DAYS} days after the end of the game",
                row.at
            ));
        }
        let seat = u8::try_from(row.seat).ok().and_then(Seat::new);
        let seat = seat.filter(|seat| loaded.seats.iter().any(|row| row.seat == *seat));
        let Some(seat) = seat else {
            fault(format!("is of seat {}, which the game does not have", row.seat));
            continue;
        };
        if loaded.seat_of(&row.player_id) != Some(seat) {
            fault(format!("is of a player who does not have {seat}"));
        }
        if closed.contains(&seat) {
            fault(format!("is of {seat}, which had closed its part"));
        }
        match &row.entry {
            None => fault("has columns that do not fit together".to_owned()),
            Some(ScoreEntry::Close) => {
                closed.insert(seat);
            }
            Some(ScoreEntry::Change(change)) => {
                let made = changes.entry(seat).or_default();
                *made += 1;
                if *made == MAX_CHANGES + 1 {
                    fault(format!("is one more than the {MAX_CHANGES} that {seat} may make"));
                }
                if let Err(refusal) = table.check_score_change(seat, change) {
                    fault(format!("is not possible for {seat}: {refusal}"));
                }
            }
        }
    }
    faults
}

/// Returns the inconsistencies between the seats of a game and their rows.
fn check_seats(loaded: &LiveGame) -> Vec<String> {
    let seats = loaded.game.seats();
    let rows = loaded.seats.iter().map(|row| row.seat);
    if !rows.eq(Seat::first(seats.len() as u8)) {
        let rows: Vec<_> = loaded.seats.iter().map(|row| row.seat.to_string()).collect();
        return vec![format!("it has {} seats, and rows of {}", seats.len(), join_or_none(&rows))];
    }
    let differ =
        seats.iter().zip(&*loaded.seats).filter(|(seat, row)| seat.taken != row.player.is_some());
    let told = |(seat, _): (&broadside_engine::table::SeatView, _)| {
        format!("{} is taken in the game and free in its row, or the other way round", seat.seat)
    };
    differ.map(told).collect()
}

fn join_or_none(rows: &[String]) -> String {
    if rows.is_empty() { "none".to_owned() } else { rows.join(", ") }
}

/// Returns an inconsistency between the clocks of a game and its row as stored.
fn check_clocks(row: &GameProgress, loaded: &LiveGame, marked: &[Outage]) -> Option<&'static str> {
    let stage = loaded.turn_state();
    let times = row.clock_state.as_ref().filter(|times| times.version == row.version);
    let in_time =
        row.deadline.is_none_or(|deadline| row.next_check_at.is_some_and(|at| at <= deadline));
    let late = (!in_time).then_some("its next check is after its deadline, or missing");
    let Some(clock) = loaded.clock.filter(|_| stage.on) else {
        let still = times.is_none() && (row.deadline.is_none() || loaded.has_open_challenge());
        return if still { late } else { Some("its row has a running clock, and no clock runs") };
    };
    let pace = clock.time_control();
    let Some(times) = times else {
        return Some("its row has no clocks, or those of an earlier entry of its log");
    };
    let fits = |(seat, time): (Seat, &SeatClockState)| {
        let left = pace.increment.map_or(time.left == pace.first, |_| time.left >= 0);
        left && time.runs.is_some() == stage.to_move.contains(seat)
    };
    if times.seats.len() != stage.seats || !times.seats().all(fits) {
        return Some(
            "the clocks in its row do not fit its seats: one for each, running for the seats to move",
        );
    }
    if row.is_outdated() {
        return None;
    }
    let fits = fits_clocks(row, &loaded.row.progress) || fits_earlier_outages(row, loaded, marked);
    (!fits).then_some("the deadlines in its row differ from those of its clocks")
}

/// Returns true if the deadlines in a row are those that its clocks lead to. The row may name an
/// earlier time of the next check.
fn fits_clocks(row: &GameProgress, right: &GameProgress) -> bool {
    let dues = |progress: &GameProgress| {
        progress.clock_state.as_ref().map_or_else(Vec::new, |times| times.dues.clone())
    };
    let dues_fit = dues(row) == dues(right);
    let looked_at = row.next_check_at.is_some() == right.next_check_at.is_some()
        && row.next_check_at <= right.next_check_at;
    dues_fit && row.deadline == right.deadline && looked_at
}

/// Returns true if the deadlines in a row are those without the newest outages, and these did not
/// have to mark the game: they are written after the game was read, or the game is checked late
/// enough. Such an outage gives a little time to a turn that began before its end.
fn fits_earlier_outages(row: &GameProgress, loaded: &LiveGame, marked: &[Outage]) -> bool {
    let known = loaded.outages.len();
    let may_lack = |outage: &&Outage| {
        !marked.contains(outage) || row.next_check_at.is_some_and(|at| at >= outage.marks_until())
    };
    let may_lack = loaded.outages.iter().rev().take_while(may_lack).count();
    (known - may_lack..known)
        .any(|n| fits_clocks(row, &loaded.progress_with_outages(row, &loaded.outages[..n])))
}
