//! Feeds of players: events of their games and notifications, in one numbered sequence.

use super::time::Time;

/// Events that a step of a game adds to the feed of a player. A feed numbers the events of all
/// games of the player in one sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedAppend {
    pub player_id: String,
    /// Number of the last of these events among the events of the game that the player can see.
    pub seq: u64,
    /// Number of these events, including the last.
    pub event_count: u64,
    /// Time of the decision.
    pub at: Time,
}

/// Notification to a player about a game that is not an event of the game. It takes one number in
/// the player's feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notification {
    pub player_id: String,
    pub game_id: String,
    pub about: NotificationKind,
    pub at: Time,
}

/// Subject of a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotificationKind {
    /// Reminder: the player's time runs short, and they must move by this time.
    Deadline(Time),
    /// New message with this number, written by another player of the game.
    Message(u64),
    /// Return of the game to a backup, up to the event with this number among those that the player
    /// sees; 0 for a return to before the first event.
    Restored(u64),
}

/// Counter of a player's feed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeedHead {
    /// Number of the last entry.
    pub last_seq: u64,
    /// True if the feed is enabled, because somebody has listened to it. Otherwise the events of
    /// games are not written to it.
    pub enabled: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedItem {
    /// Number in the feed of the last event of this entry.
    pub number: u64,
    pub game_id: String,
    pub what: FeedItemKind,
    /// Time of the events or of the notification.
    pub at: Time,
}

impl FeedItem {
    /// Returns how many numbers of the feed the entry takes. The last of them is its own.
    pub fn numbers(&self) -> u64 {
        match self.what {
            FeedItemKind::Events { event_count, .. } => event_count,
            FeedItemKind::Notice(_) => 1,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeedItemKind {
    /// Events of one step of the game.
    Events {
        /// See [`FeedAppend::seq`].
        seq: u64,
        /// See [`FeedAppend::event_count`].
        event_count: u64,
    },
    Notice(NotificationKind),
}
