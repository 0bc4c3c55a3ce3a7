//! Limits on the mails of a player that are processed and answered. They end a mail loop with a program that answers
//! without identifying itself, and keep others from filling a player's mailbox by writing in the player's name.

use broadside_store::{ReplyCounts, Tally};

use super::player_mail::SenderContext;

/// Number of replies in a day after which a mail without any text like a command gets no reply. Programs that answer
/// automatically without identifying themselves write such mails, and each reply would cause another.
pub(super) const MAX_REPLIES: u64 = 30;
/// Maximum number of replies in a day to mails that did nothing in a game. A person who writes commands must learn
/// if one was refused. The limit is more than anybody writes in a day, and bounds the mail that a program can cause.
/// A mail that did something in a game always gets a reply, because a game has a limited number of turns.
pub(super) const MAX_REPLIES_TO_COMMANDS: u64 = 150;
/// Maximum number of replies in a day to mails whose only evidence of their sender is an address, which anybody can
/// write.
pub(super) const MAX_KEYLESS_REPLIES: u64 = 5;

/// Kind of mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Intent {
    /// The mail did something in a game.
    Moves,
    /// The mail contains commands, or text like commands.
    Commands,
    /// The mail contains nothing for the server.
    Nothing,
}

/// Decision on a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReplyPolicy {
    /// The mail gets a reply.
    Answer {
        /// Class in which the mail then counts.
        tally: Tally,
        /// Key of the text that says that this is the last reply of its kind for now.
        last: Option<&'static str>,
    },
    /// The mail gets no reply, and counts in this class.
    Silent(Tally),
}

impl ReplyPolicy {
    fn decide(tallies: ReplyCounts, keyed: bool, says: Intent) -> Self {
        let ReplyCounts { answered, keyless, .. } = tallies;
        let (already, most, tally, silent) = match (keyed, says) {
            (true, Intent::Moves) => return Self::Answer { tally: Tally::Moved, last: None },
            (true, Intent::Commands) => (answered, MAX_REPLIES_TO_COMMANDS, Tally::Answered, Tally::Silent),
            (true, Intent::Nothing) => (answered, MAX_REPLIES, Tally::Answered, Tally::Silent),
            (false, _) => (keyless, MAX_KEYLESS_REPLIES, Tally::Keyless, Tally::Nothing),
        };
        let last = match (keyed, already + 1) {
            (true, MAX_REPLIES) => Some("answer-last"),
            (true, MAX_REPLIES_TO_COMMANDS) => Some("answer-last-commands"),
            (false, MAX_KEYLESS_REPLIES) => Some("answer-last-keyless"),
            _ => None,
        };
        if already < most { Self::Answer { tally, last } } else { Self::Silent(silent) }
    }

    /// Returns the class in which the mail counts if it gets no reply.
    pub(super) fn without_reply(self) -> Tally {
        match self {
            Self::Silent(tally) | Self::Answer { tally: tally @ Tally::Moved, .. } => tally,
            Self::Answer { tally: Tally::Keyless, .. } => Tally::Nothing,
            Self::Answer { .. } => Tally::Silent,
        }
    }
}

impl SenderContext<'_> {
    /// Decides if the mail gets a reply.
    pub(super) fn reply_policy(&self, says: Intent) -> ReplyPolicy {
        ReplyPolicy::decide(self.tallies, self.keyed, says)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_answer_of_a_day_says_so_and_moves_are_always_answered() {
        let of = |answered, keyless| ReplyCounts { keyed: answered, answered, keyless };
        let answer = |tally, last| ReplyPolicy::Answer { tally, last };
        for (tallies, keyed, says, expected) in [
            (of(0, 0), true, Intent::Nothing, answer(Tally::Answered, None)),
            (of(29, 0), true, Intent::Nothing, answer(Tally::Answered, Some("answer-last"))),
            (of(30, 0), true, Intent::Nothing, ReplyPolicy::Silent(Tally::Silent)),
            // A reply to a refused move can be the last one too.
            (of(29, 0), true, Intent::Commands, answer(Tally::Answered, Some("answer-last"))),
            (of(30, 0), true, Intent::Commands, answer(Tally::Answered, None)),
            (of(149, 0), true, Intent::Commands, answer(Tally::Answered, Some("answer-last-commands"))),
            (of(150, 0), true, Intent::Commands, ReplyPolicy::Silent(Tally::Silent)),
            (of(150, 9), true, Intent::Moves, answer(Tally::Moved, None)),
            (of(30, 3), false, Intent::Commands, answer(Tally::Keyless, None)),
            (of(0, 4), false, Intent::Moves, answer(Tally::Keyless, Some("answer-last-keyless"))),
            (of(0, 5), false, Intent::Commands, ReplyPolicy::Silent(Tally::Nothing)),
        ] {
            assert_eq!(ReplyPolicy::decide(tallies, keyed, says), expected, "{tallies:?}");
        }
    }
}
