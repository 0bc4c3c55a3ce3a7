//! Models of the stored rows, and of what is added to them.

use std::sync::Arc;

use broadside_engine::record::StoredSecret;
use broadside_engine::seat::{Audience, Seat, Seats, Viewer};
use serde::{Deserialize, Serialize};

use super::{Challenge, ClockState, NewInvitation, Restored, SearchFacets, Vacation};
use crate::ambient::Time;

/// Player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// Id of the player.
    pub id: String,
    /// Name; `None` once the account is deleted.
    pub name: Option<String>,
    /// Time of creation.
    pub created_at: Time,
    /// Vacations that may still matter, in chronological order. No two overlap.
    pub vacations: Vec<Vacation>,
}

/// Token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// Id of the token. It does not grant access.
    pub id: String,
    /// Id of the owner.
    pub player_id: String,
    /// Hash of the token.
    pub hash: String,
    /// Name that the owner gave it.
    pub name: String,
    /// Scopes, separated by spaces.
    pub scopes: String,
    /// Time of creation.
    pub created_at: Time,
    /// Expiry, which a token that replaces this one inherits; `None` if the token does not expire.
    pub expires_at: Option<Time>,
    /// Time from which the token is invalid: its expiry, or an earlier time if it was rotated; `None` if it stays
    /// valid.
    pub ends_at: Option<Time>,
    /// True if recovery created the token, or one that it replaced.
    pub recovered: bool,
}

impl TokenRow {
    /// Returns true if the token is no longer valid.
    pub fn has_expired(&self, now: Time) -> bool {
        self.ends_at.is_some_and(|ends_at| ends_at <= now)
    }
}

/// Row of a game, without its snapshot and its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Id of the game.
    pub id: String,
    /// Ruleset.
    pub ruleset: String,
    /// `public` or `private`.
    pub visibility: String,
    /// Clock, as JSON.
    pub clock: Option<String>,
    /// Time of creation.
    pub created_at: Time,
    /// Id of the player who created the game.
    pub created_by: String,
    /// Id of the game that this one is a rematch of.
    pub rematch_of: Option<String>,
    /// Id of the rematch of this game.
    pub rematch: Option<String>,
    /// Revision of what matters for the game and is not in its log: the names and vacations of its players, the codes
    /// of its invitations, who has been reminded, its rematch.
    pub edition: u64,
    /// Last return to a backup; `None` if there was none.
    pub restored: Option<Restored>,
    /// Mutable columns of the row.
    pub course: GameProgress,
}

impl GameRow {
    /// Returns the revision of the game.
    pub fn moment(&self) -> Revision {
        Revision { version: self.course.version, edition: self.edition }
    }
}

/// Mutable columns of a game's row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameProgress {
    /// Length of the log.
    pub version: u64,
    /// Status of the game.
    pub status: String,
    /// Earliest deadline of the seats to move, or the deadline for answering a challenge.
    pub deadline: Option<Time>,
    /// Time at which the game must be processed next. Earlier does no harm. 0 after a change of vacations; minus the
    /// number of the outage after an outage.
    pub attend_at: Option<Time>,
    /// Clock states of the seats, if the game is in progress and has any.
    pub times: Option<ClockState>,
    /// True if anybody may find the game and take a seat.
    pub open: bool,
    /// Seats to move.
    pub to_move: AudienceMask,
}

impl GameProgress {
    /// Returns true if a change of vacations or an outage moves deadlines of the game, and the result is not written
    /// yet.
    pub fn is_outdated(&self) -> bool {
        self.attend_at.is_some_and(|at| at <= Time(0))
    }
}

/// Seat of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    /// The seat.
    pub seat: Seat,
    /// Players who may take the seat.
    pub kind: SeatKind,
    /// Player in the seat.
    pub player: Option<PlayerRow>,
    /// Challenge to the player that the seat is reserved for.
    pub challenge: Option<Challenge>,
}

/// Players who may take a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatKind {
    /// Any player.
    Open,
    /// Any player with the invitation code that has this hash. The hash is empty if the code was revoked: then no
    /// player may.
    Invite(String),
    /// Only the player with this id: the seat is reserved for them.
    Kept(String),
}

/// Entry of a game's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// Number in the log, from 1.
    pub seq: u64,
    /// Time of the decision.
    pub at: Time,
    /// Viewers that may see that the event happened.
    pub audience: AudienceMask,
    /// Stored form of the event.
    pub body: StoredSecret,
}

/// Bit set of viewers: 1 for the public, 1 << n for seat n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AudienceMask(pub i64);

impl From<Audience> for AudienceMask {
    fn from(audience: Audience) -> Self {
        Self(match audience {
            Audience::All => (1 << (Seat::MOST + 1)) - 1,
            Audience::Only(seat) => 1 << seat.number(),
            Audience::Nobody => 0,
        })
    }
}

impl From<Seats> for AudienceMask {
    fn from(seats: Seats) -> Self {
        Self(seats.iter().fold(0, |mask, seat| mask | 1 << seat.number()))
    }
}

impl From<Viewer> for AudienceMask {
    fn from(viewer: Viewer) -> Self {
        Self(1 << viewer.seat().map_or(0, Seat::number))
    }
}

/// Revision of a game: two copies of a game with the same revision are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision {
    /// Length of the log.
    pub version: u64,
    /// See [`GameRow::edition`].
    pub edition: u64,
}

/// Current validity of a cached token and a cached game. Each of the two is optional.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Freshness {
    /// True if the token exists.
    pub token: bool,
    /// See [`TokenRow::ends_at`].
    pub ends_at: Option<Time>,
    /// Revision of the game; `None` if there is no such game.
    pub moment: Option<Revision>,
}

/// Token, by its hash, and game to check.
pub type FreshnessKey = (Option<String>, Option<String>);

/// Game as it is stored.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Row of the game.
    pub row: GameRow,
    /// Seats of the game.
    pub seats: Vec<SeatRow>,
    /// Newest snapshot.
    pub snapshot: StoredSecret,
    /// Log entries after the snapshot.
    pub events: Vec<EventRow>,
    /// Time of the newest log entry.
    pub last_at: Time,
}

/// Response stored for an idempotency key. It shows data that only one player may see, so it does not implement
/// `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct IdempotencyRecord {
    /// Idempotency key with its scope.
    pub key: IdempotencyKey,
    /// Hash of the request.
    pub payload_hash: String,
    /// Status code.
    pub status: u16,
    /// Headers of the response.
    pub headers: Vec<(String, String)>,
    /// Body of the response.
    pub body: String,
    /// Time of the response.
    pub at: Time,
}

/// Idempotency key with its scope.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct IdempotencyKey {
    /// Id of the player.
    pub player_id: String,
    /// Method and path.
    pub route: String,
    /// Key from the client.
    pub key: String,
}

/// Update of a seat: a player sits down or leaves, a challenge is answered, or the game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatUpdate {
    /// The seat.
    pub seat: Seat,
    /// Id of the player in the seat from now on.
    pub player_id: Option<String>,
    /// New value of [`SeatRow::challenge`].
    pub challenge: Option<Challenge>,
    /// True if the game is over.
    pub ended: bool,
}

/// Events that a step of a game adds to the feed of a player. A feed numbers the events of all games of the player in
/// one sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedAppend {
    /// Id of the player.
    pub player_id: String,
    /// Number of the last of these events among the events of the game that the player can see.
    pub seq: u64,
    /// Number of these events, including the last.
    pub events: u64,
    /// Time of the decision.
    pub at: Time,
}

/// Notification to a player about a game that is not an event of the game. It takes one number in the player's feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notification {
    /// Id of the player.
    pub player_id: String,
    /// Id of the game.
    pub game_id: String,
    /// Subject of the notification.
    pub about: NotificationKind,
    /// Time of writing.
    pub at: Time,
}

/// Subject of a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotificationKind {
    /// Reminder: the player's time runs short, and they must move by this time.
    Deadline(Time),
    /// New message with this number, written by another player of the game.
    Message(u64),
    /// Return of the game to a backup, up to the event with this number among those that the player sees; 0 for a
    /// return to before the first event.
    Restored(u64),
}

/// Position of a player's feed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeedCursor {
    /// Last number.
    pub number: u64,
    /// True if the feed is enabled, because somebody has listened to it. Otherwise the events of games are not written
    /// to it.
    pub awake: bool,
}

/// Entry of a player's feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedItem {
    /// Number in the feed of the last event of this entry.
    pub number: u64,
    /// Id of the game.
    pub game_id: String,
    /// Content of the entry.
    pub what: FeedItemKind,
    /// Time of the events or of the notification.
    pub at: Time,
}

/// Content of a feed entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeedItemKind {
    /// Events of one step of the game.
    Events {
        /// See [`FeedAppend::seq`].
        seq: u64,
        /// See [`FeedAppend::events`].
        events: u64,
    },
    /// Notification.
    Notice(NotificationKind),
}

impl FeedItem {
    /// Returns how many numbers of the feed the entry takes. The last of them is its own.
    pub fn numbers(&self) -> u64 {
        match self.what {
            FeedItemKind::Events { events, .. } => events,
            FeedItemKind::Notice(_) => 1,
        }
    }
}

/// Ticket, which opens one stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TicketRow {
    /// Hash of the ticket.
    pub hash: String,
    /// Id of the owner.
    pub player_id: String,
    /// Hash of the token that the ticket was created with.
    pub token_hash: String,
    /// Time from which the ticket is invalid.
    pub expires_at: Time,
}

/// Step of a game.
#[derive(Clone)]
pub struct Step {
    /// Id of the game.
    pub game_id: String,
    /// Length of the log that the step was decided on.
    pub from: u64,
    /// Edition that the step was decided on: the response shows the names of the players, and clocks depend on their
    /// vacations.
    pub edition: u64,
    /// Mutable columns of the game's row after the step.
    pub course: GameProgress,
    /// Events to append to the log.
    pub events: Vec<EventRow>,
    /// Snapshot after the step, if one is due.
    pub snapshot: Option<StoredSecret>,
    /// Updates of seats.
    pub seatings: Vec<SeatUpdate>,
    /// Players who sit down, as known at the decision.
    pub arrivals: Vec<PlayerRow>,
    /// Response to store.
    pub answer: Option<IdempotencyRecord>,
    /// Additions to the feeds of the players of the game.
    pub heard: Vec<FeedAppend>,
}

/// Result of processing the clocks of a game that is not a step: a reminder to a player, or new deadlines after a
/// change of vacations.
#[derive(Clone)]
pub struct ClockUpdate {
    /// Id of the game.
    pub game_id: String,
    /// Revision that the result was decided on. Writing the result increases the edition.
    pub from: Revision,
    /// New value of [`GameProgress::deadline`].
    pub deadline: Option<Time>,
    /// New value of [`GameProgress::attend_at`].
    pub attend_at: Option<Time>,
    /// New value of [`GameProgress::times`].
    pub times: Option<ClockState>,
    /// Reminders to players.
    pub notices: Vec<Notification>,
}

/// New vacations of a player. The player's games with a clock get a new edition, and are processed immediately.
#[derive(Clone)]
pub struct Vacations {
    /// Id of the player.
    pub player_id: String,
    /// Vacations that the change was decided on.
    pub before: Vec<Vacation>,
    /// Vacations from now on.
    pub after: Vec<Vacation>,
    /// Response to store.
    pub answer: Option<IdempotencyRecord>,
}

/// New game.
#[derive(Clone)]
pub struct NewGame {
    /// Row of the game.
    pub row: GameRow,
    /// Searchable properties of the game.
    pub traits: SearchFacets,
    /// Seats of the game.
    pub seats: Arc<[SeatRow]>,
    /// Maximum number of games of its creator that have not begun, including this one.
    pub most_unbegun: u32,
    /// Maximum number of invitations that its creator may send by mail in a day, including those to this game.
    pub most_invitations: u32,
    /// Maximum number of challenges that its creator may make in games with an id after the given one, including those
    /// in this game.
    pub most_challenges: (u32, String),
    /// First entries of the log.
    pub events: Vec<EventRow>,
    /// First snapshot.
    pub snapshot: StoredSecret,
    /// Response to store.
    pub answer: Option<IdempotencyRecord>,
    /// Additions to the feeds of its players.
    pub heard: Vec<FeedAppend>,
    /// Invitations to the game that are sent by mail.
    pub invitations: Vec<NewInvitation>,
}
