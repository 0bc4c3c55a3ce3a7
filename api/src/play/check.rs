//! Whether what is stored of a game fits together: its log, played from the beginning, leads to what its snapshot and
//! its row say.

use broadside_engine::game::Entry;

use super::Loaded;
use crate::store::{Course, EventRow, Mask, StoredGame};

/// What does not fit in a game, given what is stored of it and its whole log; empty if all does. It is for the eyes of
/// whoever owns the database: an entry that cannot be read may be quoted.
pub fn check(stored: StoredGame, log: &[EventRow]) -> Vec<String> {
    let loaded = match Loaded::restore(stored) {
        Ok(loaded) => loaded,
        Err(error) => return vec![error],
    };
    let mut faults = Vec::new();
    let mut replayed = match loaded.game.emptied() {
        Ok(game) => game,
        Err(error) => return vec![format!("its settings are not allowed any more: {error}")],
    };
    for (seq, event) in (1..).zip(log) {
        if event.seq != seq {
            faults.push(format!("entry {seq} of the log is missing"));
            return faults;
        }
        if seq > 1 && event.at < log[seq as usize - 2].at {
            faults.push(format!("entry {seq} is older than the one before it"));
        }
        let folded = Entry::restore(loaded.game.ruleset(), &event.body).map_err(|error| error.to_string());
        let folded = folded.and_then(|entry| replayed.evolve(&entry).map(|()| Mask::from(entry.audience())));
        match folded {
            Ok(audience) if audience == event.audience => {}
            Ok(_) => faults.push(format!("entry {seq} is stored for others than may see it")),
            Err(error) => {
                faults.push(format!("entry {seq} cannot be read: {error}"));
                return faults;
            }
        }
    }
    let length = log.len() as u64;
    if loaded.row.course.version != length {
        faults
            .push(format!("its row counts {} entries, and its log has {length}", loaded.row.course.version));
    }
    if replayed.store() != loaded.game.store() {
        faults.push("its snapshot, with the entries after it, is not what its log leads to".to_owned());
    }
    // The deadline depends on when the server got to it; everything else follows from the game.
    let Course { status, open, to_move, .. } = loaded.course(None, loaded.last_at, 0);
    let row = &loaded.row.course;
    if (&status, open, to_move) != (&row.status, row.open, row.to_move) {
        faults.push("its row says otherwise who is to move, or where it is in its course".to_owned());
    }
    let seats = loaded.game.seats();
    for (seat, stored) in seats.iter().zip(&*loaded.seats) {
        if seat.taken != stored.player.is_some() {
            faults.push(format!(
                "{} is taken in the game and free in its row, or the other way round",
                seat.seat
            ));
        }
    }
    faults
}
