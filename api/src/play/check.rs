//! Whether what is stored of a game fits together: its log, played again from the beginning, leads to what its snapshot and
//! its row say.

use std::sync::Arc;

use broadside_engine::game::Entry;
use broadside_engine::ruleset::Seat;

use super::Loaded;
use crate::store::{Course, EventRow, Mask, Outage, SeatTime, StoredGame, Times};

/// What does not fit in a game, given what is stored of it and its whole log; empty if all does. It is for the eyes of
/// whoever owns the database: an entry that cannot be read may be quoted.
///
/// The game's seed and settings are in its snapshot alone, for no log says them: the log is played again with these. From
/// the moment at which play begins, what was drawn and committed to would be other than it is in the log if the seed were another;
/// before that a seed is found only by what was placed at random. Settings are found by what players have done under them,
/// so one that nothing has depended on yet is not. Of clocks, too, it is found only what can be reckoned: not when a turn began, nor
/// how much a bank has left, for that has come of vacations which are forgotten.
pub fn check(stored: StoredGame, log: &[EventRow], outages: &Arc<[Outage]>) -> Vec<String> {
    let course = stored.row.course.clone();
    let loaded = match Loaded::restore(stored, Arc::clone(outages)) {
        Ok(loaded) => loaded,
        Err(error) => return vec![error],
    };
    let mut faults = Vec::new();
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
                if Mask::from(entry.audience()) != event.audience {
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
    if course.version != length {
        faults.push(format!("its row counts {} entries, and its log has {length}", course.version));
    }
    match loaded.game.replayed(&entries) {
        Ok(replayed) if replayed.store() == loaded.game.store() => {}
        Ok(_) => {
            faults.push("its snapshot, with the entries after it, is not what its log leads to".to_owned());
        }
        Err(astray) => faults
            .push(format!("its log is not what its snapshot's seed and settings lead to, from {astray}")),
    }
    // What clocks make of it is looked at below; everything else follows from the game.
    let Course { status, open, to_move, .. } = loaded.course(None, loaded.last_at, None, 0);
    if (&status, open, to_move) != (&course.status, course.open, course.to_move) {
        faults.push("its row says otherwise who is to move, or where it is in its course".to_owned());
    }
    faults.extend(seats(&loaded));
    faults.extend(clocks(&course, &loaded).map(str::to_owned));
    faults
}

/// What does not fit between the seats of a game and their rows.
fn seats(loaded: &Loaded) -> Vec<String> {
    let seats = loaded.game.seats();
    let rows = loaded.seats.iter().map(|row| row.seat);
    if !rows.eq(Seat::first(seats.len() as u8)) {
        let rows: Vec<_> = loaded.seats.iter().map(|row| row.seat.to_string()).collect();
        return vec![format!("it has {} seats, and rows of {}", seats.len(), named(&rows))];
    }
    let differ = seats.iter().zip(&*loaded.seats).filter(|(seat, row)| seat.taken != row.player.is_some());
    let told = |(seat, _): (&broadside_engine::table::SeatView, _)| {
        format!("{} is taken in the game and free in its row, or the other way round", seat.seat)
    };
    differ.map(told).collect()
}

fn named(rows: &[String]) -> String {
    if rows.is_empty() { "none".to_owned() } else { rows.join(", ") }
}

/// What does not fit between a game with its clocks and its row, which is given as it is stored.
///
/// A row that a version before clocks has written says when the game is due, and what is beside that is old: it is put right
/// when the game is next looked at.
fn clocks(row: &Course, loaded: &Loaded) -> Option<&'static str> {
    let stage = loaded.stage();
    let times = row.times.as_ref().filter(|times| times.version == row.version);
    let in_time = row.deadline.is_none_or(|deadline| row.attend_at.is_some_and(|at| at <= deadline));
    let late = (!in_time).then_some("its row says that it is looked at after somebody is due, or never");
    let Some(clock) = loaded.clock.filter(|_| stage.on) else {
        let still = times.is_none() && (row.deadline.is_none() || loaded.challenges());
        return if still { late } else { Some("its row says that somebody's time runs, and nobody's does") };
    };
    let pace = clock.pace();
    let Some(times) = times else {
        // Only games with days for each turn are known to older versions.
        let known = pace.increment.is_none() && (row.deadline.is_some() || stage.to_move.is_empty());
        return if known {
            late
        } else {
            Some("its row has no clocks, or those of an earlier entry of its log")
        };
    };
    let fits = |(seat, time): (Seat, &SeatTime)| {
        let left = pace.increment.map_or(time.left == pace.first, |_| time.left >= 0);
        left && time.runs.is_some() == stage.to_move.contains(seat)
    };
    if times.seats.len() != stage.seats || !times.seats().all(fits) {
        return Some(
            "the clocks in its row are not those of its seats: one for each, running for who is to move",
        );
    }
    if row.is_outdated() {
        return None;
    }
    let right = &loaded.row.course;
    let dues = |times: &Times| times.dues.clone();
    let dues_fit = times.dues.is_empty() || right.times.as_ref().map(dues).as_ref() == Some(&times.dues);
    let looked_at = row.attend_at.is_some() == right.attend_at.is_some() && row.attend_at <= right.attend_at;
    let fits = dues_fit && row.deadline == right.deadline && looked_at;
    (!fits).then_some("its row says otherwise when somebody is due than its clocks do")
}
