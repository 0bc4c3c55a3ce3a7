//! Challenges: seats that the creator of a game reserves for a player.

use serde::{Deserialize, Serialize};
use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

use super::player::PlayerName;
use super::time::Time;

/// Challenge to the player that a seat is reserved for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// Id of the challenger, who created the game.
    pub challenger_id: String,
    pub state: ChallengeState,
    /// Reason for declining: a word of a closed list.
    pub reason: Option<String>,
    /// Text sent with the reason.
    pub decline_message: Option<String>,
    /// Time of the answer, the withdrawal or the expiry.
    pub answered_at: Option<Time>,
}

impl Challenge {
    /// Creates an open challenge.
    pub fn new(challenger_id: &str) -> Self {
        Self {
            challenger_id: challenger_id.to_owned(),
            state: ChallengeState::Open,
            reason: None,
            decline_message: None,
            answered_at: None,
        }
    }

    /// Sets the state at a time, and clears the reason and the text. An open challenge has no time
    /// of an answer.
    pub fn set_state(&mut self, state: ChallengeState, at: Time) {
        let answered_at = (state != ChallengeState::Open).then_some(at);
        *self = Self {
            state,
            answered_at,
            reason: None,
            decline_message: None,
            challenger_id: std::mem::take(&mut self.challenger_id),
        };
    }
}

/// State of a challenge.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    EnumString,
    IntoStaticStr,
    EnumMessage,
    VariantArray,
    utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ChallengeState {
    /// The challenge waits for an answer.
    #[default]
    Open,
    /// The seat was taken.
    Accepted,
    /// The player declined, and the game was cancelled.
    Declined,
    /// The game was cancelled before an answer came.
    Withdrawn,
    /// No answer came in time, and the game was cancelled.
    Expired,
}

impl ChallengeState {
    /// Returns the word for the state, as it is stored.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// Side of challenges that a player is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Challenges to the player.
    In,
    /// Challenges by the player.
    Out,
}

/// Position of a challenge in a list, newest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeCursor {
    pub game_id: String,
    pub seat: i64,
}

/// Challenge in a list, with both players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeRow {
    pub cursor: ChallengeCursor,
    pub challenger: PlayerName,
    pub challenged: PlayerName,
}

/// Counts of the games and challenges that wait for you.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = PlayerSummary)]
pub struct Counts {
    /// Number of games in which you sit and that are not over.
    #[schema(minimum = 0, example = 5)]
    pub games: u64,
    /// Number of these games in which it is your turn to place or to play.
    /// `GET /v1/games?which=my_turn` lists them.
    #[schema(minimum = 0, example = 2)]
    pub my_turn: u64,
    /// Earliest deadline among these turns, by your own clocks (RFC 3339, UTC); null without one.
    pub deadline_at: Option<Time>,
    /// Number of challenges to you that wait for your answer.
    #[schema(minimum = 0, example = 1)]
    pub challenges_in: u64,
    /// Number of challenges by you that wait for an answer.
    #[schema(minimum = 0, example = 0)]
    pub challenges_out: u64,
}

/// Reason for declining a challenge.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    EnumString,
    IntoStaticStr,
    EnumMessage,
    VariantArray,
    utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DeclineReason {
    /// No time now; perhaps later.
    Later,
    /// The clock gives too little time.
    TooFast,
    /// The clock gives too much time, or the game has no clock.
    TooSlow,
    /// The player prefers another ruleset.
    OtherRuleset,
    /// The player prefers other options of the same ruleset.
    OtherOptions,
    /// Another reason. The message may state it.
    Other,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_stored_as_they_are_sent() {
        for reason in [
            DeclineReason::Later,
            DeclineReason::TooFast,
            DeclineReason::OtherRuleset,
            DeclineReason::Other,
        ] {
            let name: &str = reason.into();
            assert_eq!(serde_json::to_value(reason).unwrap(), name);
            assert_eq!(name.parse(), Ok(reason));
        }
        assert!("because".parse::<DeclineReason>().is_err());
    }
}
