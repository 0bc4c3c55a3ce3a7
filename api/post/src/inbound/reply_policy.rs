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

/// What a mail has for the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MailContent {
    /// The mail did something in a game.
    Moves,
    /// The mail contains commands, or text like commands.
    Commands,
    /// The mail contains nothing for the server.
    Nothing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReplyPolicy {
    /// The mail gets a reply.
    Reply {
        /// Class in which the mail then counts.
        reply_class: ReplyClass,
        /// Key of the text that says that this is the last reply of its kind for now.
        last_text: Option<&'static str>,
    },
    /// The mail gets no reply, and counts in this class.
    Silent(ReplyClass),
}

impl ReplyPolicy {
    fn decide(reply_counts: ReplyCounts, has_key: bool, content: MailContent) -> Self {
        let ReplyCounts { answered, keyless, .. } = reply_counts;
        let (count, max, reply_class, silent_class) = match (has_key, content) {
            (true, MailContent::Moves) => {
                return Self::Reply { reply_class: ReplyClass::Moved, last_text: None };
            }
            (true, MailContent::Commands) => {
                (answered, MAX_REPLIES_TO_COMMANDS, ReplyClass::Answered, ReplyClass::Silent)
            }
            (true, MailContent::Nothing) => {
                (answered, MAX_REPLIES, ReplyClass::Answered, ReplyClass::Silent)
            }
            (false, _) => (keyless, MAX_KEYLESS_REPLIES, ReplyClass::Keyless, ReplyClass::Nothing),
        };
        let last_text = match (has_key, count + 1) {
            (true, MAX_REPLIES) => Some("answer-last"),
            (true, MAX_REPLIES_TO_COMMANDS) => Some("answer-last-commands"),
            (false, MAX_KEYLESS_REPLIES) => Some("answer-last-keyless"),
            _ => None,
        };
        if count < max {
            Self::Reply { reply_class, last_text }
        } else {
            Self::Silent(silent_class)
        }
    }

    /// Returns the class in which the mail counts if it gets no reply.
    pub(super) fn without_reply(self) -> ReplyClass {
        match self {
            Self::Silent(reply_class)
            | Self::Reply { reply_class: reply_class @ ReplyClass::Moved, .. } => reply_class,
            Self::Reply { reply_class: ReplyClass::Keyless, .. } => ReplyClass::Nothing,
            Self::Reply { .. } => ReplyClass::Silent,
        }
    }
}

impl SenderContext<'_> {
    pub(super) fn reply_policy(&self, content: MailContent) -> ReplyPolicy {
        ReplyPolicy::decide(self.reply_counts, self.has_key, content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(answered: u64, keyless: u64) -> ReplyCounts {
        ReplyCounts { keyed: answered, answered, keyless }
    }

    fn reply(reply_class: ReplyClass, last_text: Option<&'static str>) -> ReplyPolicy {
        ReplyPolicy::Reply { reply_class, last_text }
    }

    #[test]
    fn the_last_reply_of_a_day_says_so_and_moves_always_get_one() {
        for (reply_counts, has_key, content, expected) in [
            (counts(0, 0), true, MailContent::Nothing, reply(ReplyClass::Answered, None)),
            (
                counts(29, 0),
                true,
                MailContent::Nothing,
                reply(ReplyClass::Answered, Some("answer-last")),
            ),
            (counts(30, 0), true, MailContent::Nothing, ReplyPolicy::Silent(ReplyClass::Silent)),
            // A reply to a refused move can be the last one too.
            (
                counts(29, 0),
                true,
                MailContent::Commands,
                reply(ReplyClass::Answered, Some("answer-last")),
            ),
            (counts(30, 0), true, MailContent::Commands, reply(ReplyClass::Answered, None)),
            (
                counts(149, 0),
                true,
                MailContent::Commands,
                reply(ReplyClass::Answered, Some("answer-last-commands")),
            ),
            (counts(150, 0), true, MailContent::Commands, ReplyPolicy::Silent(ReplyClass::Silent)),
            (counts(150, 9), true, MailContent::Moves, reply(ReplyClass::Moved, None)),
            (counts(30, 3), false, MailContent::Commands, reply(ReplyClass::Keyless, None)),
            (
                counts(0, 4),
                false,
                MailContent::Moves,
                reply(ReplyClass::Keyless, Some("answer-last-keyless")),
            ),
            (counts(0, 5), false, MailContent::Commands, ReplyPolicy::Silent(ReplyClass::Nothing)),
        ] {
            assert_eq!(
                ReplyPolicy::decide(reply_counts, has_key, content),
                expected,
                "{reply_counts:?}"
            );
        }
    }
}
