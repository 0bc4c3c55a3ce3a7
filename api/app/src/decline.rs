//! Declining of challenges.

use broadside_domain::challenge::DeclineReason;
use broadside_domain::error::{AppError, ErrorKind};
use broadside_domain::text::validate_text;
use broadside_engine::game::Request;

use super::access::challenged_seat;
use crate::play::{self, CancelReason, CommandOutcome, Decline, LiveGame};

/// Maximum length of the message, in characters.
const MAX_TEXT_CHARS: usize = 500;

/// Validates the message to the challenger.
///
/// # Errors
/// If it is empty or too long, or has characters that are not allowed.
pub(super) fn validate_message(text: &str) -> Result<(), AppError> {
    validate_text("text", text, MAX_TEXT_CHARS).map(drop)
}

/// Decides to decline the challenge to a player. A game that the player may not know of is 404,
/// before any other error.
///
/// # Errors
/// If there is no challenge to the player.
pub(crate) fn decide_decline(
    game: &LiveGame,
    player_id: &str,
    reason: DeclineReason,
    text: Option<String>,
) -> Result<CommandOutcome, AppError> {
    if game.viewer(player_id).is_none() {
        return Err(AppError::from_kind(ErrorKind::NotFound));
    }
    let Some(seat) = challenged_seat(game, player_id) else {
        if game.game.status().is_over() {
            return Err(AppError::from_kind(ErrorKind::GameOver));
        }
        let detail = match game.seat_of(player_id) {
            Some(_) => "you already have a seat in this game: leave it, or resign",
            None => "this game has no open challenge to you: check the id",
        };
        return Err(AppError::new(ErrorKind::NotNow, detail));
    };
    let outcome = play::apply(&game.game, &Request::Abort(seat))?;
    let reason = <&str>::from(reason).to_owned();
    Ok(CommandOutcome {
        cancel_reason: CancelReason::Declined(Decline { seat, reason, text }),
        ..outcome
    })
}
