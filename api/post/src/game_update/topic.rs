//! Topic of a mail about a game.

use broadside_domain::mail::Frequency;

use crate::compose::{MailTopic, ReaderView};

/// Feed notices of a game, other than events and messages.
#[derive(Clone, Copy)]
pub(super) struct Notices {
    /// The player's time runs short.
    pub(super) reminded: bool,
    /// The game was restored from a backup.
    pub(super) restored: bool,
}

/// Returns the topic of a mail, or `None` if no mail is due. `is_turn_reported` is true if
/// an earlier mail told the player that it is their turn.
pub(super) fn topic(
    frequency: Frequency,
    view: &ReaderView,
    messages: &[(String, String)],
    Notices { reminded, restored }: Notices,
    is_turn_reported: bool,
) -> Option<MailTopic> {
    // Report a restore even to players who want little mail.
    if restored {
        return match view.me {
            _ if view.status.is_over() => Some(MailTopic::Over),
            Some(_) => Some(MailTopic::Restored),
            None => view.is_challenged().then_some(MailTopic::Challenge),
        };
    }
    if frequency == Frequency::Reminders {
        return reminded.then_some(MailTopic::Reminder);
    }
    let others_acted = view.others_acted();
    if view.status.is_over() {
        // Sent also to the player who ended the game: it is the last mail about it, and has the
        // complete sheets.
        return if !view.news.is_empty() {
            Some(MailTopic::Over)
        } else if !messages.is_empty() {
            Some(MailTopic::Message)
        } else {
            None
        };
    }
    if view.me.is_none() {
        return (view.is_challenged() && others_acted).then_some(MailTopic::Challenge);
    }
    let is_turn_new = view.is_my_turn() && !is_turn_reported;
    if reminded {
        Some(MailTopic::Reminder)
    } else if is_turn_new && others_acted && view.is_placing() {
        Some(MailTopic::Place)
    } else if is_turn_new && (others_acted || view.has_just_begun()) {
        Some(MailTopic::Turn)
    } else if !messages.is_empty() {
        Some(MailTopic::Message)
    } else if view.has_notable_news() || frequency == Frequency::Digest && others_acted {
        // A digest reports everything.
        Some(MailTopic::News)
    } else {
        None
    }
}
