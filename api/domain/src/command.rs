//! Commands of players in their games: the same over HTTP, by mail and by bots, and as stored with
//! an email.

use broadside_engine::game::{Action, RulesetId};
use broadside_engine::table::OwnSeed;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::challenge::DeclineReason;

/// Command of a player in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// Adds to the log of the game.
    Game(GameCommand),
    /// Writes a message to the other players.
    Say(String),
    /// Appends a line to the player's notes.
    Note(String),
    /// Changes the moves that the player has written ahead of time.
    Queue(QueueEdit),
    /// Asks for a rematch.
    Rematch,
}

impl Command {
    /// Takes the seat that is reserved for the player, or else an open one.
    pub const ACCEPT: Self = Self::Game(GameCommand::Join(SeatClaim::Free));

    /// Creates the command for an action.
    pub fn act(action: &Action) -> Self {
        let actions = vec![action.to_json()];
        Self::Game(GameCommand::Act { ruleset: action.ruleset(), actions })
    }
}

/// Command that adds to the log of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum GameCommand {
    /// Takes a seat.
    Join(SeatClaim),
    /// Leaves the seat before play begins.
    Leave,
    /// Cancels the game before its first move.
    Abort,
    /// Declines the challenge to the player.
    Decline {
        reason: DeclineReason,
        /// Message to the challenger.
        text: Option<String>,
    },
    /// Places the fleet.
    Place {
        /// Ruleset that the placement is for; `None` for any.
        ruleset: Option<RulesetId>,
        /// Placement, as JSON; `None` for a random one.
        placement: Option<Value>,
        /// Seed of the player, which is mixed into every roll.
        seed: Option<OwnSeed>,
    },
    /// Takes actions in order, all of them or none.
    Act {
        /// Ruleset that the actions are for.
        ruleset: RulesetId,
        /// Actions, as JSON.
        actions: Vec<Value>,
    },
}

/// Claim of a player to a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeatClaim {
    /// The seat that is reserved for the player, or else an open one.
    Free,
    /// The seat of an invitation code, which may be malformed.
    Code(String),
    /// The seat of an invitation by mail, whose code has this hash.
    Invitation(String),
}

/// Move that is written ahead of time: actions that are taken together, as JSON.
pub type QueuedMove = Vec<Value>;

/// Change of the moves that a player has written ahead of time: which moves go, and which come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct QueueEdit {
    /// Ruleset that the moves are for; `None` if none is added.
    pub ruleset: Option<RulesetId>,
    /// True if the moves that wait are taken back.
    pub clear: bool,
    /// Moves that are added at the end.
    pub moves: Vec<QueuedMove>,
}
