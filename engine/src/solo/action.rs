//! What a player does in `solo`, what may be done, and why it may be refused.

use serde::{Deserialize, Serialize};

use super::placement::PlacementError;
use super::sea::Suit;
use crate::ruleset::{Choices, RefusalKind, Refuse};

/// Names the suit expected to survive, and begins the game (S4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SoloPredict))]
pub struct Predict {
    /// One of the suits that fight.
    pub suit: Suit,
}

/// An action of `solo`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Action {
    /// Names the suit expected to survive (S4).
    Predict(Predict),
    /// Rolls and fires once (S5).
    Volley {},
    /// Volleys to the end (S9).
    RunOut {},
}

/// How many volleys one `run_out` may fire: it stops behind every volley whose number this divides, so that no request is
/// without end. Hardly any game is a tenth as long.
pub const MOST_VOLLEYS: u32 = 1_000;

/// What may be done now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(as = SoloChoice))]
pub enum Legal {
    /// Name the suit expected to survive. Until then the fleets may be placed anew.
    Predict {
        /// The suits to choose from.
        suits: Vec<Suit>,
    },
    /// Roll and fire once.
    Volley {},
    /// Volley to the end.
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

/// Why an option, a placement or an action of `solo` is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A setting that is not allowed (S1).
    #[error("{detail}")]
    BadOption {
        /// The rule.
        rule: &'static str,
        /// Which setting.
        field: String,
        /// What is wrong, and what would be right.
        detail: String,
    },
    /// A placement that is none (S2, S3, S8).
    #[error(transparent)]
    BadPlacement(#[from] PlacementError),
    /// The suit predicted does not fight (S4).
    #[error("{suit} lends its coins and does not fight: predict one of {fighting}")]
    NotFighting {
        /// The suit.
        suit: Suit,
        /// The suits that fight.
        fighting: String,
    },
    /// A prediction has been made (S4).
    #[error("{0} is predicted: the prediction stands, and the fleets with it")]
    Predicted(Suit),
    /// No prediction has been made (S4).
    #[error("no suit is predicted yet: `predict` one, which begins the game")]
    PredictFirst,
}

impl Refuse for Refusal {
    fn kind(&self) -> RefusalKind {
        match self {
            Self::Predicted(_) | Self::PredictFirst => RefusalKind::NotNow,
            _ => RefusalKind::AgainstRule,
        }
    }

    fn rule(&self) -> Option<&'static str> {
        Some(match self {
            Self::BadOption { rule, .. } => rule,
            Self::BadPlacement(error) => error.rule(),
            Self::NotFighting { .. } | Self::Predicted(_) | Self::PredictFirst => "S4",
        })
    }

    fn field(&self) -> String {
        match self {
            Self::BadOption { field, .. } => field.clone(),
            Self::BadPlacement(error) => error.field(),
            Self::NotFighting { .. } => "suit".to_owned(),
            Self::Predicted(_) | Self::PredictFirst => String::new(),
        }
    }
}
