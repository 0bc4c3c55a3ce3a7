//! Games as they are stored: their row, seats and log.

use broadside_engine::record::StoredSecret;
use broadside_engine::seat::{Audience, Seat, Seats, Viewer};
use serde::{Deserialize, Serialize};

use super::bot::BotDues;
use super::challenge::{Challenge, ChallengeState};
use super::player::PlayerRow;
use super::time::Time;
use super::time_control::ClockState;

/// Number of characters at the end of the id of a game by which a player can name it.
pub const NUMBER_LENGTH: usize = 8;

/// Returns the number by which a player can name a game: the end of its id.
pub fn game_number(id: &str) -> &str {
    id.get(id.len().saturating_sub(NUMBER_LENGTH)..).unwrap_or(id)
}

/// Visibility of a game.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    strum::EnumMessage,
    strum::VariantArray,
    utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Every player may see its public information, and take an open seat.
    #[default]
    Public,
    /// Only its players and players with a reserved seat may see it.
    Private,
}

/// Row of a game, without its snapshot and its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    pub id: String,
    pub ruleset: String,
    /// `public` or `private`.
    pub visibility: String,
    /// Clock, as JSON.
    pub clock: Option<String>,
    pub created_at: Time,
    /// Id of the player who created the game. In a rematch, they need not have seat 1.
    pub created_by: String,
    pub rematch_of: Option<String>,
    /// Id of the rematch of this game.
    pub rematch: Option<String>,
    /// Number of changes of what matters for the game and is not in its log: the names and
    /// vacations of its players, the codes of its invitations, who has been reminded, its rematch.
    pub meta_version: u64,
    /// Last return to a backup; `None` if there was none.
    pub restored: Option<Restored>,
    pub progress: GameProgress,
}

impl GameRow {
    pub fn revision(&self) -> Revision {
        Revision { version: self.progress.version, meta_version: self.meta_version }
    }
}

/// Mutable columns of a game's row. The default is a new game, before its first event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameProgress {
    /// Length of the log.
    pub version: u64,
    pub status: String,
    /// Earliest deadline of the seats to move, or the deadline for answering a challenge.
    pub deadline: Option<Time>,
    /// Time at which the game must be processed next. Earlier does no harm. 0 after a change of
    /// vacations; minus the number of the outage after an outage.
    pub next_check_at: Option<Time>,
    /// Clock states of the seats, if the game is in progress and has any.
    pub clock_state: Option<ClockState>,
    /// True if anybody may find the game and take a seat.
    pub open: bool,
    pub to_move: AudienceMask,
}

impl GameProgress {
    /// Returns true if a change of vacations or an outage moves deadlines of the game, and the
    /// result is not written yet.
    pub fn is_outdated(&self) -> bool {
        self.next_check_at.is_some_and(|at| at <= Time(0))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatRow {
    pub seat: Seat,
    /// Players who may take the seat.
    pub kind: SeatKind,
    pub player: Option<PlayerRow>,
    /// Challenge to the player that the seat is reserved for.
    pub challenge: Option<Challenge>,
}

impl SeatRow {
    /// Returns true if the seat is reserved for a player, whether or not they have taken it.
    pub fn is_reserved_for(&self, player_id: &str) -> bool {
        matches!(&self.kind, SeatKind::Reserved(reserved_for) if reserved_for == player_id)
    }

    /// Returns true if a challenge to the seat waits for an answer, provided that the game waits
    /// for players.
    pub fn is_challenged(&self) -> bool {
        let is_open = self
            .challenge
            .as_ref()
            .is_some_and(|challenge| challenge.state == ChallengeState::Open);
        is_open && self.player.is_none() && matches!(self.kind, SeatKind::Reserved(_))
    }
}

/// Players who may take a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatKind {
    /// Any player.
    Open,
    /// Any player with the invitation code that has this hash. The hash is empty if the code was
    /// revoked: then no player may.
    Invite(String),
    /// Only the player with this id: the seat is reserved for them.
    Reserved(String),
    /// A bot of the server, from the start.
    Bot,
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
    pub body: StoredSecret,
}

/// Bit set of viewers: 1 for the public, 1 << n for seat n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AudienceMask(pub i64);

impl From<Audience> for AudienceMask {
    fn from(audience: Audience) -> Self {
        Self(match audience {
            Audience::All => (1 << (Seat::MAX + 1)) - 1,
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
    /// See [`GameRow::meta_version`].
    pub meta_version: u64,
}

#[derive(Clone, Debug)]
pub struct StoredGame {
    pub row: GameRow,
    pub seats: Vec<SeatRow>,
    pub snapshot: StoredSecret,
    /// Log entries after the snapshot.
    pub events: Vec<EventRow>,
    /// Time of the newest log entry.
    pub last_at: Time,
    /// Times at which its bots act.
    pub bot_dues: BotDues,
}

/// Reset of a game to a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restored {
    #[serde(with = "crate::time::millis")]
    pub at: Time,
    /// Length of the log after the restore.
    pub events: u64,
    /// Number of these events that each viewer sees, and the time when the last of them was
    /// decided: for the public, and then for the seats in order. The time of an event is as secret
    /// as the event.
    pub seen: Vec<(u64, i64)>,
}

impl Restored {
    /// Returns the number of the last event that the game kept, among the events that a viewer can
    /// see.
    pub fn version(&self, viewer: Viewer) -> u64 {
        self.seen_by(viewer).map_or(0, |(version, _)| version)
    }

    /// Returns the time when that event was decided.
    pub fn last_at(&self, viewer: Viewer) -> Time {
        self.seen_by(viewer).map_or(self.at, |(_, at)| Time(at))
    }

    fn seen_by(&self, viewer: Viewer) -> Option<(u64, i64)> {
        let index = viewer.seat().map_or(0, |seat| usize::from(seat.number()));
        self.seen.get(index).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_that_is_taken_or_not_reserved_is_no_open_challenge() {
        let seat = Seat::new(2).unwrap();
        let kind = SeatKind::Reserved("ben".to_owned());
        let open = SeatRow { seat, kind, player: None, challenge: Some(Challenge::new("ada")) };
        assert!(
            open.is_challenged() && open.is_reserved_for("ben") && !open.is_reserved_for("ada")
        );
        let mut declined = open.clone();
        declined.challenge.as_mut().unwrap().set_state(ChallengeState::Declined, Time(7));
        assert_eq!(declined.challenge.as_ref().unwrap().answered_at, Some(Time(7)));
        assert!(!declined.is_challenged());
        assert!(!SeatRow { kind: SeatKind::Open, challenge: None, ..open }.is_challenged());
    }
}
