//! Decisions on commands that add to the log of a game.

use broadside_domain::command::GameCommand;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_engine::game::{Request, RulesetId};
use broadside_engine::table::Status;

use super::access::require_seat;
use super::decline::{decide_decline, validate_message};
use super::join::{JoiningPlayer, decide_join, decide_leave};
use crate::play::{self, CommandOutcome, LiveGame};

/// Player who gives a command, with what the store knows of them.
pub(crate) struct Caller {
    pub player_id: String,
    /// Data for taking a seat; `None` for all other commands.
    pub joining: Option<JoiningPlayer>,
}

/// Validates what does not depend on the game.
///
/// # Errors
/// If a text is not valid.
pub(super) fn validate(command: &GameCommand) -> Result<(), AppError> {
    match command {
        GameCommand::Decline { text: Some(text), .. } => validate_message(text),
        _ => Ok(()),
    }
}

/// Decides a command on the current state of a game. Uses no clock and no store.
///
/// # Errors
/// The refusal, if the command is not possible now.
pub(super) fn decide(
    command: &GameCommand,
    game: &LiveGame,
    caller: &Caller,
) -> Result<CommandOutcome, AppError> {
    let player_id = &*caller.player_id;
    match command {
        GameCommand::Join(claim) => {
            let joining = caller.joining.as_ref();
            decide_join(game, joining.ok_or_else(|| AppError::internal("nobody joins"))?, claim)
        }
        GameCommand::Leave => decide_leave(game, player_id),
        GameCommand::Abort => decide_abort(game, player_id),
        GameCommand::Decline { reason, text } => {
            decide_decline(game, player_id, *reason, text.clone())
        }
        GameCommand::Place { ruleset, placement, seed } => {
            let seat = require_seat(game, player_id)?;
            if let Some(named) = *ruleset {
                check_ruleset(game.game.ruleset(), named)?;
            }
            let request =
                Request::Place { seat, placement: placement.as_ref(), seed: seed.clone() };
            Ok(play::apply(&game.game, &request)?)
        }
        GameCommand::Act { ruleset, actions } => {
            let seat = require_seat(game, player_id)?;
            check_ruleset(game.game.ruleset(), *ruleset)?;
            Ok(play::apply(&game.game, &Request::Act { seat, actions })?)
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
