//! Limits on the mails of a player that are processed and answered. They end a mail loop with a
//! program that answers without identifying itself, and keep others from filling a player's mailbox
//! by writing in the player's name.

use broadside_store::{ReplyClass, ReplyCounts};

use super::context::SenderContext;

/// Number of replies in a day after which a mail without any text like a command gets no reply.
/// Programs that answer automatically without identifying themselves write such mails, and each
/// reply would cause another.
pub(super) const MAX_REPLIES: u64 = 30;
/// Maximum number of replies in a day to mails that did nothing in a game. A person who writes
/// commands must learn if one was refused. The limit is more than anybody writes in a day, and
/// bounds the mail that a program can cause. A mail that did something in a game always gets a
/// reply, because a game has a limited number of turns.
pub(super) const MAX_REPLIES_TO_COMMANDS: u64 = 150;
/// Maximum number of replies in a day to mails whose only evidence of their sender is an address,
/// which anybody can write.
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
        reply_class: ReplyClass,
        /// Key of the text that says that this is the last reply of its kind for now.
        last: Option<&'static str>,
    },
    /// The mail gets no reply, and counts in this class.
    Silent(ReplyClass),
}

impl ReplyPolicy {
    fn decide(reply_counts: ReplyCounts, keyed: bool, says: Intent) -> Self {
        let ReplyCounts { answered, keyless, .. } = reply_counts;
        let (already, most, reply_class, silent) = match (keyed, says) {
            (true, Intent::Moves) => {
                return Self::Answer { reply_class: ReplyClass::Moved, last: None };
            }
            (true, Intent::Commands) => {
                (answered, MAX_REPLIES_TO_COMMANDS, ReplyClass::Answered, ReplyClass::Silent)
            }
            (true, Intent::Nothing) => {
                (answered, MAX_REPLIES, ReplyClass::Answered, ReplyClass::Silent)
            }
            (false, _) => (keyless, MAX_KEYLESS_REPLIES, ReplyClass::Keyless, ReplyClass::Nothing),
        };
        let last = match (keyed, already + 1) {
            (true, MAX_REPLIES) => Some("answer-last"),
            (true, MAX_REPLIES_TO_COMMANDS) => Some("answer-last-commands"),
            (false, MAX_KEYLESS_REPLIES) => Some("answer-last-keyless"),
            _ => None,
        };
        if already < most { Self::Answer { reply_class, last } } else { Self::Silent(silent) }
    }

    /// Returns the class in which the mail counts if it gets no reply.
    pub(super) fn without_reply(self) -> ReplyClass {
        match self {
            Self::Silent(reply_class)
            | Self::Answer { reply_class: reply_class @ ReplyClass::Moved, .. } => reply_class,
            Self::Answer { reply_class: ReplyClass::Keyless, .. } => ReplyClass::Nothing,
            Self::Answer { .. } => ReplyClass::Silent,
        }
    }
}

impl SenderContext<'_> {
    /// Decides if the mail gets a reply.
    pub(super) fn reply_policy(&self, says: Intent) -> ReplyPolicy {
        ReplyPolicy::decide(self.reply_counts, self.keyed, says)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_answer_of_a_day_says_so_and_moves_are_always_answered() {
        let of = |answered, keyless| ReplyCounts { keyed: answered, answered, keyless };
        let answer = |reply_class, last| ReplyPolicy::Answer { reply_class, last };
        for (reply_counts, keyed, says, expected) in [
            (of(0, 0), true, Intent::Nothing, answer(ReplyClass::Answered, None)),
            (of(29, 0), true, Intent::Nothing, answer(ReplyClass::Answered, Some("answer-last"))),
            (of(30, 0), true, Intent::Nothing, ReplyPolicy::Silent(ReplyClass::Silent)),
            // A reply to a refused move can be the last one too.
            (of(29, 0), true, Intent::Commands, answer(ReplyClass::Answered, Some("answer-last"))),
            (of(30, 0), true, Intent::Commands, answer(ReplyClass::Answered, None)),
            (
                of(149, 0),
                true,
                Intent::Commands,
                answer(ReplyClass::Answered, Some("answer-last-commands")),
            ),
            (of(150, 0), true, Intent::Commands, ReplyPolicy::Silent(ReplyClass::Silent)),
            (of(150, 9), true, Intent::Moves, answer(ReplyClass::Moved, None)),
            (of(30, 3), false, Intent::Commands, answer(ReplyClass::Keyless, None)),
            (
                of(0, 4),
                false,
                Intent::Moves,
                answer(ReplyClass::Keyless, Some("answer-last-keyless")),
            ),
            (of(0, 5), false, Intent::Commands, ReplyPolicy::Silent(ReplyClass::Nothing)),
        ] {
            assert_eq!(
                ReplyPolicy::decide(reply_counts, keyed, says),
                expected,
                "{reply_counts:?}"
            );
        }
    }
}
