//! How many letters of a player are carried out and answered. A program that answers, and does not say that it is one, then has
//! nothing to answer; and whoever writes in another's name does not fill that one's mailbox.

use super::letter::Writer;
use crate::store::{Tallies, Tally};

/// How many letters a day are answered by which nothing was done in a game: what is wrong with them, what was set, what can be
/// written. Those by which something was done are always answered: a game has so many turns and no more.
pub(super) const MOST_ANSWERS: u64 = 30;
/// How many a day are answered that show nothing of their writer but an address, which anybody can write.
pub(super) const MOST_KEYLESS: u64 = 5;

/// Whether a letter may be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum May {
    /// It may.
    Answer {
        /// What it counts as then.
        tally: Tally,
        /// Whether it is the last of its kind for now.
        last: bool,
    },
    /// It may not, and counts as this.
    Silent(Tally),
}

impl May {
    fn of(tallies: Tallies, keyed: bool, moved: bool) -> Self {
        let up_to = |most: u64, already: u64, tally, silent| match already < most {
            true => Self::Answer { tally, last: already + 1 == most },
            false => Self::Silent(silent),
        };
        match (keyed, moved) {
            (true, true) => Self::Answer { tally: Tally::Moved, last: false },
            (true, false) => up_to(MOST_ANSWERS, tallies.answered, Tally::Answered, Tally::Silent),
            (false, _) => up_to(MOST_KEYLESS, tallies.keyless, Tally::Keyless, Tally::Nothing),
        }
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
    /// Whether the letter may be answered. `moved` says whether something was done by it in a game.
    pub(super) fn may(&self, moved: bool) -> May {
        May::of(self.tallies, self.keyed, moved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_answer_of_a_day_says_so_and_moves_are_always_answered() {
        let of = |answered, keyless| Tallies { keyed: answered, answered, keyless };
        let answer = |tally, last| May::Answer { tally, last };
        for (tallies, keyed, moved, expected) in [
            (of(0, 0), true, false, answer(Tally::Answered, false)),
            (of(29, 0), true, false, answer(Tally::Answered, true)),
            (of(30, 0), true, false, May::Silent(Tally::Silent)),
            (of(30, 9), true, true, answer(Tally::Moved, false)),
            (of(30, 3), false, false, answer(Tally::Keyless, false)),
            (of(0, 4), false, false, answer(Tally::Keyless, true)),
            (of(0, 5), false, false, May::Silent(Tally::Nothing)),
        ] {
            assert_eq!(May::of(tallies, keyed, moved), expected, "{tallies:?}");
        }
    }
}
