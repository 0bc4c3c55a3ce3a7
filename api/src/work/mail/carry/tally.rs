//! How many letters of a player are carried out and answered. A program that answers, and does not say that it is one, then has
//! nothing to answer; and whoever writes in another's name does not fill that one's mailbox.

use super::letter::Writer;
use crate::store::{Tallies, Tally};

/// How many letters a day are answered that say nothing to us: no line of theirs is like a command. What answers by itself, and does not
/// say so, writes such letters, and each answer would bring another.
pub(super) const MOST_ANSWERS: u64 = 30;
/// How many are answered in all by which nothing was done in a game. Whoever writes commands has to learn that one was refused: this is
/// more than anybody writes in a day, and bounds what a program can have sent. Those by which something was done are always answered: a game
/// has so many turns and no more.
pub(super) const MOST_TO_COMMANDS: u64 = 150;
/// How many a day are answered that show nothing of their writer but an address, which anybody can write.
pub(super) const MOST_KEYLESS: u64 = 5;

/// What a letter says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    /// Something was done by it in a game.
    Moves,
    /// There are commands in it, or what is like them.
    Commands,
    /// Nothing that would be for us.
    Nothing,
}

/// Whether a letter may be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum May {
    /// It may.
    Answer {
        /// What it counts as then.
        tally: Tally,
        /// What is said of it if it is the last of its kind for now.
        last: Option<&'static str>,
    },
    /// It may not, and counts as this.
    Silent(Tally),
}

impl May {
    fn of(tallies: Tallies, keyed: bool, says: Says) -> Self {
        let Tallies { answered, keyless, .. } = tallies;
        let (already, most, tally, silent) = match (keyed, says) {
            (true, Says::Moves) => return Self::Answer { tally: Tally::Moved, last: None },
            (true, Says::Commands) => (answered, MOST_TO_COMMANDS, Tally::Answered, Tally::Silent),
            (true, Says::Nothing) => (answered, MOST_ANSWERS, Tally::Answered, Tally::Silent),
            (false, _) => (keyless, MOST_KEYLESS, Tally::Keyless, Tally::Nothing),
        };
        let last = match (keyed, already + 1) {
            (true, MOST_ANSWERS) => Some("answer-last"),
            (true, MOST_TO_COMMANDS) => Some("answer-last-commands"),
            (false, MOST_KEYLESS) => Some("answer-last-keyless"),
            _ => None,
        };
        if already < most { Self::Answer { tally, last } } else { Self::Silent(silent) }
    }

    /// What the letter counts as if it is not answered.
    pub(super) fn silent(self) -> Tally {
        match self {
            Self::Silent(tally) | Self::Answer { tally: tally @ Tally::Moved, .. } => tally,
            Self::Answer { tally: Tally::Keyless, .. } => Tally::Nothing,
            Self::Answer { .. } => Tally::Silent,
        }
    }
}

impl Writer<'_> {
    /// Whether the letter may be answered.
    pub(super) fn may(&self, says: Says) -> May {
        May::of(self.tallies, self.keyed, says)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_answer_of_a_day_says_so_and_moves_are_always_answered() {
        let of = |answered, keyless| Tallies { keyed: answered, answered, keyless };
        let answer = |tally, last| May::Answer { tally, last };
        for (tallies, keyed, says, expected) in [
            (of(0, 0), true, Says::Nothing, answer(Tally::Answered, None)),
            (of(29, 0), true, Says::Nothing, answer(Tally::Answered, Some("answer-last"))),
            (of(30, 0), true, Says::Nothing, May::Silent(Tally::Silent)),
            // Whoever is told of a move that was refused is told that as well.
            (of(29, 0), true, Says::Commands, answer(Tally::Answered, Some("answer-last"))),
            (of(30, 0), true, Says::Commands, answer(Tally::Answered, None)),
            (of(149, 0), true, Says::Commands, answer(Tally::Answered, Some("answer-last-commands"))),
            (of(150, 0), true, Says::Commands, May::Silent(Tally::Silent)),
            (of(150, 9), true, Says::Moves, answer(Tally::Moved, None)),
            (of(30, 3), false, Says::Commands, answer(Tally::Keyless, None)),
            (of(0, 4), false, Says::Moves, answer(Tally::Keyless, Some("answer-last-keyless"))),
            (of(0, 5), false, Says::Commands, May::Silent(Tally::Nothing)),
        ] {
            assert_eq!(May::of(tallies, keyed, says), expected, "{tallies:?}");
        }
    }
}
