//! Challenges: a seat that is kept for a player is one, by whoever made the game.

use crate::ambient::Time;

/// A challenge to the player whom a seat is kept for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// Whose it is: the id of the player who made the game.
    pub by: String,
    /// What has become of it.
    pub state: ChallengeState,
    /// Why it was declined: a word of a closed list.
    pub reason: Option<String>,
    /// What was said with it.
    pub words: Option<String>,
    /// When it was answered, withdrawn or expired.
    pub answered_at: Option<Time>,
}

impl Challenge {
    /// A new one.
    pub fn by(player_id: &str) -> Self {
        Self {
            by: player_id.to_owned(),
            state: ChallengeState::Open,
            reason: None,
            words: None,
            answered_at: None,
        }
    }

    /// What became of it at a time; an open one has not been answered.
    pub fn becomes(&mut self, state: ChallengeState, at: Time) {
        let answered_at = (state != ChallengeState::Open).then_some(at);
        *self = Self { state, answered_at, reason: None, words: None, by: std::mem::take(&mut self.by) };
    }
}

/// What has become of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengeState {
    /// It waits for its answer.
    Open,
    /// The seat was taken.
    Accepted,
    /// The player has declined.
    Declined,
    /// The game was called off before an answer came.
    Withdrawn,
    /// No answer came in time.
    Expired,
}

impl ChallengeState {
    const ALL: [Self; 5] = [Self::Open, Self::Accepted, Self::Declined, Self::Withdrawn, Self::Expired];

    /// The word for it, as it is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Accepted => "accepted",
            Self::Declined => "declined",
            Self::Withdrawn => "withdrawn",
            Self::Expired => "expired",
        }
    }

    /// The state with this word.
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }
}

/// Which side of challenges a player is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Those to the player.
    In,
    /// Those by the player.
    Out,
}

/// The place of a challenge among others: newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengePlace {
    /// The game.
    pub game_id: String,
    /// The number of the seat.
    pub seat: i64,
}

/// A challenge in a list, with who is on its two sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeRow {
    /// Where it is.
    pub place: ChallengePlace,
    /// Whose it is: id and name.
    pub by: (String, Option<String>),
    /// To whom: id and name.
    pub to: (String, Option<String>),
}

/// What waits for a player, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games in which the player sits and that are not over.
    pub games: u64,
    /// Those of them in which the player is to move.
    pub my_turn: u64,
    /// The earliest deadline among these.
    pub deadline: Option<Time>,
    /// Challenges to the player that are open.
    pub challenges_in: u64,
    /// Challenges by the player that are open.
    pub challenges_out: u64,
}
