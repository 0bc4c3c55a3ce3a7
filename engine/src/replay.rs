//! Replay of a game from its log, whether or not the game is finished.

use crate::game::{Dispatch, Entry, Game, dispatch};
use crate::ruleset::Ruleset;
use crate::table::{self, Table};

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
    /// Replays a log with this game's id, seed and settings. The actions of the players are checked and carried out
    /// again, and every entry that results must equal the entry in the log. [`Game::evolve`] trusts the log; this
    /// method repeats all draws and commitments.
    ///
    /// # Errors
    /// Returns the first entry that differs from the result of the replay.
    pub fn replayed(&self, log: &[Entry]) -> Result<Self, Astray> {
        fn replayed<R: Dispatch>(table: &Table<R>, log: &[Entry]) -> Result<Game, Astray> {
            let at_first = |why: String| Astray { number: 1, why };
            let own = |(n, entry): (usize, &Entry)| {
                let foreign = || Astray { number: n + 1, why: format!("it is of no game of `{}`", R::ID) };
                R::own_entry(entry).cloned().ok_or_else(foreign)
            };
            let log = log.iter().enumerate().map(own).collect::<Result<Vec<_>, _>>()?;
            let mut table = table.emptied().map_err(|refusal| at_first(refusal.to_string()))?;
            follow(&mut table, &log).map(|()| R::into_game(table))
        }
        dispatch!(Self, self, table => replayed(table, log))
    }
}

/// Carries out the commands that a log records, and compares the resulting entries with the log.
fn follow<R: Ruleset>(table: &mut Table<R>, log: &[table::Entry<R>]) -> Result<(), Astray> {
    let mut at = 0;
    while let Some(entry) = log.get(at) {
        let astray = |number: usize, why: String| Astray { number, why };
        let Some(command) = table.cause(entry) else {
            return Err(astray(
                at + 1,
                format!("a `{}` does not follow from the entry before it", entry.kind()),
            ));
        };
        let produced = table.apply(&command).map_err(|refusal| {
            astray(at + 1, format!("a `{}` cannot have happened here: {refusal}", entry.kind()))
        })?;
        for right in produced {
            let fault = match log.get(at) {
                Some(found) if found.store() == right.store() => None,
                Some(found) if found.kind() == right.kind() => {
                    Some(format!("this `{}` is another than the one that follows", found.kind()))
                }
                Some(found) => {
                    Some(format!("a `{}` stands where a `{}` follows", found.kind(), right.kind()))
                }
                None => Some(format!("a `{}` is missing", right.kind())),
            };
            at += 1;
            if let Some(why) = fault {
                return Err(astray(at, why));
            }
        }
    }
    Ok(())
}
