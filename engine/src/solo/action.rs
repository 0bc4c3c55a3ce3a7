//! Actions of `solo`, the legal choices, and the reasons for refusing an action.

use serde::{Deserialize, Serialize};

use super::sea::Suit;
use crate::ruleset::Choices;

/// Predicts the suit that will survive, and begins the game (S4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SoloPredict)]
pub struct Predict {
    /// Suit to predict: one of the suits that fight.
    pub suit: Suit,
}

/// Action in a game of `solo`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = SoloAction)]
pub enum Action {
    /// Predict the suit that survives. The prediction begins the game, and locks the fleets.
    // S4.
    Predict(Predict),
    /// Rolls and fires once.
    // S5.
    Volley {},
    /// Fire volleys to the end of the game, or to the next volley whose number is a multiple of
    /// 1,000.
    // S9.
    RunOut {},
}

/// Interval at which `run_out` stops: after each volley whose number is a multiple of it, so that
/// every request ends. Hardly any game is a tenth as long.
pub const MAX_VOLLEYS: u32 = 1_000;

/// Legal choice of the player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schema(as = SoloChoice)]
pub enum Legal {
    /// Predicts the suit that will survive. Until then the player can replace the placement.
    Predict {
        /// Suits to choose from.
        suits: Vec<Suit>,
    },
    /// Rolls and fires once.
    Volley {},
    /// Plays volleys to the end of the game, or to the next volley whose number is a multiple of
    /// 1,000.
    RunOut {},
}

impl Choices for Legal {
    type Action = Action;

    fn accepts(&self, action: &Action) -> bool {
        match (self, action) {
            (Self::Predict { suits }, Action::Predict(Predict { suit })) => suits.contains(suit),
            (Self::Volley {}, Action::Volley {}) | (Self::RunOut {}, Action::RunOut {}) => true,
            _ => false,
        }
    }
}
