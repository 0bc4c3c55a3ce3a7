//! Replay of a game from its log, whether or not the game is finished.

use crate::game::{Dispatch, Entry, Game, dispatch};
use crate::ruleset::Ruleset;
use crate::seat::Viewer;
use crate::table::{self, Status, Table};

/// Events whose boards a viewer may see. Before play begins, a seat may have had another player,
/// and its placement is that player's secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardRange {
    /// Number of the event with which play began; `None` if it has not begun.
    pub first: Option<u64>,
    /// Number of the newest event.
    pub last: u64,
}

/// First difference between a log and the game that it should lead to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {number}: {why}")]
pub struct Astray {
    /// Number of the entry, from 1.
    pub number: usize,
    /// Description of the difference. It may contain secrets.
    pub why: String,
}

impl Game {
    /// Returns the game as it was after an event, from its log. Events are counted as the viewer
    /// counts them.
    ///
    /// # Errors
    /// The events that have a board, if this one has none. A text, if the log is not the log of
    /// this game.
    pub fn after_event(
        &self,
        log: &[Entry],
        viewer: Viewer,
        event: u64,
    ) -> Result<Result<Self, BoardRange>, String> {
        let mut game = dispatch!(Self, self, table => emptied(table))?;
        let mut has_begun = false;
        let mut first = None;
        // The log may have grown since this game was read.
        for entry in log.iter().take(usize::try_from(self.version()).unwrap_or(usize::MAX)) {
            game.evolve(entry)?;
            has_begun |= matches!(game.status(), Status::Playing | Status::Finished);
            if !has_begun {
                continue;
            }
            first = first.or(Some(game.visible(viewer)));
            if game.visible(viewer) == event {
                return Ok(Ok(game));
            }
        }
        Ok(Err(BoardRange { first, last: self.visible(viewer) }))
    }

    /// Replays a log with this game's id, seed and settings. The actions of the players are checked
    /// and carried out again, and every entry that results must equal the entry in the log.
    /// [`Game::evolve`] trusts the log; this method repeats all draws and commitments.
    ///
    /// # Errors
    /// Returns the first entry that differs from the result of the replay.
    pub fn replayed(&self, log: &[Entry]) -> Result<Self, Astray> {
        dispatch!(Self, self, table => replayed(table, log))
    }
}

fn emptied<R: Dispatch>(table: &Table<R>) -> Result<Game, String> {
    table.emptied().map(R::into_game).map_err(|refusal| refusal.to_string())
}

fn replayed<R: Dispatch>(table: &Table<R>, log: &[Entry]) -> Result<Game, Astray> {
    let mut own_log = Vec::with_capacity(log.len());
    for (number, entry) in (1..).zip(log) {
        let Some(own) = R::own_entry(entry) else {
            return Err(Astray { number, why: format!("it is of no game of `{}`", R::ID) });
        };
        own_log.push(own.clone());
    }
    let mut table =
        table.emptied().map_err(|refusal| Astray { number: 1, why: refusal.to_string() })?;
    follow(&mut table, &own_log).map(|()| R::into_game(table))
}

/// Carries out the commands that a log records, and compares the resulting entries with the log.
fn follow<R: Ruleset>(table: &mut Table<R>, log: &[table::Entry<R>]) -> Result<(), Astray> {
    let mut count = 0;
    while let Some(entry) = log.get(count) {
        let Some(command) = table.cause(entry) else {
            let why = format!("a `{}` does not follow from the entry before it", entry.kind());
            return Err(Astray { number: count + 1, why });
        };
        let produced = table.apply(&command).map_err(|refusal| Astray {
            number: count + 1,
            why: format!("a `{}` cannot have happened here: {refusal}", entry.kind()),
        })?;
        for right in produced {
            let fault = match log.get(count) {
                Some(found) if found.store() == right.store() => None,
                Some(found) if found.kind() == right.kind() => {
                    Some(format!("this `{}` is another than the one that follows", found.kind()))
                }
                Some(found) => {
                    Some(format!("a `{}` stands where a `{}` follows", found.kind(), right.kind()))
                }
                None => Some(format!("a `{}` is missing", right.kind())),
            };
            count += 1;
            if let Some(why) = fault {
                return Err(Astray { number: count, why });
            }
        }
    }
    Ok(())
}
