//! Topic of a mail about a game.

use crate::compose::{MailTopic, ReaderView};
use broadside_domain::mail::Frequency;

/// Feed notices of a game, other than events and messages.
#[derive(Clone, Copy)]
pub(super) struct Notices {
    /// The player's time runs short.
    pub(super) reminded: bool,
    /// The game was restored from a backup.
    pub(super) restored: bool,
}

/// Returns the topic of a mail, or `None` if no mail is due. `told` is true if the player was
/// already told that it is their turn.
pub(super) fn topic(
    frequency: Frequency,
    seen: &ReaderView,
    messages: &[(String, String)],
    Notices { reminded, restored }: Notices,
    told: bool,
) -> Option<MailTopic> {
    // Report a restore even to players who want little mail.
    if restored {
        return match seen.me {
            _ if seen.status.is_over() => Some(MailTopic::Over),
            Some(_) => Some(MailTopic::Restored),
            None => seen.is_challenged().then_some(MailTopic::Challenge),
        };
    }
    if frequency == Frequency::Reminders {
        return reminded.then_some(MailTopic::Reminder);
    }
    let others = seen.others_acted();
    if seen.status.is_over() {
        // Sent also to the player who ended the game: it is the last mail about it, and has the
        // complete sheets.
        let ended = !seen.news.is_empty();
        return match (ended, messages.is_empty()) {
            (true, _) => Some(MailTopic::Over),
            (false, false) => Some(MailTopic::Message),
            (false, true) => None,
        };
    }
    if seen.me.is_none() {
        return (seen.is_challenged() && others).then_some(MailTopic::Challenge);
    }
    match () {
        () if reminded => Some(MailTopic::Reminder),
        () if seen.is_my_turn() && !told && others && seen.is_placing() => Some(MailTopic::Place),
        () if seen.is_my_turn() && !told && (others || seen.has_just_begun()) => {
            Some(MailTopic::Turn)
        }
        () if !messages.is_empty() => Some(MailTopic::Message),
        () if seen.has_notable_news() => Some(MailTopic::News),
        // A digest reports everything.
        () if frequency == Frequency::Digest && others => Some(MailTopic::News),
        () => None,
    }
}
