//! What is kept, as whoever asks for it has it, and what is added to it.

use std::sync::Arc;

use broadside_engine::record::Sealed;
use broadside_engine::ruleset::{Audience, Seat, Seats, Viewer};
use serde::{Deserialize, Serialize};

use super::{Challenge, NewInvitation, Restored, Times, Traits, Vacation};
use crate::ambient::Time;

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// Its id.
    pub id: String,
    /// Its name; `None` once the account is deleted.
    pub name: Option<String>,
    /// When it was made.
    pub created_at: Time,
    /// When it is away, in the order of time: what may still matter. No two overlap.
    pub vacations: Vec<Vacation>,
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// Its id, which opens nothing.
    pub id: String,
    /// Whose it is.
    pub player_id: String,
    /// The hash of the token.
    pub hash: String,
    /// What its owner calls it.
    pub name: String,
    /// What it may do, with a space between.
    pub scopes: String,
    /// When it was made.
    pub created_at: Time,
    /// The end of its life, which the one has too that takes its place; `None` if it does not expire.
    pub expires_at: Option<Time>,
    /// From when on it opens nothing: the end of its life, or sooner if it has been rotated; `None` if that is never.
    pub ends_at: Option<Time>,
    /// True if recovery has made it, or one that it has taken the place of.
    pub recovered: bool,
}

impl TokenRow {
    /// Whether it opens nothing any more.
    pub fn has_expired(&self, now: Time) -> bool {
        self.ends_at.is_some_and(|ends_at| ends_at <= now)
    }
}

/// What a row says of a game beside its snapshot and its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Its id.
    pub id: String,
    /// Its ruleset.
    pub ruleset: String,
    /// `public` or `private`.
    pub visibility: String,
    /// Its clock, as JSON.
    pub clock: Option<String>,
    /// When it was made.
    pub created_at: Time,
    /// Who made it.
    pub created_by: String,
    /// The game that it is the rematch of.
    pub rematch_of: Option<String>,
    /// The game that is the rematch of it.
    pub rematch: Option<String>,
    /// Grows with what matters of the game and is not in its log: the names and vacations of its players, the codes of its
    /// invitations, who has been reminded, its rematch.
    pub edition: u64,
    /// When it last went back to a backup; `None` if it never did.
    pub restored: Option<Restored>,
    /// What of it changes.
    pub course: Course,
}

impl GameRow {
    /// The moment that it is of.
    pub fn moment(&self) -> Moment {
        Moment { version: self.course.version, edition: self.edition }
    }
}

/// What changes of a game's row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The length of the log.
    pub version: u64,
    /// Where it is in its course.
    pub status: String,
    /// When whoever is to move must have moved, the first of them; or a challenge be answered.
    pub deadline: Option<Time>,
    /// When it must be looked at next. Earlier does no harm. 0 after a vacation has changed, and minus an outage's number after that.
    pub attend_at: Option<Time>,
    /// The clocks of its seats, if it is on and has any.
    pub times: Option<Times>,
    /// Whether anybody may find it and take a seat.
    pub open: bool,
    /// The seats that are to move.
    pub to_move: Mask,
}

impl Course {
    /// True if vacations or an outage have changed when somebody is due, and what follows from that is not written yet.
    pub fn is_outdated(&self) -> bool {
        self.attend_at.is_some_and(|at| at <= Time(0))
    }
}

/// A seat of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    /// Which seat.
    pub seat: Seat,
    /// For whom it is.
    pub kind: SeatKind,
    /// Who sits there.
    pub player: Option<PlayerRow>,
    /// The challenge to whom it is kept for.
    pub challenge: Option<Challenge>,
}

/// For whom a seat is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatKind {
    /// Anybody.
    Open,
    /// Whoever has the code with this hash; nobody if it is empty, for the code has been revoked.
    Invite(String),
    /// This player.
    Kept(String),
}

/// An entry of a game's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// Its number in the log, from 1.
    pub seq: u64,
    /// When it was decided.
    pub at: Time,
    /// Who may see that it happened.
    pub audience: Mask,
    /// Its stored form.
    pub body: Sealed,
}

/// A bit for each viewer: 1 for the public, 1 << n for seat n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mask(pub i64);

impl From<Audience> for Mask {
    fn from(audience: Audience) -> Self {
        Self(match audience {
            Audience::All => (1 << (Seat::MOST + 1)) - 1,
            Audience::Only(seat) => 1 << seat.number(),
            Audience::Nobody => 0,
        })
    }
}

impl From<Seats> for Mask {
    fn from(seats: Seats) -> Self {
        Self(seats.iter().fold(0, |mask, seat| mask | 1 << seat.number()))
    }
}

impl From<Viewer> for Mask {
    fn from(viewer: Viewer) -> Self {
        Self(1 << viewer.seat().map_or(0, Seat::number))
    }
}

/// What a game is like at a moment: two copies of it of the same moment are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The length of its log.
    pub version: u64,
    /// See [`GameRow::edition`].
    pub edition: u64,
}

/// What of a token and of a game, each asked for or not, may have become another since they were read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Glance {
    /// Whether the token is there.
    pub token: bool,
    /// [`TokenRow::ends_at`].
    pub ends_at: Option<Time>,
    /// Where the game is; `None` if there is none.
    pub moment: Option<Moment>,
}

/// Which token, by its hash, and which game are glanced at.
pub type Glanced = (Option<String>, Option<String>);

/// A game as it is kept.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its row.
    pub row: GameRow,
    /// Its seats.
    pub seats: Vec<SeatRow>,
    /// The newest snapshot.
    pub snapshot: Sealed,
    /// The entries of the log after it.
    pub events: Vec<EventRow>,
    /// When the newest entry of the log was decided.
    pub last_at: Time,
}

/// An answer kept for an idempotency key. It shows what one player alone may see, so it cannot be printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Answer {
    /// What it belongs to.
    pub key: AnswerKey,
    /// The hash of what was asked.
    pub payload_hash: String,
    /// The status.
    pub status: u16,
    /// The headers that belong to it.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
    /// When it was given.
    pub at: Time,
}

/// What an idempotency key is scoped to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AnswerKey {
    /// The player.
    pub player_id: String,
    /// The method and the path.
    pub route: String,
    /// The key.
    pub key: String,
}

/// What is new of a seat: somebody sits down or leaves, a challenge is answered, or its game is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating {
    /// Which seat.
    pub seat: Seat,
    /// Who sits there from now on.
    pub player_id: Option<String>,
    /// What has become of the challenge to whom it is kept for.
    pub challenge: Option<Challenge>,
    /// Whether the game is over.
    pub ended: bool,
}

/// What a step of a game brings a player, for the player's feed: the events of all its games, in one row of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// The player.
    pub player_id: String,
    /// The number of the last of these events among those of the game that the player can see.
    pub seq: u64,
    /// How many events, which end with that one.
    pub events: u64,
    /// When they were decided.
    pub at: Time,
}

/// Something about a game that a player is told and that is no event of it. It has one number in the player's feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The player.
    pub player_id: String,
    /// The game.
    pub game_id: String,
    /// What it is about.
    pub about: About,
    /// When it was written.
    pub at: Time,
}

/// What a notice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The player's time runs short: it must have moved by then.
    Deadline(Time),
    /// The message with this number, which another player of the game has written.
    Message(u64),
    /// The game went back to a backup, to the event with this number among those that the player sees; 0 for before the first.
    Restored(u64),
}

/// Where a player's feed is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The last number.
    pub number: u64,
    /// Whether somebody has listened: else the events of games are not in it.
    pub awake: bool,
}

/// A row of a player's feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedRow {
    /// The number of the last event in the feed.
    pub number: u64,
    /// The game.
    pub game_id: String,
    /// What it says of it.
    pub what: Fed,
    /// When that was.
    pub at: Time,
}

/// What a row of a feed says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fed {
    /// A step of the game brought events.
    Events {
        /// See [`Heard::seq`].
        seq: u64,
        /// See [`Heard::events`].
        events: u64,
    },
    /// A notice.
    Notice(About),
}

impl FeedRow {
    /// How many numbers it takes, which end with its own.
    pub fn numbers(&self) -> u64 {
        match self.what {
            Fed::Events { events, .. } => events,
            Fed::Notice(_) => 1,
        }
    }
}

/// A ticket, which opens one stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TicketRow {
    /// The hash of the ticket.
    pub hash: String,
    /// Whose it is.
    pub player_id: String,
    /// The hash of the token that it was made with.
    pub token_hash: String,
    /// From when on it opens nothing.
    pub expires_at: Time,
}

/// A step of a game.
#[derive(Clone)]
pub struct Step {
    /// The game's id.
    pub game_id: String,
    /// The length of the log that it was decided on.
    pub from: u64,
    /// The edition that it was decided on: what is answered shows its players' names, and clocks go by their vacations.
    pub edition: u64,
    /// The game's row afterwards.
    pub course: Course,
    /// What it adds to the log.
    pub events: Vec<EventRow>,
    /// A snapshot of the game afterwards, where one is due.
    pub snapshot: Option<Sealed>,
    /// What is new of its seats.
    pub seatings: Vec<Seating>,
    /// Who sits down: as the players are for all that is known.
    pub arrivals: Vec<PlayerRow>,
    /// The answer to keep.
    pub answer: Option<Answer>,
    /// What it brings the players of the game.
    pub heard: Vec<Heard>,
}

/// What the clocks of a game make necessary, and is no step of it: somebody is reminded, or a vacation has changed when whoever
/// is to move is due.
#[derive(Clone)]
pub struct Attention {
    /// The game's id.
    pub game_id: String,
    /// The moment of the game that it was decided on. It has a new edition afterwards.
    pub from: Moment,
    /// When whoever is to move must have moved.
    pub deadline: Option<Time>,
    /// When it must be looked at next.
    pub attend_at: Option<Time>,
    /// The clocks of its seats.
    pub times: Option<Times>,
    /// Who is reminded.
    pub notices: Vec<Notice>,
}

/// New vacations of a player. The player's games with a clock have a new edition afterwards, and are looked at at once.
#[derive(Clone)]
pub struct Vacations {
    /// The player.
    pub player_id: String,
    /// Those that it was decided on.
    pub before: Vec<Vacation>,
    /// Those from now on.
    pub after: Vec<Vacation>,
    /// The answer to keep.
    pub answer: Option<Answer>,
}

/// A new game.
#[derive(Clone)]
pub struct NewGame {
    /// Its row.
    pub row: GameRow,
    /// What it can be found by.
    pub traits: Traits,
    /// Its seats.
    pub seats: Arc<[SeatRow]>,
    /// How many games its player may have made that have not begun, this one among them.
    pub most_unbegun: u32,
    /// How many invitations its player may send by mail in a day, those to it among them.
    pub most_invitations: u32,
    /// How many challenges its player may make in games with an id behind this one, those in it among them.
    pub most_challenges: (u32, String),
    /// The beginning of its log.
    pub events: Vec<EventRow>,
    /// Its first snapshot.
    pub snapshot: Sealed,
    /// The answer to keep.
    pub answer: Option<Answer>,
    /// What it brings its players.
    pub heard: Vec<Heard>,
    /// The invitations to it that go by mail.
    pub invitations: Vec<NewInvitation>,
}
