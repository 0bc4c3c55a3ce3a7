//! Commands of players. The same command has the same effect over HTTP and by mail.

use broadside_domain::challenge::DeclineReason;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_engine::game::{Request, RulesetId};
use broadside_engine::table::{OwnSeed, Status};
use serde_json::Value;

use super::access::require_seat;
use super::decline::{decide_decline, validate_message};
use super::join::{JoiningPlayer, SeatClaim, decide_join, decide_leave};
use super::queue::QueueEdit;
use crate::play::{self, CommandOutcome, LiveGame};

/// Command that adds to the log of a game.
pub enum GameCommand {
    /// Takes a seat.
    Join(SeatClaim),
    /// Leaves the seat before play begins.
    Leave,
    /// Cancels the game before its first move.
    Abort,
    /// Declines the challenge to the player.
    Decline {
        /// Reason.
        reason: DeclineReason,
        /// Message to the challenger.
        text: Option<String>,
    },
    /// Places the fleet.
    Place(Placement),
    /// Takes actions in order, all of them or none.
    Act {
        /// Ruleset that the actions are for.
        ruleset: RulesetId,
        /// Actions, as JSON.
        actions: Vec<Value>,
    },
}

/// Command of a player in a game: one that adds to its log, or one about messages, notes and
/// rematches.
pub enum PlayerCommand {
    /// Adds to the log.
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

/// Placement of a fleet.
pub struct Placement {
    /// Ruleset that the placement is for; `None` for any.
    pub ruleset: Option<RulesetId>,
    /// Placement, as JSON; `None` for a random one.
    pub placement: Option<Value>,
    /// Seed of the player, which is mixed into every roll.
    pub seed: Option<OwnSeed>,
}

/// Player who gives a command, with what the store knows of them.
pub struct Caller {
    /// Id of the player.
    pub player_id: String,
    /// Data for taking a seat; `None` for all other commands.
    pub joining: Option<JoiningPlayer>,
}

impl GameCommand {
    /// Validates what does not depend on the game.
    ///
    /// # Errors
    /// If a text is not valid.
    pub fn validate(&self) -> Result<(), AppError> {
        match self {
            Self::Decline { text: Some(text), .. } => validate_message(text),
            _ => Ok(()),
        }
    }

    /// Decides the command on the current state of a game. Uses no clock and no store.
    ///
    /// # Errors
    /// The refusal, if the command is not possible now.
    pub fn decide(&self, game: &LiveGame, caller: &Caller) -> Result<CommandOutcome, AppError> {
        let player_id = &*caller.player_id;
        match self {
            Self::Join(claim) => {
                let joining = caller.joining.as_ref();
                decide_join(game, joining.ok_or_else(|| AppError::internal("nobody joins"))?, claim)
            }
            Self::Leave => decide_leave(game, player_id),
            Self::Abort => decide_abort(game, player_id),
            Self::Decline { reason, text } => {
                decide_decline(game, player_id, *reason, text.clone())
            }
            Self::Place(Placement { ruleset, placement, seed }) => {
                let seat = require_seat(game, player_id)?;
                if let Some(named) = *ruleset {
                    check_ruleset(game.game.ruleset(), named)?;
                }
                let request =
                    Request::Place { seat, placement: placement.as_ref(), seed: seed.clone() };
                Ok(play::apply(&game.game, &request)?)
            }
            Self::Act { ruleset, actions } => {
                let seat = require_seat(game, player_id)?;
                check_ruleset(game.game.ruleset(), *ruleset)?;
                Ok(play::apply(&game.game, &Request::Act { seat, actions })?)
            }
        }
    }
}

/// Checks that a request is for the ruleset of the game.
pub(super) fn check_ruleset(game: RulesetId, named: RulesetId) -> Result<(), AppError> {
    if game == named {
        return Ok(());
    }
    Err(AppError::field(
        "ruleset",
        format!("this is a game of `{game}`, not of `{named}`: send `{game}`"),
    ))
}

/// Decides to cancel a game.
fn decide_abort(game: &LiveGame, player_id: &str) -> Result<CommandOutcome, AppError> {
    let seat = require_seat(game, player_id)?;
    if game.game.status() == Status::Waiting && game.creator() != Some(seat) {
        let detail =
            "while a seat is free, only the creator may abort the game: leave your seat instead";
        return Err(AppError::new(ErrorKind::NotNow, detail));
    }
    Ok(play::apply(&game.game, &Request::Abort(seat))?)
}
